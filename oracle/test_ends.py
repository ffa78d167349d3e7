"""Proves that the checker can fail on caps, doors and links: sound maps pass, broken ones are found.

    python3 test_ends.py
"""
import copy
import sys
import tempfile
from pathlib import Path

from checker import check
from doors import CAPS_GET_DOORS
from endkits import EAST, NORTH, SOUTH, WEST
from endmaps import CAPS, LINE, RING, RING_CAPS, SETTINGS, WIDE, add_doors, both, build, capped, ends, ring, write_kit
from glbfile import times, yaw
from test_checker import edit, moved, promise, rule, tell, turned

# Ways to break a map ----------------------------------------------------------------------------------


def without_cap(name):
    """Takes the last cap of a name away, and its door."""
    def change(found):
        index = max(k for k, entry in enumerate(found["pieces"]) if entry["piece"] == name and entry.get("role"))
        joint = found["pieces"].pop(index)["joint"]
        at = [joint["guide"], joint["guide_connector"]]
        found["doors"] = [door for door in found["doors"] if door["at"] != at]
        for entry in found["pieces"]:
            assert entry["joint"] is None or entry["joint"]["guide"] < index
    return change


def said(number, **keys):
    return lambda found: found["promises"][number].update(keys)


def pieces(*names):
    return edit(("settings", "kit", "pieces"), list(names))


def cap_first(found):
    """A cap that comes before the last grown piece; joints follow."""
    entries = found["pieces"]
    entries[2], entries[3] = entries[3], entries[2]
    entries[6]["joint"]["guide"] = 3
    for door in found["doors"]:
        door["at"][0] += door["at"][0] == 2


def on_a_cap(found):
    """A piece that goes on from a cap."""
    found["pieces"].append(copy.deepcopy(found["pieces"][6]))
    found["pieces"][7]["joint"] |= {"guide": 3, "guide_connector": 0}


def inside(high):
    volume = {"min": [-9.0, -5.0, -30.0], "max": [9.0, 20.0, high]}
    return edit(("settings", "growth", "inside"), volume)


def no_doors(found):
    del found["doors"]


def second_door(found):
    found["doors"].append(copy.deepcopy(found["doors"][0]))


def door_at_child(found):
    joint = found["pieces"][1]["joint"]
    found["doors"][0]["at"] = [1, joint["connector"]]


def turned_door(found):
    door = found["doors"][0]
    door["rotation"] = list(times(yaw(180), door["rotation"]))


def moved_door(found):
    found["doors"][0]["position"][1] += 0.01


def only_grown_doors(found):
    """No doors at caps."""
    at = [[joint["guide"], joint["guide_connector"]] for joint in (entry["joint"] for entry in found["pieces"][1:3])]
    found["doors"] = [door for door in found["doors"] if door["at"] in at]


def door_of(name):
    return edit(("doors", 0, "piece"), name)


