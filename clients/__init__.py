"""Everything a person or a program plays with; knows the protocol and no rule."""
