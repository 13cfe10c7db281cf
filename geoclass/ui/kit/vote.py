"""Scenes of prompts, votes and the class's beliefs, for every game."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n
from geoclass.games import tell
from geoclass.games.prompts import Prompt
from geoclass.rooms.votes import COUNTABLE, MOST_HANDS

if TYPE_CHECKING:
    from geoclass.ui.kit.screen import Scene, ScreenState, StageFields

STEPS = ("first", "talk", "second")
PAD = ("turn", "end", "half", "known", "share", "talked")
ASK = ("private", "sure", "unsure", "send", "choose", "undo", "keep_all")
WORDS = ("truth", "sure", "unsure", "you_said", "not_said", "true_rank")
LONGER = 30  # seconds added to the talk by one tap
HANDS = {"open": "hands", "sort": "plain"}  # a button that opens the dialog of this name


def asked_of(screen: "ScreenState") -> Prompt | None:
    found = screen.view.get("prompt")
    return Prompt.of(found) if found else None


def _say(screen: "ScreenState", prompt: Prompt, key: str, **params: Any) -> str:
    """A sentence from the game's texts about this prompt."""
    return tell.prompted(screen.room["game"], prompt, key, screen.lang, **params)


def _has(screen: "ScreenState", prompt: Prompt, key: str) -> bool:
    return f"{screen.room['game']}.prompt.{prompt.about}.{key}" in i18n.sentences(screen.lang)


def _option(screen: "ScreenState", prompt: Prompt, value: str, told: bool = False) -> "Scene":
    """An option as a country with its flag or as a word of the game; *told*: hidden names may be shown."""
    named = getattr(games.part(screen.room["game"], "prompts"), "named", None)
    if named and (text := named(prompt, value, screen.lang, told)):
        shown = {"flag": screen.country(value)["flag"]} if prompt.kind == "order" else {}
        return {"value": value, "text": text, **shown}
    if value in data.attribute("iso2"):
        country = data.Country(value)
        return screen.country(value) | {
            "value": value,
            "text": country.words(screen.lang),
            "the": country.words(screen.lang, "the"),
        }
    return {"value": value, "text": _say(screen, prompt, f"option.{value}")}


def _options(screen: "ScreenState", prompt: Prompt, told: bool = False) -> "list[Scene]":
    return [_option(screen, prompt, value, told) for value in prompt.options]


# on a phone: the question


def ask_scene(screen: "ScreenState") -> "Scene | None":
    """The prompt on a phone, while others are on turn or the class votes."""
    prompt, vote = asked_of(screen), screen.view.get("vote")
    if vote and vote["phase"] == "shown":
        return None
    if prompt is None or screen.paused or (vote is None and screen.view["legal"] and prompt.kind != "pad"):
        return None
    phase = vote["phase"] if vote else "first"
    word = {name: screen.text(f"vote.{name}") for name in ASK}
    return {
        "id": prompt.id,
        "kind": prompt.kind,
        "vote": screen.view["round"] or 1,
        "phase": phase if vote else "",
        "left": vote["left"] if vote else None,
        "tabs": _tabs(screen, prompt),
        "tab": "board" if not vote and prompt.about in _aside(screen) else "ask",
        "title": _say(screen, prompt, "title"),
        "question": _say(screen, prompt, "question"),
        "talk": dict(zip(("title", "text"), _talk(screen, prompt), strict=True)) if phase == "talk" else None,
        "options": _options(screen, prompt),
        "ranks": [_raised(rank) for rank in _ordinals(screen, prompt)] if prompt.kind == "order" else [],
        "doubtful": prompt.doubtful,
        "which": _say(screen, prompt, "which") if prompt.cards else "",
        "cards": [_option(screen, prompt, card) for card in prompt.cards],
        "ends": _ends(screen, prompt),
        "rows": [{"seat": row, "name": screen.team(row)} for row in prompt.rows if row != screen.seat],
        "sure": prompt.sure,
        "words": word
        | {
            "until": screen.text("vote.until_closed" if vote else "vote.until_turn"),
            "send_what": screen.text("vote.send_what", what="{what}"),
            "keep": screen.text("vote.keep", what="{what}"),
            "sent": screen.text("vote.sent_vote" if vote else "vote.sent"),
            "missing": screen.text("vote.missing", n="{n}"),
            "next": screen.text("vote.next"),
            "left": screen.text("vote.left_to_place"),
            "none": screen.text("vote.none"),
            "no_idea": screen.text("vote.no_idea"),
            "and": screen.text("vote.and"),
        },
    }


