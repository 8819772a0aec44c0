"""Hand after hand: button, Fantasyland, chips, who sits down, who leaves; random hands of every preset."""

from __future__ import annotations

import copy
import os
import pickle
from dataclasses import replace
from random import Random

import pytest

from ofckit._errors import IllegalMove, InvalidRules, OfcError
from ofckit.game import Game, Match, Player, playouts
from ofckit.position import Position, owner_of
from ofckit.rules import RULES, Fantasyland, TableStakes
from ofckit.scoring import score_many
from played import house_rules, play_on, play_out, random_move

PRESETS = list(RULES)
HANDS = int(os.environ.get("OFCKIT_HANDS", "1000000"))
"""Hands of every preset in the big run."""
PLY_HANDS = int(os.environ.get("OFCKIT_PLY_HANDS", "20000"))
"""Hands of every preset that are taken apart at every ply."""


def play_hand(match: Match, rng: Random | None = None):
    game = match.deal()
    while not game.is_over:
        game.push(game.auto_place() if rng is None else random_move(game, rng))
    return match.finish()


EASY = RULES["pineapple"].replace(
    fantasyland=Fantasyland(enter={"pair": 14, "trips": 16}, stay=(("top", "pair"),), repeat_cards=15)
)


def into_fantasyland(match: Match, seat: int = 0) -> None:
    """Play hands until this seat, and nobody else, goes to Fantasyland."""
    rng = Random(1)
    for _ in range(2000):
        game = play_on(match.deal(), rng)
        if game.next_fantasyland[seat] and sum(map(bool, game.next_fantasyland)) == 1:
            match.finish()
            return
        match._game = None  # another try at the same hand
        match._hand += 1
    raise AssertionError("nobody went to Fantasyland")


# -- The button -----------------------------------------------------------------------------------------


def test_the_button_moves_to_the_left_after_every_hand():
    match = Match("pagat", 3, seed=1)
    buttons = []
    for _ in range(5):
        game = match.deal()
        buttons.append((match.button, game.button, game.turn))
        play_on(game, Random(1))
        match.finish()
    assert buttons == [(2, 2, 0), (0, 0, 1), (1, 1, 2), (2, 2, 0), (0, 0, 1)]


def test_a_match_may_begin_with_any_hand_of_its_seed():
    match, late = Match("pineapple", seed=7), Match("pineapple", seed=7, hand=2, button=1)
    play_hand(match), play_hand(match)
    assert (late.hand, late.button) == (match.hand, match.button) == (2, 1)
    assert late.deal().drawn(0) == match.deal().drawn(0)
    with pytest.raises(OfcError, match="hand number"):
        Match("pineapple", hand=-1)


def test_the_button_stands_still_while_anyone_is_in_fantasyland():
    """GF-08."""
    match = Match(EASY, 3, seed=3, button=0)
    into_fantasyland(match)
    assert match.in_fantasyland
    button = match.button
    assert button == 0
    rng = Random(2)
    while match.in_fantasyland:
        assert match.button == button
        play_hand(match, rng)
    assert match.button == (button + 1) % 3


def test_the_button_moves_in_fantasyland_where_the_rules_say_so():
    rules = EASY.replace(fantasyland=EASY.fantasyland.replace(button_moves_in_fantasyland=True))
    match = Match(rules, 3, seed=3, button=0)
    into_fantasyland(match)
    assert (match.in_fantasyland, match.button) == (True, 1)


# -- Fantasyland carried over ---------------------------------------------------------------------------


QUEENS = "QhQd5c/KsKd8s9c2d/AsAdJsJc4s"
STAYS = "7h7d7s/KhKdKs2c2d/AhAdAcAs3c"
PLAIN = "3s4h6h/5d6d9h9d2h/TsTdThJh2s"


def test_fantasyland_is_carried_to_the_next_hand_with_its_cards():
    match = Match("progressive", 2, seed=5)
    for board, cards in [
        (QUEENS, 14),
        (STAYS, 14),
        (STAYS, 14),
        (QUEENS, 0),
        (QUEENS, 14),
        (PLAIN, 0),
        (PLAIN, 0),
    ]:
        inside = match.fantasyland
        game = match.deal(live=True)
        assert game.fantasyland == inside
        other = PLAIN if board != PLAIN else "8h8d5s/KhKs3d3h7c/TcJdQsKc9s"
        seats = [board, other]
        play_out(game, seats)
        match.finish()
        assert match.fantasyland == (cards, 0)


