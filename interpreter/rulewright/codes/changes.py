"""The codes RW231 to RW261: which packs can be combined, and how one pack changes another."""

from __future__ import annotations

from .code import Code, Example, Severity

_BASE = (
    "enum trait: [human, beast]\n"
    "kind animal:\n  printed: {max_hp: number from 1, traits: set of trait}\n"
    "  state: {hp: number starts self.max_hp}\n"
    "animal wolf:\n  max_hp: 5\n  traits: [beast]\n"
    "value total() gives number: sum(c.max_hp for c in animals)\n"
)


def _mod(text: str, needs: str = "{base: any}", more: str = "", base: str = _BASE) -> Example:
    """A pack of one file that needs another pack, which is next to it."""
    return {
        "pack.yaml": f"pack: sample\nneeds: {needs}\n{more}", "rules.yaml": text,
        "../base/pack.yaml": "pack: base\nversion: 1.2.0\n", "../base/base.yaml": base,
    }  # fmt: skip


def _parted(condition: str) -> Example:
    """The same with a folder that is read under a condition."""
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n", more=f"parts: {{wet: {condition}}}\n")
    assert not isinstance(example, str)
    return {**example, "wet/rules.yaml": "area pool: {name: {en: pool}}\n"}


def _three(needs: str, further: str, text: str = "", more: str = "") -> Example:
    """The same with one more pack, which needs the base too."""
    example = _mod(text or "change animal wolf:\n  raise: {max_hp: 2}\n", needs, more)
    assert not isinstance(example, str)
    return {**example, "../further/pack.yaml": f"pack: further\nversion: 1.0.0\n{further}",
            "../further/rules.yaml": "area meadow: {name: {en: meadow}}\n"}  # fmt: skip


def _without(text: str) -> Example:
    """A pack that removes something from a game in which only one rule calls an event."""
    game = "event play: rest()\nevent rest: {}\nevent tire: {}\nrule tiring:\n  after: rest\n  do: tire()\n"
    example = _mod(text, base=game)
    assert not isinstance(example, str)
    return {**example, "../base/pack.yaml": "pack: base\nversion: 1.2.0\nstart: play\n"}


def _breaking(name: str) -> Example:
    """A pack that makes a test of another pack fail."""
    test = "test a wolf is brave:\n  then: [total() is 0]\n"
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n", more=f"breaks: {{base: {{{name}: it has more}}}}\n")
    assert not isinstance(example, str)
    return {**example, "../base/tests/wolf.yaml": test}


def _both(first: str, second: str, more: str = "") -> Example:
    """A pack that needs two packs, both of which change the same animal."""
    example = _mod("area meadow: {name: {en: meadow}}\n", "{base: any, first: any, second: any}")
    assert not isinstance(example, str)
    return {
        **example, "../first/pack.yaml": "pack: first\nneeds: {base: any}\n",
        "../first/rules.yaml": f"change animal wolf:\n{first}",
        "../second/pack.yaml": f"pack: second\nneeds: {{base: any}}\n{more}",
        "../second/rules.yaml": f"change animal wolf:\n{second}",
    }  # fmt: skip


def _ordered(more: str) -> Example:
    """A pack that needs two packs, both of which raise the same number, with further lines in its manifest."""
    example = _both("  raise: {max_hp: 2}\n", "  raise: {max_hp: 9}\n")
    assert not isinstance(example, str)
    return {**example, "pack.yaml": f"{example['pack.yaml']!s}{more}"}


def _locked(before: str) -> Example:
    """A change with a lock that states the value that it was written for."""
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n")
    assert not isinstance(example, str)
    return {**example, "pack.lock": f'{{"packs": {{}}, "written": {{"animal wolf.max_hp": "{before}"}}}}\n'}


def _newer(needs: str) -> Example:
    """A pack that needs another pack, which exists in two versions."""
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n", f"{{base: {needs}}}")
    assert not isinstance(example, str)
    return {**example, "../base_2/pack.yaml": "pack: base\nversion: 2.0.0\n", "../base_2/base.yaml": _BASE}


def _renamed(entries: str) -> Example:
    """A pack that has renamed definitions or parts of them."""
    return {"pack.yaml": f"pack: sample\nrenamed: {{{entries}}}\n", "rules.yaml": _BASE}


_GOOD = _mod("change animal wolf:\n  raise: {max_hp: 2}\n")

