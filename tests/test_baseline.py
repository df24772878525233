"""Baselines: what is known stays known while the rest of the file changes, and what is new is told."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from test_cli import CLEAN, INFO, WARNED, WRONG, rocks

from rocksnotation import check, loads
from rocksnotation.baseline import Baseline, BaselineError, Known, baseline_of, dumps, remembered
from rocksnotation.baseline import loads as read_baseline
from rocksnotation.resources import schema

ARCHIVE = """\
[Event "Club evening"]
[Date "1987-03-02"]
[Recorder "Olena"]

round 1
lot W
1. W 1|4 +10  N 1|1
abandoned

[Event "Club evening"]
[Date "1987-03-09"]

round 1
lot N
1. N 1|4 +10  E 4|4  S 2|4  W 2|2
blocked
total NS 5 EW 5
round 2
lot N
1. N 5|5 +10  E 0|5
"""
"""Faults in two matches: points, passes that are not written before `blocked`, a claim that is missing."""


def told(text: str, known: Baseline, file: str = "a.rocks") -> tuple[list[str], int, int]:
    """The codes of the findings that are new, how many are hidden, and how many are gone."""
    record = loads(text)
    compared = known.compare(file, record, check(record).diagnostics, lambda code: True)
    new = [one.code for one in compared.new if one.severity != "info"]
    return new, compared.hidden, compared.gone


def baseline(text: str, file: str = "a.rocks") -> Baseline:
    record = loads(text)
    return baseline_of(remembered(file, record, check(record).diagnostics))


KNOWN = baseline(ARCHIVE)
ALL = sum(KNOWN.files().values())


def test_the_archive_is_worth_a_test() -> None:
    assert ALL == 5
    assert {entry.code for entry, _ in KNOWN.known} == {"S401", "S402", "M309"}


def replaced(old: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        assert text.count(old) >= 1, old
        return text.replace(old, new)

    return edit


SURVIVED: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("nothing", lambda text: text),
    ("a line before everything", lambda text: "; found in a drawer\n" + text),
    ("empty lines everywhere", lambda text: text.replace("\n", "\n\n")),
    ("white space in the lines", lambda text: text.replace("  ", "     ").replace("\n1.", "\n   1.")),
    ("windows line ends", lambda text: text.replace("\n", "\r\n")),
    ("a comment line in a round", replaced("lot W\n", "lot W { drawn by hand }\n")),
    ("a match before", lambda text: '[Event "Another"]\nround 1\nlot N\n1. N 1|4 +5\n\n' + text),
    ("a match behind", lambda text: text + '\n[Event "Another"]\nround 1\nlot N\n1. N 1|4 +5\n'),
    ("a match between", replaced("abandoned\n", 'abandoned\n\n[Event "Between"]\nround 1\nabandoned\n')),
    ("a round before, and new numbers", replaced("round 2\n", "round 2\nvoid\nround 3\n")),
    ("an ending behind", lambda text: text + "abandoned\n"),
    ("a tag that names no match", replaced('"Olena"', '"Taras"')),
    ("a tag more", replaced('[Recorder "Olena"]\n', '[Recorder "Olena"]\n[Site "Lviv"]\n')),
    ("a tag that names the match", replaced("1987-03-02", "1987-03-03")),
    ("all tags that name matches", replaced("Club evening", "Club night")),
)


@pytest.mark.parametrize("edit", [row[1] for row in SURVIVED], ids=[row[0] for row in SURVIVED])
def test_what_is_known_survives_edits_elsewhere(edit: Callable[[str], str]) -> None:
    new, hidden, gone = told(edit(ARCHIVE), KNOWN)
    assert (new, hidden, gone) == ([], ALL, 0)


CHANGED: tuple[tuple[str, str, str, list[str], int, int], ...] = (
    ("nothing is known", "", WRONG, ["S401"], 0, 0),
    ("the line itself is edited", WRONG, WRONG.replace("+10", "+15"), ["S401"], 0, 1),
    ("the line is mended", WRONG, WRONG.replace("+10", "+5"), [], 0, 1),
    ("another code at the line", WRONG, WRONG.replace("N 1|4", "N 1|4@6"), ["M305"], 0, 1),
    ("a second finding in the line", WRONG, WRONG.replace("+10", "+10 E 4|4 +5"), ["S401", "S401"], 0, 1),
)  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "new", "hidden", "gone"), [row[1:] for row in CHANGED], ids=[row[0] for row in CHANGED]
)  # fmt: skip
def test_what_is_new_and_what_is_gone(
    before: str, after: str, new: list[str], hidden: int, gone: int
) -> None:
    assert told(after, baseline(before) if before else Baseline()) == (new, hidden, gone)


def matches_of(*events: str, line: str = "N 1|4 +10") -> str:
    return "".join(f'[Event "{event}"]\nround 1\nlot N\n{line}\n' for event in events)


def test_equal_findings_count() -> None:
    """Two that look the same are known twice, and a third is new."""
    one, two, three = (matches_of(*"a" * count) for count in (1, 2, 3))
    assert [count for _, count in baseline(two).known] == [2]
    assert told(two, baseline(two)) == ([], 2, 0)
    assert told(three, baseline(two)) == (["S401"], 2, 0)
    assert told(one, baseline(two)) == ([], 1, 1)
    assert told(two, baseline(one)) == (["S401"], 1, 0)


def test_equal_findings_in_one_line_count() -> None:
    text = "round 1\nlot N\nN 1|4 +10 E 1|1 +5\n"
    known = baseline(text)
    assert [count for _, count in known.known] == [2]
    assert told(text, known) == ([], 2, 0)


def test_the_same_words_in_another_match_are_new() -> None:
    """A fault that was mended does not hide one that looks the same in another match."""
    mended = matches_of("a", line="N 1|4 +5") + matches_of("b")
    assert told(mended, baseline(matches_of("a"))) == (["S401"], 0, 1)
    record = loads(matches_of("b", "a"))
    compared = baseline(matches_of("a")).compare(
        "a.rocks", record, check(record).diagnostics, lambda code: True
    )
    assert [one.match for one in compared.new if one.code == "S401"] == [1]


def test_a_match_that_is_called_otherwise_is_known_by_its_words() -> None:
    assert told(matches_of("b"), baseline(matches_of("a"))) == ([], 1, 0)
    assert told(matches_of("b", "c"), baseline(matches_of("a"))) == (["S401"], 1, 0)


def test_of_equal_findings_in_one_match_the_round_tells_which_is_new() -> None:
    turns = "lot N\n1. N 1|4 +10  E 4|4  S 2|4  W 2|2\nblocked\ntotal NS 5 EW 5\n"
    one, other = f"round 1\nvoid\nround 2\n{turns}", f"round 1\n{turns}round 2\n{turns}"
    record = loads(other)
    compared = baseline(one).compare("a.rocks", record, check(record).diagnostics, lambda code: True)
    assert [found.round for found in compared.new if found.code == "S401"] == [1]


def test_another_file_is_not_known() -> None:
    assert told(WRONG, baseline(WRONG), "b.rocks") == (["S401"], 0, 0)


def test_infos_are_neither_known_nor_hidden() -> None:
    record = loads(INFO)
    found = check(record).diagnostics
    assert not remembered("a.rocks", record, found)
    assert Baseline().compare("a.rocks", record, found, lambda code: True).new == found


def test_what_is_not_wanted_is_not_missed() -> None:
    record = loads(CLEAN)
    compared = baseline(WRONG).compare("a.rocks", record, (), lambda code: code != "S401")
    assert (compared.hidden, compared.gone) == (0, 0)


def test_damage_is_known_too() -> None:
    text = "round 1\nlot N\nN 1|4 +5 x\n"
    assert told(text, baseline(text))[0] == []
    assert told("; a comment\n" + text, baseline(text))[0] == []


def test_a_long_line_is_cut_and_still_told_from_others() -> None:
    line = "N 1|4 +10 { " + "x" * 5_000
    texts = [f"round 1\nlot N\n{line}{end} }}\n" for end in "ab"]
    known = baseline(texts[0])
    assert all(len(entry.text) < 200 for entry, _ in known.known)
    assert told(texts[0], known) == ([], 1, 0)
    assert told(texts[1], known) == (["S401"], 0, 1)


def test_many_equal_findings_take_no_time() -> None:
    known = Known("a.rocks", "S401", "a", 1, "x")
    many = Baseline(tuple((known._replace(round=number), 1) for number in range(20_000)))
    record = loads(WRONG)
    found = [one for one in check(record).diagnostics if one.code == "S401"] * 20_000
    assert len(many.compare("a.rocks", record, found, lambda code: True).new) == 20_000


# ------------------------------------------------------------------------------------------------ the file


def test_a_baseline_is_sorted_and_follows_its_schema() -> None:
    text = dumps(KNOWN)
    document = json.loads(text)
    Draft202012Validator(json.loads(schema("baseline"))).validate(document)
    keys = [(e["file"], e["code"], e["match"] or "", e["round"] or -1, e["text"]) for e in document["known"]]
    assert keys == sorted(keys)
    assert text.endswith("}\n")
    assert read_baseline(text) == KNOWN
    assert dumps(read_baseline(text)) == text


def test_a_baseline_does_not_change_with_what_is_elsewhere() -> None:
    for edit in ("; a line\n" + ARCHIVE, ARCHIVE.replace("Olena", "Taras"), ARCHIVE.replace("\n", "\n\n")):
        assert dumps(baseline(edit)) == dumps(KNOWN)


def test_a_baseline_can_be_read_and_steers_no_terminal() -> None:
    text = '[Event "Клуб"]\nround 1\nlot N\nN 1|4 +10 { вечір \u202e }\n'
    written = dumps(baseline(text))
    assert "Клуб" in written
    assert "вечір" in written
    assert "\u202e" not in written
    assert told(text, read_baseline(written)) == ([], 1, 0)
    strange = Baseline(((Known("\udcff.rocks", "S401", None, None, "\x85"), 1),))
    assert read_baseline(dumps(strange).encode().decode()) == strange


ENTRY = {"file": "a", "code": "S401", "match": None, "round": None, "text": "", "count": 1}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 100_000,
        "1" * 10_000,
        '{"rocks": 1}',
        '{"rocks": 2, "known": []}',
        json.dumps({"rocks": 1, "known": [ENTRY | {"count": 0}]}),
        json.dumps({"rocks": 1, "known": [ENTRY | {"count": "1"}]}),
        json.dumps({"rocks": 1, "known": [ENTRY | {"code": "x"}]}),
        json.dumps({"rocks": 1, "known": [{**ENTRY, "file": None}]}),
    ],
)
def test_what_is_no_baseline(text: str) -> None:
    with pytest.raises(BaselineError):
        read_baseline(text)


def test_two_entries_that_are_the_same_count_together() -> None:
    text = json.dumps({"rocks": 1, "known": [ENTRY, ENTRY | {"count": 2}]})
    assert [count for _, count in read_baseline(text).known] == [3]


# --------------------------------------------------------------------------------------------- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive in which much is wrong, and in which the command is run."""
    for name, text in {"2019/a": WRONG, "2019/b": WARNED, "2020/c": ARCHIVE, "clean": CLEAN}.items():
        path = tmp_path / f"archive/{name}.rocks"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_baseline_makes_an_archive_clean(folder: Path) -> None:
    assert rocks("lint", "archive").code == 1
    done = rocks("lint", "archive", "--write-baseline", "archive/known.json", "--strict")
    assert done.code == 0
    assert done.out.startswith(f"Nothing new in 5 matches, 4 files. {ALL + 2} known findings hidden. ")
    assert f"archive/known.json: {ALL + 2} findings are known from now on" in done.err
    names = [entry["file"] for entry in json.loads((folder / "archive/known.json").read_text())["known"]]
    assert set(names) == {"2019/a.rocks", "2019/b.rocks", "2020/c.rocks"}
    done = rocks("lint", "archive", "--baseline", "archive/known.json", "--strict")
    assert done.code == 0
    assert done.err == f"rocks: archive/known.json: {ALL + 2} findings are known, and hidden\n"
    assert done.out.startswith(f"Nothing new in 5 matches, 4 files. {ALL + 2} known findings hidden. ")
    report = json.loads(
        rocks("lint", "archive", "--baseline", "archive/known.json", "--output-format", "json").out
    )
    assert {one["severity"] for one in report["diagnostics"]} == {"info"}
    assert (report["summary"]["errors"], report["summary"]["files"]) == (0, 4)


