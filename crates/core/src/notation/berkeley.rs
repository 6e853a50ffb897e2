//! Moves as the Berkeley documents write them: `a7-b7`, and `-` for a pass.

use crate::board::square::square;
use crate::board::{Game, IllegalMove, Move, PlayedMove, Position, Rules, Square};
use crate::diagnostic::syntax::{Fault, Parsed, SyntaxError, found, whole};
use std::fmt;
use std::str::FromStr;

/// A move with its origin. Whether it is an extend or a jump depends on the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BerkeleyMove {
    /// From one square to another.
    Step {
        /// Where it starts.
        from: Square,
        /// Where it leads.
        to: Square,
    },
    /// A pass.
    Pass,
}

impl BerkeleyMove {
    /// A move of the side to move. An extend starts from the first
    /// neighbour in the order of squares.
    #[must_use]
    pub fn of(mv: Move, position: &Position) -> Self {
        PlayedMove::of(mv, position).into()
    }

    /// Every legal move with every origin, sorted by text.
    #[must_use]
    pub fn every(position: &Position, rules: &Rules) -> Vec<Self> {
        let mut moves: Vec<Self> = position
            .legal_moves(rules)
            .flat_map(|mv| PlayedMove::with_each_origin(mv, position))
            .map(Self::from)
            .collect();
        moves.sort_by_key(ToString::to_string);
        moves
    }

    /// Where the move starts; `None` for a pass.
    #[must_use]
    pub const fn origin(self) -> Option<Square> {
        match self {
            Self::Step { from, .. } => Some(from),
            Self::Pass => None,
        }
    }

    /// The move that this denotes in a position, legal or not; `None` for an extend from a
    /// square without a piece of the side to move.
    #[must_use]
    pub fn on(self, position: &Position) -> Option<Move> {
        match self {
            Self::Pass => Some(Move::Pass),
            Self::Step { from, to } if from.distance(to) == 1 => {
                let reaches = position.pieces(position.turn()).contains(from);
                reaches.then_some(Move::Extend { to })
            }
            Self::Step { from, to } => Some(Move::Jump { from, to }),
        }
    }

    /// Plays the move.
    ///
    /// # Errors
    ///
    /// When it is not legal; the game is then as it was.
    pub fn play(self, game: &mut Game) -> Result<PlayedMove, IllegalMove> {
        match self {
            Self::Step { from, to } => game.play_between(from, to),
            Self::Pass => game.play(Move::Pass),
        }
    }
}

impl From<PlayedMove> for BerkeleyMove {
    fn from(played: PlayedMove) -> Self {
        match (played.from, played.to()) {
            (Some(from), Some(to)) => Self::Step { from, to },
            _ => Self::Pass,
        }
    }
}

const NO_BLANKS: &str = "a move is written without blanks";

/// A move in Berkeley notation, in either case.
#[allow(clippy::missing_errors_doc)] // where and why it failed
pub fn berkeley_move(input: &str) -> Parsed<'_, BerkeleyMove> {
    if let Some(rest) = input.strip_prefix('-') {
        return Ok((rest, BerkeleyMove::Pass));
    }
    let (rest, from) = square(input)?;
    let Some(rest) = rest.strip_prefix('-') else {
        let dash = rest
            .chars()
            .next()
            .filter(|c| matches!(c, '‐'..='―' | '−' | '_' | '>'));
        let help = if dash.is_some() {
            Some("squares are joined by a plain hyphen".to_owned())
        } else if rest.trim_start().starts_with('-') {
            Some(NO_BLANKS.to_owned())
        } else {
            whole(rest.trim_start(), square)
                .ok()
                .map(|to| format!("did you mean `{from}-{to}`?"))
        };
        return Fault::new(
            rest,
            dash.map_or(0, char::len_utf8),
            format!(
                "expected `-` and the square that {from} goes to, found {}",
                found(rest)
            ),
        )
        .with_help(help)
        .miss();
    };
    let (rest, to) = square(rest).map_err(|error| {
        let blanks = rest.starts_with([' ', '\t']);
        error.map(|fault| fault.with_help(blanks.then(|| NO_BLANKS.to_owned())))
    })?;
    Ok((rest, BerkeleyMove::Step { from, to }))
}

impl fmt::Display for BerkeleyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => f.pad(&format!("{from}-{to}")),
            Self::Pass => f.pad("-"),
        }
    }
}

impl FromStr for BerkeleyMove {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, berkeley_move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn every_move_has_each_origin() {
        let position = Position::start();
        let moves = BerkeleyMove::every(&position, &Rules::UAI);
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert!(texts.is_sorted());
        assert_eq!(texts.len(), 16);
        for mv in moves {
            let BerkeleyMove::Step { from, to } = mv else {
                panic!("{mv} starts from no square")
            };
            assert_eq!(mv.origin(), Some(from));
            assert!(position.pieces(Color::Red).contains(from), "{mv}");
            let on = match from.distance(to) {
                1 => Move::Extend { to },
                _ => Move::Jump { from, to },
            };
            assert_eq!(mv.on(&position), Some(on));
            // Blue has no piece there.
            let of_blue = mv.on(&position.with_turn(Color::Blue));
            assert_eq!(
                of_blue,
                Some(on).filter(|on| matches!(on, Move::Jump { .. }))
            );
        }
        assert_eq!(BerkeleyMove::Pass.origin(), None);
        assert_eq!(BerkeleyMove::Pass.on(&position), Some(Move::Pass));
    }

    fn error(text: &str) -> (std::ops::Range<usize>, String) {
        let error = text.parse::<BerkeleyMove>().expect_err(text);
        (error.span, error.message)
    }

    #[test]
    fn every_pair_of_squares_is_read_back() {
        for from in Square::all() {
            for to in Square::all() {
                let step = BerkeleyMove::Step { from, to };
                assert_eq!(step.to_string().parse(), Ok(step));
                assert_eq!(step.to_string().to_uppercase().parse(), Ok(step));
            }
        }
        assert_eq!("-".parse(), Ok(BerkeleyMove::Pass));
    }

    #[test]
    fn errors_point_at_the_wrong_square() {
        assert_eq!(
            error("a7-h3"),
            (
                3..5,
                "`h3` is not a square: files run from a to g".to_owned()
            )
        );
        assert_eq!(
            error("a0-a1"),
            (
                0..2,
                "`a0` is not a square: ranks run from 1 to 7".to_owned()
            )
        );
        assert_eq!(
            error("a7b7"),
            (
                2..2,
                "expected `-` and the square that a7 goes to, found `b7`".to_owned()
            )
        );
        assert_eq!(
            error("a7-b7x"),
            (5..6, "expected nothing more, found `x`".to_owned())
        );
    }
}
