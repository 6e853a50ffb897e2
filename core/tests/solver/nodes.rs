//! Node totals of the search, on one thread and with default options.
//!
//! A change of these numbers is not an error, but an unintended one needs an explanation. After an
//! intended change, copy the left side of the failed assertion into `TOTALS`.

use crate::solving::position;
use ataxx_core::board::{Color, Rules};
use ataxx_core::notation::read_position;
use ataxx_core::solver::{Budget, Plies, Solver, SolverOptions, Verdict};

const TOTALS: [(Verdict, u64); 6] = [
    (Verdict::Win(Some(Plies(3))), 1),
    (Verdict::Win(Some(Plies(6))), 68),
    (Verdict::Win(Some(Plies(11))), 13_488),
    (Verdict::None, 134),
    (Verdict::None, 80),
    (Verdict::None, 513),
];

#[test]
fn node_totals() {
    let cases = [
        (
            "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr",
            (Color::Blue, 1, Rules::BERKELEY_2016, 9),
        ),
        (
            "rrrrrrr rrrrrrr rrXrXrb rXXXXXb bbXbXbb brbbbbb rrbb-bb",
            (Color::Red, 22, Rules::BERKELEY_2016, 9),
        ),
        (
            "-rrrbbb rrrrbbb bbrXrrb --XbXrb bbbXrrb bbrrrrb --rrrrb",
            (Color::Red, 1, Rules::UAI, 11),
        ),
        (
            "r-----b ------- ------- ------- ------- ------- b-----r",
            (Color::Red, 0, Rules::UAI, 7),
        ),
        (
            "rrr-bbb rr---bb r-----b ------- b-----r bb---rr bbb-rrr",
            (Color::Red, 0, Rules::BERKELEY_2016, 5),
        ),
        (
            "XXXXXXX XXXXXXX XXXXXXX X----XX X-rb-XX X-br-XX X----XX",
            (Color::Red, 0, Rules::BERKELEY_2008, 7),
        ),
    ];
    let totals = cases.map(|(rows, (turn, jumps, rules, plies))| {
        let position = position(rows, turn, jumps);
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        let solution = solver.solve(&position, Plies(plies), &Budget::unlimited());
        (solution.verdict, solution.nodes)
    });
    assert_eq!(totals, TOTALS);
}

/// Without a limit on plies, of positions of the corpus with 5 to 7 empty squares.
const EXACT: [(Verdict, u64); 5] = [
    (Verdict::Win(None), 960),
    (Verdict::Win(None), 68_244),
    (Verdict::Win(None), 947),
    (Verdict::Loss(None), 64_860),
    (Verdict::Win(None), 8110),
];

#[test]
fn node_totals_without_a_limit_on_plies() {
    let cases = [
        "o2xxx1/oo1xxxx/xxxxoxx/ooxxooo/xxxoxxx/oooooxx/ooooox1 x 2 38",
        "2ooxoo/2oxxxx/-1xxxx-/---x---/-ooxoo-/oooxxox/1ooxxxx x 0 30",
        "1oooxxx/1ooooxo/1ooxxxo/1ooxxxo/xxxxx1o/xxxxxo1/xxoxoxx o 2 35",
        "oooooox/xxxoooo/oxxoooo/oxxoxoo/1ooxxoo/1ooxxxo/1oo4 x 1 34",
        "xx2oox/xx---oo/1-xxx-o/ooxoxo1/1-xox-1/x1---xo/xxxxxxo x 1 52",
    ];
    let totals = cases.map(|text| {
        let position = read_position(text).expect(text);
        let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
        // Far more than they take, so that a failure ends.
        let budget = Budget {
            nodes: Some(1_000_000),
            may_continue: &|| true,
        };
        let solution = solver.exact(&position, &budget);
        (solution.verdict, solution.nodes)
    });
    assert_eq!(totals, EXACT);
}
