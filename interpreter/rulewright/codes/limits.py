"""RW611 to RW618: limits of boards, footprints, lists, code, names, and of what is built upon each other in a row."""

from __future__ import annotations

from .code import Code, Example, Severity, game


def _board(text: str) -> Example:
    """The same on a board of squares."""
    return {"pack.yaml": "pack: sample\nlanguage: 2\nstart: play\nboard: square\n", "game.yaml": text}


def _map(width: int, height: int) -> Example:
    rows = f"    {'.' * width}\n" * height
    return _board(f"map field:\n  rows: |\n{rows}event play: lay(field)\n")


def _kinds(count: int) -> Example:
    """A row of kinds, each of which is the next."""
    rows = [f"kind k{i}: {{is: k{i + 1}}}" for i in range(1, count)]
    return "\n".join([*rows, f"kind k{count}: {{owned: no}}", ""])


def _values(count: int) -> Example:
    """A row of values, each of which asks the next."""
    rows = [f"value v{i}() gives number: v{i + 1}() + 1" for i in range(1, count)]
    return game("\n".join([*rows, f"value v{count}() gives number: 1",
                            "event play gives number total: set total = v1()", ""]))


def _rows(count: int) -> Example:
    """A value that is decided by rows."""
    rows = [f"    - {i + 1} if a is {i}" for i in range(count - 1)]
    return game("\n".join(["value v(number a) gives number:", "  decide:", *rows, "    - 0",
                            "event play gives number total: set total = v(1)", ""]))


def _sentences(count: int) -> Example:
    """So many sentences on a class of as many events."""
    events = [f"event e{i}(player who) is act: finish" for i in range(count)]
    return game("\n".join(["class act(player who): {}", *events, "rule never:", "  modify:",
                            *(f"    - forbid act when seat_number(who) is {i + 9}" for i in range(count)),
                            "event play: |", "  for each p in players:", *(f"    e{i}(p)" for i in range(count)), ""]))


CODES: tuple[Code, ...] = (
    Code(
        "RW611", Severity.ERROR, "board too large",
        "A board has at most 5,000 places, and at most 200 in a row or a column; places that do not exist count. What "
        "is remembered of a board grows with the square of its places. This holds for maps and for the drawings of "
        "content tests.",
        bad=lambda: _map(100, 51),
        good=_map(20, 10),
    ),
    Code(
        "RW612", Severity.ERROR, "size beyond any board",
        "The size of a kind is the number of places along one side of the square that its entities cover. No board is "
        "wider than 200 places, so nothing larger can stand on one.",
        bad=_board("kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width\n"
                   "piece pawn: {width: 1000}\nevent play: create pawn\n"),
        good=_board("kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width\n"
                    "piece pawn: {width: 2}\nevent play: create pawn\n"),
    ),
    Code(
        "RW613", Severity.ERROR, "too many kinds in a row",
        "At most 20 kinds may be each other in a row by `is`. Every kind repeats what its parents have, so long rows "
        "make packs large and slow. Remove the kinds in between that add nothing.",
        bad=lambda: _kinds(21),
        good=_kinds(4),
    ),
    Code(
        "RW614", Severity.ERROR, "too many questions in a row",
        "At most 100 values, permissions, formulas and conditions of events may ask each other in a row. Each runs "
        "inside the one that asks it, and so many calls do not fit into each other. Store what one in the middle "
        "answers in a field, where it changes, and read the field.",
        bad=lambda: _values(101),
        good=_values(4),
    ),
    Code(
        "RW615", Severity.ERROR, "too many entries",
        "At most 200 rows stand under `decide` and 200 reactions under `react`, and at most 1,000 entries under "
        "`legal`, `steps` and `modify` of one definition. In a content test every field has at most 1,000 texts, "
        "whatever they stand in, and `answers` at most 5,000. Each is compiled, and takes time and memory.",
        bad=lambda: _rows(201),
        good=_rows(4),
    ),
    Code(
        "RW616", Severity.ERROR, "pack too large",
        "A pack has at most 10,000 definitions besides sheets, 20,000 sheets, and 20,000,000 characters in its files "
        "of definitions. Whatever is done with a pack takes time and memory with each of them. Divide the game into "
        "several packs.",
        bad=lambda: game("".join(f"event e{i}: finish\n" for i in range(10_000)) + "event play: e0()\n"),
        good=game("event play gives number total: set total = 1\n"),
    ),
    Code(
        "RW617", Severity.ERROR, "too much code",
        "Some texts are compiled more often than they are written: a sentence on a class or a reaction to it for every "
        "event of the class, and a small value wherever it is read. All these copies together may become 150,000 nodes "
        "of code; a sentence or a reaction is about 60 of them, a name or a number about 2. What `extends` gives to "
        "others may be 100,000 characters of texts and lists. Divide large classes, and let templates call events.",
        bad=lambda: _sentences(60),
        good=_sentences(4),
    ),
    Code(
        "RW618", Severity.ERROR, "name too long",
        "A name has at most 100 characters, and a key of a YAML file, such as a head with its parameters or the title "
        "of a test, at most 2,000. Messages, logs and saved matches repeat names, and nobody reads longer ones. What "
        "players read stands in the field `name`, which may be long.",
        bad=lambda: game(f"event {'very_' * 25}long: finish\nevent play gives number total: set total = 1\n"),
        good=game("event long: finish\nevent play: long()\n"),
    ),
)
