//! The layers against the literal rules, and against the search.

#![allow(clippy::cast_possible_truncation)] // all numbers are small

use super::*;
use ataxx_core::board::{Bitboard, Color};
use ataxx_core::reference::{Cell, LiteralPosition};
use ataxx_core::solver::{Budget, Solver, SolverOptions};
use std::collections::HashMap;

/// Numbers that look random, the same each time.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ataxx_core::internal::of_words([self.0, 1]) % end
    }
}

pub(crate) fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

const ALONE: Effort = Effort {
    threads: 1,
    proceed: &|_| true,
};

pub(crate) fn limit(rules: &Rules) -> u32 {
    rules
        .jump_limit
        .map_or(u32::MAX, |limit| limit.jumps.get().into())
}

/// A layer at the limit on jumps.
fn rounds_of<'a>(shape: &'a Shape, rules: Rules, above: &Layer, pieces: usize) -> Rounds<'a> {
    let extended = rounds::extend(shape, rules, above, pieces, ALONE).expect("not stopped");
    Rounds::new(shape, rules, extended, ALONE).expect("not stopped")
}

/// All layers of a board, the empty one included.
fn layers(files: u8, ranks: u8, rules: &Rules) -> (Shape, Vec<Layer>) {
    let shape = Shape::new(Region::board(files, ranks, rules).expect("small"));
    let mut layers = vec![Layer::default()];
    for pieces in (1..=shape.region.len()).rev() {
        let above = layers.last().expect("the first");
        let mut rounds = rounds_of(&shape, *rules, above, pieces);
        rounds.advance(limit(rules), ALONE).expect("not stopped");
        let layer = rounds.finish().layer;
        layers.push(layer);
    }
    layers.push(Layer::default());
    layers.reverse();
    (shape, layers)
}

/// The position with these pieces, Red to move.
fn literal(region: &Region, own: SquareSet, other: SquareSet) -> LiteralPosition {
    LiteralPosition::from_cells(Color::Red, |square| {
        let place = region.set_of([(square.file(), square.rank())]);
        match place {
            0 => Cell::Block,
            set if own & set != 0 => Cell::Red,
            set if other & set != 0 => Cell::Blue,
            _ => Cell::Empty,
        }
    })
}

/// The pieces of the side to move, and those of the other.
fn pieces(region: &Region, position: &LiteralPosition) -> (SquareSet, SquareSet) {
    let set = |cell| {
        let squares = Square::all().filter(|&square| position.cell(square) == cell);
        region.set_of(squares.map(|square| (square.file(), square.rank())))
    };
    let turn = position.turn;
    (set(Cell::piece(turn)), set(Cell::piece(!turn)))
}

/// The position on the board of seven files and ranks, Red to move.
pub(crate) fn on_board(region: &Region, own: SquareSet, other: SquareSet) -> Position {
    let set = |set| -> Bitboard {
        let places = squares(set).map(|square| region.place(square));
        places
            .map(|(file, rank)| Square::new(file, rank).expect("on the board"))
            .collect()
    };
    let blocks = !set(region.full());
    Position::new(set(own), set(other), blocks, Color::Red).expect("disjoint")
}

fn value_of(outcome: Option<ataxx_core::board::Outcome>, turn: Color) -> Option<Verdict> {
    outcome.map(|outcome| match outcome.winner {
        None => Verdict::Draw,
        Some(winner) if winner == turn => Verdict::Win(None),
        Some(_) => Verdict::Loss(None),
    })
}

/// The best for the side to move, of the values of its moves for it.
fn best(values: impl Iterator<Item = Verdict>) -> Verdict {
    let worth = |value: &Verdict| match value {
        Verdict::Win(_) => 2,
        Verdict::Loss(_) => 0,
        _ => 1,
    };
    values.max_by_key(worth).expect("a move")
}

/// A position as the literal rules see it.
pub(crate) struct Literal {
    pub(crate) own: SquareSet,
    pub(crate) other: SquareSet,
    over: Option<Verdict>,
    at_limit: Verdict,
    /// The positions after the moves, by [`number`].
    after: Box<[u32]>,
    /// The only move is a pass that does not count.
    is_stuck: bool,
}

