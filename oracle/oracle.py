"""An independent reading of the contract: prints the map that a kit, its settings and a seed mean.

    python3 oracle.py KITDIR [--preset NAME] [--seed N] [--set section.key=VALUE]...
"""
import argparse
import json
import math
import sys

from gltf import KitError
from growth import Endless, Growth
from settings import load_pieces, load_settings


class WrongRandom(Exception):
    """The kit asks for a generator that the oracle does not have."""


def describe(placed):
    return {
        "piece": placed.piece.name,
        "position": list(placed.position),
        "rotation": [0.0, math.sin(placed.yaw / 2), 0.0, math.cos(placed.yaw / 2)],
        "joint": placed.joint,
    }


def generate(folder, preset=None, seed=None, sets=(), limit=100_000):
    """The map as plain data; `near_ties` counts overlap decisions too close to trust, `refused` overlaps."""
    settings = load_settings(folder, preset, seed, sets)
    if settings["generation"]["rng"] != "unity":
        raise WrongRandom('the oracle draws with rng = "unity" only')
    pieces, starters = load_pieces(folder, settings)
    growth = Growth(settings, pieces, starters, limit)
    stop = growth.run()
    return {
        "pieces": [describe(placed) for placed in growth.placed],
        "stop": stop,
        "near_ties": growth.near_ties,
        "refused": growth.refused,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kit")
    parser.add_argument("--preset")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--set", action="append", default=[], dest="sets", metavar="section.key=VALUE")
    arguments = parser.parse_args()
    try:
        found = generate(arguments.kit, arguments.preset, arguments.seed, arguments.sets)
    except WrongRandom as error:
        print(error, file=sys.stderr)
        return 3
    except (KitError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except Endless as error:
        print(f"the map does not end: {error}", file=sys.stderr)
        return 4
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
