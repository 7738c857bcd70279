"""Finds conditions that decide each other: parts that exclude each other, and alternatives of which one is always true.

Conditions that are tested together are examined together: the parts of one condition, the `for`, `active`, `where`,
`each` and `when` of what a definition carries, the branches that are tried in turn, and the conditions that an event
must meet.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.check.known import Conflict, Given
from rulewright.check.labels import names_waived
from rulewright.check.refuting import Refuter
from rulewright.check.text import Known as KnownBefore
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.memory import digest

# The most conditions that are examined together, and the most parts of one: with more, nothing is concluded.
_MOST, _PARTS = 40, 60


class _Found(NamedTuple):
    """A report about a node."""

    node: n.Expr
    message: str
    hint: str
    because: n.Expr | None


def check_contradictions(world: World, texts: list[Text]) -> None:
    """Reports conditions that cannot be true together, and alternatives of which one is always true. The trees are
    typed."""
    finder = _Finder(world)
    lifted = names_waived(world.pack, texts)
    due = _Due(world, texts, lifted)
    for text in texts:
        for found in finder.of_text(text) if due.has(text.owner) else ():
            finder.tell(text.owner, found)
            due.doubt(text.owner)
    for event in world.pack.events.values():
        for found in finder.of_legal(event, lifted) if due.has(event) else ():
            finder.tell(event, found)
            due.doubt(event)
    for holder in world.pack.holders():
        for found in finder.of_holder(holder) if due.has(holder.definition) else ():
            finder.tell(holder.definition, found)
            due.doubt(holder.definition)
    due.keep()


class _Due:
    """The definitions to be examined: all except those in which nothing was found before, if neither they nor what
    their conditions read have changed."""

    def __init__(self, world: World, texts: list[Text], lifted: set[str]) -> None:
        self._known = world.known
        self._keys: dict[m.Definition, tuple[bytes, bytes]] = {}
        self._waiting: dict[m.Definition, None] = {}
        if world.known is None:
            return
        memory = world.known.memory
        facts = _Facts(world.pack, world.known, lifted)
        uses: dict[m.Definition, list[str]] = {}
        for text in texts:  # a tree that several share is examined for the first
            uses.setdefault(text.owner, []).append(text.use)
        for group in world.pack.groups():
            for one in group.values():
                if not one.said:
                    continue
                own = digest("contradictions", one.form, one.id, one.said, uses.get(one))
                self._keys[one] = keys = digest(own, facts.all), b""
                if not memory.knows(keys[0]):
                    self._keys[one] = keys = keys[0], digest(own, facts.of(one))
                    if memory.knows(keys[1]):
                        memory.keep(keys[0])
                    else:
                        self._waiting[one] = None

    def has(self, definition: m.Definition) -> bool:
        """Whether a definition is not known to be in order."""
        return definition in self._waiting or definition not in self._keys

    def doubt(self, definition: m.Definition) -> None:
        """Records that a definition has a problem."""
        self._keys.pop(definition, None)

    def keep(self) -> None:
        """Remembers that everything that was waiting and not doubted is in order."""
        for one in self._waiting:
            for key in self._keys.get(one, ()):
                assert self._known is not None, "there is a memory of what is waiting"
                self._known.memory.keep(key)


class _Facts:
    """The facts that conditions depend on in addition to their definition: the faces of others, the code of
    permissions, and what is waived. Has digests of all of them, and of those that the words of one definition lead to.
    """

    def __init__(self, pack: m.PackDef, known: KnownBefore, lifted: set[str]) -> None:
        self._known = known
        self._permissions = {one.id: one.said for one in pack.permissions.values()}
        facts: dict[str, list[bytes]] = {name: [one] for name, one in known.outside.by_word.items()}
        for name, one in self._permissions.items():
            facts.setdefault(name, []).append(one)
        for name in lifted:
            facts.setdefault(name, []).append(b"lifted")
        turned = {(one.target.id, one.kind) for holder in pack.holders() for one in holder.sentences}
        for name, kind in sorted(turned):
            if kind in ("allow", "forbid"):
                facts.setdefault(name, []).append(kind.encode())
        self._by_word = {name: b" ".join((name.encode(), *several)) for name, several in facts.items()}
        self.all = digest(known.outside.base, *(self._by_word[name] for name in sorted(self._by_word)))

    def of(self, definition: m.Definition) -> bytes:
        """The digest for one definition."""
        sayings, every = self._known.memory.sayings, self._permissions.keys()
        found = set(sayings[definition.said].words)
        waiting = [*(every & found)]
        while waiting:  # follow permissions, and those that they read
            more = sayings[self._permissions[waiting.pop()]].words - found
            found |= more
            waiting += every & more
        facts = [self._by_word[name] for name in sorted(self._by_word.keys() & found)]
        return digest(self._known.outside.base, b"\n".join(facts))


class _Finder:
    """Examines conditions that are tested together. Each location is reported once."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._refute = Refuter(world.pack, world.scope).refute
        self._told: set[tuple[object, int, int]] = set()

    def tell(self, owner: m.Definition, found: _Found) -> None:
        span = found.node.span
        at = (span.source, span.start, span.end)
        if at not in self._told:
            self._told.add(at)
            related = [(found.because.span, "the other one")] if found.because is not None else []
            self._world.warn("RW486", owner, span, found.message, found.hint, related)

    # -- one condition -------------------------------------------------------------------------------------------------

    def of_text(self, text: Text) -> Iterator[_Found]:
        """Every condition of a tree by itself, and conditions that are tried in turn."""
        inside = {id(below) for node in text.nodes for below in _operands(node)}
        later = {id(node.otherwise) for node in text.nodes if isinstance(node, n.IfElse)}
        for node in text.nodes:
            if (isinstance(node, n.Expr) and id(node) not in inside and (_is_logic(node) or _asks(node))
                    and _parts(node) <= _PARTS):
                yield from self._within(node, [], [])
            if isinstance(node, n.Quantified) and node.has is not None and node.where is not None:
                yield from self._given([Given(node.where)], node.has)
            if isinstance(node, n.If):
                yield from self._in_turn([branch.condition for branch in node.branches])
            elif isinstance(node, n.IfElse) and isinstance(node.otherwise, n.IfElse) and id(node) not in later:
                yield from self._in_turn(_chain(node))
        if isinstance(text.tree, tuple) and text.tree and isinstance(text.tree[0], n.Row):
            rows = [row.condition for row in text.tree if isinstance(row, n.Row)]
            yield from self._in_turn([one for one in rows if one is not None])

    def _within(self, node: n.Expr, before: list[Given], behind: list[Given]) -> Iterator[_Found]:
        """Examines a condition where those `before` it are true, and those `behind` it must be."""
        if len(before) + len(behind) > _MOST:
            return
        conflict = self._refute([*before, *behind, Given(node)])
        if conflict is not None:
            yield from self._never(node, conflict, bool(before or behind))
            return
        conflict = self._refute([*before, Given(node, False)]) if before or _is_logic(node) else None
        if conflict is not None:
            yield from self._always(node, conflict, bool(before))
            return
        match node:
            case n.Binary() if node.left.span == node.span:
                pass  # one condition about a value that may be none: it stands for two
            case n.Binary(op="and"):
                yield from self._within(node.left, before, [*behind, Given(node.right)])
                yield from self._within(node.right, [*before, Given(node.left)], behind)
            case n.Binary(op="or"):
                yield from self._within(node.left, before, behind)
                yield from self._within(node.right, [*before, Given(node.left, False)], behind)
            case n.Unary(op="not") if _is_logic(node.operand):
                yield from self._within(node.operand, before, behind)

    def _never(self, node: n.Expr, conflict: Conflict, is_here: bool) -> Iterator[_Found]:
        first, second = _in_order(conflict)
        if first.node is second.node:
            if _asks(second.node) and not is_here:
                word = "false" if second.holds else "true"
                yield _Found(second.node, f"'{second.node.span.words}' is always {word}", "test something else", None)
        elif not (_holds(node, first.node) and _holds(node, second.node)):
            yield _Found(node, f"'{node.span.words}' is always false here: {_said(first)} and {_said(second)} exclude "
                         "each other", "remove it, or correct it", first.node)
        elif self._refute((first, second)) is None:
            yield _Found(node, f"'{node.span.words}' is always false", "join alternatives with `or`", None)
        else:
            yield _Found(second.node, f"{_said(first)} and {_said(second)} exclude each other",
                         "join alternatives with `or`", first.node)

    def _always(self, node: n.Expr, conflict: Conflict, is_here: bool) -> Iterator[_Found]:
        first, second = _in_order(conflict)
        if first.node is second.node:
            return
        if is_here:
            other = first.node if not _holds(node, first.node) else None
            yield _Found(node, f"'{node.span.words}' is always true here", "remove it, or correct it", other)
        elif self._refute((first, second)) is None:
            yield _Found(node, f"'{node.span.words}' is always true", "join conditions with `and`", None)
        else:
            words = " and ".join(_said(Given(end.node, not end.holds)) for end in (first, second))
            yield _Found(second.node, f"one of {words} is always true",
                         "join conditions with `and`", first.node)

    # -- several conditions --------------------------------------------------------------------------------------------

    def _given(self, before: Sequence[Given], node: n.Expr) -> Iterator[_Found]:
        """Examines a condition that is tested only where others are true. A problem of the condition by itself was
        reported."""
        if len(before) > _MOST or self._refute(before) is not None or self._refute([Given(node)]) is not None:
            return
        conflict = self._refute([*before, Given(node)])
        if conflict is not None:
            yield from self._never(node, conflict, True)

    def _in_turn(self, conditions: Sequence[n.Expr]) -> Iterator[_Found]:
        """Examines conditions each of which is tested where those before it were false; of many, the last ones."""
        said: set[str] = set()
        before: list[Given] = []
        for one in conditions:
            if not isinstance(one, n.Truth) and one.span.words not in said:  # else it was reported as a repetition
                yield from self._given(before[-_MOST:], one)
            said.add(one.span.words)
            before.append(Given(one, False))

    def of_legal(self, event: m.EventDef, lifted: set[str]) -> Iterator[_Found]:
        """The conditions of an event that nothing waives."""
        before: list[Given] = []
        for name, condition in event.legal.items():
            if name not in lifted:
                yield from self._given(before, condition)
                before.append(Given(condition))

    def of_holder(self, holder: m.Holder) -> Iterator[_Found]:
        """The conditions of what a definition carries, where it is active."""
        around: list[Given] = []
        for one in (holder.binder.where if holder.binder is not None else None, holder.active):
            yield from self._then(around, one)
        for sentence in holder.sentences:
            yield from self._then(list(around), sentence.when)
        for reaction in holder.reactions:
            inner = list(around)
            each = reaction.each.where if reaction.each is not None else None
            for one in (reaction.where, each, reaction.when):
                yield from self._then(inner, one)

    def _then(self, around: list[Given], one: n.Expr | None) -> Iterator[_Found]:
        """Examines a condition with those around it, and adds it to them."""
        if one is not None:
            yield from self._given(around, one)
            around.append(Given(one))


