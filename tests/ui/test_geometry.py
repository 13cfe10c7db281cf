"""P13, P14, P27, P28: whole games at the sizes of classroom screens: nothing overlaps, is cut or unreachable."""

import os
import re
from collections.abc import Collection, Iterator
from itertools import product

import pytest
from playwright.sync_api import Page

from geoclass import data, games
from geoclass.games.globalissimo import tables
from geoclass.rooms import Hall
from geoclass.ui.kit.parts import board_of
from geoclass.ui.knobs import presets
from tests.review import answered
from tests.ui.conftest import Open, returning
from tests.ui.geometry import problems
from tests.ui.lessons import NAMES, Lesson, classroom, most
from tests.ui.shots_votes import begun

WINDOWS = ((1024, 768), (1366, 768), (1920, 1080))
PHONES = ((320, 640), (360, 740), (390, 844))
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
LONG = {
    "fr": ["Anticonstitutionnels", "Les Pyrénées-Orientales"],
    "en": ["Transcontinentalists", "North-Western Wanderers"],
}
# Whether a screen shows the room's current version, in its page or in a surface inside a shadow root.
SHOWS = """([turn, at]) => [document, ...[...document.querySelectorAll("*")].map((e) => e.shadowRoot)].some((root) => {
  const surface = root && root.querySelector(".surface");
  return surface && surface.dataset.turn === turn && surface.dataset.at === at;
})"""
SCREENS = {True: (1024, 768), False: (390, 844)}  # a stage, and one on a small device
Size = tuple[int, int]
Row = tuple[str, str, int, str]  # game, language, teams, preset


def sizes_of_class(game: str) -> list[int]:
    """The fewest teams, six, the most."""
    fewest, *_, last = games.game_type(game).teams
    return sorted({fewest, 6, last})


ALL: list[Row] = [
    (game, lang, teams, preset)
    for game in games.OWN
    for teams, preset, lang in product(sizes_of_class(game), presets(game), LOCALES)
]


def sample() -> list[tuple[Row, Size, Size]]:
    """Three lessons of each game that cover every number of teams, preset, language and screen size."""
    chosen = []
    for g, game in enumerate(games.OWN):
        teams, kinds = sizes_of_class(game), list(presets(game))
        for n in range(3):
            row = (game, list(LOCALES)[(g + (n > 0)) % 2], teams[(n + g) % len(teams)], kinds[n % len(kinds)])
            chosen.append((row, WINDOWS[(n + 2 * g) % 3], PHONES[(n + g) % 3]))
    return chosen


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, str]]:
    with classroom(tmp_path_factory.mktemp("geometry")) as made:
        yield made


def lasting(page: Page, stage: bool, known: Collection[str] = ()) -> list[str]:
    """New defects that persist for a while: figures are placed a moment after the rest."""
    for _ in range(20):
        if not (found := [problem for problem in problems(page, stage) if problem not in known]):
            return []
        page.wait_for_timeout(250)
    return found


def moments(lesson: Lesson, often: int) -> Iterator[str]:
    """The moments to check: one of each kind, for the class and the first team, and one more every *often* moves."""
    seen: dict[tuple[object, ...], int] = {}
    while True:
        view = lesson.view
        room, game = view["room"], view["game"]
        kind = (room["phase"], room["showing"], room["step"], game.get("phase"), 0 in game["actors"])
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] == 1 or seen[kind] % often == 0:
            yield f"move {view['moves']} {kind}"
        if not lesson.goes_on():
            return


def watched(room: tuple[Hall, str], visit: Open, row: Row, screens: list[Size], often: int) -> list[str]:
    """The defects of a whole game on these screens; a narrow one is the first team's phone."""
    hall, server = room
    game, lang, teams, preset = row
    options = games.game_type(game).fitted(presets(game)[preset], teams)
    assert options is not None
    lesson = Lesson(hall, game, teams, lang, options, long_names=LONG[lang] if teams < 6 else ())
    shown = []
    for size in screens:
        narrow = size in PHONES
        if narrow:
            page = returning(visit, server, lesson.room.code, lesson.phones[0], locale=LOCALES[lang]).page
            page.set_viewport_size({"width": size[0], "height": size[1]})
        else:
            page = visit(server, lesson.address, *size, locale=LOCALES[lang]).page
            page.locator(".surface[data-ready]").wait_for()
        shown.append((size, narrow, page))
    found: dict[Size, dict[str, str]] = {size: {} for size in screens}  # defect → since when
    for moment in moments(lesson, often):
        now = [f"{lesson.view['room']['phase']} {lesson.view['moves']}", lesson.view["room"]["at"]]
        for size, narrow, page in shown:
            page.wait_for_function(SHOWS, arg=now, timeout=60_000)
            found[size] |= dict.fromkeys(lasting(page, not narrow, found[size]), moment)
    for _, _, page in shown:
        page.context.close()
    return [f"{size[0]} px, {when}: {what}" for size, wrong in found.items() for what, when in wrong.items()]


