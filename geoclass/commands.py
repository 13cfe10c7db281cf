"""``geoclass serve | rooms | figures | lessons | simulate | replay | export | play``."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geoclass import arguments, bots, data, games, i18n, os_errors
from geoclass.games.text import shown_plain

if TYPE_CHECKING:
    from geoclass.data import Shelf
    from geoclass.rooms import Hall
    from geoclass.rooms.lessons import Lessons


class Stop(Exception):
    """Ends the command with a sentence."""


def run(argv: Sequence[str]) -> int:
    """Run a command; return its exit code."""
    lang = arguments.spoken(argv)
    with i18n.use(lang):
        try:
            args = arguments.parser().read(argv)
        except SystemExit as done:  # help or an error has been printed
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
    from geoclass.ui.serve import NotServed, serve  # loads Panel, for this command only

    try:
        serve(
            args.port,
            local=args.local,
            lang=getattr(args, "lang", None),
            data_dir=args.data_dir,
            store=args.store,
            show=args.open,
            new_key=args.new_key,
            processes=args.processes,
            proxies=args.behind_proxy,
            public_url=args.public_url or "",
            teachers=args.teachers,
        )
    except NotServed as why:
        raise Stop(str(why)) from None


# rooms


def _rooms(args: argparse.Namespace) -> None:
    from geoclass.rooms import Hall

    hall = Hall.on(_given_store(args), args.data_dir)
    match args.what:
        case "list":
            _list_rooms(hall)
        case "export":
            _export_room(hall, args.code, args.to)
        case "delete":
            print(i18n.text("serve.rooms.deleted", code=shown_plain(hall.delete(args.code))))
        case "key":
            from geoclass.ui import teacher

            print(teacher.key(hall.store))
        case "copy":
            _copy_rooms(hall, args.to)
        case "purge":
            print(i18n.text("serve.rooms.purged", n=len(hall.purge(_age(args.older_than)))))


def _list_rooms(hall: "Hall") -> None:
    listed = hall.rooms()
    for one in listed:
        about = {"code": one.code, "game": one.title(), "n": one.moves, "teams": one.teams}
        line = i18n.text("serve.rooms.line", changed=one.changed[:16].replace("T", " "), **about)
        why = i18n.text("serve.rooms.unreadable", why=one.problem.text().rstrip(".")) if one.problem else ""
        print(shown_plain(line + why))
    if not listed:
        print(i18n.text("serve.rooms.none"))


def _copy_rooms(hall: "Hall", to: str) -> None:
    """Copy all rooms to another store; existing rooms get their missing rows only."""
    from geoclass.rooms import Hall, NotStored, RowConflict

    is_redis = "://" in to
    try:
        told = hall.copy(Hall.on(to if is_redis else "", None if is_redis else Path(to)))
    except OSError as error:
        raise Stop(i18n.text("serve.rooms.not_written", path=shown_plain(to), why=os_errors.why(error))) from None
    except (NotStored, RowConflict) as error:
        raise Stop(i18n.text("serve.rooms.not_written", path=shown_plain(to), why=str(error) or "–")) from None
    print(i18n.text("serve.rooms.copied", n=len(told.rooms)))
    if told.kept:
        print(i18n.text("serve.rooms.copied_kept", n=told.kept))
    if told.other:
        print(i18n.text("serve.rooms.not_copied", codes=told.other), file=sys.stderr)


def _given_store(args: argparse.Namespace) -> str:
    """The store from the arguments or the environment; a folder given as an argument wins."""
    return getattr(args, "store", None) or ("" if args.data_dir else os.environ.get("GEOCLASS_STORE", ""))


def _export_room(hall: "Hall", code: str, to: Path | None) -> None:
    """Export the logs of a room's games; for a room that cannot be opened, everything stored."""
    from geoclass.rooms import Unreadable

    found: Any
    try:
        room = hall.room(code)
        code, found = room.code, room.logs()
    except Unreadable as unreadable:
        found = hall.export(code)
        print(f"{unreadable} {unreadable.why}", i18n.text("serve.rooms.as_far"), file=sys.stderr)
    _write(code, json.dumps(found, ensure_ascii=False, indent=2), to)


