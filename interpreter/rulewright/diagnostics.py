"""Collects the problems that stages find in one ordered list.

Separate because every stage reports problems, and none may print or stop. A problem of a pack is a `Diagnostic`; an
exception is a bug in Rulewright. The collector is passed as an argument: there is no global list.
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
    """Raised instead of dropping even more errors: nobody reads them, and a hostile pack may contain one for each word.
    """


class Diagnostics:
    """Collects the diagnostics of one run. Iterating yields them sorted, each problem once, without those that are
    allowed and those that only follow from others (`consequences`).

    After `limit` diagnostics the rest are only counted (`dropped`): hostile content can cause an error on each line.
    The uses of one missing name count as one, up to `_MAX_PLACES`. Errors have a limit of their own, so that no number
    of warnings hides why a pack cannot be played. With `patience`, this many errors are dropped, and the next one
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
        self._spent: set[tuple[str, str]] = set()  # allowances that cover something that is not checked again
        self._errors = 0
        self._kept_errors = 0
        self._dropped_errors = 0
        self._further = 0  # uses of missing names after the first of each

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
        """Reports a problem; its severity is in the table of codes."""
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
        """Adds a diagnostic that was created elsewhere, if there is room."""
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
        """Whether there is no room for another diagnostic, or another use of a missing name."""
        places = 0 if missing is None else self._missing.get(missing, 0)
        if places:
            return places >= _MAX_PLACES or self._further >= _MAX_FURTHER
        counted = len(self._kept) - self._further
        if counted >= self.limit and severity is Severity.ERROR:
            counted = self._kept_errors - self._further
        return counted >= self.limit

    def take(self, other: Diagnostics) -> None:
        """Adds the reports of another collector, which read a file of its own, including the ranges that it could not
        read."""
        for one in other._kept:
            self._put(one)
        self.dropped += other.dropped
        self._errors += other._errors - other._kept_errors

    def unread(self, span: Span) -> None:
        """Records a range of a file that was reported and could not be understood: names that it may declare are not
        reported as missing."""
        self._unread[span] = None

    @property
    def lost(self) -> tuple[Span, ...]:
        """The ranges that could not be understood."""
        return tuple(self._unread)

    def remedy(self, missing: Missing, hint: str, span: Span, words: str) -> None:
        """Records the probable intention of a missing name, and where that is declared."""
        self._remedies[missing] = Remedy(hint, Related(span, words))

    def gone(self, name: str, span: Span, words: str) -> None:
        """Records where a name was removed from the stack, to show it with reports of that missing name."""
        self._gone[name] = Related(span, words)

    @property
    def suspected(self) -> dict[Span, int]:
        """The declarations that several errors may follow from, with the number of these errors."""
        found = Counter(span for one in self._kept if one.severity is Severity.ERROR
                        for span in {suspect.span for suspect in one.suspects})  # fmt: skip
        return {span: count for span, count in found.items() if count > 1}

    def verdict(self, span: Span, words: str, remedy: str, uses: int) -> None:
        """Records a declaration: its description in `words`, the hint if its uses expect something else (`{}` in
        `remedy`), and the number of its uses. If most uses contradict it, it is the error."""
        self._verdicts[span] = Verdict(words, remedy, uses)

    @property
    def missing(self) -> dict[Missing, set[str]]:
        """The names that were missing so far, in the order of their first uses, with the reported codes."""
        found: dict[Missing, set[str]] = {}
        for one in self._kept:
            if one.missing is not None:
                found.setdefault(one.missing, set()).add(one.code)
        return found

    def fork(self) -> Diagnostics:
        """A collector for a stage that may have to run again. It knows the problems so far."""
        other = Diagnostics(self.limit, self.patience)
        other._kept, other._errors, other.dropped = dict(self._kept), self._errors, self.dropped
        other._kept_errors, other._dropped_errors = self._kept_errors, self._dropped_errors
        other._further = self._further
        other._missing, other._unread, other._remedies = dict(self._missing), dict(self._unread), dict(self._remedies)
        other._verdicts, other._gone = dict(self._verdicts), dict(self._gone)
        return other

    def join(self, fork: Diagnostics) -> None:
        """Adds the reports of a fork of this collector."""
        self._kept, self._errors, self.dropped = fork._kept, fork._errors, fork.dropped
        self._kept_errors, self._dropped_errors = fork._kept_errors, fork._dropped_errors
        self._further = fork._further
        self._missing, self._unread, self._remedies = fork._missing, fork._unread, fork._remedies
        self._verdicts, self._gone = fork._verdicts, fork._gone

    def allow(self, allowance: Allowance) -> None:
        """Drops diagnostics that a definition accepts, whether they are reported before or after."""
        self._allowances.setdefault(allowance.code, []).append(allowance)

    def _is_allowed(self, found: Diagnostic) -> bool:
        return any(one.covers(found) for one in self._allowances.get(found.code, ()))

    def spent(self, since: int = 0) -> list[tuple[str, str]]:
        """Codes and definitions of the allowances that cover a diagnostic after the first `since` ones (as `reported`
        counts them, while none are dropped), or are known to cover one."""
        later = list(self._kept)[since:]
        found = {(one.code, a.definition) for one in later for a in self._allowances.get(one.code, ()) if a.covers(one)}
        return sorted(found | self._spent)

    def spend(self, several: Iterable[tuple[str, str]]) -> None:
        """Records that these allowances covered something in parts that are not checked again."""
        self._spent.update(several)

    def vain_allowances(self) -> list[Allowance]:
        """The allowances that cover nothing. None while diagnostics are dropped, because these are unknown."""
        if self.dropped:
            return []
        several = [one for of_code in self._allowances.values() for one in of_code]
        several = [one for one in several if (one.code, one.definition) not in self._spent]
        return [one for one in several if not any(one.covers(found) for found in self._kept)]

    def forget(self, several: Iterable[Diagnostic]) -> None:
        """Removes diagnostics that are not errors, because another report replaces them."""
        for one in several:
            for kept in [kept for kept in self._kept if (kept.code, kept.span) == (one.code, one.span)]:
                assert kept.severity is not Severity.ERROR, "an error is not forgotten"
                del self._kept[kept]

    def point(self, one: Diagnostic, related: Iterable[tuple[Span, str]], hint: str | None = None) -> None:
        """Adds related locations to a report, and replaces its hint if one is given."""
        further = tuple(Related(where, words) for where, words in related)
        self._kept = {
            replace(kept, related=(*kept.related, *further), hint=hint or kept.hint)
            if (kept.code, kept.span) == (one.code, one.span) else kept: None for kept in self._kept
        }  # fmt: skip

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Adds diagnostics that were created elsewhere, for instance by an earlier run."""
        for one in found:
            self._put(one)

    @property
    def reported(self) -> int:
        """The number of diagnostics added so far, including dropped ones; it shows whether a stage has found anything.
        """
        return len(self._kept) + self.dropped

    @property
    def unexpected(self) -> int:
        """The number of diagnostics added so far that no definition accepts, including dropped ones."""
        return self.dropped + sum(not self._is_allowed(one) for one in self._kept)

    @property
    def reports(self) -> Iterable[Diagnostic]:
        """All kept diagnostics, including those that are allowed or follow from others."""
        return self._kept

    def copy(self) -> Diagnostics:
        """An independent copy that can be added to."""
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
        """The diagnostics that keep the pack from being played."""
        return tuple(one for one in self if one.severity is Severity.ERROR)

    def __iter__(self) -> Iterator[Diagnostic]:
        kept = [one for one in self._kept if not self._is_allowed(one)]
        return iter(causes(sorted(kept, key=lambda one: one.sort_key), self._unread, self._remedies, self._verdicts,
                           self._gone))  # fmt: skip

    def __len__(self) -> int:
        return sum(1 for _ in self)


# The most kept uses of one missing name, and of all missing names after their first uses; nobody reads more.
_MAX_PLACES: Final = 1_000
_MAX_FURTHER: Final = 5_000
