"""Which files decide what link says of a file (architecture 3.1).

Link looks writers up by the last part of a table's name, and bodies by the name of a procedure. So what it says of
a file rests on the file, on the files that write what it reads or writes, on those whose bodies it calls, and on a
few that may write any table. While none of these changes, link says the same.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from wherefrom.domain.outline import Interface


@dataclass(frozen=True, slots=True)
class Linkable:
    """A file as the others see it.

    Attributes:
        path: Its path.
        unit: What tells its Unit from every other.
        interface: How it meets the others.
    """

    path: str
    unit: str
    interface: Interface


class Neighbours:
    """The files of an estate and who decides whom. Built once, never changed."""

    def __init__(self, files: Sequence[Linkable], common: str) -> None:
        """Take the files of an estate, sorted by path, and a text of what else decides: settings, versions."""
        self.files = files
        self._writers: dict[str, list[int]] = defaultdict(list)
        self._bodies: dict[str, list[int]] = defaultdict(list)
        for number, file in enumerate(files):
            for name in file.interface.writes:
                self._writers[name].append(number)
            for name in file.interface.defines:
                self._bodies[name].append(number)
        self._anywhere = [number for number, file in enumerate(files) if file.interface.anywhere]
        self._digests: dict[str, str] = {}
        copied = sorted({name for file in files for name in file.interface.copies})
        likely = (number for number, file in enumerate(files) if file.interface.copies)
        self._common = _digest(
            (
                common,
                *map(self._stamp, self._anywhere),
                *map(self._stamp, likely),
                *map(self._of_table, copied),
            )
        )

    def keys(self) -> list[str]:
        """Return per file a hash of everything that decides what link says of it."""
        return [self._key(number, file) for number, file in enumerate(self.files)]

    def needed(self, numbers: Iterable[int]) -> list[int]:
        """Return the files whose Units link needs to say everything of some files, those included, sorted."""
        found: set[int] = set()
        for number in numbers:
            found.update(self._around(number))
        waiting = [name for number in found for name in self.files[number].interface.copies]
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                found.update(self._writers.get(name, ()))
                waiting += [
                    each for at in self._writers.get(name, ()) for each in self.files[at].interface.copies
                ]
        return sorted(found)

    def _around(self, number: int) -> Iterator[int]:
        file = self.files[number].interface
        yield number
        yield from self._anywhere
        yield from self._called(number)
        for name in (*file.reads, *file.writes):
            yield from self._writers.get(name, ())
        if file.open:
            yield from self._writing

    def _key(self, number: int, file: Linkable) -> str:
        interface = file.interface
        names = sorted({*interface.reads, *interface.writes})
        parts = [self._common, self._stamp(number), *map(self._of_table, names)]
        parts += map(self._stamp, self._called(number))
        if interface.open:
            parts.append(_digest(map(self._stamp, self._writing)))
        return _digest(parts)

    def _stamp(self, number: int) -> str:
        file = self.files[number]
        return f"{file.path}\x00{file.unit}"

    def _of_table(self, name: str) -> str:
        """Return a hash of the files that write a table."""
        if name not in self._digests:
            self._digests[name] = _digest((name, *map(self._stamp, self._writers.get(name, ()))))
        return self._digests[name]

    @cached_property
    def _writing(self) -> list[int]:
        return [number for number, file in enumerate(self.files) if file.interface.writes]

    def _called(self, number: int) -> list[int]:
        """Return the files with the bodies that a file calls, directly or not; where tables are shared, callers too."""
        interface = self.files[number].interface
        if not interface.calls and not interface.shares:
            return []
        seen, waiting = {number}, [number]
        while waiting:
            here = waiting.pop()
            onward = [at for name in self.files[here].interface.calls for at in self._bodies.get(name, ())]
            if interface.shares:
                onward += [
                    at for name in self.files[here].interface.defines for at in self._callers.get(name, ())
                ]
            for at in onward:
                if at not in seen:
                    seen.add(at)
                    waiting.append(at)
        return sorted(seen - {number})

    @cached_property
    def _callers(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, file in enumerate(self.files):
            for name in file.interface.calls:
                found[name].append(number)
        return dict(found)


def _digest(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for each in parts:
        digest.update(each.encode("utf-8", "surrogatepass") + b"\x01")
    return digest.hexdigest()
