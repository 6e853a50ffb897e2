//! The engine with a table. The table is for all of the process, so that this is a program of its own.

use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Move, Position, Rules};
use ataxx_core::engine::{self, Limits, Player, PlayerOptions, SearchTask};
use ataxx_core::solver::{best_value, use_known_values};
use ataxx_tables::{Board, LayerOptions, Settled, TableFolder, Tables};
use std::num::NonZeroUsize;
use std::path::Path;

/// A task for which the engine hardly searches.
fn task<'a>(position: &'a Position, rules: &'a Rules) -> SearchTask<'a> {
    SearchTask {
        position,
        rules,
        limits: Limits {
            nodes: Some(1),
            depth: Some(1),
            ..Limits::default()
        },
        seed: None,
        threads: NonZeroUsize::MIN,
    }
}

fn chosen(position: &Position, rules: &Rules) -> Move {
    let choice = engine::choose(&task(position, rules), Cancellation::never());
    choice.expect("the game is not over").mv
}

/// The first moves of the lines that it shows.
fn shown(position: &Position, rules: &Rules, lines: usize) -> Vec<Move> {
    let task = SearchTask {
        limits: Limits {
            nodes: Some(100),
            ..Limits::default()
        },
        ..task(position, rules)
    };
    let mut player = Player::new(&PlayerOptions::default());
    let found = player.analyze(&task, lines, Cancellation::never(), &mut |_| {});
    let (report, _) = found.expect("the game is not over");
    report.lines.iter().map(|line| line.moves[0]).collect()
}

fn build(folder: &Path, rules: &Rules) {
    let kept = TableFolder::of(folder, 3, 4, rules);
    kept.make().expect("a folder");
    let options = LayerOptions {
        threads: NonZeroUsize::MIN,
        all: true,
        proceed: &|_| true,
        folder: Some(&kept),
    };
    let board = Board::of_size(3, 4, rules).expect("small");
    board
        .settle(options, &mut Settled::default())
        .expect("built");
}

/// Positions of games with random moves, with any count of jumps.
fn positions(rules: &Rules) -> Vec<Position> {
    let limit = rules.jump_limit.expect("a limit").jumps.get();
    let mut positions = Vec::new();
    for seed in 0..40_u64 {
        let start = "-------/-------/-------/o1x----/3----/3----/x1o---- x 0 1";
        let mut game = Game::from_position(*rules, start.parse().expect("a position"));
        for ply in 0.. {
            if game.outcome().is_some() || ply > 30 {
                break;
            }
            let random = |key: u64, below: usize| {
                let random = ataxx_core::internal::of_words([seed, 2 * ply + key]) % below as u64;
                usize::try_from(random).expect("small")
            };
            let jumps = u16::try_from(random(0, usize::from(limit))).expect("small");
            positions.push(game.position().with_jumps(jumps));
            let moves: Vec<Move> = game.position().legal_moves(rules).collect();
            game.play(moves[random(1, moves.len())]).expect("legal");
        }
    }
    positions
}

#[test]
fn the_engine_plays_small_boards_without_a_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    let all_rules = [Rules::UAI, Rules::BERKELEY_2022];
    for rules in &all_rules {
        build(folder.path(), rules);
    }
    let open = || Tables::open(folder.path()).expect("tables");
    let tables = open();
    let count = |moves: fn(&Position, &Rules) -> Vec<Move>| {
        let mut mistakes = 0;
        for rules in &all_rules {
            for position in positions(rules) {
                let known = tables.moves(&position, rules).expect("readable");
                let known = known.unwrap_or_else(|| panic!("{rules}: {position}"));
                let best = best_value(&known);
                let keeps = |mv| known.contains(&(mv, best));
                mistakes += usize::from(!moves(&position, rules).into_iter().all(keeps));
            }
        }
        mistakes
    };
    let one = |position: &Position, rules: &Rules| vec![chosen(position, rules)];
    assert!(count(one) > 0, "it plays without a mistake by itself");
    assert!(use_known_values(Box::new(open())));
    assert_eq!(count(one), 0);
    assert_eq!(count(|position, rules| shown(position, rules, 3)), 0);
    assert!(positions(&Rules::UAI).len() > 300);
    assert!(!use_known_values(Box::new(open())), "once and for all");
}
