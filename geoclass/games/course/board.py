"""La course on every screen: the world with its great circles, visas as stamps, tickets, two slots and the stock."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from geoclass import data, i18n, maps
from geoclass.data.thinning import importance
from geoclass.games.course.end import Over, World, end_scene, network_of, title
from geoclass.games.course.engine import SLOTS
from geoclass.games.course.reveal import CONTINENTS, FIGURES, Way
from geoclass.games.course.tables import visa
from geoclass.ui.kit import screen as kit
from geoclass.ui.kit import vote
from geoclass.ui.kit.screen import NOBODYS_TURN, Reveal, Scene, ScreenState, Turn

LABEL_KM = 620  # height of a city's name on the map
LETTER = 0.95  # of that height, the width of a letter that is not bold
LINE_KM2 = 1500  # triangles dropped when simplifying a route: less than half a pixel on a projector
GLOBE = maps.Box(-17_244, 17_244, -8_400, 8_400)
SAID_OF_CITIES = ("stands", "stuck", "gap", "dead_end")
SHOWN = ("population", "area_km2", "median_age")  # figures of the country of arrival


class Play(World):
    kind: Literal["course.play"]
    teams: list[Scene]  # see `Board.stamped`
    seat: int | None
    own: int | None
    turn: Turn
    hand: Scene | None  # see `Board._hand`
    hidden: Scene | None  # in place of a hidden hand: text, pass, open, first
    slots: list[Scene]  # slot, ticket
    stock: int
    stock_said: str
    flight: Scene | None  # the latest, see `Board.flight`
    news: str  # the latest move, if it was not a flight
    round: str
    begin: Scene | None  # until the first flight: aim, hint, visas


class Flight(World):
    kind: Literal["course.flight"]
    teams: list[Scene]
    flight: Scene


class Board(kit.Board):
    def note(self, screen: ScreenState) -> str:
        return screen.own("round", n=screen.game["round"], rounds=screen.game["options"]["max_rounds"])

    def ground(self, screen: ScreenState) -> Scene:
        game = screen.view["game"]
        options = game["options"] if game else {"network": "full", "starts": []}
        return _ground(network_of(options), tuple(options["starts"]), screen.lang)

    # the game going on

    def play(self, screen: ScreenState) -> Play:
        game, seat = screen.game, screen.acting
        cards = None if seat is None else _cards(screen, seat)
        reveal = game["reveal"]
        return {
            "kind": "course.play",
            **self.world(screen, game["tours"]),
            "teams": self.stamped(screen),
            "seat": seat,
            "own": screen.seat,
            "turn": self._turn(screen),
            "hand": None if seat is None or cards is None else self._hand(screen, seat, cards),
            "hidden": self._hidden(screen, seat) if seat is not None and cards is None else None,
            "slots": [
                {"slot": slot, "ticket": _ticket(screen, card) if card else None}
                for slot, card in zip(SLOTS, game["slots"], strict=True)
            ],
            "stock": game["stock_count"],
            "stock_said": screen.own("stock_said", n=game["stock_count"]),
            "flight": self.flight(screen, reveal) if reveal and reveal["kind"] == "flight" else None,
            "news": "" if _has(screen, "flew") else self._happened(screen),
            "round": self.note(screen),
            "begin": None if reveal else self._begin(screen),
        }

    def _begin(self, screen: ScreenState) -> Scene:
        """The aim of the race, shown until the first flight."""
        starts = [data.cities_by_id()[city] for city in screen.game["options"]["starts"]]
        return {
            "aim": screen.own("aim"),
            "hint": screen.own("begin", starts=starts),
            "visas": [_stamp(screen, continent, True, False) for continent in CONTINENTS],
        }

    def world(self, screen: ScreenState, tours: Sequence[Sequence[str]]) -> World:
        """The parts common to all maps of the race."""
        return {
            "tours": [list(tour) for tour in tours],
            "text": i18n.section("course.stage.word", screen.lang),
            "map_said": self._map_said(screen),
        }

    def stamped(self, screen: ScreenState) -> list[Scene]:
        """The teams with their visas as stamps and their starts."""
        game, fresh = screen.game, _fresh(screen.game["reveal"])
        starts = [data.cities_by_id()[city] if city else None for city in game["starts"]]
        return self.teams(
            screen,
            start=[screen.own("start", city=city) if city else "" for city in starts],
            city=list(game["cities"]),
            visas=[
                [_stamp(screen, continent, continent in had, (seat, continent) in fresh) for continent in CONTINENTS]
                for seat, had in enumerate(game["visas"])
            ],
        )

    def _turn(self, screen: ScreenState) -> Turn:
        seat = next(iter(screen.game["actors"]), None)
        if seat is None:
            return NOBODYS_TURN
        city = screen.game["cities"][seat]
        hint = screen.own("city.stands", city=data.cities_by_id()[city]) if city else screen.own("choose_start")
        hint = screen.text("stage.paused") if screen.paused else hint
        return {"seat": seat, "title": screen.text("stage.turn", team=screen.team(seat)), "hint": hint}

    def _hand(self, screen: ScreenState, seat: int, cards: Sequence[str]) -> Scene:
        """A team's tickets, those leaving from its city first, and what it may do with them.

        The browser chains tickets by their ends; the legal moves say how many are discarded and taken (R4, D4).
        """
        here, legal = screen.game["cities"][seat], screen.legal(seat)
        stays = [move for move in legal if move["move"] == "stay"]
        starts = [move["city"] for move in legal if move["move"] == "start"]
        tickets = [_ticket(screen, card, here) for card in cards]
        off = len(stays[0]["off"]) if stays else 0
        return {
            "seat": seat,
            "title": screen.own("where_from", team=screen.team(seat)) if starts else "",
            "label": screen.own("hand", n=len(cards)),
            "cards": sorted(tickets, key=lambda t: (t["ends"][0]["id"] != here, [end["name"] for end in t["ends"]])),
            "can": bool(legal),
            "here": here,
            "home": screen.game["starts"][seat],
            "missing": len(CONTINENTS) - len(screen.game["visas"][seat]),
            "starts": [_end(screen, city) for city in starts],
            "gains": _gains(screen, seat, cards),
            "off": off,
            "take": len(stays[0]["take"]) if stays else 0,
            "open": sorted({pile for move in stays for pile in move["take"]} & set(SLOTS)),
            "stay": screen.own(f"stay.{off}") if stays else "",
            "stay_hint": screen.own("stay_hint", n=off),
        }

    def _hidden(self, screen: ScreenState, seat: int) -> Scene:
        """What is shown in place of a hand that is secret here."""
        team = screen.room["teams"][seat]
        where = "bot" if team["bot"] else "phones" if team["here"] else "none"
        mine = screen.teacher and not team["bot"] and not screen.paused
        held = f"{screen.own('held', n=screen.game['hand_counts'][seat])} {screen.own(f'hidden.{where}')}"
        return {
            "text": screen.text("stage.paused") if screen.paused else held,
            "pass": screen.own("pass", team=screen.team(seat)) if mine else None,
            "open": screen.own("open_here") if mine else None,
            "first": where == "none",
        }

    def curtains(self, screen: ScreenState) -> Mapping[int, str]:
        game = screen.game
        if game["hands"] is not None:
            return {}
        return {seat: f"{game['round']}.{seat}" for seat in game["actors"] if seat in _people(screen)}

    def alone(self, screen: ScreenState) -> int | None:
        people = _people(screen)
        return people[0] if len(people) == 1 and not screen.room["teams"][people[0]]["here"] else None

    # a flight

    def flight(self, screen: ScreenState, reveal: Reveal) -> Scene:
        """A flight: legs, total, country of arrival."""
        cities = data.cities_by_id()
        arrival = reveal["arrival"]
        country = data.Country(arrival["country"])
        columns = [data.column(name) for name in FIGURES if name in SHOWN and name in arrival["figures"]]
        capitals = [capital[screen.lang] for capital in arrival["capitals"]]
        return {
            "seat": reveal["seat"],
            "cities": reveal["cities"],
            "title": screen.own("flown", team=screen.team(reveal["seat"])),
            "way": Way(tuple(reveal["cities"])).words(screen.lang),
            "legs": [
                {
                    "text": f"{cities[leg['from']].words(screen.lang)} – {cities[leg['to']].words(screen.lang)}",
                    "km": kilometres(screen, leg["km"]),
                }
                for leg in reveal["legs"]
            ],
            "km": kilometres(screen, reveal["km"]),
            "share": reveal["share"],
            "share_text": share(screen, reveal["share"]),
            "visas": [_stamp(screen, continent, True, True) for continent in reveal["visas"]],
            "arrival": {
                **screen.country(country.iso),
                "city": cities[arrival["city"]].words(screen.lang),
                "capital": screen.own("capital", n=len(capitals), capitals=capitals) if capitals else "",
                "figures": [
                    {
                        "label": column.label[screen.lang],
                        "value": column.format(arrival["figures"][column.name], screen.lang),
                    }
                    for column in columns
                ],
            },
            "ask": screen.text("stage.ask"),
            "questions": [screen.ask(question) for question in reveal["questions"]],
            "answers": [_answer(screen, question) for question in reveal["questions"]],
            "notes": data.remarks([country.iso], [column.name for column in columns], screen.lang),
            "source": " ".join([*(f"{c.origin(screen.lang)}." for c in columns[:1]), screen.own("routes")]),
            "believed": vote.believed_line(screen, reveal),
            "more": screen.own("more"),
            "index": screen.reveal_count - 1,
        }

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> Flight | Over:  # noqa: ARG002 (one step)
        if reveal["kind"] == "end":
            return self.end(screen)
        tours: list[list[str]] = [[] for _ in screen.game["players"]]
        tours[reveal["seat"]] = list(reveal["cities"])
        return {
            "kind": "course.flight",
            **self.world(screen, tours),
            "teams": self.stamped(screen),
            "flight": self.flight(screen, reveal),
        }

    def history(self, screen: ScreenState) -> list[Scene]:
        return [
            {
                "index": index,
                "title": screen.team(flight["seat"]),
                "text": Way(tuple(flight["cities"])).words(screen.lang),
                "right": None,
            }
            for index, flight in enumerate(self.revealed(screen))
        ]

    def has_past(self, screen: ScreenState) -> bool:
        return any(len(tour) > 1 for tour in screen.game["tours"])

    def revealed(self, screen: ScreenState) -> list[Reveal]:
        """All flights but the winning one, which is shown with the end."""
        home = screen.ending == "home"
        return [r["flight"] if r["kind"] == "end" else r for r in screen.reveals if r["kind"] == "flight" or home]

    # the end, and what a screen reader is told

    def end(self, screen: ScreenState) -> Over:
        return end_scene(self, screen)

    def said(self, screen: ScreenState) -> str:
        game = screen.game
        if screen.closed:
            return title(screen)
        now = title(screen) if game["result"] else screen.text("stage.turn", team=screen.team(game["actors"][0]))
        return f"{self._happened(screen)} {now}".strip()

    def _happened(self, screen: ScreenState) -> str:
        """The latest move in words: a flight with kilometres, a stay with its city, else the public events."""
        if _has(screen, "flew"):
            flight = _flight(screen.game["reveal"])
            way = Way(tuple(flight["cities"]))
            return screen.own("said_flight", team=screen.team(flight["seat"]), way=way, km=flight["km"])
        if stayed := next((event for event in screen.events if event["event"] == "stayed"), None):
            team, city = screen.team(stayed["seat"]), data.cities_by_id()[stayed["city"]]
            return screen.own("stayed", team=team, city=city)
        return " ".join(screen.say(event) for event in screen.events if event["event"] != "time_up")

    def _map_said(self, screen: ScreenState) -> str:
        """The map in words: where each team is."""
        cities = data.cities_by_id()
        found = [
            screen.own("is_in", team=screen.team(seat), city=cities[city])
            for seat, city in enumerate(screen.game["cities"])
            if city
        ]
        return " ".join([screen.own("map"), *found])


@cache
def _ground(network: tuple[str, ...], starts: tuple[str, ...], lang: str) -> Scene:
    """The map: the cities with their names, and every route as the way a plane flies. South is down."""
    routes = {card: route for card in network if (route := data.route(card))}
    ids = dict.fromkeys([*(city for r in routes.values() for city in (r.city_a, r.city_b)), *starts])
    labels = _labels(tuple(ids), lang)
    cities = {}
    for city in ids:
        place, label = data.cities_by_id()[city], labels[city]
        x, y = maps.city(place).at
        cities[city] = {
            "x": round(x),
            "y": -round(y),
            "name": place.words(lang),
            "label": [round(label.at[0]), -round(label.at[1]), label.anchor],
            **{said: i18n.text(f"course.stage.city.{said}", lang, city=place) for said in SAID_OF_CITIES},
        }
    return {
        "globe": maps.path(maps.edge(), close=True),
        "letter": LABEL_KM,
        "cities": cities,
        "routes": {card: _line(route) for card, route in routes.items()},
    }


def _line(route: data.Route) -> str:
    """The way of a route as an SVG path, without the points that nobody would miss."""
    cities = data.cities_by_id()
    pieces = maps.great_circle(cities[route.city_a], cities[route.city_b])
    return "".join(
        maps.path(point for point, km2 in zip(piece, importance(piece), strict=True) if km2 >= LINE_KM2)
        for piece in pieces
    )


def _labels(cities: Sequence[str], lang: str) -> dict[str, maps.Label]:
    """The names of cities beside their dots, in kilometres of the map: the whole world is always in sight."""
    places = {city: data.cities_by_id()[city] for city in cities}
    dot = LABEL_KM / 2  # as large as a dot with a number
    things = [maps.NamedPlace(place.words(lang), maps.city(place).at, (dot, dot)) for place in places.values()]
    placed = {label.of: label for label in maps.placed(things, GLOBE, LABEL_KM * LETTER, lines=False)}
    return {city: placed[maps.city(place).at] for city, place in places.items()}


def _people(screen: ScreenState) -> list[int]:
    return [seat for seat, team in enumerate(screen.room["teams"]) if not team["bot"]]


def _has(screen: ScreenState, event: str) -> bool:
    return any(each["event"] == event for each in screen.events)


def _cards(screen: ScreenState, seat: int) -> Sequence[str] | None:
    """A team's tickets, if this screen may show them: its own, or all with open hands."""
    if seat == screen.seat:
        held: Sequence[str] = screen.game["hand"]
        return held
    hands: Sequence[Sequence[str]] | None = screen.game["hands"]
    return None if hands is None else hands[seat]


