//! The handshake, `isready`, options, commands that an engine does not know or receives while
//! it thinks, and `quit`.

use crate::scenario::performer::{EngineUnderTest, Problem};
use crate::scenario::syntax::value::{Text, Time};
use ataxx_core::board::{Game, Rules};
use ataxx_core::diagnostic::text::counted;
use ataxx_opponents::uai::client::{EngineOption, Failure, Go, News, OptionKind, Stage};
use ataxx_opponents::{Ended, within};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::{Duration, Instant};

pub fn handshake(engine: &mut EngineUnderTest) -> Result<String, Problem> {
    let identity = &engine.new_game()?.identity;
    if let Some((line, because)) = identity.unreadable.first() {
        let message = format!("`{line}` is no option: {because}");
        return Err(Problem::protocol(message));
    }
    if identity.name.is_empty() {
        return Err(Problem::protocol("it sends no `id name`"));
    }
    let options = &identity.options;
    for (index, EngineOption { name, .. }) in options.iter().enumerate() {
        let mut others = options[index + 1..].iter();
        if others.any(|other| other.name.eq_ignore_ascii_case(name)) {
            let message = format!("it announces the option `{name}` twice");
            return Err(Problem::protocol(message));
        }
    }
    let by = match identity.author.as_str() {
        "" => String::new(),
        author => format!(" by {author}"),
    };
    let options = counted(options.len(), "option");
    Ok(format!("{}{by}, {options}", identity.name))
}

pub fn ready(engine: &mut EngineUnderTest, times: u32) -> Result<String, Problem> {
    /// The wait for output that must not come.
    const A_MOMENT: Duration = Duration::from_millis(50);
    let limit = engine.limits.timeouts.ready;
    let engine = engine.new_game()?;
    let begun = Instant::now();
    for _ in 0..times {
        engine.send_line("isready")?;
    }
    let mut answers = 0;
    while answers < times {
        let line = engine.read_line(begun + limit, begun, Stage::Ready)?;
        if line.trim() == "readyok" {
            answers += 1;
        }
    }
    let took = begun.elapsed();
    let end = within(A_MOMENT);
    while let Ok(line) = engine.read_line(end, begun, Stage::Ready) {
        if line.trim() == "readyok" {
            let message = "it sends more `readyok` than it was sent `isready`";
            return Err(Problem::protocol(message));
        }
    }
    Ok(format!("in {:.3} s", took.as_secs_f64()))
}

pub fn options(engine: &mut EngineUnderTest) -> Result<String, Problem> {
    let options = engine.new_game()?.identity.options.clone();
    if options.is_empty() {
        return Err(Failure::unsupported("it has no options".to_owned()).into());
    }
    for option in &options {
        is_consistent(option)?;
        for value in values(option) {
            let about = match &value {
                Some(value) => format!("after `{}` was set to `{value}`", option.name),
                None => format!("after `{}` was pressed", option.name),
            };
            let started = engine.new_game()?;
            started.set_option(&option.name, value.as_deref())?;
            ready_after(engine, &about)?;
        }
    }
    engine.move_soon(&Game::new(Rules::UAI))?;
    Ok(format!("{} set", counted(options.len(), "option")))
}

pub fn ignores(engine: &mut EngineUnderTest, lines: &[Text]) -> Result<String, Problem> {
    for Text(line) in lines {
        engine.new_game()?.send_line(line)?;
        ready_after(engine, &format!("after `{line}`"))?;
    }
    engine.move_soon(&Game::new(Rules::UAI))?;
    Ok(String::new())
}

fn ready_after(engine: &mut EngineUnderTest, about: &str) -> Result<(), Problem> {
    let deadline = engine.within(engine.limits.timeouts.ready);
    let ready = engine.engine().ready(deadline);
    ready.map_err(|failure: Failure| Problem::from(failure).about(about))
}

/// Checks that an option accepts its own default.
fn is_consistent(option: &EngineOption) -> Result<(), Problem> {
    let default = match &option.kind {
        OptionKind::Spin { default, .. } => default.map(|default| default.to_string()),
        OptionKind::Combo { default, .. } => default.clone(),
        _ => None,
    };
    match default.map(|default| option.check(Some(&default))) {
        Some(Err(error)) => Err(Problem::protocol(format!(
            "its default is not a valid value: {error}"
        ))),
        _ => Ok(()),
    }
}

/// The values to set an option to, its default last. The maximum is not tried: it may be more
/// memory or threads than there are.
fn values(option: &EngineOption) -> Vec<Option<String>> {
    let text = |text: &dyn ToString| Some(text.to_string());
    match &option.kind {
        OptionKind::Spin { default, min, .. } => {
            let values = [*min, *default];
            values.iter().flatten().map(|value| text(value)).collect()
        }
        OptionKind::Check { default } => {
            let default = default.unwrap_or(false);
            vec![text(&!default), text(&default)]
        }
        OptionKind::Combo { default, choices } => {
            let values = choices.iter().chain(default);
            values.map(|value| text(value)).collect()
        }
        OptionKind::Button => vec![None],
        OptionKind::Text { default } => vec![text(default)],
    }
}

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
                let deadline = engine.within(engine.limits.timeouts.ready);
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
        let deadline = engine.within(engine.limits.timeouts.ready);
        let engine = engine.engine();
        let begun = engine.think(&Game::new(Rules::UAI), &Go::infinite(), deadline)?;
        let Some(Time(time)) = self.time else {
            return Ok(());
        };
        while let Some(news) = engine.watch(begun, begun + time)? {
            if let News::Best(best) = news {
                return Err(Problem::protocol(format!(
                    "it answers `{}` to `go infinite` before `stop`",
                    best.line
                )));
            }
        }
        Ok(())
    }
}

/// Sends `stop`; returns the time until the legal move.
fn stop(engine: &mut EngineUnderTest) -> Result<Duration, Problem> {
    let deadline = engine.within(engine.limits.timeouts.stop);
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
        ended => {
            let message = format!("it ends with {}", ended.in_words());
            Err(Problem::protocol(message))
        }
    }
}
