"""``geoclass play``: one question at a time, answered by typing."""

import io

import pytest

from geoclass import bots, data, games, i18n
from geoclass.games.tell import tell_reveal
from geoclass.terminal import play, team_names


@pytest.fixture
def answered(monkeypatch, capsys):
    """Play with these answers until none are left; the exit code and the output."""

    def run(game, *lines, lang="en"):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        others = {seat: bots.make(game.id, "random", seat) for seat in range(1, len(game.players))}
        with i18n.use(lang):
            code = play(game, others)
        return code, capsys.readouterr().out

    return run


def _countries(**options):
    deck = ["FRA", "URY", "EGY", "ITA", "CHN", "KEN"]  # three for the Blues, three for the Oranges
    return games.new(
        "countries",
        team_names(2),
        1,
        {"hand": 3, "first": 0} | options,
        deck=[*deck, "DEU", "ROU", "BRA", "PER", "IND", "NGA"],
        category_order=["population"],
    )


def _mine(game):
    return [{k: v for k, v in move.items() if k != "seat"} for move in game.log["moves"] if move["seat"] == 0]


def _before_a_barrier(colour):
    """A game of Globalissimo in which the Blues are asked about Bolivia."""
    game = games.new(
        "globalissimo",
        team_names(2),
        1,
        {"rounds": 1, "track": {"squares": 9, "barriers": [1]}},
        deck=["CHN", "USA", "BRA", "DEU", "CUB", "BOL"],
        category_order=["population"],
        barrier_order=[colour],
    )
    game.play({"seat": 0, "move": "estimate", "card": "CHN", "rank": 1})
    game.play({"seat": 1, "move": "estimate", "card": "CUB", "rank": 1})
    return game


@pytest.mark.parametrize("card", ["2", "Uruguay", "URUGUAY", "l’uruguay", "ury"])
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_card_by_its_number_name_or_code(answered, card, lang):
    game = _countries()
    answered(game, card, "1", lang=lang)
    assert _mine(game) == [{"move": "place", "card": "URY", "at": 0}]


def test_names_need_no_accents_and_may_be_of_the_other_language(answered):
    game = _countries()
    answered(game, "egypte", "right of Germany")
    assert _mine(game) == [{"move": "place", "card": "EGY", "at": 1}]


def test_every_place_in_the_row_can_be_chosen_and_is_told(answered):
    game = _countries()
    _, out = answered(game, "France", "2", "lay a card", "Egypt", "2", lang="en")
    assert "  1  left of Germany\n  2  right of Germany\n" in out
    assert "Team Blues lays France right of Germany." in out
    assert _mine(game)[0] == {"move": "place", "card": "FRA", "at": 1}
    assert "between " in out


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("5000000", 5_000_000),
        ("5,000,000", 5_000_000),
        ("5 000 000", 5_000_000),
        ("5\u202f000\u202f000", 5_000_000),
        ("5.000.000", 5_000_000),
        ("0", 0),
        ("5 millions", 5_000_000),
        ("1,4 milliard", 1_400_000_000),
        ("1.4 billion", 1_400_000_000),
    ],
)
def test_a_number_as_people_write_it(answered, said, meant):
    game = _countries(first="guess")
    answered(game, said)
    assert _mine(game)[0] == {"move": "guess", "population": meant}


def test_refusals_are_printed_and_lose_nothing(answered):
    game = _countries(first="guess")
    code, out = answered(game, "many", "-1", "9" * 5000, "5,00", "7")
    assert "“many” is not a whole number." in out
    assert "(house rule D4)" in out
    assert "not that many people" in out
    assert "“5,00” is not a whole number." in out
    assert code == 130  # the answers ended before the game
    assert _mine(game)[0]["population"] == 7


def test_help_back_quit_and_what_is_not_in_the_list(answered):
    game = _countries()
    code, out = answered(game, "back", "?", "99", "Bolivia", "9" * 5000, "1", "", "2", "0", "back", "quit", "1")
    assert code == 0
    assert "cannot go back any further" in out
    assert "You are asked one thing at a time." in out
    assert "“99” is not in the list. Type a number from 1 to 3" in out
    assert "“Bolivia” is not in the list." in out
    assert out.count("where in the row does France go?") == 1
    assert out.count("where in the row does Uruguay go?") == 1
    assert out.count("Which card do you lay?") == 5
    assert out.rstrip().endswith("You have left the game. See you next time!")
    assert _mine(game) == []


def test_words_of_the_terminal_are_heard_in_french_too(answered):
    code, out = answered(_countries(), "aide", "retour", "quitter", lang="fr")
    assert code == 0
    assert "On vous demande une chose à la fois." in out
    assert "Vous avez quitté la partie." in out


def test_the_figures_of_a_row_are_shown_when_it_is_turned(answered):
    game = _countries()
    game.play({"seat": 0, "move": "place", "card": "FRA", "at": 0})  # wrong: Germany has more people
    game.play({"seat": 1, "move": "place", "card": "CHN", "at": 0})
    _, out = answered(game, "Doubt the row")
    shown = out[out.index("in the right order") : out.index("A new row starts")].splitlines()
    assert [line.split(":")[0].strip() for line in shown[1:]] == ["France", "Germany", "China"]
    assert "China: 1,410,539,758\u00a0people  ← in the wrong place" in shown[3]


def test_at_the_end_the_fewest_cards_are_best(answered):
    game = _countries()
    while game.actors:
        game.play(bots.make("countries", "geographer", 1).choose(game.view(game.actors[0]), game.legal(game.actors[0])))
    assert "Cards left (fewest is best):" in answered(game)[1]


