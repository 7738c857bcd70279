"""A match in the terminal: seats, answers, typed lines and files of matches."""
