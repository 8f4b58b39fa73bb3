"""Into the Void: the Evomorph, the USS Konrad, Jenette and Ellen."""
