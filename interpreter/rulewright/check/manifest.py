"""Converts the manifest to the settings of a pack: the form of its board first, then what names its definitions.

Separate because the board must be known before any type is read, and the rest only once every definition has its head.
"""
from __future__ import annotations

import hashlib
import re

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.constants import BAD, Constants
from rulewright.check.declaring import Declaring, place_of
from rulewright.check.subtyping import a
from rulewright.check.type_names import lasting, resolve
from rulewright.diagnostics import BOARD
from rulewright.effects.parsed import Word
from rulewright.limits import MOST_PLAYERS
from rulewright.numbers import whole_number
from rulewright.pack.model import Pack
from rulewright.pack.shape_mistakes import board_meant
from rulewright.source import Span
from rulewright.space.forms import FORMS, WRITTEN, Storeys, raised
from rulewright.space.plane.poses import UNITS, Problem, inches, read_inches
from rulewright.space.storeys import MOST_LEVELS

MOST_GRAIN = 6000

_OF_A_MATCH = ("entity", "union", "status", "place", "point", "edge", "record", "formation", "way")

_BOARD = re.compile(r"^board *:(.*)$", re.MULTILINE)


def open_pack(d: Declaring) -> None:
    """Reads what names no definition: ids, players, board, ranks, and the digests of the files."""
    pack, text = d.pack, d.parsed.manifest
    pack.version, pack.names, pack.players = text.version, text.names, text.players
    low, high = pack.players
    if not 1 <= low <= high <= MOST_PLAYERS:
        span = place_of(text.spans, "players", "players") or text.id.span
        turned = 1 <= high < low <= MOST_PLAYERS
        d.error("RW421", f"a pack has 1 to {MOST_PLAYERS} players, the fewest first", span, None,
                f"write `players: [{high}, {low}]`" if turned else None)
        pack.players = (2, 2)
    pack.board = d.choice(text.board, WRITTEN)
    if text.board is None:
        # A board of an unknown form was reported with the shape. Otherwise every place would be reported as having no
        # board.
        written = _BOARD.search(d.parsed.pack.manifest_span.source.text)
        meant = [form for form in WRITTEN if FORMS[form].offers and written is not None and form in written[1]]
        word = "" if written is None else written[1].partition("#")[0].strip(" '\"")
        supposed = board_meant(word, WRITTEN)
        pack.board = "none" if written is None else (*meant, supposed or "square")[0]
    _storeys(d)
    _grain(d)
    pack.stacking = d.choice(text.stacking, ("definition", "instance"))
    pack.ask_forced = d.choice(text.forced, ("take", "ask")) == "ask"
    ranks: list[str] = []
    for word in text.ranks:
        if word.text in ranks:
            d.error("RW401", f"duplicate rank '{word.text}'", word.span)
        else:
            ranks.append(word.text)
            pack.rank_spans[word.text] = word.span
    # Optional reactions need a rank: by default it comes after the ranks that the pack names.
    pack.ranks = tuple(ranks) if "window" in ranks else (*ranks, "window")
    pack.rulebook = dict(d.parsed.pack.rulebook)
    note_sources(pack, d.parsed.pack)


def note_sources(pack: m.PackDef, read: Pack) -> None:
    """Records the digests and the lengths of the files of a pack that was read."""
    pack.sources = {name: hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
                    for name, source in sorted(read.sources.items())}
    pack.characters = sum(len(source.text) for source in read.sources.values())


def _storeys(d: Declaring) -> None:
    """`storeys` and `distance`: a board with storeys is a separate form."""
    pack, text = d.pack, d.parsed.manifest
    flat = " or ".join(f"`board: {form}`" for form in WRITTEN if raised(form))
    for name, word in (("storeys", text.storeys), ("distance", text.distance)):
        if word is not None and not FORMS[pack.board].offers:
            d.error("RW406", f"'{name}' needs a board, but the pack has none", word.span, None,
                    f"write {flat} in pack.yaml", missing=BOARD)
            return
    if text.storeys is None:
        if text.distance is not None:
            d.error("RW406", "'distance' is only for boards with "
                    "storeys, but this one has none", text.distance.span, None,
                    "write `storeys: 2` in pack.yaml, or remove `distance`")
        return
    high = raised(pack.board)
    if high is None:
        d.error("RW406", f"a {pack.board} board has no storeys", text.storeys.span, None,
                f"remove `storeys` and `distance`, or write {flat} in pack.yaml")
        return
    levels = whole_number(text.storeys.text, 2, MOST_LEVELS)
    if levels is None:
        d.error("RW421", f"a board has 2 to {MOST_LEVELS} storeys", text.storeys.span, None,
                "remove `storeys`: a board has one storey by default" if text.storeys.text == "1" else None)
    pack.storeys = Storeys(levels or 2, d.choice(text.distance, ("plan", "storeys")) == "storeys")
    pack.board = high


