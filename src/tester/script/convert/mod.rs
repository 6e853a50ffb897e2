//! A script as a file of scenarios.

mod actions;
mod item;
mod yaml;

use super::Format;
use super::action::Action;
use super::load::load;
use super::parts::{ProgramPart, Script};
use super::start::{NODES, named_nodes};
use crate::diagnostic::Diagnostic;
use crate::session::Files;
use crate::tester::SourceText;
use std::fmt::Write as _;

/// Writes a script as a file of scenarios in YAML, which checks what the script checks:
/// boards, results, moves of AIs and lines.
///
/// # Errors
///
/// When the file is no script, or a bad one, or makes two programs play each other: a
/// scenario has one program.
pub fn convert(file: &SourceText, files: &dyn Files) -> Result<String, Vec<Diagnostic>> {
    let Some(format) = Format::of(&file.name) else {
        let message = format!(
            "`{}` is no script: expected the name to end in -1.in or .inp",
            file.name
        );
        return Err(vec![Diagnostic::error("file", message)]);
    };
    let script = load(file, format, files).script?;
    let duels: Vec<Diagnostic> = script.parts.iter().flat_map(|part| duels(part)).collect();
    if !duels.is_empty() {
        return Err(duels);
    }
    write(&script, format.test_name(&file.name)).map_err(|error| vec![*error])
}

/// Where the program of a part plays against another.
fn duels(part: &ProgramPart) -> Vec<Diagnostic> {
    let exchanges = part
        .lines
        .iter()
        .filter(|step| matches!(step.action, Action::Exchange { .. }));
    let error = |span| {
        let message = "a scenario has one program, and here two play each other";
        let help = "write it by hand: `game: { against: COMMAND }` plays against another program";
        Diagnostic::error("two-programs", message)
            .at(span)
            .with_help([help.to_owned()])
            .with_source(part.source.for_diagnostic())
    };
    exchanges.map(|step| error(step.span.clone())).collect()
}

fn write(script: &Script, name: &str) -> Result<String, Box<Diagnostic>> {
    let mut text = String::new();
    let origin = |part: &ProgramPart| {
        let file = super::format::base(&part.source.name);
        let command = part.command.text.replace(char::is_control, " ");
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
        let nodes = named_nodes(&part.command.text).unwrap_or(NODES);
        let _ = writeln!(text, "    nodes: {nodes}");
        if let Some(time) = test_time(script.format, part) {
            let _ = writeln!(text, "    time: {{ scenario: {} }}", yaml::time(time));
        }
        let _ = writeln!(text, "    steps:");
        for item in actions::items(part, script.format)? {
            yaml::write(&mut text, &item);
        }
    }
    Ok(text)
}

/// How long the whole test may take, where that is said (2016).
fn test_time(format: Format, part: &ProgramPart) -> Option<std::time::Duration> {
    let mut times = part.lines.iter().filter_map(|step| match step.action {
        Action::TimeLimit { total, .. } if format == Format::Fall2016 => total,
        _ => None,
    });
    times.next()
}
