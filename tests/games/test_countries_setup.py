"""Countries: its options, and whole games."""

import pytest

from geoclass import data, games
from geoclass.games.countries import tables as countries_tables
from geoclass.games.countries.engine import FIGURES
from geoclass.games.rng import Rng
from tests.games.countries_table import (
    FEW,
    LOTS,
    MANY,
    MOST,
    OTHERS,
    doubt,
    hand_sizes,
    place,
    random_game,
    row_of,
    table,
)

# options and setups


def test_options_are_the_published_rules_by_default():
    game = games.new("countries", ["Ana", "Ben"], 1)
    assert game.option == {"hand": 7, "categories": list(FIGURES), "first": "guess", "deck_filter": None}
    view = game.view(None)
    assert (view["pile_count"], hand_sizes(game), view["scores"], view["round"]) == (152 - 14, [7, 7], None, 1)


@pytest.mark.parametrize("hand", [3, 12])
def test_option_hand(hand):
    assert hand_sizes(games.new("countries", ["Ana", "Ben"], 1, {"hand": hand})) == [hand, hand]


def test_option_categories_takes_any_figure_and_leaves_out_countries_without_it():
    column = next(c for c in data.figures() if any(card not in data.values(c) for card in countries_tables.deck()))
    missing = [card for card in countries_tables.deck() if card not in data.values(column)]
    complete = [card for card in OTHERS if card not in missing]
    game = games.new("countries", ["Ana", "Ben"], 1, {"categories": [column], "first": 0})
    view = game.view(None)
    assert view["category"] == column
    assert view["pile_count"] + 14 + 1 == 152 - len(missing)
    with pytest.raises(games.BadSetup) as refusal:
        games.new("countries", ["Ana", "Ben"], 1, {"categories": [column]}, deck=[*missing, *complete][:20])
    assert refusal.value.key == "countries.setup.no_figure"
    assert refusal.value.text("fr") != refusal.value.text("en")


def test_option_categories_and_deck_filter_may_name_all_there_are():
    game = games.new("countries", ["Ana", "Ben"], 1, {"categories": list(data.figures()), "hand": 3, "first": 0})
    complete = [card for card in countries_tables.deck() if all(card in data.values(c) for c in data.figures())]
    assert game.view(None)["pile_count"] + 6 + 1 == len(complete)
    game = games.new("countries", ["Ana", "Ben"], 1, {"deck_filter": list(countries_tables.deck())})
    assert game.view(None)["pile_count"] == 152 - 14


def test_option_categories_in_an_order_from_the_seed():
    seen = {games.new("countries", ["Ana", "Ben"], seed).view(None)["category"] for seed in range(60)}
    assert seen == set(FIGURES)


def test_option_first_skips_the_guess():
    game = games.new("countries", ["Ana", "Ben", "Chloé"], 1, {"first": 2})
    assert (game.phase, game.actors, game.view(None)["guessed"]) == ("play", (2,), [])


def test_option_deck_filter_by_continent():
    game = games.new("countries", ["Ana", "Ben"], 1, {"deck_filter": "Europe", "hand": 5, "first": 0})
    for _ in range(8):  # some rounds, to see more cards
        place(game, game.view(None)["hands"][game.actors[0]][0], 0)
        doubt(game)
    seen = [card for hand in game.view(None)["hands"] for card in hand] + row_of(game)
    assert {data.attribute("continent")[card] for card in seen} == {"Europe"}


def test_option_deck_filter_by_list():
    chosen = list(countries_tables.deck())[:26]
    game = games.new("countries", ["Ana", "Ben"], 1, {"deck_filter": chosen, "hand": 3, "first": 0})
    assert game.view(None)["pile_count"] == 26 - 6 - 1
    assert {card for hand in game.view(None)["hands"] for card in hand} <= set(chosen)


def test_a_deck_must_hold_twenty_cards_more_than_dealt():
    chosen = list(countries_tables.deck())
    games.new("countries", ["Ana", "Ben"], 1, {"deck_filter": chosen[:34]})
    with pytest.raises(games.BadSetup) as refusal:
        games.new("countries", ["Ana", "Ben"], 1, {"deck_filter": chosen[:33]})
    assert (refusal.value.params["n"], refusal.value.params["needed"]) == (33, 34)
    games.new("countries", [f"T{i}" for i in range(11)], 1, {"hand": 12})
    with pytest.raises(games.BadSetup):
        games.new("countries", [f"T{i}" for i in range(12)], 1, {"hand": 12})


@pytest.mark.parametrize("teams", games.game_type("countries").teams)
def test_P3_presets_and_what_is_fitted_can_be_played_by_every_number_of_teams(teams):
    engine = games.game_type("countries")
    players = [f"T{i}" for i in range(teams)]
    for preset in engine.presets.values():
        assert engine.fitted(preset, teams) == preset
    for deck in engine.options["deck_filter"].offers():
        fits = engine.fitted({"deck_filter": deck}, teams)
        if fits is None:  # not even with the smallest hand
            with pytest.raises(games.BadSetup):
                games.new("countries", players, 1, {"deck_filter": deck, "hand": 3})
            continue
        games.new("countries", players, 1, fits)
        if hand := fits.get("hand"):  # no larger one can be played
            with pytest.raises(games.BadSetup):
                games.new("countries", players, 1, fits | {"hand": hand + 1})


