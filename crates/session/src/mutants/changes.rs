//! What faults change: the board, and how lines are read.

use super::list::Fault;
use crate::parse::{AMBIGUOUS_COMMAND, UNKNOWN_COMMAND};
use crate::{CommandName, Dialect, ParsedLine, parse};
use ataxx_core::board::{Bitboard, Cell, Color, Move, PlayedMove, Position, Rules, Square};
use ataxx_core::diagnostic::Diagnostic;

/// The position with other pieces and blocks; as it was, if two of them share a square.
fn with(position: &Position, pieces: [Bitboard; 2], blocks: Bitboard) -> Position {
    let [red, blue] = pieces;
    Position::new(red, blue, blocks, position.turn()).map_or(*position, |other| {
        other
            .with_jumps(position.jumps())
            .with_plies(position.plies())
    })
}

fn pieces(position: &Position) -> [Bitboard; 2] {
    Color::BOTH.map(|color| position.pieces(color))
}

/// The position with these pieces of a side, none of which are the other's.
fn with_pieces(position: &Position, color: Color, own: Bitboard) -> Position {
    let mut both = pieces(position);
    both[color.index()] = own;
    both[(!color).index()] &= !own;
    with(position, both, position.blocks() & !own)
}

/// The position with these blocks and no others.
pub fn with_blocks(position: &Position, blocks: Bitboard) -> Position {
    with(position, pieces(position), blocks)
}

/// The position without the last of the blocks that were placed, if they were several.
pub fn without_a_reflection(was: &Position, is: &Position) -> Position {
    let new = is.blocks() & !was.blocks();
    match new.squares().next_back() {
        Some(last) if new.count() > 1 => with_blocks(is, is.blocks() & !Bitboard::of(last)),
        _ => *is,
    }
}

/// The position with one more piece of the side to move.
pub fn with_a_piece(position: &Position) -> Position {
    let turn = position.turn();
    let free = position
        .empty()
        .first()
        .map_or(Bitboard::EMPTY, Bitboard::of);
    with_pieces(position, turn, position.pieces(turn) | free)
}

/// The position after an undo, with the pieces still flipped that were so before it.
pub fn with_flips_of(was: &Position, is: &Position) -> Position {
    let mover = is.turn();
    let flipped = was.pieces(mover) & is.pieces(!mover);
    with_pieces(is, mover, is.pieces(mover) | flipped)
}

/// The position with each square somewhere else.
pub fn mirrored(position: &Position, place: impl Fn(u8, u8) -> (u8, u8)) -> Position {
    let moved = |squares: Bitboard| {
        let square = |square: Square| {
            let (file, rank) = place(square.file(), square.rank());
            Square::new(file, rank)
        };
        squares.squares().filter_map(square).collect()
    };
    with(
        position,
        pieces(position).map(moved),
        moved(position.blocks()),
    )
}

/// The position after a move that need not be legal.
pub fn forced(position: &Position, mv: Move, rules: &Rules) -> Position {
    let mut ground = *position;
    if let Move::Jump { from, .. } = mv {
        let own = position.pieces(position.turn()) | from.into();
        ground = with_pieces(position, position.turn(), own);
    }
    if let Some(to) = mv.to().filter(|to| ground.cell(*to) != Cell::Empty) {
        let [red, blue] = pieces(&ground).map(|side| side & !Bitboard::of(to));
        ground = with(&ground, [red, blue], ground.blocks() & !Bitboard::of(to));
    }
    ground.after(mv, rules)
}

/// What becomes of the board after a move.
pub fn after_move(fault: Fault, was: &Position, is: &Position, played: PlayedMove) -> Position {
    let (mover, mv) = (was.turn(), played.mv);
    let (own, jumps) = (is.pieces(mover), was.jumps());
    let flip_back = |squares: Bitboard| {
        let squares = squares & was.pieces(!mover) & own;
        with_pieces(is, !mover, is.pieces(!mover) | squares)
    };
    let Some(to) = mv.to() else {
        return match fault {
            Fault::PassResetsCount => is.with_jumps(0),
            Fault::PassCounts => is.with_jumps(jumps + 1),
            _ => *is,
        };
    };
    let near = |files, ranks| {
        to.offset(files, ranks)
            .map_or(Bitboard::EMPTY, Bitboard::of)
    };
    match (fault, mv) {
        (Fault::FlipForgotten, _) => flip_back(near(-1, -1)),
        (Fault::FlipLastForgotten, _) => {
            let flipped = Bitboard::neighbors(to) & was.pieces(!mover);
            let last = flipped.squares().next_back();
            let last = last.filter(|_| flipped.count() == 8);
            flip_back(last.map_or(Bitboard::EMPTY, Bitboard::of))
        }
        (Fault::FlipTooFar, _) => {
            let far = near(2, 0) | near(-2, 0) | near(0, 2) | near(0, -2);
            with_pieces(is, mover, own | (far & is.pieces(!mover)))
        }
        (Fault::ExtendFlipsNothing, Move::Extend { .. }) => flip_back(Bitboard::FULL),
        (Fault::ExtendLeavesOrigin, Move::Extend { .. }) => {
            let from = played.from.map_or(Bitboard::EMPTY, Bitboard::of);
            let mut both = pieces(is);
            both[mover.index()] &= !from;
            with(is, both, is.blocks())
        }
        (Fault::JumpKeepsOrigin, Move::Jump { from, .. }) => {
            with_pieces(is, mover, own | from.into())
        }
        (Fault::ExtendKeepsCount, Move::Extend { .. }) => is.with_jumps(jumps),
        (Fault::OneSideCounts, Move::Jump { .. }) if mover == Color::Blue => is.with_jumps(jumps),
        _ => *is,
    }
}

