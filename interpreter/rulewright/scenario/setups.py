"""Gives tests the fields of the set-ups that they extend in their file.

Separate because a set-up is a template and not a test: it is merged by the same code as templates of definitions.
"""

from __future__ import annotations

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration, FieldValue
from rulewright.pack.templates import extend
from rulewright.pack.tree import Mapping, Scalar

SETUP = "setup"


def fields_of(body: Mapping, origin: str) -> dict[str, FieldValue]:
    """The fields of a test or set-up."""
    return {key: FieldValue(entry.value, entry.key, origin) for key, entry in body.entries.items()}


def extend_tests(heads: list[Declaration], out: Diagnostics) -> set[str]:
    """Fills in the fields that tests and set-ups inherit from set-ups: own fields win, mappings are merged key by key,
    lists and strings are not merged. Returns the names of the set-ups that something extends. Unknown set-ups and
    cycles are reported."""
    taken = set()
    for one in heads:
        named = one.fields.get("extends")
        if named is not None and isinstance(named.node, Scalar):
            taken.add(named.node.value)
    # For the merging of templates all are set-ups. The name of a set-up is one word, so no test has the name of one.
    alike = [
        Declaration(SETUP, one.id if one.form == SETUP else f"test {one.id}", one.key, one.fields, one.file)
        for one in heads
    ]
    tests = {one.id for one in heads if one.form != SETUP}
    remedy = "move the shared beginning into a `setup`: a test can only extend a set-up"
    extend(alike, lambda one: None, out, hint=lambda name: remedy if name in tests else None)
    for one, twin in zip(heads, alike, strict=True):
        one.unread = twin.unread
    return taken
