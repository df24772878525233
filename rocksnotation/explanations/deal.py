"""The D and L codes: the deal, the lot and the lead."""

from __future__ import annotations

from rocksnotation.explanations.form import Explanation, record
from rocksnotation.messages import say

EXPLANATIONS = {
    "D101": Explanation(
        means=say(
            "Every tile is in the set once, and this one was dealt to two players, or to one twice. Both "
            "hands are then taken as not known."
        ),
        mend=say(
            "Find out who held the tile; the turns and the leftovers may show it. Write `?` for a tile that "
            "nobody remembers."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|1 0|6 1|1 2|2 2|6 3|4 5|6
              W: 0|5 1|4 1|6 2|3 2|4 3|4 4|6
            lot W
            1. W 1|4 +5  N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|1 0|6 1|1 2|2 2|6 3|4 5|6
              W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
            lot W
            1. W 1|4 +5  N 1|1
        """),
    ),
    "D102": Explanation(
        means=say(
            "Each player is dealt seven tiles, and this hand has fewer or more. It is then taken as not "
            "known."
        ),
        mend=say("Write the missing tile, or `?` for it. Remove a tile that is too many."),
        bad=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|6 1|1 2|2 2|6 3|4 5|6
            lot W
            1. W 1|4 +5  N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|6 1|1 2|2 2|6 3|4 5|6 ?
            lot W
            1. W 1|4 +5  N 1|1
        """),
    ),
    "D103": Explanation(
        means=say(
            "The record does not show all hands, neither by a deal nor by the leftovers. Points and ends are "
            "checked, but not whether a player held what was placed, and could place nothing when passing. It "
            "is said once a match."
        ),
        mend=say(
            "Nothing needs to be done. If the hands are known, write the deal, or write the leftovers of all "
            "four hands after the round."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|6 1|1 2|2 2|6 3|4 4|4 5|6
              E: 0|0 0|1 0|2 1|3 1|5 2|5 3|3
              S: 0|3 0|4 1|2 3|6 4|5 5|5 6|6
              W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
            lot W
            1. W 1|4 +5  N 1|1
        """),
    ),
    "D104": Explanation(
        means=say(
            "Two players placed only tiles that the deal gives to the other, so the two hands stand under each "
            "other's seats. The replay goes on with the hands exchanged."
        ),
        mend=say("Exchange the two hands. If the deal is right, correct the seats of the turns."),
        bad=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|3 0|4 1|2 3|6 4|5 5|5 6|6
              S: 0|6 1|1 2|2 2|6 3|4 4|4 5|6
            lot W
            1. W 1|4 +5  N 1|1  E 1|3  S 3|6 +10
            2. W 4|6@4  N 5|6
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            deal
              N: 0|6 1|1 2|2 2|6 3|4 4|4 5|6
              S: 0|3 0|4 1|2 3|6 4|5 5|5 6|6
            lot W
            1. W 1|4 +5  N 1|1  E 1|3  S 3|6 +10
            2. W 4|6@4  N 5|6
        """),
    ),
    "L201": Explanation(
        means=say(
            "The round was led by somebody else than the winner of the lot, or than the player who went out "
            "in the round before. The replay goes on with the player who is named, unless only the rightful "
            "leader holds the tile."
        ),
        mend=say(
            "Correct the seat of the first turn, or the lot or ending that it rests on. If the wrong player "
            "really led and nobody objected, write `^` after the tile."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot E
            1. N 1|4 +5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot E
            1. E 1|4 +5
        """),
    ),
    "L202": Explanation(
        means=say(
            "The leader of the first round, and of a round after a blocked one, is chosen by lot. The record "
            "shows no lot, so that whoever led is believed."
        ),
        mend=say(
            "Write the lot, with what was drawn (`lot N:4 E:6 S:2 W:3`) or with its winner alone (`lot E`)."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            1. E 1|4 +5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot E
            1. E 1|4 +5
        """),
    ),
    "L203": Explanation(
        means=say(
            "The lot as it is written chooses nobody: the last draw is tied, or somebody drew who had no part "
            "in it, or somebody is missing. The highest draw wins, and those who tie for it, and only those, "
            "draw again."
        ),
        mend=say(
            "Write the next draw of those who tied after a `/`. If only the winner is known, write the winner "
            "alone."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot N:4 E:6 S:2 W:6
            1. W 1|4 +5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot N:4 E:6 S:2 W:6 / E:3 W:5
            1. W 1|4 +5
        """),
    ),
    "L204": Explanation(
        means=say(
            "A lot is written for a round whose leader is fixed: whoever goes out leads the next round. A lot "
            "is due only in the first round and after a blocked one."
        ),
        mend=say("Remove the lot. If the round before was blocked in truth, correct its ending."),
        bad=record("""
            [Event "Club evening"]

            round 1
            out E

            round 2
            lot E
            1. E 1|4 +5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            out E

            round 2
            1. E 1|4 +5
        """),
    ),
}
