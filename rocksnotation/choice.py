"""Which codes are wanted of a run. Knows nothing of how anything is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rocksnotation.rules import RULES

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic


class Choice(NamedTuple):
    """Which codes are wanted: codes or their first letters; `ignore` wins over `select`."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, found: Diagnostic) -> bool:
        """Whether a finding is to be shown."""
        return self.wants_code(found.code)

    def wants_code(self, code: str) -> bool:
        """Whether findings of a code are to be shown."""
        selected = not self.select or code.startswith(self.select)
        return selected and not (self.ignore and code.startswith(self.ignore))

    def unknown(self) -> tuple[str, ...]:
        """The names that are no code and no beginning of one."""
        return tuple(
            name for name in (*self.select, *self.ignore) if not any(code.startswith(name) for code in RULES)
        )
