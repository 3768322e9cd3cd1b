"""A value that is made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Later(Generic[Value]):
    """What some work gives: done once, and only where somebody needs it."""

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make

    @cached_property
    def value(self) -> Value:
        """The value. Raises what making it raises."""
        return self._make()
