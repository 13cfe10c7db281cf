"""Couleurs du monde: the reveal, the best chain, and the sentences."""

import json
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoclass import data, games
from geoclass.games.couleurs.reveal import Turn
from geoclass.games.couleurs.tables import best_chain, board
from geoclass.games.rng import Rng
from tests.games.couleurs_table import AFRICA, ISLANDS, WORLD, play, position, skip


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
    assert (shown["fine"], shown["end"]) == (0, None)
    keys = [question["key"] for question in shown["questions"]]
    assert keys == [f"couleurs.question.{column}", "couleurs.question.onward", "couleurs.question.better"]


@pytest.mark.parametrize(
    ("chain", "column", "high", "low"),
    [
        (["EGY", "SDN"], "gdp_per_capita_usd", "EGY", "SDN"),
        (["EGY", "LBY"], "population", "EGY", "LBY"),
        (["CHN", "IND"], "median_age", "CHN", "IND"),
        (["AFG", "IRN"], "median_age", "IRN", "AFG"),  # equal differences in GDP per person: the first of the two
    ],
)
def test_reveal_compares_where_the_nations_are_furthest_apart_in_the_world(chain, column, high, low):
    apart = {}
    for name in ("population", "median_age", "gdp_per_capita_usd"):
        ranks = [sum(other < data.values(name)[a] for other in data.values(name).values()) for a in chain]
        apart[name] = max(ranks) - min(ranks)
    assert max(apart, key=apart.get) == column
    game = position([*chain, "FRA"], ISLANDS[:3], ISLANDS[3:6], centre=chain[:1])
    play(game, *chain)
    assert game.reveal["comparison"] == {"column": column, "figures": {a: data.values(column)[a] for a in chain}}
    assert game.reveal["questions"][0] == {"key": f"couleurs.question.{column}", "high": high, "low": low}


def test_reveal_compares_a_card_alone_with_the_nations_around_it():
    game = position(["COL", "FRA"], ISLANDS[:2], ISLANDS[2:4])
    play(game, "COL")
    shown, standing = game.reveal, {}
    for name in ("population", "median_age", "gdp_per_capita_usd"):
        figures = data.values(name)
        standing[name] = {
            a: sum(other < figures[a] for other in figures.values()) for a in ("COL", *WORLD.links["COL"])
        }
    gaps = {(name, a): abs(ranks["COL"] - ranks[a]) for name, ranks in standing.items() for a in WORLD.links["COL"]}
    column, furthest = max(gaps, key=gaps.get)  # from the card, whatever the difference between its neighbours
    assert shown["comparison"]["column"] == column
    assert list(shown["comparison"]["figures"]) == ["COL", *WORLD.links["COL"]]
    high, low = sorted(("COL", furthest), key=data.values(column).__getitem__, reverse=True)
    assert shown["questions"][0] == {"key": f"couleurs.question.{column}", "high": high, "low": low}


def asked(game):
    return {q["key"].removeprefix("couleurs.question."): q for q in game.reveal["questions"]}


def test_reveal_asks_how_the_chain_could_go_on_from_its_last_card():
    game = position(["EGY", "SDN", "FRA"], ISLANDS[:3], ISLANDS[3:6])
    play(game, "EGY", "SDN")
    assert asked(game)["onward"] == {"key": "couleurs.question.onward", "card": "SDN", "n": len(WORLD.links["SDN"]) - 1}


def test_reveal_asks_for_a_better_chain_only_if_there_was_one():
    values = {"EGY": 1, "SDN": 9, "ISL": 3, "JPN": 2}
    hands = ["EGY", "SDN", "ISL", "JPN"], ISLANDS[1:2] + ISLANDS[3:6], ["PHL", "SGP", "FRA", "DEU"]
    for chain, better in ((["EGY"], 19), (["JPN"], 19), (["EGY", "SDN"], None)):
        game = position(*hands, values=values)
        play(game, *chain)
        assert asked(game).get("better") == ({"key": "couleurs.question.better", "points": better} if better else None)
    game = position(["ISL", "JPN"], ["JAM", "LKA"], ["MDG", "NZL"], values=values)
    play(game, "JPN")  # Iceland was worth more, but is no chain
    assert (game.reveal["best"]["chain"], asked(game).get("better")) == (["ISL"], None)


def test_reveal_asks_about_a_region_completed_and_counts_its_bonus_as_done():
    nations = ["COL", "VEN", "BRA", *ISLANDS[1:4], *ISLANDS[5:8]]
    game = position(nations[:3], nations[3:6], nations[6:], board=nations, centre=["COL"], values="flat")
    play(game, "COL", "VEN", "BRA")
    assert asked(game)["region"] == {"key": "couleurs.question.region", "region": "south-america"}
    assert game.reveal["best"]["points"] == 5 + 10 + 15 + 25
    assert "better" not in asked(game)


