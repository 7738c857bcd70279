"""Gives tests what the set-ups of their file have that they extend.

Separate because a set-up is a template and no test: the same code merges it that merges templates of definitions.
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
    """Fill in what tests and set-ups take from set-ups: own fields win, mappings are put together key by key, lists and
    texts stay as a whole. The names of the set-ups that something extends. Names of set-ups that are not there, and
    circles, are reported."""
    taken = set()
    for one in heads:
        named = one.fields.get("extends")
        if named is not None and isinstance(named.node, Scalar):
            taken.add(named.node.value)
    # To the templates all are set-ups; a set-up is called by one word, so no test has the name of one.
    alike = [
        Declaration(SETUP, one.id if one.form == SETUP else f"test {one.id}", one.key, one.fields, one.file)
        for one in heads
    ]
    tests = {one.id for one in heads if one.form != SETUP}
    remedy = "it is a test, and a test extends a set-up: move what both begin with into a `setup`"
    extend(alike, lambda one: None, out, hint=lambda name: remedy if name in tests else None)
    for one, twin in zip(heads, alike, strict=True):
        one.unread = twin.unread
    return taken
