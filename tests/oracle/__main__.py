"""``python -m tests.oracle --queries 20000 --seed 1``: a long run."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.oracle.search import draw, smaller


def main() -> int:
    """Run; return 1 where an answer is unsound or too few claims were seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--queries", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show-idle", action="store_true", help="print claims that nothing was seen to move")
    parser.add_argument(
        "--every", type=int, default=10, help="look for the claims of one query in so many; 0 for none"
    )
    asked = parser.parse_args()
    count: Counter[str] = Counter()
    for number, found in enumerate(draw(asked.seed, asked.queries, asked.every), start=1):
        verdict = found.verdict
        count["not run"] += bool(verdict.failure)
        count["judged"] += not verdict.failure
        count["claims"] += verdict.claimed
        count["idle"] += len(verdict.idle)
        count["open fields"] += len(verdict.open)
        if verdict.unsound:
            count["unsound"] += 1
            small = smaller(found, lambda each: bool(each.unsound))
            _say(f"UNSOUND {number}: {small.verdict.unsound}\n  {small.statement.text}")
        if verdict.changed:
            count["changed by conditions"] += 1
            small = smaller(found, lambda each: bool(each.changed), look=True)
            _say(f"CHANGED {number}: {small.verdict.changed}\n  {small.statement.text}")
        if verdict.open:
            small = smaller(found, lambda each: bool(each.open), 300)
            _say(f"OPEN {number}: {small.verdict.open}\n  {small.statement.text}")
        if asked.show_idle and verdict.idle:
            _say(f"IDLE {number}: {verdict.idle}\n  {found.statement.text}")
        if number % 1000 == 0:
            _say(f"{number} {dict(count)}")
    share = 1 - count["idle"] / max(1, count["claims"])
    _say(f"seed {asked.seed}: {dict(count)}; {share:.2%} of the claimed value columns seen to move")
    return int(count["unsound"] > 0 or share < 0.99)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
