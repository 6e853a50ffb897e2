//! The values of the player: those of minimax, and scores of forced wins that are proved.

use crate::player::{NEVER, depth, nodes, searcher, task};
use crate::solving::corpus::corpus;
use crate::solving::position;
use crate::solving::positions::any_position;
use crate::solving::rules::any_rules;
use crate::solving::twins::positions::Chance;
use ataxx_core::board::{Color, JumpLimit, LimitResult, Position, Rules};
use ataxx_core::engine::{
    Evaluation, Limits, Material, Network, Player, Score, SearchTechniques, choose,
};
use ataxx_core::solver::{self, Budget, Plies, Solver, Verdict};
use std::num::{NonZeroU16, NonZeroU32};

fn verdict(position: &Position, rules: &Rules, plies: u16) -> Verdict {
    let mut solver = Solver::new(rules, &solver::SolverOptions::default());
    solver.verdict(position, Plies(plies), &Budget::unlimited())
}

/// The value of a position by the definition of minimax.
fn minimax(position: &Position, rules: &Rules, depth: u32, evaluation: &dyn Evaluation) -> i32 {
    const WIN: i32 = 32_000;
    if let Some(outcome) = position.outcome(rules) {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => WIN,
            Some(_) => -WIN,
        };
    }
    if depth == 0 {
        return evaluation.value(position);
    }
    let values = position
        .legal_moves(rules)
        .map(|mv| -minimax(&position.after(mv, rules), rules, depth - 1, evaluation));
    let best = values.max().expect("the game is not over");
    // A ply further away is worth so much less.
    if best.abs() > 30_000 {
        best - best.signum()
    } else {
        best
    }
}

/// The exact techniques, together and one by one, find the value of minimax, and a move that has
/// it.
#[test]
fn values_are_those_of_minimax() {
    let mut chance = Chance::new(1);
    let mut decided = 0;
    let some = [
        SearchTechniques::EXACT,
        SearchTechniques::empty(),
        SearchTechniques::EXACT - SearchTechniques::ASPIRATION,
        SearchTechniques::NULL_WINDOWS,
        SearchTechniques::ASPIRATION | SearchTechniques::TABLE_MOVE,
    ];
    for round in 0..120 {
        let (name, rules) = any_rules(&mut chance);
        let (kind, position) = any_position(&mut chance, &rules);
        if position.ending(&rules).is_some() {
            continue;
        }
        let many = position.legal_moves(&rules).count() > 25;
        let evaluation: &dyn Evaluation = if round % 2 == 0 {
            &Material
        } else {
            Network::embedded()
        };
        for plies in 1..=if many { 2 } else { 4 } {
            let value = minimax(&position, &rules, plies, evaluation);
            for techniques in some {
                let mut player = searcher(evaluation, techniques);
                let task = task(&position, &rules, depth(plies));
                // Decided positions are not searched further.
                let mut reports = Vec::new();
                let found = player.analyze(&task, 2, &NEVER, &mut |report| {
                    reports.push(report.clone());
                });
                let (report, _) = found.expect("the game goes on");
                let case = format!("{kind} {name} {position:?} {plies} {techniques:?}");
                if report.depth < plies {
                    let best = report.lines[0].value;
                    assert!(best.abs() > 30_000, "{case}");
                    continue;
                }
                let best = &report.lines[0];
                assert_eq!(best.value, value, "{case}");
                decided += usize::from(value.abs() > 30_000);
                let after = position.after(best.moves[0], &rules);
                let mut expected = -minimax(&after, &rules, plies - 1, evaluation);
                if expected.abs() > 30_000 {
                    expected -= expected.signum();
                }
                assert_eq!(expected, value, "{case}");
                // The second line is the best of the other moves.
                if let Some(second) = report.lines.get(1) {
                    assert!(second.value <= value, "{case}");
                    assert_ne!(second.moves[0], best.moves[0], "{case}");
                }
                assert!(
                    reports
                        .last()
                        .is_some_and(|last| last.lines == report.lines),
                    "{case}"
                );
            }
        }
    }
    assert!(decided > 30, "{decided}");
}

