"""The S codes: points, leftovers, deductions and totals."""

from __future__ import annotations

from rocksnotation.explanations.form import Explanation, record
from rocksnotation.messages import say

_BLOCKED = record("""
    [Event "Club evening"]

    round 1
    lot W
    1. W 5|5 +10  N 1|5  E 2|5  S 0|1
    2. W 2|3  N 0|5@0  E 3|5@3 +10  S 4|5@5
    3. W 4|6  N 5|6@6 +10  E pass  S pass
    4. W pass  N pass
    blocked
    left
      N: 0|0 0|2 1|1 2|2 -10
      E: 2|4 2|6 3|3 3|4 4|4 -35
      S: 0|3 0|4 1|2 1|3 1|4 -20
      W: 0|6 1|6 3|6 6|6 -35
    total NS -20 EW -50
""")
"""A whole round, blocked after ten tiles, with all hands known from the leftovers."""

EXPLANATIONS = {
    "S401": Explanation(
        means=say(
            "The points that are claimed are not what the placement scores. Points are awarded whether or not "
            "they were claimed, so the replay goes on with the right ones."
        ),
        mend=say(
            "Correct the claim, or a placement before it that left other ends. If the wrong points were "
            "really scored and stood, write `^` after them, as in `+10^`."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +10  N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1
        """),
    ),
    "S402": Explanation(
        means=say(
            "This placement scores, and no points are written for it, while others in the same round have "
            "theirs. The replay awards them. In a round without any claims nothing is said."
        ),
        mend=say(
            "Write the points. If the player claimed nothing and scored nothing at the table, write `+0^`."
        ),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
        """),
    ),
    "S403": Explanation(
        means=say(
            "What was left in a hand is what was dealt without what was placed, and the record says something "
            "else. It is said once a round, of the first such hand."
        ),
        mend=say(
            "Correct the leftovers, the deal or the turns. A hand that is not known at all may be left out of "
            "the deal."
        ),
        bad=record("""
            [Event "Club evening"]
            [Target "5"]

            round 1
            deal
              W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
            lot W
            1. W 1|4 +5
            win EW
            left
              W: 0|5 1|6 2|3 2|4 4|6
        """),
        good=record("""
            [Event "Club evening"]
            [Target "5"]

            round 1
            deal
              W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
            lot W
            1. W 1|4 +5
            win EW
            left
              W: 0|5 1|6 2|3 2|4 3|5 4|6
        """),
    ),
    "S404": Explanation(
        means=say(
            "The deduction that is written is not what the hand costs. Each hand is rounded by itself to the "
            "nearest five: one or two pips over go down, three or four up. Here 8 pips cost 10."
        ),
        mend=say(
            "Correct the deduction, or the tiles. If the wrong deduction was really made and stood, write `^` "
            "after it."
        ),
        bad=_BLOCKED.replace("2|2 -10", "2|2 -5").replace("NS -20", "NS -15"),
        good=_BLOCKED,
    ),
    "S405": Explanation(
        means=say(
            "The total that is written is not what the points and deductions come to. A slip that has been "
            "reported already may be carried on in later totals and is not reported again. Here the hands of "
            "N and S were put together before rounding, 27 pips to 25, but they cost 10 and 20."
        ),
        mend=say(
            "Correct the total, or the points and deductions that lead to it. If the wrong total was really "
            "gone on with, write `^` after it."
        ),
        bad=_BLOCKED.replace("NS -20", "NS -15"),
        good=_BLOCKED,
    ),
    "S406": Explanation(
        means=say(
            "The number after `=` is what the ends were said to count after the placement, and they count "
            "something else. The message adds them up. It awards nothing and takes nothing away."
        ),
        mend=say("Correct the count, or a placement before it that left other ends."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1 =5
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1 =6
        """),
    ),
}
