"""Settings of a kit: defaults < kit.toml < preset < --seed < --set, and its lists of pieces."""
import copy
import fnmatch
import tomllib
from pathlib import Path

from gltf import KitError
from pieces import load_piece

ENDINGS = (".gltf.glb", ".glb", ".gltf")  # the longest first
DEFAULTS = {
    "kit": {"pieces": ["*.glb"], "use_starters": False, "starters": []},
    "connection": {"matching_rules": "both", "pin_tolerance": 0, "color_matrix": {}},
    "generation": {
        "seed": 42, "rng": "chacha8", "max_fails": 10, "piece_distance": 0.0001,
        "check_overlaps": True, "clearance": 0.01,
    },
    "selection": {
        "method": "arena", "starter_con_tol": 0, "max_pieces": 13,
        "arm_length": 8, "arm_length_var": 2,
        "branch_count": 4, "branch_length": 12, "branch_length_var": 4,
    },
}


def merge(below, above):
    """Tables are merged key by key, so a color's row replaces that row only."""
    for key, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(key), dict):
            merge(below[key], value)
        else:
            below[key] = copy.deepcopy(value)


def parse_set(text):
    """`generation.seed=7` as the nested table it stands for."""
    name, equals, value = text.partition("=")
    if not equals or "." not in name:
        raise KitError(f"--set {text}: expected section.key=value")
    try:
        return tomllib.loads(f"{name}={value}")
    except tomllib.TOMLDecodeError as error:
        raise KitError(f"--set {text}: {error}") from error


def load_settings(folder, preset=None, seed=None, sets=()):
    path = Path(folder) / "kit.toml"
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise KitError(f"{path}: {error}") from error
    presets = written.pop("presets", {})
    settings = copy.deepcopy(DEFAULTS)
    merge(settings, written)
    if preset is not None:
        if preset not in presets:
            raise KitError(f"{path}: no preset {preset!r}")
        merge(settings, presets[preset])
    if seed is not None:
        settings["generation"]["seed"] = seed
    for text in sets:
        merge(settings, parse_set(text))
    return settings


def piece_id(file_name):
    for ending in ENDINGS:
        if file_name.lower().endswith(ending):
            return file_name[: -len(ending)]
    return file_name


def file_names(folder, patterns):
    """The files listed, in the order listed; those of one pattern sorted by name."""
    names = []
    for pattern in patterns:
        if any(mark in pattern for mark in "*?["):
            present = sorted(path.name for path in Path(folder).iterdir())
            names += [name for name in present if fnmatch.fnmatchcase(name, pattern)]
        else:
            names.append(pattern)
    return names


def load_pieces(folder, settings):
    """(pieces in canonical order, starters as listed)."""
    kit, loaded = settings["kit"], {}

    def load(name):
        if name not in loaded:
            loaded[name] = load_piece(Path(folder) / name)
        return loaded[name]

    pieces = [load(name) for name in file_names(folder, kit["pieces"])]
    if not pieces:
        raise KitError("the kit has no pieces")
    # A stable sort: ties stay as listed.
    pieces.sort(key=lambda piece: -len(piece.connectors))
    starters = [load(name) for name in file_names(folder, kit["starters"])]
    return pieces, starters


def accepts(settings, guide, tentative):
    """Whether two connectors may meet by the rules of pins and colors."""
    connection = settings["connection"]
    rules = connection["matching_rules"]
    if rules in ("pins", "both") and abs(guide.pins - tentative.pins) > connection["pin_tolerance"]:
        return False
    return rules not in ("colors", "both") or color_accepts(connection["color_matrix"], guide.color, tentative.color)


def color_accepts(matrix, guide, tentative):
    rows = {color.strip().lower(): [value.strip().lower() for value in row] for color, row in matrix.items()}
    if guide in rows:
        return "*" in rows[guide] or tentative in rows[guide]
    return guide == "white" or tentative in (guide, "white")