/// The move with its squares exchanged.
pub const fn reversed(played: PlayedMove) -> PlayedMove {
    let mv = match played.mv {
        Move::Jump { from, to } => Move::Jump { from: to, to: from },
        Move::Extend { .. } => match played.from {
            Some(from) => Move::Extend { to: from },
            None => played.mv,
        },
        Move::Pass => Move::Pass,
    };
    let from = match (played.mv, played.from) {
        (Move::Extend { to } | Move::Jump { to, .. }, Some(_)) => Some(to),
        (_, from) => from,
    };
    PlayedMove { mv, from }
}

/// Whether a step is one that a knight makes in chess.
pub fn is_knights(from: Square, to: Square) -> bool {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    (files, ranks) == (1, 2) || (files, ranks) == (2, 1)
}

/// A line that is invalid in every dialect.
const WRONG: &str = "?";

/// Reads a line with the fault.
pub fn read_line(
    fault: Fault,
    text: &str,
    dialect: Dialect,
) -> Result<Option<ParsedLine>, Diagnostic> {
    let read = parse(text, dialect);
    let code = text.split('#').next().unwrap_or_default();
    let word = code.split_whitespace().next().unwrap_or_default();
    let is_refused = match fault {
        Fault::CommentsRead => return parse(&text.replace('#', WRONG), dialect),
        Fault::CommentCarriedOut if text.trim_start_matches([' ', '#']).trim() == "undo" => {
            return parse("undo", dialect);
        }
        Fault::CapitalsRefused => code.contains(|letter: char| letter.is_ascii_uppercase()),
        Fault::BlanksRefused => code.starts_with([' ', '\t']) && !word.is_empty(),
        Fault::EmptyRefused => text.trim().is_empty(),
        Fault::PrefixRefused => matches!(&read, Ok(Some(line)) if is_shortened(word, line)),
        _ => false,
    };
    if is_refused {
        return parse(WRONG, dialect);
    }
    match (fault, read) {
        (Fault::SquaresWrap, Err(error)) => parse(&wrapped(code), dialect).map_err(|_| error),
        (Fault::UnknownIgnored, Err(error)) if error.code == UNKNOWN_COMMAND => Ok(None),
        (Fault::AmbiguousPrefix, Err(error)) if error.code == AMBIGUOUS_COMMAND => {
            let mut names = CommandName::of(dialect);
            let first = names.find(|name| name.word().starts_with(&word.to_lowercase()));
            let first = first.map_or(WRONG, CommandName::word);
            parse(&code.replacen(word, first, 1), dialect)
        }
        (Fault::MoveSurplusIgnored, Err(error)) => {
            let is_move = |line: &ParsedLine| line.command.as_move().is_some();
            let taken = parse(word, dialect).ok();
            match taken.filter(|taken| taken.as_ref().is_some_and(is_move)) {
                Some(taken) if code.split_whitespace().count() > 1 => Ok(taken),
                _ => Err(error),
            }
        }
        (Fault::SurplusIgnored, Err(error)) => {
            let words: Vec<&str> = code.split_whitespace().collect();
            let mut shorter = (1..words.len()).rev().map(|count| words[..count].join(" "));
            let taken = shorter.find_map(|line| parse(&line, dialect).ok());
            taken.ok_or(error)
        }
        (_, read) => read,
    }
}

/// The line with the files after g and the ranks after 7 counted on from the other side.
fn wrapped(line: &str) -> String {
    let wrap = |letter: char| match letter {
        'h'..='n' | '8' | '9' => char::from_u32(u32::from(letter) - 7).unwrap_or(letter),
        '0' => '7',
        other => other,
    };
    match line.trim().split_once(' ') {
        Some((name, operand)) => {
            format!("{name} {}", operand.chars().map(wrap).collect::<String>())
        }
        None => line.chars().map(wrap).collect(),
    }
}

fn is_shortened(word: &str, line: &ParsedLine) -> bool {
    let name = line.command.name();
    let is_move = matches!(name, CommandName::Move | CommandName::Pass);
    !is_move && !word.eq_ignore_ascii_case(name.word())
}
