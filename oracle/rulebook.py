"""Section 6 of the contract about pieces: tags, weights, selectors, and the rules that hold for each."""
import copy
import fnmatch
import math
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import boxes as solid
from ends import Ends, drawn_names
from gltf import File, KitError
from pieces import Box, Piece, load_piece
from settings import DEFAULTS, file_names, merge, piece_id

ANY_NUMBER = (-math.inf, math.inf)
RULE_KEYS = {"weight", "count", "run", "apart", "depth", "height"}


@dataclass
class Marks:
    """What a file says about its piece beyond its shape."""

    tags: set = field(default_factory=set)
    weight: float | None = None
    most: int | None = None


@dataclass
class Rule:
    selector: str
    weight: float | None = None
    least: int = 0
    most: float = math.inf
    run: float = math.inf
    apart: int = 1  # which any two pieces are
    depth: tuple = ANY_NUMBER
    height: tuple = ANY_NUMBER


@dataclass
class Kit:
    """The pieces of a kit by id, and what the settings say about them."""

    settings: dict
    pieces: dict
    drawn: list  # ids in canonical order, each as often as it is listed
    starters: list  # ids as listed
    tags: dict
    marks: dict
    rules: list
    ends: Ends

    def matching(self, selector):
        """The ids that a selector means."""
        return {name for name in self.pieces if selects(selector, name, self.tags[name])}

    def weight(self, name):
        """The first rule of the kit that gives a weight counts; a file's own weight counts where none does."""
        for rule in self.rules:
            if rule.weight is not None and selects(rule.selector, name, self.tags[name]):
                return rule.weight
        weight = self.marks[name].weight
        return 1.0 if weight is None else weight

    def rules_of(self, name):
        return [rule for rule in self.rules if selects(rule.selector, name, self.tags[name])]


def read_tags(value):
    """A list, or words separated by commas; case does not count."""
    words = value.split(",") if isinstance(value, str) else value
    return {word.strip().lower() for word in words if word.strip()}


def selects(selector, name, tags):
    if selector.startswith("#"):
        return selector[1:].strip().lower() in tags
    return selector == name or fnmatch.fnmatchcase(name, selector)


def plain_selector(selector):
    """One spelling of a selector: the case of tags does not count, that of ids does."""
    return selector.lower() if selector.startswith("#") else selector


def span(value):
    """(least, most) of `n` or `[n, m]`."""
    return tuple(value) if isinstance(value, list) else (value, value)


def read_rule(selector, table):
    unknown = set(table) - RULE_KEYS
    if unknown:
        raise KitError(f"rules.{selector}: unknown {sorted(unknown)}")
    least, most = span(table.get("count", [0, math.inf]))
    return Rule(
        selector, table.get("weight"), least, most, table.get("run", math.inf), max(1, table.get("apart", 1)),
        span(table.get("depth", list(ANY_NUMBER))), span(table.get("height", list(ANY_NUMBER))),
    )


def root_extras(document):
    """The extras of the scene's roots. The contract knows one root; of several, each may speak."""
    scenes = document.get("scenes", [])
    roots = scenes[document.get("scene", 0)].get("nodes", []) if scenes else []
    found = [document["nodes"][root].get("extras") for root in roots]
    return [extras for extras in found if isinstance(extras, dict)]


def read_marks(document):
    marks = Marks()
    for extras in root_extras(document):
        marks.tags |= read_tags(extras.get("tags", []))
        if marks.weight is None and "weight" in extras:
            marks.weight = float(extras["weight"])
        if marks.most is None and "max" in extras:
            marks.most = int(extras["max"])
    return marks


@lru_cache(maxsize=1000)
def load_marked(path, _stamp):
    """(piece, marks) of a file. The stamp is part of the key, so that a changed file is read again."""
    piece = load_piece(path)
    return Piece(piece_id(Path(path).name), piece.connectors, piece.boxes), read_marks(File(path).document)


def load_file(folder, name):
    path = Path(folder) / name
    found = path.stat()
    return load_marked(str(path.resolve()), (found.st_mtime_ns, found.st_size))


def full_settings(written):
    """Settings with the defaults of those left out; growth, rules, ends and pieces are left out by default."""
    settings = copy.deepcopy(DEFAULTS)
    growth = {"when_blocked": "stop", "loops": [0, 0], "loop_length": 6, "loop_gap": 0.005}
    merge(settings, {"growth": growth, "rules": {}, "ends": {}, "pieces": {}})
    merge(settings, written)
    # One number is the least and the most.
    settings["growth"]["loops"] = list(span(settings["growth"]["loops"]))
    return settings


def beyond_us(settings):
    """What the kit asks for and this reading does not have: better said than passed over."""
    found = ["kit.scale"] if settings["kit"].get("scale", 1.0) != 1.0 else []
    return found + [f"pieces.{name}.connectors" for name, table in settings["pieces"].items() if "connectors" in table]


def box_of(table):
    """A box as `[pieces]` has it: by two corners, or by its middle and a turn about the vertical."""
    if "min" in table:
        center = tuple((table["min"][k] + table["max"][k]) / 2 for k in range(3))
        return Box(center, solid.AXES, tuple((table["max"][k] - table["min"][k]) / 2 for k in range(3)))
    turn = math.radians(table.get("turn", 0.0))
    return Box(tuple(table["center"]), tuple(solid.turned(turn, axis) for axis in solid.AXES), tuple(table["half"]))


def with_boxes(piece, said):
    """The piece with the boxes that the kit gives it, if it does."""
    if "boxes" not in said:
        return piece
    return Piece(piece.name, piece.connectors, [box_of(table) for table in said["boxes"]])


def load_kit(folder, written):
    """The kit in a folder under settings as kit.toml or map.json have them."""
    settings = full_settings(written)
    if beyond_us(settings):
        raise KitError(f"beyond this checker: {', '.join(beyond_us(settings))}")
    ends, said = Ends(folder, settings["ends"]), settings["pieces"]
    names = drawn_names(folder, settings["kit"]["pieces"], ends)
    starters = file_names(folder, settings["kit"]["starters"])
    loaded = {piece_id(name): load_file(folder, name) for name in [*names, *starters, *ends.files()]}
    pieces = {name: with_boxes(piece, said.get(name, {})) for name, (piece, _) in loaded.items()}
    marks = {name: found for name, (_, found) in loaded.items()}
    tags = {name: found.tags | read_tags(said.get(name, {}).get("tags", [])) for name, found in marks.items()}
    # A file's `max` is a rule for its piece like any other.
    rules = [read_rule(selector, table) for selector, table in settings["rules"].items()]
    rules += [Rule(name, most=found.most) for name, found in marks.items() if found.most is not None]
    drawn = sorted((piece_id(name) for name in names), key=lambda name: -len(pieces[name].connectors))
    return Kit(settings, pieces, drawn, [piece_id(name) for name in starters], tags, marks, rules, ends)
