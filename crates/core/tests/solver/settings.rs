//! Options of the solver change its speed and not its results.

use crate::solving;
use crate::solving::check::{check_line, none_within, verdict};
use crate::solving::corpus::{Posed, corpus, corpus_of};
use crate::solving::positions::scattered_defenders;
use crate::solving::tally::Tally;
use crate::solving::twins::positions::Chance;
use ataxx_core::board::{Color, Rules};
use ataxx_core::solver::{
    Budget, Plies, PruningCounts, PruningRule, PruningRules, Question, Solution, Solver,
    SolverOptions, Verdict,
};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

fn with_pruning(pruning: PruningRules) -> SolverOptions {
    SolverOptions {
        pruning,
        ..SolverOptions::default()
    }
}

/// Checks that these options give the same verdict; `None` if that takes more than this many nodes.
fn agrees(posed: &Posed, settings: &SolverOptions, nodes: u64) -> Option<Solution> {
    let budget = Budget {
        nodes: Some(nodes),
        may_continue: &|| true,
    };
    let mut solver = Solver::new(&posed.rules, settings);
    let solution = solver.solve(&posed.position, Plies(posed.plies), &budget);
    let case = posed.case();
    if solution.verdict == Verdict::Unknown {
        let most = none_within(posed.solution.verdict, posed.plies);
        assert!(solution.none_within <= most, "{settings:?}: {case}");
        return None;
    }
    let expected = posed.solution.verdict;
    assert_eq!(solution.verdict, expected, "{settings:?}: {case}");
    assert_eq!(
        solution.none_within, posed.solution.none_within,
        "{settings:?}: {case}"
    );
    Some(solution)
}

#[test]
fn each_rule_switched_off() {
    let corpus = corpus(11, 300, 7, 2500);
    let nodes = |settings: &SolverOptions| -> u64 {
        let found = corpus
            .iter()
            .map(|posed| agrees(posed, settings, u64::MAX).map_or(0, |solution| solution.nodes));
        found.sum()
    };
    let all = nodes(&SolverOptions::default());
    for rule in PruningRule::ALL {
        let without = nodes(&with_pruning(PruningRules::ALL.without(rule)));
        if rule == PruningRule::CountOutOfReach {
            // The limit is near in most of these, or the search is too short.
            continue;
        }
        assert!(without > all, "{rule} spares nothing: {without} {all}");
        println!("{rule}: {without} instead of {all}");
    }
}

/// Positions that differ only in their jump count share a table entry only if the count is
/// irrelevant.
#[test]
fn irrelevant_counts_share_table_entries() {
    let rules = Rules::UAI;
    let position = solving::position(
        "---bb-- -b-bb-- ------- -b----- --b---r ------r -------",
        Color::Blue,
        0,
    );
    let nodes = |pruning| {
        let mut solver = Solver::new(&rules, &with_pruning(pruning));
        let solution = solver.solve(&position, Plies(8), &Budget::unlimited());
        assert_eq!(solution.verdict, Verdict::None);
        solution.nodes
    };
    let without = nodes(PruningRules::ALL.without(PruningRule::CountOutOfReach));
    assert!(without > nodes(PruningRules::ALL));
}

/// Without pruning rules the search uses only the rules of the game.
#[test]
fn all_rules_switched_off() {
    let corpus = corpus(12, 1000, 5, 200);
    let settings = with_pruning(PruningRules::NONE);
    let settled = corpus
        .iter()
        .filter(|posed| agrees(posed, &settings, 50_000).is_some());
    let settled = settled.count();
    assert!(settled > 700, "{settled} of {}", corpus.len());
}

#[test]
fn any_set_of_rules() {
    let corpus = corpus(13, 1000, 6, 300);
    let mut chance = Chance::new(1);
    let mut settled = 0;
    for posed in &corpus {
        let pruning = PruningRule::ALL
            .into_iter()
            .fold(PruningRules::NONE, |some, rule| {
                if chance.percent(50) {
                    some.with(rule)
                } else {
                    some
                }
            });
        settled += usize::from(agrees(posed, &with_pruning(pruning), 50_000).is_some());
    }
    assert!(settled > 700, "{settled} of {}", corpus.len());
}

