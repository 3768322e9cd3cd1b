"""A made-up estate: SQL of its own, the same for the same seed on every machine.

    python -m benchmarks.estate FOLDER --files 2000 --dialect spark --seed 1

About a hundred files make a domain. Its sources are declared in one file; the other files fill one table
each, in four layers, mostly from tables of their own domain and of the layers below.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LAYERS = ("stage", "core", "mart", "report")
SHARES = (0.35, 0.65, 0.9, 1.0)
"""Up to which share of a domain's files a layer goes."""

DOMAINS = (
    "loans", "cards", "deposits", "payments", "branches", "customers", "risk", "treasury", "fees", "channels",
)  # fmt: skip
SUBJECTS = (
    "account", "balance", "contract", "event", "limit", "order", "party", "product", "rate", "transfer",
)  # fmt: skip
PLAIN = ("code", "status", "name", "kind", "region", "segment", "channel", "currency", "grade", "origin")
NUMBERS = ("amount", "balance", "fee", "rate", "quantity", "score", "exposure", "margin")
PER_DOMAIN = 100
KEY, DAY = "id", "business_date"

INSERTS = {
    "spark": "INSERT OVERWRITE TABLE {table}\n",
    "bigquery": "INSERT INTO {table} ({columns})\n",
    "postgres": "INSERT INTO {table} ({columns})\n",
    "snowflake": "INSERT OVERWRITE INTO {table} ({columns})\n",
}
"""How a query's rows are put into a table, by dialect; T-SQL puts it after WITH."""
DIALECTS = (*INSERTS, "tsql")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the estate; its columns begin with the key and the day."""

    name: str
    columns: tuple[str, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns that hold numbers."""
        return tuple(each for each in self.columns if each.split("_")[0] in NUMBERS)


