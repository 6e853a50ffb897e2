//! Compares values without a limit on plies with exhaustive search of the whole game under the
//! literal rules.

use crate::solving;
use crate::solving::Case;
use crate::solving::check::{check_line, promised};
use crate::solving::exhaustive::{ExhaustiveSolver, Value};
use crate::solving::portion;
use crate::solving::positions::{any_position, filled, rectangle, with_counts};
use crate::solving::rules::short_rules;
use crate::solving::tally::Tally;
use crate::solving::twins::literal_of;
use crate::solving::twins::positions::Chance;
use ataxx_core::board::{Color, JumpVectors, Move, Position, Rules, Stuck};
use ataxx_core::solver::{
    Budget, Plies, PruningRules, Question, Solution, Solver, SolverOptions, Verdict,
};
use std::cell::Cell;
use std::num::NonZeroUsize;

fn exact(case: &Case, settings: &SolverOptions) -> Solution {
    let question = Question {
        within: None,
        all_moves: true,
    };
    Solver::new(case.rules, settings).answer(case.position, question, &Budget::unlimited())
}

/// Compares a position if exhaustive search can afford it. Of those that a search two plies beyond
/// the number of empty squares decides, only one in ten is compared.
fn compare_late(case: &Case, chance: &mut Chance, budget: usize, tally: &mut Tally) {
    let mut exhaustive = ExhaustiveSolver::new(case.rules, budget);
    let Ok(value) = exhaustive.value(&literal_of(case.position)) else {
        return;
    };
    let near = case.position.empty().count() + 2;
    let late = match value {
        Value::Draw => case.position.ending(case.rules).is_none(),
        Value::Wins(_, plies) => u32::from(plies) > near,
    };
    if late {
        tally.note("late");
    } else if !chance.percent(10) {
        return;
    }
    compare(case, &settings(chance), budget, tally);
}

/// Compares a position if exhaustive search can afford it.
fn compare(case: &Case, settings: &SolverOptions, budget: usize, tally: &mut Tally) {
    let literal = literal_of(case.position);
    let mut exhaustive = ExhaustiveSolver::new(case.rules, budget);
    let Ok(value) = exhaustive.value(&literal) else {
        return;
    };
    let solution = exact(case, settings);
    let turn = case.position.turn();
    match (value, solution.verdict) {
        (Value::Draw, Verdict::Draw) => {
            tally.note("draw");
            tally.note("decided");
        }
        (Value::Wins(winner, plies), Verdict::Win(distance)) if winner == turn => {
            same_distance(case, plies, distance, "win", tally);
        }
        (Value::Wins(winner, plies), Verdict::Loss(distance)) if winner != turn => {
            same_distance(case, plies, distance, "loss", tally);
        }
        (value, found) => panic!("{found:?} and not {value:?}: {case}"),
    }
    let over = literal.outcome(case.rules).is_some();
    tally.positions += u64::from(!over);
    let near = match value {
        Value::Wins(_, plies) => plies - u16::from(plies > 0),
        Value::Draw => u16::MAX,
    };
    assert!(solution.none_within.0 <= near, "{case}");
    if promised(case.position, solution.verdict).is_some() {
        check_line(case, &solution, &mut Tally::default());
    }
    if !over {
        moves_keep_the_value(case, &mut exhaustive, value, &solution, tally);
    }
}

fn same_distance(case: &Case, plies: u16, found: Option<Plies>, verdict: &str, tally: &mut Tally) {
    tally.note(verdict);
    match found {
        Some(distance) => assert_eq!(distance.0, plies, "{case}"),
        None => tally.note(format!("{verdict} of unknown distance")),
    }
}

/// The moves found keep the value, and the distance where it is known; no others do.
fn moves_keep_the_value(
    case: &Case,
    exhaustive: &mut ExhaustiveSolver,
    value: Value,
    solution: &Solution,
    tally: &mut Tally,
) {
    let Ok(children) = exhaustive.values(&literal_of(case.position)) else {
        return;
    };
    let known = promised(case.position, solution.verdict);
    let keeps = |child: Value| match (value, child) {
        (Value::Draw, child) => child == Value::Draw,
        (Value::Wins(winner, plies), Value::Wins(also, rest)) => {
            winner == also && (known.is_none() || rest + 1 == plies)
        }
        (Value::Wins(..), Value::Draw) => false,
    };
    let mut moves: Vec<Move> = children
        .into_iter()
        .filter(|&(_, child)| keeps(child))
        .map(|(mv, _)| mv)
        .collect();
    moves.sort_unstable();
    let mut found = solution.moves.clone();
    found.sort_unstable();
    assert_eq!(found, moves, "{:?}: {case}", solution.verdict);
    tally.note("all moves");
}

fn settings(chance: &mut Chance) -> SolverOptions {
    let defaults = SolverOptions::default();
    match chance.below(6) {
        0 => SolverOptions {
            table_bytes: 1 << 9,
            ..defaults
        },
        1 => SolverOptions {
            threads: NonZeroUsize::new(2).expect("positive"),
            ..defaults
        },
        2 => SolverOptions {
            pruning: PruningRules::ALL.without(*chance.pick(&ataxx_core::solver::PruningRule::ALL)),
            ..defaults
        },
        _ => defaults,
    }
}

const WANTED: [&str; 7] = [
    "late",
    "win",
    "win of unknown distance",
    "loss",
    "loss of unknown distance",
    "draw",
    "all moves",
];

