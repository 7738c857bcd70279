"""Compares answers by the quantities in their conditions: which targets they reach, how well these are seen, what they
cost.

Separate because `why` explains one answer completely, while a player who chooses among twenty wants their differences.
It shows nothing that `why` of an answer, or `why not`, does not show the same player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from rulewright.explained import TypeCode
from rulewright.languages import own
from rulewright.play import labels, why
from rulewright.play.considered import considered
from rulewright.play.quantities import Weighed, Weigher
from rulewright.play.seen import Unseen
from rulewright.play.state import Decision
from rulewright.program import Event, OfferLine
from rulewright.shapes import SEAT
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, short_name
from rulewright_tools.show.question import kind_words, prompt
from rulewright_tools.show.words import say

_MOST_ROWS: Final = 100
_MOST_TRIED: Final = 100  # refused calls of an event
_MOST_REFUSED: Final = 10  # the most that are shown
_NOTHING: Final = "-"
_GAP: Final = "  "

# The name of a quantity in its condition, that condition, the permission that contains it, and its index among the
# quantities with these three.
_Column = tuple[str, str, str, str, int]


@dataclass(slots=True)
class _Row:
    """An answer, or a refused call, which has no number: its arguments, its quantities, and the reasons for refusal."""

    number: int | None
    args: tuple[str, ...]
    cells: dict[_Column, str] = field(default_factory=dict)
    unseen: bool = False
    refused: str = ""


def compare(match: Match, decision: Decision, words: str, sight: Sight, width: int = 1_000) -> list[Text]:
    """Returns a table for each event, of the answers that contain all these words, or of all answers. A table that is
    wider than `width` characters gets a line for each answer. Raises Unknown if there is nothing to compare."""
    return _Comparing(match, decision, words, sight, width).tables()


class _Comparing:
    def __init__(self, match: Match, decision: Decision, words: str, sight: Sight, width: int) -> None:
        self._m = match.state
        self._decision = decision
        self._sight = sight
        self._language = sight.language
        self._width = width
        self._wanted = words.casefold().split()
        self._any = False  # whether an answer or a refused call has all these words
        self._options = match.options(sight)
        self._weigher = Weigher(match.state, sight.language, sight.viewer)

    def tables(self) -> list[Text]:
        """Returns a table for each event, or one for the whole question."""
        d = self._decision
        site = self._m.p.program.sites[d.site] if d.site >= 0 else None
        lines: list[Text] = []
        if site is not None and site.kind == "offer":
            for event in dict.fromkeys(site.lines):
                lines += self._of_event(event, [line for line in site.offers if line.event == event])
        elif site is not None and site.where:
            chosen = [i for i, one in enumerate(d.options) if one is not None and self._fits(self._options[i])]
            rows = [self._row(i + 1, (self._options[i],), self._weigher.answer(d.options[i])) for i in chosen]
            lines += self._table(prompt(self._m, d, self._sight), [""], rows)
        if not lines and self._wanted and not self._any:
            raise Unknown(say(self._language, "no_such_answer", word=" ".join(self._wanted)))
        if not lines:
            raise Unknown(say(self._language, "compares_nothing"))
        return lines

    def _fits(self, words: str) -> bool:
        fits = all(one in words.casefold() for one in self._wanted)
        self._any |= fits
        return fits

    def _of_event(self, event: int, lines: Sequence[OfferLine]) -> list[Text]:
        """Returns the answers that call an event, then the calls of it that are nearly answers."""
        m, d = self._m, self._decision
        row = m.p.program.events[event]
        site = m.p.program.sites[d.site]
        mine = [i for i, one in enumerate(d.options) if one is not None and site.lines[one[0]] == event]
        chosen = [i for i in mine if self._fits(f"{row.id} {self._options[i]}")][:_MOST_ROWS]
        rows = [self._row(i + 1, self._args(event, d.options[i][1]), self._weigher.answer(d.options[i]))
                for i in chosen]  # fmt: skip
        offered = {tuple(d.options[i][1]) for i in mine}
        acting = [d.options[i][1][:1] for i in chosen]
        refused = sorted(self._refused(event, offered), key=lambda one: one[0][:1] not in acting)
        near = [one for one in refused[:_MOST_REFUSED] if not acting or one[0][:1] in acting]
        rows += [made for _, made in near]
        self._shortened(event, rows, [*(d.options[i][1] for i in chosen), *(args for args, _ in near)])
        headings = [self._heading(row, name, t) for name, t in row.fields[: row.params]]
        return self._table(labels.called(row, self._language), headings, rows)

    def _heading(self, event: Event, name: str, t: TypeCode) -> str:
        """Returns the name of an argument; what it is, if the pack does not name it in the language of the table."""
        of = own(self._language)
        named = of == "en" or of in event.field_names.get(name, {})
        return labels.event_field(event, name, of) if named else kind_words(self._m, t, of)

    def _refused(self, event: int, offered: set[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], _Row]]:
        """Yields calls that the offer iterates over and that only one condition refuses, with their arguments and rows.
        """
        viewer = self._sight.viewer
        called = self._m.p.program.events[event].id
        for one in islice(considered(self._m, event, viewer), _MOST_TRIED + len(offered)):
            if one.args in offered or not one.belongs:
                continue
            if not self._fits(f"{called} {self._sight.call(self._m, event, one.args)}"):
                continue
            offered.add(one.args)
            try:
                found = why.not_offered(self._m, event, one.args, self._language, viewer, one.line)
            except Unseen:
                continue
            if len(found) == 1:
                name = labels.condition(found[0].name, self._language)
                words = found[0].said or name or replace(found[0], name="").words
                weighed = self._weigher.call(one.line, one.args)
                yield one.args, self._row(None, self._args(event, one.args), weighed, words)

    def _args(self, event: int, args: Sequence[Any]) -> tuple[str, ...]:
        fields = self._m.p.program.events[event].fields
        return tuple(self._sight.value(self._m, v, t) for v, (_, t) in zip(args, fields, strict=False))

    def _shortened(self, event: int, rows: Sequence[_Row], given: Sequence[Sequence[Any]]) -> None:
        """Omits the owners after the acting entity where names are unambiguous without them."""
        m, fields = self._m, self._m.p.program.events[event].fields
        for i in range(1, m.p.program.events[event].params):
            if fields[i][1][0] not in ("entity", "union"):
                continue
            things = {args[i] for args in given if args[i] and args[i] < SEAT}
            names = {e: short_name(m, e, self._sight) for e in things}
            if len(set(names.values())) == len(things):
                for row, args in zip(rows, given, strict=True):
                    row.args = (*row.args[:i], names.get(args[i], row.args[i]), *row.args[i + 1 :])

    def _row(self, number: int | None, args: tuple[str, ...], weighed: Sequence[Weighed], refused: str = "") -> _Row:
        made = _Row(number, args, refused=refused)
        for one in weighed:
            made.unseen |= one.unseen
            for told in one.told:
                column = told.name, told.text, one.name.replace("_", " "), told.inside
                if not any(known[1] == told.text and words == told.brief for known, words in made.cells.items()):
                    made.cells[*column, sum(1 for known in made.cells if known[:4] == column)] = told.brief
        return made

    def _table(self, title: str, headings: Sequence[str], rows: Sequence[_Row]) -> list[Text]:
        """Returns a line with what all rows share, next to the title, and a line for each row with what differs; empty
        if nothing is compared."""
        known = list(dict.fromkeys(column for row in rows for column in row.cells))
        if not known:
            secret = Text(_GAP + say(self._language, "hangs_on_secrets"), "italic")
            return [Text(title, "bold"), secret] if any(row.unseen for row in rows) else []
        same = [column for column in known if len({row.cells.get(column) for row in rows}) == 1]
        shown = _headings(known)
        several = len(rows) > 1
        differing = [i for i in range(len(headings)) if not several or len({row.args[i] for row in rows}) > 1]
        of_all = [rows[0].args[i] for i in range(len(headings)) if i not in differing]
        lines = [Text.assemble((title, "bold"), f": {', '.join(of_all)}" if of_all else "")]
        if same:
            told = ", ".join(f"{shown[column]} {rows[0].cells[column]}" for column in same)
            lines.append(Text(f"{_GAP}{say(self._language, 'of_all', words=told) if several else told}", "green"))
        columns = [column for column in known if column not in same]
        refused = any(row.refused for row in rows)
        cells = [["", *(headings[i] for i in differing), *(shown[column] for column in columns)]]
        cells[0] += [say(self._language, "refused_by")] if refused else []
        for row in rows:
            cells.append([
                _NOTHING if row.number is None else str(row.number),
                *(row.args[i] for i in differing),
                *(row.cells.get(column, _NOTHING) for column in columns),
                *([row.refused] if refused else []),
            ])  # fmt: skip
        if several or differing:
            made = _lined_up(cells, [row.number is None for row in rows])
            wide = max(line.cell_len for line in made) > self._width
            if wide and refused:
                cells[0][-1] += ":"  # the reason may be a sentence
            lines += _one_by_one(cells, len(differing)) if wide else made
        if any(row.unseen for row in rows):
            lines.append(Text(_GAP + say(self._language, "and_secrets"), "italic"))
        return lines


def _headings(known: Sequence[_Column]) -> dict[_Column, str]:
    """Returns the headings of columns: the name; if several columns share it, the quantity as the condition writes it;
    then with the name of the condition, then with the permission."""
    found = {}
    for column in known:
        name, text, of, inside, _ = column
        ways = [name, text, f"{of}: {text}" if of else text, f"{inside}: {text}" if inside else text]
        alike = [sum(1 for one in known if one[:k] == column[:k]) for k in (1, 2, 3)]
        found[column] = ways[next((i for i, count in enumerate(alike) if count == 1), 3)]
    return found


def _lined_up(cells: Sequence[Sequence[str]], faint: Sequence[bool]) -> list[Text]:
    """Aligns cells in columns; the first line contains headings, and numbers of answers are right-aligned."""
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for style, row in zip(("italic", *("dim" if one else "" for one in faint)), cells, strict=True):
        first, *others = row
        padded = [f"{one}{' ' * (width - cell_len(one))}" for one, width in zip(others, widths[1:], strict=True)]
        lines.append(Text(_GAP + _GAP.join([first.rjust(widths[0]), *padded]).rstrip(), style))
    return lines


def _one_by_one(cells: Sequence[Sequence[str]], named: int) -> list[Text]:
    """Returns the same cells with a line for each row: first what the row is (`named` cells after the number), then its
    known quantities."""
    headings, *rows = cells
    wide = max(cell_len(row[0]) for row in rows)
    lines = []
    for row in rows:
        told = [f"{name} {cell}" for name, cell in zip(headings[named + 1 :], row[named + 1 :], strict=True)
                if cell and cell != _NOTHING]  # fmt: skip
        line = Text(f"{_GAP}{row[0].rjust(wide)}{_GAP}", "dim" if row[0] == _NOTHING else "")
        lines.append(line.append(", ".join(row[1 : named + 1]), "bold").append(f": {', '.join(told)}" if told else ""))
    return lines
