"""The five locations' boards, Setup cards and drawings keep the counts, names and hints that are known of them."""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import Board, Graph, Space, decode_board, faces

ROOT = Path(__file__).parents[2]
LOCATIONS = {
    "wingard-cottage": "knock_at_the_door",
    "uss-konrad": "into_the_void",
    "pesadilla-verde": "the_green_terror",
    "station-2891": "panic_at_station_2891",
    "hellscape": "hell_to_pay",
}
COUNTS = {  # spaces, Exits, Search spaces, printed names
    "wingard-cottage": (20, 3, 3, 13),
    "uss-konrad": (16, 3, 3, 11),
    "pesadilla-verde": (18, 2, 3, 10),
    "station-2891": (20, 1, 4, 8),
    "hellscape": (17, 3, 3, 3),
}
PLAIN = [location for location in LOCATIONS if location != "hellscape"]
"""Boards whose lines all stand in `to`; Hellscape's tiles are tested for every arrangement below."""


def read(location: str, file: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "engine" / "films" / LOCATIONS[location] / file).read_text())


def board(location: str) -> Board:
    return decode_board(read(location, "board.toml"))


def art(location: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / "clients" / "web" / "boards" / f"{location}.json").read_text())
    return data


def fixed(location: str) -> dict[str, Space]:
    """The spaces that do not lie on tiles."""
    return {space.id: space for space in board(location).spaces.values() if "tile" not in space.extra}


def special(location: str, *kinds: str) -> list[tuple[str, str]]:
    return [(link.a, link.b) for link in board(location).links if link.kind in kinds]


def walking(location: str) -> Graph:
    """The lines a Killer may use when the game starts: no shaft, no hole, not up the river."""
    shut = {pair for a, b in special(location, "shaft", "hole", "breach") for pair in ((a, b), (b, a))}
    shut |= {(b, a) for a, b in special(location, "river")}
    return board(location).graph(lambda a, b: (a, b) in shut)


def open_graph(location: str) -> Graph:
    """Every line open both ways."""
    return board(location).graph()


def degrees(graph: Graph) -> dict[str, int]:
    return {space: len(near) for space, near in graph.steps.items()}


def diameter(graph: Graph) -> int:
    return max(max(graph.distances(space).values()) for space in graph.steps)


def leads(location: str, space: str, die: int) -> str:
    return board(location).graph().panic[space].get(die, space)


# Every board


@pytest.mark.parametrize("location", LOCATIONS)
def test_counts_of_spaces_exits_search_spaces_and_printed_names(location: str) -> None:
    spaces = board(location).spaces.values()
    found = (len(spaces), sum(s.exit for s in spaces), sum(s.search for s in spaces), sum(s.named for s in spaces))
    assert found == COUNTS[location]


@pytest.mark.parametrize("location", LOCATIONS)
def test_every_space_has_a_readable_name_of_its_own(location: str) -> None:
    names = [space.name for space in board(location).spaces.values()]
    assert all(names) and len(set(names)) == len(names)


@pytest.mark.parametrize("location", LOCATIONS)
def test_provenance_is_told(location: str) -> None:
    assert read(location, "board.toml")["provenance"] == "reconstructed"


@pytest.mark.parametrize("location", PLAIN)
def test_lines_go_both_ways(location: str) -> None:
    spaces = board(location).spaces
    assert [(a, b) for a in spaces for b in spaces[a].to if a not in spaces[b].to] == []


@pytest.mark.parametrize("location", LOCATIONS)
def test_special_links_name_lines_of_the_board(location: str) -> None:
    spaces = board(location).spaces
    assert [link for link in board(location).links if link.b not in spaces[link.a].to] == []


@pytest.mark.parametrize("location", PLAIN)
def test_board_is_connected_and_of_the_usual_size(location: str) -> None:
    """Camp Happy Trails, the pattern: mean degree 2.4, diameter 7."""
    graph = open_graph(location)
    count = degrees(graph)
    assert len(graph.distances(next(iter(count)))) == len(count)
    assert 2.2 <= sum(count.values()) / len(count) <= 2.8
    assert 6 <= diameter(graph) <= 8


@pytest.mark.parametrize("location", PLAIN)
def test_no_space_is_cut_off_at_the_start(location: str) -> None:
    graph = walking(location)
    assert all(len(graph.distances(space)) == len(graph.steps) for space in graph.steps)