def test_each_board_of_criss_cross_has_its_own_fantasyland():
    rules = RULES["criss-cross"].replace(fantasyland=Fantasyland(enter={"pair": 13}))
    match = Match(rules, 2, seed=5)
    into_fantasyland(match, 2)
    assert match.players[0].fantasyland == (0, 13)
    assert match.players[1].fantasyland == (0, 0)
    assert match.fantasyland == (0, 0, 13, 0)
    game = match.deal()
    assert game.turn == 2
    assert len(game.drawn(2)) == 13


# -- Chips ----------------------------------------------------------------------------------------------


def test_without_chips_points_are_counted():
    match = Match("classic", ["Ann", "Ben"], seed=1)
    total = [0, 0]
    rng = Random(5)
    for _ in range(10):
        settled = play_hand(match, rng)
        total = [a + b for a, b in zip(total, settled.points, strict=True)]
    assert list(match.points) == total
    assert match.chips == (None, None)
    assert [one.hands for one in match.players] == [10, 10]
    with pytest.raises(OfcError, match="not played for chips"):
        match.rebuy("Ann", 5)


def test_chips_go_from_hand_to_hand_and_none_are_lost():
    match = Match("classic", 4, seed=2, chips=[40, 25, 60, 10])
    rng = Random(1)
    bought = 135
    for _ in range(60):
        before = match.chips
        settled = play_hand(match, rng)
        assert settled.stacks == before
        assert match.chips == settled.chips
        assert sum(match.chips) == bought
        assert min(match.chips) >= 0
        for player in match.players:
            if player.chips == 0:
                match.rebuy(player.name, 20)
                bought += 20
    assert sum(match.points) == 0


def test_who_is_broke_buys_or_leaves_before_the_next_hand():
    match = Match("classic", ["Ann", "Ben", "Cid"], seed=2, chips=3)
    rng = Random(1)
    while 0 not in match.chips:
        play_hand(match, rng)
    broke = [one.name for one in match.players if one.chips == 0]
    with pytest.raises(IllegalMove, match=f"no chips left: {', '.join(broke)}"):
        match.deal()
    for name in broke:
        match.rebuy(name, 7)
    assert match.deal().stacks == match.chips


def test_table_stakes_ask_for_chips():
    rules = RULES["classic"].replace(table_stakes=TableStakes())
    with pytest.raises(OfcError, match="give each player's chips"):
        Match(rules, 2)
    assert Match(rules, 2, chips=100).chips == (100, 100)


def test_rebuys_are_between_hands():
    match = Match("classic", ["Ann", "Ben"], seed=1, chips=50)
    match.rebuy("Ann", 10)
    match.rebuy(1, 5)
    assert match.chips == (60, 55)
    match.deal()
    with pytest.raises(IllegalMove, match="cannot sell chips to Ben: hand 1 is not over"):
        match.rebuy("Ben", 10)
    for chips in (0, -5, 1.5, True):
        match = Match("classic", ["Ann", "Ben"], seed=1, chips=50)
        with pytest.raises(OfcError, match="chips are whole numbers from 1"):
            match.rebuy("Ben", chips)


# -- Sitting down and leaving ---------------------------------------------------------------------------


def test_players_join_between_hands_where_there_is_room():
    match = Match("pineapple", ["Ann", "Ben"], seed=1, button=0)
    match.join("Cid", place=0)
    assert [one.name for one in match.players] == ["Cid", "Ann", "Ben"]
    assert match.players[match.button].name == "Ann"
    with pytest.raises(InvalidRules, match="players = 4"):
        match.join("Dot")
    match.deal()
    with pytest.raises(IllegalMove, match="cannot seat 'Dot': hand 1 is not over"):
        match.join("Dot")
    with pytest.raises(OfcError, match="named 'Ann' is at the table already"):
        Match("pineapple", ["Ann", "Ben"]).join("Ann")
    with pytest.raises(OfcError, match="if the others do"):
        Match("pineapple", ["Ann", "Ben"]).join("Cid", 100)
    with pytest.raises(OfcError, match="place: 3 is not a seat"):
        Match("pineapple", ["Ann", "Ben"]).join("Cid", place=3)