def estate(count: int, dialect: str = "spark", seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield ``count`` files as (path, text).

    Args:
        count: Files, declarations included.
        dialect: One of ``DIALECTS``.
        seed: Another one gives another estate.
    """
    chance = random.Random(f"{seed}/{dialect}")
    earlier: list[Table] = []
    for number in range(-(-count // PER_DOMAIN)):
        domain = f"{DOMAINS[number % len(DOMAINS)]}{number // len(DOMAINS) or ''}"
        files = min(PER_DOMAIN, count - number * PER_DOMAIN)
        maker = _Domain(domain, dialect, chance, tuple(earlier))
        yield from maker.files(files)
        earlier += chance.sample(maker.made, min(3, len(maker.made)))


class _Domain:
    """The files of one domain.

    Attributes:
        made: Its tables that queries fill, so far.
    """

    def __init__(self, name: str, dialect: str, chance: random.Random, others: tuple[Table, ...]) -> None:
        self.name = name
        self.made: list[Table] = []
        self._dialect = dialect
        self._chance = chance
        self._others = others
        self._sources = [
            Table(f"{name}_ods.{subject}", self._columns(chance.randint(8, 20))) for subject in SUBJECTS
        ]

    def files(self, count: int) -> Iterator[tuple[str, str]]:
        yield f"{self.name}/sources.sql", "".join(map(self._declared, self._sources))
        below, layer = list(self._sources), 0
        fresh: list[Table] = []
        for at in range(1, count):
            while at / count > SHARES[layer]:
                layer, below, fresh = layer + 1, fresh or below, []
            subject = self._chance.choice(SUBJECTS)
            name = f"{self.name}_{LAYERS[layer]}.{subject}_{at:03d}"
            table, text = self._filled(name, below, LAYERS[layer])
            fresh.append(table)
            self.made.append(table)
            yield f"{self.name}/{LAYERS[layer]}/{subject}_{at:03d}.sql", text

    def _columns(self, count: int) -> tuple[str, ...]:
        words = [f"{word}_{part}" for word in (*PLAIN, *NUMBERS) for part in ("main", "prior", "open")]
        return (KEY, DAY, *self._chance.sample(words, count - 2))

    def _declared(self, table: Table) -> str:
        number, text, day = {
            "bigquery": ("NUMERIC", "STRING", "DATE"),
            "spark": ("DECIMAL(18, 2)", "STRING", "DATE"),
        }.get(self._dialect, ("DECIMAL(18, 2)", "VARCHAR(64)", "DATE"))
        kinds = {KEY: number, DAY: day} | dict.fromkeys(table.numbers, number)
        lines = ",\n".join(f"  {each} {kinds.get(each, text)}" for each in table.columns)
        return f"CREATE TABLE {table.name} (\n{lines}\n);\n\n"

    def _filled(self, name: str, below: list[Table], layer: str) -> tuple[Table, str]:
        """Return a table of a layer and the script that fills it."""
        count = self._chance.choice((1, 2, 2, 3, 4))
        inputs = self._chance.sample(below, min(count, len(below)))
        if self._others and self._chance.random() < 0.15:
            inputs.append(self._chance.choice(self._others))
        shape = {"stage": self._latest, "core": self._joined, "mart": self._summed, "report": self._stacked}
        definitions, query, columns = shape[layer](inputs)
        table = Table(name, columns)
        return table, self._script(table, definitions, query, view=layer == "report")

    def _script(self, table: Table, definitions: str, query: str, *, view: bool) -> str:
        columns = ", ".join(table.columns)
        if view:
            return f"CREATE VIEW {table.name} AS\n{definitions}{query};\n"
        if self._dialect == "tsql":
            return f"{definitions}INSERT INTO {table.name} ({columns})\n{query};\n"
        if self._chance.random() < 0.4:
            return f"CREATE TABLE {table.name} AS\n{definitions}{query};\n"
        head = INSERTS[self._dialect].format(table=table.name, columns=columns)
        made = self._declared(table) if "{columns}" not in INSERTS[self._dialect] else ""
        return f"{made}{head}{definitions}{query};\n"

    def _latest(self, inputs: list[Table]) -> tuple[str, str, tuple[str, ...]]:
        """The latest row per key of one table, cleaned."""
        source = inputs[0]
        items = ",\n".join(f"  {self._cleaned('s', each, source)} AS {each}" for each in source.columns)
        inner = f"SELECT t.*, ROW_NUMBER() OVER (PARTITION BY t.{KEY} ORDER BY t.{DAY} DESC) AS row_no FROM {source.name} t"
        where = f"s.row_no = 1 AND s.{self._chance.choice(source.columns)} IS NOT NULL"
        return "", f"SELECT\n{items}\nFROM (\n  {inner}\n) s\nWHERE {where}", source.columns

    def _cleaned(self, alias: str, column: str, table: Table) -> str:
        if column in (KEY, DAY) or self._chance.random() < 0.5:
            return f"{alias}.{column}"
        if column in table.numbers:
            return f"COALESCE(CAST({alias}.{column} AS DECIMAL(18, 2)), 0)"
        return f"CASE WHEN {alias}.{column} = '' THEN 'unknown' ELSE UPPER(TRIM({alias}.{column})) END"

    def _joined(self, inputs: list[Table]) -> tuple[str, str, tuple[str, ...]]:
        """Some tables joined by key and day; the others are filtered in CTEs of their own."""
        first, *rest = inputs
        ctes = [
            f"c{at} AS (\n  SELECT {', '.join(each.columns)}\n  FROM {each.name}\n"
            f"  WHERE {self._chance.choice(each.columns)} IS NOT NULL\n)"
            for at, each in enumerate(rest, start=1)
        ]
        items: dict[str, str] = {KEY: f"a.{KEY}", DAY: f"a.{DAY}"}
        for alias, table in (("a", first), *((f"c{at}", each) for at, each in enumerate(rest, start=1))):
            for column in self._chance.sample(table.columns[2:], min(8, len(table.columns) - 2)):
                items.setdefault(column, self._cleaned(alias, column, table))
        joins = "".join(
            f"\nLEFT JOIN c{at} ON c{at}.{KEY} = a.{KEY} AND c{at}.{DAY} = a.{DAY}"
            for at in range(1, len(rest) + 1)
        )
        listed = ",\n".join(f"  {value} AS {name}" for name, value in items.items())
        query = f"SELECT\n{listed}\nFROM {first.name} a{joins}\nWHERE a.{DAY} >= '2026-01-01'"
        return (f"WITH {', '.join(ctes)}\n" if ctes else ""), query, tuple(items)

    def _summed(self, inputs: list[Table]) -> tuple[str, str, tuple[str, ...]]:
        """One table summed by its plain columns, with a share of the whole."""
        source = inputs[0]
        plain = [each for each in source.columns[2:] if each not in source.numbers][:4]
        keys = [KEY, DAY, *plain]
        sums = {
            f"{each.split('_')[0]}_{word}": f"{function}(b.{each})"
            for each in source.numbers[:5]
            for word, function in (("sum", "SUM"), ("most", "MAX"))
        }
        sums["quantity_rows"] = "COUNT(*)"
        items = [f"  b.{each}" for each in keys] + [f"  {value} AS {name}" for name, value in sums.items()]
        join = ""
        if len(inputs) > 1:
            join = f"\nJOIN {inputs[1].name} o ON o.{KEY} = b.{KEY}"
        grouped = ", ".join(f"b.{each}" for each in keys)
        listed = ",\n".join(items)
        query = f"SELECT\n{listed}\nFROM {source.name} b{join}\nGROUP BY {grouped}\nHAVING COUNT(*) > 0"
        return "", query, (*keys, *sums)

    def _stacked(self, inputs: list[Table]) -> tuple[str, str, tuple[str, ...]]:
        """Tables stacked on the columns of the first; what another lacks is empty there."""
        first = inputs[0]
        names = first.columns
        branches = []
        for table in inputs:
            listed = ", ".join(
                each if each in table.columns else f"CAST(NULL AS DECIMAL(18, 2)) AS {each}" for each in names
            )
            branches.append(f"  SELECT {listed} FROM {table.name}")
        union = "\n  UNION ALL\n".join(branches)
        return f"WITH stacked AS (\n{union}\n)\n", "SELECT * FROM stacked", names


def write(folder: Path, count: int, dialect: str = "spark", seed: int = 1) -> Path:
    """Write an estate into a folder and return it."""
    for path, text in estate(count, dialect, seed):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


def main() -> None:
    """Write an estate."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--files", type=int, default=1_000)
    asked.add_argument("--dialect", choices=DIALECTS, default="spark")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    write(given.folder, given.files, given.dialect, given.seed)


if __name__ == "__main__":
    main()
