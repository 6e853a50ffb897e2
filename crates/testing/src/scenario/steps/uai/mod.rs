//! `uai: CHECK`.

mod answers;
mod protocol;
mod values;

use crate::scenario::performer::{EngineUnderTest, Performer, Problem, Scenario, Step, StepAt};
use crate::scenario::steps::common::StepSyntax;
use crate::scenario::syntax::Node;
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::Text;
use ataxx_opponents::subject::SubjectChoice;
use protocol::Thinking;
use schemars::JsonSchema;
use serde::Deserialize;
use values::{Counted, PositionCommand, PositionOrders, RandomPositions, Wins};

/// A check of the Universal Ataxx Interface. Every check but `quiet` begins a new game. Every
/// check but `think` and `quit` ends with that of `quiet`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "UaiCheck")]
pub enum Uai {
    /// The engine has sent its name, and options that can be read, no option twice.
    Handshake,
    /// It answers this number of `isready` in a row with as many `readyok`, and sends nothing else.
    Ready(u32),
    /// It accepts the default and other values of each of its options, and still moves.
    Options,
    /// It is ready after each of these lines, which it need not understand, and still moves.
    Ignores(Vec<Text>),
    /// After `position` with each of these texts it answers `go movetime 10` with a legal move:
    /// `0000` where it must pass, none where the game is over.
    Bestmove(Vec<PositionCommand>),
    /// It answers these orders with legal moves, in time where an order sets one.
    Go(Vec<PositionOrders>),
    /// It answers with legal moves where it can win by force. How many of these wins it finds is a
    /// remark.
    Wins(Wins),
    /// It makes legal moves in random positions.
    RandomPositions(RandomPositions),
    /// It plays a whole game against itself.
    Game,
    /// It counts the leaves of these trees. Unsupported if it does not know `perft`.
    Perft(Vec<Counted>),
    /// It thinks at `go infinite` until it is sent something else.
    Think(Thinking),
    /// It has sent no `bestmove` without a `go`.
    Quiet,
    /// It ends at `quit` with exit status 0. The next check starts it again.
    Quit,
}

impl StepSyntax for Uai {
    const KEY: &'static str = "uai";
    const FORM: &'static str = "`uai: CHECK`";
    const DESCRIPTION: &'static str =
        "Makes one of the [checks of the protocol](#checks-of-the-protocol) of UAI engines.";

    type Written = Self;

    fn parse(written: Self, parser: &mut StepParser, node: &Node) -> Option<Self> {
        if written.is_empty() {
            parser.empty_check(node, "at least one of what is checked");
            return None;
        }
        Some(written)
    }
}

/// Why nothing else can be checked.
const NO_ENGINE: &str = "only a UAI engine can be checked for its protocol";

impl Step for Uai {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let end = performer.deadline_in(performer.scenario.limit);
        let Some(engine) = performer.under_test.engine_mut() else {
            return Err(Problem::unsupported(&at.value(), NO_ENGINE));
        };
        engine.end_by(end);
        let seen = self
            .check(engine)
            .map_err(|problem| problem.blaming(&at.value()))?;
        if !seen.is_empty() {
            performer.remark.get_or_insert(seen);
        }
        Ok(())
    }

    fn waits_for_ai(&self) -> bool {
        true
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        (!matches!(subject, SubjectChoice::Uai(_))).then(|| NO_ENGINE.to_owned())
    }
}

impl Uai {
    /// Whether nothing is checked: no position, no order, no line.
    fn is_empty(&self) -> bool {
        match self {
            Self::Ready(times) => *times == 0,
            Self::Ignores(lines) => lines.is_empty(),
            Self::Bestmove(positions) => positions.is_empty(),
            Self::Go(asked) => asked.iter().all(|one| one.orders.is_empty()),
            Self::Wins(wins) => wins.positions.is_empty(),
            Self::RandomPositions(random) => random.count.0 == 0,
            Self::Perft(counted) => counted.iter().all(|one| one.nodes.is_empty()),
            Self::Handshake
            | Self::Options
            | Self::Game
            | Self::Think(_)
            | Self::Quiet
            | Self::Quit => false,
        }
    }

    /// Makes the check; returns what was seen, in a few words.
    fn check(&self, engine: &mut EngineUnderTest) -> Result<String, Problem> {
        let seen = match self {
            Self::Think(thinking) => return thinking.check(engine),
            Self::Quit => return protocol::quit(engine),
            Self::Quiet => String::new(),
            Self::Handshake => protocol::handshake(engine)?,
            Self::Ready(times) => protocol::ready(engine, *times)?,
            Self::Options => protocol::options(engine)?,
            Self::Ignores(lines) => protocol::ignores(engine, lines)?,
            Self::Bestmove(setups) => answers::best_moves(engine, setups)?,
            Self::Go(asked) => answers::go(engine, asked)?,
            Self::Wins(wins) => answers::wins(engine, wins)?,
            Self::RandomPositions(random) => answers::random_positions(engine, random)?,
            Self::Game => answers::game(engine)?,
            Self::Perft(counted) => answers::perft(engine, counted)?,
        };
        engine.check_stray_bestmove()?;
        Ok(seen)
    }
}