def test_a_player_who_leaves_between_hands_gets_up_and_the_button_stays_with_its_holder():
    for button, leaver, holder in [
        (0, "Ann", "Ben"),
        (2, "Ann", "Cid"),
        (2, "Cid", "Ann"),
        (1, "Cid", "Ben"),
    ]:
        match = Match("pagat", ["Ann", "Ben", "Cid"], seed=1, button=button)
        match.leave(leaver)
        assert leaver not in [one.name for one in match.players]
        assert match.players[match.button].name == holder
        play_hand(match)


def test_a_player_who_leaves_in_a_hand_gets_up_after_it():
    match = Match(RULES["classic"].replace(surrender_points=2), ["Ann", "Ben", "Cid"], seed=1, button=2)
    game = match.deal()
    game.push(game.auto_place())
    match.leave("Ben")
    assert game.stands(1) == "surrendered"
    with pytest.raises(IllegalMove, match="Ben has left already"):
        match.leave("Ben")
    while not game.is_over:
        game.push(game.auto_place())
    settled = match.finish()
    assert settled.surrendered == {1}
    assert [one.name for one in match.players] == ["Ann", "Cid"]
    assert match.players[match.button].name == "Ann"


def test_who_leaves_criss_cross_leaves_both_boards():
    match = Match("criss-cross", ["Ann", "Ben"], seed=1)
    game = match.deal()
    match.leave("Ann")
    assert [game.stands(seat) for seat in range(4)] == ["left", "", "left", ""]


def test_the_hand_after_must_be_played_by_those_who_led_to_fantasyland():
    match = Match(EASY, ["Ann", "Ben", "Cid"], seed=3, chips=1000)
    into_fantasyland(match)
    with pytest.raises(IllegalMove, match="Ben played the hand that led to Fantasyland"):
        match.leave("Ben")
    game = match.deal()
    match.leave("Ben")
    assert game.stands(1) == "left"
    match.leave("Ann")
    assert game.stands(0) == "left"
    play_on(game, Random(1))
    match.finish()
    assert [one.name for one in match.players] == ["Cid"]
    with pytest.raises(InvalidRules, match="players = 1"):
        match.deal()
    match.join("Dot", 50)
    assert match.deal().players == 2


def test_who_is_broke_or_new_may_leave_before_a_fantasyland_hand():
    match = Match("pineapple", ["Ann", "Ben"], seed=1, chips=5)
    play_hand(match)
    match._players = [replace(match.players[0], fantasyland=(14,)), replace(match.players[1], chips=0)]
    match.join("Cid", 5)
    with pytest.raises(IllegalMove, match="Ann played the hand that led to Fantasyland"):
        match.leave("Ann")
    match.leave("Ben")
    match.leave("Cid")
    assert [one.name for one in match.players] == ["Ann"]


def test_the_button_does_not_wait_for_the_fantasyland_of_one_who_is_gone():
    match = Match("progressive", ["Ann", "Ben", "Cid"], seed=5, button=1)
    play_out(match.deal(live=True), [QUEENS, PLAIN, "2c3d4d/6c7c8dTcQc/7h7s8h3h5s"])
    assert match.game.next_fantasyland == (14, 0, 0)
    match.leave("Ann")
    match.finish()
    assert [one.name for one in match.players] == ["Ben", "Cid"]
    assert not match.in_fantasyland
    assert match.players[match.button].name == "Cid"


