"""One hand: who acts when, what each may know, what is refused, and what it comes to."""

from __future__ import annotations

import copy
import doctest
import json
import os
import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

import ofckit
import playthrough
from ofckit._errors import IllegalMove, InvalidCard, InvalidRules, OfcError
from ofckit.board import Board
from ofckit.cards import Deck
from ofckit.game import Game, playouts, replay
from ofckit.game import _game as game_module
from ofckit.game import _match as match_module
from ofckit.position import Move, Position
from ofckit.position import _move as move_module
from ofckit.position import _position as position_module
from ofckit.rules import RULES, Fantasyland, Rules, Street
from played import house_rules, play_boards, play_on, random_move

DATA = Path(__file__).parent / "data"
PRESETS = list(RULES)
CASES = {one["id"]: one for one in map(json.loads, (DATA / "game_cases.jsonl").read_text().splitlines())}
CHECKS = {one["id"]: one for one in map(json.loads, (DATA / "game_checks.jsonl").read_text().splitlines())}
TABLES = {one["id"]: one for one in map(json.loads, (DATA / "boards.jsonl").read_text().splitlines())}


def seats_in_turn(game: Game) -> list[int]:
    """The seats in the order in which they act."""
    order = []
    while not game.is_over:
        order.append(game.turn)
        game.push(game.auto_place())
    return order


def names(cards) -> str:
    return " ".join(map(str, cards))


# -- Streets and turns ----------------------------------------------------------------------------------


def test_the_dealer_acts_last_clockwise_from_his_left():
    assert seats_in_turn(Game("turbo", 4, seed=1, button=1)) == [2, 3, 0, 1] * 5
    assert seats_in_turn(Game("classic", 3, seed=1, button=0)) == [1, 2, 0] * 9
    assert seats_in_turn(Game("pineapple", 2, seed=1)) == [0, 1] * 5


@pytest.mark.parametrize(
    ("preset", "drawn", "placed"),
    [
        ("classic", [5] + [1] * 8, [5] + [1] * 8),
        ("turbo", [5] + [2] * 4, [5] + [2] * 4),
        ("pineapple", [5] + [3] * 4, [5] + [2] * 4),
        ("chinese", [13], [13]),
    ],
)
def test_each_street_deals_and_places_its_cards(preset, drawn, placed):
    game = Game(preset, 2, seed=3)
    seen, put = [], []
    while not game.is_over:
        if game.turn == 0:
            seen.append(len(game.drawn(0)))
            move = game.auto_place()
            put.append(len(move.placements))
        game.push(game.auto_place())
    assert (seen, put) == (drawn, placed)


def test_the_first_street_has_no_discard():
    """GF-02: placing five and discarding nothing is a move."""
    game = Game("pineapple", seed=1)
    assert game.reason_against(Move.of(bottom=game.drawn(0))) is None
    assert "neither placed nor discarded" in game.reason_against(Move.of(bottom=game.drawn(0)[:4]))


def test_first_five_in_turn_or_dealt_together():
    together = RULES["classic"].replace(first_five="dealt-together")
    one, all_at_once = Game("classic", 3, seed=5), Game(together, 3, seed=5)
    assert [len(one.drawn(seat)) for seat in range(3)] == [5, 0, 0]
    assert [len(all_at_once.drawn(seat)) for seat in range(3)] == [5, 5, 5]
    assert [one.drawn(0), *(Deck(seed=5).deal(15)[5:],)][0] == all_at_once.drawn(0)
    assert len(all_at_once.observation(2).draw) == 5
    assert all_at_once.observation(2).legal_moves.placements == 0
    all_at_once.push(all_at_once.auto_place())
    assert [len(all_at_once.drawn(seat)) for seat in range(3)] == [0, 5, 5]


def test_the_last_three_cards_are_dealt_together_and_stay_face_down():
    rules = RULES["classic"].replace(final_face_down=3)
    game = Game(rules, 4, seed=2)
    for _ in range(4 * 6):
        game.push(game.auto_place())
    assert [len(game.drawn(seat)) for seat in range(4)] == [3] * 4
    before = game.observation(1).boards[0]
    game.push(game.auto_place())
    assert len(game.board(0).cards) == 13
    assert game.observation(1).boards[0] == before
    assert sum(map(len, game.observation(0).boards[0])) == 13
    play_on(game, Random(1))
    assert all(sum(map(len, rows)) == 13 for rows in game.observation(1).boards)


def test_closed_chinese_is_open_only_at_the_end():
    game = Game("chinese", 3, seed=2)
    assert all(len(game.drawn(seat)) == 13 for seat in range(3))
    game.push(game.auto_place())
    assert game.observation(1).boards[0] == ((), (), ())
    play_on(game, Random(1))
    assert all(sum(map(len, rows)) == 13 for rows in game.observation(1).boards)


def test_criss_cross_has_two_people_at_four_seats_in_turn():
    game = Game("criss-cross", 2, seed=4)
    assert game.seats == 4
    assert game.observation(2).rules.boards_per_player == 2
    together = Game(RULES["criss-cross"].replace(first_five="dealt-together"), 2, seed=4)
    assert set(together.observation(0).dead) == set(together.drawn(2))
    play_on(game, Random(3))
    assert set(game.settlement.pairs) == {(0, 1), (0, 3), (1, 2), (2, 3)}
    own = play_on(Game(RULES["criss-cross"].replace(own_boards_compared=True), 2, seed=4), Random(3))
    assert set(own.settlement.pairs) == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