CAP_CASES = [  # of `capped`; what must be found, or None
    ("caps and doors", lambda found: None, None),
    ("a thick cap where a thin one would do", ends("2 white", cap=["Thick.glb", "Thin.glb"]), None),
    ("a section for any kind, which does not count", ends("* *", cap=["Ghost.glb"], door=["Iron.glb"]), None),
    ("a section for the color, which does not count", ends("* white", cap=["Ghost.glb"]), None),
    ("a section for the pins, which does not count", ends("2 *", cap=["Ghost.glb"]), None),
    ("a kind in another case", both(ends("1 RED", cap=["Red.glb"]), ends("1 *", cap=[])), None),
    ("caps by a pattern", ends("2 white", cap=["Th*.glb"]), None),
    ("pins before color", both(ends("* red", cap=["Thin.glb"]), ends("1 *", cap=["Red.glb"])), None),
    ("a pattern of pieces that leaves out caps", pieces("[CHNT]*.glb"), None),
    ("a cap of another kind", ends("1 red", cap=["Thin.glb"]), "no cap of a connector 1 red"),
    ("a color's caps where pins have their own", both(
        ends("* red", cap=["Red.glb"]), ends("1 *", cap=["Thin.glb"])), "no cap of a connector 1 red"),
    ("no caps for the kind", ends("1 red", cap=[]), "no cap of a connector 1 red"),
    ("a cap that was never named", edit(("settings", "ends"), {"1 red": {"cap": ["Red.glb"]}}), "has no 'Thin'"),
    ("a cap of weight 0", rule("Thick", weight=0.0), "has weight 0"),
    ("a cap left out", without_cap("Red"), "stays free, though Red fits"),
    ("a cap off its place", moved(3, (0.0, 0.01, 0.0)), "off its place"),
    ("a cap turned", turned(3, [0.0, 0.0, 0.0, 1.0]), "piece 3 (Thin, a cap)"),
    ("a cap that may not meet", edit(("settings", "connection", "color_matrix"), {"red": []}), "may not meet"),
    ("a cap with two connectors", both(edit(("pieces", 3, "piece"), "Twin"), ends("2 white", cap=[
        "Thin.glb", "Thick.glb", "Twin.glb"])), "has 2 connectors"),
    ("a cap among what grew", cap_first, "comes after"),
    ("a piece grown from a cap", on_a_cap, "grown from a cap"),
    ("a cap that is kept", edit(("kept",), 7), "caps are made anew"),
    ("a cap out of the volume", inside(4.0), "piece 4 (Thick, a cap) reaches out"),
    ("a cap left out for the volume", both(inside(2.01), without_cap("Thick"), without_cap("Red"), ends(
        "1 *", cap=[])), None),
    ("a listed piece that is a cap as well", pieces("Cross.glb", "Hall.glb", "Nook.glb", "Red.glb"), None),
    ("a role of nobody's", edit(("pieces", 6, "role"), "lid"), "none of the contract"),
    ("a rule that caps need not keep", rule("T*", count=0, depth=9, height=[5.0, 6.0]), None),
    ("a kind that is none", ends("two white", free="may"), "no kind of connector"),
    ("a word that is none", ends("2 white", free="always"), "free is 'always'"),
    ("a key that is none", ends("2 white", lid=[]), "unknown ['lid']"),
]
DOOR_CASES = [  # of `capped`
    ("no doors at all", no_doors, "no door at [0,"),
    ("no doors at caps", only_grown_doors, "no door at [0," if CAPS_GET_DOORS else None),
    ("a second door", second_door, "a second door at"),
    ("a door at the other end", door_at_child, "is no joint or link"),
    ("a door at no connector", edit(("doors", 0, "at"), [0, 9]), "is no joint or link"),
    ("a door off its place", moved_door, "0.01 m off its place"),
    ("a door the wrong way round", turned_door, "door 0 is turned by 180 degrees"),
    ("a door that leans", edit(("doors", 0, "rotation"), [1.0, 0.0, 0.0, 0.0]), "not upright"),
    ("a door of another kind", both(door_of("Iron"), ends("1 *", door=["Iron.glb"])), "no door of a connector 2 white"),
    ("a door nobody knows", door_of("Steel"), "has no 'Steel'"),
    ("a door with two connectors", both(door_of("Twin"), ends("2 white", door=["Twin.glb"])), "has 2 connectors"),
    ("a door of weight 0", rule("Oak1", weight=0.0), "has weight 0"),
    ("a door where there are none", both(
        ends("2 white", door=[]), ends("1 *", door=["Oak*.glb"])), "no door of a connector 2 white"),
    ("a door that cannot stand upright there", both(no_doors, ends("2 white", door=["Lid.glb"])), None),
]


def shifted_link(found):
    """The last room is moved sideways: its own joint breaks as well."""
    moved(3, (0.0, 0.0, -0.006))(found)
    found["links"][0]["gap"] += 0.006


def open_and_said(found):
    found["promises"][1] |= {"kept": False, "value": 1}


def unlinked(found):
    del found["links"]
    open_and_said(found)
    found["promises"][1]["value"] = 2