def named(row: Row, *screens: Size) -> str:
    return "-".join([*map(str, row), *(str(size[0]) for size in screens)])


@pytest.mark.parametrize(("row", "window", "phone"), sample(), ids=[named(row, *sizes) for row, *sizes in sample()])
def test_P13_P14_P27_P28_all_is_in_its_place(room: tuple[Hall, str], visit: Open, row: Row, window: Size, phone: Size):
    assert not (found := watched(room, visit, row, [window, phone], often=40)), "\n".join(found)


@pytest.mark.skipif("GEOCLASS_SOAK" not in os.environ, reason="every kind of lesson on every screen: make soak")
@pytest.mark.parametrize("row", ALL, ids=[named(row) for row in ALL])
def test_P13_P14_P27_P28_all_is_in_its_place_everywhere(room: tuple[Hall, str], visit: Open, row: Row):
    assert not (found := watched(room, visit, row, [*WINDOWS, *PHONES], often=25)), "\n".join(found)


def test_the_sample_has_every_kind_of_lesson_and_screen():
    for game in games.OWN:
        rows = [(row, window, phone) for row, window, phone in sample() if row[0] == game]
        assert {row[2] for row, *_ in rows} == set(sizes_of_class(game))
        assert {row[3] for row, *_ in rows} == set(presets(game))
        assert {row[1] for row, *_ in rows} == set(LOCALES)
        assert {window for _, window, _ in rows} == set(WINDOWS)
        assert {phone for *_, phone in rows} == set(PHONES)


@pytest.mark.parametrize("game", games.OWN)
def test_P13_the_end_page_has_room_for_what_most_believed(room: tuple[Hall, str], visit: Open, game: str):
    hall, server = room
    played = answered.Class(hall, game, 3, 8, teams=NAMES["fr"][: most(game)]).play(14)
    address = f"/{game}?room={played.room.code}&token={played.teacher}&lang=fr"
    for size in ((1024, 768), (1366, 768)):
        page = visit(server, address, *size, locale="fr-FR").page
        page.locator(".not-so-line").wait_for()
        assert not (found := [one for one in lasting(page, True) if "not-so" in one]), (size, found)
        if page.locator("button.not-so-line").count():
            page.locator("button.not-so-line").click()
            page.locator(".not-so-page").wait_for()
            assert not (found := lasting(page, True)), (size, found)
    phone = returning(visit, server, played.room.code, played.phones[0], locale="fr-FR").page
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.locator(".not-so").wait_for()
    assert not (found := lasting(phone, False)), found


@pytest.mark.parametrize("game", games.OWN)
def test_P13_a_vote_and_what_was_believed_are_in_their_place(room: tuple[Hall, str], visit: Open, game: str):
    """On a window near to 4:3, and on the smallest screen that a class may be led from."""
    hall, server = room
    played = begun(hall, game, "fr")
    address = f"/{game}?room={played.room.code}&token={played.teacher}&lang=fr"
    pages = [(stage, visit(server, address, *size, locale="fr-FR").page) for stage, size in SCREENS.items()]
    played.answer()
    for step in ("vote_talk", "vote_again", "vote_close", ""):
        for stage, page in pages:
            page.locator(
                ".surface.voting" if played.room.view(played.teacher)["vote"] else ".surface:not(.voting)"
            ).wait_for()
            assert not (found := lasting(page, stage)), (stage, step, found)
        if step:
            played.room.control(played.teacher, step)
    if (view := played.room.view(played.teacher))["room"]["showing"]:
        played.room.control(played.teacher, "next", step=board_of(game).steps(view["game"]["reveal"]))
        for stage, page in pages:
            page.locator(".beliefs").wait_for()
            assert not (found := lasting(page, stage)), (stage, found)


@pytest.mark.parametrize("lang", LOCALES)
def test_P13_on_the_console_phones_and_buttons_stand_side_by_side(room: tuple[Hall, str], visit: Open, lang: str):
    hall, server = room
    lesson = Lesson(hall, "countries", 3, lang, {"first": 0})
    lesson.room.join(0)
    for size in WINDOWS:
        address = f"/console?room={lesson.room.code}&token={lesson.token}&lang={lang}"
        page = visit(server, address, *size, locale=LOCALES[lang]).page
        page.locator(".play-for").wait_for()
        assert not (found := lasting(page, False)), (size, found)