impl Literal {
    fn of(region: &Region, rules: &Rules, own: SquareSet, other: SquareSet) -> Self {
        let position = literal(region, own, other);
        let limited = LiteralPosition {
            jumps: rules.jump_limit.map_or(0, |limit| limit.jumps.get().into()),
            ..position
        };
        let mut is_stuck = false;
        let moves = position.legal_moves(rules).into_iter();
        let after = moves.map(|mv| {
            let next = position.play(mv, rules).expect("legal");
            is_stuck |= mv == Move::Pass && next.jumps == 0;
            number(region, pieces(region, &next)) as u32
        });
        let after = after.collect();
        let over = value_of(position.outcome(rules), Color::Red);
        let at_limit = value_of(limited.outcome(rules), Color::Red);
        Self {
            own,
            other,
            over,
            at_limit: over.or(at_limit).unwrap_or(Verdict::Draw),
            after,
            is_stuck,
        }
    }
}

/// A position as a number in base three.
fn number(region: &Region, (own, other): (SquareSet, SquareSet)) -> usize {
    let digits = (0..region.len()).map(|square| (own >> square & 1) + 2 * (other >> square & 1));
    digits.fold(0, |number, digit| 3 * number + digit as usize)
}

/// The positions with this many pieces.
fn literals(region: &Region, rules: &Rules, pieces: usize) -> Vec<Literal> {
    let sets = 1..=region.full();
    let sets: Vec<SquareSet> = sets
        .filter(|set| set.count_ones() as usize == pieces)
        .collect();
    let of_set = |&occupied: &SquareSet| {
        let colorings = 0..1 << pieces;
        colorings.map(move |coloring: SquareSet| {
            let mine = squares(occupied).enumerate();
            let mine = mine.filter(|(index, _)| coloring >> index & 1 != 0);
            let own = mine.fold(0, |own, (_, square)| own | 1 << square);
            Literal::of(region, rules, own, occupied & !own)
        })
    };
    let half = sets.len() / 2;
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| sets[..half].iter().flat_map(of_set).collect::<Vec<_>>());
        let second = sets[half..].iter().flat_map(of_set).collect::<Vec<_>>();
        (first.join().expect("no panic"), second)
    });
    first.into_iter().chain(second).collect()
}

/// Settles the positions with this many pieces by brute force, with 0, 1, 2 … jumps left.
///
/// `values` has the last value of each position by its [`number`]; of those with one piece more,
/// that with all jumps left.
pub(crate) fn brute_force(
    region: &Region,
    rules: &Rules,
    (pieces, rounds): (usize, u32),
    values: &mut [Verdict],
    mut report: impl FnMut(u32, &Literal, Verdict),
) {
    // After a pass that does not count as many jumps are left, and the other side can move.
    let literals = literals(region, rules, pieces).into_iter();
    let (stuck, free): (Vec<_>, Vec<_>) = literals.partition(|literal| literal.is_stuck);
    for round in 0..=rounds {
        for positions in [&free, &stuck] {
            let value = |literal: &Literal| match literal.over {
                Some(over) => over,
                None if round == 0 => literal.at_limit,
                None => {
                    let after = literal.after.iter();
                    best(after.map(|&after| opposite(values[after as usize])))
                }
            };
            let found: Vec<_> = positions.iter().map(value).collect();
            for (literal, value) in positions.iter().zip(found) {
                report(round, literal, value);
                values[number(region, (literal.own, literal.other))] = value;
            }
        }
    }
}

/// One value for each position of a board.
pub(crate) fn no_values(region: &Region) -> Vec<Verdict> {
    vec![Verdict::None; 3_usize.pow(region.len() as u32)]
}