def _talk(screen: "ScreenState", prompt: Prompt) -> tuple[str, str]:
    """Whom to talk to, and how."""
    whom = _say(screen, prompt, "talk_title") if _has(screen, prompt, "talk_title") else screen.text("vote.talk")
    return whom, _say(screen, prompt, "talk") if _has(screen, prompt, "talk") else screen.text("vote.reason")


def before_scene(screen: "ScreenState") -> "Scene | None":
    """On a phone: what is true of the question before, where no reveal tells it."""
    told = screen.view.get("before")
    if not told or screen.showing:
        return None
    prompt, truth = Prompt.of(told["prompt"]), told["truth"]
    return {
        "title": screen.text("vote.before"),
        "fact": _fact(screen, prompt, truth),
        "options": _options(screen, prompt),
        "truth": truth,
        "words": {"you": screen.text("vote.you", what="{what}"), "none": screen.text("vote.none")},
    }


def _fact(screen: "ScreenState", prompt: Prompt, truth: Mapping[str, Any]) -> str:
    """The truth in words, with what of several options is true."""
    fact = _say(screen, prompt, "fact", **truth)
    if prompt.kind != "several":
        return fact
    true = [_option(screen, prompt, value)["text"] for value in prompt.options if value in truth["say"]]
    return screen.text("vote.listed", what=fact, said=", ".join(true) or screen.text("vote.none"))


def _aside(screen: "ScreenState") -> tuple[str, ...]:
    """What is asked beside a board that a phone shows first."""
    found: tuple[str, ...] = getattr(games.part(screen.room["game"], "prompts"), "ASIDE", ())
    return found


def _tabs(screen: "ScreenState", prompt: Prompt) -> dict[str, str]:
    ask = _say(screen, prompt, "title") if prompt.kind == "pad" else screen.text("vote.tab.ask")
    return {"ask": ask, "board": screen.text("vote.tab.board")}


def _ends(screen: "ScreenState", prompt: Prompt) -> list[str] | None:
    """The labels of the two ends of an ordered list."""
    category = prompt.facts.get("category")
    if not prompt.cards or category is None:
        return None
    column = data.column(category)
    return [column.less[screen.lang], column.more[screen.lang]]


# on the class's screen


def vote_scene(screen: "ScreenState") -> "Scene | None":
    """The band below the board during a vote; with buttons on the teacher's screen."""
    prompt, vote = asked_of(screen), screen.view.get("vote")
    if prompt is None or vote is None:
        return None
    phase, n, of = vote["phase"], vote.get("answered", 0), vote.get("of", 0)
    by_hand = not any(team["here"] for team in screen.room["teams"])  # no phone is connected
    later = _say(screen, prompt, "later") if _has(screen, prompt, "later") else ""  # when the truth is told
    talks, question, (whom, how) = phase == "talk", _say(screen, prompt, "question"), _talk(screen, prompt)
    found: Scene = {
        "phase": phase,
        "steps": [screen.text(f"vote.step.{step}") for step in (*STEPS, "later" if later else "truth")],
        "at": STEPS.index(phase) if phase in STEPS else len(STEPS),
        "title": whom if talks else question,
        "text": how if talks else screen.text(f"vote.{'by_hand' if by_hand else 'silent'}.{phase}"),
        "held": question if talks else _held(screen, prompt, vote["held"]) if vote["held"] else "",
        "seat": vote["held"]["seat"] if vote["held"] and not talks else None,
        "left": vote["left"],
        "answered": n,
        "of": of,
        "answered_text": screen.text("vote.hands.counted" if by_hand else "vote.answered", n=n, of=of),
        "hidden": later or screen.text("vote.hidden", n=n),
        "buttons": _buttons(screen, prompt, phase) if screen.teacher else [],
    }
    if phase == "shown":
        found["beliefs"] = shown_scene(screen)
    return found