/// Eliminations that take several attacks: tests the rules on pieces far apart and on extends of the
/// defender against a search without them.
#[test]
fn eliminations_that_take_several_attacks() {
    let pruning = [
        PruningRule::Cover,
        PruningRule::EightFlips,
        PruningRule::ExtendsLeft,
        PruningRule::FarAway,
    ];
    let plain = with_pruning(
        pruning
            .into_iter()
            .fold(PruningRules::ALL, PruningRules::without),
    );
    let mut wins = 0;
    let mut settled = 0;
    for (plies, count) in [(5, 400), (7, 400)] {
        for posed in corpus_of(scattered_defenders, 23, count, plies, 20_000) {
            if agrees(&posed, &plain, 100_000).is_some() {
                settled += 1;
                wins += u32::from(posed.solution.verdict != Verdict::None);
            }
        }
    }
    assert!(settled > 600 && wins > 300, "{settled} settled, {wins} won");
    println!("{settled} settled, {wins} won");
}

/// Every rule must be used somewhere.
#[test]
fn each_rule_is_counted() {
    let mut uses = PruningCounts::default();
    for posed in corpus(11, 500, 6, 300) {
        uses.add(&posed.solution.pruning_counts);
    }
    for rule in PruningRule::ALL {
        assert!(uses[rule] > 0, "{rule} in {uses:?}");
    }
}

#[test]
fn rules_that_are_switched_off_are_not_used() {
    for posed in corpus(14, 200, 5, 300) {
        for rule in PruningRule::ALL {
            let settings = with_pruning(PruningRules::ALL.without(rule));
            let solution = agrees(&posed, &settings, u64::MAX).expect("no limit");
            assert_eq!(solution.pruning_counts[rule], 0, "{rule}: {}", posed.case());
        }
    }
}

#[test]
fn tables_of_any_size() {
    let corpus = corpus(15, 600, 7, 3000);
    for table_bytes in [0, 1, 31, 64, 96, 1 << 10, 40_000] {
        let settings = SolverOptions {
            table_bytes,
            ..SolverOptions::default()
        };
        for posed in &corpus {
            let solution = agrees(posed, &settings, u64::MAX).expect("no limit");
            check_line(&posed.case(), &solution, &mut Tally::default());
        }
    }
}

/// A table that is full for nearly all of the search: thousands of positions for each entry.
#[test]
fn a_table_that_is_full_for_long() {
    let hard: Vec<Posed> = corpus(16, 300, 9, 40_000)
        .into_iter()
        .filter(|posed| posed.solution.nodes > 5000)
        .collect();
    assert!(hard.len() >= 10, "{}", hard.len());
    for posed in &hard {
        let settings = SolverOptions {
            table_bytes: 1 << 10,
            ..SolverOptions::default()
        };
        let solution = agrees(posed, &settings, u64::MAX).expect("no limit");
        check_line(&posed.case(), &solution, &mut Tally::default());
    }
}

#[test]
fn threads() {
    let corpus = corpus(17, 150, 7, 20_000);
    for threads in 2..=4 {
        for table_bytes in [64, 1 << 20] {
            let settings = SolverOptions {
                threads: NonZeroUsize::new(threads).expect("positive"),
                table_bytes,
                ..SolverOptions::default()
            };
            for posed in &corpus {
                let solution = agrees(posed, &settings, u64::MAX).expect("no limit");
                check_line(&posed.case(), &solution, &mut Tally::default());
            }
        }
    }
}

/// A solver that is used for many questions keeps nothing that is wrong for the next.
#[test]
fn a_solver_is_used_again() {
    let corpus = corpus(18, 60, 5, 2000);
    for posed in &corpus {
        let mut solver = Solver::new(&posed.rules, &SolverOptions::default());
        for other in &corpus {
            // Of other rules; the question is what stays behind.
            let plies = Plies(other.plies.min(3));
            let budget = Budget {
                nodes: Some(2000),
                may_continue: &|| true,
            };
            solver.solve(&other.position, plies, &budget);
        }
        let again = solver.solve(&posed.position, Plies(posed.plies), &Budget::unlimited());
        assert_eq!(again.verdict, posed.solution.verdict, "{}", posed.case());
        assert_eq!(again.nodes, posed.solution.nodes, "{}", posed.case());
        assert_eq!(again.line, posed.solution.line, "{}", posed.case());
        assert_eq!(
            again.pruning_counts,
            posed.solution.pruning_counts,
            "{}",
            posed.case()
        );
    }
}

