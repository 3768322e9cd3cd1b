"""The program on a disk that fails, loaded once and forked for each command: started by ``tests.faults.program``."""

from __future__ import annotations

import ctypes
import os
import time

from tests.forked import Order, serve


def arm(order: Order) -> None:
    """Tell the disk and the clock what is to go wrong in this process."""
    told = os.open(order["told"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if order["told"] else -1
    disk = ctypes.CDLL(None)
    disk.disk_clock(ctypes.c_long(order["wrong_by"]), ctypes.c_long(order["each_time"]))
    time.tzset()
    disk.disk_arm(order["under"].encode(), order["action"], order["at"], order["errno"], told)


if __name__ == "__main__":
    serve(arm)
