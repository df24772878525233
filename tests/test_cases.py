"""Runs the pages of `tests/cases`: files, commands, and what these show. Knows nothing of the game.

`tests/cases/README.md` says how a case is written. With ROCKS_RENEW_GOLDEN=1 in the environment what the
commands show is written into the pages anew; look at what changed before it is kept.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rocksnotation.cli.app import app

CASES = Path(__file__).parent / "cases"
README = CASES / "README.md"
RENEWING = bool(os.environ.get("ROCKS_RENEW_GOLDEN"))

CONSOLE, ESCAPED = "console", "escaped"
FILES = ("rocks", "toml", "json", "jsonl", ESCAPED)
"""The blocks that are files; one that is escaped can hold any byte."""

_FENCE = re.compile(r"(`{3,}) *(\S*) *(.*?) *")
_HEADING = re.compile(r"(#+) +(.*?) *")
_ESCAPE = re.compile(rb"\\(\n|\\|r|t|x[0-9a-f]{2}|)")
_SIGNS = {b"\n": b"", b"\\": b"\\", b"r": b"\r", b"t": b"\t"}
_EXIT = re.compile(r"exit \d+")


class BadPageError(Exception):
    """A page that is not written as pages are: the line, and what is wrong there."""

    def __init__(self, page: str, line: int, what: str) -> None:
        super().__init__(f"{page}:{line}: {what}")


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its words, its line in the page, and the lines expected below it."""

    words: tuple[str, ...]
    line: int
    expected: tuple[str, ...]


@dataclass(slots=True)
class Case:
    """What stands under one heading: the files that there are, and what is run, in that order."""

    page: str
    title: str
    line: int
    files: dict[str, bytes] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)


# ------------------------------------------------------------------------------------------------ reading


def read_page(page: str, text: str) -> tuple[Case, ...]:
    """The cases of a page, one for each heading of two signs. Files above the first are there in each."""
    whole, *cases = _headed(page, text.split("\n"))
    if not cases:
        raise BadPageError(page, 1, "there is no case: expected a heading such as `## The sign is wrong`")
    if whole.commands:
        raise BadPageError(page, whole.commands[0].line, "this command stands above the first case")
    titles: set[str] = set()
    for case in cases:
        if not case.commands:
            raise BadPageError(page, case.line, f"nothing is run in `{case.title}`: expected ```{CONSOLE}")
        if case.title in titles:
            raise BadPageError(page, case.line, f"a second case is called `{case.title}`")
        for name in case.files.keys() & whole.files.keys():
            raise BadPageError(page, case.line, f"`{name}` stands above the first case already")
        titles.add(case.title)
        case.files |= whole.files
    return tuple(cases)


def _headed(page: str, lines: Sequence[str]) -> Iterator[Case]:
    """What stands above the first case, and then each case with its own files and commands."""
    case = Case(page, "", 1)
    numbered = iter(enumerate(lines, 1))
    for number, line in numbered:
        if heading := _HEADING.fullmatch(line):
            if heading[1] == "##":
                yield case
                case = Case(page, heading[2], number)
            elif heading[1] != "#" or number > 1:
                raise BadPageError(page, number, "expected `#` in the first line, and `##` before each case")
        elif fence := _FENCE.fullmatch(line):
            block = list(_block(page, number, fence[1], numbered))
            _take(case, number, fence[2], fence[3], block)
    yield case


def _block(page: str, start: int, fence: str, lines: Iterator[tuple[int, str]]) -> Iterator[str]:
    """The lines of a block up to the fence that closes it."""
    for _, line in lines:
        if line == fence:
            return
        yield line
    raise BadPageError(page, start, "this block is never closed")


def _take(case: Case, line: int, language: str, name: str, block: list[str]) -> None:
    """Adds a block to its case: a file, or some commands."""
    page = case.page
    if language == CONSOLE:
        case.commands += _commands(page, line + 1, block)
    elif language not in FILES:
        known = ", ".join((CONSOLE, *FILES))
        raise BadPageError(page, line, f"there is no block of `{language}`: expected one of {known}")
    elif not name:
        raise BadPageError(page, line, f"this file has no name: expected one after ```{language}")
    elif name in case.files:
        raise BadPageError(page, line, f"a second file is called `{name}`")
    else:
        data = "".join(f"{text}\n" for text in block).encode()
        case.files[name] = _unescaped(page, line + 1, data) if language == ESCAPED else data