/// Scores of forced wins and losses are true whatever was pruned, whatever the jump count, and
/// whatever the table contains.
#[test]
fn decided_scores_are_proved() {
    let mut found = [0; 2];
    for posed in &corpus(31, 150, 7, 20_000) {
        let mut player = searcher(Network::embedded(), SearchTechniques::all());
        let mut position = posed.position;
        // The player keeps its table from position to position.
        for _ in 0..6 {
            let Some(choice) = player.choose(&task(&position, &posed.rules, nodes(3000)), &NEVER)
            else {
                break;
            };
            let case = posed.case();
            match choice.score {
                Score::Win(plies) if plies <= 9 => {
                    found[0] += 1;
                    let truth =
                        verdict(&position, &posed.rules, u16::try_from(plies).expect("few"));
                    assert!(
                        matches!(truth, Verdict::Win(_)),
                        "{case} {choice:?} {truth:?}"
                    );
                }
                Score::Loss(plies) if plies <= 8 => {
                    found[1] += 1;
                    let truth =
                        verdict(&position, &posed.rules, u16::try_from(plies).expect("few"));
                    assert!(
                        matches!(truth, Verdict::Loss(_)),
                        "{case} {choice:?} {truth:?}"
                    );
                }
                _ => {}
            }
            position = position.after(choice.mv, &posed.rules);
        }
    }
    assert!(found.iter().all(|&count| count > 60), "{found:?}");
}

/// Two positions that differ only in the jump count and in their value do not share a table
/// entry.
#[test]
fn relevant_counts_are_part_of_the_key() {
    let rules = Rules::BERKELEY_2016;
    let mut chance = Chance::new(8);
    let mut different = 0;
    for _ in 0..400 {
        let (_, position) = any_position(&mut chance, &rules);
        if position.with_jumps(24).ending(&rules).is_some() {
            continue;
        }
        let mut player = searcher(&Material, SearchTechniques::all());
        let scores = [0, 20, 22, 23, 24, 0].map(|jumps| {
            let position = position.with_jumps(jumps);
            let choice = player.choose(&task(&position, &rules, depth(4)), &NEVER);
            let choice = choice.expect("the game goes on");
            if let Score::Win(plies) = choice.score {
                let plies = u16::try_from(plies).expect("few");
                let truth = verdict(&position, &rules, plies);
                assert!(matches!(truth, Verdict::Win(_)), "{position:?} {choice:?}");
            }
            choice.score
        });
        different += usize::from(scores[0] != scores[4]);
    }
    assert!(different > 50, "{different}");
}

/// Extended lines are longer than the depth that decides whether a key has the counts: a value that
/// depends on the limit must not be stored for smaller counts. Here each side has one move at a
/// time, which is therefore singular.
#[test]
fn values_of_extended_lines_depend_on_the_counts() {
    let rules = Rules::BERKELEY_2016;
    let rows = "rXXXbX- XXXXXXX XXXXXXX XXXXXXX XXXXXXX XXXXXXX rX-XXXX";
    let mut player = searcher(
        &Material,
        SearchTechniques::all() - SearchTechniques::INTERNAL_REDUCTIONS,
    );
    for jumps in [16, 15, 12, 8, 4, 0] {
        let position = position(rows, Color::Red, jumps);
        let distance = u32::from(25 - jumps);
        for plies in [distance.min(9) - 1, distance] {
            let task = task(&position, &rules, depth(plies));
            let found = player.analyze(&task, 1, &NEVER, &mut |_| {});
            let (report, _) = found.expect("the game goes on");
            let score = report.lines[0].score;
            if plies == distance {
                assert_eq!(score, Score::Win(distance), "{jumps}");
            } else {
                assert!(matches!(score, Score::Stones(_)), "{jumps} {score:?}");
            }
        }
    }
}

