"""Which paths a list of globs means: gitignore's language, blind to case."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import pathspec

from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_INCLUDE = (
    "**/*.sql",
    "**/*.hql",
    "**/*.ddl",
    "**/*.prc",
    "**/*.pks",
    "**/*.pkb",
    "**/*.btq",
    "**/*.bteq",
    "**/*.tab",
    "**/*.vw",
    "**/*.fnc",
    "**/*.trg",
    "**/*.psql",
    "**/*.q",
    "**/*.cql",
)
"""Names that SQL files usually have."""


@lru_cache(maxsize=256)
def matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Return the test whether a path is meant by the patterns; the last pattern that fits decides.

    Case never matters: the same estate is frozen on disks that keep case and on disks that do not,
    and ``LOAD.SQL`` is as much SQL as ``load.sql``.

    Args:
        patterns: gitignore-style globs over POSIX paths; ``!glob`` takes paths out again.

    Raises:
        UsageRefusal: one of them is no glob.
    """
    try:
        spec = pathspec.GitIgnoreSpec.from_lines([pattern.lower() for pattern in patterns])
    except ValueError as error:
        listed = ", ".join(patterns)
        raise UsageRefusal(
            f"A glob of '{listed}' cannot be read: {error}. Write it as in a .gitignore file."
        ) from error
    return lambda path: spec.match_file(path.lower())


@lru_cache(maxsize=256)
def matcher_within(patterns: tuple[str, ...], source: str) -> Callable[[str], bool]:
    """Return the test for the paths of one of several sources.

    A glob may say the source's name or leave it out: ``mart/tmp/**`` is about the source ``mart`` and about a
    folder ``mart`` inside any source.

    Args:
        patterns: As for ``matcher``.
        source: Name of the source; empty where there is only one.

    Raises:
        UsageRefusal: one of them is no glob.
    """
    if not source:
        return matcher(patterns)
    name = re.sub(r"([*?\[\]\\!# ])", r"\\\1", source)
    both: list[str] = []
    for pattern in patterns:
        sign, plain = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
        both += (
            [pattern, f"{sign}/{name}/{plain.removeprefix('/')}"] if "/" in plain.rstrip("/") else [pattern]
        )
    fits = matcher(tuple(both))
    return lambda path: fits(path if path.startswith(f"{source}/") else f"{source}/{path}")
