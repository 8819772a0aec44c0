"""Hands played on the page in a real browser: by tapping, dragging and typing, alone and with others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taps import confirm, file, finish_hand, is_over, lay, number, seen, sit_down, stored, tap_row

FANTASYLAND = """\
ofckit_history = 1
variant = "progressive"
players = ["You", "Ada"]
seed = 7
fantasyland = [16, 0]

[[hands]]
hand = 1
actions = [
]
"""
"""A match in which the first player sets 16 cards."""
CODES = "(cards) => cards.map((one) => one.dataset.card)"


@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_a_whole_hand_is_played_with_hints_and_settled(open_page: Any, width: int, dark: bool) -> None:
    page = open_page(width=width, height=740, dark=dark)
    sit_down(page)
    lay(page)
    confirm(page)
    page.click("[data-key=hint]")
    page.wait_for_selector("#worth .move .bar")
    assert page.locator("#worth .move").count() >= 3
    page.locator("#worth .try").first.click()
    assert page.is_enabled("[data-key=confirm]")
    confirm(page)
    assert page.locator("#worth .busy").count() == 0
    assert finish_hand(page) == 3
    points = [number(one) for one in page.locator(".table .panel .total").all_inner_texts()]
    assert len(points) == 2
    assert sum(points) == 0
    page.click("[data-key=confirm]")
    page.wait_for_selector(".tray .draw.five")
    assert "hand 2" in page.inner_text("#status")


def test_at_zero_the_cards_go_where_the_rules_place_them(open_page: Any) -> None:
    page = open_page()
    page.clock.install()
    page.fill("[data-key=name]", "Ann")
    page.select_option("[data-key=clock]", "15")
    page.fill("[data-key=name0]", "Zoe")
    sit_down(page)
    assert page.locator(".seat .who").all_inner_texts() == ["Zoe", "Ann"]
    tap_row(page, "top")
    drawn = page.locator(".tray .draw .card, .mine .card.new").evaluate_all(CODES)
    page.clock.fast_forward("00:17")
    page.wait_for_selector(".tray .draw.three")
    bottom = page.locator(".mine [data-row=bottom] .card:not(.slot)").evaluate_all(CODES)
    assert sorted(bottom) == sorted(drawn)


def test_what_the_device_does_not_keep_is_said_and_saved_as_a_file(open_page: Any) -> None:
    page = open_page()
    page.evaluate("""() => {
        Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""")
    sit_down(page)
    page.wait_for_selector(".risk")
    lay(page)
    confirm(page)
    with page.expect_download() as saved:
        page.click("[data-key=rescue]")
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.startswith("ofckit_history")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("[data-key=nav-play]")
    page.wait_for_selector(".items")
    page.click(".items .danger")
    page.wait_for_selector(".risk", state="detached")


@pytest.mark.parametrize("rules", ["criss-cross", "chinese", "joker-ultimate"])
def test_games_of_every_kind_are_played(open_page: Any, rules: str) -> None:
    page = open_page(width=412, height=800)
    sit_down(page, rules)
    assert finish_hand(page) >= 1
    assert page.locator(".table .settled .total").count() == page.locator(".seat").count()


def test_a_placed_card_is_taken_back_before_it_is_confirmed(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    before = seen(page)
    tap_row(page, "top")
    first = page.locator(".mine .card.new").get_attribute("data-card")
    page.click(".mine .card.new")
    assert seen(page) == before
    tap_row(page, "middle")
    assert page.locator(".mine [data-row=middle] .card.new").get_attribute("data-card") == first
    page.click("[data-key=back]")
    assert seen(page) == before


def test_a_row_takes_no_more_than_its_places(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    for _ in range(3):
        tap_row(page, "top")
    assert page.locator(".mine [data-row=top] button.slot").count() == 0
    page.click(".tray .draw .card >> nth=0")
    page.keyboard.press("t")
    assert page.locator(".mine [data-row=top] .card:not(.slot)").count() == 3


def test_a_card_is_dragged_into_a_row(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    card = page.locator(".tray .draw .card").nth(2)
    code = card.get_attribute("data-card")
    start, end = card.bounding_box(), page.locator(".mine [data-row=bottom]").bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + 30, steps=5)
    page.mouse.up()
    assert page.locator(".mine [data-row=bottom] .card.new").get_attribute("data-card") == code
    assert page.locator(".ghost").count() == 0


def test_a_hand_is_played_with_the_keyboard_alone(open_page: Any) -> None:
    page = open_page()
    page.wait_for_selector("[data-key=deal]")
    page.focus("[data-key=game]")
    page.keyboard.type("pineapple")
    page.focus("[data-key=deal]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tray .draw .card")
    page.evaluate("document.activeElement.blur()")
    streets = 0
    while not is_over(page):
        for row in "bmt":
            while page.is_disabled("[data-key=confirm]"):
                left = page.locator(".tray .draw .card").count()
                rank = page.locator(".tray .draw .card.held").get_attribute("data-card")[0]
                page.keyboard.press("1" if rank == "T" else rank)
                page.keyboard.press(row)
                if page.locator(".tray .draw .card").count() == left:
                    break
        before = seen(page)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('[data-key=confirm]')?.textContent !== '…'")
        assert seen(page) != before
        streets += 1
    assert streets == 5


def test_every_control_of_the_table_is_reached_by_tab(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.key ?? ''"))
    draw = page.evaluate("[...document.querySelectorAll('.tray .draw .card')].map((one) => one.dataset.key)")
    assert {*draw, "s0top", "s0middle", "s0bottom", "hint"} <= reached


@pytest.mark.parametrize("by_solver", [True, False])
def test_a_fantasyland_hand_is_set_by_hand_or_by_the_solver(open_page: Any, by_solver: bool) -> None:
    page = open_page(width=360, height=740)
    open_history(page, FANTASYLAND)
    assert page.locator(".tray .draw.many .card").count() + page.locator(".mine .card.new").count() == 16
    if by_solver:
        page.click("[data-key=solve]")
        page.wait_for_selector(".tray [data-key=confirm]:enabled")
        assert page.locator(".tray .draw .card").count() == 3
    else:
        lay(page)
    confirm(page)
    finish_hand(page)
    assert page.locator(".table .panel .total").count() == 2


def open_history(page: Any, text: str, name: str = "You") -> None:
    """Open a history as a file; the person is the player of that name."""
    page.fill("[data-key=name]", name)
    page.dispatch_event("[data-key=name]", "change")
    page.set_input_files("input[type=file]", files=[file("match.toml", text)])
    page.wait_for_selector(".tray .draw .card")


def test_a_reload_continues_with_the_cards_as_they_lay(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    lay(page)
    confirm(page)
    tap_row(page, "middle")
    before = seen(page)
    page.reload()
    page.wait_for_selector(".tray .draw .card")
    assert seen(page) == before
    assert page.locator(".mine .card.new").count() == 1


def test_a_killed_server_loses_nothing_that_was_placed(open_page: Any, server: Any) -> None:
    page = open_page()
    page.forgive("status of 400|ERR_CONNECTION_REFUSED")
    sit_down(page)
    lay(page)
    confirm(page)
    lay(page)
    before = seen(page)
    server.kill()
    page.click("[data-key=confirm]")
    page.wait_for_selector(".tray .problem")
    assert seen(page) == before
    server.start()
    confirm(page)
    assert finish_hand(page) == 3


def test_two_tabs_do_not_play_the_same_match(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    tap_row(page, "top")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("text=open in another tab")
    assert other.locator(".mine button.slot").count() == 0
    other.click("text=Play it here")
    other.wait_for_selector(".tray .draw .card")
    page.wait_for_selector("text=open in another tab")
    assert other.locator(".mine .card.new").count() == 1
    lay(other)
    confirm(other)
    assert len(stored(other, "match")) == 1


def test_two_matches_in_two_tabs_live_side_by_side(open_page: Any) -> None:
    page = open_page()
    sit_down(page)
    other = page.context.new_page()
    other.goto(page.url.split("#")[0])
    other.wait_for_selector("[data-key=deal]")
    sit_down(other, "classic")
    for one in (page, other):
        lay(one)
        confirm(one)
    assert sorted(one["view"]["rules"] for one in stored(page, "match")) == ["classic", "pineapple"]


def test_a_match_is_downloaded_and_opened_again(open_page: Any, tmp_path: Path) -> None:
    page = open_page()
    sit_down(page)
    lay(page)
    confirm(page)
    with page.expect_download() as found:
        page.click("[data-key=download]")
    found.value.save_as(tmp_path / "match.toml")
    text = (tmp_path / "match.toml").read_text(encoding="utf-8")
    assert "ofckit_history" in text
    before = seen(page)
    page.goto(page.url.split("#")[0] + "#play")
    page.wait_for_selector("[data-key=deal]")
    open_history(page, text)
    assert seen(page) == before


def test_what_is_no_history_is_told_and_nothing_is_stored(open_page: Any) -> None:
    page = open_page()
    page.forgive("status of 400|ERR_CONNECTION_REFUSED")
    page.wait_for_selector("[data-key=deal]")
    page.set_input_files("input[type=file]", files=[file("a.toml", "no")])
    page.wait_for_selector("#notice.shown")
    assert stored(page, "match") == []


def test_a_second_person_sees_their_cards_when_they_ask(open_page: Any) -> None:
    page = open_page()
    page.wait_for_selector("[data-key=deal]")
    sit_down(page, persons=1)
    assert page.locator(".tray .draw .card").count() == 0
    page.click("[data-key=confirm]")
    page.wait_for_selector(".tray .draw .card")
    lay(page)
    page.click("[data-key=confirm]")
    page.wait_for_selector("text=Show my cards")
    assert page.locator(".tray .draw .card").count() == 0


def test_every_move_is_graded_where_that_is_wanted(open_page: Any) -> None:
    page = open_page(seconds=1)
    page.wait_for_selector("[data-key=grade]")
    page.check("[data-key=grade]")
    sit_down(page)
    lay(page)
    confirm(page)
    page.wait_for_selector("#worth .move.own")
    page.wait_for_selector("#worth .tag")
    page.wait_for_function("() => !document.querySelector('#worth .busy')")
    assert len(stored(page, "match")[0]["losses"]) == 1


def test_names_are_text_whatever_they_are(open_page: Any) -> None:
    page = open_page()
    page.wait_for_selector("[data-key=name]")
    page.fill("[data-key=name]", "<img src=x onerror=1>")
    page.dispatch_event("[data-key=name]", "change")
    sit_down(page)
    assert page.locator(".mine img").count() == 0
    assert page.inner_text(".mine .who") == "<img src=x onerror=1>"
