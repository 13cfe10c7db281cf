"""Countries: the content of a reveal."""

import json
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import bots, data, games
from geoclass.games.countries import tables as countries_tables
from geoclass.games.countries.engine import FIGURES
from geoclass.games.countries.reveal import TurnedRow, has_ratios, misplaced, never_decreases, row_reveal
from geoclass.simulate import play_out
from tests.games.countries_table import FEW, LOTS, MANY, MOST, OTHERS, SOME, doubt, place, random_game, table

# the reveal


def test_reveal_of_a_row():
    game = table([[FEW], [LOTS], []], [MOST, MANY, SOME, "CHN"])
    place(game, FEW, 1)
    place(game, LOTS, 0)
    doubt(game)
    reveal = game.view(None)["reveal"]
    population = data.values("population")
    questions = reveal.pop("questions")
    assert reveal == {
        "kind": "row",
        "rule": "C6",
        "round": 1,
        "category": "population",
        "row": [
            {"card": LOTS, "seat": 1, "value": population[LOTS], "misplaced": False},
            {"card": MOST, "seat": None, "value": population[MOST], "misplaced": False},
            {"card": FEW, "seat": 0, "value": population[FEW], "misplaced": True},
        ],
        "true_order": [FEW, LOTS, MOST],
        "right": False,
        "misplaced": [FEW],
        "cause": "doubt",
        "by": 2,
        "drew": 1,
        "drawn": [MANY, SOME],
    }
    assert questions == [
        {
            "key": "countries.question.swapped",
            "category": "population",
            "less": FEW,
            "less_value": population[FEW],
            "more": MOST,
            "more_value": population[MOST],
        }
    ]  # the largest ratio is this same pair


def test_reveal_keeps_the_starting_card_rather_than_the_one_laid_wrongly():
    for start, card, at in ((MOST, FEW, 1), (FEW, MOST, 0)):
        game = table([[card], []], [start, LOTS, MANY])
        place(game, card, at)
        doubt(game)
        assert game.reveal["misplaced"] == [card]


def asked(category, start, *laid):
    """The questions, by key, after a row that begins with *start* and gets cards at the given places."""
    hands = [[card for card, _ in laid[0::2]], [card for card, _ in laid[1::2]]]
    game = table(hands, [start, *[c for c in OTHERS[-9:] if c not in (start, *dict(laid))]], category)
    for card, at in laid:
        place(game, card, at)
    doubt(game)
    return {q["key"].rpartition(".")[2]: q for q in game.reveal["questions"]}


def test_reveal_asks_about_the_nearest_pair_and_the_largest_ratio_of_a_right_row():
    questions = asked("population", "FRA", (FEW, 0), ("THA", 2), ("GBR", 1), (MOST, 4))
    assert list(questions) == ["close", "times"]
    # the United Kingdom is nearer to France than Thailand, but both are in Europe
    assert (questions["close"]["less"], questions["close"]["more"]) == ("FRA", "THA")
    assert (questions["times"]["less"], questions["times"]["more"]) == (FEW, MOST)
    assert questions["times"]["ratio"] == 3900


def test_reveal_calls_only_close_figures_close():
    assert list(asked("population", LOTS, (FEW, 0), (MOST, 2))) == ["times"]
    assert asked("population", LOTS, (MOST, 1), ("CHN", 2))["close"]["less"] == MOST  # 1.4 % more
    assert list(asked("latitude", LOTS, ("NAM", 0), (FEW, 2))) == ["apart"]


def test_T12_close_is_a_twentieth_more_or_two_degrees():
    assert "close" in asked("population", "THA", ("GBR", 0))  # 1.03 times as many
    assert list(asked("population", "IDN", ("USA", 1))) == ["apart"]  # 1.22 times: neither close nor twice
    assert "close" in turned("latitude", "SLE", "NGA")  # 1.5°
    assert "close" not in turned("longitude", "ESP", "CHE")  # 4° W and 8° E


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_T12_every_figure_has_questions_of_its_own_and_none_asks_what_explains_an_area(lang):
    game = games.new("countries", ["Ana", "Ben"], 1)
    said = {}
    for category in FIGURES:
        row = sorted(["VEN", "GHA", "FRA", "NZL", "MEX"], key=data.values(category).__getitem__)
        said[category] = [game.ask(q, lang) for q in turned(category, *row).values()]
    asked = [words for sentences in said.values() for words in sentences]
    assert len(set(asked)) == len(asked)
    assert not any("expli" in words or "expla" in words for words in said["area_km2"])


