"""Runs `rulewright` as `python -m rulewright_tools`, for use where no script is installed."""

from rulewright_tools.cli import main

main()
