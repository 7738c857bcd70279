"""Random calls of builtins, by the table of them: whichever gives what is wanted, with arguments of its patterns.

So a builtin that the table gets is drawn without a change here, as long as its patterns are known ones.
"""

from __future__ import annotations

from tests.programs.scope import COMPARISON, PRODUCT, SUM, Scope, Text
from tests.programs.sets import Sets
from tests.programs.world import CARD, GRADE, HUE, PIECE, PLURALS, RELIC, Callable, World

from rulewright.check.builtins import BUILTINS, Builtin, Param
from rulewright.check.types import JOIN, NUMBER, PLAYER, YES_NO, Type, entity, list_of, maybe, set_of

# Drawn elsewhere: which status it is says what may have it. Of formations and ways nobody draws a law at random.
_OTHERWISE = (
    *("count_of", "formations", "place_in", "things_in", "marches", "way_in"),
    *("ways", "way_start", "way_end", "way_length", "way_legs"),
)
_DEEP = (
    *("joins", "further_joins", "reachable", "walk_path", "reach_cost", "reach_nearest", "cells_crossed"),
    "cells_touched", "span_crossed",
)
Bound = dict[str, Type]


class Builtins(Sets):
    """Calls of builtins by what they give."""

    def built(self, s: Scope, t: Type, depth: int) -> Text:
        """A call of a builtin that gives a type. Raises LookupError where none can be made."""
        rows = [row for row in self.rows(s) if _bound(row.result, t, s.world) is not None]
        for _ in range(4):
            if not rows or depth <= 0:
                break
            row = self.d.choice(rows)
            try:
                return self.row(s, row, t, depth)
            except LookupError:
                rows.remove(row)
        raise LookupError(f"no builtin gives {t}")

    def rows(self, s: Scope) -> list[Builtin]:
        """Builtins that may be asked here. In quantifiers that stand in each other none that takes long."""
        board = s.world.form
        found = [row for row in BUILTINS.values() if row.pure and row.available(board) and row.name not in _OTHERWISE]
        found = [row for row in found if board == "hex" or JOIN not in (row.result, *(p.pattern for p in row.params))]
        if s.loops:
            found = [row for row in found if row.name not in _DEEP and not row.name.startswith("step_")]
        return found

    def row(self, s: Scope, row: Builtin, t: Type, depth: int) -> Text:
        """A call of one builtin that gives a type."""
        if row.bare:
            return Text(row.name)
        bound = _bound(row.result, t, s.world)
        if bound is None:
            raise LookupError(f"{row.name} does not give {t}")
        params = list(row.params)
        if any(p.pattern.tag == "either" and p.by_name for p in params):
            bound["M"] = PIECE  # of steps: what they ask takes one
        if params and params[-1].optional and self.d.chance(60):
            params.pop()
        if row.rest and self.d.chance(25):
            params.append(params[-1])
        args = [self.argument(s, p.pattern, p.by_name, bound, depth - 1) for p in params]
        if len(args) > 1 and len(set(args)) == 1 and row.name in ("least", "most"):
            raise LookupError("the same twice")
        empty = [i for i, p in enumerate(params) if _takes_several(p)]
        if empty and (len(args) > 1 or not _has_variable(row.result)) and self.d.chance(5):
            args[self.d.choice(empty)] = "none"
        if len(args) == 1 and self.d.chance(15) and args[0].isidentifier() and not row.params[0].by_name:
            return Text(f"{row.name} of {args[0]}", PRODUCT)
        return Text(f"{row.name}({', '.join(args)})")

    def told_of(self, s: Scope, row: Builtin, depth: int) -> tuple[str, Text]:
        """What a builtin gives in a form that a report can show: which report, and the expression."""
        if row.params[:1] and row.params[0].pattern == JOIN:
            bound, inner = self.binding(s, depth, JOIN)
            made = self.row(inner, row, row.result, depth)
            if row.result == YES_NO:
                return "number", Text(f"count({bound} where {made})")
            if row.result == list_of(JOIN):
                return "number", Text(f"sum(size({made}) for {bound})")
            return "number", Text(f"sum({made.at(SUM)} for {bound})")
        t = row.result if row.result == set_of(entity("")) else self.filled(s, row.result, {})
        made = self.row(s, row, t, depth)
        shown = {one: what for what, one in s.world.shown().items()}
        if t in shown:
            return shown[t], made
        if t.tag == "maybe":
            return "yes", Text(f"{made.at(SUM)} is none", COMPARISON)
        if t.tag in ("set", "list"):
            return "number", Text(f"size({made})")
        if maybe(t) in shown:
            return shown[maybe(t)], made
        return "number", Text(f"count({self.fresh('x')} in ({made}, {self.row(s, row, t, depth)}))")

    # -- arguments ---------------------------------------------------------------------------------------------------

    def argument(self, s: Scope, p: Type, by_name: str, bound: Bound, depth: int) -> str:
        """An argument of a pattern, or the name of what stands for one."""
        if by_name:
            return self._name(s, p, by_name, bound)
        if p.tag == "either":
            return self._either(s, p, bound, depth)
        if p.tag == "zone":
            return self._zone(s, p, bound)
        return str(self.of(s, self.filled(s, p, bound), depth))

    def _either(self, s: Scope, p: Type, bound: Bound, depth: int) -> str:
        if any(one.tag == "value" for one in p.args) and self.d.chance(40):
            return "may_pass"
        options = [one for one in p.args if one.tag != "value"]
        while options:
            option = self.d.choice(options)
            options.remove(option)
            before = dict(bound)
            try:
                return self.argument(s, option, "", bound, depth)
            except LookupError:
                bound.clear()
                bound.update(before)
        raise LookupError("nothing of these patterns")

    def filled(self, s: Scope, p: Type, bound: Bound) -> Type:
        """The type that a pattern is taken to mean; what nothing has bound is chosen."""
        w = s.world
        match p.tag:
            case "var" | "numeric" | "ranked":
                if p.name not in bound:
                    bound[p.name] = NUMBER if p.tag in ("numeric", "ranked") else self._any(s, p.args)
                return bound[p.name]
            case "place":
                return w.place
            case "number" | "gap" if p.name == "board":
                return w.unit
            case "outline":
                return set_of(w.place)
            case "entity":
                kinds = [t for t in (PIECE, RELIC, CARD) if s.of_type(t)] if w.board == "none" else [PIECE, RELIC]
                return self.d.choice(kinds or [PIECE])
            case "any_record":
                names = [n.type for n in s.names if n.type.tag == "record"]
                if not names:
                    raise LookupError("no record")
                return self.d.choice(names)
        return Type(p.tag, p.name, tuple(self.filled(s, arg, bound) for arg in p.args))

    def _any(self, s: Scope, within: tuple[Type, ...]) -> Type:
        """A type for a variable of a pattern."""
        if within and within[0].tag == "any_record":
            return Type("record", self.d.choice([e.name for e in (*s.world.events, *s.world.classes)]))
        kinds = [PIECE, PIECE, CARD, RELIC]
        return self.d.choice(kinds if within else [*kinds, PLAYER, NUMBER, HUE])

    def _zone(self, s: Scope, p: Type, bound: Bound) -> str:
        holds = [_bound(p.args[0], z.holds, s.world) is not None for z in s.world.zones]
        zones = [z for z, fits in zip(s.world.zones, holds, strict=True) if fits]
        zones = [z for z in zones if bound.setdefault(p.args[0].name, z.holds) == z.holds]
        zone = self.d.choice(zones) if zones else None
        if zone is None:
            raise LookupError("no such zone")
        return zone.named(self.one(s, PLAYER, 0).words if zone.player else "")

    def _name(self, s: Scope, p: Type, by_name: str, bound: Bound) -> str:
        w, d = s.world, self.d
        match by_name:
            case "area":
                return self.d.choice(s.world.areas)
            case "event":
                known = bound.get(p.name)
                if known is not None and known.tag != "record":
                    raise LookupError("no event")
                return known.name if known is not None else d.choice([e.name for e in (*w.events, *w.classes)])
            case "plural":
                t = bound.get(p.args[0].name) or d.choice((PIECE, RELIC, CARD))
                if t.tag != "entity" or t.name not in PLURALS:
                    raise LookupError("no plural")
                return PLURALS[t.name]
            case "die":
                t = bound.setdefault("T", NUMBER)
                return d.choice([name for name, face in w.dice.items() if face == t] or self.nothing())
            case "enum":
                t = bound.setdefault("T", HUE)
                return t.name if t.tag == "enum" else d.choice(self.nothing())
            case "kind":
                t = bound.setdefault("T", Type("sheet", "piece"))
                return t.name if t.tag == "sheet" else d.choice(self.nothing())
            case "value":
                return d.choice([c.name for c in w.callables if c.rank < s.rank and _asks(c, p, w, bound)]
                                or self.nothing())  # fmt: skip
        raise LookupError(by_name)

    def nothing(self) -> list[str]:
        """What there is where nothing fits."""
        raise LookupError("nothing of that name")


