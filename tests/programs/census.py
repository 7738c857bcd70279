"""Which constructs of the language there are, and which of them a pack holds.

What there is is read off the declarations themselves: every class of node and of the checked pack (`effects/nodes.py`,
`check/model.py`) with each of its clauses, every builtin, merge, meaning of `is`, and type in each place where a type
stands. So a construct that the language gets is missed here until the generator draws it. A construct is called by its
class, `Choose`; by a clause that may be there or not, `Choose.limit`; by a word, `Choose.mode=some`; by a clause that
holds several, `Comprehension.bindings several`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rulewright.check import model as m
from rulewright.check.builtins import BUILTINS, RELATIONS
from rulewright.check.types import Type
from rulewright.effects import nodes as n
from rulewright.merges import EACH, MERGES
from rulewright.source import Span
from rulewright.space.forms import FORMS

_READINGS = ("equal", "kind", "sheet", "listed", "status", "area", "unary", "binary", "builtin", "attribute")
_TAGS = ("yes_no", "number", "entity", "sheet", "player", "place", "edge", "direction", "point", "enum", "die", "map",
         "join", "zone", "status", "record", "set", "list", "maybe", "union")  # fmt: skip
_STORED = ("yes_no", "number", "player", "direction", "enum", "set", "list", "per", "maybe")
_PRINTED = ("yes_no", "number", "direction", "sheet", "die", "map", "enum", "set", "list", "maybe", "text", "per")
_BASE = (m.Symbol, m.Definition)  # what others are made of
# Where something stands, what the checker adds, and what only people read: a match does not depend on these.
_BESIDE = ("span", "ref", "type", "id", "form", "file", "headless", "unread", "names", "local_names", "wording",
           "title", "rules", "rulebook", "allow", "says", "shown", "shown_as", "questions", "renamed",
           "header")  # fmt: skip


def everything() -> set[str]:
    """All constructs."""
    found = {f"builtin {name}" for name in (*BUILTINS, "PLURAL_in", "PLURAL_on")} | {f"is {name}" for name in RELATIONS}
    found |= {f"is by {reading}" for reading in _READINGS} | {"builtin of none"}
    found |= {f"merge {name}" for name in MERGES if name != EACH.name} | {f"merge {name} then" for name in MERGES}
    for place, tags in (("expression", _TAGS), ("param", _TAGS), ("state", _STORED), ("printed", _PRINTED)):
        found |= {f"{place} of {tag}" for tag in tags}
    found |= {f"board {form}" for form in FORMS}
    for kind in _classes():
        found |= {words for words, _, _ in _table()[kind]}
        found.add(kind.__name__)
    return found


def held(pack: m.PackDef) -> set[str]:
    """The constructs in a pack."""
    found = {f"board {pack.board}"}
    for one in _reached(pack):
        found.add(type(one).__name__)
        found |= {words for words, name, wanted in _table().get(type(one), ()) if _has(getattr(one, name), wanted)}
        found |= set(_meant(one))
    return found


# -- declarations ------------------------------------------------------------------------------------------------------


@cache
def _classes() -> tuple[type, ...]:
    """Every class of node and of the checked pack that is made."""
    inner = [kind for kind in (*vars(n).values(), *vars(m).values()) if isinstance(kind, type) and is_dataclass(kind)]
    heads = {n.TypeExpr, n.Param, n.Header, n.RangeText, n.FieldType, n.TriggerEvent, n.Trigger, n.Contribution,
             n.Verdict, n.Waive, n.StepText, n.LimitText, n.KeywordUse, n.Member}  # kept in the model otherwise
    above = {n.Node, n.Expr, n.Statement, n.Broken, n.BrokenStatement, Type, *_BASE}
    return tuple(dict.fromkeys(kind for kind in inner if kind not in heads | above))


_Clause = tuple[str, str, Any]  # how it is called, the field, what it must be: a word, ANY, or at least two


@cache
def _table() -> dict[type, tuple[_Clause, ...]]:
    """The clauses of each class."""
    return {kind: tuple(_of_class(kind)) for kind in _classes()}


def _of_class(kind: type) -> Iterator[_Clause]:
    hints = get_type_hints(kind, localns={**vars(n), "Span": Span})
    for one in fields(kind):
        if one.name not in _BESIDE:
            yield from _of(f"{kind.__name__}.{one.name}", one.name, hints[one.name])


def _of(called: str, name: str, hint: Any) -> Iterator[_Clause]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for part in parts:
        if get_origin(part) is Literal:
            for word in get_args(part):
                yield f"{called}={word}", name, word
        elif get_origin(part) in (tuple, list, dict):
            yield called, name, 1
            yield f"{called} several", name, 2
    if type(None) in parts or hint is bool:
        yield called, name, None


def _has(value: Any, wanted: Any) -> bool:
    match wanted:
        case None:
            return value is not None and value is not False
        case int():
            return isinstance(value, tuple | list | dict) and len(value) >= wanted
    return bool(value == wanted)


# -- a pack ------------------------------------------------------------------------------------------------------------


def _reached(pack: m.PackDef) -> Iterator[Any]:
    """Whatever a pack holds, each thing once."""
    seen: set[int] = set()
    waiting: list[Any] = [pack]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple | list):
            waiting += one
        elif isinstance(one, dict):
            waiting += one.values()
        elif is_dataclass(one) and not isinstance(one, Type | Span) and id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += [getattr(one, each.name) for each in fields(one)]


def _meant(one: Any) -> Iterator[str]:
    """What the checker found a node or a declaration to be."""
    match one:
        case n.Is(ref=(str() as reading, *rest)):
            yield f"is by {reading}"
            if reading == "builtin":
                yield f"is {getattr(rest[0], 'id', rest[0])}"
        case n.Call(ref=m.KindDef(), name=name):
            yield f"builtin PLURAL_{name.rpartition('_')[2]}"
        case n.Expr(ref=m.BuiltinDef(id=name)) if name in BUILTINS:
            yield f"builtin {name}"
        case m.StepDef():
            yield f"merge {one.merge}" + (" then" if one.then is not None else "")
        case m.Variable(role="field" | "arg" | "given"):
            yield f"param of {one.type.tag}"
        case m.Attribute(storage="state" | "printed"):
            yield f"{one.storage} of {one.type.tag}"
    if isinstance(one, n.Call) and isinstance(one.ref, m.BuiltinDef):
        yield from ("builtin of none" for arg in one.args if isinstance(arg, n.SetOf) and not arg.items)
    if isinstance(one, n.Expr) and isinstance(one.type, Type):
        yield f"expression of {one.type.tag}"
