//! The player: its moves are legal and repeatable, within all limits.

use crate::solving::position;
use crate::solving::positions::any_position;
use crate::solving::rules::any_rules;
use crate::solving::twins::positions::Chance;
use crate::solving::twins::{literal_of, rule_sets::rule_sets};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::engine::{
    Choice, Evaluation, Level, Limits, Material, Network, Player, PlayerOptions, Score, SearchTask,
    SearchTechniques, StopReason, choose,
};
use ataxx_core::reference::LiteralPosition;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::Duration;

pub static NEVER: Cancellation = Cancellation::new();

const ONE: NonZeroUsize = NonZeroUsize::MIN;

pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

pub fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

pub fn task<'a>(position: &'a Position, rules: &'a Rules, limits: Limits) -> SearchTask<'a> {
    SearchTask {
        position,
        rules,
        limits,
        seed: None,
        threads: ONE,
    }
}

/// A player that does not run the solver.
pub fn searcher(evaluation: &dyn Evaluation, techniques: SearchTechniques) -> Player<'_> {
    Player::new(&PlayerOptions {
        evaluation,
        table_bytes: 1 << 20,
        techniques,
        solver: false,
        level: Level::FULL,
    })
}

/// Whole games under every rule set, with a small budget and with none, each move checked
/// with the literal rules.
#[test]
fn every_move_is_legal() {
    let mut chance = Chance::new(3);
    let sets = rule_sets();
    let mut ended = 0;
    for game in 0..60 {
        let (name, rules) = &sets[game % sets.len()];
        let (_, start) = any_position(&mut chance, rules);
        let mut position = start;
        let mut literal: LiteralPosition = literal_of(&start);
        let settings = PlayerOptions {
            solver: game % 3 == 0,
            table_bytes: [0, 100, 1 << 16][game % 3],
            ..PlayerOptions::default()
        };
        let mut player = Player::new(&settings);
        for _ in 0..150 {
            let mut task = task(&position, rules, nodes([0, 300, 2000][chance.below(3)]));
            task.seed = Some(game as u64);
            let Some(choice) = player.choose(&task, &NEVER) else {
                ended += 1;
                assert!(literal.legal_moves(rules).is_empty(), "{name}");
                break;
            };
            assert!(literal.is_legal(choice.mv, rules), "{name} {choice:?}");
            literal = literal.play(choice.mv, rules).expect("legal");
            position = position.after(choice.mv, rules);
        }
    }
    assert!(ended > 20, "{ended}");
}

fn seeded(position: &Position, seed: u64, limits: Limits) -> Option<Choice> {
    let rules = Rules::BERKELEY_2016;
    let mut task = task(position, &rules, limits);
    task.seed = Some(seed);
    choose(&task, &NEVER)
}

/// With a seed and a node limit the choice is the same on a busy machine and with any time limit;
/// with another seed it can be another one.
#[test]
fn a_seed_decides() {
    let mut chance = Chance::new(4);
    let rules = Rules::BERKELEY_2016;
    let mut positions = vec![Position::start()];
    while positions.len() < 12 {
        let (_, position) = any_position(&mut chance, &rules);
        if position.ending(&rules).is_none() {
            positions.push(position);
        }
    }
    let all = |time: Option<Duration>| -> Vec<Option<Choice>> {
        let limits = Limits {
            time,
            ..nodes(20_000)
        };
        positions
            .iter()
            .map(|position| seeded(position, 5, limits))
            .collect()
    };
    let calm = all(None);
    std::thread::scope(|scope| {
        let busy: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| all(Some(Duration::from_secs(1000)))))
            .collect();
        for busy in busy {
            assert_eq!(busy.join().expect("no panic"), calm);
        }
    });
    let at_start = |seed| seeded(&Position::start(), seed, nodes(3000)).map(|choice| choice.mv);
    let first = at_start(0);
    assert!((1..30).any(|seed| at_start(seed) != first));
}

/// Without any one technique the search visits other positions.
#[test]
fn each_technique_can_be_switched_off() {
    let rules = Rules::UAI;
    let mut positions = Vec::new();
    for seed in 0..5 {
        let mut position = Position::start();
        for _ in 0..8 + seed {
            let choice = seeded(&position, seed, nodes(500)).expect("the game goes on");
            position = position.after(choice.mv, &rules);
        }
        positions.push(position);
    }
    let count = |techniques, plies| -> u64 {
        let nodes = positions.iter().map(|position| {
            let mut player = searcher(Network::embedded(), techniques);
            let choice = player.choose(&task(position, &rules, depth(plies)), &NEVER);
            choice.expect("the game goes on").nodes
        });
        nodes.sum()
    };
    for (name, technique) in SearchTechniques::all().iter_names() {
        // Extensions need a table move of some depth.
        let plies = match technique {
            SearchTechniques::SINGULAR_EXTENSIONS => 9,
            _ => 6,
        };
        let [all, others] = [SearchTechniques::all(), SearchTechniques::all() - technique]
            .map(|techniques| count(techniques, plies));
        assert_ne!(others, all, "{name}");
    }
    assert!(count(SearchTechniques::EXACT, 4) > 4 * count(SearchTechniques::all(), 4));
}

