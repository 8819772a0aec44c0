"""The engine behind the page: requests in and answers out, and the server around it, without a browser."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ofckit
from ofckit import RULES, Move, OfcError, Position, analyse, settle
from ofckit.cli import main
from ofckit.history import History
from ofckit.web import LIMITS, answer, build, stream
from ofckit.web import api as api_module

POSITION = "ofc1~rules.pineapple~seat.0~button.1~turn.0~b0.Qh_7h7d_AsKs~b1.-_9d9c_5s4s3s~draw.Td8c4h"
LAST = "ofc1~rules.pineapple~seat.0~button.0~turn.0~b0.Qh2h_KhKd6h5d_AsJs9s8s4s~draw.QcJc3c"
BOARD = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"
EVENING = "Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s\nBob: Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d\n"

ROWS = ("top", "middle", "bottom")
Data = dict[str, Any]


def ask(name: str, /, **params: Any) -> Data:
    """An answer that is no error, and JSON."""
    found = answer(name, params)
    assert "error" not in found, found
    return json.loads(json.dumps(found, allow_nan=False))


def refused(name: str, /, **params: Any) -> Data:
    """What is wrong with a request."""
    found = answer(name, params)
    assert set(found) == {"error"}
    assert set(found["error"]) == {"code", "message", "where"}
    return found["error"]


def begun(rules: str = "pineapple", bots: tuple[str | None, ...] = (None, "policy"), seed: int = 3) -> Data:
    seats = [{"name": f"p{i}", "bot": bot} for i, bot in enumerate(bots)]
    return ask("match.new", rules=rules, seats=seats, seed=seed)


def inside(rules: str, fantasyland: list[int]) -> str:
    """The history of a match whose first hand somebody plays in Fantasyland."""
    head = f'ofckit_history = 1\nvariant = "{rules}"\nplayers = ["Ann", "Bob"]\nseed = 7\n'
    return f"{head}fantasyland = {fantasyland}\n[[hands]]\nhand = 1\nactions = [\n]\n"


def place(view: Data) -> str:
    """The first legal move of the seat on turn."""
    return str(Position.parse(view["position"]).legal_moves[0])


def play(now: Data) -> Data:
    """The hand to its end."""
    while not now["view"]["over"]:
        now = ask("match.move", match=now["match"], move=place(now["view"]))
    return now


# matches


@pytest.mark.parametrize("rules", list(RULES))
def test_a_hand_of_every_preset_is_played_to_its_settlement(rules: str) -> None:
    players = RULES[rules].players[0]
    now = play(begun(rules, (None,) + ("random",) * (players - 1)))
    view, settled = now["view"], now["view"]["settlement"]
    boards = [
        "/".join("".join(seat["rows"][row]) for row in ("top", "middle", "bottom")) for seat in view["seats"]
    ]
    assert settled["points"] == list(settle(boards, rules).points)
    assert sum(settled["points"]) == 0
    assert all("??" not in row for seat in view["seats"] for row in seat["rows"].values())
    again = ask("match.next", match=now["match"])
    assert again["view"]["hand"] == 2


def test_the_person_sees_what_a_player_at_the_table_sees() -> None:
    now = begun("pineapple", (None, None))
    now = ask("match.move", match=now["match"], move=place(now["view"]))
    view = now["view"]
    assert view["to_play"] == 1
    seen = Position.parse(view["position"])
    assert view["draw"] == [str(card) for card in History.read(now["match"]["now"]).game.drawn(1)]
    assert view["seats"][0]["drawn"] == []
    assert len(seen.unseen) == 52 - 10


def test_cards_that_lie_face_down_are_hidden() -> None:
    now = ask("match.open", history=inside("pineapple", [0, 14]), name="Ann")
    while not now["view"]["over"]:
        hidden = [card for row in now["view"]["seats"][1]["rows"].values() for card in row]
        assert set(hidden) <= {"??"}
        assert not now["view"]["seats"][1]["foul"]
        now = ask("match.move", match=now["match"], move=place(now["view"]))
    assert "??" not in now["view"]["seats"][1]["rows"]["top"]


def test_a_match_is_one_history_that_replays_and_opens_again() -> None:
    now = play(begun())
    now = play(ask("match.next", match=now["match"]))
    told = ask("match.history", match=now["match"])
    history = History.read(told["text"])
    assert [one.number for one in history.hands] == [1, 2]
    assert list(history.match.points) == [one["points"] for one in now["view"]["players"]]
    opened = ask("match.open", history=told["text"], name="p0")
    assert opened["view"]["settlement"] == now["view"]["settlement"]
    third = ask("match.next", match=opened["match"])
    assert third["view"]["hand"] == 3
    assert third["view"]["position"] == ask("match.next", match=now["match"])["view"]["position"]


def test_whatever_is_carried_along_fits_into_a_request() -> None:
    """Quotes and ends of lines take two characters in JSON; a match may be as long as its limit says."""
    record = '{"action": "p1 Ts@t Ad@m 8c@m 5h@m 3s@b"}\n'
    longest = record * (LIMITS["match"] // len(record))
    assert len(json.dumps({"match": {"past": longest}})) + 20_000 < LIMITS["body"]
    assert LIMITS["history"] >= LIMITS["match"]


def test_a_request_does_not_change_what_it_was_given() -> None:
    now = begun()
    before = json.dumps(now["match"])
    first = answer("match.move", {"match": now["match"], "move": place(now["view"])})
    second = answer("match.move", {"match": now["match"], "move": place(now["view"])})
    assert json.dumps(now["match"]) == before
    assert first == second


def test_out_of_time_the_rules_place_the_cards() -> None:
    now = begun()
    drawn = now["view"]["draw"]
    now = ask("match.timeout", match=now["match"])
    assert sorted(now["view"]["seats"][0]["rows"]["bottom"]) == sorted(drawn)
    now = ask("match.timeout", match=now["match"])
    assert now["view"]["seats"][0]["rows"]["middle"] != []
    while not now["view"]["over"]:
        now = ask("match.timeout", match=now["match"])
    assert refused("match.timeout", match=now["match"])["code"] == "illegal-move"


def test_fantasyland_is_set_by_the_solver() -> None:
    now = ask("match.open", history=inside("progressive", [16, 0]), name="Ann")
    assert now["view"]["legal"]["place"] == 13
    assert now["view"]["legal"]["discard"] == 3
    best = ask("solve", position=now["view"]["position"], k=3)["solutions"]
    assert len(best) == 3
    assert best[0]["value"] >= best[1]["value"] >= best[2]["value"]
    after = ask("match.move", match=now["match"], move=best[0]["move"])
    assert after["view"]["over"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"move": "As@t"}, "illegal-move"),
        ({"move": "nonsense"}, "unreadable"),
        ({"move": "Zz@t"}, "unreadable"),
        ({"move": 3}, "bad-request"),
        ({"match": None}, "bad-request"),
        ({"match": {"v": 2}}, "version"),
        ({"match": {"v": True, "bots": [], "past": "", "now": ""}}, "version"),
    ],
)
def test_what_is_wrong_with_a_move_is_said(change: Data, code: str) -> None:
    now = begun()
    params = {"match": now["match"], "move": place(now["view"]), **change}
    assert refused("match.move", **params)["code"] == code


@pytest.mark.parametrize("bot", ["process:sh -c true", "policy:seconds=1", "../x", 7, ["policy"]])
def test_a_bot_is_one_of_the_library_and_no_command(bot: object) -> None:
    seats = [{"name": "Ann", "bot": None}, {"name": "Bob", "bot": bot}]
    assert refused("match.new", rules="pineapple", seats=seats)["where"] == "bot"
    match = {**begun()["match"], "bots": [None, bot]}
    assert refused("match.view", match=match)["where"] == "bot"


# positions


@pytest.mark.parametrize(
    "text",
    [
        POSITION,
        f"https://example.org/page#{POSITION}",
        f"  {POSITION.replace('~', '%7E')} ",
        "Qh/7h7d/AsKs\n-/9d9c/5s4s3s\ndraw: 8c Td 4h",
        "rules: pineapple\nboard: Qh/7h7d/AsKs\nBob: -/9d9c/5s4s3s\n8c Td 4h",
        "top: Qh\nmiddle: 7h7d\nbottom: AsKs\n-/9d9c/5s4s3s\ndraw = 8cTd4h",
    ],
)
def test_a_position_is_read_as_people_write_it(text: str) -> None:
    found = ask("position", text=text)
    assert found["address"] == f"#{POSITION}"
    assert found["rows"] == {"top": ["Qh"], "middle": ["7h", "7d"], "bottom": ["As", "Ks"]}
    assert found["opponents"] == [{"top": [], "middle": ["9d", "9c"], "bottom": ["5s", "4s", "3s"]}]


def test_a_position_is_tapped_card_by_card() -> None:
    rows = {"top": ["Qh"], "middle": ["7h", "7d"], "bottom": "As Ks"}
    parts = {"rules": "pineapple", "rows": rows, "draw": ["8c", "Td", "4h"], "opponents": ["-/9d9c/5s4s3s"]}
    assert ask("position", **parts)["text"] == POSITION
    assert refused("position", **{**parts, "draw": ["8c", "8c", "4h"]})["code"] == "bad-card"
    assert refused("position", **{**parts, "rows": {"left": ["As"]}})["where"] == "rows"


def test_a_move_and_the_next_street_lead_on() -> None:
    after = ask("deal", position=POSITION, move="8c@m Td@b x4h", seed=1)
    assert after["discards"] == ["4h"]
    assert len(after["draw"]) == 3
    assert after == ask("deal", position=POSITION, move="8c@m Td@b x4h", seed=1)
    known = {*after["discards"], *(card for row in after["rows"].values() for card in row)}
    assert not known & set(after["draw"])
    chosen = ask("deal", position=POSITION, move="8c@m Td@b x4h", cards="2c2d2h")
    assert set(chosen["draw"]) == {"2c", "2d", "2h"}
    assert refused("deal", position=POSITION, move="8c@m Td@b x5h")["code"] == "refused"


def test_chances_are_those_of_the_library() -> None:
    found = ask("chances", position="Ad/-/4s4h4d8c", wanted=["bottom full house"])
    assert found["rows"][0]["exact"]
    assert 0 < found["rows"][0]["share"] < 1


# searches


def test_hints_improve_and_the_last_is_marked() -> None:
    told = list(stream("hint", {"position": POSITION, "seconds": 0.4, "move": "4h@t 8c@m xTd"}))
    assert [one["done"] for one in told] == [False] * (len(told) - 1) + [True]
    for one in told:
        assert one["yours"]["move"] == "4h@t 8c@m xTd"
        assert one["yours"] in one["moves"]
        for move in one["moves"]:
            assert sum(move["parts"].values()) == pytest.approx(move["value"])
            assert move["lost"] >= 0


def test_an_exact_hint_is_the_analysis() -> None:
    (told,) = stream("hint", {"position": LAST, "seconds": 5, "most": 1000 // 10})
    found = analyse(Position.parse(LAST))
    assert told["exact"]
    assert [one["move"] for one in told["moves"]] == [str(one.move) for one in found.moves]
    assert [one["value"] for one in told["moves"]] == [one.ev for one in found.moves]
    assert [one["se"] for one in told["moves"]] == [0] * len(found.moves)


def test_first_numbers_of_a_first_street_leave_opponents_out_and_say_so() -> None:
    first = begun(seed=11)["view"]["position"]
    steps = stream("hint", {"position": first, "seconds": 1})
    told = next(steps)
    steps.close()
    assert not told["done"]
    assert "not counted yet" in told["notes"][0]


def test_a_search_ends_where_it_is_when_it_is_told_to() -> None:
    stop = threading.Event()
    steps = stream("hint", {"position": POSITION, "seconds": 30}, stop.is_set)
    assert not next(steps)["done"]
    threading.Timer(0.2, stop.set).start()
    assert all(not one["done"] for one in steps)  # and not 30 seconds later


def test_a_review_grades_every_decision() -> None:
    text = ask("example")["text"]
    told = list(stream("review", {"history": text, "seconds": 0.02, "player": "Bob", "hand": 2}))
    assert told[0]["moves"] == told[-1]["done_moves"] == len(told[-1]["decisions"])
    assert [one["done_moves"] for one in told[:-1]] == list(range(len(told) - 1))
    losses = [one["loss"] for one in told[-1]["decisions"]]
    assert losses == sorted(losses, reverse=True)
    one = told[-1]["decisions"][0]
    assert Position.parse(one["position"]).legal_moves.reason_against(Move(one["best"])) is None
    steps = stream("review", {"history": text}, lambda: True)
    assert [one["done"] for one in steps] == [False]


# scores and pictures


def test_an_evening_is_scored() -> None:
    found = ask("score", text=EVENING, stake="0.5", html=True)
    assert [(one["name"], one["points"], one["money"]) for one in found["totals"]] == [
        ("Ann", 17, "8.50"),
        ("Bob", -17, "-8.50"),
    ]
    assert found["debts"] == [{"debtor": "Bob", "creditor": "Ann", "amount": "8.50"}]
    assert found["html"].startswith("<!doctype html>")
    assert ask("score", text="nonsense\n")["problems"]


def test_names_are_text() -> None:
    found = ask("score", text=EVENING.replace("Ann", "<img src=x onerror=alert(1)>"), html=True)
    assert "<img" not in found["html"]
    assert "<img" not in ask("picture", kind="totals", text=EVENING.replace("Ann", "<img src=x>"))["svg"]


@pytest.mark.parametrize(
    "params",
    [
        {"kind": "board", "board": BOARD, "rules": "classic"},
        {"kind": "position", "position": POSITION, "theme": "dark", "colours": 2},
        {"kind": "analysis", "position": LAST},
        {"kind": "solution", "cards": "AsAhAd KsKh QdQcQh JsTs9s8s7s 2c"},
        {"kind": "totals", "text": EVENING},
    ],
)
def test_pictures_are_one_svg(params: Data) -> None:
    assert ask("picture", **params)["svg"].startswith("<svg ")


def test_every_preset_has_a_sheet_and_house_rules_too() -> None:
    presets = ask("about")["presets"]
    assert [one["name"] for one in presets] == list(RULES)
    for one in presets:
        assert ask("rules", rules=one["name"])["sheet"]
    house = ask("rules", rules='base = "pineapple"\nscoring = "2-4"')
    assert house["text"] != ask("rules", rules="pineapple")["text"]
    assert refused("rules", rules='base = "../house.toml"')["code"] == "bad-rules"
    assert refused("rules", rules="house.toml")["code"] == "bad-rules"
    assert refused("rules", rules="pinapple")["message"].count("pineapple")


# hostile requests

SALT: list[object] = [
    *(None, True, -1, 0, 1.5, 1e400, 2**70, "", "x" * 3000, [], {}, [[]] * 50, {"v": 1}, "\0", "\ud800"),
    *("../../etc/passwd", "/etc/passwd", "house.toml", "process:id", 'base = "/etc/passwd"', "ofc1~"),
    *(
        "ofc1~rules.pineapple~seat.9~b0._",
        "AsAs/-/-",
        "Qh/7h7d/AsKs",
        POSITION,
        LAST,
        EVENING,
        BOARD,
        "{" * 900,
    ),
]
KEYS = (
    *(
        "rules",
        "seats",
        "seed",
        "match",
        "move",
        "history",
        "name",
        "bot",
        "text",
        "position",
        "rows",
        "board",
    ),
    *(
        "draw",
        "discards",
        "dead",
        "opponents",
        "fantasyland",
        "cards",
        "k",
        "wanted",
        "play",
        "seconds",
        "most",
    ),
    *("player", "stake", "html", "kind", "theme", "colours", "title", "form"),
)


def hostile(rng: Random) -> tuple[str, Data]:
    name = rng.choice([*api_module.ANSWERS, *api_module.STREAMS, "nope"])
    if name == "chances" and rng.random() < 0.9:
        name = "position"  # a tenth of a second each, where all is well
    params = {key: rng.choice(SALT) for key in rng.sample(KEYS, rng.randrange(6))}
    if rng.random() < 0.3:
        match = dict.fromkeys(("v", "bots", "past", "now"))
        params["match"] = {key: rng.choice([*SALT, 1, 1, [None]]) for key in match}
    if params.get("kind") == "analysis":
        del params["kind"]  # half a second each
    return name, params


WATCHED = """
import sys, test_web
from itertools import islice
from random import Random
for name in [*test_web.api_module.ANSWERS]:
    test_web.answer(name, {})  # what is imported late
