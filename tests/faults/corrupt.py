"""Ways to damage a release, its deliverables, a decision log or a store; and whether that is named."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.faults.acts import CONFIG, tree
from tests.faults.program import Program
from tests.journeys.desk import FILES, write

from wherefrom.app.analyze import analyze, open_analysis, trace_analysis
from wherefrom.app.freeze import freeze
from wherefrom.app.publish import HTML, MARKDOWN, publish_release
from wherefrom.app.review.decide import decide
from wherefrom.app.review.table import open_table
from wherefrom.app.verify import verify
from wherefrom.app.workspace import open_release, project_workspace
from wherefrom.domain.decision import Decision
from wherefrom.domain.errors import Refusal
from wherefrom.engine import Budget
from wherefrom.publish import DRAFT, check_deliverables
from wherefrom.publish.verify import _entries, _read_file, _read_manifest
from wherefrom.review import Words
from wherefrom.snapshot import check, load
from wherefrom.snapshot.check import _one_file

EXAMPLES = Path(__file__).parents[2] / "examples" / "warehouse"
HERE = Budget(jobs=1)
STORE = Path(".wherefrom/evidence.db")
LOG = "governance/decisions.jsonl"
TWINS = {"swapped": {"manifest.json": "manifest.intoto.json"}}
"""What is named where a whole manifest of another release stands: of the two papers, which is the other's is not known."""

PAPERS = frozenset({"manifest.json", "manifest.intoto.json", "release.json", "SHA256SUMS"})
"""Files that speak of others: a change in one is judged with all of them at hand."""


@dataclass(frozen=True, slots=True)
class Shop:
    """A project with two releases, published under decisions.

    Attributes:
        home: The project.
        earlier: The deliverables of R1 as they were before the last decision.
        published: Digest of the deliverables of R1.
    """

    home: Path
    earlier: Path
    published: str


def shop(desk: Path) -> Shop:
    """Make a project; its deliverables of R1 were published twice, before and after a decision."""
    home = desk / "shop"
    for name, text in FILES.items():
        write(home, name, text)
    (home / "wherefrom.toml").write_text(CONFIG, "utf-8")
    workspace = project_workspace(home)
    analyze(workspace, freeze(workspace, "R1"), ("dm.sales",), HERE)
    for place in (0, 1):
        table = open_table(workspace)
        row = next(each for each in table.rows if each.is_open)
        decide(workspace, table.analysis, [row], Decision.REJECTED, Words(reason=f"Reason {place}."), "ada")
        publish(home, "R1")
        if not place:
            shutil.copytree(home / "deliverables/R1", desk / "earlier")
    write(home, "dm/sales.sql", FILES["dm/sales.sql"].replace("SUM(", "MAX("))
    analyze(workspace, freeze(workspace, "R2"), ("dm.sales",), HERE)
    publish(home, "R2")
    return Shop(home, desk / "earlier", tree(home / "deliverables/R1"))


def publish(home: Path, release: str) -> None:
    """Publish a release from what the store has."""
    workspace = project_workspace(home)
    analysis = open_analysis(workspace, open_release(workspace, release))
    answers = trace_analysis(analysis, ("dm.sales",))
    publish_release(analysis, answers, workspace.deliverables_dir(release), DRAFT)


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True) or [b""]


