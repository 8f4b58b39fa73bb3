"""Card faces of the core box and the notation that all card faces are written in."""
