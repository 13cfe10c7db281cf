"""A game's options, declared once and used by engine, forms, terminal, notebooks and docs.

An option is a `param` parameter whose default is the published rule. The game's sentences give its label
(``<game>.option.<name>.label``) and describe its valid values (``….must``).
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import param
from param.parameterized import ParameterizedMetaclass

from geoclass import data, i18n
from geoclass.data.tables import plain

# a form's input for a value that is not listed
COUNTRIES, CITIES, NUMBER, TEXT = "country_list", "city_list", "number", "text"
LONGEST = 80  # characters of a typed name


def whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def one_of(*values: Any) -> Callable[[Any], bool]:
    return lambda value: any(type(value) is type(v) and value == v for v in values)


def flag(value: Any) -> bool:
    return type(value) is bool


def texts(value: Any) -> bool:
    """A list of one or more different strings."""
    return type(value) is list and bool(value) and all(type(v) is str for v in value) and len(set(value)) == len(value)


class Option:
    """Mixin for `param` parameters: what a game's option needs beyond them."""

    __slots__ = ()
    several: ClassVar[bool] = False  # whether several values are chosen
    by_hand: ClassVar[tuple[str, ...]] = ()  # the form's inputs for values it does not list
    # from the parameter
    name: str
    default: Any
    owner: "type[GameOptions]"
    front: bool  # whether the form shows it without "more options"
    since: int = 1  # the version of the rules that introduced it

    def allows(self, value: Any) -> bool:
        raise NotImplementedError

    def offers(self) -> Sequence[Any]:
        """The values that a form lists."""
        return [self.published]

    @property
    def published(self) -> Any:
        """The default; if given as a function, it is called now."""
        return self.default() if callable(self.default) else self.default

    @property
    def usual(self) -> Any:
        """The value a form shows by default."""
        return self.published

    def figures(self, value: Any) -> Collection[str]:  # noqa: ARG002
        """The figures named by a value; a teacher's own ones are stored in the game's setup."""
        return ()

    def themes(self, lang: str) -> list[tuple[str, list[int]]]:  # noqa: ARG002
        """Indexes of the values by theme, if they have themes."""
        return []

    def says(self, value: Any, lang: str) -> str:
        """A value in words."""
        if type(value) is list:
            return i18n.text("games.listed", lang, values=[self.says(one, lang) for one in value])
        key = f"{self.owner.game}.value.{self.name}.{value}".lower()
        if key in i18n.sentences(lang):
            return i18n.text(key, lang)
        if type(value) is bool:
            return i18n.text(f"games.{'yes' if value else 'no'}", lang)
        return i18n.number(value, lang) if type(value) in (int, float) else str(value)

    def typed(self, value: Any, lang: str) -> Any:
        """An unlisted value as a teacher would type it; the inverse of `read`."""
        return self.says(value, lang)

    def read(self, typed: Any) -> Any:
        """Parse what a teacher typed. Raises `DataError` if it means nothing; invalid values are left for the game to
        refuse."""
        return typed

    def given(self, text: str) -> Any:
        """Parse a value from a command line: JSON, a word, words separated by commas, or as typed in a form."""
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            words = text.split(",") if "," in text or self.several or isinstance(self.default, list) else text
        if self.allows(words) or not self.by_hand:
            return words
        return self.read(text)

    def _validate(self, value: Any) -> None:
        """Called by `param`; skips callable defaults, so that tables are read only when a game needs them."""
        if self.owner is not None and value is not None and value is not self.default and not self.allows(value):
            raise ValueError(self.owner.must(self.name, i18n.language()))


class Whole(Option, param.Integer[Any]):  # type: ignore[misc]
    """A whole number within bounds; *listed*: those proposed by a form, others can be typed."""

    __slots__ = ["front", "listed"]

    def __init__(
        self,
        default: int | None,
        bounds: tuple[int, int],
        listed: Sequence[int | None] = (),
        front: bool = False,
    ) -> None:
        self.front, self.listed = front, listed
        super().__init__(default, bounds=bounds)

    @property
    def by_hand(self) -> tuple[str, ...]:  # type: ignore[override]
        return (NUMBER,) if self.listed else ()

    def allows(self, value: Any) -> bool:
        return whole(*self._ends)(value)

    def offers(self) -> Sequence[Any]:
        return list(self.listed) or range(self._ends[0], self._ends[1] + 1)

    @property
    def _ends(self) -> tuple[int, int]:
        low, high = self.bounds or (0, 0)
        return int(low or 0), int(high or 0)

    def typed(self, value: Any, lang: str) -> str:  # noqa: ARG002
        return str(value)

    def read(self, typed: Any) -> Any:
        text = re.sub(r"\s", "", str(typed))
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else typed


class YesNo(Option, param.Boolean[Any]):  # type: ignore[misc]
    """Yes or no; the published rule is listed first."""

    __slots__ = ["front"]

    def __init__(self, default: bool = False, front: bool = False) -> None:
        self.front = front
        super().__init__(default)

    def allows(self, value: Any) -> bool:
        return flag(value)

    def offers(self) -> Sequence[Any]:
        return (self.default, not self.default)


