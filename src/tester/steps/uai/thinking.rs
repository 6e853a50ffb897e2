//! What an engine does with commands that it receives while it thinks.

use crate::opponents::Ended;
use crate::opponents::uai::client::{Go, News};
use crate::tester::performer::{EngineUnderTest, Problem};
use crate::tester::syntax::value::Time;
use ataxx_core::board::{Game, Rules};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::{Duration, Instant};

/// A command while it thinks.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "UaiThinking")]
pub struct Thinking {
    /// The time before the command, in which it may not answer; none without this.
    #[serde(rename = "for")]
    time: Option<Time>,
    /// The command.
    then: Then,
}

/// A command that an engine receives while it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "UaiThen")]
enum Then {
    /// `stop`: it answers with a legal move.
    Stop,
    /// `isready`: it answers, and thinks on until `stop`.
    Ready,
    /// `quit`: it ends.
    Quit,
}

impl Thinking {
    pub fn check(self, engine: &mut EngineUnderTest) -> Result<String, Problem> {
        engine.new_game()?;
        let begun = self.begin(engine);
        let took = match self.then {
            Then::Stop => {
                begun?;
                stop(engine)?
            }
            Then::Ready => {
                begun?;
                let asked = Instant::now();
                let deadline = engine.within(engine.limits.patience.ready);
                engine.engine().ready(deadline)?;
                let took = asked.elapsed();
                stop(engine)?;
                took
            }
            Then::Quit => {
                begun.map_err(|problem| problem.about("before `quit`"))?;
                end(engine).map_err(|problem| problem.about("while it thinks"))?
            }
        };
        Ok(format!("after {} ms", took.as_millis()))
    }

    /// Sends `go infinite`, and waits for the time in which it may not answer.
    fn begin(self, engine: &mut EngineUnderTest) -> Result<(), Problem> {
        let deadline = engine.within(engine.limits.patience.ready);
        let engine = engine.engine();
        let begun = engine.think(&Game::new(Rules::UAI), &Go::infinite(), deadline)?;
        let Some(Time(time)) = self.time else {
            return Ok(());
        };
        while let Some(news) = engine.watch(begun, begun + time)? {
            if let News::Best(best) = news {
                return Err(Problem::protocol(format!(
                    "it answers `{}` to `go infinite` before it is told to stop",
                    best.line
                )));
            }
        }
        Ok(())
    }
}

/// Sends `stop`; returns the time until the legal move.
fn stop(engine: &mut EngineUnderTest) -> Result<Duration, Problem> {
    let deadline = engine.within(engine.limits.patience.stop);
    let best = engine.engine().stop(deadline)?;
    Ok(best.check(&Game::new(Rules::UAI))?.took)
}

pub fn quit(engine: &mut EngineUnderTest) -> Result<String, Problem> {
    engine.new_game()?;
    let took = end(engine)?;
    Ok(format!("after {} ms", took.as_millis()))
}

/// Sends `quit`; returns the time until the end.
fn end(engine: &mut EngineUnderTest) -> Result<Duration, Problem> {
    let begun = Instant::now();
    match engine.quit()? {
        Ended::Status(0) => Ok(begun.elapsed()),
        ended => Err(Problem::protocol(format!(
            "it ends with {}",
            ended.in_words()
        ))),
    }
}
