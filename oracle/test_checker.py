"""Proves that the checker can fail: sound maps pass, and each way of breaking them is found.

    python3 test_checker.py [KITS_DIR]
"""
import copy
import math
import random
import shutil
import sys
import tempfile
from pathlib import Path

from checker import check
from glbfile import Writer, about, times, yaw
from growth import Growth
from oracle import describe
from settings import load_pieces, load_settings
from trials import ROOT, set_extras

# (guide, its connector, piece, its connector) on the Plaza of the starter kit.
STEPS = [
    (0, 0, "Hall", 1),
    (0, 1, "Stairs", 0),
    (1, 0, "Garden", 1),
    (3, 2, "Shrine", 0),
    (2, 1, "Hall", 0),
    (5, 1, "Hall", 0),
    (6, 1, "Gate", 0),
]
GROWTH = {
    "when_blocked": "undo",
    "budget": 5000,
    "inside": {"min": [-60.0, -5.0, -60.0], "max": [60.0, 20.0, 60.0]},
    "outside": [{"min": [-60.0, -5.0, 20.0], "max": [60.0, 20.0, 60.0]}],
}
RULES = {
    "Hall": {"run": 2, "count": [2, 3]},
    "#holy": {"count": 1, "depth": [2, 9]},
    "G*": {"apart": 5},
    "?hrine": {"height": [-1.0, 1.0]},
    "Bridge": {"weight": 0.0},
    "Shrine": {"weight": 2.0},
}
LINE = [(0, 0, "Hall", 0), (1, 1, "Hall", 0), (2, 1, "Bend", 0)]


def build(kit, settings, first, steps):
    """The map that a list of joints means, as map.json has it."""
    pieces, starters = load_pieces(kit, settings)
    by_name = {piece.name: piece for piece in pieces + starters}
    growth = Growth(settings, pieces, starters)
    growth.add(by_name[first], (0.0, 0.0, 0.0), 0.0, None)
    for guide, guide_connector, name, connector in steps:
        growth.snap(guide, by_name[name], (connector, guide_connector))
    return {"settings": settings, "pieces": [describe(placed) for placed in growth.placed]}


def promise(text, value=None, kept=True):
    return {"promise": text, "kept": kept, "value": value}


def sound_map(kit):
    settings = load_settings(kit)
    settings["selection"] |= {"method": "arena", "max_pieces": len(STEPS) + 1}
    settings |= {"growth": copy.deepcopy(GROWTH), "rules": copy.deepcopy(RULES), "ends": {}}
    settings["pieces"] = {"Shrine": {"tags": ["Holy"]}}
    found = build(kit, settings, "Plaza", STEPS)
    counts = [promise("count of Hall: 2 to 3", 3), promise("count of #holy: 1", 1)]
    found["promises"] = [promise("size: 8 pieces", 8), *counts]
    return found


def method_map(kit, method, first, steps, promises=("size: as asked",), **selection):
    """A map of another method, under `undo`."""
    settings = load_settings(kit)
    settings["selection"] |= {"method": method} | selection
    settings |= {"growth": {"when_blocked": "undo"}, "rules": {}, "ends": {}, "pieces": {}}
    return build(kit, settings, first, steps) | {"promises": [promise(text) for text in promises]}


# Ways to break a map ----------------------------------------------------------------------------------


def edit(path, value):
    """A change of one value, by its path."""
    def change(found):
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = value
    return change


def rule(selector, **keys):
    return lambda found: found["settings"]["rules"].setdefault(selector, {}).update(keys)


def inside(low, high):
    return edit(("settings", "growth", "inside"), {"min": low, "max": high})


def outside(*volumes):
    return edit(("settings", "growth", "outside"), [{"min": low, "max": high} for low, high in volumes])


def moved(index, by):
    def change(found):
        position = found["pieces"][index]["position"]
        for k in range(3):
            position[k] += by[k]
    return change


def turned(index, rotation):
    return edit(("pieces", index, "rotation"), rotation)


def joint(index, key, value):
    return edit(("pieces", index, "joint", key), value)


def unpromised(number):
    return lambda found: found["promises"].pop(number)


def promised(*more):
    return lambda found: found["promises"].append(promise(*more))


def dropped_last(found):
    """One piece less than the size that is claimed."""
    found["pieces"].pop()


def swallowed(found):
    """A Hall that was never there, over another: same place, but by other joints."""
    found["pieces"][7] |= {"position": list(found["pieces"][5]["position"]), "piece": "Hall"}