def test_a_country_on_the_map_is_found_without_its_name_being_told(answered):
    game = _before_a_barrier("violet")
    _, out = answered(game, "Peroo", "bolivie")
    asked = out[: out.index("Peroo")]
    assert "Bolivia" not in asked
    assert "Brazil, Chile" in asked
    assert "Team Blues is right" in out
    assert _mine(game)[1] == {"move": "answer", "country": "BOL"}


def test_a_capital_is_typed(answered):
    game = _before_a_barrier("orange")
    _, out = answered(game, "la paz")
    assert "What is the capital of Bolivia?" in out
    assert "Team Blues is right" in out


def test_a_rank_outside_the_table_is_refused(answered):
    game = games.new("globalissimo", team_names(2), 1)
    _, out = answered(game, "1", "9", "0", "high", "2")
    assert out.count("It must be a whole number from 1 to 5.") == 3
    assert _mine(game)[0]["rank"] == 2


def test_a_chain_card_by_card(answered):
    deck = ["ITA", "FRA", "ESP", "PRT", "JPN", "IND", "EGY", "CHN", "KEN", "BRA", "PER", "NGA"]
    game = games.new("couleurs", team_names(3), 1, {"hand": 4, "centre": ["ITA", "FRA"]}, deck=deck)
    _, out = answered(game, "1", "Italie", "France", "", "FRA", "espagne", "that is all")
    assert _mine(game)[0] == {"move": "play", "cards": ["ITA", "FRA", "ESP"]}
    assert "Which card after France?" in out
    assert "Portugal" in out[out.index("Which card after Spain?") :]


def test_what_cannot_go_on_is_played_without_asking(answered):
    deck = ["ITA", "FRA", "ESP", "JPN", "CUB", "IND", "EGY", "CHN", "KEN"]
    game = games.new("couleurs", team_names(3), 1, {"hand": 3, "centre": ["ITA", "FRA"]}, deck=deck)
    answered(game, "1", "France", "Spain")
    assert _mine(game)[0] == {"move": "play", "cards": ["FRA", "ESP"]}


def test_covered_nations_are_counted_and_only_the_newest_named(answered):
    game = games.new("couleurs", team_names(3), 1)
    random = bots.make("couleurs", "good", 1)
    while len(game.view(None)["covered"]) < 12 or game.actors != (0,):
        game.play(random.choose(game.view(game.actors[0]), game.legal(game.actors[0])))
    covered = [line for line in answered(game)[1].splitlines() if "nations are covered" in line]
    assert covered[0].startswith(f"{len(game.view(None)['covered'])} nations")
    assert covered[0].count(",") <= 9


def test_a_flight_leg_by_leg(answered):
    mine = ["london--paris", "london--new-york", "cairo--london"]
    rest = [card for card in games.new("course", team_names(2), 1).network if card not in mine]
    game = games.new("course", team_names(2), 1, {"hand": 3}, deck=[*mine, *rest])
    _, out = answered(game, "Paris", "fly", "Londres", "le caire")  # no card flies on from there
    assert _mine(game)[:2] == [{"move": "start", "city": "paris"}, {"move": "fly", "routes": [mine[0], mine[2]]}]
    assert f"to London, {data.route(mine[0]).km}\u00a0km\n" in out
    assert f"to Cairo, {data.route(mine[2]).km:,}\u00a0km (visa for Africa)\n" in out
    assert "Country of arrival: Egypt. Capital: Cairo." in out


def test_a_stay_lays_off_and_takes(answered):
    game = games.new("course", team_names(2), 3)
    game.play({"seat": 0, "move": "start", "city": "paris"})
    hand = game.view(0)["hand"]
    game.play({"seat": 0, "move": "stay", "off": hand[:2], "take": ["stock", "stock"]})
    game.play({"seat": 1, "move": "start", "city": "tokyo"})
    game.play({"seat": 1, "move": "stay", "off": game.view(1)["hand"][:2], "take": ["stock", "stock"]})
    hand = game.view(0)["hand"]
    answered(game, "rester et changer deux billets", "1", "1", "discard pile B", "draw pile")
    assert _mine(game)[2] == {"move": "stay", "off": hand[:2], "take": ["slot_b", "stock"]}


def test_an_opponent_and_a_nationality_are_chosen_by_name(answered):
    game = games.new("spywhere", team_names(3), 1)
    _, out = answered(game, "1", "1", "Guess who a team is", "greens", "japon", lang="fr")
    assert _mine(game)[1] == {"move": "identify", "target": 2, "nationality": "JPN"}
    assert "Quelle nationalité" in out


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("name", games.GAMES)
def test_every_reveal_has_its_words(name, lang):
    teams = 3
    game = games.new(name, team_names(teams), 2, {"countries": {"hand": 3}, "course": {"max_rounds": 5}}.get(name, {}))
    players = [bots.make(name, "keen", seat) for seat in range(teams)]
    told, shown = 0, 0
    while game.actors:
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
        if game.reveal_count > shown:
            shown = game.reveal_count
            lines = tell_reveal(game.view(None), lang)
            told += bool(lines)
            assert "{" not in "".join(lines)
    assert told
    if name != "couleurs":  # its events tell the end
        assert len(tell_reveal(game.view(None), lang)) >= 2


def test_team_names_are_enough_for_the_largest_game():
    assert len(set(team_names(12))) == 12
    assert team_names(2) == ["Blues", "Oranges"]
