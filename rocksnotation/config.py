"""Settings from TOML text: `rocks.toml`, or the table `[tool.rocks]` of `pyproject.toml`.

Knows what a setting may be, not where files lie: whoever reads them says what they are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from rocksnotation import resources
from rocksnotation.messages import Message, joined, say
from rocksnotation.rules import RULES
from rocksnotation.spelling import Ends

FILE, PROJECT_FILE = "rocks.toml", "pyproject.toml"
"""The files that may hold settings; of two in one folder the first counts."""

_TABLE = ("tool", "rocks")
_HEADING = r"(?m)^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*rocks[ \t]*[].]"


class ConfigError(Exception):
    """Why a file of settings cannot be used: the file, the key or the place, and what is wrong."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting. A file's settings take the place of these defaults; files are not merged.

    `per_file_ignores` has patterns and their codes, `baseline` a path; both are relative to the folder of
    the file that they stand in.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    strict: bool = False
    show_info: bool = False
    baseline: str | None = None
    ends: Ends = Ends.KEEP

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """The codes that are ignored in one file: its path is relative to the settings' folder, with `/`."""
        return tuple(
            code for pattern, codes in self.per_file_ignores if matches(pattern, path) for code in codes
        )

    def settings(self) -> Iterator[tuple[str, Any]]:
        """The name of each setting, as files write it, and its value as JSON has it."""
        yield "select", list(self.select)
        yield "ignore", list(self.ignore)
        yield "per-file-ignores", {pattern: list(codes) for pattern, codes in self.per_file_ignores}
        yield "strict", self.strict
        yield "show-info", self.show_info
        yield "baseline", self.baseline
        yield "ends", str(self.ends)


class ConfigFile(NamedTuple):
    """What one file sets: the settings in force by it, and the full key of each that it names itself."""

    config: Config
    keys: Mapping[str, str]


# --------------------------------------------------------------------------------------------- reading


def read_rocks_toml(text: str, name: str) -> ConfigFile:
    """The settings of a whole file. Raises ConfigError."""
    return _read(_parsed(text, name), name, "")


def read_pyproject(text: str, name: str) -> ConfigFile | None:
    """The settings of the table `[tool.rocks]`, or None where there is none. Raises ConfigError.

    A file that is no TOML is somebody else's trouble, unless it has that table.
    """
    try:
        value: Any = _parsed(text, name)
    except ConfigError:
        if re.search(_HEADING, text):
            raise
        return None
    for key in _TABLE:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    if not isinstance(value, dict):
        problem = say("expected {expected}, found {found}", expected=say("a table"), found=_shown(value))
        raise ConfigError(_at(name, _at(".".join(_TABLE), problem)))
    return _read(value, name, ".".join(_TABLE) + ".")


def _parsed(text: str, name: str) -> dict[str, Any]:
    import tomllib  # only where there are settings

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError(_at(name, say("nested too deep to be settings"))) from None
    except ValueError as error:
        what, place = _placed(str(error), text)
        raise ConfigError(_at(f"{name}{place}", say("not TOML: {error}", error=what))) from None


def _at(where: str, what: Message) -> Message:
    """What is wrong, and before it the file or the key."""
    return joined((where, what), ": ")


