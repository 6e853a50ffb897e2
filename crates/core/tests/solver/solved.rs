//! The positions with proved values.

use ataxx_core::Cancellation;
use ataxx_core::board::{BoardSize, Position, Rules};
use ataxx_core::engine::{self, MoveBudget, Score, SearchTask};
use ataxx_core::solver::{Budget, Plies, Solver, SolverOptions, Verdict};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::time::Duration;

const FILE: &str = include_str!("../../../../docs/corpus/solved.epd");

/// A position with its proved value.
struct Solved {
    id: &'static str,
    position: Position,
    rules: Rules,
    /// For the side to move, with the distance of a win or loss.
    verdict: Verdict,
}

/// The positions of the file.
fn solved() -> Vec<Solved> {
    let bare = |line: &'static str| line.split('#').next().unwrap_or_default().trim();
    let lines = FILE.lines().map(bare).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (fen, operations) = line.split_once("; ").expect("operations");
            let operation = |name: &str| {
                let mut all = operations.split("; ");
                all.find_map(|one| one.strip_prefix(name)?.strip_prefix(' '))
            };
            let distance = operation("distance").map(|plies| Plies(plies.parse().expect("plies")));
            let verdict = match (operation("value"), distance) {
                (Some("win"), Some(_)) => Verdict::Win(distance),
                (Some("loss"), Some(_)) => Verdict::Loss(distance),
                (Some("draw"), None) => Verdict::Draw,
                _ => panic!("no value: {line}"),
            };
            let rules = operation("rules").expect("rules");
            Solved {
                id: operation("id").expect("an id"),
                position: fen.parse().expect("a position"),
                rules: rules.parse().expect("rules"),
                verdict,
            }
        })
        .collect()
}

proptest! {
    #[test]
    fn sizes_of_boards(text in "[0-9xX]{0,4}") {
        if let Ok(size) = text.parse::<BoardSize>() {
            prop_assert_eq!(size.to_string(), text.to_lowercase());
            let fen = size.start().to_string();
            prop_assert_eq!(fen.parse::<Position>(), Ok(size.start()));
        }
    }
}

#[test]
fn the_file_has_values_of_all_kinds() {
    let all = solved();
    assert_eq!(all.len(), 1000);
    assert!(FILE.len() < 200_000, "{}", FILE.len());
    let mut names: Vec<_> = all.iter().map(|one| one.id).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len());
    let count = |wanted: fn(Verdict) -> bool| all.iter().filter(|one| wanted(one.verdict)).count();
    assert!(count(|verdict| matches!(verdict, Verdict::Win(_))) > 200);
    assert!(count(|verdict| matches!(verdict, Verdict::Loss(_))) > 200);
    assert!(count(|verdict| verdict == Verdict::Draw) > 30);
    for rules in ["2008", "2022", "uai", "reloaded"] {
        let rules: Rules = rules.parse().expect("rules");
        assert!(all.iter().any(|one| one.rules == rules));
    }
}

/// The rest takes too long here: `make truth` solves all.
#[test]
fn the_easy_values_are_proved_again() {
    for one in solved().iter().take(100) {
        let mut solver = Solver::new(&one.rules, &SolverOptions::default());
        let solution = solver.exact(&one.position, &Budget::unlimited());
        assert_eq!(solution.verdict, one.verdict, "{}", one.id);
    }
}

/// Not by its clock: the player has no time to search, but for the solver.
#[test]
fn the_player_wins_within_nine_plies_without_time() {
    let budget = MoveBudget {
        usual: Duration::ZERO,
        longest: Duration::from_secs(600),
    };
    let mut won = 0;
    for entry in solved() {
        let Verdict::Win(Some(Plies(plies @ 6..=9))) = entry.verdict else {
            continue;
        };
        // A single move is made without a search.
        if entry.position.legal_moves(&entry.rules).len() == 1 {
            continue;
        }
        for seed in [None, Some(1)] {
            let task = SearchTask {
                position: &entry.position,
                rules: &entry.rules,
                limits: budget.limits(None, None, seed.is_some()),
                seed,
                threads: NonZeroUsize::MIN,
            };
            let choice = engine::choose(&task, Cancellation::never()).expect("a move");
            assert_eq!(choice.score, Score::Win(plies.into()), "{}", entry.id);
        }
        won += 1;
    }
    assert!(won > 200, "{won}");
}
