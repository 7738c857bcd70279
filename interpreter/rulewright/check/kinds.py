"""Converts declared kinds to their attributes, including the inherited and the builtin ones.

Separate because sheets, heads and all code depend on kinds, and a kind must be complete before its children.
"""
from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.bases import fill_base, fill_drawn
from rulewright.check.declaring import Declaring, place_of, variable, word_in
from rulewright.check.parameters import variables
from rulewright.check.ranges import fill_range, refuse_range
from rulewright.check.scope import SEATS
from rulewright.check.subtyping import say_a_board
from rulewright.check.type_names import board_place, lasting, resolve
from rulewright.check.types import Type
from rulewright.check.walk import copied
from rulewright.diagnostics import BOARD, Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import KindText, Word
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.spelling import did_you_mean

# Seats and the match are never on a board, have no sheets and are no parts.
_NOT_FOR_SEATS = ("is", "part_of", "plural", "placed", "owned", "size", "drawn", "parts", "formulas", "texts", "main",
                  "active", "must", "says", "ask", "shown_as")

# The longest chain of kinds of which each is the parent of the next.
MOST_IN_A_ROW = 20


def fill_kinds(d: Declaring) -> None:
    """Fills the parents, uses, attributes and parts of every kind."""
    texts = {kind.id: parsed.body for parsed, kind in d.of(m.KindDef) if isinstance(parsed.body, KindText)}
    kinds = {name: kind for name, kind in d.pack.kinds.items() if name not in SEATS}
    for kind_id, text in texts.items():
        _heads(d, d.pack.kinds[kind_id], text, kinds)
    _refuse_circles(d, texts)
    _refuse_long_rows(d, texts)
    for kind in parents_first(d.pack.kinds.values()):
        _fill(d, kind, texts.get(kind.id) or KindText())


def _heads(d: Declaring, kind: m.KindDef, text: KindText, kinds: dict[str, m.KindDef]) -> None:
    """Fills a kind's references to other kinds; `kinds` are the kinds of things."""
    if kind.id in SEATS:
        for name in _NOT_FOR_SEATS:
            if name in text.spans:
                d.error("RW404", f"kind '{kind.id}' always exists and cannot have '{name}'", text.spans[name], kind,
                        "remove it, or use `state`, or `printed` with `starts`")
        return
    kind.parent = d.find(text.parent, kinds, "RW404", "kind", kind)
    kind.unread |= text.parent is not None and kind.parent is None
    kind.part_of = d.find(text.part_of, kinds, "RW404", "kind", kind)
    if kind.part_of is None and text.part_of is not None:
        kind.part_of = m.KindDef(text.part_of.text, form="kind", unread=True)
    for field, word in text.parts.items():
        part = d.find(word, kinds, "RW404", "kind", kind)
        if part is not None:
            kind.parts[field] = part


def _refuse_circles(d: Declaring, texts: dict[str, KindText]) -> None:
    for kind in d.pack.kinds.values():
        seen, one = {kind: None}, kind.parent
        while one is not None and one not in seen:
            seen[one] = None
            one = one.parent
        if one is kind:
            parent = texts[kind.id].parent
            chain = " is ".join(f"'{link.id}'" for link in (*seen, kind))
            d.error("RW407", f"cycle of kinds: {chain}", parent.span if parent else None, kind)
            kind.parent = None                  # so that each cycle is reported once and walks end


def _refuse_long_rows(d: Declaring, texts: dict[str, KindText]) -> None:
    """Reports the first kind that has too many kinds above it, and cuts the chain there: every kind repeats its
    parents."""
    deep: dict[m.KindDef, int] = {}
    told = False
    for kind in parents_first(d.pack.kinds.values()):
        deep[kind] = deep[kind.parent] + 1 if kind.parent is not None else 1
        if deep[kind] > MOST_IN_A_ROW:
            parent = texts[kind.id].parent
            if parent is not None and not told:
                d.error("RW613", f"kind '{kind.id}' is the last in a chain of {deep[kind]} kinds, more than "
                        f"{MOST_IN_A_ROW}", parent.span, kind,
                        f"replace '{parent.text}' with a kind nearer to the start of the chain")
            kind.parent, deep[kind], told = None, 1, True


