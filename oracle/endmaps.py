"""Maps with caps, doors, links and kept pieces, made by code, for the tests of the checker."""
import copy

from doors import can_stand, door_places
from endkits import EAST, NORTH, SOUTH, WEST, Opening, facing, write, write_room, write_stop
from growth import Growth, snapped_pose
from links import gaps
from mapfile import read_map
from oracle import describe
from rulebook import full_settings, load_kit
from test_checker import promise

SETTINGS = {
    "kit": {"pieces": ["Cross.glb", "Hall.glb", "Nook.glb", "Room.glb"]},
    "selection": {"method": "arena", "max_pieces": 3},
    "growth": {"when_blocked": "undo"},
    "pieces": {"Ghost": {"boxes": []}},
    "ends": {
        "2 white": {"cap": ["Thin.glb", "Thick.glb"], "door": ["Oak*.glb"]},
        "1 *": {"cap": ["Red.glb"]},
        "* *": {"free": "may"},
    },
}
LINE = [(0, NORTH, "Hall", SOUTH), (1, NORTH, "Nook", SOUTH)]
CAPS = [(0, WEST, "Thin"), (0, SOUTH, "Thick"), (0, EAST, "Thin"), (2, EAST, "Red")]
# Four rooms around a corner: the last one meets the first.
RING = [(0, EAST, "Cross", WEST), (1, NORTH, "Cross", SOUTH), (2, WEST, "Room", EAST)]
RING_LINK = ((3, SOUTH), (0, NORTH))
RING_CAPS = [(0, WEST, "Thin"), (0, SOUTH, "Thin"), (1, EAST, "Thin"), (1, SOUTH, "Thin"),
             (2, EAST, "Thin"), (2, NORTH, "Thin"), (3, WEST, "Thin"), (3, NORTH, "Thin")]
WIDE = {"Room": {"boxes": [{"min": [-1.98, 0.0, -1.98], "max": [1.98, 2.0, 2.5]}]}}  # reaches over its south


def write_kit(folder):
    every = [Opening(side) for side in (NORTH, WEST, SOUTH, EAST)]
    write_room(folder / "Cross.glb", every)
    write_room(folder / "Hall.glb", [every[0], every[2]])
    write_room(folder / "Nook.glb", [every[2], Opening(EAST, 1, "red")])
    write_room(folder / "Room.glb", every)
    write_stop(folder / "Thin.glb", Opening(0), 0.05)
    write_stop(folder / "Thick.glb", Opening(0), 3.0)
    write_stop(folder / "Ghost.glb", Opening(0), 3.0)
    write_stop(folder / "Red.glb", Opening(0, 1, "red"), 0.05)
    for name in ("Oak1", "Oak2", "Iron"):
        write_stop(folder / f"{name}.glb", Opening(0), 0.05)
    write_stop(folder / "Lid.glb", Opening(0, pitch=90.0), 0.05)
    write(folder / "Twin.glb", [Opening(0, position=(0.0, 0.0, 0.0)), Opening(SOUTH, position=(0.0, 0.0, 0.1))], [])


# Maps -------------------------------------------------------------------------------------------------


def build(kit, settings, first, steps, caps=(), link=None):
    """The map that joints, caps and a link mean, without its doors. Sides are those of the pieces themselves."""
    settings = full_settings(settings)
    pieces = load_kit(kit, settings | {"kit": {"pieces": ["*.glb"], "starters": []}}).pieces
    growth = Growth(settings | {"kit": {"use_starters": False}}, [], [])
    growth.add(pieces[first], (0.0, 0.0, 0.0), 0.0, None)
    for guide, side, name, own in [*steps, *((guide, side, name, 0) for guide, side, name in caps)]:
        pair = (facing(pieces[name], own), facing(growth.placed[guide].piece, side))
        growth.snap(guide, pieces[name], pair)
    entries = [describe(placed) for placed in growth.placed]
    for entry in entries[len(steps) + 1:]:
        entry["role"] = "cap"
    found = {"settings": settings, "pieces": entries}
    if link:
        ends = [[index, facing(growth.placed[index].piece, side)] for index, side in link]
        found["links"] = [{"from": ends[0], "to": ends[1], "gap": 0.0, "turn": 0.0}]
        whole, _ = read_map(load_kit(kit, settings), found)
        found["links"][0]["gap"] = gaps(whole, *map(tuple, ends))[0]
    return found


def add_doors(kit, found):
    """A door wherever one is owed."""
    whole, _ = read_map(load_kit(kit, found["settings"]), found)
    distance = found["settings"]["generation"]["piece_distance"]
    found["doors"] = []
    for end in door_places(whole):
        kind, guide = whole.kind(end), whole.placed[end[0]]
        for name in whole.kit.ends.of(kind).doors[:1]:
            if can_stand(whole, end, name, matched=True):
                growth = Growth(found["settings"] | {"kit": {"use_starters": False}}, [], [])
                door = whole.kit.pieces[name]
                growth.add(door, *snapped_pose(guide, kind, door.connectors[0], distance), None)
                entry = describe(growth.placed[0])
                del entry["joint"]
                found["doors"].append(entry | {"at": list(end)})
    return found


def capped(kit):
    """A line of three pieces, all of whose free connectors are closed, with doors."""
    found = build(kit, SETTINGS, "Cross", LINE, CAPS)
    found["promises"] = [promise("size: 3 pieces", 3)]
    return add_doors(kit, found)


def ring(kit, **ends):
    """Four rooms in a ring of which nothing may stay free."""
    settings = copy.deepcopy(SETTINGS)
    settings["selection"]["max_pieces"] = 4
    settings["ends"] = {"2 white": {"cap": ["Thin.glb"], "free": "never"} | ends}
    found = build(kit, settings, "Cross", RING, RING_CAPS, RING_LINK)
    found["promises"] = [promise("size: 4 pieces", 4), promise("free connectors: none", 0)]
    return add_doors(kit, found)


def grown_on(kit, steps, kept, method="arena", blocked="undo", promised=("size: as asked",), **selection):
    """A map of which the first pieces were kept; no caps, no doors."""
    settings = copy.deepcopy(SETTINGS) | {"ends": {}, "growth": {"when_blocked": blocked}}
    settings["selection"] = {"method": method} | selection
    found = build(kit, settings, "Cross", steps)
    return found | {"kept": kept, "promises": [promise(text) for text in promised]}


# Changes ----------------------------------------------------------------------------------------------


def ends(kind, **keys):
    return lambda found: found["settings"]["ends"].setdefault(kind, {}).update(keys)


def both(*changes):
    def change(found):
        for one in changes:
            one(found)
    return change