#[test]
fn any_number_of_threads_is_accepted() {
    let position = Position::start();
    let rules = Rules::BERKELEY_2016;
    for threads in [ONE, NonZeroUsize::new(3).expect("not 0"), NonZeroUsize::MAX] {
        let mut task = task(&position, &rules, depth(5));
        task.threads = threads;
        let choice = choose(&task, &NEVER).expect("a move");
        assert_eq!((choice.depth, choice.stopped), (5, StopReason::Depth));
        assert_eq!(position.check(choice.mv, &rules), Ok(()));
    }
}

#[test]
fn a_cancelled_search_has_a_legal_move() {
    let position = Position::start();
    let rules = Rules::BERKELEY_2016;
    let told = Cancellation::new();
    told.request();
    let choice = choose(&task(&position, &rules, Limits::default()), &told).expect("a move");
    assert_eq!(choice.stopped, StopReason::Cancelled);
    assert_eq!(position.check(choice.mv, &rules), Ok(()));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let position = position(
        "rr----- ------- ------- ------- ------- ------- -------",
        Color::Blue,
        0,
    );
    let rules = Rules::BERKELEY_2016;
    assert_eq!(choose(&task(&position, &rules, nodes(10)), &NEVER), None);
}

/// Each move of a line is legal.
#[test]
fn lines_are_legal() {
    let mut chance = Chance::new(6);
    for _ in 0..40 {
        let (name, rules) = any_rules(&mut chance);
        let (_, position) = any_position(&mut chance, &rules);
        let mut player = Player::new(&PlayerOptions {
            table_bytes: 1 << 16,
            ..PlayerOptions::default()
        });
        let task = task(&position, &rules, nodes(3000));
        let Some((report, _)) = player.analyze(&task, 4, &NEVER, &mut |_| {}) else {
            continue;
        };
        let mut first: Vec<Move> = Vec::new();
        for line in &report.lines {
            assert!(!first.contains(&line.moves[0]), "{name} {report:?}");
            first.push(line.moves[0]);
            let mut here = position;
            for &mv in &line.moves {
                assert_eq!(
                    here.check(mv, &rules),
                    Ok(()),
                    "{name} {position:?} {line:?}"
                );
                here = here.after(mv, &rules);
            }
        }
        assert_eq!(first.len(), position.legal_moves(&rules).count().min(4));
    }
}

/// Lines begin with the requested moves, even if others are better; illegal moves are ignored.
#[test]
fn only_the_requested_moves_are_searched() {
    let rules = Rules::BERKELEY_2016;
    // Blue wins at once by one move.
    let won = position(
        "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr",
        Color::Blue,
        1,
    );
    for position in [Position::start(), won] {
        let task = task(&position, &rules, nodes(2000));
        let mut player = Player::new(&PlayerOptions::default());
        let mut analyze = |only: &[Move], lines: usize| {
            let found = player.analyze_moves(&task, only, lines, &NEVER, &mut |_| {});
            found.map(|(report, _)| report.lines)
        };
        let all: Vec<Move> = position.legal_moves(&rules).collect();
        let best = analyze(&[], 1).expect("a line")[0].moves[0];
        for &mv in &all {
            let lines = analyze(&[mv, Move::Pass], 3).expect("a line");
            assert_eq!((lines.len(), lines[0].moves[0]), (1, mv));
        }
        // All moves but the best, and several.
        let others: Vec<Move> = all.iter().copied().filter(|&mv| mv != best).collect();
        let lines = analyze(&others, usize::MAX).unwrap_or_default();
        let mut first: Vec<Move> = lines.iter().map(|line| line.moves[0]).collect();
        first.sort();
        let mut expected = others.clone();
        expected.sort();
        assert_eq!(first, expected);
        assert_eq!(analyze(&[Move::Pass], 1), None);
    }
}

/// All threads search: each evaluates positions.
#[test]
fn several_threads_search() {
    struct Watched(Mutex<HashSet<ThreadId>>);
    impl Evaluation for Watched {
        fn value(&self, position: &Position) -> i32 {
            let mut threads = self.0.lock().expect("no panic");
            threads.insert(std::thread::current().id());
            Material.value(position)
        }
        fn stones(&self, value: i32) -> f64 {
            Material.stones(value)
        }
    }
    let watched = Watched(Mutex::default());
    let mut player = searcher(&watched, SearchTechniques::all());
    let rules = Rules::UAI;
    let start = Position::start();
    let mut task = task(&start, &rules, nodes(300_000));
    task.threads = NonZeroUsize::new(3).expect("not 0");
    let choice = player.choose(&task, &NEVER).expect("a move");
    assert_eq!(choice.stopped, StopReason::Nodes);
    drop(player);
    assert_eq!(watched.0.into_inner().expect("no panic").len(), 3);
}