def test_an_empty_table_waits_for_players_and_keeps_what_it_is_played_for():
    match = Match("pineapple", ["Ann", "Ben"], seed=1, chips=10)
    play_hand(match)
    match.leave("Ann")
    match.leave("Ben")
    assert (match.players, match.chips, match.button, match.is_for_chips) == ((), (), 0, True)
    assert pickle.loads(pickle.dumps(match)) == match.copy() == match
    with pytest.raises(InvalidRules, match="players = 0"):
        match.deal()
    with pytest.raises(OfcError, match="if the others do"):
        match.join("Cid")
    match.join("Cid", 5)
    assert match.button == 0
    match.join("Dot", 7)
    assert match.deal().stacks == (5, 7)
    assert not Match("pineapple").is_for_chips


def test_all_may_leave_in_the_hand():
    match = Match("pineapple", ["Ann", "Ben"], seed=1)
    game = match.deal()
    match.leave("Ann")
    match.leave("Ben")
    assert game.is_over
    assert match.finish().points == (0, 0)
    assert match.players == ()


@pytest.mark.parametrize("broke_is_out", [False, True])
def test_a_table_with_a_chip_each_is_soon_decided(broke_is_out):
    rules = RULES["classic"].replace(table_stakes=TableStakes(win_cap=False, broke_is_out=broke_is_out))
    match = Match(rules, 4, seed=4, chips=1)
    rng = Random(1)
    while 0 not in match.chips:
        play_hand(match, rng)
        assert sum(match.chips) == 4
    with pytest.raises(IllegalMove, match="no chips left"):
        match.deal()
    for one in [one for one in match.players if one.chips == 0]:
        match.leave(one.name)
    assert all(match.chips)


def test_chips_may_be_more_than_a_machine_word():
    match = Match("classic", 2, seed=1, chips=10**30)
    settled = play_hand(match, Random(2))
    assert sum(match.chips) == 2 * 10**30
    assert match.chips[0] == 10**30 + settled.points[0]
    match.rebuy(0, 10**40)
    assert match.chips[0] > 10**40


def test_a_table_needs_a_deck_for_the_fantasyland_of_all():
    match = Match(RULES["classic"], 3, seed=1)
    match._players = [Player(f"p{i}", fantasyland=(13,)) for i in range(3)]
    match.join("Dot")
    assert match.deal().fantasyland == (13, 13, 13, 0)


# -- In order -------------------------------------------------------------------------------------------


def test_hands_are_dealt_and_finished_in_turn():
    match = Match("pineapple", 2, seed=1)
    with pytest.raises(IllegalMove, match="no hand is being played"):
        match.finish()
    game = match.deal()
    assert match.game is game
    with pytest.raises(IllegalMove, match="cannot deal the next hand: hand 1 is not over"):
        match.deal()
    with pytest.raises(IllegalMove, match="the hand is not over"):
        match.finish()
    play_on(game, Random(1))
    with pytest.raises(IllegalMove, match="hand 1 is over, finish it first"):
        match.deal()
    match.finish()
    assert (match.hand, match.game) == (1, None)


def test_hand_h_of_a_match_is_dealt_from_seed_and_h():
    match = Match("pineapple", 2, seed=9)
    for hand in range(4):
        game = match.deal()
        assert game == Game("pineapple", 2, seed=9, hand=hand, button=match.button)
        play_on(game, Random(1))
        match.finish()
    assert Match("pineapple", 2).seed != Match("pineapple", 2).seed


def test_a_match_takes_a_deck_or_live_cards_too():
    match = Match("pineapple", 2, seed=9, chips=10)
    match.deal(deck=range(52))
    assert match.game.drawn(0) == tuple(match.game.deck[:5])
    match = Match("pineapple", 2, seed=9)
    assert match.deal(live=True).awaits == (0, 5)


@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        ({"players": 4}, InvalidRules, "players = 4"),
        ({"players": ["Ann"]}, InvalidRules, "players = 1"),
        ({"players": ["Ann", "Ann"]}, OfcError, "'Ann' is at the table already"),
        ({"players": ["Ann", ""]}, OfcError, "a player's name must be text"),
        ({"players": 2, "chips": [1, 2, 3]}, OfcError, "2 needed, one for each player, not 3"),
        ({"players": 2, "chips": -1}, OfcError, "chips are whole numbers from 1"),
        ({"players": 2, "chips": [None, 3]}, OfcError, "chips: None; chips are whole numbers from 1"),
        ({"players": 2, "button": 2}, OfcError, "button: 2 is not a seat"),
        ({"players": 2, "rules": "pinapple"}, InvalidRules, "did you mean 'pineapple'"),
        ({"players": 2, "rules": 7}, TypeError, "name of a preset"),
        ({"players": 10**30}, InvalidRules, "players = 10"),
        ({"players": "ab"}, TypeError, "players must be their number or a list of names, not 'ab'"),
        ({"players": 2, "seed": "7"}, TypeError, "whole number"),
    ],
)
def test_a_table_that_cannot_be_is_refused(start, error, message):
    with pytest.raises(error, match=message):
        Match(**{"rules": "pineapple", **start})


