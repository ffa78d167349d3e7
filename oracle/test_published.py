"""The twelve published maps: python3 test_published.py REFERENCE_DIR"""
import json
import sys
from pathlib import Path

from oracle import generate


def main(reference):
    published = json.loads((reference / "published.json").read_text(encoding="utf-8"))
    right = total = 0
    for kit, maps in published.items():
        for preset, expected in maps.items():
            found = generate(reference / kit, preset)
            count = len(found["pieces"])
            total += 1
            right += count == expected
            verdict = "ok" if count == expected else "WRONG"
            print(f"{verdict:5} {kit}/{preset}: {count} of {expected}, near-ties {found['near_ties']}, {found['stop']}")
    print(f"{right} of {total}")
    return 0 if right == total else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
