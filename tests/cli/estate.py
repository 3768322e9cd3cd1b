"""A tiny estate of two files, for tests that need one that works."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "dwd/orders.sql": (
        "INSERT OVERWRITE TABLE dwd.orders\n"
        "SELECT o.order_id, UPPER(o.channel) AS channel, o.amount\n"
        "FROM ods.shop_order o\n"
        "WHERE o.state = 'PAID';\n"
    ),
    "dm/sales.sql": (
        "CREATE TABLE dm.sales AS\n"
        "SELECT d.channel, SUM(d.amount) AS amount, 'CNY' AS currency\n"
        "FROM dwd.orders d\n"
        "GROUP BY d.channel;\n"
    ),
}


def write_estate(folder: Path) -> Path:
    """Write the estate into a folder and return it."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return folder
