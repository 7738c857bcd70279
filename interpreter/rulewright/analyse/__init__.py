"""Static analysis of a Program before it is played."""
