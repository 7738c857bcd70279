"""Shows what is known of a named piece, card, zone, player, status, area or place, for the command `look`.

Separate because looking only reads the state: it evaluates nothing and needs no question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from rulewright.play import labels
from rulewright.play.scenes import lying_at
from rulewright.play.shown import figures
from rulewright.play.state import NOWHERE, State
from rulewright.play.view import knows_holder
from rulewright.program import Named
from rulewright.shapes import R_HOLDER, R_STATUS
from rulewright.spelling import nearest
from rulewright_tools.playing.names import Names, Unknown, named
from rulewright_tools.playing.placing import place_named
from rulewright_tools.show import why as shown
from rulewright_tools.show.changed import chain, changed
from rulewright_tools.show.figures import in_a_list
from rulewright_tools.show.pieces import Sight, columns_of, placed, short_name, statuses, zones_of
from rulewright_tools.show.table import lists_places
from rulewright_tools.show.words import say

_MOST_PLACES = 40  # listed places of an area


class Looker:
    """What one viewer may see of one match. `folder`: the folder of the content, as the user wrote it."""

    def __init__(self, m: State, sight: Sight, names: Names, folder: str) -> None:
        self._m = m
        self._sight = sight
        self._names = names
        self._folder = folder
        self._language = sight.language

    def look(self, words: str) -> list[Text]:
        """Describes everything with this name; if there is nothing, everything whose name contains it. Of a piece or
        card: printed fields, current values, statuses and text. Of a status or an area: what is printed on it, its
        holders and its places. Of a place: who stands there, and its areas. Of a player or the match: the readable
        fields and the contents of zones. Of a zone: its contents. Raises Unknown."""
        if not words:
            raise Unknown(say(self._language, "look_what"))
        lines = [*self._of_names(words), *self._of_place(words)]
        try:
            e = self._names.entity(words, parts=not lines)
        except Unknown:
            if lines:
                return lines
            near = nearest(words, [labels.called(one, self._language) for one in self._declared()])
            if near is None:
                raise
            unknown, hint = say(self._language, "nothing_called", word=words), say(self._language, "near", word=near)
            raise Unknown(f"{unknown} {hint}") from None
        return [*self._entity(e), *lines]

    def _declared(self) -> Iterable[Named]:
        p = self._m.p.program
        return (*(one for one in p.statuses if one.names), *(one for one in p.areas if one.names))

    def _of_names(self, words: str) -> Iterator[Text]:
        m, p = self._m, self._m.p.program
        if words.casefold() in ("match", labels.word("match", self._language).casefold()):
            yield from self._match()
        zone = self._names.zone(words)
        yield from (self._contents(one) for one in (self._names.rows(words) if zone is None else [zone]))
        for seat in range(m.players):
            if words.casefold() in (self._sight.player(seat).casefold(), labels.seat(seat).casefold()):
                yield from self._player(seat)
        for status in named(p.statuses, words, self._language):
            yield from self._status(p.statuses.index(status))
        for area in named(p.areas, words, self._language):
            yield from self._area(p.areas.index(area))

    def _of_place(self, words: str) -> Iterator[Text]:
        m = self._m
        if m.board_key is None:
            return
        place = place_named(m, words)
        if place is not None:
            yield from self._place(place)

    def _heading(self, name: str, kind: str, form: str, of: Named | None) -> Iterator[Text]:
        """Yields a name, what it is, and its printed text."""
        yield Text.assemble((name, "bold"), f"  ({say(self._language, kind)})")
        if of is not None:
            wording = labels.said(self._m.p.program.wordings.get(f"{form} {of.id}", {}), self._language)
            yield from (Text(f"  {line}", "italic") for line in wording.strip().splitlines())

    def _source(self, of: Named) -> Text:
        return Text(f"  {shown.place_words(of.place, self._folder)}", "dim")

    def _status(self, number: int) -> Iterator[Text]:
        """Describes a status: its holders, as far as the viewer may know."""
        m = self._m
        status = m.p.program.statuses[number]
        yield from self._heading(labels.called(status, self._language), "a_status", "status", status)
        holders = [row[R_HOLDER] for _, row in sorted(m.rows.items()) if row[R_STATUS] == number and self._knows(row)]
        holders += [e for e in range(1, len(m.sheet)) if m.live[e] and self._sight.knows(m, e)
                    and any(listed == number for listed, _ in m.p.sheets[m.sheet[e]].keywords)]  # fmt: skip
        told: dict[str, int] = {}
        for holder in holders:
            name = self._holder(status.holder, holder)
            told[name] = told.get(name, 0) + 1
        words = [name + (f" x{count}" if count > 1 else "") for name, count in told.items()]
        if words:
            yield Text(f"  {say(self._language, 'had_by', who=', '.join(words))}", "bold")
        else:
            yield Text(f"  {say(self._language, 'had_by_nobody')}", "bold")
        yield self._source(status)

    def _knows(self, row: list[int]) -> bool:
        viewer = self._sight.viewer
        return viewer is None or knows_holder(self._m, row[R_STATUS], row[R_HOLDER], viewer)

    def _holder(self, of: str, holder: int) -> str:
        if of == "entity":
            return self._sight.entity(self._m, holder)
        return self._sight.player(holder) if of == "player" else labels.word("match", self._language)

    def _area(self, number: int) -> Iterator[Text]:
        """Describes an area: its places, and who stands there."""
        m = self._m
        area = m.p.program.areas[number]
        yield from self._heading(labels.called(area, self._language), "an_area", "area", area)
        if m.board_key is not None and lists_places(m):
            bits = m.laid.areas[number]
            places = [str(m.board.show(place)) for place in m.board.decode(bits)]
            more = f", .. +{len(places) - _MOST_PLACES}" if len(places) > _MOST_PLACES else ""
            nowhere = say(self._language, "lies_nowhere")
            yield Text(f"  {', '.join(places[:_MOST_PLACES])}{more}" if places else f"  {nowhere}")
            here = [e for e in placed(m) if m.at[e] >= 0 and self._sight.knows(m, e)
                    and labels.kind_of(m.at[e])[0] == "place" and bits >> m.at[e] & 1]  # fmt: skip
            if here:
                standing = [f"{self._sight.entity(m, e)} {m.board.show(m.at[e])}" for e in here]
                yield Text(f"  {', '.join(standing)}", "bold")
        yield self._source(area)

    def _place(self, place: int) -> Iterator[Text]:
        """Describes a place: its areas, then who stands there."""
        m = self._m
        areas = m.p.program.areas
        yield from self._heading(str(m.board.show(place)), "a_place", "", None)
        inside, standing = lying_at(m, place)
        # Areas without a name are for a pack's internal use.
        words = [labels.called(areas[i], self._language) for i in inside if areas[i].names]
        if words:
            yield Text(f"  {', '.join(words)}")
        here = [e for e in standing if self._sight.knows(m, e)]
        for e in here:
            yield Text(f"  {self._sight.entity(m, e)}", "bold")
            yield from (Text("  ").append_text(line) for line in self._now(e))
        if not here:
            yield Text(f"  {say(self._language, 'stands_nobody')}")

    def _match(self) -> Iterator[Text]:
        """Describes the match: its fields and statuses, and the zones that belong to no player."""
        m = self._m
        yield Text(labels.word("match", self._language), "bold")
        now = [f.told for f in figures(m, "match", 0, self._sight)] + statuses(m, "match", 0, self._sight)
        if now:
            yield Text(f"  {', '.join(now)}")
        yield from (Text("  ").append_text(self._contents(zone)) for _, zone in zones_of(m, None))

    def _player(self, seat: int) -> Iterator[Text]:
        """Describes a player: readable fields, statuses, zones, and their entities on the board."""
        m = self._m
        yield Text(self._sight.player(seat), "bold")
        now = [f.told for f in figures(m, "player", seat, self._sight)]
        now += statuses(m, "player", seat, self._sight)
        if now:
            yield Text(f"  {', '.join(now)}")
        yield from (Text("  ").append_text(self._contents(zone)) for _, zone in zones_of(m, seat))
        theirs = [e for e in placed(m) if m.owner[e] == seat and self._sight.knows(m, e)]
        for e in theirs:
            at = f" {labels.value(m, m.at[e], labels.kind_of(m.at[e]), self._language)}" if m.at[e] >= 0 else ""
            yield Text(f"  {short_name(m, e, self._sight)}{at}")

    def _entity(self, e: int) -> list[Text]:
        """Describes a piece or card: what is printed on it, its current values and statuses, and its parts."""
        m = self._m
        sheet = m.p.sheets[m.sheet[e]]
        kind = m.p.program.kinds[sheet.kind]
        lines = [Text.assemble((self._sight.entity(m, e), "bold"), f"  ({labels.called(kind, self._language)})")]
        wording = labels.said(sheet.wording, self._language)
        if wording:
            lines += [Text(f"  {line}", "italic") for line in wording.strip().splitlines()]
        lines += self._printed(e) + self._listed(e) + self._now(e) + self._whereabouts(e)
        for field, _ in kind.parts:
            column = next(c for c in columns_of(m, e) if c.id == field)
            for part in getattr(m, column.slot)[e]:
                lines.append(Text(f"  {self._sight.entity(m, part)}", "bold"))
                lines += [Text("  ").append_text(line) for line in self._printed(part) + self._now(part)]
        lines.append(Text(f"  {shown.place_words(sheet.place, self._folder)}", "dim"))
        return lines

    def _whereabouts(self, e: int) -> list[Text]:
        """Returns where it stands or lies, as the roster shows it too."""
        m, at = self._m, self._m.at[e]
        if at == NOWHERE or not self._sight.knows(m, e):
            return []
        if at < NOWHERE:
            return [Text(f"  {say(self._language, 'lies_in', zone=labels.zone(m, at, self._language))}")]
        place = labels.value(m, at, labels.kind_of(at), self._language)
        return [Text(f"  {say(self._language, 'stands_at', place=place)}")]

    def _contents(self, zone: int) -> Text:
        """Lists the contents of a zone (a code): names as far as the viewer may know them, and the number of the
        others."""
        m = self._m
        inside = m.zones[-2 - zone]
        hidden = [e for e in inside if not self._sight.knows(m, e)]
        number, seat = divmod(-2 - zone, m.players)
        above = seat if m.p.program.zones[number].per_player else None
        words = [in_a_list(m, e, above, self._sight) for e in inside if e not in hidden]
        holds = m.p.program.zones[number].holds
        kind = "" if holds is None else m.p.program.kinds[holds].id
        words += [f"{self._sight.entity(m, e, kind)} x{len(hidden)}" for e in hidden[:1]]
        line = Text.assemble((labels.zone(m, zone, self._language), "bold"), f" ({len(inside)})")
        return line.append(f": {', '.join(words)}" if words else "")

    def _listed(self, e: int) -> list[Text]:
        """Returns the named statuses that its sheet lists."""
        m = self._m
        words = []
        for number, args in m.p.sheets[m.sheet[e]].keywords:
            status = m.p.program.statuses[number]
            if status.names:
                told = [self._sight.value(m, v, t) for v, (_, t) in zip(args, status.params, strict=False)]
                # One number after a name reads as printed on a card; several would read as one.
                shown = f" ({', '.join(told)})" if len(told) > 1 else "".join(f" {one}" for one in told)
                words.append(f"{labels.called(status, self._language)}{shown}")
        return [Text(f"  {', '.join(words)}")] if words else []

    def _now(self, e: int) -> list[Text]:
        """Returns its current values and statuses."""
        m = self._m
        now = [f.told for f in figures(m, "entity", e, self._sight)]
        now += statuses(m, "entity", e, self._sight)
        return [Text(f"  {', '.join(now)}", "bold")] if now else []

    def _printed(self, e: int) -> list[Text]:
        m = self._m
        kind = m.p.program.kinds[m.p.sheets[m.sheet[e]].kind]
        parts = dict(kind.parts)
        columns = columns_of(m, e)
        words = [
            labels.field(c, self._language)
            # A yes_no that is true is shown by its name alone.
            + ("" if c.type[0] == "yes_no" else f" {self._sight.value(m, getattr(m, c.slot)[e], c.type)}")
            for c in columns
            if c.static
            and c.id not in parts
            and c.id not in kind.shown  # which is shown with the other values, or never
            and self._sight.knows_field(m, c, e)
            and (c.type[0] == "enum" or getattr(m, c.slot)[e] not in (None, False, ()))
        ]
        lines = [Text(f"  {', '.join(words)}")] if words else []
        for c in columns:
            done = changed(m, e, c)
            if done and c.static and self._sight.knows_field(m, c, e):
                lines.append(Text("  ").append_text(chain(m, done, c, self._folder, self._language)))
        return lines