def test_only_what_is_new_is_told(folder: Path) -> None:
    rocks("lint", "archive", "--write-baseline", "known.json")
    with (folder / "archive/2019/b.rocks").open("a") as file:
        file.write("S 5|6 +35\n")
    done = rocks("lint", "archive", "--baseline", "known.json")
    assert done.code == 1
    assert [line.split(": ")[0] for line in done.out.splitlines() if "error" in line and ":" in line] == [
        "archive/2019/b.rocks:4:7"
    ]


def test_it_is_told_how_many_are_gone(folder: Path) -> None:
    rocks("lint", "archive", "--write-baseline", "known.json")
    (folder / "archive/2019/a.rocks").write_text(CLEAN, encoding="utf-8")
    done = rocks("lint", "archive", "--baseline", "known.json")
    assert "known, and hidden; 1 that it knows no longer occurs\n" in done.err
    assert "no longer" not in rocks("lint", "archive/2020", "--baseline", "known.json").err
    assert "no longer" not in rocks("lint", "archive", "--select", "M", "--baseline", "known.json").err
    assert rocks("lint", "archive/clean.rocks", "--baseline", "known.json").err == ""


def test_a_file_that_was_renamed_is_new(folder: Path) -> None:
    rocks("lint", "archive", "--write-baseline", "known.json")
    (folder / "archive/2019/a.rocks").rename(folder / "archive/2019/z.rocks")
    done = rocks("lint", "archive", "--baseline", "known.json")
    assert done.code == 1
    assert "archive/2019/z.rocks:3:7: S401" in done.out
    assert "1 that it knows no longer occurs" in done.err


