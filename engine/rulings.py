"""Rulings for one pair of killer and location, each with its reference. The length of this file measures the design.

Settled by general rules, without code here: M-25, M-26 (`killer_loss` in hell_to_pay/killer.py: what would cost
Razorface's Final Health is ignored while an Affliction is in play, whatever the cause), M-27 (into_the_void's
`explode` looks at no token and no Affliction), M-28 (The Gift of Pain counts all damage of the Action phase), M-04
(`counted_at`), M-05 (a Volk'ar killed on her way otherwise than by damage ends her Path: the_green_terror/walk.py),
M-06, M-08 (`instead_of_placing`, an attack on a guess), M-11 (Exposed Victims are not ordinary, so no Soldiers), M-13
and M-14 (an order declares an attack on one Killer), M-31, M-32 (Soldiers and Huey listen at their location alone),
M-18 (`walls_ignored`), M-30 (hell_to_pay/afflictions.py asks about doubtful Afflictions), M-15 and M-16 (Frostbite
reaches whoever is on the board: panic_at_station_2891/frostbite.py), M-34 (`instead_of_death` tests an Exposed Victim,
`after_killer_placed` lets the breach have the Organism: exposed.py, organisms.py).
"""

from engine.core.hooks import Hooks

HOOKS = Hooks()
