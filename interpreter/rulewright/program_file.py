"""Converts a Program to bytes and back.

Separate because a compiled pack is kept between runs, and reading it must take almost no time: the tables become plain
tuples in the interpreter's own format. The declared types decide how fields are converted, so the tables of `program`
are described only there. A field declared as a Sequence may be long, and its rows are read on demand. Never read bytes
from an untrusted source: they contain code.
"""

from __future__ import annotations

import marshal
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, get_args, get_origin, get_type_hints, overload

from rulewright import program as p

_Turn = Callable[[Any], Any]

# The rows of one page: they share equal values, and reading one row reads only its page.
_PAGE: Final = 64
_SIZE_BYTES: Final = 8


class Shelf(Sequence[Any]):
    """A long table whose rows are read page by page, on first use of a row of the page. Equal to a tuple of the rows.
    """

    __slots__ = ("_changed", "_length", "_pages", "_read", "_turn")

    def __init__(self, length: int, pages: Sequence[bytes | memoryview], turn: _Turn | None) -> None:
        self._length, self._pages, self._turn = length, pages, turn
        self._read: dict[int, tuple[Any, ...]] = {}
        self._changed: set[int] = set()

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)  # in another process, a tuple

    def with_rows(self, rows: Mapping[int, Any]) -> Shelf:
        """The table with other rows at these indexes."""
        made = Shelf(self._length, self._pages, self._turn)
        by_page: dict[int, list[int]] = {}
        for place in rows:
            by_page.setdefault(place // _PAGE, []).append(place)
        for number, places in by_page.items():
            page = list(self._page(number))
            for place in places:
                page[place % _PAGE] = rows[place]
            made._read[number] = tuple(page)
        made._changed = {*self._changed, *by_page}
        for number in self._changed - set(by_page):
            made._read[number] = self._read[number]
        return made

    def packed(self, turn: _Turn | None) -> tuple[int, tuple[bytes | memoryview, ...]]:
        """Its contents in the form of `_paged`; unchanged pages stay as they were written."""
        pages = list(self._pages)
        for number in self._changed:
            pages[number] = _page_of(self._read[number], turn)
        return self._length, tuple(pages)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(index)
        return self._page(place // _PAGE)[place % _PAGE]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Any]:
        for number in range(len(self._pages)):
            yield from self._page(number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def _page(self, number: int) -> tuple[Any, ...]:
        rows = self._read.get(number)
        if rows is None:
            packed = marshal.loads(self._pages[number])
            rows = self._read[number] = packed if self._turn is None else tuple([self._turn(row) for row in packed])
        return rows


def to_bytes(made: p.Program) -> bytes:
    """A program as bytes that `from_bytes` of the same engine and the same Python reads."""
    row = list(_writer(p.Program)(made))
    pages: list[bytes | memoryview] = []
    for i in _late():
        length, own = row[i]
        row[i] = length, tuple([len(page) for page in own])
        pages += own
    head = marshal.dumps(tuple(row))
    return b"".join([len(head).to_bytes(_SIZE_BYTES, "big"), head, *pages])


def from_bytes(data: bytes | memoryview) -> p.Program:
    """The program from the result of `to_bytes`. The bytes are kept: the pages of long tables stay in them until they
    are read."""
    whole = memoryview(data)
    at = _SIZE_BYTES + int.from_bytes(whole[:_SIZE_BYTES], "big")
    row = list(marshal.loads(whole[_SIZE_BYTES:at]))
    for i in _late():
        length, sizes = row[i]
        pages = []
        for size in sizes:
            pages.append(whole[at : at + size])
            at += size
        row[i] = length, pages
    return _reader(p.Program)(row)  # type: ignore[no-any-return]


def sheets_of(data: bytes | memoryview) -> Shelf:
    """The sheets of the program in the result of `to_bytes`."""
    sheets = from_bytes(data).sheets
    assert isinstance(sheets, Shelf), "the sheets of a kept program are read late"
    return sheets


@cache
def _late() -> tuple[int, ...]:
    """The fields of a program, by number, that are read late."""
    hints = get_type_hints(p.Program)
    return tuple(i for i, one in enumerate(fields(p.Program)) if get_origin(hints[one.name]) is Sequence)


def _paged(rows: Sequence[Any], turn: _Turn | None) -> tuple[int, tuple[bytes | memoryview, ...]]:
    """The contents of a Shelf."""
    if isinstance(rows, Shelf):
        return rows.packed(turn)
    pages = [_page_of(rows[start : start + _PAGE], turn) for start in range(0, len(rows), _PAGE)]
    return len(rows), tuple(pages)


def _page_of(rows: Sequence[Any], turn: _Turn | None) -> bytes:
    return marshal.dumps(tuple(rows) if turn is None else tuple([turn(one) for one in rows]))


@cache
def _writer(table: type) -> _Turn:
    """A function that converts a table to a tuple."""
    names, turns = tuple(one.name for one in fields(table)), _turns(table, _writer)

    def write(one: Any) -> tuple[Any, ...]:
        parts = [getattr(one, name) for name in names]
        for i, turn in turns:
            parts[i] = turn(parts[i])
        return tuple(parts)

    return write


@cache
def _reader(table: type) -> _Turn:
    """A function that converts a tuple to its table."""
    turns = _turns(table, _reader)
    if not turns:
        return lambda row: table(*row)

    def read(row: tuple[Any, ...]) -> Any:
        parts = list(row)
        for i, turn in turns:
            parts[i] = turn(parts[i])
        return table(*parts)

    return read


def _turns(table: type, of: Callable[[type], _Turn]) -> list[tuple[int, _Turn]]:
    """The fields of a table, by number, that must be converted."""
    hints = get_type_hints(table)
    turns = ((i, _turn(hints[one.name], of)) for i, one in enumerate(fields(table)))
    return [(i, turn) for i, turn in turns if turn is not None]


def _turn(hint: Any, of: Callable[[type], _Turn]) -> _Turn | None:
    """The conversion of a field's value, whose tables are converted by the functions of `of` (writer or reader); None
    if the value stays as it is."""
    if is_dataclass(hint):
        return of(hint)  # type: ignore[arg-type]
    origin, inner = get_origin(hint), [_turn(one, of) for one in get_args(hint)]
    turn = next((one for one in inner if one is not None), None)
    if origin is Sequence:
        if of is _reader:
            return lambda value: Shelf(value[0], value[1], turn)
        return lambda value: _paged(value, turn)
    if turn is None:
        return None
    if origin is types.UnionType:
        return lambda value: None if value is None else turn(value)
    if origin is dict:
        return lambda value: {key: turn(one) for key, one in value.items()}
    assert origin is tuple and len(inner) == 2, f"no table can be read from {hint}"  # tuple[X, ...]
    return lambda value: tuple([turn(one) for one in value])
