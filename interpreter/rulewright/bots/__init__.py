"""Players that are programs. They see legal decisions and what their seat may know, and nothing of any game."""
