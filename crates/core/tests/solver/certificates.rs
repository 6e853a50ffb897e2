//! Certificates of the solver's results, verified with the literal rules.

use crate::solving;
use crate::solving::Case;
use crate::solving::portion;
use crate::solving::positions::any_position;
use crate::solving::tally::Tally;
use crate::solving::twins::positions::Chance;
use ataxx_core::board::{Color, Position, Rules};
use ataxx_core::solver::certificate::{Claim, verify};
use ataxx_core::solver::{
    Budget, CertifyError, Extent, Plies, Question, Solution, Solver, SolverOptions, Verdict,
};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// A position as a FEN stores it: its number of plies follows from the turn number and the
/// side to move.
fn as_in_a_fen(position: Position) -> Position {
    let odd = u32::from(position.turn() == Color::Blue);
    position.with_plies(position.plies() / 2 * 2 + odd)
}

/// Certifies a result and verifies the certificate. Returns the number of steps.
fn check(case: &Case, solver: &mut Solver, solution: &Solution, extent: Extent) -> u64 {
    let unlimited = Budget::unlimited();
    let position = case.position;
    let certificate = solver
        .certificate(position, solution, extent, &unlimited, &|_| ())
        .unwrap_or_else(|reason| panic!("{case}: {reason}"));
    let mut text = Vec::new();
    certificate
        .write(&mut text)
        .unwrap_or_else(|error| panic!("{case}: {error}"));
    let verified = verify(&text[..], |_| ControlFlow::Continue(())).unwrap_or_else(|refused| {
        let text = String::from_utf8_lossy(&text);
        panic!("{case}: {refused:?}\n{text}")
    });
    assert_eq!(verified.rules, *case.rules, "{case}");
    let turn = position.turn();
    match (solution.verdict, verified.claim) {
        (Verdict::Win(distance), Claim::Win { winner, within }) => {
            assert_eq!((winner, extent), (turn, Extent::Win), "{case}");
            assert!(distance.is_none_or(|plies| plies == within), "{case}");
        }
        (Verdict::Loss(distance), Claim::Win { winner, within }) => {
            assert_eq!((winner, extent), (!turn, Extent::Win), "{case}");
            assert!(distance.is_none_or(|plies| plies == within), "{case}");
        }
        (Verdict::Win(Some(distance)), Claim::Exactly { winner, plies }) => {
            assert_eq!((winner, plies), (turn, distance), "{case}");
        }
        (Verdict::Loss(Some(distance)), Claim::Exactly { winner, plies }) => {
            assert_eq!((winner, plies), (!turn, distance), "{case}");
        }
        (Verdict::None, Claim::None { within }) => {
            assert_eq!(within, solution.none_within, "{case}");
        }
        (Verdict::Draw, Claim::Draw) => {}
        other => panic!("{case}: {other:?}"),
    }
    verified.counts.steps
}

/// Solves and certifies many positions under all named rules.
fn certify(seed: u64, count: usize, within: Option<Plies>, extent: Extent) -> (Tally, u64) {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    let mut steps = 0;
    let endless = "2022,jump-limit=none".parse().expect("rules");
    let rules = [&Rules::NAMED[..], &[endless]].concat();
    for number in 0..portion(count) {
        let rules = rules[number % rules.len()];
        let (kind, position) = any_position(&mut chance, &rules);
        let position = as_in_a_fen(position);
        if position.ending(&rules).is_some() {
            continue;
        }
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        let budget = Budget {
            nodes: Some(3000),
            may_continue: &|| true,
        };
        let question = Question {
            within,
            all_moves: false,
        };
        let solution = solver.answer(&position, question, &budget);
        let plies = within.map_or(0, |plies| plies.0);
        let case = Case {
            position: &position,
            name: rules.base_name(),
            rules: &rules,
        };
        let open = solution.verdict == Verdict::None;
        // Holding in an open position takes tens of thousands of steps.
        let wide = open && (plies > 4 || position.empty().count() > 12);
        if solution.verdict == Verdict::Unknown || wide {
            continue;
        }
        tally.note(kind);
        tally.note_verdict(solution.verdict);
        steps += check(&case, &mut solver, &solution, extent);
    }
    (tally, steps)
}

