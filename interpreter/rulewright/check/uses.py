"""Counts the uses of symbols in a checked pack: reads and writes of fields, calls, gifts of statuses, mentions of
names.

Separate because "never read", "never called" and "never given" are all determined by one walk over all trees.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Final, assert_never

from rulewright.check import model as m
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import written_of


@dataclass(slots=True)
class Uses:
    """Symbols of a pack by how they are used; they are compared by identity.

    `read` holds everything that is mentioned except to be changed, called or given: variables, attributes, values,
    named definitions. `performed` holds the names of texts of sheets, `named` the values and permissions that are
    passed to builtins by name.
    """

    read: set[m.Symbol] = field(default_factory=set)
    written: set[m.Symbol] = field(default_factory=set)
    called: set[m.Symbol] = field(default_factory=set)
    given: set[m.Symbol] = field(default_factory=set)
    heard: set[m.Symbol] = field(default_factory=set)
    performed: set[str] = field(default_factory=set)
    named: set[m.Symbol] = field(default_factory=set)


def uses_of(pack: m.PackDef, texts: list[Text]) -> Uses:
    """The uses in the code of the pack, and in names outside of it."""
    uses = Uses()
    found = [text.once(_of_text) for text in texts]
    for name in _SETS:
        getattr(uses, name).update(*(getattr(one, name) for one in found))
    _of_holders(uses, pack)
    _of_manifest(uses, pack)
    uses.read.update(kind.drawn for kind in pack.kinds.values() if kind.drawn is not None)
    return uses


def _of_text(text: Text) -> Uses:
    uses, targets = Uses(), set[int]()
    for node in text.nodes:
        _note(uses, node, targets)
    return uses


_SETS: Final = tuple(one.name for one in fields(Uses))
# Sorts of nodes that may call an event: most others are examined, too.
_CALLERS: Final = frozenset({n.Do, n.OfferLine, n.CallRight, n.Let, n.Set})


def called_by(node: n.Node) -> m.EventDef | None:
    """The event that a statement, a line of an offer or a right side calls, if it calls one."""
    call: object = None
    if type(node) not in _CALLERS:
        return None
    match node:
        case n.Do() | n.OfferLine() | n.CallRight():
            call = node.call
        case n.Let() | n.Set():
            call = node.value
        case _:
            pass
    return call.ref if isinstance(call, n.Call) and isinstance(call.ref, m.EventDef) else None


def _note(uses: Uses, node: n.Node, targets: set[int]) -> None:
    """Adds what a node uses. `targets` are nodes below that are not reads: what is set, and the word after `is`."""
    event = called_by(node)
    if event is not None:
        uses.called.add(event)
    node = variants.happening(node)
    match node:
        case n.Set():
            target = written_of(node.target)
            targets.add(id(target))
            _add(uses.written, (target.ref,))
        case n.Name() | n.Attr():
            if id(node) in targets:
                return
            _add(uses.read, (node.ref,))
            if isinstance(node.ref, (m.ValueDef, m.PermissionDef)):
                uses.named.add(node.ref)
        case n.Is() | n.Relation():
            targets.add(id(node.right) if isinstance(node, n.Is) and node.ref != ("equal", None) else 0)
            _add(uses.read, (node.ref[1] if isinstance(node.ref, tuple) else node.ref,))
        case n.Give():
            _add(uses.given, (node.status.ref,))
        case n.Perform():
            uses.performed.add(node.text.name)
        case n.Can():
            _add(uses.read, (node.call.ref,))
        case n.Call():
            if not isinstance(node.ref, (m.EventDef, m.StatusDef)):
                _add(uses.read, (node.ref,))
        case n.ClockPoint() | n.Conclude():
            _add(uses.read, (node.ref,))
        case n.Broken() | n.Number() | n.Truth() | n.Nothing() | n.Index() | n.Unary() | n.Binary() | n.In():
            pass  # the nodes below contain all uses
        case n.Within() | n.IfElse() | n.LetIn() | n.Quantified() | n.Comprehension() | n.SetOf() | n.Supposing():
            pass
        case n.Recast() | n.Binding() | n.Order() | n.Binder() | n.Row() | n.Branch() | n.OfferLine() | n.Clock():
            pass
        case n.ClockWhile() | n.BrokenStatement() | n.Do() | n.Let() | n.EndStatus() | n.Put() | n.Remove():
            pass
        case n.CreateStatement() | n.Moment() | n.Stop() | n.Finish() | n.Cancel() | n.If() | n.ForEach() | n.Repeat():
            pass
        case n.Together() | n.Offer() | n.CallRight() | n.Roll() | n.Choose() | n.ChooseYesNo() | n.Create():
            pass
        case n.Given():
            pass
        case _:
            assert_never(node)


def _add(symbols: set[m.Symbol], found: Iterable[object]) -> None:
    symbols.update(one for one in found if isinstance(one, m.Symbol))


def _of_holders(uses: Uses, pack: m.PackDef) -> None:
    for holder in pack.holders():
        for reaction in holder.reactions:
            uses.heard.add(reaction.event)
            _add(uses.read, (reaction.window, reaction.limit[1] if reaction.limit is not None else None))
        # A target that is only contributed to, allowed or forbidden is not read; a class has no other use than that.
        _add(uses.read, (one.target for one in holder.sentences if isinstance(one.target, m.ClassDef)))
    for sheet in pack.sheets.values():
        _add(uses.read, (use.status for use in sheet.keywords))
    for check in pack.checks.values():
        _add(uses.heard, check.at)
    for status in pack.statuses.values():
        if status.spent_by is not None:
            uses.heard.add(status.spent_by.event)


def _of_manifest(uses: Uses, pack: m.PackDef) -> None:
    _add(uses.read, (pack.worth, pack.controller, pack.window))
    if pack.start is not None:
        uses.called.add(pack.start)
        _add(uses.read, pack.start.gives)
    _add(uses.read, pack.told)
