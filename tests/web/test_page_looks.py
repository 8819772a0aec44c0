"""How the page looks and loads: widths, themes, languages, accessibility, and what it asks of the network."""

from __future__ import annotations

import importlib.resources
import re
from pathlib import Path
from typing import Any

import pytest

from taps import POSITION, lay, sit_down

PAGE = Path(__file__).parents[2] / "src" / "ofckit" / "web" / "page"
VIEWS = {
    "": "[data-key=deal]",
    f"#{POSITION}": ".moves .move",
    "#review": "[data-key=files]",
    "#score": "[data-key=begin]",
    "#rules": ".sheet",
    "#settings": "[data-key=theme]",
}


@pytest.mark.parametrize("width", [360, 412, 1280])
def test_nothing_is_wider_than_the_screen(open_page: Any, width: int) -> None:
    page = open_page(width=width, height=740)
    for address, ready in VIEWS.items():
        page.goto(page.url.split("#")[0] + (address or "#play"))
        page.wait_for_selector(ready)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    page.goto(page.url.split("#")[0] + "#play")
    page.wait_for_selector("[data-key=deal]")
    sit_down(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_thumb_hits_every_control_of_the_table(open_page: Any) -> None:
    page = open_page(width=360, height=740)
    sit_down(page)
    lay(page)
    for box in page.locator(".tray button, .mine button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({width, height}) => [width, height])"
    ):
        assert min(box) >= 40, box


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(open_page: Any, width: int, dark: bool) -> None:
    axe = pytest.importorskip("axe_playwright_python")
    script = (importlib.resources.files(axe) / "axe.min.js").read_text(encoding="utf-8")
    page = open_page(width=width, dark=dark)

    def check(where: str) -> None:
        page.evaluate(script)
        found = page.evaluate("axe.run(document).then((one) => one.violations)")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], where

    for address, ready in VIEWS.items():
        page.goto(page.url.split("#")[0] + (address or "#play"))
        page.wait_for_selector(ready)
        check(address)
    page.goto(page.url.split("#")[0] + "#play")
    page.wait_for_selector("[data-key=deal]")
    sit_down(page)
    page.wait_for_timeout(200)  # cards land
    check("table")


def test_themes_colours_and_hands_are_chosen_and_kept(open_page: Any) -> None:
    page = open_page("#settings")
    page.wait_for_selector("[data-key=theme]")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.select_option("[data-key=theme]", "dark")
    page.select_option("[data-key=colours]", "2")
    page.select_option("[data-key=hand]", "left")
    page.uncheck("[data-key=animations]")
    page.reload()
    page.wait_for_selector("[data-key=theme]")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    marks = page.evaluate("({...document.documentElement.dataset})")
    assert marks["colours"] == "2"
    assert marks["hand"] == "left"
    assert "still" in marks
    colours = page.evaluate(
        "['s', 'c', 'h', 'd'].map((s) => getComputedStyle(document.querySelector('.card.' + s)).color)"
    )
    assert colours[0] == colours[1] != colours[2] == colours[3]


def test_the_page_speaks_german(open_page: Any) -> None:
    page = open_page("#settings", locale="de-DE")
    page.wait_for_selector("text=Einstellungen")
    assert page.get_attribute("html", "lang") == "de"
    said = """async (text) => (await import("./words.js")).said(text)"""
    assert page.evaluate(said, "Pair of sevens, K 5 4") == "Paar Siebenen, K 5 4"
    assert page.evaluate(said, "Two pair, aces and twos") == "Zwei Paare, Asse und Zweien"
    assert page.evaluate(said, "exact: optimal play to the end.").startswith("Exakt")
    page.select_option("[data-key=language]", "en")
    page.wait_for_selector("text=Settings")


def test_every_word_of_the_page_is_in_the_german_table() -> None:
    words = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)+)"')
    used = {key for file in PAGE.glob("*.js") for key in words.findall(file.read_text(encoding="utf-8"))}
    table = (PAGE / "de.js").read_text(encoding="utf-8")
    keys = set(re.findall(r'(?:^|[{,])\s*(?:"([^"]+)"|(\w+)):\s', table, re.MULTILINE))
    known = {quoted or plain for quoted, plain in keys}
    assert len(used) > 150
    assert used - known == set()


def test_the_first_view_is_small_and_asks_no_other_host(open_page: Any, server: Any) -> None:
    page = open_page("")
    page.wait_for_selector("[data-key=deal]")
    loaded = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .map(({name, decodedBodySize}) => [name, decodedBodySize])"""
    )
    assert all(name.startswith(server.url) for name, _ in loaded)
    assert 20_000 < sum(size for _, size in loaded) < 100_000


def test_no_file_of_the_page_has_inline_code_or_another_host() -> None:
    for file in PAGE.iterdir():
        text = file.read_text(encoding="utf-8")
        hosts = set(re.findall(r"https?://([\w.]+)", text)) - {"www.w3.org"}
        assert hosts == set(), file.name
        assert "innerHTML" not in text
        assert "eval(" not in text
        assert "document.write" not in text
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", index)
