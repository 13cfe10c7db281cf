"""``geoclass serve | rooms | simulate | replay | export | play``."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from geoclass import arguments, bots, games, i18n, oswords


class Stop(Exception):
    """Ends the command with a sentence."""


def run(argv: Sequence[str]) -> int:
    """Run the command that *argv* asks for; the exit code."""
    lang = arguments.spoken(argv)
    with i18n.use(lang):
        try:
            args = arguments.parser().read(argv)
        except SystemExit as done:  # help was asked for, or something is wrong and has been said
            return int(done.code or 0)
    with i18n.use(getattr(args, "lang", lang)):
        try:
            return _COMMANDS[args.run](args) or 0
        except (Stop, games.Refusal) as sentence:
            print(sentence, file=sys.stderr)
            return 2
        except (KeyboardInterrupt, EOFError):
            print("", i18n.text("cli.stopped"), sep="\n", file=sys.stderr)
            return 130


def _serve(args: argparse.Namespace) -> None:
    from geoclass.ui.serve import NotServed, serve  # Panel is loaded for this command alone

    try:
        serve(
            args.port,
            local=args.local,
            lang=getattr(args, "lang", None),
            data_dir=args.data_dir,
            show=args.open,
            new_key=args.new_key,
        )
    except NotServed as why:
        raise Stop(str(why)) from None


# rooms


def _rooms(args: argparse.Namespace) -> None:
    from geoclass.rooms import Hall

    hall = Hall.at(args.data_dir)
    if args.what == "list":
        for one in hall.rooms():
            game, changed = i18n.text(f"{one.game}.name"), one.changed[:16].replace("T", " ")
            about = {"code": one.code, "game": game, "n": one.moves, "changed": changed, "teams": one.teams}
            print(i18n.text("serve.rooms.line", **about))
        if not hall.rooms():
            print(i18n.text("serve.rooms.none"))
    elif args.what == "export":
        room = hall.room(args.code)
        _write(room.code, json.dumps(room.logs(), ensure_ascii=False, indent=2), args.to)
    elif args.what == "delete":
        code = hall.room(args.code).code
        hall.delete(code)
        print(i18n.text("serve.rooms.deleted", code=code))
    else:
        print(i18n.text("serve.rooms.purged", n=len(hall.purge(_age(args.older_than)))))


def _write(code: str, logs: str, to: Path | None) -> None:
    if to is None:
        print(logs)
        return
    try:
        to.write_text(logs + "\n", "utf-8")
    except OSError as error:
        raise Stop(i18n.text("serve.rooms.not_written", path=str(to), why=oswords.why(error))) from None
    print(i18n.text("serve.rooms.exported", code=code, path=str(to)))


def _age(said: str) -> timedelta:
    unit = {"d": "days", "h": "hours"}.get(said[-1:])
    if unit is None or not said[:-1].isdecimal() or len(said) > 6:
        raise Stop(i18n.text("serve.rooms.age", age=said))
    return timedelta(**{unit: int(said[:-1])})


# simulate


def _simulate(args: argparse.Namespace) -> None:
    from tqdm import tqdm

    from geoclass.simulate import simulate

    if args.games < 1:
        raise Stop(i18n.text("cli.no_games"))
    _check_teams(args.game, args.teams)
    levels, options = _levels(args.bots, args.teams), _options(args)
    report = simulate(
        args.game, args.teams, args.games, args.seed, levels, options, lambda numbers: tqdm(numbers, disable=None)
    )
    print(json.dumps(report.as_dict(), indent=2) if args.json else _table(report))


def _check_teams(game: str, teams: int) -> None:
    """Before anything is made for each of them."""
    allowed = games.game_type(game).teams
    if teams not in allowed:
        raise games.BadSetup("games.setup.teams", low=allowed[0], high=allowed[-1], n=teams)


def _levels(said: str, seats: int) -> list[str]:
    """The levels of bots, seat by seat; the last one is for all seats left."""
    levels, known = [level.strip().casefold() for level in said.split(",")], [*bots.LEVELS, "good"]
    for level in levels:
        if level not in known:
            raise Stop(i18n.text("cli.level", level=level, levels=known))
    if len(levels) > seats:
        raise Stop(i18n.text("cli.too_many_levels", given=len(levels), n=seats))
    return levels


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of the preset, and those given one by one."""
    engine = games.game_type(args.game)
    if args.preset is not None and args.preset not in engine.presets:
        raise Stop(i18n.text("cli.preset", preset=args.preset, presets=list(engine.presets) or "–"))
    options = dict(engine.presets.get(args.preset, {}))
    for given in args.option:
        name, is_there, value = given.partition("=")
        if name not in engine.options:
            raise Stop(i18n.text("cli.option", option=name, options=list(engine.options)))
        if not is_there:
            raise Stop(i18n.text("cli.option_value", option=name))
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value  # a bare word
    return options


