#!/usr/bin/env python3
"""Solves the positions of solved.epd: python3 values.py PROGRAM, where PROGRAM is `ataxx`.

Prints those with another value or distance, and exits with 1 if there are any.
"""

import json
import subprocess
import sys

from certificates import positions


def solve(program, rules, entries):
    """The answers to positions under these rules, by their names."""
    command = [program, "solve", "--exact", "--rules", rules, "--batch", "-"]
    lines = "".join(f"{fen}; id {known['id']}\n" for fen, known in entries)
    output = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout
    return {found["id"]: found for found in map(json.loads, output.splitlines())}


def main(program):
    by_rules = {}
    for fen, known in positions():
        by_rules.setdefault(known["rules"], []).append((fen, known))
    solved = different = 0
    for rules, entries in by_rules.items():
        found = solve(program, rules, entries)
        for fen, known in entries:
            expected = known["value"], known.get("distance")
            answer = found[known["id"]]
            distance = answer.get("distance")
            value = answer["verdict"], None if distance is None else str(distance)
            solved += value == expected
            if value != expected:
                different += 1
                print(f"{known['id']}: expected {expected}, found {value}: {fen} under {rules}")
    print(f"{solved} values as expected, {different} not")
    return 1 if different or not solved else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
