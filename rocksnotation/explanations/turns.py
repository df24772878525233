"""The M codes: turns, placements and passes."""

from __future__ import annotations

from rocksnotation.explanations.form import Explanation, record
from rocksnotation.messages import say

_ALL_HANDS = record("""
    [Event "Club evening"]

    round 1
    deal
      N: 0|6 1|1 2|2 2|6 3|4 4|4 5|6
      E: 0|0 0|1 0|2 1|3 1|5 2|5 3|3
      S: 0|3 0|4 1|2 3|6 4|5 5|5 6|6
      W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
    lot W
    1. W 1|4 +5  N 1|1  E 1|3  S 3|6 +10
    2. W 4|6@4  N 5|6
""")
"""Six turns with all hands known."""

EXPLANATIONS = {
    "M301": Explanation(
        means=say(
            "Turns go clockwise, N, E, S, W, and somebody else was due who could place a tile. The replay "
            "follows the record, but the table may have seen something else."
        ),
        mend=say(
            "Write the turn that is missing, or correct the seat. If the turn was really taken so and nobody "
            "objected, write `^` after the tile."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|1 0|6 1|1 2|2 2|6 3|4 5|6
            lot W
            1. W 1|4 +5  E 4|4
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|1 0|6 1|1 2|2 2|6 3|4 5|6
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
        """),
    ),
    "M302": Explanation(
        means=say(
            "The deal or the leftovers show that the player did not hold this tile. The message says who did, "
            "where that is known. The replay follows the record."
        ),
        mend=say("Correct the tile, the seat or the deal."),
        bad=record("""
            [Event "Club evening"]

            round 1
            deal
              E: 0|0 0|1 0|2 1|3 2|5 3|3 4|4
            lot W
            1. W 1|4 +5  N 4|4
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              E: 0|0 0|1 0|2 1|3 2|5 3|3 4|4
            lot W
            1. W 1|4 +5  N 3|4
        """),
    ),
    "M303": Explanation(
        means=say(
            "This tile was placed before in the same round, and every tile is in the set once. One of the two "
            "is written wrongly. The layout is not known from here, and the rest of the round is not checked."
        ),
        mend=say("Find out which of the two placements was another tile."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 1|4
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
        """),
    ),
    "M304": Explanation(
        means=say(
            "A tile joins by a half that an open end shows, and here none shows either half, or the end that "
            "is named does not. The layout is not known from here, and the rest of the round is not checked."
        ),
        mend=say("Correct the tile, or a placement before it that left other ends."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 5|6
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 4|6
        """),
    ),
    "M305": Explanation(
        means=say(
            "After `@` stands an end that is not open: no open end shows this number, or the tile that is "
            "named is covered or not on the table. The layout is not known from here, and the rest of the "
            "round is not checked."
        ),
        mend=say(
            "Name the end by what it showed before the placement, such as @4 or @4|4. Where only one end "
            "fits, none needs to be named."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 4|6@6
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 4|6@4
        """),
    ),
    "M306": Explanation(
        means=say(
            "The tile fits ends of more than one kind, and the record does not say which one it joined. If "
            "the points claimed for it, or its count, fit one of them only, that one is taken, and this is a "
            "warning. Otherwise the layout is not known from here."
        ),
        mend=say(
            "Name the end after the tile: @5 is an end that shows a five, @5|5 is the double five. "
            "`lint --fix` does so where what is claimed leaves one end only."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 4|5  E 1|5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 4|5  E 1|5@1 +10
        """),
    ),
    "M307": Explanation(
        means=say(
            "Who can place a tile must, and this player held one that fitted. The message names it. The "
            "replay follows the record."
        ),
        mend=say("Correct the turn or the deal. If the false pass really happened and stood, write `pass^`."),
        bad=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|1 0|6 1|1 2|2 2|6 3|4 5|6
            lot W
            1. W 1|4 +5  N pass
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|1 0|6 1|1 2|2 2|6 3|4 5|6
            lot W
            1. W 1|4 +5  N 1|1
        """),
    ),
    "M308": Explanation(
        means=say(
            "The round was over: a hand was empty, four players had passed in a row, or the match was won. "
            "What comes after that does not count. It is said once a round."
        ),
        mend=say("Remove the turns after the end, or correct the turn that ended the round too early."),
        bad=record("""
            [Event "Club evening"]
            [Target "15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10  S 3|4
        """),
        good=record("""
            [Event "Club evening"]
            [Target "15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
        """),
    ),
    "M309": Explanation(
        means=say(
            "A player's turn is left out, or `blocked` is written before four passes. Nothing speaks against "
            "a pass, so the replay takes it as one."
        ),
        mend=say("Write the pass. If nobody passed, correct the seat or write the turn that is missing."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  E 4|4
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N pass  E 4|4
        """),
    ),
    "M310": Explanation(
        means=say(
            "A round ends when a hand is empty or when four players have passed in a row. This one is "
            "settled, or followed by another, before that. Its totals are then what the record says."
        ),
        mend=say(
            "Write the turns that are missing. A misdeal that was played again ends with `void`, and a match "
            "that was broken off with `abandoned`."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1

            round 2
            lot E
            1. E 2|3 +5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1
            void

            round 2
            lot E
            1. E 2|3 +5
        """),
    ),
    "M311": Explanation(
        means=say(
            "A player is skipped, and what follows does not fit, but with one more placement by that player it "
            "does. The message names the tile, or all that would do. The replay goes on with the turn where "
            "there is only one."
        ),
        mend=say(
            "Write the turn that is missing, with its points. If nothing is missing, correct what does not fit "
            "after it."
        ),
        bad=_ALL_HANDS.replace("E 1|3  ", ""),
        good=_ALL_HANDS,
    ),
    "M312": Explanation(
        means=say(
            "With the end that is named, this tile or what follows it does not fit, and with another end all of "
            "it does. The replay goes on with the other end."
        ),
        mend=say("Correct the end after `@`. If it is right, correct the turns after it."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 1|3  S 3|6 +10
            2. W 4|6@6  N 5|6  E 5|5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 1|3  S 3|6 +10
            2. W 4|6@4  N 5|6  E 5|5
        """),
    ),
    "M313": Explanation(
        means=say(
            "Two turns, one after the other, do not fit as they are written. The other way round they do, and "
            "what follows does too. The replay goes on with them in that order."
        ),
        mend=say("Write the two turns in the order in which they were taken."),
        bad=_ALL_HANDS.replace("E 1|3  S 3|6 +10", "S 3|6 +10  E 1|3"),
        good=_ALL_HANDS,
    ),
}
