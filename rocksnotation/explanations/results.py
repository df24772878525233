"""The R and U codes: endings, the result, marks that excuse and comments that suppress."""

from __future__ import annotations

from rocksnotation.explanations.form import Explanation, record
from rocksnotation.messages import say

EXPLANATIONS = {
    "R501": Explanation(
        means=say(
            "The record names an ending that did not happen, or another one than the turns lead to: a hand is "
            "not empty, there were fewer than four passes, or another pair won."
        ),
        mend=say(
            "Correct the ending, or the turns that lead to it. The ending may also be left out, since it "
            "follows from the turns."
        ),
        bad=record("""
            [Event "Club evening"]
            [Target "15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            out E
        """),
        good=record("""
            [Event "Club evening"]
            [Target "15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            win EW
        """),
    ),
    "R502": Explanation(
        means=say(
            "The Result tag names other totals than the match came to. Totals of NS stand first, whoever won."
        ),
        mend=say("Correct the tag. If it is right, a placement, deduction or adjustment is missing."),
        bad=record("""
            [Event "Club evening"]
            [Target "15"]
            [Result "NS 15 EW 0"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            win EW
        """),
        good=record("""
            [Event "Club evening"]
            [Target "15"]
            [Result "NS 0 EW 15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            win EW
        """),
    ),
    "R503": Explanation(
        means=say(
            "A match is over as soon as a pair reaches the target: nothing is deducted, and no further round "
            "is played. The same holds for a round after the match was abandoned. It is said once a match."
        ),
        mend=say(
            "Remove the deductions; the leftovers themselves may stay, they show the hands. Move a further "
            "round to a match of its own."
        ),
        bad=record("""
            [Event "Club evening"]
            [Target "15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            win EW
            left
              W: 0|0 0|1 0|2 0|3 0|4 0|5 -15
        """),
        good=record("""
            [Event "Club evening"]
            [Target "15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            win EW
            left
              W: 0|0 0|1 0|2 0|3 0|4 0|5
        """),
    ),
    "R504": Explanation(
        means=say(
            "The record ends before a pair has reached the target. A match may be adjourned, abandoned or "
            "still going on, so this is no fault. It is an error where the Result tag gives a pair the target "
            "all the same."
        ),
        mend=say("Nothing needs to be done. If the match went on, write the rest of it."),
        bad=record("""
            [Event "Club evening"]
            [Target "15"]
            [Result "*"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1
        """),
        good=record("""
            [Event "Club evening"]
            [Target "15"]
            [Result "NS 0 EW 15"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1  E 4|4 +10
            win EW
        """),
    ),
    "R505": Explanation(
        means=say(
            "`^` says that something was wrong at the table and stood. What it stands after here was right."
        ),
        mend=say("Remove the `^`, or correct what it speaks of."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5^  N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5  N 1|1
        """),
    ),
    "U601": Explanation(
        means=say(
            "A comment that begins `lint: ignore` hides the codes that it names on what it is attached to. "
            "Here it hides nothing: the fault may have been mended since, or the comment stands at the wrong "
            "place."
        ),
        mend=say("Remove the comment, or attach it to the turn, deal or round that it is meant for."),
        bad=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5 { lint: ignore S401 }
               N 1|1
        """),
        good=record("""
            [Event "Club evening"]

            round 1
            lot W
            1. W 1|4 +5
               N 1|1
        """),
    ),
}
