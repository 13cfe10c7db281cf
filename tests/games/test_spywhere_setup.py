"""Spywhere: the optional rule, setups, secrecy, the reveal, and whole games."""

import json
from collections import Counter

import pytest

from geoclass import games, i18n
from geoclass.games.rng import Rng
from geoclass.games.spywhere import tables
from geoclass.games.spywhere.reveal import Ending, Points, reveal
from geoclass.games.spywhere.words import Dish
from geoclass.ui import knobs
from tests.games.spywhere_table import (
    BEL,
    DEALT,
    FRA,
    IND,
    ITA,
    JPN,
    MEX,
    NAMES,
    SIX,
    done,
    eliminate,
    end,
    exchange,
    identify,
    new,
    play_out,
    threefold,
    turn,
)

# the optional rule


def after_elimination(pile, reshuffle_threes=True, seed=1):
    """A position after seat 0 eliminated France; ITA and MEX stayed open, and the bonus card was on top of the pile."""
    game = threefold(pile=[IND, *pile], reshuffle_threes=reshuffle_threes, seed=seed)
    return game, game.play(eliminate(0, FRA))


def test_reshuffle_threes_puts_three_alike_back_and_lays_three_others():
    for seed in range(20):
        game, events = after_elimination([JPN, JPN, JPN, ITA, MEX, IND, IND, FRA], seed=seed)
        view = game.view(None)
        assert max(Counter(view["open"]).values()) < 3
        assert view["open"][:2] == [MEX, ITA]
        assert view["pile_count"] == 5
        assert [e["event"] for e in events[1:]] == ["reshuffled"] * (len(events) - 1)
        assert events[-1]["laid"] == view["open"][2:]
        assert len(events) > 1
        game.undo()
        assert game.play(eliminate(0, FRA)) == events


def test_reshuffle_threes_is_off_by_default_and_only_after_a_refill():
    game, events = after_elimination([JPN, JPN, JPN, ITA, MEX], reshuffle_threes=False)
    assert game.view(None)["open"].count(JPN) == 3
    assert len(events) == 1
    start = new(3, middle=[FRA, FRA, FRA, IND, IND], pile=[JPN] * 9, reshuffle_threes=True)
    assert start.view(None)["open"].count(FRA) == 3


def test_reshuffle_threes_counts_the_three_that_go_back():
    game, _ = after_elimination([JPN, JPN, JPN, IND])  # two of them and the Indian card make a valid middle
    assert sorted(game.view(None)["open"]) == sorted([MEX, ITA, JPN, JPN, IND])
    assert game.view(None)["pile_count"] == 1


@pytest.mark.parametrize("pile", [[JPN] * 3, [MEX] * 3, [JPN] * 9, [JPN, JPN, JPN, JPN, MEX, MEX][:4], [MEX, MEX, ITA]])
def test_reshuffle_threes_never_goes_on_without_end(pile):
    game, events = after_elimination(pile)
    best = sum(min(n, 2) for n in Counter([*pile, ITA, MEX]).values())
    assert best < 5
    assert len(events) == 1
    assert max(Counter(game.view(None)["open"]).values()) >= 3


def test_reshuffle_threes_takes_a_mending_that_hardly_ever_comes():
    game, events = after_elimination([MEX, MEX, MEX, *[JPN] * 14, IND])
    assert max(Counter(game.view(None)["open"]).values()) == 2
    assert events[1]["nationality"] == MEX


# setups


def bad(key, rule=None, **setup):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("spywhere", **({"players": NAMES[:3], "seed": 1} | setup))
    assert (refusal.value.key, refusal.value.rule) == (key, rule)
    assert refusal.value.text("fr") != refusal.value.text("en")


@pytest.mark.parametrize(
    "options",
    [
        {"nationalities": {ITA: "pizza"}},
        {"nationalities": SIX},
        {"nationalities": dict.fromkeys([*SIX[:5], "XXX"], "x")},
        {"nationalities": dict.fromkeys(SIX, " ")},
        {"nationalities": dict.fromkeys(SIX, "x") | {BEL: ""}},
        {"nationalities": dict.fromkeys(SIX, 1)},
        {"without": "DEU"},
        {"without": ""},
        {"without": 5},
        {"first": 3},
        {"first": -1},
        {"first": True},
        {"first": 0.0},
        {"first": "last"},
        {"reshuffle_threes": 1},
    ],
)
def test_a_bad_option_is_refused(options):
    bad("games.setup.bad_option", options=options)


