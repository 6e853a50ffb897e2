//! Puzzles: the set inside the program, its file and attempts.

#[path = "../../crates/core/tests/solver/solving/mod.rs"]
mod solving;

use ataxx_core::board::{Color, Move, Position, Rules, Symmetry};
use ataxx_core::puzzles::{
    Attempt, Difficulty, Hint, Puzzle, PuzzleKind, Reply, Required, built_in, certify, read, write,
};
use ataxx_core::solver::certificate::Claim;
use ataxx_core::solver::{Aim, Budget, Plies, Verdict};
use proptest::prelude::*;
use solving::exhaustive::ExhaustiveSolver;
use solving::positions::any_position;
use solving::rules::any_rules;
use solving::twins::literal_of;
use solving::twins::positions::Chance;
use std::collections::HashSet;

const UNLIMITED: fn() -> Budget<'static> = Budget::unlimited;

#[test]
fn the_set_has_some_of_everything() {
    let set = built_in();
    assert!(set.len() >= 300, "{}", set.len());
    for kind in PuzzleKind::ALL {
        let of_kind = set.iter().filter(|puzzle| puzzle.kind == kind).count();
        assert!(of_kind >= 40, "{kind}: {of_kind}");
    }
    for rules in [Rules::BERKELEY_2022, Rules::UAI] {
        let of_rules = set.iter().filter(|puzzle| puzzle.rules == rules).count();
        assert!(of_rules >= 100, "{rules}: {of_rules}");
    }
    let has_blocks = |puzzle: &&Puzzle| !puzzle.position.blocks().is_empty();
    assert!(set.iter().filter(has_blocks).count() >= 40);
    for puzzle in set {
        let Puzzle {
            position,
            rules,
            kind,
            answer,
            difficulty,
        } = puzzle;
        assert_eq!(
            Difficulty::of(position, rules, *kind, *answer),
            *difficulty,
            "{puzzle}"
        );
        assert!(position.legal_moves(rules).count() >= 8, "{puzzle}");
    }
    let distinct: HashSet<String> = set
        .iter()
        .map(|puzzle| least_image(puzzle.position))
        .collect();
    assert_eq!(distinct.len(), set.len());
}

/// The least text of the images of a position with the side to move as Red.
fn least_image(position: Position) -> String {
    let position = match position.turn() {
        Color::Red => position,
        Color::Blue => position.with_colors_swapped(),
    };
    let position = position.with_jumps(0).with_plies(0);
    let images = Symmetry::all().map(|symmetry| symmetry.position(&position).to_string());
    images.min().expect("eight images")
}