def _gains(screen: ScreenState, seat: int, cards: Sequence[str]) -> dict[str, str]:
    """City → name of the visa it would give the team, for the cities of these tickets (R6)."""
    routes = [route for card in cards if (route := data.route(card))]
    visas = {city: visa(city) for route in routes for city in (route.city_a, route.city_b)}
    had = screen.game["visas"][seat]
    return {city: screen.text(f"course.continent.{new}") for city, new in visas.items() if new and new not in had}


def _end(screen: ScreenState, city: str) -> Scene:
    return {"id": city, "name": data.cities_by_id()[city].words(screen.lang)}


def _ticket(screen: ScreenState, card: str, here: str | None = None) -> Scene:
    """A ticket; names the team's present city first, else in alphabetical order."""
    route = data.route(card)
    assert route is not None
    ends = sorted(
        (_end(screen, city) for city in (route.city_a, route.city_b)), key=lambda e: (e["id"] != here, e["name"])
    )
    return {"card": card, "ends": ends, "km": route.km, "km_said": kilometres(screen, route.km)}


def _stamp(screen: ScreenState, continent: str, had: bool, fresh: bool) -> Scene:
    return {
        "code": screen.own(f"code.{continent}"),
        "name": screen.text(f"course.continent.{continent}"),
        "had": had,
        "fresh": fresh,
    }