@pytest.mark.parametrize(
    ("deck", "key"),
    [
        ([ITA] * 13, "too_few"),
        ([ITA] * 19, "card_twice"),
        ([BEL, *[ITA] * 13], "unknown_card"),
        (["XXX", *[ITA] * 13], "unknown_card"),
        ([1] * 14, "not_a_list"),
        ("ITA", "not_a_list"),
        ([], "too_few"),
    ],
)
def test_a_bad_deck_is_refused(deck, key):
    bad(f"games.setup.{key}", deck=deck)


@pytest.mark.parametrize(
    "passports", [[ITA, FRA], "ITA", {}, [], [ITA, FRA, 3], [[ITA, FRA], [JPN], [MEX]], [[], [], []]]
)
def test_passports_of_the_wrong_form_are_refused(passports):
    bad("spywhere.setup.passports", "S1", passports=passports)


def test_passports_are_different_nationalities_in_play():
    bad("games.setup.card_twice", passports=[ITA, FRA, ITA])
    bad("games.setup.unknown_card", passports=[ITA, FRA, BEL])
    for passports in ([ITA, FRA], [[ITA, FRA]], [[ITA, FRA], [JPN, [MEX]]]):
        bad("spywhere.setup.passports", "S8", players=NAMES[:2], passports=passports)
    bad("games.setup.card_twice", players=NAMES[:2], passports=[[ITA, FRA], [FRA, JPN]])
    bad("games.setup.teams", players=NAMES[:1])
    bad("games.setup.teams", players=[*NAMES, "Gil"])


def test_passports_and_deck_are_drawn_apart():
    drawn = games.new("spywhere", NAMES[:3], 9)
    given = games.new("spywhere", NAMES[:3], 9, passports=[[IND], [MEX], [JPN]])
    assert drawn.view(0)["hand"] == given.view(0)["hand"]
    assert drawn.view(None) == given.view(None)
    dealt = games.new("spywhere", NAMES[:3], 9, deck=[ITA] * 14)
    assert dealt.view(0)["passports"] == drawn.view(0)["passports"]
    assert new(3).view(1)["passports"] == new(3, passports=[[ITA], [FRA], [JPN]]).view(1)["passports"]


def test_any_six_countries_can_be_played():
    dishes = {"PER": "ceviche", "DEU": "Brezel", "KOR": "kimchi", "ETH": "injera", "NLD": "stamppot", "MAR": "tajine"}
    game = play_out(games.new("spywhere", NAMES[:3], 1, {"nationalities": dishes, "without": "PER"}))
    countries = game.view(None)["reveal"]["countries"]
    assert {c["card"]: c["dish"] for c in countries} == dishes
    assert [c["card"] for c in countries if not c["in_play"]] == ["PER"]
    assert Dish("kimchi").words("fr") == "kimchi"
    assert (Dish("fries").words("fr"), Dish("fries").words("en")) == ("frites", "fries")


@pytest.mark.parametrize("teams", [2, 4, 6])
def test_a_log_is_the_same_game_whatever_order_its_keys_come_in(teams):
    dishes = {"PER": "ceviche", ITA: "pizza", "KOR": "kimchi", "ETH": "injera", "NLD": "stamppot", "DEU": "Brezel"}
    for options in ({}, {"nationalities": dishes}):
        game = play_out(games.new("spywhere", NAMES[:teams], 1, options))
        again = games.replay(json.loads(json.dumps(game.log, sort_keys=True)))
        assert again.view(0) == game.view(0)


def test_the_published_nationalities_come_first_then_others_by_code():
    dishes = {"PER": "a", BEL: "b", "ARG": "c", JPN: "d", "CHN": "e", ITA: "f"}
    game = games.new("spywhere", NAMES, 1, {"nationalities": dishes})
    assert game.view(None)["nationalities"] == [ITA, JPN, BEL, "ARG", "CHN", "PER"]