def test_an_unknown_player_is_named():
    with pytest.raises(OfcError, match="no player named 'Zoe': player 0, player 1"):
        Match("pineapple").leave("Zoe")
    with pytest.raises(OfcError, match="player: 2 is not a seat"):
        Match("pineapple").leave(2)


def test_a_match_is_copied_compared_and_stored_in_the_middle_of_a_hand():
    match = Match(EASY, 3, seed=3, chips=500)
    rng = Random(4)
    for _ in range(12):
        game = match.deal()
        for _ in range(7):
            if not game.is_over:
                game.push(random_move(game, rng))
        twin, stored = copy.deepcopy(match), pickle.loads(pickle.dumps(match))
        assert match == twin == stored
        play_on(game, Random(7))
        if not stored.game.is_over:
            assert match != stored
        play_on(stored.game, Random(7))
        assert stored.finish() == match.finish()
        assert stored == match
    assert "pineapple, hand 12" in repr(match)


# -- Many hands -----------------------------------------------------------------------------------------


def run_match(preset: str, hands: int, seed: int) -> int:
    """Random hands of a preset, for chips, with rebuys; returns how many were in Fantasyland."""
    rules = RULES[preset]
    rng = Random(f"{preset} {seed}")
    players = rng.randint(*rules.players)
    match = Match(rules, players, seed=seed, chips=200)
    bought, inside = 200 * players, 0
    for _ in range(hands):
        if rules.fantasyland and rng.random() < 0.1:
            send_to_fantasyland(match, rng)
        game = match.deal()
        inside += match.in_fantasyland
        legal = game.legal_moves
        while len(legal):
            game.push(legal[int(rng.random() * len(legal))])
            legal = game.legal_moves
        settled = match.finish()
        cards = [card for seat in range(game.seats) for card in game.board(seat).cards + game.discards(seat)]
        assert len(set(cards)) == len(cards) == rules.cards_needed(players, game.fantasyland)
        assert sum(settled.points) == 0
        assert sum(match.chips) == bought
        assert min(match.chips) >= 0
        own = (
            0
            if rules.own_boards_compared
            else sum(
                settled.pairs.get((i, j), 0)
                for i in range(game.seats)
                for j in range(i)
                if owner_of(rules, game.seats, i) == owner_of(rules, game.seats, j)
            )
        )
        assert own == 0
        for player in match.players:
            if player.chips == 0:
                match.rebuy(player.name, 200)
                bought += 200
    return inside


def send_to_fantasyland(match: Match, rng: Random) -> None:
    """Random play hardly ever gets there by itself."""
    i = rng.randrange(len(match.players))
    boards = match.rules.boards_per_player
    cards = tuple(rng.choice(list(match.rules.fantasyland.enter.values())) for _ in range(boards))
    match._players[i] = replace(match._players[i], fantasyland=cards)


def run_plies(preset: str, hands: int, seed: int) -> None:
    """At every ply of random hands: pop, text, observations and pickles give back what was."""
    rules = RULES[preset]
    rng = Random(f"{preset} {seed}")
    for hand in range(hands):
        players = rng.randint(*rules.players)
        inside = [0] * rules.seats(players)
        if rules.fantasyland and rng.random() < 0.3:
            inside[rng.randrange(len(inside))] = rng.choice(list(rules.fantasyland.enter.values()))
        take_apart(Game(rules, players, seed=seed, hand=hand, fantasyland=inside), rng)


