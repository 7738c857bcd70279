"""Converts the parsed definitions of a pack to symbols: names collected, heads typed, targets found.

Separate because types can only be inferred when every name of the pack is known. Only the contents are left for later:
expressions and statements are attached unchanged.
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
    """Declares every definition of the pack as a symbol; errors go to `out`.

    The result is always complete: what could not be resolved has type `unknown` or is missing from its list, so that
    inference reports no consequences. Each step below needs those before it.
    """
    d = Declaring(parsed, out)
    open_pack(d)                # the board decides which types exist
    collect(d)
    fill_kinds(d)               # the parts of a kind decide what sheets their parts are of
    collect_parts(d)
    fill(d)
    return d.pack


def fill(d: Declaring, added: bool = False) -> None:
    """Fills the existing symbols. For what is `added` to a pack, the steps for its manifest, kinds, tables and settings
    are skipped, as none of these are added."""
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
        fill_manifest(d)        # the manifest names windows and ranks for reactions
        fill_renamed(d)
        fill_messages(d)
    fill_names(d)               # fields and members must exist
    fill_questions(d)
    fill_holders(d)
    fill_reacting(d)            # reactions must exist
    fill_refusals(d)            # forbids must exist
    if not added:
        fill_header(d)
    fill_shown(d)               # messages say which values players read
    cite(d)
