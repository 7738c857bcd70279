"""The effect language: its tree, its parser and its printer."""