def test_T12_no_question_where_there_is_nothing_to_ask():
    assert turned("longitude", "ESP", "FRA") == {}  # 6° apart
    assert "neighbours" not in turned("area_km2", "FRA", "ISL", "NAM", "ESP")
    assert turned("median_age", "FRA", "JPN")["apart"]["more"] == "JPN"


def test_reveal_asks_about_the_closest_of_several_close_pairs():
    questions = asked("population", "FRA", ("THA", 1), ("DEU", 2), ("IRN", 3))  # 1.02, 1.21 and 1.03 times
    assert (questions["close"]["less"], questions["close"]["more"]) == ("FRA", "THA")


@pytest.mark.parametrize(
    ("category", "less", "more", "ratio"),
    [("median_age", "AFG", "THA", 2), ("population", "RWA", "JPN", 9.4), ("population", "MEX", "IND", 11)],
)
def test_reveal_says_how_many_times_from_twice_on_in_as_many_figures_as_one_would_say(category, less, more, ratio):
    question = asked(category, less, (more, 1))["times"]
    assert (question["less"], question["more"], question["ratio"]) == (less, more, ratio)


def test_reveal_makes_differences_not_ratios_of_latitudes():
    questions = asked("latitude", LOTS, ("NAM", 0), (FEW, 2))
    assert "times" not in questions
    assert (questions["apart"]["less"], questions["apart"]["more"]) == ("NAM", FEW)
    assert questions["apart"]["difference"] == data.values("latitude")[FEW] - data.values("latitude")["NAM"]
    assert [has_ratios(c) for c in FIGURES] == [True, True, True, True, False, False]


def turned(category, *cards):
    """The questions, by key, about a row of *cards* from Less to More."""
    row = tuple({"card": card, "seat": None if i == 0 else 0} for i, card in enumerate(cards))
    reveal = row_reveal(TurnedRow(1, category, row, cards, "doubt", 1, 0, ()))
    return {q["key"].rpartition(".")[2]: q for q in reveal["questions"]}


def test_reveal_makes_no_ratio_of_nothing_and_calls_nothing_close_that_is_many_times_more():
    assert turned("co2_mt", "COD", "IRQ").keys() == {"times"}  # 2.7 and 143.5: near only beside the greatest of all
    assert turned("coastline_km", "MDA", "DNK").keys() == {"apart"}  # 0 and 7,314
    assert turned("coastline_km", "AFG", "MDA") == {}  # 0 and 0
    assert turned("coastline_km", "DNK", "MDA")["swapped"]["less"] == "MDA"
    assert turned("co2_mt", "POL", "FRA").keys() == {"apart"}  # 1.1 times


@given(st.lists(st.sampled_from(countries_tables.deck()), min_size=2, max_size=12, unique=True))
def test_reveal_asks_about_the_two_closest_best_from_two_continents(cards):
    figure, continent = data.values("population"), data.attribute("continent")
    row = sorted(cards, key=figure.__getitem__)
    near = [(figure[b] / figure[a], a, b) for a, b in pairwise(row) if figure[b] <= 1.05 * figure[a]]
    apart = [pair for pair in near if continent[pair[1]] != continent[pair[2]]]
    question = turned("population", *row).get("close")
    assert (question and (question["less"], question["more"])) == (min(apart or near)[1:] if near else None)


def test_reveal_goes_round_the_globe_by_the_shorter_way_too():
    question = turned("longitude", "MEX", "BRA", "FRA", "NZL")["round"]
    assert (question["less"], question["more"]) == ("MEX", "NZL")
    assert (question["difference"], question["shorter"]) == (276, 84)
    assert turned("longitude", "FRA", "NZL").keys() == {"apart"}


def test_reveal_words_a_difference():
    game = games.new("countries", ["Ana", "Ben"], 1)
    places = turned("longitude", "HTI", "FRA")["apart"]
    assert "74.42° apart" in game.ask(places, "en")
    assert game.ask(places, "fr").startswith("74,42° séparent Haïti et la France")
    shares = turned("literacy_pct", "BGD", "HRV")["apart"]
    assert "difference is 24.4 percentage points." in game.ask(shares, "en")
    assert "écart est de 24,4 points de pourcentage." in game.ask(shares, "fr").replace("\u00a0", " ")


