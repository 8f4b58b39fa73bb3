"""The girl's attacks and Reactions: targets, weapons, damage (core rules 7), and attacks on her (core rules 10)."""

from engine.cards.notation import Effect, resolve_line, word
from engine.core.content import Card, Weapon
from engine.core.facts import ActionCardPlayed, AttackMade
from engine.core.game import Game
from engine.rules import health
from engine.rules.items import use_item
from engine.rules.rolls import horror_roll

BARE = "bare"


class Attack:
    """An attack of the girl or her allies that is being resolved: on whom, with which weapon, what its roll showed."""

    def __init__(self, card: str, target: str, weapon: str = BARE, at: str = "", by: str = health.GIRL) -> None:
        self.card = card
        self.target = target
        self.weapon = weapon
        self.at = at
        """The space aimed at, where the target itself is not seen; empty otherwise."""
        self.by = by
        self.dice: list[int] = []
        self.struck = 0
        """Damage it hit with; `dealt` is what the Killer itself lost of it."""
        self.dealt = 0


class Incoming:
    """A Killer's attack on the girl: the damage that is left of it."""

    def __init__(self, killer: str, damage: int) -> None:
        self.killer = killer
        self.damage = damage
        self.card = ""
        self.weapon = BARE
        self.by = health.GIRL
        self.used: list[str] = []
        """Items already used against this attack, where one attack allows one use."""


# --- attacking


def weapon_of(game: Game, item: str) -> Weapon:
    """The weapon an Item is now; bare hands reach one's own space."""
    weapon = None if item == BARE else game.rules.card(item).face.weapon
    return weapon or Weapon()


def weapons(game: Game, card: str) -> list[str]:
    """Bare hands and every weapon in hand that may modify the card."""
    found = [BARE]
    for item, slot in game.state.items.items():
        weapon = game.rules.card(item).face.weapon
        if slot == "hand" and weapon is not None and (not weapon.only or card in weapon.only):
            found.append(item)
    return found


def attack_options(game: Game, card: str) -> list[str]:
    """`attack:KILLER:WEAPON` for everything in reach of a card that shows damage.

    An Enemy that is not seen may be guessed at: `attack:KILLER:WEAPON:SPACE` (modifier `attack_options`).
    """
    distances = aim(game)
    options = []
    for item in weapons(game, card):
        low, high = reach(game, item)
        for killer in health.on_board(game):
            if low <= distances.get(game.state.killers[killer].at, 99) <= high:
                options.append(f"attack:{killer}:{item}")
    return list(game.modify("attack_options", options, card))


def aim(game: Game) -> dict[str, int]:
    """How far every space is for the girl's weapons: along her ways, or as the location says."""
    return game.rules.graph(game, game.modify("range_by", "girl")).distances(game.state.girl.at)


def reach(game: Game, item: str) -> tuple[int, int]:
    """Lowest and highest range of a weapon now."""
    low, high = weapon_of(game, item).range
    return low, int(game.modify("reach", high, item))


def targets_in(game: Game, spaces: list[str]) -> list[str]:
    """`KILLER:SPACE` for every Enemy that can be attacked in these spaces without an Action card."""
    found = [f"{k}:{game.state.killers[k].at}" for k in health.on_board(game) if game.state.killers[k].at in spaces]
    return list(game.modify("targets", found, spaces))


def declare(game: Game, card: str) -> Attack:
    """Choose target and weapon for an Action card before its roll."""
    chosen = game.choose("attack", attack_options(game, card), card=card)
    _, target, weapon, *at = chosen.split(":")
    attack = Attack(card, target, weapon, at[0] if at else "")
    game.react("attack_declared", attack)
    return attack


def deal(game: Game, attack: Attack | Incoming, amount: int) -> int:
    """Deal the damage of a card's result, with the weapon's added once if there is any."""
    if attack.weapon != BARE:
        amount += weapon_of(game, attack.weapon).damage
    amount = int(game.modify("attack_damage", amount, attack))
    return land(game, attack, amount)


