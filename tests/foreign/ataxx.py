#!/usr/bin/env python3
"""Ataxx by the documents of 2022, 2016 and 2008, written apart from the toolkit.

The suites are tried on this program: it obeys the documents and shares no word with the
toolkit's own session. It prints a banner and a prompt, talks on stdout, answers in capitals.

    ataxx.py [2022|2016|2008] [--fault NAME]... [--MANNER]... [--faults]

A fault is a mistake that students make; `--faults` lists them. Several can be given. With a manner
it is not wrong: `--aside` answers while its AI thinks, `--counting` has a prompt with the side to
move and the number of its move, `--inline` does not end the lines of its error messages, and
`--early` announces a game that is decided in set-up there and not at `start`, and `--agreeing`
says `OK` to each line before it is carried out, behind a prompt before each turn.
"""

import random
import sys
import threading
import time

SIZE = 7
SQUARES = [(c, r) for r in range(SIZE) for c in range(SIZE)]
INDEX = {square: i for i, square in enumerate(SQUARES)}
CORNERS = {(0, 0), (6, 0), (0, 6), (6, 6)}
RED, BLUE = 0, 1
NAMES = ("Red", "Blue")

MANNERS = {"aside", "counting", "inline", "early", "resetting", "agreeing"}

FAULTS = {
    "jump-flips-nothing": "a jump changes no piece of the other side",
    "flips-around-origin": "a jump also flips the neighbours of the square it leaves",
    "flips-too-far": "pieces two squares away are flipped",
    "flips-not-diagonal": "diagonal neighbours are not flipped",
    "extend-leaves": "an extend vacates its origin",
    "jump-stays": "a jump leaves its piece behind",
    "no-knight-jumps": "a jump of one column and two ranks is refused",
    "jump-of-three": "a jump over three squares is accepted",
    "around-the-edge": "squares count as near if they are near in a list of all squares",
    "blocks-stop-jumps": "a jump over a block is refused",
    "other-side-moves": "the pieces of the other side can be moved",
    "limit-is-26": "the game ends one jump too late",
    "limit-is-24": "the game ends one jump too early",
    "extend-keeps-count": "an extend does not reset the count of jumps",
    "pass-resets-count": "a pass resets the count of jumps",
    "knight-resets-count": "a jump of one column and two ranks resets the count of jumps",
    "flip-resets-count": "a jump that turns pieces resets the count of jumps",
    "new-keeps-count": "a new game goes on with the old count of jumps",
    "undo-keeps-count": "an undo leaves the count of jumps as it is",
    "undo-forgets-flips": "an undo does not turn flipped pieces back",
    "undo-keeps-turn": "an undo does not give the turn back",
    "undo-one-for-ai": "an undo against an AI takes back one move only",
    "new-keeps-blocks": "a new game keeps the blocks",
    "new-keeps-turn": "a new game begins with the side that was to move",
    "free-pass": "a pass is accepted although there are moves",
    "no-pass": "a pass is refused although there is no move",
    "pass-without-pieces": "a game goes on when a side has lost all its pieces",
    "stuck-loses": "the side that cannot move loses when neither can",
    "stuck-goes-on": "the game does not end when neither side can move",
    "draw-is-red": "equal pieces are a win for Red",
    "limit-draws": "the game is drawn when the limit of jumps is reached",
    "moves-after-end": "moves are accepted after the end of the game",
    "result-twice": "the result is announced a second time at the next command",
    "block-alone": "a block is not reflected",
    "block-one-axis": "a block is reflected in the middle file only",
    "block-on-piece": "a block may stand where a piece is",
    "block-on-corner": "a block may stand in an empty corner",
    "load-ignored": "load reads the file and does nothing with it",
    "load-first-line": "load obeys the first line of the file only",
    "load-flat": "a file that is loaded cannot load another",
    "block-any-time": "blocks are accepted after the first move",
    "block-after-new": "blocks are refused after a game has been abandoned",
    "half-blocks": "a refused block leaves those of its reflections that were free",
    "upside-down": "the dump begins with rank 1",
    "dump-one-blank": "the rows of a dump begin with one blank",
    "capitals-only": "commands in capital letters are unknown",
    "no-comments": "a comment makes a line an error",
    "error-ends": "the first error ends the program with status 1",
    "error-loses-turn": "an illegal move gives the turn away",
    "ai-illegal": "the AI sometimes extends to a square that is taken",
    "ai-silent": "the AI does not announce its moves",
    "ai-random": "the AI plays any legal move",
    "ai-jumps-uncounted": "the jumps of AIs do not count towards the limit",
    "ai-draws": "after each move of an AI a draw is announced",
    "blue-by-hand": "at the beginning Blue is played by hand",
    "manual-ignored": "an AI cannot be made manual again",
    "capital-colors-only": "colours in small letters are unknown",
    "small-colors-only": "colours in capital letters are unknown",
    "seeds-from-zero": "a negative seed is refused",
    "small-seeds": "a seed of more than 32 bits ends the program",
    "one-blank": "a command with a tab or two blanks before its operand is unknown",
    "blank-before-comment": "a comment is read as part of the word before it",
    "undo-one-count": "an undo against an AI takes back the count of one move only",
    "reserved-help": "the help has a line with a word that is reserved for announcements",
    "reserved-banner": "the banner stands between marks like those of a dump",
    "end-of-input-fails": "the program ends with status 1 at the end of its input",
    "quit-ignored": "quit does nothing, and the end of the input ends the program",
    "undo-always-two": "an undo against an AI takes back two moves, whoever made the last one",
    "ai-in-set-up": "AIs move during the set-up (2016 and 2008)",
    "set-up-after-end": "commands of the set-up are obeyed after the end of a game (2016 and 2008)",
    "set-up-uncounted": "jumps during set-up do not count (2016 and 2008)",
    "seed-in-play": "a seed is accepted after `start` (2016 and 2008)",
    "start-forgets": "`start` does not report a game decided in set-up (2016 and 2008)",
}


