"""La course on the stage: the world with its great circles, visas as stamps, tickets, two slots and the stock."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from geoclass import data, i18n
from geoclass.charts import course as lines
from geoclass.games.course import SLOTS
from geoclass.games.course_reveal import CONTINENTS, FIGURES, Way
from geoclass.ui.boards.base import Board, Scene, Shown, latest_game, latest_log
from geoclass.ui.boards.course_result import network_of, result
from geoclass.ui.kit.worldmap import graticule, land, path

LABEL_KM = 620  # how high a city's name is on the map
SHOWN = ("population", "area_km2", "median_age")  # of the country arrived in


class CourseBoard(Board):
    scripts = ("course",)

    def note(self, shown: Shown) -> str:
        return shown.text("stage.round", n=shown.game["round"])

    def ground(self, shown: Shown) -> Scene:
        game = shown.view["game"]
        options = game["options"] if game else {"network": "full", "starts": []}
        return _ground(network_of(options), tuple(options["starts"]), shown.lang)

    # the game going on

    def play(self, shown: Shown) -> Scene:
        game = shown.game
        seat = game["actors"][0] if game["actors"] else None
        hands = game["hands"]
        reveal = game["reveal"]
        return {
            "kind": "course.play",
            **self.world(shown, game["tours"]),
            "teams": self.stamped(shown),
            "seat": seat,
            "turn": self._turn(shown, seat),
            "hand": None
            if hands is None or seat is None
            else self._hand(shown, seat, hands[seat], bool(shown.legal(seat))),
            "hidden": self._hidden(shown, seat),
            "slots": [_ticket(shown, card) if card else None for card in game["slots"]],
            "stock": game["stock_count"],
            "stock_said": shown.text("stage_course.stock_said", n=game["stock_count"]),
            "flight": self.flight(shown, reveal) if reveal and reveal["kind"] == "flight" else None,
            "begin": None if reveal else self._begin(shown),
        }

    def _begin(self, shown: Shown) -> Scene:
        """What the race is about, until somebody has flown."""
        starts = [data.cities_by_id()[city] for city in shown.game["options"]["starts"]]
        return {
            "aim": shown.text("stage_course.aim"),
            "hint": shown.text("stage_course.begin", starts=starts),
            "visas": [_stamp(shown, continent, True, False) for continent in CONTINENTS],
        }

    def world(self, shown: Shown, tours: Sequence[Sequence[str]]) -> Scene:
        """What every map of the race shows."""
        return {"tours": [list(tour) for tour in tours], "text": _words(shown.lang), "map_said": self._map_said(shown)}

    def stamped(self, shown: Shown) -> list[Scene]:
        """The teams with their visas as stamps and the city where each began."""
        game, fresh = shown.game, _fresh(shown.game["reveal"])
        starts = [data.cities_by_id()[city] if city else None for city in game["starts"]]
        return self.teams(
            shown,
            start=[shown.text("stage_course.start", city=city) if city else "" for city in starts],
            city=list(game["cities"]),
            visas=[
                [_stamp(shown, continent, continent in had, (seat, continent) in fresh) for continent in CONTINENTS]
                for seat, had in enumerate(game["visas"])
            ],
        )

    def _turn(self, shown: Shown, seat: int | None) -> Scene:
        if seat is None:
            return {"seat": None, "title": "", "hint": ""}
        city = shown.game["cities"][seat]
        where = data.cities_by_id()[city] if city else None
        hint = shown.text("stage_course.stands", city=where) if where else shown.text("stage_course.choose_start")
        hint = shown.text("stage.paused") if shown.paused else hint
        return {"seat": seat, "title": shown.text("stage.turn", team=shown.team(seat)), "hint": hint}

    def _hand(self, shown: Shown, seat: int, cards: Sequence[str], can: bool) -> Scene:
        """A team's tickets, those that leave from where it stands first, then by city."""
        game, here = shown.game, shown.game["cities"][seat]
        return {
            "seat": seat,
            "cards": sorted(
                (_ticket(shown, card, here) for card in cards), key=lambda t: (t["ends"][0]["id"] != here, t["names"])
            ),
            "can": can,
            "here": here,
            "visas": game["visas"][seat],
            "off": min(2, len(cards)),  # D4
            "starts": [] if here else [_end(shown, city) for city in game["options"]["starts"]],
            "title": None if here else shown.text("stage_course.where_from", team=shown.team(seat)),
            "slots": [slot for slot, card in zip(SLOTS, game["slots"], strict=True) if card],
        }

    def _hidden(self, shown: Shown, seat: int | None) -> Scene | None:
        """What stands where a hand would be, when nobody may see it here."""
        if seat is None or shown.game["hands"] is not None:
            return None
        team = shown.view["room"]["teams"][seat]
        where = "bot" if team["bot"] else "phones" if team["here"] else "none"
        held = shown.text("stage.paused" if shown.paused else "stage_course.held", n=shown.game["hand_counts"][seat])
        mine = shown.teacher and not team["bot"] and not shown.paused
        return {
            "text": held if shown.paused else f"{held} {shown.text(f'stage_course.hidden.{where}')}",
            "pass": shown.text("stage_course.pass", team=shown.team(seat)) if mine else None,
            "open": shown.text("stage_course.open_here") if mine else None,
            "first": where == "none",
        }

    # a team's hand on the teacher's device

    def curtains(self, shown: Shown) -> Mapping[int, str]:
        game = shown.game
        if game["hands"] is not None:
            return {}
        bots = [seat for seat, team in enumerate(shown.view["room"]["teams"]) if team["bot"]]
        return {seat: f"{game['round']}.{seat}" for seat in game["actors"] if seat not in bots}

    def behind(self, shown: Shown, seat: int, seen: Mapping[str, Any]) -> Scene:
        return {"hand": self._hand(shown, seat, seen["game"]["hand"], bool(seen["legal"]))}

    # a flight

    def flight(self, shown: Shown, reveal: Mapping[str, Any]) -> Scene:
        """A flight in words and figures: the legs, the whole, the country arrived in."""
        cities, game = data.cities_by_id(), latest_game(shown.room)
        arrival = reveal["arrival"]
        country = data.Country(arrival["country"])
        columns = [data.column(name) for name in FIGURES if name in SHOWN and name in arrival["figures"]]
        capitals = [capital[shown.lang] for capital in arrival["capitals"]]
        return {
            "seat": reveal["seat"],
            "cities": reveal["cities"],
            "title": shown.text("stage_course.flown", team=shown.team(reveal["seat"])),
            "way": Way(tuple(reveal["cities"])).words(shown.lang),
            "legs": [
                {
                    "text": f"{cities[leg['from']].words(shown.lang)} – {cities[leg['to']].words(shown.lang)}",
                    "km": kilometres(shown, leg["km"]),
                }
                for leg in reveal["legs"]
            ],
            "km": kilometres(shown, reveal["km"]),
            "share": reveal["share"],
            "share_text": share(shown, reveal["share"]),
            "visas": [_stamp(shown, continent, True, True) for continent in reveal["visas"]],
            "arrival": {
                **shown.country(country.iso),
                "city": cities[arrival["city"]].words(shown.lang),
                "capital": shown.text("stage_course.capital", n=len(capitals), capitals=capitals) if capitals else "",
                "figures": [
                    {
                        "label": column.label[shown.lang],
                        "value": column.format(arrival["figures"][column.name], shown.lang),
                    }
                    for column in columns
                ],
            },
            "over": shown.text("stage_course.over", n=len(reveal["over"]), countries=_countries(reveal["over"]))
            if reveal["over"]
            else "",
            "ask": shown.text("stage.ask"),
            "questions": [game.ask(question, shown.lang) for question in reveal["questions"]],
            "source": f"{data.sources()[columns[0].source].title}, {columns[0].year}" if columns else "",
            "more": shown.text("stage_course.more"),
            "index": game.turned - 1,
        }

    def reveal(self, shown: Shown, reveal: Mapping[str, Any], step: int) -> Scene:  # noqa: ARG002 (one step)
        if reveal["kind"] == "end":
            return self.over(shown)
        tours: list[list[str]] = [[] for _ in shown.game["players"]]
        tours[reveal["seat"]] = list(reveal["cities"])
        return {
            "kind": "course.flight",
            **self.world(shown, tours),
            "teams": self.stamped(shown),
            "flight": self.flight(shown, reveal),
        }

    def history(self, shown: Shown) -> list[Scene]:
        return [
            {
                "index": index,
                "title": shown.team(flight["seat"]),
                "text": Way(tuple(flight["cities"])).words(shown.lang),
                "right": None,
            }
            for index, flight in enumerate(self.revealed(shown))
        ]

    def has_past(self, shown: Shown) -> bool:
        return any(len(tour) > 1 for tour in shown.game["tours"])

    def revealed(self, shown: Shown) -> list[Mapping[str, Any]]:
        """Every flight; one that wins the race is shown with the end."""
        game, found = latest_game(shown.room), super().revealed(shown)
        return [
            r["flight"] if r["kind"] == "end" else r for r in found if r["kind"] == "flight" or game.ending == "home"
        ]

    # the end, and what a screen reader is told

    def over(self, shown: Shown) -> Scene:
        return result(self, shown)

    def said(self, shown: Shown) -> str:
        game, parts = shown.game, []
        if moves := latest_log(shown.room)["moves"]:
            parts.append(self._move_said(shown, moves[-1]))
        if game["result"]:
            winners = [shown.team(seat) for seat in game["result"]["winners"]]
            parts.append(shown.text("stage_course.end.title", teams=winners, n=len(winners)))
        elif shown.view["room"]["phase"] == "over":
            parts.append(shown.text("stage_course.end.stopped"))
        else:
            parts.append(shown.text("stage.turn", team=shown.team(game["actors"][0])))
        return " ".join(parts)

    def _move_said(self, shown: Shown, move: Mapping[str, Any]) -> str:
        if move["move"] != "fly":
            return latest_game(shown.room).say(move, shown.lang)
        flight = _flight(shown.game["reveal"])
        way = Way(tuple(flight["cities"]))
        return shown.text("stage_course.said_flight", team=shown.team(flight["seat"]), way=way, km=flight["km"])

    def _map_said(self, shown: Shown) -> str:
        """The map in words: where each team is."""
        cities = data.cities_by_id()
        found = [
            shown.text("stage_course.is_in", team=shown.team(seat), city=cities[city])
            for seat, city in enumerate(shown.game["cities"])
            if city
        ]
        return " ".join([shown.text("stage_course.map"), *found])


