"""Whole games in which simulated pupils answer all prompts with invented answers.

``python -m tests.review.answered`` writes the games used in notebooks 7 and 8.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from typing import Any

from geoclass import bots, data, games, review
from geoclass.games.prompts import Prompt
from geoclass.review.logs import begin
from geoclass.rooms import Hall, Room
from geoclass.simulate import play_out

TEAMS = ("Bleus", "Oranges", "Verts", "Roses")
EXAMPLE = Path(__file__).parents[2] / "notebooks" / "example-game.json"
EXAMPLES = {"countries": 3, "globalissimo": 4, "couleurs": 5, "spywhere": 7, "course": 6}  # game → seed
OFTEN = {"countries": 9, "globalissimo": 9, "couleurs": 12, "course": 15, "spywhere": 4}  # moves from one to the next
PHONES = 24
EVERY = 6  # turns from one vote to the next, where a vote is opened at any moment
TURNS = 60  # of a game that is ended early


class Pupil:
    """A simulated pupil with errors shared by the class and errors of its own."""

    def __init__(self, number: int, seed: int) -> None:
        self.rng, self.number, self.seed = Random(f"{seed} {number}"), number, seed

    def figure(self, column: str, iso: str, talked: bool) -> float:
        """This pupil's belief; with *talked*, after hearing a neighbour."""
        shared = Random(f"{self.seed} {column} {iso}").gauss(0, 0.9)
        own = Random(f"{self.number} {column} {iso}").gauss(0, 0.6)
        return data.values(column).get(iso, 0.0) * exp(
            (0.6 * shared if talked else shared) + (own / 2 if talked else own)
        )

    def answer(self, prompt: Prompt, talked: bool, truth: Callable[[Prompt], Any]) -> dict[str, Any]:
        said = getattr(self, f"_{prompt.kind}")(prompt, talked, truth)
        return said | ({"sure": self.rng.random() < (0.6 if talked else 0.4)} if prompt.sure else {})

    def _knows(self, talked: bool) -> bool:
        return self.rng.random() < (0.65 if talked else 0.45)

    def _choice(self, prompt: Prompt, talked: bool, truth: Callable[[Prompt], Any]) -> dict[str, Any]:
        if prompt.doubtful:
            values = [self.figure(prompt.facts["category"], card, talked) for card in prompt.cards]
            falls = [n for n in range(1, len(values)) if values[n] < values[n - 1]]
            if not falls:
                return {"say": next(option for option in prompt.options if option != prompt.doubtful)}
            return {"say": prompt.doubtful, "which": prompt.cards[self.rng.choice(falls)]}
        near = Random(f"{self.seed} {prompt.id}")  # what many believe
        known = truth(prompt)
        if known and self._knows(talked):
            return {"say": known["say"]}
        return {"say": near.choice(prompt.options) if self.rng.random() < 0.7 else self.rng.choice(prompt.options)}

    def _order(self, prompt: Prompt, talked: bool, _truth: Any) -> dict[str, Any]:
        column = prompt.facts["category"]
        return {"say": sorted(prompt.options, key=lambda iso: -self.figure(column, iso, talked))}

    def _several(self, prompt: Prompt, talked: bool, truth: Callable[[Prompt], Any]) -> dict[str, Any]:
        true, off = truth(prompt)["say"], Random(f"{self.seed} {prompt.facts}").choice(prompt.options)
        wrong = {o for o in prompt.options if self.rng.random() < (0.4 if talked else 0.7) * (1 if o == off else 0.25)}
        return {"say": [o for o in prompt.options if (o in true) != (o in wrong)]}

    def _place(self, prompt: Prompt, talked: bool, _truth: Any) -> dict[str, Any]:
        card = prompt.facts["card"]
        around = sorted(
            iso for iso, is_in in data.attribute("continent").items() if is_in == data.attribute("continent")[card]
        )
        return {"say": card if self._knows(talked) else self.rng.choice(around)}

    def _pad(self, prompt: Prompt, _talked: bool, truth: Callable[[Prompt], Any]) -> dict[str, Any]:
        passports, turn = truth(prompt)["say"], prompt.facts["turn"]
        mine = self.number % len(prompt.rows)
        shared = [Random(f"{self.seed} {row}").choice(prompt.options) for row in prompt.rows]
        known = 0.1 + 0.02 * turn
        rows = [row for row in prompt.rows if row != mine]
        return {"say": {str(r): passports[r][0] if self.rng.random() < known else shared[r] for r in rows}}


