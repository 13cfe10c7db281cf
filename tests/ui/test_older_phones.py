"""P31: phones' scripts and styles avoid everything that Chrome 80 and iOS 13.4 do not support, checked as text."""

import re

import pytest

from geoclass.ui.kit.styles import flat
from geoclass.ui.phone import pages
from geoclass.ui.phone.older import bare, written_out

# Syntax that breaks the whole script, and missing functions.
NO_SCRIPT = {
    "optional chaining": r"\?\.(?!\d)",
    "nullish coalescing": r"\?\?",
    "logical assignment": r"(?:\|\||&&)=",
    "private or static members": r"^\s*(?:static\s*\{|#\w+)",
    "lookbehind": r"\(\?<[=!]",
    "numbers with underscores": r"\b\d+_\d",
    "top-level await": r"^await ",
    "newer methods": r"\.(?:replaceAll|findLast(?:Index)?|to(?:Sorted|Reversed|Spliced)|replaceChildren)\(",
    "at of a list": r"\.at\(-",
    "newer functions": r"\b(?:structuredClone|Object\.hasOwn|Object\.groupBy|Array\.fromAsync|crypto\.randomUUID)\b",
}
# Syntax because of which such a phone ignores a rule or declaration.
NO_STYLE = {
    "a list of selectors": r":(?:is|where)\(",
    "inset": r"(?<![\w-])inset(?:-block|-inline)?[\w-]*:",
    "mixed colours": r"color-mix\(|oklch\(|\blab\(",
    "layers and containers' rules": r"@layer|@container",
    "nesting": r"(?:^|[{};])\s*&",
    "small and large viewports": r"\d[dsl]v[hw]\b",
    "transforms one by one": r"(?:^|[{;])\s*(?:translate|rotate|scale):",
}
FILES = {name: file.plain.decode() for name, file in pages.kept().items() if name.endswith((".js", ".css"))}
PHONES_OWN = re.compile(r"\.handheld|\.held|\.in-hand|-hand\b|\.upright|\.me\b")


def test_P31_there_is_something_to_read():
    assert {"phone.js", "phone.css", "boards/countries.js", "boards/countries.css"} <= set(FILES)


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".js")])
def test_P31_scripts_for_phones_are_of_2020(name: str):
    code = re.sub(r"(?m)^\s*(?://|/?\*).*$", "", FILES[name])
    wrong = {what: found[0] for what, pattern in NO_SCRIPT.items() if (found := re.search(pattern, code, re.MULTILINE))}
    assert not wrong, wrong


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".css")])
def test_P31_styles_for_phones_are_of_2020(name: str):
    style = FILES[name]
    wrong = {what: found[0] for what, pattern in NO_STYLE.items() if (found := re.search(pattern, style, re.MULTILINE))}
    assert not wrong, wrong
    for selector in re.findall(r"(?m)^([^@{}]*:has\([^{]*)\{", style):
        assert "," not in re.sub(r"\([^()]*\)", "", selector), f"others are dropped with it: {selector}"
        assert not PHONES_OWN.search(selector), f"a phone needs it: {selector}"


@pytest.mark.parametrize(
    ("today", "then"),
    [
        ("a { inset: 0; }", "a{ top:0;right:0;bottom:0;left:0; }\n"),
        ("a { inset: 1px auto; }", "a{ top:1px;right:auto;bottom:1px;left:auto; }\n"),
        (
            "a { inset: 0 calc(1px + 2px) auto; }",
            "a{ top:0;right:calc(1px + 2px);bottom:auto;left:calc(1px + 2px); }\n",
        ),
        ("p :is(a, b:not(.x)) i { x: y }", "p a i, p b:not(.x) i{ x: y }\n"),
        (":is(a, b) :is(c, d) { e: f }", "a c, a d, b c, b d{ e: f }\n"),
        ("a, b:has(i), c { d: e }", "a, c{ d: e }\nb:has(i){ d: e }\n"),
        ("@media (x) { :is(a, b) { c: d } } /* :is(c) */ @keyframes k { to { inset: 0; } }", None),
    ],
)
def test_P31_a_style_is_written_out(today: str, then: str | None):
    made = written_out(today)
    if then is None:
        assert made == "@media (x){a, b{ c: d }\n}\n@keyframes k{ to { inset: 0; } }\n"
    else:
        assert made == then


@pytest.mark.parametrize(
    ("nested", "one_by_one"),
    [
        ("a { x: y; b { x: z } &.c, > d { x: w; } }", "a { x: y; }\na b { x: z }\na.c, a > d { x: w; }"),
        ("a, b { i, &::before { x: y } }", "a i, a::before, b i, b::before { x: y }"),
        ("a { &:is(.x, .y) { b { c: d } } }", "a:is(.x, .y) b { c: d }"),
        ("@media (x) { a { b { c: d } } }", "@media (x) {\na b { c: d }\n}"),
        ("@keyframes k { to { x: y } } a { b: url(c); } /* { */", "@keyframes k { to { x: y } }\na { b: url(c); }"),
    ],
)
def test_rules_in_rules_are_sent_one_by_one(nested: str, one_by_one: str):
    assert flat(nested) == one_by_one
    assert flat(one_by_one) == one_by_one


def test_scripts_are_sent_without_comments():
    code = 'const a = 1 // one\n// all\n  /** more\n   * of it */\n  f("// x") /* y */ + 1\n'
    assert bare(code) == 'const a = 1 // one\n  f("// x") /* y */ + 1\n'