def test_S1_the_last_of_the_list_is_left_out_and_written_into_the_setup():
    dishes = dict.fromkeys([BEL, "PER", IND, "KOR", ITA, "ETH"], "?")
    four = games.new("spywhere", NAMES[:4], 1, {"nationalities": dishes})
    assert four.log["setup"]["options"]["without"] == "ETH"
    assert "ETH" not in four.view(None)["nationalities"]
    assert games.new("spywhere", NAMES[:4], 1).log["setup"]["options"]["without"] == BEL
    assert games.new("spywhere", NAMES[:5], 1).log["setup"]["options"]["without"] is None


# secrecy and the reveal


def test_views_do_not_depend_on_what_a_seat_cannot_see():
    """The same moves in two deals that differ only in what is hidden from seat 1: pile, other hands, passports."""
    pair = [
        new(3, hands=[[JPN, IND, ITA], DEALT, [MEX] * 3], pile=[MEX, ITA, *[JPN] * 5], passports=[ITA, FRA, JPN]),
        new(3, hands=[[ITA, FRA, MEX], DEALT, [IND] * 3], pile=[IND, ITA, *[MEX] * 5], passports=[JPN, FRA, IND]),
    ]
    for game, card in zip(pair, (JPN, IND), strict=True):
        game.play(exchange(0, ITA, MEX))
        game.play(identify(0, 2, card))
    assert pair[0].view(1) == pair[1].view(1)
    assert pair[0].view(None) == pair[1].view(None)
    assert pair[0].legal(1) == pair[1].legal(1)
    assert pair[0].view(0) != pair[1].view(0)


@pytest.mark.parametrize("teams", range(2, 7))
def test_other_passports_leave_every_view_the_same_move_by_move(teams):
    """Random games, compared with games in which all but the last team have other passports, as long as moves agree."""
    compared = 0
    for seed in range(12):
        game = games.new("spywhere", NAMES[:teams], seed)
        shown = [game.view(s)["passports"][s] for s in range(teams)]
        rest = [c for c in game.view(None)["nationalities"] if c not in shown[-1]]
        each = len(shown[0])
        pack = Rng(seed, "other").shuffled(rest)
        passports = [pack[each * s : each * s + each] for s in range(teams - 1)] + [shown[-1]]
        other, rng = games.new("spywhere", NAMES[:teams], seed, passports=passports), Rng(seed, "play")
        while game.actors:
            seat = rng.choice(game.actors)
            move = rng.choice(game.legal(seat))
            if move not in other.legal(seat):
                break
            assert game.play(move) == other.play(move) or game.result
            if not game.result:
                assert game.view(None) == other.view(None)
                assert game.view(teams - 1) == other.view(teams - 1)
                compared += passports != shown
    assert compared > 50


def test_events_hold_no_identification_card_and_no_drawn_card():
    game = threefold(pile=[MEX] * 9)
    assert game.play(identify(0, 1, JPN)) == [
        {"event": "identified", "seat": 0, "target": 1},
        {"event": "turn", "seat": 1, "drew": True},
    ]
    assert "JPN" not in game.say(game.log["moves"][-1]) + game.say({"event": "identified", "seat": 0, "target": 1})
    for lang, name in (("fr", "Japon"), ("en", "Japan")):
        assert name not in game.say(game.log["moves"][-1], lang)


def test_a_view_is_the_readers_own_copy():
    game = threefold()
    for seat in (None, 0):
        before, view = json.dumps(game.view(seat)), game.view(seat)
        for key in ("open", "clues", "tried", "history", "turns", "passports", "nationalities"):
            view[key].clear()
        view["clues"] = None
        assert json.dumps(game.view(seat)) == before


def test_the_reveal_shows_the_tell():
    game = new(3, middle=[ITA, ITA, FRA, FRA, FRA], pile=[MEX, IND, *[JPN] * 4])
    game.play(exchange(0, JPN, ITA))
    game.play(eliminate(0, FRA))
    game.play(identify(0, 1, FRA))
    play_out(game)
    reveal = game.view(None)["reveal"]
    ana = reveal["tell"][0]
    took = Counter(t for s, _, t in game.view(None)["history"] if s == 0)
    gave = Counter(g for s, g, _ in game.view(None)["history"] if s == 0)
    assert ana["took"] == {c: took[c] for c in SIX[:5]}
    assert ana["gave"] == {c: gave[c] for c in SIX[:5]}
    assert ana["clues"] == [FRA]
    assert ana["suspicion"] == {c: None if c == FRA else took[c] - gave[c] for c in SIX[:5]}
    best = max(n for n in ana["suspicion"].values() if n is not None)
    assert ana["suspects"] == [c for c, n in ana["suspicion"].items() if n == best]
    assert ana["showed"] is (ana["suspects"] == [ITA])
    assert reveal["identifications"][0] == {"seat": 0, "target": 1, "nationality": FRA, "right": True}
    assert reveal["passports"] == [[ITA], [FRA], [JPN]]
    assert {c["card"]: c["seat"] for c in reveal["countries"]} == {
        ITA: 0,
        FRA: 1,
        JPN: 2,
        MEX: None,
        IND: None,
        BEL: None,
    }


