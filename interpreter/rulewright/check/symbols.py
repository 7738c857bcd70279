"""Turns the parsed definitions of a pack into symbols: names collected, heads typed, targets found.

Separate because types of texts can only be inferred when every name of the pack is known. What is left to do afterwards
is the inside of the texts: expressions and statements are attached untouched.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check.collect import collect, collect_parts, refuse_collisions
from rulewright.check.declaring import Declaring
from rulewright.check.head_forms import refuse_useless_heads
from rulewright.check.header import fill_header
from rulewright.check.heads import cite, fill_heads
from rulewright.check.kinds import fill_kinds
from rulewright.check.manifest import fill_manifest, fill_settings, open_pack
from rulewright.check.maps import fill_maps
from rulewright.check.messages import fill_messages
from rulewright.check.named import fill_names
from rulewright.check.questions import fill_questions
from rulewright.check.reacting import fill_reacting
from rulewright.check.refusing import fill_refusals
from rulewright.check.renamed import fill_renamed
from rulewright.check.rules import fill_holders
from rulewright.check.sheets import fill_sheets
from rulewright.check.shown import fill_shown
from rulewright.check.tables import fill_tables

if TYPE_CHECKING:
    from rulewright.check.model import PackDef
    from rulewright.diagnostics import Diagnostics
    from rulewright.effects.parsed import ParsedPack


def declare(parsed: ParsedPack, out: Diagnostics) -> PackDef:
    """Every definition of the pack as a symbol; mistakes go to `out`.

    The result is complete whatever was found: what could not be resolved has type `unknown` or is left out of its
    list, so that inference reports no consequences. Each step below needs those before it.
    """
    d = Declaring(parsed, out)
    open_pack(d)                # the board decides what types there are
    collect(d)
    fill_kinds(d)               # the parts of a kind decide what sheets their parts are of
    collect_parts(d)
    fill(d)
    return d.pack


def fill(d: Declaring, added: bool = False) -> None:
    """Fills the symbols that are there. Of what is `added` to a pack nothing is done that its manifest says, nor what
    belongs to kinds, tables and settings, of which there are no more then."""
    d.names_are_known()
    refuse_collisions(d)
    refuse_useless_heads(d)
    fill_heads(d)
    fill_maps(d)
    if not added:
        fill_tables(d)
        fill_settings(d)
    fill_sheets(d)              # the statuses that they list need their parameters
    if not added:
        fill_manifest(d)        # windows and ranks are named by reactions
        fill_renamed(d)
        fill_messages(d)
    fill_names(d)               # fields and members have to be there
    fill_questions(d)
    fill_holders(d)
    fill_reacting(d)            # reactions have to be there
    fill_refusals(d)            # forbids have to be there
    if not added:
        fill_header(d)
    fill_shown(d)               # messages say which values people read
    cite(d)