/// Whatever its limits, the player wins in the fewest plies if it can win within five, and delays a
/// loss within five as long as possible.
#[test]
fn no_win_within_five_plies_is_missed() {
    let mut seen = [0; 2];
    for posed in &corpus(32, 300, 5, 50_000) {
        let task = task(&posed.position, &posed.rules, nodes(1));
        let choice = choose(&task, &NEVER).expect("the game goes on");
        let after = posed.position.after(choice.mv, &posed.rules);
        match posed.solution.verdict {
            Verdict::Win(Some(Plies(plies))) => {
                seen[0] += 1;
                // With one legal move there is no search.
                if posed.position.legal_moves(&posed.rules).count() > 1 {
                    assert_eq!(choice.score, Score::Win(plies.into()), "{}", posed.case());
                }
                let then = verdict(&after, &posed.rules, plies - 1);
                assert_eq!(
                    then,
                    Verdict::Loss(Some(Plies(plies - 1))),
                    "{}",
                    posed.case()
                );
            }
            Verdict::Loss(Some(Plies(plies))) => {
                seen[1] += 1;
                if posed.position.legal_moves(&posed.rules).count() > 1 {
                    assert_eq!(choice.score, Score::Loss(plies.into()), "{}", posed.case());
                }
                let then = verdict(&after, &posed.rules, plies - 1);
                assert_eq!(
                    then,
                    Verdict::Win(Some(Plies(plies - 1))),
                    "{}",
                    posed.case()
                );
            }
            _ => {}
        }
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

/// With enough time, the same within nine plies.
#[test]
fn no_win_within_nine_plies_is_missed_with_enough_time() {
    let mut far = 0;
    for posed in &corpus(33, 300, 9, 30_000) {
        let Verdict::Win(Some(Plies(plies))) = posed.solution.verdict else {
            continue;
        };
        if posed.position.legal_moves(&posed.rules).count() == 1 {
            continue;
        }
        far += usize::from(plies > 5);
        let task = task(&posed.position, &posed.rules, nodes(400_000));
        let choice = choose(&task, &NEVER).expect("the game goes on");
        assert_eq!(choice.score, Score::Win(plies.into()), "{}", posed.case());
    }
    assert!(far > 5, "{far}");
}

/// The four positions of the specification, by the search alone and with the solver.
#[test]
fn the_positions_of_the_specification() {
    let rules = Rules::BERKELEY_2016;
    for (rows, turn, jumps, score) in [
        (
            "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr",
            Color::Blue,
            1,
            Score::Win(1),
        ),
        (
            "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr",
            Color::Blue,
            1,
            Score::Win(3),
        ),
        (
            "rr-bbbr rrrbbbr rrbbbbr rrbbbbr rrrbbbr rrbbbbb rrbbbbb",
            Color::Red,
            0,
            Score::Win(3),
        ),
        (
            "rrrrrrr rrrrrrr rrXrXrb rXXXXXb bbXbXbb brbbbbb rrbb-bb",
            Color::Blue,
            22,
            Score::Loss(5),
        ),
    ] {
        let position = position(rows, turn, jumps);
        let mut alone = searcher(Network::embedded(), SearchTechniques::all());
        for choice in [
            alone.choose(&task(&position, &rules, depth(8)), &NEVER),
            choose(&task(&position, &rules, nodes(1000)), &NEVER),
        ] {
            assert_eq!(choice.expect("the game goes on").score, score, "{rows}");
        }
    }
}

/// Table entries are not used under other rules.
#[test]
fn the_table_is_cleared_for_other_rules() {
    let mut chance = Chance::new(9);
    let sets = [Rules::BERKELEY_2016, Rules::RELOADED];
    let mut player = searcher(&Material, SearchTechniques::EXACT);
    for _ in 0..20 {
        let (_, position) = any_position(&mut chance, &sets[0]);
        let value = |player: &mut Player, rules| {
            let choice = player.choose(&task(&position, rules, depth(3)), &NEVER);
            choice.map(|choice| choice.value)
        };
        for rules in &sets {
            let mut fresh = searcher(&Material, SearchTechniques::EXACT);
            assert_eq!(
                value(&mut player, rules),
                value(&mut fresh, rules),
                "{position:?}"
            );
        }
    }
}

/// No evaluation, however large, and no bonus becomes the score of a forced win.
#[test]
fn an_evaluation_is_no_forced_win() {
    struct Loud(i32);
    impl Evaluation for Loud {
        fn value(&self, position: &Position) -> i32 {
            self.0 + Material.value(position)
        }
        fn stones(&self, value: i32) -> f64 {
            Material.stones(value)
        }
    }
    let rules = Rules::UAI;
    let start = Position::start();
    for loud in [-100_000, -30_000, -29_900, 29_900, 30_000, 100_000] {
        for plies in 0..=5 {
            let loud = Loud(loud);
            let mut player = searcher(&loud, SearchTechniques::all());
            let mut task = task(&start, &rules, depth(plies));
            task.seed = Some(1);
            let choice = player.choose(&task, &NEVER).expect("a move");
            assert!(matches!(choice.score, Score::Stones(_)), "{choice:?}");
        }
    }
}

/// An interrupted search does not choose a move that it has found to lose soon if another one loses
/// later.
#[test]
fn lost_moves_come_last() {
    let rules = Rules::BERKELEY_2016;
    let position = position(
        "XXXXXXX bbbrrXX bbbrbXX br-bbXX brbb-XX bbrrrXX XXXXXXX",
        Color::Red,
        20,
    );
    assert_eq!(verdict(&position, &rules, 6), Verdict::Loss(Some(Plies(6))));
    for looks in 2..=5 {
        let mut player = searcher(&Material, SearchTechniques::all());
        let task = task(&position, &rules, nodes(256 * looks));
        let choice = player.choose(&task, &NEVER).expect("a move");
        assert!(choice.depth >= 2, "{choice:?}");
        let after = position.after(choice.mv, &rules);
        let then = verdict(&after, &rules, 3);
        assert_eq!(then, Verdict::None, "{choice:?}");
    }
}

/// An evaluation with arbitrary values, the same for the same position.
struct Wild;

impl Evaluation for Wild {
    fn value(&self, position: &Position) -> i32 {
        let own = position.pieces(position.turn()).bits();
        let opp = position.pieces(!position.turn()).bits();
        let mixed = (own ^ opp.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        i32::try_from(mixed >> 52).expect("12 bits") - 2048
    }

    fn stones(&self, value: i32) -> f64 {
        Material.stones(value)
    }
}

/// Checks a score of a forced win or loss. Returns whether it is one.
fn assert_proved(position: &Position, rules: &Rules, score: Score) -> bool {
    let within = |plies: u32| {
        let budget = Budget {
            nodes: Some(10_000),
            may_continue: &|| true,
        };
        let mut solver = Solver::new(rules, &solver::SolverOptions::default());
        solver.verdict(position, Plies(u16::try_from(plies).expect("few")), &budget)
    };
    let (truth, is_true) = match score {
        Score::Stones(_) => return false,
        Score::Win(plies) => {
            let truth = within(plies);
            (truth, matches!(truth, Verdict::Win(_)))
        }
        Score::Loss(plies) => {
            let truth = within(plies);
            (truth, matches!(truth, Verdict::Loss(_)))
        }
    };
    assert!(
        is_true || truth == Verdict::Unknown,
        "{score:?} {truth:?} {position:?} {rules:?}"
    );
    is_true
}

/// Even with a bad move order and evaluation, so that good moves are pruned, scores of forced wins
/// and losses are true.
#[test]
fn pruning_makes_no_false_win() {
    let mut chance = Chance::new(11);
    let badly_ordered =
        SearchTechniques::all() - SearchTechniques::MOVE_PATTERNS - SearchTechniques::HISTORY;
    let mut decided = 0;
    for round in 0..5000 {
        let (_, rules) = any_rules(&mut chance);
        let (_, position) = any_position(&mut chance, &rules);
        let techniques = [badly_ordered, badly_ordered - SearchTechniques::TABLE_MOVE][round % 2];
        let mut player = searcher(&Wild, techniques);
        let mut task = task(&position, &rules, nodes(1000));
        task.seed = Some(round as u64);
        if let Some(choice) = player.choose(&task, &NEVER) {
            decided += usize::from(assert_proved(&position, &rules, choice.score));
        }
    }
    assert!(decided > 100, "{decided}");
}

/// A proof with low counts of jumps and plies is not used with high ones.
#[test]
fn no_proof_reaches_beyond_a_limit() {
    let mut chance = Chance::new(12);
    let mut decided = 0;
    for round in 0..1000 {
        let (_, mut rules) = any_rules(&mut chance);
        let limit = 4 + u16::try_from(chance.below(6)).expect("few");
        let by_jumps = round % 2 == 0;
        if by_jumps {
            rules.jump_limit = Some(JumpLimit {
                jumps: NonZeroU16::new(limit).expect("not 0"),
                result: [LimitResult::MorePieces, LimitResult::Draw][chance.below(2)],
            });
        } else {
            rules.ply_limit = NonZeroU32::new(limit.into());
        }
        let (_, position) = any_position(&mut chance, &rules);
        let position = position.with_plies(0);
        let mut player = searcher(&Wild, SearchTechniques::all());
        let mut is_decided = |count: u16, limits| {
            let position = if by_jumps {
                position.with_jumps(count)
            } else {
                position.with_plies(count.into())
            };
            player
                .choose(&task(&position, &rules, limits), &NEVER)
                .is_some_and(|choice| assert_proved(&position, &rules, choice.score))
        };
        for _ in 0..30 {
            let count = u16::try_from(chance.below(limit.into())).expect("few");
            let limits = Limits {
                depth: Some(2 + u32::try_from(chance.below(8)).expect("few")),
                ..nodes(1000)
            };
            decided += usize::from(is_decided(count, limits));
        }
    }
    assert!(decided > 1000, "{decided}");
}
