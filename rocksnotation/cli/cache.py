"""What was clean before: how many matches a text has in which nothing at all was found, by what it says.

A small file for each, named by a digest; it says the same whatever settings and codes are asked for, since
nothing was found to choose from. What cannot be read there, or is not as it was written, is as if it were not there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import rocksnotation
from rocksnotation.cli import files

VARIABLE = "ROCKS_CACHE_DIR"
"""The variable of the environment that names another folder."""

_SIZE = 20
_LONGEST = 100


def folder(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Where the platform keeps what can be made again, unless the environment names a folder."""
    if chosen := environment.get(VARIABLE):
        return chosen
    home = os.path.expanduser("~")
    if platform == "win32":
        above = environment.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif platform == "darwin":
        above = os.path.join(home, "Library", "Caches")
    else:
        above = environment.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(above, "rocksnotation")


class Cache(NamedTuple):
    """The clean texts of one version of the program, in a folder that anybody may delete at any time."""

    folder: str

    def matches(self, digest: str) -> int | None:
        """How many matches a text has that was clean, or None where that is not known."""
        try:
            with open(self._file(digest), "rb") as file:
                said = file.read(_LONGEST)
        except OSError:
            return None
        number = said.split(b" ", 1)[0]
        if not (number.isdigit() and len(number) < 15) or said != _entry(digest, int(number)):
            return None
        return int(number)

    def remember(self, digest: str, matches: int) -> None:
        """Keeps that a text is clean, if it can be kept."""
        file = self._file(digest)
        with suppress(OSError):
            os.makedirs(os.path.dirname(file), exist_ok=True)
            files.write_bytes(file, _entry(digest, matches))

    def _file(self, digest: str) -> str:
        return os.path.join(self.folder, f"lint-{rocksnotation.__version__}", digest[:2], digest[2:])


class Digest:
    """The digest by which a text is known to this program: another may find something in it."""

    def __init__(self) -> None:
        from hashlib import sha256

        self._digest = sha256(_program())

    def while_read(self, blocks: Iterable[bytes]) -> Iterator[bytes]:
        """Some blocks as they are, each of them digested."""
        for block in blocks:
            self._digest.update(block)
            yield block

    def of(self, blocks: Iterable[bytes]) -> str:
        """The digest when some blocks have been added."""
        for _ in self.while_read(blocks):
            pass
        return self.text

    @property
    def text(self) -> str:
        """The digest of all blocks so far."""
        return self._digest.hexdigest()[: 2 * _SIZE]


@cache
def _program() -> bytes:
    """What tells this program from another: its version, and when the last of its modules was written."""
    package = os.path.dirname(rocksnotation.__file__)
    modules = (
        os.path.join(at, name) for at, _, names in os.walk(package) for name in names if name.endswith(".py")
    )
    newest = max((os.stat(module).st_mtime_ns for module in modules), default=0)
    return f"{rocksnotation.__version__} {newest}".encode()


def _entry(digest: str, matches: int) -> bytes:
    """What is written of a text: with a check that it is whole, and belongs to it."""
    from hashlib import blake2b

    return b"%d %s\n" % (matches, blake2b(f"{digest} {matches}".encode(), digest_size=8).hexdigest().encode())
