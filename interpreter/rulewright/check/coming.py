"""Says what is another between two packs, and whether definitions may come or go without a text that stays noticing.

The condition: they are of forms of which one more or less changes nothing for those that do not name it, under names
that stand nowhere in what stays. Separate from `renewing` because it asks what packs say, and nothing of symbols is
changed here.
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

# Forms of which one more changes nothing for the texts that do not name it. (One more kind, member or class is not, nor
# a check, which is made at events of others.)
ADDABLE: Final = frozenset({"area", "event", "map", "permission", "rule", "sheet", "status", "value"})
_FREE: Final = ADDABLE - {"map"}  # of one more map a text might have said that there is none
# Forms that have a face (`faces`): what others see of one is known when it is read.
FACED: Final = frozenset({"area", "check", "event", "permission", "rule", "sheet", "status", "value", "window"})
# What a pack means by its name alone.
_MEANT: Final = frozenset({"controller"})

Name = tuple[str, str]  # the form as it stands in a file, and the id


@dataclass(slots=True)
class Edit:
    """What is another in a pack: the declarations that are to be read, the names of those of them that are more, the
    declarations that are gone, those that have moved, each with how, and those that have grown."""

    read: list[Declaration]
    moved: list[tuple[Declaration, Shifts]]
    grown: list[Growth]
    more: frozenset[Name]
    gone: list[Declaration]

    def allows(self, before: Mapping[str, m.Definition], after: Mapping[str, m.Definition]) -> bool:
        """Whether two groups of symbols differ by what has come and gone alone, with its parts."""
        known = {name for _, name in self.more} | {one.id for one in self.gone}
        return all(name.partition(".")[0] in known for name in before.keys() ^ after.keys())


def name_of(one: Declaration) -> Name:
    """What tells a definition from all others."""
    return one.form, one.id


def form_of(one: Declaration) -> str:
    """The form of a definition: what is none is the kind of a sheet."""
    return one.form if one.form in FORMS else "sheet"


def edit_between(last: Pack, pack: Pack) -> Edit | None:
    """The declarations that say something else than in the last pack, or stand or come from where something has
    changed; None if something else has changed too, or one that has no face and has not just moved."""
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
        if form_of(new) in FACED:
            edit.read.append(new)
            continue
        shifts = None if old is None else shifts_of(old, new, last.sources, pack.sources, files)
        growth = None if old is None or shifts is not None else growth_of(old, new, files)
        if shifts is not None:
            edit.moved.append((new, shifts))
        elif growth is not None:
            edit.grown.append(growth)
        else:
            return None
    return edit


def _have_same_manifests(last: Pack, pack: Pack, files: Container[str]) -> bool:
    """Whether the manifest of the game says the same, what packs change in it included, and nothing of it stands in a
    file that has changed. Of those of other packs nothing but `renamed` is read behind the stack."""
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
    """The words that stand in a pack beside what is read: what stays can mean nothing else."""
    read = {name_of(one) for one in (*edit.read, *(each.declaration for each in edit.grown))}  # what has moved stays
    words = all_words(pack, sayings, [one for one in pack.declarations if name_of(one) not in read])
    return words.union(*(each.words for each in edit.grown))


def is_new(name: str, scope: PackScope, words: Container[str]) -> bool:
    """Whether nothing is called so, and no text can mean it."""
    return not (name in words or name in _MEANT or scope.lookup(name) or scope.plural_in(name)
                or scope.plural_on(name))  # fmt: skip


def may_come(base: m.PackDef, parsed: ParsedPack, edit: Edit, words: Container[str]) -> bool:
    """Whether no text that stays notices what is more."""
    scope = PackScope(base)
    more = [one for one in parsed.definitions if name_of(one.declaration) in edit.more]
    grown = frozenset[str]().union(*(one.after for one in edit.grown))
    return all(one.form in _FREE and not one.header.classes and one.declaration.id not in grown
               and is_new(one.declaration.id, scope, words) for one in more)  # fmt: skip


def may_go(base: m.PackDef, parsed: ParsedPack, edit: Edit, words: Container[str]) -> bool:
    """Whether no text that stays notices what is gone: that it was called so, which forms its names had, and that it
    asked what its kind has a question for. `parsed` is all that was read before."""
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


# The form of a definition, the key of one of its names, and of `is` what it says.
_FormOfName = tuple[str, str, str]


def _forms_of_names(text: Parsed) -> Iterator[_FormOfName]:
    """What templates may ask for of the names of a definition."""
    for key, name in text.names.items():
        if "." in key:
            yield text.declaration.form, key, name if key.endswith(".is") else ""
