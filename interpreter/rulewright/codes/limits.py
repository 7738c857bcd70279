"""RW611 to RW618: limits of boards, footprints, lists, code, names, and chains of things that build on each other."""

from __future__ import annotations

from .code import Code, Example, Severity, game


def _board(text: str) -> Example:
    """A pack of one file on a board of squares."""
    return {"pack.yaml": "pack: sample\nlanguage: 2\nstart: play\nboard: square\n", "game.yaml": text}


def _map(width: int, height: int) -> Example:
    rows = f"    {'.' * width}\n" * height
    return _board(f"map field:\n  rows: |\n{rows}event play: lay(field)\n")


def _kinds(count: int) -> Example:
    """A chain of kinds, each of which is the next by `is`."""
    rows = [f"kind k{i}: {{is: k{i + 1}}}" for i in range(1, count)]
    return "\n".join([*rows, f"kind k{count}: {{owned: no}}", ""])


def _values(count: int) -> Example:
    """A chain of values, each of which reads the next."""
    rows = [f"value v{i}() gives number: v{i + 1}() + 1" for i in range(1, count)]
    return game("\n".join([*rows, f"value v{count}() gives number: 1",
                            "event play gives number total: set total = v1()", ""]))


def _rows(count: int) -> Example:
    """A value with this many rows under `decide`."""
    rows = [f"    - {i + 1} if a is {i}" for i in range(count - 1)]
    return game("\n".join(["value v(number a) gives number:", "  decide:", *rows, "    - 0",
                            "event play gives number total: set total = v(1)", ""]))


def _sentences(count: int) -> Example:
    """This many modifiers of a class that has as many events."""
    events = [f"event e{i}(player who) is act: finish" for i in range(count)]
    return game("\n".join(["class act(player who): {}", *events, "rule never:", "  modify:",
                            *(f"    - forbid act when seat_number(who) is {i + 9}" for i in range(count)),
                            "event play: |", "  for each p in players:", *(f"    e{i}(p)" for i in range(count)), ""]))


CODES: tuple[Code, ...] = (
    Code(
        "RW611", Severity.ERROR, "board too large",
        "A board may have at most 5,000 places, and at most 200 in a row or a column; places that do not exist count. "
        "The data that is kept for a board grows with the square of the number of its places. The limits apply to maps "
        "and to the drawings of content tests.",
        bad=lambda: _map(100, 51),
        good=_map(20, 10),
    ),
    Code(
        "RW612", Severity.ERROR, "size too large",
        "The size of a kind is the number of places along one side of the square that its entities cover. No board is "
        "wider than 200 places, so nothing larger fits on one.",
        bad=_board("kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width\n"
                   "piece pawn: {width: 1000}\nevent play: create pawn\n"),
        good=_board("kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width\n"
                    "piece pawn: {width: 2}\nevent play: create pawn\n"),
    ),
    Code(
        "RW613", Severity.ERROR, "chain of kinds too long",
        "A chain of kinds, each of which is the next by `is`, may have at most 20 of them. Every kind repeats what its "
        "parents have, so long chains make packs large and slow. Remove the kinds in between that add nothing.",
        bad=lambda: _kinds(21),
        good=_kinds(4),
    ),
    Code(
        "RW614", Severity.ERROR, "chain of values too long",
        "A chain of values, permissions, formulas and conditions of events that read each other may have at most 100 "
        "of them. Each runs inside the one that reads it, and so many calls cannot be nested. Store the result of one "
        "in the middle in a field, where it changes, and read the field.",
        bad=lambda: _values(101),
        good=_values(4),
    ),
    Code(
        "RW615", Severity.ERROR, "too many entries",
        "`decide` may have at most 200 rows and `react` at most 200 reactions; `legal`, `steps` and `modify` of one "
        "definition may have at most 1,000 entries. In a content test every field may have at most 1,000 strings, "
        "however they are nested, and `answers` at most 5,000. Each entry is compiled, which takes time and memory.",
        bad=lambda: _rows(201),
        good=_rows(4),
    ),
    Code(
        "RW616", Severity.ERROR, "pack too large",
        "A pack may have at most 10,000 definitions besides sheets, 20,000 sheets, and 20,000,000 characters in its "
        "files of definitions. Each of them costs time and memory in everything that is done with the pack. Divide the "
        "game into several packs.",
        bad=lambda: game("".join(f"event e{i}: finish\n" for i in range(10_000)) + "event play: e0()\n"),
        good=game("event play gives number total: set total = 1\n"),
    ),
    Code(
        "RW617", Severity.ERROR, "too much code",
        "Some code is compiled several times: a modifier of a class or a reaction to it for every event of the class, "
        "and a small value wherever it is read. All copies together may have at most 150,000 nodes of code (a modifier "
        "or a reaction is about 60, a name or a number about 2); `extends` may copy at most 100,000 characters of "
        "strings and lists. Divide large classes, and let templates call events.",
        bad=lambda: _sentences(60),
        good=_sentences(4),
    ),
    Code(
        "RW618", Severity.ERROR, "name too long",
        "A name may have at most 100 characters, and a key of a YAML file, such as a head with its parameters or the "
        "title of a test, at most 2,000. Messages, logs and saved matches repeat names, and nobody reads longer ones. "
        "Names for players belong in the field `name`, which may be long.",
        bad=lambda: game(f"event {'very_' * 25}long: finish\nevent play gives number total: set total = 1\n"),
        good=game("event long: finish\nevent play: long()\n"),
    ),
)