def _write(code: str, logs: str, to: Path | None) -> None:
    if to is None:
        print(logs)
        return
    try:
        to.write_text(logs + "\n", "utf-8", errors="backslashreplace")  # escapes lone surrogates
    except OSError as error:
        raise Stop(i18n.text("serve.rooms.not_written", path=str(to), why=os_errors.why(error))) from None
    print(i18n.text("serve.rooms.exported", code=code, path=str(to)))


def _age(said: str) -> timedelta:
    unit = {"d": "days", "h": "hours"}.get(said[-1:])
    if unit is None or not said[:-1].isdecimal() or len(said) > 6:
        raise Stop(i18n.text("serve.rooms.age", age=said))
    return timedelta(**{unit: int(said[:-1])})


# figures


def _figures(args: argparse.Namespace) -> int:
    shelf = _load_figures(args)
    try:
        if args.what == "add" and args.dry_run:
            return _preview(args)
        if args.what == "add":
            _tell_figures(data.keep(args.file, shelf, args.year))
        elif args.what == "remove":
            print(i18n.text("cli.figures.removed", names=data.remove_kept(args.name, shelf)))
        else:
            own = [column for column in map(data.column, data.figures()) if column.source == "own"]
            _tell_figures(own) if own else print(i18n.text("cli.figures.none"))
    except data.DataError as problem:
        raise Stop(str(problem)) from None
    return 0


def _preview(args: argparse.Namespace) -> int:
    """Preview a file without adding it; the exit code says whether it could be added."""
    told = data.preview(args.file, args.year).told(i18n.language())
    for column in told["columns"]:
        unit = column["words"]["unit"]
        label = column["words"]["label"] + (f" ({unit})" if unit else "")
        print(shown_plain(i18n.text("cli.figures.column", label=label, about=column["about"])))
    if told["years"]:
        years = [str(year) for year, _ in told["years"]]
        print(i18n.text("cli.figures.years", first=years[0], last=years[-1], chosen=[str(y) for y in told["chosen"]]))
    for names in (told["left_out"], told["missing"]):
        if names["text"]:
            print(shown_plain(i18n.text("cli.figures.column", label=names["text"], about=names["names"])))
    for line in (*told["remarks"], *told["problems"]):
        print(shown_plain(line), file=sys.stderr)
    print(i18n.text(f"cli.figures.{'ready' if told['ready'] else 'not_ready'}"))
    return 0 if told["ready"] else 2


def _tell_figures(columns: Sequence[Any]) -> None:
    for column in columns:
        about = {"name": column.name, "label": column, "n": len(data.values(column.name))}
        print(shown_plain(i18n.text("cli.figures.line", **about)))


def _load_figures(args: argparse.Namespace) -> "Shelf":
    """Open the shelf of figures and register its figures."""
    from geoclass import rooms

    shelf = rooms.shelf(rooms.FIGURES, _given_store(args), args.data_dir)
    for problem in data.load_kept(shelf):
        print(problem, file=sys.stderr)
    return shelf


# lessons


def _lessons(args: argparse.Namespace) -> None:
    from geoclass import rooms
    from geoclass.rooms.lessons import Lessons, read

    shelf = Lessons(rooms.shelf(rooms.LESSONS, _given_store(args), args.data_dir))
    match args.what:
        case "list":
            _list_lessons(shelf)
        case "export":
            _write(args.key, shelf.text(args.key), args.to)
        case "import":
            try:
                lesson = read(args.file.read_bytes())
            except OSError as error:
                raise Stop(i18n.text("cli.no_file", path=str(args.file), why=os_errors.why(error))) from None
            lesson.playable()
            print(i18n.text("cli.lessons.kept", key=shelf.keep(lesson), name=shown_plain(lesson.name)))
        case "remove":
            shelf.drop(args.key)
            print(i18n.text("cli.lessons.removed"))


