//! A file of scenarios as it is written. The schema for editors is made from these types,
//! so that their descriptions are written for people who write scenarios.

use super::schema;
use super::value::{Text, Texts, Time};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file of scenarios for `ataxx test`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("required" = ["scenarios"]))]
pub struct File {
    /// What the scenarios of this file are about.
    pub suite: Option<Text>,
    /// More about it, for people.
    pub description: Option<Text>,
    /// The document that a session follows, where a scenario does not say otherwise: 2008, 2016
    /// or 2022.
    #[schemars(schema_with = "schema::dialect")]
    pub dialect: Option<Text>,
    /// The rules to play by, where it is not a session that is tested: 2008, 2016, 2022, uai or
    /// reloaded.
    #[schemars(schema_with = "schema::rules")]
    pub rules: Option<Text>,
    /// The command line of the program under test, which speaks the dialect.
    pub program: Option<Text>,
    /// The command line of a UAI engine under test.
    pub uai: Option<Text>,
    /// Options that a UAI engine under test is set before anything else, each with its value;
    /// nothing (`""`) for a button.
    pub options: BTreeMap<String, Text>,
    /// The command line of a Reloaded agent under test.
    pub agent: Option<Text>,
    /// How many positions an AI of this program looks at for a move.
    pub nodes: Option<u64>,
    /// How long an AI of this program thinks about a move.
    pub move_time: Option<Time>,
    /// How long things may take.
    pub time: Option<Limits>,
    /// Words to select scenarios by.
    pub tags: Vec<Text>,
    /// Texts to use as `${name}`.
    pub vars: BTreeMap<String, Text>,
    /// How many points each scenario is worth (1).
    pub points: Option<u32>,
    /// Steps before those of each scenario.
    #[schemars(with = "Vec<Step>")]
    pub before: Vec<serde_yaml::Value>,
    /// Steps after those of each scenario, whether it got to its end or not.
    #[schemars(with = "Vec<Step>")]
    pub after: Vec<serde_yaml::Value>,
    /// The scenarios.
    #[schemars(with = "Vec<Scenario>", length(min = 1))]
    pub scenarios: Vec<serde_yaml::Value>,
}

/// A scenario: what is done, and what is to come of it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("required" = ["name"]))]
pub struct Scenario {
    /// What it shows, in a few words; no other scenario of the file has the same name.
    pub name: Option<Text>,
    /// More about it, for people.
    pub description: Option<Text>,
    /// The document that a session follows: 2008, 2016 or 2022.
    #[schemars(schema_with = "schema::dialect")]
    pub dialect: Option<Text>,
    /// The rules to play by, where it is not a session that is tested: 2008, 2016, 2022, uai or
    /// reloaded.
    #[schemars(schema_with = "schema::rules")]
    pub rules: Option<Text>,
    /// The command line of the program under test, which speaks the dialect.
    pub program: Option<Text>,
    /// The command line of a UAI engine under test.
    pub uai: Option<Text>,
    /// Options that a UAI engine under test is set before anything else, each with its value;
    /// nothing (`""`) for a button.
    pub options: BTreeMap<String, Text>,
    /// The command line of a Reloaded agent under test.
    pub agent: Option<Text>,
    /// How many positions an AI of this program looks at for a move.
    pub nodes: Option<u64>,
    /// How long an AI of this program thinks about a move.
    pub move_time: Option<Time>,
    /// How long things may take.
    pub time: Option<Limits>,
    /// Words to select scenarios by, besides those of the file.
    pub tags: Vec<Text>,
    /// Texts to use as `${name}`, besides those of the file.
    pub vars: BTreeMap<String, Text>,
    /// How many points it is worth (1).
    pub points: Option<u32>,
    /// One scenario for each combination of these values, used as `${name}`: a list for each
    /// name, or a list of mappings.
    #[schemars(schema_with = "schema::matrix")]
    pub matrix: Option<serde_yaml::Value>,
    /// Not to be run, for this reason.
    pub skip: Option<Text>,
    /// Only to be run where all of this is so: `session`, `program`, `uai`, `agent`, `unix`,
    /// `windows`.
    #[schemars(schema_with = "schema::conditions")]
    pub only_if: Option<Texts>,
    /// It fails, for this reason, and should not.
    pub expected_failure: Option<Text>,
    /// The position it begins with: a FEN, the rows of a board with the side to move and the count
    /// of jumps, or `start`.
    pub position: Option<Text>,
    /// What is done and checked, in order.
    #[schemars(with = "Vec<Step>")]
    pub steps: Vec<serde_yaml::Value>,
}

/// How long things may take.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Limits {
    /// A step (10s).
    pub step: Option<Time>,
    /// A scenario (60s).
    pub scenario: Option<Time>,
}

