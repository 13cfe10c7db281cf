"""The scenes of Globalissimo without a browser: each is made from one screen's state only."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from geoclass import data, games, i18n, review
from geoclass.games.globalissimo import tables
from geoclass.games.globalissimo.board import Board, _capitalised
from geoclass.games.globalissimo.charts import LESSON, Figures, Strip
from geoclass.games.rng import Rng
from geoclass.ui.kit.screen import Scene, ScreenState
from tests.conformance.plays import play

BOTH = pytest.mark.parametrize("lang", i18n.LANGUAGES)
SHORT = {"rounds": 3, "track": {"squares": 8, "barriers": [1, 2, 3, 4]}}
TEAMS = ["Blues", "Oranges", "Greens"]


def new(seed: int = 3, **more: Any) -> games.Game:
    options = SHORT | more.pop("options", {})
    return games.new("globalissimo", players=TEAMS, seed=seed, options=options, **more)


def screen(
    game: games.Game, seat: int | None = None, lang: str = "en", teacher: bool = False, **room: Any
) -> ScreenState:
    """A screen's state as plain data: the view of *seat* or of everybody."""
    phase = "over" if game.result or game.closed else "playing"
    teams = [{"name": name, "bot": None, "phones": 1, "here": 1} for name in game.players]
    acts = seat in game.actors and game.option["judge"] == "auto"
    view = {
        "role": "teacher" if teacher else "projector" if seat is None else "team",
        "seat": seat,
        "game": game.view(seat),
        "events": game.events,
        "moves": game.move_count,
        "reveals": game.reveal_count,
        "ending": game.ending,
        "legal": game.legal(seat) if acts and seat is not None else [],
        "room": {"code": "ABCDE", "game": game.id, "phase": phase, "paused": False, "showing": False, "step": 0}
        | {"teams": teams}
        | room,
    }
    if teacher:
        view["teacher"] = {"legal": {str(s): game.legal(s) for s in game.actors}, "answer": game.answer()}
    reveals = [json.loads(json.dumps(reveal)) for reveal in game.reveals]
    summary = partial(review.Summary, game.log)
    return ScreenState(json.loads(json.dumps(view)), lang, fetch_reveals=lambda: reveals, fetch_summary=summary)


def scenes(game: games.Game, seat: int | None, lang: str = "en", teacher: bool = False) -> list[Scene]:
    """All scenes that a screen may show now: the reveal step by step, and the game."""
    board, found = Board(game.id), []
    steps = board.steps(game.reveal) if game.reveal else 0
    for room in [{"showing": True, "step": step} for step in range(steps)] + [{}]:
        state = screen(game, seat, lang, teacher, **room)
        found.append({"board": board.now(state)[0], "said": board.said(state), "note": board.note(state)})
    return found


def lived(setup: dict[str, Any], moves: list[games.Move], seat: int | None) -> Iterator[str]:
    game = games.replay({"setup": setup, "moves": []})
    yield json.dumps(scenes(game, seat))
    for move in moves:
        game.play(move)
        yield json.dumps(scenes(game, seat))


@BOTH
def test_every_state_of_a_game_has_its_scene(lang):
    game, kinds = new(), set()
    for _ in play(game, 5):
        for seat, teacher in ((None, False), (None, True), (0, False), (2, False)):
            for scene in scenes(game, seat, lang, teacher):
                assert scene["note"]
                kinds.add(scene["board"]["kind"])
    parts = ("play", "question", "reveal", "answer", "over")
    assert kinds == {f"globalissimo.{part}" for part in parts}


@pytest.fixture
def own() -> Iterator[list[str]]:
    """A teacher's own figures, with and without a unit."""
    data.forget_own()
    rows = "".join(f"{iso},{n % 17},{n * n}\n" for n, iso in enumerate(tables.pool()))
    yield [column.name for column in data.load_own(f"iso3,Luck (points),Charm\n{rows}")]
    data.forget_own()


@BOTH
def test_every_figure_has_its_words_in_every_scene(lang, own):
    for figure in (*data.figures(), *own):
        game = new(options={"categories": [figure], "rounds": 1, "barriers": False})
        for _ in play(game, 5):
            for scene in scenes(game, None, lang):
                assert scene["note"]
                assert ". . " not in json.dumps(scene)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_still_in_the_pile_changes_no_scene(seed):
    deck = Rng(seed, "deck").shuffled(list(tables.deck()))
    game = new(seed, deck=deck, options={"rounds": 10})
    for _ in play(game, seed, 12):
        pass
    left = game.view(None)["pile_count"]
    again = deck[:-left] + Rng(seed, "again").shuffled(deck[-left:])
    assert again != deck
    for seat in (None, 0, 1):
        assert list(lived(game.log["setup"] | {"deck": again}, game.log["moves"], seat)) == list(
            lived(game.log["setup"], game.log["moves"], seat)
        )


