"""Expands nested CSS rules, which browsers before 2024 do not read reliably."""

import re
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
WITHIN = ("@media", "@supports")  # at-rules that contain rules
ENDS = re.compile(r"[{;]")


def joined(files: Iterable[Traversable]) -> str:
    """Join style files, without nesting."""
    return "\n".join(flat(file.read_text("utf-8")) for file in files)


def flat(css: str) -> str:
    """Expand nesting: each rule gets its full selector."""
    return "\n".join(_flat(COMMENT.sub("", css), [""]))


def _flat(css: str, outer: list[str]) -> Iterator[str]:
    """The rules of *css*, which is nested in rules for the selectors *outer*; declarations before nested rules."""
    at, own = 0, ""
    while found := ENDS.search(css, at):
        head = css[at : found.end()].strip()
        at = found.end()
        if head.endswith(";"):
            own += f" {head}"
            continue
        if own:
            yield f"{', '.join(outer)} {{{own} }}"
        head, own, body = head[:-1].strip(), "", css[at : (end := closing(css, at - 1))]
        at = end + 1
        if head.startswith(WITHIN):
            yield "\n".join([f"{head} {{", *_flat(body, outer), "}"])
        elif head.startswith("@"):
            yield f"{head} {{{body}}}"
        else:
            yield from _flat(body, [_nested(one, within) for within in outer for one in listed(head)])
    if own := f"{own} {css[at:].strip()}".strip():
        yield f"{', '.join(outer)} {{ {own} }}"


def _nested(selector: str, outer: str) -> str:
    return selector.replace("&", outer) if "&" in selector else f"{outer} {selector}".strip()


def closing(css: str, start: int) -> int:
    """The index of the brace that closes the one at *start*."""
    depth = 0
    for found in re.finditer(r"[{}]", css[start:]):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return start + found.start()
    raise ValueError(f"a brace is not closed: {css[start : start + 60]}")


def listed(text: str) -> list[str]:
    """Split at commas outside parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
