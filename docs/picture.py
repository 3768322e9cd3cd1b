"""Draw what a terminal prints as an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

LETTER = 8.0
"""Width of a letter. Unit: SVG user units."""

LINE = 19
MARGIN = 16
CHROME = 30


def terminal(command: str, lines: Sequence[str]) -> str:
    """Return the picture of a command line and its answer.

    Args:
        command: The command, without the prompt.
        lines: What it prints.
    """
    shown = [f"$ {command}", *lines]
    width = round(max(map(len, shown)) * LETTER) + 2 * MARGIN
    height = CHROME + len(shown) * LINE + MARGIN
    texts = "\n".join(
        f'<text x="{MARGIN}" y="{CHROME + 14 + at * LINE}" class="{"c" if at == 0 else "t"}" '
        f'textLength="{round(len(line) * LETTER)}" xml:space="preserve">{escape(line)}</text>'
        for at, line in enumerate(shown)
        if line
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>{escape(command)}</title>
<style>text{{font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}}.c{{fill:#8ec07c;font-weight:bold}}.t{{fill:#dde3ea}}</style>
<rect width="{width}" height="{height}" rx="8" fill="#1b2129"/>
<circle cx="18" cy="15" r="5" fill="#e06c60"/><circle cx="35" cy="15" r="5" fill="#e0b25a"/><circle cx="52" cy="15" r="5" fill="#7db36a"/>
{texts}
</svg>
"""
