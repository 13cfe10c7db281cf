"""``geoclass play``: a game against bots in the terminal, one question at a time."""

from collections.abc import Mapping

from geoclass import bots, games, i18n
from geoclass.games.tell import tell
from geoclass.terminal.asking import Back, Leave, Pick, ask, say
from geoclass.terminal.steps import Turn, step
from geoclass.terminal.telling import outcome, terminal_part

YOU = 0


def team_names(teams: int) -> list[str]:
    """The team names of the screens, and more for teams above six."""
    known, more = i18n.sentences(i18n.language()), i18n.text("cli.play.more_teams").split("|")
    colours = [i18n.text(key) for seat in range(teams) if (key := f"home.team.{seat}") in known]
    return [*colours, *more][:teams]


def play(game: games.Game, others: Mapping[int, bots.Bot]) -> int:
    """Play *game* to its end with a person in seat 0; return the exit code, 130 if the input ended early."""
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
    seat, before, shown = game.actors[0], game.view(None), game.reveal_count
    if seat in others:
        events = game.play(bots.move(others[seat], game, seat), bot=True)
    else:
        say("", *tell(_without_question(game.view(YOU))))
        events = _your_move(game)
    if seat != YOU and terminal_part(game, "REVEALS_OF_OTHERS") is False:
        shown = game.reveal_count
    say(*outcome(game, events, before, shown))


def _without_question(view: games.View) -> games.View:
    """*view* without the open question, which the terminal asks itself and whose name would be the answer."""
    asked = {"question": None, "phase": ""} if view["phase"] in ("guess", "question") else {}
    return view | asked


def _your_move(game: games.Game) -> list[games.Event]:
    """Ask step by step until the move is legal; the player can go back one step."""
    turn, answers = Turn(game, YOU), list[tuple[object, bool]]()  # answer, and whether the player gave it
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
    """Take back the player's last answer and automatic ones since."""
    own = [place for place, (_, own) in enumerate(answers) if own]
    del answers[own[-1] if own else 0 :]
    return bool(own)