def _unescaped(page: str, first: int, data: bytes) -> bytes:
    """The bytes that some text with escapes stands for."""

    def meant(found: re.Match[bytes]) -> bytes:
        if not found[1]:
            line = first + data.count(b"\n", 0, found.start())
            raise BadPageError(page, line, r"expected \r, \t, \\, \xff or the end of the line after `\`")
        return _SIGNS[found[1]] if found[1] in _SIGNS else bytes.fromhex(found[1][1:].decode())

    return _ESCAPE.sub(meant, data)


def _commands(page: str, first: int, block: list[str]) -> Iterator[Command]:
    """The commands of a block, each with the lines below it."""
    starts = [index for index, line in enumerate(block) if line.startswith("$ ")]
    if starts[:1] != [0]:
        raise BadPageError(page, first, "expected a command such as `$ rocks lint a.rocks`")
    for start, end in pairwise((*starts, len(block))):
        try:
            words = tuple(shlex.split(block[start].removeprefix("$ ")))
        except ValueError as error:
            raise BadPageError(page, first + start, f"this command cannot be read: {error}") from error
        if words[:1] not in (("rocks",), ("cat",)):
            raise BadPageError(page, first + start, "expected `rocks` or `cat` after `$`")
        yield Command(words, first + start, tuple(block[start + 1 : end]))


# ------------------------------------------------------------------------------------------------ running


