//! Training games of the player against itself.

use super::pattern_fit::BestMove;
use super::sample::Sample;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::engine::{
    Choice, Evaluation, Level, Limits, Player, PlayerOptions, Score, SearchTask, SearchTechniques,
    UNITS, Value,
};
use ataxx_core::solver::{self, Budget, Plies, Solver, Verdict};
use ataxx_opponents::{opening, random_walk};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::num::NonZeroUsize;

/// How training games are played.
#[derive(Clone, Copy)]
pub struct SelfPlay<'a> {
    /// The evaluation of the player.
    pub evaluation: &'a dyn Evaluation,
    /// The seed of the openings and moves.
    pub seed: u64,
    /// The node limit for each move.
    pub nodes: u64,
}

/// The size of the transposition table; enough for the searches of a game.
const TABLE_BYTES: usize = 1 << 18;

/// The greatest value of an opening: 64 % for the better side. The result of a game that starts
/// decided says little about its positions.
const BALANCED: Value = UNITS * 3 / 5;
/// The maximum number of openings tried for a game. The last one is played whatever its value.
const OPENINGS: u32 = 20;

/// The solver runs if at most this many squares are empty.
const NEAR_THE_END: u32 = 8;
/// The depth of the solver. Seven plies take about a tenth of the time of a game and decide
/// 2.5 % of the positions; nine take a third and decide 3.6 %.
const END: Plies = Plies(7);
/// The node limit of the solver.
const END_NODES: u64 = 1_000;

impl SelfPlay<'_> {
    /// Plays one game and returns its samples. The game depends on the seed and the number
    /// only, not on earlier games.
    ///
    /// Decided positions are not sampled. When the solver decides a position, the game is
    /// finished by the solver's line, so that the result is correct from there on.
    pub fn play(&self, number: u32) -> Vec<Sample> {
        let mut random = self.random(number);
        let rules = if random.next_u32().is_multiple_of(2) {
            Rules::UAI
        } else {
            Rules::BERKELEY_2016
        };
        let mut player = self.player(SearchTechniques::all());
        let mut choose = |position: &Position, random: &mut ChaCha8Rng| {
            self.choose(&mut player, position, &rules, Some(random.next_u64()))
        };
        let mut position = balanced_opening(&rules, &mut random, |position, random| {
            choose(position, random).map(|choice| choice.value)
        });
        let mut solver = Solver::new(&rules, &solver::SolverOptions::default());
        let mut samples: Vec<(Color, Sample)> = Vec::new();
        while position.outcome(&rules).is_none() {
            let proof = proof(&mut solver, &position);
            if !proof.is_empty() {
                for mv in proof {
                    position = position.after(mv, &rules);
                }
                continue;
            }
            let Some(choice) = choose(&position, &mut random) else {
                break;
            };
            if let Score::Stones(_) = choice.score
                && choice.mv != Move::Pass
            {
                let sample = Sample::new(&position, choice.value, number);
                samples.push((position.turn(), sample));
            }
            position = position.after(choice.mv, &rules);
        }
        let stones = |color| position.pieces(color).count().cast_signed();
        let winner = position.outcome(&rules).and_then(|outcome| outcome.winner);
        samples
            .into_iter()
            .map(|(turn, sample)| {
                // A draw counts as 0 whatever the number of pieces.
                let difference = winner.map_or(0, |_| stones(turn) - stones(!turn));
                let stones = i8::try_from(difference).unwrap_or(0);
                Sample { stones, ..sample }
            })
            .collect()
    }

    /// Plays one game and returns the best moves of positions that are up to three random moves
    /// away from those of the game, as most positions of a search are. Decided positions are left
    /// out, as all moves may be equally good there.
    ///
    /// The positions depend on the seed and the number only, not on earlier games.
    pub fn best_moves(&self, number: u32) -> Vec<BestMove> {
        let mut random = self.random(number);
        let rules = Rules::UAI;
        // Late-move pruning would miss best moves whose patterns have low weights.
        let techniques = SearchTechniques::all() - SearchTechniques::LATE_MOVE_PRUNING;
        let mut player = self.player(SearchTechniques::all());
        let mut analyst = self.player(techniques);
        let mut position = opening(&rules, &mut random);
        let mut found = Vec::new();
        while position.outcome(&rules).is_none() {
            for _ in 0..NEARBY {
                let plies = random.next_u32() % (MAX_RANDOM_PLIES + 1);
                let nearby = random_walk(&position, plies, &rules, &mut random);
                if nearby.outcome(&rules).is_some() {
                    continue;
                }
                if let Some(choice) = self.choose(&mut analyst, &nearby, &rules, None)
                    && let Score::Stones(_) = choice.score
                    && choice.mv != Move::Pass
                {
                    found.push((nearby, choice.mv));
                }
            }
            let seed = Some(random.next_u64());
            let Some(choice) = self.choose(&mut player, &position, &rules, seed) else {
                break;
            };
            position = position.after(choice.mv, &rules);
        }
        found
    }

    /// The random numbers of a game.
    fn random(&self, number: u32) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number.into());
        random
    }

    fn player(&self, techniques: SearchTechniques) -> Player<'_> {
        Player::new(&PlayerOptions {
            evaluation: self.evaluation,
            table_bytes: TABLE_BYTES,
            techniques,
            solver: false,
            level: Level::FULL,
        })
    }

    fn choose(
        &self,
        player: &mut Player,
        position: &Position,
        rules: &Rules,
        seed: Option<u64>,
    ) -> Option<Choice> {
        let task = SearchTask {
            position,
            rules,
            limits: Limits::of_nodes(self.nodes),
            seed,
            threads: NonZeroUsize::MIN,
        };
        player.choose(&task, Cancellation::never())
    }
}

