"""Spywhere in a terminal: describing moves."""

from geoclass import data, games, i18n


def move_in_words(view: games.View, move: games.Move) -> str | None:
    """Describe an identification with its card, which the public event leaves out."""
    if move["move"] != "identify":
        return None
    teams = {"team": view["players"][move["seat"]], "opponent": view["players"][move["target"]]}
    return i18n.text("spywhere.cli.move.identify", **teams, card=data.Country(move["nationality"]))