/// Results are true whatever the budget.
#[test]
fn budgets_of_nodes() {
    let mut unknown = 0;
    for posed in &corpus(19, 150, 8, 30_000) {
        for nodes in [0, 1, 500, 1024, 1025, 3000, 8000, 20_000] {
            for threads in [1, 2] {
                let settings = SolverOptions {
                    threads: NonZeroUsize::new(threads).expect("positive"),
                    ..SolverOptions::default()
                };
                unknown += usize::from(agrees(posed, &settings, nodes).is_none());
            }
        }
    }
    assert!(unknown > 100, "{unknown}");
}

/// Short searches count, too. After the limit only one move and the line are searched.
#[test]
fn a_limit_on_nodes_is_kept() {
    let mut reached = 0;
    for posed in &corpus(19, 150, 8, 30_000) {
        for limit in [1, 500, 3000] {
            let budget = Budget {
                nodes: Some(limit),
                may_continue: &|| true,
            };
            let mut solver = Solver::new(&posed.rules, &SolverOptions::default());
            let question = Question {
                within: Some(Plies(posed.plies)),
                all_moves: true,
            };
            let solution = solver.answer(&posed.position, question, &budget);
            assert!(
                solution.nodes < limit + 3 * 1024,
                "{} {}",
                solution.nodes,
                posed.case()
            );
            reached += usize::from(solution.nodes >= limit);
        }
    }
    assert!(reached > 100, "{reached}");
}

/// The same for a clock, here one that stops after a number of checks.
#[test]
fn budgets_that_end_at_any_moment() {
    let mut unknown = 0;
    for posed in &corpus(20, 250, 8, 50_000) {
        for looks in [0, 1, 2, 3, 5] {
            let left = AtomicU64::new(looks);
            let look = |left: u64| left.checked_sub(1);
            let budget = Budget {
                nodes: None,
                may_continue: &|| {
                    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, look)
                        .is_ok()
                },
            };
            let mut solver = Solver::new(&posed.rules, &SolverOptions::default());
            let question = Question {
                within: Some(Plies(posed.plies)),
                all_moves: true,
            };
            let solution = solver.answer(&posed.position, question, &budget);
            let truth = posed.solution.verdict;
            let most = none_within(truth, posed.plies);
            assert!(solution.none_within <= most, "{}", posed.case());
            if solution.verdict == Verdict::Unknown {
                unknown += 1;
                assert!(solution.moves.is_empty() && solution.line.is_empty());
            } else {
                assert_eq!(solution.verdict, truth, "{}", posed.case());
            }
        }
    }
    assert!(unknown > 100, "{unknown}");
}

/// A budget that is exhausted before the search gives a true result, too.
#[test]
fn no_budget_at_all() {
    for posed in &corpus(21, 60, 8, 100_000) {
        let budget = Budget {
            nodes: Some(0),
            may_continue: &|| false,
        };
        let mut solver = Solver::new(&posed.rules, &SolverOptions::default());
        let solution = solver.exact(&posed.position, &budget);
        match (solution.verdict, posed.solution.verdict) {
            // A position without a verdict in the corpus can have one with more plies.
            (Verdict::Win(Some(Plies(d))) | Verdict::Loss(Some(Plies(d))), Verdict::None) => {
                assert!(d > posed.plies, "{}", posed.case());
            }
            (Verdict::Unknown, _)
            | (_, Verdict::None)
            | (Verdict::Win(None), Verdict::Win(_))
            | (Verdict::Loss(None), Verdict::Loss(_)) => {}
            (found, known) => assert_eq!(found, known, "{}", posed.case()),
        }
    }
}

#[test]
fn distance_is_asked_for_in_parts() {
    for posed in &corpus(22, 100, 6, 2000) {
        for plies in 0..=posed.plies {
            let found = verdict(
                &posed.position,
                &posed.rules,
                plies,
                &SolverOptions::default(),
            );
            let distance = none_within(posed.solution.verdict, posed.plies).0;
            let expected = if plies > distance {
                posed.solution.verdict
            } else {
                Verdict::None
            };
            assert_eq!(found, expected, "within {plies}: {}", posed.case());
        }
    }
}
