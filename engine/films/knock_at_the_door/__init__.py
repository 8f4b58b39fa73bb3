"""A Knock at the Door: the Intruders, Wingard Cottage, Ava and Ginny."""
