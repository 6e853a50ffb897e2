#!/usr/bin/env python3
"""Prints a corpus of solved positions: python3 generate.py PROGRAM, where PROGRAM is `ataxx`.

The positions are from games of its seeded player against itself, with random blocks. All are
solved, and those are kept whose value and distance are proved within the limit of nodes. Other
versions of the program may play other games.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from verify import RED, Position, Rules  # noqa: E402

NODES = 50_000
RULES = ["2022", "2022", "uai", "uai", "2008", "reloaded"]
POSITIONS = 1000
# At most how many positions there are from each number of nodes on, easy to hard.
CLASSES = [(0, 200), (100, 350), (1_000, 400), (10_000, 400)]
HEADER = """\
# Positions with their proved values: the side to move can force a win (or cannot avoid a loss) in
# exactly `distance` plies, or neither side can force a win (draw). Easy to hard, by the nodes that
# `ataxx solve --exact` took with the rules of each line.
#
# Origin: seeded games of the player of ataxx-toolkit against itself, generate.py beside this file.
# Licence: as ataxx-toolkit, MIT or Apache-2.0; use it for any purpose.
"""


def game(program, seed):
    """The positions of a seeded game with random blocks, under the rules of 2022."""
    dice = random.Random(seed)
    blocks = dice.choice([[], [], ["c4"], ["c3"], ["d4"], ["d4", "c3"], ["d4", "d5"], ["d4", "b4", "d6"]])
    lines = [f"block {square}" for square in blocks]
    lines += [f"seed {seed}", "auto red", "auto blue", "quit"]
    command = [program, "--nodes", str(dice.choice([10, 30, 100]))]
    output = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    rules = Rules("2022")
    blocked = 0
    for square in blocks:
        file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
        for f in (file, 6 - file):
            for r in (rank, 6 - rank):
                blocked |= 1 << r * 7 + f
    position = Position((1 << 42 | 1 << 6, 1 << 0 | 1 << 48), blocked, RED, 0, 0)
    positions = []
    for line in output.splitlines():
        words = line.rstrip(".").split(" ")
        if words[0] == "*" and words[2:3] == ["moves"]:
            positions.append(position)
            position = rules.play(position, words[3])
            position = position._replace(plies=len(positions))
    return positions


def fen(position):
    ranks = []
    for rank in range(6, -1, -1):
        text, run = "", 0
        for square in range(rank * 7, rank * 7 + 7):
            sets = zip("xo-", (*position.pieces, position.blocks))
            cell = next((letter for letter, squares in sets if squares >> square & 1), None)
            if cell is None:
                run += 1
            else:
                text += (str(run) if run else "") + cell
                run = 0
        ranks.append(text + (str(run) if run else ""))
    side = "x" if position.turn == RED else "o"
    return f"{'/'.join(ranks)} {side} {position.jumps} {position.plies // 2 + 1}"


def solve(program, rules, fens):
    command = [program, "solve", "--batch", "-", "--exact", "--rules", rules, "--nodes", str(NODES)]
    output = subprocess.run(command, input="\n".join(fens), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def candidates(program):
    """Solved positions without an end: nodes, FEN, rules, value, distance."""
    seed = 0
    while True:
        chosen = {rules: [] for rules in RULES}
        for seed in range(seed + 1, seed + 41):
            dice = random.Random(-seed)
            for position in game(program, seed):
                empty = Rules("2022").empty(position).bit_count()
                if 1 <= empty <= 9:
                    rules = dice.choice(RULES)
                    if rules != "reloaded" or not position.blocks:
                        jumps = 0 if rules == "reloaded" else position.jumps
                        chosen[rules].append(fen(position._replace(jumps=jumps)))
        for rules, fens in chosen.items():
            for found in solve(program, rules, fens):
                if found["verdict"] == "draw" or "distance" in found:
                    yield found["nodes"], found["position"], rules, found["verdict"], found.get("distance")


def main(program):
    wanted = dict(CLASSES)
    seen, kept = set(), []
    for entry in candidates(program):
        nodes, position, rules, value, distance = entry
        size = max(least for least, _ in CLASSES if least <= nodes)
        if (position, rules) in seen or distance == 0 or wanted[size] == 0:
            continue
        seen.add((position, rules))
        wanted[size] -= 1
        kept.append(entry)
        if len(kept) == POSITIONS:
            break
    kept.sort()
    print(HEADER)
    for number, (_, position, rules, value, distance) in enumerate(kept, 1):
        distance = "" if distance is None else f"; distance {distance}"
        print(f"{position}; rules {rules}; value {value}{distance}; id {number:04}")


if __name__ == "__main__":
    main(*sys.argv[1:])
