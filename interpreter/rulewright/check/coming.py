"""Finds the differences between two packs, and whether definitions can come or go unnoticed by the code that stays.

The condition: one definition more or less of their forms changes nothing for code that does not name it, and their
names appear nowhere in what stays. Separate from `renewing` because it reads what packs say, and changes no symbols.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.check import model as m
from rulewright.check.growing import Growth, growth_of
from rulewright.check.moving import Shifts, shifts_of
from rulewright.check.scope import PackScope
from rulewright.effects.parsed import Parsed, ParsedPack
from rulewright.pack.forms import FORMS
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.pack.said import Sayings, all_words, plain
from rulewright.pack.stands import files_in, files_of

# Forms of which one more changes nothing for code that does not name it. (Kinds, members and classes are not among
# them, nor are checks, which run at events of others.)
ADDABLE: Final = frozenset({"area", "event", "map", "permission", "rule", "sheet", "status", "value"})
_FREE: Final = ADDABLE - {"map"}  # before the first map, code may have been reported because there was none
# Forms that have a face (`faces`): what others see of one is known once it is read.
FACED: Final = frozenset({"area", "check", "event", "permission", "rule", "sheet", "status", "value", "window"})
# Definitions that a pack uses by their name alone.
_MEANT: Final = frozenset({"controller"})

Name = tuple[str, str]  # the form as written in a file, and the id


@dataclass(slots=True)
class Edit:
    """The differences of a pack: the declarations to be read, those that have moved (each with how), those that have
    grown, the names of the new ones among those to be read, and the declarations that are gone."""

    read: list[Declaration]
    moved: list[tuple[Declaration, Shifts]]
    grown: list[Growth]
    more: frozenset[Name]
    gone: list[Declaration]

    def allows(self, before: Mapping[str, m.Definition], after: Mapping[str, m.Definition]) -> bool:
        """Whether two groups of symbols differ only by definitions that have come or gone, and their parts."""
        known = {name for _, name in self.more} | {one.id for one in self.gone}
        return all(name.partition(".")[0] in known for name in before.keys() ^ after.keys())


def name_of(one: Declaration) -> Name:
    """The key that identifies a definition."""
    return one.form, one.id


def form_of(one: Declaration) -> str:
    """The form of a definition; what is not a form is the kind of a sheet."""
    return one.form if one.form in FORMS else "sheet"


def edit_between(last: Pack, pack: Pack, doubted: Container[str | None] = ()) -> Edit | None:
    """The declarations that differ from the last pack, or that are in or come from a changed file. None if anything
    else has changed too, or if a declaration without a face has neither just moved nor grown. Those with a face are
    read if they are `doubted`: warnings about them are then reported at their new locations."""
    if last.rulebook != pack.rulebook or last.languages != pack.languages:
        return None
    texts = [{name: one.text for name, one in each.sources.items()} for each in (last, pack)]
    files = {name for name in texts[0].keys() | texts[1].keys() if texts[0].get(name) != texts[1].get(name)}
    before, after = _by_name(last), _by_name(pack)
    if (len(before), len(after)) != (len(last.declarations), len(pack.declarations)):
        return None
    if not _have_same_manifests(last, pack, files):
        return None
    if [name for name in before if name in after] != [name for name in after if name in before]:
        return None
    more = frozenset(after.keys() - before.keys())
    edit = Edit([], [], [], more, [one for name, one in before.items() if name not in after])
    for name, new in after.items():
        old = before.get(name)
        if old is not None and old.said == new.said and files.isdisjoint((*files_of(new), *files_of(old))):
            continue
        form = form_of(new)
        # Sheets may share trees, which would move once for each of them.
        must_be_read = form == "sheet" or (form in FACED and new.id in doubted)
        shifts = None if old is None or must_be_read else shifts_of(old, new, last.sources, pack.sources, files)
        if shifts is not None:
            edit.moved.append((new, shifts))
        elif form in FACED:
            edit.read.append(new)
        elif old is not None and (growth := growth_of(old, new, files)) is not None:
            edit.grown.append(growth)
        else:
            return None
    return edit


def _have_same_manifests(last: Pack, pack: Pack, files: Container[str]) -> bool:
    """Whether the manifest of the game is the same, including what packs change in it, and no part of it is in a
    changed file. Of the manifests of other packs, only `renamed` is read after the packs are stacked."""
    if pack.manifest_span.source.name in files or last.manifests.keys() != pack.manifests.keys():
        return False
    for one in pack.manifest.values():
        if any(name in files for name in (one.key.source.name, *files_in(one.node))):
            return False
    if any(_plain(last.manifests[name].get("renamed")) != _plain(pack.manifests[name].get("renamed"))
           for name in pack.manifests):  # fmt: skip
        return False
    return all(_plain(last.manifest.get(name)) == _plain(pack.manifest.get(name))
               for name in last.manifest.keys() | pack.manifest.keys())  # fmt: skip


def _plain(field: FieldValue | None) -> object:
    return None if field is None else plain(field.node)


def _by_name(pack: Pack) -> dict[Name, Declaration]:
    return {name_of(one): one for one in pack.declarations}


def words_that_stay(pack: Pack, edit: Edit, sayings: Sayings) -> frozenset[str]:
    """The words of a pack without the declarations to be read: the code that stays can mean nothing else."""
    read = {name_of(one) for one in (*edit.read, *(each.declaration for each in edit.grown))}  # what has moved stays
    words = all_words(pack, sayings, [one for one in pack.declarations if name_of(one) not in read])
    return words.union(*(each.words for each in edit.grown))


def is_new(name: str, scope: PackScope, words: Container[str]) -> bool:
    """Whether nothing has this name, and no code can mean it."""
    return not (name in words or name in _MEANT or scope.lookup(name) or scope.plural_in(name)
                or scope.plural_on(name))  # fmt: skip


def may_come(base: m.PackDef, parsed: ParsedPack, edit: Edit, words: Container[str]) -> bool:
    """Whether no code that stays notices the new definitions."""
    scope = PackScope(base)
    more = [one for one in parsed.definitions if name_of(one.declaration) in edit.more]
    grown = frozenset[str]().union(*(one.after for one in edit.grown))
    return all(one.form in _FREE and not one.header.classes and one.declaration.id not in grown
               and is_new(one.declaration.id, scope, words) for one in more)  # fmt: skip


def may_go(base: m.PackDef, parsed: ParsedPack, edit: Edit, words: Container[str]) -> bool:
    """Whether no code that stays notices the definitions that are gone: their names, the forms that these names had,
    and that they used what their kind has a question for. `parsed` is everything that was read before."""
    for one in edit.gone:
        if form_of(one) not in _FREE or one.id in words or one.id in _MEANT:
            return False
        match form_of(one):
            case "sheet":
                sheet = base.sheets[one.id]
                holds = sheet.texts or (sheet.holder is not None and sheet.holder.reactions)
                if sheet.kind.questions and holds:
                    return False
            case "event" if base.events[one.id].classes:
                return False
            case "status" if base.statuses[one.id].asked is not None:
                return False
            case _:
                pass
    gone = {name_of(one) for one in edit.gone}
    here: set[_FormOfName] = set()
    lost: set[_FormOfName] = set()
    for text in parsed.definitions if gone else ():
        (lost if name_of(text.declaration) in gone else here).update(_forms_of_names(text))
    return lost <= here


# The form of a definition, the key of one of its names, and for `is` its value.
_FormOfName = tuple[str, str, str]


def _forms_of_names(text: Parsed) -> Iterator[_FormOfName]:
    """The parts of the names of a definition that templates may use."""
    for key, name in text.names.items():
        if "." in key:
            yield text.declaration.form, key, name if key.endswith(".is") else ""
