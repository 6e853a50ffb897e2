"""What examples do not show: threads, signals, buffers, pickles."""

import _thread
import array
import pickle
import random
import signal
import threading
import unittest

from ataxx_toolkit import JUMPS, Engine, Game, Move, Position, legal_masks, mask_len, pack, solve, unpack

# Takes the solver a minute and more.
LONG = dict(position=Position(), plies=40, nodes=100_000_000)


class Thinking(unittest.TestCase):
    def test_a_signal_ends_it(self):
        for think in (
            lambda: solve(**LONG),
            lambda: Engine().choose(Position(), seconds=60),
            lambda: Position().perft(9),
        ):
            with self.assertRaises(KeyboardInterrupt):
                # As Ctrl-C does it.
                threading.Timer(0.2, _thread.interrupt_main).start()
                think()

    def test_other_threads_go_on(self):
        def count():
            # If the search held the lock, it would never be interrupted.
            for _ in range(1000):
                counted.append(Position().perft(1))
            _thread.interrupt_main()

        counted = []
        counter = threading.Thread(target=count)
        with self.assertRaises(KeyboardInterrupt):
            counter.start()
            solve(**LONG)
        self.assertEqual(counted, [16] * 1000)

    def test_an_engine_serves_one_thread_after_the_other(self):
        engine = Engine(hash_mb=1)
        chosen = []
        threads = [
            threading.Thread(target=lambda: chosen.append(engine.choose(Position(), nodes=2000).move))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(chosen), 4)

    def test_limits(self):
        with self.assertRaisesRegex(ValueError, "a limit is missing"):
            Engine().choose(Position())
        for seconds in (-1.0, float("nan"), float("inf")):
            with self.assertRaisesRegex(ValueError, "seconds: "):
                Engine().choose(Position(), seconds=seconds)
        with self.assertRaisesRegex(ValueError, "threads: expected 1 to "):
            Engine(threads=0)
        with self.assertRaisesRegex(ValueError, "the game is over"):
            Engine().choose("7/7/7/7/7/7/x6 o", nodes=1)


class Masks(unittest.TestCase):
    def test_a_mask_has_the_legal_moves_of_all_rules(self):
        chance = random.Random(1)
        for rules in ("uai", "2022", "reloaded", "uai,jumps=33+32+31+30+22+21+20"):
            game = Game("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", rules)
            while game.outcome is None and len(game.moves) < 100:
                moves = game.legal_moves()
                mask = legal_masks([game.position], rules)
                self.assertEqual(len(mask), mask_len(rules))
                numbers = {number for number, legal in enumerate(mask) if legal}
                self.assertEqual(numbers, {move.index for move in moves})
                game.play(chance.choice(moves))

    def test_numbers_and_moves_are_one_to_one(self):
        moves = {}
        for number in range(mask_len("reloaded")):
            try:
                move = Move.from_index(number)
            except ValueError:
                continue
            self.assertEqual(move.index, number)
            self.assertEqual(Move(str(move)), move)
            moves[move] = number
        leaps = sum(7 - abs(files) for files, ranks in JUMPS for _ in range(7 - abs(ranks)))
        self.assertEqual(len(moves), 1 + 49 + leaps)
        # The second would come from i9.
        for number in (mask_len("reloaded"), 1 + 49 + 48):
            with self.assertRaisesRegex(ValueError, "no move has the number"):
                Move.from_index(number)

    def test_buffers_of_any_kind_are_read(self):
        fens = ["x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/2-1-2/7/2-1-2/7/o5x o 7 33"]
        rows = pack(fens)
        self.assertEqual([position.fen for position in unpack(rows)], fens)
        numbers = array.array("Q", bytes(rows))
        twisted = memoryview(rows[32:] + rows[:32]).cast("B", (2, 32))[::-1]
        for buffer in (bytes(rows), numbers, memoryview(rows), twisted):
            self.assertEqual(legal_masks(buffer), legal_masks(fens))
        self.assertEqual(legal_masks([]), b"")

    def test_wrong_rows_are_named(self):
        good = bytes(pack([Position()]))
        shared = good[:8] * 2 + good[16:]
        unknown = good[:7] + b"\xff" + good[8:]
        for rows, error in (
            (good[:31], "expected rows of 32 bytes, found 31 bytes in all"),
            (good + shared, "position 1: two things are on"),
            (good + good + unknown, "position 2: bits that mean nothing are set"),
            ([Position(), "x"], "position 1: 'x': "),
        ):
            with self.assertRaisesRegex(ValueError, error):
                legal_masks(rows)
        for wrong in (5, [5], [None]):
            with self.assertRaises(TypeError):
                legal_masks(wrong)


class Values(unittest.TestCase):
    def test_pickles(self):
        values = [Position("x5o/7/7/7/7/7/o5x o 3 9"), Move("a7c5"), Move("0000")]
        self.assertEqual(pickle.loads(pickle.dumps(values)), values)

    def test_an_illegal_move_changes_nothing(self):
        game = Game()
        before = game.position
        for wrong in ("d4", "0000", "a1b2", Move("a7c3")):
            with self.assertRaises(ValueError):
                game.play(wrong)
        self.assertEqual((game.position, game.moves), (before, []))
        self.assertIsNone(game.undo())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main()
