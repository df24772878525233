"""`rocks config`, and where the other commands get their settings from: the nearest file that has some."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from rocksnotation.cli import files
from rocksnotation.cli.output import Code, note, note_unreadable, put, refused
from rocksnotation.cli.speech import tell
from rocksnotation.config import (
    FILE,
    PROJECT_FILE,
    Config,
    ConfigError,
    ConfigFile,
    read_pyproject,
    read_rocks_toml,
)
from rocksnotation.messages import Message, joined, mark, say
from rocksnotation.text import decoded, json_text, not_utf8, safe

ConfigOption = Annotated[
    str | None, typer.Option("--config", metavar="FILE", help=mark("Take the settings from this file."))
]
Isolated = Annotated[bool, typer.Option("--isolated", help=mark("Look for no file of settings."))]


@dataclass(frozen=True, slots=True)
class InForce:
    """The settings for some file, the folder that their paths start from, and where they come from.

    `file` is None where no file has settings; `keys` are the settings that it names, each with its full key.
    """

    config: Config = field(default_factory=Config)
    folder: str = "."
    file: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)

    def ignored_in(self, name: str) -> tuple[str, ...]:
        """The codes that are ignored in one file only."""
        return self.config.ignored_in(files.relative(name, self.folder))

    @property
    def baseline(self) -> str | None:
        """The path of the baseline, as people are shown it."""
        return self.config.baseline and files.shown(os.path.join(self.folder, self.config.baseline))

    def whence(self, setting: str) -> str | None:
        """Where a setting comes from: the file and the key; None where it is a default."""
        return f"{self.file}: {self.keys[setting]}" if setting in self.keys else None


class Settings:
    """Finds the settings for files. What cannot be used ends the command, before it does anything."""

    def __init__(self, file: str | None, isolated: bool) -> None:
        if file is not None and isolated:
            raise refused(say("--isolated looks for no settings"), "--config")
        self._fixed = InForce() if isolated else None
        if file is not None:
            self._fixed = _of_file(file)
        self._found: dict[str, InForce] = {}

    def for_file(self, name: str) -> InForce:
        """The settings for a file, or for standard input: those of the nearest folder upwards that has some."""
        return self.for_folder("." if name == files.STDIN else os.path.dirname(name) or ".")

    def for_folder(self, folder: str) -> InForce:
        """The settings for what lies in a folder."""
        if self._fixed:
            return self._fixed
        start = os.path.abspath(folder)
        looked_in = []
        for here in (start, *map(str, Path(start).parents)):
            if here not in self._found:
                looked_in.append(here)
                found = _in_folder(here)
                if found is None:
                    continue
                self._found[here] = found
            return self._settled(looked_in, self._found[here])
        return self._settled(looked_in, InForce())

    def _settled(self, folders: list[str], found: InForce) -> InForce:
        self._found |= dict.fromkeys(folders, found)
        return found


def _in_folder(folder: str) -> InForce | None:
    """The settings that stand in one folder itself."""
    whole, project = os.path.join(folder, FILE), os.path.join(folder, PROJECT_FILE)
    if os.path.isfile(whole):
        return _in_force(whole, _read_whole(whole))
    if os.path.isfile(project):
        found = _read_project(project)
        return _in_force(project, found) if found else None
    return None


def _of_file(path: str) -> InForce:
    """The settings of a file that was named."""
    if os.path.basename(path) != PROJECT_FILE:
        return _in_force(path, _read_whole(path))
    found = _read_project(path)
    if found is None:
        fail_of(files.shown(path), say("there is no table [tool.rocks]"))
    return _in_force(path, found)


def _read_whole(path: str) -> ConfigFile:
    try:
        return read_rocks_toml(_text(path), files.shown(path))
    except ConfigError as error:
        fail(error.message)


def _read_project(path: str) -> ConfigFile | None:
    try:
        return read_pyproject(_text(path), files.shown(path))
    except ConfigError as error:
        fail(error.message)


def _in_force(path: str, read: ConfigFile) -> InForce:
    return InForce(read.config, os.path.dirname(os.path.abspath(path)), files.shown(path), read.keys)


def _text(path: str) -> str:
    one = files.read(path)
    if isinstance(one, files.Unreadable):
        fail(say("cannot read {name}: {why}", name=files.shown(path), why=one.why))
    text = decoded(one.data)
    if isinstance(text, int):
        fail_of(files.shown(path), not_utf8(text))
    return text


def fail(message: Message) -> NoReturn:
    """Ends the command: what it was told to go by cannot be used."""
    note(message)
    raise typer.Exit(Code.USAGE)


def fail_of(name: str, message: Message) -> NoReturn:
    """Ends the command: a file that it was told to go by cannot be used."""
    fail(joined((name, message), ": "))


# --------------------------------------------------------------------------------------- the command


class Shown(StrEnum):
    """How settings are shown."""

    TEXT = "text"
    JSON = "json"


def config(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help=mark("A file or folder, or - for standard input."))
    ] = ".",
    output_format: Annotated[
        Shown, typer.Option("--output-format", help=mark("How to write it."))
    ] = Shown.TEXT,
    config_file: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Shows the settings that are in force."""
    if path != files.STDIN and not os.path.exists(path):
        note_unreadable(files.Unreadable(path, files.NO_FILE))
        raise typer.Exit(Code.UNREADABLE)
    settings = Settings(config_file, isolated)
    in_force = settings.for_folder(path) if os.path.isdir(path) else settings.for_file(path)
    values = [(name, value, in_force.whence(name)) for name, value in in_force.config.settings()]
    if output_format is Shown.JSON:
        listed = {name: {"value": value, "whence": whence or "default"} for name, value, whence in values}
        put(json_text({"rocks": 1, "path": path, "file": in_force.file, "settings": listed}, indent=2))
        return
    import json

    # translators: a setting that no file names has its default value
    default = tell(say("default"))
    rows = [
        (name, json.dumps(value, ensure_ascii=False), whence or default) for name, value, whence in values
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, whence in rows:
        put(safe(f"{name:<{widths[0]}}  {value:<{widths[1]}}  {whence}"))