def _fresh(reveal: Reveal | None) -> set[tuple[int, str]]:
    """The visas of the latest flight."""
    flight = _flight(reveal) if reveal else {}
    return {(flight["seat"], visa) for visa in flight.get("visas", [])}


def _flight(reveal: Reveal) -> Reveal:
    """The flight of a reveal, by itself or with the end."""
    flight: Reveal = reveal.get("flight") or reveal
    return flight


def kilometres(screen: ScreenState, km: int) -> str:
    return screen.own("km", km=km)


def share(screen: ScreenState, part: float) -> str:
    """A distance as a share of the Earth's circumference."""
    if part >= 1:
        return screen.own("times", n=round(part, 1))
    return screen.own("share", percent=round(100 * part))


def _answer(screen: ScreenState, question: Reveal) -> str:
    """The countries and territories flown over on a question's leg, without its two ends."""
    if question["key"] not in ("course.question.over", "course.question.sea"):
        return ""
    ends = [data.cities_by_id()[question[end]] for end in ("from", "to")]
    flight = data.route("--".join(sorted(end.id for end in ends)))
    assert flight is not None
    at_ends = {end.country for end in ends}
    over = [data.Country(iso) for iso in data.flown_over(flight) if iso not in at_ends]
    below = [*(over if flight.city_a == ends[0].id else over[::-1]), *_territories(screen, *ends)]
    return screen.own("over", way=Way(tuple(end.id for end in ends)), countries=below) if below else ""


def _territories(screen: ScreenState, a: data.City, b: data.City) -> list[str]:
    """Greenland (Denmark)."""
    areas, named = data.map_columns(), []
    for iso in maps.territories_below(a, b):
        name, parent = areas[f"name_{screen.lang}"][areas["iso3"].index(iso)], maps.area(iso).country
        country = data.Country(parent) if parent else None
        named.append(screen.own("territory", name=name, country=country) if country else name)
    return named