def asked(shown):
    """The questions of a reveal, by the last part of their keys."""
    return {question["key"].rpartition(".")[2]: question for question in shown["questions"]}


def test_the_reveal_asks_the_class():
    game = new(3, middle=[ITA, ITA, FRA, JPN, MEX], pile=[MEX])
    game.play(exchange(0, MEX, ITA))
    game.play(end(0))
    game.play(identify(1, 0, ITA))
    for seat in range(3):
        game.play(done(seat))
    questions = asked(game.view(None)["reveal"])
    assert questions["showed"] == {"key": "spywhere.question.showed", "team": "Ana", "nationality": ITA}
    assert questions["hidden"] == {"key": "spywhere.question.hidden", "n": 2, "teams": ["Ben", "Chloé"]}
    assert questions["dish"] == {"key": "spywhere.question.dish", "nationality": ITA, "dish": "pizza"}
    assert (questions["population"]["most"], questions["population"]["least"]) == (IND, BEL)
    assert questions["population"]["times"] > 100
    for question in questions.values():
        for lang in i18n.LANGUAGES:
            assert "{" not in game.ask(question, lang)


@pytest.mark.parametrize("own", [[MEX, IND], [IND, MEX]])
def test_the_tell_of_two_passports_in_whatever_order(own):
    game = new(2, pile=[FRA] * 3, passports=[own, [ITA, FRA]])
    game.play(exchange(0, ITA, MEX))
    turn(game)  # Ben gives and takes the same
    game.play(exchange(0, JPN, IND))
    game.play(done(0))
    game.play(done(1))
    ana, ben = game.reveal["tell"]
    assert ana["suspicion"] == {ITA: -1, FRA: 0, JPN: -1, MEX: 1, IND: 1}
    assert (ana["suspects"], ana["showed"]) == ([MEX, IND], True)
    assert (ben["suspects"], ben["showed"]) == (SIX[:5], False)  # they cannot be told apart


def test_the_reveal_asks_about_the_team_that_showed_most_and_those_nobody_found():
    game = new(3, hands=[DEALT, [IND, IND, JPN], DEALT], middle=[ITA, FRA, FRA, MEX, IND], pile=[MEX] * 5)
    for move in (exchange(0, MEX, ITA), exchange(1, IND, FRA), None, None, exchange(1, IND, FRA)):
        if move:
            game.play(move)
            game.play(end(move["seat"]))
        else:
            turn(game)
    game.play(identify(2, 1, MEX))  # wrong
    game.play(identify(2, 0, ITA))
    for seat in (0, 1):
        game.play(done(seat))
    questions = asked(game.reveal)
    assert [tell["showed"] for tell in game.reveal["tell"]] == [True, True, False]
    assert (questions["showed"]["team"], questions["showed"]["nationality"]) == ("Ben", FRA)
    assert questions["hidden"]["teams"] == ["Ben", "Chloé"]


QUIET = Ending(  # three teams that did nothing at all
    players=("Ana", "Ben", "Chloé"),
    dishes=tuple((nationality, f"soup of {nationality}") for nationality in SIX),
    nationalities=(ITA, FRA, JPN, MEX, IND),
    passports=((ITA,), (FRA,), (JPN,)),
    laid=((), (), ()),
    clues=((), (), ()),
    history=(),
    points=(Points(0, 0, 0),) * 3,
    ended_by=None,
)


def test_the_reveal_asks_about_exchanges_only_where_they_told_something():
    only_italy = (FRA, JPN, MEX, IND), (), ()  # Ana can be nobody else, though she exchanged nothing
    silent = QUIET._replace(clues=only_italy)
    assert [tell["showed"] for tell in reveal(silent)["tell"]] == [True, False, False]
    assert "showed" not in asked(reveal(silent))
    spoken = silent._replace(history=((1, MEX, FRA),))
    assert [tell["showed"] for tell in reveal(spoken)["tell"]] == [True, True, False]
    assert asked(reveal(spoken))["showed"] == {"key": "spywhere.question.showed", "team": "Ben", "nationality": FRA}


