//! The sentences of the rules on boards drawn by hand, rank 7 on top, in the
//! letters of a dump: `r`, `b`, `X` and `-`.

use super::{Cell, LiteralPosition, NotLegal};
use crate::board::{
    BlockError, Color, Ending, JumpVectors, Move, Outcome, PlayedMove, Rules, Square, Stuck,
};
use std::num::{NonZeroU16, NonZeroU32};

/// The position of a drawing, this side to move, both counts at 0.
fn drawn(turn: Color, rows: [&str; 7]) -> LiteralPosition {
    LiteralPosition::from_cells(turn, |square| {
        let row = rows[6 - usize::from(square.rank())];
        assert_eq!(row.len(), 7, "{row}");
        match row.as_bytes()[usize::from(square.file())] {
            b'r' => Cell::Red,
            b'b' => Cell::Blue,
            b'X' => Cell::Block,
            b'-' => Cell::Empty,
            other => panic!("what is {}?", char::from(other)),
        }
    })
}

/// The same position with these counts.
fn counting(jumps: u32, plies: u32, position: LiteralPosition) -> LiteralPosition {
    LiteralPosition {
        jumps,
        plies,
        ..position
    }
}

fn sq(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::new(bytes[0] - b'a', bytes[1] - b'1').expect("a square")
}

fn extend(to: &str) -> Move {
    Move::Extend { to: sq(to) }
}

fn jump(from: &str, to: &str) -> Move {
    Move::Jump {
        from: sq(from),
        to: sq(to),
    }
}

/// Plays moves in Berkeley notation, each of which must be legal.
fn played(mut position: LiteralPosition, moves: &str, rules: &Rules) -> LiteralPosition {
    for name in moves.split_whitespace() {
        let mv = position
            .named_moves(rules)
            .into_iter()
            .find(|named| match (named.from, named.mv.to(), name) {
                (None, None, "-") => true,
                (Some(from), Some(to), name) => format!("{from:?}-{to:?}") == name,
                _ => false,
            })
            .unwrap_or_else(|| panic!("{name} is not legal"))
            .mv;
        position = position.play(mv, rules).expect("a legal move");
    }
    position
}

/// Who has won and why, of a game that is over.
fn over(position: LiteralPosition, rules: &Rules) -> (Option<Color>, Ending) {
    let Outcome { winner, ending } = position.outcome(rules).expect("the game is over");
    (winner, ending)
}

const RED: Option<Color> = Some(Color::Red);
const BLUE: Option<Color> = Some(Color::Blue);

fn limited_to_plies(plies: u32) -> Rules {
    let mut rules = Rules::BERKELEY_2016;
    rules.ply_limit = NonZeroU32::new(plies);
    rules
}

fn stop_and_award() -> Rules {
    let mut rules = Rules::BERKELEY_2016;
    rules.stuck = Stuck::StopAndAward;
    rules
}

#[test]
fn start_is_red_in_a7_and_g1_and_blue_in_a1_and_g7() {
    let expected = drawn(
        Color::Red,
        [
            "r-----b", "-------", "-------", "-------", "-------", "-------", "b-----r",
        ],
    );
    assert_eq!(LiteralPosition::start(), expected);
    assert_eq!(LiteralPosition::start().count(Cell::Empty), 45);
}

#[test]
fn a_piece_alone_extends_to_eight_squares_and_jumps_to_sixteen() {
    let position = drawn(
        Color::Blue,
        [
            "------r", "-------", "-------", "---b---", "-------", "-------", "-------",
        ],
    );
    let moves = position.legal_moves(&Rules::BERKELEY_2016);
    for to in Square::all() {
        let distance = sq("d4").distance(to);
        assert_eq!(
            moves.contains(&Move::Extend { to }),
            distance == 1,
            "{to:?}"
        );
        let from = sq("d4");
        assert_eq!(
            moves.contains(&Move::Jump { from, to }),
            distance == 2,
            "{to:?}"
        );
    }
    assert_eq!(moves.len(), 8 + 16);
}

#[test]
fn reloaded_jumps_two_like_a_queen_and_three_like_a_rook() {
    let position = drawn(
        Color::Red,
        [
            "------b", "-------", "-------", "---r---", "-------", "-------", "-------",
        ],
    );
    let mut jumps: Vec<_> = position
        .legal_moves(&Rules::RELOADED)
        .into_iter()
        .filter(|mv| mv.is_jump())
        .filter_map(|mv| mv.to().map(|to| format!("{to:?}")))
        .collect();
    jumps.sort();
    assert_eq!(
        jumps.join(" "),
        "a4 b2 b4 b6 d1 d2 d6 d7 f2 f4 f6 g4",
        "8 of length two, 4 of length three"
    );
}

