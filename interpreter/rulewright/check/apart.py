"""Takes a checked pack apart when nobody asks it any more.

Separate because its symbols and trees name each other in circles: else they would stay until Python next looks through
everything for such circles, which takes longer than a check does.
"""

from __future__ import annotations

from rulewright.check import model as m


def take_apart(pack: m.PackDef) -> None:
    """Empties the symbols of a pack. Nobody may use it, nor any tree of it, behind this."""
    definitions = [one for group in pack.groups() for one in group.values()]
    for definition in definitions:
        holder = getattr(definition, "holder", None)
        if holder is not None:
            holder.sentences, holder.reactions = [], []
    for definition in definitions:
        for kind in type(definition).__mro__:
            for name in getattr(kind, "__slots__", ()):
                setattr(definition, name, None)
    for name in pack.__slots__:
        setattr(pack, name, None)