CODES: tuple[Code, ...] = (
    Code(
        "RW231", Severity.ERROR, "no suitable version",
        "Each pack states which versions of other packs it works with: `1.2` (that and later ones with the same first "
        "number), `from 1.2`, `1.2 to 1.4`, `only 1.2.3`, `any`. A stack contains one version of each pack.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: from 2}"),
        good=_GOOD,
    ),
    Code(
        "RW232", Severity.ERROR, "packs that need each other",
        "A pack is read after the packs that it needs. Two packs that need each other, directly or through others, "
        "have no order. Let one of them do without the other, or move what both need to a third pack.",
        bad=_three("{base: any, further: any}", "needs: {sample: any}\n"),
        good=_three("{base: any, further: any}", "needs: {base: any}\n"),
    ),
    Code(
        "RW233", Severity.ERROR, "cycle in pack order",
        "`needs`, `optional`, `after` and `order` state which pack is read after which. Here they form a cycle.",
        bad=_three("{base: any, further: any}", "needs: {base: any}\nafter: [sample]\n"),
        good=_three("{base: any, further: any}", "needs: {base: any}\nafter: [base]\n"),
    ),
    Code(
        "RW235", Severity.ERROR, "two games in one stack",
        "The game of a stack is the pack that has `start`. A pack that changes a game needs it and has no `start` of "
        "its own. To change what a match begins with, change the start event of the game.",
        bad={"pack.yaml": "pack: sample\nneeds: {base: any}\nstart: play\n",
             "rules.yaml": "area meadow: {name: {en: meadow}}\n",
             "../base/pack.yaml": "pack: base\nstart: play\n",
             "../base/base.yaml": "event play gives number total: |\n  set total = 1\n"},
        good={"pack.yaml": "pack: sample\nneeds: {base: any}\n",
              "rules.yaml": "area meadow: {name: {en: meadow}}\n",
              "../base/pack.yaml": "pack: base\nstart: play\n",
              "../base/base.yaml": "event play gives number total: |\n  set total = 1\n"},
    ),
    Code(
        "RW236", Severity.ERROR, "missing pack",
        "A pack is searched for among the packs named by `--with`, next to the pack that needs it, in the folders of "
        "RULEWRIGHT_PACKS, among the packs that ship with Rulewright, and among the installed ones. The id in its "
        "manifest counts.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: any, bass: any}"),
        good=_GOOD,
    ),
    Code(
        "RW237", Severity.ERROR, "incompatible packs",
        "A pack can state which other packs it must not be played with, and why. Two packs with the same id are "
        "incompatible, too.",
        bad=_three("{base: any, further: any}", "conflicts: {sample: both add a meadow}\n"),
        good=_three("{base: any, further: any}", "needs: {base: any}\n"),
    ),
    Code(
        "RW238", Severity.ERROR, "invalid version range",
        "Versions of another pack are written as `1.2`, `from 1.2`, `1.2 to 1.4`, `only 1.2.3`, `any`, or several of "
        "these joined by `or`.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: at least 1}"),
        good=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: from 1}"),
    ),
    Code(
        "RW239", Severity.ERROR, "invalid pack archive",
        "`rulewright mods add FILE`, and FILE in place of a pack, accept only archives as `rulewright mods pack` "
        "writes them, with a manifest that names a pack and a version. They contain ordinary files whose names end in "
        ".yaml and are possible on every machine, up to 200 letters, no part over 255 bytes; no name twice, or as a "
        "file and as a folder; up to 10,000 files and folders, 20 of these in each other, and 64 MB; no file over 100 "
        "times its packed size; nothing encrypted, and nothing before or after the files. The sender must pack the "
        "pack again.",
        bad={}, good={},
    ),
    Code(
        "RW241", Severity.ERROR, "unknown definition to change",
        "A change names one definition of a pack that this pack needs, by its form and id. No definition has this "
        "name: it is spelt differently, or another pack has removed it.",
        bad=_mod("change animal wulf:\n  raise: {max_hp: 2}\n"),
        good=_GOOD,
    ),
    Code(
        "RW242", Severity.ERROR, "change outside the needed packs",
        "A pack may only change what belongs to the packs in its `needs` or `optional`. Write the pack's own "
        "definitions as they are meant instead of changing them.",
        bad=_mod("animal fox:\n  max_hp: 3\n  traits: [beast]\nchange animal fox:\n  raise: {max_hp: 2}\n"),
        good=_mod("animal fox:\n  max_hp: 5\n  traits: [beast]\n"),
    ),
    Code(
        "RW243", Severity.ERROR, "unexpected old value",
        "`expects` changes nothing: it states for which value a change makes sense. Another pack, or a later version, "
        "has put a different value there. Look at both, then write the current value.",
        bad=_mod("change animal wolf:\n  expects: {max_hp: 4}\n  set: {max_hp: 7}\n"),
        good=_mod("change animal wolf:\n  expects: {max_hp: 5}\n  set: {max_hp: 7}\n"),
    ),
    Code(
        "RW244", Severity.ERROR, "invalid path",
        "A path names a field, then entries by their names. The target of a verb must exist: an entry that is set, an "
        "item that is taken, a number that is raised. A thing that is added must not exist yet.",
        bad=_mod("change animal wolf:\n  take: {traits: human}\n"),
        good=_mod("change animal wolf:\n  take: {traits: beast}\n"),
    ),
    Code(
        "RW245", Severity.ERROR, "condition that needs a match",
        "The condition of `change every KIND where ..` is evaluated before play. It may use printed fields and "
        "keywords, constants, `(1, 2)`, `and`, `or`, `not`, comparisons, `in`, `is`, `+`, `-` and `*`. There is no "
        "state and nothing to call.",
        bad=_mod("change every animal where hp > 3:\n  raise: {max_hp: 2}\n"),
        good=_mod("change every animal where max_hp > 3:\n  raise: {max_hp: 2}\n"),
    ),
    Code(
        "RW246", Severity.WARNING, "change without effect",
        "No sheet of the kind matches the condition, or none has what is changed.",
        bad=_mod("change every animal where max_hp > 30:\n  raise: {max_hp: 2}\n"),
        good=_mod("change every animal where max_hp > 3:\n  raise: {max_hp: 2}\n"),
    ),
    Code(
        "RW247", Severity.NOTE, "changed original value",
        "`rulewright mods lock` stores in `pack.lock` the old value of every field that a pack changes, and of all "
        "fields of what it removes or replaces. The pack that the field belongs to has another value now, so the "
        "change may mean something else. Look at the change, then write the lock again.",
        bad=_locked("4"),
        good=_locked("5"),
    ),
    Code(
        "RW248", Severity.ERROR, "field set twice",
        "A pack may state only once what a field is: its files and lines have no order, so neither of two values would "
        "be the last. Nor may it set a field and something inside it, or add under two heads to one list whose order "
        "counts.",
        bad=_mod("change animal wolf:\n  set: {max_hp: 7}\n"
                 "change  animal wolf:\n  set: {max_hp: 8}\n"),
        good=_mod("change animal wolf:\n  set: {max_hp: 7}\n"),
    ),
    Code(
        "RW249", Severity.ERROR, "invalid change",
        "`change FORM ID` contains verbs, and each verb contains paths with values: `set`, `add`, `take`, `raise`, "
        "`lower`, `scale`, `expects`. `remove` has a list of paths.",
        bad=_mod("change animal wolf:\n  sets: {max_hp: 7}\n"),
        good=_mod("change animal wolf:\n  set: {max_hp: 7}\n"),
    ),
    Code(
        "RW251", Severity.WARNING, "conflicting packs",
        "Two packs change one field, the result depends on which of them comes first, and nothing states it; play uses "
        "the order of their ids. Modifiers of a step that is `last`, or `each` with a `then` whose order counts, "
        "conflict like fields, and so do statements and readings of one id in two rulebooks. Changes that commute are "
        "never reported: two that raise, or two that set the same value. Settle the order by `after` in one of them, "
        "by `order` or `prefers: {FORM ID.PATH: PACK}` in a pack that needs both, or by a pack after both that sets "
        "the field.",
        bad=_both("  raise: {max_hp: 2}\n", "  set: {max_hp: 9}\n"),
        good=_both("  raise: {max_hp: 2}\n", "  set: {max_hp: 9}\n", "after: [first]\n"),
    ),
    Code(
        "RW252", Severity.ERROR, "definition changed and removed",
        "One pack changes a definition that another one removes or replaces, or both remove or replace it differently, "
        "and nothing states which of them comes first. State it by `after` in one of them: the later pack has the last "
        "word. A single pack may say only one thing about a definition.",
        bad={"pack.yaml": "pack: sample\nneeds: {base: any, first: any, second: any}\n",
             "rules.yaml": "area meadow: {name: {en: meadow}}\n",
             "../base/pack.yaml": "pack: base\n", "../base/base.yaml": _BASE,
             "../first/pack.yaml": "pack: first\nneeds: {base: any}\n",
             "../first/rules.yaml": "change animal wolf:\n  raise: {max_hp: 2}\n",
             "../second/pack.yaml": "pack: second\nneeds: {base: any}\n",
             "../second/rules.yaml": "remove animal wolf: there are none here\n"},
        good={"pack.yaml": "pack: sample\nneeds: {base: any, second: any}\n",
              "rules.yaml": "area meadow: {name: {en: meadow}}\n",
              "../base/pack.yaml": "pack: base\n", "../base/base.yaml": _BASE,
              "../second/pack.yaml": "pack: second\nneeds: {base: any}\n",
              "../second/rules.yaml": "remove animal wolf: there are none here\n"},
    ),
    Code(
        "RW253", Severity.NOTE, "unused because of another pack",
        "A pack removes what used definitions of a pack that it needs, and now nothing uses them. They cost nothing; "
        "`remove` removes them too. One note gives their number instead of a warning for each.",
        bad=_without("remove rule tiring: {}\n"),
        good=_without("remove rule tiring: {}\nremove event tire: {}\n"),
    ),
    Code(
        "RW254", Severity.WARNING, "entry of a manifest without effect",
        "A pack that needs others can state in which order they come (`order`), whose value of a field counts "
        "(`prefers`), and which of its folders are read with which packs (`parts`). Remove an order that holds anyway, "
        "a pack that is not in the stack, a field that no other pack changes, and a folder without files.",
        bad=_ordered("prefers: {animal wolf.max_hpp: first}\n"),
        good=_ordered("prefers: {animal wolf.max_hp: first}\n"),
    ),
    Code(
        "RW255", Severity.ERROR, "unknown new id",
        "`renamed` in a manifest states what became of an id, for matches that were saved before: `FORM OLD: NEW` for "
        "a definition or a setting, `FORM ID.OLD: NEW` for a member of an enumeration or a part of a sheet. The new id "
        "must exist, or be renamed itself.",
        bad=_renamed("animal dog: wulf"),
        good=_renamed("animal dog: wolf"),
    ),
    Code(
        "RW256", Severity.ERROR, "ambiguous renaming",
        "An old id becomes one current id, and a current id comes from one old id: otherwise it would be unclear which "
        "of two a saved match means. An id that still exists must not be renamed, and a chain of renamings must end.",
        bad=_renamed("animal dog: wolf, animal hound: wolf"),
        good=_renamed("animal dog: hound, animal hound: wolf"),
    ),
    Code(
        "RW257", Severity.WARNING, "unknown test under breaks",
        "A pack that changes another one lists under `breaks` which tests of that pack must fail now. The pack must be "
        "one that it needs, and the test one of that pack, named by the words after `test`. Otherwise it is never seen "
        "whether the test fails.",
        bad=_breaking("a wolf lives"),
        good=_breaking("a wolf is brave"),
    ),
    Code(
        "RW258", Severity.NOTE, "older language version",
        "The pack is written in an older version of the language. It is read as before and means the same. "
        "`rulewright upgrade PACK` rewrites it in the newest version and keeps comments, order and layout.",
        bad={"pack.yaml": "pack: sample\nlanguage: 1\nlevels: 2\nboard: square\n"},
        good={"pack.yaml": "pack: sample\nlanguage: 2\nstoreys: 2\nboard: square\n"},
    ),
    Code(
        "RW259", Severity.ERROR, "word of a later version",
        "A pack states by `language: 1` which version of the language it is written in, and is read with the words of "
        "that version. A word of a later version is unknown there. A pack that states no version may use the words of "
        "all versions.",
        bad={"pack.yaml": "pack: sample\nlanguage: 1\nstoreys: 2\nboard: square\n"},
        good={"pack.yaml": "pack: sample\nlanguage: 2\nstoreys: 2\nboard: square\n"},
    ),
    Code(
        "RW260", Severity.NOTE, "newer version not used",
        "A newer version of a pack was found than the one that is used. A pack of the stack needs an older one, the "
        "newer one needs something that is missing, `pack.lock` has the older one, or the older one is in a folder "
        "that is searched earlier. The stack is valid as it is.",
        bad=_newer("1.2"),
        good=_newer("any"),
    ),
    Code(
        "RW261", Severity.NOTE, "part for an unknown pack",
        "`parts` in a manifest names the packs with which, or without which, a folder is read. No pack with this id "
        "was found, which is allowed, but the id of another pack differs from it by one letter.",
        bad=_parted("bsae"),
        good=_parted("tide"),
    ),
)  # fmt: skip
