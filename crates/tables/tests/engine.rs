//! The engine with a table. The table is for all of the process, so that this is a program of its own.

use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Move, Position, Rules};
use ataxx_core::engine::{self, Limits, SearchTask};
use ataxx_core::solver::{best_value, use_known_values};
use ataxx_tables::{Board, LayerOptions, Settled, TableFolder, Tables};
use std::num::NonZeroUsize;

/// The choice of an engine that hardly searches.
fn chosen(position: &Position, rules: &Rules) -> Move {
    let task = SearchTask {
        position,
        rules,
        limits: Limits {
            nodes: Some(1),
            depth: Some(1),
            ..Limits::default()
        },
        seed: None,
        threads: NonZeroUsize::MIN,
    };
    let choice = engine::choose(&task, &Cancellation::new());
    choice.expect("the game is not over").mv
}

#[test]
fn the_engine_plays_small_boards_without_a_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Rules::UAI;
    let kept = TableFolder::of(folder.path(), 3, 4, &rules);
    kept.make().expect("a folder");
    let options = LayerOptions {
        threads: NonZeroUsize::MIN,
        all: true,
        proceed: &|_| true,
        folder: Some(&kept),
    };
    let board = Board::of_size(3, 4, &rules).expect("small");
    board
        .settle(options, &mut Settled::default())
        .expect("built");
    let open = || Tables::open(folder.path()).expect("tables");
    let tables = open();
    // Positions of games with random moves, by the table.
    let mut positions = Vec::new();
    for seed in 0..40_u64 {
        let start = "-------/-------/-------/o1x----/3----/3----/x1o---- x 0 1";
        let mut game = Game::from_position(rules, start.parse().expect("a position"));
        for ply in 0.. {
            if game.outcome().is_some() || ply > 30 {
                break;
            }
            positions.push(*game.position());
            let moves: Vec<Move> = game.position().legal_moves(&rules).collect();
            let random = ataxx_core::internal::of_words([seed, ply]) % moves.len() as u64;
            let mv = moves[usize::try_from(random).expect("small")];
            game.play(mv).expect("legal");
        }
    }
    let mistakes = || {
        let is_mistake = |position: &&Position| {
            let known = tables
                .moves(position, &rules)
                .expect("readable")
                .expect("known");
            let mv = chosen(position, &rules);
            let value = known
                .iter()
                .find(|(other, _)| *other == mv)
                .map(|(_, value)| *value);
            value != Some(best_value(&known))
        };
        positions.iter().filter(is_mistake).count()
    };
    assert!(mistakes() > 0, "it plays without a mistake by itself");
    assert!(use_known_values(Box::new(open())));
    assert_eq!(mistakes(), 0, "of {} positions", positions.len());
    assert!(positions.len() > 300, "{}", positions.len());
    assert!(!use_known_values(Box::new(open())), "once and for all");
}
