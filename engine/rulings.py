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

Without a case of their own, by the nearest rule:
- A Concealed Volk'ar and harm to all in a room (Crusher, Incinerator, Airlock, an explosion in the Lab): her space is
  not known until her Path is resolved, and only placing and counting take the Origin marker for it (rulebook, When the
  Volk'ar Is Concealed). Such harm passes her by; what kills everywhere does not (M-06).
- The Konrad's Flamethrower on a guess at the girl's own space: any space is attacked as if she were there (rulebook,
  Attacking the Volk'ar), so the girl burns, whether or not the guess was right; her token waits for the Path (G-07).
- A weapon that reaches from her own space outwards (range 0-1) counts as melee for Retaliate: C-084 and C-085 part
  melee from ranged weapons, and ranged is what cannot be used at 0.
- Weapons reach along the girl's ways (rulebook of Hell to Pay: range is the number of spaces required to move): with
  the Orphan Girl or Cluttered Shafts an inactive shaft is such a way; only moving through it costs what the card says.
- The last in line with a Scan token in every Victim's space: there is no space for it, as with the other cards that
  scanned spaces deflect (V-11): nothing appears or attacks, the tokens stay. It is not redrawn, for there are Victims.
"""

from engine.core.hooks import Hooks

HOOKS = Hooks()
