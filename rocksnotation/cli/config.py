"""`rocks config`, and where the other commands get their settings from: the nearest file that has some."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from rocksnotation.cli import files
from rocksnotation.cli.output import Code, note, note_unreadable, put
from rocksnotation.config import (
    FILE,
    PROJECT_FILE,
    Config,
    ConfigError,
    ConfigFile,
    read_pyproject,
    read_rocks_toml,
)
from rocksnotation.text import json_text, safe

ConfigOption = Annotated[
    str | None, typer.Option("--config", metavar="FILE", help="Take the settings from this file.")
]
Isolated = Annotated[bool, typer.Option("--isolated", help="Look for no file of settings.")]


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
        return self.config.ignored_in(relative(name, self.folder))

    @property
    def baseline(self) -> str | None:
        """The path of the baseline, from the current folder."""
        return self.config.baseline and os.path.join(self.folder, self.config.baseline)

    def whence(self, setting: str) -> str:
        """Where a setting comes from: the file and the key, or that it is a default."""
        return f"{self.file}: {self.keys[setting]}" if setting in self.keys else "default"


class Settings:
    """Finds the settings for files. What cannot be used ends the command, before it does anything."""

    def __init__(self, file: str | None, isolated: bool) -> None:
        if file is not None and isolated:
            raise typer.BadParameter("--isolated looks for no settings", param_hint="--config")
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
        fail(f"{_shown(path)}: there is no table [tool.rocks]")
    return _in_force(path, found)


def _read_whole(path: str) -> ConfigFile:
    try:
        return read_rocks_toml(_text(path), _shown(path))
    except ConfigError as error:
        fail(str(error))


def _read_project(path: str) -> ConfigFile | None:
    try:
        return read_pyproject(_text(path), _shown(path))
    except ConfigError as error:
        fail(str(error))


def _in_force(path: str, read: ConfigFile) -> InForce:
    return InForce(read.config, os.path.dirname(os.path.abspath(path)), _shown(path), read.keys)


def _text(path: str) -> str:
    one = files.read(path)
    if isinstance(one, files.Unreadable):
        fail(f"cannot read {_shown(path)}: {one.why}")
    try:
        return one.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"{_shown(path)}: not UTF-8 text at byte offset {error.start:,}")


def fail(message: str) -> NoReturn:
    """Ends the command: what it was told to go by cannot be used."""
    note(f"rocks: {safe(message)}")
    raise typer.Exit(Code.USAGE)


def _shown(path: str) -> str:
    """A path as people are shown it: from the current folder, if it is below that."""
    here = os.path.abspath(path)
    return relative(here, ".") if here.startswith(os.path.join(os.getcwd(), "")) else here


def relative(name: str, folder: str) -> str:
    """The path of a file from a folder, with `/` between its parts."""
    try:
        path = os.path.relpath(name, folder)
    except ValueError:  # on another drive
        path = os.path.abspath(name)
    return path.replace(os.sep, "/")


# --------------------------------------------------------------------------------------- the command


class Shown(StrEnum):
    """How settings are shown."""

    TEXT = "text"
    JSON = "json"


def config(
    path: Annotated[
        str, typer.Argument(metavar="[PATH]", help="A file or folder, or - for standard input.")
    ] = ".",
    output_format: Annotated[Shown, typer.Option("--output-format", help="How to write it.")] = Shown.TEXT,
    config_file: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Show the settings that are in force for a file or folder, and where each comes from."""
    if path != files.STDIN and not os.path.exists(path):
        note_unreadable(files.Unreadable(path, "there is no such file"))
        raise typer.Exit(Code.UNREADABLE)
    settings = Settings(config_file, isolated)
    in_force = settings.for_folder(path) if os.path.isdir(path) else settings.for_file(path)
    values = [(name, value, in_force.whence(name)) for name, value in in_force.config.settings()]
    if output_format is Shown.JSON:
        listed = {name: {"value": value, "whence": whence} for name, value, whence in values}
        put(json_text({"rocks": 1, "path": path, "file": in_force.file, "settings": listed}, indent=2))
        return
    rows = [(name, json.dumps(value, ensure_ascii=False), whence) for name, value, whence in values]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, whence in rows:
        put(safe(f"{name:<{widths[0]}}  {value:<{widths[1]}}  {whence}"))
