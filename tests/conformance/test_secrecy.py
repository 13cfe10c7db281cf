"""Hidden information has no effect on what a seat sees.

Each test re-deals everything that is hidden from a seat, plays the same moves, and compares all that the seat gets: its
view, legal moves, events, and the sentences that refuse its illegal moves.
"""

from collections import Counter
from unittest import mock

import pytest

from geoclass import data, games
from geoclass.data import facts
from geoclass.games.couleurs import tables as couleurs_tables
from geoclass.games.countries import tables as countries_tables
from geoclass.games.course import tables as course_tables
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.rng import Rng
from geoclass.games.spywhere import tables as spywhere_tables
from tests.conformance.plays import play, start

Cards = list[str]


def _seen(game: games.Game, seat: int | None) -> list[object]:
    """Everything that *seat* can learn now."""
    return [game.view(seat), game.legal(seat) if seat is not None else None, _refusals(game, seat)]


def _refusals(game: games.Game, seat: int | None) -> list[str]:
    """The answers to some moves that may be illegal; only refusals are included."""
    if seat is None or game.result:
        return []
    sentences = []
    for move in _TRIES.get(game.id, []):
        try:
            games.replay(game.log).play({"seat": seat} | move)
        except games.IllegalMove as refusal:
            sentences.append(refusal.text("fr") + refusal.text("en"))
    return sentences


_TRIES = {
    "countries": [{"move": "place", "card": "FRA", "at": 0}, {"move": "doubt"}, {"move": "guess", "population": -1}],
    "globalissimo": [{"move": "estimate", "card": "FRA", "rank": 1}, {"move": "answer", "text": ""}],
    "couleurs": [{"move": "play", "cards": ["FRA"]}, {"move": "play", "cards": ["FRA", "DEU"]}, {"move": "pass"}],
    "spywhere": [
        {"move": "exchange", "give": "ITA", "take": "FRA"},
        {"move": "eliminate", "nationality": "ITA"},
        {"move": "identify", "target": 1, "nationality": "JPN"},
        {"move": "end"},
        {"move": "done"},
    ],
    "course": [
        {"move": "start", "city": "cairo"},
        {"move": "fly", "routes": ["new-york--paris"]},
        {"move": "stay", "off": ["new-york--paris", "cairo--paris"], "take": ["stock", "slot_a"]},
    ],
}


def _lived(setup: dict, moves: list[games.Move], seat: int | None) -> list[object]:
    """Everything that *seat* saw during the game, move by move."""
    game = games.replay({"setup": setup, "moves": []})
    seen: list[object] = [_seen(game, seat)]
    for number, move in enumerate(moves):
        seen.append(game.play(move))
        seen.append(_seen(game, seat) if number % 5 == 0 or number == len(moves) - 1 else game.view(seat))
    return seen


def _shuffle_at(cards: Cards, places: list[int], rng: Rng) -> Cards:
    """*cards*, with those at *places* shuffled among these places."""
    mixed = list(cards)
    for place, other in zip(places, rng.shuffled(places), strict=True):
        mixed[place] = cards[other]
    return mixed


def _game_with_deck(name: str, teams: int, seed: int, moves: int, cards: Cards, **more: object) -> games.Game:
    deck = Rng(seed, "test deck").shuffled(cards)
    game = start(name, teams, seed, deck=deck, **more)
    for _ in play(game, seed, moves):
        pass
    return game


def _same_for(game: games.Game, seat: int | None, changes: dict) -> None:
    log = game.log
    other = log["setup"] | changes
    assert other != log["setup"]
    assert _lived(other, log["moves"], seat) == _lived(log["setup"], log["moves"], seat)


def _before_the_end(game: games.Game) -> bool:
    return game.result is None


@pytest.mark.parametrize("teams", [2, 4, 12])
@pytest.mark.parametrize("seed", range(6))
def test_countries_the_pile_below_its_top(teams, seed):
    game = _game_with_deck("countries", teams, seed, 25, list(countries_tables.deck()))
    deck, left = game.log["setup"]["deck"], game.view(None)["pile_count"]
    places = list(range(len(deck) - left + 2, len(deck)))  # one more than drawn: the guessed card went back
    for seat in (None, 0, teams - 1):
        _same_for(game, seat, {"deck": _shuffle_at(deck, places, Rng(seed, "again"))})


