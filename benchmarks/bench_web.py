"""The page in a real browser, and its server with many players at once.

    python benchmarks/bench_web.py [--players 50] [--seconds 10]

It starts `ofckit serve`, opens the page in Chromium (OFCKIT_CHROMIUM, or `chromium`) through Playwright, and
prints milliseconds: medians, and the 95th of a hundred. The goals are those of the page: first view below 1 s
and 100 KB, a tap within 50 ms, first numbers of a hint within 300 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
VIEWS, TAPS, HINTS = 5, 20, 5
Data = dict[str, Any]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not start")


def line(what: str, times: Sequence[float], goal: str = "") -> None:
    """What was measured, in milliseconds."""
    if not times:
        print(f"{what:<44} nothing")
        return
    ranked = sorted(times)
    median, high = (1000 * ranked[min(int(len(ranked) * part), len(ranked) - 1)] for part in (0.5, 0.95))
    print(f"{what:<44} {median:>8.0f} {high:>8.0f}  of {len(times):<5} {goal}")


# in the browser

TAP = """async () => {
    const slot = [...document.querySelectorAll('.mine button.slot')].at(-1);
    const cards = () => document.querySelectorAll('.mine .card:not(.slot)').length;
    const before = cards(), began = performance.now();
    slot.click();
    while (cards() === before) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""


def in_browser(port: int) -> None:
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("OFCKIT_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium, headless=True, args=SWITCHES)
        views, sizes = [], []
        for _ in range(VIEWS):
            page = browser.new_context().new_page()
            page.goto(f"http://127.0.0.1:{port}/")
            page.wait_for_selector("[data-key=deal]")
            shown = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            views.append(page.evaluate(shown) / 1000)
            sent = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"
            sizes.append(page.evaluate(sent))
        line("first view (first contentful paint)", views, "goal 1000")
        print(f"{'bytes sent for it':<44} {max(sizes):>8,}                   goal 100,000")
        taps, moves, hints = [], [], []
        page.click("[data-key=deal]")
        page.wait_for_selector(".tray .draw .card")
        for _ in range(HINTS):
            began = time.perf_counter()
            page.click("[data-key=hint]")
            page.wait_for_selector("#worth .move .bar")
            hints.append(time.perf_counter() - began)
            page.reload()
            page.wait_for_selector(".tray .draw .card")
        while len(taps) < TAPS:
            while page.is_disabled("[data-key=confirm]"):
                taps.append(page.evaluate(TAP) / 1000)
            began = time.perf_counter()
            before = page.inner_text(".mine")
            page.click("[data-key=confirm]")
            page.wait_for_function(
                "before => document.querySelector('.mine')?.innerText !== before"
                " || document.querySelector('.tray .draw .card')",
                arg=before,
            )
            moves.append(time.perf_counter() - began)
            if not page.query_selector(".tray .draw .card"):
                page.click("[data-key=confirm]")
                page.wait_for_selector(".tray .draw .card")
        line("a tap until the card lies there", taps, "goal 50")
        line("a move confirmed until the bot has answered", moves)
        line("a hint until its first numbers are shown", hints, "goal 300")
        browser.close()


# many players


async def ask(port: int, name: str, params: Data, accept: str = "application/json") -> Any:
    """One request on a connection of its own; a stream is left open for the caller to read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    body = json.dumps(params).encode()
    head = (
        f"POST /api/1/{name} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n"
        f"Accept: {accept}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
    top = await reader.readuntil(b"\r\n\r\n")
    if accept != "application/json":
        return reader, writer, top
    data = json.loads(await reader.read())
    writer.close()
    assert b" 200 " in top, data
    return data


async def play(port: int, seed: int, ends: float, moves: list[float], first: list[float]) -> None:
    """A player who asks for a hint at every other move, looks at it for a second, and leaves it."""
    from ofckit import Position

    rng = Random(seed)
    seats = [{"name": "Ann", "bot": None}, {"name": "Bob", "bot": "policy"}]
    now = await ask(port, "match.new", {"rules": "pineapple", "seats": seats, "seed": seed})
    while time.monotonic() < ends:
        await asyncio.sleep(rng.uniform(0.5, 1.5))  # a person thinks
        view = now["view"]
        if view["over"]:
            began = time.perf_counter()
            now = await ask(port, "match.next", {"match": now["match"]})
            moves.append(time.perf_counter() - began)
            continue
        if rng.random() < 0.5:
            began = time.perf_counter()
            params = {"position": view["position"], "seconds": 5}
            reader, writer, _ = await ask(port, "hint", params, "text/event-stream")
            await reader.readuntil(b"data: ")
            first.append(time.perf_counter() - began)
            await asyncio.sleep(1)
            writer.close()
        move = str(rng.choice(Position.parse(view["position"]).legal_moves))
        began = time.perf_counter()
        now = await ask(port, "match.move", {"match": now["match"], "move": move})
        moves.append(time.perf_counter() - began)


async def crowd(port: int, players: int, seconds: float) -> None:
    moves: list[float] = []
    first: list[float] = []
    ends = time.monotonic() + seconds
    await asyncio.gather(*(play(port, seed, ends, moves, first) for seed in range(players)))
    line(f"{players} players: a move until the answer", moves, "goal 50")
    line(f"{players} players: a hint until first numbers", first)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    port = free_port()
    words = [sys.executable, "-m", "ofckit", "serve", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
        print(f"{'milliseconds':<44} {'median':>8} {'95 %':>8}  {os.cpu_count()} processors, {load}")
        in_browser(port)
        asyncio.run(crowd(port, options.players, options.seconds))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
