"""The laws of Seven Rocks in plain words, by number. Data alone: nothing here decides anything."""

from __future__ import annotations

from rocksnotation.messages import Message, say

LAWS = {
    "1.1": say("Four players sit N, E, S, W; partners sit opposite and share one total."),
    "1.2": say("The double-six set has 28 tiles, each of two halves of 0 to 6 pips, and each tile once."),
    "1.3": say("A match is played to 250 points, or to the target that the record names."),
    "2.1": say("Each player is dealt seven tiles; all 28 are dealt, and nobody draws."),
    "2.2": say("The first leader is chosen by lot among all four; those who tie draw again."),
    "2.3": say("The leader may lead any tile, and the turns go clockwise."),
    "2.4": say("Whoever went out leads the next round; after a blocked round a lot is drawn again."),
    "3.1": say("A tile joins an open end that shows one of its halves; its other half is the new end."),
    "3.2": say("A double lies crosswise and counts both halves while it is an end, and nothing after that."),
    "4.1": say("The first double of the round is the spinner, and the only one."),
    "4.2": say("Both lines of the spinner are filled before a branch is opened; then either branch may be."),
    "4.3": say("The spinner counts both halves, once, until both of its lines are filled, and then nothing."),
    "4.4": say("A branch counts nothing until it is opened, and then its outer end."),
    "5.1": say("The ends are added up after every placement, the first and the last of a round included."),
    "5.2": say("A sum that is a positive multiple of five scores exactly that for the player's pair."),
    "5.3": say("The ends never come to more than 36, so that no placement scores more than 35."),
    "6.1": say("Who can place a tile must; who cannot must pass."),
    "6.2": say("Four passes in a row block the round."),
    "7.1": say("A round ends when a hand is empty or when it is blocked."),
    "7.2": say(
        "Each hand that is left is rounded by itself to the nearest five and taken from its pair's total."
    ),
    "8.1": say("The first pair at the target wins at once; the round is neither continued nor settled."),
    "8.2": say("Settlement only lowers totals, so that it never wins a match."),
}
"""Every numbered law, in order."""


def law(number: str) -> Message:
    """What the law of that number says. Raises KeyError where there is none."""
    return LAWS[number]


def cited(number: str) -> Message:
    """A law with its number."""
    return say("Law {number}: {law}", number=number, law=law(number))
