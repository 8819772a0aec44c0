"""Histories reviewed on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taps import file, number

HISTORY = (Path(__file__).parents[2] / "docs" / "examples" / "history.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_example_history_is_reviewed_the_worst_first(open_page: Any, width: int) -> None:
    page = open_page("#review", width=width, seconds=1)
    page.click("[data-key=example]")
    page.wait_for_selector(".decision", timeout=60_000)
    page.wait_for_function("() => !document.querySelector('.busy')", timeout=60_000)
    lost = [-number(one) for one in page.locator(".decision .tag").all_inner_texts() if one != "best"]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 0
    assert page.locator(".bars button").count() >= 10
    page.locator("[data-key=player-Ann]").click()
    names = {one.split(", ")[-1] for one in page.locator(".decision .what").all_inner_texts()}
    assert names == {"Ann"}
    page.locator(".bars button").first.focus()
    page.keyboard.press("Enter")


def test_several_files_and_a_broken_one(open_page: Any) -> None:
    page = open_page("#review", seconds=1)
    page.forgive("status of 400|ERR_CONNECTION_REFUSED")
    page.wait_for_selector("[data-key=files]")
    short = HISTORY[: HISTORY.index('  "d p1 8h3sTs"')] + "]\n"
    files = [("one.toml", short), ("two.toml", "no history"), ("three.toml", short)]
    page.set_input_files(
        "[data-key=files]",
        files=[file(name, text) for name, text in files],
    )
    page.wait_for_function(
        "() => document.querySelector('.problem') && !document.querySelector('.busy')",
        timeout=60_000,
    )
    assert "two.toml" in page.inner_text(".problem")
    assert "three.toml" in page.inner_text("main")
