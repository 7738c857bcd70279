"""The sub-commands of `rulewright`: one module each, with a click command called `command`, loaded when it is used."""
