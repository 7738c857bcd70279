"""The digest of what a program means: equal as long as nothing that is played is another.

Separate because it says field by field what of a program only people read. *In*: tables and code (operations,
constants, names), ids, settings with their defaults, ranks. *Out*: places in files, names of locals, what things
are called and described by, messages, cited rules, versions, and the tables for explanations and for the analysis. A
field that nobody has thought of is in. The same digest means the same future, in every process of one
minor version of Python: the code of another one has another digest, and whoever compares has to play.
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

_READ: Final = frozenset({"place", "names", "rules"})  # of all that have an id

# By table what only people read, or only explanations and the analysis ask for.
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

# By table functions that stand beside where and how they are written: (function, place, text), or several of these.
WRITTEN: Final[dict[type, frozenset[str]]] = {
    p.Condition: frozenset({"parts"}),
    p.OfferLine: frozenset({"where", "source"}),
    p.Site: frozenset({"source", "where", "passes"}),
}


def meaning_of(program: p.Program) -> str:
    """The digest of what a program means, in hexadecimal digits. It is worked out once for each program, in some
    hundredths of a second."""
    if not program.meaning:
        code = [_code(marshal.loads(one)) for one in (program.code, program.explanations) if one]
        # Of version 0, as others write down which objects are one, which is another thing than being equal.
        said = marshal.dumps((p.FORMAT, _plain(program), code), 0)
        program.meaning = hashlib.sha256(said).hexdigest()
    return program.meaning


def _plain(value: Any) -> Any:
    """A value of a table without what is left out."""
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
    """The fields of a table that are in, each with what makes plain data of it."""
    out = LEFT_OUT.get(table, frozenset()) | (_READ if issubclass(table, p.Named) else frozenset())
    written = WRITTEN.get(table, frozenset())
    return [(one.name, _functions if one.name in written else _plain) for one in fields(table) if one.name not in out]


def _functions(value: Any) -> Any:
    """The names of functions of (function, place, text), of one or of several."""
    if value is None:
        return None
    return value[0] if value and isinstance(value[0], str) else tuple([one[0] for one in value])


def _code(code: types.CodeType) -> Any:
    """What a function does, without its file, its lines and the names of its locals. Those of cells are only counted:
    their order follows numbers, which the compiler puts before the names."""
    consts = tuple([_code(one) if isinstance(one, types.CodeType) else _constant(one) for one in code.co_consts])
    cells = len(code.co_cellvars), len(code.co_freevars)
    return (code.co_name, code.co_argcount, code.co_nlocals, cells, code.co_flags, code.co_code, consts, code.co_names,
            code.co_exceptiontable)  # fmt: skip


def _constant(value: Any) -> Any:
    """A constant; sets have no order of their own."""
    if isinstance(value, frozenset):
        return "set", tuple(sorted((_constant(one) for one in value), key=repr))
    return value if not isinstance(value, tuple) else tuple([_constant(one) for one in value])
