//! The values of checks of the protocol.

use crate::opponents::uai::client::{Failure, Go};
use crate::opponents::uai::{self, Command};
use crate::tester::performer::Problem;
use crate::tester::syntax::value::Text;
use ataxx_core::board::{Game, Rules};
use schemars::JsonSchema;
use serde::Deserialize;

/// The operands of the command `position`: `startpos`, or `fen` and a FEN with two to four
/// fields; then perhaps `moves`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Text")]
#[schemars(with = "String", rename = "UaiPosition")]
pub struct Setup {
    /// The command as it is sent.
    pub command: String,
    /// The game that it describes.
    pub game: Game,
}

impl TryFrom<Text> for Setup {
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

impl Setup {
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
pub struct Order(pub Go);

impl TryFrom<Text> for Order {
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
pub struct Asked {
    /// The position.
    pub position: Setup,
    /// The orders, each after a new game.
    pub orders: Vec<Order>,
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
    pub position: Setup,
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
    pub position: Setup,
    /// The numbers of leaves at depth 1, 2 and so on.
    pub nodes: Vec<u64>,
}
