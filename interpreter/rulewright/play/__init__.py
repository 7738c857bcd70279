"""Playing a Program: state, frames, decisions."""
