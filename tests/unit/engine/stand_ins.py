"""Extractors that stand in for the real one. Workers find them by name."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time

from wherefrom.domain.span import Span
from wherefrom.domain.unit import Coverage, Statement, StatementStatus, Unit


def read(text: str, dialect: str, settings: str) -> Unit:
    """One statement per file, whose kind is the text."""
    span = Span(0, len(text), 1, 1)
    statement = Statement(1, text, span, StatementStatus.PARSED, script=settings)
    return Unit(dialect, (statement,), (), (), (), (), (), (), Coverage(len(text), len(text)))


def troubled(text: str, dialect: str, settings: str) -> Unit:
    """Do what the text says, and read it if it says nothing known."""
    if text == "crash":
        ctypes.string_at(0)
    if text == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "leave":
        os._exit(3)
    if text == "hang":
        time.sleep(600)
    if text == "raise":
        raise KeyError("secret")
    if text == "memory":
        raise MemoryError
    if text == "much":
        return read(str(len(bytearray(8 * 1024**3))), dialect, settings)
    if text == "deep":
        return read(str(_depth(50_000)), dialect, settings)
    return read(text, dialect, settings)


def _depth(left: int) -> int:
    return 0 if left == 0 else 1 + _depth(left - 1)


def thread_name(text: str, dialect: str, settings: str) -> Unit:
    """Say on which thread it runs."""
    return read(threading.current_thread().name, dialect, settings + text)
