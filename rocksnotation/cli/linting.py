"""One run of `rocks lint` over its inputs: what is found, and of that what is asked for and new. Shows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocksnotation.choice import Choice
from rocksnotation.cli import files
from rocksnotation.cli.baseline import KnownFindings, NewBaseline
from rocksnotation.cli.config import InForce
from rocksnotation.cli.fixing import Fixing
from rocksnotation.cli.output import refused
from rocksnotation.cli.shared import Inputs, read_record
from rocksnotation.messages import say

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic
    from rocksnotation.events import Record
    from rocksnotation.render.reports import Finding


@dataclass(frozen=True, slots=True)
class Asked:
    """The codes that the command line asks for, and those that it does not want; None where it is silent."""

    select: tuple[str, ...] | None
    ignore: tuple[str, ...] | None

    @classmethod
    def of(cls, select: list[str] | None, ignore: list[str] | None) -> Asked:
        """What some options ask for. A code that there is not ends the command."""
        asked = cls(_codes(select), _codes(ignore))
        for code in Choice(asked.select or (), asked.ignore or ()).unknown():
            raise refused(say("there is no code {code}; `rocks rules` lists them", code=code))
        return asked

    def choice(self, path: str, in_force: InForce) -> Choice:
        """The codes that are wanted of one input: what is asked for stands in the place of its settings.

        What is selected by hand is not ignored by the settings, but for what they ignore in some files only.
        """
        ignore = self.ignore
        if ignore is None:
            ignore = in_force.config.ignore if self.select is None else ()
        select = in_force.config.select if self.select is None else self.select
        return Choice(select, (*ignore, *in_force.ignored_in(path)))


def _codes(values: list[str] | None) -> tuple[str, ...] | None:
    if values is None:
        return None
    return tuple(code for value in values for code in value.upper().replace(",", " ").split())


class LintRun:
    """Reads, checks and mends the inputs one by one, and gives their findings while it goes on.

    After that it knows all that it found, the names of what it read, how many matches there were, and whether
    an input was no record.
    """

    def __init__(
        self,
        inputs: Inputs,
        in_force: Mapping[str, InForce],
        asked: Asked,
        fixing: Fixing,
        known: KnownFindings | NewBaseline,
    ) -> None:
        self._inputs = inputs
        self._in_force = in_force
        self._asked = asked
        self._fixing = fixing
        self._known = known
        self.findings: list[Finding] = []
        self.names: list[str] = []
        self.matches = 0
        self.refused = False

    def __iter__(self) -> Iterator[Finding]:
        for one in self._inputs:
            record = read_record(one)
            if record is None:
                self.refused = True
            else:
                yield from self._found(one, record)

    def _found(self, one: files.Input, record: Record) -> list[Finding]:
        """What is new in one input, after its fixes."""
        choice = self._asked.choice(one.path, self._in_force[one.path])

        def wanted(record: Record, found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
            return self._known.not_known(one.path, record, filter(choice.wants, found), choice.wants_code)

        from rocksnotation.lint import check

        checked = check(record)
        if self._fixing.is_on:
            record, checked = self._fixing.mended(one, record, checked, wanted)
        found = filter(choice.wants, checked.diagnostics)
        new = self._known.new(one.path, record, found, choice.wants_code)
        findings = [(record.source, fault) for fault in new]
        self.findings += findings
        self.names.append(one.name)
        self.matches += len(record.matches)
        return findings
