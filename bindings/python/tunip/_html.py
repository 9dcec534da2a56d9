"""Text with ANSI colours as HTML for notebooks: no scripts, styles inline, everything escaped."""

from __future__ import annotations

import html
import re

MOST_LINES = 2000
STYLES = {
    "1": "font-weight:bold", "2": "opacity:0.6", "4": "text-decoration:underline",
    "31": "color:#c33", "32": "color:#282", "33": "color:#a60", "34": "color:#33c",
    "35": "color:#a2a", "36": "color:#077", "90": "color:#888",
    "7;31": "background:#fbb;color:#600", "7;32": "background:#bfb;color:#030",
}
SEQUENCE = re.compile(r"\x1b\[([\d;]*)m")


def from_ansi(text: str) -> str:
    """A <pre> with the text, cut after MOST_LINES lines."""
    lines = text.split("\n")
    rest = len(lines) - MOST_LINES
    parts = SEQUENCE.split("\n".join(lines[:MOST_LINES]))
    out, depth = [html.escape(parts[0])], 0
    for code, piece in zip(parts[1::2], parts[2::2]):
        if code in ("", "0"):
            out.append("</span>" * depth)
            depth = 0
        else:
            style = STYLES.get(code) or ";".join(filter(None, map(STYLES.get, code.split(";"))))
            out.append(f'<span style="{style}">')
            depth += 1
        out.append(html.escape(piece))
    out.append("</span>" * depth)
    if rest > 0:
        out.append(f"\n... {rest} more lines")
    return f'<pre style="line-height:1.25;overflow-x:auto;white-space:pre">{"".join(out)}</pre>'


def folded(title: str, body: str) -> str:
    """A part of a page under its title, closed at first; without a body only the title."""
    shown = f"<code>{html.escape(title)}</code>"
    return f"<details><summary>{shown}</summary>{body}</details>" if body else \
        f"<div>{shown}: no changes</div>"
