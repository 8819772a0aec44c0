"""The moves of a history, graded; `ofckit review`, `ofckit duel` and `ofckit analyse` on the shell."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ofckit.cli import main
from ofckit.cli.duel import bot_names
from ofckit.game import Match
from ofckit.history import History
from ofckit.objective import Objective
from ofckit.position import Move, Position
from ofckit.review import (
    CERTAIN,
    INACCURACY,
    KINDS,
    LABELS,
    Decision,
    Grade,
    Review,
    decisions,
    grade,
    review,
)
from ofckit.rules import RULES, Fantasyland
from ofckit.search import Limit, MoveInfo, analyse
from ofckit.simulation import Report

EXAMPLE = str(Path(__file__).resolve().parents[1] / "docs" / "examples" / "history.toml")
FEW = Limit(rollouts=300)


def play(rules, hands=1, choose=None, seed=5) -> History:
    """A match of two in which every move is chosen by `choose(game)`."""
    history = History(Match(rules, ["Ann", "Bob"], seed=seed))
    for _ in range(hands):
        game = history.deal()
        while not game.is_over:
            history.push(game.auto_place() if choose is None else choose(game))
        history.finish()
    return history


def test_every_move_with_a_choice_is_a_decision_and_is_seen_as_its_player_saw_it():
    history = play("pineapple")
    found = list(decisions(history))
    assert [one.player for one in found] == ["Ann", "Bob"] * 5
    assert [one.street for one in found] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    game = Match("pineapple", ["Ann", "Bob"], seed=5).deal()
    for one in found:
        assert one.position == game.observation(one.seat)
        assert one.move in one.position.legal_moves
        game.push(one.move)


def test_the_best_move_loses_nothing_and_another_what_it_is_behind():
    position = next(one for one in decisions(play("pineapple")) if one.street == 3)
    found = analyse(position.position, limit=FEW, against=None)
    assert found.exact
    for info in (found.moves[0], found.moves[-1]):
        graded = grade(position._replace(move=info.move), found)
        assert graded.loss == pytest.approx(found.best.ev - info.ev)
        assert (graded.exact, graded.se, graded.best) == (True, 0.0, found.best.move)


def test_what_a_sample_of_opponents_says_is_no_exact_loss(graded):
    grades = graded
    assert all(one.behind <= 3 * one.se + 1e-9 for one in grades if not one.loss)
    sampled = [one for one in grades if not one.exact]
    assert {one.decision.street for one in grades if one.exact} == {3, 4}  # the last cards are all enumerated
    assert {one.decision.street for one in sampled} == {0, 1, 2, 3}
    assert all(one.se > 0 for one in sampled if one.loss)
    assert all(one.se == 0 for one in grades if one.exact)


def test_a_hand_that_is_set_at_once_against_a_sample_is_graded_with_its_error():
    history = in_fantasyland()
    game = history.deal()
    history.push(game.auto_place())
    history.push(game.auto_place())
    for one in decisions(history):
        graded = grade(one, analyse(one.position, limit=FEW, hold=one.move))
        assert not graded.exact
        assert graded.se > 0


def test_a_move_that_was_not_analysed_cannot_be_graded():
    position = next(iter(decisions(play("pineapple"))))
    found = analyse(position.position, limit=FEW)
    other = position._replace(move=Move("Ac@t"))
    with pytest.raises(ValueError, match="not among the analysed moves"):
        grade(other, found)


def test_the_move_that_lost_most_comes_first(graded):
    assert len(graded) == 10
    losses = [one.loss for one in graded]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0.5
    assert min(losses) >= 0


def test_one_player_and_one_hand_can_be_picked():
    history = play("pineapple", hands=2)
    assert {one.player for one in decisions(history, "Bob")} == {"Bob"}
    assert {one.hand for one in decisions(history, hand=1)} == {1}
    with pytest.raises(ValueError, match="no player 'Cid': there are Ann, Bob"):
        list(decisions(history, "Cid"))
    with pytest.raises(ValueError, match="no hand 7: there are 1 to 2"):
        list(decisions(history, hand=7))


def in_fantasyland(must_announce: bool = False) -> History:
    """A match whose next hand is a Fantasyland hand of both players."""
    rules = RULES["pineapple"].replace(
        fantasyland=Fantasyland(
            enter={"pair": 14}, stay=(("bottom", "pair"),), repeat_cards=14, must_announce=must_announce
        )
    )
    match = Match(rules, ["Ann", "Bob"], seed=5)
    match._players = [replace(one, fantasyland=(14,)) for one in match._players]
    return History(match)


@pytest.fixture(scope="module")
def graded() -> Review:
    """A hand that is played from left to right, graded."""
    return review(play("pineapple"), limit=FEW, threads=1)


@pytest.mark.parametrize("must_announce", [False, True])
def test_a_fantasyland_hand_is_graded_against_its_best_board(must_announce):
    history = in_fantasyland(must_announce)
    game = history.deal()
    best = analyse(game.observation(game.turn), limit=FEW).best
    history.push(best.move)
    history.push(game.auto_place())
    first, second = (
        grade(one, analyse(one.position, limit=FEW, hold=one.move)) for one in decisions(history)
    )
    assert first.loss == 0
    assert second.loss > 0
    assert first.decision.street is None
    if must_announce:
        silent = Move.of(*best.move.rows, best.move.discards)
        decision = first.decision._replace(move=silent)
        worse = grade(decision, analyse(decision.position, limit=FEW, hold=silent))
        assert best.move.is_stay
        assert worse.loss == pytest.approx(Objective.of(first.decision.position.rules).next_hand(14))


def test_review_prints_the_worst_and_what_each_player_lost(capsys):
    assert main(["review", EXAMPLE, "--rollouts", "60", "--worst", "2", "--hand", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[0] in LABELS[3:]
    assert sum(line.startswith("  played") for line in lines) == 2
    start = next(n for n, line in enumerate(lines) if line.startswith("player"))
    assert lines[start].split()[1:] == [
        "moves",
        "best",
        "close",
        "good",
        "inaccuracies",
        "mistakes",
        "blunders",
    ]
    assert [line.split()[0] for line in lines[start + 1 : start + 3]] == ["Nadia", "Otto"]
    assert max(len(line) for line in lines if "ofc1~" not in line) < 80


def test_review_for_programs(capsys):
    assert main(["review", EXAMPLE, "--rollouts", "60", "--player", "Otto", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] is True
    assert {one["player"] for one in found["moves"]} == {"Otto"}
    assert [one["player"] for one in found["players"]] == ["Otto"]
    assert {one["street"] for one in found["moves"]} == {1, 2, 3, 4, 5, None}
    assert main(["review", EXAMPLE, "--player", "Cid"]) == 2
    assert "no player 'Cid'" in capsys.readouterr().err


def test_hands_and_streets_have_the_same_numbers_in_text_and_for_programs(capsys):
    words = ["review", EXAMPLE, "--rollouts", "60", "--hand", "1", "--worst", "99", "--player", "Nadia"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert main([*words, "--format", "json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert {one["hand"] for one in moves} == {1}
    assert {one["street"] for one in moves} <= {1, 2, 3, 4, 5}
    for one in moves:
        if one["loss"] >= INACCURACY:
            assert f"hand 1, street {one['street']}, Nadia" in text


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("policy,greedy", ["policy", "greedy"]),
        ("solver:seconds=2,threads=1, policy", ["solver:seconds=2,threads=1", "policy"]),
        ("process:./engine --deep,random", ["process:./engine --deep", "random"]),
        ("process:./engine 'a,b' c,random", ["process:./engine 'a,b' c", "random"]),
        ('policy,"process:./engine As,Kd"', ["policy", "process:./engine As,Kd"]),
        (
            "process:movetime=0.5,timeout=20:./engine,random",
            ["process:movetime=0.5,timeout=20:./engine", "random"],
        ),
    ],
)
def test_bots_are_named_with_commas_between_them(text, names):
    assert bot_names(text) == names


def test_duel_prints_a_report_and_gives_it_to_programs(capsys):
    words = ["duel", "--bots", "policy,random", "--hands", "50", "--seed", "1"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "policy" in text
    assert max(map(len, text.splitlines())) <= 80
    assert main([*words, "--format", "json"]) == 0
    report = Report.from_json(capsys.readouterr().out)
    assert (report.deals, report.bot("policy").points.mean > 0) == (50, True)
    assert main([*words, "--once", "--format", "csv"]) == 0
    assert capsys.readouterr().out.count("\n") == 3


def test_two_bots_of_a_kind_have_names_of_their_own(capsys):
    assert main(["duel", "--bots", "random,random", "--hands", "50", "--seed", "1", "--format", "csv"]) == 0
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()[1:]] == [
        "random 1",
        "random 2",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "policy"], "two or more"),
        (["--bots", "policy,wizard"], "no bot 'wizard'"),
        (["--bots", "policy,policy", "--rules", "poker"], "poker"),
        (["--bots", "policy,policy,policy,policy"], "2"),
    ],
)
def test_a_duel_that_cannot_be_is_one_line(words, message, capsys):
    assert main(["duel", *words, "--hands", "50"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


ENGINE = f"{sys.executable} {Path(__file__).resolve().parents[1] / 'docs' / 'examples' / 'engine.py'}"


def test_an_engine_plays_a_duel_and_is_called_as_it_calls_itself(capsys):
    engine = f'"process:movetime=0.1,timeout=20:{ENGINE} As,Kd"'  # a comma in its command
    words = ["--bots", f"policy,{engine}", "--hands", "3", "--seed", "1", "--format", "json"]
    assert main(["duel", *words]) == 0
    report = Report.from_json(capsys.readouterr().out)
    assert report.bots == ("policy", "bottom-up")
    assert report.bot(1).forfeits == 0
    assert report.seconds(1) > 0


def test_an_engine_that_cannot_be_started_ends_the_duel_before_it_begins(capsys):
    assert main(["duel", "--bots", "policy,process:nosuch", "--hands", "50"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "nosuch: it cannot be started: No such file" in err


def test_a_bot_that_forfeits_every_hand_makes_the_status_1_and_all_of_its_reason_is_read(tmp_path, capsys):
    engine = tmp_path / "engine.py"
    reason = " ".join(f"word{n}" for n in range(40))
    engine.write_text(
        "for line in iter(input, 'quit'):\n"
        "    said = {'ofci': 'ofciok', 'isready': 'readyok'}.get(line)\n"
        f"    print(said or 'error {reason}' if not line.startswith('position') else '', flush=True)\n"
    )
    words = ["--bots", f"random,process:{sys.executable} {engine}", "--hands", "2", "--seed", "1"]
    assert main(["duel", *words]) == 1
    text = capsys.readouterr().out
    assert "forfeited 4 hands:" in text
    assert max(map(len, text.splitlines())) <= 80
    assert reason in " ".join(text.split())


def test_analyse_ranks_the_first_five_cards(capsys):
    words = ["analyse", "", "--draw", "QhQd7c6s2s", "--rollouts", "1500"]
    assert main([*words, "--moves", "3"]) == 0
    head, *moves = capsys.readouterr().out.splitlines()
    moves, (more, errors, *_, counted) = moves[:3], moves[3:]
    assert head.split() == ["move", "value", "behind", "+-", "foul", "royalties", "Fantasyland"]
    assert max(map(len, moves)) <= 80
    assert more.startswith("229 more moves; ")
    assert errors == "+-: 95 %, of the value or of the distance; = cannot be told from the best."
    assert counted == "Counted: royalties, 10.5 for Fantasyland with 14 cards, -6 for a foul."
    assert main([*words, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (len(found["moves"]), found["moves"][0]["exact"], found["complete"]) == (232, False, True)


def test_an_analysis_that_ctrl_c_cut_short_ends_the_review(monkeypatch):
    asked = []

    def cut(*words, **options):
        asked.append(words)
        return replace(analyse(*words, **options), complete=len(asked) < 8)

    monkeypatch.setattr("ofckit.review._grade.analyse", cut)
    found = review(play("pineapple"), limit=Limit(rollouts=20), threads=1)
    assert len(found) + found.left == 10
    assert 1 <= len(found) < 8
    assert len(asked) == 8


# what a grade says


def made(
    played: tuple[float, float, float, float] = (1.0, 0.2, 0.3, 2.0),
    best: tuple[float, float, float, float] = (2.0, 0.1, 0.2, 2.2),
    se: float = 0.1,
    player: str = "Ann",
    hand: int = 1,
    policy_loss: float = 0.0,
) -> Grade:
    """A grade of two moves with these values, chances of a foul and of Fantasyland, and royalties."""
    position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h")
    moves = Move("8c@m Td@b x4h"), Move("4h@t Td@b x8c")
    a, b = (
        MoveInfo(move, ev, 0.2, False, foul, {14: entry}, royalty)
        for move, (ev, foul, entry, royalty) in zip(moves, (played, best), strict=True)
    )
    behind = best[0] - played[0]
    loss = behind if behind > CERTAIN * se else 0.0
    decision = Decision(hand, 0, player, position, moves[0])
    return Grade(
        *(decision, loss, se, moves[1], False, behind, a, b),
        Objective(fantasyland={14: 10.0}, foul=-6.0),
        moves[1],
        policy_loss,
    )


@pytest.mark.parametrize(
    ("behind", "se", "label"),
    [
        (0.29, 0.1, "too close"),
        (-0.5, 0.1, "too close"),
        (0.0, 0.1, "too close"),
        (0.0, 0.0, "best"),
        (0.15, 0.01, "good"),
        (0.25, 0.01, "inaccuracy"),
        (0.8, 0.1, "mistake"),
        (2.5, 0.1, "blunder"),
        (10.85, 10.67, "too close"),
    ],
)
def test_a_label_goes_by_the_size_of_a_loss_that_is_certain(behind, se, label):
    found = made((2.0 - behind, 0.1, 0.2, 2.2), se=se)
    assert found.label == label
    assert found.loss == (0.0 if label in ("too close", "best") else pytest.approx(behind))
    assert label in LABELS


@pytest.mark.parametrize(
    ("played", "kind", "reason"),
    [
        ((1.0, 0.31, 0.2, 2.6), "fouls", "Fouls 31% instead of 10%, for 0.40 points of royalties."),
        (
            (1.0, 0.3, 0.3, 2.2),
            "overchasing Fantasyland",
            "Fouls 30% instead of 10% and loses 0.80 points more in the rows, "
            "for 30% Fantasyland instead of 20%.",
        ),
        ((1.0, 0.1, 0.1, 2.2), "missed Fantasyland", "Reaches Fantasyland 10% instead of 20%."),
        ((1.0, 0.1, 0.2, 1.2), "missed royalties", "Earns 1.00 points less in royalties."),
        ((1.0, 0.1, 0.2, 2.2), "missed rows", "Loses 1.00 points more in the rows."),
        (
            (1.0, 0.0, 0.2, 0.6),
            "missed royalties",
            "Earns 1.60 points less in royalties, for 0% fouls instead of 10%.",
        ),
    ],
)
def test_a_reason_is_made_from_the_parts_of_the_difference(played, kind, reason):
    found = made(played)
    assert sum(found.parts) == pytest.approx(-found.behind)
    assert (found.kind, found.reason) == (kind, reason)


def test_what_fouls_cost_is_a_part_of_its_own_against_opponents_too(graded):
    for one in graded:
        assert sum(one.parts) == pytest.approx(-one.behind, abs=1e-6)
        assert one.played_parts.foul <= 0
        assert one.played_parts.foul >= -6 * one.played_info.foul - 1e-9
        assert (one.kind in KINDS) == (one.loss > 0)


def test_the_best_of_equal_moves_is_any_of_them():
    """Two cards that nothing distinguishes: the same rank in suits that no row can use."""
    history = play("pineapple")
    for one in decisions(history):
        if one.street == 4:
            found = analyse(one.position, limit=FEW)
            same = [info.move for info in found.moves if info.ev == found.best.ev]
            assert {grade(one._replace(move=move), found).label for move in same} == {"best"}


def test_a_best_move_is_not_charged_for_noise_and_a_limit_of_rollouts_repeats():
    position = Position("pineapple", "", "KhKdKs7c2d", opponents=[""])
    move = Move("Kh@b Kd@b Ks@b 7c@m 2d@m")
    decision = Decision(1, 0, "Ann", position, move)
    limit = Limit(rollouts=500)
    found = [grade(decision, limit=limit, seed=seed, threads=1) for seed in range(3)]
    assert [one.loss for one in found] == [0, 0, 0]
    assert {one.label for one in found} <= {"best", "too close"}
    assert grade(decision, limit=limit, seed=2, threads=2) == found[2]


def test_thinking_goes_on_until_the_error_is_small_enough():
    position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", opponents=["2c/3c3d/5s6s"])
    decision = Decision(1, 0, "Ann", position, Move("4h@t Td@b x8c"))
    rough, fine = (grade(decision, limit=Limit(se=se, rollouts=40_000)) for se in (1.0, 0.3))
    assert rough.se <= max(1.0, rough.behind / 10)
    assert fine.se <= max(0.3, fine.behind / 10)


def test_a_review_adds_up_by_player_street_and_kind():
    grades = [
        made(hand=1),
        made(hand=1, played=(-1.0, 0.1, 0.2, 1.2), policy_loss=1.0),
        made(hand=2, se=1.0),
        made(hand=2, player="Bob", played=(1.0, 0.1, 0.1, 2.2)),
    ]
    found = Review(grades)
    ann, bob = found.players
    assert (ann.moves, ann.hands, ann.lost, ann.best) == (3, 2, 4.0, 0)
    assert (ann.labels["mistake"], ann.labels["blunder"], ann.labels["too close"]) == (1, 1, 1)
    assert (ann.a_hand.mean, ann.policy.mean, ann.rating.mean) == (2.0, 0.5, 1.5)
    assert ann.a_hand.low < 2.0 < ann.a_hand.high
    assert bob.a_hand.low != bob.a_hand.low  # one hand tells nothing of others
    assert bob.to_dict()["a_hand"]["se"] is None
    assert [(one.what, one.moves, one.lost) for one in found.by_street] == [
        ("street 2", 3, 4.0),
        ("street 2", 1, 1.0),
    ]
    assert sum(one.lost for one in found.by_kind) == sum(one.lost for one in found.players)
    assert {one.what for one in found.by_kind if one.player == "Bob"} == {"missed Fantasyland"}
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_several_histories_are_reviewed_together(capsys, tmp_path):
    one, two = play("pineapple"), play("pineapple", seed=6)
    limit = Limit(rollouts=60)
    found = review({"one": one, "two": two}, "Ann", limit=limit, threads=1)
    assert {grade.decision.match for grade in found} == {"one", "two"}
    (ann,) = found.players
    assert (ann.hands, ann.moves) == (2, 10)
    assert ann.a_hand.high > ann.a_hand.low
    assert found[0].decision.where.startswith(f"{found[0].decision.match}, hand 1, ")
    with pytest.raises(ValueError, match="no player 'Cid': there are Ann, Bob"):
        review({"one": one}, "Cid")
    with pytest.raises(TypeError, match="several by name"):
        review({"one": 1})
    files = [tmp_path / name for name in ("one.toml", "two.toml")]
    for file, history in zip(files, (one, two), strict=True):
        file.write_text(history.to_text())
    words = ["review", *map(str, files), "--player", "Ann", "--rollouts", "60", "--hand", "1"]
    assert main([*words, "--format", "html"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert "one.toml" in page
    assert "<script" not in page


def test_only_chosen_moves_can_be_compared():
    position = Position("pineapple", "", "QhQd7c6s2s")
    moves = list(position.legal_moves[:2])
    found = analyse(position, limit=FEW, among=moves, threads=1)
    assert {info.move for info in found.moves} == set(moves)
    with pytest.raises(ValueError, match="no moves"):
        analyse(position, among=[])
    with pytest.raises(ValueError, match="among"):
        analyse(position, among=[Move("Ac@t")])
    with pytest.raises(TypeError, match="must be moves"):
        analyse(position, among=["Ac@t"])


def test_cards_alone_are_the_first_cards_and_a_value_is_explained(capsys):
    words = ["--rollouts", "1500", "--moves", "1", "--seed", "3"]
    assert main(["analyse", "", "--draw", "QhQd7c6s2s", *words]) == 0
    table = capsys.readouterr().out
    for cards in ("QhQd7c6s2s", "Qh Qd 7c 6s 2s"):
        assert main(["analyse", cards, *words]) == 0
        assert capsys.readouterr().out.splitlines()[1] == table.splitlines()[1]
    for wanted in ("2", "7c@m 6s@m Qh@b Qd@b 2s@b"):
        assert main(["analyse", "QhQd7c6s2s", *words, "--explain", wanted]) == 0
        lines = capsys.readouterr().out.partition("\n\n")[2].splitlines()
        assert ": +" in lines[0]
        assert [line.split()[0] for line in lines if line.startswith("  ") and line[2:3].islower()][:3] == [
            "royalties",
            "fouls",
            "rows",
        ]
        values = {line.split()[0]: float(line.split()[1]) for line in lines[1:6]}
        assert values.pop("together") == pytest.approx(sum(values.values()), abs=0.003)
        assert max(map(len, lines)) < 80


def test_the_parts_of_an_exact_value_add_up_to_it_and_the_difference_to_the_distance(capsys):
    words = ["analyse", "Qh / 7h7d / AsKs9s8s", "--draw", "2c5dQc", "--discards", "3c", "--moves", "1"]
    for more in ([], ["--exact"]):
        assert main([*words, *more, "--explain", "2c@m 5d@m xQc"]) == 0
        text = capsys.readouterr().out
        assert "5d@m 2c@m xQc: +4.632 (exact)" in text
        assert "Reaches Fantasyland 10% instead of 51%" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["QhQd7c6s2s", "--explain", "300"], "numbered from 1 to 232"),
        (["QhQd7c6s2s", "--explain", "Qh@t"], "--explain Qh@t: Qd is neither placed nor discarded"),
        (["Qh/7h7d/AsKs", "--explain", "1"], "needs cards to place"),
        (["QhQd7c6s2s", "--explain", "1", "--format", "json"], "no --format"),
        (["QhQd"], "pineapple deals 5"),
    ],
)
def test_what_cannot_be_explained_is_one_line(words, message, capsys):
    assert main(["analyse", *words, "--rollouts", "500"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert message in err
