"""Compares the board with the package `ataxx` of PyPI: peer.py GAMES."""

import random
import sys

import ataxx
import ataxx_toolkit

POSITIONS = [
    ("x5o/7/7/7/7/7/o5x x 0 1", 3),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", 3),
    ("x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 3),
    ("7/7/7/2x1o2/7/7/7 o 0 1", 3),
    ("7/7/7/7/-------/-------/x5o x 0 1", 4),
    ("xxxxxxx/-------/-------/o6/7/7/7 x 0 1", 3),
    ("x5o/7/7/7/7/7/o5x x 98 60", 3),
]


def compare_game(start, chance):
    """Plays a random game on both boards; returns its number of plies."""
    peer = ataxx.Board(start)
    game = ataxx_toolkit.Game(start)
    while True:
        ours = {str(move) for move in game.legal_moves()}
        theirs = {str(move) for move in peer.legal_moves()}
        same = (ours, game.position.fen, game.result) == (theirs, peer.get_fen(), peer.result())
        if not same:
            sys.exit(
                f"they differ: {game.position.fen} {game.result} {sorted(ours - theirs)}, "
                f"{peer.get_fen()} {peer.result()} {sorted(theirs - ours)}"
            )
        if not ours:
            return len(game.moves)
        move = chance.choice(sorted(ours))
        game.play(move)
        peer.makemove(ataxx.Move.from_san(move))


def main():
    games = int(sys.argv[1])
    for start, depth in POSITIONS:
        ours = ataxx_toolkit.Position(start).perft(depth)
        theirs = ataxx.Board(start).perft(depth)
        if ours != theirs:
            sys.exit(f"perft {depth} of {start}: {ours}, the package counts {theirs}")
    chance = random.Random(games)
    plies = sum(compare_game(POSITIONS[game % 4][0], chance) for game in range(games))
    print(f"{len(POSITIONS)} counts and {games} games of {plies} plies are the same")


main()
