"""What people do at the page's table, for the tests of the page: tap, drag, type, confirm."""

from __future__ import annotations

import re
from typing import Any

ROWS = ("top", "middle", "bottom")
POSITION = "ofc1~rules.pineapple~seat.0~turn.0~b0.Qh_7h7d3c2s_AsKs9s8s~draw.Td8c4h~discards.5d2c"
"""A position of pineapple on its fourth street, in which every number is exact."""

Page = Any


def sit_down(page: Page, rules: str = "pineapple", *, persons: int = 0) -> None:
    """A new match from the lobby: against a bot, or with other persons at the same device."""
    page.select_option("[data-key=game]", rules)
    if persons:
        page.select_option("[data-key=seat0]", "")
    page.click("[data-key=deal]")
    page.wait_for_selector(".tray .draw .card, .tray [data-key=confirm]")


def tap_row(page: Page, row: str) -> None:
    """The next free place of a row of the board that is to play."""
    page.click(f".mine [data-row={row}] button.slot")


def free_rows(page: Page) -> list[str]:
    return [row for row in ROWS if page.query_selector(f".mine [data-row={row}] button.slot")]


def lay(page: Page) -> None:
    """Place what is to be placed: the bottom first, then the middle, then the top."""
    while page.is_disabled("[data-key=confirm]"):
        tap_row(page, free_rows(page)[-1])


def confirm(page: Page) -> None:
    """Confirm, and wait until it is somebody's turn again or the hand is over."""
    before = seen(page)
    page.click("[data-key=confirm]")
    changed(page, before)


def seen(page: Page) -> str:
    """Cards of the own board and of the draw: what changes when a move is made."""
    return str(
        page.evaluate("""() => [...document.querySelectorAll(".tray .draw .card, .mine .card:not(.slot)")]
            .map((one) => one.dataset.card).join(" ") + document.querySelectorAll(".tray .draw").length""")
    )


def changed(page: Page, before: str) -> None:
    page.wait_for_function(
        """(before) => {
            const cards = [...document.querySelectorAll(".tray .draw .card, .mine .card:not(.slot)")];
            const now = cards.map((one) => one.dataset.card).join(" ")
                + document.querySelectorAll(".tray .draw").length;
            const confirm = document.querySelector("[data-key=confirm]");
            return now !== before && confirm && confirm.textContent !== "…";
        }""",
        arg=before,
    )


def is_over(page: Page) -> bool:
    return page.query_selector(".tray .draw") is None


def finish_hand(page: Page) -> int:
    """Play a hand to its end; the number of moves."""
    moves = 0
    while not is_over(page):
        lay(page)
        confirm(page)
        moves += 1
    return moves


def stored(page: Page, kind: str) -> list[dict[str, Any]]:
    """What the page keeps on the device."""
    found = page.evaluate(
        """(kind) => Object.entries(localStorage).filter(([key]) => key.startsWith(`ofckit/${kind}/`))
            .map(([, text]) => JSON.parse(text))""",
        kind,
    )
    assert isinstance(found, list)
    return found


def number(text: str) -> float:
    """The first number of a text, with the page's minus sign."""
    found = re.search(r"[+-]?\d+(\.\d+)?", text.replace("\N{MINUS SIGN}", "-"))
    assert found, text
    return float(found[0])


def file(name: str, text: str) -> dict[str, Any]:
    """A file to choose."""
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