def _list_lessons(shelf: "Lessons") -> None:
    from geoclass.rooms.lessons import Lesson

    found = shelf.all()
    for key, one in found:
        if isinstance(one, Lesson):
            about = {"name": one.name, "game": i18n.text(f"{one.game}.name"), "n": len(one.teams)}
            print(shown_plain(i18n.text("cli.lessons.line", key=key, **about)))
        else:
            print(shown_plain(i18n.text("cli.lessons.bad", key=key, why=one.text())))
    if not found:
        print(i18n.text("cli.lessons.none"))


# simulate


def _simulate(args: argparse.Namespace) -> None:
    from tqdm import tqdm

    from geoclass.simulate import simulate

    if args.games < 1:
        raise Stop(i18n.text("cli.no_games"))
    _check_teams(args.game, args.teams)
    _load_figures(args)
    levels, options = _levels(args.bots, args.teams), _options(args)
    report = simulate(
        args.game, args.teams, args.games, args.seed, levels, options, lambda numbers: tqdm(numbers, disable=None)
    )
    print(json.dumps(report.as_dict(), indent=2) if args.json else _table(report))


def _check_teams(game: str, teams: int) -> None:
    """Check the number of teams before creating anything for each."""
    allowed = games.game_type(game).teams
    if teams not in allowed:
        raise games.BadSetup("games.setup.teams", low=allowed[0], high=allowed[-1], n=teams)


def _levels(said: str, seats: int) -> list[str]:
    """The bots' levels by seat; the last one is repeated for the remaining seats."""
    levels, known = [level.strip().casefold() for level in said.split(",")], [*bots.LEVELS, "good"]
    for level in levels:
        if level not in known:
            raise Stop(i18n.text("cli.level", level=level, levels=known))
    if len(levels) > seats:
        raise Stop(i18n.text("cli.too_many_levels", given=len(levels), n=seats))
    return levels


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of the preset and those given individually."""
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
            options[name] = engine.options[name].given(value)
        except data.DataError as unknown:
            raise Stop(unknown.text()) from None
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
    lines += [i18n.text("cli.ending", how=_ending(report.game, how), n=count) for how, count in report.endings.items()]
    return "\n".join(lines)


def _ending(game: str, how: str) -> str:
    key = f"{game}.ending.{how}"
    return i18n.text(key) if key in i18n.sentences("en") else how or "–"


# replay and export


def _replay(args: argparse.Namespace) -> None:
    from geoclass.games.tell import tell
    from geoclass.terminal.asking import say
    from geoclass.terminal.telling import move_in_words, outcome

    log = _log(args)
    game = games.replay({"setup": log["setup"], "moves": []})
    if args.json:
        print(_views(game, None))
    for number, move in enumerate(log["moves"], 1):
        before, shown = game.view(None), game.reveal_count
        events = game.play(move)
        if args.json:
            print(_views(game, move))
            continue
        said = move_in_words(game, move)
        say(f"{number}. {said}", *(f"   {line}" for line in outcome(game, events, before, shown) if line != said))
    if not args.json:
        say(*tell(game.view(None)))


def _log(args: argparse.Namespace) -> games.Log:
    """The log in the file; if there are several, the requested one or the latest."""
    from geoclass import review

    try:
        logs = review.parse(args.log.read_bytes())
    except OSError as error:
        raise Stop(i18n.text("cli.no_file", path=str(args.log), why=os_errors.why(error))) from None
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
    _load_figures(args)
    game = games.new(args.game, team_names(teams), args.seed, _options(args))
    rng = Rng(game.setup["seed"], "terminal")
    levels += levels[-1:] * (teams - 1 - len(levels))
    return play(game, {seat: bots.make(args.game, level, rng.below(2**48)) for seat, level in enumerate(levels, 1)})


_COMMANDS: dict[str, Callable[[argparse.Namespace], int | None]] = {
    "serve": _serve,
    "rooms": _rooms,
    "figures": _figures,
    "lessons": _lessons,
    "simulate": _simulate,
    "replay": _replay,
    "export": _export,
    "play": _play,
}
