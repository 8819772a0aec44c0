"""Positions analysed on the page: laid out by tapping, by a link, by pasting."""

from __future__ import annotations

from typing import Any

import pytest

from taps import POSITION, number

FANTASYLAND = "#ofc1~rules.pineapple~seat.0~turn.0~b0.-_-_-~draw.AsAhAdKsKhQsQhJdTc9c8h7d3s2c~fantasyland.14"


def tap(page: Any, *cards: str) -> None:
    for card in cards:
        page.click(f'ofc-deck [data-card="{card}"]')


def exact(page: Any) -> None:
    page.wait_for_selector(".moves .move")
    page.wait_for_function("() => !document.querySelector('.busy')")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_link_is_a_position(open_page: Any, width: int) -> None:
    page = open_page(f"#{POSITION}", width=width)
    exact(page)
    assert "exact" in page.inner_text(".panel h2 small")
    values = [number(one) for one in page.locator(".moves .worth b").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    drawn = page.locator(".strip .card").evaluate_all("(all) => all.map((one) => one.dataset.card)")
    assert {"Td", "8c", "4h", "5d", "2c"} == set(drawn)


def test_a_position_is_tapped_together_and_is_in_the_address(open_page: Any) -> None:
    page = open_page("#analyse", width=360)
    page.wait_for_selector("ofc-deck .card")
    page.click("[data-key=clear]")
    page.click("[data-key=b0top]")
    tap(page, "Qh")
    page.click("[data-key=b0middle]")
    tap(page, "7h", "7d", "3c", "2s")
    page.click("[data-key=b0bottom]")
    tap(page, "As", "Ks", "9s", "8s")
    page.click("[data-key=zone-draw]")
    tap(page, "Td", "8c", "4h")
    page.click("[data-key=zone-discards]")
    tap(page, "5d", "2c")
    page.click("[data-key=b1middle]")
    tap(page, "9d", "9c")
    address = page.evaluate("location.hash")
    assert "~b0.Qh_7h7d3c2s_AsKs9s8s~" in address
    assert "~draw.Td8c4h" in address
    assert "~b1.-_9d9c_-" in address
    page.click("[data-key=search]")
    exact(page)
    fresh = open_page(address)
    exact(fresh)
    first = page.locator(".moves .what").first.inner_text()
    assert fresh.locator(".moves .what").first.inner_text() == first


def test_a_card_has_one_place(open_page: Any) -> None:
    page = open_page("#analyse")
    page.wait_for_selector("ofc-deck .card")
    page.click("[data-key=clear]")
    page.click("[data-key=zone-draw]")
    tap(page, "As")
    page.click("[data-key=zone-dead]")
    tap(page, "As")
    assert "dead.As" in page.evaluate("location.hash")
    assert "draw" not in page.evaluate("location.hash")
    tap(page, "As")
    assert "As" not in page.evaluate("location.hash")


def test_a_move_is_tried_the_next_street_dealt_and_taken_back(open_page: Any) -> None:
    page = open_page(f"#{POSITION}")
    exact(page)
    page.locator(".moves .try").first.click()
    page.wait_for_function("() => !location.hash.includes('draw.')")
    page.click("[data-key=deal]")
    page.wait_for_function("() => location.hash.includes('draw.')")
    exact(page)
    page.go_back()
    page.wait_for_function("() => !location.hash.includes('draw.')")
    page.go_back()
    page.wait_for_function("() => location.hash.includes('draw.Td8c4h')")
    exact(page)


def test_a_pasted_board_is_read(open_page: Any) -> None:
    page = open_page("#analyse")
    page.wait_for_selector("ofc-deck .card")
    page.click("text=Paste a position")
    page.fill("[data-key=paste]", f"see http://example.org/#{POSITION} please")
    page.click("[data-key=read]")
    exact(page)
    assert "b0.Qh_7h7d3c2s_AsKs9s8s" in page.evaluate("location.hash")


def test_what_is_no_position_is_told(open_page: Any) -> None:
    page = open_page("#analyse")
    page.forgive("status of 400|ERR_CONNECTION_REFUSED")
    page.wait_for_selector("ofc-deck .card")
    page.click("text=Paste a position")
    page.fill("[data-key=paste]", "nothing of the kind")
    page.click("[data-key=read]")
    page.wait_for_selector("[role=alert]")


def test_the_best_boards_of_a_fantasyland_hand(open_page: Any) -> None:
    page = open_page(FANTASYLAND)
    page.wait_for_selector(".solution")
    assert page.locator(".solution").count() >= 2
    assert page.locator(".solution").first.locator(".card:not(.slot)").count() == 13


def test_the_chances_of_each_row(open_page: Any) -> None:
    page = open_page(f"#{POSITION}")
    exact(page)
    page.click("[data-key=chances]")
    page.wait_for_selector("table td")
    assert "%" in page.inner_text("table")


def test_what_was_analysed_is_listed(open_page: Any) -> None:
    page = open_page(f"#{POSITION}")
    exact(page)
    page.wait_for_selector(f'.items a[href="#{page.evaluate("location.hash").lstrip("#")}"], .items a')
    assert "Qh/7h7d3c2s/AsKs9s8s" in page.inner_text(".items")


def test_leaving_stops_the_search(open_page: Any) -> None:
    page = open_page("#ofc1~rules.pineapple~seat.0~turn.0~b0.-_-_-~b1.-_-_-~draw.AsKdQh7c2d")
    page.wait_for_selector(".moves .move")
    page.click("[data-key=nav-rules]")
    page.wait_for_selector(".sheet")
    assert page.locator(".busy").count() == 0