#[test]
fn without_jumps_there_are_extends_only() {
    let rules = Rules::BERKELEY_2016.with_jump_vectors(JumpVectors::NONE);
    let moves = LiteralPosition::start().legal_moves(&rules);
    assert_eq!(moves.len(), 6);
    assert!(moves.iter().all(|mv| matches!(mv, Move::Extend { .. })));
}

#[test]
fn an_extend_is_one_move_whatever_piece_it_comes_from() {
    let position = drawn(
        Color::Red,
        [
            "-----bb", "-------", "-------", "-------", "-------", "rr-----", "r-b----",
        ],
    );
    let rules = Rules::BERKELEY_2016;
    let named: Vec<_> = position
        .named_moves(&rules)
        .into_iter()
        .filter(|named| named.mv == extend("b1"))
        .map(|named| named.from.expect("a piece"))
        .collect();
    assert_eq!(named, [sq("a1"), sq("a2"), sq("b2")]);
    let once = position.legal_moves(&rules);
    assert_eq!(once.iter().filter(|&&mv| mv == extend("b1")).count(), 1);
}

#[test]
fn an_extend_stays_and_flips_what_is_next_to_its_destination() {
    let before = drawn(
        Color::Red,
        [
            "-------", "-bbb---", "-bXbb--", "rb-bb--", "-rXbb--", "-bbb---", "-------",
        ],
    );
    let after = drawn(
        Color::Blue,
        [
            "-------", "-bbb---", "-rXrb--", "rrrrb--", "-rXrb--", "-bbb---", "-------",
        ],
    );
    let found = counting(7, 3, before).play(extend("c4"), &Rules::BERKELEY_2016);
    assert_eq!(found, Ok(counting(0, 4, after)), "and the count is 0 again");
}

#[test]
fn a_jump_vacates_and_nothing_is_in_its_way() {
    let before = drawn(
        Color::Blue,
        [
            "rrr----", "r-r----", "rrXXX--", "--XbX--", "--XXX--", "-------", "---r---",
        ],
    );
    let after = drawn(
        Color::Red,
        [
            "bbb----", "bbb----", "bbXXX--", "--X-X--", "--XXX--", "-------", "---r---",
        ],
    );
    let found = counting(7, 3, before).play(jump("d4", "b6"), &Rules::BERKELEY_2016);
    assert_eq!(found, Ok(counting(8, 4, after)));
}

#[test]
fn files_do_not_wrap_round_the_board() {
    let before = drawn(
        Color::Red,
        [
            "-------", "-----r-", "b------", "b------", "-------", "-------", "-------",
        ],
    );
    let after = before.play(extend("g5"), &Rules::BERKELEY_2016);
    assert_eq!(after.map(|position| position.count(Cell::Blue)), Ok(2));
}

#[test]
fn illegal_moves_are_refused() {
    let rules = Rules::BERKELEY_2016;
    let start = LiteralPosition::start();
    for mv in [
        Move::Pass,
        extend("d4"),
        extend("a7"),
        jump("a7", "a6"),
        jump("a7", "a4"),
        jump("a1", "a3"),
        jump("d4", "d6"),
    ] {
        assert_eq!(start.play(mv, &rules), Err(NotLegal { mv }));
    }
}

#[test]
fn a_full_game() {
    let rules = Rules::BERKELEY_2016;
    let found = played(
        LiteralPosition::start(),
        "a7-b7 a1-a2 a7-a6 a2-a3 a6-a5 a3-a4",
        &rules,
    );
    let expected = drawn(
        Color::Red,
        [
            "rr----b", "r------", "b------", "b------", "b------", "b------", "b-----r",
        ],
    );
    assert_eq!(found, counting(0, 6, expected));
    assert_eq!(found.count(Cell::Red), 4);
    assert_eq!(found.count(Cell::Blue), 6);
    assert_eq!(found.outcome(&rules), None);
}

#[test]
fn a_win_by_elimination() {
    let rules = Rules::BERKELEY_2016;
    let found = played(
        LiteralPosition::start(),
        "a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5 g6-f6",
        &rules,
    );
    assert_eq!(over(found, &rules), (RED, Ending::NoPieces));
    assert_eq!(found.count(Cell::Red), 8);
    assert_eq!(found.count(Cell::Blue), 0);
    assert_eq!(found.legal_moves(&rules), []);
}

/// Red walled in on top, Blue with room below.
fn red_must_pass() -> LiteralPosition {
    counting(
        22,
        60,
        drawn(
            Color::Red,
            [
                "rrrrrrr", "rrrrrrr", "rrXrXrb", "rXXXXXb", "bbXbXbb", "brbbbbb", "rrbb-bb",
            ],
        ),
    )
}