#[test]
fn puzzles_of_the_set_are_certified() {
    certify_every(7);
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn the_whole_set_is_certified() {
    certify_every(1);
}

/// Certifies one puzzle of the set out of so many.
fn certify_every(step: usize) {
    for (number, puzzle) in (1..).zip(built_in()).step_by(step) {
        let proofs = certify(puzzle, &UNLIMITED())
            .unwrap_or_else(|error| panic!("{number}: {puzzle}: {error}"));
        let moves = puzzle.position.legal_moves(&puzzle.rules).count();
        assert_eq!(proofs.len(), moves, "{number}: {puzzle}");
    }
}

#[test]
fn statements_hold_by_brute_force() {
    assert!(compare_every(55) >= 40);
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn more_statements_hold_by_brute_force() {
    assert!(compare_every(11) >= 300);
}

/// Compares one puzzle of the set out of so many with exhaustive search under the reference rules.
/// Returns the number of compared statements.
fn compare_every(step: usize) -> usize {
    const MOVES: usize = 200_000;
    let mut compared = 0;
    for puzzle in built_in().iter().step_by(step) {
        for statement in puzzle.statements() {
            let turn = statement.position.turn();
            let within = statement.required.plies();
            let mut exhaustive = ExhaustiveSolver::new(&puzzle.rules, MOVES);
            let exactly = |winner, plies: Option<Plies>| Claim::Exactly {
                winner,
                plies: plies.expect("a known distance"),
            };
            let claim = match exhaustive.verdict(&literal_of(&statement.position), within.0) {
                Err(solving::exhaustive::OutOfBudget) => continue,
                Ok(Verdict::Win(plies)) => exactly(turn, plies),
                Ok(Verdict::Loss(plies)) => exactly(!turn, plies),
                Ok(Verdict::Draw) => Claim::Draw,
                Ok(_) => Claim::None { within },
            };
            assert!(
                statement.required.follows_from(claim),
                "{puzzle}: {:?}",
                statement.mv
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn what_is_false_is_not_proved() {
    let right = built_in()[0];
    let other = right
        .position
        .legal_moves(&right.rules)
        .find(|&mv| mv != right.answer);
    let graded = |puzzle: Puzzle| Puzzle {
        difficulty: Difficulty::of(&puzzle.position, &puzzle.rules, puzzle.kind, puzzle.answer),
        ..puzzle
    };
    let wrong = [
        graded(Puzzle {
            answer: other.expect("another move"),
            ..right
        }),
        graded(Puzzle {
            kind: PuzzleKind::Win3,
            ..right
        }),
        graded(Puzzle {
            kind: PuzzleKind::Hold2,
            ..right
        }),
        graded(Puzzle {
            position: Position::start(),
            answer: Move::Extend {
                to: "b7".parse().expect("a square"),
            },
            ..right
        }),
    ];
    for puzzle in wrong {
        assert!(certify(&puzzle, &UNLIMITED()).is_err(), "{puzzle}");
    }
    let harder = Difficulty::ALL
        .into_iter()
        .find(|&other| other != right.difficulty);
    let regraded = Puzzle {
        difficulty: harder.expect("three"),
        ..right
    };
    let error = certify(&regraded, &UNLIMITED()).expect_err("another difficulty");
    assert_eq!(error.to_string(), format!("it is {}", right.difficulty));
}

#[test]
fn the_answer_solves_and_the_other_side_defends() {
    for puzzle in built_in().iter().step_by(7) {
        let mut attempt = Attempt::new(puzzle);
        let wrong = puzzle
            .position
            .legal_moves(&puzzle.rules)
            .find(|&mv| mv != puzzle.answer);
        let before = attempt.game.clone();
        let reply = attempt
            .play(wrong.expect("a wrong move"), &UNLIMITED())
            .expect("it is legal");
        assert!(matches!(reply, Reply::Wrong { .. }), "{puzzle}: {reply:?}");
        assert_eq!((&attempt.game, attempt.mistakes), (&before, 1));
        let mut moves = 0;
        while !attempt.is_solved {
            let line = attempt.answer(&UNLIMITED());
            if moves == 0 {
                assert_eq!(line[0], puzzle.answer, "{puzzle}");
            }
            if puzzle.kind.aim() == Aim::Win {
                assert_eq!(line.len(), usize::from(attempt.plies_left().0), "{puzzle}");
            }
            let reply = attempt.play(line[0], &UNLIMITED()).expect("it is legal");
            assert!(
                matches!(reply, Reply::Right { .. } | Reply::Solved { .. }),
                "{puzzle}"
            );
            moves += 1;
        }
        assert!(attempt.answer(&UNLIMITED()).is_empty());
        let winner = attempt.game.outcome().and_then(|outcome| outcome.winner);
        match puzzle.kind.aim() {
            Aim::Win => assert_eq!(
                (moves, winner),
                (puzzle.kind.moves(), Some(puzzle.position.turn()))
            ),
            Aim::Hold => assert_eq!((moves, winner), (1, None)),
        }
    }
}

#[test]
fn hints_say_more_and_more() {
    let puzzle = built_in()[0];
    let mut attempt = Attempt::new(&puzzle);
    let hints = [1, 2, 3, 4].map(|_| attempt.hint(&UNLIMITED()).expect("a hint"));
    let to = puzzle.answer.to().expect("no pass");
    let all = Hint::Move(puzzle.answer);
    assert_eq!(hints, [Hint::Kind(puzzle.answer), Hint::To(to), all, all]);
    assert_eq!(attempt.hints, 4);
}

#[test]
fn hints_begin_anew_after_a_right_move() {
    let longer = |puzzle: &&Puzzle| puzzle.kind == PuzzleKind::Win2;
    let puzzle = built_in().iter().find(longer).expect("there is one");
    let mut attempt = Attempt::new(puzzle);
    for _ in 0..3 {
        attempt.hint(&UNLIMITED()).expect("a hint");
    }
    attempt
        .play(puzzle.answer, &UNLIMITED())
        .expect("it is legal");
    let hint = attempt.hint(&UNLIMITED()).expect("a hint");
    assert!(matches!(hint, Hint::Kind(_)), "{hint:?}");
    assert_eq!(attempt.hints, 4);
}

#[test]
fn lines_are_read_back() {
    let set = built_in();
    assert_eq!(read(&write(set)).as_deref(), Ok(set));
    let mut chance = Chance::new(5);
    let mut read_back = 0;
    while read_back < 500 {
        let (_, rules) = any_rules(&mut chance);
        let (_, position) = any_position(&mut chance, &rules);
        let position: Position = position.to_string().parse().expect("a FEN");
        let moves: Vec<Move> = position.legal_moves(&rules).collect();
        if moves.is_empty() {
            continue;
        }
        let puzzle = Puzzle {
            position,
            rules,
            kind: PuzzleKind::ALL[chance.below(4)],
            answer: moves[chance.below(moves.len())],
            difficulty: Difficulty::ALL[chance.below(3)],
        };
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle), "{puzzle}");
        read_back += 1;
    }
}

#[test]
fn errors_of_lines() {
    let good = "x5o/7/7/7/7/7/o5x x 0 1; 2022; win-2; a7-b7; easy";
    let error = |text: &str| {
        let error = read(text).expect_err(text);
        (text[error.span.clone()].to_owned(), error.message)
    };
    let expected = |span: &str, message: &str| (span.to_owned(), message.to_owned());
    assert_eq!(
        error(&good.replace("a7-b7", "a7-d7")),
        expected("a7-d7", "`a7-d7` is not legal in this position"),
    );
    assert_eq!(
        error(&format!("# a comment\n\n  {good}; more # and more")),
        expected("; more", "expected five fields, found a sixth"),
    );
    assert_eq!(
        error("x5o/7/7/7/7/7/o5x x 0 1; 2022"),
        expected(
            "",
            "expected `FEN; RULES; KIND; ANSWER; DIFFICULTY`, found the end"
        ),
    );
    let (span, message) = error(&format!("{good}\n{}", good.replace("win-2", "win-4")));
    assert_eq!(span, "win-4");
    insta::assert_snapshot!(message, @"expected a kind of puzzle (win-2, win-3, hold-2, hold-3), found `win-4`");
}

proptest! {
    #[test]
    fn nonsense_is_refused_with_a_place(text in "([ -~]|;|\n|x5o/7/7/7/7/7/o5x x 0 1; |2022; ){0,40}") {
        if let Err(error) = read(&text) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?} of {text:?}", error.span);
        }
    }
}

#[test]
fn what_a_claim_does_not_prove() {
    let [red, blue] = Color::BOTH;
    let win = |winner, within| Claim::Win {
        winner,
        within: Plies(within),
    };
    let loses = Required::WinWithin(red, Plies(3));
    assert!(loses.follows_from(win(red, 3)));
    assert!(!loses.follows_from(win(red, 4)));
    assert!(!loses.follows_from(win(blue, 3)));
    let quiet = Claim::None { within: Plies(3) };
    assert!(Required::NoneWithin(Plies(3)).follows_from(quiet));
    assert!(!Required::NoneWithin(Plies(4)).follows_from(quiet));
}
