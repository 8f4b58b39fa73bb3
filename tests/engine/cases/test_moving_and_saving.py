"""Rules cases of the core: movement, Victims, saving, searching, Items. Each docstring names its case."""

from tests.support.table import Table


def test_victims_refuse_the_killers_space() -> None:
    """C-041 both stay behind, also when she only passes through, and cannot be collected later."""
    table = Table().girl(at="b").victims(b=2).killer(at="c").hand("sprint").dice(5, 5)
    table.play("sprint", "move:c", "move:d", "stop")
    assert table.state.girl.at == "d"
    assert table.victims_at("b") == 2


def test_victims_follow_out_of_the_killers_space() -> None:
    """C-041 (kind) they do follow out of it, up to two per step."""
    table = Table().girl(at="c").victims(c=3).killer(at="c").hand("walk").dice(5, 5)
    table.play("walk", "move:b")
    assert table.options == ["follow:2", "follow:1", "follow:none"]
    table.choose("follow:2", "stop")
    assert (table.victims_at("b"), table.victims_at("c")) == (2, 1)


def test_adjacency_is_lines() -> None:
    """C-044 spaces that are not joined are not adjacent, however close they are drawn."""
    table = Table(location="star").girl(at="n").hand("walk").dice(5, 5).play("walk")
    assert table.options == ["move:h", "stop"]


def test_empty_supply() -> None:
    """C-045 with one Victim left in the supply, one comes; with none, none."""
    table = Table().set(supply=1).resolve("2 victims at b")
    assert table.victims_at("b") == 1
    assert table.resolve("2 victims at b").victims_at("b") == 1


def test_nothing_else_in_the_middle_of_a_move() -> None:
    """C-046 no Items and no other cards until the card is fully resolved."""
    table = Table().girl(at="b").hand("sprint", "walk").item("tmap", "pack").dice(5, 5).play("sprint")
    assert table.options == ["move:a", "move:c", "stop"]


def test_left_at_the_exit_is_not_saved() -> None:
    """C-051 Victims that panic onto an Exit stay on the board."""
    table = Table().victims(b=1).killer(at="b").dice(1).set(turn_marks={"deaths": 1})
    table.phase("panic")
    assert table.victims_at("a") == 1
    assert table.state.saved == []


def test_saving_is_optional_and_partial() -> None:
    """C-052 any number of the Victims with her may be saved."""
    table = Table().girl(at="a").victims(a=3)
    assert "save:victim" in table.actions()
    table.act("save:victim", "place:1")
    assert (len(table.state.saved), table.victims_at("a")) == (1, 2)
    assert table.act("end").signal is False


def test_save_residents() -> None:
    """C-055 a Victim that was there already may be saved."""
    table = Table().girl(at="b").victims(a=1).hand("walk").dice(5, 5)
    table.play("walk", "move:a", "save:victim", "place:1", "stop")
    assert table.state.saved == ["v1"]
    assert table.state.time == 7


def test_rewards_and_the_turned_card() -> None:
    """C-052 (kind) every place brings its reward; all covered turns the card; then the reward on its back."""
    table = Table().girl(at="a").victims(a=6).set(time=0, horror=4)
    for place in range(1, 5):
        table.act("save:victim", f"place:{place}", *(["stop"] if place == 3 else []))
    assert not table.state.ultimate
    table.act("save:victim")
    assert table.state.ultimate
    assert (table.state.horror, table.state.time) == (3, 2)
    table.act("save:victim")
    assert table.state.time == 3


def test_two_successes_two_items() -> None:
    """C-060 see two, keep one; under the deck facedown, the new top stays facedown."""
    table = Table().girl(at="c").hand("search").dice(5, 5).deck("c", "tpills", "tmap", "taxe").play("search")
    assert table.options == ["keep:tpills", "keep:tmap"]
    table.choose("keep:tmap", "bottom")
    deck = table.state.decks["c"]
    assert (deck.top, deck.bottom, deck.faceup) == (["taxe"], ["tpills"], False)
    assert table.state.time == 5
    assert table.state.items == {"tmap": "pack"}


def test_the_other_item_on_top_lies_faceup() -> None:
    """C-060 (kind) on top it lies faceup."""
    table = Table().girl(at="c").hand("search").dice(5, 5).deck("c", "tpills", "tmap", "taxe")
    table.play("search", "keep:tmap", "top")
    deck = table.state.decks["c"]
    assert (deck.top, deck.faceup) == (["tpills", "taxe"], True)


def test_two_successes_one_item_left() -> None:
    """C-061 take it, no choice."""
    table = Table().girl(at="c").hand("search").dice(5, 5).deck("c", "tmap").play("search")
    assert table.request is None
    assert list(table.state.items) == ["tmap"]


def test_an_empty_deck_gives_nothing() -> None:
    """C-061 (kind) an empty deck gives nothing, the Time is lost all the same."""
    table = Table().girl(at="c").hand("search").dice(5, 5).deck("c").play("search")
    assert table.state.items == {}
    assert table.state.time == 5


def test_failed_search_is_a_choice() -> None:
    """C-064 top Item with Horror 7 and a Bloodlust, or Horror 7; Time 4 both ways."""
    for line, items, bloodlust in (("line:1", 1, 2), ("line:2", 0, 1)):
        table = Table().girl(at="c").hand("search").set(horror=6).deck("c", "tmap").dice(1, 1).play("search", line)
        assert len(table.state.items) == items
        assert table.state.bloodlust == bloodlust
        assert (table.state.horror, table.state.time) == (7, 4)


def test_search_needs_a_search_space() -> None:
    """C-064 (kind) Search is only playable where there is an Item deck."""
    table = Table().girl(at="b").hand("search", "walk").deck("c", "tmap")
    assert "play:search" not in table.actions()


def test_two_hands() -> None:
    """C-066 Axe and Knife cannot both be in hand; the one in the pack cannot be swapped in before Upkeep."""
    table = Table().girl(at="c").item("taxe").hand("search", "weak-attack").killer(at="c").dice(5, 1)
    table.deck("c", "tknife").play("search")
    assert table.options == ["stow:taxe", "done"]
    table.choose("done")
    assert table.state.items == {"taxe": "hand", "tknife": "pack"}
    table.play("weak-attack")
    assert table.options == ["attack:tkiller:bare", "attack:tkiller:taxe"]
    other = Table().item("taxe").item("tknife", "pack")
    other.step("rearrange", "stow:taxe", "equip:tknife")
    assert other.state.items == {"taxe": "pack", "tknife": "hand"}


def test_any_item_gained_lets_you_rearrange() -> None:
    """C-066 (kind) hands are re-sorted with the next Item gained, also one that needs no hand."""
    table = Table().girl(at="c").item("taxe").item("tknife", "pack").hand("search").dice(5, 1)
    table.deck("c", "tmap").play("search", "stow:taxe", "equip:tknife")
    assert table.state.items == {"taxe": "pack", "tknife": "hand", "tmap": "pack"}
    plain = Table().girl(at="c").item("taxe").hand("search").dice(5, 1).deck("c", "tmap").play("search")
    assert plain.request is None, "with nothing in the backpack that needs a hand there is nothing to ask"


def test_failed_attack_spends_no_use() -> None:
    """C-068 (CONTESTED) a weapon whose modifier never applied keeps its use."""
    table = Table().girl(at="d").item("tgun").hand("weak-attack", "furious-strike").dice(1, 1)
    table.play("weak-attack")
    assert table.state.uses["tgun"] == 2
    table.dice(5, 5).play("furious-strike")
    assert table.state.uses["tgun"] == 1
    assert table.body.health == 1
