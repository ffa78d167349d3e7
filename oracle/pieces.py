"""From a glTF file to a piece: its connectors and its collider boxes, in canonical order."""
import math
import re
from dataclasses import dataclass
from pathlib import Path

from gltf import File, KitError, apply, turn

AXES = {
    "+X": (1, 0, 0), "-X": (-1, 0, 0), "+Y": (0, 1, 0),
    "-Y": (0, -1, 0), "+Z": (0, 0, 1), "-Z": (0, 0, -1),
}
SEPARATORS = r"_\-. "  # the inside of a character class
PREFIXES = ("connector", "conn", "socket")


@dataclass
class Connector:
    node: int
    position: tuple
    heading: tuple
    up: tuple
    pins: int
    color: str


@dataclass
class Box:
    center: tuple
    axes: tuple  # three unit vectors
    half: tuple

    def __post_init__(self):
        self.radius = math.sqrt(dot(self.half, self.half))


@dataclass
class Piece:
    name: str
    connectors: list
    boxes: list


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(v):
    length = math.sqrt(dot(v, v))
    if length == 0.0 or not math.isfinite(length):
        raise KitError(f"a direction without length: {v}")
    return (v[0] / length, v[1] / length, v[2] / length)


# Connectors -----------------------------------------------------------------------------------------


def without_copy_number(name):
    """Blender writes `Door.001` for the second `Door`."""
    return re.sub(r"\.\d{3,}$", "", name)


def read_name(name):
    """(pins, color) of a connector's name, each None if not said; None if it is no such name."""
    text = without_copy_number(name.strip().lower())
    match = re.fullmatch(rf"({'|'.join(PREFIXES)})(?:[{SEPARATORS}]+(.*))?", text)
    if not match:
        return None
    pins, rest = None, match.group(2) or ""
    number = re.match(rf"(\d+)(?:[{SEPARATORS}]+|$)", rest)
    if number:
        pins, rest = int(number.group(1)), rest[number.end():]
    # A copy number without a dot: red2, red_2, red-2.
    color = re.sub(rf"[{SEPARATORS}]*\d*$", "", rest)
    return pins, color or None


def read_switch(value):
    if isinstance(value, str):
        return value.strip().lower() in ("true", "1")
    return bool(value)


def read_pins(value, where):
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise KitError(f"{where}: pins {value!r} is no number") from None
    if number != math.floor(number) or number < 1:
        raise KitError(f"{where}: pins {value!r} is not a whole number from 1")
    return int(number)


def read_color(value, where):
    if isinstance(value, str):
        return value.strip().lower()
    if isinstance(value, list) and len(value) in (3, 4):
        shades = [min(255, max(0, math.floor(part * 255 + 0.5))) for part in value[:3]]
        return "#%02x%02x%02x" % tuple(shades)
    raise KitError(f"{where}: color {value!r} is neither a name nor [r, g, b]")


def read_connector(node, where):
    """The connector that a node marks, or None."""
    extras = node.extras
    named = read_name(node.name)
    switch = extras.get("connector")
    off = switch is not None and not read_switch(switch)
    marked = named is not None or "pins" in extras or switch is not None
    if node.mesh is not None or off or not marked:
        return None
    pins, color = named or (None, None)
    if "pins" in extras:
        pins = read_pins(extras["pins"], where)
    for key in ("colour", "color"):
        if key in extras:
            color = read_color(extras[key], where)
    axis = AXES[str(extras.get("axis", "-Z")).strip().upper()]
    columns, position = node.world
    return Connector(
        node=node.index,
        position=position,
        heading=unit(turn(columns, axis)),
        up=unit(columns[1]),
        pins=read_pins(1 if pins is None else pins, where),
        color=color or "white",
    )


# Colliders ------------------------------------------------------------------------------------------


def bounds(points):
    low = tuple(min(point[k] for point in points) for k in range(3))
    high = tuple(max(point[k] for point in points) for k in range(3))
    return low, high


def sheared(columns):
    lengths = [math.sqrt(dot(c, c)) for c in columns]
    pairs = ((0, 1), (0, 2), (1, 2))
    return any(abs(dot(columns[i], columns[j])) > 1e-6 * lengths[i] * lengths[j] for i, j in pairs)


