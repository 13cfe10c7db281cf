"""Couleurs du monde: the reveal, the best chain, and the words."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoclass import data, games, i18n
from geoclass.games.couleurs_board import best_chain, board
from geoclass.games.rng import Rng
from tests.games.test_couleurs import ISLANDS, WORLD, play, position, skip


def test_reveal_shows_the_chain_its_borders_what_could_follow_and_a_comparison():
    game = position(["EGY", "SDN", "TCD", "FRA"], ISLANDS[:4], ISLANDS[4:], stock=["BOL"])
    assert game.view(None)["reveal"] is None
    play(game, "EGY", "SDN")
    shown = game.view(None)["reveal"]
    v = WORLD.value
    assert shown["chain"] == [
        {"card": "EGY", "value": v["EGY"], "times": 1, "points": v["EGY"]},
        {"card": "SDN", "value": v["SDN"], "times": 2, "points": 2 * v["SDN"]},
    ]
    assert shown["points"] == v["EGY"] + 2 * v["SDN"]
    assert shown["onward"] == [c for c in WORLD.links["SDN"] if c != "EGY"]
    assert shown["borders"] == [{"from": "EGY", "to": "SDN", "km": data.border_km()["EGY", "SDN"]}]
    assert 1000 < shown["borders"][0]["km"] < 1500
    column = shown["comparison"]["column"]
    assert column in ("population", "median_age", "gdp_per_capita_usd")
    assert shown["comparison"]["figures"] == {c: data.values(column)[c] for c in ("EGY", "SDN")}
    assert shown["best"] == {
        "chain": ["EGY", "SDN", "TCD"],
        "points": WORLD.points(["EGY", "SDN", "TCD"]),
        "exact": True,
    }
    assert shown["drawn"] == ["BOL"]
    assert shown["end"] is None
    keys = [question["key"] for question in shown["questions"]]
    assert keys == [f"couleurs.question.{column}", "couleurs.question.onward", "couleurs.question.better"]


def test_reveal_of_a_sea_link_has_no_border():
    game = position(["GBR", "NLD"], ISLANDS[:2], ISLANDS[2:4])
    play(game, "GBR", "NLD")
    assert game.reveal["borders"] == [{"from": "GBR", "to": "NLD", "km": None}]


def test_reveal_of_a_pass_and_of_the_end():
    game = position(["FRA"], ["ISL"], ["JPN"], stock=["BOL"], values="flat")
    skip(game)
    shown = game.reveal
    assert (shown["move"], shown["chain"], shown["best"], shown["drawn"]) == ("pass", [], None, ["BOL"])
    assert shown["fine"] == 5
    assert shown["questions"] == [{"key": "couleurs.question.unable"}]
    for event in play(game, "ISL"):
        event.clear()  # nobody else’s
    shown = game.reveal
    assert shown["end"][0] == {"event": "out", "seat": 1, "points": 25}
    assert shown["comparison"] is None


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.integers(1, 6), st.sampled_from(["africa", "europe", "far-east"]))
def test_the_best_chain_is_the_best_of_all_orders(seed, size, region):
    rng = Rng(seed, "best")
    hand = rng.shuffled([a for a in WORLD.nations if data.attribute("board_region")[a] == region])[:size]
    starts = hand[: 1 + rng.below(size)]
    mine = sum(WORLD.region.get(a) == region for a in hand)
    open_in = {region: mine + rng.below(2), "south-america": 3}

    def worth(cards):
        all_there = mine and open_in[region] == mine == sum(WORLD.region.get(a) == region for a in cards)
        return sum(k * WORLD.value[c] for k, c in enumerate(cards, 1)) + 25 * bool(all_there)

    chains = [
        cards
        for k in range(1, size + 1)
        for cards in permutations(hand, k)
        if cards[0] in starts and all(b in WORLD.links[a] for a, b in pairwise(cards))
    ]
    best = best_chain(WORLD, hand, starts, open_in)
    assert best.exact
    assert best.points == worth(best.chain) == max(map(worth, chains))
    assert best.chain in chains


def test_the_search_for_the_best_chain_gives_up_in_time_and_says_so():
    africa = board({"board": ["africa"], "centre": None, "values": "links"})
    best = best_chain(africa, africa.nations, africa.nations, {}, tries=1000)
    assert not best.exact
    assert len(best.chain) > 5


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_moves_events_and_questions_have_words(lang):
    said = set()
    for seed in range(4):
        game = games.new("couleurs", ["a", "b", "c"], seed=seed)
        rng = Rng(seed, "say")
        while game.actors:
            move = rng.choice(game.legal(game.actors[0]))
            for thing in (move, *game.play(move)):
                said.add(thing.get("event") or thing["move"])
                assert "{" not in game.say(thing, lang)
            for question in game.reveal["questions"]:
                fields = {name: value for name, value in question.items() if name != "key"}
                assert "{" not in i18n.text(question["key"], lang, **game._worded(fields))
    assert said >= {"play", "pass", "covered", "drew", "refused", "out", "left"}