def _grain(d: Declaring) -> None:
    """How finely a plane is searched for room."""
    word = d.parsed.manifest.grain
    if word is None:
        return
    if FORMS[d.pack.board].listed:
        d.error("RW406", "'grain' is only for planes: elsewhere the places are tried one by one", word.span, None,
                "remove `grain`, or write `board: plane` in pack.yaml")
        return
    written, _, unit = word.text.partition(" ")
    found = read_inches(written)
    fits = not isinstance(found, Problem) and 1 <= found <= MOST_GRAIN
    if isinstance(found, Problem) or not fits or unit not in UNITS:
        d.error("RW421", f"'grain' expects a length from 0.001 to {inches(MOST_GRAIN)} inches", word.span, None,
                f"write `grain: {written if fits else '0.25'} inches`")
        return
    d.pack.grain = found


def fill_settings(d: Declaring) -> None:
    """The options of a match: types and defaults."""
    text = d.parsed.manifest
    constants = Constants(d, None)
    for name, written in text.settings.items():
        span = place_of(text.spans, f"settings.{name}", name) or written.span
        type_ = lasting(d, written.type, resolve(d, written.type, None), None, f"setting '{name}'")
        value: object = BAD
        if not _is_chosen(type_):
            kind = type_.name if type_.tag == "entity" and type_.name else ""
            d.error("RW442", f"setting '{name}' cannot be {a(type_)}: none exists before a match begins", span, None,
                    f"write `sheet of {kind}`" if kind else "write `sheet of KIND`, a member, a number or `yes_no`")
        elif written.starts is None:
            d.error("RW441", f"setting '{name}' has no default", span, None, f"write `{name}: {type_} starts ..`")
        else:
            value = constants.read(written.starts, type_, name, span)
        d.pack.settings[name] = m.SettingDef(name, span, form="setting", type=type_,
                                             default=value if value is not BAD else None)


def _is_chosen(type_: t.Type) -> bool:
    """Whether people can choose a value of a type before a match: it is not a thing, status, place or run of an
    event."""
    return type_.tag not in _OF_A_MATCH and all(_is_chosen(arg) for arg in type_.args)


def fill_manifest(d: Declaring) -> None:
    """Reads what names definitions: the start event, the window, the value that bots compare."""
    pack, text = d.pack, d.parsed.manifest
    pack.window = d.find(text.window, pack.windows, "RW431", "window")
    pack.start = d.find(text.start, pack.events, "RW428", "event")
    if pack.start is not None and pack.start.params:
        d.error("RW442", f"event '{pack.start.id}' has parameters and cannot be the start", _span(text.start), None,
                "name an event without parameters", [(pack.start.span, "the event")])
    if pack.start is not None:
        _winners(d, pack.start)
    pack.worth = d.find(text.worth, pack.values, "RW425", "value")
    if pack.worth is not None:
        params = [param.type for param in pack.worth.params]
        if params != [t.PLAYER] or pack.worth.gives.tag not in ("number", "unknown"):
            d.error("RW442", f"value '{pack.worth.id}' cannot be the worth of a match to a player",
                    _span(text.worth), None, f"declare it as `value {pack.worth.id}(player p) gives number`",
                    [(pack.worth.span, "the value")])
    controller = pack.values.get("controller")
    if controller is not None:
        if len(controller.params) == 1 and controller.gives in (t.PLAYER, t.UNKNOWN):
            pack.controller = controller
        else:
            d.error("RW442", "value 'controller' must take an entity and return the player who is asked for it",
                    controller.span, controller,
                    "write `value controller(entity x) gives player`, or rename it")


def _winners(d: Declaring, start: m.EventDef) -> None:
    """The result of the match that names the winners, found by its name."""
    players = [one for one in start.gives if (one.type.args[0] if one.type.tag in ("maybe", "set", "list") and
                                              one.type.args else one.type) == t.PLAYER]
    if players and players[0].id and not any(one.id in ("winners", "winner") for one in start.gives):
        d.error("RW448", f"the match has no winner: '{players[0].id}' is not a result that names one",
                players[0].span, start, "rename it to `winners`, a set of players, or `winner`")


def _span(word: Word | None) -> Span | None:
    return word.span if word is not None else None
