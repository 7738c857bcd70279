"""Two packs side by side: what is offered in the positions of their tests, and how their matches come out."""
