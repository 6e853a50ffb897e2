//! Hands are shaken, options set.

use super::super::bench::{Bench, for_a_moment, game};
use super::super::report::Problem;
use crate::board::Position;
use crate::opponents::uai::client::{EngineOption, OptionKind, SetOption, Stage};
use crate::opponents::within;
use std::time::{Duration, Instant};

pub fn handshake(bench: &mut Bench) -> Result<String, Problem> {
    bench.case()?;
    let identity = &bench.identity;
    if let Some((line, because)) = identity.unreadable.first() {
        return Err(Problem::Wrong(format!("`{line}` is no option: {because}")));
    }
    if identity.name.is_empty() {
        return Err(Problem::Wrong("it says no `id name`".to_owned()));
    }
    let names = || identity.options.iter().map(|option| &option.name);
    for (index, name) in names().enumerate() {
        if names()
            .skip(index + 1)
            .any(|other| other.eq_ignore_ascii_case(name))
        {
            let message = format!("it announces the option `{name}` twice");
            return Err(Problem::Wrong(message));
        }
    }
    let by = match identity.author.as_str() {
        "" => String::new(),
        author => format!(" by {author}"),
    };
    let options = counted(identity.options.len(), "option");
    Ok(format!("{}{by}, {options}", identity.name))
}

/// So many of something.
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// So long is waited for what is not to come.
const A_MOMENT: Duration = Duration::from_millis(50);

pub fn is_ready(bench: &mut Bench) -> Result<String, Problem> {
    const TIMES: usize = 3;
    let limit = bench.settings.patience.ready;
    let engine = bench.case()?;
    let begun = Instant::now();
    for _ in 0..TIMES {
        engine.say("isready")?;
    }
    let mut answers = 0;
    while answers < TIMES {
        let line = engine.hear(begun + limit, begun, Stage::Ready)?;
        if line.trim() == "readyok" {
            answers += 1;
        }
    }
    let took = begun.elapsed();
    // Nothing else is to come.
    if let Ok(line) = engine.hear(within(A_MOMENT), Instant::now(), Stage::Ready) {
        return Err(Problem::Wrong(format!(
            "it says `{line}` after it has answered `isready` as often as it was asked"
        )));
    }
    Ok(format!("in {:.3} s", took.as_secs_f64()))
}

pub fn options(bench: &mut Bench) -> Result<String, Problem> {
    bench.case()?;
    let options = bench.identity.options.clone();
    if options.is_empty() {
        return Err(Problem::Skip("it has no options".to_owned()));
    }
    for option in &options {
        is_consistent(option)?;
        for value in values(option) {
            let limit = bench.settings.patience.ready;
            let engine = bench.case()?;
            let set = engine.set_option(&option.name, value.as_deref());
            set.map_err(|error| match error {
                SetOption::Failed(failure) => failure.into(),
                SetOption::Refused(error) => Problem::Wrong(error.to_string()),
            })?;
            let about = match &value {
                Some(value) => format!("after `{}` was set to `{value}`", option.name),
                None => format!("after `{}` was pressed", option.name),
            };
            let ready = engine.ready(within(limit)).map_err(Problem::from);
            ready.map_err(|problem| problem.about(&about))?;
        }
    }
    bench.go(&game(Position::start()), &for_a_moment())?;
    Ok(format!("{} set", counted(options.len(), "option")))
}

/// Whether the default of an option is a value that it takes.
fn is_consistent(option: &EngineOption) -> Result<(), Problem> {
    let default = match &option.kind {
        OptionKind::Spin {
            default: Some(default),
            ..
        } => default.to_string(),
        OptionKind::Combo {
            default: Some(default),
            ..
        } => default.clone(),
        _ => return Ok(()),
    };
    match option.check(Some(&default)) {
        Ok(_) => Ok(()),
        Err(error) => Err(Problem::Wrong(format!("its default is none: {error}"))),
    }
}

/// What an option is set to, its default last. The most is not tried: it may be more
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

pub fn unknown(bench: &mut Bench) -> Result<String, Problem> {
    let limit = bench.settings.patience.ready;
    let lines = [
        "",
        "  ",
        "xyzzy",
        "setoption name No Such Option value 1",
        "setoption name",
        "debug on",
    ];
    for line in lines {
        let engine = bench.case()?;
        engine.say(line)?;
        let ready = engine.ready(within(limit)).map_err(Problem::from);
        ready.map_err(|problem| problem.about(&format!("after `{line}`")))?;
    }
    bench.go(&game(Position::start()), &for_a_moment())?;
    Ok(String::new())
}
