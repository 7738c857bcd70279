"""The codes RW7xx: what the analysis found."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