def _operands(node: n.Node) -> tuple[n.Expr, ...]:
    """The conditions that a condition consists of."""
    if isinstance(node, n.Binary) and node.op in ("and", "or"):
        return node.left, node.right
    return (node.operand,) if isinstance(node, n.Unary) and node.op == "not" else ()


def _is_logic(node: n.Node) -> bool:
    return bool(_operands(node))


def _parts(node: n.Expr) -> int:
    """How many conditions it consists of."""
    waiting, found = [node], 0
    while waiting:
        below = _operands(waiting.pop())
        waiting += below
        found += not below
    return found


def _asks(node: n.Expr) -> bool:
    """Whether it calls a permission, which may be about one thing alone."""
    match node:
        case n.Call(ref=m.PermissionDef()) | n.Relation(ref=m.PermissionDef()):
            return True
        case n.Is(ref=("unary" | "binary", m.PermissionDef())):
            return True
    return False


def _chain(node: n.IfElse) -> list[n.Expr]:
    found = []
    one: n.Expr = node
    while isinstance(one, n.IfElse):
        found.append(one.condition)
        one = one.otherwise
    return found


def _holds(node: n.Expr, part: n.Expr) -> bool:
    around, span = node.span, part.span
    return around.source is span.source and around.start <= span.start and span.end <= around.end


def _said(one: Given) -> str:
    return f"`{one.node.span.words}`" if one.holds else f"not `{one.node.span.words}`"


def _in_order(conflict: Conflict) -> Conflict:
    """In the order in which they are written, if both are in one source."""
    one, other = (end.node.span for end in conflict)
    turned = one.source is other.source and other.start < one.start
    return Conflict(conflict.second, conflict.first) if turned else conflict
