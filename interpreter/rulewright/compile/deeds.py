"""Converts blocks to lists of what they do: calls, writes, statuses, each with its location.

Separate because only the analysis uses it: generated code runs the same blocks and needs none of it. Each deed includes
what must be true to reach it: the conditions around it, those that would leave the block before it, and that a choice
has a candidate at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from rulewright.check import model as m
from rulewright.check.builtins import does_of, row_of
from rulewright.compile.calls import arguments_of
from rulewright.compile.dependencies import Found, Reader
from rulewright.compile.guards import constant_of, guards_of, path_of
from rulewright.compile.layout import place_of
from rulewright.deeds import Deed, Guard, Reads, Until, Verb
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import descend, written_of


def until_of(clock: n.Clock | None, reader: Reader, local: dict[m.Variable, Found]) -> tuple[Until, ...]:
    """The points that end a status, as far as it has a clock."""
    made = []
    for point in clock.points if clock is not None else ():
        place, text = place_of(point.span), point.span.words
        if isinstance(point, n.ClockWhile):
            made.append(Until("while", "", (), place, text, reader.frozen(reader.reads([point.condition], local))))
        else:
            events = reader.unit.layout.events_of(point.ref)
            reads = reader.frozen(reader.reads([point.where], local))
            made.append(Until(point.edge, point.which, events, place, text, reads))
    return tuple(made)


# Classes of nodes that declare a local or set one, as in `TextDeeds._locals`.
_DECLARING: Final = frozenset({n.Let, n.Set, n.Offer, n.LetIn, n.Binding})


@dataclass(slots=True)
class _At:
    """Where a statement is: the conditions and the loop around it."""

    guards: tuple[Guard, ...] = ()
    loop: str = ""


@dataclass(slots=True)
class TextDeeds:
    """Walks one block. `local`: what each local was computed from."""

    reader: Reader
    local: dict[m.Variable, Found] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)

    def run(self, block: n.Block) -> tuple[Deed, ...]:
        """What the block does, in order."""
        nodes = [node for node in self.reader.unit.nodes_of(block) if type(node) in _DECLARING]
        # Twice: in a loop, a local may be computed from one that is set further down.
        for node in (*nodes, *nodes):
            self._locals(node)
        self._block(block, _At())
        return tuple(self.deeds)

    # -- locals ----------------------------------------------------------------------------------------------------

    def _locals(self, node: n.Node) -> None:
        """What declares or sets a local."""
        node = variants.happening(node)
        match node:
            case n.Let():
                self._made(node.ref, node.value)
            case n.Set():
                if isinstance(node.target, n.Name):
                    self._made(node.target.ref, node.value)
            case n.Offer():
                if node.name is not None:
                    self._learn(node.ref, Found(handed=True, decided=node.may_pass))
            case n.LetIn():
                self._learn(node.ref, self.reader.reads([node.value], self.local))
            case n.Binding():
                self._learn(node.ref, self.reader.reads([node.source], self.local))
            case n.If() | n.ForEach() | n.Repeat() | n.Together() | n.Branch() | n.OfferLine():
                pass  # names bound in them are a `Binding`, declared names a statement below
            case n.Choose() | n.ChooseYesNo() | n.CallRight() | n.Roll() | n.Create() | n.Given():
                pass  # the local is that of the `let` around it
            case n.Order() | n.Binder() | n.Row() | n.Clock() | n.ClockPoint() | n.ClockWhile():
                pass
            case _:
                if not isinstance(node, variants.Simple | variants.Undeclaring):
                    assert_never(node)

    def _made(self, variable: object, value: n.Right) -> None:
        value = variants.right(value)
        match value:
            case n.Choose():
                trees = [value.binding.source, value.where, value.limit, value.least]
                found = self.reader.reads(trees, self.local)
                found.handed, found.decided = True, value.mode in ("one or none", "some")
            case n.ChooseYesNo():
                found = Found(decided=True)
            case n.Call() if isinstance(value.ref, m.EventDef):
                found = Found(handed=True)
            case n.CallRight() | n.Roll() | n.Create() | n.Given():
                found = Found(handed=True)
            case n.Expr():
                found = self.reader.reads([value], self.local)
            case _:
                assert_never(value)
        self._learn(variable, found)

    def _learn(self, variable: object, found: Found) -> None:
        if isinstance(variable, m.Variable) and variable.role == "local":
            self.local.setdefault(variable, Found()).add(found)

    # -- blocks ----------------------------------------------------------------------------------------------------

    def _block(self, block: n.Block, at: _At) -> tuple[Guard, ...]:
        """Walks a block; returns what else must be true for whatever follows it in the same code."""
        leaving: tuple[Guard, ...] = ()
        for s in block:
            own = replace(at, guards=(*at.guards, *leaving, *self._guards(s.guard)))
            behind = self._statement(s, own)
            if s.guard is not None and does_of(s).leaves:
                behind = self._guards(s.guard, negated=True)
            leaving += behind
        return leaving

    def _guards(self, condition: n.Expr | None, negated: bool = False) -> tuple[Guard, ...]:
        return guards_of(self.reader, condition, negated, self.local)

    def _statement(self, s: n.Statement, at: _At) -> tuple[Guard, ...]:
        s = variants.statement(s)
        match s:
            case n.If():
                return self._branches(s, at)
            case n.ForEach():
                return self._for_each(s, at)
            case n.Repeat():
                head = f"repeat up to {s.limit.span.words}"
                guards = self._guards(s.condition)
                if not isinstance(s.limit, n.Number):
                    guards = (*guards, self._guard(s, head, s.limit))
                behind = self._block(s.body, _At((*at.guards, *guards), head))
                if _finishes(s.body):
                    behind += self._guards(s.condition, negated=True)
                return _without_stops(s.body, behind)
            case n.Together():
                return self._block(s.body, at)
            case n.Offer():
                self._offer(s, at)
            case n.Let() | n.Set():
                return self._right(s, at)
            case _:
                self._simple(s, at)  # its type says which are left
        if isinstance(s, n.Moment) and s.needs:
            return (Guard(f"needs {', '.join(s.needs)}", place_of(s.span), Reads(handed=True)),)
        return ()

    def _branches(self, s: n.If, at: _At) -> tuple[Guard, ...]:
        refused: tuple[Guard, ...] = ()
        behind: tuple[Guard, ...] = ()
        for branch in s.branches:
            guards = (*at.guards, *refused, *self._guards(branch.condition))
            within = self._block(branch.body, replace(at, guards=guards))
            if within or _leaves(branch.body):
                behind += self._guards(branch.condition, negated=True)
            refused += self._guards(branch.condition, negated=True)
        within = self._block(s.otherwise, replace(at, guards=(*at.guards, *refused)))
        if within or _leaves(s.otherwise):
            behind += within or self._guards(s.branches[0].condition)
        return behind

    def _for_each(self, s: n.ForEach, at: _At) -> tuple[Guard, ...]:
        head = f"for each {s.binding.name} in {s.binding.source.span.words}"
        inside = (self._guard(s, head, s.binding.source), *self._guards(s.where))
        behind = self._block(s.body, _At((*at.guards, *inside), head))
        if _finishes(s.body):
            behind += (replace(self._some(s, "some", s.binding, s.where), negated=True),)
        return _without_stops(s.body, behind)

    def _some(self, s: n.Statement, word: str, binding: n.Binding, where: n.Expr | None) -> Guard:
        """The condition that there is something to bind."""
        text = f"{word} {binding.name} in {binding.source.span.words}"
        if where is not None:
            text += f" where {where.span.words}"
        return self._guard(s, text, binding.source, where)

    def _guard(self, s: n.Statement, text: str, *trees: n.Expr | None) -> Guard:
        return Guard(text, place_of(s.span), self.reader.frozen(self.reader.reads(trees, self.local)))

    # -- statements ------------------------------------------------------------------------------------------------

    def _add(self, verb: Verb, node: n.Node, at: _At, **more: object) -> Deed:
        deed = Deed(verb, place_of(node.span), node.span.words, guards=at.guards, loop=at.loop, **more)  # type: ignore[arg-type]
        self.deeds.append(deed)
        return deed

    def _reads(self, *trees: n.Node | None) -> Reads:
        return self.reader.frozen(self.reader.reads(trees, self.local))

    def _simple(self, s: variants.Simple, at: _At) -> None:
        layout = self.reader.unit.layout
        match s:
            case n.Do():
                self._call(s.call, s.despite, at)
            case n.Give():
                self._give(s, at)
            case n.EndStatus():
                ref = s.status.ref if isinstance(s.status, n.Call) else None
                target = layout.of(ref) if isinstance(ref, m.StatusDef) else -1
                whose = s.status.args[0] if isinstance(s.status, n.Call) and s.status.args else None
                self._add("end", s, at, target=target, reads=self._reads(s.status), subject=path_of(whose))
            case n.Put():
                self._add("put", s, at, name=s.prep, reads=self._reads(s.what, s.place), subject=path_of(s.what))
            case n.Remove():
                self._add("remove", s, at, reads=self._reads(s.what), subject=path_of(s.what))
            case n.CreateStatement():
                self._create(s.create, at)
            case n.Perform():
                self._add("perform", s, at, name=s.text.name, reads=self._reads(s.text.target))
            case n.Moment():
                self._add("moment", s, at, name=s.name)
            case n.Conclude():
                self._add("conclude", s, at, events=layout.events_of(s.ref))
            case n.Cancel():
                self._add("cancel", s, at)
            case n.Stop() | n.Finish() | n.BrokenStatement():
                pass  # no effects: what leaves a block is a guard of what follows
            case _:
                assert_never(s)

    def _call(self, call: n.Call, despite: tuple[str, ...], at: _At, node: n.Node | None = None,
              optional: bool = False) -> None:  # fmt: skip
        if not isinstance(call.ref, m.EventDef):
            does = row_of(call).does
            if does.swaps:
                target, kind = self._sheet(call.args[1])
                self._add("swap", node or call, at, target=target, name=kind, reads=self._reads(*call.args))
            elif isinstance(call.ref, m.BuiltinDef) and not call.ref.pure:
                verb: Verb = "reset" if does.resets else "act"
                self._add(verb, node or call, at, name=call.ref.id, reads=self._reads(*call.args))
                for sheet in _set_out(call.args[0], self.reader.unit.layout.pack) if does.creates else ():
                    self._add("create", node or call, at, target=self.reader.unit.layout.of(sheet), name=sheet.kind.id)
            return
        args = arguments_of(call, call.ref)
        known = {i: found[0] for i, arg in args.items() if (found := constant_of(arg)) is not None}
        self._add("call", node or call, at, target=self.reader.unit.layout.of(call.ref), lifted=despite,
                  reads=self._reads(*args.values()), constants=known, optional=optional,
                  args=tuple(path_of(args.get(i)) for i in range(len(call.ref.params))))  # fmt: skip

    def _give(self, s: n.Give, at: _At) -> None:
        known = {i: c[0] for i, a in enumerate(s.status.args) if (c := constant_of(a)) is not None}
        self._add("give", s, at, target=self.reader.unit.layout.of(s.status.ref),
                  reads=self._reads(*s.status.args, s.to), constants=known,
                  until=until_of(s.until, self.reader, self.local), subject=path_of(s.to))  # fmt: skip

    def _create(self, create: n.Create, at: _At) -> None:
        target, kind = self._sheet(create.sheet)
        reads = self._reads(create.sheet, create.owner, create.place)
        self._add("create", create, at, target=target, name=kind, reads=reads)

    def _sheet(self, sheet: n.Expr) -> tuple[int, str]:
        """The sheet that is named, -1 if it is computed, and its kind."""
        if isinstance(sheet, n.Name) and isinstance(sheet.ref, m.SheetDef):
            return self.reader.unit.layout.of(sheet.ref), sheet.ref.kind.id
        return -1, sheet.type.name if sheet.type is not None else ""

    def _offer(self, s: n.Offer, at: _At) -> None:
        for line in s.lines:
            sources = [one.source for one in line.bindings]
            guards = at.guards
            if sources:
                names = ", ".join(f"{one.name} in {one.source.span.words}" for one in line.bindings)
                guards = (*guards, self._guard(s, f"for {names}", *sources))
            guards = (*guards, *self._guards(line.where))
            other = any(one.call.ref is not line.call.ref for one in s.lines)
            self._call(line.call, line.despite, replace(at, guards=guards), line, optional=s.may_pass or other)

    def _right(self, s: n.Let | n.Set, at: _At) -> tuple[Guard, ...]:
        """The effects of the right side, then the write; a choice may need candidates."""
        value = variants.right(s.value)
        behind: tuple[Guard, ...] = ()
        match value:
            case n.CallRight():
                self._call(value.call, value.despite, at)
            case n.Call():
                self._call(value, (), at)
            case n.Create():
                self._create(value, at)
            case n.Given():
                self._give(value.give, at)
            case n.Choose() if variants.needs_some(value):
                word = "some" if value.mode == "one" else "enough"
                behind = (self._some(s, word, value.binding, value.where),)
            case n.Choose() | n.ChooseYesNo() | n.Roll() | n.Expr():
                pass  # the analysis models only the write itself
            case _:
                assert_never(value)
        if isinstance(s, n.Set):
            self._write(s, at)
        return behind

    def _write(self, s: n.Set, at: _At) -> None:
        target = written_of(s.target)
        known = constant_of(s.value)
        constants = {} if known is None else {0: known[0]}
        adds = self._adds(s)
        reads = self._reads(s.value if isinstance(s.value, n.Expr) else None, *_below(s.target))
        if isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute):
            column = self.reader.unit.layout.column_of.get(target.ref, -1)
            self._add("set", s, at, target=column, constants=constants, adds=adds, reads=reads,
                      subject=path_of(target.target))  # fmt: skip
        elif isinstance(target, n.Name) and isinstance(target.ref, m.Variable) and target.ref.role == "field":
            self._add("field", s, at, target=target.ref.index, constants=constants, adds=adds, reads=reads)

    def _adds(self, s: n.Set) -> str:
        """How a statement only adds to what was there; the amount must not depend on the target itself."""
        match s.value:
            case n.Binary(op="+" | "-" | "*" as op, left=left, right=more) if left == s.target:
                way = op if op == "*" or (left.type is not None and left.type.tag == "set") else "+"
            case n.Binary(op="+" | "*" as op, left=more, right=right) if right == s.target:
                way = op
            case n.Call(name="most" | "least" as way, args=(left, more)) if left == s.target:
                pass
            case n.Call(name="most" | "least" as way, args=(more, right)) if right == s.target:
                pass
            case _:
                return ""
        if s.target.type is not None and s.target.type.tag == "list":
            return ""  # items that are added later come later
        target, reads = s.target, self._reads(more)
        if isinstance(target, n.Name) and isinstance(target.ref, m.Variable):
            return "" if target.ref.index in reads.fields else way
        if isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute):
            return "" if self.reader.unit.layout.column_of.get(target.ref, -1) in reads.columns else way
        return way if not reads.columns and not reads.fields else ""


def _set_out(drawn: n.Expr, pack: m.PackDef) -> tuple[m.SheetDef, ...]:
    """The sheets of entities that the legend of a map may create, or of all maps if other code names the map."""
    named = drawn.ref if isinstance(drawn, n.Name) else None
    maps = [named] if isinstance(named, m.MapDef) else list(pack.maps.values())
    return tuple(dict.fromkeys(sheet for one in maps for pieces in one.pieces.values() for sheet, _ in pieces))


def _below(target: n.Expr) -> tuple[n.Expr, ...]:
    """What a target reads to find its place: `a.b` of `set a.b.c`, the key of `set a[k]`."""
    match target:
        case n.Index():
            return (*_below(target.target), target.key)
        case n.Attr():
            return (target.target,)
    return ()


def _leaves(block: n.Block) -> bool:
    """Whether a block always leaves the code, or the loop around it."""
    return any(does_of(s).leaves and s.guard is None for s in block)


def _finishes(body: n.Block) -> bool:
    """Whether the body of a loop leaves the whole code as soon as it runs."""
    return any(does_of(s).leaves == "text" and s.guard is None for s in body)


def _without_stops(body: n.Block, behind: tuple[Guard, ...]) -> tuple[Guard, ...]:
    """What must be true after a loop: `stop` leaves only the loop, and what follows is reached anyway."""
    leaves = any(
        variants.needs_some(x) if isinstance(x, n.Choose) else does_of(x).leaves == "text"
        for s in body for x in descend(s)
    )  # fmt: skip
    return behind if leaves else ()
