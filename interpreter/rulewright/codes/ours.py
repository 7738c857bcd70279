"""The codes RW9xx: faults of ours."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
