"""Leagues: each pair on the same deals, ratings, folders of checkpoints, and what is refused."""

from __future__ import annotations

import doctest
import json
import math
import statistics
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest

from ofckit import OfcError
from ofckit.bots import GreedyBot, PolicyBot, RandomBot
from ofckit.cli import main
from ofckit.simulation import League, Misplay, _league, duel, league

BOTS = [RandomBot(1), GreedyBot(2), PolicyBot()]
NAMES = ["random", "greedy", "policy"]


@pytest.fixture(scope="module")
def played() -> League:
    return league("pineapple", BOTS, 300, seed=7, block=30, names=NAMES)


def test_the_examples_in_the_docstrings_are_right():
    assert doctest.testmod(_league).failed == 0


def test_each_pair_is_the_duel_of_the_two(played):
    assert played.complete
    for first, second in combinations(range(3), 2):
        pair = [BOTS[first], BOTS[second]]
        alone = duel("pineapple", pair, 300, seed=7, block=30, names=[NAMES[first], NAMES[second]])
        assert played.duel(first, second) == played.duel(NAMES[second], NAMES[first]) == alone
        assert played.points(first, second) == alone.points[0]
        assert played.points(second, first).mean == -alone.points[0].mean


def test_a_rating_is_the_mean_against_the_others(played):
    for i in range(3):
        others = [played.points(i, j).mean for j in range(3) if j != i]
        assert played.rating(i).mean == pytest.approx(statistics.mean(others))
    assert sum(played.rating(i).mean for i in range(3)) == pytest.approx(0)
    assert [played.bots[i] for i in played.ranking] == ["policy", "greedy", "random"]
    two = league("pineapple", BOTS[1:], 300, seed=7, block=30)
    assert two.rating(0) == pytest.approx(two.duels[0].points[0])


def test_the_interval_of_a_rating_is_that_of_its_sums_block_by_block(played):
    """Not of the duels as if they were independent: they have the deals in common."""
    blocks = [[], []]
    for report, at in ((played.duel(0, 1), 0), (played.duel(0, 2), 1)):
        rows = [row for row in report.to_dicts("block") if row["bot"] == "random"]
        blocks[at] = [row["points"] / row["hands"] for row in rows]
    means = [(a + b) / 2 for a, b in zip(*blocks, strict=True)]
    assert played.rating("random").se == pytest.approx(statistics.stdev(means) / math.sqrt(len(means)))


def test_a_league_is_a_table_and_a_value(played):
    text = str(played)
    assert max(map(len, text.splitlines())) <= 80
    assert [line.split()[1] for line in text.splitlines()[3:6]] == ["policy", "greedy", "random"]
    again = League.from_json(played.to_json(indent=1))
    assert again == played
    assert str(again).splitlines()[3].split()[:4] == text.splitlines()[3].split()[:4]
    assert [row["bot"] for row in played.to_dicts()] == ["policy", "greedy", "random"]
    assert played.to_csv().splitlines()[1].startswith("policy,1200,")
    assert len(played.to_records()) == 3


def test_a_folder_of_checkpoints_is_resumed_and_shared(tmp_path, played):
    folder = tmp_path / "league"
    kept = {"hands": 300, "seed": 7, "block": 30, "checkpoint": folder}
    league("pineapple", BOTS[:2], names=NAMES[:2], **kept)
    assert [path.name for path in folder.iterdir()] == ["random v greedy.jsonl"]
    size = (folder / "random v greedy.jsonl").stat().st_size
    assert league("pineapple", BOTS, names=NAMES, **kept) == played
    assert (folder / "random v greedy.jsonl").stat().st_size == size
    assert len(list(folder.iterdir())) == 3


def test_workers_change_nothing(played):
    with ThreadPoolExecutor(2) as pool:
        assert league("pineapple", BOTS, 300, 7, pool, block=30, names=NAMES) == played


def test_an_interrupted_league_says_so():
    def stops(seen):
        raise SystemExit

    cut = league("pineapple", [RandomBot(1), RandomBot(2), stops], 30, seed=1, names=["a", "b", "c"])
    assert not cut.complete
    assert len(cut.duels) == 3
    assert math.isnan(cut.rating("c").mean)
    assert "Not complete." in str(cut)
    assert cut.to_dicts()[-1]["rating"] is None


def test_what_is_no_league_is_refused(played):
    with pytest.raises(OfcError, match="two or more"):
        league("pineapple", BOTS[:1], 10)
    with pytest.raises(OfcError, match="3 different names"):
        league("pineapple", BOTS, 10, names=["a", "b"])
    with pytest.raises(TypeError, match="the path of a folder"):
        league("pineapple", BOTS, 10, checkpoint=7)
    with pytest.raises(Misplay):
        league("pineapple", [*BOTS, lambda seen: None], 2, strict=True)
    with pytest.raises(OfcError, match="does not play against itself"):
        played.duel("policy", 2)
    for which in (3, -1, "nobody", 1.5):
        with pytest.raises(OfcError, match=r"nobody|not a bot"):
            played.rating(which)
    data = json.loads(played.to_json())
    for change in ({"format": "x"}, {"bots": ["random"]}, {"duels": data["duels"][:2]}):
        with pytest.raises(OfcError):
            League.from_json(json.dumps({**data, **change}))
    with pytest.raises(OfcError, match="no league"):
        League.from_json(played.duels[0].to_json())


def test_the_shell_plays_a_league(capsys):
    words = ["duel", "--league", "--bots", "random,greedy,random", "--hands", "30", "--seed", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith("pineapple: a league of 3 bots, 30 deals a pair")
    assert "random 2" in said
    assert main([*words, "--format", "json"]) == 0
    assert len(League.from_json(capsys.readouterr().out).duels) == 3
    assert main([*words, "--once"]) == 2