#[test]
fn a_pass_changes_the_side_to_move_and_nothing_else() {
    let rules = Rules::BERKELEY_2016;
    let before = red_must_pass();
    assert_eq!(
        before.named_moves(&rules),
        [PlayedMove {
            from: None,
            mv: Move::Pass
        }]
    );
    let after = before.play(Move::Pass, &rules).expect("the pass is legal");
    assert_eq!(after.cells, before.cells);
    assert_eq!(after.turn, Color::Blue);
    assert_eq!((after.jumps, after.plies), (22, 61));
}

#[test]
fn a_pass_adds_to_the_count_under_uai() {
    let before = counting(98, 200, red_must_pass());
    let after = before.play(Move::Pass, &Rules::UAI).expect("legal");
    assert_eq!((after.jumps, after.plies), (99, 201));
    assert_eq!(after.outcome(&Rules::UAI), None);
    let before = counting(99, 200, red_must_pass());
    let after = before.play(Move::Pass, &Rules::UAI).expect("legal");
    assert_eq!(over(after, &Rules::UAI), (None, Ending::JumpLimit));
}

#[test]
fn more_pieces_win_when_the_count_reaches_its_limit() {
    let rules = Rules::BERKELEY_2016;
    let start = LiteralPosition::start();
    assert_eq!(counting(24, 24, start).outcome(&rules), None);
    let level = counting(25, 25, start);
    assert_eq!(over(level, &rules), (None, Ending::JumpLimit));
    assert_eq!(level.legal_moves(&rules), []);
    assert_eq!(level.outcome(&Rules::BERKELEY_2008), None);
    let mut ahead = counting(45, 50, start);
    ahead.set(sq("d4"), Cell::Blue);
    let blue = (BLUE, Ending::JumpLimit);
    assert_eq!(over(ahead, &rules), blue);
    assert_eq!(over(ahead, &Rules::BERKELEY_2008), blue);
    assert_eq!(ahead.outcome(&Rules::RELOADED), None);
}

#[test]
fn the_limit_is_a_draw_under_uai_unless_the_game_is_over_by_itself() {
    let mut ahead = counting(100, 100, LiteralPosition::start());
    ahead.set(sq("d4"), Cell::Blue);
    assert_eq!(
        over(ahead, &Rules::UAI),
        (None, Ending::JumpLimit),
        "although Blue has more"
    );
    let eliminated = LiteralPosition::from_cells(Color::Blue, |square| {
        if square == Square::A1 {
            Cell::Red
        } else {
            Cell::Empty
        }
    });
    assert_eq!(
        over(counting(100, 100, eliminated), &Rules::UAI),
        (RED, Ending::NoPieces)
    );
    let full = LiteralPosition::from_cells(Color::Blue, |square| {
        if square.file() < 3 {
            Cell::Red
        } else {
            Cell::Blue
        }
    });
    assert_eq!(
        over(counting(100, 100, full), &Rules::UAI),
        (BLUE, Ending::NoMoves)
    );
}

#[test]
fn neither_side_can_move_behind_blocks() {
    let walled = drawn(
        Color::Red,
        [
            "rXX-XXb", "XXX-XXX", "XXXXXXX", "---X---", "XXXXXXX", "XXX-XXX", "bXX-XXr",
        ],
    );
    for rules in [Rules::BERKELEY_2016, Rules::UAI, stop_and_award()] {
        assert_eq!(over(walled, &rules), (None, Ending::NoMoves));
        assert_eq!(walled.legal_moves(&rules), []);
    }
}

#[test]
fn stop_and_award_gives_the_empty_squares_to_the_other_side() {
    // 22 red, 17 blue, one square empty.
    let position = red_must_pass();
    let rules = stop_and_award();
    assert_eq!(over(position, &rules), (RED, Ending::Stuck));
    let behind = drawn(
        Color::Red,
        [
            "rrrrrrr", "rrrrrrr", "XXXXXXX", "XXXXXXX", "-------", "-------", "------b",
        ],
    );
    assert_eq!(
        over(behind, &rules),
        (BLUE, Ending::Stuck),
        "14 to 1 and 20 squares more"
    );
    let blue_to_move = LiteralPosition {
        turn: Color::Blue,
        ..behind
    };
    assert_eq!(blue_to_move.outcome(&rules), None);
}

#[test]
fn the_ply_limit_counts_pieces() {
    let rules = limited_to_plies(200);
    let start = LiteralPosition::start();
    assert_eq!(counting(0, 199, start).outcome(&rules), None);
    assert_eq!(
        over(counting(0, 200, start), &rules),
        (None, Ending::PlyLimit)
    );
    let mut ahead = counting(0, 200, start);
    ahead.set(sq("d4"), Cell::Red);
    let red = (RED, Ending::PlyLimit);
    assert_eq!(over(ahead, &rules), red);
    assert_eq!(over(ahead, &Rules::RELOADED), red);
    let both = counting(25, 200, ahead);
    assert_eq!(over(both, &rules), (RED, Ending::JumpLimit));
}

