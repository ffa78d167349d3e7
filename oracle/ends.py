"""The `[ends]` of a kit: which caps and doors a kind of connector has, and whether it may stay free."""
from dataclasses import dataclass, field

from gltf import KitError
from settings import file_names, piece_id

END_KEYS = {"cap", "door", "free"}
FREE = ("may", "never")


@dataclass
class End:
    """What holds for one kind of connector. Ids as often as they are listed: that is their weight."""

    caps: list = field(default_factory=list)
    doors: list = field(default_factory=list)
    free: str = "may"

    @property
    def never(self):
        return self.free == "never"


def read_kind(text):
    """(pins, color) of "2 white", each None for "*". A color may have spaces in it."""
    pins, _, color = text.strip().partition(" ")
    color = color.strip().lower()
    if not color or not (pins == "*" or pins.isdecimal()):
        raise KitError(f"ends.{text!r}: no kind of connector")
    return (None if pins == "*" else int(pins)), (None if color == "*" else color)


class Ends:
    def __init__(self, folder, sections):
        self.sections = {}
        for text, table in sections.items():
            if set(table) - END_KEYS:
                raise KitError(f"ends.{text!r}: unknown {sorted(set(table) - END_KEYS)}")
            if table.get("free", "may") not in FREE:
                raise KitError(f"ends.{text!r}: free is {table['free']!r}")
            files = {key: file_names(folder, table[key]) for key in ("cap", "door") if key in table}
            self.sections[read_kind(text)] = table | files

    def files(self):
        """Every file named as a cap or a door, once."""
        lists = [table.get(key, []) for table in self.sections.values() for key in ("cap", "door")]
        return list(dict.fromkeys(name for names in lists for name in names))

    def of(self, connector):
        """Each key from the most specific section that gives it: pins and color, pins, color, `* *`."""
        pins, color = connector.pins, connector.color
        order = [self.sections.get(kind, {}) for kind in ((pins, color), (pins, None), (None, color), (None, None))]

        def first(key, default):
            return next((table[key] for table in order if key in table), default)

        caps, doors = ([piece_id(name) for name in first(key, [])] for key in ("cap", "door"))
        return End(caps, doors, first("free", "may"))

    def says_never(self):
        return any(table.get("free") == "never" for table in self.sections.values())


def drawn_names(folder, patterns, ends):
    """The files of `kit.pieces`; one that is named as a cap or a door only by its full name."""
    named, found = set(ends.files()), []
    for pattern in patterns:
        names = file_names(folder, [pattern])
        found += [name for name in names if name == pattern or name not in named]
    return found
