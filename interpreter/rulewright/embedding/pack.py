"""A loaded pack: what is known of it before a match begins.

Separate because menus and lobbies read this, and a match is created with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.embedding.arguments import language_of
from rulewright.embedding.settings import Setting, settings_of
from rulewright.errors import RulewrightError
from rulewright.play.labels import called, said
from rulewright.session import link_program

if TYPE_CHECKING:
    from rulewright.play.load import Linked
    from rulewright.program import Program


class Pack:
    """A pack that can be played. `rulewright.load` creates it. It never changes, and any number of matches share it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._linked: Linked | None = None

    def __repr__(self) -> str:
        return f"<Pack {self.id} {self.version}>"

    def __copy__(self) -> Pack:
        """The same pack, as it never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Pack:
        """The same pack."""
        return self

    def __reduce__(self) -> str:
        """Raises RulewrightError: a pack contains functions."""
        raise RulewrightError("a pack cannot be pickled: load it in each process, which is fast the second time")

    @property
    def id(self) -> str:
        """The id in the manifest."""
        return self.program.id

    @property
    def version(self) -> str:
        """The version in the manifest."""
        return self.program.version

    @property
    def digest(self) -> str:
        """A hash of the files of the content. Saves of other content can be loaded too: see `Match.load`."""
        return self.program.digest

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players."""
        return self.program.players

    def name(self, language: str = "en") -> str:
        """The name of the pack."""
        return said(self.program.names, language_of(language)) or self.id

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The options of a match, in the order of the manifest."""
        return settings_of(self.program)

    def sheets(self, kind: str | None = None, language: str = "en") -> dict[str, str]:
        """The ids of all sheets of a kind (None: of any kind) with their names."""
        p, language = self.program, language_of(language)
        return {s.id: called(s, language) for s in p.sheets if kind is None or p.kinds[s.kind].id == kind}

    @property
    def linked(self) -> Linked:
        """The functions of the program, created on first use."""
        if self._linked is None:
            self._linked = link_program(self.program)
        return self._linked


def pack_from(pack: Any) -> Pack:
    """A pack from a caller, for whom its folder is the nearest mistake. Raises RulewrightError."""
    if not isinstance(pack, Pack):
        raise RulewrightError(f"a match needs a Pack, not {pack!r:.60}: load it first, as with rulewright.load(FOLDER)")
    return pack
