"""Converts written types to types, and suggests the nearest name for a misspelt one.

Separate because heads, fields of kinds and settings all contain types, and places and units depend on the form of the
board.
"""
from __future__ import annotations

from dataclasses import replace

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import instead_of
from rulewright.check.declaring import Declaring
from rulewright.check.openness import instead, is_fleeting
from rulewright.check.scope import PackScope
from rulewright.check.subtyping import Fitting, a, holdable, say_a_board
from rulewright.check.types import Type
from rulewright.diagnostics import BOARD, Missing
from rulewright.effects import nodes as n
from rulewright.space.forms import BOARDS, FORMS, Form
from rulewright.spelling import did_you_mean

_WORDS: dict[str, Type] = {
    "yes_no": t.YES_NO, "number": t.NUMBER, "inches": t.unit("inches"), "entity": t.ENTITY, "player": t.PLAYER,
    "match": t.MATCH, "edge": t.EDGE, "direction": t.DIRECTION, "point": t.POINT, "die": t.DIE, "map": t.MAP,
    "zone": t.ZONE, "status": t.STATUS, "join": t.JOIN,
}
# Words that exist on one form of board: the form, and the type.
_OF_BOARD: dict[str, tuple[Form, Type]] = {
    word: (form, type_) for form in reversed(BOARDS)
    for word, type_ in ((form.place, t.place(form.place)), (form.unit, t.unit(form.unit)))
}
# Names of types in other languages.
_ELSEWHERE = {
    "int": "number", "integer": "number", "float": "number", "num": "number", "numbers": "number", "bool": "yes_no",
    "boolean": "yes_no", "flag": "yes_no", "yesno": "yes_no", "string": "text", "str": "text", "seat": "player",
    "side": "player", "square": "cell", "tile": "cell", "dice": "die", "any": "entity", "object": "entity",
}
TYPE_WORDS = frozenset((*_WORDS, *_OF_BOARD, "area", "text", "set", "list", "sheet", "none"))


def resolve(d: Declaring, node: n.TypeExpr, owner: m.Definition | None, with_text: bool = False,
            swapped: str = "") -> Type:
    """The type as written; `unknown` and a report if there is none. `text` only if `with_text`. `swapped` is the name
    after the type, which may be the type itself."""
    match node.name:
        case "set" | "list" if node.args:
            return _several(d, node, owner)
        case "per" if len(node.args) == 2:
            key = resolve(d, node.args[1], owner)
            if key.tag not in ("player", "enum", "unknown"):
                d.error("RW405", f"`per` takes `player` or an enumeration, not {key}",
                        node.args[1].span, owner, _kept_by(d, key))
                return t.UNKNOWN
            value = resolve(d, node.args[0], owner)
            return t.UNKNOWN if "unknown" in (key.tag, value.tag) else Type("per", "", (value, key))
        case "or" if len(node.args) == 2:
            return _either(d, node, owner)
        case "or none" if node.args:
            return t.maybe(resolve(d, node.args[0], owner, with_text))
        case "sheet" if node.args:
            return _sheet(d, node.args[0], owner)
        case "gap" | "outline" if node.name not in d.pack.kinds and FORMS[d.pack.board].gaps:
            return t.GAP if node.name == "gap" else t.OUTLINE
        case "formation" if not _is_declared(d, "formation"):
            return _formation(d, node, owner)
        case "way" if not _is_declared(d, "way"):
            return _way(d, node, owner)
    return _word(d, node, owner, with_text, swapped)


def _kept_by(d: Declaring, key: Type) -> str | None:
    """Where to store a value for each of something else."""
    kind = d.pack.kinds.get(key.name) if key.tag == "entity" else None
    if kind is not None:
        return f"use a field of kind '{kind.id}' for what each {kind.id} has"
    return "write `list of ..`: its entries are numbered" if key.tag == "number" else None


def _formation(d: Declaring, node: n.TypeExpr, owner: m.Definition | None) -> Type:
    if FORMS[d.pack.board].offers:
        return t.FORMATION
    d.error("RW406", "'formation' needs a board, but the pack has none", node.span, owner, say_a_board("P"),
            missing=BOARD)
    return t.UNKNOWN


def _way(d: Declaring, node: n.TypeExpr, owner: m.Definition | None) -> Type:
    board = FORMS[d.pack.board]
    if "R" in board.offers:
        return t.WAY
    has = f"a plane, but this is {board.words}" if board.offers else "a board, but the pack has none"
    instead = instead_of("ways", d.pack.board)
    d.error("RW406", f"'way' needs {has}", node.span, owner, instead or say_a_board("R", d.pack.board),
            missing=BOARD if instead is None else replace(BOARD, scope=instead))
    return t.UNKNOWN


def _is_declared(d: Declaring, name: str) -> bool:
    """Whether a pack declares its own type of this name."""
    pack = d.pack
    return any(name in group for group in (pack.kinds, pack.enums, pack.events, pack.classes, pack.statuses))


def lasting(d: Declaring, node: n.TypeExpr, type_: Type, owner: m.Definition | None, what: str) -> Type:
    """The type of something that a match stores: `unknown` and a report for what exists only within expressions."""
    if not is_fleeting(type_):
        return type_
    d.error("RW549", f"{what} cannot hold {a(type_)}: it is no part of a match", node.span, owner, instead(type_))
    return t.UNKNOWN