def _other_figures(column: str) -> dict[str, float]:
    """The figures of a column, permuted among the countries."""
    true = facts.values(column)
    return dict(zip(true, [*list(true.values())[7:], *list(true.values())[:7]], strict=True))


@pytest.mark.parametrize(("name", "moves"), [("countries", 6), ("globalissimo", 3)])
@pytest.mark.parametrize("seed", range(8))
def test_the_figures_before_they_are_turned(name, moves, seed):
    """With other figures, everything visible up to the first reveal is the same."""
    options = {"first": 0} if name == "countries" else {}
    game = start(name, 4, seed, options=options)
    for _ in play(game, seed, moves):
        if game.reveal is not None:
            game.undo()
            break
    log = game.log
    for seat in (None, 0, 3):
        true = _lived(log["setup"], log["moves"], seat)
        with mock.patch.object(data, "values", _other_figures):
            assert _lived(log["setup"], log["moves"], seat) == true


@pytest.mark.parametrize("seed", range(8))
def test_countries_a_guess_until_all_have_guessed(seed):
    mine = {"seat": 0, "move": "guess", "population": 7}
    for seat in (None, 0, 2):
        seen = []
        for population in (0, 12_345, 10**9):
            game = start("countries", 3, seed)
            events = [game.play(mine), game.play({"seat": 1, "move": "guess", "population": population})]
            seen.append([events, _seen(game, seat)])
        assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("teams", [2, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_globalissimo_the_pile_and_the_coming_categories(teams, seed):
    categories = Rng(seed, "test").shuffled(_TEN)
    game = _game_with_deck("globalissimo", teams, seed, 30, list(globalissimo_tables.deck()), category_order=categories)
    view = game.view(None)
    deck, left = game.log["setup"]["deck"], view["pile_count"]
    places = list(range(len(deck) - left, len(deck)))
    coming = categories[: view["round"]] + categories[view["round"] :][::-1]
    for seat in (None, 0, teams - 1):
        _same_for(game, seat, {"deck": _shuffle_at(deck, places, Rng(seed, "again")), "category_order": coming})


_TEN = [
    "population",
    "population_density",
    "gdp_per_capita_usd",
    "life_expectancy",
    "fertility_rate",
    "physicians_per_1000",
    "roadways_km",
    "forest_pct",
    "co2_mt",
    "mobile_per_100",
]


@pytest.mark.parametrize("teams", [3, 6])
@pytest.mark.parametrize("seed", range(6))
def test_couleurs_the_stock(teams, seed):
    game = _game_with_deck("couleurs", teams, seed, 12, list(couleurs_tables.deck()))
    deck, left = game.log["setup"]["deck"], game.view(None)["stock_count"]
    assert left > 5
    places = list(range(len(deck) - left, len(deck)))
    for seat in (None, 0, teams - 1):
        _same_for(game, seat, {"deck": _shuffle_at(deck, places, Rng(seed, "again"))})


@pytest.mark.parametrize("teams", [2, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_course_the_stock_and_the_hands_of_others(teams, seed):
    game = _game_with_deck("course", teams, seed, 5 * teams, list(course_tables.network()))
    if game.result:
        game.undo()
    deck, moves = game.log["setup"]["deck"], game.log["moves"]
    shown = {card for move in moves for card in (*move.get("off", ()), *move.get("routes", ()))}
    for seat in (None, 0, teams - 1):
        own = set(game.view(seat)["hand"]) if seat is not None else set()
        places = [n for n, card in enumerate(deck) if card not in shown | own]
        assert len(places) > 20
        for again in range(3):
            _same_for(game, seat, {"deck": _shuffle_at(deck, places, Rng(again, "again"))})


def _spywhere_hidden(game: games.Game, deck: Cards, seat: int | None) -> list[int]:
    """The places of the deck whose cards *seat* has not seen: in the pile, or in another hand and never shown."""
    teams = len(game.players)
    pile_start = 3 * teams + 5
    # place in the deck → the seat that holds the card, None if it was seen
    holders: dict[int, int | None] = {n: n // 3 for n in range(3 * teams)}
    twin = games.replay({"setup": game.log["setup"], "moves": []})
    drawn = pile_start
    taken: list[Counter[str]] = [Counter() for _ in range(teams)]

    def draw_up_to(pile_count: int, who: int, laid_open: int) -> None:
        """Record that cards were drawn until *pile_count* were left: by *who*, or to the open middle."""
        nonlocal drawn
        while len(deck) - drawn > pile_count:
            holders[drawn] = who if laid_open <= 0 else None
            drawn += 1
            laid_open -= 1

    draw_up_to(twin.view(None)["pile_count"], twin.actors[0], 0)
    for move in game.log["moves"]:
        who = move["seat"]
        if move["move"] == "exchange":
            if taken[who][move["give"]]:  # it may give back a card that everybody saw it take
                taken[who][move["give"]] -= 1
            else:
                holders[next(n for n, h in holders.items() if h == who and deck[n] == move["give"])] = None
            taken[who][move["take"]] += 1
        before = twin.view(None)["pile_count"]
        twin.play(move)
        after = twin.view(None)["pile_count"]
        if move["move"] == "eliminate":
            draw_up_to(before - 1, who, 0)  # the bonus card first, then the middle (D1)
            draw_up_to(max(after, before - 4), who, 3)
        draw_up_to(after, twin.actors[0] if twin.actors else 0, 0)
    return [n for n, h in holders.items() if h is not None and h != seat] + list(range(drawn, len(deck)))


@pytest.mark.parametrize("teams", [2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_spywhere_the_pile_the_hands_and_the_identification_cards_of_others(teams, seed):
    out = list(spywhere_tables.dishes())[: 6 if teams > 4 else 5]
    game = _game_with_deck("spywhere", teams, seed, 8 * teams, [n for n in out for _ in range(18)])
    while game.result or game.phase == "closing":
        game.undo()
    log = game.log
    deck = log["setup"]["deck"]
    for seat in (None, 0, teams - 1):
        places = _spywhere_hidden(game, deck, seat)
        assert len(places) > 10
        true = _lived(log["setup"], log["moves"], seat)
        for again in range(4):
            rng = Rng(again, "again")
            other = _shuffle_at(deck, places, rng)
            names = [dict(zip(out, rng.shuffled(out), strict=True)) for _ in range(teams)]
            moves = [_renamed(move, seat, names[move["seat"]]) for move in log["moves"]]
            assert _lived(log["setup"] | {"deck": other}, moves, seat) == true


def _renamed(move: games.Move, seat: int | None, names: dict[str, str]) -> games.Move:
    """The move of another seat with the secret name of its attempt replaced."""
    if move["move"] != "identify" or move["seat"] == seat:
        return move
    return move | {"nationality": names[move["nationality"]]}


@pytest.mark.parametrize("seed", range(12))
def test_spywhere_the_passports_of_others(seed):
    """Two other seats swap passports; as long as the same moves are legal, no difference is visible."""
    game = start("spywhere", 4, seed, passports=[["ITA"], ["FRA"], ["JPN"], ["MEX"]])
    for _ in play(game, seed, 30):
        pass
    while game.result or game.phase == "closing":
        game.undo()
    log = game.log
    changed = log["setup"] | {"passports": [["ITA"], ["JPN"], ["FRA"], ["MEX"]]}
    for seat in (None, 0, 3):
        try:
            lived = _lived(changed, log["moves"], seat)
        except games.IllegalMove:
            return
        assert lived == _lived(log["setup"], log["moves"], seat)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_seed_and_the_orders_never_stand_in_a_view(name):
    engine = games.game_type(name)
    game = start(name, engine.teams[-1], 987_654_321)
    for _ in play(game, 1, 60):
        for seat in (None, 0):
            view = game.view(seat)
            assert "987654321" not in str(view)
            assert not {"seed", "setup", "log", "deck", *engine.orders} & view.keys() - {"passports"}


def test_spywhere_hands_and_passports_stay_where_they_belong():
    game = start("spywhere", 5, 3)
    for _ in play(game, 3):
        if game.result:
            break
        for seat in (None, *range(5)):
            view = game.view(seat)
            assert [p is not None for p in view["passports"]] == [s == seat for s in range(5)]
            assert (view["hand"] is None) == (seat is None)
            assert view["scores"] is None
            assert view["reveal"] is None
            if seat is not None:
                assert Counter(view["hand"]).total() == view["hand_counts"][seat]
