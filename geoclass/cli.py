"""``geoclass serve | rooms | simulate | replay | export | play``."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from tqdm import tqdm

from geoclass import __version__, bots, games, i18n
from geoclass.games.rng import Rng
from geoclass.games.tell import tell
from geoclass.rooms import Hall, Room
from geoclass.simulate import Report, simulate


class Stop(Exception):
    """Ends the command with a sentence."""


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    with i18n.use(args.lang or spoken()):
        try:
            return int(args.run(args) or 0)
        except (Stop, games.Refusal) as sentence:
            print(sentence, file=sys.stderr)
            return 2
        except (KeyboardInterrupt, EOFError):
            print()
            return 130


def spoken() -> str:
    """The language of this machine's user, as far as we speak it."""
    for name in ("GEOCLASS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].startswith("fr") else "en"
    return "en"


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--lang", choices=i18n.LANGUAGES, help="language (default: this machine's)")
    parser = argparse.ArgumentParser(prog="geoclass", description="Five geography board games for a whole class.")
    parser.add_argument("--version", action="version", version=f"geoclass {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Any, summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary, parents=[common])
        added.set_defaults(run=run)
        return added

    serve = command("serve", _serve, "start the classroom server")
    serve.add_argument("--port", type=int, default=5006)
    serve.add_argument("--local", action="store_true", help="for this computer only, without phones of the network")
    serve.add_argument("--data-dir", type=Path, help="where rooms are kept (default: the user's data folder)")
    serve.add_argument("--open", action="store_true", help="open a browser where there is one")
    serve.add_argument("--new-key", action="store_true", help="make a new teacher's key: the old one opens nothing")

    rooms = command("rooms", _rooms, "list, export and delete the rooms of this computer")
    rooms.add_argument("--data-dir", type=Path, help="where rooms are kept (default: the user's data folder)")
    what = rooms.add_subparsers(required=True, metavar="WHAT", dest="what")
    what.add_parser("list", help="all rooms, the latest first")
    export = what.add_parser("export", help="the logs of a room's games, as JSON")
    export.add_argument("code")
    export.add_argument("--to", type=Path, metavar="FILE", help="into a file (default: the terminal)")
    what.add_parser("delete", help="delete a room for good").add_argument("code")
    purge = what.add_parser("purge", help="delete the rooms in which nothing has happened for long")
    purge.add_argument("--older-than", required=True, metavar="AGE", help="such as 30d or 12h")

    sim = command("simulate", _simulate, "let bots play many games, and count")
    sim.add_argument("game", choices=games.GAMES)
    sim.add_argument("--teams", type=int, default=4)
    sim.add_argument("--games", type=int, default=100)
    sim.add_argument("--seed", type=int, default=1)
    sim.add_argument("--bots", default="good", help="levels seat by seat: random, pupil, keen, geographer (= good)")
    sim.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="an option of the game")
    sim.add_argument("--preset", help="a preset of the game's options, such as lesson")
    sim.add_argument("--json", action="store_true", help="print the figures as JSON")

    replay = command("replay", _replay, "tell a game from its log")
    replay.add_argument("log", type=Path)
    replay.add_argument("--json", action="store_true", help="print every seat's view after each move, a line each")

    save = command("export", _save, "write a game, from its log, as JSON, CSV, XLSX or a page to print")
    save.add_argument("log", type=Path)
    save.add_argument("--to", type=Path, required=True, metavar="FILE", help="its end says how: .json .csv .xlsx .html")
    save.add_argument("--game", type=int, metavar="N", help="which game of a room's file (default: the latest)")
    save.add_argument("--no-names", action="store_true", help="letters instead of the names of teams")

    play = command("play", _play, "play against bots in the terminal")
    play.add_argument("game", choices=games.GAMES)
    play.add_argument("--teams", type=int)
    play.add_argument("--bots", default="pupil", help="level of the bots")
    play.add_argument("--seed", type=int)
    play.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="an option of the game")
    play.add_argument("--preset", help="a preset of the game's options, such as lesson")
    return parser


def _serve(args: argparse.Namespace) -> None:
    from geoclass.ui.serve import NotServed, serve  # Panel is loaded for this command alone

    try:
        serve(
            args.port,
            local=args.local,
            lang=args.lang,
            data_dir=args.data_dir,
            show=args.open,
            new_key=args.new_key,
        )
    except NotServed as why:
        raise Stop(str(why)) from None


# rooms


def _rooms(args: argparse.Namespace) -> None:
    hall = Hall.at(args.data_dir)
    if args.what == "list":
        for room in hall.rooms():
            game, changed = i18n.text(f"{room.game}.name"), room.changed[:16].replace("T", " ")
            print(
                i18n.text(
                    "serve.rooms.line", code=room.code, game=game, n=room.moves, changed=changed, teams=room.teams
                )
            )
        if not hall.rooms():
            print(i18n.text("serve.rooms.none"))
    elif args.what == "export":
        _export(hall.room(args.code), args.to)
    elif args.what == "delete":
        code = hall.room(args.code).code
        hall.delete(code)
        print(i18n.text("serve.rooms.deleted", code=code))
    else:
        print(i18n.text("serve.rooms.purged", n=len(hall.purge(_age(args.older_than)))))


def _export(room: Room, to: Path | None) -> None:
    logs = json.dumps(room.logs(), ensure_ascii=False, indent=2)
    if to is None:
        print(logs)
        return
    try:
        to.write_text(logs + "\n", "utf-8")
    except OSError as error:
        raise Stop(i18n.text("serve.rooms.not_written", path=str(to), why=error.strerror or "")) from None
    print(i18n.text("serve.rooms.exported", code=room.code, path=str(to)))


def _age(said: str) -> timedelta:
    unit = {"d": "days", "h": "hours"}.get(said[-1:])
    if unit is None or not said[:-1].isdecimal() or len(said) > 6:
        raise Stop(i18n.text("serve.rooms.age", age=said))
    return timedelta(**{unit: int(said[:-1])})


# simulate


def _simulate(args: argparse.Namespace) -> None:
    if args.games < 1:
        raise Stop(i18n.text("cli.no_games"))
    levels = args.bots.split(",")
    for level in levels:
        if level not in (*bots.LEVELS, "good"):
            raise Stop(i18n.text("cli.level", level=level, levels=[*bots.LEVELS, "good"]))
    options = _options(args)
    report = simulate(
        args.game, args.teams, args.games, args.seed, levels, options, lambda numbers: tqdm(numbers, disable=None)
    )
    print(json.dumps(report.as_dict(), indent=2) if args.json else _table(report))


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of the preset, and those given one by one."""
    presets = games.game_type(args.game).presets
    if args.preset is not None and args.preset not in presets:
        raise Stop(i18n.text("cli.preset", preset=args.preset, presets=list(presets) or "–"))
    options = dict(presets.get(args.preset, {}))
    for given in args.option:
        name, _, value = given.partition("=")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value  # a bare word
    return options


def _table(report: Report) -> str:
    lines = [i18n.text("cli.simulated", game=report.game, n=report.games)]
    width = max(len(level) for level in report.bots)
    lines += [
        i18n.text(
            "cli.seat",
            seat=seat,
            bot=level.ljust(width),
            wins=round(100 * report.wins[seat] / report.games, 1),
            mean=score.mean,
            sd=score.sd,
        )
        for seat, (level, score) in enumerate(zip(report.bots, report.scores, strict=True))
    ]
    for what in ("turns", "rounds", "moves"):
        lines.append(i18n.text(f"cli.{what}", **vars(getattr(report, what))))
    lines += [i18n.text("cli.ending", how=how or "–", n=count) for how, count in report.endings.items()]
    return "\n".join(lines)


# replay


def _replay(args: argparse.Namespace) -> None:
    log = _read_log(args.log)
    game = games.replay({"setup": log.get("setup"), "moves": []})
    if args.json:
        print(_views(game, None))
    for number, move in enumerate(log.get("moves", []), 1):
        try:
            words = game.say(move) if isinstance(move, dict) and move.get("move") in game.moves else ""
            game.play(move)
        except games.IllegalMove as refusal:
            raise Stop(i18n.text("cli.bad_move", number=number, why=refusal.text())) from None
        print(_views(game, move) if args.json else f"{number}. {words}")
    if not args.json:
        print(*tell(game.view(None)), sep="\n")


def _read_log(path: Path) -> dict[str, Any]:
    try:
        log = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Stop(i18n.text("cli.no_file", path=str(path), why=error.strerror or "")) from None
    except ValueError:
        raise Stop(i18n.text("games.setup.not_a_log")) from None
    if not isinstance(log, dict):
        raise Stop(i18n.text("games.setup.not_a_log"))
    return log


def _views(game: games.Game, move: games.Move | None) -> str:
    views = {"projector": game.view(None)} | {str(seat): game.view(seat) for seat in range(len(game.players))}
    return json.dumps({"move": move, "views": views}, ensure_ascii=False)


# export


def _save(args: argparse.Namespace) -> None:
    from geoclass import review  # pandas is loaded for this command alone

    logs = review.read_all(args.log)
    if args.game is not None and not 1 <= args.game <= len(logs):
        raise Stop(i18n.text("review.export.no_such_game", n=len(logs)))
    if args.game is None and len(logs) > 1:
        print(i18n.text("review.export.several", n=len(logs)))
    path = review.save(logs[(args.game or len(logs)) - 1], args.to, names=not args.no_names)
    print(i18n.text("review.export.done", path=str(path)))


# play


def _play(args: argparse.Namespace) -> None:
    engine = games.game_type(args.game)
    teams = args.teams or max(3, engine.teams[0])
    you = i18n.text("cli.you")
    names = [you, *(f"{i18n.text('cli.bot')} {seat}" for seat in range(1, teams))]
    game = games.new(args.game, names, args.seed, _options(args))
    rng = Rng(game.setup["seed"], "terminal")
    others = {seat: bots.make(args.game, args.bots, rng.below(2**48)) for seat in range(1, teams)}
    while game.actors:
        seat = game.actors[0]
        if seat in others:
            events = game.play(others[seat].choose(game.view(seat), game.legal(seat)))
        else:
            print("", *tell(game.view(0)), sep="\n")
            events = _your_move(game)
        print(*(line for event in events if (line := _said(game, event))), sep="\n")
    print("", *tell(game.view(0)), sep="\n")


def _said(game: games.Game, event: games.Event) -> str:
    return game.say(event) if f"{game.id}.event.{event['event']}" in i18n.sentences(i18n.language()) else ""


def _your_move(game: games.Game) -> list[games.Event]:
    """Ask until a legal move comes: the number of one, or its name and fields (``guess 5000000``)."""
    legal, told = game.legal(0), set[str]()
    for number, move in enumerate(legal, 1):
        if (words := game.say(move)) not in told:  # answers on the map read alike
            told.add(words)
            print(f"  {number:3} {words}")
    while True:
        said = input(i18n.text("cli.prompt") + " ").strip()
        try:
            return game.play(_meant(said, legal, game.moves))
        except games.IllegalMove as refusal:
            print(refusal)


def _meant(said: str, legal: list[games.Move], kinds: Mapping[str, Any]) -> games.Move:
    if said.isdecimal() and 1 <= int(said) <= len(legal):
        return legal[int(said) - 1]
    kind, _, rest = said.partition(" ")
    wanted = [move.keys() - {"seat", "move"} for move in legal if move["move"] == kind]
    for fields in sorted(_ways(kinds.get(kind, {})), key=lambda way: way.keys() not in wanted):
        values = _values(rest, fields)
        if values is not None:
            return {"seat": 0, "move": kind} | values
    return {"seat": 0, "move": kind}


def _ways(fields: Any) -> Iterator[Mapping[str, Any]]:
    yield from fields if isinstance(fields, tuple) else (fields,)


def _values(rest: str, fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """The fields of a move out of what was typed after its name; the last text or list takes all that is left."""
    words: list[str] = rest.split()
    values: dict[str, Any] = {}
    for place, (name, kind) in enumerate(fields.items()):
        last = place == len(fields) - 1
        if isinstance(kind, list):
            values[name], words = (words, []) if last else (words[:2], words[2:])
        elif kind is int and words and words[0].lstrip("-").isdecimal():
            values[name] = int(words.pop(0))
        elif kind is bool and words and words[0] in ("true", "false"):
            values[name] = words.pop(0) == "true"
        elif kind is str and words:
            values[name], words = (" ".join(words), []) if last else (words[0], words[1:])
        else:
            return None
    return None if words else values
