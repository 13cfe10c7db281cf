"""The scenes, the same on every screen: a pair, its figures, the end."""

from typing import Any

from geoclass import data, maps
from geoclass.ui.kit import screen as kit
from geoclass.ui.kit.screen import Reveal, Scene, ScreenState


class Board(kit.Board):
    def play(self, screen: ScreenState) -> Scene:
        figure, legal = data.column(screen.game["options"]["figure"]), screen.legal(screen.acting)
        return {
            "kind": "higher.play",
            "teams": self._teams(screen),
            "lead": screen.text("stage.turn", team=screen.team(screen.game["actors"][0])),
            "title": screen.own("which", figure=figure),
            "cards": [screen.country(iso) for iso in screen.game["open"]],
            "seat": screen.acting if legal else None,
        }

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> Scene:  # noqa: ARG002 (it has one step)
        figure = data.column(reveal["figure"])
        pair: list[str] = reveal["pair"]
        said = screen.own("map", countries=[data.Country(iso) for iso in pair])
        world = maps.WorldMap(fills=dict.fromkeys(pair, "var(--accent)"), circles=pair, said=said)
        return {
            "kind": "higher.reveal",
            "title": self._verdict(screen, reveal),
            "cards": [
                screen.country(iso)
                | {"figure": figure.format(reveal["values"][iso], screen.lang), "more": iso == reveal["more"]}
                for iso in pair
            ],
            "map": maps.scene(world),
            "ask": screen.text("stage.ask"),
            "questions": [screen.ask(question) for question in reveal["questions"]],
            "notes": data.remarks(pair, [figure.name], screen.lang),
            "source": f"{figure.words(screen.lang)}. {figure.origin(screen.lang)}.",
            "file": screen.file(reveal["turn"]),
        }

    def end(self, screen: ScreenState) -> Scene:
        winners = (screen.game["result"] or {}).get("winners", [])
        names, count = [screen.team(seat) for seat in winners], screen.summary.count
        return {
            "kind": "higher.over",
            "teams": self._teams(screen),
            "title": screen.text("tell.won", teams=names, n=len(names)) if names else screen.own("stopped"),
            "text": count.words(screen.lang) if count else "",
            "file": screen.file(),
        }

    def history(self, screen: ScreenState) -> list[Scene]:
        return [
            {"index": n, "title": screen.own("turn", n=n + 1), "text": self._verdict(screen, r), "right": r["right"]}
            for n, r in enumerate(screen.reveals)
        ]

    def said(self, screen: ScreenState) -> str:
        return " ".join(screen.say(event) for event in screen.events)

    def _verdict(self, screen: ScreenState, reveal: Reveal) -> str:
        (less,) = [iso for iso in reveal["pair"] if iso != reveal["more"]]
        event = {"event": "right" if reveal["right"] else "wrong", "seat": reveal["seat"]}
        return screen.say(event | {"less": less, "more": reveal["more"]})

    def _teams(self, screen: ScreenState) -> list[dict[str, Any]]:
        scores = [screen.own("points", n=n) for n in screen.game["scores"]]
        return self.teams(screen, text=scores)