def near(square, distance):
    c, r = square
    return [
        s
        for s in SQUARES
        if max(abs(s[0] - c), abs(s[1] - r)) == distance
    ]


NEAR = {s: near(s, 1) for s in SQUARES}
FAR = {s: near(s, 2) for s in SQUARES}
BIT = {s: 1 << INDEX[s] for s in SQUARES}
NEAR_BITS = [sum(BIT[t] for t in NEAR[s]) for s in SQUARES]
FAR_BITS = [sum(BIT[t] for t in FAR[s]) for s in SQUARES]
FULL = (1 << 49) - 1


def name(square):
    return "abcdefg"[square[0]] + str(square[1] + 1)


def square_of(text):
    return ("abcdefg".index(text[0]), int(text[1]) - 1)


class Refused(Exception):
    """Something that the rules or the language do not allow."""


class Board:
    """A game on an array, as the documents tell it."""

    def __init__(self, faults, limit):
        self.faults = faults
        self.limit = limit
        self.count = 0
        self.turn = RED
        self.blocks = set()
        self.clear()

    def has(self, fault):
        return fault in self.faults

    def clear(self):
        self.piece = {s: None for s in SQUARES}
        for square, color in (((0, 6), RED), ((6, 0), RED), ((0, 0), BLUE), ((6, 6), BLUE)):
            self.piece[square] = color
        if not self.has("new-keeps-blocks"):
            self.blocks = set()
        if not self.has("new-keeps-turn"):
            self.turn = RED
        if not self.has("new-keeps-count"):
            self.count = 0
        self.past = []
        self.outcome = None

    def pieces(self, color):
        return [s for s in SQUARES if self.piece[s] == color]

    def empty(self, square):
        return self.piece[square] is None and square not in self.blocks

    def can_move(self, color):
        return any(
            self.empty(to) for s in self.pieces(color) for to in NEAR[s] + FAR[s]
        )

    def place_block(self, square):
        c, r = square
        if self.past and not self.has("block-any-time"):
            raise Refused("too late for obstacles")
        if self.has("block-alone"):
            group = {square}
        elif self.has("block-one-axis"):
            group = {square, (6 - c, r)}
        else:
            group = {square, (6 - c, r), (c, 6 - r), (6 - c, 6 - r)}
        if group & CORNERS and not self.has("block-on-corner"):
            raise Refused("corners stay free")
        taken = [s for s in group if self.piece[s] is not None]
        if taken and not self.has("block-on-piece"):
            if self.has("half-blocks"):
                self.blocks |= group - set(taken)
            raise Refused("somebody stands there")
        if group <= self.blocks:
            raise Refused("there is an obstacle already")
        self.blocks |= group
        for s in group:
            self.piece[s] = None
        self.judge()

    def move(self, move):
        """Makes a move: a pair of squares, or None to pass."""
        if self.outcome is not None and not self.has("moves-after-end"):
            raise Refused("this game is finished")
        if move is None:
            self.check_pass()
        else:
            self.check(*move)
        self.past.append((dict(self.piece), self.turn, self.count, self.outcome))
        if move is None:
            if self.has("pass-resets-count"):
                self.count = 0
        else:
            self.carry_out(*move)
        self.turn = 1 - self.turn
        self.judge()

    def check_pass(self):
        if not self.pieces(self.turn):
            raise Refused("nobody is left")
        movable = self.can_move(self.turn)
        if movable and not self.has("free-pass"):
            raise Refused("you can go somewhere")
        if not movable and self.has("no-pass"):
            raise Refused("a dash means nothing to me")

    def check(self, origin, to):
        distance = max(abs(origin[0] - to[0]), abs(origin[1] - to[1]))
        if self.has("around-the-edge"):
            distance = max(min(abs(origin[0] - to[0]), abs(abs(origin[0] - to[0]) - SIZE)), abs(origin[1] - to[1]))
        owner = self.piece[origin]
        if owner is None or (owner != self.turn and not self.has("other-side-moves")):
            raise Refused("not one of yours")
        if not self.empty(to):
            raise Refused("taken")
        if distance == 0 or distance > (3 if self.has("jump-of-three") else 2):
            raise Refused("out of reach")
        if distance == 2:
            steps = {abs(origin[0] - to[0]), abs(origin[1] - to[1])}
            if self.has("no-knight-jumps") and steps == {1, 2}:
                raise Refused("not in a line")
            middle = ((origin[0] + to[0]) // 2, (origin[1] + to[1]) // 2)
            if self.has("blocks-stop-jumps") and middle in self.blocks:
                raise Refused("an obstacle is in the way")

    def carry_out(self, origin, to):
        color = self.turn
        jump = max(abs(origin[0] - to[0]), abs(origin[1] - to[1])) >= 2
        self.piece[to] = color
        if jump and not self.has("jump-stays") or not jump and self.has("extend-leaves"):
            self.piece[origin] = None
        around = list(NEAR[to])
        if jump and self.has("flips-around-origin"):
            around += NEAR[origin]
        if self.has("flips-too-far"):
            around += FAR[to]
        if self.has("flips-not-diagonal"):
            around = [s for s in around if s[0] == to[0] or s[1] == to[1]]
        if jump and self.has("jump-flips-nothing"):
            around = []
        flipped = [s for s in around if self.piece[s] == 1 - color]
        for s in flipped:
            self.piece[s] = color
        knight = {abs(origin[0] - to[0]), abs(origin[1] - to[1])} == {1, 2}
        if jump:
            self.count += 1
            if knight and self.has("knight-resets-count") or flipped and self.has("flip-resets-count"):
                self.count = 0
        elif not self.has("extend-keeps-count"):
            self.count = 0

    def judge(self):
        red, blue = len(self.pieces(RED)), len(self.pieces(BLUE))
        self.outcome = None
        limit = self.limit
        limit += self.has("limit-is-26")
        limit -= self.has("limit-is-24")
        stuck = not self.can_move(RED) and not self.can_move(BLUE)
        if (red == 0 or blue == 0) and not self.has("pass-without-pieces"):
            self.outcome = BLUE if red == 0 else RED
        elif self.count >= limit and self.has("limit-draws"):
            self.outcome = "draw"
        elif stuck and self.has("stuck-goes-on"):
            pass
        elif stuck and self.has("stuck-loses"):
            self.outcome = 1 - self.turn
        elif self.count >= limit or stuck:
            if red == blue:
                self.outcome = RED if self.has("draw-is-red") else "draw"
            else:
                self.outcome = RED if red > blue else BLUE

    def undo(self):
        piece, turn, count, outcome = self.past.pop()
        if self.has("undo-forgets-flips"):
            self.piece = {
                s: None if piece[s] is None else self.piece[s] if self.piece[s] is not None else piece[s]
                for s in SQUARES
            }
        else:
            self.piece = piece
        if not self.has("undo-keeps-turn"):
            self.turn = turn
        if not self.has("undo-keeps-count"):
            self.count = count
        self.outcome = outcome

    def rows(self):
        ranks = range(SIZE) if self.has("upside-down") else reversed(range(SIZE))
        for r in ranks:
            yield " ".join(
                "X" if (c, r) in self.blocks else "-" if self.piece[c, r] is None else "rb"[self.piece[c, r]]
                for c in range(SIZE)
            )


class Thinker:
    """Alpha-beta on bitboards; knows forced wins as far as it looks."""

    WIN = 10_000

    def __init__(self, board, most_nodes, chance):
        # Nodes, not seconds: with one seed it plays alike on any machine.
        self.most_nodes = most_nodes
        self.deadline = time.monotonic() + 8
        self.limit = board.limit
        self.chance = chance
        self.nodes = 0
        side = [sum(BIT[s] for s in board.pieces(c)) for c in (RED, BLUE)]
        self.free = FULL & ~sum(BIT[s] for s in board.blocks)
        self.root = (side[board.turn], side[1 - board.turn], board.count)
        # Where there are many moves, nobody asks it for a win.
        if len(self.moves(*self.root[:2])) > 30:
            self.most_nodes //= 10

    def moves(self, own, other):
        empty = self.free & ~own & ~other
        found = []
        targets = empty
        while targets:
            bit = targets & -targets
            targets ^= bit
            to = bit.bit_length() - 1
            flips = other & NEAR_BITS[to]
            if own & NEAR_BITS[to]:
                found.append((2 * flips.bit_count() + 1, 0, bit, flips))
            origins = own & FAR_BITS[to]
            while origins:
                origin = origins & -origins
                origins ^= origin
                found.append((2 * flips.bit_count(), origin, bit, flips))
        found.sort(key=lambda move: -move[0])
        return found

    def value_at_end(self, own, other, ply):
        difference = own.bit_count() - other.bit_count()
        if difference == 0:
            return 0
        return self.WIN - ply if difference > 0 else ply - self.WIN

    def search(self, own, other, count, depth, alpha, beta, ply):
        self.nodes += 1
        if self.nodes > self.most_nodes or time.monotonic() > self.deadline:
            raise TimeoutError
        if not own:
            return ply - self.WIN
        if not other:
            return self.WIN - ply
        if count >= self.limit:
            return self.value_at_end(own, other, ply)
        if depth == 0 and (self.free & ~own & ~other).bit_count() > 6:
            return own.bit_count() - other.bit_count()
        moves = self.moves(own, other)
        if not moves:
            if not self.moves(other, own):
                return self.value_at_end(own, other, ply)
            if depth <= 0:
                return own.bit_count() - other.bit_count()
            return -self.search(other, own, count, depth - 1, -beta, -alpha, ply + 1)
        if depth <= 0:
            return own.bit_count() - other.bit_count()
        best = -self.WIN
        for _, origin, bit, flips in moves:
            value = -self.search(
                other ^ flips,
                own & ~origin | bit | flips,
                count + 1 if origin else 0,
                depth - 1,
                -beta,
                -alpha,
                ply + 1,
            )
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def choose(self, deepest):
        """The best move as a pair of squares; None to pass."""
        own, other, count = self.root
        moves = self.moves(own, other)
        if not moves:
            return None
        self.chance.shuffle(moves)
        moves.sort(key=lambda move: -move[0])
        best = moves[0]
        try:
            for depth in range(1, deepest + 1):
                alpha, found = -self.WIN - 1, None
                for move in moves:
                    _, origin, bit, flips = move
                    value = -self.search(
                        other ^ flips,
                        own & ~origin | bit | flips,
                        count + 1 if origin else 0,
                        depth - 1,
                        -self.WIN - 1,
                        -alpha,
                        1,
                    )
                    if value > alpha:
                        alpha, found = value, move
                best = found
                moves.sort(key=lambda move: move is not best)
                if abs(alpha) > self.WIN - 100:
                    break
        except TimeoutError:
            pass
        _, origin, bit, _ = best
        to = SQUARES[bit.bit_length() - 1]
        if origin:
            return SQUARES[origin.bit_length() - 1], to
        return next(s for s in NEAR[to] if own & BIT[s]), to


class Session:
    """The language of one of the documents."""

    # Letters and digits for the squares of the upper left quarter (2008).
    QUARTER = dict(zip("abcdefgh123456", "a6 a5 b5 b7 c7 c6 b6 c5 a4 b4 c4 d7 d6 d5".split()))

    def __init__(self, dialect, faults, manners):
        self.manners = manners
        self.dialect = dialect
        self.faults = faults
        self.board = Board(faults, 45 if dialect == "2008" else 25)
        self.star = "* " if dialect == "2022" else ""
        self.prompt = ": " if dialect == "2016" else "your turn> "
        self.playing = dialect == "2022"
        self.ai = [False, not self.has("blue-by-hand")]
        self.chosen = RED
        self.self_play = False
        self.told = False
        self.loading = 0
        self.chance = random.Random()
        self.running = True
        self.lock = threading.RLock()

    def has(self, fault):
        return fault in self.faults

    def say(self, text, end="\n"):
        # In one piece, whatever another thread writes.
        sys.stdout.write(text + end)
        sys.stdout.flush()

    def run(self):
        marks = "=== {} ===" if self.has("reserved-banner") else "{}"
        self.say(marks.format("Welcome to CORNERS & CLONES, version 0.3 (press ctrl-d to leave)"))
        while self.running:
            counting = f"{NAMES[self.board.turn]} {len(self.board.past) + 1}? "
            self.say(counting if "counting" in self.manners else self.prompt, end="")
            line = sys.stdin.readline()
            if not line:
                if self.has("end-of-input-fails"):
                    return 1
                break
            with self.lock:
                status = self.answer(line)
            if status is not None:
                return status
            if "aside" in self.manners:
                threading.Thread(target=self.think_aside, daemon=True).start()
            else:
                # A prompt before each turn, also before that of an AI.
                is_of_ai = self.playing and self.ai[self.board.turn] and self.board.outcome is None
                if "agreeing" in self.manners and is_of_ai:
                    self.say(self.prompt, end="")
                self.play_ais()
        self.say("")
        return 0

    def answer(self, line):
        """Obeys a line; returns the status if the program ends by it."""
        try:
            if "agreeing" in self.manners:
                self.say("OK")
            self.obey(line)
        except Refused as refusal:
            self.say(f"?? {refusal}".upper(), end=" " if "inline" in self.manners else "\n")
            if self.has("error-ends"):
                return 1
            if self.has("error-loses-turn") and "-" in line:
                self.board.turn = 1 - self.board.turn
        except OverflowError:
            return 1
        return None

    def think_aside(self):
        time.sleep(0.05)
        with self.lock:
            self.play_ais()

    def obey(self, line):
        text = line if self.has("no-comments") else line.split("#")[0]
        if self.has("blank-before-comment") and "#" in line and text[-1:] not in ("", " "):
            text = line
        words = text.split()
        for fault, wrong in (("small-colors-only", str.capitalize), ("capital-colors-only", str.lower)):
            if self.has(fault) and words[1:] and words[1] in (wrong("red"), wrong("blue")):
                raise Refused("no such colour")
        if self.has("one-blank") and text.strip() != " ".join(words):
            raise Refused("what was that")
        if not self.has("capitals-only"):
            text = text.lower()
        words = text.split()
        if not words:
            return
        if self.has("result-twice") and self.board.outcome is not None and self.told:
            self.announce()
        command, operands = words[0], words[1:]
        if command == "-" or len(command) == 5 and command[2] == "-":
            if operands:
                raise Refused("one thing at a time")
            return self.typed(command)
        action = getattr(self, "do_" + command, None)
        if action is None or command not in self.known():
            raise Refused("what was that")
        if len(operands) != (1 if command in self.WITH_OPERAND else 0):
            if not (command == "auto" and self.dialect == "2008" and not operands):
                raise Refused("that is not how it is said")
        action(*operands)

    WITH_OPERAND = {"auto", "manual", "block", "blocks", "seed", "color", "load"}

    def known(self):
        return {
            "2022": "new quit auto manual block seed undo help dump".split(),
            "2016": "clear start quit auto manual block seed help dump load".split(),
            "2008": "clear start quit auto color blocks seed help dump load".split(),
        }[self.dialect]

    # Moves.

    def typed(self, text):
        move = None
        if text != "-":
            try:
                move = square_of(text[:2]), square_of(text[3:])
                if move[0] not in INDEX or move[1] not in INDEX:
                    raise ValueError
            except ValueError:
                raise Refused("no such square") from None
        if self.playing and self.ai[self.board.turn] and self.board.outcome is None:
            raise Refused("let me think for myself")
        self.board.move(move)
        if self.has("set-up-uncounted") and not self.playing:
            self.board.count = 0
            self.board.judge()
        self.tell_result()

    def play_ais(self):
        while (self.playing or self.has("ai-in-set-up")) and self.ai[self.board.turn] and self.board.outcome is None and self.running:
            self.play_ai()

    def play_ai(self):
        board = self.board
        side = NAMES[board.turn]
        thinker = Thinker(board, 6000, self.chance)
        if self.has("ai-random"):
            own, other, _ = thinker.root
            moves = thinker.moves(own, other)
            move = None
            if moves:
                _, origin, bit, _ = self.chance.choice(moves)
                to = SQUARES[bit.bit_length() - 1]
                start = origin or next(BIT[s] for s in NEAR[to] if own & BIT[s])
                move = SQUARES[start.bit_length() - 1], to
        else:
            move = thinker.choose(7)
        count = board.count
        board.move(move)
        if self.has("ai-jumps-uncounted") and board.count > count:
            board.count = count
            board.judge()
        if self.has("ai-silent"):
            pass
        elif move is None:
            self.say(f"* {side} moves -." if self.star else f"{side} passes.")
        elif self.has("ai-illegal") and len(board.past) > 2:
            self.say(f"{self.star}{side} moves {name(move[1])}-{name(move[1])}.")
        else:
            self.say(f"{self.star}{side} moves {name(move[0])}-{name(move[1])}.")
        if self.has("ai-draws") and board.outcome is None:
            self.say(self.star + "Draw.")
        self.tell_result()

    def tell_result(self):
        if self.board.outcome is None:
            self.told = False
        elif (self.playing or "early" in self.manners) and not self.told:
            self.announce()

    def announce(self):
        self.told = True
        outcome = self.board.outcome
        self.say(self.star + ("Draw." if outcome == "draw" else f"{NAMES[outcome]} wins."))

    # Commands.

    def set_up_only(self):
        is_open = self.has("set-up-after-end") and self.board.outcome is not None
        if self.dialect != "2022" and self.playing and not is_open:
            raise Refused("the game has begun")

    def color(self, word):
        if word in ("red", "blue"):
            return ("red", "blue").index(word)
        raise Refused("that is no colour of mine")

    def do_new(self):
        had_moves = bool(self.board.past)
        self.board.clear()
        if "resetting" in self.manners:
            self.ai = [False, True]
        self.told = False
        if self.has("block-after-new") and had_moves:
            self.board.faults = self.faults | {"late"}

    def do_clear(self):
        self.board.clear()
        self.told = False
        self.playing = False
        self.ai = [False, True]
        self.chosen, self.self_play = RED, False

    def do_start(self):
        self.set_up_only()
        self.playing = True
        if self.dialect == "2008":
            self.ai = [True, True]
            self.ai[self.chosen] = self.self_play
        if not self.has("start-forgets"):
            self.tell_result()

    def do_quit(self):
        self.running = self.has("quit-ignored")

    def do_auto(self, word=None):
        self.set_up_only()
        if self.dialect == "2008":
            self.self_play = True
        else:
            self.ai[self.color(word)] = True

    def do_manual(self, word):
        self.set_up_only()
        color = self.color(word)
        if not self.has("manual-ignored"):
            self.ai[color] = False

    def do_color(self, word):
        self.set_up_only()
        self.chosen = self.color(word)

    def do_block(self, word):
        self.set_up_only()
        try:
            square = square_of(word)
        except (ValueError, IndexError):
            raise Refused("no such square") from None
        if len(word) != 2 or square not in INDEX:
            raise Refused("no such square")
        if "late" in self.board.faults:
            raise Refused("too late for obstacles")
        self.board.place_block(square)
        self.tell_result()

    def do_blocks(self, word):
        self.set_up_only()
        if any(letter not in self.QUARTER for letter in word):
            raise Refused("I know no such obstacle")
        board = self.board
        before = set(board.blocks)
        for letter in word:
            square = square_of(self.QUARTER[letter])
            if square in board.blocks:
                continue
            try:
                past, board.past = board.past, []
                board.place_block(square)
            except Refused:
                board.blocks = before
                raise
            finally:
                board.past = past

    def do_load(self, word):
        if self.loading and self.has("load-flat"):
            raise Refused("a file cannot load another")
        try:
            with open(word) as file:
                lines = [] if self.has("load-ignored") else file.readlines()
            if self.has("load-first-line"):
                lines = lines[:1]
            self.loading += 1
            for line in lines:
                self.obey(line)
                self.play_ais()
            self.loading -= 1
        except OSError:
            raise Refused("I cannot read that") from None

    def do_seed(self, word):
        if not self.has("seed-in-play"):
            self.set_up_only()
        try:
            number = int(word)
        except ValueError:
            raise Refused("that is no number") from None
        if self.has("seeds-from-zero") and number < 0:
            raise Refused("that is no number")
        if self.has("small-seeds") and abs(number) >= 2**31:
            raise OverflowError
        self.chance = random.Random(number)

    def do_undo(self):
        board = self.board
        if not board.past:
            raise Refused("there is nothing to take back")
        board.undo()
        is_pair = self.ai[board.turn] or True in self.ai and self.has("undo-always-two")
        if is_pair and board.past and not self.has("undo-one-for-ai"):
            count = board.count
            board.undo()
            if self.has("undo-one-count"):
                board.count = count
        self.told = board.outcome is not None

    def do_help(self):
        if self.has("reserved-help"):
            self.say("a7-b7  moves a piece")
        self.say("I KNOW: " + ", ".join(sorted(self.known())) + " AND THINGS LIKE a7-b7 OR -")

    def do_dump(self):
        self.say("===")
        for row in self.board.rows():
            self.say((" " if self.has("dump-one-blank") else "  ") + row)
        self.say("===")


def main(arguments):
    if "--faults" in arguments:
        for fault, about in FAULTS.items():
            print(f"{fault}: {about}")
        return 0
    if "--display" in arguments:
        print("there is no window", file=sys.stderr)
        return 2
    dialect, faults, manners = "2022", set(), set()
    while arguments:
        word = arguments.pop(0)
        if word == "--fault" and arguments and arguments[0] in FAULTS:
            faults.add(arguments.pop(0))
        elif word.removeprefix("--") in MANNERS:
            manners.add(word.removeprefix("--"))
        elif word in ("2022", "2016", "2008"):
            dialect = word
        else:
            print(f"unknown argument {word}", file=sys.stderr)
            return 2
    return Session(dialect, faults, manners).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