/// Every position of a board, with every count of jumps. Returns the number of positions.
fn compare_with_brute_force(files: u8, ranks: u8, text: &str) -> usize {
    let rules = rules(text);
    let shape = Shape::new(Region::board(files, ranks, &rules).expect("small"));
    let last = limit(&rules).min(60);
    let mut values = no_values(&shape.region);
    let mut above = Layer::default();
    let mut compared = 0;
    for pieces in (1..=shape.region.len()).rev() {
        let mut rounds = rounds_of(&shape, rules, &above, pieces);
        let compare = |round, literal: &Literal, value| {
            rounds.advance(round, ALONE).expect("not stopped");
            let &Literal { own, other, .. } = literal;
            let found = opposite(rounds.values().value(&shape, other, own));
            assert_eq!(
                found, value,
                "{text}: {own:b} {other:b}, {round} jumps left"
            );
            compared += usize::from(round == last);
        };
        let layer = (pieces, last);
        brute_force(&shape.region, &rules, layer, &mut values, compare);
        above = rounds.finish().layer;
    }
    compared
}

const RULES: [&str; 13] = [
    "uai",
    "2022",
    "2008",
    "uai,jump-limit=1",
    "uai,jump-limit=3",
    "2022,jump-limit=4",
    "2022,jump-limit=7,pass=counts",
    "uai,jump-limit=6,pass=free",
    "uai,stuck=award",
    "2022,stuck=award,jumps=21",
    "2022,jumps=none",
    "2022,jumps=none,pass=counts",
    "uai,jump-limit=none,jumps=20+22",
];

#[test]
fn the_values_are_those_of_brute_force_by_the_literal_rules() {
    for text in RULES {
        assert_eq!(compare_with_brute_force(2, 3, text), 728);
        assert_eq!(compare_with_brute_force(4, 2, text), 6560);
    }
    assert_eq!(compare_with_brute_force(3, 3, "uai,jump-limit=20"), 19_682);
    assert_eq!(compare_with_brute_force(3, 3, "2022"), 19_682);
    // Here a side that is stuck can have as many pieces as the other.
    let text = "uai,stuck=award,jump-limit=4";
    assert_eq!(compare_with_brute_force(5, 2, text), 59_048);
}

#[test]
fn a_board_away_from_the_corner_is_the_same_graph() {
    for (files, ranks) in [(3, 4), (4, 3), (3, 3)] {
        let corner = Region::board(files, ranks, &Rules::UAI).expect("small");
        let moved =
            |&(file, rank): &(u8, u8)| Square::new(file + 2, rank + 3).expect("on the board");
        let live: Bitboard = (0..corner.len())
            .map(|square| moved(&corner.place(square)))
            .collect();
        let position = Position::new(Bitboard::EMPTY, live, !live, Color::Red).expect("disjoint");
        let region = Region::of(&position, &Rules::UAI, live).expect("small");
        assert_eq!((&region.near, &region.jumps), (&corner.near, &corner.jumps));
        assert_eq!(region.symmetries, corner.symmetries);
        assert_eq!(region.origins, corner.origins);
        assert_eq!(region.dead, 0);
    }
}

#[test]
fn squares_out_of_reach_are_awarded_too() {
    // After d1 Blue is stuck, with five pieces against three and the empty squares.
    for (last, expected) in [('1', Verdict::Win(None)), ('-', Verdict::Draw)] {
        let rows = "-------/o------/o------/o------/o------/oxx3-";
        let text = format!("------{last}/{rows} x 0 1");
        let position: Position = text.parse().expect("a position");
        let board = Board::of_position(&position, &rules("uai,stuck=award")).expect("small");
        let mut settled = Settled::default();
        board.settle(options(1), &mut settled).expect("not stopped");
        assert_eq!(settled.value, expected, "{position}");
    }
}

#[test]
#[ignore = "takes minutes: `make check-more`"]
fn the_values_of_3x4_are_those_of_brute_force_by_the_literal_rules() {
    for text in ["uai,jump-limit=40", "2022"] {
        assert_eq!(compare_with_brute_force(3, 4, text), 531_440);
    }
}

#[test]
#[ignore = "takes ten minutes: `make truth`"]
fn the_values_of_3x5_are_those_of_brute_force_by_the_literal_rules() {
    for text in ["uai,jump-limit=40", "2022"] {
        assert_eq!(compare_with_brute_force(3, 5, text), 14_348_906);
    }
}

