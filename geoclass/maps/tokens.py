"""The design tokens: colours and fonts shared by pages, figures and notebooks."""

from collections.abc import Mapping
from types import MappingProxyType

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "table": "#ECE5D8",  # the page
        "sheet": "#FFFDF8",  # cards, panels
        "inset": "#F5EFE3",  # wells inside a card
        "ink": "#16252C",
        "ink2": "#4B5A60",
        "line": "#D9CFBC",
        "slot": "#A4957A",  # dashes of an empty slot
        "sea": "#CDDFE3",  # never a data colour
        "graticule": "#BCD2D7",
        "land": "#F8F2E3",
        "coast": "#B5A688",
        "accent": "#BF341A",  # the one action, what is wrong, what is chosen now
        "on-accent": "#FFFFFF",
        "accent-soft": "#F9DFD5",
        "ok": "#17694E",  # the right place, only in a reveal, always with ✓
        "ok-soft": "#D8EBE0",
        "link": "#B5A688",
    }
)
DARK: Mapping[str, str] = MappingProxyType(
    {
        "table": "#0F181C",
        "sheet": "#1B282E",
        "inset": "#243339",
        "ink": "#F6F0E2",
        "ink2": "#B9C4C4",
        "line": "#3A4B52",
        "slot": "#71858C",
        "sea": "#14272F",
        "graticule": "#1E3640",
        "land": "#33454A",
        "coast": "#16242A",
        "accent": "#FF8262",
        "on-accent": "#21100A",
        "accent-soft": "#4B2920",
        "ok": "#6FD0A8",
        "ok-soft": "#1C3D33",
        "link": "#71858C",
    }
)
# The six teams in light mode: colour, and colour of the letter on it (dark on pale colours).
TEAMS = (
    ("#0A4AA0", "#FFFFFF"),
    ("#E39A0F", LIGHT["ink"]),
    ("#128060", "#FFFFFF"),
    ("#DE7FB0", LIGHT["ink"]),
    ("#5AB8EC", LIGHT["ink"]),
    ("#33383E", "#FFFFFF"),
)
# Six classes from low to high: lightness is monotonic, and none resembles the sea.
CLASSES_LIGHT = ("#F6E6BC", "#EBC57F", "#DB9656", "#B9624A", "#853D4D", "#4A2044")
CLASSES_DARK = ("#5A3355", "#8F4858", "#BD6A50", "#DC9A5C", "#EDC985", "#FAEBC4")

SERIF = "'Source Serif 4', Georgia, serif"
SANS = "'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"


def colours(dark: bool = False) -> Mapping[str, str]:
    return DARK if dark else LIGHT


def class_colours(dark: bool = False) -> tuple[str, ...]:
    return CLASSES_DARK if dark else CLASSES_LIGHT
