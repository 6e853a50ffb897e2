//! Converting scripts to scenario files.

mod actions;
mod yaml;

use super::Format;
use super::action::Action;
use super::load::load;
use super::start::{NODES, OwnOptions};
use super::syntax::{Part, Script};
use crate::session::Files;
use crate::tester::SourceText;
use ataxx_core::diagnostic::Diagnostic;
use std::fmt::Write as _;

/// Converts a script to a scenario file in YAML, which checks what the script checks: boards,
/// results, moves of AIs and lines.
pub fn convert(file: &SourceText, files: &dyn Files) -> Result<String, Vec<Diagnostic>> {
    let Some(format) = Format::of(&file.name) else {
        let message = format!(
            "`{}` is no script: expected the name to end in -1.in or .inp",
            file.name
        );
        return Err(vec![Diagnostic::error("file", message)]);
    };
    let script = load(file, format, files).script?;
    let message = "a scenario has one program, and here two play each other";
    let help = "write it by hand: `game: { against: COMMAND }` plays against another program";
    let error = Diagnostic::error("two-programs", message).with_help([help.to_owned()]);
    let exchanges = script
        .parts
        .iter()
        .flat_map(|part| part.blame_exchanges(&error));
    let errors: Vec<Diagnostic> = exchanges.collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    write(&script, format.test_name(&file.name)).map_err(|error| vec![*error])
}

fn write(script: &Script, name: &str) -> Result<String, Box<Diagnostic>> {
    let mut text = String::new();
    let origin = |part: &Part| {
        let file = super::format::base(&part.source.name);
        let command = part.command.replace(char::is_control, " ");
        format!("# Converted from {file}, which starts: {command}\n")
    };
    let mut origins: Vec<String> = script.parts.iter().map(|part| origin(part)).collect();
    origins.dedup();
    text.extend(origins);
    let _ = writeln!(text, "dialect: {}", script.format.dialect().name());
    let _ = writeln!(text, "tags: [{}]", script.format.tag());
    let _ = writeln!(text, "\nscenarios:");
    for (index, part) in script.parts.iter().enumerate() {
        let name = match script.parts.len() {
            1 => name.to_owned(),
            _ => format!("{name}, program {}", index + 1),
        };
        let _ = writeln!(text, "  - name: {}", yaml::scalar(&name));
        let nodes = OwnOptions::of(&part.command).nodes.unwrap_or(NODES);
        let _ = writeln!(text, "    nodes: {nodes}");
        if let Some(time) = test_time(script.format, part) {
            let _ = writeln!(text, "    time: {{ scenario: {}s }}", time.as_secs_f64());
        }
        let _ = writeln!(text, "    steps:");
        text += &actions::steps(part, script.format)?;
    }
    Ok(text)
}

/// The time limit of the whole test, if there is one (2016).
fn test_time(format: Format, part: &Part) -> Option<std::time::Duration> {
    let mut times = part.lines.iter().filter_map(|step| match step.action {
        Action::TimeLimit { total, .. } if format == Format::Fall2016 => total,
        _ => None,
    });
    // A later one replaces it.
    times.next_back()
}
