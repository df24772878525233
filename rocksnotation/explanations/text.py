"""The T codes: the text itself, tags and numbers."""

from __future__ import annotations

from rocksnotation.explanations.form import Explanation, record
from rocksnotation.messages import say

_NAMES = record("""
    [North "Олена"]

    round 1
    lot W
    1. W 1|4 +5
""")

EXPLANATIONS = {
    "T001": Explanation(
        means=say(
            "At this place stands something that the notation does not have there. The message says what was "
            "expected. The rest of the record is read all the same, but damaged turns end the checking of "
            "their round."
        ),
        mend=say("Write what was expected, or put a remark between braces."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1 =six
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1 =6
        """),
    ),
    "T002": Explanation(
        means=say(
            "A comment, a quoted value or a variation is opened here and never closed. How far it was meant "
            "to go cannot be known. What follows it in a round is not read."
        ),
        mend=say(
            "Close a comment with `}}`, a variation with `)`, and the value of a tag with its quotation mark "
            "in the same line."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5 { the first five
               N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5 { the first five }
               N 1|1
        """),
    ),
    "T003": Explanation(
        means=say(
            "The file is not text in UTF-8, the encoding of records. Often it was saved in an older encoding, "
            "such as Windows-1251, or it is no text at all. Nothing of it can be read."
        ),
        mend=say("Open the file in the program that wrote it, and save it as UTF-8."),
        bad=_NAMES.encode("cp1251"),
        good=_NAMES,
    ),
    "T004": Explanation(
        means=say(
            "The halves of a tile show 0 to 6, and here one shows more. Where it stands among the turns, the "
            "rest of the round's turns is not judged; in a hand, that hand is not known."
        ),
        mend=say("Write the tile that was meant."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|7
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|2
        """),
    ),
    "T005": Explanation(
        means=say(
            "The same tag is written twice in one match. The first one counts. The second is kept in the "
            "text, and lost in a conversion to JSON."
        ),
        mend=say("Remove one of them. If both say something, put both into one value."),
        bad=record("""
            [Event "Club evening"]
            [Event "Autumn cup"]

            round 1
            lot W
            1. W 1|4 +5
        """),
        good=record("""
            [Event "Club evening, Autumn cup"]

            round 1
            lot W
            1. W 1|4 +5
        """),
    ),
    "T006": Explanation(
        means=say(
            "The notation does not know a tag of this name. It is kept, and formatting and conversion keep it "
            "too. It may be a known name that is misspelt."
        ),
        mend=say(
            "Nothing needs to be done if the tag is your own. Otherwise correct its name, or say the same in "
            "a comment."
        ),
        bad=record("""
            [Event "Club evening"]
            [Weather "rain"]

            round 1
            lot W
            1. W 1|4 +5
        """),
        good=record("""
            [Event "Club evening"]

            { rain all evening }

            round 1
            lot W
            1. W 1|4 +5
        """),
    ),
    "T007": Explanation(
        means=say(
            "Some tags have values of a fixed form, so that programs can read them: Date, Target, Result, "
            "Rules and Rocks. This value is of another form. No value may hold control characters."
        ),
        mend=say(
            "Write a date as YYYY-MM-DD, with ? for each digit that is not known, a result as NS 255 EW 140 "
            "or *, and a target as a positive multiple of five."
        ),
        bad=record("""
            [Event "Club evening"]
            [Date "29.11.2026"]

            round 1
            lot W
            1. W 1|4 +5
        """),
        good=record("""
            [Event "Club evening"]
            [Date "2026-11-29"]

            round 1
            lot W
            1. W 1|4 +5
        """),
    ),
    "T008": Explanation(
        means=say(
            "Rounds are numbered from 1, and so are the circuits of a round, each of four turns, passes "
            "included. Here a number is left out or repeated. Either the number is wrong, or turns or a whole "
            "round are missing."
        ),
        mend=say("Write what is missing, or correct the number. `rocks fmt` numbers the circuits anew."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10  S pass
            3. W 3|4 +5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10  S pass
            2. W 3|4 +5
        """),
    ),
    "T009": Explanation(
        means=say("The text has neither a tag nor a round, so that there is no match in it."),
        mend=say("Write `round 1` before the turns. If the file is something else, leave it out."),
        bad=record("""
            1. W 1|4 +5  N 1|1
        """),
        good=record("""
            round 1
            1. W 1|4 +5  N 1|1
        """),
    ),
    "T010": Explanation(
        means=say(
            "Something is larger than any record needs: variations nested more than 64 deep, a number of more "
            "than six digits, a line or comment of more than 100,000 characters, or a match of more than 4 MB. It "
            "is refused, so that no file can keep the program busy for long."
        ),
        mend=say("Write it shorter. A long comment may be split into several."),
        bad=record("""
            [Event "Club evening"]
            [Target "5"]

            round 1
            lot W
            1. W 1|4 +5
            win EW
            total NS 0 EW 5000000
        """),
        good=record("""
            [Event "Club evening"]
            [Target "5"]

            round 1
            lot W
            1. W 1|4 +5
            win EW
            total NS 0 EW 5
        """),
    ),
}
