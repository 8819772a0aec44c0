"""What the reference documents, page by page: every public name once. tests/test_site.py compares."""

from importlib import import_module

MODULES = (
    "ofckit",
    *(
        "ofckit.scoring",
        "ofckit.search",
        "ofckit.history",
        "ofckit.session",
        "ofckit.simulation",
        "ofckit.bots",
    ),
    *("ofckit.review", "ofckit.odds", "ofckit.hutchison", "ofckit.omaha", "ofckit.svg", "ofckit.html"),
    *("ofckit.plot", "ofckit.rl", "ofckit.web"),
)
"""The modules for users; the others are the house behind them."""

_TOP = {
    "cards": (
        "Cards and strengths",
        "Read cards, rank hands, compare them by any ranking.",
        "Card cards Deck duplicates canonical_suits rank rank3 rank5 rank_many best_five Category category "
        "describe Ranking RANKINGS to_cactus_kev from_cactus_kev rank_omaha rank_omaha_many",
    ),
    "boards": (
        "Boards, rules, points",
        "Read a board, say what is wrong with it, settle a table.",
        "Board Row Status Rules RULES Street Fantasyland STAY_CLASSIC STAY_VEGAS Royalties ROYALTIES "
        "TableStakes royalties settle Settlement score_many",
    ),
    "play": (
        "Games and matches",
        "Play a hand, or hand after hand, from the seed or with cards from outside.",
        "Game Match Position Move",
    ),
    "searches": (
        "Searches",
        "The best board, the best move, and what each is worth.",
        "solve_fantasyland solve_fantasyland_many can_stay Solution value Value best_moves best_moves_many "
        "Moves MoveInfo analyse analyse_many Analysis chances Chances Chance Limit Objective RowOdds Policy",
    ),
    "players": (
        "Bots and simulations",
        "Who plays, and what many hands come to.",
        "Bot BOTS make_bot RandomBot GreedyBot PolicyBot StrongBot SolverBot ProcessBot simulate duel Report",
    ),
    "errors": (
        "Errors, and building with ofckit",
        "Everything that is wrong with an argument's value is an `OfcError`; with its type, a `TypeError`.",
        "OfcError InvalidCard InvalidRules IllegalMove NotationError BotError get_include",
    ),
}
_ABOUT = {
    "scoring": "What a settlement consists of.",
    "search": "What the searches of `ofckit` give, taken apart.",
    "history": "Matches that remember, and their files.",
    "session": "The hands of an evening, scored: totals, and who owes whom.",
    "simulation": "What a report consists of.",
    "bots": "Bots, and what makes one of a name.",
    "review": "What the moves of a history lost.",
    "odds": "How rare each hand is, exactly.",
    "hutchison": "Points of Omaha starting hands.",
    "omaha": "Omaha: two cards of the hand, three of the board.",
    "svg": "Pictures.",
    "html": "Pages and notebooks.",
    "plot": "Plots with matplotlib.",
    "rl": "Environments for learning.",
    "web": "The engine of the page, as plain data; the server, and the static site.",
}


def public(module: str) -> list[str]:
    """The public names of a module: its `__all__`, or what it defines itself without an underscore."""
    found = import_module(module)
    if hasattr(found, "__all__"):
        return list(found.__all__)
    return [
        name
        for name, one in vars(found).items()
        if name[0] != "_" and getattr(one, "__module__", "") == module
    ]


def everything() -> list[tuple[str, str]]:
    """(module, name) of every public name, each object at the first module that has it."""
    seen, names = set(), []
    for module in MODULES:
        for name in public(module):
            value = getattr(import_module(module), name)
            if (name, id(value)) not in seen:
                seen.add((name, id(value)))
                names.append((module, name))
    return names


def _pages() -> dict[str, tuple[str, str, list[tuple[str, str]]]]:
    pages = {
        slug: (title, about, [("ofckit", name) for name in names.split()])
        for slug, (title, about, names) in _TOP.items()
    }
    for module in MODULES[1:]:
        own = [(home, name) for home, name in everything() if home == module]
        short = module.removeprefix("ofckit.")
        if own:
            pages[short] = (f"`{module}`", _ABOUT[short], own)
    return pages


PAGES = _pages()
"""By file name: (title, about, [(module, name), ...])."""
