"""How a setup is read: strictly, with every option written out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from geoclass import data, i18n
from geoclass.games.editions import in_edition
from geoclass.games.refusals import BadSetup, OtherRules, named, printed
from geoclass.games.text import is_written

if TYPE_CHECKING:
    from geoclass.games.base import Game


def copied(value: Any) -> Any:
    """Copy plain data: dicts and lists of immutable values."""
    if type(value) is dict:
        return {name: copied(item) for name, item in value.items()}
    return [copied(item) for item in value] if type(value) is list else value


def checked(game: "type[Game]", setup: Mapping[str, Any]) -> dict[str, Any]:
    """Validate *setup* and fill in all options. Raises `BadSetup`."""
    for key in setup:
        if key not in ("game", "edition", "figures", "rules", "players", "seed", "options", *game.orders):
            raise BadSetup("games.setup.unknown_key", key=named(key))
    rules = setup.get("rules", 1)  # absent in logs of the first version
    if type(rules) is not int or (rules != game.rules and rules not in game.plays):
        raise OtherRules("games.setup.rules", rules=named(rules), here=game.rules)
    edition, players = _checked_edition(setup), _checked_players(game, setup.get("players"))
    seed = setup.get("seed")
    if type(seed) is not int or abs(seed) >= 1 << 64:
        raise BadSetup("games.setup.seed")
    given = _checked_options(game, setup.get("options"), edition)
    published = {name: option.published for name, option in game.options.items() if option.since <= rules}
    orders = {name: _order_copied(setup[name]) for name in game.orders if setup.get(name) is not None}
    return {
        "game": game.id,
        "edition": edition,
        "rules": rules,
        "players": players,
        "seed": seed,
        "options": copied(published | given),
        **orders,
    }


def _checked_edition(setup: Mapping[str, Any]) -> str:
    """The setup's edition; registers the figures that the setup carries."""
    try:
        data.take_carried(setup.get("figures", {}))
    except data.DataError as why:
        raise BadSetup("games.setup.figures", why=why) from None
    edition = setup.get("edition", data.EDITION)
    if edition != data.EDITION and not data.has_edition(edition):
        raise BadSetup("games.setup.edition", edition=named(edition))
    return str(edition)


def _checked_players(game: "type[Game]", players: Any) -> list[str]:
    if type(players) is not list or not all(map(is_written, players)):
        raise BadSetup("games.setup.players")
    if len(players) not in game.teams:
        raise BadSetup("games.setup.teams", low=game.teams[0], high=game.teams[-1], n=len(players))
    return players.copy()


def _checked_options(game: "type[Game]", options: Any, edition: str) -> dict[str, Any]:
    """The options that have a value, each valid in this edition."""
    if options is None:
        return {}
    if type(options) is not dict:
        raise BadSetup("games.setup.options")
    with in_edition(data.edition(edition)):
        for name, value in options.items():
            if name not in game.options:
                raise BadSetup("games.setup.unknown_option", option=named(name))
            if value is not None and not game.options[name].allows(value):
                raise bad_option(game.id, name, value)
    return {name: value for name, value in options.items() if value is not None}


def bad_option(game: str, name: str, value: Any) -> BadSetup:
    return BadSetup("games.setup.bad_option", option=name, value=printed(value), must=MustBe(game, name))


@dataclass(frozen=True)
class MustBe:
    """What values an option takes, in words."""

    game: str
    option: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(f"{self.game}.option.{self.option}.must", lang)


def _order_copied(order: Any) -> Any:
    """Copy a list of cards, or lists of them per seat; anything else is passed on for the engine to refuse."""
    return [item.copy() if type(item) is list else item for item in order] if type(order) is list else order