test_web.ask("rules", rules='base = "pineapple"')
test_web.ask("solve", rules="pineapple", cards="AsAhAd KsKh QdQcQh JsTs9s8s7s 2c")
list(test_web.stream("hint", {"position": test_web.POSITION, "seconds": 0.05}))
for rules in test_web.RULES:
    test_web.play(test_web.begun(rules, (None,) + ("policy",) * (test_web.RULES[rules].players[0] - 1)))
opened = []
watched = ("open", "os.listdir", "os.scandir", "subprocess.Popen", "os.system", "socket.connect", "os.remove")
sys.addaudithook(lambda event, about: opened.append((event, about[:1])) if event in watched else None)
rng, before = Random(5), test_web.answer("about", {})
for _ in range(10_000):
    name, params = test_web.hostile(rng)
    for found in islice(test_web.stream(name, params, lambda: True), 3):
        assert isinstance(found, dict)
        if "error" in found:
            assert len(found["error"]["message"]) < 5000, name
opened = [one for one in opened if not str(one[1][0]).endswith((".py", ".pyc", "__pycache__"))]
print(opened)
assert not opened
assert test_web.answer("about", {}) == before
"""


def test_ten_thousand_hostile_requests_change_nothing_and_touch_no_file() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED], capture_output=True, text=True, check=False, cwd=FOLDER
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-3000:]


FOLDER = __file__.rpartition("test_web.py")[0] or "."


@pytest.mark.parametrize("name", [*api_module.ANSWERS, *api_module.STREAMS])
@pytest.mark.parametrize("params", [None, [], "x", 5])
def test_parameters_are_an_object(name: str, params: Any) -> None:
    if name in ("about", "example"):
        pytest.skip("it needs none")
    assert answer(name, params)["error"]["code"] == "bad-request"


@pytest.mark.parametrize(
    ("name", "params", "where"),
    [
        ("position", {"text": "x" * (LIMITS["position"] + 1)}, "text"),
        ("score", {"text": "x" * (LIMITS["text"] + 1)}, "text"),
        ("review", {"history": "x" * (LIMITS["history"] + 1)}, "history"),
        ("rules", {"rules": "x" * (LIMITS["rules"] + 1)}, "rules"),
        ("chances", {"position": POSITION, "wanted": ["top QQ+"] * 21}, "wanted"),
    ],
)
def test_what_is_too_long_is_refused_with_its_limit(name: str, params: Data, where: str) -> None:
    error = refused(name, **params)
    assert (error["code"], error["where"]) == ("too-large", where)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("hint", {"position": POSITION, "seconds": LIMITS["seconds"] + 1}),
        ("solve", {"rules": "pineapple", "cards": "", "k": LIMITS["boards"] + 1}),
        ("match.new", {"rules": "pineapple", "seats": [{"name": "x" * 41, "bot": None}] * 2}),
    ],
)
def test_limits_of_numbers_hold(name: str, params: Data) -> None:
    assert refused(name, **params)["code"] in ("bad-request", "too-large")


# the server: an ASGI application, asked as uvicorn asks it


@pytest.fixture(scope="module")
def app() -> Any:
    pytest.importorskip("starlette")
    from ofckit.web._server import Server

    return Server(workers=2)


class Asked:
    """One request to an ASGI application: its status, headers and body."""

    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, {}, b""

    async def run(
        self,
        app: Any,
        path: str,
        body: bytes = b"",
        method: str = "POST",
        leave: float | None = None,
        parts: int = 1,
        **headers: str,
    ) -> Asked:
        given = {"host": "localhost:8765", "content-type": "application/json", **headers}
        given = {key.replace("_", "-"): value for key, value in given.items()}
        given = {key: value for key, value in given.items() if value}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [(key.encode(), value.encode("latin-1")) for key, value in given.items()],
        }
        step = max(len(body) // parts, 1)
        chunks = [body[at : at + step] for at in range(0, len(body), step)] or [b""]
        began = time.monotonic()

        async def receive() -> Data:
            if chunks:
                chunk = chunks.pop(0)
                return {"type": "http.request", "body": chunk, "more_body": bool(chunks)}
            left = 3600.0 if leave is None else leave - (time.monotonic() - began)
            await asyncio.sleep(max(left, 0))
            return {"type": "http.disconnect"}

        async def send(message: Data) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {key.decode(): value.decode() for key, value in message["headers"]}
            else:
                self.body += message.get("body", b"")

        await app(scope, receive, send)
        return self

    @property
    def data(self) -> Data:
        return json.loads(self.body)

    @property
    def events(self) -> list[Data]:
        return [json.loads(line[6:]) for line in self.body.decode().split("\n\n") if line]


def get(app: Any, path: str, body: Data | bytes = b"", **given: Any) -> Asked:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return asyncio.run(Asked().run(app, path, sent, **given))


def test_the_server_answers_as_the_library_does(app: Any) -> None:
    found = get(app, "/api/1/position", {"text": POSITION})
    assert (found.status, found.data) == (200, answer("position", {"text": POSITION}))
    wrong = get(app, "/api/1/position", {"text": "Qq"})
    assert (wrong.status, wrong.data) == (400, answer("position", {"text": "Qq"}))
    assert get(app, "/api/1/nope", {}).status == 404
    assert get(app, "/api/2/about", {}).status == 404
    assert get(app, "/", method="DELETE").status == 405


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "127.0.0.1:8765"}, 200),
        ({"host": "[::1]:8765"}, 200),
        ({"host": "LOCALHOST"}, 200),
        ({"origin": "http://localhost:8765"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "evil.example:8765", "origin": "http://evil.example:8765"}, 403),
        ({"host": "localhost.evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": "localhost:8765@evil.example"}, 403),
        ({"host": "192.168.0.7:8765"}, 403),
        ({"host": ""}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:9999"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"content_type": "text/plain"}, 403),
        ({"content_type": "application/x-www-form-urlencoded"}, 403),
        ({"content_type": ""}, 403),
    ],
)
def test_only_the_page_of_this_server_is_answered(app: Any, headers: dict[str, str], status: int) -> None:
    """A page elsewhere whose name is made to point here (DNS rebinding) still says its own name."""
    assert get(app, "/api/1/about", {}, **headers).status == status


def test_a_server_beyond_this_machine_goes_by_its_names_and_by_numbers() -> None:
    pytest.importorskip("starlette")
    from ofckit.web._server import Server

    open_to = Server(["poker.example"], anywhere=True)
    for host, status in (("poker.example", 200), ("192.168.0.7:8765", 200), ("evil.example", 403)):
        assert get(open_to, "/api/1/about", {}, host=host).status == status


def test_every_answer_carries_the_headers_that_keep_it_safe(app: Any) -> None:
    asked = [get(app, "/", method="GET"), get(app, "/api/1/about", {}), get(app, "/x", method="GET")]
    asked += [get(app, "/", method="GET", host="evil.example"), get(app, "/api/1/nope", {})]
    for found in asked:
        policy = found.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy
        assert found.headers["x-content-type-options"] == "nosniff"
        assert found.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2fapi.py",
        "//etc/passwd",
        "/../__init__.py",
        "/page/index.html",
        "/api/1/about",
    ],
)
def test_only_the_files_of_the_page_are_served(app: Any, path: str) -> None:
    assert get(app, path, method="GET").status == 404


def test_the_page_is_small_and_asked_for_once(app: Any) -> None:
    first = get(app, "/", method="GET", accept_encoding="gzip")
    assert first.status == 200
    assert first.headers["content-encoding"] == "gzip"
    assert get(app, "/", method="GET", if_none_match=first.headers["etag"]).status == 304
    assert sum(len(one.packed) for path, one in app.assets.items() if path != "/") < 100_000


@pytest.mark.parametrize("parts", [1, 50])
def test_a_huge_body_is_refused_before_it_is_read(app: Any, parts: int) -> None:
    huge = b'{"text": "' + b"x" * LIMITS["body"] + b'"}'
    assert get(app, "/api/1/score", huge, parts=parts).status == 413
    assert get(app, "/api/1/score", b"{}", content_length=str(10**30)).status == 413
    assert get(app, "/api/1/score", b"{}", content_length="-1").status == 413


@pytest.mark.parametrize(
    "body", [b"[]", b"null", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a":NaN}', b"1" * 5000, b'{"a":' * 5000]
)
def test_what_is_no_json_object_is_refused(app: Any, body: bytes) -> None:
    assert get(app, "/api/1/position", body).status == 400


def test_a_body_that_does_not_arrive_is_not_waited_for(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ofckit.web._server.BODY_SECONDS", 0.05)

    class Slow(Asked):
        async def run(self, app: Any, path: str, body: bytes = b"", **given: Any) -> Asked:
            async def behind(scope: Data, receive: Any, send: Any) -> None:
                async def never() -> Data:
                    await asyncio.sleep(60)
                    return await receive()

                await app(scope, never, send)

            return await super().run(behind, path, body, **given)

    asked = asyncio.run(asyncio.wait_for(Slow().run(app, "/api/1/about", b"{}"), 30))
    assert asked.status == 400
    assert "seconds to arrive" in asked.data["error"]["message"]


def test_it_listens_to_this_machine_alone_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = []
    monkeypatch.setattr("ofckit.web._server.serve", lambda host, *_, **__: hosts.append(host))
    assert main(["serve", "--no-browser"]) == 0
    assert main(["serve", "--no-browser", "--host", "0.0.0.0"]) == 0
    assert hosts == ["127.0.0.1", "0.0.0.0"]


def test_a_search_streams_answers(app: Any) -> None:
    params = {"position": POSITION, "seconds": 0.3}
    found = get(app, "/api/1/hint", params, accept="text/event-stream")
    assert found.headers["content-type"].startswith("text/event-stream")
    assert found.events[-1]["done"]
    assert not any(one["done"] for one in found.events[:-1])
    assert get(app, "/api/1/hint", params).data["done"]
    error = get(app, "/api/1/hint", {"position": "Qq"}, accept="text/event-stream").events
    assert [set(one) for one in error] == [{"error", "done"}]


@pytest.mark.parametrize("accept", ["text/event-stream", ""])
def test_a_search_ends_with_its_request(app: Any, accept: str) -> None:
    """Whoever leaves ends the search: its worker is free again, long before its thirty seconds."""

    async def leave() -> None:
        body = json.dumps({"position": POSITION, "seconds": 30}).encode()
        await Asked().run(app, "/api/1/hint", body, leave=0.2, accept=accept)
        while app.turns.open or app.turns._busy:
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(leave(), 25))


def test_searches_are_bounded_in_number(app: Any) -> None:
    async def crowd() -> list[Asked]:
        body = json.dumps({"position": POSITION, "seconds": 30}).encode()
        many = [
            asyncio.ensure_future(
                Asked().run(app, "/api/1/hint", body, leave=1.0, accept="text/event-stream")
            )
            for _ in range(LIMITS["searches"])
        ]
        await asyncio.sleep(0.3)
        more = await Asked().run(app, "/api/1/hint", body, accept="text/event-stream")
        plain = await Asked().run(app, "/api/1/position", json.dumps({"text": POSITION}).encode())
        await asyncio.gather(*many)
        while app.turns.open or app.turns._busy:
            await asyncio.sleep(0.02)
        return [more, plain]

    more, plain = asyncio.run(crowd())
    assert more.events[0]["error"]["code"] == "busy"
    assert plain.status == 200  # taps are answered while others search


# the static site


def parts(folder: Path, python: str = "3.14.0") -> tuple[Path, Path]:
    """A wheel and a Pyodide that have the names and nothing more."""
    wheel = folder / f"ofckit-{ofckit.__version__}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    wheel.write_bytes(b"wheel")
    pyodide = folder / "package"
    pyodide.mkdir()
    lock = {"info": {"python": python}, "packages": {"numpy": {"file_name": "https://elsewhere/numpy.whl"}}}
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock))
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "console.html"):
        (pyodide / name).write_text(name)
    return wheel, pyodide


def test_the_static_site_has_all_that_a_second_visit_needs(tmp_path: Path) -> None:
    wheel, pyodide = parts(tmp_path)
    site = tmp_path / "site"
    names = build(site, wheel=wheel, pyodide=pyodide)
    assert sorted(str(one.relative_to(site)).replace("\\", "/") for one in site.rglob("*.*")) == names
    plan = json.loads((site / "engine.json").read_text())
    assert {*plan["files"], "sw.js", "engine.json", ".nojekyll"} == set(names)
    assert plan["wheel"] in plan["files"]
    assert "pyodide/pyodide.asm.wasm" in plan["files"]
    assert "console.html" not in " ".join(names)
    page = (site / "index.html").read_text(encoding="utf-8")
    assert '<meta name="ofckit-engine" content="pyodide">' in page
    assert "script-src 'self' 'wasm-unsafe-eval';" in page
    assert f'const VERSION = "{plan["version"]}";' in (site / "sw.js").read_text(encoding="utf-8")
    assert "elsewhere" not in (site / "pyodide" / "pyodide-lock.json").read_text()
    assert build(site, wheel=wheel, pyodide=pyodide) == names
    wheel.write_bytes(b"another")
    build(site, wheel=wheel, pyodide=pyodide)
    assert json.loads((site / "engine.json").read_text())["version"] != plan["version"]


def test_a_site_of_the_wrong_parts_is_refused(tmp_path: Path) -> None:
    wheel, pyodide = parts(tmp_path, python="3.13.1")
    other = tmp_path / wheel.name.replace(ofckit.__version__, "9.9")
    other.write_bytes(b"wheel")
    full = tmp_path / "full"
    full.mkdir()
    (full / "diary.txt").write_text("mine")
    for words, given in {
        "another Python": (tmp_path / "a", wheel, pyodide),
        "another version": (tmp_path / "a", other, pyodide),
        "no wheel": (tmp_path / "a", tmp_path / "x.whl", pyodide),
        "no folder of Pyodide": (tmp_path / "a", wheel, full),
    }.items():
        with pytest.raises(OfcError, match=words):
            build(given[0], wheel=given[1], pyodide=given[2])
    (pyodide / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}, "packages": {}}')
    with pytest.raises(OfcError, match="not empty"):
        build(full, wheel=wheel, pyodide=pyodide)
    assert not (tmp_path / "a").exists()


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from ofckit.web import serve

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(OfcError, match=r"pip install 'ofckit\[web\]'"):
        serve(port=0)


def test_the_engine_needs_no_framework() -> None:
    code = "import sys, ofckit.web; print(any(n in sys.modules for n in ('starlette', 'uvicorn', 'asyncio')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
