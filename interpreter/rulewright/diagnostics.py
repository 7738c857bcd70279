"""Turns the mistakes that stages find into one ordered list of values.

Separate because every stage reports and none may print or stop. A user's mistake is a `Diagnostic`; an exception is a
bug in Rulewright. The collector is passed as an argument: there is no list behind the scenes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from .codes import CODES, Severity
from .consequences import Remedy, causes
from .contradicted import Verdict
from .diagnostic import BOARD, Allowance, Diagnostic, Missing, Related, Suspect
from .source import Span

__all__ = ["BOARD", "Allowance", "Diagnostic", "Diagnostics", "Missing", "Related", "Severity", "Suspect"]


class Enough(Exception):
    """Raised instead of dropping still more errors: nobody reads them, and a hostile pack may hold one a word."""


class Diagnostics:
    """Collects diagnostics of one run; iterating gives them sorted, each mistake once, without those that are allowed
    and those that only follow from others (`consequences`).

    After `limit` kept diagnostics the rest are only counted (`dropped`): hostile content can make a mistake a line.
    The places of one missing name count as one, up to `_MAX_PLACES`. Errors have a limit of their own, so that no
    number of warnings hides why a pack cannot be played. With `patience`, so many errors are dropped, and the next one
    raises Enough.
    """

    def __init__(self, limit: int = 200, patience: int | None = None) -> None:
        self.limit = limit
        self.patience = patience
        self.dropped = 0
        self._kept: dict[Diagnostic, None] = {}
        self._missing: dict[Missing, int] = {}
        self._unread: dict[Span, None] = {}
        self._remedies: dict[Missing, Remedy] = {}
        self._verdicts: dict[Span, Verdict] = {}
        self._gone: dict[str, Related] = {}
        self._allowances: dict[str, list[Allowance]] = {}
        self._spent: set[tuple[str, str]] = set()  # allowances that leave out something that is not looked for again
        self._errors = 0
        self._kept_errors = 0
        self._dropped_errors = 0
        self._further = 0  # places of missing names behind the first of each

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        related: Iterable[tuple[Span, str]] = (),
        definition: str | None = None,
        missing: Missing | None = None,
        suspects: Iterable[Suspect] = (),
    ) -> None:
        """Report a mistake; its severity stands in the table of codes."""
        severity = CODES[code].severity
        if self._is_full(severity, missing):
            # A dropped error is still an error.
            self._errors += severity is Severity.ERROR
            self.dropped += 1
            if severity is Severity.ERROR and self.patience is not None:
                self._dropped_errors += 1
                if self._dropped_errors > self.patience:
                    raise Enough
            return
        further = tuple(Related(where, words) for where, words in related)
        self._keep(Diagnostic(code, severity, message, span, hint, further, definition, missing, (), tuple(suspects)))

    def _put(self, found: Diagnostic) -> None:
        """Keep what was reported elsewhere, as far as there is room."""
        if self._is_full(found.severity, found.missing):
            self._errors += found.severity is Severity.ERROR
            self.dropped += 1
        else:
            self._keep(found)

    def _keep(self, found: Diagnostic) -> None:
        if found not in self._kept:
            self._errors += found.severity is Severity.ERROR
            self._kept_errors += found.severity is Severity.ERROR
            self._kept[found] = None
            if found.missing is not None:
                places = self._missing.get(found.missing, 0)
                self._missing[found.missing] = places + 1
                self._further += places > 0

    def _is_full(self, severity: Severity, missing: Missing | None) -> bool:
        """Is there no room for one more diagnostic, or one more place of a name that is missing?"""
        places = 0 if missing is None else self._missing.get(missing, 0)
        if places:
            return places >= _MAX_PLACES or self._further >= _MAX_FURTHER
        counted = len(self._kept) - self._further
        if counted >= self.limit and severity is Severity.ERROR:
            counted = self._kept_errors - self._further
        return counted >= self.limit

    def take(self, other: Diagnostics) -> None:
        """Report what was reported to another one, which read a file of its own: all that it could not read is its."""
        for one in other._kept:
            self._put(one)
        self.dropped += other.dropped
        self._errors += other._errors - other._kept_errors

    def unread(self, span: Span) -> None:
        """Note a stretch of a file that was reported and could not be understood: whatever it declares is not missed.
        """
        self._unread[span] = None

    @property
    def lost(self) -> tuple[Span, ...]:
        """What could not be understood."""
        return tuple(self._unread)

    def remedy(self, missing: Missing, hint: str, span: Span, words: str) -> None:
        """Say what was probably meant by a name that is missing, and where that is declared."""
        self._remedies[missing] = Remedy(hint, Related(span, words))

    def gone(self, name: str, span: Span, words: str) -> None:
        """Say where a name was taken out of the stack: whoever misses it is shown that place."""
        self._gone[name] = Related(span, words)

    @property
    def suspected(self) -> dict[Span, int]:
        """The declarations that several errors may follow from, with how many these are."""
        found = Counter(span for one in self._kept if one.severity is Severity.ERROR
                        for span in {suspect.span for suspect in one.suspects})  # fmt: skip
        return {span: count for span, count in found.items() if count > 1}

    def verdict(self, span: Span, words: str, remedy: str, uses: int) -> None:
        """Say what a declaration says, in `words`, what to do if its uses want something else (`{}` in `remedy`), and
        how often it is used: where most uses contradict it, it is the mistake."""
        self._verdicts[span] = Verdict(words, remedy, uses)

    @property
    def missing(self) -> dict[Missing, set[str]]:
        """The names that were missed so far, in the order of their first places, with the codes that say so."""
        found: dict[Missing, set[str]] = {}
        for one in self._kept:
            if one.missing is not None:
                found.setdefault(one.missing, set()).add(one.code)
        return found

    def fork(self) -> Diagnostics:
        """What a stage may report to that may have to be run once more: it knows of the mistakes so far."""
        other = Diagnostics(self.limit, self.patience)
        other._kept, other._errors, other.dropped = dict(self._kept), self._errors, self.dropped
        other._kept_errors, other._dropped_errors = self._kept_errors, self._dropped_errors
        other._further = self._further
        other._missing, other._unread, other._remedies = dict(self._missing), dict(self._unread), dict(self._remedies)
        other._verdicts, other._gone = dict(self._verdicts), dict(self._gone)
        return other

    def join(self, fork: Diagnostics) -> None:
        """Take over what was reported to a fork of this one."""
        self._kept, self._errors, self.dropped = fork._kept, fork._errors, fork.dropped
        self._kept_errors, self._dropped_errors = fork._kept_errors, fork._dropped_errors
        self._further = fork._further
        self._missing, self._unread, self._remedies = fork._missing, fork._unread, fork._remedies
        self._verdicts, self._gone = fork._verdicts, fork._gone

    def allow(self, allowance: Allowance) -> None:
        """Leave out what a definition accepts, whether it was reported before or will be."""
        self._allowances.setdefault(allowance.code, []).append(allowance)

    def _is_allowed(self, found: Diagnostic) -> bool:
        return any(one.covers(found) for one in self._allowances.get(found.code, ()))

    def spent(self, since: int = 0) -> list[tuple[str, str]]:
        """Codes and definitions of the allowances that leave out something added after the first `since` ones (as
        `reported` counts them, while nothing is dropped), or are known to leave out something."""
        later = list(self._kept)[since:]
        found = {(one.code, a.definition) for one in later for a in self._allowances.get(one.code, ()) if a.covers(one)}
        return sorted(found | self._spent)

    def spend(self, several: Iterable[tuple[str, str]]) -> None:
        """Of what is not looked at again it is known that these allowances left something out."""
        self._spent.update(several)

    def vain_allowances(self) -> list[Allowance]:
        """Those that leave out nothing. None while some diagnostics are dropped: nobody knows what they were."""
        if self.dropped:
            return []
        several = [one for of_code in self._allowances.values() for one in of_code]
        several = [one for one in several if (one.code, one.definition) not in self._spent]
        return [one for one in several if not any(one.covers(found) for found in self._kept)]

    def forget(self, several: Iterable[Diagnostic]) -> None:
        """Take back diagnostics that are no errors, as something else is told in their place."""
        for one in several:
            for kept in [kept for kept in self._kept if (kept.code, kept.span) == (one.code, one.span)]:
                assert kept.severity is not Severity.ERROR, "an error is not forgotten"
                del self._kept[kept]

    def point(self, one: Diagnostic, related: Iterable[tuple[Span, str]], hint: str | None = None) -> None:
        """Show further places beside one that was reported, and another hint, if one is given."""
        further = tuple(Related(where, words) for where, words in related)
        self._kept = {
            replace(kept, related=(*kept.related, *further), hint=hint or kept.hint)
            if (kept.code, kept.span) == (one.code, one.span) else kept: None for kept in self._kept
        }  # fmt: skip

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Take over diagnostics made elsewhere, for instance by an earlier run."""
        for one in found:
            self._put(one)

    @property
    def reported(self) -> int:
        """How many have been added so far, dropped ones included: has a stage found anything?"""
        return len(self._kept) + self.dropped

    @property
    def unexpected(self) -> int:
        """How many have been added so far that no definition accepts, dropped ones included."""
        return self.dropped + sum(not self._is_allowed(one) for one in self._kept)

    @property
    def reports(self) -> Iterable[Diagnostic]:
        """All that were kept, those that are allowed or follow from others too."""
        return self._kept

    def copy(self) -> Diagnostics:
        """The same, to be added to."""
        other = Diagnostics(self.limit, self.patience)
        other.join(self.fork())
        other._allowances = {code: list(several) for code, several in self._allowances.items()}
        other._spent = set(self._spent)
        return other

    @property
    def has_errors(self) -> bool:
        return self._errors > 0

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Those that keep the pack from being played."""
        return tuple(one for one in self if one.severity is Severity.ERROR)

    def __iter__(self) -> Iterator[Diagnostic]:
        kept = [one for one in self._kept if not self._is_allowed(one)]
        return iter(causes(sorted(kept, key=lambda one: one.sort_key), self._unread, self._remedies, self._verdicts,
                           self._gone))  # fmt: skip

    def __len__(self) -> int:
        return sum(1 for _ in self)


# So many places of one missing name are kept, and of all of them behind their first; nobody reads more.
_MAX_PLACES: Final = 1_000
_MAX_FURTHER: Final = 5_000
