"""The Green Terror: the Volk'ar, Pesadilla Verde, Alois and Dakota."""