def _placed(said: str, text: str) -> tuple[str, str]:
    """The message of a TOML error without the place, and the place as :line:column, if it tells one."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", said, re.DOTALL)
    if not found:
        return said, ""
    lines = text.split("\n")
    return found[1], f":{found[2] or len(lines)}:{found[3] or len(lines[-1]) + 1}"


def _read(value: dict[str, Any], name: str, table: str) -> ConfigFile:
    checks = (_unknown_key, _violation, _unknown_code, _bad_pattern)
    problem = next((told for check in checks if (told := check(value, table))), None)
    if problem:
        raise ConfigError(_at(name, problem))
    config = Config(
        _codes(value.get("select", ())),
        _codes(value.get("ignore", ())),
        tuple((pattern, _codes(codes)) for pattern, codes in value.get("per-file-ignores", {}).items()),
        value.get("strict", False),
        value.get("show-info", False),
        value.get("baseline"),
        Ends(value.get("ends", Ends.KEEP)),
    )
    return ConfigFile(config, {key: f"{table}{key}" for key in value})


def _codes(written: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code.upper() for code in written)


def _unknown_key(value: Mapping[str, Any], table: str) -> Message | None:
    names = [setting for setting, _ in Config().settings()]
    key = next((key for key in value if key not in names), None)
    if key is None:
        return None
    from difflib import get_close_matches

    near = get_close_matches(key.lower().replace("_", "-"), names, 1)
    if near:
        problem = say("there is no such setting; did you mean {near}?", near=near[0])
    else:
        problem = say("there is no such setting; there are {names}", names=joined(names))
    return _at(f"{table}{key}", problem)


@cache
def _schema() -> Any:
    import json

    return json.loads(resources.schema("config"))


def _is_sound(key: str, value: Any) -> bool:
    """Whether the schema has nothing against the value of a setting."""
    match key:
        case "select" | "ignore":
            return isinstance(value, list) and all(map(_is_code, value))
        case "per-file-ignores":
            return isinstance(value, dict) and all(
                pattern and _is_sound("ignore", codes) for pattern, codes in value.items()
            )
        case "strict" | "show-info":
            return isinstance(value, bool)
        case "baseline":
            return isinstance(value, str) and value != ""
    return key == "ends" and value in tuple(Ends)


def _is_code(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[A-Za-z][0-9]{0,3}", value) is not None


def _violation(value: Mapping[str, Any], table: str) -> Message | None:
    if all(_is_sound(key, each) for key, each in value.items()):
        return None
    # Imported only where it has something to say: it is slow to load.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    error = best_match(Draft202012Validator(_schema()).iter_errors(value))
    if error is None:
        return None
    key = "".join(
        f"[{part}]" if isinstance(part, int) else f".{_key(str(part))}" for part in error.absolute_path
    )
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    # The titles of the schema are in the catalogues.
    expected = Message(schema["title"]) if "title" in schema else say("something else")
    problem = say("expected {expected}, found {found}", expected=expected, found=_shown(error.instance))
    return _at(f"{table}{key[1:]}", problem)


def _key(name: str) -> str:
    """A key as TOML writes it."""
    import json

    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def _shown(value: object) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:60] + "…"


def _unknown_code(value: Mapping[str, Any], table: str) -> Message | None:
    lists = [(key, value.get(key, ())) for key in ("select", "ignore")]
    lists += [
        (f"per-file-ignores.{_key(pattern)}", codes)
        for pattern, codes in value.get("per-file-ignores", {}).items()
    ]
    for key, codes in lists:
        for code in codes:
            if not any(known.startswith(code.upper()) for known in RULES):
                return _at(
                    f"{table}{key}", say("there is no code {code}; `rocks rules` lists them", code=code)
                )
    return None


def _bad_pattern(value: Mapping[str, Any], table: str) -> Message | None:
    for pattern in value.get("per-file-ignores", ()):
        try:
            matches(pattern, "")
        except re.error as error:
            problem = say("this is no pattern: {error}", error=error.msg)
            return _at(f"{table}per-file-ignores.{_key(pattern)}", problem)
    return None


# -------------------------------------------------------------------------------------------- patterns


def matches(pattern: str, path: str) -> bool:
    """Whether a file is meant by a pattern, which speaks of its name, or, with a `/`, of its whole path.

    `*` and `?` stop at a `/`, `**` does not; `[…]` is one of some characters; `archive/` is all below it.
    """
    pattern = pattern.removeprefix("./")
    if "/" not in pattern:
        path = path.rpartition("/")[2]
    return _expression(pattern + "**" if pattern.endswith("/") else pattern).fullmatch(path) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    parts = re.findall(r"\*\*/|\*\*|\*|\?|\[!?\]?[^]]*\]|.", pattern, re.DOTALL)
    return re.compile("".join(map(_part, parts)), re.DOTALL)


def _part(part: str) -> str:
    wild = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if part in wild:
        return wild[part]
    if len(part) > 2 and part.startswith("["):
        inner = re.sub(r"([\\^\[\]&~|])", r"\\\1", part[1:-1].removeprefix("!")).replace("--", r"-\-")
        return f"(?!/)[{'^' * part.startswith('[!')}{inner}]"
    return re.escape(part)
