"""The parser of the command line; all messages are in the user's language, argparse's own included."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NoReturn

from geoclass import __version__, bots, games, i18n

HERE = ("127.0.0.1", "::1")


def spoken(argv: Sequence[str]) -> str:
    """The language given on the command line, or the user's, if supported."""
    for word, value in zip(argv, [*argv[1:], ""], strict=False):
        asked = value if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if asked in i18n.LANGUAGES:
            return asked
    for name in ("GEOCLASS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].startswith("fr") else "en"
    return "en"


class Parser(argparse.ArgumentParser):
    """A parser with translated headings and errors; every command takes ``--lang``."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"formatter_class": _Help} | how | {"add_help": False})
        self._positionals.title, self._optionals.title = _words("positionals"), _words("options")
        self.add_argument("-h", "--help", action="help", help=_words("help"))
        speaks = "|".join(i18n.LANGUAGES)
        self.add_argument("--lang", type=_lang, metavar=speaks, default=argparse.SUPPRESS, help=_words("lang"))
        self.set_defaults(parser=self)

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        """Parse *argv*. An unknown argument is refused by its own command, whose usage helps."""
        args, unknown = self.parse_known_args(argv)
        if unknown:
            args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        return args

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{_in_our_words(message)}\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """As in argparse, but an error such as a full disk is not ignored."""
        print(message, end="", file=file or sys.stderr)


class _Help(argparse.HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _words("usage") + " " if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        gap = "\u00a0" if i18n.language() == "fr" else ""  # before argparse's colon
        super().start_section(heading and heading + gap)


# argparse's message → key of our sentence
_SAID = {
    r"the following arguments are required: (?P<names>.*)": "required",
    r"unrecognized arguments: (?P<names>.*)": "unrecognized",
    r"ambiguous option: (?P<name>.*) could match (?P<names>.*)": "ambiguous",
    r"argument (?P<name>[^:]*): expected one argument": "no_value",
    r"argument (?P<name>[^:]*): ignored explicit argument (?P<value>.*)": "too_much",
    r"argument (?P<name>[^:]*): invalid choice: (?P<value>.*) \(choose from (?P<names>.*)\)": "choice",
    r"argument (?P<name>[^:]*): (?P<why>.*)": "value",
}


def _in_our_words(message: str) -> str:
    for said, key in _SAID.items():
        if found := re.fullmatch(said, message, re.DOTALL):
            return i18n.text(f"cli.argument.{key}", **{k: v.replace("'", "") for k, v in found.groupdict().items()})
    return message


def _words(key: str, **params: Any) -> str:
    return i18n.text(f"cli.help.{key}", **params).replace("%", "%%")


def _default(key: str, default: Any) -> str:
    return _words("with_default", what=_words(key), default=str(default))


def _whole(said: str) -> int:
    """Parse a whole number, cut to a length that is already too large for anything."""
    if not re.fullmatch(r"[-+]?\d+", said):
        raise argparse.ArgumentTypeError(i18n.text("cli.argument.whole", value=said))
    return int(said[:100])


def _proxies(said: str) -> tuple[str, ...]:
    try:
        return tuple(str(ip_address(address.strip())) for address in said.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(i18n.text("cli.argument.proxies", value=said)) from None


def _processes(said: str) -> int:
    if not 1 <= (n := _whole(said)) <= 64:
        raise argparse.ArgumentTypeError(i18n.text("cli.argument.processes"))
    return n


def _game(said: str) -> str:
    try:
        return games.game_type(said).id
    except games.BadSetup as unknown:
        raise argparse.ArgumentTypeError(unknown.text()) from None


def _lang(said: str) -> str:
    if said not in i18n.LANGUAGES:
        raise argparse.ArgumentTypeError(i18n.text("cli.argument.lang", value=said))
    return said


def parser() -> Parser:
    """The parser, in the current language; ``run`` names the command."""
    main = Parser(prog="geoclass", description=_words("geoclass"))
    main.add_argument("--version", action="version", version=f"geoclass {__version__}", help=_words("version"))
    commands = main.add_subparsers(required=True, metavar=_words("command"), title=_words("commands"), dest="run")

    def command(name: str) -> Parser:
        return commands.add_parser(name, help=_words(name), description=_words(name))

    _serve(command("serve"))
    _rooms(command("rooms"))
    _figures(command("figures"))
    _lessons(command("lessons"))
    _simulate(command("simulate"))
    replay = command("replay")
    _log(replay)
    replay.add_argument("--json", action="store_true", help=_words("views"))
    _export(command("export"))
    _play(command("play"))
    return main


def _serve(serve: Parser) -> None:
    serve.add_argument("--port", type=_whole, default=5006, metavar="N", help=_default("port", 5006))
    serve.add_argument("--local", action="store_true", help=_words("local"))
    _data_dir(serve)
    _store(serve)
    serve.add_argument("--processes", type=_processes, default=1, metavar="N", help=_default("processes", 1))
    believed: dict[str, Any] = {"type": _proxies, "nargs": "?", "const": HERE, "default": ()}
    serve.add_argument("--behind-proxy", metavar=_words("addresses"), help=_words("behind_proxy"), **believed)
    serve.add_argument("--public-url", metavar="https://…", help=_words("public_url"))
    serve.add_argument(
        "--teachers", choices=("key", "anyone"), default="key", metavar="key|anyone", help=_default("teachers", "key")
    )
    serve.add_argument("--open", action="store_true", help=_words("open"))
    serve.add_argument("--new-key", action="store_true", help=_words("new_key"))


def _data_dir(command: Parser, default: Any = None) -> None:
    folder = _words("folder")
    command.add_argument("--data-dir", type=Path, metavar=folder, default=default, help=_words("data_dir"))


def _store(command: Parser, default: Any = None) -> None:
    command.add_argument("--store", metavar="redis://…", default=default, help=_words("store"))


def _subcommands(group: Parser, prefix: str) -> Callable[[str], Parser]:
    """A function that adds subcommands to *group*; all take a folder and a store. *prefix*: of their sentences."""
    _data_dir(group)
    _store(group)
    what = group.add_subparsers(required=True, metavar=_words("what"), title=_words("commands"), dest="what")

    def command(name: str) -> Parser:
        about = _words(f"{prefix}_{name}")
        added = what.add_parser(name, help=about, description=about)
        _data_dir(added, default=argparse.SUPPRESS)
        _store(added, default=argparse.SUPPRESS)
        return added

    return command


def _rooms(rooms: Parser) -> None:
    command = _subcommands(rooms, "rooms")
    command("list")
    export = command("export")
    export.add_argument("code", metavar="CODE")
    export.add_argument("--to", type=Path, metavar=_words("file"), help=_words("rooms_to"))
    command("delete").add_argument("code", metavar="CODE")
    command("key")
    copy = command("copy")
    copy.add_argument("--to", required=True, metavar=_words("place"), help=_words("copy_to"))
    purge = command("purge")
    purge.add_argument("--older-than", required=True, metavar=_words("age"), help=_words("older_than"))


def _figures(figures: Parser) -> None:
    command = _subcommands(figures, "figures")
    add = command("add")
    add.add_argument("file", type=Path, metavar=_words("file"))
    add.add_argument("--year", type=_whole, action="append", default=[], metavar="N", help=_words("figures_year"))
    add.add_argument("--dry-run", action="store_true", help=_words("figures_dry_run"))
    command("list")
    command("remove").add_argument("name", metavar=_words("name"))


def _lessons(lessons: Parser) -> None:
    command = _subcommands(lessons, "lessons")
    command("list")
    export = command("export")
    export.add_argument("key", metavar="KEY")
    export.add_argument("--to", type=Path, metavar=_words("file"), help=_words("rooms_to"))
    command("import").add_argument("file", type=Path, metavar=_words("file"))
    command("remove").add_argument("key", metavar="KEY")


def _simulate(simulate: Parser) -> None:
    simulate.add_argument("game", type=_game, metavar=_words("game"), help=_words("games", games=list(games.GAMES)))
    simulate.add_argument("--teams", type=_whole, default=4, metavar="N", help=_default("teams", 4))
    simulate.add_argument("--games", type=_whole, default=100, metavar="N", help=_default("how_many", 100))
    simulate.add_argument("--seed", type=_whole, default=1, metavar="N", help=_default("seed", 1))
    simulate.add_argument("--bots", default="good", metavar=_words("levels"), help=_levels("good"))
    _options(simulate)
    simulate.add_argument("--json", action="store_true", help=_words("json"))


def _play(play: Parser) -> None:
    play.add_argument("game", type=_game, metavar=_words("game"), help=_words("games", games=list(games.GAMES)))
    play.add_argument("--teams", type=_whole, metavar="N", help=_default("teams_and_you", 3))
    play.add_argument("--bots", default="pupil", metavar=_words("levels"), help=_levels("pupil"))
    play.add_argument("--seed", type=_whole, metavar="N", help=_words("seed_by_chance"))
    _options(play)


def _levels(default: str) -> str:
    return _words("with_default", what=_words("bots", levels=", ".join(bots.LEVELS)), default=default)


def _options(command: Parser) -> None:
    given = _words("name_value")
    command.add_argument("--option", action="append", default=[], metavar=given, help=_words("option"))
    command.add_argument("--preset", metavar=_words("name"), help=_words("preset"))
    _data_dir(command)


def _log(command: Parser) -> None:
    command.add_argument("log", type=Path, metavar=_words("log"), help=_words("log_file"))
    command.add_argument("--game", type=_whole, metavar="N", help=_words("which_game"))


def _export(export: Parser) -> None:
    _log(export)
    export.add_argument("--to", type=Path, required=True, metavar=_words("file"), help=_words("to"))
    export.add_argument("--no-names", action="store_true", help=_words("no_names"))