def capped_instead(kit):
    """Caps without boxes at two connectors that meet."""
    settings = copy.deepcopy(SETTINGS)
    settings["selection"]["max_pieces"] = 4
    settings["ends"] = {"2 white": {"cap": ["Thin.glb", "Ghost.glb"], "free": "never"}}
    caps = [*RING_CAPS, (3, SOUTH, "Ghost"), (0, NORTH, "Ghost")]
    found = build(kit, settings, "Cross", RING, caps)
    return found | {"promises": [promise("size: 4 pieces", 4), promise("free connectors: none", 0)]}


def may(found):
    """Nothing must be closed: then only loops make links."""
    found["settings"]["ends"]["2 white"]["free"] = "may"
    found["promises"].pop()


def loops(least, most):
    return edit(("settings", "growth", "loops"), [least, most])


def to_itself(found):
    found["links"][0]["to"] = [3, found["pieces"][3]["joint"]["connector"]]


RING_CASES = [
    ("a ring", lambda found: None, None),
    ("open connectors, in other words", said(1, promise="Open connectors: 0"), None),
    ("a ring without a word of it", lambda found: found["promises"].pop(), "'free connectors' is not listed"),
    ("a promise of kinds that may be free", both(may, lambda found: found["promises"].append(
        promise("free connectors: none", 0)), loops(0, 1)), "nothing asks for"),
    ("a connector left open", without_cap("Thin"), "says [0], the map has 1"),
    ("a connector left open, and said so", both(without_cap("Thin"), open_and_said), "though Thin fits"),
    ("a promise broken and denied", both(without_cap("Thin"), said(1, value=1)), "says kept = True"),
    ("a promise kept and denied", said(1, kept=False), "says kept = False"),
    ("nothing to close it with", both(without_cap("Thin"), open_and_said, ends("2 white", cap=[]), ends(
        "9 *", cap=["Thin.glb"])), "has no cap"),
    ("connectors that meet, not linked", unlinked, "meet, and are not linked"),
    ("a link that nobody asked for", may, "1 links, at most 0"),
    ("a link that loops allow", both(may, loops(0, 1)), None),
    ("a link that loops owe", both(may, loops(1, 1), lambda found: found["promises"].append(
        promise("loops: 1", 1))), None),
    ("loops owed and not promised", both(may, loops(1, 1)), "'loops' is listed 0 times"),
    ("loops owed, there, and denied", both(may, loops(1, 1), lambda found: found["promises"].append(
        promise("loops: 1", 1, kept=False))), "says kept = False"),
    ("a link that loops want", both(may, loops(0, 1), lambda found: found.pop("links")), "meet, and are not linked"),
    ("a link to a joint's connector", to_itself, "joins a piece with itself"),
    ("a link from a used connector", lambda found: found["links"][0].update(
        {"to": [0, found["pieces"][1]["joint"]["guide_connector"]]}), "already"),
    ("a link twice", lambda found: found["links"].append(copy.deepcopy(found["links"][0])), "already"),
    ("a link to nothing", edit(("links", 0, "to"), [0, 7]), "no such connectors"),
    ("a link too wide", shifted_link, "m apart, more than"),
    ("a link with a smaller gap allowed", edit(("settings", "growth", "loop_gap"), 0.0), None),
    ("a wrong gap", edit(("links", 0, "gap"), 0.004), "gap is 0.004"),
    ("a wrong turn", edit(("links", 0, "turn"), 0.2), "turn is 0.2"),
    ("no turn", edit(("links", 0, "turn"), None), "gap and turn are"),
    ("a link turned", turned(3, list(yaw(0.5))), "0.5 degrees past each other"),
    ("a link of kinds that may not meet", edit(("settings", "connection", "color_matrix"), {"white": []}),
     "the link from [3"),
    ("a link that leads to a cap", edit(("links", 0, "to"), [4, 0]), "ends at a cap"),
    ("linked pieces that overlap", edit(("settings", "pieces"), WIDE), None),
    ("pieces that overlap and are not linked", both(edit(("settings", "pieces"), WIDE), unlinked),
     "piece 0 (Cross) overlaps piece 3 (Room)"),
    ("a clearance that parts others too", edit(("settings", "generation", "clearance"), 3.0), "overlaps"),
]


def door_at_link(kit):
    found = ring(kit, door=["Oak1.glb"])
    link = found["links"][0]
    return found, [door for door in found["doors"] if door["at"] == link["from"]]


