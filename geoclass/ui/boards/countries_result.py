"""The end of a game of Countries: who won, and what the class now knows about its own picture of the world."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from geoclass import bots, data
from geoclass.charts.tokens import class_colours
from geoclass.games import Game, replay
from geoclass.games.countries_reveal import longest_rise
from geoclass.ui.boards.base import Scene, Shown, latest_game

if TYPE_CHECKING:
    from geoclass.ui.boards.countries import CountriesBoard

Rows = list[tuple[str, list[str]]]  # category, and the cards in the order in which they were laid
TRIES = 20  # chance is asked so many times
SHOWN = 6


def result(board: "CountriesBoard", shown: Shown, reveals: Sequence[Mapping[str, Any]]) -> Scene:
    rows = [reveal for reveal in reveals if reveal["kind"] == "row"]
    winners = (shown.game["result"] or {}).get("winners", [])
    missed = Counter(card for row in rows for card in row["misplaced"])
    n = sum(row["right"] for row in rows)
    if winners:
        title = shown.text("stage.countries.end.title", teams=[shown.team(s) for s in winners], n=len(winners))
    else:
        title = shown.text("stage.countries.end.stopped")
    scene: Scene = {
        "kind": "countries.over",
        "title": title,
        "winners": winners,
        "text": "" if winners else shown.text("stage.countries.end.stopped_text"),
        "teams": board.teams(
            shown,
            cards=[len(hand) for hand in shown.game["hands"]],
            cards_said=[shown.text("stage.cards", n=len(hand)) for hand in shown.game["hands"]],
        ),
        "rows": shown.text("stage.countries.end.rows", right=n, n=len(rows))
        if rows
        else shown.text("stage.countries.end.no_rows"),
        "marks": [bool(row["right"]) for row in rows],
        "misjudged": shown.text("stage.countries.end.misjudged"),
        "countries": [
            shown.country(iso) | {"figure": shown.text("stage.countries.end.times", n=times)}
            for iso, times in missed.most_common(SHOWN)
        ],
        "none_wrong": "" if missed or not rows else shown.text("stage.countries.end.none_wrong"),
        "hardest": _hardest(shown, rows),
        "map_title": shown.text("stage.countries.end.map"),
        "file": f"geoclass-{shown.room.code}",
    }
    if rows:
        scene["compare"] = {
            "title": shown.text("stage.countries.end.well_placed"),
            "note": shown.text("stage.countries.end.well_note"),
            "bars": [
                {
                    "name": shown.text(f"stage.countries.end.{who}"),
                    "share": share,
                    "text": shown.text("stage.percent", n=round(100 * share)),
                }
                for who, share in baseline(latest_game(shown.room)).items()
            ],
        }
        _map(board, shown, missed)
    return scene


def _hardest(shown: Shown, rows: Sequence[Mapping[str, Any]]) -> Scene | None:
    """The figure with the largest share of cards out of place."""
    laid, wrong = Counter[str](), Counter[str]()
    for row in rows:
        laid[row["category"]] += len(row["row"])
        wrong[row["category"]] += len(row["misplaced"])
    if not any(wrong.values()):
        return None
    hardest = max(wrong, key=lambda category: wrong[category] / laid[category])
    return {
        "title": shown.text("stage.countries.end.hardest", category=data.column(hardest)),
        "text": shown.text("stage.countries.end.hardest_text", n=wrong[hardest], of=laid[hardest]),
    }


def _map(board: "CountriesBoard", shown: Shown, missed: Counter[str]) -> None:
    palette = class_colours(shown.dark)
    most = max(missed.values(), default=1)
    fills = {iso: palette[min(5, 1 + round(4 * times / most))] for iso, times in missed.most_common()}
    board.paint(shown, ("end", tuple(sorted(fills.items()))), fills)


def baseline(game: Game) -> dict[str, float]:
    """The share of cards in the right place: the class's rows, and the same cards laid in the same order by bots."""
    rows, made = _rows(game)
    shares = {"class": fmean(made)} if made else {}
    for level, tries in (("random", TRIES), ("geographer", 1)):
        found = [
            _kept(category, _laid_by(bots.make("countries", level, seed), category, cards))
            for seed in range(tries)
            for category, cards in rows
        ]
        shares[level] = fmean(found)
    return shares


def _rows(game: Game) -> tuple[Rows, list[float]]:
    """Every turned row: its cards as they came, and the share that lay right."""
    rows: Rows = []
    made: list[float] = []
    again = replay({"setup": game.log["setup"], "moves": []})
    coming: list[str] = [laid["card"] for laid in again.view(None)["row"]]
    for move in game.log["moves"]:
        category, turned = again.view(None)["category"], again.turned
        again.play(move)
        if move["move"] == "place":
            coming.append(move["card"])
        if again.turned > turned:
            if move["move"] != "guess" and (reveal := again.reveal):
                rows.append((category, coming))
                made.append(1 - len(reveal["misplaced"]) / len(reveal["row"]))
            coming = [laid["card"] for laid in again.view(None)["row"]]
    return rows, made


def _laid_by(bot: bots.Bot, category: str, cards: Sequence[str]) -> list[str]:
    """The row that a bot makes of the same cards."""
    row = [cards[0]]
    for card in cards[1:]:
        places = [{"seat": 0, "move": "place", "card": card, "at": at} for at in range(len(row) + 1)]
        view = {"phase": "play", "category": category, "row": [{"card": c, "seat": 0} for c in row]}
        row.insert(bot.choose(view, places)["at"], card)
    return row


def _kept(category: str, row: Sequence[str]) -> float:
    figure = data.values(category)
    return len(longest_rise([figure[card] for card in row], [False] * len(row))) / len(row)