@pytest.mark.parametrize(
    ("when", "order"), [("before", [1, 2, 0]), ("in-turn", [2, 0, 1]), ("after", [2, 0])]
)
def test_a_fantasyland_hand_is_set_before_among_or_after_the_others(when, order):
    rules = RULES["pineapple"]
    rules = rules.replace(fantasyland=rules.fantasyland.replace(set_when=when))
    game = Game(rules, 3, seed=6, button=1, fantasyland=(0, 14, 0))
    turns = seats_in_turn(game)
    assert turns[: len(order)] == order
    assert turns.count(1) == 1
    assert len(turns) == 11
    if when == "after":
        assert turns[-1] == 1


@pytest.mark.parametrize("cards", [13, 14, 15, 16, 17])
def test_a_fantasyland_hand_places_thirteen_and_discards_the_rest(cards):
    """FL-15: seventeen cards need four discards."""
    game = Game("progressive", 2, seed=6, fantasyland=(cards, 0))
    assert len(game.drawn(0)) == cards
    move = game.legal_moves[len(game.legal_moves) // 2]
    assert (len(move.placements), len(move.discards)) == (13, cards - 13)
    short = Move.of(*move.rows[:2], move.bottom + move.discards)
    assert (game.reason_against(short) is None) == (cards == 13)
    game.push(move)
    assert game.turn == 1
    assert game.observation(1).boards[0] == ((), (), ())
    assert game.observation(0).discards == move.discards


# -- The deck -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["FL-16", "FL-17"])
def test_players_are_checked_against_the_deck(name):
    case = CASES[name]
    variant, players = case["input"]["variant"], case["input"]["players"]
    inside = case["input"].get("fantasyland", [])
    right = case["right"]
    inside = inside + [0] * (players - len(inside))
    with pytest.raises(InvalidRules, match=f"{right['needed']} cards needed, {right['deck']} in the deck"):
        Game(variant, players, seed=1, fantasyland=inside)


def test_four_players_with_a_13_card_fantasyland_use_the_deck_up():
    game = play_on(Game("classic", 4, seed=1, fantasyland=(13, 0, 0, 0)), Random(1))
    assert len({card for board in game.boards for card in board.cards}) == 52


def test_every_card_of_a_hand_is_dealt_once():
    """GF-05: three players of pineapple see 51 different cards."""
    game = play_on(Game("pineapple", 3, seed=9), Random(2))
    cards = [card for seat in range(3) for card in game.board(seat).cards + game.discards(seat)]
    assert len(cards) == len(set(cards)) == CASES["GF-05"]["right"]["total"]


def test_a_deal_is_a_function_of_seed_and_hand():
    """SIM-01: and it is the deal of Deck, in the order of the turns."""
    game = Game("pineapple", 2, seed=7, hand=1)
    deck = Deck(seed=7, hand=1)
    while not game.is_over:
        drawn = game.drawn(game.turn)
        assert list(drawn) == deck.deal(len(drawn))
        game.push(game.auto_place())
    assert Game("pineapple", seed=7, hand=1) == Game("pineapple", seed=7, hand=1)
    assert Game("pineapple", seed=7, hand=1).drawn(0) != Game("pineapple", seed=7, hand=2).drawn(0)


def test_the_same_seed_deals_the_same_in_another_process():
    """SIM-02: whatever the hash seed."""
    code = "from ofckit.game import Game; print(*Game('pineapple', seed=1).drawn(0), sep='')"
    root = str(Path(ofckit.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": "77"}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "".join(map(str, Game("pineapple", seed=1).drawn(0)))


def test_two_games_do_not_disturb_each_other():
    """SIM-03: interleaved or alone, the same."""
    alone = [seats_and_cards(Game("pineapple", seed=seed)) for seed in (1, 2)]
    games = [Game("pineapple", seed=seed) for seed in (1, 2)]
    found = [[], []]
    while not games[0].is_over:
        for game, record in zip(games, found, strict=True):
            record.append((game.turn, game.drawn(game.turn)))
            game.push(game.auto_place())
    assert found == alone


def seats_and_cards(game: Game) -> list:
    found = []
    while not game.is_over:
        found.append((game.turn, game.drawn(game.turn)))
        game.push(game.auto_place())
    return found


def test_hands_of_one_seed_differ():
    """SIM-05, SIM-11: a thousand hands are a thousand deals."""
    deals = {Game("classic", seed=3, hand=hand).drawn(0) for hand in range(1000)}
    assert len(deals) > CASES["SIM-05"]["right"]["distinct_greater_than"]


def test_without_a_seed_every_game_is_another_and_says_its_seed():
    """SIM-16."""
    games = [Game("pineapple") for _ in range(3)]
    assert len({game.drawn(0) for game in games}) > 1
    for game in games:
        assert Game("pineapple", seed=game.seed).drawn(0) == game.drawn(0)


def test_a_hand_is_dealt_from_a_given_deck():
    order = Deck(seed=11).deal(52)
    game = Game("pineapple", 2, deck=order)
    assert list(game.drawn(0)) == order[:5]
    assert game == Game("pineapple", 2, deck="".join(map(str, order)))
    assert len({*order[:34]}) == 34
    assert seats_and_cards(game) == seats_and_cards(Game("pineapple", 2, deck=order[:34]))
    with pytest.raises(InvalidCard, match="the deck has 33 cards, 34 needed"):
        Game("pineapple", 2, deck=order[:33])
    with pytest.raises(InvalidCard, match=f"{order[0]} is dealt twice"):
        Game("pineapple", 2, deck=[*order, order[0]])
    with pytest.raises(InvalidCard, match="X1 is not in the deck of pineapple"):
        Game("pineapple", 2, deck=["X1", *order])
    with pytest.raises(OfcError, match="give one of them"):
        Game("pineapple", 2, deck=order, seed=1)
    with pytest.raises(OfcError, match="give one of them"):
        Game("pineapple", 2, deck=order, live=True)


def test_a_live_hand_takes_its_cards_from_outside():
    game = Game("pineapple", 2, live=True)
    assert game.awaits == (0, 5)
    assert (game.turn, len(game.legal_moves)) == (0, 0)
    assert game.reason_against("As@t Ks@b Kd@b 2c@m 2d@m") == "seat 0 waits for cards: 5 more must be dealt"
    game.deal("As Kd")
    game.deal("Ks")
    assert game.awaits == (0, 2)
    assert game.drawn(0) == ()
    game.deal("2c 2d")
    assert game.awaits is None
    assert names(game.drawn(0)) == "As Kd Ks 2c 2d"
    game.push("As@t Ks@b Kd@b 2c@m 2d@m")
    assert game.awaits == (1, 5)


def test_a_live_hand_refuses_what_cannot_be_dealt():
    game = Game("pineapple", 2, live=True)
    game.deal("As Kd")
    before = game.copy()
    for cards, message in [
        ("As", "As is dealt twice"),
        ("9c 9c", "9c is dealt twice"),
        ("X1", "X1 is not in the deck"),
        ("2c 3c 4c 5c", "4 cards are dealt, 3 awaited"),
        ("", "0 cards are dealt, 3 awaited"),
    ]:
        with pytest.raises(OfcError, match=message):
            game.deal(cards)
        assert game == before
    with pytest.raises(IllegalMove, match="waits for cards"):
        game.auto_place()
    game.deal("2c 3c 4c")
    with pytest.raises(IllegalMove, match="no card is due: seat 0 is to move"):
        game.deal("9d")
    with pytest.raises(IllegalMove, match="only Game"):
        Game("pineapple", seed=1).deal("As")


def test_a_live_deal_to_several_is_dealt_in_turn():
    game = Game(
        RULES["classic"].replace(first_five="dealt-together", surrender_points=2), 3, live=True, button=0
    )
    deck = Deck(seed=1)
    game.deal(deck.deal(5))
    assert game.awaits == (2, 5)
    assert game.drawn(1) == ()
    game.deal(deck.deal(7))
    assert game.awaits == (0, 3)
    assert game.reason_against("surrender", 2) == "a deal is half done: deal the rest of its cards first"
    assert "surrender" not in game.legal_moves
    with pytest.raises(IllegalMove, match="a deal is half done"):
        game.leave(2)
    game.deal(deck.deal(3))
    assert [len(game.drawn(seat)) for seat in range(3)] == [5, 5, 5]
    assert len(game.pop()) == 3
    assert game.awaits == (0, 3)
    assert len(game.pop()) == 7
    assert game.awaits == (2, 5)


# -- What each may know ---------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("when", ["before", "in-turn", "after"])
def test_deals_that_differ_only_in_what_is_hidden_look_the_same(preset, when):
    rules = RULES[preset]
    if rules.fantasyland:
        rules = rules.replace(fantasyland=rules.fantasyland.replace(set_when=when))
    rng = Random(f"{preset} {when}")
    for _ in range(12):
        look_twice(rules, rng)


@pytest.mark.parametrize("number", range(60))
def test_they_look_the_same_by_any_house_rules(number):
    rng = Random(number)
    rules = house_rules(rng)
    for _ in range(6):
        look_twice(rules, rng)


def known_to(game: Game, watcher: int) -> set[int]:
    """What a seat has seen by the rules: its own cards, what was placed or drawn face up, the showdown."""
    rules = game.rules
    mine = [seat for seat in range(game.seats) if seat % game.players == watcher % game.players]
    deck = game.copy()
    while deck.actions:
        deck.pop()
    known: set[int] = set()
    for seat, done in (*game.actions, (None, None)):
        for own in mine:
            known.update(deck.drawn(own))
        street = None if deck.street is None or deck.street < 0 else rules.plan[deck.street]
        open_street = street is not None and not street.face_down
        if open_street and deck.street > 0 and street.deal == street.place:
            known.update(deck.drawn(deck.turn))
        if seat is None:
            break
        if done == "leave":
            deck.leave(seat)
            continue
        if open_street or seat in mine:
            known.update(card for card, _ in done.placements)
        deck.push(done, seat)
    for seat in range(game.seats):
        if game.is_over and not game.stands(seat):
            known.update(game.board(seat).cards)
    return known


def act(game: Game, rng: Random) -> None:
    """A random move; now and then somebody gives up out of turn, or leaves."""
    seat = rng.randrange(game.seats)
    if rng.random() > 0.04 or game.stands(seat) or game.board(seat).is_complete:
        game.push(random_move(game, rng))
    elif game.rules.surrender_points is not None and rng.random() < 0.5:
        game.push("surrender", seat)
    else:
        game.leave(seat)


def look_twice(rules: Rules, rng: Random) -> None:
    """Swap cards that one seat cannot see in a given deck, play the same, and it sees the same."""
    players = rng.randint(*rules.players)
    seats = rules.seats(players)
    cards = min(rules.fantasyland.enter.values()) if rules.fantasyland and rng.random() < 0.6 else 0
    inside = [rng.choice([0, cards]) for _ in range(seats)]
    deck = list(range(rules.deck_size))
    rng.shuffle(deck)
    first = Game(rules, players, deck=deck, button=rng.randrange(seats), fantasyland=inside)
    for _ in range(rng.randrange(len(first._turns) + 1)):
        if not first.is_over:
            act(first, rng)
    watcher = rng.randrange(seats)
    hidden = sorted(set(range(rules.deck_size)) - known_to(first, watcher))
    assert list(first.observation(watcher).unseen) == hidden
    mixed = hidden[:]
    rng.shuffle(mixed)
    swap = dict(zip(hidden, mixed, strict=True))
    other_deck = [swap.get(card, card) for card in deck]
    second = Game(rules, players, deck=other_deck, button=first.button, fantasyland=inside)
    for seat, done in first.actions:
        if done == "leave":
            second.leave(seat)
        elif done.is_surrender:
            second.push(done, seat)
        else:
            parts = [[swap.get(card, card) for card in part] for part in (*done.rows, done.discards)]
            second.push(Move.of(*parts, stay=done.is_stay), seat)
    assert known_to(second, watcher) == known_to(first, watcher)
    assert second.observation(watcher) == first.observation(watcher)
    assert str(second.observation(watcher)) == str(first.observation(watcher))
    assert second.observation(watcher).legal_moves[:20] == first.observation(watcher).legal_moves[:20]
    assert (second._state == first._state) == (mixed == hidden)


def test_the_stacks_in_front_of_all_are_seen_by_all():
    game = Game("criss-cross", 2, seed=8, stacks=(40, 25))
    assert [game.observation(seat).stacks for seat in range(4)] == [(40, 25)] * 4
    assert str(game.observation(0)).endswith("~stacks.40_25")
    assert Game("classic", 2, seed=8).observation(0).stacks == ()


def test_own_discards_are_known_and_others_are_not():
    game = Game("pineapple", 2, seed=8)
    for _ in range(4):
        game.push(random_move(game, Random(1)))
    (mine,), (theirs,) = game.discards(0), game.discards(1)
    assert game.observation(0).discards == (mine,)
    assert mine not in game.observation(0).unseen
    assert theirs in game.observation(0).unseen
    assert mine in game.observation(1).unseen


def test_a_single_card_drawn_lies_open_and_five_or_three_do_not():
    classic = Game("classic", 2, seed=8)
    assert classic.observation(1).exposed == ()
    for _ in range(2):
        classic.push(classic.auto_place())
    assert classic.observation(1).exposed == classic.drawn(0)
    assert classic.observation(0).exposed == ()
    assert classic.observation(0).draw == classic.drawn(0)
    pineapple = Game("pineapple", 2, seed=8)
    for _ in range(2):
        pineapple.push(pineapple.auto_place())
    assert pineapple.observation(1).exposed == ()
    assert not set(pineapple.drawn(0)) - set(pineapple.observation(1).unseen)


def test_a_card_that_lay_open_stays_known_when_its_player_goes():
    game = Game("classic", 3, seed=8)
    for _ in range(3):
        game.push(game.auto_place())
    (card,) = game.drawn(0)
    game.leave(0)
    for seat in range(3):
        assert game.observation(seat).dead == (card,)
        assert card not in game.observation(seat).unseen
    hidden = Game("pineapple", 3, seed=8)
    for _ in range(3):
        hidden.push(hidden.auto_place())
    cards = hidden.drawn(0)
    hidden.leave(0)
    assert set(cards) <= set(hidden.observation(1).unseen)
    assert set(hidden.observation(0).discards) == set(cards)


def test_a_fantasyland_set_is_shown_only_at_the_showdown():
    for when in ("before", "in-turn", "after"):
        rules = RULES["ultimate"]
        rules = rules.replace(fantasyland=rules.fantasyland.replace(set_when=when))
        game = Game(rules, 3, seed=5, fantasyland=(0, 17, 0))
        while not game.is_over:
            assert game.observation(0).boards[1] == ((), (), ())
            assert game.observation(0).fantasyland == (0, 17, 0)
            game.push(random_move(game, Random(2)))
        assert game.observation(0).board.is_complete
        assert Board.of_rows(game.observation(0).boards[1]) == game.board(1)
        assert set(game.discards(1)) <= set(game.observation(0).unseen)


# -- Make and unmake ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_pop_is_the_exact_inverse_of_push(preset):
    rng = Random(preset)
    game = Game(preset, RULES[preset].players[1], seed=1)
    states, moves = [], []
    while not game.is_over:
        states.append((game._state, game._past, pickle.dumps(game)))
        moves.append(random_move(game, rng))
        game.push(moves[-1])
    while moves:
        assert game.pop() == moves.pop()
        state, past, stored = states.pop()
        assert game._state == state
        assert game._past is past
        assert pickle.dumps(game) == stored
    with pytest.raises(IllegalMove, match="nothing to take back"):
        game.pop()


def test_a_refused_move_changes_nothing():
    game = Game("pineapple", 2, seed=7)
    game.push("Kd@b Ks@b 9d@m 4d@t Jd@m")
    before = game.copy()
    drawn = game.drawn(1)
    other = next(card for card in range(52) if card not in game.observation(1).known)
    for move, reason in [
        (Move.of(top=drawn), "the top has room for 3 more"),
        (Move.of(top=drawn[:2], bottom=drawn[2:4]), f"{drawn[4]} is neither placed nor discarded"),
        (Move.of(bottom=drawn[:4], discards=drawn[4:]), "5 cards must be placed, 0 discarded"),
        (Move.of(bottom=[*drawn[:4], other]), "is not among the cards drawn"),
        (Move.of(bottom=["Kd", *drawn[:4]]), "Kd is not among the cards drawn"),
        (Move("surrender"), "nobody may surrender"),
    ]:
        told = game.reason_against(move)
        assert reason in told
        assert move not in game.legal_moves
        with pytest.raises(IllegalMove) as error:
            game.push(move)
        assert told in str(error.value)
        assert game == before
    with pytest.raises(IllegalMove, match="it is the turn of seat 1, not of seat 0"):
        game.push(game.auto_place(), 0)
    assert game == before


def test_after_the_hand_nothing_is_legal():
    game = play_on(Game("pineapple", seed=1), Random(1))
    assert (game.turn, game.street, game.awaits, len(game.legal_moves)) == (None, None, None, 0)
    assert game.reason_against("As@t") == "the hand is over"
    with pytest.raises(IllegalMove, match="the hand is over"):
        game.auto_place()
    with pytest.raises(IllegalMove, match="the hand is over"):
        game.leave(0)
    fresh = Game("pineapple", seed=1)
    with pytest.raises(IllegalMove, match="the hand is not over: seat 0 is to act"):
        _ = fresh.settlement
    with pytest.raises(IllegalMove, match="the hand is not over"):
        _ = fresh.next_fantasyland


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_copied_compared_and_stored_at_every_ply(preset):
    rng = Random(preset)
    game = Game(preset, 2, seed=2, hand=5, button=0)
    while True:
        twin = copy.deepcopy(game)
        stored = pickle.loads(pickle.dumps(game))
        assert twin == game == stored
        for seat in range(game.seats):
            seen = game.observation(seat)
            assert Position.parse(str(seen)) == seen == stored.observation(seat)
            if seat == game.turn:
                assert list(seen.legal_moves[:50]) == list(game.legal_moves[:50])
                assert len(seen.legal_moves) == len(game.legal_moves)
        if game.is_over:
            break
        twin.push(twin.auto_place())
        assert twin != game
        game.push(random_move(game, rng))
    assert "over" in repr(game)


def test_a_stored_game_with_a_wrong_move_does_not_load():
    """GF-04: what is loaded is checked at the border."""
    game = Game("pineapple", seed=1)
    game.push(game.auto_place())
    make, (rules, start, actions) = game.__reduce__()
    assert make is replay
    with pytest.raises(IllegalMove):
        replay(rules, start, [*actions, *actions])
    with pytest.raises(TypeError):
        replay(rules, {"seats": []}, [])


# -- Out of time, giving up, leaving --------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("order", ["bottom-up", "top-most"])
def test_auto_place_is_always_legal(preset, order):
    rng = Random(order)
    rules = RULES[preset].replace(auto_place=order)
    for hand in range(20):
        game = Game(rules, 2, seed=3, hand=hand)
        while not game.is_over:
            move = game.auto_place()
            assert game.reason_against(move) is None
            game.push(move if rng.random() < 0.5 else random_move(game, rng))
        assert all(board.is_complete for board in game.boards)


def test_auto_place_fills_from_the_bottom_or_the_top_in_the_order_drawn():
    """GF-10: on the last street it fills the two open places."""
    game = Game("pineapple", 2, live=True)
    game.deal("As 2c 3c 4c 5c")
    assert game.auto_place() == Move("5c@b 4c@b 3c@b 2c@b As@b")
    top = Game(RULES["pineapple"].replace(auto_place="top-most"), 2, live=True)
    top.deal("As 2c 3c 4c 5c")
    assert top.auto_place() == Move("As@t 2c@t 3c@t 4c@m 5c@m")
    last = Game("pineapple", 2, seed=5)
    for _ in range(8):
        last.push(random_move(last, Random(4)))
    move = last.auto_place()
    assert len(move.placements) == CASES["GF-10"]["right"]["auto_placed"]
    assert move.discards == last.drawn(0)[2:]
    last.push(move)
    assert last.board(0).is_complete


SURRENDER = RULES["classic"].replace(surrender_points=2)


def test_a_player_may_surrender_until_his_last_card_is_placed():
    game = Game(SURRENDER, 3, seed=1)
    assert "surrender" in game.legal_moves
    assert len(game.legal_moves) == game.legal_moves.placements + 1
    game.push("surrender")
    assert game.stands(0) == "surrendered"
    assert game.turn == 1
    assert game.observation(2).out == ("surrendered", "", "")
    turns = seats_in_turn(game)
    assert 0 not in turns
    assert len(turns) == 18


LEGAL = ["QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "3c4c6h/5h6d8d9d9c/TcTdJcJhKd", "2c4h7c/3d3h5d6c8h/AhAdKcQc2s"]


def test_a_surrender_costs_its_points_and_no_royalties():
    """K000: two points to each opponent, who settle with each other as ever."""
    game = play_boards(SURRENDER, LEGAL, surrender={0})
    settled = game.settlement
    assert settled.pairs[(0, 1)] == settled.pairs[(0, 2)] == -2
    assert settled.pairs[(1, 2)] == play_boards(SURRENDER, LEGAL).settlement.pairs[(1, 2)] != 0
    assert settled.surrendered == {0}
    assert game.next_fantasyland[0] == 0
    assert play_boards(SURRENDER, LEGAL).next_fantasyland[0] == 13


def test_a_player_may_surrender_out_of_turn_and_take_it_back():
    game = Game(SURRENDER, 2, seed=1)
    before = game.copy()
    assert game.reason_against("surrender", 1) is None
    game.push("surrender", 1)
    assert game.turn == 0
    assert game.reason_against("surrender", 1) == "this seat has surrendered already"
    assert game.pop() == Move("surrender")
    assert game == before
    while game.turn == 0 or len(game.board(0).cards) < 13:
        game.push(game.auto_place())
    assert game.reason_against("surrender", 0) == "all cards are placed: it is too late to surrender"
    assert "surrender_points is off" in Game("classic", seed=1).reason_against("surrender", 1)


def test_a_player_who_leaves_surrenders_where_that_is_on_and_fouls_where_not():
    gone = play_boards(SURRENDER, LEGAL[:2], leave={1})
    assert gone.stands(1) == "surrendered"
    assert gone.settlement.pairs[(0, 1)] == 2

    foul = play_boards(RULES["classic"], LEGAL[:2], leave={1})
    assert foul.stands(1) == "left"
    settled = foul.settlement
    assert settled.fouls == (False, True)
    assert settled.left == {1}
    assert settled.points == (6 + 7 + 4, -17)
    assert "left the hand" in settled.explain()


def test_leaving_can_be_taken_back():
    game = Game("classic", 2, seed=6)
    game.push(game.auto_place())
    before = game.copy()
    game.leave(1)
    for one in (game, copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert one.actions[-1] == (1, "leave")
        assert one.turn == 0
    assert game.pop() == "leave"
    assert game == before


def test_who_has_placed_all_his_cards_cannot_leave_the_hand():
    game = Game("chinese", 2, seed=1)
    game.push(game.auto_place())
    with pytest.raises(IllegalMove, match="seat 0 cannot leave the hand: all its cards are placed"):
        game.leave(0)
    game.leave(1)
    assert game.is_over
    twice = Game("chinese", 3, seed=1)
    twice.leave(2)
    with pytest.raises(IllegalMove, match="seat 2 cannot leave the hand: it has left already"):
        twice.leave(2)
    with pytest.raises(OfcError, match="seat: 3 is not a seat"):
        twice.leave(3)


def test_hands_of_those_who_gave_up_stay_closed():
    rules = RULES["classic"].replace(surrender_points=3, final_face_down=3)
    game = Game(rules, 2, seed=1)
    while len(game.board(0).cards) < 13:
        game.push(game.auto_place())
    game.push("surrender")
    assert game.is_over
    assert sum(map(len, game.observation(0).boards[1])) == 10
    assert sum(map(len, game.observation(1).boards[0])) == 13


def test_what_one_who_left_had_set_face_down_stays_face_down():
    hidden = Street(deal=4, place=4, face_down=True)
    game = Game(Rules(name="two hidden", streets=(Street(deal=5, place=5), hidden, hidden)), 2, seed=1)
    for _ in range(4):
        game.push(game.auto_place())
    assert [len(game.board(seat).cards) for seat in (0, 1)] == [9, 9]
    game.leave(0)
    play_on(game, Random(1))
    assert sum(map(len, game.observation(1).boards[0])) == 5
    assert sum(map(len, game.observation(0).boards[1])) == 13


# -- Announcing -----------------------------------------------------------------------------------------

ANNOUNCE = RULES["pineapple"].replace(fantasyland=RULES["pineapple"].fantasyland.replace(must_announce=True))
STAYING = "7h7d7s/KhKdKs2c2d/AhAdAcAs3c"
OTHER = "4c5c8d/9c9d2h6h8h/JcJdTcTd3h"


def test_a_stay_counts_only_when_it_was_announced():
    silent = play_boards(ANNOUNCE, [STAYING, OTHER], fantasyland=(14, 0))
    told = play_boards(ANNOUNCE, [STAYING, OTHER], fantasyland=(14, 0), stay={0})
    assert silent.next_fantasyland == (0, 0)
    assert told.next_fantasyland == (14, 0)
    assert told.announced == (0,)
    assert told.observation(1).announced == {0}
    assert play_boards(RULES["pineapple"], [STAYING, OTHER], fantasyland=(14, 0)).next_fantasyland == (14, 0)


def test_a_stay_is_announced_only_in_fantasyland_and_where_asked():
    game = Game(ANNOUNCE, 2, seed=1, fantasyland=(14, 0))
    assert len(game.legal_moves) == 2 * game.legal_moves.placements
    game.push(str(game.auto_place()) + " stay")
    assert "a stay is announced only" in game.reason_against(str(game.auto_place()) + " stay")
    plain = Game("pineapple", 2, seed=1, fantasyland=(14, 0))
    assert "a stay is announced only" in plain.reason_against(str(plain.auto_place()) + " stay")


# -- Fantasyland and points of published tables ---------------------------------------------------------

VARIANTS = {
    "OFC": "classic",
    "OFC, table stakes": "classic",
    "Pineapple": "pineapple",
    "OFC / Pineapple": "pineapple",
    "Progressive Pineapple": "progressive",
    "2-7 Pineapple": "2-7-pineapple",
    "Chinese (closed)": "chinese",
    "Chinese (closed, Capsa)": "chinese",
    "27": "2-7-pineapple",
}


def rules_of(table) -> Rules:
    told, rules = table["rules"], RULES[VARIANTS[table["variant"]]]
    rules = rules.replace(
        royalties=told["royalties"], scoring=told["scoring"], royalties_to=told["royalties_to"]
    )
    if "fantasyland_stay" in told:
        stay = (("top", "trips"), ("bottom", "quads"))
        rules = rules.replace(fantasyland=rules.fantasyland.replace(stay=stay))
    return rules


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table["single_deck"]])
def test_a_published_table_played_out_comes_to_what_was_published(name):
    table = TABLES[name]
    rules = rules_of(table)
    start = {}
    if "stacks" in table:
        start = {"stacks": table["stacks"], "button": table["button"]}
    inside = table.get("in_fantasyland")
    if inside and any(inside):
        start["fantasyland"] = inside
    game = play_boards(rules, table["players"], **start)
    settled = game.settlement
    assert settled.points == tuple(table["points"])
    assert list(settled.fouls) == table["fouled"]
    assert [list(one) for one in settled.royalties] == table["royalties"]
    if "transfers" in table:
        assert [list(one) for one in settled.transfers] == table["transfers"]
    if "next_fantasyland" in table:
        assert [cards or None for cards in game.next_fantasyland] == table["next_fantasyland"]


def other_board(board: Board) -> Board:
    """A board of the cards that are left."""
    left = [card for card in range(52) if card not in board.cards]
    return Board([left[:3], left[3:8], left[8:13]])


def next_cards(rules: Rules, board, inside: int = 0) -> int:
    first = Board(board)
    game = play_boards(rules, [first, other_board(first)], fantasyland=(inside, 0))
    return game.next_fantasyland[0]


@pytest.mark.parametrize("name", [name for name, c in CASES.items() if c["input"]["op"].startswith("ofc_fl")])
def test_reported_fantasyland_cases(name):
    case = CASES[name]["input"]
    rules = RULES[VARIANTS.get(case["rules"], case["rules"])]
    board = {"top": case["top"], "middle": case["mid"], "bottom": case["bot"]}
    if case["op"] == "ofc_fl_entry":
        assert next_cards(rules, board) == CASES[name]["right"]
    else:
        inside = min(rules.fantasyland.enter.values())
        assert (next_cards(rules, board, inside) > 0) == CASES[name]["right"]


def test_a_progressive_repeat_is_14_cards_and_an_ultimate_one_the_same_number():
    """FL-14, FL-18."""
    board = "7h7d7s/KhKdKs2c2d/AhAdAcAs3c"
    assert next_cards(RULES["progressive"], board, 17) == CASES["FL-14"]["right"]["cards"]
    assert next_cards(RULES["ultimate"], board, 17) == 17
    queens = "QsQh2d/KhKd3c4c5d/AhAd6c7c8d"
    assert next_cards(RULES["pineapple"], queens) == CASES["FL-18"]["right"]["cards"]


@pytest.mark.parametrize("name", [name for name, check in CHECKS.items() if check["kind"] == "fantasyland"])
def test_published_entries_and_stays(name):
    check = CHECKS[name]
    expected = check["enters"] if "enters" in check else check["stays"]
    for preset, cards in (("classic", 13), ("pineapple", 14)):
        assert (next_cards(RULES[preset], check["board"], cards if check["in_fl"] else 0) > 0) == expected


TOPS = {"QQ": "QhQd2s", "KK": "KhKd2s", "AA": "AhAd2s", "AAA": "AhAdAs"}


@pytest.mark.parametrize("name", [n for n, check in CHECKS.items() if check["kind"] == "fantasyland-cards"])
def test_published_numbers_of_cards(name):
    check = CHECKS[name]
    rules = RULES[VARIANTS[check["variant"]]]
    if "middle" in check:
        middle = "7c5d4h3c2c" if check["middle"] == "75432" else "9c7c5d4h3c"
    else:
        middle = "3c3d3h3s4c"
    board = f"{TOPS[check['top']]}/{middle}/9s8s7s6s5s"
    assert next_cards(rules, board) == check["cards"]


# -- Rules of one's own ---------------------------------------------------------------------------------


def test_a_game_of_one_s_own_needs_no_code():
    rules = Rules(
        name="sixes",
        streets=(Street(deal=6, place=5), Street(deal=4, place=3), Street(deal=5, place=5, face_down=True)),
        players=(2, 3),
        royalties="treble",
        fantasyland=Fantasyland(enter={"trips": 15}, set_when="in-turn", repeat_cards="by-top"),
        surrender_points=1,
    )
    for hand in range(30):
        game = play_on(Game(rules, 3, seed=4, hand=hand, fantasyland=(15, 0, 0)), Random(hand))
        assert sum(game.settlement.points) == 0
        assert Position.parse(str(game.observation(1))) == game.observation(1)


@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        ({"players": 5}, InvalidRules, "players = 5"),
        ({"players": 1}, InvalidRules, "players = 1"),
        ({"players": 2, "button": 2}, OfcError, "button: 2 is not a seat of this table; they are 0 to 1"),
        ({"players": "2"}, TypeError, "a number of people"),
        ({"players": 10**30}, InvalidRules, "players = 10"),
        ({"players": -1}, InvalidRules, "players = -1"),
        ({"players": 2, "fantasyland": (14,)}, OfcError, "for each of 2 seats, not 1"),
        ({"players": 2, "fantasyland": (12, 0)}, OfcError, "12 is not a number of cards"),
        ({"players": 2, "stacks": (12,)}, OfcError, "stacks: 2 needed"),
        ({"players": 2, "stacks": (12, -1)}, OfcError, "-1 is not a stack"),
        ({"players": 2, "hand": -1}, OfcError, "a hand number is 0"),
    ],
)
def test_a_table_that_cannot_be_is_refused(start, error, message):
    with pytest.raises(error, match=message):
        Game("pineapple", seed=1, **start)


def test_rules_without_fantasyland_have_none():
    with pytest.raises(OfcError, match="pagat has none"):
        Game("pagat", 2, seed=1, fantasyland=(13, 0))
    with pytest.raises(InvalidRules, match="did you mean 'classic'"):
        Game("clasic")
    with pytest.raises(TypeError, match="name of a preset"):
        Game(None)


# -- Playouts in C --------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_playouts_are_hands_of_the_game(preset):
    """The cards of Game, legal moves only, and the points of settle."""
    rules = RULES[preset]
    players = rules.players[1]
    seats = rules.seats(players)
    inside = [0] * seats
    if rules.fantasyland:
        inside[1] = min(rules.fantasyland.enter.values())
    for fantasyland in ([0] * seats, inside):
        played = playouts(rules, players, 25, seed=5, hand=3, fantasyland=fantasyland, button=1)
        for i in range(len(played)):
            game = Game(rules, players, seed=5, hand=3 + i, fantasyland=fantasyland, button=1)
            boards = [played.board(i, seat) for seat in range(seats)]
            while not game.is_over:
                drawn = game.drawn(game.turn)
                rows = [[card for card in drawn if card in row] for row in boards[game.turn].rows]
                away = [card for card in drawn if card not in boards[game.turn].cards]
                game.push(Move.of(*rows, discards=away))
            assert list(game.boards) == boards
            assert list(game.settlement.points) == list(played.points[i * seats : (i + 1) * seats])


def test_playouts_take_every_legal_move_alike():
    """The first five cards of one seat: 232 ways to place five cards in rows of 3, 5 and 5."""
    played = playouts("classic", 2, 20_000, seed=1)
    tops = [0] * 4
    for i in range(len(played)):
        first = set(Game("classic", 2, seed=1, hand=i).drawn(0)) if i < 4000 else None
        if first is None:
            break
        tops[len(first & set(played.board(i, 0).top))] += 1
    ways = [32, 80, 80, 40]
    for seen, way in zip(tops, ways, strict=True):
        expected = 4000 * way / 232
        assert abs(seen - expected) < 5 * expected**0.5


def test_playouts_check_what_they_are_given():
    from ofckit import _core

    compiled = RULES["classic"].compiled
    for turns, message in [
        ([(0, 0, 13, 13)], "seat 1 places 0"),
        ([(0, 0, 13, 13), (1, 12, 13, 13)], "dealt twice"),
        ([(0, 0, 13, 13), (2, 13, 13, 13)], "turn 1, seat: 2"),
        ([(0, 0, 13, 14)], "turn 0, cards placed: 14"),
        ([(0, 0, 13, 13), (1, 20, 13, 13)], "turn 1, first card: 20"),
        ([(0, 0, 1, 1)] * 65, "more than 64 turns"),
    ]:
        with pytest.raises(ValueError, match=message):
            _core.playouts(compiled, turns, 2, 2, False, 52, 26, 1, 0, 1)
    with pytest.raises(ValueError, match="seats: 5"):
        _core.playouts(compiled, [], 5, 5, False, 52, 26, 1, 0, 1)
    with pytest.raises(ValueError, match="cards to deal: 53"):
        _core.deal_order(1, 0, 52, 53)
    assert len(playouts("classic", 2, 0, seed=1)) == 0


def test_the_page_on_games_is_true():
    page = Path(__file__).parents[1] / "docs" / "game.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("module", [game_module, match_module, move_module, position_module])
def test_docstrings_are_true(module):
    told = doctest.testmod(module)
    assert (told.failed, told.attempted > 0) == (0, True)


# -- Playthroughs and counts ----------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_the_playthrough_is_as_stored(preset):
    stored = (DATA / "golden" / f"{preset}.txt").read_text(encoding="utf-8")
    assert playthrough.text(preset) == stored


def perft(game: Game, depth: int) -> int:
    """Sequences of so many legal moves."""
    if depth == 0 or game.is_over:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    found = 0
    for move in game.legal_moves:
        game.push(move)
        found += perft(game, depth - 1)
        game.pop()
    return found


@pytest.mark.parametrize(
    ("preset", "players", "plies", "counts"),
    [
        # 232 = 3^5 - 11: five cards to three rows, four or five of them on top excepted
        ("classic", 2, 0, [1, 232, 232**2]),
        ("pineapple", 3, 0, [1, 232, 232**2]),
        # 72,072 = 13! / (3! 5! 5!)
        ("chinese", 2, 0, [1, 72_072]),
    ],
)
def test_perft_from_the_start(preset, players, plies, counts):
    game = Game(preset, players, seed=1)
    assert [perft(game, depth) for depth in range(len(counts))] == counts


def ways_of_a_street(free: tuple[int, int, int], street: Street) -> int:
    """Ways to place some of the cards of a street and to discard the others, counted one by one."""
    found = 0
    for where in product("tmbx", repeat=street.deal):
        fits = all(where.count(row) <= room for row, room in zip("tmb", free, strict=True))
        found += fits and where.count("x") == street.discards
    return found


@pytest.mark.parametrize(
    ("preset", "count"), [("classic", 151_728), ("turbo", 412_496), ("pineapple", 1_237_488)]
)
def test_perft_of_three_plies_is_what_the_places_left_allow(preset, count):
    """Every first board, every one of the opponent, every move of the second street."""
    first, second = RULES[preset].streets[:2]
    boards = [where for where in product(range(3), repeat=5) if where.count(0) <= 3]
    frees = [tuple(size - where.count(row) for row, size in enumerate((3, 5, 5))) for where in boards]
    assert len(boards) == ways_of_a_street((3, 5, 5), first) == 232
    by_free = {free: ways_of_a_street(free, second) for free in set(frees)}
    assert sum(by_free[free] for free in frees) * 232 == count
    assert perft(Game(preset, 2, seed=2), 3) == count


def test_perft_of_the_last_plies_visits_every_way_to_the_end():
    """From 11 cards: three drawn, two places: 3 * 2 ways where they are in two rows, 3 where in one."""
    for hand in range(20):
        game = Game("pineapple", 2, seed=2, hand=hand)
        for _ in range(8):
            game.push(random_move(game, Random(hand)))
        ways = []
        for seat in (0, 1):
            free = game.board(seat).free
            ways.append(6 if max(free) == 1 else 3)
        before = game.copy()
        assert [perft(game, depth) for depth in range(4)] == [
            1,
            ways[0],
            ways[0] * ways[1],
            ways[0] * ways[1],
        ]
        assert game == before


def test_perft_of_a_whole_endgame():
    """Single cards to five open places of each board: every order of rows counted by the definition."""
    game = Game("classic", 2, seed=2)
    for _ in range(2 + 2 * 5):
        game.push(game.auto_place())
    assert [game.board(seat).free for seat in (0, 1)] == [(3, 0, 0), (3, 0, 0)]
    assert perft(game, 6) == 1
    other = Game(RULES["turbo"], 2, seed=2)
    for _ in range(6):
        other.push(random_move(other, Random(5)))
    expected = 1
    count = perft(other, 4)
    for seat in (0, 1):
        expected *= ways_to_fill(other.board(seat).free, 2)
    assert count == expected


def ways_to_fill(free: tuple[int, int, int], at_once: int) -> int:
    """Ways to fill these places with so many different cards at a time."""
    if sum(free) == 0:
        return 1
    found = 0
    for first in range(3):
        for second in range(3):
            left = list(free)
            left[first] -= 1
            left[second] -= 1
            if min(left) >= 0:
                found += ways_to_fill(tuple(left), at_once)
    return found