BREAKS = [
    ("an unknown piece", edit(("pieces", 4, "piece"), "Palace"), "has no 'Palace'"),
    ("a guide that comes later", joint(3, "guide", 5), "no earlier piece"),
    ("a piece that guides itself", joint(3, "guide", 3), "no earlier piece"),
    ("a connector that is not there", joint(3, "connector", 9), "has no connector 9"),
    ("a second starting piece", edit(("pieces", 3, "joint"), None), "only the starting piece"),
    ("a connector used twice", joint(2, "guide_connector", 0), "used by piece 1 (Hall) already"),
    ("a piece used by its own joint and another", joint(3, "connector", 2), "is used by piece 3 (Garden) already"),
    ("a gap at a joint", moved(7, (0.0, 0.0, 0.001)), "off its place"),
    ("a joint at distance zero", edit(("settings", "generation", "piece_distance"), 0.0), "off its place"),
    ("a piece turned about its door", turned(4, [0.0, 0.0, 0.0, 1.0]), "off its place"),
    ("a piece that leans", turned(4, [math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)]), "not upright"),
    ("pins that differ", edit(("pieces", 7, "joint", "connector"), 1), "may not meet"),
    ("colors that do not match", edit(("settings", "connection", "color_matrix", "red"), []), "may not meet"),
    ("an overlap", swallowed, "overlaps"),
    ("a clearance too large", edit(("settings", "generation", "clearance"), 12.0), "overlaps"),
    ("a starting piece elsewhere", moved(0, (1.0, 0.0, 0.0)), "does not stand at the origin"),
    ("a starting piece with too few connectors", edit(("settings", "selection", "method"), "corridor"), "too many"),
    ("a starting piece that is no starter", edit(("settings", "kit"), {
        "pieces": ["*.glb"], "use_starters": True, "starters": ["Fork.glb"]}), "is no starter"),
    ("a piece that is not listed", edit(("settings", "kit", "pieces"), [
        "Hall.glb", "Stairs.glb", "Garden.glb", "Gate.glb", "Plaza.glb"]), "has no 'Shrine'"),
    ("a run", rule("Hall", run=1), "run longer than 1"),
    ("a run across a pattern", rule("*", run=3), "run longer than 3"),
    ("two too close", rule("G*", apart=7), "6 joints apart"),
    ("two of a tag too close", rule("H*", apart=2), "1 joints apart"),
    ("too shallow", rule("#holy", depth=[4, 9]), "at depth 3"),
    ("too deep", rule("#holy", depth=[0, 2]), "at depth 3"),
    ("another depth than the one asked for", rule("#holy", depth=2), "at depth 3"),
    ("the starting piece too shallow", rule("Plaza", depth=[1, 9]), "at depth 0"),
    ("too high", rule("Gate", height=[-1.0, 1.0]), "at height 2"),
    ("too low", rule("Gate", height=[2.1, 9.0]), "at height 2"),
    ("too many", rule("Hall", count=[2, 2]), "3 pieces, at most 2"),
    ("none allowed", rule("Gate", count=0), "1 pieces, at most 0"),
    ("weight zero", rule("G*", weight=0.0), "has weight 0"),
    ("a starting piece of weight zero", rule("Plaza", weight=0.0), "has weight 0"),
    ("barely in a forbidden volume", outside(([-60.0, -5.0, 7.949], [60.0, 20.0, 60.0])),
     "piece 0 (Plaza) reaches into growth.outside"),
    ("barely out of the volume", inside([-60.0, -0.749, -60.0], [60.0, 20.0, 60.0]),
     "piece 0 (Plaza) reaches out of growth.inside"),
    ("out of the volume", inside([-60.0, -5.0, -18.0], [60.0, 20.0, 60.0]), "out of growth"),
    ("above the volume", inside([-60.0, -5.0, -60.0], [60.0, 3.0, 60.0]), "out of growth"),
    ("in a forbidden volume", outside(([7.0, 0.0, -1.0], [9.0, 1.0, 1.0])), "outside number 0"),
    ("in the second forbidden volume", outside(
        ([-60.0, -5.0, 20.0], [60.0, 20.0, 60.0]), ([-1.0, -1.0, -1.0], [1.0, 1.0, 1.0])), "outside number 1"),
    ("a size claimed and not kept", dropped_last, "'size: ' says kept = True"),
    ("a size kept and denied", edit(("promises", 0, "kept"), False), "'size: ' says kept = False"),
    ("more than the size", edit(("settings", "selection", "max_pieces"), 7), "8 pieces, at most 7"),
    ("a count kept and denied", edit(("promises", 2, "kept"), False), "says kept = False"),
    ("a count with a wrong value", edit(("promises", 1, "value"), 2), "the map has 3"),
    ("a promise that is neither", edit(("promises", 1, "kept"), "yes"), "kept is 'yes'"),
    ("a size not promised", unpromised(0), "'size: ' is listed 0 times"),
    ("a count not promised", unpromised(1), "is listed 0 times"),
    ("a promise listed twice", promised("count of #holy: 1", 1), "is listed 2 times"),
    ("a promise nobody asked for", promised("count of Gate: 1", 1), "nothing asks for"),
]