def test_the_reveal_asks_about_no_team_whose_exchanges_pointed_elsewhere():
    ending = QUIET._replace(history=((0, MEX, FRA), (0, MEX, FRA), (0, JPN, ITA)))  # Ana is Italy, but looks French
    assert reveal(ending)["tell"][0]["suspects"] == [FRA]
    assert "showed" not in asked(reveal(ending))


def test_the_reveal_asks_how_teams_hid_only_if_some_did():
    assert asked(reveal(QUIET))["hidden"]["teams"] == ["Ana", "Ben", "Chloé"]
    assert "hidden" not in asked(reveal(QUIET._replace(laid=(((1, FRA), (2, JPN)), ((0, ITA),), ()))))


def test_the_reveal_asks_about_the_dish_of_the_winner_the_first_of_several():
    ending = QUIET._replace(points=(Points(1, 0, 3), Points(3, 1, 0), Points(2, 2, 0)))
    question = asked(reveal(ending))["dish"]
    assert (question["nationality"], question["dish"]) == (FRA, "soup of FRA")


def test_the_reveal_asks_for_nobody_who_showed_when_nobody_did():
    game = new(3, pile=[MEX])
    turn(game)
    for seat in range(3):
        game.play(done(seat))
    assert all(q["key"] != "spywhere.question.showed" for q in game.reveal["questions"])


@pytest.mark.parametrize(
    ("six", "times"),
    [
        (["GEO", "NZL", "CRI", "IRL", "LBN", "LBR"], [1.1]),
        (["CRI", "IRL", "LBN", "LBR", "SVK", "CAF"], []),  # all equal: nothing to ask
    ],
)
def test_the_reveal_compares_populations_that_differ(six, times):
    game = play_out(games.new("spywhere", NAMES[:3], 1, {"nationalities": dict.fromkeys(six, "?")}))
    assert [q["times"] for q in game.reveal["questions"] if q["key"] == "spywhere.question.population"] == times


@pytest.mark.parametrize("teams", range(2, 7))
def test_random_games_end_replay_and_undo(teams):
    options = {"reshuffle_threes": True, "first": "random"}
    game = games.new("spywhere", NAMES[:teams], seed=teams, options=options)
    rng, steps = Rng(teams, "play"), []
    cards = 18 * len(game.view(None)["nationalities"])
    while game.actors:
        steps.append(game.view(None))
        for event in game.play(rng.choice(game.legal(rng.choice(game.actors)))):
            assert all("{" not in game.say(event, lang) for lang in i18n.LANGUAGES)
        view = game.view(None)
        clues = sum(n for pile in view["clues"] for n in pile.values())
        assert sum(view["hand_counts"]) + len(view["open"]) + view["pile_count"] + clues == cards
    again = games.replay(json.loads(json.dumps(game.log)))
    assert again.view(0) == game.view(0)
    for before in reversed(steps[-6:]):
        again.undo()
        assert again.view(None) == before


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_P18_the_form_offers_other_sixes_and_which_is_left_out(lang):
    shown = {knob["name"]: knob["values"] for knob in knobs.scene("spywhere", lang)["knobs"]}
    assert len(shown["nationalities"]) == len(set(shown["nationalities"])) == 3
    chosen = {"nationalities": 1, "without": 0, "reshuffle_threes": 0}
    six = tables.THEMES[0]
    assert knobs.options("spywhere", chosen) == {"nationalities": six}
    fit = knobs.fitted("spywhere", chosen, 4, lang)
    assert fit["set"] == chosen
    left_out = {tables.Sixes(each=True)[at] for at in fit["offered"]["without"]}
    assert left_out == {None, *six}  # of these six one
    game = games.new("spywhere", ["A", "B", "C", "D"], 1, {"nationalities": six, "without": "ITA"})
    assert "ITA" not in game.view(None)["nationalities"]
    for dish in {dish for theme in tables.THEMES for dish in theme.values()}:
        assert f"spywhere.dish.{dish}" in i18n.sentences(lang)