#[test]
fn wins_and_losses() {
    let (tally, steps) = certify(1, 3000, Some(Plies(7)), Extent::Win);
    let wanted = [
        "win 1", "win 3", "win 5", "win 7", "loss 2", "loss 4", "loss 6",
    ];
    assert_eq!(tally.missing(&wanted), [""; 0], "{tally}");
    println!("{steps} steps\n{tally}");
}

#[test]
fn distances() {
    let (tally, steps) = certify(2, 1000, Some(Plies(4)), Extent::Distance);
    let wanted = ["win 3", "win 4", "loss 2", "loss 4", "none"];
    assert_eq!(tally.missing(&wanted), [""; 0], "{tally}");
    println!("{steps} steps\n{tally}");
}

#[test]
fn values() {
    let (tally, steps) = certify(3, 1500, None, Extent::Win);
    let wanted = ["Win(None)", "Loss(None)", "Draw"];
    assert_eq!(tally.missing(&wanted), [""; 0], "{tally}");
    println!("{steps} steps\n{tally}");
}

/// Entries that the table has lost are searched again.
#[test]
fn with_a_table_of_one_entry_and_with_threads() {
    let rules = Rules::UAI;
    let position = solving::position(
        "-rrrbbb rrrrbbb bbrXrrb --XbXrb bbbXrrb bbrrrrb --rrrrb",
        Color::Red,
        1,
    );
    let position = as_in_a_fen(position);
    let case = Case {
        position: &position,
        name: "uai",
        rules: &rules,
    };
    for (table_bytes, threads) in [(0, 1), (1 << 20, 3)] {
        let settings = SolverOptions {
            table_bytes,
            threads: NonZeroUsize::new(threads).expect("not 0"),
            ..SolverOptions::default()
        };
        let mut solver = Solver::new(&rules, &settings);
        let plies = if table_bytes == 0 { 7 } else { 11 };
        let solution = solver.solve(&position, Plies(plies), &Budget::unlimited());
        let expected = match plies {
            7 => Verdict::None,
            _ => Verdict::Win(Some(Plies(11))),
        };
        assert_eq!(solution.verdict, expected);
        check(&case, &mut solver, &solution, Extent::Win);
    }
}

#[test]
fn without_a_verdict_there_is_no_certificate() {
    let rules = Rules::BERKELEY_2022;
    let mut solver = Solver::new(&rules, &SolverOptions::default());
    let position = Position::start();
    let spent = Budget {
        nodes: None,
        may_continue: &|| false,
    };
    let solution = solver.solve(&position, Plies(30), &spent);
    assert_eq!(solution.verdict, Verdict::Unknown);
    let certificate = |solver: &mut Solver, solution, budget: &Budget| {
        solver
            .certificate(&position, solution, Extent::Win, budget, &|_| ())
            .map(|_| ())
    };
    let unlimited = Budget::unlimited();
    assert_eq!(
        certificate(&mut solver, &solution, &unlimited),
        Err(CertifyError::NoVerdict)
    );
    let solution = solver.solve(&position, Plies(3), &unlimited);
    assert_eq!(solution.verdict, Verdict::None);
    assert_eq!(
        certificate(&mut solver, &solution, &spent),
        Err(CertifyError::Budget)
    );
    assert_eq!(certificate(&mut solver, &solution, &unlimited), Ok(()));
}

/// Between walls few positions can be reached, and a search without a horizon soon visits all.
#[test]
fn walled_positions_to_their_end() {
    let rules = Rules::BERKELEY_2016;
    for (fen, expected) in [
        (
            "xxx--xo/xx1----/x----oo/xx---oo/xo1---o/xxx--2/xxx--o- o 21 1",
            Verdict::Draw,
        ),
        (
            "-xx---o/-xx--oo/x-x--oo/xox--1o/xxx--oo/-xx--o1/2x--xo o 22 1",
            Verdict::Loss(None),
        ),
    ] {
        let position: Position = fen.parse().expect("FEN");
        let case = Case {
            position: &position,
            name: "2016",
            rules: &rules,
        };
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        let budget = Budget {
            nodes: Some(1_000_000),
            ..Budget::unlimited()
        };
        let solution = solver.exact(&position, &budget);
        assert_eq!(solution.verdict, expected, "{case}");
        check(&case, &mut solver, &solution, Extent::Win);
    }
}
