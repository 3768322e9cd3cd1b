"""Explain a code: a diagnostic, a reason, a rule, a class, a kind, how something stands, in a reader's words."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from wherefrom.domain.codes import CLASSES, DIAGNOSTICS, REASONS, RULES
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.kinds import WORDS


@dataclass(frozen=True, slots=True)
class Explanation:
    """One meaning of a code. A name can be a diagnostic and a terminal reason at once.

    Attributes:
        code: The code.
        kind: What it is a code of: ``diagnostic``, ``terminal reason``, ``kind of origin`` …
        severity: For a diagnostic; empty otherwise.
        meaning: What it says.
        next_step: What would settle it; empty where nothing is to be done or said.
    """

    code: str
    kind: str
    severity: str
    meaning: str
    next_step: str


def explain(code: str) -> tuple[Explanation, ...]:
    """Return every meaning of ``code``, in any case.

    Raises:
        UsageRefusal: there is none; the nearest codes are named.
    """
    name = code.strip().upper().replace("-", "_")
    found = tuple(each for each in codes() if each.code == name)
    if found:
        return found
    known = sorted({each.code for each in codes()})
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f" Near it: {', '.join(near)}." if near else ""
    raise UsageRefusal(f"'{code}' is no code of this program.{hint} All codes: wherefrom explain --list.")


def codes() -> tuple[Explanation, ...]:
    """Return every code by name: diagnostics, reasons, rules, classes, kinds, and how things stand."""
    diagnostics = (
        Explanation(code, "diagnostic", facts.severity.value, facts.meaning, facts.next_step)
        for code, facts in sorted(DIAGNOSTICS.items())
    )
    reasons = (Explanation(code, "terminal reason", "", text, "") for code, text in sorted(REASONS.items()))
    rules = (Explanation(code, "rule", "", text, "") for code, text in sorted(RULES.items()))
    classes = (
        Explanation(code, "source class", "", facts.meaning, facts.next_step)
        for code, facts in sorted(CLASSES.items())
    )
    words = (
        Explanation(str(word), what, "", text, "")
        for what, meanings in WORDS
        for word, text in meanings.items()
    )
    return (*diagnostics, *reasons, *rules, *classes, *words)