def parents_first(kinds: Iterable[m.KindDef]) -> list[m.KindDef]:
    """The kinds, each after its parent, otherwise in order of declaration."""
    order: list[m.KindDef] = []
    placed: set[str] = set()
    for kind in kinds:
        line = []
        one: m.KindDef | None = kind
        while one is not None and one.id not in placed:
            line.append(one)
            placed.add(one.id)
            one = one.parent
        order += reversed(line)
    return order


def _fill(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    above = kind.parent
    kind.unread |= above is not None and above.unread
    self_type = {"player": t.PLAYER, "match": t.MATCH}.get(kind.id, kind.entity_type)
    kind.self_var = variable("self", kind.span, self_type, "self")
    kind.placed = text.placed or (above.placed if above is not None else "")
    _refuse_less(d, kind, text)
    said_owned = "owned" in text.spans or above is None
    kind.owned = kind.id not in SEATS and ((above is not None and above.owned) or (said_owned and text.owned))
    # A tree belongs to one kind, because `self` has another meaning in the next.
    kind.size = text.size or copied(above.size if above is not None else None)
    kind.must = dict(text.must)
    kind.says = {name: (said.words, said.span) for name, said in text.says.items()}
    kind.active = text.active or copied(above.active if above is not None else None)
    kind.part_of = kind.part_of or (above.part_of if above is not None else None)
    kind.parts = {**(above.parts if above is not None else {}), **kind.parts}
    _texts(d, kind, text)
    kind.all_attributes = dict(above.all_attributes) if above is not None else {}
    _add_builtin(d, kind, text)
    if kind.placed and not FORMS[d.pack.board].offers:
        d.error("RW406", f"kind '{kind.id}' is placed on the board, "
                "but the pack has no board", place_of(text.spans, "placed"),
                kind, say_a_board(), missing=BOARD)
    fill_base(d, kind, text)
    if kind.size is not None and kind.placed and FORMS[d.pack.board].based:
        d.error("RW547", f"kind '{kind.id}' has a size, but on {FORMS[d.pack.board].words} nothing covers cells",
                kind.size.span, kind, "write `base: round 0.63`, or another base in inches")
        kind.size = None
    if kind.placed == "edge" and FORMS[d.pack.board].offers and "E" not in FORMS[d.pack.board].offers:
        d.error("RW406", f"kind '{kind.id}' is placed on edges, but {FORMS[d.pack.board].words} has none",
                place_of(text.spans, "placed"), kind, "write `placed: yes`: a wall is a thing with a base")
    if kind.placed == "edge" and kind.size is not None:
        d.error("RW530", f"kind '{kind.id}' is placed on edges, and an edge has no size", kind.size.span, kind,
                "remove `size`: on an edge a thing covers no place")
        kind.size = None
    add_attributes(d, kind, text)
    fill_drawn(d, kind, text)
    _main(d, kind, text)


def _refuse_less(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """An entity of a kind is also one of the parent kind, so it has everything that the parent has."""
    above = kind.parent
    if above is None:
        return
    for name, has, says in (("owned", above.owned, text.owned), ("placed", above.placed, text.placed)):
        if has and not says and name in text.spans:
            words = "has an owner" if name == "owned" else "is placed on the board"
            d.error("RW446", f"kind '{kind.id}' is a '{above.id}', which {words}", text.spans[name], kind,
                    f"remove `{name}: no`, or write `{name}: yes` only in the kinds below '{above.id}'",
                    [(above.span, "the parent")])
    if text.placed and above.placed and text.placed != above.placed:
        words = "edges" if above.placed == "edge" else "places"
        d.error("RW446", f"kind '{kind.id}' is a '{above.id}', which is placed on {words}", text.spans["placed"], kind,
                f"remove `placed`, or write it only in the kinds below '{above.id}'", [(above.span, "the parent")])
        kind.placed = above.placed


def _add_builtin(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """Adds the attributes that every such entity has, and reports a field of a kind above with such a name."""
    for name, attribute in _builtin(d, kind).items():
        known = kind.all_attributes.get(name)
        if known is not None and known.storage != attribute.storage:
            says = {"owner": "owned", "bearer": "part_of"}.get(name, "placed")
            d.error("RW409", f"every {kind.id} has '{name}', and '{known.kind}' declares another one",
                    place_of(text.spans, says), kind, "choose another name there", [(known.span, "declared here")])
        kind.all_attributes[name] = attribute


def _builtin(d: Declaring, kind: m.KindDef) -> dict[str, m.Attribute]:
    """The attributes that every entity has; created again for each kind, because `sheet` is narrower in a child."""
    if kind.id == "player":  # so that it can be read from anything that may be a player
        return {"owner": m.Attribute("owner", kind=kind.id, type=t.PLAYER, storage="owner")}
    if kind.id in SEATS:
        return {}
    made = {"sheet": m.Attribute("sheet", kind=kind.id, type=kind.sheet_type, storage="sheet")}
    if kind.placed:
        where = t.EDGE if kind.placed == "edge" else board_place(d.pack.board)
        name = "edge" if kind.placed == "edge" else "place"
        made[name] = m.Attribute(name, kind=kind.id, type=t.maybe(where), storage="place")
    if kind.owned:
        made["owner"] = m.Attribute("owner", kind=kind.id, type=t.PLAYER, storage="owner")
    if kind.part_of is not None:
        made["bearer"] = m.Attribute("bearer", kind=kind.id, type=kind.part_of.entity_type, storage="whole")
    return made


def add_attributes(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """Adds the fields that a kind declares itself."""
    for name, field in text.printed.items():
        type_ = lasting(d, field.type, resolve(d, field.type, kind, with_text=True), kind, f"'{name}'")
        if kind.id in SEATS and field.starts is None:
            d.error("RW411", f"'{name}' cannot be printed: a {kind.id} has no sheet", _span(text, "printed", name),
                    kind, f"write `{name}: {type_} starts ..`")
        _add(d, kind, text, "printed", name, type_, field.starts)
        if field.range is not None and name in kind.attributes:
            fill_range(d, kind.attributes[name], field.range, kind)
    for name, field in text.state.items():
        type_ = lasting(d, field.type, resolve(d, field.type, kind), kind, f"'{name}'")
        if _is_place(type_):
            d.error("RW445", f"'{name}' has no initial value: a place is lost when another board is laid",
                    _span(text, "state", name), kind, f"write `{name}: {_or_none(type_)}`")
        elif not has_first(type_) and field.starts is None:
            d.error("RW445", f"'{name}' has no initial value", _span(text, "state", name), kind,
                    f"write `{name}: {_or_none(type_)}`" + ("" if type_.tag == "per" else f", or `{type_} starts ..`"))
        _add(d, kind, text, "state", name, type_, field.starts)
        refuse_range(d, field, kind)
    for name, field in text.formulas.items():
        _add(d, kind, text, "formulas", name, resolve(d, field.type, kind), field.starts)
        if name in kind.attributes:
            of = f"formula '{name}' of {kind.title}"
            member = text.members.get(name)
            params = member.params if member else ()
            kind.attributes[name].params = variables(d, params, kind, "field", of=of, kept=True)
        refuse_range(d, field, kind)
    for name, word in text.parts.items():
        part = d.pack.kinds.get(word.text)
        if part is None or part.id in SEATS or part.unread or kind.unread:
            _add(d, kind, text, "parts", name, t.set_of(t.UNKNOWN), None)
            continue
        whole = next((one.part_of for one in d.scope.lineage(part.id) if one.part_of is not None), None)
        if whole is None or (not whole.unread and not d.scope.is_kind(kind.id, whole.id)):
            says = f"has `part_of: {whole.id}`" if whole is not None else "has no `part_of`"
            d.error("RW408", f"'{part.id}' cannot be a part of '{kind.id}': it {says}", word.span, kind,
                    f"write `part_of: {kind.id}` there", [(part.span, "the kind of the parts")])
        _add(d, kind, text, "parts", name, t.set_of(part.entity_type), None)
    for name, word in text.secret.items():
        attribute = kind.attributes.get(name)
        if attribute is None:
            above = next((one.id for one in d.scope.lineage(kind.id) if name in one.attributes), None)
            d.error("RW410", f"kind '{kind.id}' declares no field '{name}'",
                    _span(text, "secret", name) or word.span, kind,
                    f"kind '{above}' declares it: write this there" if above else
                    did_you_mean(name, kind.attributes, "it has"),
                    missing=Missing(name, f"field of {kind.id}"))
            continue
        attribute.secret = d.choice(word, ("owner", "nobody"))


_NO_FIRST = frozenset(("entity", "union", "sheet", "record", "map", "zone", "status", "join", "die", "place", "point",
                       "edge", "formation", "way"))


def has_first(type_: Type) -> bool:
    """Whether the type has a value that a field could have before anything is assigned to it."""
    return has_first(type_.args[0]) if type_.tag == "per" else type_.tag not in _NO_FIRST


def _or_none(type_: Type) -> str:
    """The type as written if its values may be none."""
    return f"{type_.args[0]} or none per {type_.args[1]}" if type_.tag == "per" else f"{type_} or none"


def _is_place(type_: Type) -> bool:
    return _is_place(type_.args[0]) if type_.tag == "per" else type_.tag in ("place", "point", "edge")



_STORAGE: dict[str, m.Storage] = {"printed": "printed", "state": "state", "formulas": "formula", "parts": "part"}


def _add(d: Declaring, kind: m.KindDef, text: KindText, section: str, name: str, type_: Type,
         starts: n.Expr | None) -> None:
    span = _span(text, section, name)
    known = kind.all_attributes.get(name)
    if known is not None or name in kind.texts:
        if known is None and kind.parent is not None and name in kind.parent.texts:
            words = f"'{kind.parent.id}' has it already"
        elif known is None or known.kind == kind.id:
            builtin = known is not None and known.storage in ("owner", "place", "sheet", "whole")
            words = "every entity has it already" if builtin else "the kind declares it twice"
        else:
            words = f"'{known.kind}' has it already"
        d.error("RW409", f"kind '{kind.id}' cannot declare '{name}': {words}", span, kind, "choose another name",
                [(known.span if known is not None else None, "declared here")])
        return
    optional = starts is not None
    attribute = m.Attribute(name, span, kind=kind.id, type=type_, storage=_STORAGE[section], starts=starts,
                            optional=optional)
    kind.attributes[name] = kind.all_attributes[name] = attribute


def _texts(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    """The texts that its sheets may contain, with their parameters."""
    above = kind.parent
    kind.texts = (*(above.texts if above is not None else ()), *text.texts)
    kind.text_params = dict(above.text_params) if above is not None else {}
    for name in text.texts:
        member = text.members.get(name)
        if above is not None and name in above.texts and (member or above.text_params.get(name)):
            d.error("RW409", f"kind '{kind.id}' cannot declare '{name}': a kind above declares it already, with its "
                    "parameters", _span(text, "texts", name), kind, "remove it, or choose another name")
            continue
        declared = above.all_attributes.get(name) if above is not None else None
        if declared is not None:
            d.error("RW409", f"kind '{kind.id}' cannot declare '{name}': '{declared.kind}' has it already",
                    _span(text, "texts", name), kind, "choose another name", [(declared.span, "declared here")])
        of = f"text '{name}' of {kind.title}"
        if member is not None or name not in text.members:
            kind.text_params[name] = variables(d, member.params if member else (), kind, "given", of=of, kept=True)


def _main(d: Declaring, kind: m.KindDef, text: KindText) -> None:
    if text.main is None:
        kind.main = kind.parent.main if kind.parent is not None else None
        return
    known = [*kind.texts, *(name for name, one in kind.all_attributes.items() if one.storage in ("printed", "formula"))]
    if text.main.text in known:
        kind.main = text.main.text
    else:
        d.error("RW410", f"kind '{kind.id}' has no field '{text.main.text}' that a sheet can fill", text.main.span,
                kind, did_you_mean(text.main.text, known, "it has"),
                missing=Missing(text.main.text, f"field of {kind.id}"))


def _span(text: KindText, section: str, name: str) -> Span | None:
    return place_of(text.spans, f"{section}.{name}", name, section)


def self_type(d: Declaring, of: Word | None, owner: m.Definition) -> Type:
    """The type of `self` for the `of` of a status."""
    if of is None:
        return t.ENTITY
    if " or " in of.text:
        node = reduce(lambda one, other: n.TypeExpr(of.span, "or", (one, other)),
                      [n.TypeExpr(word_in(of.span, name), name) for name in of.text.split(" or ")])
        united = resolve(d, node, owner)
        if united.tag == "union":
            d.error("RW405", "a status is for one or several kinds, for player, or for match", of.span, owner,
                    "write one status for things and one for players")
            return t.UNKNOWN
        return united
    found = d.find(of, d.pack.kinds, "RW404", "kind", owner)
    if found is None:
        return t.UNKNOWN
    return {"player": t.PLAYER, "match": t.MATCH}.get(found.id, found.entity_type)