class OneOf(Option, param.Selector[Any]):  # type: ignore[misc]
    """One of these values; the first is the published one."""

    __slots__ = ["front"]

    def __init__(self, *values: Any, front: bool = False) -> None:
        self.front = front
        super().__init__(default=values[0], objects=list(values))

    def allows(self, value: Any) -> bool:
        return one_of(*self.objects)(value)

    def offers(self) -> Sequence[Any]:
        return list(self.objects)


class First(OneOf):
    """Who begins: a way to find out, or the seat of a team, in words by the letter of its badge."""

    def says(self, value: Any, lang: str) -> str:
        if type(value) is int:
            return i18n.text("games.seat", lang, n=chr(ord("A") + value))
        return super().says(value, lang)


class CustomOption(Option, param.Parameter[Any]):  # type: ignore[misc]
    """Base of options other than numbers, flags and words."""

    __slots__ = ["front", "since"]

    def __init__(self, default: Any = None, front: bool = False, since: int = 1) -> None:
        self.front, self.since = front, since
        super().__init__(default=default, allow_None=True)


class Figure(CustomOption):
    """A figure of the edition, including a teacher's own."""

    def allows(self, value: Any) -> bool:
        return type(value) is str and value in data.figures()

    def offers(self) -> Sequence[Any]:
        first = self.usual if isinstance(self.usual, list) else [self.usual]
        return list(dict.fromkeys([*first, *(figure for _, named in data.themes() for figure in named)]))

    def figures(self, value: Any) -> Collection[str]:
        named = value if type(value) is list else [value]
        return [name for name in named if type(name) is str]

    def themes(self, lang: str) -> list[tuple[str, list[int]]]:
        values = list(self.offers())
        return [
            (i18n.text(f"data.theme.{theme}", lang), [values.index(figure) for figure in named])
            for theme, named in data.themes()
            if named
        ]

    def says(self, value: Any, lang: str) -> str:
        return data.column(value).label[lang] if self.allows(value) else super().says(value, lang)


class Figures(Figure):
    """One or more figures; *usual*: those used if none are given."""

    __slots__ = ["_usual"]
    several = True

    def __init__(self, usual: Sequence[str], given: bool = True, **more: Any) -> None:
        """*given*: the usual figures are the default value itself."""
        self._usual = list(usual)
        super().__init__(list(usual) if given else None, **more)

    @property
    def usual(self) -> list[str]:
        return self._usual

    def allows(self, value: Any) -> bool:
        return texts(value) and set(value) <= set(data.figures())

    def says(self, value: Any, lang: str) -> str:
        return Option.says(self, value, lang) if type(value) is list else data.column(value).label[lang]


class _Names(ParameterizedMetaclass):
    """Metaclass that makes a class of options a mapping: name → option."""

    def __iter__(cls) -> Iterator[str]:
        return iter(_declared(cls))

    def __contains__(cls, name: object) -> bool:
        return name in _declared(cls)

    def __getitem__(cls, name: str) -> Any:
        return _declared(cls)[name]

    def get(cls, name: str) -> Any:
        return _declared(cls).get(name)

    def keys(cls) -> Any:
        return _declared(cls).keys()

    def items(cls) -> Any:
        return _declared(cls).items()


class GameOptions(param.Parameterized, metaclass=_Names):
    """The options of one game, in the order of the form."""

    game: ClassVar[str] = ""  # its id

    @classmethod
    def label(cls, name: str, lang: str) -> str:
        return i18n.text(f"{cls.game}.option.{name}.label", lang)

    @classmethod
    def must(cls, name: str, lang: str) -> str:
        return i18n.text(f"{cls.game}.option.{name}.must", lang)

    @classmethod
    def named_figures(cls, options: Mapping[str, Any]) -> list[str]:
        """The figures that these options name."""
        return [name for key, option in cls.items() if key in options for name in option.figures(options[key])]

    @classmethod
    def takes_figures(cls) -> bool:
        """Whether the game can be played with a teacher's own figures."""
        return any(type(option).figures is not Option.figures for _, option in cls.items())


@cache
def _declared(cls: type[GameOptions]) -> Mapping[str, Any]:
    return {name: found for name, found in cls.param.objects("existing").items() if isinstance(found, Option)}


def split(text: str) -> list[str]:
    """Split a typed list at commas, semicolons or line breaks."""
    return [name for part in re.split(r"[,;\n]", text) if (name := part.strip()[:LONGEST])]


def countries(typed: Any) -> Any:
    """Parse country names in any language of the table to their codes."""
    return [data.find_country(name) for name in split(typed)] if type(typed) is str else typed


def cities(typed: Any) -> Any:
    """Parse city names in any language of the table to their ids."""
    return [_find_city(name) for name in split(typed)] if type(typed) is str else typed


def _find_city(name: str) -> str:
    known: dict[str, str] = {}
    for city in data.cities_by_id().values():
        known |= {plain(word): city.id for word in (city.id, city.name_en, city.name_fr)}
    if plain(name) not in known:
        names = (city.words(lang) for city in data.cities_by_id().values() for lang in i18n.LANGUAGES)
        raise data.UnknownName.of("city", name, names)
    return known[plain(name)]


def named_cities(ids: Sequence[str], lang: str) -> str:
    return ", ".join(data.cities_by_id()[city].words(lang) for city in ids)


def named_countries(isos: Sequence[str], lang: str) -> str:
    return ", ".join(data.Country(iso).words(lang) for iso in isos)
