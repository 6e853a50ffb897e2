//! Positions whose value can be checked by hand.

use crate::solving;
use crate::solving::position;
use ataxx_core::board::{Color, Move, Position, Rules, Square};
use ataxx_core::solver::{
    Budget, Plies, PruningRule, PruningRules, Question, Solution, Solver, SolverOptions, Verdict,
};

fn all_moves(position: &Position, rules: &Rules, plies: u16) -> Solution {
    let question = Question {
        within: Some(Plies(plies)),
        all_moves: true,
    };
    Solver::new(rules, &SolverOptions::default()).answer(position, question, &Budget::unlimited())
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

const fn loss(plies: u16) -> Verdict {
    Verdict::Loss(Some(Plies(plies)))
}

#[test]
fn the_next_extend_wins() {
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

/// Red can only pass and still wins, by the jump limit.
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

/// The board has one empty square, and the result depends on whether Red may jump into it: one
/// below the limit every jump ends the game, two below it Blue's jump in reply to Red's does.
const ONE_HOLE: &str = "rr-bbbr rrrbbbr rrbbbbr rrbbbbr rrrbbbr rrbbbbb rrbbbbb";

#[test]
fn the_count_alone_decides_by_more_pieces() {
    let rules = Rules::BERKELEY_2016;
    let cases = [(0, win(3)), (22, win(3)), (23, loss(2)), (24, loss(1))];
    for (jumps, expected) in cases {
        let position = position(ONE_HOLE, Color::Red, jumps);
        let solution = all_moves(&position, &rules, 7);
        assert_eq!(solution.verdict, expected, "{jumps} jumps");
        let exact =
            Solver::new(&rules, &SolverOptions::default()).exact(&position, &Budget::unlimited());
        assert_eq!(exact.verdict, expected, "{jumps} jumps");
    }
}

#[test]
fn the_count_alone_decides_by_a_draw() {
    let cases = [
        (0, win(3), win(3)),
        (97, win(3), win(3)),
        (98, Verdict::None, Verdict::Draw),
        (99, Verdict::None, Verdict::Draw),
    ];
    for (jumps, within, ever) in cases {
        let position = position(ONE_HOLE, Color::Red, jumps);
        assert_eq!(
            all_moves(&position, &Rules::UAI, 7).verdict,
            within,
            "{jumps} jumps"
        );
        let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
        let exact = solver.exact(&position, &Budget::unlimited());
        assert_eq!(exact.verdict, ever, "{jumps} jumps");
    }
}

/// A jump wins by the limit; an extend resets the count and does not win.
#[test]
fn the_last_jump_before_the_limit() {
    let rows = "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr";
    for (jumps, distance) in [(22, 3), (23, 3), (24, 1)] {
        let position = position(rows, Color::Red, jumps);
        let solution = all_moves(&position, &Rules::BERKELEY_2016, 5);
        assert_eq!(solution.verdict, win(distance), "{jumps} jumps");
        let only_jumps = solution.moves.iter().all(|mv| mv.is_jump());
        assert_eq!(only_jumps, jumps == 24, "{jumps} jumps");
    }
}

fn check_with_any_pruning(position: &Position, rules: &Rules, plies: u16, expected: Verdict) {
    let alone = PruningRule::ALL.map(|rule| PruningRules::NONE.with(rule));
    let without = PruningRule::ALL.map(|rule| PruningRules::ALL.without(rule));
    for pruning in [
        &alone[..],
        &without,
        &[PruningRules::ALL, PruningRules::NONE],
    ]
    .concat()
    {
        let settings = SolverOptions {
            pruning,
            ..SolverOptions::default()
        };
        let found = solving::check::verdict(position, rules, plies, &settings);
        assert_eq!(found, expected, "{pruning:?}");
    }
}

/// The greatest number of flips of a move: eight around one square, which are all pieces.
#[test]
fn eight_at_once() {
    let rows = "------- ------- --bbb-- -rb-b-- --bbb-- ------- -------";
    let position = position(rows, Color::Red, 0);
    check_with_any_pruning(&position, &Rules::UAI, 1, win(1));
    check_with_any_pruning(&position.with_colors_swapped(), &Rules::UAI, 1, win(1));
    let nine = "------- ------- --bbb-- -rb-b-- --bbb-- ------- ------b";
    check_with_any_pruning(
        &solving::position(nine, Color::Red, 0),
        &Rules::UAI,
        1,
        Verdict::None,
    );
}

/// No move gains more pieces on the opponent than sixteen: a jump beside eight.
#[test]
fn sixteen_gained_at_once() {
    let rules = Rules::BERKELEY_2016;
    let fifteen_behind = "bbbbbbb ------- --bbb-- -rb-b-- --bbb-- ------- b------";
    let position = position(fifteen_behind, Color::Red, 24);
    check_with_any_pruning(&position, &rules, 1, win(1));
    assert_eq!(all_moves(&position, &rules, 1).moves, [jump("b4", "d4")]);
    check_with_any_pruning(&position.with_jumps(0), &rules, 1, Verdict::None);
    check_with_any_pruning(&position.with_jumps(23), &rules, 1, Verdict::None);
    check_with_any_pruning(&position.with_jumps(99), &Rules::UAI, 1, Verdict::None);
    let sixteen_behind = "bbbbbbb ------- --bbb-- -rb-b-- --bbb-- ------- bb-----";
    let position = solving::position(sixteen_behind, Color::Red, 24);
    check_with_any_pruning(&position, &rules, 1, Verdict::None);
}
