"""YAML as nested texts and nothing else: no types, no tags, no doubled keys, nothing endless.

PyYAML gives the events; what they mean is decided here. ``no`` stays ``no`` and ``012`` stays ``012``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from wherefrom.domain.span import Span

MOST_BYTES = 5 * 1024 * 1024
MOST_ALIASES = 100
DEEPEST = 64
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same events, faster
_NEWLINE = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Listed:
    """A list."""

    items: tuple[YamlNode, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mapping; keys are texts and differ."""

    entries: tuple[tuple[Scalar, YamlNode], ...]
    span: Span


YamlNode = Scalar | Listed | Mapped


class YamlFault(Exception):  # noqa: N818  # it is what the file has
    """The file is not read any further: ``found`` stands at ``line``, and ``wanted`` would be right."""

    def __init__(self, line: int, found: str, wanted: str) -> None:
        super().__init__(line, found, wanted)
        self.line = line
        self.found = found
        self.wanted = wanted


@dataclass(slots=True)
class _Open:
    """A collection that is still being read."""

    start: int
    anchor: str | None
    mapping: bool
    items: list[YamlNode] = field(default_factory=list)


def read_yaml(text: str) -> YamlNode:
    """Return the one document of a YAML text.

    Args:
        text: Decoded, without a byte order mark.

    Raises:
        YamlFault: it is no YAML, or holds something that no list of names needs.
    """
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise YamlFault(1, f"larger than {MOST_BYTES} bytes", "divide the file")
    return _Reader(text).read()


class _Reader:
    """Builds nodes from events. Not recursive: the depth is the author's choice."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
        self._stack: list[_Open] = []
        self._anchors: dict[str, YamlNode] = {}
        self._aliases = 0
        self._root: YamlNode | None = None

    def read(self) -> YamlNode:
        for event in self._events():
            start, end = event.start_mark, event.end_mark
            if start is not None and end is not None:  # the parser's own promise
                self._check(event, self._line(start.index))
                self._take(event, start.index, end.index)
        if self._root is None:
            raise YamlFault(1, "empty", "begin it with 'tables:'")
        return self._root

    def _events(self) -> Iterator[yaml.Event]:
        try:
            yield from yaml.parse(self._text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = self._line(mark.index) if mark is not None else 1
            raise YamlFault(line, error.problem or "no YAML", "write it as YAML") from error
        except yaml.YAMLError as error:  # a character that YAML does not allow
            at = getattr(error, "position", 0)
            raise YamlFault(
                self._line(at if isinstance(at, int) else 0),
                "no YAML",
                "it has a character that YAML does not allow",
            ) from error

    def _check(self, event: yaml.Event, line: int) -> None:
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise YamlFault(line, tag, "leave the tag out; every value is a text")
        if isinstance(event, yaml.AliasEvent):
            self._aliases += 1
            if self._aliases > MOST_ALIASES:
                raise YamlFault(
                    line, f"*{event.anchor}", f"a file may have {MOST_ALIASES} aliases; write it out"
                )
        elif isinstance(event, yaml.CollectionStartEvent) and len(self._stack) >= DEEPEST:
            raise YamlFault(line, f"more than {DEEPEST} levels deep", "a catalog has six")
        elif isinstance(event, yaml.DocumentStartEvent) and self._root is not None:
            raise YamlFault(line, "a second document", "divide the file")

    def _take(self, event: yaml.Event, start: int, end: int) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._add(Scalar(event.value, self._span(start, end)), event.anchor)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._stack.append(_Open(start, event.anchor, isinstance(event, yaml.MappingStartEvent)))
        elif isinstance(event, yaml.CollectionEndEvent):
            done = self._stack.pop()
            last = max(
                (item.span.end for item in done.items if item.span.start >= done.start), default=done.start
            )
            closed = self._text[start:end] in ("]", "}")
            span = self._span(done.start, end if closed else last)
            self._add(
                self._mapped(done, span) if done.mapping else Listed(tuple(done.items), span), done.anchor
            )
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise YamlFault(
                    self._line(start), f"*{event.anchor}", "no anchor of that name ends before it"
                )
            self._add(self._anchors[event.anchor], None)

    def _mapped(self, done: _Open, span: Span) -> Mapped:
        entries: dict[str, tuple[Scalar, YamlNode]] = {}
        for key, value in zip(done.items[::2], done.items[1::2], strict=True):
            if not isinstance(key, Scalar):
                raise YamlFault(key.span.line, "no text", "a key is a text")
            if key.text in entries:
                first = entries[key.text][0].span.line
                raise YamlFault(key.span.line, key.text, f"the key stands on line {first} already; keep one")
            entries[key.text] = (key, value)
        return Mapped(tuple(entries.values()), span)

    def _add(self, node: YamlNode, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if self._stack:
            self._stack[-1].items.append(node)
        else:
            self._root = node

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _span(self, start: int, end: int) -> Span:
        return Span(start, end, self._line(start), self._line(max(start, end - 1)))
