"""Prepares scripts and styles for phones: no comments, and CSS that older phones (Chrome 80, iOS 13.4) understand.

An older phone drops a whole rule if it does not know one of its selectors. So nesting, ``:is()`` and ``inset`` are
expanded, and a selector with ``:has()`` gets a rule of its own.
"""

import re
from collections.abc import Iterator

from geoclass.ui.kit.styles import WITHIN, closing, flat, listed

LINES_SAID = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
ANY_OF = re.compile(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)")
INSET = re.compile(r"(?<![\w-])inset:\s*([^;}]+)")
EDGES = ("top", "right", "bottom", "left")


def bare(script: str) -> str:
    """The same script without the comments that have lines of their own."""
    return LINES_SAID.sub("", script)


def written_out(css: str) -> str:
    """Expand what older phones do not understand."""
    return "".join(_rules(flat(css)))


def _rules(css: str) -> Iterator[str]:
    at = 0
    while (start := css.find("{", at)) >= 0:
        head, end = css[at:start].strip(), closing(css, start)
        at, body = end + 1, css[start + 1 : end]
        if head.startswith(WITHIN):
            yield f"{head}{{{''.join(_rules(body))}}}\n"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}\n"
        else:
            selectors = [one for each in listed(head) for one in _alternatives(each)]
            plain = [one for one in selectors if ":has(" not in one]
            for group in [", ".join(plain), *(one for one in selectors if one not in plain)]:
                if group:
                    yield f"{group}{{{INSET.sub(_edges, body)}}}\n"


def _alternatives(selector: str) -> list[str]:
    """Expand a selector's ``:is()`` to one selector per alternative."""
    found = ANY_OF.search(selector)
    if not found:
        return [selector]
    ways = (selector[: found.start()] + way + selector[found.end() :] for way in listed(found[1]))
    return [one for way in ways for one in _alternatives(way)]


def _edges(found: re.Match[str]) -> str:
    parts = re.findall(r"(?:[^\s()]|\([^()]*\))+", found[1])
    four = {1: parts * 4, 2: parts * 2, 3: [*parts, *parts[1:2]]}.get(len(parts), parts)
    return ";".join(f"{edge}:{value}" for edge, value in zip(EDGES, four, strict=True))