def asked(colour: str, **options: Any) -> games.Game:
    """A game at a question of this colour."""
    for seed in range(50):
        game = new(seed, options=options)
        for _ in play(game, seed, 40):
            question = game.view(None)["question"]
            if question and question["colour"] == colour and game.actors:
                return game
    pytest.fail("no such question")


@BOTH
@pytest.mark.parametrize("judge", ["auto", "teacher"])
def test_P10_a_capital_is_in_no_scene_of_any_screen_but_on_the_console(judge, lang):
    game = asked("orange", judge=judge)
    card = game.view(None)["question"]["card"]
    capital = data.capital(card, lang)
    seen = {who: json.dumps(scenes(game, who, lang)[-1], ensure_ascii=False) for who in (None, 0, 1, 2)}
    assert data.Country(card).words(lang) in seen[None]
    assert capital not in "".join(seen.values()).replace(data.Country(card).words(lang), "")
    teachers = scenes(game, None, lang, teacher=True)[-1]
    assert capital not in json.dumps(teachers, ensure_ascii=False).replace(data.Country(card).words(lang), "")
    answer, judges = Board(game.id).asked(screen(game, lang=lang, teacher=True))
    assert answer == capital
    assert [button["send"]["move"]["right"] for button in judges] == ([True, False] if judge == "teacher" else [])


@BOTH
def test_P10_the_board_says_that_the_teacher_types_only_where_a_team_has_no_phone(lang):
    game = asked("orange")
    alone = [{"name": name, "bot": None, "phones": 0, "here": 0} for name in game.players]
    said = {
        phones: Board(game.id).now(screen(game, lang=lang, teacher=True, **room))[0]["hint"]
        for phones, room in ((True, {}), (False, {"teams": alone}))
    }
    assert ("professeur écrit" in said[False]) or ("teacher types" in said[False])
    assert ("son téléphone" in said[True]) or ("its phone" in said[True])


@BOTH
@pytest.mark.parametrize("colour", ["orange", "violet"])
def test_P10_a_solved_question_shows_its_answer_with_its_place(colour, lang):
    game = asked(colour)
    card, (seat,) = game.view(None)["question"]["card"], game.actors
    game.play(
        {
            "seat": seat,
            "move": "answer",
            **({"country": card} if colour == "violet" else {"text": data.capital(card, "fr")}),
        }
    )
    for who in (None, 0, 1, 2):
        shown = Board(game.id).now(screen(game, who, lang, showing=True))[0]
        assert (shown["kind"], shown["answer"]["iso"]) == ("globalissimo.answer", card)
        assert game.players[seat] in shown["title"]
        assert card in json.dumps(shown["map"])
        if colour == "orange":
            assert shown["answer"]["figure"] == data.capital(card, lang)


@BOTH
def test_P11_the_first_player_has_the_token_and_barriers_won_are_counted(lang):
    game = new(options={"first": 1})
    for _ in play(game, 5, 40):
        view = game.view(None)
        if game.result or view["question"]:
            continue
        teams = Board(game.id).play(screen(game, lang=lang))["teams"]
        assert [team["seat"] for team in teams if team["token"]] == [view["round"] % 3]
        assert [team["held"] for team in teams] == [
            sum(barrier["taken_by"] == seat for barrier in view["barriers"]) for seat in range(3)
        ]


@BOTH
@pytest.mark.parametrize("moves", [0, 1, 3, 5, 7, 9])
def test_P15_a_game_closed_anywhere_has_a_whole_ending(moves, lang):
    game = new()
    for _ in play(game, 5, moves):
        pass
    game.close()
    board = Board(game.id)
    state = screen(game, lang=lang, phase="over")
    end = board.end(state)
    assert end["title"] == i18n.text("globalissimo.stage.end.stopped", lang)
    assert end["text"]
    assert board.said(state).startswith(end["title"])
    leaders = game.standing["leaders"]
    if any(game.view(None)["squares"]):
        assert end["winners"] == leaders
        assert all(game.players[seat] in end["text"] for seat in leaders)
    if game.reveal and game.reveal.get("unfinished"):
        for step in range(board.steps(game.reveal)):
            assert board.now(screen(game, lang=lang, phase="over", showing=True, step=step))[0]["kind"]
        assert board.way_on(state) == i18n.text("stage.to_the_end", lang)


