"""The Horror roll: how many dice, conversion with discarded cards, re-rolls, successes (core rules 4)."""

from engine.cards.notation import Effect, word
from engine.core.facts import ActionCardPlayed, Rolled
from engine.core.game import Game
from engine.rules.hand import discard_cards, hand_size
from engine.rules.tracks import lose_time

DICE = (3, 3, 2, 2, 2, 2, 2, 1)
"""Dice by Horror position, 0 (green) to 7 (red): low Horror gives more."""
DICE_EXTREME = (3, 2, 2, 2, 2, 1, 1, 1)
BATCH = 6
CONVERSION = 2
"""Cards discarded to turn one 3 or 4 into a success."""
CLOSE_CALL = "close-call"


class Roll:
    """The dice of one Horror roll on the table."""

    def __init__(self, card: str, dice: list[int]) -> None:
        self.card = card
        self.dice = dice
        self.converted: list[int] = []

    def success(self, game: Game, at: int) -> bool:
        """Whether the die at a position counts: 5, 6, a converted one, or 3 and 4 under Improvise."""
        die = self.dice[at]
        return die >= 5 or at in self.converted or (die >= 3 and _improvised(game))

    def successes(self, game: Game) -> int:
        """Successes as the dice lie now."""
        least = 3 if _improvised(game) else 5
        return sum(die >= least or at in self.converted for at, die in enumerate(self.dice))

    def partial(self, game: Game) -> int | None:
        """Position of the first 3 or 4 that can still be converted."""
        return next((i for i, die in enumerate(self.dice) if die in (3, 4) and not self.success(game, i)), None)

    def tell(self, game: Game) -> None:
        """Show the dice as they lie now."""
        game.tell(Rolled(self.card, self.dice[:], self.successes(game), self.converted[:]))


def _improvised(game: Game) -> bool:
    return bool(game.marked("improvise") or game.marked("improvise-once"))


def adrenaline(game: Game) -> int:
    """One die more while the girl is on her last health, one more while any Killer is."""
    girl = game.state.girl.health <= 1
    killer = any(killer.health == 1 for killer in game.state.killers.values() if killer.status != "dead")
    return girl + killer


def base_dice(game: Game) -> int:
    """The number at the Horror marker."""
    return (DICE_EXTREME if game.rules.setup.extreme else DICE)[game.state.horror]


def number_of_dice(game: Game, card: str) -> int:
    """Dice of the next Horror roll for a card, at least one."""
    dice = base_dice(game) + adrenaline(game) + int(game.marked("next-roll", 0))
    return max(1, int(game.modify("dice", dice, card)))


def horror_roll(game: Game, card: str) -> tuple[int, list[int]]:
    """Make a Horror roll for a card: successes and the final dice. More than six dice are rolled in batches."""
    left = number_of_dice(game, card)
    if game.marked("next-roll"):
        game.mark("next-roll", None)
    successes = 0
    dice: list[int] = []
    while left > 0:
        roll = Roll(card, game.roll("horror", min(left, BATCH)))
        left -= len(roll.dice)
        roll.tell(game)
        _improve(game, roll)
        successes += roll.successes(game)
        dice += roll.dice
    if game.marked("improvise-once"):
        game.mark("improvise-once", None)
    return int(game.modify("successes", successes, card)), dice


def _improve(game: Game, roll: Roll) -> None:
    """Convert and re-roll for as long as the player wants to."""
    while len(options := _roll_options(game, roll)) > 1:
        chosen = game.choose("roll", options, card=roll.card, dice=roll.dice[:], converted=roll.converted[:])
        if chosen == "keep":
            break
        if chosen == "convert":
            _convert(game, roll)
        elif chosen == f"use:{CLOSE_CALL}":
            close_call(game, roll)
        else:
            game.handle(chosen[4:], "use_on_roll", roll)
        roll.tell(game)


def _roll_options(game: Game, roll: Roll) -> list[str]:
    options = ["keep"]
    if hand_size(game) >= conversion(game) and roll.partial(game) is not None:
        options.append("convert")
    if game.state.hand.get(CLOSE_CALL):
        options.append(f"use:{CLOSE_CALL}")
    options += [f"use:{card}" for card, hook in game.reactions("offer_on_roll") if hook(game, card, roll)]
    return options


def conversion(game: Game) -> int:
    """Cards to discard for one conversion."""
    return int(game.modify("conversion", CONVERSION))


def _convert(game: Game, roll: Roll) -> None:
    at = roll.partial(game)
    assert at is not None
    discard_cards(game, conversion(game), "convert")
    roll.converted.append(at)


def close_call(game: Game, roll: Roll) -> None:
    """Close Call: re-roll any one die, or all dice for 2 Time."""
    game.tell(ActionCardPlayed(CLOSE_CALL))
    options = [f"die:{at}" for at in _different(roll)] + ["all"]
    chosen = game.choose("reroll", options, dice=roll.dice[:], converted=roll.converted[:])
    if chosen == "all":
        reroll(game, roll, list(range(len(roll.dice))))
        lose_time(game, 2)
    else:
        reroll(game, roll, [int(chosen[4:])])


def _different(roll: Roll) -> list[int]:
    """One position for each kind of die: equal dice are one option."""
    seen: dict[tuple[int, bool], int] = {}
    for at, die in enumerate(roll.dice):
        seen.setdefault((die, at in roll.converted), at)
    return sorted(seen.values())


def reroll(game: Game, roll: Roll, positions: list[int]) -> None:
    """Roll some dice again; a conversion made on one of them is lost (RULING C-007)."""
    for at, die in zip(positions, game.roll("horror", len(positions)), strict=True):
        roll.dice[at] = die
    roll.converted = [at for at in roll.converted if at not in positions]


@word("dice", r"dice (?P<n>\d+)", "dice 2")
def _more_dice(game: Game, effect: Effect) -> None:
    """More dice on the next Horror roll, whenever that is (RULING C-011)."""
    game.mark("next-roll", game.marked("next-roll", 0) + effect.n)


@word("improvise", r"improvise (?P<a>phase|once)", "improvise phase")
def _improvise(game: Game, effect: Effect) -> None:
    """3s and 4s count as successes: until this phase ends, or for the next Horror roll."""
    if effect.args[0] == "phase":
        game.mark("improvise", True, "phase")
    else:
        game.mark("improvise-once")
