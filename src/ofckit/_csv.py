"""CSV for spreadsheets and programs: no text from outside becomes a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

# What a spreadsheet takes for a formula: these signs before more text, but a number is a number.
_FORMULA = re.compile(r"[=+\-@\t\r\uff1d\uff0b\uff0d\uff20](?=.)(?![\d.,]+$)", re.DOTALL)


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as lines of CSV, nothing for None; text that would be a formula gets an apostrophe before it."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value
