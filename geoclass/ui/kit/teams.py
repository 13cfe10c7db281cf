"""Teams: colour, shape and letter, never colour alone. Seats 7 to 12 repeat the six with a hollow shape."""

LETTERS = "ABCDEFGHIJKL"
INK, WHITE, DARK_INK = "#16252C", "#FFFFFF", "#0F181C"
# seat → (light colour, letter on it, dark colour); the shapes are drawn in pieces.js, in the same order
COLOURS = (
    ("#0A4AA0", WHITE, "#4A86EA"),  # circle
    ("#E39A0F", INK, "#F2B33D"),  # triangle
    ("#128060", WHITE, "#52CFA0"),  # square
    ("#DE7FB0", INK, "#F59AC6"),  # diamond
    ("#5AB8EC", INK, "#A9E2FC"),  # hexagon
    ("#33383E", WHITE, "#8A949B"),  # plus
)


def team_css(dark: bool = False) -> str:
    """``--team-0``, its letter ``--on-team-0`` and its edge, for each of the six."""
    found = []
    for seat, (light, letter, dim) in enumerate(COLOURS):
        colour, on = (dim, DARK_INK) if dark else (light, letter)
        found.append(f"--team-{seat}:{colour};--on-team-{seat}:{on};")
    return "".join(found)
