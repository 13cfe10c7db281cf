"""The states of Explore for screenshots: the tables, and the results of a class's games."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from geoclass import bots
from geoclass.rooms import Hall

TEAMS = {"fr": ["Bleus", "Oranges", "Verts", "Roses"], "en": ["Blues", "Oranges", "Greens", "Pinks"]}
LEVELS = ("pupil", "keen", "random", "pupil")
SIX = "countries=NER,JPN,FRA,IND,DEU,BRA"
BARS = {"Suisse": 8.8, "Allemagne": 8.4, "Autriche": 8.2, "Belgique": 5.7, "France": 4.3, "Norvège": 5.8, "Brésil": 1.2}
BAD = "pays;Thé (kg)\nFrance;0,2\nAlemagne;1\nKenya;1,5 kg\nFrance;3\n"


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    def at(query: str) -> str:
        return f"/explore?lang={lang}&{query}"

    yield "map", f"/explore?lang={lang}"
    yield "six", at(SIX), None, "fr dark"
    yield "note", at("figure=literacy_pct&countries=IND,FRA"), ".source .link", "fr en"
    yield "ranking", at("figure=population&countries=FRA"), ".rank-foot .link", "en"
    yield "spread", at("figure=life_expectancy&against=none&countries=NER,FRA,JPN"), None, "fr en"
    yield "scatter", at("figure=fertility_rate&against=literacy_pct&where=Africa&countries=NER,TUN"), None, "fr en"
    yield "flights", at("figure=urban_pct&countries=KEN,BRA&show=flights,neighbours"), None, "en"
    yield "compare", at("tab=compare&countries=NER,JPN,FRA,IND"), None, "fr en phone"
    yield "country", at("tab=country&countries=FRA&show=neighbours")
    games = {game: _played(hall, game, lang) for game in ("countries", "globalissimo", "course")}
    yield "games", at("tab=games"), None, "fr en phone"
    yield "game", at(f"tab=games&game={games['globalissimo']}"), ".versus .runs", "fr en dark phone"
    yield "race", at(f"tab=games&game={games['course']}"), ".versus .runs", "fr"
    yield "data", at("tab=data"), None, "fr en"
    yield "own-bad", at("tab=data"), _file(BAD), "fr phone"
    bars = "".join(f"{name};{kg}\n" for name, kg in BARS.items())
    yield "own", at("tab=data"), (*_file(f"pays;Chocolat par an (kg)\n{bars}"), ".tabs button >> nth=0"), "fr"


def _file(text: str) -> tuple[Path]:
    file = Path(mkdtemp()) / "table.csv"
    file.write_text(text, "utf-8")
    return (file,)


def _played(hall: Hall, game: str, lang: str) -> str:
    """Play a whole game between four bots that know as much as a class."""
    options = {"network": "short"} if game == "course" else {}
    room, token = hall.open(game, TEAMS[lang], lang, options)
    room.control(token, "start", seed=3)
    for n in range(1000):
        view = room.view(token)
        if view["room"]["phase"] == "over":
            break
        if view["room"]["showing"]:
            room.control(token, "next")
            continue
        seat = view["game"]["actors"][0]
        seen = room.peek(token, seat)
        level = "geographer" if game == "course" else LEVELS[seat]
        room.submit(token, {**bots.make(game, level, n).choose(seen["game"], seen["legal"]), "seat": seat}, f"tap{n}")
    return f"{room.code}-1"