def take_apart(game: Game, rng: Random) -> None:
    """Play at random to the end; now and then a player leaves or gives up out of turn."""
    while not game.is_over:
        if rng.random() < 0.02:
            go(game, rng.randrange(game.seats))
            continue
        move = random_move(game, rng)
        state, past = game._state, game._past
        game.push(move)
        after = game._state
        assert game.pop() is move
        assert (game._state, game._past) == (state, past)
        game.push(str(move))
        assert game._state == after
        seen = game.observation(rng.randrange(game.seats))
        assert Position.parse(str(seen)) == seen
        check_observation(game, seen)
        assert pickle.loads(pickle.dumps(game)) == game
    assert sum(game.settlement.points) == 0
    for seat in range(game.seats):
        assert game.stands(seat) or game.board(seat).is_complete
        check_observation(game, game.observation(seat))


def go(game: Game, seat: int) -> None:
    """Leaves if that may be, and taking it back restores the hand."""
    before = game.copy()
    try:
        game.leave(seat)
    except IllegalMove:
        assert game == before
        return
    assert game.pop() == "leave"
    assert game == before
    game.leave(seat)


@pytest.mark.parametrize("number", range(40))
def test_house_rules_of_any_kind_play(number):
    rng = Random(number)
    rules = house_rules(rng)
    for hand in range(3):
        players = rng.randint(*rules.players)
        inside = [0] * rules.seats(players)
        if rules.fantasyland:
            for seat in range(len(inside)):
                inside[seat] = rng.choice([0, 0, min(rules.fantasyland.enter.values())])
        take_apart(Game(rules, players, seed=number, hand=hand, fantasyland=inside), rng)


def check_observation(game: Game, seen: Position) -> None:
    """Nothing in it that the table does not have, nothing hidden, and no card twice."""
    assert len(set(seen.known)) == len(seen.known)
    assert set(seen.unseen) | set(seen.known) == set(range(game.rules.deck_size))
    assert seen.draw == tuple(sorted(game.drawn(seen.seat), reverse=True))
    for seat in range(game.seats):
        shown = {card for row in seen.boards[seat] for card in row}
        assert shown <= set(game.board(seat).cards)
        if owner_of(game.rules, game.seats, seat) != owner_of(game.rules, game.seats, seen.seat):
            assert not set(game.discards(seat)) & set(seen.known)
            if game.fantasyland[seat] and not game.is_over:
                assert not shown


@pytest.mark.parametrize("preset", PRESETS)
def test_random_matches_keep_the_books(preset):
    run_match(preset, 60, 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_ply_can_be_undone_written_and_stored(preset):
    run_plies(preset, 4, 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_in_c_keep_the_books(preset):
    run_playouts(preset, 2000)


def run_playouts(preset: str, hands: int) -> None:
    """Zero sums, no card twice, and the points of the batch scorer."""
    np = pytest.importorskip("numpy")
    rules = RULES[preset]
    for first in range(0, hands, 100_000):
        n = min(100_000, hands - first)
        players = rules.players[first // 100_000 % 2]
        seats = rules.seats(players)
        played = playouts(rules, players, n, seed=1, hand=first)
        boards = np.frombuffer(played.boards, np.uint8).reshape(n, seats, 13)
        points = np.frombuffer(played.points, np.int32).reshape(n, seats)
        assert not points.sum(axis=1).any()
        cards = np.sort(boards.reshape(n, -1), axis=1)
        assert (cards[:, 1:] > cards[:, :-1]).all()
        assert cards[:, -1].max() < rules.deck_size
        if rules.boards_per_player == 1:
            assert (score_many(boards, rules) == points).all()


@pytest.mark.exhaustive
@pytest.mark.parametrize("preset", PRESETS)
def test_a_million_hands_of_every_preset_keep_the_books(preset):
    """OFCKIT_HANDS sets how many."""
    run_playouts(preset, HANDS)
    for seed in range(0, HANDS, 10_000):
        run_match(preset, min(10_000, HANDS - seed), seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("preset", PRESETS)
def test_every_ply_of_twenty_thousand_hands_of_every_preset(preset):
    """OFCKIT_PLY_HANDS sets how many."""
    run_plies(preset, PLY_HANDS, 2)
