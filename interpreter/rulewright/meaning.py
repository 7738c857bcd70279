"""Computes the digest of a program's meaning: two programs with the same digest play the same.

Separate because it states field by field which parts of a program only people read. *In*: tables and code (operations,
constants, names), ids, settings with their defaults, ranks. *Out*: locations in files, names of locals, names and
descriptions of things, messages, cited rules, versions, and the tables for explanations and for the analysis. A field
that is not listed is in. The same digest means the same results, in every process of one minor version of Python. The
code of another version has another digest, so comparing then requires playing.
"""

from __future__ import annotations

import hashlib
import marshal
import types
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final

from rulewright import program as p

_READ: Final = frozenset({"place", "names", "rules"})  # of all tables with an id

# By table, the fields that only people, explanations or the analysis read.
LEFT_OUT: Final[dict[type, frozenset[str]]] = {
    p.Column: frozenset({"names"}),
    p.Kind: frozenset({"shown", "shown_as"}),
    p.Zone: frozenset({"shown"}),
    p.Sheet: frozenset({"wording"}),
    p.Changed: frozenset({"place"}),
    p.Condition: frozenset({"place", "says"}),
    p.Status: frozenset({"says"}),
    p.Event: frozenset({"field_names", "arbiter", "arbiter_ask", "workings", "shown_as", "puts"}),
    p.Reaction: frozenset({"titles", "ask", "shows"}),
    p.Window: frozenset({"ask"}),
    p.OfferLine: frozenset({"place", "loops", "call"}),
    p.Site: frozenset({"place", "prompt", "aim", "aim_names", "ask"}),
    p.Program: frozenset({
        "version", "names", "enum_names", "die_names", "hushed", "figures", "askings", "quantities", "decidings",
        "wordings", "texts", "rank_places", "effects", "cites", "messages", "header", "rulebook", "lines", "code",
        "explanations", "digest", "characters", "marked", "changed", "packs", "renamed", "meaning",
    }),
}  # fmt: skip

# By table, functions stored with their location and source: (function, place, text), or several of these.
WRITTEN: Final[dict[type, frozenset[str]]] = {
    p.Condition: frozenset({"parts"}),
    p.OfferLine: frozenset({"where", "source"}),
    p.Site: frozenset({"source", "where", "passes"}),
}


def meaning_of(program: p.Program) -> str:
    """The digest of a program's meaning, in hexadecimal digits. It is computed once for each program, in some
    hundredths of a second."""
    if not program.meaning:
        code = [_code(marshal.loads(one)) for one in (program.code, program.explanations) if one]
        # Version 0, because later ones record which objects are identical, which differs from being equal.
        said = marshal.dumps((p.FORMAT, _plain(program), code), 0)
        program.meaning = hashlib.sha256(said).hexdigest()
    return program.meaning


def _plain(value: Any) -> Any:
    """A value of a table, without the fields that are out."""
    if type(value) in (int, str, bool, type(None)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return tuple([turn(getattr(value, name)) for name, turn in _turns(type(value))])
    if isinstance(value, dict):
        return tuple(sorted(((_plain(key), _plain(one)) for key, one in value.items()), key=repr))
    assert isinstance(value, (Sequence, bytes)), f"a {type(value).__name__} is in no table"
    return tuple([_plain(one) for one in value])


@cache
def _turns(table: type) -> list[tuple[str, Callable[[Any], Any]]]:
    """The fields of a table that are in, each with the function that converts it to plain data."""
    out = LEFT_OUT.get(table, frozenset()) | (_READ if issubclass(table, p.Named) else frozenset())
    written = WRITTEN.get(table, frozenset())
    return [(one.name, _functions if one.name in written else _plain) for one in fields(table) if one.name not in out]


def _functions(value: Any) -> Any:
    """The names in (function, place, text), or in several of these."""
    if value is None:
        return None
    return value[0] if value and isinstance(value[0], str) else tuple([one[0] for one in value])


def _code(code: types.CodeType) -> Any:
    """The operations of a function, without its file, its lines and the names of its locals. Cells are only counted,
    because their order depends on numbers that the compiler puts before the names."""
    consts = tuple([_code(one) if isinstance(one, types.CodeType) else _constant(one) for one in code.co_consts])
    cells = len(code.co_cellvars), len(code.co_freevars)
    return (code.co_name, code.co_argcount, code.co_nlocals, cells, code.co_flags, code.co_code, consts, code.co_names,
            code.co_exceptiontable)  # fmt: skip


def _constant(value: Any) -> Any:
    """A constant; sets have no order of their own."""
    if isinstance(value, frozenset):
        return "set", tuple(sorted((_constant(one) for one in value), key=repr))
    return value if not isinstance(value, tuple) else tuple([_constant(one) for one in value])