def test_only_the_team_that_is_asked_answers_on_its_phone():
    game = asked("violet")
    (seat,) = game.actors
    boards = {who: scenes(game, who)[-1]["board"] for who in (None, 0, 1, 2)}
    assert {who for who, board in boards.items() if board["can"]} == {seat}
    assert boards[seat]["hint"]
    assert boards[(seat + 1) % 3]["hint"] == ""
    aloud = scenes(asked("violet", judge="teacher"), 0)[-1]["board"]
    assert not aloud["can"]


def test_the_map_that_is_pointed_at_is_the_same_whatever_is_asked():
    maps = [scenes(asked("violet", rounds=rounds), None)[-1]["board"]["map"] for rounds in (3, 5)]
    assert maps[0] == maps[1]
    assert "labels" not in maps[0]
    assert "texts" not in maps[0]


def test_flags_only_names_no_open_country():
    game = new(options={"flags_only": True})
    for _ in range(2):
        game.play(game.legal(game.actors[0])[0])
    for seat in (None, 0, 1, 2):
        shown = json.dumps(scenes(game, seat)[-1], ensure_ascii=False)
        assert "Flag 1" in shown
        assert not [iso for iso in game.view(None)["open"] if data.Country(iso).words("en") in shown]


@pytest.mark.parametrize("right", [True, False])
def test_G9_an_answer_tells_whether_it_was_right_and_no_more(right):
    game = asked("violet")
    card, (seat,) = game.view(None)["question"]["card"], game.actors
    other = next(move["country"] for move in game.legal(seat) if move["country"] != card)
    game.play({"seat": seat, "move": "answer", "country": card if right else other})
    board = Board(game.id)
    told = board._outcome(screen(game))
    assert told is not None
    assert (told["seat"], told["right"]) == (seat, right)
    assert game.players[seat] in told["text"]
    assert board.said(screen(game)).startswith(told["text"])
    game = new()
    assert board._outcome(screen(game)) is None


@BOTH
def test_positions_are_the_same_ground_each_time_and_name_no_country(lang):
    board, state = Board("globalissimo"), screen(new(), lang=lang)
    ground = board.ground(state)
    assert board.ground(state) is ground
    places = [place for group in ground["positions"] for place in group["places"]]
    assert {iso for iso, _ in places} == set(data.values("latitude"))
    words = " ".join(where for _, where in places)
    assert not [iso for iso, _ in places if data.Country(iso).words(lang) in words]


def test_figures_are_drawn_for_the_lesson_alone():
    game = new()
    while game.reveal is None:
        game.play(game.legal(game.actors[0])[0])
    figures, board = Figures(), Board(game.id)
    for step in range(board.steps(game.reveal)):
        state = screen(game, showing=True, step=step)
        scene, reveal, at = board.now(state)
        figures.show(state, scene["kind"], reveal, at)
        assert all(bool(place.objects) == (step >= LESSON) for place in figures.places)
        assert (scene["map"] is not None) == (step == LESSON)
    first = [place.objects[0].object for place in figures.places]
    figures.show(screen(game, lang="fr", showing=True, step=LESSON), "globalissimo.reveal", game.reveal, LESSON)
    assert [place.objects[0].object for place in figures.places] == first  # changed in place


def test_bars_in_the_cards_are_as_long_as_their_figures():
    game = new()
    while game.reveal is None:
        game.play(game.legal(game.actors[0])[0])
    cards = Board(game.id).now(screen(game, showing=True, step=LESSON))[0]["cards"]
    assert cards[0]["length"] == 1
    assert [c["length"] for c in cards] == sorted((c["length"] for c in cards), reverse=True)
    assert all(c["colour"].startswith("var(--class-") for c in cards)


@BOTH
def test_T11_a_line_of_logarithms_says_so_and_does_not_begin_at_nothing(lang):
    found = {}
    for category in ("co2_mt", "life_expectancy"):
        game = new(category_order=[category, "population", "forest_pct"])
        while game.reveal is None:
            game.play(game.legal(game.actors[0])[0])
        found[category] = Board(game.id).now(screen(game, lang=lang, showing=True, step=LESSON))[0]["strip"]["note"]
        ends = Strip().show(game.reveal, lang).renderers[-1].data_source.data["text"]
        assert not ends[0].startswith("0 ")
        assert not ends[0].startswith("0\u00a0")
    assert found == {"co2_mt": i18n.text("globalissimo.stage.among_log", lang), "life_expectancy": ""}


@pytest.mark.parametrize(
    ("unit", "first"),
    [
        ("ans", "Ans"),
        ("habitants par km²", "Habitants par km²"),
        ("kg", "kg"),
        ("km²", "km²"),
        ("kWh", "kWh"),
        ("%", "%"),
    ],
)
def test_a_sentence_begins_with_a_capital_but_a_symbol_stays(unit: str, first: str):
    assert _capitalised(unit) == first