def _held(screen: "ScreenState", prompt: Prompt, move: Mapping[str, Any]) -> str:
    """What the team on turn has done, without what is not public yet."""
    if _has(screen, prompt, "held"):
        return _say(screen, prompt, "held", team=screen.team(move["seat"]))
    return screen.say(move)


def _buttons(screen: "ScreenState", prompt: Prompt, phase: str) -> "list[Scene]":
    """The teacher's buttons: next phase, longer talk, ways to end the vote."""

    def control(key: str, action: str, sort: str = "", /, **what: Any) -> "Scene":
        send = {"do": "control", "action": f"vote_{action}", "what": what}
        return {"text": screen.text(f"vote.{key}"), "send": send, "sort": sort}

    turn = {"text": _say(screen, prompt, "turn"), "send": {"do": "control", "action": "vote_close", "what": {}}}
    drop = control("drop", "close", "plain", drop=True)
    hands = [HANDS | {"text": screen.text("vote.hands.open")}] if hands_scene(screen) else []
    if phase == "first":
        return [control("to_talk", "talk", "accent"), *hands, turn | {"sort": "plain"}, drop]
    if phase == "talk":
        longer = [control("longer", "talk", "more", seconds=LONGER), control("no_clock", "talk", "plain", seconds=None)]
        return [control("again", "again", "accent"), *longer, turn | {"sort": "plain"}]
    if phase == "second":
        return [turn | {"sort": "accent"}, *hands, drop]
    return [control("go_on", "close", "strong", drop=False)]


def hands_scene(screen: "ScreenState") -> "Scene | None":
    """The form to count hands per answer. Earlier counts are not shown, so as not to influence the class."""
    prompt, vote = asked_of(screen), screen.view.get("vote")
    if prompt is None or not screen.teacher or screen.paused or screen.showing or prompt.kind not in COUNTABLE:
        return None
    if not vote and not _at_once(screen, prompt):
        return None  # hands that all see would help the team on turn
    if vote and vote["phase"] not in ("first", "second"):
        return None
    return {
        "prompt": prompt.id,
        "vote": 2 if vote and vote["phase"] == "second" else 1,
        "most": MOST_HANDS,
        "title": _say(screen, prompt, "question"),
        "options": _options(screen, prompt),
        "words": {name: screen.text(f"vote.hands.{name}") for name in ("text", "fewer", "more")}
        | {"kept": screen.text("vote.hands.kept", n="{n}"), "keep": screen.text("vote.hands.keep", n="{n}")},
    }


def _at_once(screen: "ScreenState", prompt: Prompt) -> bool:
    return prompt.about in getattr(games.part(screen.room["game"], "prompts"), "AT_ONCE", ())


def console_actions(screen: "ScreenState") -> "list[Scene]":
    """The teacher's vote actions for the console and the menu."""
    room, part = screen.room, games.part(screen.room["game"], "prompts")
    prompt, vote = asked_of(screen), screen.view.get("vote")
    if part is None or room["phase"] != "playing":
        return []
    if vote and prompt:
        return [{**b, "strong": b["sort"] in ("accent", "strong")} for b in _buttons(screen, prompt, vote["phase"])]
    found: list[Scene] = []
    every = getattr(part, "EVERY", ())
    if every:
        on = not room["voting"]
        send = {"do": "control", "action": "voting", "what": {"on": on}}
        text = screen.text(f"{room['game']}.prompt.voting_{'on' if on else 'off'}")
        found.append({"text": text, "send": send})
    if prompt and not room["showing"] and not room["paused"]:
        if _at_once(screen, prompt):
            found.append({"text": screen.text("vote.open"), "send": {"do": "control", "action": "vote", "what": {}}})
        elif prompt.about not in every and hasattr(part, "holds"):
            on = not room["vote_soon"]
            text = _say(screen, prompt, "soon") if on else screen.text("vote.not_soon")
            found.append({"text": text, "send": {"do": "control", "action": "vote_soon", "what": {"on": on}}})
    if hands_scene(screen):
        found.append(HANDS | {"text": screen.text("vote.hands.open")})
    return found