def _table(report: Any) -> str:
    lines = [i18n.text("cli.simulated", game=i18n.text(f"{report.game}.name"), n=report.games)]
    levels = [i18n.text(f"cli.bot.{level}") for level in report.bots]
    width = max(map(len, levels))
    lines += [
        i18n.text(
            "cli.seat",
            seat=seat,
            bot=level.ljust(width),
            wins=round(100 * report.wins[seat] / report.games, 1),
            mean=score.mean,
            sd=score.sd,
        )
        for seat, (level, score) in enumerate(zip(levels, report.scores, strict=True))
    ]
    for what in ("turns", "rounds", "moves"):
        lines.append(i18n.text(f"cli.{what}", **vars(getattr(report, what))))
    lines += [i18n.text("cli.ending", how=_ending(how), n=count) for how, count in report.endings.items()]
    return "\n".join(lines)


def _ending(how: str) -> str:
    return i18n.text(f"cli.end.{how}") if f"cli.end.{how}" in i18n.sentences("en") else how or "–"


# replay and export


def _replay(args: argparse.Namespace) -> None:
    from geoclass.games.tell import tell
    from geoclass.terminal.asking import say
    from geoclass.terminal.telling import move_in_words, outcome, row_of

    log = _log(args)
    game = games.replay(log | {"moves": []})
    if args.json:
        print(_views(game, None))
    for number, move in enumerate(log["moves"], 1):
        row, shown = ([] if args.json else row_of(game)), game.turned
        events = game.play(move)
        if args.json:
            print(_views(game, move))
            continue
        said = move_in_words(game, move)
        say(f"{number}. {said}", *(f"   {line}" for line in outcome(game, events, row, shown) if line != said))
    if not args.json:
        say(*tell(game.view(None)))


def _log(args: argparse.Namespace) -> games.Log:
    """The log that the file holds; of several the one asked for, or the latest."""
    from geoclass import review

    try:
        logs = review.parse(args.log.read_bytes())
    except OSError as error:
        raise Stop(i18n.text("cli.no_file", path=str(args.log), why=oswords.why(error))) from None
    except review.BadLog as bad:
        raise Stop(f"{args.log.name}: {bad}") from None
    if args.game is not None and not 1 <= args.game <= len(logs):
        raise Stop(i18n.text("review.export.no_such_game", n=len(logs)))
    if args.game is None and len(logs) > 1:
        print(i18n.text("review.export.several", n=len(logs)), file=sys.stderr if args.run == "replay" else sys.stdout)
    return logs[(args.game or len(logs)) - 1]


def _views(game: games.Game, move: games.Move | None) -> str:
    views = {"projector": game.view(None)} | {str(seat): game.view(seat) for seat in range(len(game.players))}
    return json.dumps({"move": move, "views": views}, ensure_ascii=False)


def _export(args: argparse.Namespace) -> None:
    from geoclass import review

    path = review.save(_log(args), args.to, names=not args.no_names)
    print(i18n.text("review.export.done", path=str(path)))


# play


def _play(args: argparse.Namespace) -> int:
    from geoclass.games.rng import Rng
    from geoclass.terminal import play, team_names

    teams = max(3, games.game_type(args.game).teams[0]) if args.teams is None else args.teams
    _check_teams(args.game, teams)
    levels = _levels(args.bots, teams - 1)
    game = games.new(args.game, team_names(teams), args.seed, _options(args))
    rng = Rng(game.setup["seed"], "terminal")
    levels += levels[-1:] * (teams - 1 - len(levels))
    return play(game, {seat: bots.make(args.game, level, rng.below(2**48)) for seat, level in enumerate(levels, 1)})


_COMMANDS: dict[str, Callable[[argparse.Namespace], int | None]] = {
    "serve": _serve,
    "rooms": _rooms,
    "simulate": _simulate,
    "replay": _replay,
    "export": _export,
    "play": _play,
}
