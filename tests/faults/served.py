"""The program, loaded once and forked for each command: started by ``tests.faults.program``.

Orders come as lines of JSON on standard input, and what became of each goes as a line to standard output.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import pkgutil
import sys
import time
from pathlib import Path
from typing import Any

import wherefrom
from wherefrom.cli.main import main


def load() -> None:
    """Import every module of the program, so that a fork has nothing to import."""
    for each in pkgutil.walk_packages(wherefrom.__path__, "wherefrom."):
        if each.name != "wherefrom.__main__":
            importlib.import_module(each.name)


def forked(order: dict[str, Any]) -> int:
    """Start a command in a process of its own and return its id."""
    child = os.fork()
    if child:
        return child
    os.chdir(order["cwd"])
    os.environ.update(order["env"])
    for name, handle in (("out", 1), ("err", 2)):
        place = os.open(order[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(place, handle)
        os.close(place)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["wherefrom", *order["words"]]
    told = os.open(order["told"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if order["told"] else -1
    disk = ctypes.CDLL(None)
    disk.disk_clock(ctypes.c_long(order["wrong_by"]), ctypes.c_long(order["each_time"]))
    time.tzset()
    disk.disk_arm(order["under"].encode(), order["action"], order["at"], order["errno"], told)
    code = 99
    try:
        code = main()
        sys.stdout.flush()
    finally:
        os._exit(code)


def serve() -> None:
    """Carry out orders until there are no more."""
    load()
    real = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        child = forked(json.loads(line))
        real.write(f"{child}\n")
        real.flush()
        real.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        real.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    serve()
