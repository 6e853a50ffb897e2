//! Iterative deepening over a plain alpha-beta search.

use super::limits::{BATCH, Limits, Meter, StopReason};
use super::score::{DECIDED, Score, Value, WIN};
use crate::board::{Bitboard, Color, Move, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};

/// What to find a move for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its rules.
    pub rules: &'a Rules,
    /// When to stop.
    pub limits: Limits,
    /// What to choose by among moves that look alike. With the same seed, limits
    /// without a time, and one thread, the choice is the same on any machine.
    pub seed: u64,
    /// How many threads to search with. What they find depends on chance where
    /// there are several.
    pub threads: NonZeroUsize,
}

/// A move, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move, always legal.
    pub mv: Move,
    /// What the position is worth if it is made.
    pub score: Score,
    /// To how many plies every move was looked into.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Why the search ended.
    pub stopped: StopReason,
}

/// Chooses a move; `None` when the game is over.
///
/// `told` is looked at every few microseconds: once it is set the best move so far
/// is returned.
#[must_use]
pub fn choose(task: &Task, told: &AtomicBool) -> Option<Choice> {
    let meter = Meter::start(&task.limits, told);
    let mut moves: Vec<Move> = task.position.legal_moves(task.rules).collect();
    shuffle(&mut moves, task.seed);
    moves.sort_by_key(|&mv| std::cmp::Reverse(gain(task.position, mv)));
    let mut choice = Choice {
        mv: *moves.first()?,
        score: Score::of(evaluate(task.position)),
        depth: 0,
        nodes: 0,
        stopped: StopReason::Settled,
    };
    let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    while moves.len() > 1 {
        if choice.depth == deepest {
            choice.stopped = StopReason::Depth;
            break;
        }
        let iteration = Iteration::run(task, &meter, &moves, choice.depth + 1);
        if let Some((index, value)) = iteration.best() {
            choice.mv = moves[index];
            choice.score = Score::of(value);
            // The next iteration starts with the best move of this one.
            moves[..=index].rotate_right(1);
            if let Some(reason) = iteration.stopped {
                choice.stopped = reason;
                break;
            }
            choice.depth += 1;
            if value.abs() > DECIDED {
                break;
            }
        } else {
            choice.stopped = iteration.stopped.unwrap_or(StopReason::Settled);
            break;
        }
    }
    choice.nodes = meter.nodes();
    Some(choice)
}

/// Deeper than any game is looked into in practice.
const MAX_DEPTH: u32 = 200;

/// Brings moves into an order that depends on nothing but the seed.
fn shuffle(moves: &mut [Move], seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..moves.len()).rev() {
        let other = random.next_u64() % (last as u64 + 1);
        moves.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

/// One pass over the moves of the root to a fixed depth, perhaps by several
/// threads: each takes the next move that none has taken yet.
struct Iteration {
    /// The values of moves, by index: of those only that were better than all that
    /// had been searched when they were begun, so that every value is exact.
    values: Vec<Option<Value>>,
    stopped: Option<StopReason>,
}

impl Iteration {
    fn run(task: &Task, meter: &Meter, moves: &[Move], depth: u32) -> Self {
        let alpha = AtomicI32::new(-WIN);
        let next = AtomicUsize::new(0);
        let result = Mutex::new(Self {
            values: vec![None; moves.len()],
            stopped: None,
        });
        let work = |only_first: bool| {
            let mut search = Search::new(task.rules, meter, depth);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&mv) = moves.get(index) else { break };
                let child = task.position.after(mv, task.rules);
                let floor = alpha.load(Ordering::Relaxed);
                let found = search.negamax(&child, depth - 1, -WIN, -floor, 1);
                let mut result = result.lock().expect("no thread panics");
                match found {
                    Ok(value) => {
                        let value = -value;
                        alpha.fetch_max(value, Ordering::Relaxed);
                        result.values[index] = (value > floor).then_some(value);
                    }
                    Err(reason) => {
                        result.stopped = Some(reason);
                        break;
                    }
                }
                if only_first {
                    break;
                }
            }
            if let Some(reason) = meter.add(search.uncounted) {
                result
                    .lock()
                    .expect("no thread panics")
                    .stopped
                    .get_or_insert(reason);
            }
        };
        if task.threads.get() == 1 {
            work(false);
        } else {
            // The first move gives the bound that the others are held against.
            work(true);
            // A thread without a move would be started for nothing.
            let threads = task.threads.get().min(moves.len() - 1);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| work(false));
                }
            });
        }
        result.into_inner().expect("no thread panics")
    }

    /// The first of the best moves searched.
    ///
    /// What an interrupted pass found counts too: the best move of the pass before
    /// is always the first one searched.
    fn best(&self) -> Option<(usize, Value)> {
        let searched = self.values.iter().enumerate();
        let searched = searched.filter_map(|(index, value)| Some((index, (*value)?)));
        // `max_by_key` takes the last of equals.
        searched.rev().max_by_key(|&(_, value)| value)
    }
}

