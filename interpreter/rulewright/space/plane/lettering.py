"""Writes words on a picture: where there is room for them, and as text that is no markup.

Separate because everything on a picture has words, and they must not overprint each other. Fonts are not measured: the
size of a text is estimated, so that the same scene is the same text everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from rulewright.space.plane.points import Xy

GROUND: Final = "#f4f1e6"
INK: Final = "#1c1c1c"
MOST_NAME: Final = 80
_LEAST: Final = 8
_SIZE: Final = 800  # of the words of a legend,
_SMALL: Final = 400  # and of those that are too long for a row
_MOST_LINES: Final = 8
_CUT: Final = " .."
_HALO: Final = f'stroke="{GROUND}" stroke-width="250" stroke-linejoin="round"'
_LETTER: Final = (5, 8)  # the approximate width of a letter, as a share of the size
_BELOW: Final = (7, 20)  # how far below the middle of a text its base line is, as a share of the size
Box = tuple[int, int, int, int]  # left, top, right and bottom


def width_of(text: str, size: int) -> int:
    """The estimated width of a text."""
    return min(len(text), MOST_NAME) * size * _LETTER[0] // _LETTER[1]


def letters_in(width: int, size: int) -> int:
    """How many letters of a text surely have room in a width; at least some."""
    return min(max(width * _LETTER[1] // (size * _LETTER[0]), _LEAST), MOST_NAME)


def box_round(at: Xy, text: str, size: int) -> Box:
    """What a text covers whose middle is at a spot."""
    half = width_of(text, size) // 2
    return at[0] - half, at[1] - size // 2, at[0] + half, at[1] + size // 2


class Room:
    """What is taken of a picture by the words on it, and by what they must not hide."""

    def __init__(self) -> None:
        self._taken: list[Box] = []

    def take(self, box: Box) -> None:
        """Nothing else is to be written there."""
        self._taken.append(box)

    def clashes(self, box: Box) -> int:
        """How many things are in a box that are taken."""
        a, b, c, d = box
        return sum(left < c and a < right and top < d and b < bottom for left, top, right, bottom in self._taken)

    def best(self, spots: Iterable[Xy], text: str, size: int) -> tuple[Xy, int]:
        """The first of the spots with the fewest clashes, and how many these are; the text is now there."""
        found = [(self.clashes(box_round(spot, text, size)), number, spot) for number, spot in enumerate(spots)]
        number, _, spot = min(found)
        self.take(box_round(spot, text, size))
        return spot, number


def escaped(text: str, most: int = MOST_NAME) -> str:
    """A name as text of XML: no markup, no characters that XML forbids."""
    kept = "".join(c for c in text[:most] if c.isprintable())
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def titled(name: str, content: str) -> str:
    """A content with the name that is shown when somebody points at it; the content alone if there is no name."""
    return f"<g><title>{escaped(name)}</title>{content}</g>" if name else content


def written(at: Xy, text: str, size: int, colour: str = INK, anchor: str = "middle") -> str:
    """A text whose base line is at a spot."""
    return (f'<text x="{at[0]}" y="{at[1]}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
            f"{escaped(text)}</text>")  # fmt: skip


def on_any_ground(at: Xy, text: str, size: int, colour: str = INK) -> str:
    """A text with a rim, which is drawn below it: not all programs that show pictures paint the rim of a text first."""
    return f"<g {_HALO}>{written(at, text, size, colour)}</g>{written(at, text, size, colour)}"


def on_plate(middle: Xy, text: str, size: int, colour: str = INK) -> str:
    """A text on a plate that hides the line below it."""
    left, top, right, bottom = box_round(middle, text, size)
    return (f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="{GROUND}" '
            f'fill-opacity="0.85"/>' + written(base_line(middle, size), text, size, colour))  # fmt: skip


def base_line(middle: Xy, size: int) -> Xy:
    """Where the base line of a text is whose middle is at a spot."""
    return middle[0], middle[1] + size * _BELOW[0] // _BELOW[1]


def in_lines(text: str, width: int, size: int) -> list[str]:
    """A text in lines no wider than a width; of a very long one only the first."""
    return wrap(text, letters_in(width, size), max_lines=_MOST_LINES, placeholder=_CUT)


def in_rows(items: Sequence[tuple[str, str]], left: int, right: int, top: int, row: int) -> tuple[list[str], int]:
    """Entries of a legend in rows below each other, and where the last row ends.

    Args:
        items: the drawing of each, from (0, 0) to (1000, 700), and its words: those longer than a row are smaller, and
            very long ones cut.
        left: where rows begin.
        right: where they end.
        top: where the first row begins.
        row: from row to row.
    """
    found, x, y = [], left, top
    beside = right - left - 300  # beside the drawing, and into the margin
    for drawing, whole in items:
        size = max(_SIZE * beside // max(width_of(whole, _SIZE), beside), _SMALL)
        most = letters_in(beside, size)
        words = whole if len(whole) <= most else whole[: most - len(_CUT)].rstrip() + _CUT
        wide = 1_300 + width_of(words, size)
        if x > left and x + wide > right:
            x, y = left, y + row
        found.append(f'<g transform="translate({x} {y})">{drawing}</g>'
                     + written((x + 1_300, y + 620), words, size, anchor="start"))  # fmt: skip
        x += wide + 900
    return found, y + row if found else top
