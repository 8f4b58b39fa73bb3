"""The other Items of the USS Konrad."""

from engine.core import decks
from engine.core.facts import AttackMade, CardsSeen, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import Deck
from engine.films.into_the_void import keycards, maintenance, ship
from engine.rules import health
from engine.rules.attack import Attack, Incoming
from engine.rules.items import item_decks, lose_item, use_item
from engine.rules.rolls import Roll, reroll
from engine.rules.tracks import lose_time
from engine.rules.victims import step_victims

HOOKS = Hooks()
BEACON = "remote-beacon-token"


def _unused(game: Game, card: str, time: int = 0) -> bool:
    """Whether an Item that works once per turn has not worked yet, and its Time can be paid."""
    return not game.marked(f"{card}.used") and game.state.time >= time


def _mark_used(game: Game, card: str, time: int = 0) -> None:
    game.mark(f"{card}.used", True, "turn")
    if time:
        lose_time(game, time)


# --- access


@HOOKS.react("offer_action", "emergency-access")
def _offer_shaft(game: Game, _: str) -> list[str]:
    return ship.closed_shafts(game)


@HOOKS.react("use", "emergency-access")
def _open_any(game: Game, card: str, shaft: str) -> None:
    lose_item(game, card)
    ship.open_shaft(game, shaft)


@HOOKS.react("offer_action", "remote-access")
def _offer_remote(game: Game, _: str) -> list[str]:
    """Functions and shafts of the whole ship, for a charged Keycard."""
    if not keycards.charged(game) or keycards.jammed(game):
        return []
    functions = [f for f in maintenance.FUNCTIONS if not maintenance.is_active(game, f)]
    return [*ship.closed_shafts(game), *functions]


@HOOKS.react("use", "remote-access")
def _from_afar(game: Game, card: str, where: str) -> None:
    use_item(game, card)
    keycards.place(game, where)


# --- looking ahead


@HOOKS.react("offer_action", "motion-tracker")
def _offer_look(game: Game, card: str) -> list[str]:
    deck = game.modify("next_killer_deck", "terror")
    return [""] if _unused(game, card, 1) and decks.size(game, deck) and not _finale_draws_none(game, deck) else []


def _finale_draws_none(game: Game, deck: str) -> bool:
    return deck == "terror" and bool(game.state.finale)


@HOOKS.react("use", "motion-tracker")
def _look(game: Game, card: str) -> None:
    _mark_used(game, card, 1)
    deck = game.modify("next_killer_deck", "terror")
    seen = decks.draw_top(game, deck)
    game.tell(CardsSeen(deck, [seen]))
    if game.choose("return-item", ["top", "bottom"], deck=deck, item=seen) == "top":
        decks.put_on_top(game, deck, seen, faceup=False)
    else:
        decks.put_at_bottom(game, deck, seen)


@HOOKS.react("offer_action", "remote-monitor")
def _offer_monitor(game: Game, card: str) -> list[str]:
    return [deck for deck in item_decks(game) if decks.size(game, deck)] if _unused(game, card) else []


@HOOKS.react("use", "remote-monitor")
def _monitor(game: Game, card: str, deck: str) -> None:
    _mark_used(game, card)
    if top := decks.top_card(game, deck):
        decks.draw_top(game, deck)
        decks.put_at_bottom(game, deck, top)
    else:
        decks.turn_top_up(game, deck)


@HOOKS.react("offer_action", "ships-manifest")
def _offer_manifest(game: Game, _: str) -> list[str]:
    return [deck for deck in item_decks(game) if decks.size(game, deck)]


@HOOKS.react("use", "ships-manifest")
def _manifest(game: Game, card: str, deck: str) -> None:
    lose_item(game, card)
    cards = decks.all_cards(game, deck)
    game.tell(CardsSeen(deck, cards))
    kept = game.choose("keep-item", [f"keep:{item}" for item in cards], deck=deck)[5:]
    rest = sorted(item for item in cards if item != kept)
    decks.change(game, deck, Deck(game.state.decks[deck].parent, 0, rest))
    decks.put_on_top(game, deck, kept, faceup=True)


# --- beacons


@HOOKS.react("offer_action", "personal-beacon")
def _offer_call(game: Game, card: str) -> list[str]:
    return [""] if _unused(game, card, 1) and _within_call(game) else []


def _within_call(game: Game) -> list[str]:
    distances = game.rules.graph(game, "victim").distances(game.state.girl.at)
    return [victim for victim, space in game.state.victims.items() if 1 <= distances.get(space, 99) <= 2]


@HOOKS.react("use", "personal-beacon")
def _call(game: Game, card: str) -> None:
    _mark_used(game, card, 1)
    step_victims(game, _within_call(game), game.state.girl.at)


@HOOKS.react("offer_action", "remote-beacon")
def _offer_beacon(_game: Game, _: str) -> list[str]:
    return [""]


@HOOKS.react("use", "remote-beacon")
def _lay_beacon(game: Game, card: str) -> None:
    lose_item(game, card)
    game.tell(TokenPlaced(BEACON, game.state.girl.at))


@HOOKS.modify("target_groups", BEACON, stage="cap")
def _lured(game: Game, card: str, _groups: dict[str, int], _target: str) -> dict[str, int]:
    """Enemies that move go for the beacon; then they attack as always."""
    return {game.state.tokens[card]: 0}


@HOOKS.react("before_tokens", BEACON)
def _silent(game: Game, _: str) -> None:
    if game.state.phase == "killer":
        game.tell(TokenRemoved(BEACON))


# --- fighting


@HOOKS.react("offer_on_roll", "thermal-visor")
def _offer_visor(game: Game, card: str, roll: Roll) -> bool:
    face = game.rules.cards[roll.card]
    return _unused(game, card) and bool(roll.dice) and (face.attacks or face.face.reaction)


@HOOKS.react("use_on_roll", "thermal-visor")
def _visor(game: Game, card: str, roll: Roll) -> None:
    _mark_used(game, card)
    spots: dict[tuple[int, bool], int] = {}
    for at, die in enumerate(roll.dice):
        spots.setdefault((die, at in roll.converted), at)
    options = [f"die:{at}" for at in sorted(spots.values())]
    chosen = game.choose("reroll", options, dice=roll.dice[:], converted=roll.converted[:])
    reroll(game, roll, [int(chosen[4:])])


@HOOKS.modify("soaking_powers", "vibroclaw", stage="cap")
def _cuts_through(game: Game, card: str, powers: list[str], _killer: str) -> list[str]:
    return [] if game.attack is not None and game.attack.weapon == card else powers


@HOOKS.react("instead_of_attack", "konrad-flamethrower")
def _flames(game: Game, card: str, attack: Attack | Incoming, amount: int) -> bool:
    """Against an Enemy in her own space she burns at the same time: both dead is a win."""
    target = attack.target if isinstance(attack, Attack) else attack.killer
    if attack.weapon != card or game.state.killers[target].at != game.state.girl.at:
        return False
    game.tell(AttackMade(health.GIRL, target, amount))
    use_item(game, card)

    def harm() -> None:
        health.hurt_girl(game, 1)
        lost = health.hurt_killer(game, target, amount)
        if isinstance(attack, Attack):
            attack.dealt += lost

    health.together(game, harm)
    return True


@HOOKS.react("guess_struck", "konrad-flamethrower")
def _flames_on_a_guess(game: Game, card: str, attack: Attack) -> None:
    """RULING: whoever is not seen is attacked as if there; flames in her own space burn the girl, right or wrong."""
    if attack.weapon == card and attack.at == game.state.girl.at:
        health.hurt_girl(game, 1)