#[test]
fn the_numbers_of_positions() {
    let counts = |files, ranks, text: &str| {
        let board = Board::of_size(files, ranks, &rules(text)).expect("small");
        let mut settled = Settled::default();
        board.settle(options(2), &mut settled).expect("not stopped");
        let sum = |of: fn(&LayerCounts) -> u64| settled.counts.iter().map(of).sum::<u64>();
        let all = sum(LayerCounts::positions);
        assert_eq!(
            (all, board.positions(true)),
            (3_u64.pow((files * ranks).into()) - 1, all)
        );
        [
            sum(|layer| layer.won),
            sum(|layer| layer.lost),
            sum(|layer| layer.drawn),
        ]
    };
    assert_eq!(counts(3, 4, "uai"), [405_166, 21_687, 104_587]);
    assert_eq!(counts(4, 3, "uai"), [405_166, 21_687, 104_587]);
    assert_eq!(counts(3, 5, "uai"), [12_623_754, 1_262_808, 462_344]);
    assert_eq!(counts(4, 4, "uai"), [30_398_696, 1_035_187, 11_612_837]);
}

pub(super) fn options(threads: usize) -> LayerOptions<'static> {
    LayerOptions {
        threads: NonZeroUsize::new(threads).expect("some"),
        all: true,
        proceed: &|_| true,
        folder: None,
    }
}

/// A position at random with this many pieces.
fn random(region: &Region, numbers: &mut Numbers, count: usize) -> (SquareSet, SquareSet) {
    let (mut own, mut other): (SquareSet, SquareSet) = (0, 0);
    while ((own | other).count_ones() as usize) < count {
        let square = 1 << numbers.below(region.len() as u64);
        if (own | other) & square == 0 {
            *(if numbers.below(2) == 0 {
                &mut own
            } else {
                &mut other
            }) |= square;
        }
    }
    (own, other)
}

#[test]
fn each_value_follows_from_those_of_its_moves() {
    // No round is cut off here, so that one jump more or less makes no difference.
    let rules = Rules::UAI;
    let (shape, layers) = layers(3, 5, &rules);
    let region = &shape.region;
    let value = |(own, other): (SquareSet, SquareSet)| {
        let layer = &layers[(own | other).count_ones() as usize];
        opposite(layer.value(&shape, other, own))
    };
    let mut numbers = Numbers(5);
    for _ in 0..5000 {
        let count = 1 + numbers.below(15) as usize;
        let (own, other) = random(region, &mut numbers, count);
        let position = literal(region, own, other);
        let over = value_of(position.outcome(&rules), Color::Red);
        let expected = over.unwrap_or_else(|| {
            let moves = position.legal_moves(&rules).into_iter();
            best(moves.map(|mv| {
                let next = position.play(mv, &rules).expect("legal");
                opposite(value(pieces(region, &next)))
            }))
        });
        assert_eq!(value((own, other)), expected, "{own:b} {other:b}");
    }
}

/// Compares positions at random with the search, where that finds a value. Returns how often.
fn compare_with_search(files: u8, ranks: u8, text: &str, positions: usize) -> usize {
    let rules = rules(text);
    let (shape, layers) = layers(files, ranks, &rules);
    let mut solver = Solver::new(&rules, &SolverOptions::default());
    let budget = Budget {
        nodes: Some(20_000),
        ..Budget::unlimited()
    };
    let mut numbers = Numbers(7);
    let mut found = 0;
    for _ in 0..positions {
        let count = 2 + numbers.below(shape.region.len() as u64 - 1) as usize;
        let (own, other) = random(&shape.region, &mut numbers, count);
        let position = on_board(&shape.region, own, other);
        let known = match solver.exact(&position, &budget).verdict {
            Verdict::Win(_) => Verdict::Win(None),
            Verdict::Loss(_) => Verdict::Loss(None),
            Verdict::Draw => Verdict::Draw,
            Verdict::None | Verdict::Unknown => continue,
        };
        found += 1;
        let value = opposite(layers[count].value(&shape, other, own));
        assert_eq!(value, known, "{text}: {position}");
    }
    found
}