#[test]
fn an_empty_board_has_no_winner() {
    let nothing = LiteralPosition::from_cells(Color::Red, |_| Cell::Empty);
    assert_eq!(
        over(nothing, &Rules::BERKELEY_2016),
        (None, Ending::NoPieces)
    );
}

#[test]
fn tiny_limits_hold_too() {
    let mut rules = Rules::BERKELEY_2016;
    if let Some(limit) = &mut rules.jump_limit {
        limit.jumps = NonZeroU16::MIN;
    }
    let start = LiteralPosition::start();
    let jumped = start.play(jump("a7", "c7"), &rules).expect("legal");
    assert_eq!(over(jumped, &rules), (None, Ending::JumpLimit));
    let extended = start.play(extend("a6"), &rules).expect("legal");
    assert_eq!(extended.outcome(&rules), None);
}

#[test]
fn blocks_come_with_their_reflections() {
    let rules = Rules::BERKELEY_2016;
    let mut found = LiteralPosition::start();
    for name in ["b2", "c3", "c4", "d4", "d7"] {
        found.place_block(sq(name), &rules).expect("a free square");
    }
    let expected = drawn(
        Color::Red,
        [
            "r--X--b", "-X---X-", "--X-X--", "--XXX--", "--X-X--", "-X---X-", "b--X--r",
        ],
    );
    assert_eq!(found, expected);
}

#[test]
fn blocks_are_refused() {
    let rules = Rules::BERKELEY_2016;
    let mut position = LiteralPosition::start();
    position.set(sq("f2"), Cell::Blue);
    position.place_block(sq("d4"), &rules).expect("free");
    let before = position;
    let mut refused = |name| position.place_block(sq(name), &rules).unwrap_err();
    for corner in ["a1", "a7", "g1", "g7"] {
        assert_eq!(refused(corner), BlockError::Corner);
    }
    let square = sq("f2");
    for reflection in ["b2", "b6", "f2", "f6"] {
        assert_eq!(refused(reflection), BlockError::OnPiece { square });
    }
    let square = sq("d4");
    assert_eq!(refused("d4"), BlockError::AlreadyBlocked { square });
    assert_eq!(
        position.place_block(sq("c4"), &Rules::RELOADED),
        Err(BlockError::NotInTheseRules)
    );
    assert_eq!(position, before, "nothing has changed");
}

/// The number of sequences of `depth` moves, extends counted once for each
/// destination or once for each piece they can come from.
fn leaves(position: LiteralPosition, depth: u32, rules: &Rules, by_origin: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = if by_origin {
        let named = position.named_moves(rules).into_iter();
        named.map(|named| named.mv).collect()
    } else {
        position.legal_moves(rules)
    };
    moves
        .into_iter()
        .map(|mv| position.play(mv, rules).expect("a legal move"))
        .map(|next| leaves(next, depth - 1, rules, by_origin))
        .sum()
}

/// Figures that several programs have published, and the specification's own.
#[test]
fn leaf_counts() {
    let start = LiteralPosition::start();
    let blocked = |names: &[&str]| {
        let mut position = start;
        for name in names {
            let placed = position.place_block(sq(name), &Rules::UAI);
            placed.expect("a free square");
        }
        position
    };
    let two_ranks = drawn(
        Color::Red,
        [
            "-------", "-------", "-------", "-------", "bbbbbbb", "bbbbbbb", "rrrrrrr",
        ],
    );
    let one_rank = drawn(
        Color::Red,
        [
            "-------", "-------", "-------", "-------", "XXXXXXX", "XXXXXXX", "r-----b",
        ],
    );
    let cases: [(_, _, &[u64]); 7] = [
        (start, Rules::UAI, &[16, 256, 6460]),
        (start, Rules::BERKELEY_2016, &[16, 256, 6460]),
        (start, Rules::RELOADED, &[16, 252, 5360]),
        (blocked(&["b2", "c3", "c4"]), Rules::UAI, &[12, 144, 2600]),
        (blocked(&["d4"]), Rules::UAI, &[16, 256, 6332]),
        (two_ranks, Rules::UAI, &[1, 75, 249]),
        (one_rank, Rules::UAI, &[2, 4, 13, 30, 73, 174]),
    ];
    for (position, rules, expected) in cases {
        for (depth, &count) in (1..).zip(expected) {
            assert_eq!(leaves(position, depth, &rules, false), count, "{depth}");
        }
    }
    for (depth, count) in (1..).zip([16, 256, 6652]) {
        assert_eq!(leaves(start, depth, &Rules::UAI, true), count);
    }
    let near_the_limit = counting(99, 98, start);
    for (depth, count) in (1..).zip([16, 96, 2336]) {
        assert_eq!(leaves(near_the_limit, depth, &Rules::UAI, false), count);
    }
}
