"""RW607, RW608 and RW610, which only the compiler finds because it sees the whole pack; and RW609, between them."""

from __future__ import annotations

from .code import Code, Example, Severity, game


def _board(text: str) -> Example:
    """A pack of one file on a board of squares."""
    return {"pack.yaml": "pack: sample\nlanguage: 2\nstart: play\nboard: square\n", "game.yaml": text}


CODES: tuple[Code, ...] = (
    Code(
        "RW607",
        Severity.ERROR,
        "value is not constant",
        "The size of a kind and the `starts` of a printed field are computed once, when the pack is compiled. They may "
        "depend on numbers, words and other printed fields of the same sheet, and on nothing that a match could "
        "change.",
        bad=_board(
            "kind piece:\n  owned: no\n  placed: yes\n  size: count(players)\npiece pawn: {}\n"
            "event play: create pawn\n"
        ),
        good=_board(
            "kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width\n"
            "piece pawn: {width: 2}\nevent play: create pawn\n"
        ),
    ),
    Code(
        "RW608",
        Severity.ERROR,
        "question as a status ends",
        "A status ends in the middle of anything, at a clock or with its holder, so the code that runs then must not "
        "ask a player. Let a rule react to the event whose end ends the status, and ask there.",
        bad=game(
            "status held:\n  of: player\n  ends: |\n    let more = choose yes or no by self\n    noted() if more\n"
            "event noted: finish\n"
            "event play: |\n  for each p in players:\n    give held to p until end of this play\n"
        ),
        good=game(
            "status held:\n  of: player\n  ends: noted()\nevent noted: finish\n"
            "event play: |\n  for each p in players:\n    give held to p until end of this play\n"
        ),
    ),
    Code(
        "RW609", Severity.ERROR, "secret answer made public",
        "An answer that is chosen or rolled `in secret` is shown to one player. Keep it in a local, or in a field that "
        "its kind lists under `secret`. Everything else (results and parameters of events, other fields) is visible to "
        "everybody.",
        bad=game("kind player:\n  state:\n    bid: number\n"
                 "event play gives number total: |\n  for each p in players:\n"
                 "    set p.bid = choose one n in numbers(1, 6) by p in secret\n"
                 "  set total = sum(p.bid for p in players)\n"),
        good=game("kind player:\n  state:\n    bid: number\n  secret: {bid: owner}\n"
                  "event play gives number total: |\n  for each p in players:\n"
                  "    set p.bid = choose one n in numbers(1, 6) by p in secret\n"
                  "  set total = sum(p.bid for p in players)\n"),
    ),
    Code(
        "RW610", Severity.ERROR, "size below one",
        "The size of a kind is the number of places along one side of the square that its entities cover, and must be "
        "at least 1. It is a number, or computed for each sheet from its printed fields; then the result must be at "
        "least 1 for each of them.",
        bad=_board("kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width - 1\n"
                   "piece pawn: {width: 1}\nevent play: create pawn\n"),
        good=_board("kind piece:\n  owned: no\n  placed: yes\n  printed: {width: number}\n  size: self.width\n"
                    "piece pawn: {width: 1}\nevent play: create pawn\n"),
    ),
)
