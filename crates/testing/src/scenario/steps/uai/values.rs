//! The values of checks of the protocol, and positions of random play.

use crate::scenario::performer::Problem;
use crate::scenario::syntax::value::Text;
use ataxx_core::board::{Game, Move, Position, Rules, Square};
use ataxx_opponents::uai::client::{Failure, Go};
use ataxx_opponents::uai::{self, Command};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::Deserialize;

/// The operands of the command `position`: `startpos`, or `fen` and a FEN with two to four
/// fields; then perhaps `moves`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Text")]
#[schemars(with = "String", rename = "UaiPosition")]
pub struct PositionCommand {
    /// The command as it is sent.
    pub command: String,
    /// The game that it describes.
    pub game: Game,
}

impl TryFrom<Text> for PositionCommand {
    type Error = String;

    fn try_from(Text(text): Text) -> Result<Self, String> {
        let command = format!("position {text}");
        let Some(Command::Position(uai::Setup { start, moves, .. })) = Command::read(&command)?
        else {
            return Err(format!("`{text}` is no position"));
        };
        let mut game = Game::from_position(Rules::UAI, start);
        for mv in moves {
            game.play(mv).map_err(|error| format!("{mv}: {error}"))?;
        }
        Ok(Self { command, game })
    }
}

impl PositionCommand {
    /// The problem that an engine failed after this command.
    pub fn blame(&self, failure: Failure) -> Problem {
        Problem::from(failure).about(&format!("after `{}`", self.command))
    }
}

/// The operands of the command `go`: `depth 5`, `nodes 1000`, `movetime 500`, `btime 1000 wtime
/// 1000`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Text")]
#[schemars(with = "String", rename = "UaiOrder")]
pub struct GoOrder(pub Go);

impl TryFrom<Text> for GoOrder {
    type Error = String;

    fn try_from(Text(text): Text) -> Result<Self, String> {
        text.parse().map(Self)
    }
}

/// A whole number, or a variable with one.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Text")]
#[schemars(with = "Text")]
pub struct Number(pub u64);

impl TryFrom<Text> for Number {
    type Error = String;

    fn try_from(Text(text): Text) -> Result<Self, String> {
        let number = text.parse().map(Self);
        number.map_err(|_| format!("expected a whole number, found `{text}`"))
    }
}

/// Orders about a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "UaiAsked")]
pub struct PositionOrders {
    /// The position.
    pub position: PositionCommand,
    /// The orders, each after a new game.
    pub orders: Vec<GoOrder>,
}

/// Positions in which the side to move can force a win.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "UaiWins")]
pub struct Wins {
    /// Thinking time for each position, in milliseconds.
    pub move_time: Number,
    /// The positions.
    pub positions: Vec<Win>,
}

/// A position in which the side to move can force a win.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "UaiWin")]
pub struct Win {
    /// The position.
    pub position: PositionCommand,
    /// The number of plies to the win.
    pub plies: u16,
    /// All moves that win so soon, as UAI writes them.
    pub moves: Vec<String>,
}

/// Positions reached by random play.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "UaiRandomPositions")]
pub struct RandomPositions {
    /// The number of positions.
    pub count: Number,
    /// The seed, which selects the positions.
    pub seed: Number,
}

/// A position and the numbers of leaves of its tree.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "UaiPerft")]
pub struct Counted {
    /// The position.
    pub position: PositionCommand,
    /// The numbers of leaves at depth 1, 2 and so on.
    pub nodes: Vec<u64>,
}

/// Positions of games that are not over, as random play from the start leads to them, with
/// gaps in a third of them. A seed gives the same positions everywhere and always.
pub struct Positions {
    random: ChaCha8Rng,
}

impl Positions {
    /// The positions of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        // A share of at most 49 in 2^64 is no matter here.
        usize::try_from(self.random.next_u64() % limit as u64).unwrap_or(0)
    }

    fn start(&mut self) -> Position {
        let mut position = Position::start();
        if self.below(3) == 0 {
            for _ in 0..=self.below(4) {
                let square = Square::from_index(self.below(Square::COUNT));
                // A square that cannot be blocked is left as it is.
                let blocked = square.and_then(|sq| position.with_block(sq, &Rules::UAI).ok());
                position = blocked
                    .filter(|blocked| blocked.outcome(&Rules::UAI).is_none())
                    .unwrap_or(position);
            }
        }
        position
    }
}

impl Iterator for Positions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let mut position = self.start();
        for _ in 0..self.below(60) {
            let moves: Vec<Move> = position.legal_moves(&Rules::UAI).collect();
            if moves.is_empty() {
                break;
            }
            let next = position.after(moves[self.below(moves.len())], &Rules::UAI);
            if next.outcome(&Rules::UAI).is_some() {
                break;
            }
            position = next;
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_positions_and_another_others() {
        let positions = |seed| Positions::new(seed).take(50).collect::<Vec<_>>();
        assert_eq!(positions(1), positions(1));
        assert_ne!(positions(1), positions(2));
    }

    #[test]
    fn they_are_of_many_kinds() {
        let positions: Vec<Position> = Positions::new(3).take(300).collect();
        let rules = &Rules::UAI;
        let is_over = |position: &Position| position.outcome(rules).is_some();
        let over = positions
            .iter()
            .filter(|position| is_over(position))
            .count();
        assert_eq!(over, 0);
        assert!(
            positions
                .iter()
                .any(|position| !position.blocks().is_empty())
        );
        assert!(
            positions
                .iter()
                .any(|position| position.turn() != Position::start().turn())
        );
    }
}