def test_reveal_asks_about_swapped_neighbours():
    questions = asked("population", FEW, ("DEU", 1), ("FRA", 2))
    neighbours = questions.get("neighbours_swapped") or questions["swapped"]
    assert (neighbours["less"], neighbours["more"]) == ("FRA", "DEU")
    questions = asked("population", FEW, ("DEU", 0), ("FRA", 1), (MOST, 0))
    assert (questions["neighbours_swapped"]["less"], questions["neighbours_swapped"]["more"]) == ("FRA", "DEU")
    assert (questions["neighbours_swapped"]["laid_apart"], questions["neighbours_swapped"]["truly_apart"]) == (1, 1)


@pytest.mark.parametrize(("more", "less"), [("GBR", "NLD"), ("CUB", "HTI"), ("CUB", "DOM")])
def test_reveal_calls_nobody_neighbours_across_the_sea(more, less):
    questions = asked("area_km2", MOST, (more, 0), (less, 1), ("SLV", 1))
    assert questions.keys() == {"swapped", "times"}


def test_reveal_asks_about_neighbours_laid_far_too_far_apart():
    questions = asked("population", "FRA", (FEW, 1), ("NAM", 2), ("DEU", 3), (MOST, 4))
    assert (questions["neighbours"]["less"], questions["neighbours"]["more"]) == ("FRA", "DEU")
    assert (questions["neighbours"]["laid_apart"], questions["neighbours"]["truly_apart"]) == (3, 1)
    assert "neighbours" not in asked("population", "FRA", (FEW, 1), ("DEU", 2), (MOST, 3))  # only one place off


def test_reveal_asks_about_the_neighbours_most_misjudged():
    questions = asked("population", "DEU", ("NAM", 1), ("FRA", 2), ("AGO", 3))  # truly NAM AGO FRA DEU
    assert (questions["neighbours_swapped"]["less"], questions["neighbours_swapped"]["more"]) == ("FRA", "DEU")
    assert (questions["neighbours_swapped"]["laid_apart"], questions["neighbours_swapped"]["truly_apart"]) == (2, 1)


def test_reveal_does_not_call_neighbours_of_equal_figures_swapped():
    questions = asked("median_age", "GIN", ("FRA", 1), ("JPN", 2), ("SLE", 3))
    assert (questions["neighbours"]["less_value"], questions["neighbours"]["more_value"]) == (19.1, 19.1)
    assert (questions["neighbours"]["laid_apart"], questions["neighbours"]["truly_apart"]) == (3, 1)


def test_reveal_holds_only_figures_of_cards_that_were_turned():
    for game in random_game(8, first=0):
        reveal = game.reveal
        if reveal:
            turned = {laid["card"] for laid in reveal["row"]}
            assert {q[side] for q in reveal["questions"] for side in ("less", "more")} <= turned


def test_reveals_of_the_whole_game_are_kept():
    *_, game = random_game(11)
    assert [r["kind"] for r in game.reveals][:2] == ["guess", "row"]
    assert game.reveals[-1] == game.reveal
    assert len(game.reveals) == game.reveal_count
    assert [r["round"] for r in game.reveals[1:]] == list(range(1, game.round + 1))
    assert json.loads(json.dumps(game.reveals)) == game.reveals
    assert games.replay(game.log).reveals == game.reveals
    game.reveals[0]["card"] = "changed"
    assert game.reveals[0]["card"] != "changed"


# arithmetic, and whole games


def corrections(values):
    """All smallest sets of places to remove so that the rest is in order, by brute force."""
    rises = [()]
    for i, value in enumerate(values):
        rises += [(*rise, i) for rise in rises if not rise or values[rise[-1]] <= value]
    longest = max(map(len, rises))
    return [set(range(len(values))) - set(rise) for rise in rises if len(rise) == longest]


def right_when_laid(values, laid):
    """The places whose card was in order with all correct cards laid before it."""
    right = {laid[0]} if laid else set()
    for at in laid[1:]:
        if never_decreases([values[i] for i in sorted(right | {at})]):
            right.add(at)
    return right


@given(
    st.lists(st.tuples(st.integers(0, 6) | st.floats(0, 6), st.integers(0, 1000)), max_size=9).map(
        lambda cards: ([value for value, _ in cards], sorted(range(len(cards)), key=lambda i: cards[i][1]))
    )
)
def test_T1_misplaced_against_every_correction(row):
    values, laid = row
    right, out = right_when_laid(values, laid), misplaced(values, laid)
    shortest = corrections(values)
    assert out in shortest
    fewest = min(len(other & right) for other in shortest)
    assert len(out & right) == fewest
    of_these = [other for other in shortest if len(other & right) == fewest]
    assert out == min(of_these, key=lambda other: [at in other for at in laid])  # keeps the cards laid earliest


