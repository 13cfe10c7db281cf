"""A seeded generator of messages that must have no effect, for phones' sockets and Panel's surfaces."""

import json

from geoclass import games
from geoclass.rooms import ACTIONS
from geoclass.rooms.reading import FIELDS
from geoclass.ui import knobs

UNFIT = ["\ud800", "a\udfffb", "\x00", "\x1b[2J", "\x9b", "\x7f", "line\nline", "\t"]
GARBAGE = [0, -1, 7, 1.5, -1e300, True, False, 10**40, [], {}, [1], [[]], {"a": 1}, [None] * 50]
GARBAGE += ["x", "0", "é🌍", "x" * 900]
NOT_JSON = ["", "{", "null", "[]", "7", '"hello"', "{}", "nonsense", "NaN", "\x00"]
NOT_JSON += ["[" * 3000, '{"a":' * 700, "9" * 3900]


class Hostile:
    """Yield messages from *role* to the room *code* of *game*, all of which must be refused."""

    def __init__(self, rng, role, game, code):
        self.rng, self.role, self.code = rng, role, code
        self.kinds = list(games.game_type(game).moves)

    # phones: JSON text

    def text(self):
        ways = [self._not_json, self._unfit, self._unfit, self._wrong_type, self._wrong_type, self._forbidden]
        return self.rng.choice(ways)()

    def _not_json(self):
        return self.rng.choice([*NOT_JSON, json.dumps({"type": self._any()}), self._deep()])

    def _deep(self):
        nested = "[" * 400 + "]" * 400
        return f'{{"type":"move","tap":"d","move":{{"move":"place","card":{nested}}}}}'

    def _unfit(self):
        message = self._proper()
        return json.dumps(self._put(message, self.rng.choice(UNFIT)))

    def _wrong_type(self):
        message = self._proper()
        name, sort = self.rng.choice(list(FIELDS[message["type"]].items()))
        wrong = [value for value in GARBAGE if type(value) is not sort]
        return json.dumps(message | {name: self.rng.choice(wrong)})

    def _forbidden(self):
        action = self.rng.choice([*ACTIONS, "_lock", "fly", ""])
        return json.dumps(
            self.rng.choice(
                [
                    {"type": "control", "action": action, "what": {"zz": self._any()}, "tap": "f"},
                    {"type": "move", "tap": "f", "move": {"move": "zz", "seat": self._any()}},
                    {"type": "move", "tap": "f", "move": {"move": self.rng.choice(self.kinds), "zz": self._any()}},
                    {"type": "move", "tap": "f", "move": {"move": self._any(), "card": self._any()}},
                    {"type": "team", "seat": self.rng.choice([99, -1, 10**30])},
                    {"type": "join", "code": self.code, "seat": self.rng.choice([99, -1, 10**30])},
                    {"type": "control", "tap": "f"},
                    {"type": "move", "tap": "x" * 65, "move": {"move": "zz"}},
                ]
            )
        )

    def _proper(self):
        """A message of the right form."""
        kind = self.rng.choice(list(FIELDS))
        proper = {
            "code": self.code,
            "token": "x" * 32,
            "lang": "fr",
            "seat": 0,
            "name": "Zoé",
            "tap": "p",
            "choice": "c",
        }
        proper |= {"action": self.rng.choice(list(ACTIONS)), "what": {"name": "x"}}
        proper |= {"move": {"move": "zz", "card": "FRA"}, "prompt": "row.1.FRA-ITA", "vote": 1, "answer": {"say": "zz"}}
        proper |= {"proposal": 1}
        return {"type": kind} | {name: proper[name] for name in FIELDS[kind]}

    # surfaces: plain data

    def message(self):
        if self.rng.random() < 0.4:
            return self._put(self._proper_touch(), self.rng.choice(UNFIT))
        return self._touched()

    def _proper_touch(self):
        """A message that would have an effect without its bad part."""
        if self.role == "home":
            return self._form()
        if self.role == "explore":
            return {"do": "choose", "value": "FRA"}
        rename = {"seat": self.rng.choice([0, 1, 2]), "name": self.rng.choice(["Lynx", "Ours"])}
        what = {"lock": {}, "unlock": {}, "rename": rename, "bot": {"seat": 2, "level": "keen"}}
        action = self.rng.choice(list(what))
        return {"do": "control", "action": action, "what": what[action]}

    def _touched(self):
        rng, code, some = self.rng, self.rng.choice(["NOONE", "", 7, None, [], "x" * 500]), self._any
        if self.role == "home":
            return rng.choice(
                [self._opened()]
                + [{"do": do, "code": code} for do in ("reopen", "delete", "export")]
                + [{"do": "key", "zz": some()}, {"do": "lang", "lang": some()}, {"do": some()}, {"zz": some()}]
            )
        if self.role == "explore":
            does = [
                "figure",
                "against",
                "where",
                "show",
                "choose",
                "about",
                "named",
                "judged",
                "steps",
                "lang",
                "load",
                "zz",
            ]
            sizes = {"width": some(), "height": some(), "rem": some()}
            return rng.choice([{"do": rng.choice(does), "value": some()}, {"do": "hello"} | sizes, {"do": some()}])
        action = rng.choice([*ACTIONS, "fly", some()])
        return rng.choice(
            [
                {"do": "control", "action": action, "what": rng.choice(["abc", 7, [1], {"zz": 1}, {"state": 1}])},
                {"do": "move", "move": some(), "tap": "t"},
                {"do": "move", "move": {"move": rng.choice(self.kinds), "seat": 0, "zz": some()}, "tap": some()},
                {"do": "theme", "dark": some()},
                {"do": "take", "kind": some(), "game": some()},
                {"do": "lang", "lang": some()},
                {"do": "peek", "seat": some()},
                {"do": "past", "index": rng.choice([None, "x", [], 10**30, -1]), "page": some()},
                {"do": "history", "zz": some()},
                {"do": some()},
                {"do": "__init__"},
                {"zz": some()},
            ]
        )

    def _opened(self):
        """A form of a new game with an invalid setup."""
        form = self._form()
        proper = form["set"]
        wrong = {
            "game": ["", "chess", 7, None, ["countries"]],
            "set": [{}, {"zz": 1}, [1], "x", proper | {"hand": 99}, proper | {"hand": "7"}],
            "seed": ["1", 1.5, True, [], 10**30],
            "teams": ["ab", 7, None, [], [1, 2, 3], ["A", "B"], [{"name": "A"}], [{"bot": "zz"}] * 3, [{}] * 99],
        }
        name = self.rng.choice(list(wrong))
        return form | {name: self.rng.choice(wrong[name])}

    def _form(self):
        proper = knobs.scene("countries", "en")["presets"][0]["set"]
        return {"do": "open", "game": "countries", "set": proper, "teams": [{"name": "A"}, {"name": "B"}]}

    # both

    def _any(self):
        return self.rng.choice(GARBAGE)

    def _put(self, message, text):
        """*message* with *text* as one of its values, as an extra value, or as a key."""
        at = self.rng.choice([*message, "zz", "name"])
        if at == "name":
            return message | {text: 1}
        inside = message.get(at)
        if isinstance(inside, dict) and inside and at not in ("type", "do"):
            return message | {at: self._put(inside, text)}
        return message | {"zz" if at in ("type", "do") else at: self.rng.choice([text, [text], {"a": {"b": [text]}}])}
