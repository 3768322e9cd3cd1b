"""What is wrong in a configuration, all of it, each with its place and what would be right."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from wherefrom.config.models import Configuration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_SHOWN = 60  # characters of a wrong value
Place = tuple[str | int, ...]
_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?")


def complaints(error: ValidationError, path: str, text: str, origins: Mapping[Place, str]) -> tuple[str, ...]:
    """Return one line for each fault, in order of place.

    Args:
        error: What Pydantic found.
        path: The file's name, to show.
        text: The file's text, for line numbers; empty if there is no file.
        origins: Places whose value came from a flag or the environment, with the name to show.
    """
    found = []
    for each in error.errors(include_url=False):
        place = each["loc"]
        origin = next((name for start, name in origins.items() if place[: len(start)] == start), "")
        line = 0 if origin else _line(text, place)
        shown = origin or (f"{path}:{line}" if line else path)
        found.append((bool(origin), line, f"{shown}: {_fault(each, place)}"))
    return tuple(message for _, _, message in sorted(found))


def _fault(each: ErrorDetails, place: Place) -> str:
    key = _dotted(place)
    if each["type"] == "extra_forbidden":
        return _unknown(place)
    if each["type"] == "missing":
        return f"{key} is missing; it has to be given"
    wanted = each["msg"].removeprefix("Value error, ")
    if wanted.startswith("'"):  # one of our own, which names what was found
        return f"{key}: {wanted}"
    return f"{key} is {_shown(each['input'])}; {wanted[:1].lower()}{wanted[1:]}"


def _unknown(place: Place) -> str:
    known = _known_keys(place[:-1])
    name = str(place[-1])
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.55)
    hint = f"the nearest known key is '{close[0]}'" if close else f"known are {', '.join(known)}"
    return f"{_dotted(place)} is no known key; {hint}"


def _known_keys(place: Place) -> list[str]:
    """Return the keys of the model at a place."""
    model: Any = Configuration
    for part in place:
        if isinstance(part, int):
            continue
        model = _MODELS.get((model.__name__, part), model)
    return sorted(model.model_fields)


def _models_of_fields(model: Any) -> dict[tuple[str, str], Any]:
    found: dict[tuple[str, str], Any] = {}
    for name, info in model.model_fields.items():
        inner = _model_in(info.annotation)
        if inner is not None:
            found[(model.__name__, name)] = inner
            found.update(_models_of_fields(inner))
    return found


def _model_in(annotation: Any) -> Any:
    if hasattr(annotation, "model_fields"):
        return annotation
    inner = [_model_in(each) for each in getattr(annotation, "__args__", ())]
    return next((each for each in inner if each is not None), None)


_MODELS = _models_of_fields(Configuration)


def _dotted(place: Place) -> str:
    text = "".join(
        f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place if part != "[key]"
    )
    return text.removeprefix(".")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _line(text: str, place: Place) -> int:
    """Return the 1-based line of a key, or of its table if the key stands nowhere; 0 if neither does."""
    names = [part for part in place if isinstance(part, str)]
    if not names:
        return 0
    table, key = names[0], names[1] if len(names) > 1 else ""
    wanted = next((part for part in place[1:2] if isinstance(part, int)), 0)
    headers: list[str] = []
    table_line = 0
    for number, line in enumerate(re.split(r"\r\n|\n", text), start=1):
        header = _HEADER.fullmatch(line)
        inside = headers[-1:] == [table] and headers.count(table) - 1 == wanted
        if header:
            headers.append(header[1])
            if header[1] == table and headers.count(table) - 1 == wanted:
                table_line = number
        elif (not headers and _defines(line, table)) or (inside and key and _defines(line, key)):
            return number
    return table_line


def _defines(line: str, key: str) -> bool:
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line) is not None
