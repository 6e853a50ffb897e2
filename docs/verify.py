#!/usr/bin/env python3
"""Checks certificates: python3 verify.py FILE..., where `-` is standard input.

This follows CERTIFICATES.md and shares no code with the program that writes certificates.
It prints one line for each file, and the exit status is the greatest of theirs: 0 if the
claim is proved, 1 if it is not, and 2 if the file is not a certificate or cannot be read.
"""

import re
import sys
from typing import NamedTuple, Optional

RED, BLUE, DRAW = 0, 1, 2
COLORS = {"red": RED, "blue": BLUE}
FULL = (1 << 49) - 1


class Refused(Exception):
    """The certificate does not prove its claim."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


def number(text, least, most):
    require(re.fullmatch(r"0|[1-9][0-9]{0,9}", text, re.ASCII), f"`{text}` is not a number")
    require(least <= int(text) <= most, f"{text} is not from {least} to {most}")
    return int(text)


# The rules. A set of squares is an integer with one bit for each: a1 is bit 0, b1 bit 1.


def leaps(lengths):
    """For each square, the squares that are these two lengths away along rank and file."""
    table = []
    for square in range(49):
        rank, file = divmod(square, 7)
        squares = 0
        for other in range(49):
            distance = abs(other // 7 - rank), abs(other % 7 - file)
            if distance in lengths or distance[::-1] in lengths:
                squares |= 1 << other
        table.append(squares)
    return table


ADJACENT = leaps([(1, 0), (1, 1)])


def squares_of(squares):
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def most(red, blue):
    """The side with more pieces."""
    return DRAW if red == blue else RED if red > blue else BLUE


class Position(NamedTuple):
    pieces: tuple  # the squares of Red and of Blue
    blocks: int
    turn: int
    jumps: int
    plies: int  # played so far; 0 if the rules do not limit the length of a game


# The settings in the order in which they are written, with what their values look like.
NUMBER = "none|[1-9][0-9]*"
SETTINGS = {
    "jumps": r"none|[23][0-3](\+[23][0-3])*",
    "jump-limit": NUMBER,
    "at-limit": "pieces|draw",
    "pass": "free|counts",
    "stuck": "pass|award",
    "ply-limit": NUMBER,
    "blocks": "yes|no",
}
BERKELEY = dict(zip(SETTINGS, ("20+21+22", "25", "pieces", "free", "pass", "none", "yes")))
NAMED = {
    "2008": BERKELEY | {"jump-limit": "45"},
    "2016": BERKELEY,
    "2022": BERKELEY,
    "uai": BERKELEY | {"jump-limit": "100", "at-limit": "draw", "pass": "counts"},
    "reloaded": BERKELEY
    | {"jumps": "20+22+30", "jump-limit": "none", "at-limit": None, "ply-limit": "200", "blocks": "no"},
}


class Rules:
    def __init__(self, text):
        name, *changes = text.split(",")
        require(name in NAMED, f"there are no rules `{name}`")
        values = dict(NAMED[name])
        for key, value in (change.partition("=")[::2] for change in changes):
            require(key in SETTINGS, f"there is no setting `{key}`")
            require(re.fullmatch(SETTINGS[key], value), f"`{value}` is no value of `{key}`")
            values[key] = value
        # The result at a limit that there is not is not a setting.
        values["at-limit"] = None if values["jump-limit"] == "none" else values["at-limit"] or "pieces"
        changed = [f",{key}={value}" for key, value in values.items() if value and value != NAMED[name][key]]
        require(text == name + "".join(changed), f"the rules are written {name + ''.join(changed)}")
        leap_names = [] if values["jumps"] == "none" else values["jumps"].split("+")
        lengths = [tuple(map(int, leap)) for leap in leap_names]
        require(leap_names == sorted(set(leap_names)), "the jumps are not in order")
        require(all(long >= short for long, short in lengths), "the greater length of a jump comes first")
        self.leaps = leaps(lengths)
        self.reach = [near | far for near, far in zip(ADJACENT, self.leaps)]
        limits = (values["jump-limit"], 65535), (values["ply-limit"], 4294967295)
        self.jump_limit, self.ply_limit = (
            None if limit == "none" else number(limit, 1, most) for limit, most in limits
        )
        self.draw_at_limit = values["at-limit"] == "draw"
        self.pass_counts = values["pass"] == "counts"
        self.award = values["stuck"] == "award"

    def empty(self, position):
        return FULL & ~(position.pieces[RED] | position.pieces[BLUE] | position.blocks)

    def can_move(self, position, color):
        empty = self.empty(position)
        return any(self.reach[square] & empty for square in squares_of(position.pieces[color]))

    def outcome(self, position):
        """None while the game goes on; otherwise RED, BLUE or DRAW."""
        count = [pieces.bit_count() for pieces in position.pieces]
        majority = most(*count)
        if 0 in count:
            return majority
        if not self.can_move(position, position.turn):
            if not self.can_move(position, 1 - position.turn):
                return majority
            if self.award:
                count[1 - position.turn] += self.empty(position).bit_count()
                return most(*count)
        if self.jump_limit is not None and position.jumps >= self.jump_limit:
            return DRAW if self.draw_at_limit else majority
        if self.ply_limit is not None and position.plies >= self.ply_limit:
            return majority
        return None

    def after(self, position, origin, target):
        """The position after a move; after a pass if there is no target."""
        own, other = position.pieces[position.turn], position.pieces[1 - position.turn]
        jumps = position.jumps
        if target is None:
            jumps += self.pass_counts
        else:
            if ADJACENT[target] >> origin & 1:
                jumps = 0
            else:
                own &= ~(1 << origin)
                jumps += 1
            flipped = ADJACENT[target] & other
            own, other = own | flipped | 1 << target, other & ~flipped
        pieces = (own, other) if position.turn == RED else (other, own)
        jumps = 0 if self.jump_limit is None else jumps
        plies = position.plies + (self.ply_limit is not None)
        return Position(pieces, position.blocks, 1 - position.turn, jumps, plies)

    def replies(self, position):
        """The positions after each legal move."""
        own, empty = position.pieces[position.turn], self.empty(position)
        moved = False
        for target in squares_of(empty):
            near = ADJACENT[target] & own
            if near:
                yield self.after(position, near.bit_length() - 1, target)
            for origin in squares_of(self.leaps[target] & own):
                yield self.after(position, origin, target)
                moved = True
            moved = moved or near != 0
        if not moved:
            yield self.after(position, None, None)

    def play(self, position, text):
        """The position after a move that the certificate names."""
        if text == "-":
            require(not self.can_move(position, position.turn), "a pass with another legal move")
            return self.after(position, None, None)
        require(re.fullmatch(r"[a-g][1-7]-[a-g][1-7]", text), f"`{text}` is not a move")
        origin, target = ((ord(square[0]) - ord("a")) + 7 * (int(square[1]) - 1) for square in text.split("-"))
        require(position.pieces[position.turn] >> origin & 1, f"{text}: no own piece at its origin")
        require(self.empty(position) >> target & 1, f"{text}: its target is not empty")
        require(self.reach[target] >> origin & 1, f"{text}: no piece goes so far")
        return self.after(position, origin, target)

    def position(self, fields):
        require(len(fields) == (4 if self.ply_limit is not None else 3), "wrong number of fields")
        ranks = fields[0].split("/")
        require(len(ranks) == 7, "a board has seven ranks")
        sets = {"x": 0, "o": 0, "-": 0}
        for rank, text in zip(range(6, -1, -1), ranks):
            require(re.fullmatch(r"(?!.*[1-7][1-7])[-xo1-7]+", text), f"`{text}` is not a rank")
            cells = re.sub("[1-7]", lambda run: " " * int(run.group()), text)
            require(len(cells) == 7, f"the rank `{text}` does not have seven squares")
            for file, cell in enumerate(cells):
                if cell != " ":
                    sets[cell] |= 1 << rank * 7 + file
        require(fields[1] in ("x", "o"), f"`{fields[1]}` is not a side to move")
        turn = RED if fields[1] == "x" else BLUE
        jumps = number(fields[2], 0, 65535 if self.jump_limit is not None else 0)
        plies = 0
        if self.ply_limit is not None:
            plies = 2 * (number(fields[3], 1, 2147483648) - 1) + turn
        return Position((sets["x"], sets["o"]), sets["-"], turn, jumps, plies)


class Strategy(NamedTuple):
    is_win: bool
    holder: int
    plies: Optional[int]

    def __str__(self):
        color = "blue" if self.holder else "red"
        return f"strategy {'win' if self.is_win else 'hold'} {color} {'-' if self.plies is None else self.plies}"


def strategies_of(claim):
    """The strategies that prove a claim."""
    match claim:
        case ["draw"]:
            return [Strategy(False, RED, None), Strategy(False, BLUE, None)]
        case ["none", plies]:
            plies = number(plies, 0, 65535)
            return [Strategy(False, RED, plies), Strategy(False, BLUE, plies)]
        case ["win" | "exact" as kind, "red" | "blue" as color, plies]:
            plies, color = number(plies, 0, 65535), COLORS[color]
            hold = [Strategy(False, 1 - color, plies - 1)] if kind == "exact" and plies else []
            return [Strategy(True, color, plies)] + hold
    raise Refused("this is not a claim")


class Check:
    """The check of one strategy."""

    def __init__(self, rules, strategy, position):
        self.rules, self.strategy = rules, strategy
        self.open, self.answered = {}, {}
        self.last = strategy.plies
        self.visit(position, strategy.plies)

    def visit(self, position, left):
        is_win, holder, _ = self.strategy
        outcome = self.rules.outcome(position)
        if outcome is not None:
            good = outcome == holder if is_win else outcome != 1 - holder
            require(good, "a line ends with the wrong result")
        elif left == 0:
            require(not is_win, "a line is not won within the plies")
        elif position.turn == holder:
            self.want(position, left)
        else:
            for reply in self.rules.replies(position):
                self.visit(reply, None if left is None else left - 1)

    def want(self, position, left):
        if position in self.answered:
            late = self.strategy.is_win and self.answered[position] > left
            require(not late, "a reply leads back to an earlier position")
        elif position in self.open and left is not None:
            better = min if self.strategy.is_win else max
            self.open[position] = better(self.open[position], left)
        else:
            self.open[position] = left

    def step(self, fields):
        *fields, plies, move = fields
        position = self.rules.position(fields)
        left = None if plies == "-" else number(plies, 0, 65535)
        require(position in self.open, "this position is not required")
        require(self.open[position] == left, f"{self.open[position]} plies are left here")
        require(left is None or left <= self.last, "more plies than in the step before")
        self.last = left
        self.answered[position] = self.open.pop(position)
        self.visit(self.rules.play(position, move), None if left is None else left - 1)


class Lines:
    """The lines of a file."""

    def __init__(self, file):
        self.file, self.line = file, 0

    def next(self):
        self.line += 1
        line = self.file.readline(257)
        require(line.endswith(b"\n"), "a line is too long or incomplete")
        require(line.isascii(), "the file is not ASCII")
        return line[:-1].decode("ascii")

    def after(self, word):
        line = self.next()
        require(line.startswith(word + " "), f"expected `{word}`")
        return line[len(word) + 1 :]


def check(lines):
    """Checks what follows the first line; gives the claim."""
    rules = Rules(lines.after("rules"))
    position = rules.position(lines.after("position").split(" "))
    claim = lines.after("claim")
    steps = 0
    line = lines.next()
    for strategy in strategies_of(claim.split(" ")):
        require(line == str(strategy), f"expected `{strategy}`")
        proof = Check(rules, strategy, position)
        line = lines.next()
        while not line.startswith(("strategy ", "end ")):
            fields = line.split(" ")
            require(len(fields) >= 5, "this is not a step")
            proof.step(fields)
            steps += 1
            line = lines.next()
        require(not proof.open, f"no step answers {len(proof.open)} required positions")
    require(line == f"end {steps}", f"expected `end {steps}`")
    require(not lines.file.read(1), "something follows the end")
    return claim


def status_of(path):
    """Checks a file and prints the result."""
    status = 2
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            lines = Lines(file)
            require(lines.next() == "ataxx certificate 1", "wrong first line")
            status = 1
            print(f"{path}: proved {check(lines)}")
            return 0
    except Refused as reason:
        print(f"{path}:{lines.line}: {'this is not a certificate' if status == 2 else reason}")
        return status
    except OSError as error:
        print(f"{path}: {error.strerror}")
        return 2


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(max(map(status_of, sys.argv[1:])))
