"""Proves that the checker can fail on maps that were grown on: what is kept may be as it is, what is new may not.

    python3 test_kept.py
"""
import sys
import tempfile
from pathlib import Path

from checker import check
from endkits import EAST, NORTH, SOUTH, WEST
from endmaps import both, grown_on, write_kit
from test_checker import edit, moved, rule, tell

KEPT = [(0, NORTH, "Hall", SOUTH), (1, NORTH, "Hall", SOUTH), (2, NORTH, "Cross", SOUTH), (0, WEST, "Hall", NORTH)]


def lifted(found):
    """All of it stands elsewhere, as after growing on from a piece in the middle."""
    for entry in found["pieces"]:
        entry["position"][0] += 12.0
    found["settings"]["selection"]["max_pieces"] = len(found["pieces"])


KEPT_CASES = [  # of five pieces, three of them kept
    ("kept pieces", lambda found: None, None),
    ("kept pieces elsewhere", lifted, None),
    ("too many kept", edit(("kept",), 6), "kept is 6"),
    ("no number of kept pieces", edit(("kept",), "3"), "kept is '3'"),
    ("a run of kept pieces", both(rule("Hall", run=1), edit(("kept",), 5)), None),
    ("a run of kept pieces, and a new one", both(
        rule("Hall", run=1), edit(("kept",), 2)), "piece 2 (Hall) makes a run"),
    ("too many of kept ones", both(rule("Hall", count=[0, 1]), edit(("kept",), 5)), None),
    ("too many with a new one", rule("Hall", count=[0, 2]), "3 pieces, at most 2"),
    ("a kept piece too deep", rule("Hall", depth=[0, 1]), None),
    ("a new piece too deep", rule("Cross", depth=[0, 2]), "at depth 3"),
    ("kept pieces too near", rule("Hall", apart=2), None),
    ("a new piece too near a kept one", rule("Hall", apart=3), "joints apart, not 3"),
    ("kept pieces out of a volume", both(edit(("kept",), 5), edit(("settings", "growth", "inside"), {
        "min": [-1.0, -1.0, -1.0], "max": [1.0, 1.0, 1.0]})), None),
    ("a new piece out of a volume", edit(("settings", "growth", "inside"), {
        "min": [-5.0, -1.0, -15.0], "max": [9.0, 3.0, 9.0]}), "piece 4 (Hall) reaches out"),
    ("a kept piece of weight 0", both(rule("Hall", weight=0.0), edit(("kept",), 5)), None),
    ("a new piece of weight 0", rule("Hall", weight=0.0), "piece 4 (Hall) has weight 0"),
    ("a new joint at another distance", edit(
        ("settings", "generation", "piece_distance"), 0.0), "piece 3 (Cross): its connector"),
    ("kept joints at another distance", both(
        edit(("kept",), 5), edit(("settings", "generation", "piece_distance"), 0.0)), None),
    ("kept pieces that overlap", both(edit(("kept",), 5), moved(2, (0.0, 0.0, 2.0))), None),
    ("a new piece over a kept one", edit(("settings", "generation", "clearance"), 4.0), "overlaps"),
    ("more than asked for, all of it kept", both(edit(("kept",), 5), edit(
        ("settings", "selection", "max_pieces"), 3)), None),
    ("more than asked for", edit(("settings", "selection", "max_pieces"), 4), "5 pieces, at most 4"),
    ("fewer than asked for", edit(("settings", "selection", "max_pieces"), 6), "'size: ' says kept = True"),
]
STAR = {"arm_length": 1, "arm_length_var": 0}
BRANCH = {"branch_count": 1, "branch_length": 0, "branch_length_var": 0}


def method_cases(kit):
    arms = [(0, WEST, "Hall", SOUTH), (0, SOUTH, "Hall", SOUTH), (0, EAST, "Hall", SOUTH)]
    side = [*KEPT[:3], (3, WEST, "Hall", SOUTH), (3, NORTH, "Hall", SOUTH)]
    return [
        ("a star grown on", grown_on(kit, [*KEPT[:2], *arms], 3, "star", **STAR), None),
        ("a star grown on with an arm too few", grown_on(
            kit, [*KEPT[:2], *arms[:2]], 3, "star", **STAR), "says kept = True"),
        ("a star grown on at a kept arm", grown_on(
            kit, [*KEPT[:2], *arms, (2, NORTH, "Hall", SOUTH)], 3, "star", **STAR), "which was kept and is not the hub"),
        ("the paper's star, grown on at the last arm", grown_on(
            kit, [*KEPT[:2], (2, NORTH, "Hall", SOUTH)], 3, "star", "stop", (), **STAR), None),
        ("a kept arm that forks", grown_on(kit, [*side, *arms], 6, "star", **STAR), None),
        ("a corridor grown on", grown_on(kit, KEPT[:3], 2, "corridor", max_pieces=4), None),
        ("a corridor grown on from another piece", grown_on(kit, KEPT, 4, "corridor", max_pieces=5), None),
        ("a corridor grown on, and then to the side", grown_on(kit, KEPT, 3, "corridor", max_pieces=5), "not joined"),
        ("a new branch", grown_on(kit, KEPT, 4, "branch", **BRANCH), None),
        ("two new branches", grown_on(kit, KEPT, 3, "branch", **(BRANCH | {"branch_count": 2})), None),
        ("a branch too few", grown_on(kit, KEPT, 4, "branch", **(BRANCH | {"branch_count": 2})), "says kept = True"),
        ("a branch too many", grown_on(kit, KEPT, 3, "branch", **BRANCH), "at least 2 branches"),
        ("kept branches do not count", grown_on(kit, side, 5, "branch", **BRANCH), None),
    ]


def changed(kit, change):
    found = grown_on(kit, KEPT, 3, max_pieces=5)
    change(found)
    return check(kit, found)


def main():
    with tempfile.TemporaryDirectory() as name:
        kit = Path(name)
        write_kit(kit)
        verdicts = [tell(name, changed(kit, change), wrong) for name, change, wrong in KEPT_CASES]
        verdicts += [tell(name, check(kit, found), wrong) for name, found, wrong in method_cases(kit)]
    print(f"{sum(verdicts)} of {len(verdicts)}")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