/// One thread's search.
struct Search<'a> {
    rules: &'a Rules,
    meter: &'a Meter<'a>,
    /// Nodes not yet added to the meter.
    uncounted: u64,
    /// The moves of each ply of the line at hand, kept to be allocated only once.
    moves: Vec<Vec<(i32, Move)>>,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, meter: &'a Meter<'a>, depth: u32) -> Self {
        Self {
            rules,
            meter,
            uncounted: 0,
            moves: vec![Vec::new(); depth as usize + 1],
        }
    }

    /// The value of a position to its side to move, looked into so many plies.
    ///
    /// At most `alpha`: an upper bound; at least `beta`: a lower bound; between:
    /// exact. `ply` is the distance from the root.
    fn negamax(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        ply: u32,
    ) -> Result<Value, StopReason> {
        self.uncounted += 1;
        if self.uncounted == BATCH {
            self.uncounted = 0;
            if let Some(reason) = self.meter.add(BATCH) {
                return Err(reason);
            }
        }
        if let Some(outcome) = position.outcome(self.rules) {
            let win = WIN - ply.cast_signed();
            return Ok(match outcome.winner {
                None => 0,
                Some(winner) if winner == position.turn() => win,
                Some(_) => -win,
            });
        }
        if depth == 0 {
            return Ok(evaluate(position));
        }
        let mut moves = std::mem::take(&mut self.moves[ply as usize]);
        moves.clear();
        moves.extend(
            position
                .moves_in_play(self.rules)
                .map(|mv| (-gain(position, mv), mv)),
        );
        moves.sort_unstable();
        let mut best = -WIN;
        for &(_, mv) in &moves {
            let child = position.after(mv, self.rules);
            best = best.max(-self.negamax(&child, depth - 1, -beta, -alpha, ply + 1)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves[ply as usize] = moves;
        Ok(best)
    }
}

/// By how much a move changes the difference in pieces.
fn gain(position: &Position, mv: Move) -> i32 {
    let Some(to) = mv.to() else { return 0 };
    let flipped = Bitboard::of(to).grown() & position.pieces(!position.turn());
    2 * flipped.count().cast_signed() + i32::from(!mv.is_jump())
}

/// The difference in pieces, in hundredths.
fn evaluate(position: &Position) -> Value {
    let count = |color: Color| position.pieces(color).count().cast_signed();
    100 * (count(position.turn()) - count(!position.turn()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn board(rows: &str, turn: Color, jumps: u16) -> Position {
        let rows: Vec<&str> = rows.split_whitespace().collect();
        let set = |wanted: char| {
            Square::all()
                .filter(|square| {
                    let row = rows[6 - usize::from(square.rank())];
                    row.chars().nth(usize::from(square.file())) == Some(wanted)
                })
                .collect()
        };
        Position::new(set('r'), set('b'), set('X'), turn)
            .expect("one thing a square")
            .with_jumps(jumps)
    }

    fn to_depth(position: &Position, depth: u32) -> Choice {
        let task = Task {
            position,
            rules: &Rules::BERKELEY_2016,
            limits: Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            seed: 1,
            threads: NonZeroUsize::MIN,
        };
        choose(&task, &NEVER).expect("the game is not over")
    }

    /// The four positions of the specification whose result is known.
    #[test]
    fn forced_wins_are_found_with_their_distance() {
        let to = |name: &str| name.parse::<Square>().expect("a square");
        let one = board(
            "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr",
            Color::Blue,
            1,
        );
        let choice = to_depth(&one, 6);
        assert_eq!(
            (choice.mv, choice.score),
            (Move::Extend { to: to("e7") }, Score::Win(1))
        );

        let extend = board(
            "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr",
            Color::Blue,
            1,
        );
        let choice = to_depth(&extend, 6);
        assert_eq!(
            (choice.mv, choice.score),
            (Move::Extend { to: to("d5") }, Score::Win(3))
        );

        let jump = board(
            "rr-bbbr rrrbbbr rrbbbbr rrbbbbr rrrbbbr rrbbbbb rrbbbbb",
            Color::Red,
            0,
        );
        let choice = to_depth(&jump, 6);
        assert!(
            choice.mv.is_jump() && choice.mv.to() == Some(to("c7")),
            "{choice:?}"
        );
        assert_eq!(choice.score, Score::Win(3));

        let limit = board(
            "rrrrrrr rrrrrrr rrXrXrb rXXXXXb bbXbXbb brbbbbb rrbb-bb",
            Color::Red,
            22,
        );
        assert_eq!(to_depth(&limit, 6).mv, Move::Pass);
        let after = limit.after(Move::Pass, &Rules::BERKELEY_2016);
        assert_eq!(to_depth(&after, 6).score, Score::Loss(5));
    }

    /// Alpha-beta against full minimax, whose value it must have.
    #[test]
    fn values_are_those_of_minimax() {
        fn minimax(position: &Position, rules: &Rules, depth: u32, ply: i32) -> Value {
            if let Some(outcome) = position.outcome(rules) {
                return match outcome.winner {
                    None => 0,
                    Some(winner) if winner == position.turn() => WIN - ply,
                    Some(_) => ply - WIN,
                };
            }
            if depth == 0 {
                return evaluate(position);
            }
            position
                .legal_moves(rules)
                .map(|mv| -minimax(&position.after(mv, rules), rules, depth - 1, ply + 1))
                .max()
                .expect("the game is not over")
        }
        let rules = Rules::UAI;
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..30 {
            let mut position = Position::start();
            for _ in 0..random.next_u64() % 50 {
                let moves: Vec<Move> = position.legal_moves(&rules).collect();
                let Some(at) = usize::try_from(random.next_u64())
                    .ok()
                    .and_then(|n| n.checked_rem(moves.len()))
                else {
                    break;
                };
                position = position.after(moves[at], &rules);
            }
            for depth in 1..=3 {
                for threads in [1, 3] {
                    let task = Task {
                        position: &position,
                        rules: &rules,
                        limits: Limits {
                            depth: Some(depth),
                            ..Limits::default()
                        },
                        seed: 3,
                        threads: NonZeroUsize::new(threads).expect("not 0"),
                    };
                    let Some(choice) = choose(&task, &NEVER) else {
                        continue;
                    };
                    if choice.depth == depth {
                        let value = minimax(&position, &rules, depth, 0);
                        assert_eq!(choice.score, Score::of(value), "{position:?}");
                        let after = position.after(choice.mv, &rules);
                        assert_eq!(-minimax(&after, &rules, depth - 1, 1), value);
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_seed_and_nodes_give_the_same_choice() {
        let position = Position::start();
        let choices = |seed| {
            let task = Task {
                position: &position,
                rules: &Rules::BERKELEY_2016,
                limits: Limits {
                    nodes: Some(20_000),
                    ..Limits::default()
                },
                seed,
                threads: NonZeroUsize::MIN,
            };
            choose(&task, &NEVER)
        };
        assert_eq!(choices(5), choices(5));
        assert!((0..20).any(|seed| choices(seed).map(|c| c.mv) != choices(5).map(|c| c.mv)));
    }

    #[test]
    fn any_number_of_threads_is_borne() {
        let position = Position::start();
        let task = Task {
            position: &position,
            rules: &Rules::BERKELEY_2016,
            limits: Limits {
                depth: Some(2),
                ..Limits::default()
            },
            seed: 0,
            threads: NonZeroUsize::MAX,
        };
        let choice = choose(&task, &NEVER).expect("a move");
        assert_eq!((choice.depth, choice.stopped), (2, StopReason::Depth));
    }

    #[test]
    fn told_to_stop_it_still_has_a_legal_move() {
        let position = Position::start();
        let task = Task {
            position: &position,
            rules: &Rules::BERKELEY_2016,
            limits: Limits::default(),
            seed: 0,
            threads: NonZeroUsize::MIN,
        };
        let choice = choose(&task, &AtomicBool::new(true)).expect("a move");
        assert_eq!(choice.stopped, StopReason::Told);
        assert_eq!(position.check(choice.mv, &Rules::BERKELEY_2016), Ok(()));
    }
}
