"""Stored lessons: from the form or a room, opened for the next class, sent to a colleague."""

import json
from base64 import urlsafe_b64encode
from zlib import compress

import pytest

from geoclass import data, games, i18n
from geoclass.games.countries import tables
from geoclass.rooms import Hall, MemoryStore, Refused, lessons
from geoclass.rooms.lessons import BadLesson, Lesson, Lessons

TEAMS = [{"name": "Bleus", "bot": None}, {"name": "", "bot": "pupil"}, {"name": "Verts", "bot": None}]
LUCK = "iso3,Luck (%)\n" + "".join(f"{iso},{n}\n" for n, iso in enumerate(tables.deck()))


@pytest.fixture(autouse=True)
def nothing_loaded():
    data.forget_own()
    yield
    data.forget_own()


@pytest.fixture
def hall():
    return Hall(MemoryStore(), bot_delay=3600)


def own_lesson(**more):
    data.load_own(LUCK)
    return lessons.prepared("Chance", "countries", TEAMS, {"categories": ["luck"], "first": 0}, "fr", **more)


def test_a_lesson_with_own_figures_is_opened_elsewhere_from_its_file(hall):
    kept = own_lesson(seed=7, votes=True)
    text = kept.text()
    data.forget_own()  # on another computer
    lesson = lessons.read(text)
    assert lesson == kept
    room, teacher = lessons.open_room(hall, lesson, same=True, group="6B")
    room.control(teacher, "start")
    state = room.prepared(teacher)
    assert state.game.setup["seed"] == 7
    assert state.game.setup["options"]["categories"] == ["luck"]
    assert state.voting
    assert [seat.bot for seat in state.seats] == [None, "pupil", None]
    assert state.settings["class"] == "6B"
    with data.using(state.game.edition):
        assert data.values("luck")
    assert "luck" not in data.figures()  # nobody else is offered them


def test_a_link_carries_the_whole_lesson():
    kept = own_lesson(seed=7)
    data.forget_own()
    packed = kept.packed()
    assert len(packed) < 2500
    assert lessons.read(packed) == kept
    for wrong in (packed[:-9], packed[::-1], "x", packed + "!", urlsafe_b64encode(compress(b"0" * 10**8)).decode()):
        with pytest.raises(BadLesson) as refused:
            lessons.read(wrong)
        assert refused.value.key == "rooms.lesson.broken"


def test_the_same_cards_or_new_ones(hall):
    lesson = own_lesson(seed=7)
    seeds = []
    for same in (True, True, False, False):
        room, teacher = lessons.open_room(hall, lesson, same=same)
        room.control(teacher, "start")
        seeds.append(room.prepared(teacher).game.setup["seed"])
    assert seeds[:2] == [7, 7]
    assert len({7, *seeds[2:]}) == 3


def test_a_room_is_kept_as_it_was_prepared_without_class_title_and_what_was_played(hall):
    data.load_own(LUCK)
    options = {"categories": ["luck"], "first": 0}
    room, teacher = hall.open(
        "countries", ["Bleus", "Verts"], "fr", options, group="6B Müller", label="Mardi", hold=False
    )
    room.join(seat=0)
    room.control(teacher, "voting", on=True)
    room.control(teacher, "start", seed=5)
    lesson = lessons.of_room(room, teacher, "Chance")
    assert (lesson.seed, lesson.votes, lesson.options["categories"]) == (5, True, ["luck"])
    assert [team["name"] for team in lesson.teams] == ["Bleus", "Verts"]
    assert lesson.switches["hold"] is False
    assert not any(word in lesson.text() for word in ("6B", "Müller", "Mardi", room.code, teacher))
    with pytest.raises(Refused):
        lessons.of_room(room, room.join(seat=1), "Chance")


def test_names_that_pupils_chose_stay_in_the_room(hall):
    room, teacher = hall.open("countries", ["Zoé", "Ali"], "fr", free_names=True, grow=True)
    assert "Zoé" not in lessons.of_room(room, teacher, "x").text()


def test_a_name_holds_one_lesson_and_a_broken_one_is_listed_with_the_reason(hall):
    shelf = Lessons(hall.store.shelf("lessons"))
    first = shelf.keep(own_lesson(seed=1))
    assert shelf.keep(own_lesson(seed=1)) == first
    second = shelf.keep(own_lesson(seed=2))
    hall.store.shelf("lessons").put("broken", "{")
    (key, lesson), broken = shelf.all()
    assert (key, lesson.seed) == (second, 2)
    assert isinstance(broken[1], BadLesson)
    assert shelf.text("broken") == "{"
    shelf.drop("broken")
    shelf.drop(second)
    assert shelf.all() == []
    with pytest.raises(BadLesson):
        shelf.get(second)


def changed(**more):
    return json.dumps(json.loads(own_lesson(seed=1).text()) | more)


BAD = {
    "no JSON": ("{", "broken"),
    "something else": ("[]", "broken"),
    "a log": ('{"setup": {}, "moves": []}', "broken"),
    "very deep": ("[" * 100_000, "broken"),
    "very long": (" " * (lessons.LONGEST + 1), "broken"),
    "newer": ({"version": 2}, "newer"),
    "another game": ({"game": "chess"}, "no_game"),
    "figures that are not here": ({"figures": {}}, "no_figures"),
    "figures that were changed": ({"figures": {"00000000": {"luck": {}}}}, "figures"),
    "teams of nothing": ({"teams": [3]}, "broken"),
    "a bot of no level": ({"teams": [{"name": "A", "bot": ["x"]}]}, "broken"),
    "a name of two lines": ({"name": "a\nb"}, "broken"),
    "no name": ({"name": ""}, "broken"),
    "a deal that is a word": ({"seed": "1"}, "broken"),
    "a switch of no room": ({"switches": {"open": True}}, "broken"),
    "options of no game": ({"options": {"cheat": 1}}, "setup"),
    "a hundred teams": ({"teams": [{"name": "A", "bot": None}] * 99}, "setup"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_gets_a_sentence_and_changes_nothing(what, hall):
    content, key = BAD[what]
    text = content if isinstance(content, str) else changed(**content)
    data.forget_own()
    with pytest.raises(BadLesson) as refused:
        lessons.open_room(hall, lessons.read(text), same=True)
    assert refused.value.key == f"rooms.lesson.{key}"
    assert refused.value.text("fr") != refused.value.text("en")
    assert hall.rooms() == []
    assert "luck" not in data.figures()


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_can_be_kept(game):
    teams = [{"name": f"T{n}"} for n in range(games.game_type(game).teams[0])]
    for options in ({}, *games.game_type(game).presets.values()):
        lesson = lessons.prepared("x", game, teams, options, "en", seed=3)
        assert lessons.read(lesson.text()) == lesson
    assert isinstance(lesson, Lesson)


def test_a_lesson_needs_a_name():
    with pytest.raises(BadLesson) as refused:
        lessons.prepared("  ", "countries", TEAMS, {}, "fr")
    assert all(refused.value.text(lang) for lang in i18n.LANGUAGES)
