"""Forms of expressions in themselves: what is read, typed or written out more than once at every level is then found.

Each is written with `@` where it stands in itself again, and used where `who` is a unit and `a` a number.
"""

from __future__ import annotations

# By what they give: what stands innermost, and the forms.
_INNERMOST = {"number": "a", "truth": "a > 0"}
_FORMS = {
    "number": (
        "(@ + 1)", "(1 - @)", "(@ * 2)", "(@ / 2)", "(0 - @)", "abs(@)", "most(@, 1)", "least(1, @)", "most(@, @)",
        "(if @ > 1 then 2 else 3)", "(if a > 1 then @ else 3)", "(if a > 1 then 1 else @)",
        "sum(@ for x# in units)", "sum(1 for x# in units where @ > 0)", "count(x# in units where @ > 0)",
        "most(@ for x# in units)", "size(all(@ for x# in units))", "size(all(x# in units where @ > 1))",
        "size(all(x# in units with most @))", "size(sorted(x# in units with most @ then least @))",
        "size(numbers(1, @))", "size(burst(who, 1 cell * @))", "size(first_nonempty(units, all(x# in units where @ "
        "> 1)))",
        "size(common(units, all(x# in units where @ > 1)))", "size(units - all(x# in units where @ > 1))",
        "size((1, @))", "(distance(who, who) / 1 cell + @)", "supposing(who at who.place, @)",
        "(if who.place is none then 1 else supposing(who at who.place, @))", "size(numbers(@, @))",
        "sum(x# for x# in (@, 2))", "size(cells_within(@ * 1 cell))", "count(x# in numbers(1, @))",
    ),
    "truth": (
        "(not @)", "(@ and @)", "(@ and a > 1)", "(a > 1 or @)", "(some x# in units where @)",
        "(no x# in units where @)",
        "(every x# in units where @ has @)", "(every x# in units has @)", "(if @ then a > 2 else a > 3)",
        "(a in all(x# in numbers(1, 3) where @))", "(a in numbers(1, 3) and @)", "can(note(if @ then 1 else 2))",
        "(who within 1 cell of all(x# in units where @))", "(only_one(all(x# in units where @)) is none)",
        "(first(all(x# in units where @)) is who)", "(who in all(x# in units where @))",
        "(who in (if @ then all(x# in units where @) else units))",
    ),
}  # fmt: skip


def drawn(deep: int) -> list[tuple[str, str]]:
    """Every form in itself, so many times as the characters of a text have room for: what it gives, and the text."""
    made = []
    for gives, forms in _FORMS.items():
        for form in forms:
            text = _INNERMOST[gives]
            for level in range(deep):
                wider = form.replace("#", str(level)).replace("@", text)
                if len(wider) > 4_000:
                    break
                text = wider
            made.append((gives, text))
    return made