/// The number of positions searched near each position of a game.
const NEARBY: u32 = 6;
/// Their maximum distance from it, in random plies.
const MAX_RANDOM_PLIES: u32 = 3;

/// An opening in which both sides have similar chances.
fn balanced_opening(
    rules: &Rules,
    random: &mut ChaCha8Rng,
    mut value: impl FnMut(&Position, &mut ChaCha8Rng) -> Option<Value>,
) -> Position {
    let mut position = opening(rules, random);
    for _ in 1..OPENINGS {
        if value(&position, random).is_some_and(|value| value.abs() <= BALANCED) {
            break;
        }
        position = opening(rules, random);
    }
    position
}

/// The solver's line to the end of the game; empty if the position is not decided.
fn proof(solver: &mut Solver, position: &Position) -> Vec<Move> {
    if position.empty().count() > NEAR_THE_END {
        return Vec::new();
    }
    let budget = Budget {
        nodes: Some(END_NODES),
        may_continue: &|| true,
    };
    let solution = solver.solve(position, END, &budget);
    match solution.verdict {
        Verdict::Win(_) | Verdict::Loss(_) => solution.line,
        Verdict::None | Verdict::Draw | Verdict::Unknown => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::engine::Material;
    use std::collections::HashSet;

    #[test]
    fn a_game_depends_on_its_number_and_seed_alone() {
        let games = |seed| SelfPlay {
            evaluation: &Material,
            seed,
            nodes: 30,
        };
        let first = games(1).play(5);
        assert!(first.len() > 20, "{}", first.len());
        assert!(first.iter().all(|sample| sample.game == 5));
        let _ = games(1).play(6);
        assert_eq!(games(1).play(5), first);
        assert_ne!(games(1).play(6), first);
        assert_ne!(games(2).play(5), first);
    }

    #[test]
    fn best_moves_depend_on_the_number_and_seed_alone() {
        let games = |seed| SelfPlay {
            evaluation: &Material,
            seed,
            nodes: 30,
        };
        let first = games(1).best_moves(5);
        assert!(first.len() > 20, "{}", first.len());
        for (position, mv) in &first {
            let mut legal = position.legal_moves(&Rules::UAI);
            assert!(legal.any(|other| other == *mv), "{position} {mv:?}");
            assert_ne!(*mv, Move::Pass, "{position}");
            assert_eq!(position.outcome(&Rules::UAI), None, "{position}");
        }
        // Most are not positions of the game, of which each would come six times.
        let different: HashSet<String> = first.iter().map(|(at, _)| at.to_string()).collect();
        assert!(2 * different.len() > first.len(), "{}", different.len());
        let _ = games(1).best_moves(6);
        assert_eq!(games(1).best_moves(5), first);
        assert_ne!(games(1).best_moves(6), first);
        assert_ne!(games(2).best_moves(5), first);
    }

    #[test]
    fn openings_are_balanced() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let pieces = |position: &Position| {
            let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
            red.cast_signed() - blue.cast_signed()
        };
        let (one, two) = (BALANCED / 2, BALANCED + 1);
        let value = |position: &Position| match pieces(position).abs() {
            0 => 0,
            1 => one,
            _ => two,
        };
        for _ in 0..50 {
            let opening = balanced_opening(&Rules::UAI, &mut random, |position, _| {
                Some(value(position))
            });
            assert!(pieces(&opening).abs() <= 1, "{opening:?}");
        }
        // There may be none.
        let _ = balanced_opening(&Rules::UAI, &mut random, |_, _| Some(-two));
    }

    #[test]
    fn decided_positions_are_not_sampled() {
        let games = SelfPlay {
            evaluation: &Material,
            seed: 1,
            nodes: 30,
        };
        for sample in (0..20).flat_map(|number| games.play(number)) {
            let position = sample.position();
            // A win within one ply is one by any rules and count.
            let mut solver = Solver::new(&Rules::UAI, &solver::SolverOptions::default());
            let verdict = solver.verdict(&position, Plies(1), &Budget::unlimited());
            assert_eq!(verdict, Verdict::None, "{position:?}");
        }
    }

    #[test]
    fn the_line_of_the_solver_ends_the_game() {
        let rules = Rules::BERKELEY_2016;
        let position = ataxx_core::notation::read_position(
            "bbbb-rr/bbbbbrr/brbbbrr/rrbbbbb/rrbbbbb/rbbbbbb/rrbbbrr b 1",
        )
        .expect("a position");
        let mut solver = Solver::new(&rules, &solver::SolverOptions::default());
        let moves = proof(&mut solver, &position);
        let end = moves
            .iter()
            .fold(position, |position, &mv| position.after(mv, &rules));
        let outcome = end.outcome(&rules).expect("it is over");
        assert_eq!((moves.len(), outcome.winner), (1, Some(Color::Blue)));
        assert_eq!(proof(&mut solver, &Position::start()), []);
    }
}
