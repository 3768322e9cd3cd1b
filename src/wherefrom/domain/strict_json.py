"""JSON as a record must hold it: no duplicate keys, whole numbers, no NaN, no endless nesting."""

from __future__ import annotations

import json
from typing import NoReturn


def read_object(text: bytes, max_size: int) -> dict[str, object]:
    """Read one JSON object.

    Args:
        text: Its bytes, UTF-8 without a byte order mark.
        max_size: Most bytes that are read.

    Raises:
        ValueError: it is no such object; the text is one clause that says what is wrong.
    """
    if len(text) > max_size:
        raise ValueError(f"it is {len(text)} bytes long, and at most {max_size} are read")
    try:
        found = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_float=_no_float,
            parse_int=_whole,
        )
    except UnicodeDecodeError as error:
        raise ValueError(f"its byte {error.start + 1} is no UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON at its character {error.pos + 1} ({error.msg})") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")  # one kind of error for one kind of fault
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"its key '{key}' stands twice")
        found[key] = value
    return found


_MOST_DIGITS = 100


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"one of its numbers has {len(text)} digits")
    return int(text)


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"its {text} is no JSON number")


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"its {text} is no whole number")
