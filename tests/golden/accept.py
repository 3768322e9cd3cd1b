"""Write what the program says now into the golden files: ``python -m tests.golden.accept [FILE[:LINE] …]``.

For a change whose every difference has been read and found right. It never runs where CI is set: a check
that can change what it checks is none. ``--layout`` runs nothing and only aligns the tables.
"""

from __future__ import annotations

import os
import sys

from tests.golden.fixture import FOLDER, Case, accepted, read, write


def main(arguments: list[str]) -> int:
    """Rewrite the cases that differ. Returns the exit code."""
    if os.environ.get("CI"):
        sys.stderr.write(
            "Golden files are not accepted where CI is set: read the differences and run this by hand.\n"
        )
        return 2
    layout = "--layout" in arguments
    wanted = [each for each in arguments if each != "--layout"]
    for path in sorted(FOLDER.glob("*.sql")):
        before = path.read_text("utf-8")
        cases = read(path.name, before)
        intro = before[: before.index("-- case:")]
        after = intro + "\n".join(write(case if layout else _now(case, wanted)) for case in cases)
        if after != before:
            path.write_text(after, "utf-8", newline="\n")
            sys.stdout.write(f"{path.name} rewritten\n")
    return 0


def _now(case: Case, wanted: list[str]) -> Case:
    from tests.golden.answer import differences, facts, run

    if wanted and case.path not in wanted and f"{case.path}:{case.line}" not in wanted:
        return case
    answer = run(case)
    found = differences(case, answer)
    if not found:
        return case
    sys.stdout.write("\n  ".join([str(case), *found]) + "\n")
    return accepted(case, facts(case, answer))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