@pytest.mark.parametrize("lang", LOCALES)
def test_P27_no_name_breaks_in_a_vote_on_the_narrowest_phone(room: tuple[Hall, str], visit: Open, lang: str):
    """The countries with the longest words, to be put in order."""
    hall, server = room
    words = {iso: re.split("[ -]", data.Country(iso).words(lang)) for iso in tables.deck()}
    longest = sorted(words, key=lambda iso: (-max(map(len, words[iso])), iso))[:12]
    lesson = Lesson(hall, "globalissimo", 3, lang, {"deck_filter": longest})
    waiting = next(seat for seat in range(3) if seat not in lesson.view["game"]["actors"])
    phone = returning(visit, server, lesson.room.code, lesson.phones[waiting], locale=LOCALES[lang]).page
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.locator(".vote-rest button").first.wait_for()
    assert not (found := lasting(phone, False)), found
    phone.locator(".vote-rest button").first.click()
    phone.locator(".vote-placed").wait_for()
    assert not (found := lasting(phone, False)), found


def test_P28_what_is_new_is_in_sight(room: tuple[Hall, str], visit: Open):
    """A scrolled phone returns to the top when its turn comes, and when something is revealed."""
    hall, server = room
    lesson = Lesson(hall, "countries", 3, "en", {"first": 1})
    phone = returning(visit, server, lesson.room.code, lesson.phones[1]).page
    phone.set_viewport_size({"width": 320, "height": 500})
    phone.locator(".me.mine").wait_for()
    phone.evaluate("document.getElementById('app').style.paddingBottom = '2000px'")
    for now in (".me:not(.mine)", ".me.mine"):
        phone.evaluate("scrollTo(0, 600)")
        while not phone.locator(now).count():
            lesson.goes_on()
            phone.wait_for_timeout(200)
        phone.wait_for_function("() => scrollY === 0")


def test_P28_each_step_and_a_pause_are_in_sight(room: tuple[Hall, str], visit: Open):
    hall, server = room
    lesson = Lesson(hall, "spywhere", 3, "en")
    phone = returning(visit, server, lesson.room.code, lesson.phones[0]).page
    phone.evaluate("document.getElementById('app').style.paddingBottom = '2000px'")

    def comes_to_the_top() -> None:
        now = [f"{lesson.view['room']['phase']} {lesson.view['moves']}", lesson.view["room"]["at"]]
        phone.wait_for_function(SHOWS, arg=now)
        phone.wait_for_function("() => scrollY === 0")

    for action in ("pause", "resume"):
        phone.evaluate("scrollTo(0, 600)")
        lesson.room.control(lesson.token, action)
        phone.wait_for_function("() => scrollY === 0")
    lesson.until(showing=True)
    comes_to_the_top()
    for _ in range(2):  # one passport after another, on the same board
        phone.evaluate("scrollTo(0, 600)")
        lesson.goes_on()
        comes_to_the_top()


def test_P28_more_than_half_of_the_places_are_in_sight(room: tuple[Hall, str], visit: Open):
    """In a row of six cards, on a current phone, without scrolling."""
    hall, server = room
    lesson = Lesson(hall, "countries", 3, "en", {"first": 0})
    phone = returning(visit, server, lesson.room.code, lesson.phones[2]).page  # on turn after five cards
    phone.set_viewport_size({"width": 390, "height": 844})
    for seat in (0, 1, 2, 0, 1):
        legal = lesson.room.peek(lesson.token, seat)["legal"]
        move = next(m for m in legal if m["move"] == "place")
        lesson.room.submit(lesson.token, {**move, "seat": seat}, f"tap{lesson.room.version}")
    phone.locator("[data-slot='6']").wait_for()
    seen = phone.evaluate(
        """() => [...document.querySelectorAll("[data-slot]")].filter((e) => {
          const box = e.getBoundingClientRect(), dock = document.querySelector(".dock").getBoundingClientRect();
          return box.top >= 0 && (box.top + box.bottom) / 2 < dock.top;
        }).length"""
    )
    assert seen > 3


