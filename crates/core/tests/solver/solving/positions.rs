//! Random positions of all phases, and small boards.

use super::twins::positions::{Chance, random_position};
use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};

/// A generator of positions.
type Make = fn(&mut Chance, &Rules) -> Position;

/// The generators, each with a name.
const KINDS: [(&str, Make); 8] = [
    ("from a game", from_a_game),
    ("mixture", random_position),
    ("nearly full", nearly_full),
    ("small board", small_board),
    ("two rooms", two_rooms),
    ("few defenders", few_defenders),
    ("must pass", must_pass),
    ("small and nearly full", small_and_nearly_full),
];

/// A position of one of the kinds, with both counts anywhere, often near their limits.
pub fn any_position(chance: &mut Chance, rules: &Rules) -> (&'static str, Position) {
    let &(kind, make) = chance.pick(&KINDS);
    let position = make(chance, rules);
    (kind, with_counts(chance, rules, position))
}

/// Counts at 0, in between, and just before their limits.
pub fn with_counts(chance: &mut Chance, rules: &Rules, position: Position) -> Position {
    let mut count = |limit: u32| match chance.below(4) {
        0 => 0,
        1 => u32::try_from(chance.below(usize::try_from(limit).expect("small"))).expect("small"),
        _ => limit.saturating_sub(1 + u32::try_from(chance.below(4)).expect("small")),
    };
    let jumps = count(
        rules
            .jump_limit
            .map_or(60, |limit| limit.jumps.get().into()),
    );
    let plies = count(rules.ply_limit.map_or(60, std::num::NonZeroU32::get));
    position
        .with_jumps(u16::try_from(jumps).expect("small"))
        .with_plies(plies)
}

/// A position of random play from the start, with or without blocks.
fn from_a_game(chance: &mut Chance, rules: &Rules) -> Position {
    let mut position = Position::start();
    if rules.blocks {
        for _ in 0..chance.below(5) {
            position = position
                .with_block(chance.square(), rules)
                .unwrap_or(position);
        }
    }
    for _ in 0..chance.below(160) {
        // The game is played without its limits: both counts are set afterwards.
        let here = position.with_jumps(0).with_plies(0);
        let moves: Vec<_> = here.legal_moves(rules).collect();
        if moves.is_empty() {
            break;
        }
        // Extends come first, and more of them make the board fuller.
        let end = if chance.percent(60) {
            moves.len().div_ceil(3)
        } else {
            moves.len()
        };
        let next = here.after(moves[chance.below(end)], rules);
        if next.with_jumps(0).with_plies(0).ending(rules).is_some() {
            break;
        }
        position = next;
    }
    position
}

/// One to six empty squares, with blocks or without.
fn nearly_full(chance: &mut Chance, _: &Rules) -> Position {
    let blocks = if chance.percent(50) { 0 } else { 10 };
    let empty = 1 + chance.below(6);
    let red = [50, 50, 20, 85][chance.below(4)];
    filled(chance, Square::all().collect(), blocks, empty, red)
}

/// A rectangle of the board, the rest blocked.
fn small_board(chance: &mut Chance, _: &Rules) -> Position {
    let area = rectangle(chance, 4);
    let empty = chance.below(usize::try_from(area.count()).expect("small"));
    let red = [50, 50, 25, 75][chance.below(4)];
    filled(chance, area, 0, empty, red)
}

fn small_and_nearly_full(chance: &mut Chance, _: &Rules) -> Position {
    let area = rectangle(chance, 5);
    let empty = 1 + chance.below(3);
    let red = [50, 50, 25, 75][chance.below(4)];
    filled(chance, area, 5, empty, red)
}

/// A rectangle of at least two by three and at most this many squares a side.
pub fn rectangle(chance: &mut Chance, most: u8) -> Bitboard {
    let mut side =
        |least: u8| least + u8::try_from(chance.below((most - least + 1).into())).expect("small");
    let (width, height) = (side(2), side(3));
    let mut at = |size: u8| u8::try_from(chance.below((8 - size).into())).expect("small");
    let (left, bottom) = (at(width), at(height));
    Square::all()
        .filter(|square| {
            (left..left + width).contains(&square.file())
                && (bottom..bottom + height).contains(&square.rank())
        })
        .collect()
}

