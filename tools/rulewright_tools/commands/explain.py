"""`explain`: prints the page of a diagnostic code or a builtin.

Separate because it needs only the tables, and no pack.
"""

from __future__ import annotations

import shutil

import click

from rulewright_tools.show.terminal import echo

_MAX_WIDTH = 100


@click.command(short_help="Explain a code or a builtin.")
@click.argument("what", metavar="CODE|NAME|builtins|codes")
def command(what: str) -> None:
    """Explain a diagnostic code (RW404), a builtin (distance), or list all builtins or all codes."""
    from rulewright.check.builtins import BUILTINS, RELATIONS
    from rulewright.codes import CODES
    from rulewright.effects.names import RESERVED
    from rulewright.spelling import nearest
    from rulewright_tools.show import pages
    from rulewright_tools.skeletons import FORMS

    width = min(shutil.get_terminal_size().columns, _MAX_WIDTH)
    name = what.strip()
    code = name.upper()
    if code in CODES:
        page = pages.code_page(CODES[code], width)
    elif name == "codes":
        page = pages.code_list(list(CODES.values()))
    elif name == "builtins":
        rows = list(BUILTINS.values())
        page = pages.builtins_table(
            [
                ("Words", [row for row in rows if row.pure and row.bare]),
                ("Functions", [row for row in rows if row.pure and not row.bare and not row.is_relation]),
                ("Relations of two (a is adjacent to b)", [row for row in rows if row.is_relation]),
                ("Relations of one (after 'is')", list(RELATIONS.values())),
                ("Statements", [row for row in rows if not row.pure]),
            ],
            width,
        )
    elif name in BUILTINS or name in RELATIONS:
        found = [pages.builtin_page(BUILTINS[name], width)] if name in BUILTINS else []
        found += [pages.builtin_page(RELATIONS[name], width, behind_is=True)] if name in RELATIONS else []
        page = "\n\n".join(found)
    elif name in RESERVED:
        raise click.UsageError(f"'{name}' is a word of the language: docs/language.md (4, 5) describes it")
    elif name in FORMS:
        raise click.UsageError(
            f"'{name}' is a form: docs/language.md (3) describes it, and `rulewright new {name} ID` writes one"
        )
    else:
        near = nearest(name, [*BUILTINS, *RELATIONS, "builtins", "codes"]) or nearest(code, list(CODES))
        hint = f"did you mean '{near}'?" if near else "see `explain codes` and `explain builtins`"
        raise click.UsageError(f"there is neither a code nor a builtin '{name}': {hint}")
    echo(page)