def corner(kit, last, kept=0):
    """Three rooms around a corner, behind which a cap of the first and one of the last have room, but not both."""
    settings = copy.deepcopy(SETTINGS) | {"ends": {"2 white": {"cap": ["Thick.glb"], "free": "never"}}}
    steps = [(0, EAST, "Cross", WEST), (1, NORTH, "Cross", SOUTH)]
    ends = [(0, WEST), (0, SOUTH), (1, EAST), (1, SOUTH), (2, NORTH), (2, EAST), last]
    found = build(kit, settings, "Cross", steps, [(*end, "Thick") for end in ends])
    found["promises"] = [promise("size: 3 pieces", 3), promise("free connectors: none", 1, kept=False)]
    return found | {"kept": kept}


def listed_cap(kit, most, *names):
    """A map that has a cap of the kit as a piece as well."""
    settings = copy.deepcopy(SETTINGS) | {"kit": {"pieces": list(names)}}
    settings["selection"]["max_pieces"] = most
    found = build(kit, settings, "Cross", [*LINE, (2, EAST, "Red", NORTH)], CAPS[:3])
    return add_doors(kit, found | {"promises": [promise("size: as asked")]})


def map_cases(kit):
    """Maps that are made as they are: (name, map, what must be found, or None)."""
    every = ("Cross.glb", "Hall.glb", "Nook.glb", "Red.glb")
    return [
        ("a cap that is listed as a piece", listed_cap(kit, 4, *every), None),
        ("a listed cap counts as a piece", listed_cap(kit, 3, *every), "4 pieces, at most 3"),
        ("a cap as a piece by a pattern", listed_cap(kit, 4, "*.glb"), "(Red) is not among"),
        ("a cap as a piece by a pattern and its name", listed_cap(kit, 4, "*.glb", "Red.glb"), None),
        ("a piece without room for its cap", corner(kit, (0, NORTH)), "its piece was placed without room"),
        ("a piece that takes the room of a cap", corner(kit, (2, WEST)), "what grew took the room"),
        ("a kept piece without room for its cap", corner(kit, (0, NORTH), 3), None),
        ("a piece that takes the room of a kept one's", corner(kit, (2, WEST), 2), "what grew took the room"),
        ("two caps that meet", capped_instead(kit), "meet, and are not linked"),
    ]


# All of it --------------------------------------------------------------------------------------------


def changed(kit, make, change):
    found = make(kit)
    change(found)
    return check(kit, found)


def loop_cases(kit):
    """The ring again, its last two pieces a chain that closes it."""
    def chain(found):
        for entry in found["pieces"][2:4]:
            entry["role"] = "loop"
        found["settings"]["selection"]["max_pieces"] = 2

    return [
        ("a chain", chain, None),
        ("a chain too long", both(chain, edit(("settings", "growth", "loop_length"), 1)), "chain of 2 pieces"),
        ("a chain to nowhere", both(chain, unlinked), "no link joins it"),
        ("a chain before the last piece grew", edit(("pieces", 2, "role"), "loop"), "comes after"),
        ("a chain counts for rules", both(chain, rule("*", count=[0, 3])), "4 pieces, at most 3"),
        ("a chain counts not for the size", both(
            chain, edit(("settings", "selection", "max_pieces"), 4)), "says kept = True"),
    ]


def main():
    with tempfile.TemporaryDirectory() as name:
        kit = Path(name)
        write_kit(kit)
        verdicts = []
        groups = [(capped, CAP_CASES + DOOR_CASES), (ring, RING_CASES + loop_cases(kit))]
        for make, cases in groups:
            verdicts += [tell(name, changed(kit, make, change), wrong) for name, change, wrong in cases]
        verdicts += [tell(name, check(kit, found), wrong) for name, found, wrong in map_cases(kit)]
        found, at_link = door_at_link(kit)
        verdicts += [tell("a door at a link", check(kit, found) if at_link else ["none was made"], None)]
        found["doors"].remove(at_link[0])
        verdicts += [tell("no door at a link", check(kit, found), "no door at [3")]
    print(f"{sum(verdicts)} of {len(verdicts)}")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