def a_count_claimed(found):
    """Asks for a second shrine, and says it is there."""
    found["settings"]["rules"]["#holy"]["count"] = [2, 4]
    found["promises"][2] = promise("count of #holy: 2 to 4", 1)


def a_count_missed(found):
    a_count_claimed(found)
    found["promises"][2]["kept"] = False


def no_rules(found):
    """The paper's own mode: nothing is promised."""
    for key in ("growth", "rules", "pieces"):
        del found["settings"][key]
    del found["promises"]


def skipping(found):
    """Not a promise then, so the size may be missed."""
    found["settings"]["growth"]["when_blocked"] = "skip"
    found["settings"]["selection"]["max_pieces"] = 30
    found["promises"].pop(0)


def touching(found):
    """A volume that begins where the Plaza's boxes end, and one that ends where the lowest do."""
    found["settings"]["growth"]["outside"] = [{"min": [-60.0, -5.0, 7.95], "max": [60.0, 20.0, 60.0]}]
    found["settings"]["growth"]["inside"]["min"] = [-60.0, -0.75, -60.0]


def starter_of_no_weight(found):
    """Weights are for what is drawn; a starting piece of the starters may have none."""
    found["settings"]["kit"]["use_starters"] = True
    found["settings"]["rules"]["Plaza"] = {"weight": 0.0}


def overlaps_allowed(found):
    found["settings"]["generation"] |= {"clearance": 12.0, "check_overlaps": False}


STILL_SOUND = [
    ("as it is", lambda found: None), ("a count missed, and said so", a_count_missed), ("no rules at all", no_rules),
    ("skip", skipping), ("a volume that touches", touching), ("overlaps allowed", overlaps_allowed),
    ("a tag in another case", rule("#HOLY", run=1)), ("weight zero elsewhere", rule("Bend", weight=0.0)),
    ("a second weight, which does not count", rule("Shr*", weight=0.0)),
    ("a starter of weight zero", starter_of_no_weight),
    ("exactly that far apart", rule("G*", apart=6)), ("height on the edge", rule("Gate", height=[2.0, 2.0])),
]


# Methods ----------------------------------------------------------------------------------------------


def star_steps(lengths):
    """Arms of Halls and Bends out of the Plaza, each leaving straight."""
    steps = []
    for connector, length in enumerate(lengths):
        for number in range(length):
            guide = (0, connector) if number == 0 else (len(steps), 1)
            steps.append((*guide, "Hall", 0))
    return steps


STAR = {"arm_length": 2, "arm_length_var": 0}
BRANCH = {"branch_count": 2, "branch_length": 1, "branch_length_var": 0, "starter_con_tol": 9}
FORK = [(0, 0, "Fork", 0), (1, 1, "Hall", 0), (1, 2, "Hall", 0), (3, 1, "Hall", 0)]
BENT = [(0, 0, "Hall", 0), (1, 1, "Fork", 0), (2, 1, "Hall", 0), (2, 2, "Hall", 0)]


