"""``python -m tests.fuzz --seconds 3600 --seed 1``: a long run. A failing seed is kept in ``seeds.txt``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.fuzz.rounds import play

SEEDS = Path(__file__).with_name("seeds.txt")


def main() -> int:
    """Play rounds until the time is up; return 1 where one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=sys.maxsize, help="at most so many")
    asked = parser.parse_args()
    count: Counter[str] = Counter()
    end = time.monotonic() + asked.seconds
    for seed in range(asked.seed, asked.seed + asked.rounds):
        if time.monotonic() > end:
            break
        with tempfile.TemporaryDirectory() as folder:
            try:
                count += play(seed, Path(folder))
            except Exception as fault:  # whatever it is: this is what the run looks for
                count["failed"] += 1
                frames = "".join(traceback.format_exception(fault)[-4:])
                sys.stdout.write(f"seed {seed}: {type(fault).__name__}: {str(fault)[:300]}\n{frames}\n")
        if count["rounds"] % 100 == 0:
            sys.stdout.write(f"{seed}: {dict(count)}\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"from seed {asked.seed}, {time.process_time():.0f} s of this process: {dict(sorted(count.items()))}\n"
    )
    return int(count["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main())
