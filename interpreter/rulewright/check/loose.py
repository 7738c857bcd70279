"""Checks code that accompanies a checked pack: in content tests, at a prompt, in an editor.

Separate because such code uses names that no definition declares (the pieces of a position, the players of a table),
and is read after the pack, one piece at a time.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.check import model as m
from rulewright.check import trees
from rulewright.check import types as t
from rulewright.check.boards import check_text, laying_of
from rulewright.check.clocks import event_names
from rulewright.check.decided import check_nodes
from rulewright.check.exchanged import check_calls
from rulewright.check.infer import infer
from rulewright.check.statements import Blocks
from rulewright.check.text import Text, World
from rulewright.check.types import Type
from rulewright.check.walk import Tree, walk
from rulewright.diagnostics import Diagnostics, Missing
from rulewright.effects import nodes as n

Names = Mapping[str, m.Variable]


class Loose:
    """Types code against a pack that has no errors. Errors go to `out`. `names` are variables of any role; the trees
    refer to them through `ref`. Locals of a block are numbered from 0."""

    def __init__(self, pack: m.PackDef, out: Diagnostics) -> None:
        self._world = World(pack, out, infer)

    def places(self, event: m.EventDef) -> None:
        """Report places that the block of a separate event keeps while it lays another board."""
        check_text(self._world, trees.Text(event, "do", event.do, event), laying_of(self._world.pack))

    def calls(self, definition: m.EventDef | m.PermissionDef) -> None:
        """Report swapped arguments in a separate block."""
        if isinstance(definition, m.EventDef):
            text = trees.Text(definition, "do", definition.do, definition)
        else:
            text = trees.Text(definition, "permission", definition.normally, definition)
        check_calls(self._world, text)

    def begin(self, out: Diagnostics, pieces: Mapping[str, Sequence[str]]) -> None:
        """From here on mistakes go to `out`. `pieces` are further names for suggestions, each with those of its parts.
        """
        self._world.out, self._world.pieces = out, pieces

    def expression(self, node: n.Expr, names: Names, want: Type | None = None) -> n.Expr:
        """An expression, of any type or of the expected one."""
        text = Text(self._world, None, names)
        typed = text.expr(node) if want is None else text.wanted(node, want)
        self._decided(typed)
        return typed

    def condition(self, node: n.Expr, names: Names) -> n.Expr:
        """An expression of yes_no."""
        return self.expression(node, names, t.YES_NO)

    def block(self, block: n.Block, names: Names, event: m.EventDef | None = None) -> n.Block:
        """A block with the rights of an event's `do`: those of `event`, whose results it may set, if it belongs to
        one."""
        typed = Blocks(Text(self._world, None, names), "test", event).block(block)[0]
        self._decided(typed)
        return typed

    def _decided(self, tree: Tree) -> None:
        """Report uses of areas that are undecided, if the code could be typed."""
        if not self._world.out.has_errors:
            check_nodes(self._world, None, tuple(walk(tree)))

    def trigger(self, trigger: n.Trigger, names: Names) -> n.Trigger:
        """`E where C`: the events are looked up, and C sees the fields of the first one in addition to `names`."""
        for named in trigger.events:
            named.ref = self._world.scope.occasion(named.event)
            if named.ref is None:
                hint = self._world.scope.did_you_mean_occasion(named.event)
                self._world.warn("RW452", None, named.span, f"there is no event or class '{named.event}'", hint,
                                 missing=Missing(named.event))
        first = trigger.events[0].ref
        if trigger.where is not None and first is not None:
            trigger.where = self.condition(trigger.where, {**names, **event_names(first)})
        return trigger