def test_P14_zoom_and_a_text_size_enlarge(room: tuple[Hall, str], visit: Open):
    hall, server = room
    lesson = Lesson(hall, "countries", 4, "en")
    page = visit(server, lesson.address, 1366, 768).page
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    page.locator(".surface[data-ready]").wait_for()
    usual = page.evaluate(size)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Large", exact=True).click()
    assert page.evaluate(size) == pytest.approx(1.15 * usual, rel=0.01)
    page.reload()
    page.locator(".surface[data-ready]").wait_for()
    assert page.evaluate(size) == pytest.approx(1.15 * usual, rel=0.01), "this device has forgotten it"
    page.evaluate("localStorage.removeItem('geoclass.text')")
    page.add_init_script(
        "Object.defineProperty(window, 'outerWidth', {get: () => innerWidth * 1.25});"
        "Object.defineProperty(window, 'devicePixelRatio', {value: 1.25})"
    )  # the effect of browser zoom
    page.reload()
    page.locator(".surface[data-ready]").wait_for()
    assert page.evaluate(size) == pytest.approx(1.25 * usual, rel=0.01)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_P14_a_window_of_4_to_3_has_larger_letters(room: tuple[Hall, str], visit: Open):
    hall, server = room
    lesson = Lesson(hall, "countries", 4, "en")
    page = visit(server, lesson.address, 1024, 768).page
    page.locator(".surface[data-ready]").wait_for()
    smallest = page.evaluate("2.4 * parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert smallest > 14.5


def test_P13_twelve_teams_with_made_up_names_have_room_to_answer_and_to_lay(room: tuple[Hall, str], visit: Open):
    hall, server = room
    lesson = Lesson(hall, "countries", 12, "fr", long_names=["Hirondelles d’Amazonie", "Fennecs du Pacifique"] * 6)
    page = visit(server, lesson.address, 1024, 768, locale="fr-FR").page
    page.locator(".guess-row input").first.wait_for()
    assert not (found := lasting(page, True)), found
    lesson.until(showing=True).goes_on()
    while len(lesson.view["game"]["row"]) < 10:
        view = lesson.view
        places = [move for move in view["teacher"]["legal"][str(view["game"]["actors"][0])] if move["move"] == "place"]
        lesson.room.submit(lesson.token, places[0], f"tap{lesson.room.version}")
    page.locator("[data-slot='10']").wait_for()
    assert not (found := lasting(page, True)), found
    seat = lesson.view["game"]["actors"][0]
    lesson.room.submit(lesson.token, {"seat": seat, "move": "doubt"}, "doubt")
    page.locator(".countries-reveal").wait_for()
    assert not (found := lasting(page, True)), found


@pytest.mark.parametrize("width", [320, 360, 390])
def test_P27_no_name_of_a_team_breaks_where_a_phone_joins(room: tuple[Hall, str], visit: Open, width: int):
    hall, server = room
    made_up = ["Hirondelles d’Amazonie", "Lémuriens du Danube", "Dauphins de l’Himalaya"]
    code = hall.open("countries", [*NAMES["fr"][:3], *made_up], "fr")[0].code
    page = visit(server, f"/join/{code}", width, 740, locale="fr-FR").page
    page.locator(".team-button").first.wait_for()
    assert not (found := lasting(page, False)), found
    page.locator(".team-button").first.click()
    page.locator(".go").click()
    page.locator(".me").wait_for()
    assert not (found := lasting(page, False)), found


# What stands out of the frame around it, sideways.
OUTSIDE = """([inner, frame]) => [document, ...[...document.querySelectorAll("*")].map((e) => e.shadowRoot)]
  .flatMap((root) => (root ? [...root.querySelectorAll(inner)] : [])).filter((e) => {
    const box = e.getBoundingClientRect(), around = e.closest(frame).getBoundingClientRect();
    return box.width && (box.right > around.right + 1 || box.left < around.left - 1);
  }).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(
    ("game", "lang", "inner", "frame"),
    [
        ("globalissimo", "en", ".ranked .tile-place > *", ".tile-place"),
        ("spywhere", "fr", ".passports .passport, .identified li", ".who"),
        ("course", "fr", ".arrival dd", ".arrival"),
    ],
)
def test_P13_what_six_teams_are_shown_stays_in_its_frame(
    room: tuple[Hall, str], visit: Open, game: str, lang: str, inner: str, frame: str
):
    hall, server = room
    lesson = Lesson(hall, game, 6, lang)
    for _ in range(1000):
        now = lesson.view
        if now["room"]["showing"] or (game == "course" and now["moves"] == 14):  # after a flight to Brazil
            break
        lesson.goes_on()
    page = visit(server, lesson.address, 1024, 768, locale=LOCALES[lang]).page
    page.locator(".surface[data-ready]").wait_for()
    for _ in range(3):
        assert not (found := lasting(page, True)), found
        assert not (found := page.evaluate(OUTSIDE, [inner, frame])), found
        lesson.goes_on()
        now = [f"{lesson.view['room']['phase']} {lesson.view['moves']}", lesson.view["room"]["at"]]
        page.wait_for_function(SHOWS, arg=now)


@pytest.mark.parametrize("game", games.OWN)
@pytest.mark.parametrize("size", [(1024, 768), (1366, 768)], ids=str)
def test_P15_the_end_at_the_bell_fits(room: tuple[Hall, str], visit: Open, game: str, size: Size):
    hall, server = room
    for teams in (4, most(game)):
        lesson = Lesson(hall, game, teams, "fr", {"first": 0} if game == "countries" else None)
        while lesson.view["moves"] < 40 and lesson.view["room"]["phase"] != "over":
            lesson.goes_on()
        lesson.room.control(lesson.token, "end")
        lesson.until(over=True)
        page = visit(server, lesson.address, *size, locale="fr-FR").page
        page.locator(".after").wait_for()
        assert not (found := lasting(page, True)), (teams, found)
        page.context.close()
