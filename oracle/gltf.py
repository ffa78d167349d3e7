"""A small glTF reader: nodes of the default scene with world matrices, extras, and mesh vertices.

Only what the oracle needs. A matrix is (columns, translation): three column vectors and a point.
"""
import base64
import json
import math
import struct
import urllib.parse
from dataclasses import dataclass, field
from pathlib import Path

COMPONENTS = {5120: ("b", 1), 5121: ("B", 1), 5122: ("h", 2), 5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}
NORMALIZED = {5120: 127.0, 5121: 255.0, 5122: 32767.0, 5123: 65535.0}
IDENTITY = (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))


class KitError(Exception):
    """Bad input: the message is for the user."""


@dataclass
class Node:
    index: int
    name: str
    world: tuple
    extras: dict
    extensions: dict
    mesh: int | None
    points: list = field(default_factory=list)  # the mesh's vertices, in the node's own space


def turn(columns, v):
    """The linear part of a matrix applied to a vector."""
    a, b, c = columns
    return tuple(a[k] * v[0] + b[k] * v[1] + c[k] * v[2] for k in range(3))


def apply(matrix, point):
    columns, origin = matrix
    moved = turn(columns, point)
    return tuple(moved[k] + origin[k] for k in range(3))


def compose(parent, child):
    return tuple(turn(parent[0], column) for column in child[0]), apply(parent, child[1])


def rotation_columns(quaternion):
    # Files hold single precision numbers, so the length is off by 1e-8: normalise, or boxes would grow.
    length = math.sqrt(sum(q * q for q in quaternion))
    if length == 0.0:
        raise KitError("a rotation of length zero")
    x, y, z, w = (q / length for q in quaternion)
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
        (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
        (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    )


def local_matrix(node):
    if "matrix" in node:
        m = node["matrix"]
        return (tuple(m[0:3]), tuple(m[4:7]), tuple(m[8:11])), tuple(m[12:15])
    columns = rotation_columns(node.get("rotation", (0.0, 0.0, 0.0, 1.0)))
    scale = node.get("scale", (1.0, 1.0, 1.0))
    scaled = tuple(tuple(value * scale[k] for value in columns[k]) for k in range(3))
    return scaled, tuple(node.get("translation", (0.0, 0.0, 0.0)))


def split_glb(data, path):
    """The JSON text and the binary chunk of a .glb."""
    text, binary, at = None, None, 12
    while at + 8 <= len(data):
        size, kind = struct.unpack_from("<II", data, at)
        chunk = data[at + 8 : at + 8 + size]
        if kind == 0x4E4F534A and text is None:
            text = chunk
        elif kind == 0x004E4942 and binary is None:
            binary = chunk
        at += 8 + size
    if text is None:
        raise KitError(f"{path}: a .glb without JSON")
    return text, binary


def load_buffer(buffer, binary, folder):
    uri = buffer.get("uri")
    if uri is None:
        return binary
    if uri.startswith("data:"):
        return base64.b64decode(uri.split(",", 1)[1])
    return (folder / urllib.parse.unquote(uri)).read_bytes()


class File:
    """One piece file, opened."""

    def __init__(self, path):
        path = Path(path)
        data = path.read_bytes()
        binary = None
        if data[:4] == b"glTF":
            data, binary = split_glb(data, path)
        try:
            self.document = json.loads(data)
        except ValueError as error:
            raise KitError(f"{path}: not a glTF: {error}") from error
        buffers = self.document.get("buffers", [])
        self.buffers = [load_buffer(buffer, binary, path.parent) for buffer in buffers]
        self.nodes = self._scene_nodes()

    def _scene_nodes(self):
        """Nodes of the default scene in the order of the file's `nodes` array, not of the tree."""
        document, found = self.document, {}
        scenes = document.get("scenes", [])
        roots = scenes[document.get("scene", 0)].get("nodes", []) if scenes else []
        waiting = [(root, IDENTITY) for root in roots]
        while waiting:
            index, parent = waiting.pop()
            if index in found:
                raise KitError(f"node {index} has two parents")
            node = document["nodes"][index]
            world = compose(parent, local_matrix(node))
            found[index] = self._node(index, node, world)
            waiting += [(child, world) for child in node.get("children", [])]
        return [found[index] for index in sorted(found)]

    def _node(self, index, node, world):
        extras = node.get("extras")
        mesh = node.get("mesh")
        name = node.get("name")
        if not name and mesh is not None:
            name = self.document["meshes"][mesh].get("name")
        return Node(
            index=index,
            name=name or "",
            world=world,
            extras=extras if isinstance(extras, dict) else {},
            extensions=node.get("extensions", {}),
            mesh=mesh,
            points=[] if mesh is None else self._mesh_points(mesh),
        )

    def _mesh_points(self, mesh):
        points = []
        for primitive in self.document["meshes"][mesh]["primitives"]:
            if "POSITION" in primitive["attributes"]:
                points += self._vectors(primitive["attributes"]["POSITION"])
        return points

    def _vectors(self, index):
        accessor = self.document["accessors"][index]
        if "sparse" in accessor or "bufferView" not in accessor:
            raise KitError("sparse accessors are beyond the oracle")
        view = self.document["bufferViews"][accessor["bufferView"]]
        code, size = COMPONENTS[accessor["componentType"]]
        stride = view.get("byteStride", 3 * size)
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        data = self.buffers[view["buffer"]]
        rows = [struct.unpack_from("<3" + code, data, start + k * stride) for k in range(accessor["count"])]
        if accessor.get("normalized"):
            unit = NORMALIZED[accessor["componentType"]]
            rows = [tuple(max(-1.0, value / unit) for value in row) for row in rows]
        return rows