def run(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What each command of a case shows, in a folder that holds the files of the case and no others."""
    folder.mkdir(exist_ok=True)
    for name, data in case.files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    monkeypatch.chdir(folder)
    return [tuple(_shown_by(*command.words)) for command in case.commands]


def _shown_by(program: str, *arguments: str) -> Iterator[str]:
    """The lines on standard output, those on standard error, marked as such, and the exit code."""
    if program == "cat":
        yield from _shown(b"".join(Path(name).read_bytes() for name in arguments))
        yield "exit 0"
        return
    data = b""
    if arguments[-2:-1] == ("<",):
        data, arguments = Path(arguments[-1]).read_bytes(), arguments[:-2]
    result = CliRunner().invoke(app, arguments, input=data)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    yield from _shown(result.stdout_bytes)
    yield from (f"2> {line}".rstrip() for line in _shown(result.stderr_bytes))
    yield f"exit {result.exit_code}"


def _shown(data: bytes) -> list[str]:
    """Some output, with an escape for each sign that cannot be seen, and for a line end that is not there."""
    *lines, last = data.decode(errors="backslashreplace").split("\n")
    lines += [f"{last}\\"] if last else []
    return [
        "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line) for line in lines
    ]


def differences(case: Case, shown: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """What of a case is not as it is expected, command by command."""
    for command, got in zip(case.commands, shown, strict=True):
        place = f"{case.page}:{command.line}: {case.title}: "
        if not command.expected or not _EXIT.fullmatch(command.expected[-1]):
            yield f"{place}the last line below a command is its exit code, such as `exit 0`"
        if command.expected != got:
            lines = difflib.unified_diff(command.expected, got, "expected", "shown", n=99, lineterm="")
            yield "\n".join((f"{place}$ {shlex.join(command.words)}", *lines))


def renewed(text: str, cases: Sequence[Case], shown: Sequence[Sequence[tuple[str, ...]]]) -> str:
    """A page with what its commands show."""
    lines = text.split("\n")
    both = [
        pair for case, got in zip(cases, shown, strict=True) for pair in zip(case.commands, got, strict=True)
    ]
    for command, got in reversed(both):
        lines[command.line : command.line + len(command.expected)] = got
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ the pages


def batches() -> Iterator[tuple[str, Path, tuple[Case, ...] | BadPageError]]:
    """A name and what is tested under it: a case by itself, or a page as a whole where that is to be renewed."""
    for path in sorted(CASES.rglob("*.md")):
        page = path.relative_to(CASES).as_posix()
        try:
            cases = read_page(page, path.read_text(encoding="utf-8")) if path != README else ()
        except BadPageError as error:
            yield page, path, error
            continue
        for batch in filter(None, [cases] if RENEWING else [(case,) for case in cases]):
            yield page if RENEWING else f"{page}: {batch[0].title}", path, batch


BATCHES = tuple(batches())


@pytest.mark.parametrize(("path", "cases"), [row[1:] for row in BATCHES], ids=[row[0] for row in BATCHES])
def test_a_case_shows_what_its_page_says(
    path: Path, cases: tuple[Case, ...] | BadPageError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(cases, BadPageError):
        raise cases
    shown = [run(case, tmp_path / str(case.line), monkeypatch) for case in cases]
    if RENEWING:
        text = renewed(path.read_text(encoding="utf-8"), cases, shown)
        path.write_text(text, encoding="utf-8", newline="\n")
        cases = read_page(cases[0].page, text)
    wrong = [one for case, got in zip(cases, shown, strict=True) for one in differences(case, got)]
    if wrong:
        pytest.fail("\n\n".join((*wrong, "ROCKS_RENEW_GOLDEN=1 writes anew what is shown.")), pytrace=False)


# --------------------------------------------------------------------------------------------- their form


def test_the_case_in_the_readme_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (page,) = re.findall(r"^````markdown\n(.*?)^````$", README.read_text(encoding="utf-8"), re.DOTALL | re.M)
    for case in read_page("README.md", page):
        assert not list(differences(case, run(case, tmp_path, monkeypatch)))


RECORD = "```rocks a.rocks\nround 1\n```\n"
RUN = "```console\n$ cat a.rocks\nround 1\nexit 0\n```\n"

BAD_PAGES = (
    ("no case", f"# Page\n{RECORD}", "1: there is no case"),
    ("no command", f"# Page\n## One\n{RECORD}", "2: nothing is run in `One`"),
    ("no command in a block", "## One\n```console\n```\n", "3: expected a command such as"),
    ("output before a command", "## One\n```console\nround 1\n$ cat a\n```\n", "3: expected a command"),
    ("another program", "## One\n```console\n$ rm a.rocks\n```\n", "3: expected `rocks` or `cat`"),
    ("a quotation mark left open", '## One\n```console\n$ cat "a\n```\n', "3: this command cannot be read"),
    ("a command above the cases", f"# Page\n{RUN}## One\n{RUN}", "3: this command stands above"),
    ("an unknown block", "## One\n\n```python\n```\n", "3: there is no block of `python`"),
    ("a block of nothing", "## One\n```\n```\n", "2: there is no block of ``"),
    ("a block that is not closed", "## One\n```console\n$ cat a.rocks\n", "2: this block is never closed"),
    ("a file without a name", "## One\n```rocks\n```\n", "2: this file has no name"),
    ("a file twice", f"## One\n{RECORD}{RECORD}", "5: a second file is called `a.rocks`"),
    ("a shared file again", f"# Page\n{RECORD}## One\n{RECORD}{RUN}", "5: `a.rocks` stands above"),
    ("a case twice", f"## One\n{RUN}## One\n{RUN}", "7: a second case is called `One`"),
    ("a heading of another level", f"## One\n{RUN}### Two\n{RUN}", "7: expected `#` in the first line"),
    ("an unknown escape", "## One\n```escaped a\nround\n1 \\n\n```\n", "4: expected \\r"),
)


@pytest.mark.parametrize(("text", "said"), [row[1:] for row in BAD_PAGES], ids=[row[0] for row in BAD_PAGES])
def test_a_page_that_cannot_be_a_test_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadPageError) as refused:
        read_page("page.md", text)
    assert str(refused.value).startswith(f"page.md:{said}")


WRONG = (
    ("other output", "round 2\nexit 0\n", "-round 2\n+round 1"),
    ("output that is missing", "exit 0\n", "+round 1"),
    ("another exit code", "round 1\nexit 1\n", "-exit 1\n+exit 0"),
    ("no exit code", "round 1\n", "its exit code"),
    ("nothing expected", "", "its exit code"),
)


@pytest.mark.parametrize(("expected", "said"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_is_not_shown_is_told_and_can_be_renewed(
    expected: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"## One\n{RECORD}{RUN}{RUN}\n## Two\n{RECORD}{RUN}"
    text = page.replace("round 1\nexit 0\n", expected, 1)
    cases = read_page("page.md", text)
    shown = [run(case, tmp_path / case.title, monkeypatch) for case in cases]
    told = "\n".join(one for case, got in zip(cases, shown, strict=True) for one in differences(case, got))
    assert said in told
    assert "page.md:6: One: " in told
    assert renewed(text, cases, shown) == page


def test_a_file_can_hold_any_byte() -> None:
    block = "```escaped a.rocks\nround 1\\r\n\\xff\\t\\\\\nW 1|4 \\\n +5\\\n```\n"
    (case,) = read_page("page.md", f"## One\n{block}{RUN}")
    assert case.files == {"a.rocks": b"round 1\r\n\xff\t\\\nW 1|4  +5"}


def test_what_cannot_be_seen_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = "```escaped a.rocks\nround 1\\r\n\\x1b\\xc2\\xa0\\xff\\\n```\n"
    (case,) = read_page("page.md", f"## One\n{block}```console\n$ cat a.rocks\n$ rocks lint b\n```\n")
    assert run(case, tmp_path, monkeypatch) == [
        ("round 1\\r", "\\x1b\\xa0\\xff\\", "exit 0"),
        ("No record was read.", "2> rocks: cannot read b: there is no such file", "exit 3"),
    ]
