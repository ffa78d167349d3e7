"""Random pieces for the fuzzer. They are made to grow: doors on a common floor, few kinds, boxes set back."""
import math
from dataclasses import dataclass, field

from glbfile import UNTURNED, Writer, about, rotate, times, yaw

# How to turn a node so that another of its axes takes the place of -Z, its +Y staying where possible.
AXIS_TURNS = {
    "-Z": UNTURNED, "+Z": yaw(180), "+X": yaw(90), "-X": yaw(-90),
    "+Y": about((1.0, 0.0, 0.0), -90), "-Y": about((1.0, 0.0, 0.0), 90),
}
PALETTE = ["white", "red", "blue", "green", "grey", "#ff0000", "#00ffff"]
RGB = {"#ff0000": [1.0, 0.0, 0.0], "#00ffff": [0.0, 1.0, 1.0, 1.0]}
COLLIDER_STYLES = ["empty"] * 8 + ["mesh"] * 2 + ["omi", "khr"] + ["named"] * 4 + ["drawn"] * 3


@dataclass
class Door:
    position: tuple
    yaw: float  # degrees; 0 looks along -Z
    pitch: float = 0.0

    @property
    def rotation(self):
        return times(yaw(self.yaw), about((1.0, 0.0, 0.0), self.pitch))

    @property
    def heading(self):
        return rotate(self.rotation, (0.0, 0.0, -1.0))


@dataclass
class Solid:
    center: tuple
    half: tuple
    rotation: tuple = UNTURNED


@dataclass
class Style:
    """What the pieces of one kit have in common."""

    angle: int
    colors: list
    pins: list
    levels: list
    extras: str
    big: float
    slim: float  # boxes smaller than the doors' distance leave room for crowded maps
    grid: bool  # rooms of one size, as in most real kits
    exotic: list = field(default_factory=list)


def random_style(rng):
    return Style(
        angle=rng.choice([15, 30, 45, 90, 90, 0]),
        colors=rng.sample(PALETTE, rng.choice([1, 1, 2, 2, 3, 4])),
        pins=[rng.randint(1, 4) for _ in range(rng.choice([1, 1, 1, 2, 3]))],
        levels=[0.0] if rng.random() < 0.7 else [0.0, round(rng.uniform(0.3, 3.0), 3)],
        extras=rng.choice(["extras", "extras", "both", "both", "name"]),
        big=rng.choice([0.2, 0.4, 1.0, 1.0, 2.0, 4.0]),
        slim=rng.choice([1.0, 1.0, 0.6, 0.3, 0.15]),
        grid=rng.random() < 0.2,
        exotic=[kind for kind in ("shaft", "tilt", "beams", "beams") if rng.random() < 0.25],
    )