#[test]
fn small_boards_to_their_end() {
    let mut chance = Chance::new(41);
    let mut tally = Tally::default();
    while tally.positions < portion(600) {
        let rules = short_rules(&mut chance);
        let area = rectangle(&mut chance, 3);
        let empty = 1 + chance.below(5);
        let blocks = [0, 0, 20][chance.below(3)];
        let position = filled(&mut chance, area, blocks, empty, 50);
        let position = with_counts(&mut chance, &rules, position);
        let case = Case {
            position: &position,
            name: "short",
            rules: &rules,
        };
        compare_late(&case, &mut chance, 20_000, &mut tally);
    }
    assert_eq!(tally.missing(&WANTED), [""; 0], "{tally}");
}

#[test]
fn all_kinds_of_position_to_their_end() {
    let mut chance = Chance::new(42);
    let mut tally = Tally::default();
    while tally.positions < portion(200) {
        let rules = short_rules(&mut chance);
        let (_, position) = any_position(&mut chance, &rules);
        if position.empty().count() > 7 {
            continue;
        }
        let case = Case {
            position: &position,
            name: "short",
            rules: &rules,
        };
        compare_late(&case, &mut chance, 10_000, &mut tally);
    }
    assert_eq!(tally.missing(&WANTED), [""; 0], "{tally}");
}

/// Under the named rules, where exhaustive search can afford only the ends of games.
#[test]
fn nearly_full_boards_under_named_rules() {
    let mut chance = Chance::new(43);
    let mut tally = Tally::default();
    let sets = [
        ("2016", Rules::BERKELEY_2016),
        ("2008", Rules::BERKELEY_2008),
        ("uai", Rules::UAI),
        ("reloaded", Rules::RELOADED),
    ];
    while tally.positions < portion(60) {
        let (name, rules) = &sets[chance.below(sets.len())];
        let area = rectangle(&mut chance, 5);
        let empty = 1 + chance.below(2);
        let position = filled(&mut chance, area, 0, empty, 50);
        let position = with_counts(&mut chance, rules, position);
        let case = Case {
            position: &position,
            name,
            rules,
        };
        compare_late(&case, &mut chance, 10_000, &mut tally);
    }
    assert_eq!(
        tally.missing(&["win", "loss", "all moves"]),
        [""; 0],
        "{tally}"
    );
}

/// The unreachable empty square makes the number of squares even; the others alone are odd.
#[test]
fn a_draw_that_an_unreachable_square_makes() {
    let rows = "XXXXXXX XXXXXXX XXXXr-X XXXXbbX XXXXXbX XXXX--X -XXXXXX";
    let position = solving::position(rows, Color::Red, 0);
    let mut rules = Rules::BERKELEY_2016.with_jump_vectors(JumpVectors::NONE);
    rules.stuck = Stuck::StopAndAward;
    rules.jump_limit = None;
    let case = Case {
        position: &position,
        name: "stop and award, no jumps",
        rules: &rules,
    };
    let mut tally = Tally::default();
    compare(&case, &SolverOptions::default(), 10_000, &mut tally);
    assert_eq!(tally.missing(&["draw", "all moves"]), [""; 0]);
}

/// Two pieces behind walls jump back and forth thousands of times: no stack overflow.
#[test]
fn lines_of_thousands_of_plies() {
    let position = "x-1----/-------/-------/-------/-------/-------/----1-o x 0 1";
    let position: Position = position.parse().expect("a position");
    for (limit, verdict) in [(5500, Verdict::Draw), (7000, Verdict::Unknown)] {
        let rules: Rules = format!("2022,jump-limit={limit}").parse().expect("rules");
        let options = SolverOptions {
            threads: NonZeroUsize::new(2).expect("not 0"),
            ..SolverOptions::default()
        };
        let solution = Solver::new(&rules, &options).exact(&position, &Budget::unlimited());
        assert_eq!(solution.verdict, verdict, "{limit}");
    }
}

/// The value, then its distance, then the other moves, as far as the budget goes.
#[test]
fn a_question_is_answered_in_full() {
    let text = "1oooxxx/1ooooxo/1ooxxxo/1ooxxxo/xxxxx1o/xxxxxo1/xxoxoxx o 2 35";
    let position: Position = text.parse().expect(text);
    let settings = SolverOptions::default();
    let question = |within| Question {
        within,
        all_moves: true,
    };
    let answer = |within, nodes| {
        let values_found = Cell::new(0);
        let budget = Budget {
            nodes,
            may_continue: &|| true,
        };
        let found = || values_found.set(values_found.get() + 1);
        let mut solver = Solver::new(&Rules::UAI, &settings);
        let solution = solver.answer_in_full(&position, question(within), &budget, &found);
        (solution, values_found.get())
    };
    let (full, values_found) = answer(None, Some(5_000_000));
    assert_eq!(values_found, 1);
    let Verdict::Win(Some(distance)) = full.verdict else {
        panic!("{full:?}");
    };
    assert!(full.moves_complete && full.line.len() == usize::from(distance.0));
    assert_eq!(full.none_within, Plies(distance.0 - 1));
    // A question with a limit on plies is answered as by `answer`.
    let (within, values_found) = answer(Some(distance), None);
    let budget = Budget::unlimited();
    let mut solver = Solver::new(&Rules::UAI, &settings);
    let same = solver.answer(&position, question(Some(distance)), &budget);
    assert_eq!((within.verdict, within.nodes), (same.verdict, same.nodes));
    assert_eq!((within.verdict, values_found), (full.verdict, 0));
    let sorted = |mut moves: Vec<Move>| {
        moves.sort();
        moves
    };
    assert_eq!(sorted(within.moves), sorted(full.moves));
    // The budget suffices for the value and not for the distance.
    let value = Solver::new(&Rules::UAI, &settings).exact(&position, &budget);
    let (value_alone, values_found) = answer(None, Some(value.nodes));
    assert_eq!((value_alone.verdict, values_found), (Verdict::Win(None), 1));
    assert!(!value_alone.moves_complete && value_alone.moves.len() <= 1);
}