/// A request for no lines gives one.
#[test]
fn there_is_always_a_line() {
    let rules = Rules::BERKELEY_2016;
    let won = position(
        "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr",
        Color::Blue,
        1,
    );
    for position in [Position::start(), won] {
        for lines in [0, 1, usize::MAX] {
            let mut player = Player::new(&PlayerOptions::default());
            let task = task(&position, &rules, nodes(1000));
            let found = player.analyze(&task, lines, &NEVER, &mut |_| {});
            let (report, _) = found.expect("the game goes on");
            let moves = position.legal_moves(&rules).count();
            assert_eq!(report.lines.len(), lines.clamp(1, moves));
        }
    }
}

/// The least and greatest limits.
#[test]
fn extreme_limits() {
    let rules = Rules::BERKELEY_2016;
    let start = Position::start();
    let told = Cancellation::new();
    told.request();
    for (limits, told) in [
        (
            Limits {
                time: Some(Duration::MAX),
                ..depth(2)
            },
            &NEVER,
        ),
        (
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
            &NEVER,
        ),
        (
            Limits {
                time: Some(Duration::MAX),
                proof_time: Some(Duration::MAX),
                nodes: Some(u64::MAX),
                depth: Some(u32::MAX),
            },
            &told,
        ),
        (nodes(0), &NEVER),
        (depth(0), &NEVER),
    ] {
        let choice = choose(&task(&start, &rules, limits), told).expect("a move");
        assert_eq!(start.check(choice.mv, &rules), Ok(()));
    }
}

/// The lines of an interrupted search come from the same depth, so the first is the best.
#[test]
fn interrupted_lines_are_in_order() {
    let mut chance = Chance::new(10);
    let mut seen = 0;
    for round in 0..60 {
        let (name, rules) = any_rules(&mut chance);
        let (_, position) = any_position(&mut chance, &rules);
        let mut player = searcher(Network::embedded(), SearchTechniques::all());
        let task = task(&position, &rules, nodes(3000 + 256 * round));
        let Some((report, stopped)) = player.analyze(&task, 4, &NEVER, &mut |_| {}) else {
            continue;
        };
        if stopped != StopReason::Nodes || report.depth == 0 {
            continue;
        }
        seen += 1;
        let values: Vec<_> = report.lines.iter().map(|line| line.value).collect();
        assert!(
            values.is_sorted_by_key(|value| -value),
            "{name} {position:?} {values:?} {:?}",
            report.depth
        );
    }
    assert!(seen > 10, "{seen}");
}

/// Weak levels vary, strong ones do not; with a seed all are reproducible.
#[test]
fn levels_play_legal_moves_and_weak_ones_vary() {
    for level in Level::all() {
        let options = PlayerOptions {
            level,
            table_bytes: 1 << 16,
            ..PlayerOptions::default()
        };
        let rules = Rules::UAI;
        let mut position = Position::start();
        for ply in 0..30 {
            let seeded = SearchTask {
                seed: Some(ply),
                ..task(&position, &rules, nodes(300))
            };
            let choices: Vec<Choice> = (0..2)
                .filter_map(|_| Player::new(&options).choose(&seeded, &NEVER))
                .collect();
            let [first, second] = choices[..] else {
                break;
            };
            assert_eq!(first, second);
            let mut legal = position.legal_moves(&rules);
            assert!(legal.any(|mv| mv == first.mv), "{level} {position:?}");
            position = position.after(first.mv, &rules);
        }
        let start = Position::start();
        let unseeded = task(&start, &rules, nodes(300));
        let moves: HashSet<Move> = (0..20)
            .filter_map(|_| Player::new(&options).choose(&unseeded, &NEVER))
            .map(|choice| choice.mv)
            .collect();
        assert_eq!(moves.len() > 1, level < Level::FULL, "{level}");
    }
}

/// The only move is played without a search, and has a score.
#[test]
fn the_only_move_ends_the_game() {
    let rules = Rules::UAI;
    for (fen, score) in [
        (
            "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/oooxxxx/xooxxxx/1ooxxxx x 0 1",
            Score::Win(1),
        ),
        (
            "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/xoooooo/1oooooo x 0 1",
            Score::Loss(1),
        ),
    ] {
        let position: Position = fen.parse().expect("a position");
        let choice = choose(&task(&position, &rules, nodes(1)), &NEVER).expect("a move");
        assert_eq!(choice.score, score, "{fen}");
    }
}
