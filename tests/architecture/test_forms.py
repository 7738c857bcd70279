"""Only the rows of forms of boards know their ids and the values of their columns: all other code asks a column, or
looks in a table with a row for each value. So a new form is a row."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args

from rulewright.space.forms import ROWS, WRITTEN, Areas, Maps

if TYPE_CHECKING:
    from tests.architecture.conftest import Module, Project

HOME = "rulewright.space.forms"
KEYS = {"Areas": set(get_args(Areas)), "Maps": set(get_args(Maps))}
# Words that mean nothing else; `none`, `rows` and `table` are compared for other reasons too.
WORDS = ({row.id for row in ROWS} | {row.unit for row in ROWS} | KEYS["Areas"]) - {"none", "cells", "inches"}
# Whatever word these are compared with, it asks for the form.
COLUMNS = {"areas", "maps", "board"}
INSTEAD = "ask a column of `Form` (space/forms.py), a new one if need be, or look in a table by `Areas` or `Maps`"
_NAMED = re.compile(r"board: (\w+)")


def words_in(node: ast.expr) -> set[str]:
    """The strings that an operand is, or consists of."""
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def asks_for_a_form(node: ast.AST) -> bool:
    """Whether a node compares an id or the value of a column with a word, or chooses one of them."""
    match node:
        case ast.Compare(left=left, comparators=others):
            sides = [left, *others]
            words = set[str]().union(*(words_in(one) for one in sides if not isinstance(one, ast.Subscript)))
            reads = any(isinstance(one, ast.Attribute) and one.attr in COLUMNS for one in sides)
            return bool(words & WORDS) or (reads and bool(words))
        case ast.MatchValue(value=value):
            return bool(words_in(value) & WORDS)
        case ast.IfExp(body=body, orelse=other):
            return any(isinstance(one, ast.Constant) and one.value in WORDS for one in (body, other))
    return False


def lists_forms(node: ast.AST) -> bool:
    """Whether a node is a text that names several forms."""
    if not isinstance(node, (ast.Constant, ast.JoinedStr)):
        return False
    return len({name for words in words_in(node) for name in _NAMED.findall(words)} & set(WRITTEN)) > 1


def tables_in(module: Module) -> Iterator[tuple[str, ast.AnnAssign]]:
    """The tables of a module whose keys are the values of a column, with the name of its type."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.AnnAssign):
            for name in KEYS:
                if f"Mapping[{name}, " in ast.unparse(node.annotation):
                    yield name, node


def test_no_module_compares_forms() -> None:
    for text in ("form.areas == 'terms'", "'bits' != c.layout.areas", "form.maps in ('rows',)", "p.board == 'none'",
                 "'plane' if x else y", "one in {'hex', 'square'}"):  # fmt: skip
        assert asks_for_a_form(ast.parse(text, mode="eval").body)
    for text in ("'E' in form.offers", "kind.placed == 'edge'", "form.based", "word == 'none'"):
        assert not asks_for_a_form(ast.parse(text, mode="eval").body)


def test_no_other_module_knows_the_forms(project: Project) -> None:
    found = [f"{name}:{getattr(node, 'lineno', '?')}" for name, module in project.modules.items() if name != HOME
             for node in ast.walk(module.tree) if asks_for_a_form(node)]  # fmt: skip
    assert found == [], INSTEAD


def test_no_message_lists_forms(project: Project) -> None:
    assert lists_forms(ast.parse("f'add `board: square` or `board: hex` to {x}'", mode="eval").body)
    found = [f"{name}:{getattr(node, 'lineno', '?')}" for name, module in project.modules.items()
             for node in ast.walk(module.tree) if lists_forms(node)]  # fmt: skip
    assert found == [], "make the list of the rows of space/forms.py"


def test_tables_have_a_row_for_each_value(project: Project) -> None:
    found = [(name, node) for module in project.modules.values() for name, node in tables_in(module)]
    assert {name for name, _ in found} == set(KEYS)
    for name, node in found:
        assert isinstance(node.value, ast.Dict), ast.unparse(node.target)
        assert {ast.literal_eval(key) for key in node.value.keys if key is not None} == KEYS[name], (
            f"{ast.unparse(node.target)} has a row for each value of {name} (space/forms.py)"
        )


def test_tables_say_what_their_keys_are(project: Project) -> None:
    """A table without the type would be found by nobody who adds a value."""
    known = {id(node.value) for module in project.modules.values() for _, node in tables_in(module)}
    found = [f"{name}:{node.lineno}" for name, module in project.modules.items() for node in ast.walk(module.tree)
             if isinstance(node, ast.Dict) and id(node) not in known
             and {key.value for key in node.keys if isinstance(key, ast.Constant)} & KEYS["Areas"]]  # fmt: skip
    assert found == [], "annotate the table as Mapping[Areas, ..]"
