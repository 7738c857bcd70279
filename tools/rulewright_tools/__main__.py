"""`python -m rulewright_tools` is the program `rulewright`, where no script was installed."""

from rulewright_tools.cli import main

main()