#[test]
fn the_search_finds_the_same_values() {
    for text in ["uai", "2022"] {
        assert!(compare_with_search(3, 4, text, 300) > 250);
        assert!(compare_with_search(4, 4, text, 100) > 50);
    }
}

#[test]
#[ignore = "takes minutes: `make check-more`"]
fn the_search_finds_the_same_values_of_many_positions() {
    let mut found = 0;
    for text in ["uai", "2022"] {
        for (files, ranks) in [(3, 4), (3, 5), (4, 4), (4, 5)] {
            found += compare_with_search(files, ranks, text, 2500);
        }
    }
    println!("{found} positions");
    assert!(found > 10_000, "{found}");
}

#[test]
fn first_moves_with_a_count_of_jumps() {
    for text in [
        "2022,jump-limit=4",
        "uai,jump-limit=6,pass=free",
        "2022,jump-limit=5,pass=counts",
    ] {
        let rules = rules(text);
        let region = Region::board(4, 2, &rules).expect("small");
        let rounds = u32::from(rules.jump_limit.expect("a limit").jumps.get());
        let mut values = no_values(&region);
        let mut expected = HashMap::new();
        for pieces in (1..=region.len()).rev() {
            let layer = (pieces, rounds);
            brute_force(
                &region,
                &rules,
                layer,
                &mut values,
                |round, literal, value| {
                    expected.insert((literal.own, literal.other, round), value);
                },
            );
        }
        let mut numbers = Numbers(3);
        for _ in 0..300 {
            let count = 2 + numbers.below(6) as usize;
            let (own, other) = random(&region, &mut numbers, count);
            let jumps = numbers.below(rounds.into()) as u16;
            let position = on_board(&region, own, other).with_jumps(jumps);
            let board = match Board::of_position(&position, &rules) {
                Err(Unsuitable::Over) => {
                    assert!(position.outcome(&rules).is_some(), "{text}: {position}");
                    continue;
                }
                board => board.expect("small"),
            };
            let mut settled = Settled::default();
            let options = LayerOptions {
                all: false,
                ..options(1)
            };
            board.settle(options, &mut settled).expect("not stopped");
            let expected = expected[&(own, other, rounds - u32::from(jumps))];
            assert_eq!(settled.value, expected, "{text}: {position}");
            let mut moves: Vec<Move> = settled
                .first_moves
                .iter()
                .filter_map(FirstMove::on_board)
                .collect();
            let mut legal: Vec<Move> = position.legal_moves(&rules).collect();
            moves.sort_unstable_by_key(ToString::to_string);
            legal.sort_unstable_by_key(ToString::to_string);
            assert_eq!(moves, legal, "{text}: {position}");
        }
    }
}

#[test]
fn the_memory_is_known_beforehand() {
    let board = Board::of_size(5, 5, &Rules::UAI).expect("small");
    assert_eq!(board.memory(true).div_ceil(1 << 20), 12_910);
    assert_eq!(board.positions(true), 3_u64.pow(25) - 1);
    let shape = Shape::new(Region::board(3, 4, &Rules::UAI).expect("small"));
    for pieces in 0..=12 {
        let sets = shape.orbits.representatives(pieces).len() as u64;
        assert_eq!(shape.region.orbits(pieces), sets);
    }
    let refused = |text: &str| Board::of_size(4, 4, &rules(text)).err();
    assert_eq!(refused("reloaded"), Some(Unsuitable::PlyLimit));
    let of_size = |files, ranks| Board::of_size(files, ranks, &Rules::UAI).err();
    assert_eq!(of_size(5, 6), Some(Unsuitable::TooLarge));
    assert_eq!(of_size(1, 9), Some(Unsuitable::TooSmall));
    let over = Position::start().with_jumps(100);
    let of_position = Board::of_position(&over, &Rules::UAI).err();
    assert_eq!(of_position, Some(Unsuitable::Over));
}