# after the reveal


def shown_scene(screen: "ScreenState") -> "Scene | None":
    """The result of a vote that needed no reveal."""
    vote = screen.view.get("vote")
    if not vote or vote["phase"] != "shown":
        return None
    return next(iter(beliefs_scenes(screen, None, screen.view["prompt"]["id"])), None)


def beliefs_scenes(screen: "ScreenState", reveal: Mapping[str, Any] | None, only: str = "") -> "list[Scene]":
    """The class's beliefs about a reveal, as scenes."""
    told = screen.beliefs(reveal)
    return [_believed(screen, one, reveal) for one in told if only in ("", one["prompt"]["id"])]


def pages(screen: "ScreenState", reveal: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The beliefs shown after a reveal: what it is about, then earlier votes that it settles. Pads are one picture."""
    told = screen.beliefs(reveal)
    return [one for one in reversed(told) if one is told[-1] or one["prompt"]["kind"] != "pad"]


def beliefs_scene(screen: "ScreenState", reveal: Mapping[str, Any], page: int, alone: bool) -> "Scene | None":
    """A page of beliefs, with what to talk about; *alone*: the reveal has no questions."""
    told = pages(screen, reveal)
    if not told:
        return None
    shown = told[min(page, len(told) - 1)]
    return _believed(screen, shown, reveal) | {"questions": questions(screen, shown, alone)}


def believed_line(screen: "ScreenState", reveal: Mapping[str, Any]) -> str:
    """The same in a line, for a reveal in passing: what is true, and how many were right."""
    for told in reversed(screen.beliefs(reveal)):
        prompt = Prompt.of(told["prompt"])
        fact = _fact(screen, prompt, told["truth"])
        return screen.text("vote.in_passing", fact=fact, n=told["right"][-1], of=told["n"][-1])
    return ""


def _believed(screen: "ScreenState", told: Mapping[str, Any], reveal: Mapping[str, Any] | None) -> "Scene":
    prompt = Prompt.of(told["prompt"])
    twice, has_fact = len(told["n"]) > 1, _has(screen, prompt, "fact")
    votes = [screen.text(f"vote.step.{step}") for step in ("first", "second")] if twice else [screen.text("vote.once")]
    scene: Scene = {
        "kind": prompt.kind,
        "id": prompt.id,
        "title": screen.text("vote.believed"),
        "lead": _say(screen, prompt, "told" if _has(screen, prompt, "told") else "title"),
        "fact": _say(screen, prompt, "fact", **told["truth"], **_figures(prompt)) if has_fact else "",
        "answers": screen.text("vote.answers", n=told["n"][-1]),
        "votes": votes,
        "n": told["n"],
        "right": told["right"],
        "right_text": _say(screen, prompt, "right_n", n=told["right"][-1]),
        "options": _options(screen, prompt, told=True),
        "said": told["said"],
        "truth": told["truth"],
        "ask": screen.text("stage.ask"),
        "words": {name: screen.text(f"vote.{name}") for name in WORDS},
        "back": screen.text("vote.back"),
        "summary": _summary(screen, prompt, told, votes),
    }
    if prompt.kind == "choice":
        scene |= _shift(screen, prompt, told)
    elif prompt.kind == "order":
        scene |= _ranks(screen, prompt, told)
    elif prompt.kind == "pad":
        scene |= _known(screen, prompt, screen.beliefs(reveal))
    elif prompt.kind == "place":
        most = [*told["said"][-1], *told["said"][0]]
        shown = dict.fromkeys([told["truth"]["say"], *most])
        scene["options"] = [_option(screen, prompt, iso, told=True) for iso in shown]
    return scene


def _figures(prompt: Prompt) -> dict[str, tell.Figure]:
    """The figures of the cards of a choice, for its sentence."""
    column, facts = prompt.facts.get("category", ""), prompt.facts
    cards = {name: facts[card] for card, name in (("card", "value"), ("other", "other_value")) if card in facts}
    return {name: tell.Figure(column, data.values(column)[iso]) for name, iso in cards.items()} if column else {}


def not_so_scene(screen: "ScreenState") -> "StageFields":
    """At the end: the majority's false beliefs in the whole game; empty if nobody was asked."""
    told, found = screen.summary.not_so(screen.lang) if screen.summary else ([], [])
    if not told:
        return {}
    claims = [
        {
            "question": claim.question,
            "said": claim.said,
            "truth": claim.truth,
            "brief": claim.brief or claim.truth,
            "share": claim.share,
            "counted": screen.text("vote.of", n=claim.n, of=claim.of),
            "sure": screen.text("vote.claim.sure", n=claim.sure) if claim.sure else "",
            "text": claim.words(screen.lang),
        }
        for claim in found
    ]
    title = screen.text("vote.claim.title" if claims else "vote.believed")
    words = {name: screen.text(f"vote.claim.{name}") for name in ("none", "more", "back")}
    file = screen.file("believed")
    return {"not_so": {"title": title, "text": " ".join(told), "claims": claims, "file": file, **words}}


def _ordinals(screen: "ScreenState", prompt: Prompt) -> list[str]:
    return [screen.text(f"vote.ordinal.{n}") for n in range(1, len(prompt.options) + 1)]


def _raised(ordinal: str) -> list[str]:
    """The number, and the letters that are raised: 2 and nd."""
    number = ordinal.rstrip(ascii_lowercase)
    return [number, ordinal.removeprefix(number)]


def _ranks(screen: "ScreenState", prompt: Prompt, told: Mapping[str, Any]) -> "Scene":
    """For an order: each country with its true rank and figure."""
    column, rank = data.column(prompt.facts["category"]), told["truth"]["say"]
    value = data.values(column.name)
    return {
        "options": [
            option
            | {
                "rank": _raised(screen.text(f"vote.ordinal.{rank[option['value']]}")),
                "figure": column.format(value[option["value"]], screen.lang),
            }
            for option in _options(screen, prompt, told=True)
        ],
        "said_rank": [screen.text("vote.said_rank", rank=rank) for rank in _ordinals(screen, prompt)],
    }


def _shift(screen: "ScreenState", prompt: Prompt, told: Mapping[str, Any]) -> "Scene":
    """For a choice: who changed to what, who was sure and wrong, which card was suspected."""
    true = told["truth"]["say"]
    joined = sum(n for a, b, n in told["moved"] if b == true != a)
    left = sum(n for a, b, n in told["moved"] if a == true != b)
    wrong = sum(sure for option, (sure, _) in told["sure"].items() if option != true)
    has_said = any(map(sum, told["sure"].values()))  # a raised hand says nothing about certainty
    doubting = told["said"][-1].get(prompt.doubtful, 0)
    scene: Scene = {
        "moved": told["moved"],
        "joined": screen.text("vote.joined", n=joined) if joined else "",
        "left": screen.text("vote.left", n=left) if left else "",
        "sure": told["sure"] if has_said else None,
        "sure_wrong": [str(wrong), screen.text("vote.sure_wrong", n=wrong)] if has_said else None,
        "class_said": screen.text("vote.class_said", what=_option(screen, prompt, true)["text"]),
        "of": [screen.text("vote.of", n=told["said"][i].get(true, 0), of=n) for i, n in enumerate(told["n"])],
        "joined_text": screen.text("vote.you_joined", n=joined, what=_option(screen, prompt, true)["text"]),
    }
    if prompt.cards:
        out = told["truth"].get("marked", told["truth"].get("which", ()))
        scene |= {
            "suspected": _say(screen, prompt, "suspected"),
            "by": screen.text("vote.by", n=doubting),
            "which": [_option(screen, prompt, card) | {"n": n, "out": card in out} for card, n in told["which"][:4]],
            "cards": [_option(screen, prompt, card) for card in prompt.cards],
        }
    return scene


def _known(screen: "ScreenState", prompt: Prompt, turns: Sequence[Mapping[str, Any]]) -> "Scene":
    """For pads: each team's share of right guesses by turn, teams identified first on top."""
    rows, truth = [], turns[-1]["truth"]["say"]
    steps = [(turn, vote) for turn in turns for vote in range(len(turn["n"]))]  # two for a turn with a vote
    for seat in prompt.rows:
        counts = [turn["said"][vote].get(str(seat), {}) for turn, vote in steps]
        named = max(1, sum(counts[-1].values()))
        shares = [min(1.0, sum(by.get(nation, 0) for nation in truth[seat]) / named) for by in counts]
        known = next((n for n in range(len(shares)) if min(shares[n:]) > 0.5), None)
        top = max(counts[-1], key=counts[-1].__getitem__, default=None)
        number = steps[known][0]["prompt"]["facts"]["turn"] + 1 if known is not None else 0
        most = top is not None and known is None and top not in truth[seat]
        rows.append(
            {
                "seat": seat,
                "name": screen.team(seat),
                "nations": [screen.country(nation) for nation in truth[seat]],
                "shares": shares,
                "known": known,
                "end": i18n.number(round(100 * shares[-1]), screen.lang),
                "text": _say(screen, prompt, "never" if known is None else "known", n=number),
                "more": _say(screen, prompt, "most", nation=data.Country(top)) if most and top else "",
            }
        )
    rows.sort(key=lambda row: (len(steps) if row["known"] is None else row["known"], row["seat"]))
    heads = ["" if vote else turn["prompt"]["facts"]["turn"] + 1 for turn, vote in steps]
    talked = [n for n, (_, vote) in enumerate(steps) if vote]
    words = {name: screen.text(f"vote.pad.{name}") for name in PAD}
    told = {"pads": rows, "turns": heads, "talked": talked, "pad_words": words}
    return told | {"source": _say(screen, prompt, "source")}


def questions(screen: "ScreenState", told: Mapping[str, Any], alone: bool) -> list[str]:
    """The first question to discuss when many changed their mind; for pads, what gave a team away; if there is no other
    (*alone*), what misled the others."""
    prompt = Prompt.of(told["prompt"])
    if prompt.kind == "pad":
        return [_say(screen, prompt, "ask")]
    changed = [(n, a, b) for a, b, n in told.get("moved", ()) if a != b]
    if changed:
        n, a, b = max(changed)
        names = {name: _option(screen, prompt, value, told=True)["text"] for name, value in (("a", a), ("b", b))}
        return [screen.text("vote.question_moved", n=n, **names)]
    if not alone or "moved" not in told:
        return []
    wrong = {said: n for said, n in told["said"][-1].items() if n and said != told["truth"]["say"]}
    if not wrong:
        return [screen.text("vote.question_right")]
    most = max(wrong, key=wrong.__getitem__)
    what = _option(screen, prompt, most, told=True)["text"]
    return [screen.text("vote.question_wrong", n=wrong[most], what=what)]


def _summary(screen: "ScreenState", prompt: Prompt, told: Mapping[str, Any], votes: Sequence[str]) -> str:
    """A description of the picture for screen readers."""
    parts = []
    for name, said, n, right in zip(votes, told["said"], told["n"], told["right"], strict=True):
        if prompt.kind in ("choice", "several", "place"):
            counts = [screen.text("vote.count", n=k, what=_option(screen, prompt, v)["text"]) for v, k in said.items()]
            parts.append(screen.text("vote.summary", vote=name, counts=counts))
        else:
            parts.append(screen.text("vote.summary_right", vote=name, n=n, right=right))
    return " ".join(parts)
