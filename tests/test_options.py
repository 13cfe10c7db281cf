"""Options as a form offers them: whatever is chosen can be played to the end, by any number of teams."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from geoclass import bots, data, games, i18n
from geoclass.games.decks import FILTER
from geoclass.games.options import CITIES, COUNTRIES, NUMBER
from geoclass.games.rng import Rng
from geoclass.rooms import Refused
from geoclass.simulate import minutes, play_out, simulate
from geoclass.ui import knobs

FORMS = 2400 if os.environ.get("GEOCLASS_SOAK") else 250  # of all games together
CHANGES = 4  # changes made in a form
OWN = {  # typed, for options with special values
    ("globalissimo", "track"): ["12: 3 6 9", "8", "20: 19"],
    ("couleurs", "values"): ["France 3, Espagne 8", "Kenya: 1000"],
    ("spywhere", "nationalities"): [
        "Italy: pizza; Kenya: ugali; Peru: ceviche; Norway: salmon; Iran: pilaf; Cuba: congrí"
    ],
    ("spywhere", "without"): ["Italy", "Kenya", "Japon"],
}


@pytest.fixture(autouse=True)
def _own_figures() -> Iterator[None]:
    """A figure that every country has, and one that few have."""
    data.forget_own()
    known = sorted(data.attribute("un_status"))
    data.load_own("iso3,Luck (points)\n" + "".join(f"{iso},{n * n % 97}\n" for n, iso in enumerate(known)))
    data.load_own("iso3,Tea (kg)\nIRL,2.2\nGBR,1.9\nTUR,3.2\n")
    yield
    data.forget_own()


def typed(game: str, name: str, way: str, rng: Rng) -> Any:
    """Values that somebody may type into the form."""
    if way == FILTER:
        figure = rng.choice(data.figures())
        bound = rng.choice(sorted(data.values(figure).values()))
        return {"figure": figure, rng.choice(["over", "under"]): str(bound)}
    if way == NUMBER:
        return str(1 + rng.below(60))
    if way == COUNTRIES:
        isos = rng.shuffled(sorted(data.attribute("un_status")))[: 1 + rng.below(190)]
        return ", ".join(data.Country(iso).words(rng.choice(i18n.LANGUAGES)) for iso in isos)
    if way == CITIES:
        cities = rng.shuffled(list(data.cities_by_id().values()))[: 3 + rng.below(40)]
        return "; ".join(city.words(rng.choice(i18n.LANGUAGES)) for city in cities)
    return rng.choice(OWN[game, name])


def changed(game: str, fits: dict[str, Any], teams: int, rng: Rng) -> tuple[str, Any]:
    """An option and another value for it, offered by the form or typed."""
    engine = games.game_type(game)
    name = rng.choice(list(engine.options))
    option = engine.options[name]
    if option.by_hand and not rng.below(2):
        return name, {"own": typed(game, name, rng.choice(option.by_hand), rng)}
    now, places = knobs.chosen(game, fits, "en")[name], knobs.offered(engine, fits, name, teams)
    if not places:  # nothing but what was typed goes with the others
        return name, now
    place = rng.choice(places)
    if not option.several:
        return name, place
    return name, sorted({*now, place} - ({rng.choice(now)} if len(now) > 1 else set()))


@pytest.mark.parametrize("game", games.OWN)
def test_P3_what_is_chosen_in_the_form_begins_and_ends(game: str):
    engine, presets = games.game_type(game), [*knobs.presets(game).values()]
    for number in range(FORMS // len(games.OWN)):
        rng = Rng(number, f"form {game}")
        teams = rng.choice(engine.teams)
        options = knobs.settled(engine, rng.choice(presets), teams)
        for _ in range(CHANGES):
            name, value = changed(game, options, teams, rng)
            try:
                wanted = knobs.options(game, knobs.chosen(game, options, "fr") | {name: value})
            except Refused:  # what nobody offered, and was typed: the form stays as it was
                assert isinstance(value, dict)
            else:
                options = knobs.settled(engine, wanted, teams, name)
        assert engine.why_not(options, teams) is None, options
        live = games.new(game, [f"T{n}" for n in range(teams)], number, options)
        play_out(live, [bots.make(game, "random", seat) for seat in range(teams)])
        assert live.result is not None
        if number % 10 == 0:
            assert games.replay(live.log).view(None) == live.view(None)


@pytest.mark.parametrize("game", games.OWN)
def test_P3_what_is_offered_is_not_refused(game: str):
    """Each value alone, together with the earlier choices."""
    rng, engine = Rng(1, f"offered {game}"), games.game_type(game)
    for teams in (engine.teams[0], engine.teams[-1]):
        fit = knobs.fitted(game, rng.choice(knobs.scene(game, "en")["presets"])["set"], teams, "en")
        for name, places in fit["offered"].items():
            one = [*fit["set"][name]] if engine.options[name].several else None
            for place in places:
                value = place if one is None else sorted({*one, place})
                chosen = knobs.fitted(game, fit["set"] | {name: value}, teams, "en", name)
                assert chosen["set"][name] == value  # others may give way to it


@pytest.mark.parametrize("game", games.OWN)
def test_an_option_is_a_parameter_that_checks_itself(game: str):
    declared = games.game_type(game).options
    assert declared(**{name: option.published for name, option in declared.items()})
    for name in declared:
        with pytest.raises(ValueError, match=r"\w{3}"):
            declared(**{name: object})


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", games.OWN)
def test_what_is_typed_is_shown_as_it_is_read(game: str, lang: str):
    rng = Rng(5, f"typed {game}")
    for name, option in games.game_type(game).options.items():
        for way in option.by_hand:
            value = option.read(typed(game, name, way, rng))
            if option.allows(value):
                assert option.read(option.typed(value, lang)) == value
                assert option.says(value, lang)


@pytest.mark.parametrize(
    ("game", "chosen", "said"),
    [
        ("countries", {"deck_filter": {"own": "France, Allemange"}}, "Allemagne"),
        ("countries", {"deck_filter": {"own": "Vatican"}}, "Il faut"),
        ("countries", {"deck_filter": {"own": {"figure": "population", "over": "dix"}}}, "dix\u00a0» n’est pas"),
        ("countries", {"deck_filter": {"own": "France, Holande"}}, "sont Pays-Bas et Pologne."),
        ("countries", {"deck_filter": {"own": {"figure": "population", "over": "9" * 400}}}, "Il faut"),
        ("countries", {"deck_filter": {"own": {"figure": "population", "over": True}}}, "Il faut"),
        ("countries", {"deck_filter": {"own": "x" * 100_000}}, "xxx"),
        ("course", {"starts": {"own": "Pariss, Tokyo, Dakar"}}, "Paris"),
        ("course", {"starts": {"own": "Pékinn, Tokyo, Dakar"}}, "est Pékin"),
        ("spywhere", {"nationalities": {"own": "Italie : pizza"}}, "Il faut six"),
        ("spywhere", {"nationalities": {"own": "Italie; Kenya; Pérou; Cuba; Iran; Japon"}}, "Il faut six"),
        ("globalissimo", {"track": {"own": "trente"}}, "Il faut"),
        ("couleurs", {"hand": {"own": "dix"}}, "Il faut"),
        ("couleurs", {"values": {"own": "France beaucoup"}}, "France"),
    ],
)
def test_what_cannot_be_meant_gets_a_sentence(game: str, chosen: dict[str, Any], said: str):
    with i18n.use("en"), pytest.raises(Refused) as refusal:  # the server's language is not the page's
        knobs.options(game, chosen)
    told = refusal.value.text("fr")
    assert said in told
    assert "whole number" not in told


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("countries", {"deck_filter": {"own": {"figure": "population", "over": "10 milliards"}}}, "aucun pays"),
        ("countries", {"deck_filter": {"own": "France; Italie"}}, "2 pays\u00a0; il en faut au moins 26"),
        ("couleurs", {"board": {"own": "France; Italie; Espagne"}}, "3 nations"),
    ],
)
def test_what_was_typed_and_does_not_fit_so_many_teams_stays_to_be_corrected(game: str, typed: Any, said: str):
    published = knobs.scene(game, "fr")["presets"][0]["set"]
    with pytest.raises(Refused) as refusal:
        knobs.fitted(game, published | typed, 4, "fr", *typed)
    assert said in refusal.value.text("fr")


def test_a_single_figure_is_given_on_the_command_line_as_it_is():
    for game in ("countries", "globalissimo"):
        assert games.game_type(game).options["categories"].given("luck") == ["luck"]


def test_a_filter_is_read_as_people_write_it():
    deck = games.game_type("countries").options["deck_filter"]
    for bound in ("10 millions", "10 million", "10 000 000", "10000000"):
        value = deck.read({"figure": "population", "over": bound})
        assert value == {"figure": "population", "over": 10_000_000}
    assert {"IND", "FRA"} < set(deck.of(value))
    assert "ISL" not in deck.of(value)
    assert "10,000,000" in deck.says(value, "en")


def test_globalissimo_is_played_with_own_figures_and_a_deck_of_the_chapter():
    chapter = ["KEN", "UGA", "TZA", "RWA", "BDI", "ETH", "SOM", "DJI", "ERI", "SSD", "SDN", "SYC"]
    options = {"deck_filter": chapter, "categories": ["luck"], "rounds": 3}
    live = games.new("globalissimo", ["A", "B"], 1, options)
    play_out(live, [bots.make("globalissimo", "pupil", seat) for seat in range(2)])
    log = live.log
    assert {reveal["category"] for reveal in live.reveals} == {"luck"}
    assert {ranked["card"] for reveal in live.reveals for ranked in reveal["ranking"]} <= set(chapter)
    assert log["setup"]["edition"] != data.EDITION
    data.forget_own()
    assert games.replay(log).result == live.result  # anywhere: the log carries its figures


@pytest.mark.parametrize(("cards", "n"), [(["KEN", "UGA", "TZA"], 3), (["KEN"], 1)])
def test_globalissimo_says_that_a_deck_is_too_small(cards: list[str], n: int):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("globalissimo", ["A", "B"], 1, {"deck_filter": cards})
    assert (refusal.value.params["n"], refusal.value.params["needed"]) == (n, 10)
    assert refusal.value.text("fr")


def test_la_course_is_flown_between_chosen_cities_and_starts_there():
    cities = ["nairobi", "cairo", "london", "delhi", "sydney", "new-york", "singapore", "dubai", "los-angeles"]
    engine = games.game_type("course")
    fits = engine.fitted({"network": cities}, 2)
    assert fits is not None
    assert set(fits["starts"]) <= set(cities)
    live = games.new("course", ["A", "B"], 1, fits)
    assert {city for route in live.network for city in route.split("--")} <= set(cities)
    off = engine.why_not({"network": "hubs", "starts": ["paris", "tokyo", "lima"]}, 2)
    assert off is not None
    assert "Lima" in off.text("en")
    europe = engine.why_not({"network": ["paris", "london", "rome"], "starts": ["paris", "london", "rome"]}, 2)
    assert europe is not None
    assert "Afrique" in europe.text("fr")


@pytest.mark.parametrize("game", games.OWN)
def test_P5_estimates_are_near_what_is_simulated_for_every_number_of_teams(game: str):
    engine = games.game_type(game)
    for teams in engine.teams:
        preset = [*knobs.presets(game).values()][teams % len(knobs.presets(game))]
        options = engine.fitted(preset, teams)
        assert options is not None
        report = simulate(game, teams, 24, seed=9, levels=["pupil"], options=options)
        seconds = report.turns.mean * engine.pace["turn"] + report.reveals.mean * engine.pace["reveal"]
        assert minutes(game, teams, options) == pytest.approx(seconds / 60, rel=0.25, abs=1.5)


@pytest.mark.parametrize("game", games.OWN)
def test_P5_the_proposal_fits_the_lesson_where_anything_does(game: str):
    low, high = games.game_type(game).teams[0], games.game_type(game).teams[-1]
    for lesson in (25, 50, 90):
        teams, preset, options = knobs.proposal(game, high, lesson, low)
        assert low <= teams <= high
        assert preset in knobs.presets(game)
        possible = {n: min(m for m in knobs.estimates(game, n).values() if m is not None) for n in range(low, high + 1)}
        if min(possible.values()) <= lesson:
            assert minutes(game, teams, options) <= lesson
        else:
            assert teams == high
    assert knobs.proposal(game, high, 300, low)[0] == high  # time enough: as many teams as wanted


@pytest.mark.parametrize(
    ("game", "name", "text", "value"),
    [
        ("countries", "hand", "5", 5),
        ("countries", "deck_filter", "Europe", "Europe"),
        ("countries", "deck_filter", "FRA,DEU", ["FRA", "DEU"]),
        ("countries", "deck_filter", "Kenya, Pérou; Germany", ["KEN", "PER", "DEU"]),
        ("countries", "deck_filter", '{"figure": "luck", "under": 5}', {"figure": "luck", "under": 5}),
        ("countries", "categories", "luck", ["luck"]),
        ("globalissimo", "categories", "luck,population", ["luck", "population"]),
        ("globalissimo", "track", "12: 3 6 9", {"squares": 12, "barriers": [3, 6, 9]}),
        ("couleurs", "values", "luck", "luck"),
        ("couleurs", "values", "France 3", {"FRA": 3}),
        ("course", "network", "Paris, Londres, Rome", ["paris", "london", "rome"]),
        ("spywhere", "first", "random", "random"),
    ],
)
def test_an_option_is_given_in_a_terminal_as_in_the_form(game: str, name: str, text: str, value: Any):
    assert games.game_type(game).options[name].given(text) == value


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", games.OWN)
def test_every_usual_value_has_words(game, lang):
    """A stored lesson describes its options in words, including lists."""
    for name, option in games.game_type(game).options.items():
        assert option.says(option.usual, lang), name
