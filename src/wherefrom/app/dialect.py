"""Dialect names, as people give them."""

from __future__ import annotations

from difflib import get_close_matches

from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.errors import UsageRefusal


def require_dialect(name: str) -> str:
    """Return ``name`` if a fact sheet stands behind it.

    Raises:
        UsageRefusal: none does; the nearest names are given.
    """
    if name in DIALECTS:
        return name
    near = get_close_matches(name.lower(), DIALECTS, n=1, cutoff=0.5)
    hint = f" The nearest is {near[0]}." if near else ""
    raise UsageRefusal(f"The dialect '{name}' is not known.{hint} Known are {', '.join(sorted(DIALECTS))}.")