def oriented_box(world, low, high):
    """A node's local box seen through its world matrix."""
    columns = world[0]
    if sheared(columns):
        return box_around_sheared(world, low, high)
    center = apply(world, tuple((low[k] + high[k]) / 2 for k in range(3)))
    axes = tuple(unit(column) for column in columns)
    half = tuple((high[k] - low[k]) / 2 * math.sqrt(dot(columns[k], columns[k])) for k in range(3))
    return Box(center, axes, half)


def box_around_sheared(world, low, high):
    """No box has this shape: the box around it that keeps the first axis and the first plane."""
    x = unit(world[0][0])
    z = unit(cross(x, world[0][1]))
    axes = (x, cross(z, x), z)
    corners = [apply(world, (a, b, c)) for a in (low[0], high[0]) for b in (low[1], high[1]) for c in (low[2], high[2])]
    near, far = bounds([tuple(dot(axis, corner) for axis in axes) for corner in corners])
    middle = tuple((near[k] + far[k]) / 2 for k in range(3))
    return Box(turn(axes, middle), axes, tuple((far[k] - near[k]) / 2 for k in range(3)))


def marked_boxes(file):
    """Kind 1: extras `collider: "box"`, on a mesh or on an empty."""
    boxes = []
    for node in file.nodes:
        if str(node.extras.get("collider", "")).lower() != "box":
            continue
        if node.points:
            low, high = bounds(node.points)
        else:
            # Half extents = |scale|: the local box from -1 to 1. `size` is full, in the node's units.
            high = tuple(side / 2 for side in node.extras.get("size", (2.0, 2.0, 2.0)))
            low = tuple(-side for side in high)
        boxes.append(oriented_box(node.world, low, high))
    return boxes


def shape_number(extensions):
    """Which collider shape a node refers to, and of which list: (list's extension, number)."""
    omi = extensions.get("OMI_physics_body", {}).get("collider", {})
    if "shape" in omi:
        return "OMI_physics_shape", omi["shape"]
    khr = extensions.get("KHR_physics_rigid_bodies", {}).get("collider", {})
    khr = khr.get("geometry", khr)
    if "shape" in khr:
        return "KHR_implicit_shapes", khr["shape"]
    for name in ("OMI_physics_shape", "KHR_implicit_shapes"):  # older drafts: straight on the node
        if "shape" in extensions.get(name, {}):
            return name, extensions[name]["shape"]
    return None


def physics_boxes(file):
    """Kind 2: boxes of the physics extensions."""
    boxes = []
    for node in file.nodes:
        found = shape_number(node.extensions)
        if found is None:
            continue
        shape = file.document["extensions"][found[0]]["shapes"][found[1]]
        if shape.get("type") == "box":
            high = tuple(side / 2 for side in shape.get("box", {}).get("size", (1.0, 1.0, 1.0)))
            boxes.append(oriented_box(node.world, tuple(-side for side in high), high))
    return boxes


def is_collider_name(name):
    name = without_copy_number(name).lower()
    return name.endswith(("-colonly", "-convcolonly")) or name.startswith(("ubx_", "ucx_"))


def named_boxes(file):
    """Kind 3: collider meshes by Godot's and Unreal's names."""
    chosen = [node for node in file.nodes if node.points and is_collider_name(node.name)]
    return [oriented_box(node.world, *bounds(node.points)) for node in chosen]


def drawn_boxes(file):
    """Kind 4: one upright box around everything that is drawn."""
    points = []
    for node in file.nodes:
        if not without_copy_number(node.name).lower().endswith(("-navmesh", "-noimp")):
            points += [apply(node.world, point) for point in node.points]
    if not points:
        return []
    low, high = bounds(points)
    return [oriented_box((((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0)), low, high)]


def load_piece(path):
    path = Path(path)
    file = File(path)
    found = [read_connector(node, f"{path.name}: node {node.index} ({node.name})") for node in file.nodes]
    connectors = [connector for connector in found if connector]
    if not connectors:
        raise KitError(f"{path.name}: no connector")
    # A stable sort: ties keep the node order.
    connectors.sort(key=lambda connector: -connector.pins)
    boxes = marked_boxes(file) or physics_boxes(file) or named_boxes(file) or drawn_boxes(file)
    return Piece(path.stem, connectors, boxes)