@pytest.mark.parametrize(
    ("teams", "options", "works"),
    [
        (4, {"deck_filter": "Europe"}, "Avec 4 cartes par équipe"),
        (6, {"deck_filter": "Europe"}, "ou 5 équipes au plus, avec 3 cartes chacune"),
        (2, {"deck_filter": "Oceania"}, "Prenez plus de pays, ou des chiffres connus pour plus de pays."),
    ],
)
def test_P3_a_refusal_says_what_would_make_it_work(teams, options, works):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("countries", [f"T{i}" for i in range(teams)], 1, options)
    assert works in refusal.value.text("fr")
    assert refusal.value.text("en")


@pytest.mark.parametrize(
    "options",
    [
        {"hand": 2},
        {"hand": 13},
        {"hand": 7.0},
        {"hand": True},
        {"categories": []},
        {"categories": ["name_en"]},
        {"categories": ["population", "population"]},
        {"categories": "population"},
        {"first": 2},
        {"first": -1},
        {"first": True},
        {"first": "Ana"},
        {"deck_filter": "Antarctica"},
        {"deck_filter": []},
        {"deck_filter": ["FRA", "XXX"]},
        {"deck_filter": ["VAT", *OTHERS]},
        {"deck_filter": "Oceania"},
        {"cards": 7},
    ],
)
def test_bad_options(options):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("countries", ["Ana", "Ben"], 1, options)
    assert refusal.value.text("fr") != refusal.value.text("en")


@pytest.mark.parametrize(
    "orders",
    [
        {"deck": OTHERS[:13]},
        {"deck": [*OTHERS[:20], OTHERS[0]]},
        {"deck": [*OTHERS[:20], "XXX"]},
        {"deck": "FRA"},
        {"category_order": []},
        {"category_order": ["gdp_ppp_usd"]},
        {"category_order": ["population", "population"]},
        {"pile": OTHERS},
    ],
)
def test_bad_orders(orders):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("countries", ["Ana", "Ben"], 1, **orders)
    assert refusal.value.text("fr") != refusal.value.text("en")


def test_an_explicit_deck_obeys_the_filter():
    with pytest.raises(games.BadSetup):
        games.new("countries", ["Ana", "Ben"], 1, {"hand": 3, "deck_filter": ["FRA", "IND"]}, deck=OTHERS[:10])


@pytest.mark.parametrize("n", [1, 13])
def test_the_number_of_teams(n):
    with pytest.raises(games.BadSetup):
        games.new("countries", [f"T{i}" for i in range(n)], 1, {"hand": 3})


# whole games


@pytest.mark.parametrize("teams", [2, 5, 12])
def test_no_card_is_lost_or_made(teams):
    for game in random_game(teams, teams, hand=5):
        view = game.view(None)
        in_sight = [card for hand in view["hands"] for card in hand] + [laid["card"] for laid in view["row"]]
        assert len(set(in_sight)) == len(in_sight)
        assert len(in_sight) + view["pile_count"] + view["discard_count"] == 152
        assert all(game.legal(seat) for seat in game.actors)


def test_a_small_deck_always_leaves_a_move():
    for seed in range(30):
        game = games.new(
            "countries", ["Ana", "Ben", "Chloé"], seed, {"hand": 3}, deck=Rng(seed, "deck").shuffled(OTHERS)[:10]
        )
        chance = Rng(seed, "test")
        for _ in range(150):
            if not game.actors:
                break
            assert all(game.legal(seat) for seat in game.actors)
            game.play(chance.choice(game.legal(game.actors[0])))
            assert sum(hand_sizes(game)) + len(row_of(game)) + len(game._pile) + len(game._discards) == 10


def test_every_sentence_of_a_game_can_be_said():
    said = set()
    for seed in range(12):
        game = games.new("countries", ["Ana", "Ben"], seed, {"hand": 3, "categories": ["latitude", "area_km2"]})
        chance = Rng(seed, "test")
        while game.actors:
            legal = game.legal(game.actors[0])
            move = legal[-1] if chance.below(3) == 0 else chance.choice(legal)
            for thing in [move, *game.play(move)]:
                said.add(thing.get("event") or thing["move"])
                assert game.say(thing, "fr") != game.say(thing, "en")
        for question in [q for reveal in game.reveals for q in reveal["questions"]]:
            said.add(question["key"])
            assert game.ask(question, "fr") != game.ask(question, "en")
    assert {"guess", "place", "doubt", "guessed", "nearest", "row_started", "placed", "doubted"} <= said
    assert {"row_right", "row_wrong", "drew", "won"} <= said
    kinds = {key.rpartition(".")[2] for key in said}
    assert {"swapped", "close", "times", "apart", "neighbours_swapped"} <= kinds


def test_undo_takes_back_a_turned_row_and_a_guess():
    for game in random_game(21):
        if not game.actors or len(game.log["moves"]) > 25:
            break
        before = game.view(None)
        legal = game.legal(game.actors[0])
        game.play(legal[-1])
        game.undo()
        assert game.view(None) == before


def test_changing_a_view_leaves_the_game_alone():
    game = table([[FEW], []], [MOST, LOTS, MANY])
    view, before = game.view(0), game.view(0)
    view["hands"][0].clear()
    view["row"][0]["card"] = "x"
    view["row"].clear()
    view["guessed"].append(3)
    game.legal(0)[0]["card"] = "x"
    assert game.view(0) == before