/// A step: one key, which says what is done or checked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Says these lines as they are.
    Send(Texts),
    /// Makes these moves by hand; each must be legal.
    Play(#[schemars(schema_with = "schema::moves")] Texts),
    /// Begins anew with this position on the board.
    Position(Text),
    /// Takes the steps from another file, which holds a list of them.
    Include(Text),
    /// The board is this: rows as in a dump, `.` for a square that does not matter; or
    /// `unchanged` since before the last `send` or `play`; or `start`.
    Board(#[schemars(schema_with = "schema::board")] Text),
    /// So many pieces, blocks or empty squares are on the board.
    Pieces(Pieces),
    /// It is this side's turn: red or blue.
    Turn(#[schemars(schema_with = "schema::side")] Text),
    /// So many consecutive jumps have been made.
    Jumps(u16),
    /// The game has ended like this: red, blue or draw; or none: it goes on.
    Result(#[schemars(schema_with = "schema::result")] Text),
    /// What is legal here.
    Legal(Legal),
    /// The last `send` was refused: `any` error, one that a matcher fits, or `none`.
    Error(#[schemars(schema_with = "schema::error")] Texts),
    /// All lines that were written and not yet read are these.
    Output(Text),
    /// These matchers fit lines that were written and not yet read, in this order:
    /// `equals "…"`, `contains "…"`, `matches /…/`, each with `next` or `not` before it.
    Lines(#[schemars(schema_with = "schema::lines")] Texts),
    /// These matchers fit lines that were written and not yet read, in any order.
    AnyOrder(#[schemars(schema_with = "schema::any_order")] Texts),
    /// All lines that were written and not yet read are those stored here or in a file, after
    /// filters have replaced what varies.
    Snapshot(Snapshot),
    /// The leaves of the tree of legal moves are so many.
    Perft(Perft),
    /// This side can force the game to end in its victory.
    ForcedWin(Forced),
    /// Neither side can force a victory within so many plies.
    NoForcedWin(NoForced),
    /// The AI whose turn it is makes a legal move, and it is one like this.
    AiMove(Option<AiMove>),
    /// AIs play the game to its end by the rules.
    Game(Option<PlayedGame>),
    /// All that was done so far, done again from the start so many times, gives the same output.
    SameAgain(u32),
    /// The program ends with this exit status once nothing more is said.
    Exit(i32),
}

/// How many of what are on the board.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("minProperties" = 1))]
pub struct Pieces {
    /// Red pieces.
    pub red: Option<u32>,
    /// Blue pieces.
    pub blue: Option<u32>,
    /// Blocked squares.
    pub blocks: Option<u32>,
    /// Empty squares that are not blocked.
    pub empty: Option<u32>,
}

/// What is legal.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("minProperties" = 1))]
pub struct Legal {
    /// So many moves, extends to a square counted once.
    pub count: Option<u32>,
    /// These moves and no others.
    #[schemars(schema_with = "schema::all_moves")]
    pub only: Option<Texts>,
    /// These moves, and maybe others.
    #[schemars(schema_with = "schema::moves")]
    pub contains: Option<Texts>,
    /// None of these moves.
    #[schemars(schema_with = "schema::moves")]
    pub without: Option<Texts>,
}

/// Output that is stored.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("oneOf" = [{ "required": ["text"] }, { "required": ["file"] }]))]
pub struct Snapshot {
    /// The output itself.
    pub text: Option<Text>,
    /// The file that holds it, looked up beside the file of scenarios.
    pub file: Option<Text>,
    /// What varies: regular expressions, and what their matches are replaced by.
    pub filters: Vec<Filter>,
}

/// What varies.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Filter {
    /// A regular expression.
    pub replace: Text,
    /// What its matches are replaced by.
    pub with: Text,
}

/// A count of leaves.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Perft {
    /// How many plies deep.
    pub depth: u8,
    /// How many leaves there are.
    pub nodes: u64,
    /// Count an extend once for each origin.
    #[serde(default)]
    pub by_origin: bool,
}

/// A win that can be forced.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["plies"] }, { "required": ["within"] }]))]
pub struct Forced {
    /// Whose: red or blue.
    #[schemars(schema_with = "schema::side")]
    pub r#for: Text,
    /// In exactly so many plies under best play.
    pub plies: Option<u16>,
    /// Within so many plies.
    pub within: Option<u16>,
    /// By these first moves and no others (those of the side to move, if that side is lost).
    #[serde(default)]
    #[schemars(schema_with = "schema::moves")]
    pub moves: Option<Texts>,
}

/// No win that can be forced.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NoForced {
    /// Within so many plies.
    pub within: u16,
}

/// A move of an AI.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AiMove {
    /// Whose it is: red or blue.
    #[schemars(schema_with = "schema::side")]
    pub color: Option<Text>,
    /// It is one of these.
    #[schemars(schema_with = "schema::moves")]
    pub one_of: Option<Texts>,
    /// It comes within this time.
    pub within: Option<Time>,
    /// It keeps what can be forced within so many plies: the shortest win, the longest
    /// resistance.
    pub best_within: Option<u16>,
    /// How a UAI engine is told to think about it: `depth 5`, `nodes 1000`, `movetime 500`,
    /// `btime 1000 wtime 1000`, `infinite`.
    pub go: Option<Text>,
    /// After how long it is told to stop, where it thinks without a limit.
    pub stop_after: Option<Time>,
}

/// A game between AIs.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PlayedGame {
    /// How it ends: red, blue, draw, or any (the default).
    #[schemars(schema_with = "schema::result_of_game")]
    pub result: Option<Text>,
    /// How long a move may take.
    pub within: Option<Time>,
    /// How long the game may take.
    pub total: Option<Time>,
    /// How many plies it takes at most.
    pub plies: Option<u32>,
    /// The command line of another program, which makes the moves of the other side.
    pub against: Option<Text>,
    /// Which side the subject's AI plays then: red (the default) or blue.
    #[schemars(schema_with = "schema::side")]
    pub color: Option<Text>,
}
