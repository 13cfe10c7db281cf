"""Positions and moves of Countries for the tests."""

import pytest

from geoclass import games
from geoclass.games.countries import tables as countries_tables
from geoclass.games.rng import Rng

# by population, each far from the next: Iceland, Namibia, Angola, France, India
FEW, SOME, MANY, LOTS, MOST = "ISL", "NAM", "AGO", "FRA", "IND"
OTHERS = [card for card in countries_tables.deck() if card not in (FEW, SOME, MANY, LOTS, MOST, "CHN")]


def table(hands, pile, category="population", first=0, **orders):
    """A game with known hands and pile; short hands are filled up with other countries."""
    size = max(3, *(len(hand) for hand in hands))
    used = {card for hand in hands for card in hand} | set(pile)
    spare = iter(card for card in OTHERS if card not in used)
    deck = [card for hand in hands for card in [*hand, *(next(spare) for _ in range(size - len(hand)))]]
    return games.new(
        "countries",
        players=["Ana", "Ben", "Chloé", "Dan"][: len(hands)],
        seed=5,
        options={"hand": size, "first": first},
        deck=deck + pile,
        **{"category_order": [category], **orders},
    )


def place(game, card, at):
    return game.play({"seat": game.actors[0], "move": "place", "card": card, "at": at})


def doubt(game):
    return game.play({"seat": game.actors[0], "move": "doubt"})


def guess(game, seat, population):
    return game.play({"seat": seat, "move": "guess", "population": population})


def row_of(game):
    return [laid["card"] for laid in game.view(None)["row"]]


def hand_sizes(game):
    return [len(hand) for hand in game.view(None)["hands"]]


def refused(game, move, key, rule=None):
    before, log = [game.view(seat) for seat in (None, *range(len(game.players)))], game.log
    with pytest.raises(games.IllegalMove) as refusal:
        game.play(move)
    assert (refusal.value.key, refusal.value.rule) == (key, rule)
    assert refusal.value.text("fr") != refusal.value.text("en")
    assert [game.view(seat) for seat in (None, *range(len(game.players)))] == before
    assert game.log == log


def random_game(seed, teams=3, **options):
    game = games.new("countries", players=[f"T{i}" for i in range(teams)], seed=seed, options=options)
    chance = Rng(seed, "test")
    while game.actors:
        yield game
        game.play(chance.choice(game.legal(chance.choice(game.actors))))
    yield game


def lay_out_hand_of_ana(at_last):
    """Ana lays Iceland, Namibia and finally Angola; the others correctly lay cards with fewer people than Angola."""
    game = table(
        [[FEW, SOME, MANY], ["MNG", "JAM"]], [MOST, LOTS, "CHN", "BRA"], category_order=["population", "latitude"]
    )
    place(game, FEW, 0)  # ISL IND
    place(game, "MNG", 1)  # ISL MNG IND
    place(game, SOME, 1)  # ISL NAM MNG IND
    place(game, "JAM", 2)  # ISL NAM JAM MNG IND
    return game, place(game, MANY, at_last)