def is_type(d: Declaring, name: str) -> bool:
    """Whether the word is a type by itself."""
    return name in _WORDS or name in _OF_BOARD or name in d.pack.kinds or name in d.pack.enums


def board_place(board: str) -> Type:
    """The type of a place of the board; without a board, that of square boards."""
    return t.place(FORMS[board].place)


def _several(d: Declaring, node: n.TypeExpr, owner: m.Definition | None) -> Type:
    held = resolve(d, node.args[0], owner)
    if not holdable(held):
        d.error("RW405", f"a {node.name} cannot hold {a(held)}", node.args[0].span, owner,
                "write what it contains: a kind, `number`, ..")
        return t.UNKNOWN
    return Type(node.name, "", (held,))


def _either(d: Declaring, node: n.TypeExpr, owner: m.Definition | None) -> Type:
    """One of several kinds, or a player."""
    one, other = (resolve(d, arg, owner) for arg in node.args)
    if "unknown" in (one.tag, other.tag):
        return t.UNKNOWN
    for type_, arg in ((t.some(one), node.args[0]), (other, node.args[1])):
        if type_.tag not in ("entity", "player", "union"):
            d.error("RW405", f"only kinds and `player` can be joined by `or`, not {a(type_)}", arg.span, owner,
                    "write it in brackets after `of`: `set of (a or b)`" if type_.tag in ("set", "list") else None)
            return t.UNKNOWN
    united = Fitting(PackScope(d.pack)).unite(t.some(one), other)
    return t.maybe(united) if one.tag == "maybe" and united is not None else united or t.UNKNOWN


def _sheet(d: Declaring, node: n.TypeExpr, owner: m.Definition | None) -> Type:
    kind = d.pack.kinds.get(node.name)
    if kind is not None and kind.id not in ("player", "match"):
        return kind.sheet_type
    kinds = [name for name in d.pack.kinds if name not in ("player", "match")]
    d.error("RW405", f"there is no kind '{node.name}' that can have sheets", node.span, owner,
            did_you_mean(node.name, kinds, "kinds are"), missing=Missing(node.name))
    return t.UNKNOWN


def _word(d: Declaring, node: n.TypeExpr, owner: m.Definition | None, with_text: bool, swapped: str) -> Type:
    name, pack = node.name, d.pack
    if name in TYPE_WORDS and (name in pack.enums or (name in pack.kinds and name in _OF_BOARD)):
        return t.UNKNOWN                        # the pack means its own, and was told that the name is taken
    if name == "edge" and "E" not in FORMS[pack.board].offers:
        board = FORMS[pack.board]
        has = f"a board of cells, but this is {board.words}" if board.offers else "a board, but the pack has none"
        d.error("RW406", f"'edge' needs {has}", node.span, owner, say_a_board("E"), missing=BOARD)
        return t.UNKNOWN
    if name in _WORDS:
        return _WORDS[name]
    if name in _OF_BOARD:
        return _of_board(d, node, owner)
    if name == "area":
        return t.set_of(board_place(pack.board))
    if name == "text" and with_text:
        return t.TEXT
    if name in pack.kinds:
        return pack.kinds[name].entity_type
    if name in pack.enums:
        return t.UNKNOWN if pack.enums[name].unread else t.enum(name)
    if name in pack.events or name in pack.classes:
        return t.record(name)
    if name in pack.statuses:
        return t.UNKNOWN if pack.statuses[name].unread else Type("status", name)
    if name:                                    # else it could not be read, and that was reported
        in_order = not is_type(d, swapped) or d.is_missed(name)
        hint = _hint(d, name) if in_order else f"write the type first: `{swapped} {name}`"
        d.error("RW405", f"there is no type '{name}'", node.span, owner, hint,
                missing=None if d.scope.lookup(name) else Missing(name))
    return t.UNKNOWN


def _of_board(d: Declaring, node: n.TypeExpr, owner: m.Definition | None) -> Type:
    form, found = _OF_BOARD[node.name]
    board = FORMS[d.pack.board]
    if not board.offers:
        d.error("RW406", f"'{node.name}' needs a board, but the pack has none", node.span, owner,
                f"write `board: {form.id}` in pack.yaml", missing=BOARD)
        return t.UNKNOWN
    instead = board.place if found.tag == "place" else board.unit
    if node.name == instead:
        return found
    d.error("RW406", f"{board.words} has no '{node.name}'", node.span, owner,
            f"write `{instead}`, or `board: {form.id}` in pack.yaml",
            missing=BOARD)
    return t.UNKNOWN


def _hint(d: Declaring, name: str) -> str | None:
    pack = d.pack
    if name.lower() in _ELSEWHERE:
        return f"write `{_ELSEWHERE[name.lower()]}`"
    if name == "text":
        return "`text` is for printed fields that play cannot read"
    for kind in pack.kinds.values():
        if kind.plural == name:
            return f"write `{kind.id}` for one, `set of {kind.id}` for several"
    if name in pack.sheets and pack.sheets[name].kind.id in pack.kinds:
        return f"write the type of this sheet: `{pack.sheets[name].kind.id}`"
    of = next((enum for enum in pack.enums.values() if any(one.id == name for one in enum.members)), None)
    if of is not None:
        return f"write the type of this member: `{of.id}`"
    words = [word for word in TYPE_WORDS if word not in ("none", "text")]
    return did_you_mean(name, [*words, *pack.kinds, *pack.enums, *pack.events, *pack.classes, *pack.statuses])
