"""The teacher's pages for lessons and figures, without a browser: messages, scenes and refusals."""

import gzip
import json
from base64 import b64decode, b64encode

import pytest

from geoclass import data, games, i18n
from geoclass.games.countries import tables
from geoclass.rooms import lessons
from geoclass.ui import knobs, live, teacher, turns
from geoclass.ui.figures import LARGEST, MyFigures
from geoclass.ui.home import Home
from geoclass.ui.lessons import told

GAME = "countries"
TEAMS = [{"name": "Ana", "bot": ""}, {"name": "Ben", "bot": "pupil"}]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    live.hall.cache_clear()
    data.forget_own()
    yield tmp_path
    data.forget_own()
    live.hall.cache_clear()


def heard(page):
    """The messages that a page sends to its browser from now on."""
    messages = []
    page.surface.tell = messages.append
    return messages


def board(page):
    return json.loads(page.surface.scene)["board"]


def form(**more):
    chosen = knobs.scene(GAME, "en")["presets"][0]["set"]
    return {"do": "keep", "game": GAME, "set": chosen, "teams": TEAMS, "seed": None, "phones": False, **more}


def test_the_form_keeps_a_lesson_that_opens_for_the_next_class():
    page = Home()
    messages = heard(page)
    page._asked(form(name="First steps", seed=9))
    (kept,) = board(page)["lessons"]
    assert kept["name"] == "First steps"
    page._asked({"do": "lesson", "id": kept["id"]})
    assert messages[-1]["show"]["lesson"]["problem"] == ""
    for same in (True, False):
        page._asked({"do": "open_lesson", "id": kept["id"], "same": same, "group": "6B"})
        assert messages[-1]["go"].startswith(f"{GAME}?room=")
    first, second = live.hall().rooms()
    assert {first.group, second.group} == {"6B"}
    assert [live.hall().reopen(one.code)[0].logs()[-1]["setup"]["seed"] == 9 for one in (second, first)] == [
        True,
        False,
    ]
    page._asked({"do": "drop_lesson", "id": kept["id"]})
    assert board(page)["lessons"] == []
    assert len(live.hall().rooms()) == 2


def test_a_file_is_handed_over_and_looked_at_before_it_is_kept():
    page = Home()
    messages = heard(page)
    page._asked(form(name="First steps", file=True))
    file = next(message["file"] for message in messages if "file" in message)
    assert file["name"] == "first-steps.geoclass.json"
    assert board(page)["lessons"] == []
    page._asked({"do": "load", "text": b64decode(file["content"]).decode()})
    assert messages[-1]["show"]["lesson"]["brought"]
    assert board(page)["lessons"] == []
    page._asked({"do": "keep_lesson"})
    assert [one["name"] for one in board(page)["lessons"]] == ["First steps"]


