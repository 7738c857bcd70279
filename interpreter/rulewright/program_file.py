"""Turns a Program into bytes and bytes into a Program.

A stage of its own because a compiled pack is kept from run to run, and reading it must cost next to nothing: the tables
become plain tuples, which the interpreter's own format holds. What a field is made of its declared type says, so the
tables of `program` are described there alone; a field declared as a Sequence may be long, and its rows are read when
somebody asks for them. Bytes from elsewhere must not be read: they hold code.
"""

from __future__ import annotations

import marshal
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, get_args, get_origin, get_type_hints, overload

from rulewright import program as p

_Turn = Callable[[Any], Any]

# So many rows lie together: they share what is equal in them, and reading one reads no more than these.
_PAGE: Final = 64


class Shelf(Sequence[Any]):
    """A long table whose rows are read page by page, when the first of a page is wanted. Equal to a tuple of them."""

    __slots__ = ("_length", "_pages", "_read", "_turn")

    def __init__(self, length: int, pages: Sequence[bytes], turn: _Turn | None) -> None:
        self._length, self._pages, self._turn = length, pages, turn
        self._read: dict[int, tuple[Any, ...]] = {}

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
    return marshal.dumps(_packed(made))


def from_bytes(data: bytes | memoryview) -> p.Program:
    """The program of `to_bytes`."""
    return _reader(p.Program)(marshal.loads(data))  # type: ignore[no-any-return]


def _packed(value: Any) -> Any:
    """Tables as tuples of their fields, wherever they stand."""
    kind = type(value)
    if is_dataclass(kind):
        parts = [(_packed(getattr(value, name)), lazy) for name, lazy in _fields(kind)]
        return tuple([_paged(part) if lazy else part for part, lazy in parts])
    if kind is tuple:
        return tuple([_packed(one) for one in value])
    if kind is dict:
        return {key: _packed(one) for key, one in value.items()}
    return value


def _paged(rows: tuple[Any, ...]) -> tuple[int, tuple[bytes, ...]]:
    """What a Shelf is made of."""
    pages = [marshal.dumps(rows[start : start + _PAGE]) for start in range(0, len(rows), _PAGE)]
    return len(rows), tuple(pages)


@cache
def _fields(table: type) -> tuple[tuple[str, bool], ...]:
    """The names of a table's fields, and whether it is read late."""
    hints = get_type_hints(table)
    return tuple((one.name, get_origin(hints[one.name]) is Sequence) for one in fields(table))


@cache
def _reader(table: type) -> _Turn:
    """What makes a table of its tuple."""
    hints = get_type_hints(table)
    turns = [(i, turn) for i, (name, _) in enumerate(_fields(table)) if (turn := _turn(hints[name])) is not None]
    if not turns:
        return lambda row: table(*row)

    def read(row: tuple[Any, ...]) -> Any:
        parts = list(row)
        for i, turn in turns:
            parts[i] = turn(parts[i])
        return table(*parts)

    return read


def _turn(hint: Any) -> _Turn | None:
    """What makes the value of a field of what stands for it; None if that is the value itself."""
    if is_dataclass(hint):
        return _reader(hint)  # type: ignore[arg-type]
    origin, inner = get_origin(hint), [_turn(one) for one in get_args(hint)]
    if origin is Sequence:
        return lambda value: Shelf(value[0], value[1], inner[0])
    if not any(inner):
        return None
    turn = next(one for one in inner if one is not None)
    if origin is types.UnionType:
        return lambda value: None if value is None else turn(value)
    if origin is dict:
        return lambda value: {key: turn(one) for key, one in value.items()}
    assert origin is tuple and len(inner) == 2, f"no table can be read from {hint}"  # tuple[X, ...]
    return lambda value: tuple([turn(one) for one in value])