WAYS: dict[str, Callable[[bytes], bytes | None]] = {
    "deleted": lambda _: None,
    "emptied": lambda _: b"",
    "cut in half": lambda data: data[: len(data) // 2],
    "one byte short": lambda data: data[:-1],
    "a line twice": lambda data: data + _lines(data)[-1],
    "first line lost": lambda data: b"".join(_lines(data)[1:]),
    "lines reversed": lambda data: b"".join(reversed(_lines(data))),
}
"""What becomes of a file's bytes; None for no file."""


def damaged(shop: Shop) -> Iterator[tuple[str, str]]:
    """Damage each file of two releases and of the log in each way; yield what was done, and what was wrong."""
    home = shop.home
    places = [
        each for part in ("snapshots", "deliverables") for each in (home / part).rglob("*") if each.is_file()
    ]
    for place in sorted((*places, home / LOG)):
        before = place.read_bytes()
        name = place.relative_to(home).as_posix()
        other = Path(str(place).replace("/R1/", "/R2/"))
        swapped = {"swapped": other.read_bytes()} if other != place and other.is_file() else {}
        for way, after in {**{name: act(before) for name, act in WAYS.items()}, **swapped}.items():
            if after == before or (after == before[:-1] and name == LOG):
                continue  # a log whose last line has no end holds the same records
            place.unlink()
            if after is not None:
                place.write_bytes(after)
            found = {each.item for item in verify(home) for each in item.findings if not each.ok}
            place.write_bytes(before)
            due = TWINS.get(way, {}).get(place.name, place.name)
            named = any(name.endswith(item) for item in found) or due in found
            yield way, "" if named else f"{name} {way}: verify names {sorted(found) or 'nothing'}"


def large(desk: Path) -> Path:
    """Publish the example warehouse as pages and as a site, and return the project."""
    home = desk / "large"
    shutil.copytree(EXAMPLES, home / "sql")
    (home / "wherefrom.toml").write_text(CONFIG, "utf-8")
    workspace = project_workspace(home)
    analysis, answers = analyze(workspace, freeze(workspace, "R1"), None, HERE)
    publish_release(analysis, answers, workspace.deliverables_dir("R1"), DRAFT, (MARKDOWN, HTML))
    return home


def flipped(place: Path, rng: random.Random) -> bytes:
    """Change one bit of a file, anywhere, and return what its bytes were."""
    before = place.read_bytes()
    changed = bytearray(before)
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    place.write_bytes(changed)
    return before


def drawn(home: Path, rng: random.Random) -> Path:
    """Return a file of a release or its deliverables: the larger the likelier."""
    files = sorted(each for part in ("snapshots", "deliverables") for each in (home / part).rglob("*"))
    files = [each for each in files if each.is_file() and each.stat().st_size]
    return rng.choices(files, [each.stat().st_size for each in files])[0]


def flips(home: Path, count: int, rng: random.Random) -> tuple[Counter[str], list[str]]:
    """Flip bits of a large release and its deliverables; return how each was found, and what was missed.

    A file that a manifest lists is judged against its entry alone, as verify does for each; the papers with
    everything.
    """
    deliverables, release = home / "deliverables/R1", home / "snapshots/R1"
    values, _ = _read_manifest(deliverables)
    assert values is not None
    entries = {each.path: each for each in _entries(values)[0]}
    frozen = {each.stored: each for each in load(release).files}
    seen: Counter[str] = Counter()
    missed = []
    for _ in range(count):
        place = drawn(home, rng)
        folder = deliverables if place.is_relative_to(deliverables) else release
        name = place.relative_to(folder).as_posix()
        before = flipped(place, rng)
        if name in PAPERS:
            own = check_deliverables(folder) if folder == deliverables else ()
            items = {each.item for each in own if not each.ok} or {each.path for each in check(release)}
        elif folder == deliverables:
            found = _read_file(folder, entries[name])
            items = {found.item} if not isinstance(found, bytes) else set()
        else:
            items = {each.path for each in _one_file(folder, frozen[name], place.stat().st_size)}
        place.write_bytes(before)
        seen["named" if name in items else "found, not named" if items else "missed"] += 1
        if name not in items:
            missed.append(f"{name}: {sorted(items)}")
    return seen, missed


def store_damages(place: Path, rng: random.Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield ways to damage a store: flipped pages, cut at each so many pages, its log ahead gone."""
    size = place.stat().st_size

    def flip(at: int) -> None:
        data = bytearray(place.read_bytes())
        data[at] ^= 1 << rng.randrange(8)
        place.write_bytes(data)

    def cut(at: int) -> None:
        place.write_bytes(place.read_bytes()[:at])

    for number in range(count):
        yield "flipped", partial(flip, rng.randrange(size))
        yield "cut", partial(cut, 4096 * (number * (size // 4096) // count))


def with_log_ahead(place: Path) -> None:
    """Leave a store as a killed run leaves it, and lose its log ahead."""
    raw = sqlite3.connect(place, isolation_level=None)
    raw.execute("PRAGMA wal_autocheckpoint = 0")
    raw.execute("CREATE TABLE later (x)")
    data = place.read_bytes()
    raw.close()
    place.write_bytes(data)
    for left in ("-wal", "-shm"):
        place.with_name(place.name + left).unlink(missing_ok=True)


def never_wrong(shop: Shop) -> str:
    """Return what is wrong with what a damaged store leads to: the same bytes or a refusal, and a rebuild that is whole."""
    store = shop.home / STORE
    said = "the same"
    try:
        publish(shop.home, "R1")
        if tree(shop.home / "deliverables/R1") != shop.published:
            return "other bytes were published"
    except Refusal as refusal:
        said = str(refusal)
        if str(store) not in said:
            return f"the refusal does not name the store: {said}"
    for each in store.parent.iterdir():
        each.unlink()
    workspace = project_workspace(shop.home)
    analyze(workspace, open_release(workspace, "R1"), ("dm.sales",), HERE)
    publish(shop.home, "R1")
    return (
        ""
        if tree(shop.home / "deliverables/R1") == shop.published
        else "the rebuilt store leads to other bytes"
    )


def store_rounds(shop: Shop, count: int) -> Iterator[tuple[str, str]]:
    """Damage the store in so many places of each kind, and publish; yield what was done, and what was wrong."""
    store = shop.home / STORE
    whole = store.read_bytes()
    acts = [
        *store_damages(store, random.Random(5), count),
        ("log ahead lost", partial(with_log_ahead, store)),
    ]
    for way, act in acts:
        for left in store.parent.iterdir():
            left.unlink()
        store.write_bytes(whole)
        act()
        bad = never_wrong(shop)
        yield way, f"{way}: {bad}" if bad else ""


def command_flips(program: Program, home: Path, count: int) -> Iterator[tuple[str, str]]:
    """Flip bits of a large bundle and ask the command; yield what was hit, and what was wrong."""
    rng = random.Random(4)
    for _ in range(count):
        place = drawn(home, rng)
        before = flipped(place, rng)
        done = program.run(("verify", "."), home)
        place.write_bytes(before)
        folder = next(each for each in place.parents if each.name == "R1")
        name = place.relative_to(folder).as_posix()
        named = done.code == 4 and name in done.out
        yield "verify .", "" if named else f"{name}: exit code {done.code}: {done.out}"
