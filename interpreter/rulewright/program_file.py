"""Turns a Program into bytes and bytes into a Program.

A stage of its own because a compiled pack is kept from run to run, and reading it must cost next to nothing: the tables
become plain tuples, which the interpreter's own format holds. What a field is made of its declared type says, so the
tables of `program` are described there alone. Bytes from elsewhere must not be read: they hold code.
"""

from __future__ import annotations

import marshal
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from rulewright import program as p

_Turn = Callable[[Any], Any]


def to_bytes(made: p.Program) -> bytes:
    """A program as bytes that `from_bytes` of the same engine and the same Python reads."""
    return marshal.dumps(_packed(made))


def from_bytes(data: bytes) -> p.Program:
    """The program of `to_bytes`."""
    return _reader(p.Program)(marshal.loads(data))  # type: ignore[no-any-return]


def _packed(value: Any) -> Any:
    """Tables as tuples of their fields, wherever they stand."""
    kind = type(value)
    if is_dataclass(kind):
        return tuple([_packed(getattr(value, name)) for name in _names(kind)])
    if kind is tuple:
        return tuple([_packed(one) for one in value])
    if kind is dict:
        return {key: _packed(one) for key, one in value.items()}
    return value


@cache
def _names(table: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(table))


@cache
def _reader(table: type) -> _Turn:
    """What makes a table of its tuple."""
    hints = get_type_hints(table)
    turns = [(i, turn) for i, name in enumerate(_names(table)) if (turn := _turn(hints[name])) is not None]
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
    if not any(inner):
        return None
    turn = next(one for one in inner if one is not None)
    if origin is types.UnionType:
        return lambda value: None if value is None else turn(value)
    if origin is dict:
        return lambda value: {key: turn(one) for key, one in value.items()}
    assert origin is tuple and len(inner) == 2, f"no table can be read from {hint}"  # tuple[X, ...]
    return lambda value: tuple([turn(one) for one in value])