/// Two rooms with a wall in between that is two or three ranks thick, so that jumps
/// may or may not cross it: separated sides, and rooms without a piece.
fn two_rooms(chance: &mut Chance, _: &Rules) -> Position {
    let thick = 1 + u8::try_from(chance.below(3)).expect("small");
    let bottom = 1 + u8::try_from(chance.below(2)).expect("small");
    let mut sets = [Bitboard::EMPTY; 3];
    let fillings = [
        [60, 30],
        [0, 60],
        [40, 0],
        [0, 0],
        [20, 20],
        [90, 10],
        [10, 80],
    ];
    let below = *chance.pick(&fillings);
    let above = *chance.pick(&fillings);
    let narrow = chance.percent(60);
    for square in Square::all() {
        let rank = square.rank();
        let wall = (bottom..bottom + thick).contains(&rank)
            || narrow && (square.file() > 2 || rank > bottom + thick + 2);
        let [red, blue] = if rank < bottom { below } else { above };
        match chance.below(100) {
            _ if wall => sets[2] |= square.into(),
            n if n < red => sets[0] |= square.into(),
            n if n < red + blue => sets[1] |= square.into(),
            _ => {}
        }
    }
    let position =
        Position::new(sets[0], sets[1], sets[2], Color::Red).expect("one thing a square");
    turned(chance, position)
}

/// One side with one to four pieces, the other with some or many.
fn few_defenders(chance: &mut Chance, _: &Rules) -> Position {
    let mut sets = [Bitboard::EMPTY; 3];
    for _ in 0..=chance.below(4) {
        sets[1] |= chance.square().into();
    }
    let [blocks, red] = [
        [0, 5],
        [0, 40],
        [20, 30],
        [50, 15],
        [0, 80],
        [10, 85],
        [70, 10],
    ][chance.below(7)];
    for square in Square::all() {
        match chance.below(100) {
            _ if sets[1].contains(square) => {}
            n if n < blocks => sets[2] |= square.into(),
            n if n < blocks + red => sets[0] |= square.into(),
            _ => {}
        }
    }
    let position =
        Position::new(sets[0], sets[1], sets[2], Color::Red).expect("one thing a square");
    turned(chance, position)
}

/// A few defenders far apart, with attackers among them: what wins here is elimination,
/// in several attacks, and a defender with empty neighbours survives.
pub fn scattered_defenders(chance: &mut Chance, rules: &Rules) -> (&'static str, Position) {
    let area = if chance.percent(30) {
        Bitboard::FULL
    } else {
        rectangle(chance, 7)
    };
    let squares: Vec<Square> = area.squares().collect();
    let mut sets = [Bitboard::EMPTY, Bitboard::EMPTY, !area];
    for _ in 0..2 + chance.below(6) {
        sets[1] |= (*chance.pick(&squares)).into();
    }
    let [blocks, red] = [[0, 10], [0, 30], [10, 30], [0, 60], [25, 35], [5, 80]][chance.below(6)];
    for square in squares {
        match chance.below(100) {
            _ if sets[1].contains(square) => {}
            n if n < blocks => sets[2] |= square.into(),
            n if n < blocks + red => sets[0] |= square.into(),
            _ => {}
        }
    }
    let position =
        Position::new(sets[0], sets[1], sets[2], Color::Red).expect("one thing a square");
    let position = turned(chance, position);
    ("scattered defenders", with_counts(chance, rules, position))
}

/// A side that cannot move, behind blocks or pieces, and some empty squares for the
/// other.
fn must_pass(chance: &mut Chance, _: &Rules) -> Position {
    let wall = chance.percent(40);
    let empty = chance.below(4) + 1;
    let shut = 1 + u8::try_from(chance.below(3)).expect("small");
    let mut sets = [Bitboard::EMPTY; 3];
    let mut left = empty;
    for square in Square::all() {
        match square.rank() {
            rank if rank < shut => sets[usize::from(wall && chance.percent(8))] |= square.into(),
            rank if rank < shut + 3 && (wall || chance.percent(15)) => sets[2] |= square.into(),
            rank if rank > 3 && left > 0 && chance.percent(12) => left -= 1,
            _ => sets[usize::from(!chance.percent(10))] |= square.into(),
        }
    }
    let position =
        Position::new(sets[0], sets[1], sets[2], Color::Red).expect("one thing a square");
    turned(chance, position)
}

/// The squares of an area filled but for some, the rest of the board blocked.
pub fn filled(
    chance: &mut Chance,
    area: Bitboard,
    blocks: usize,
    empty: usize,
    red: usize,
) -> Position {
    let mut sets = [Bitboard::EMPTY; 3];
    let mut squares: Vec<Square> = area.squares().collect();
    for _ in 0..empty.min(squares.len()) {
        squares.swap_remove(chance.below(squares.len()));
    }
    for square in squares {
        let set = if chance.percent(blocks) {
            2
        } else {
            usize::from(!chance.percent(red))
        };
        sets[set] |= square.into();
    }
    sets[2] |= !area;
    let position =
        Position::new(sets[0], sets[1], sets[2], Color::Red).expect("one thing a square");
    turned(chance, position)
}

/// With either side to move.
fn turned(chance: &mut Chance, position: Position) -> Position {
    let position = if chance.percent(50) {
        position.with_colors_swapped()
    } else {
        position
    };
    if chance.percent(50) {
        position.with_turn(!position.turn())
    } else {
        position
    }
}