def _takes_several(param: Param) -> bool:
    """Whether a set or a list may stand there, and so `none` as the empty one."""
    patterns = param.pattern.args if param.pattern.tag == "either" else (param.pattern,)
    return not param.by_name and any(one.tag in ("set", "list") for one in patterns)


def _has_variable(pattern: Type) -> bool:
    return pattern.tag in ("var", "numeric", "ranked") or any(_has_variable(one) for one in pattern.args)


def _bound(pattern: Type, t: Type, w: World) -> Bound | None:
    """What the variables of a pattern stand for where it is to be a type; None where it never is."""
    match pattern.tag:
        case "var":
            within = {"entity": "entity", "any_record": "record"}[pattern.args[0].tag] if pattern.args else t.tag
            return {pattern.name: t} if t.tag == within else None
        case "numeric":
            return {pattern.name: t} if t.tag == "number" else None
        case "ranked":
            return {pattern.name: t} if t.tag == "number" or t == GRADE else None
        case "place":
            return {} if t == w.place else None
        case "number" | "gap" if pattern.name == "board":
            return {} if t == w.unit and (pattern.tag == "number" or w.board != "plane") else None
        case "outline":
            return {} if t == set_of(w.place) else None
    if (pattern.tag, pattern.name, len(pattern.args)) != (t.tag, t.name, len(t.args)):
        return None
    found: Bound = {}
    for one, other in zip(pattern.args, t.args, strict=True):
        inner = _bound(one, other, w)
        if inner is None:
            return None
        found |= inner
    return found


def _asks(c: Callable, p: Type, w: World, bound: Bound) -> bool:
    """Whether a value or permission fits a pattern, and is a price or a way: others may cost less than 1."""
    if p.tag == "either":
        return any(_asks(c, one, w, bound) for one in p.args)
    types = (c.gives, *(t for _, t in c.params))
    mover = bound.get("M", PIECE)
    if not c.price or len(types) != len(p.args):
        return False
    of_board = {"var": mover, "place": w.place, "set": set_of(w.place)}
    wanted = [of_board.get(one.tag, one) for one in p.args]
    return all(one == w.unit if two == Type("number", "board") else one == two or (two.tag == "entity" == one.tag)
               for one, two in zip(types, wanted, strict=True))  # fmt: skip
