"""How long the properties are searched: always the same examples where CI is set, new ones elsewhere."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "ci", max_examples=6, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW
)
settings.register_profile("search", max_examples=6, deadline=None, suppress_health_check=SLOW)
settings.load_profile("ci" if os.environ.get("CI") else "search")