@cache
def _ground(network: tuple[str, ...], starts: tuple[str, ...], lang: str) -> Scene:
    """The map: land, the cities with their names, and every route as the way a plane flies."""
    routes = {card: route for card in network if (route := data.route(card))}
    ids = dict.fromkeys([*(city for r in routes.values() for city in (r.city_a, r.city_b)), *starts])
    labels = lines.place(ids, lang, LABEL_KM)
    cities = {}
    for city in ids:
        place, label = data.cities_by_id()[city], labels[city]
        x, y = data.project(place.longitude, place.latitude)
        cities[city] = {
            "x": round(x),
            "y": -round(y),
            "name": place.words(lang),
            "label": [round(label.x), -round(label.y), label.anchor],
            "continent": place.continent if place.visa else None,
        }
    return {
        "land": land(),
        "graticule": graticule(),
        "globe": path(lines.outline()) + "z",
        "size": LABEL_KM,
        "cities": cities,
        "routes": {
            card: {
                "a": route.city_a,
                "b": route.city_b,
                "km": route.km,
                "d": "".join(path(piece) for piece in lines.great_circle(route.city_a, route.city_b)),
            }
            for card, route in routes.items()
        },
    }


@cache
def _words(lang: str) -> dict[str, str]:
    """What the board's script says by itself."""
    prefix = "stage_course.word."
    said = {key.removeprefix(prefix): str(v) for key, v in i18n.sentences(lang).items() if key.startswith(prefix)}
    return said | {f"visa_{c}": i18n.text(f"course.continent.{c}", lang) for c in CONTINENTS}


