"""Players that are programs: they see legal decisions and what their seat may know, nothing of any game."""
