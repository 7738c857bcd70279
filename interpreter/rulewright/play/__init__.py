"""Plays a Program: state, frames and decisions."""