def _end(shown: Shown, city: str) -> Scene:
    return {"id": city, "name": data.cities_by_id()[city].words(shown.lang)}


def _ticket(shown: Shown, card: str, here: str | None = None) -> Scene:
    """A route card; the city where its team stands is named first, else the first in the alphabet."""
    route = data.route(card)
    assert route is not None
    ends = sorted(
        (_end(shown, city) for city in (route.city_a, route.city_b)), key=lambda e: (e["id"] != here, e["name"])
    )
    return {"card": card, "ends": ends, "names": [end["name"] for end in ends], "km": kilometres(shown, route.km)}


def _stamp(shown: Shown, continent: str, had: bool, fresh: bool) -> Scene:
    return {
        "code": shown.text(f"stage_course.code.{continent}"),
        "name": shown.text(f"course.continent.{continent}"),
        "had": had,
        "fresh": fresh,
    }


def _fresh(reveal: Mapping[str, Any] | None) -> set[tuple[int, str]]:
    """The visas of the latest flight."""
    flight = _flight(reveal) if reveal else {}
    return {(flight["seat"], visa) for visa in flight.get("visas", [])}


def _flight(reveal: Mapping[str, Any]) -> Mapping[str, Any]:
    """The flight that was shown, by itself or with the end."""
    return reveal.get("flight") or reveal


def kilometres(shown: Shown, km: int) -> str:
    return shown.text("stage_course.km", km=km)


def share(shown: Shown, part: float) -> str:
    """A way as a part of the Earth's circumference."""
    if part >= 1:
        return shown.text("stage_course.times", times=round(part, 1))
    return shown.text("stage_course.share", percent=round(100 * part))


def _countries(codes: Sequence[str]) -> list[data.Country]:
    return [data.Country(iso) for iso in codes]


BOARD = CourseBoard
