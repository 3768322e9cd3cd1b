"""The program, loaded once and forked for each command: a process of its own that has nothing to import.

Orders come as lines of JSON on standard input. For each the id of the process and, when it has ended, its exit code
go as lines to standard output.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
import time
from collections.abc import Callable
from typing import Any

import wherefrom
from wherefrom.cli.main import main

Order = dict[str, Any]
"""``words`` and ``cwd`` of a command, its whole ``env``, and files for its ``out`` and ``err``."""


def load() -> None:
    """Import every module of the program, so that a fork has nothing to import."""
    for each in pkgutil.walk_packages(wherefrom.__path__, "wherefrom."):
        if each.name != "wherefrom.__main__":
            importlib.import_module(each.name)


def forked(order: Order, first: Callable[[Order], None]) -> int:
    """Start a command in a process of its own, ``first`` run there before it, and return its id."""
    child = os.fork()
    if child:
        return child
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    time.tzset()
    for name, handle in (("out", 1), ("err", 2)):
        place = os.open(order[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(place, handle)
        os.close(place)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["wherefrom", *order["words"]]
    first(order)
    code = 99
    try:
        code = main()
        sys.stdout.flush()
    finally:
        os._exit(code)


def serve(first: Callable[[Order], None] = lambda _: None) -> None:
    """Carry out orders until there are no more."""
    load()
    real = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        child = forked(json.loads(line), first)
        real.write(f"{child}\n")
        real.flush()
        real.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        real.flush()


if __name__ == "__main__":
    serve()