def test_an_archive_that_is_moved_with_its_baseline_stays_known(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rocks("lint", "archive", "--write-baseline", "archive/known.json")
    (folder / "archive").rename(folder / "attic")
    for where, path in ((".", "attic"), ("attic", "."), ("attic/2019", "..")):
        monkeypatch.chdir(folder / where)
        assert rocks("lint", path, "--baseline", folder / "attic/known.json").code == 0


def test_a_baseline_is_the_same_from_wherever_it_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rocks("lint", "archive", "--write-baseline", "archive/known.json")
    first = (folder / "archive/known.json").read_text(encoding="utf-8")
    monkeypatch.chdir(folder / "archive/2020")
    rocks("lint", folder / "archive/2020", "../2019", "../clean.rocks", "--write-baseline", "../known.json")
    assert (folder / "archive/known.json").read_text(encoding="utf-8") == first


def test_the_summary_says_how_much_is_known(folder: Path) -> None:
    rocks("lint", "archive/2019/a.rocks", "--select", "S401", "--write-baseline", "known.json")
    for files, told in (
        (["archive/2019/a.rocks"], "Nothing new in 1 match, 1 file. 1 known finding hidden."),
        (["archive/2019"], "0 errors, 1 warning in 2 matches, 2 files. 1 known finding hidden."),
        (["archive/2019/b.rocks"], "0 errors, 1 warning in 1 match, 1 file."),
        (["archive/clean.rocks"], "Nothing is wrong in 1 match, 1 file."),
    ):
        out = rocks("lint", *files, "--select", "S", "--baseline", "known.json").out
        assert f"{told}\n" in f"{out}\n"
    done = rocks("lint", "archive/2019", "--select", "S", "--write-baseline", "known.json")
    assert done.out == "Nothing new in 2 matches, 2 files. 2 known findings hidden.\n"
    junit = ("--output-format", "junit")
    text = rocks("lint", "archive/2019", "--select", "S", "--baseline", "known.json", *junit).out
    assert text.count('<testcase name="nothing to report"') == 2


def test_a_baseline_of_the_settings_is_told_as_people_see_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the current folder, if it lies below that, like every other path."""
    (folder / "archive/rocks.toml").write_text('baseline = "of/known.json"\n', encoding="utf-8")
    (folder / "archive/of").mkdir()
    absent = "rocks: cannot read the baseline {}: there is no such file\n"
    for where, path, shown in (
        (".", "archive/clean.rocks", "archive/of/known.json"),
        (".", folder / "archive/clean.rocks", "archive/of/known.json"),
        ("archive", "clean.rocks", "of/known.json"),
        ("archive/2019", "a.rocks", str(folder / "archive/of/known.json")),
    ):
        monkeypatch.chdir(folder / where)
        assert rocks("lint", path).err == absent.format(shown)
    monkeypatch.chdir(folder)
    rocks("lint", "archive", "--write-baseline", "archive/of/known.json")
    assert (
        rocks("lint", "archive").err
        == f"rocks: archive/of/known.json: {ALL + 2} findings are known, and hidden\n"
    )
    (folder / "archive/of/known.json").write_text("[]", encoding="utf-8")
    assert rocks("lint", "archive").err.startswith("rocks: archive/of/known.json: no baseline: ")


def test_the_settings_may_name_the_baseline(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rocks("lint", "archive", "--write-baseline", "archive/known.json")
    (folder / "archive/rocks.toml").write_text('baseline = "known.json"\n', encoding="utf-8")
    assert rocks("lint", "archive").code == 0
    assert rocks("lint", "--isolated", "archive").code == 1
    monkeypatch.chdir(folder / "archive/2019")
    assert rocks("lint", "a.rocks").code == 0
    (folder / "empty.json").write_text(dumps(Baseline()), encoding="utf-8")
    assert rocks("lint", "a.rocks", "--baseline", folder / "empty.json").code == 1


def test_a_new_baseline_forgets_the_old_one(folder: Path) -> None:
    """What was known is written again, although it is hidden; what is gone is not."""
    rocks("lint", "archive", "--write-baseline", "archive/known.json")
    first = (folder / "archive/known.json").read_text(encoding="utf-8")
    (folder / "archive/rocks.toml").write_text('baseline = "known.json"\n', encoding="utf-8")
    rocks("lint", "archive", "--write-baseline", "archive/known.json")
    assert (folder / "archive/known.json").read_text(encoding="utf-8") == first
    (folder / "archive/2019/a.rocks").write_text(CLEAN, encoding="utf-8")
    rocks("lint", "archive", "--write-baseline", "archive/known.json")
    assert "2019/a.rocks" not in (folder / "archive/known.json").read_text(encoding="utf-8")


def test_only_what_is_selected_is_written(folder: Path) -> None:
    rocks("lint", "archive", "--select", "S402", "--write-baseline", "known.json")
    known = json.loads((folder / "known.json").read_text(encoding="utf-8"))["known"]
    assert {entry["code"] for entry in known} == {"S402"}


def test_standard_input_can_be_known(folder: Path) -> None:
    rocks("lint", "-", "--write-baseline", "known.json", stdin=WRONG)
    assert rocks("lint", "-", "--baseline", "known.json", stdin=WRONG).code == 0
    (folder / "elsewhere").mkdir()
    assert rocks("lint", "-", "--baseline", "known.json", stdin=WRONG + "E 4|4 +5").code == 1


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--baseline", "absent.json"], 2, "cannot read the baseline absent.json"),
        (["--baseline", "archive/clean.rocks"], 2, "archive/clean.rocks: no baseline: not JSON"),
        (["--baseline", "a.json", "--write-baseline", "b.json"], 2, "one or the other"),
        (["--write-baseline", "no/such/folder/known.json"], 3, "cannot write no/such/folder/known.json"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_baseline_that_cannot_be_used(options: list[str], code: int, said: str) -> None:
    done = rocks("lint", "archive", *options)
    assert done.code == code
    assert said in done.err
    assert (done.out == "") == (code == 2)


def test_a_baseline_is_written_in_one_step(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "known.json").write_text(dumps(Baseline()), encoding="utf-8")

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_room)
    assert rocks("lint", "archive", "--write-baseline", "known.json").code == 3
    assert (folder / "known.json").read_text(encoding="utf-8") == dumps(Baseline())
    assert sorted(path.name for path in folder.iterdir()) == ["archive", "known.json"]