def test_reveal_of_a_sea_link_has_no_border():
    game = position(["GBR", "NLD"], ISLANDS[:2], ISLANDS[2:4])
    play(game, "GBR", "NLD")
    assert game.reveal["borders"] == [{"from": "GBR", "to": "NLD", "km": None}]


def test_reveal_of_a_pass_and_of_the_end():
    game = position(["FRA"], ["ISL"], ["JPN"], stock=["BOL"], values="flat")
    skip(game)
    shown = game.reveal
    assert (shown["move"], shown["seat"], shown["chain"]) == ("pass", 0, [])
    assert (shown["best"], shown["drawn"]) == (None, ["BOL"])
    assert shown["fine"] == 5
    assert shown["questions"] == [{"key": "couleurs.question.unable"}]
    for event in play(game, "ISL"):
        event.clear()  # no other team's
    shown = game.reveal
    assert (shown["move"], shown["seat"]) == ("play", 1)
    assert shown["end"] == [
        {"event": "out", "seat": 1, "points": 25},
        {"event": "left", "seat": 0, "cards": ["BOL", "FRA"], "points": -10},
        {"event": "left", "seat": 2, "cards": ["JPN"], "points": -5},
    ]
    assert shown["comparison"] is None


def test_a_reveal_is_the_readers_own_copy():
    game = position(["EGY", "SDN"], ["ISL", "JPN"], ["FRA", "DEU"])
    play(game, "EGY", "SDN")
    before, shown = json.dumps(game.reveal), game.reveal
    for part in (shown["comparison"]["figures"], shown["onward"], *shown["chain"], *shown["end"]):
        part.clear()
    assert json.dumps(game.reveal) == before


def test_reveal_asks_nothing_about_a_hand_without_cards():
    game = position(AFRICA, ISLANDS[:4], ISLANDS[4:], stock=[a for a in WORLD.nations if a not in AFRICA + ISLANDS])
    for chain in (AFRICA, ["ISL"], ["MDG"]):
        play(game, *chain)
    skip(game)
    assert game.reveal["questions"] == []


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


def test_the_best_chain_may_complete_a_region_after_others_that_did_not():
    """Argentina lies between Uruguay and Chile: only a chain from an end covers all three."""
    flat = board({"board": "world", "centre": None, "values": "flat"})
    best = best_chain(flat, ["ARG", "CHL", "URY"], ["ARG", "CHL"], {"south-america": 3})
    assert (best.chain, best.points) == (("CHL", "ARG", "URY"), 5 + 10 + 15 + 25)


def test_the_best_chain_may_be_worth_nothing():
    nothing = board({"board": "world", "centre": None, "values": {"ISL": 0}})
    assert best_chain(nothing, ["ISL"], ["ISL"], {}) == (("ISL",), 0, True)
    assert best_chain(nothing, ["FRA"], [], {}) == ((), 0, True)  # no card can start one


def test_the_search_for_the_best_chain_gives_up_in_time_and_says_so():
    africa = board({"board": ["africa"], "centre": None, "values": "links"})
    best = best_chain(africa, africa.nations, africa.nations, {}, tries=1000)
    assert not best.exact
    assert len(best.chain) > 5
    for starts in (["CAF"], ["CAF", "ISL"]):  # no later cards make up for it
        assert not best_chain(WORLD, [*africa.nations, "ISL"], starts, {}, tries=100).exact


def test_the_best_chain_is_never_worse_than_the_one_played():
    africa = board({"board": ["africa"], "centre": None, "values": "links"})
    hand, chain = africa.nations, ["CAF"]
    while onward := [a for a in africa.links[chain[-1]] if a not in chain]:  # to the nation with the fewest ways on
        chain.append(min(onward, key=lambda a: len(set(africa.links[a]) - {*chain})))
    best = best_chain(africa, hand, ["CAF"], {})
    assert (best.exact, best.points < africa.points(chain)) == (False, True)
    turn = Turn(africa, 0, hand, ("CAF",), {}, tuple(chain), africa.points(chain), 0)
    assert turn.best() == (tuple(chain), africa.points(chain), False)
    alone = Turn(africa, 0, hand, ("CAF",), {}, ("CAF",), africa.value["CAF"], 0)
    assert alone.best() == best


def test_reveal_asks_nothing_about_a_region_of_one_nation():
    game = position(["JPN"], ["JAM"], ["BHS"], stock=["NZL"], board=["JPN", "JAM", "BHS", "NZL"])
    play(game, "JPN")
    assert [region["region"] for region in game.reveal["regions"]] == ["far-east"]
    assert "region" not in asked(game)


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
                assert "{" not in game.ask(question, lang)
    assert said >= {"play", "pass", "covered", "drew", "refused", "out", "left"}
