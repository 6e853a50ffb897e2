//! Positions whose value a person can check, and what the search costs.

mod solving;

use ataxx::board::{Color, Move, Position, Rules, Square};
use ataxx::solver::{Budget, Plies, Question, Settings, Solution, Solver, Verdict};
use solving::position;

fn all_moves(position: &Position, rules: &Rules, plies: u16) -> Solution {
    let question = Question {
        within: Some(Plies(plies)),
        all_moves: true,
    };
    Solver::new(rules, &Settings::default()).answer(position, question, &Budget::unlimited())
}

fn square(name: &str) -> Square {
    Square::all()
        .find(|square| format!("{square:?}") == name)
        .expect("a square")
}

fn jump(from: &str, to: &str) -> Move {
    Move::Jump {
        from: square(from),
        to: square(to),
    }
}

fn extend(to: &str) -> Move {
    Move::Extend { to: square(to) }
}

const fn win(plies: u16) -> Verdict {
    Verdict::Win(Some(Plies(plies)))
}

#[test]
fn the_last_but_one_ply_is_a_jump() {
    let rows = "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr";
    let position = position(rows, Color::Blue, 1);
    let solution = all_moves(&position, &Rules::BERKELEY_2016, 9);
    assert_eq!(solution.verdict, win(1));
    assert_eq!(
        solution.moves,
        [extend("e7")],
        "by whichever piece, d6 for one"
    );
}

#[test]
fn three_plies_by_an_extend() {
    let rows = "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr";
    let position = position(rows, Color::Blue, 1);
    let solution = all_moves(&position, &Rules::BERKELEY_2016, 9);
    assert_eq!(solution.verdict, win(3));
    assert_eq!(solution.moves, [extend("d5")]);
}

/// The obvious extend fills the board and loses at once.
#[test]
fn only_a_jump_wins() {
    let rows = "rr-bbbr rrrbbbr rrbbbbr rrbbbbr rrrbbbr rrbbbbb rrbbbbb";
    let position = position(rows, Color::Red, 0);
    let solution = all_moves(&position, &Rules::BERKELEY_2016, 9);
    assert_eq!(solution.verdict, win(3));
    assert_eq!(solution.moves, [jump("a5", "c7"), jump("a7", "c7")]);
    let filled = position.after(extend("c7"), &Rules::BERKELEY_2016);
    let outcome = filled
        .outcome(&Rules::BERKELEY_2016)
        .expect("the board is full");
    assert_eq!(outcome.winner, Some(Color::Blue));
}

/// Red can only pass and wins nevertheless, by the jump limit.
#[test]
fn a_side_that_only_passes_wins_by_the_jump_limit() {
    let rows = "rrrrrrr rrrrrrr rrXrXrb rXXXXXb bbXbXbb brbbbbb rrbb-bb";
    let position = position(rows, Color::Red, 22);
    let solution = all_moves(&position, &Rules::BERKELEY_2016, 9);
    assert_eq!(solution.verdict, win(6));
    assert_eq!(solution.moves, [Move::Pass]);
    let passes = solution.line.iter().filter(|&&mv| mv == Move::Pass).count();
    assert_eq!((solution.line.len(), passes), (6, 3));
}
