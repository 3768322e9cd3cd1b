"""The wheel alone does the main job: templates and migrations are inside, and nothing of the checkout is used."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from tests.cli.estate import write_estate

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``wherefrom`` command of a virtual environment that has the wheel and nothing of the checkout."""
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    built = subprocess.run([*build, "--outdir", place, ROOT], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = place.glob("*.whl")
    venv.create(place / "venv", with_pip=False)
    python = place / "venv" / "bin" / "python"
    libraries = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    # Libraries come from the environment that runs the tests; a path in a .pth file brings no editable install along.
    (Path(libraries) / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    done = subprocess.run([*install, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return place / "venv" / "bin" / "wherefrom"


def _run(command: Path, *words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([command, *words], cwd=cwd, env={}, capture_output=True, text=True, check=False)


def test_the_wheel_answers_help(installed: Path, tmp_path: Path) -> None:
    done = _run(installed, "--help", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Commands:" in done.stdout


def test_the_wheel_does_the_main_job(installed: Path, tmp_path: Path) -> None:
    write_estate(tmp_path / "sql")
    done = _run(
        installed, "run", "sql", "--target", "sales", "--dialect", "spark", "--out", "out", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert _run(installed, "verify", "out", cwd=tmp_path).returncode == 0
    said = _run(installed, "doctor", cwd=tmp_path).stdout
    assert "WRONG" not in said