def method_maps(kit):
    """(name, map, what must be found, or None)."""
    def star(lengths, **more):
        return method_map(kit, "star", "Plaza", star_steps(lengths), **(STAR | more))

    def branch(steps, **more):
        return method_map(kit, "branch", "Hall", steps, **(BRANCH | more))

    line = {"starter_con_tol": 1}
    askew = method_map(kit, "corridor", "Hall", LINE, max_pieces=4, **line)
    askew["pieces"][3]["rotation"] = [0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)]  # a Bend turns about its own door
    denied = star([2, 2, 2, 2])
    denied["promises"][0]["kept"] = False
    unsure = star([2, 2, 2, 1], arm_length_var=1)
    unsure["promises"][0]["kept"] = False
    return [
        ("a star", star([2, 2, 2, 2]), None),
        ("a star that denies its size", denied, "says kept = False"),
        ("arms of any length in bounds", star([2, 3, 1, 2], arm_length_var=1), None),
        ("arms whose true lengths nobody knows", unsure, None),
        ("an arm too few", star([2, 2, 2]), "'size: ' says kept = True"),
        ("an arm too short", star([2, 2, 2, 1]), "'size: ' says kept = True"),
        ("an arm too long", star([2, 2, 2, 3]), "an arm of 3 pieces"),
        ("an arm that forks", method_map(kit, "star", "Plaza", [
            (0, 0, "Fork", 0), (1, 1, "Hall", 0), (1, 2, "Hall", 0)], **STAR), "of an arm has 2"),
        ("a corridor", method_map(kit, "corridor", "Hall", LINE, max_pieces=4, **line), None),
        ("a piece that looks past its guide", askew, "not face to face"),
        ("a corridor with a side", method_map(kit, "corridor", "Hall", FORK[:3], max_pieces=4, **line), "not joined"),
        ("a corridor too short", method_map(kit, "corridor", "Hall", LINE, max_pieces=5, **line), "says kept = True"),
        ("branches", branch(FORK), None),
        ("branches, the second from the first's last piece", branch([*LINE, (3, 1, "Hall", 0)]), None),
        ("branches whose first is as long as both", branch(LINE), "'size: ' says kept = True"),
        ("a branch too many", branch(FORK, branch_count=1), "at least 2 branches"),
        ("a branch too few", branch(FORK, branch_count=3), "'size: ' says kept = True"),
        ("branches of other lengths", branch(BENT), "at least 3 branches"),
        ("branches of other lengths, in bounds", branch(BENT, branch_length=2, branch_length_var=2), None),
    ]


# What files say ---------------------------------------------------------------------------------------

FILE_MARKS = [
    ("a file's tag", "Gate.glb", {"tags": ["Holy"]}, "2 pieces, at most 1"),
    ("a file's tags as words", "Gate.glb", {"tags": "iron, HOLY"}, "2 pieces, at most 1"),
    ("a file's max", "Hall.glb", {"max": 2}, "3 pieces, at most 2"),
    ("a file's max that is kept", "Hall.glb", {"max": 3}, None),
    ("a file's weight", "Gate.glb", {"weight": 0}, "has weight 0"),
    ("a file's weight where the kit gives one", "Shrine.glb", {"weight": 0}, None),
]


def file_findings(kit, name, extras):
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "kit"
        shutil.copytree(kit, target)
        set_extras(target / name, extras)
        return check(target, sound_map(target))


def shaft_findings(turn):
    """A tower of shafts whose last one is turned: no door moves, but up axes decide the turn."""
    with tempfile.TemporaryDirectory() as folder:
        writer = Writer()
        root = writer.group("shaft")
        for height, degrees in ((1.0, 90), (-1.0, -90)):
            writer.node("connector", root, (0.0, height, 0.0), about((1.0, 0.0, 0.0), degrees))
        writer.node("box", root, (0.0, 0.0, 0.0), scale=(0.5, 0.9, 0.5), extras={"collider": "box"})
        kit = Path(folder)
        writer.write(kit / "Shaft.glb", random.Random(1))
        (kit / "kit.toml").write_text("", encoding="utf-8")
        ends = load_pieces(kit, load_settings(kit))[0][0].connectors
        up = [connector.heading[1] > 0 for connector in ends].index(True)
        steps = [(guide, up, "Shaft", 1 - up) for guide in range(2)]
        found = method_map(kit, "corridor", "Shaft", steps, max_pieces=3)
        top = found["pieces"][2]
        top["rotation"] = list(times(yaw(turn), top["rotation"]))
        return check(kit, found)


# All of it --------------------------------------------------------------------------------------------


def tell(name, findings, expected):
    """Whether a map was judged as it must be: sound if nothing is expected."""
    right = any(expected in finding for finding in findings) if expected else not findings
    print(f"{'ok' if right else 'WRONG':5} {name}: {'; '.join(findings[:3]) or 'sound'}")
    return right


def changed(kit, change):
    found = sound_map(kit)
    change(found)
    return check(kit, found)


def main(kits):
    kit = kits / "starter"
    verdicts = [tell(name, changed(kit, change), None) for name, change in STILL_SOUND]
    claimed = [("a count claimed and not kept", a_count_claimed, "says kept = True")]
    verdicts += [tell(name, changed(kit, change), expected) for name, change, expected in BREAKS + claimed]
    verdicts += [tell(name, check(kit, found), expected) for name, found, expected in method_maps(kit)]
    verdicts += [tell(name, file_findings(kit, file, extras), wrong) for name, file, extras, wrong in FILE_MARKS]
    verdicts += [tell("shafts", shaft_findings(0), None)]
    verdicts += [tell("a shaft turned", shaft_findings(90), "another up axis")]
    print(f"{sum(verdicts)} of {len(verdicts)}")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "kits"))
