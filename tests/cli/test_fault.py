"""A fault of our own ends in exit code 70 and a report that quotes no SQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.command import SOURCE

_BROKEN = """
import sys
from wherefrom.cli import main, explain
def command(code: str = "") -> None:
    {body}
explain.command = command
sys.argv = ["wherefrom", "explain"]
sys.exit(main.main())
"""


def _run(body: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _BROKEN.format(body=body)],
        cwd=cwd,
        env={"PYTHONPATH": str(SOURCE), "TMPDIR": str(cwd)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fault_is_reported_without_the_message_that_may_quote_sql(tmp_path: Path) -> None:
    done = _run("raise ValueError(\"password = 'hunter2'\")", tmp_path)
    assert done.returncode == 70
    assert "hunter2" not in done.stderr
    assert "Traceback" not in done.stderr
    (report,) = tmp_path.glob("wherefrom-report-*.txt")
    assert report.name in done.stderr
    text = report.read_text(encoding="utf-8")
    assert "ValueError" in text
    assert "hunter2" not in text
    assert str(SOURCE) not in text


def test_an_interrupt_is_130(tmp_path: Path) -> None:
    done = _run("raise KeyboardInterrupt", tmp_path)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f"{sys.executable} -m wherefrom explain --list | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={"PYTHONPATH": str(SOURCE), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
        restore_signals=True,
    )
    assert done.returncode in {0, 128 + signal.SIGPIPE}
    assert done.stderr == ""


def test_what_a_disk_answers_is_no_fault_of_the_program(tmp_path: Path) -> None:
    done = _run("raise OSError(28, 'No space left on device', '/data/x')", tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("wherefrom: /data/x: the system refuses: No space left on device.")
    assert done.stderr.count("\n") == 1
    done = _run("raise FileNotFoundError(2, 'No such file or directory', '/data/x')", tmp_path)
    assert done.returncode == 70
