"""Writes small piece files for the fuzzer: nodes given in world space, stored under nested groups."""
import base64
import json
import math
import struct

from gltf import local_matrix

UNTURNED = (0.0, 0.0, 0.0, 1.0)
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
BOX_FACES = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]


def single(value):
    """Rounded to single precision: what Blender writes, and what every reader agrees on."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def singles(values):
    return [single(value) for value in values]


def times(a, b):
    """Product of quaternions x, y, z, w: b first, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def inverse(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    turned = times(times(q, (*v, 0.0)), inverse(q))
    return turned[:3]


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return tuple(math.sin(half) * part for part in axis) + (math.cos(half),)


def yaw(degrees):
    return about((0.0, 1.0, 0.0), degrees)


class Writer:
    """Collects nodes and meshes; `write` shuffles the node array so that its order means something."""

    def __init__(self):
        self.nodes, self.parents, self.frames = [], [], []
        self.meshes, self.accessors, self.views, self.data = [], [], [], bytearray()
        self.extensions = {}

    def group(self, name, parent=None, position=(0.0, 0.0, 0.0), rotation=UNTURNED, scale=1.0):
        """A plain parent node; `scale` is uniform (below zero: mirrored), so that nothing shears."""
        node = {"name": name, "translation": singles(position)}
        if rotation != UNTURNED:
            node["rotation"] = singles(rotation)
        if scale != 1.0:
            node["scale"] = [single(scale)] * 3
        outer = self.frames[parent] if parent is not None else ((0.0, 0.0, 0.0), UNTURNED, 1.0)
        moved = rotate(outer[1], [outer[2] * part for part in position])
        frame = (
            tuple(outer[0][k] + moved[k] for k in range(3)), times(outer[1], rotation), outer[2] * scale,
        )
        return self._append(node, parent, frame)

    def node(self, name, parent, position, rotation=UNTURNED, scale=None, **more):
        """A node given by its world position, rotation and scale."""
        origin, turn, size = self.frames[parent] if parent is not None else ((0.0, 0.0, 0.0), UNTURNED, 1.0)
        back = rotate(inverse(turn), [position[k] - origin[k] for k in range(3)])
        inner = times(inverse(turn), rotation)
        if size < 0:
            inner = times(inner, about((1.0, 0.0, 0.0), 180.0))  # undoes a mirror for -Z and +Y
        node = {"translation": singles(part / size for part in back), **more}
        if name is not None:
            node["name"] = name
        if inner != UNTURNED:
            node["rotation"] = singles(inner)
        if scale is not None or size != 1.0:
            node["scale"] = singles(part / abs(size) for part in (scale or (1.0, 1.0, 1.0)))
        return self._append(node, parent, None)

    def _append(self, node, parent, frame):
        self.nodes.append(node)
        self.parents.append(parent)
        self.frames.append(frame)
        return len(self.nodes) - 1

    def box_mesh(self, name, low, high, diamond=False):
        """A box, or a diamond that touches the box's sides only in their middles.

        Turned, the box around a diamond is smaller than the box around its local bounds.
        """
        points = [tuple(high[k] if side[k] > 0 else low[k] for k in range(3)) for side in CORNERS]
        if diamond:
            x, z = (low[0] + high[0]) / 2, (low[2] + high[2]) / 2
            points = [(p[0], p[1], z) if s[0] == s[2] else (x, p[1], p[2]) for p, s in zip(points, CORNERS)]
        points = [tuple(singles(point)) for point in points]
        place = self._accessor(b"".join(struct.pack("<3f", *p) for p in points), 5126, "VEC3", 8)
        self.accessors[place]["min"] = [min(p[k] for p in points) for k in range(3)]
        self.accessors[place]["max"] = [max(p[k] for p in points) for k in range(3)]
        faces = self._accessor(struct.pack("<36H", *BOX_FACES), 5123, "SCALAR", 36)
        self.meshes.append({"name": name, "primitives": [{"attributes": {"POSITION": place}, "indices": faces}]})
        return len(self.meshes) - 1

    def _accessor(self, data, component, kind, count):
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)})
        self.data += data + b"\0" * (-len(data) % 4)
        self.accessors.append(
            {"bufferView": len(self.views) - 1, "componentType": component, "count": count, "type": kind}
        )
        return len(self.accessors) - 1

    def shape(self, extension, size):
        """A box in the list of a physics extension; returns its number."""
        shapes = self.extensions.setdefault(extension, {"shapes": []})["shapes"]
        shapes.append({"type": "box", "box": {"size": singles(size)}})
        return len(shapes) - 1

    def document(self, rng, decoy_scene):
        order = list(range(len(self.nodes)))
        rng.shuffle(order)
        place = {old: new for new, old in enumerate(order)}
        nodes = [dict(self.nodes[old]) for old in order]
        for node in nodes:
            if rng.random() < 0.05:
                store_as_matrix(node)
        children = list(range(len(self.nodes)))
        rng.shuffle(children)  # the order among siblings is another one than that of the array
        roots = []
        for child in children:
            parent = self.parents[child]
            siblings = roots if parent is None else nodes[place[parent]].setdefault("children", [])
            siblings.append(place[child])
        document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes}
        if decoy_scene:
            nodes.append({"name": "connector_4_decoy", "translation": [9.0, 9.0, 9.0], "extras": {"pins": 4}})
            document["scenes"].insert(0, {"nodes": [len(nodes) - 1]})
            document["scene"] = 1
        if self.meshes:
            document |= {"meshes": self.meshes, "accessors": self.accessors, "bufferViews": self.views}
        if self.extensions:
            used = {name for node in nodes for name in node.get("extensions", {})} | set(self.extensions)
            document |= {"extensions": self.extensions, "extensionsUsed": sorted(used)}
        return document

    def write(self, path, rng, decoy_scene=False):
        """As .glb, or as .gltf with the buffer inside or beside it."""
        document = self.document(rng, decoy_scene)
        data = bytes(self.data)
        if path.suffix == ".glb":
            if data:
                document["buffers"] = [{"byteLength": len(data)}]
            path.write_bytes(glb(document, data))
            return
        if data:
            uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
            if rng.random() < 0.5:
                uri = path.stem + ".bin"
                (path.parent / uri).write_bytes(data)
            document["buffers"] = [{"byteLength": len(data), "uri": uri}]
        path.write_text(json.dumps(document), encoding="utf-8")


def store_as_matrix(node):
    """The other way to write a node's place."""
    columns, origin = local_matrix(node)
    for key in ("translation", "rotation", "scale"):
        node.pop(key, None)
    node["matrix"] = singles(part for column in columns for part in (*column, 0.0)) + [*origin, 1.0]


def glb(document, data):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if data:
        chunks += struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