def turned_rows(game):
    """Every turned row of a game: the reveal, and the cards in the order in which they were laid."""
    again = games.replay({"setup": game.log["setup"], "moves": []})
    laid: list[str] = []
    for move in game.log["moves"]:
        if move["move"] == "place":
            laid.append(move["card"])
        turned = again.reveal_count
        again.play(move)
        if again.reveal_count > turned:
            if again.reveal["kind"] == "row":
                yield again.reveal, laid
            laid = [card["card"] for card in again.view(None)["row"]]


def test_T1_no_card_is_marked_that_was_right_when_laid_if_a_correction_as_short_does_without():
    wrong = with_choice = 0
    for seed in range(160):
        teams = 2 + seed % 5
        game = games.new("countries", [f"T{seat}" for seat in range(teams)], seed)
        level = ("pupil", "keen")[seed % 2]
        play_out(game, [bots.make("countries", level, 100 * seed + seat) for seat in range(teams)])
        for reveal, laid in turned_rows(game):
            if reveal["right"]:
                continue
            cards = [card["card"] for card in reveal["row"]]
            values = [data.values(reveal["category"])[card] for card in cards]
            right = right_when_laid(values, [cards.index(card) for card in laid])
            marked = {i for i, card in enumerate(reveal["row"]) if card["misplaced"]}
            assert [cards[i] for i in sorted(marked)] == reveal["misplaced"]
            shortest = corrections(values)
            assert marked in shortest
            if any(other.isdisjoint(right) for other in shortest):
                assert marked.isdisjoint(right), (cards, laid)
            wrong, with_choice = wrong + 1, with_choice + (len(shortest) > 1)
    assert wrong >= 500
    assert with_choice >= 100


@given(st.lists(st.integers(0, 6), max_size=9))
def test_a_row_is_right_when_nothing_need_be_taken_out(values):
    assert never_decreases(values) == (values == sorted(values))
    assert never_decreases(values) == (not misplaced(values, range(len(values))))


@given(st.permutations(["ISL", "NAM", "AGO", "FRA", "IND", "CHN"]), st.sampled_from(FIGURES))
def test_reveal_asks_about_the_pair_furthest_in_the_wrong_order(cards, category):
    figure = data.values(category)
    row = tuple({"card": card, "seat": None if i == 0 else 0} for i, card in enumerate(cards))
    reveal = row_reveal(TurnedRow(1, category, row, tuple(cards), "doubt", 1, 0, ()))
    question = next(iter(reveal["questions"]), {"key": ""})
    gaps = [
        figure[left] / figure[right] if has_ratios(category) else figure[left] - figure[right]
        for left, right in combinations(cards, 2)
        if figure[left] > figure[right]
    ]
    assert question["key"].startswith("countries.question.swapped") == bool(gaps) == (not reveal["right"])
    if gaps:
        more, less = question["more_value"], question["less_value"]
        assert (more / less if has_ratios(category) else more - less) == pytest.approx(max(gaps))
        assert cards.index(question["more"]) < cards.index(question["less"])


@given(st.permutations(["FRA", "DEU", "CHE", "ITA", "AUT", "POL"]), st.sampled_from(FIGURES))
def test_reveal_asks_about_the_neighbours_whose_distance_was_furthest_from_the_truth(cards, category):
    row = tuple({"card": card, "seat": None if i == 0 else 0} for i, card in enumerate(cards))
    reveal = row_reveal(TurnedRow(1, category, row, tuple(cards), "doubt", 1, 0, ()))
    true = reveal["true_order"]
    off = {
        frozenset(pair): abs(true.index(pair[1]) - true.index(pair[0]) - cards.index(pair[1]) + cards.index(pair[0]))
        for pair in combinations(cards, 2)
        if pair[1] in data.links()[pair[0]]
    }
    most = {pair for pair, n in off.items() if 0 < n == max(off.values())}
    asked = {frozenset((q["less"], q["more"])): q for q in reveal["questions"]}
    neighbours = [pair for pair, q in asked.items() if "neighbours" in q["key"]]
    assert most.issuperset(neighbours)
    for a, b in neighbours:
        assert asked[frozenset((a, b))]["laid_apart"] == abs(cards.index(a) - cards.index(b))
        assert asked[frozenset((a, b))]["truly_apart"] == abs(true.index(a) - true.index(b))
