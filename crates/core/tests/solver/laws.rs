//! Relations between the answers to related questions.

use crate::solving::Case;
use crate::solving::check::{after_best, check_line, none_within, verdict};
use crate::solving::corpus::{Posed, corpus};
use crate::solving::tally::Tally;
use crate::solving::twins::positions::Chance;
use ataxx_core::board::{Game, Move, Position, Rules, Symmetry};
use ataxx_core::solver::{Budget, Plies, Question, Solution, Solver, SolverOptions, Verdict};
use std::collections::BTreeMap;

fn solve(position: &Position, rules: &Rules, plies: u16) -> Verdict {
    verdict(position, rules, plies, &SolverOptions::default())
}

fn all_moves(position: &Position, rules: &Rules, plies: u16) -> Solution {
    let question = Question {
        within: Some(Plies(plies)),
        all_moves: true,
    };
    Solver::new(rules, &SolverOptions::default()).answer(position, question, &Budget::unlimited())
}

/// A distance is found by every question with at least as many plies, and by no other.
#[test]
fn monotone_in_plies() {
    for posed in corpus(31, 1000, 6, 1000) {
        let known = posed.solution.verdict;
        let last = none_within(known, posed.plies).0;
        let most = if known == Verdict::None {
            last
        } else {
            last + 6
        };
        for plies in 0..=most {
            let mut solver = Solver::new(&posed.rules, &SolverOptions::default());
            let solution = solver.solve(&posed.position, Plies(plies), &Budget::unlimited());
            let expected = if plies > last { known } else { Verdict::None };
            assert_eq!(solution.verdict, expected, "{plies}: {}", posed.case());
            let within = none_within(expected, plies);
            assert_eq!(solution.none_within, within, "{plies}: {}", posed.case());
        }
    }
}

#[test]
fn a_question_for_more_plies_than_there_are() {
    let mut decided = 0;
    for posed in corpus(32, 200, 5, 500) {
        if posed.solution.verdict == Verdict::None {
            continue;
        }
        for plies in [4999, 5000, 5001, u16::MAX] {
            let found = solve(&posed.position, &posed.rules, plies);
            assert_eq!(found, posed.solution.verdict, "{}", posed.case());
        }
        decided += 1;
    }
    assert!(decided > 20);
}

#[test]
fn symmetries_and_colours() {
    for posed in corpus(33, 500, 6, 1000) {
        let original = all_moves(&posed.position, &posed.rules, posed.plies);
        for symmetry in Symmetry::all() {
            let image = symmetry.position(&posed.position);
            let mut moves: Vec<Move> = original.moves.iter().map(|&mv| symmetry.mv(mv)).collect();
            moves.sort_unstable();
            for image in [image, image.with_colors_swapped()] {
                let mut found = all_moves(&image, &posed.rules, posed.plies);
                assert_eq!(found.verdict, original.verdict, "{}", posed.case());
                found.moves.sort_unstable();
                assert_eq!(found.moves, moves, "{}", posed.case());
                let case = Case {
                    position: &image,
                    ..posed.case()
                };
                check_line(&case, &found, &mut Tally::default());
            }
        }
    }
}

/// The verdict of a position computed from those of its children within one ply less, with the
/// moves that lead to it.
fn from_children(position: &Position, rules: &Rules, plies: u16) -> (Verdict, Vec<Move>) {
    let children: Vec<(Move, Verdict)> = position
        .legal_moves(rules)
        .map(|mv| (mv, solve(&position.after(mv, rules), rules, plies - 1)))
        .collect();
    let distances = |of: fn(Verdict) -> Option<Plies>| children.iter().map(move |&(_, v)| of(v));
    let lost = |verdict| match verdict {
        Verdict::Loss(distance) => distance,
        _ => None,
    };
    let won = |verdict| match verdict {
        Verdict::Win(distance) => distance,
        _ => None,
    };
    let more = |plies: Plies| Some(Plies(plies.0 + 1));
    let verdict = if let Some(shortest) = distances(lost).flatten().min() {
        Verdict::Win(more(shortest))
    } else if distances(won).all(|distance| distance.is_some()) {
        Verdict::Loss(distances(won).flatten().max().and_then(more))
    } else {
        Verdict::None
    };
    let keeps = |child: Verdict| match verdict {
        Verdict::None => !matches!(child, Verdict::Win(_)),
        decided => child == after_best(decided),
    };
    let mut moves: Vec<Move> = children
        .iter()
        .filter(|&&(_, child)| keeps(child))
        .map(|&(mv, _)| mv)
        .collect();
    moves.sort_unstable();
    (verdict, moves)
}

fn check_children(position: &Position, rules: &Rules, plies: u16, case: &Case) -> Verdict {
    let mut solution = all_moves(position, rules, plies);
    let (verdict, moves) = from_children(position, rules, plies);
    assert_eq!(solution.verdict, verdict, "within {plies}: {case}");
    solution.moves.sort_unstable();
    assert_eq!(solution.moves, moves, "within {plies}: {case}");
    verdict
}

#[test]
fn parents_and_children() {
    let mut seen = BTreeMap::new();
    for posed in corpus(34, 3000, 6, 1000) {
        let Posed {
            position,
            rules,
            plies,
            ..
        } = &posed;
        let verdict = check_children(position, rules, *plies, &posed.case());
        *seen.entry(format!("{verdict:?}")).or_insert(0) += 1;
    }
    assert!(seen.len() >= 8, "{seen:?}");
}

/// From the end of random games backwards, over all that can be played in the last
/// positions of each.
#[test]
fn parents_and_children_at_the_end_of_games() {
    let mut chance = Chance::new(35);
    let mut decided = 0;
    for round in 0..90 {
        let rules = [Rules::BERKELEY_2016, Rules::UAI, Rules::RELOADED][round % 3];
        let mut game = Game::new(rules);
        while game.outcome().is_none() {
            let moves: Vec<Move> = game.position().legal_moves(game.rules()).collect();
            let extends = moves.partition_point(|mv| !mv.is_jump());
            let end = if extends > 0 && chance.percent(80) {
                extends
            } else {
                moves.len()
            };
            game.play(moves[chance.below(end)]).expect("legal");
        }
        for _ in 0..8 {
            if game.undo().is_none() {
                break;
            }
            let case = Case {
                position: game.position(),
                name: "end of a game",
                rules: game.rules(),
            };
            let verdict = check_children(game.position(), game.rules(), 4, &case);
            decided += u32::from(verdict != Verdict::None);
        }
    }
    assert!(decided > 150, "{decided}");
}
