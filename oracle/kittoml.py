"""Random settings for the fuzzer: a kit.toml with presets, and options for the command line."""
import json

from kits import PALETTE, random_style, write_piece

METHODS = ["arena", "corridor", "star", "branch"]
SIZES = {  # tiny, usual, large
    "max_pieces": [(1, 3), (5, 60), (100, 300)],
    "arm_length": [(1, 2), (3, 12), (15, 40)],
    "arm_length_var": [(0, 0), (0, 4), (5, 30)],
    "branch_count": [(1, 2), (3, 8), (9, 20)],
    "branch_length": [(1, 2), (3, 12), (12, 30)],
    "branch_length_var": [(0, 0), (0, 4), (5, 30)],
}


def sized(rng, key):
    low, high = rng.choices(SIZES[key], weights=(1, 4, 1))[0]
    return rng.randint(low, high)


def random_seed(rng):
    return rng.choice([
        rng.randint(-(2**31), 2**31 - 1), rng.randint(-(2**31), 2**31 - 1), rng.randint(-(2**63), 2**63 - 1),
        rng.choice([0, 1, -1, 2**63 - 1, -(2**63), 2**32, 2**31]),
    ])


def some(rng, chance, table):
    """A random part of a table: what is left out falls to the layer below."""
    return {key: value for key, value in table.items() if rng.random() < chance}


def random_generation(rng, chance):
    return some(rng, chance, {
        "max_fails": rng.choice([1, 3, 10, 20, 30, 50, 50]),
        "piece_distance": rng.choice([0.0, 0.0001, 0.0001, 0.02, 0.5, round(rng.uniform(0, 6), 3)]),
        "check_overlaps": rng.random() < 0.85,
        "clearance": rng.choice([0.0, 0.01, 0.01, 0.1, round(rng.uniform(0, 0.1), 4)]),
    })


def random_selection(rng, chance):
    table = {"method": rng.choice(METHODS), "starter_con_tol": rng.randint(0, 2)}
    return some(rng, chance, table | {key: sized(rng, key) for key in SIZES})


def random_matrix(rng, colors):
    """Rows of the guide's color, seldom symmetric; some take everything, a few nothing at all."""
    matrix = {}
    for color in rng.sample(PALETTE, rng.randint(0, 4)):
        row = rng.sample(colors + ["white"], rng.randint(1, len(colors)))
        matrix[color] = ["*"] if rng.random() < 0.35 else sorted(set(row))
    return matrix


def random_connection(rng, chance, colors):
    table = some(rng, chance, {
        "matching_rules": rng.choice(["none", "pins", "colors", "both", "both"]),
        "pin_tolerance": rng.randint(0, 2),
    })
    if rng.random() < 0.4:
        table["color_matrix"] = random_matrix(rng, colors)
    return table


def random_preset(rng, colors):
    layers = {
        "generation": random_generation(rng, 0.4) | some(rng, 0.5, {"seed": random_seed(rng)}),
        "connection": random_connection(rng, 0.3, colors),
        "selection": random_selection(rng, 0.4),
    }
    return {section: table for section, table in layers.items() if table}


def random_lists(rng, folder, names):
    """The [kit] table: starters among the pieces or beside them."""
    if rng.random() < 0.25 and all(name.endswith(".glb") for name in names):
        kit = {"name": "fuzz", "pieces": ["*.glb"]}
        inside, outside = names, []
    else:
        inside = list(names)
        rng.shuffle(inside)
        outside = [inside.pop() for _ in range(rng.choice([0, 0, 1])) if len(inside) > 1]
        kit = {"name": "fuzz", "pieces": inside}
    if outside or rng.random() < 0.4:
        kit["starters"] = rng.sample(inside, rng.randint(0 if outside else 1, len(inside))) + outside
        kit["use_starters"] = rng.random() < 0.8
    return kit


def random_kit(rng, folder):
    """Writes a kit; returns its settings as a table."""
    style = random_style(rng)
    names = []
    for number in range(rng.randint(2, 7)):
        ending = "gltf" if rng.random() < 0.08 else "glb"
        names.append(f"{rng.choice('abcdefgh')}{number}.{ending}")
        write_piece(rng, folder / names[-1], style)
    kit = {
        "kit": random_lists(rng, folder, names),
        "connection": random_connection(rng, 0.6, style.colors),
        "generation": {"rng": "unity", "seed": random_seed(rng)} | random_generation(rng, 0.8),
        "selection": {"method": rng.choice(METHODS)} | random_selection(rng, 0.8),
        "presets": {name: random_preset(rng, style.colors) for name in ("one", "two")[: rng.randint(0, 2)]},
    }
    (folder / "kit.toml").write_text(toml(kit), encoding="utf-8")
    return kit


# Command line -----------------------------------------------------------------------------------------


def random_sets(rng, count):
    """`--set` values over any section but the rng."""
    tables = {
        "generation": random_generation(rng, 1.0) | {"seed": random_seed(rng)},
        "selection": random_selection(rng, 1.0),
        "connection": {
            "matching_rules": rng.choice(["none", "pins", "colors", "both"]), "pin_tolerance": rng.randint(0, 2),
        },
    }
    every = [(section, key, value) for section, table in tables.items() for key, value in table.items()]
    return [f"{section}.{key}={toml_value(value)}" for section, key, value in rng.sample(every, count)]


def random_options(rng, presets, busy=False):
    """(preset, seed, sets) for both sides."""
    preset = rng.choice(sorted(presets)) if presets and rng.random() < 0.6 else None
    seed = random_seed(rng) if rng.random() < (0.8 if busy else 0.25) else None
    count = rng.randint(0, 6) if busy else rng.choice([0, 0, 0, 1, 2])
    return preset, seed, random_sets(rng, count)


# TOML -------------------------------------------------------------------------------------------------


def toml_value(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    return json.dumps(value)  # strings, numbers and booleans are written alike


def toml_key(key):
    return key if key.replace("_", "").isalnum() else json.dumps(key)


def toml(tables):
    lines = []
    for section, table in tables.items():
        if section == "presets":
            for name, preset in table.items():
                lines += [f"[presets.{name}]"] + [f"{key} = {toml_value(value)}" for key, value in preset.items()]
            continue
        lines += [f"[{section}]"] + [f"{toml_key(key)} = {toml_value(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"
