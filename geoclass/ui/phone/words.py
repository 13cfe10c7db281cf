"""What a phone says: the view in words, its moves as buttons, and the names of everything a move can name."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from geoclass import data, games, i18n
from geoclass.games import couleurs, couleurs_board
from geoclass.games.globalissimo import called
from geoclass.games.tell import tell

View = Mapping[str, Any]


def view_words(view: View, lang: str) -> dict[str, Any]:
    """The sentences that go with a room's view: what it is about, what is to be seen, and what each legal move does."""
    game = view["game"]
    if game is None:
        return {"title": "", "question": "", "words": [], "legal_words": []}
    shown = game | {"row": []} if "row" in game else game  # a row is drawn, with its numbered slots
    return {
        "title": _title(game, lang),
        "question": _question(game, lang),
        "words": tell(shown, lang),
        "legal_words": [move_words(game, move, lang) for move in view["legal"]],
        **(_chains(game, game["seat"]) if game["game"] == "couleurs" and game["seat"] is not None else {}),
        **(_countries(view, lang) if game["game"] == "countries" else {}),
    }


def _countries(view: View, lang: str) -> dict[str, Any]:
    """The ends of the row; and, while the board shows what was turned over, the same in two lines."""
    game = view["game"]
    column = data.column(game["category"])
    ends = [side[lang][:1].upper() + side[lang][1:] for side in (column.less, column.more)]
    reveal = game["reveal"] if view["room"]["showing"] else None
    if reveal is None:
        return {"ends": ends, "told": None}

    def text(key: str, **params: Any) -> str:
        return i18n.text(f"stage.countries.{key}", lang, **params)

    names = game["players"]
    if reveal["kind"] == "guess":
        value = data.column("population").format(reveal["value"], lang)
        seat, title = reveal["first"], text("truth", card=data.Country(reveal["card"]), value=value)
        line = text("first", team=names[seat])
    else:
        seat, title = reveal["by"], text("right" if reveal["right"] else "wrong")
        line = text("wins", team=names[seat])
        if reveal["drew"] is not None:
            seat = reveal["drew"]
            line = text("draws", team=names[seat], n=len(reveal["drawn"]))
    return {"ends": ends, "told": {"seat": seat, "title": title, "line": line, "cards": reveal.get("drawn", [])}}


def _chains(game: View, seat: int) -> dict[str, Any]:
    """Couleurs: what chains are built from: the value of each card held, whether it may be first, what it touches."""
    hand, on = game["hands"][seat], couleurs_board.board(game["options"])
    able = {card: couleurs_board.may_start(on, card, game["covered"]) for card in hand}
    cards = [
        {"card": card, "value": on.value[card], "first": able[card], "near": [a for a in on.links[card] if a in able]}
        for card in hand
    ]
    return {"hand": cards, "fine": couleurs.fine_of(any(able.values()), game["refusals"][seat])}


def _title(game: View, lang: str) -> str:
    """The category, but not above the question of a barrier or of who begins, which are about something else."""
    if "category" not in game or game.get("question") or game["phase"] == "guess":
        return ""
    return i18n.text("phone.title", lang, category=data.column(game["category"]))


def _question(game: View, lang: str) -> str:
    """What is being asked now, in games that ask."""
    if question := game.get("question"):
        return i18n.text(f"tell.{game['game']}.{question['colour']}", lang, card=data.Country(question["card"]))
    if game["phase"] == "guess":
        return i18n.text(f"tell.{game['game']}.guess", lang, card=data.Country(game["pile_top"]))
    return ""


def move_words(game: View, move: games.Move, lang: str) -> str:
    """A move as its button says it; a game without such words says its own sentence."""
    names = game["players"]
    fields = {name: _named(value) for name, value in move.items()} | {"team": names[move["seat"]]}
    if "at" in move:
        fields["at"] = move["at"] + 1  # slots are numbered from 1, as on the board
    if game["game"] == "globalissimo" and "card" in move:
        fields["card"] = called(game, move["card"])
    if "target" in move:
        fields["opponent"] = names[move["target"]]
    key = f"{game['game']}.move.{move['move']}"
    return i18n.text(f"phone.{key}" if f"phone.{key}" in i18n.sentences(lang) else key, lang, **fields)


def _named(value: Any) -> Any:
    """A code of the tables as the thing that it means."""
    if isinstance(value, list):
        return [_named(item) for item in value] or "–"
    if isinstance(value, str):
        if value in data.attribute("iso2"):
            return data.Country(value)
        if value in data.cities_by_id():
            return data.cities_by_id()[value]
        if "--" in value:
            return data.route(value)
    return value


def texts(lang: str, boards: Iterable[str]) -> bytes:
    """All that the page says by itself, as JSON: sentences, names of countries and cities, which games have boards."""
    said = i18n.sentences(lang)
    own = {key.removeprefix("phone."): words for key, words in said.items() if key.startswith("phone.")}
    own |= {key.removeprefix("phone_"): words for key, words in said.items() if key.startswith("phone_")}
    own |= {key: words for key, words in said.items() if key.startswith("spywhere.dish.")}
    codes = data.attribute("iso2")
    names = {
        "lang": lang,
        "phone": own,
        "games": {game: said[f"{game}.name"] for game in games.GAMES},
        "countries": {iso: [data.Country(iso).words(lang), codes[iso].lower()] for iso in codes},
        "cities": {city.id: city.words(lang) for city in data.cities_by_id().values()},
        "boards": sorted(boards),
    }
    return json.dumps(names, ensure_ascii=False, separators=(",", ":")).encode()
