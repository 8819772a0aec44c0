"""An evening scored on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taps import number, stored

ANN = ["Qh", "Qd", "5c", "7h", "7d", "8s", "8c", "2d", "As", "Ks", "Js", "9s", "4s"]
BOB = ["Kc", "4h", "3s", "5h", "5d", "6s", "6h", "9c", "9d", "9h", "Qc", "Jc", "8d"]


def begin(page: Any, *names: str) -> None:
    page.wait_for_selector("[data-key=name0]")
    for i, name in enumerate(names):
        page.fill(f"[data-key=name{i}]", name)
    page.click("[data-key=begin]")
    page.wait_for_selector("ofc-deck .card")


def tap(page: Any, cards: list[str]) -> None:
    for card in cards:
        page.click(f'ofc-deck [data-card="{card}"]')


def board(cards: list[str]) -> str:
    return "/".join("".join(row) for row in (cards[:3], cards[3:8], cards[8:]))


def totals(page: Any) -> list[float]:
    return [number(one) for one in page.locator("section[role=status] .total").all_inner_texts()]


@pytest.mark.parametrize("width", [360, 1280])
def test_an_evening_by_tapping_with_a_stake(open_page: Any, width: int) -> None:
    page = open_page("#score", width=width)
    begin(page, "Ann", "Bob")
    tap(page, ANN + BOB)
    page.click("[data-key=add]")
    page.wait_for_selector("text=After 1 hand")
    page.wait_for_function("() => document.querySelector('.total').textContent !== '0'")
    assert totals(page) == [17, -17]
    page.fill("[data-key=stake]", "0,25")
    page.dispatch_event("[data-key=stake]", "change")
    page.wait_for_selector("text=Bob pays Ann 4.25")
    page.reload()
    page.wait_for_selector("text=Bob pays Ann 4.25")


def test_a_hand_as_text_and_house_rules_by_a_switch(open_page: Any) -> None:
    page = open_page("#score")
    begin(page, "Ann", "Bob")
    page.click("text=As text, or a file")
    page.fill("[data-key=words]", f"Ann: {board(ANN)}\nBob: {board(BOB)}")
    page.click("[data-key=score-text]")
    page.wait_for_function("() => document.querySelector('.total').textContent !== '0'")
    before = totals(page)
    page.click("summary:text-is('Points')")
    page.select_option("[data-key=scoring]", '"rows"')
    page.wait_for_function(f"() => document.querySelector('.total').textContent !== '+{before[0]:.0f}'")
    assert totals(page)[0] == before[0] - 3
    page.wait_for_selector(".sheet-beside .sheet p:has-text('Other than the preset of this name: scoring.')")
    page.forgive("status of 400")
    page.click("summary:text-is('Jokers')")
    page.select_option("[data-key=joker_resolution]", '"row"')
    page.click("summary:text-is('Closed Chinese poker')")
    page.select_option("[data-key=naturals]", "{dragon = 13}")
    page.select_option("[data-key=jokers]", "2")
    page.wait_for_selector(".house .problem")
    page.click("[data-key=reset]")
    page.wait_for_selector(".house .problem", state="detached")
    assert totals(page) == before


def test_ranks_alone_are_dressed_in_suits(open_page: Any) -> None:
    page = open_page("#score")
    begin(page, "Ann", "Bob")
    page.check("[data-key=unsuited]")
    for card in ANN:
        page.click(f"[data-key=rank{card[0]}]")
    page.click("[data-key=flush-0-bottom]")
    page.click("[data-key=who1]")
    for card in BOB:
        page.click(f"[data-key=rank{card[0]}]")
    page.click("[data-key=add]")
    page.wait_for_function("() => document.querySelector('.total').textContent !== '0'")
    assert totals(page) == [17, -17]


def test_a_wrong_hand_is_told_and_not_kept(open_page: Any) -> None:
    page = open_page("#score")
    page.forgive("status of 400|ERR_CONNECTION_REFUSED")
    begin(page, "Ann", "Bob")
    page.click("text=As text, or a file")
    page.fill("[data-key=words]", "Ann: Qh Qh 5c\nBob: Kc")
    page.click("[data-key=score-text]")
    page.wait_for_selector("#notice.shown")
    assert stored(page, "evening")[0]["hands"] == []


def test_a_hand_is_corrected_and_deleted(open_page: Any) -> None:
    page = open_page("#score")
    begin(page, "Ann", "Bob")
    tap(page, ANN + BOB)
    page.click("[data-key=add]")
    page.wait_for_function("() => document.querySelector('.total').textContent !== '0'")
    page.click("text=Hand 1: Ann")
    page.click("[data-key=edit0]")
    tap(page, ["5c", "5s"])
    page.click("[data-key=add]")
    page.wait_for_selector("text=After 1 hand")
    page.click("text=Hand 1: Ann")
    page.dispatch_event("[data-key=drop0]", "click")  # an answer may have drawn the hands anew, and closed
    page.wait_for_selector("text=After 0 hands")


def test_the_evening_is_shared_as_a_page_and_as_a_picture(open_page: Any, tmp_path: Path) -> None:
    page = open_page("#score")
    begin(page, "Ann", "<b>Bob</b>")
    tap(page, ANN + BOB)
    page.click("[data-key=add]")
    page.wait_for_function("() => document.querySelector('.total').textContent !== '0'")
    with page.expect_download() as found:
        page.click("[data-key=page]")
    found.value.save_as(tmp_path / "evening.html")
    text = (tmp_path / "evening.html").read_text(encoding="utf-8")
    assert "Ann" in text
    assert "<b>Bob" not in text
    with page.expect_download() as found:
        page.click("[data-key=picture]")
    found.value.save_as(tmp_path / "evening.png")
    assert (tmp_path / "evening.png").read_bytes()[1:4] == b"PNG"