class Class:
    """A room in which bots play and simulated pupils answer every prompt."""

    def __init__(
        self, hall: Hall, game: str, seed: int, phones: int = PHONES, lang: str = "fr", teams: Sequence[str] = TEAMS
    ) -> None:
        self.game, self.taps = game, 0
        self.room: Room
        self.room, self.teacher = hall.open(game, list(teams), lang)
        self.phones = [self.room.join(seat=n % len(teams)) for n in range(phones)]
        self.pupils = [Pupil(n, seed) for n in range(phones)]
        self.room.control(self.teacher, "start", seed=seed)
        self.part = games.part(game, "prompts")
        if hasattr(self.part, "holds"):
            self.room.control(self.teacher, "voting", on=True)
        self.brains = [bots.make(game, "pupil", seat) for seat in range(len(teams))]

    def answer(self, vote: int = 1) -> None:
        """All pupils answer the current prompt."""
        asked = self.room.view(self.teacher)["prompt"]
        if asked is None:
            return
        prompt = Prompt.of(asked)
        for phone, pupil in zip(self.phones, self.pupils, strict=True):
            self.room.answer(phone, prompt.id, vote, pupil.answer(prompt, vote == 2, self._truth))

    def _truth(self, prompt: Prompt) -> Any:
        """The right answer, which some pupils know."""
        if prompt.kind == "pad":
            views = [self.room.peek(self.teacher, seat)["game"] for seat in prompt.rows]
            return {"say": [view["passports"][seat] for seat, view in enumerate(views)]}
        if "card" in prompt.facts and prompt.facts["card"] in prompt.options:
            return {"say": prompt.facts["card"]}
        return self.part.truth(prompt, None)

    def vote(self) -> None:
        """A whole vote: first vote, talk, second vote, truth."""
        self.answer()
        self.room.control(self.teacher, "vote_talk")
        self.room.control(self.teacher, "vote_again")
        self.answer(2)
        self.room.control(self.teacher, "vote_close")
        if self.room.view(self.teacher)["vote"]:
            self.room.control(self.teacher, "vote_close")

    def turn(self) -> bool:
        """Take the next step; whether there was one."""
        view = self.room.view(self.teacher)
        if view["room"]["showing"]:
            self.room.control(self.teacher, "next")
        elif view["vote"]:
            self.vote()
        elif view["room"]["phase"] == "over":
            return False
        else:
            self.taps += 1
            at_once = view["prompt"] and self.part.truth(Prompt.of(view["prompt"]), None)
            if at_once and self.taps % EVERY == 1:
                self.room.control(self.teacher, "vote")
                self.vote()
            elif not at_once and self.taps % 3 == 1:
                self.answer()
            seat = self.room.view(self.teacher)["game"]["actors"][0]
            own = self.room.peek(self.teacher, seat)
            move = self.brains[seat].choose(own["game"], own["legal"])
            self.room.submit(self.teacher, {**move, "seat": seat}, f"t{self.taps}")
        return True

    def play(self, turns: int = TURNS) -> "Class":
        """Play to the end, or until the bell after *turns* turns."""
        while self.taps < turns and self.turn():
            pass
        if self.room.view(self.teacher)["room"]["phase"] != "over":
            if self.room.view(self.teacher)["vote"]:
                self.vote()
            self.room.control(self.teacher, "end")
        while self.room.view(self.teacher)["room"]["showing"]:
            self.room.control(self.teacher, "next")
        return self


# the same without a room: answers added to the log of a game between bots


def with_answers(log: games.Log, seed: int, phones: int = PHONES, every: int = 3) -> games.Log:
    """*log* with simulated answers: two votes if the truth is revealed or can be told at once, else one."""
    live, pupils = begin(log), [Pupil(number, seed) for number in range(phones)]
    part, reveals = games.part(live.id, "prompts"), games.replay(log).reveals
    always, holds = getattr(part, "EVERY", ()), getattr(part, "holds", lambda *_: False)
    votes: dict[str, Any] = {}

    def truth(prompt: Prompt) -> Any:
        found = (part.truth(prompt, reveal) for reveal in [*reveals, None])
        return next((true for true in found if true), None)

    for number, move in enumerate(log["moves"]):
        view = live.view(None)
        prompt = part.prompt(view)
        held = prompt and prompt.about in always and holds(view, move)
        if prompt and (held or number % every == 0):
            twice = (False, True) if held or part.truth(prompt, None) else (False,)
            answers = [[pupil.answer(prompt, talked, truth) for talked in twice] for pupil in pupils]
            votes[prompt.id] = {"prompt": prompt.plain, "answers": sorted(answers, key=json.dumps)}
        live.play(move)
    return log | {"votes": list(votes.values())}


@cache
def log(game: str, seed: int = 3, phones: int = 8, every: int = 3) -> games.Log:
    """The log of a whole game between bots, with answers."""
    live = games.new(game, list(TEAMS), seed)
    play_out(live, [bots.make(game, "pupil", seat) for seat in range(len(TEAMS))])
    plain = {name: value for name, value in live.log.items() if name != "bots"}
    return with_answers(plain, seed, phones, every)


def written() -> dict[Path, str]:
    """The files of the notebooks; the moves of notebook 7's example are unchanged."""
    example = review.read(EXAMPLE)
    several = [log(game, seed, PHONES, OFTEN[game]) for game, seed in EXAMPLES.items()]
    lines = ",\n".join(json.dumps(found, ensure_ascii=False) for found in several)
    answered = review.to_json(with_answers(example, 2022)).decode()
    return {EXAMPLE: answered, EXAMPLE.with_name("example-votes.json"): f"[\n{lines}\n]\n"}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, "utf-8")
