"""What a grammar rule has matched, and the parts that never occur alone: names, arguments, brackets.

Separate because expressions, statements and one-line code are built from the same parts.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.effects import nodes as n
from rulewright.effects.names import misnamed
from rulewright.effects.prepared import Mistake
from rulewright.source import SourceText, Span

# Trees are built once for each distinct code and copied to its locations: until then a span has no file.
_NOWHERE: Final = SourceText("", "")

Parts = list[Any]


class Misplaced(Exception):
    """An error that the grammar accepts and the language does not; caught by the parser."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


def start_of(part: Any) -> int:
    if isinstance(part, n.Node):
        return part.span.start
    return start_of(part[0]) if isinstance(part, list) else int(part.start_pos)


def end_of(part: Any) -> int:
    if isinstance(part, n.Node):
        return part.span.end
    return end_of(part[-1]) if isinstance(part, list) else int(part.end_pos)


def span_of(parts: Parts) -> Span:
    """From the start of the first part that is present to the end of the last."""
    last = parts[-1]
    if last is None:
        last = next(part for part in reversed(parts) if part is not None)
    return Span(_NOWHERE, start_of(parts[0]), end_of(last))


def words_of(tokens: Parts | None) -> tuple[str, ...]:
    return () if tokens is None else tuple(str(token) for token in tokens)


def declared(token: Any) -> str:
    """A name that is declared here. Only entities of a content test, which no code declares, begin with a capital."""
    name = str(token)
    if name != name.lower():
        message, hint = misnamed(name)
        raise Misplaced(Mistake("RW313", message, token.start_pos, token.end_pos, hint))
    return name


def nodes_in(parts: Parts, wanted: type[n.Node] = n.Node) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, wanted))


def call_of(name: Any, arguments: Parts | None, span: Span) -> n.Call:
    return n.Call(span, str(name), *arguments_of(arguments))


def arguments_of(arguments: Parts | None) -> tuple[tuple[n.Expr, ...], tuple[tuple[str, n.Expr], ...]]:
    """The arguments in brackets: positional ones and named ones."""
    positional: list[n.Expr] = []
    named: list[tuple[str, n.Expr]] = []
    for argument in arguments or ():
        if isinstance(argument, list):
            named.append((str(argument[0]), argument[1]))
        elif isinstance(argument, n.Expr):
            if named:
                raise Misplaced(Mistake("RW319", "positional argument after a named argument",
                                        argument.span.start, argument.span.end,
                                        "name this argument, or move it to the front"))  # fmt: skip
            positional.append(argument)
    return tuple(positional), tuple(named)


class Small:
    """Parts that never occur alone: each returns what its owner needs of it."""

    def names(self, c: Parts) -> Parts:
        return c[::2]

    def _second(self, c: Parts) -> Any:
        return c[1]

    when = where = guard = then = by = times = until = despite = needs = classes = label = moment_name = _second
    starts = create_for = offered_for = for_each_of = while_true = in_secret = _second

    def or_pass(self, c: Parts) -> Parts:
        return c[2:]

    def always(self, c: Parts) -> Any:
        return c[0]

    def up_to(self, c: Parts) -> Parts:
        return [None, c[2], False]

    def exactly(self, c: Parts) -> Parts:
        return [None, c[1], True]

    def at_least(self, c: Parts) -> Parts:
        return [c[2], c[5], False]

    def chosen_by(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[2]
        return expr

    def bindings(self, c: Parts) -> Parts:
        return c[::2]

    def binding(self, c: Parts) -> n.Binding:
        return n.Binding(span_of(c), declared(c[0]), c[2])

    def arguments(self, c: Parts) -> Parts:
        return [part for part in c if part is not None]

    def positional(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[0]
        return expr

    def named(self, c: Parts) -> Parts:
        return [c[0], c[2]]

    def params(self, c: Parts) -> Parts:
        return [part for part in c if part is not None]

    def param(self, c: Parts) -> n.Param:
        return n.Param(span_of(c), c[0], declared(c[1]))

    def gives(self, c: Parts) -> Parts:
        return c[1::2]

    def given(self, c: Parts) -> n.Param:
        return n.Param(span_of(c), c[0], "" if c[1] is None else declared(c[1]))

    def waived(self, c: Parts) -> Parts:
        return c

    def orders(self, c: Parts) -> Parts:
        return c[1::2]

    def order(self, c: Parts) -> n.Order:
        return n.Order(span_of(c), str(c[0]), c[1])  # type: ignore[arg-type]

    def choice(self, c: Parts) -> Parts:
        return c

    def create_place(self, c: Parts) -> Parts:
        return c

    def suite(self, c: Parts) -> Parts:
        return list(nodes_in(c))

    offer_suite = suite

    def otherwise(self, c: Parts) -> Parts:
        block: Parts = c[2]
        return block
