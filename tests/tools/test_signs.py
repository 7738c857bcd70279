"""Signs of pieces: two characters of one alphabet for all that is drawn on a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.characters import CYRILLIC, LATIN, alphabet_of, written_in
from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright_tools.show.pieces import Sight, Signs, placed

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
kind man: {placed: yes}
man guard: {name: {en: Guard, ru: Страж}}
man go: {name: {en: Go, ru: Го}}
man robot: {name: {en: R2 Droid, ru: R2 Droid}}
map field:
  rows: |
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
event play: |
  lay(field)
  for each p in players:
    for each c in everywhere:
      create guard for p at c
      create go for p at c
      create robot for p at c
"""


@pytest.fixture
def board(pack_folder: Write) -> State:
    """Thirty guards, thirty with names of two letters and a robot for each of two seats, and a robot of nobody."""
    program = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: play\nboard: square\n", "game.yaml": GAME})).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    setup.lay(m, 0)
    sheets = {one.id: i for i, one in enumerate(program.sheets)}
    cells = iter(m.board.places)
    for seat in (0, 1):
        for name in ("guard", "go") * 30 + ("robot",):
            pieces.create(m, sheets[name], seat, next(cells))
    pieces.create(m, sheets["robot"], None, next(cells))
    return m


@pytest.mark.parametrize(("language", "letters", "robots"), [
    ("ru", CYRILLIC, ["РД", "рд", "*Д"]), ("en", LATIN, ["RD", "rd", "*D"]),
])  # fmt: skip
def test_all_signs_are_of_one_alphabet(board: State, language: str, letters: str, robots: list[str]) -> None:
    signs, sight = Signs(), Sight(None, language)
    found = [signs.of(board, e, sight) for e in placed(board)]
    assert len(set(found)) == len(found) == 123
    used = {char.upper() for sign in found for char in sign if char.isalpha()}
    assert used <= set(letters), sorted(used - set(letters))
    told = dict(zip(placed(board), found, strict=True))
    assert [told[e] for e in placed(board) if board.p.program.sheets[board.sheet[e]].id == "robot"] == robots


def test_signs_are_the_same_in_whatever_order_pieces_are_drawn_and_when_a_match_goes_on(board: State) -> None:
    """As behind `--resume`: the first signs are wanted when some pieces are gone."""
    before, sight = Signs(), Sight(None, "en")
    told = {e: before.of(board, e, sight) for e in placed(board)}
    gone = placed(board)[:7:2]
    for e in gone:
        pieces.remove(board, e)
    later = Signs()
    drawn = {e: later.of(board, e, sight) for e in reversed(placed(board))}
    assert drawn == {e: sign for e, sign in told.items() if e not in gone} and len(drawn) == 119


class Counting(set[str]):
    """A set that counts what is looked up."""

    lookups = 0

    def __contains__(self, one: object) -> bool:
        self.lookups += 1
        return super().__contains__(one)


def test_no_piece_of_a_crowd_looks_through_the_signs_of_all_others(board: State) -> None:
    """Those whose letters are taken get the next number."""
    guard = board.sheet[placed(board)[0]]
    crowd = [pieces.create(board, guard, 0, None) for _ in range(500)]
    signs, sight = Signs(), Sight(None, "en")
    signs._taken = Counting()
    found = [signs.of(board, e, sight) for e in crowd]
    numbers = [int(sign) for sign in found if sign.isdigit()]
    assert len(set(found)) == 500 and numbers == [*range(numbers[0], numbers[0] + len(numbers))] and len(numbers) > 400
    assert signs._taken.lookups < 70 * (500 + len(placed(board)))


def test_the_alphabet_is_that_of_most_names() -> None:
    assert alphabet_of(["Страж", "Guard", "Эльф"]) == CYRILLIC
    assert alphabet_of(["Страж", "Guard"]) == alphabet_of(["", "7"]) == alphabet_of([]) == LATIN
    assert alphabet_of(["«Старик»", "R2"]) == LATIN and alphabet_of(["«Старик»"]) == CYRILLIC


def test_letters_of_the_other_alphabet_are_replaced_and_no_others() -> None:
    assert written_in(CYRILLIC, "Go-Bot 7 Ёж é") == "Го-Бот 7 Ёж é"
    assert written_in(LATIN, "Ёж Go é") == "Ez Go é"
    assert written_in(LATIN, "GUARD") == "GUARD"
