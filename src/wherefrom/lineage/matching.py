"""By which rule a writer may feed a read in another script: how their names meet (method 1.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wherefrom.domain.binding import BindingRule
from wherefrom.domain.names import TableName
from wherefrom.lineage.estate import Index, PlacedWriter


def possible_writers(index: Index, name: TableName) -> Iterator[int]:
    """Yield the writers whose table part may be the same."""
    last = name.parts[-1]
    seen = set(index.by_last.get(last, ()))
    yield from seen
    dynamic = any(placeholder in last for placeholder in name.placeholders)
    for other in index.by_last if dynamic else index.dynamic_lasts:
        if other != last:
            yield from (number for number in index.by_last[other] if number not in seen)


def rule_between(
    name: TableName, placed: PlacedWriter, index: Index, *, same_file: bool
) -> BindingRule | None:
    """Return the strongest rule by which a writer may feed a read; None if there is none."""
    other = placed.name
    if (name.only_placeholder or other.only_placeholder) and not (name.reference or other.reference):
        return _placeholder_rule(name, other, same_file=same_file)
    if name.parts == other.parts:
        if name.reference or other.reference:
            return BindingRule.PROJECT_REF if name.reference and other.reference else BindingRule.NAME_ONLY
        if name.placeholders:
            return BindingRule.SAME_PLACEHOLDER
        alike = name.defaulted == other.defaulted and name.searched == other.searched
        return BindingRule.EXACT if alike else BindingRule.DEFAULT_SCHEMA
    if name.searched or other.searched:
        return _searched_rule(name, other, index)
    if name.reference or other.reference:
        return (
            BindingRule.PROJECT_REF
            if _reference_match(name, other)
            else BindingRule.NAME_ONLY
            if name.parts[-1] == other.parts[-1]
            else None
        )
    if _same_environment(name, other, index):
        return BindingRule.ENVIRONMENT
    return BindingRule.NAME_ONLY if name.parts[-1] == other.parts[-1] else None


def otherwise_called(name: TableName, other: TableName) -> bool:
    """Whether a script may call one table by both names, so that its order says nothing of the two."""
    return bool(name.searched or other.searched) and name.parts != other.parts


def _searched_rule(name: TableName, other: TableName, index: Index) -> BindingRule | None:
    """A name under a search_path with several schemas may mean a table of any: it is followed where one is known."""
    if name.parts[-1] != other.parts[-1]:
        return None
    bare, full = (name, other) if name.searched else (other, name)
    if full.searched or full.canonical not in {f"{schema}.{bare.parts[-1]}" for schema in bare.searched}:
        return BindingRule.NAME_ONLY
    return BindingRule.DEFAULT_SCHEMA if index.found(bare) == (full.canonical,) else BindingRule.ENVIRONMENT


def _placeholder_rule(name: TableName, other: TableName, *, same_file: bool) -> BindingRule | None:
    return BindingRule.SAME_PLACEHOLDER if same_file and name.parts == other.parts else None


def _reference_match(name: TableName, other: TableName) -> bool:
    return name.reference and other.reference and name.parts[-1] == other.parts[-1] and len(name.parts) == 1


def _same_environment(name: TableName, other: TableName, index: Index) -> bool:
    """Equal after the environment map, a placeholder against a literal, or two parts against three."""
    mapped = dict(index.estate.environments)
    one = tuple(mapped.get(part, part) for part in name.parts)
    two = tuple(mapped.get(part, part) for part in other.parts)
    if one == two:
        return True
    shorter, longer = sorted((one, two), key=len)
    if len(shorter) != len(longer):
        return len(shorter) > 1 and longer[-len(shorter) :] == shorter
    if not (name.placeholders or other.placeholders) or (name.placeholders and other.placeholders):
        return False
    placeholders = name.placeholders or other.placeholders
    pattern, literal = (one, two) if name.placeholders else (two, one)
    return all(_fits(a, b, placeholders) for a, b in zip(pattern, literal, strict=True))


def _fits(pattern: str, literal: str, placeholders: tuple[str, ...]) -> bool:
    """Whether a part with placeholders can be a literal part; more than the placeholder must be equal."""
    text = re.escape(pattern)
    found = False
    for placeholder in placeholders:
        escaped = re.escape(placeholder)
        if escaped in text:
            text, found = text.replace(escaped, "[^.]+"), True
    if not found:
        return pattern == literal
    return pattern not in placeholders and re.fullmatch(text, literal) is not None