def some_angle(rng, style, whole=360):
    if style.angle == 0 or rng.random() < 0.1:
        return round(rng.uniform(0, whole), 2)
    return style.angle * rng.randrange(max(1, whole // style.angle))


def outward(degrees, reach, height):
    """The point at a distance in the direction that a yaw looks to."""
    turn = math.radians(degrees)
    return (-reach * math.sin(turn), height, -reach * math.cos(turn))


# Shapes: each returns (doors, solids) -----------------------------------------------------------------


def room(rng, style):
    half = [round(rng.uniform(0.8, 2.5) * style.big, 3) for _ in range(3)]
    if style.grid:
        half = [2.0 * style.big] * 3
    sides = rng.sample(range(4), rng.choice([2, 3, 3, 4, 4])) + rng.choices(range(4), k=rng.choice([0, 0, 1, 2]))
    doors = []
    for side in sides:
        reach, width = (half[2], half[0]) if side % 2 == 0 else (half[0], half[2])
        out, along = outward(90 * side, reach, 0), outward(90 * side + 90, rng.uniform(-0.6, 0.6) * width, 0)
        if style.grid or rng.random() < 0.6:
            along = (0.0, 0.0, 0.0)
        doors.append(Door((out[0] + along[0], rng.choice(style.levels), out[2] + along[2]), 90 * side))
    inset = 0.013 if style.grid else rng.uniform(0.003, 0.2 * min(1.0, style.big))
    return doors, [Solid((0.0, 0.4 * half[1], 0.0), tuple(side - inset for side in half))]


def hub(rng, style):
    reach = rng.uniform(1.5, 4.0) * style.big
    angles = {some_angle(rng, style) for _ in range(rng.randint(2, 6))}
    doors, solids = [], [Solid((0.0, 0.3, 0.0), (reach / 3, 0.7, reach / 3), yaw(some_angle(rng, style)))]
    inset = rng.uniform(0.003, 0.2 * min(1.0, style.big))
    for degrees in sorted(angles):
        twist = rng.choice([0, 0, 0, 0, 15, -30])
        doors.append(Door(outward(degrees, reach, rng.choice(style.levels)), degrees + twist))
        middle = outward(degrees, reach / 2, 0.3)
        spoke = Solid(middle, (rng.uniform(0.2, 0.6), 0.6, reach / 2 - inset), yaw(degrees))
        solids += [spoke] if rng.random() < 0.8 else []
    return doors, solids


def corridor(rng, style):
    length = rng.uniform(1.0, 4.0) * style.big
    width = rng.uniform(0.3, 1.0)
    inset = rng.uniform(0.003, 0.2 * min(1.0, style.big))
    rise = rng.choice([0.0, 0.0, 0.0, round(rng.uniform(-2, 2), 2)])
    doors = [Door((0.0, 0.0, length), 180), Door((0.0, rise, -length), some_angle(rng, style, 90) - 45)]
    if rng.random() < 0.6:
        doors[1].yaw = 0
    tilt = math.degrees(math.atan2(rise, 2 * length))  # a ramp's box leans with it
    solid = Solid((0.0, rise / 2 + 0.1, 0.0), (width, 0.5, length - inset), about((1.0, 0.0, 0.0), tilt))
    return doors, [solid]


def shaft(rng, style):
    """Doors up and down, whose up axes decide the turn, and some at the sides."""
    doors, solids = room(rng, style)
    low, high = -round(rng.uniform(1, 4), 2), round(rng.uniform(1, 4), 2)
    doors.append(Door((0.0, high, 0.0), some_angle(rng, style), 90))
    if rng.random() < 0.85:
        doors.append(Door((round(rng.uniform(-0.3, 0.3), 2), low, 0.0), some_angle(rng, style), -90))
    solids.append(Solid((0.0, (low + high) / 2, 0.0), (0.4, (high - low) / 2 - rng.uniform(0.01, 0.2), 0.4)))
    return doors, solids


def tilted(rng, style):
    """One door looks up at an angle, the other down by the same angle."""
    pitch = rng.choice([10, 20, 30, 45, 60])
    length = rng.uniform(1.0, 3.0)
    rise = length * math.tan(math.radians(min(pitch, 45)))
    doors = [Door((0.0, rise, -length), 0, pitch), Door((0.0, -rise, length), 180, -pitch)]
    if rng.random() < 0.5:
        doors.append(Door((length, 0.0, 0.0), -90))
    return doors, [Solid((0.0, 0.0, 0.0), (0.4, 0.3, length * 0.9), about((1.0, 0.0, 0.0), pitch))]


def dead_end(rng, style):
    doors, solids = room(rng, style)
    return doors[:1], solids


def beams(rng, style):
    """Thin boxes turned every way: where two of them pass, only an axis across both edges parts them."""
    found = []
    for _ in range(rng.randint(1, 3)):
        axis = rng.choice([(1.0, 0.0, 0.0), (0.6, 0.0, 0.8), (0.48, 0.6, 0.64)])
        center = tuple(rng.uniform(-1, 1) * style.big for _ in range(3))
        half = (rng.uniform(0.02, 0.15), rng.uniform(0.02, 0.15), rng.uniform(1.0, 4.0) * style.big)
        found.append(Solid(center, half, about(axis, rng.uniform(0, 360))))
    return found


def random_shape(rng, style):
    kinds = [room] * 6 if style.grid else [room, room, hub, hub, corridor, corridor]
    kinds += [shaft] * 3 if "shaft" in style.exotic else []
    kinds += [tilted] * 3 if "tilt" in style.exotic else []
    kinds += [dead_end] if rng.random() < 0.35 else []
    doors, solids = rng.choice(kinds)(rng, style)
    if "beams" in style.exotic:
        solids = solids[: rng.randint(0, 1)] + beams(rng, style)
    for solid in solids:
        solid.half = tuple(side * style.slim for side in solid.half)
    return without_doubles(doors), solids


def without_doubles(doors):
    """Two connectors at one place with one heading are an error of the kit."""
    kept = []
    for door in doors:
        same = [
            other for other in kept
            if math.dist(door.position, other.position) < 0.05 and math.dist(door.heading, other.heading) < 0.1
        ]
        kept += [] if same else [door]
    return kept


# Nodes ------------------------------------------------------------------------------------------------


def spelled_name(rng, pins, color):
    """A connector's name that says pins and color, in one of the ways the contract allows."""
    mark = rng.choice(["_", "_", "_", "-", " ", "."])
    words = [rng.choice(["connector", "connector", "Connector", "CONN", "socket"])]
    if pins != 1 or rng.random() < 0.7:
        words.append(str(pins))
    if color != "white" or rng.random() < 0.5:
        words.append(rng.choice([color, color.upper(), color.title()]))
    elif mark == ".":
        mark = "_"  # `connector.2` could be a copy number
    name = mark.join(words)
    if rng.random() < 0.3:
        name += rng.choice([".001", ".002", ".014"])
    elif color in words[-1].lower() and rng.random() < 0.2:
        name += rng.choice(["2", "_3", "07"])
    return name


def connector_extras(rng, pins, color):
    extras = {"pins": rng.choice([pins, pins, float(pins), str(pins)])}
    if color != "white" or rng.random() < 0.5:
        value = RGB[color] if color in RGB else rng.choice([color, color.title()])
        extras[rng.choice(["color", "color", "colour"])] = value
    if rng.random() < 0.1:
        extras["connector"] = rng.choice([True, 1])
    if pins == 1 and rng.random() < 0.2:
        extras.pop("pins")
        extras["connector"] = True
    return extras


def add_connector(rng, writer, parent, door, style):
    pins, color = rng.choice(style.pins), rng.choice(style.colors)
    by_name = style.extras == "name" and color not in RGB
    rotation, more, extras = door.rotation, {}, {}
    if by_name:
        name = spelled_name(rng, pins, color)
    else:
        extras = connector_extras(rng, pins, color)
        name = rng.choice(["Door", "exit", None, "Empty.004"])
        if style.extras == "both":
            # Extras win, so a name that says something else must not matter. A name would fill in what
            # extras leave out, so it speaks of color only where they do.
            spoken = rng.choice([color, "green"]) if "color" in extras or "colour" in extras else "white"
            number = rng.choice([pins, 3]) if "pins" in extras else 1
            name = spelled_name(rng, number, "red" if "#" in spoken else spoken)
    if rng.random() < 0.15:
        axis = rng.choice(["+Z", "+X", "-X", "-Z"] + ([] if abs(door.pitch) == 90 else ["+Y", "-Y"]))
        rotation = times(rotation, AXIS_TURNS[axis])
        extras["axis"] = axis
    if extras:
        more["extras"] = extras
    writer.node(name, parent, door.position, rotation, **more)


def add_mesh_solid(rng, writer, parent, solid, name, **more):
    """A box mesh, off its node's center as often as not."""
    shift = [rng.choice([0.0, rng.uniform(-2, 2)]) for _ in range(3)]
    moved = rotate(solid.rotation, shift)
    low = [-solid.half[k] - shift[k] for k in range(3)]
    high = [solid.half[k] - shift[k] for k in range(3)]
    diamond = more.pop("diamond", False)
    mesh = writer.box_mesh(name + "_mesh", low, high, diamond)
    writer.node(name, parent, tuple(solid.center[k] + moved[k] for k in range(3)), solid.rotation, mesh=mesh, **more)


def add_collider(rng, writer, parent, solid, style, number):
    where = (f"box_{number}", parent, solid.center, solid.rotation)
    full = [2 * side for side in solid.half]
    if style == "empty" and rng.random() < 0.2 and writer.frames[parent][2] == 1.0:
        writer.node(*where, extras={"collider": "box", "size": full})
    elif style == "empty":
        signs = [1, 1, 1] if rng.random() < 0.95 else [-1, 1, 1]
        scale = tuple(solid.half[k] * signs[k] for k in range(3))
        writer.node(*where, scale, extras={"collider": "box"})
    elif style == "mesh":
        add_mesh_solid(rng, writer, parent, solid, f"box_{number}", extras={"collider": "box"})
    elif style == "omi":
        body = {"collider": {"shape": writer.shape("OMI_physics_shape", full)}}
        writer.node(*where, (1.0, 1.0, 1.0), extensions={"OMI_physics_body": body})
    elif style == "khr":
        body = {"collider": {"geometry": {"shape": writer.shape("KHR_implicit_shapes", full)}}}
        writer.node(*where, (1.0, 1.0, 1.0), extensions={"KHR_physics_rigid_bodies": body})
    elif style == "named":
        names = [f"wall{number}-colonly", f"wall{number}-convcolonly", f"UBX_wall_{number}", f"UCX_wall_{number}"]
        add_mesh_solid(rng, writer, parent, solid, rng.choice(names) + rng.choice(["", "", ".001"]))
    else:
        add_mesh_solid(rng, writer, parent, solid, f"wall{number}", diamond=rng.random() < 0.4)


def add_decoys(rng, writer, parent, style):
    """Nodes that must change nothing."""
    large = Solid((0.5, 0.5, 0.0), (6.0, 3.0, 6.0), yaw(20))
    if rng.random() < 0.3:
        writer.node("connector_2_red", parent, (0.1, 0.0, 0.0), extras={"connector": rng.choice([False, 0])})
    if rng.random() < 0.3:
        writer.node("connectors", parent, (0.2, 0.0, 0.0), extras={"color": "red", "note": "x"})
    if rng.random() < 0.2:
        add_mesh_solid(rng, writer, parent, large, rng.choice(["floor-navmesh", "sketch-noimp"]))
    if style != "drawn" and rng.random() < 0.6:
        add_mesh_solid(rng, writer, parent, large, "body")  # drawn, and larger than the colliders
    if style in ("empty", "mesh") and rng.random() < 0.15:
        add_mesh_solid(rng, writer, parent, large, "spare-colonly")  # only the first kind counts


def random_groups(rng, writer):
    """Parents to hang nodes on: a root, sometimes moved, turned, scaled, mirrored or nested groups."""
    groups = [writer.group("piece")]
    for number in range(rng.choice([0, 0, 1, 2])):
        position = [round(rng.uniform(-3, 3), 2) for _ in range(3)]
        degrees = rng.uniform(0, 360)
        rotation = rng.choice([UNTURNED, yaw(90), yaw(degrees), about((0.6, 0.0, 0.8), degrees)])
        scale = rng.choice([1.0] * 8 + [0.5, 2.0, -1.0])
        groups.append(writer.group(f"group{number}", rng.choice(groups), position, rotation, scale))
    return groups


def write_piece(rng, path, style):
    """One random piece file."""
    writer = Writer()
    groups = random_groups(rng, writer)
    doors, solids = random_shape(rng, style)
    for door in doors:
        add_connector(rng, writer, rng.choice(groups), door, style)
    collider_style = rng.choice(COLLIDER_STYLES)
    for number, solid in enumerate(solids):
        add_collider(rng, writer, rng.choice(groups), solid, collider_style, number)
    add_decoys(rng, writer, groups[0], collider_style)
    writer.write(path, rng, decoy_scene=rng.random() < 0.05)