@pytest.mark.parametrize(
    "bad",
    [
        {"do": "keep", "game": GAME, "set": {}, "teams": TEAMS, "name": "x"},
        {"do": "load", "text": "{"},
        {"do": "load", "text": None},
        {"do": "lesson", "id": "../key"},
        {"do": "open_lesson", "id": "none", "same": True},
        {"do": "open_lesson", "id": None},
        {"do": "save_lesson", "id": 7},
        {"do": "drop_lesson", "id": "none"},
        {"do": "keep_lesson"},
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(bad):
    page = Home()
    messages = heard(page)
    page._asked(bad)
    page._asked(form(name="x", teams=[{"name": "A", "bot": "genius"}, {"name": "B"}]))
    assert board(page)["lessons"] == []
    assert live.hall().rooms() == []
    assert any("toast" in message or message.get("show", {}).get("problem") for message in messages)


def test_a_broken_lesson_is_listed_said_and_can_be_removed():
    live.shelf("lessons").put("broken", "{")
    page = Home()
    messages = heard(page)
    (listed,) = board(page)["lessons"]
    page._asked({"do": "lesson", "id": "broken"})
    assert messages[-1]["show"]["lesson"]["problem"] == listed["problem"]
    page._asked({"do": "drop_lesson", "id": "broken"})
    assert board(page)["lessons"] == []


def test_lessons_are_for_the_teacher_and_whoever_may_open_rooms_can_bring_one(monkeypatch):
    text = lessons.prepared("x", GAME, TEAMS, {}, "en", seed=1, phones=False).text()
    lessons.Lessons(live.shelf("lessons")).keep(lessons.read(text))
    monkeypatch.setattr(teacher, "is_teacher", lambda: False)
    page = Home()
    messages = heard(page)
    page._asked({"do": "load", "text": text})
    assert messages == []
    monkeypatch.setattr(teacher, "anyone_opens", lambda: True)
    page = Home()
    messages = heard(page)
    assert (board(page)["lessons"], board(page)["figures"]) == ([], "")
    page._asked({"do": "load", "text": text})
    assert messages[-1]["show"]["lesson"]["keeps"] is False
    page._asked({"do": "keep_lesson"})
    page._asked(form(name="mine"))
    assert "file" in messages[-2]
    assert len(lessons.Lessons(live.shelf("lessons")).all()) == 1


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_option_of_a_lesson_is_told_in_words(game, lang):
    engine = games.game_type(game)
    teams = [{"name": ""} for _ in range(engine.teams[0])]
    for options in engine.presets.values():
        shown = told(lessons.prepared("x", game, teams, options, lang, seed=1), lang)
        assert len(shown["lines"]) == 3 + len(options)
        assert not any(part in engine.options for line in shown["lines"] for part in line)


def test_figures_are_looked_at_added_and_removed_and_the_next_page_has_them():
    page = MyFigures()
    messages = heard(page)
    page._asked({"do": "load", "text": "country\tTea (kg)\nKenya\t1.5\nAtlantis\t2\n"})
    assert board(page)["seen"]["unknown"] == 1
    page._asked({"do": "add", "about": {}, "leave_out": False})
    assert board(page)["own"] == []
    page._asked({"do": "add", "about": {"tea": {"label": "Green tea"}}, "leave_out": True})
    assert board(page)["seen"] is None
    (file,) = board(MyFigures())["own"]
    assert file["columns"][0]["label"] == "Green tea"
    page._asked({"do": "remove", "column": file["id"]})
    assert board(MyFigures())["own"] == []
    page._asked({"do": "remove", "column": file["id"]})
    assert "toast" in messages[-1]


def test_of_what_a_form_asks_again_and_again_the_last_is_answered(monkeypatch):
    waiting, told = [], []
    monkeypatch.setattr(turns, "aside", lambda *job: waiting.append(job))
    form = turns.Latest()
    for n in range(5):
        form.ask(lambda n=n: 6 // n, told.append)
    with pytest.raises(ZeroDivisionError):  # for the log; the form goes on
        answered(waiting)
    answered(waiting)
    form.ask(lambda: "anew", told.append)
    answered(waiting)
    assert (told, waiting) == ([1, "anew"], [])


def answered(waiting):
    work, then = waiting.pop(0)
    then(work())


@pytest.mark.parametrize(
    "message",
    [
        {"value": "no base 64!"},
        {"value": b64encode(b"x" * (LARGEST + 1)).decode()},
        {"value": b64encode(gzip.compress(b"0" * 60_000_000)).decode()},
        {"text": "France 3"},
        {"text": ""},
        {"value": 7},
        {},
    ],
)
def test_files_that_are_none_are_said_and_nothing_is_added(message):
    page = MyFigures()
    messages = heard(page)
    page._asked({"do": "load", **message})
    page._asked({"do": "look", "about": 3, "years": ["x"]})
    page._asked({"do": "add", "about": {"tea": 3}, "years": [10**30]})
    seen = board(page)["seen"]
    assert messages or seen["problems"]
    assert not (seen and seen["ready"])
    assert data.edition_on_desk().files == ()


def test_a_form_means_the_figures_that_it_showed(folder):
    """Others may have added or removed some since."""
    rows = "".join(f"{iso};{n}\n" for n, iso in enumerate(tables.deck()))
    for name in ("Tea", "Luck"):
        data.keep(f"iso3;{name}\n{rows}", folder)
    page = Home()
    messages = heard(page)
    (knob,) = [knob for knob in knobs.scene(GAME, "en")["knobs"] if knob["name"] == "categories"]
    chosen = knobs.scene(GAME, "en")["presets"][0]["set"] | {"categories": [knob["values"].index("Luck")]}
    data.remove_kept("tea", folder)
    page._asked({"do": "open", "game": GAME, "set": chosen, "teams": TEAMS, "phones": False})
    assert "go" in messages[-1]
    (room,) = live.hall().rooms()
    assert live.hall().export(room.code)["games"][-1]["setup"]["options"]["categories"] == ["luck"]
    page._asked({"do": "keep", "name": "Luck", "game": GAME, "set": chosen, "teams": TEAMS})
    assert lessons.Lessons(live.shelf("lessons")).all()[0][1].options["categories"] == ["luck"]