@pytest.mark.parametrize("location", LOCATIONS)
def test_panic_numbers_are_dice_and_each_leads_one_way(location: str) -> None:
    for space in fixed(location).values():
        ways = space.to | space.extra.get("slots", {})
        dice = [die for text in ways.values() for die in faces(text)]
        assert sorted(set(dice)) == sorted(dice), space.id
        assert set(dice) <= set(range(1, 7)) and dice, space.id


@pytest.mark.parametrize("location", PLAIN)
def test_dead_ends_have_fewer_panic_numbers(location: str) -> None:
    graph = walking(location)
    ends = [space for space, near in graph.steps.items() if len(near) == 1]
    assert ends and all(len(graph.panic[space]) <= 4 for space in ends)


# Setup cards


def setups(location: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from read(location, "setups.toml").items()


NAMES = {
    "wingard-cottage": "Couples Weekend, Dysfunctional Family, Fishing Trip, Grad Party, Special Occasion",
    "uss-konrad": "Bloody Feast, Born in Flames, Junction Danger, Showdown, Space Rave",
    "pesadilla-verde": "Cave Dwellers, High Ground, Jungle Madness, Rebel Yell, River Rats",
    "station-2891": "A Nice Stew, Clear the Grounds, Good Morning, Quittin' Time, R & R",
    "hellscape": "Depravity, Ecstasy, Rapture, Revelation, Sensation",
}


@pytest.mark.parametrize("location", LOCATIONS)
def test_five_setup_cards_with_their_reported_names(location: str) -> None:
    assert ", ".join(face["name"] for _, face in setups(location)) == NAMES[location]


@pytest.mark.parametrize("location", LOCATIONS)
def test_setup_cards_tell_idea_and_provenance(location: str) -> None:
    ideas = {face["idea"] for _, face in setups(location)}
    assert len(ideas) == 5
    assert {face["provenance"] for _, face in setups(location)} == {"reconstructed"}


@pytest.mark.parametrize("location", PLAIN)
def test_setup_cards_place_ten_victims_on_spaces_of_the_board(location: str) -> None:
    spaces = board(location).spaces
    for name, face in setups(location):
        assert sum(face["victims"].values()) == 10, name
        assert {face["girl"], face["killer"], *face["victims"]} <= spaces.keys(), name


@pytest.mark.parametrize("location", PLAIN)
def test_girl_and_killer_start_three_to_five_steps_apart(location: str) -> None:
    graph = walking(location)
    for name, face in setups(location):
        assert 3 <= graph.distance(face["killer"], face["girl"]) <= 5, name


@pytest.mark.parametrize("location", LOCATIONS)
def test_setup_cards_differ_in_where_girl_and_killer_start(location: str) -> None:
    starts = {(face["girl"], face["killer"]) for _, face in setups(location)}
    assert len(starts) == 5


# Drawings


@pytest.mark.parametrize("location", LOCATIONS)
def test_drawing_has_the_spaces_and_links_of_the_board(location: str) -> None:
    spaces = fixed(location)
    drawn = art(location)
    assert drawn["id"] == location
    assert drawn["spaces"].keys() == spaces.keys()
    lines = {frozenset((a, b)) for a in spaces for b in spaces[a].to if b in spaces}
    assert {frozenset((link["a"], link["b"])) for link in drawn["links"]} == lines
    assert len(drawn["links"]) == len(lines)


@pytest.mark.parametrize("location", LOCATIONS)
def test_special_links_are_drawn_as_what_they_are(location: str) -> None:
    drawn = {(link["a"], link["b"], link["kind"], link.get("id", "")) for link in art(location)["links"]}
    assert {(link.a, link.b, link.kind, link.id) for link in board(location).links} <= drawn


@pytest.mark.parametrize("location", LOCATIONS)
def test_regions_of_the_drawing_are_areas_of_the_board(location: str) -> None:
    for area, spaces in art(location)["regions"].items():
        assert spaces == board(location).named(area), area


def boxes(drawn: dict[str, Any], form: str) -> dict[str, tuple[float, float, float, float]]:
    """Left, top, right, bottom of every space and slot in the wide or the tall form."""
    at, size = ("at", "box") if form == "wide" else ("tall", "tall_box")
    places = drawn["spaces"] | {f"slot {name}": slot for name, slot in drawn["slots"].items()}
    return {name: _box(place[at], place[size]) for name, place in places.items()}


def _box(at: list[float], size: list[float]) -> tuple[float, float, float, float]:
    return at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2


@pytest.mark.parametrize("form", ["wide", "tall"])
@pytest.mark.parametrize("location", LOCATIONS)
def test_boxes_do_not_overlap_and_stay_inside(location: str, form: str) -> None:
    drawn = art(location)
    width, height = drawn["size"] if form == "wide" else drawn["tall_size"]
    found = boxes(drawn, form)
    for name, (left, top, right, bottom) in found.items():
        assert 0 <= left < right <= width and 0 <= top < bottom <= height, name
    for (one, a), (two, b) in combinations(found.items(), 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, two)


@pytest.mark.parametrize("form", ["wide", "tall"])
@pytest.mark.parametrize("location", LOCATIONS)
def test_spaces_have_room_for_pieces(location: str, form: str) -> None:
    for name, (left, top, right, bottom) in boxes(art(location), form).items():
        assert right - left >= 84 and bottom - top >= 84, name


# Wingard Cottage


HOUSE = {"kitchen", "west-bedroom", "east-bedroom", "bathroom", "family-room", "foyer", "laundry-room", "garage"}


def test_wingard_house_and_indoors_as_the_rulebook_defines_them() -> None:
    cottage = board("wingard-cottage")
    assert set(cottage.named("house")) == HOUSE
    assert set(cottage.named("indoors")) == HOUSE | {"shed", "boathouse"}
    assert set(cottage.named("outdoors")) == cottage.spaces.keys() - set(cottage.named("indoors"))
    assert len(cottage.named("bedroom")) == 2


def test_wingard_search_and_supply_spots() -> None:
    spaces = board("wingard-cottage").spaces
    assert {space.id for space in spaces.values() if space.search} == {"boathouse", "garage", "shed"}
    supply = {space.extra["supply"]: space.id for space in spaces.values() if "supply" in space.extra}
    assert supply == {"discarded-tools": "garage", "nails": "shed", "rope": "boathouse", "wood": "woodpile"}


def test_wingard_wood_lies_outdoors_just_north_of_the_garage() -> None:
    assert "garage" in board("wingard-cottage").spaces["woodpile"].to
    drawn = art("wingard-cottage")["spaces"]
    assert drawn["woodpile"]["at"][1] < drawn["garage"]["at"][1]


def test_wingard_doors_the_cases_speak_of() -> None:
    """K-29: a Victim of the Foyer may roll towards the Porch; Garage to Kitchen stays in the house."""
    spaces = board("wingard-cottage").spaces
    assert spaces["foyer"].to["porch"] and spaces["garage"].to["kitchen"]


def test_wingard_can_be_won_without_entering_the_house() -> None:
    """An achievement: Exits, Shed and Boathouse are joined outside the house."""
    cottage = board("wingard-cottage")
    house = set(cottage.named("house"))
    outside = cottage.graph(lambda _, to: to in house)
    assert set(outside.distances("driveway")) == cottage.spaces.keys() - house


def test_wingard_exits_lie_in_three_corners() -> None:
    drawn = art("wingard-cottage")["spaces"]
    corners = {space: _corner(drawn[space]["at"]) for space in board("wingard-cottage").exits()}
    assert corners == {"country-road": "NE", "forest-trail": "SW", "driveway": "SE"}


def _corner(at: list[float]) -> str:
    return ("N" if at[1] < 310 else "S") + ("W" if at[0] < 500 else "E")


# USS Konrad


def test_konrad_search_spaces_and_gear_rooms() -> None:
    spaces = board("uss-konrad").spaces
    assert {space.id for space in spaces.values() if space.search} == {"armory", "mess-hall", "storage"}
    gear = {space.id: space.extra["gear"] for space in spaces.values() if "gear" in space.extra}
    assert gear == {
        "trash-compactor": "crusher",
        "furnace": "incinerator",
        "hangar": "airlock",
        "bridge": "self-destruct",
    }
    assert [space.id for space in spaces.values() if space.extra.get("super-loader")] == ["hangar"]


def test_konrad_has_four_shafts_through_which_nobody_panics() -> None:
    ship = board("uss-konrad")
    assert [link.id for link in ship.links if link.kind == "shaft"] == ["shaft-1", "shaft-2", "shaft-3", "shaft-4"]
    assert [(a, b) for a, b in special("uss-konrad", "shaft") if ship.spaces[a].to[b] or ship.spaces[b].to[a]] == []


def test_konrad_rooms_mostly_have_one_way_in_without_shafts() -> None:
    ship = board("uss-konrad")
    count = degrees(walking("uss-konrad"))
    rooms = ship.spaces.keys() - set(ship.named("core"))
    assert sum(count[room] == 1 for room in rooms) > len(rooms) / 2
    assert all(count[space] >= 3 for space in ship.named("core"))


def test_konrad_every_shaft_shortens_a_way() -> None:
    graph = walking("uss-konrad")
    assert all(graph.distance(a, b) >= 2 for a, b in special("uss-konrad", "shaft"))


def test_konrad_pods_lie_in_three_corners() -> None:
    drawn = art("uss-konrad")["spaces"]
    corners = {space: _corner(drawn[space]["at"]) for space in board("uss-konrad").exits()}
    assert corners == {"lower-left-pod": "SW", "lower-right-pod": "SE", "upper-right-pod": "NE"}


def test_konrad_setup_cards_place_two_keycard_tokens() -> None:
    spaces = board("uss-konrad").spaces
    for name, face in setups("uss-konrad"):
        assert len(set(face["keycards"])) == 2 and set(face["keycards"]) <= spaces.keys(), name
        assert not {face["girl"], face["killer"]} & set(face["keycards"]), name


def test_konrad_bridge_is_at_most_five_steps_from_a_pod() -> None:
    """The rulebook's Ellen has two turns from the Bridge to a pod; a shaft makes it one step."""
    graph = walking("uss-konrad")
    assert min(graph.distance("bridge", pod) for pod in board("uss-konrad").exits()) <= 5
    assert ("bridge", "lower-left-pod") in special("uss-konrad", "shaft")


# Pesadilla Verde


def test_verde_search_spaces_exits_and_huey() -> None:
    spaces = board("pesadilla-verde").spaces
    assert {space.id for space in spaces.values() if space.search} == {"ancient-ruins", "rebel-camp", "supply-depot"}
    assert board("pesadilla-verde").exits() == ["north-west-trail", "cave"]
    assert [space.id for space in spaces.values() if space.extra.get("huey")] == ["clearing"]
    assert spaces["cursed-temple"].named and not spaces["clearing"].exit


def test_verde_river_runs_from_the_waterfall_to_the_lower_river() -> None:
    stretch = ["waterfall", "upper-river", "central-river", "lower-river"]
    assert board("pesadilla-verde").named("river") == stretch
    assert special("pesadilla-verde", "river") == list(pairwise(stretch))


def test_verde_nobody_panics_up_the_river() -> None:
    spaces = board("pesadilla-verde").spaces
    assert [(a, b) for a, b in special("pesadilla-verde", "river") if spaces[b].to[a] or not spaces[a].to[b]] == []


def nearest(graph: Graph, start: str, spaces: list[str]) -> list[str]:
    """The closest of some spaces, the present one left out."""
    ways = {space: graph.distance(start, space) for space in spaces if space != start}
    return sorted(space for space, way in ways.items() if way == min(ways.values()))


def kind(location: str, what: str) -> list[str]:
    return [space.id for space in board(location).spaces.values() if getattr(space, what)]


def test_verde_liz_sees_the_path_resolve() -> None:
    """The rulebook's first example, G-02: to the Rebel Camp, back, left on a 6, to the Ancient Ruins."""
    graph, search = walking("pesadilla-verde"), kind("pesadilla-verde", "search")
    assert nearest(graph, "fern-hollow", search) == ["ancient-ruins", "rebel-camp"]
    assert graph.distance("fern-hollow", "rebel-camp") == graph.distance("fern-hollow", "ancient-ruins") == 2
    assert nearest(graph, "rebel-camp", search) == ["ancient-ruins"]
    assert two_steps(graph, "rebel-camp", "ancient-ruins") == {"fern-hollow"}
    assert leads("pesadilla-verde", "fern-hollow", 6) == "strangler-fig"
    assert nearest(graph, "strangler-fig", kind("pesadilla-verde", "named")) == ["ancient-ruins", "central-river"]
    assert graph.distance("strangler-fig", "central-river") == 1
    drawn = art("pesadilla-verde")["spaces"]
    assert drawn["strangler-fig"]["at"][0] < drawn["fern-hollow"]["at"][0]


def two_steps(graph: Graph, start: str, end: str) -> set[str]:
    """Where the first two steps of the shortest ways may end."""
    return {second for first in graph.towards(start, end) for second in graph.towards(first, end)}


def test_verde_maggie_guesses_wrong() -> None:
    """The second example, G-03: the Depot is the closest search space, the Cave one step south."""
    graph = walking("pesadilla-verde")
    assert nearest(graph, "stony-ridge", kind("pesadilla-verde", "search")) == ["supply-depot"]
    assert nearest(graph, "stony-ridge", board("pesadilla-verde").exits()) == ["cave"]
    assert graph.distance("stony-ridge", "cave") == 1
    ridge, cave = (art("pesadilla-verde")["spaces"][space]["at"] for space in ("stony-ridge", "cave"))
    assert ridge[0] == cave[0] and ridge[1] < cave[1]


def test_verde_killer_starts_of_both_examples_are_on_setup_cards() -> None:
    spaces = board("pesadilla-verde").spaces
    starts = {face["killer"] for _, face in setups("pesadilla-verde")}
    assert {"fern-hollow", "stony-ridge"} <= starts
    assert not any(spaces[space].named for space in ("fern-hollow", "stony-ridge", "strangler-fig"))


def test_verde_mike_orders_soldiers_into_the_upper_river() -> None:
    """The third example: a land space lies next to the Upper River."""
    spaces = board("pesadilla-verde").spaces
    assert [near for near in spaces["upper-river"].to if "river" not in spaces[near].areas]


def test_verde_some_space_is_two_steps_from_the_temple() -> None:
    """G-39: Soldiers two spaces from the Cursed Temple do not reach it by one step."""
    graph = walking("pesadilla-verde")
    assert [space for space in graph.steps if graph.distance(space, "cursed-temple") == 2]


def test_verde_river_can_be_entered_from_both_banks_and_at_the_waterfall() -> None:
    spaces = board("pesadilla-verde").spaces
    land = {river: [near for near in spaces[river].to if "river" not in spaces[near].areas] for river in spaces}
    assert all(land[river] for river in board("pesadilla-verde").named("river"))


def test_verde_clearing_lies_where_the_current_can_carry_victims() -> None:
    assert {"central-river", "lower-river"} <= board("pesadilla-verde").spaces["clearing"].to.keys()


# Station 2891


def test_station_areas_as_the_rulebook_defines_them() -> None:
    station = board("station-2891")
    outdoors, indoors = set(station.named("outdoors")), set(station.named("indoors"))
    assert len(outdoors) == 5 and "helipad" in outdoors
    assert indoors == station.spaces.keys() - outdoors
    assert set(station.named("main-building")) == indoors - {"commanders-hut", "tool-shed"}
    assert station.named("hallway") == ["west-hallway", "east-hallway"]
    assert set(station.named("hallway")) <= set(station.named("main-building"))


def test_station_search_spaces_and_rooms_that_cards_name() -> None:
    spaces = board("station-2891").spaces
    search = {"commanders-hut", "supply-closet", "tool-shed", "armory"}
    assert {space.id for space in spaces.values() if space.search} == search
    assert {space.id for space in spaces.values() if space.named} == search | {
        "kitchen",
        "lab",
        "radio-room",
        "rec-room",
    }


def test_station_helipad_is_the_exit_in_the_south() -> None:
    assert board("station-2891").exits() == ["helipad"]
    south = max(place["at"][1] for place in art("station-2891")["spaces"].values())
    assert art("station-2891")["spaces"]["helipad"]["at"][1] == south


def test_station_hole_joins_the_lab_and_the_outdoor_space_behind_it() -> None:
    """O-31: the two become adjacent for everyone; until then a wall is between them."""
    station = board("station-2891")
    assert special("station-2891", "hole") == [("lab", "behind-the-lab")]
    assert "behind-the-lab" in station.named("outdoors")
    assert walking("station-2891").distance("lab", "behind-the-lab") > 1


def test_station_skidozer_has_an_outdoor_space_next_to_a_wrench() -> None:
    station = board("station-2891")
    wrench = {space.id for space in station.spaces.values() if space.extra.get("wrench")}
    graph = walking("station-2891")
    assert wrench == {"tool-shed", "lab"}
    assert [space for space in station.named("outdoors") if wrench & set(graph.steps[space])]


def test_station_uki_may_stand_one_step_from_the_lab() -> None:
    assert walking("station-2891").steps["lab"]


def test_station_kates_organism_reaches_a_victim_two_steps_from_the_hut() -> None:
    """Two moves of one Bloodlust effect take it there; the next finds it in the Victim's space."""
    assert 2 in walking("station-2891").distances("commanders-hut").values()


def test_station_hallways_join_most_of_the_main_building() -> None:
    """ "It's not safe in here!" moves the Victims next to a hallway into it."""
    station = board("station-2891")
    near = {space for hallway in station.named("hallway") for space in station.spaces[hallway].to}
    assert len(near & set(station.named("main-building"))) > len(station.named("main-building")) / 2


# Hellscape

COLOURS = ("red", "purple")
TILES = ("wheel", "pillar", "star", "ring")
SLOTS = ("north", "east", "south", "west")
Arrangement = dict[str, tuple[str, str]]
"""Slot to tile and the side that is up."""


def arrangements() -> Iterator[Arrangement]:
    """All 24 orders of the tiles with all 16 ways of turning them."""
    for tiles, sides in product(permutations(TILES), product(("front", "back"), repeat=4)):
        yield dict(zip(SLOTS, zip(tiles, sides, strict=True), strict=True))


@cache
def hellscape() -> tuple[dict[str, Any], dict[str, Space]]:
    return read("hellscape", "board.toml"), board("hellscape").spaces


def arranged(arrangement: Arrangement, walls: bool = True) -> Graph:
    """The lines of the board under an arrangement, as docs/boards.md says."""
    raw, spaces = hellscape()
    lines = {space.id: dict(space.to) for space in spaces.values()}
    for slot, (tile, side) in arrangement.items():
        face = raw["tiles"][tile][side]
        shut = face["walls"] if walls else []
        for colour in COLOURS:
            _join(lines, raw["slots"][slot], slot, tile, colour, face[colour], shut)
    steps = {space: tuple(sorted(ways)) for space, ways in lines.items()}
    panic = {space: {die: near for near in ways for die in faces(ways[near])} for space, ways in lines.items()}
    return Graph(steps, panic)


def _join(
    lines: dict[str, dict[str, str]],
    touches: dict[str, str],
    slot: str,
    tile: str,
    colour: str,
    ways: dict[str, str],
    shut: list[str],
) -> None:
    here = f"{tile}-{colour}"
    for way, dice in ways.items():
        if way in COLOURS:
            lines[here][f"{tile}-{way}"] = dice
        elif way in touches and way not in shut:
            lines[here][touches[way]] = dice
            lines[touches[way]][here] = hellscape()[1][touches[way]].extra["slots"][slot]


def test_hellscape_has_nine_fixed_spaces_and_two_on_each_tile() -> None:
    raw, spaces = hellscape()
    assert len(fixed("hellscape")) == 9
    assert tuple(raw["tiles"]) == TILES and tuple(raw["slots"]) == SLOTS
    on_tiles = {(space.extra["tile"], space.extra["colour"]) for space in spaces.values() if "tile" in space.extra}
    assert on_tiles == set(product(TILES, COLOURS))
    assert all(
        space.id == f"{space.extra['tile']}-{space.extra['colour']}" for space in spaces.values() if not space.to
    )


def test_hellscape_exits_and_search_spaces() -> None:
    spaces = board("hellscape").spaces.values()
    assert {space.id for space in spaces if space.search} == {"nexus", "house-of-mutilation", "sepulchre-of-blood"}
    places = art("hellscape")["spaces"]
    corners = {space: _corner(places[space]["at"]) for space in board("hellscape").exits() if space != "nexus"}
    assert corners == {"bone-gate": "NE", "ash-gate": "SW"} and places["nexus"]["at"] == [500, 310]


def test_hellscape_slots_touch_the_spaces_that_point_to_them() -> None:
    raw, spaces = hellscape()
    touching = {(slot, space) for slot, sides in raw["slots"].items() for space in sides.values()}
    assert touching == {(slot, space.id) for space in spaces.values() for slot in space.extra.get("slots", {})}
    assert len(touching) == sum(len(sides) for sides in raw["slots"].values())


@pytest.mark.parametrize(("tile", "side"), list(product(TILES, ("front", "back"))))
def test_hellscape_tile_sides(tile: str, side: str) -> None:
    """One or two walls; each side belongs to one colour, and the colours lie beside each other."""
    face = hellscape()[0]["tiles"][tile][side]
    red, purple = ({way for way in face[colour] if way not in COLOURS} for colour in COLOURS)
    assert 1 <= len(face["walls"]) <= 2 and set(face["walls"]) <= set("nesw")
    assert red | purple == set("nesw") and not red & purple
    assert ("w" in red) != ("e" in red), "one colour lies to the west, the other to the east"
    assert "purple" in face["red"] and "red" in face["purple"]


@pytest.mark.parametrize(("tile", "side"), list(product(TILES, ("front", "back"))))
def test_hellscape_panic_numbers_of_tiles(tile: str, side: str) -> None:
    face = hellscape()[0]["tiles"][tile][side]
    for colour in COLOURS:
        dice = [die for text in face[colour].values() for die in faces(text)]
        assert dice and sorted(set(dice)) == sorted(dice) and set(dice) <= set(range(1, 7))


def test_hellscape_tiles_have_two_different_sides() -> None:
    assert all(tile["front"] != tile["back"] for tile in hellscape()[0]["tiles"].values())


def test_hellscape_without_walls_is_a_sensible_board_whatever_the_tiles() -> None:
    for arrangement in arrangements():
        graph = arranged(arrangement, walls=False)
        count = degrees(graph)
        assert len(graph.distances("nexus")) == 17, arrangement
        assert 2.2 <= sum(count.values()) / 17 <= 2.8, arrangement
        assert 6 <= diameter(graph) <= 8, arrangement


def test_hellscape_lines_go_both_ways_whatever_the_tiles() -> None:
    for arrangement in arrangements():
        steps = arranged(arrangement).steps
        assert all(a in steps[b] for a in steps for b in steps[a]), arrangement


def test_hellscape_fixed_spaces_are_never_cut_off() -> None:
    places = fixed("hellscape").keys()
    assert all(places <= arranged(arrangement).distances("nexus").keys() for arrangement in arrangements())


@pytest.mark.parametrize("tile", TILES)
def test_hellscape_every_tile_is_sometimes_reachable_and_sometimes_cut_off(tile: str) -> None:
    """The rulebook: often a tile is completely blocked off."""
    reached = {f"{tile}-red" in arranged(arrangement).distances("nexus") for arrangement in arrangements()}
    assert reached == {True, False}


def test_hellscape_panic_into_a_wall_stays() -> None:
    """H-09, M-01: a tile's numbers may point at a wall or at the rim."""
    graph = arranged(dict(zip(SLOTS, zip(TILES, ("front",) * 4, strict=True), strict=True)))
    assert 1 not in graph.panic["wheel-red"], "the north slot's north side is the rim"
    assert 1 not in graph.panic["wheel-purple"], "a wall to the east"
    assert graph.panic["wheel-red"][2] == "house-of-mutilation"


def test_hellscape_setup_cards_place_two_victims() -> None:
    """Eight stand on the tiles before the card is drawn."""
    spaces = fixed("hellscape")
    for name, face in setups("hellscape"):
        assert sum(face["victims"].values()) + len(TILES) * len(COLOURS) == 10, name
        assert {face["girl"], face["killer"], *face["victims"]} <= spaces.keys(), name


def test_hellscape_girl_and_killer_start_three_to_five_apart_whatever_the_tiles() -> None:
    for arrangement in arrangements():
        graph = arranged(arrangement)
        ways = [graph.distance(face["killer"], face["girl"]) for _, face in setups("hellscape")]
        assert all(3 <= way <= 5 for way in ways), arrangement


def test_hellscape_drawing_has_the_slots_their_sides_and_halves() -> None:
    raw, drawn = hellscape()[0], art("hellscape")["slots"]
    assert {slot: set(place["sides"]) for slot, place in drawn.items()} == {
        slot: set(sides) for slot, sides in raw["slots"].items()
    }
    for place in drawn.values():
        assert place["halves"].keys() == {"w", "e"}
        assert all(min(half["box"] + half["tall_box"]) >= 84 for half in place["halves"].values())
