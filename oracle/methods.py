"""The four selection methods: where to start, and which piece is the next guide.

`name_guide` returns (index of the piece, None), or (None, why the map ends).
"""


class Arena:
    wants_many = True

    def __init__(self, options, _rng):
        self.max_pieces = options["max_pieces"]

    def is_full(self, placed):
        return len(placed) >= self.max_pieces

    def name_guide(self, placed, guide):
        if self.is_full(placed):
            return None, "piece limit"
        if placed[guide].free > 0:
            return guide, None
        if guide + 1 < len(placed):
            return guide + 1, None
        return None, "no later piece"


class Corridor(Arena):
    wants_many = False

    def name_guide(self, placed, guide):
        if self.is_full(placed):
            return None, "piece limit"
        return len(placed) - 1, None


class Arms:
    """What star and branch share: runs of pieces whose length is drawn."""

    length_key = ""

    def __init__(self, options, rng):
        self.rng = rng
        self.length = options[self.length_key]
        self.var = options[self.length_key + "_var"]
        self.begin()

    def is_full(self, _placed):
        return False  # max_pieces is for arena and corridor

    def begin(self):
        self.goal = self.rng.between(self.length - self.var, self.length + self.var + 1)
        self.count = 0

    def over(self, placed):
        return self.count >= self.goal or placed[-1].free == 0


class Star(Arms):
    wants_many = True
    length_key = "arm_length"

    def name_guide(self, placed, _guide):
        self.count += 1
        if not self.over(placed):
            return len(placed) - 1, None
        self.begin()
        if placed[0].free == 0:
            return None, "the hub is full"
        return 0, None


class Branch(Arms):
    wants_many = False
    length_key = "branch_length"

    def __init__(self, options, rng):
        super().__init__(options, rng)
        self.branches = options["branch_count"]
        self.base = max(1, options["branch_length"] // options["branch_count"])
        self.begun = 1

    def name_guide(self, placed, _guide):
        if not self.over(placed):
            self.count += 1
            return len(placed) - 1, None
        if self.begun >= self.branches:
            return None, "all branches begun"
        root = self.jump(placed)
        self.begin()
        self.begun += 1
        if placed[root].free == 0:
            return None, "no piece with a free connector near the jump"
        return root, None

    def jump(self, placed):
        """The piece at the jump, or the first with a free connector of the base's number of looks around it."""
        last = len(placed) - 1
        jump = self.begun * self.base
        if jump > last:
            jump = max(0, self.rng.between(len(placed) - self.base, len(placed)))
        at, look = jump, 0
        while placed[at].free == 0 and look < self.base:
            step = look // 2 + 1
            at = min(last, max(0, jump + (step if look % 2 == 0 else -step)))
            look += 1
        return at


METHODS = {"arena": Arena, "corridor": Corridor, "star": Star, "branch": Branch}
