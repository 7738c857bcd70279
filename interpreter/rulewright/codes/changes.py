"""The codes from RW231 on: which packs go together, and what one changes in another."""

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
    """A pack of one file that needs another one, which lies beside it."""
    return {
        "pack.yaml": f"pack: sample\nneeds: {needs}\n{more}", "rules.yaml": text,
        "../base/pack.yaml": "pack: base\nversion: 1.2.0\n", "../base/base.yaml": base,
    }  # fmt: skip


def _three(needs: str, further: str, text: str = "", more: str = "") -> Example:
    """The same with one more pack, which needs the base too."""
    example = _mod(text or "change animal wolf:\n  raise: {max_hp: 2}\n", needs, more)
    assert not isinstance(example, str)
    return {**example, "../further/pack.yaml": f"pack: further\nversion: 1.0.0\n{further}",
            "../further/rules.yaml": "area meadow: {name: {en: meadow}}\n"}  # fmt: skip


def _without(text: str) -> Example:
    """A pack that takes something out of a game in which an event is called by one rule alone."""
    game = "event play: rest()\nevent rest: {}\nevent tire: {}\nrule tiring:\n  after: rest\n  do: tire()\n"
    example = _mod(text, base=game)
    assert not isinstance(example, str)
    return {**example, "../base/pack.yaml": "pack: base\nversion: 1.2.0\nstart: play\n"}


def _breaking(name: str) -> Example:
    """A pack that makes a test of another one fail."""
    test = "test a wolf is brave:\n  then: [total() is 0]\n"
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n", more=f"breaks: {{base: {{{name}: it has more}}}}\n")
    assert not isinstance(example, str)
    return {**example, "../base/tests/wolf.yaml": test}


def _both(first: str, second: str, more: str = "") -> Example:
    """A pack that needs two which change one animal."""
    example = _mod("area meadow: {name: {en: meadow}}\n", "{base: any, first: any, second: any}")
    assert not isinstance(example, str)
    return {
        **example, "../first/pack.yaml": "pack: first\nneeds: {base: any}\n",
        "../first/rules.yaml": f"change animal wolf:\n{first}",
        "../second/pack.yaml": f"pack: second\nneeds: {{base: any}}\n{more}",
        "../second/rules.yaml": f"change animal wolf:\n{second}",
    }  # fmt: skip


def _ordered(more: str) -> Example:
    """A pack that needs two, both of which raise one figure, and says something of them."""
    example = _both("  raise: {max_hp: 2}\n", "  raise: {max_hp: 9}\n")
    assert not isinstance(example, str)
    return {**example, "pack.yaml": f"{example['pack.yaml']!s}{more}"}


def _locked(before: str) -> Example:
    """A change with a lock that says what it was written against."""
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n")
    assert not isinstance(example, str)
    return {**example, "pack.lock": f'{{"packs": {{}}, "written": {{"animal wolf.max_hp": "{before}"}}}}\n'}


def _newer(needs: str) -> Example:
    """A pack that needs another one, of which there are two versions."""
    example = _mod("change animal wolf:\n  raise: {max_hp: 2}\n", f"{{base: {needs}}}")
    assert not isinstance(example, str)
    return {**example, "../base_2/pack.yaml": "pack: base\nversion: 2.0.0\n", "../base_2/base.yaml": _BASE}


def _renamed(entries: str) -> Example:
    """A pack that has renamed something."""
    return {"pack.yaml": f"pack: sample\nrenamed: {{{entries}}}\n", "rules.yaml": _BASE}


_GOOD = _mod("change animal wolf:\n  raise: {max_hp: 2}\n")

