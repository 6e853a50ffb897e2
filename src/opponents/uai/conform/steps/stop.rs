//! An engine that thinks is told something.

use super::super::bench::{Bench, game};
use super::super::report::Problem;
use crate::board::Position;
use crate::opponents::uai::client::{Engine, Go, News};
use crate::opponents::{Ended, within};
use std::time::{Duration, Instant};

/// How long it thinks before it is told.
const THINKING: Duration = Duration::from_millis(100);

/// Has it think without a limit for a moment, in which it may not answer.
fn begin(engine: &mut Engine, deadline: Instant) -> Result<Instant, Problem> {
    let begun = engine.think(&game(Position::start()), &Go::infinite(), deadline)?;
    while let Some(news) = engine.watch(begun, begun + THINKING)? {
        if let News::Best(best) = news {
            return Err(Problem::Wrong(format!(
                "it answers `{}` to `go infinite` before it is told to stop",
                best.line
            )));
        }
    }
    Ok(begun)
}

pub fn stop(bench: &mut Bench) -> Result<String, Problem> {
    let patience = bench.settings.patience;
    let soon = bench.soon();
    let engine = bench.case()?;
    begin(engine, soon)?;
    let best = engine.stop(within(patience.stop))?;
    let took = best.took;
    best.check(&game(Position::start()))?;
    // Stopped when it does nothing, it has nothing to answer.
    engine.say("stop")?;
    bench.look_for_strays()?;
    let soon = bench.soon();
    let engine = bench.case()?;
    // Stopped at once it has a move all the same.
    engine.think(&game(Position::start()), &Go::infinite(), soon)?;
    engine
        .stop(within(patience.stop))?
        .check(&game(Position::start()))?;
    Ok(format!("after {} ms", took.as_millis()))
}

pub fn ready_while_thinking(bench: &mut Bench) -> Result<String, Problem> {
    let patience = bench.settings.patience;
    let soon = bench.soon();
    let engine = bench.case()?;
    begin(engine, soon)?;
    let asked = Instant::now();
    engine.ready(within(patience.ready))?;
    let took = asked.elapsed();
    engine
        .stop(within(patience.stop))?
        .check(&game(Position::start()))?;
    Ok(format!("after {} ms", took.as_millis()))
}

pub fn quit(bench: &mut Bench) -> Result<String, Problem> {
    let soon = bench.soon();
    let engine = bench.take()?;
    let took = end(bench, engine)?;
    let mut engine = bench.take()?;
    if let Err(problem) = begin(&mut engine, soon) {
        bench.keep_wire(engine);
        return Err(problem.about("before `quit`"));
    }
    let problem = end(bench, engine);
    problem.map_err(|problem| problem.about("while it thinks"))?;
    Ok(format!("after {} ms", took.as_millis()))
}

fn end<'a>(bench: &mut Bench<'a>, mut engine: Engine<'a>) -> Result<Duration, Problem> {
    let begun = Instant::now();
    let ended = engine.quit(within(bench.settings.patience.quit));
    bench.keep_wire(engine);
    match ended? {
        Ended::Status(0) => Ok(begun.elapsed()),
        ended => Err(Problem::Wrong(format!("it ends with {}", ended.in_words()))),
    }
}
