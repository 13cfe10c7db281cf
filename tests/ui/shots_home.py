"""The states of the home page and of the form of a new game for screenshots."""

from collections.abc import Iterator

from geoclass.rooms import Hall
from tests.ui.shots_countries import begun, play


def states(hall: Hall, lang: str) -> Iterator[tuple[str, ...] | tuple[str, str, tuple[str, ...]]]:
    hall.open("course", ["Ana", "Ben"], lang)
    play(*begun(hall, lang, {"first": 1}), moves=9)
    hall.open("spywhere", ["Ana", "Ben", "Chloé"], lang)
    play(*begun(hall, lang, {}), moves=3)
    home = f"/?lang={lang}"
    yield "", home
    yield "rooms", home, ".resume .all"
    yield "new", home, ".tile"
    yield "options", home, (".tile", "summary")
