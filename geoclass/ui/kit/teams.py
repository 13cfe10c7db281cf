"""Teams' looks: colour, shape and letter, never colour alone. Seats 7 to 12 repeat the six with hollow shapes."""

from geoclass.maps.tokens import class_colours, colours

LETTERS = "ABCDEFGHIJKL"
INK, WHITE, DARK_INK = "#16252C", "#FFFFFF", "#0F181C"
EDGE = ("#16252C", "#F6F0E2")  # light, dark: mixed into the edge of a badge
SHEER = ("ink", "sheet", "sea")  # also given as r, g, b for `rgba(var(--ink-rgb), .14)`
# seat → (light colour, letter on it, dark colour); the shapes are drawn in pieces.js, in the same order
COLOURS = (
    ("#0A4AA0", WHITE, "#4A86EA"),  # circle
    ("#E39A0F", INK, "#F2B33D"),  # triangle
    ("#128060", WHITE, "#52CFA0"),  # square
    ("#DE7FB0", INK, "#F59AC6"),  # diamond
    ("#5AB8EC", INK, "#A9E2FC"),  # hexagon
    ("#33383E", WHITE, "#8A949B"),  # plus
)


def variables(dark: bool = False) -> str:
    """The light or dark CSS variables: colours, map classes, teams."""
    table = dict(colours(dark)) | {f"class-{i}": c for i, c in enumerate(class_colours(dark), start=1)}
    parts = "".join(f"--{name}-rgb:{','.join(map(str, bytes.fromhex(table[name][1:])))};" for name in SHEER)
    return "".join(f"--{name}:{value};" for name, value in table.items()) + parts + team_css(dark)


def team_css(dark: bool = False) -> str:
    """``--team-0``, the colour of its letter ``--on-team-0`` and of its edge, for each of the six."""
    found = []
    for seat, (light, letter, dim) in enumerate(COLOURS):
        colour, on = (dim, DARK_INK) if dark else (light, letter)
        edge = _mixed(colour, EDGE[dark])
        found.append(f"--team-{seat}:{colour};--on-team-{seat}:{on};--edge-team-{seat}:{edge};")
    return "".join(found)


def _mixed(colour: str, other: str, share: float = 0.62) -> str:
    """Mix two colours; done here because old phones lack ``color-mix``."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(share * a + (1 - share) * b) for a, b in pairs).hex()