def land(game: Game, attack: Attack | Incoming, amount: int) -> int:
    """An attack of that much damage hits. Returns what the Killer lost."""
    if game.instead("instead_of_attack", attack, amount):
        return 0
    target = attack.target if isinstance(attack, Attack) else attack.killer
    game.tell(AttackMade(attack.by, target, amount))
    if attack.weapon != BARE:
        use_item(game, attack.weapon)
    lost = health.hurt_killer(game, target, amount)
    if isinstance(attack, Attack):
        attack.struck += amount
        attack.dealt += lost
    return lost


@word("dmg", r"dmg (?P<n>\d+)", "dmg 2")
def _damage(game: Game, effect: Effect) -> None:
    """Deal damage to the Enemy attacked; in a Reaction, to the attacker."""
    attack = game.attack
    if attack is not None and effect.n:
        deal(game, attack, effect.n)


# --- being attacked


def attack_girl(game: Game, killer: str, damage: int) -> None:
    """A Killer attacks the girl: Reactions first, one after another, then the health is lost."""
    damage = int(game.modify("damage_to_girl", damage, killer))
    game.tell(AttackMade(killer, health.GIRL, damage))
    before, game.attack = game.attack, Incoming(killer, damage)
    incoming: Incoming = game.attack
    _react(game, incoming)
    game.attack = before
    lost = health.hurt_girl(game, incoming.damage, "damage") if incoming.damage > 0 else 0
    game.react("after_attack_on_girl", killer, lost)


def _react(game: Game, incoming: Incoming) -> None:
    while len(options := _reaction_options(game, incoming)) > 1:
        chosen = game.choose("reaction", options, killer=incoming.killer, damage=incoming.damage)
        if chosen == "take":
            return
        if chosen.startswith("play:"):
            play_reaction(game, chosen[5:], incoming)
        else:
            game.handle(chosen[4:], "use_as_reaction", incoming)


def _reaction_options(game: Game, incoming: Incoming) -> list[str]:
    cards = game.rules.cards
    options = ["take"] + [f"play:{card}" for card in game.state.hand if cards[card].face.reaction]
    return options + [f"use:{card}" for card, hook in game.reactions("offer_reaction") if hook(game, card, incoming)]


def play_reaction(game: Game, name: str, incoming: Incoming) -> None:
    """Play a Reaction card: its Horror roll, then the result row against this one attack."""
    game.tell(ActionCardPlayed(name))
    before, game.source = game.source, name
    card = game.rules.cards[name]
    incoming.card = name
    incoming.weapon = _reaction_weapon(game, name) if card.attacks else BARE
    if card.attacks:
        game.react("reaction_attacks", incoming.killer)
    successes, _ = horror_roll(game, name)
    for line in row_of(card, successes)[:1]:
        resolve_line(game, line)
    game.source = before


def _reaction_weapon(game: Game, card: str) -> str:
    """A melee weapon may be used with a Reaction that deals damage, a ranged one may not (C-084, C-085).

    RULING: one that may be used in her own space and beyond counts as melee.
    """
    fitting = [item for item in weapons(game, card) if weapon_of(game, item).range[0] == 0]
    fitting = [item for item in fitting if game.modify("weapon_on_reaction", True, item)]
    return game.choose("reaction-weapon", [f"with:{item}" for item in fitting], card=card)[5:]


def row_of(card: Card, successes: int) -> tuple[tuple[Effect, ...], ...]:
    """The result row for a number of successes: the highest that is reached."""
    return card.rows[max(number for number in card.rows if number <= successes)]


@word("ignore", r"ignore", "ignore")
def _ignore(game: Game, _: Effect) -> None:
    """Ignore all damage of the attack."""
    if isinstance(game.attack, Incoming):
        game.attack.damage = 0


@word("reduce", r"reduce (?P<n>\d+)(?: to (?P<a>\d+))?", "reduce 1 to 1")
def _reduce(game: Game, effect: Effect) -> None:
    """Reduce the damage of the attack, to 0 or to the minimum named."""
    incoming = game.attack
    if isinstance(incoming, Incoming):
        least = min(int(effect.args[0] or 0), incoming.damage)
        incoming.damage = max(least, incoming.damage - effect.n)
