//! Moves of scenarios on a board.

use crate::tester::performer::{Problem, StepAt};
use crate::tester::report::Comparison;
use crate::tester::syntax::rewrite::rewrite_list;
use ataxx_core::board::{Move, Position};
use ataxx_core::notation::{BerkeleyMove, Rows};
use std::collections::BTreeSet;

/// Compares two sets of moves; extends to one square are one move.
pub fn compare_moves(
    position: &Position,
    expected: &[BerkeleyMove],
    actual: &[Move],
    at: &StepAt,
    key: &str,
) -> Result<(), Problem> {
    let written = |mv: Move| BerkeleyMove::of(mv, position).to_string();
    let actual_names: BTreeSet<String> = actual.iter().map(|&mv| written(mv)).collect();
    let mut common = 0;
    let mut missing = Vec::new();
    let mut wanted = Vec::new();
    for &mv in expected {
        match mv.on(position) {
            Some(known) if actual.contains(&known) => common += 1,
            _ => missing.push(mv.to_string()),
        }
        wanted.extend(mv.on(position));
    }
    let surplus = actual.iter().filter(|mv| !wanted.contains(mv));
    let surplus: Vec<String> = surplus.map(|&mv| written(mv)).collect();
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = actual_names.into_iter().collect();
    let patch = rewrite_list(at, key, &names);
    let message = match (missing.len(), surplus.len()) {
        (0, _) => format!("not expected: {}", surplus.join(" ")),
        (_, 0) => format!("missing: {}", missing.join(" ")),
        _ => format!(
            "missing: {}; not expected: {}",
            missing.join(" "),
            surplus.join(" ")
        ),
    };
    let comparison = Comparison::Sets {
        what: "moves".to_owned(),
        missing,
        surplus,
        common,
    };
    Err(Problem::mismatch(&at.field(key), message)
        .with(comparison)
        .with_patch(patch))
}

/// Help that shows a position.
pub fn in_position(position: &Position) -> String {
    format!("in {}", Rows(*position))
}
