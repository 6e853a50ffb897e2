//! Node totals of the solver and of the player, on one thread and with default options.
//!
//! A change of these numbers is not an error, but an unintended one needs an explanation. After an
//! intended change, copy the left side of the failed assertion into the constant.

use crate::player::{NEVER, depth, searcher, task};
use crate::solving::position;
use ataxx_core::board::{Color, Rules};
use ataxx_core::engine::{Network, SearchTechniques};
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

/// Move, value and nodes of the player, to depth 11.
const SEARCHES: [(&str, i32, u64); 8] = [
    ("f2", 9, 84_847),
    ("b2", 22, 165_672),
    ("c5a3", 129, 52_073),
    ("d6b6", 57, 65_182),
    ("d3", -221, 34_374),
    ("d6b5", -28, 21_768),
    ("e2c3", 45, 174_415),
    ("d2d4", 914, 25_510),
];

/// The small table is full long before the end.
#[test]
fn node_totals_of_the_player() {
    let cases = [
        ("x5o/7/7/7/7/7/o5x x 0 1", Rules::UAI),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x o 3 5", Rules::BERKELEY_2022),
        ("xx4o/xx3oo/2x2o1/7/1o3x1/oo3xx/o5x x 7 12", Rules::UAI),
        (
            "7/2xoo2/1xxooo1/1xx-oo1/1xxxoo1/2xxo2/7 o 0 14",
            Rules::BERKELEY_2016,
        ),
        (
            "ooxx3/oxxx2x/ooxx1xx/1ooxxo1/oo2ooo/o2ooo1/7 x 20 30",
            Rules::BERKELEY_2022,
        ),
        (
            "xxxoooo/xx1oooo/x2o1oo/xx3o1/xxx2oo/xxxx1o1/xxx2oo o 96 60",
            Rules::UAI,
        ),
        (
            "-5-/1xx1oo1/1x3o1/7/1o3x1/1oo1xx1/-5- x 1 9",
            Rules::BERKELEY_2008,
        ),
        (
            "xxxxooo/xxxooo1/xxoo2o/xxo1oo1/xx2ooo/x1xxoo1/xxxxo2 x 23 41",
            Rules::BERKELEY_2016,
        ),
    ];
    let searches = cases.each_ref().map(|(text, rules)| {
        let position = read_position(text).expect(text);
        let mut player = searcher(Network::embedded(), SearchTechniques::all());
        let choice = player.choose(&task(&position, rules, depth(11)), &NEVER);
        let choice = choice.expect("the game goes on");
        (choice.mv.to_string(), choice.value, choice.nodes)
    });
    let searches = searches
        .each_ref()
        .map(|(mv, value, nodes)| (mv.as_str(), *value, *nodes));
    assert_eq!(searches, SEARCHES);
}
