"""Makes one edit to one definition: what a verb puts, takes or calculates, and what it must find.

Separate because each verb is a few lines that must be right, and the choice of definitions is made elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.forms import MANIFEST_FIELDS
from rulewright.pack.shape import plain
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.spelling import did_you_mean, nearest
from rulewright.stack import drawn_places, offers, trees
from rulewright.stack.heads import Edit
from rulewright.stack.numbers import factor, number, written
from rulewright.stack.slots import Slot, added
from rulewright.stack.targets import ENTRY, Done, Targets
from rulewright.stack.where import KindFields
from rulewright.stack.words import exact_of, text_of

_PLACED_IN: Final = frozenset({"ordered", "ranks"})
# Fields about the pack itself, or about other packs, and not about the game.
_OF_ITSELF: Final = frozenset({"pack", "version", "language", "needs", "optional", "parts", "after", "order",
                               "conflicts", "prefers", "breaks", "renamed"})  # fmt: skip
_PLACED: Final = re.compile(r"(?P<what>.+?)\s+(?P<side>after|before)\s+(?P<other>\w+)", re.DOTALL)


class Editor(Targets):
    """Makes edits, and keeps the exact values of calculated numbers."""

    def __init__(self, out: Diagnostics, kinds: Callable[[str], KindFields], staggered: bool = False) -> None:
        super().__init__(out, kinds)
        self._staggered = staggered  # whether maps draw hexes
        self._exact: dict[int, tuple[Node, Fraction]] = {}

    def do(self, edit: Edit, at: Done) -> bool:
        """Makes an edit. Returns whether it found its target."""
        path = at.prefix + edit.path
        if at.declaration.form == "event" and path.startswith("do."):
            return self._change_offer(edit, at)
        if at.declaration.form == "map" and path.startswith("rows."):
            return self._change_place(edit, at)
        slot = at.fields.find(path)
        unchanged = _unchanged(slot.path[0], at.declaration.form)
        if unchanged is not None:
            self.wrong("RW244", f"'{slot.path[0]}' cannot be changed by another pack", edit, at, slot,
                        unchanged)  # fmt: skip
            return False
        if at.declaration.form == "pack" and slot.path[0] not in MANIFEST_FIELDS:
            self.wrong("RW244", f"a manifest has no '{slot.path[0]}'", edit, at, slot,
                        did_you_mean(slot.path[0], MANIFEST_FIELDS, "it has"))  # fmt: skip
            return False
        if at.change.every and self.has_been(edit, at, slot):
            return True
        if edit.verb == "remove" and slot.lost and self.is_done(at, slot, "remove"):
            return True
        if slot.lost and not (edit.verb == "add" and slot.lost == slot.path[0] and len(slot.path) == len(ENTRY)):
            return self.not_there(edit, at, slot)
        if slot.is_twice:
            self.wrong("RW244", f"'{path}' matches more than one item of '{slot.path[0]}'", edit, at, slot,
                        "write more of the item's first words")  # fmt: skip
            return False
        match edit.verb:
            case "set":
                return self._set(edit, at, slot)
            case "add":
                return self._add(edit, at, slot)
            case "take":
                return self._take(edit, at, slot)
            case "remove":
                return self._remove(edit, at, slot)
            case "expects":
                return self._expects(edit, at, slot)
            case _:
                return self._calculate(edit, at, slot)

    # -- verbs ---------------------------------------------------------------------------------------------------------

    def _set(self, edit: Edit, at: Done, slot: Slot) -> bool:
        if slot.node is None and not self.is_field(at, slot):
            return self.not_there(edit, at, slot)
        self.put(edit, at, slot, edit.node)
        return True

    def _add(self, edit: Edit, at: Done, slot: Slot) -> bool:
        node = edit.node
        assert node is not None, "only `remove` has no value"
        if self.is_list(at, slot) or isinstance(slot.node, Sequence):
            return self._add_items(edit, at, slot, node.items if isinstance(node, Sequence) else [node])
        if self.is_field(at, slot) and not isinstance(node, Mapping):
            if slot.node is not None and _is_said(slot, slot.node, node):
                return True
            what = "already exists" if slot.node is not None else "is a single value"
            self.wrong("RW244", f"'{edit.path}' {what} in {at.called}", edit, at, slot, "write `set`")
            return False
        if isinstance(node, Mapping) and isinstance(slot.node, Mapping | None) and self.is_field(at, slot):
            made = True
            for name, entry in node.entries.items():
                inner = Edit("add", f"{edit.path}.{name}", entry.key, entry.value)
                made &= self.do(inner, at)
            return made
        if slot.node is not None:
            bare = _place(node)[0] if slot.path[0] == "steps" else node
            if _is_said(slot, slot.node, bare) or at.change.every:
                return True
            self.wrong("RW244", f"'{edit.path}' already exists in {at.called}", edit, at, slot, "write `set`")
            return False
        if isinstance(node, Scalar) and slot.path[0] == "steps" and _PLACED.fullmatch(node.value):
            self._put_in_order(edit, at, slot, node)
            return True
        self.put(edit, at, slot, node)
        return True

    def _add_items(self, edit: Edit, at: Done, slot: Slot, items: list[Node]) -> bool:
        """Puts items into a list: at the end, at the stated position, or, for rows of `decide`, at the start."""
        there = [] if slot.node is None else _items(slot.node)
        name = slot.path[-1]
        if name == "decide":
            # The first row that applies decides, so a row at the end might never be reached.
            if [exact_of(one) for one in there[: len(items)]] != [exact_of(one) for one in items]:
                listed = added(slot.node, [], edit.key)
                listed.items[:0] = items
                self.put(edit, at, slot, listed)
            return True
        places = [_place(one) if name in _PLACED_IN else (one, "", "") for one in items]
        known = {exact_of(one) for one in there}
        new: list[tuple[Node, str, str]] = []
        for one, side, other in places:
            if self.has_repeats(at, slot) or exact_of(one) not in known:
                known.add(exact_of(one))
                new.append((one, side, other))
        listed = added(slot.node, [], edit.key)
        for one, side, other in new:
            names = [text_of(item) for item in listed.items]
            if side and other not in names:
                self.wrong("RW244", f"there is no '{other}' in '{edit.path}' of {at.called}", edit, at, slot,
                            did_you_mean(other, names, "there are"), one.span)  # fmt: skip
                return False
            listed.items.insert(names.index(other) + (side == "after") if side else len(names), one)
        if new:
            self.put(edit, at, slot, listed)
        return True

    def _take(self, edit: Edit, at: Done, slot: Slot) -> bool:
        assert edit.node is not None, "only `remove` has no value"
        there: list[Node] = list(slot.node.items) if isinstance(slot.node, Sequence) else (
            [slot.node] if isinstance(slot.node, Scalar) else [])  # fmt: skip
        good, some = True, False
        for one in edit.node.items if isinstance(edit.node, Sequence) else [edit.node]:
            found = next((each for each in there if text_of(each) == text_of(one)), None)
            if found is not None:
                there.remove(found)
                some = True
            elif self.is_done(at, slot, "take", text_of(one)):
                some = True
            elif not at.change.every:
                hint = did_you_mean(text_of(one), [text_of(each) for each in there], "there are")
                self.wrong("RW244", f"'{text_of(one)}' is not in '{edit.path}' of {at.called}", edit, at, slot, hint,
                            one.span)  # fmt: skip
                good = False
        node = slot.node
        if good and some and node is not None:
            start = Sequence(node.source, node.start, node.end, False, there)
            self.put(edit, at, slot, start)
        return good and some

    def _change_offer(self, edit: Edit, at: Done) -> bool:
        """Adds lines to an offer in a `do` block, or takes them by the names of their events."""
        name = edit.path.partition(".")[2]
        text = at.fields.node("do")
        slot = Slot(("do", name), ("do", name), text, known=tuple(offers.names(text)))
        there = offers.lines_of(text, name)
        if there is None or edit.node is None or edit.verb not in ("add", "take"):
            if there is not None:
                self.wrong("RW244", "lines of an offer can only be added and taken", edit, at, slot,
                            "write `add` or `take`")  # fmt: skip
                return False
            if name == offers.ONLY and len(slot.known) > 1:
                named = [f"`do.{called}`" for called in slot.known if called != offers.ONLY]
                remedy = "give the offer a name there, `offer .. as NAME:`, or write the block anew with `set`"
                if named:
                    remedy = f"name one of them: {' or '.join(named)}"
                self.wrong("RW244", f"{at.called} has {len(slot.known)} offers", edit, at, slot, remedy)
                return False
            return self.not_there(edit, at, slot)
        one = at.declaration
        lines = one.lines = {key: list(several) for key, several in (one.lines or {}).items()}
        mine = lines.setdefault(name, [])
        for item in edit.node.items if isinstance(edit.node, Sequence) else [edit.node]:
            if not isinstance(item, Scalar):
                self.wrong("RW244", "expected a line of an offer, found a list or mapping", edit, at, slot, None,
                            item.span)  # fmt: skip
                return False
            added = [told.value for verb, told in mine if verb == "add"]
            if edit.verb == "take" and not any(offers.is_of(line, item.value) for line in (*there, *added)):
                near = nearest(item.value, [line.partition("(")[0] for line in there])
                hint = f"did you mean '{near}'?" if near else None
                self.wrong("RW244", f"the offer '{name}' of {at.called} has no line with '{item.value}'", edit, at,
                            slot, hint, item.span)  # fmt: skip
                return False
            if (edit.verb, text_of(item)) not in [(verb, text_of(told)) for verb, told in mine]:
                mine.append((edit.verb, item))
        self.note(edit, at, slot, "", text_of(edit.node))
        return True

    def _change_place(self, edit: Edit, at: Done) -> bool:
        """Draws another sign on one place of a map, or expects one there."""
        name, drawn = edit.path.partition(".")[2], at.fields.node("rows")
        rows = drawn.value.split("\n") if isinstance(drawn, Scalar) else []
        where = drawn_places.find(rows, self._staggered, name)
        slot = Slot(("rows", name), ("rows", name), drawn)
        if where is None or not isinstance(drawn, Scalar):
            self.wrong("RW244", f"no place '{name}' is drawn in {at.called}", edit, at, slot,
                        "name it by column letter and row number, counted from the first glyph")  # fmt: skip
            return False
        line, column = where
        there = rows[line][column]
        sign = edit.node.value if isinstance(edit.node, Scalar) else ""
        if edit.verb not in ("set", "expects") or len(sign) != 1:
            hint = f'write `set: {{{edit.path}: "#"}}`'
            self.wrong("RW244", "a place of a map takes one glyph", edit, at, slot, hint)
            return False
        if edit.verb == "expects":
            if there != sign:
                words = f"'{edit.path}' of {at.called} is expected to be {sign} and is {there}"
                self.wrong("RW243", words, edit, at, slot,
                            "check whether this change is still right, then write the current value")  # fmt: skip
            return there == sign
        rows[line] = rows[line][:column] + sign + rows[line][column + 1 :]
        made = Scalar(edit.key.source, edit.key.start, edit.key.end, "\n".join(rows), "computed")
        at.fields.put(("rows",), made, edit.key)
        self.note(edit, at, slot, there, sign)
        return True

    def _remove(self, edit: Edit, at: Done, slot: Slot) -> bool:
        if slot.node is None:
            return self.is_done(at, slot, "remove") or self.not_there(edit, at, slot)
        self.put(edit, at, slot, None)
        return True

    def _expects(self, edit: Edit, at: Done, slot: Slot) -> bool:
        assert edit.node is not None, "only `remove` has no value"
        kind = self.inside(at, slot)[0]
        starts = None if kind is None else kind.printed.get(slot.path[-1])
        there = starts if slot.node is None else text_of(slot.node)
        if there == text_of(edit.node):
            return True
        words = f"to be {text_of(edit.node)} and {'is not there' if there is None else f'is {there}'}"
        self.wrong("RW243", f"'{edit.path}' of {at.called} is expected {words}", edit, at, slot,
                    "check whether this change is still right, then write the current value")  # fmt: skip
        return False

    def _calculate(self, edit: Edit, at: Done, slot: Slot) -> bool:
        node = slot.node
        old = number(node.value) if isinstance(node, Scalar) else None
        if node is None or old is None:
            if not at.change.every:
                words = "is not a number" if node is not None else "is not written"
                hint = None if node is not None else self._meant(at, slot) or "write `set`"
                self.wrong("RW244", f"'{edit.path}' {words} in {at.called}", edit, at, slot, hint)
            return False
        assert isinstance(edit.node, Scalar | Mapping | Sequence), "only `remove` has no value"
        text = edit.node.value if isinstance(edit.node, Scalar) else ""
        exact = self._exact[id(node)][1] if id(node) in self._exact else old[0]
        if edit.verb == "scale":
            by = factor(text)
            if by is None:
                self.wrong("RW244", f"'{text}' is not a share", edit, at, slot, "write `110%` or `3/2`",
                            edit.node.span)  # fmt: skip
                return False
            value = exact * by
        else:
            amount = number(text)
            if amount is None or amount[1] != old[1]:
                unit = f"a number of {old[1]}" if old[1] else "a number without a unit"
                meant = number(text.partition(" ")[0])
                hint = None if meant is None else f"write `{written(meant[0], old[1])}`"
                self.wrong("RW244", f"'{text}' is not {unit}", edit, at, slot, hint, edit.node.span)
                return False
            value = exact + amount[0] if edit.verb == "raise" else exact - amount[0]
        made = Scalar(edit.node.source, edit.node.start, edit.node.end, written(value, old[1]), "computed")
        self._exact[id(made)] = made, value
        self.put(edit, at, slot, made)
        return True

    def _meant(self, at: Done, slot: Slot) -> str | None:
        """The hint for a name that nothing has; None if it exists, or nothing is similar."""
        name, kind = str(slot.path[-1]), self.inside(at, slot)[0]
        known = slot.known if not self.is_field(at, slot) else () if kind is None else kind.printed
        return None if name in known else did_you_mean(name, known)

    # -- orders -----------------------------------------------------------------------------------------------

    def _put_in_order(self, edit: Edit, at: Done, slot: Slot, node: Scalar) -> None:
        """Puts a step at its position among the others."""
        match = _PLACED.fullmatch(node.value)
        assert match is not None, "the caller has looked"
        parent = at.fields.node(slot.path[0])
        value = Scalar(node.source, node.start, node.start + len(match["what"]), match["what"], "plain")
        self.put(edit, at, slot, value)
        entries = at.fields.node(slot.path[0])
        if not isinstance(entries, Mapping) or not isinstance(parent, Mapping) or match["other"] not in parent.entries:
            known = [one for one in parent.entries if one != slot.path[-1]] if isinstance(parent, Mapping) else []
            self.wrong("RW244", f"there is no '{slot.path[0]}.{match['other']}' in {at.called}", edit, at, slot,
                        did_you_mean(match["other"], known, "there are"))  # fmt: skip
            return
        name = slot.path[-1]
        mine = entries.entries.pop(name)
        ordered = {}
        for key, entry in entries.entries.items():
            if key == match["other"] and match["side"] == "before":
                ordered[name] = mine
            ordered[key] = entry
            if key == match["other"] and match["side"] == "after":
                ordered[name] = mine
        entries.entries.clear()
        entries.entries.update(ordered)


def _unchanged(field: str, form: str) -> str | None:
    """What to do instead, if the field cannot be changed by another pack; None if it can."""
    if form != "pack":
        return "set the fields that must differ" if field == "extends" else None
    if field == "start":
        return "change or replace the event that it names"
    return f"remove it: each pack states its own '{field}'" if field in _OF_ITSELF else None


def _is_said(slot: Slot, there: Node, node: Node) -> bool:
    """Whether the value to be added is there already, perhaps written differently."""
    return plain(there) == plain(node) or trees.same(slot.path[0], there, node)


def _items(node: Node) -> list[Node]:
    return node.items if isinstance(node, Sequence) else [node]


def _place(node: Node) -> tuple[Node, str, str]:
    """An item of an ordered list, its side ("" for the end), and the other item that it is placed next to."""
    match = _PLACED.fullmatch(node.value) if isinstance(node, Scalar) else None
    if match is None or not isinstance(node, Scalar):
        return node, "", ""
    bare = Scalar(node.source, node.start, node.start + len(match["what"]), match["what"], "plain")
    return bare, match["side"], match["other"]
