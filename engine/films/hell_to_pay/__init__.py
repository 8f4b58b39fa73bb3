"""Hell to Pay: Razorface, Hellscape, Kenzie and Christie."""
