"""``geoclass play``: a game against bots in the terminal, one question at a time."""

from collections.abc import Mapping

from geoclass import bots, games, i18n
from geoclass.games.tell import tell
from geoclass.terminal.asking import Back, Leave, Pick, ask, say
from geoclass.terminal.steps import Turn, step
from geoclass.terminal.telling import outcome, row_of

YOU = 0


def team_names(teams: int) -> list[str]:
    """The colours that the teams of the screens have, and some more for those above six."""
    known, more = i18n.sentences(i18n.language()), i18n.text("cli.play.more_teams").split("|")
    colours = [i18n.text(key) for seat in range(teams) if (key := f"home.team.{seat}") in known]
    return [*colours, *more][:teams]


def play(game: games.Game, others: Mapping[int, bots.Bot]) -> int:
    """Play *game* to its end with a person in seat 0. The exit code: 130 when the input ended before the game did."""
    say(i18n.text("cli.play.welcome", game=i18n.text(f"{game.id}.name"), team=game.players[YOU]))
    say(i18n.text("cli.play.against", teams=[game.players[seat] for seat in others]), i18n.text("cli.play.hint"))
    try:
        while game.actors:
            _turn(game, others)
    except Leave:
        say(i18n.text("cli.play.left"))
        return 0
    except (EOFError, KeyboardInterrupt):
        say("", i18n.text("cli.play.left"))
        return 130
    say("", *tell(game.view(YOU)))
    return 0


def _turn(game: games.Game, others: Mapping[int, bots.Bot]) -> None:
    seat, row, shown = game.actors[0], row_of(game), game.turned
    if seat in others:
        events = game.play(others[seat].choose(game.view(seat), game.legal(seat)))
    else:
        say("", *tell(_without_question(game.view(YOU))))
        events = _your_move(game)
    if game.id == "couleurs" and seat != YOU:  # every turn has its reveal: the bots' own would be too much
        shown = game.turned
    say(*outcome(game, events, row, shown))


def _without_question(view: games.View) -> games.View:
    """*view* without what is about to be asked: the terminal asks it itself, and on a map the name is the answer."""
    asked = {"question": None, "phase": ""} if view["phase"] in ("guess", "question") else {}
    return view | asked


def _your_move(game: games.Game) -> list[games.Event]:
    """Ask step by step until a legal move is made; one step back for who wants it."""
    turn, answers = Turn(game, YOU), list[tuple[object, bool]]()  # an answer, and whether it was the player's own
    while True:
        following = step(turn, [answer for answer, _ in answers])
        if isinstance(following, dict):
            try:
                return game.play(following)
            except games.IllegalMove as refusal:
                say(refusal.text())
                _step_back(answers)
        elif isinstance(following, Pick) and following.skip and len(following.choices) == 1:
            answers.append((following.choices[0].value, False))
        else:
            try:
                answers.append((ask(following), True))
            except Back:
                if not _step_back(answers):
                    say(i18n.text("cli.play.first_step"))


def _step_back(answers: list[tuple[object, bool]]) -> bool:
    """Take back the last answer of the player's own, and those that followed by themselves."""
    own = [place for place, (_, own) in enumerate(answers) if own]
    del answers[own[-1] if own else 0 :]
    return bool(own)