CODES: tuple[Code, ...] = (
    Code(
        "RW231", Severity.ERROR, "no version suits everybody",
        "Each pack says which versions of others it goes with: `1.2` (that and later ones with the same first number), "
        "`from 1.2`, `1.2 to 1.4`, `only 1.2.3`, `any`. Of each pack there is one version in a stack.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: from 2}"),
        good=_GOOD,
    ),
    Code(
        "RW232", Severity.ERROR, "packs that need each other",
        "A pack is read behind those that it needs. Two that need each other, be it by way of others, have no order. "
        "Let one of them do without, or move what both need into a third pack.",
        bad=_three("{base: any, further: any}", "needs: {sample: any}\n"),
        good=_three("{base: any, further: any}", "needs: {base: any}\n"),
    ),
    Code(
        "RW233", Severity.ERROR, "packs that want to be behind each other",
        "`needs`, `optional`, `after` and `order` say which pack is read behind which. Here they go round in a circle.",
        bad=_three("{base: any, further: any}", "needs: {base: any}\nafter: [sample]\n"),
        good=_three("{base: any, further: any}", "needs: {base: any}\nafter: [base]\n"),
    ),
    Code(
        "RW235", Severity.ERROR, "two games in one stack",
        "The game of a stack is the pack that says `start`. A pack that changes a game needs it and says no `start`; "
        "what a match begins with is changed by a change of that event.",
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
        "RW236", Severity.ERROR, "a needed pack is not here",
        "A pack is looked for among those named by `--with`, beside the pack that needs it, in the folders of "
        "RULEWRIGHT_PACKS, among those that ship, and among the installed ones. The id in its manifest counts.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: any, bass: any}"),
        good=_GOOD,
    ),
    Code(
        "RW237", Severity.ERROR, "packs that do not go together",
        "A pack can say which others it must not be played with, and why. Two packs of one id do not go together, "
        "either.",
        bad=_three("{base: any, further: any}", "conflicts: {sample: both add a meadow}\n"),
        good=_three("{base: any, further: any}", "needs: {base: any}\n"),
    ),
    Code(
        "RW238", Severity.ERROR, "no range of versions",
        "Versions of another pack are named in words: `1.2`, `from 1.2`, `1.2 to 1.4`, `only 1.2.3`, `any`, several of "
        "them joined by `or`.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: at least 1}"),
        good=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", "{base: from 1}"),
    ),
    Code(
        "RW239", Severity.ERROR, "no archive of a pack",
        "`rulewright mods add FILE`, and FILE in place of a pack, take what `rulewright mods pack` writes: ordinary "
        "files whose names end in .yaml and are possible on every machine, up to 200 letters, no part over 255 bytes; "
        "no name twice, or as a file and as a folder; up to 10,000 files and folders, 20 of these in each other, and "
        "64 MB, no file over 100 times what it is packed into; nothing encrypted; nothing before or behind them. Its "
        "manifest names a pack and a version. Whoever sent the archive packs the pack again.",
        bad={}, good={},
    ),
    Code(
        "RW241", Severity.ERROR, "nothing to be changed",
        "A change names one definition of a pack that this one needs, by its form and id. There is none of that name: "
        "it is spelt otherwise, or another pack has removed it.",
        bad=_mod("change animal wulf:\n  raise: {max_hp: 2}\n"),
        good=_GOOD,
    ),
    Code(
        "RW242", Severity.ERROR, "change of a pack that is not needed",
        "A pack changes what belongs to the packs in its `needs` or `optional`, and nothing else. What it has defined "
        "itself it writes as it is meant.",
        bad=_mod("animal fox:\n  max_hp: 3\n  traits: [beast]\nchange animal fox:\n  raise: {max_hp: 2}\n"),
        good=_mod("animal fox:\n  max_hp: 5\n  traits: [beast]\n"),
    ),
    Code(
        "RW243", Severity.ERROR, "not what was expected",
        "`expects` changes nothing: it says at which value a change makes sense. Another pack, or a later version, has "
        "put another one there. Look at both, and write what stands there now.",
        bad=_mod("change animal wolf:\n  expects: {max_hp: 4}\n  set: {max_hp: 7}\n"),
        good=_mod("change animal wolf:\n  expects: {max_hp: 5}\n  set: {max_hp: 7}\n"),
    ),
    Code(
        "RW244", Severity.ERROR, "a path that leads nowhere",
        "A path names a field, then entries by their names. What a verb is about must be there: an entry that is set, "
        "an item that is taken, a number that is raised; and what is added must not be there yet.",
        bad=_mod("change animal wolf:\n  take: {traits: human}\n"),
        good=_mod("change animal wolf:\n  take: {traits: beast}\n"),
    ),
    Code(
        "RW245", Severity.ERROR, "not printed",
        "The condition of `change every KIND where ..` is read before play. It knows printed fields and keywords, "
        "constants, `(1, 2)`, `and`, `or`, `not`, comparisons, `in`, `is`, `+`, `-` and `*`; there is no state and "
        "nothing to call.",
        bad=_mod("change every animal where hp > 3:\n  raise: {max_hp: 2}\n"),
        good=_mod("change every animal where max_hp > 3:\n  raise: {max_hp: 2}\n"),
    ),
    Code(
        "RW246", Severity.WARNING, "a change that changes nothing",
        "No sheet of the kind fits the condition, or none has what is changed.",
        bad=_mod("change every animal where max_hp > 30:\n  raise: {max_hp: 2}\n"),
        good=_mod("change every animal where max_hp > 3:\n  raise: {max_hp: 2}\n"),
    ),
    Code(
        "RW247", Severity.NOTE, "written against another value",
        "`rulewright mods lock` keeps the old value of every field that a pack changes, and of all fields of what it "
        "removes or replaces, in `pack.lock`. The pack whose field it is has another value now, so the change may mean "
        "something else. Look at it, and write the lock again.",
        bad=_locked("4"),
        good=_locked("5"),
    ),
    Code(
        "RW248", Severity.ERROR, "set twice",
        "A pack says once what a field is: its files and lines have no order, so none of two values would be the last. "
        "Nor does it set a field and something inside it, or add to one list whose order counts under two heads.",
        bad=_mod("change animal wolf:\n  set: {max_hp: 7}\n"
                 "change  animal wolf:\n  set: {max_hp: 8}\n"),
        good=_mod("change animal wolf:\n  set: {max_hp: 7}\n"),
    ),
    Code(
        "RW249", Severity.ERROR, "not a change",
        "Below `change FORM ID` stand verbs, and below each verb paths with values: `set`, `add`, `take`, `raise`, "
        "`lower`, `scale`, `expects`. `remove` has a list of paths.",
        bad=_mod("change animal wolf:\n  sets: {max_hp: 7}\n"),
        good=_mod("change animal wolf:\n  set: {max_hp: 7}\n"),
    ),
    Code(
        "RW251", Severity.WARNING, "two packs that conflict",
        "Two packs change one field, the result depends on which of them comes first, and nothing says so. Play goes "
        "on in the order of their ids. Sentences on a step that is `last`, or `each` with a `then` whose order counts, "
        "conflict like fields, and so do statements and readings of one id in two rulebooks. It is settled by `after` "
        "in one of them, by `order` in a pack that needs both, by "
        "`prefers: {FORM ID.PATH: PACK}` there, or by a pack behind both that sets the field. What commutes is never "
        "told: two that raise, or that set one value.",
        bad=_both("  raise: {max_hp: 2}\n", "  set: {max_hp: 9}\n"),
        good=_both("  raise: {max_hp: 2}\n", "  set: {max_hp: 9}\n", "after: [first]\n"),
    ),
    Code(
        "RW252", Severity.ERROR, "changed and removed",
        "One pack changes a definition that another one removes or replaces, or both do so and not alike, and nothing "
        "says which of them comes first: `after` in one of them does. A pack that comes later has the last word. One "
        "pack says one thing of a definition.",
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
        "A pack takes out what used definitions of a pack that it needs, and now nothing uses them. They cost nothing; "
        "`remove` takes them out too, and a note says how many there are in place of a warning for each.",
        bad=_without("remove rule tiring: {}\n"),
        good=_without("remove rule tiring: {}\nremove event tire: {}\n"),
    ),
    Code(
        "RW254", Severity.WARNING, "order or preference without effect",
        "A pack that needs others can say in which order they come (`order`), and whose value of a field counts "
        "(`prefers`). An order that holds anyway, a pack that is not in the stack, and a field that no other pack "
        "changes are left out.",
        bad=_ordered("prefers: {animal wolf.max_hpp: first}\n"),
        good=_ordered("prefers: {animal wolf.max_hp: first}\n"),
    ),
    Code(
        "RW255", Severity.ERROR, "renamed to nothing",
        "`renamed` in a manifest says what became of an id, for matches that were saved before: `FORM OLD: NEW` for a "
        "definition or a setting, `FORM ID.OLD: NEW` for a member of an enumeration or a part of a sheet. The new id "
        "has to be there, or to be renamed itself.",
        bad=_renamed("animal dog: wulf"),
        good=_renamed("animal dog: wolf"),
    ),
    Code(
        "RW256", Severity.ERROR, "renamed onto an id in use",
        "An old id becomes one id of today, and an id of today was one id before: else nobody could tell which of two "
        "a saved match means. An id that is still there is not renamed, and a chain of renamings ends.",
        bad=_renamed("animal dog: wolf, animal hound: wolf"),
        good=_renamed("animal dog: hound, animal hound: wolf"),
    ),
    Code(
        "RW257", Severity.WARNING, "breaks no test",
        "A pack that changes another says under `breaks` which of its tests must fail now. The pack has to be one that "
        "it needs, and the test one of that pack, by what stands behind `test`: else nobody sees whether it fails.",
        bad=_breaking("a wolf lives"),
        good=_breaking("a wolf is brave"),
    ),
    Code(
        "RW258", Severity.NOTE, "older language",
        "The pack is written in an older version of the language. It is read as before and means the same. "
        "`rulewright upgrade PACK` rewrites it in the newest one: comments, order and layout stay.",
        bad={"pack.yaml": "pack: sample\nlanguage: 1\nlevels: 2\nboard: square\n"},
        good={"pack.yaml": "pack: sample\nlanguage: 2\nstoreys: 2\nboard: square\n"},
    ),
    Code(
        "RW259", Severity.ERROR, "word of a later language",
        "A pack says by `language: 1` which version of the language it is written in, and is read with the words of "
        "that version. A word of a later one is none of its words. A pack that states no version may use the words of "
        "all of them.",
        bad={"pack.yaml": "pack: sample\nlanguage: 1\nstoreys: 2\nboard: square\n"},
        good={"pack.yaml": "pack: sample\nlanguage: 2\nstoreys: 2\nboard: square\n"},
    ),
    Code(
        "RW260", Severity.NOTE, "a newer version is passed over",
        "A newer version of a pack was found than the one that is taken: a pack of the stack needs an older one, the "
        "newer one needs what is not here, `pack.lock` has the older one, or that lies in a folder that is looked into "
        "earlier. The stack is in order as it is.",
        bad=_newer("1.2"),
        good=_newer("any"),
    ),
    Code(
        "RW261", Severity.NOTE, "a part for a pack that is nowhere",
        "`parts` in a manifest names the packs with which, or without which, a folder is read. None of this id is to "
        "be found, which is in order: but another one is called so, but for one letter.",
        bad=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", more="parts: {wet: bsae}\n"),
        good=_mod("change animal wolf:\n  raise: {max_hp: 2}\n", more="parts: {wet: tide}\n"),
    ),
)  # fmt: skip
