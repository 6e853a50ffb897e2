//! The reference of all commands in Markdown, from the same definitions as their help.

use super::help;
use clap::{Arg, Command};
use std::fmt::Write as _;

const HEAD: &str = "\
# All commands

All options and exit statuses, as `ataxx COMMAND --help` prints them; `ataxx man --markdown` writes
this page. [The manual](MANUAL.md) shows the commands by example. Every command takes `--color` and
`--help`.
";

/// The reference of a program with all its subcommands.
pub fn markdown(program: Command) -> String {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut text = HEAD.to_owned();
    write_command(&program, "", &mut text);
    text
}

/// Writes a command and the subcommands below it. `path` is what leads to it: `match merge`.
fn write_command(command: &Command, path: &str, text: &mut String) {
    let _ = writeln!(text, "\n## {}\n", format!("ataxx {path}").trim_end());
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(text, "{}", with_full_stop(&about));
    let usage = command.clone().render_usage().to_string();
    let lines = usage.trim_start_matches("Usage:").lines().map(str::trim);
    let lines: Vec<&str> = lines.collect();
    let _ = writeln!(text, "\n```sh\n{}\n```", lines.join("\n"));
    let arguments: Vec<&Arg> = command
        .get_arguments()
        .filter(|one| is_shown(one, path))
        .collect();
    let mut headings = vec![None];
    for heading in arguments.iter().map(|one| one.get_help_heading()) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for heading in headings {
        let below = arguments
            .iter()
            .filter(|one| one.get_help_heading() == heading);
        let rows: String = below.map(|argument| row(argument)).collect();
        if !rows.is_empty() {
            let heading = heading.unwrap_or("Option");
            let _ = write!(text, "\n| {heading} | |\n|---|---|\n{rows}");
        }
    }
    text.push_str(&help::markdown(path));
    for below in command.get_subcommands() {
        write_command(
            below,
            format!("{path} {}", below.get_name()).trim_start(),
            text,
        );
    }
}

/// Whether the table of a command names an argument: what every command has stands there once.
fn is_shown(argument: &Arg, path: &str) -> bool {
    let name = argument.get_id().as_str();
    !argument.is_hide_set() && (path.is_empty() || !["color", "help"].contains(&name))
}

/// An argument as a row of a table.
fn row(argument: &Arg) -> String {
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let mut meaning = help
        .map(ToString::to_string)
        .unwrap_or_default()
        .replace('\n', " ");
    let values = argument.get_possible_values();
    let takes_values = argument.get_action().takes_values();
    if takes_values && !values.is_empty() && !argument.is_hide_possible_values_set() {
        let names = values
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| {
                let what = value.get_help().map(|help| format!(" ({help})"));
                format!("`{}`{}", value.get_name(), what.unwrap_or_default())
            });
        meaning = format!("{}: {}", meaning, names.collect::<Vec<_>>().join(", "));
    }
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<String> = defaults
        .map(|value| format!("`{}`", value.display()))
        .collect();
    if takes_values && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let _ = write!(meaning, " (default {})", defaults.join(" "));
    }
    // In a table a bar would begin the next cell.
    let meaning = meaning.replace('|', "\\|");
    let short = argument.get_short().map(|short| format!("`-{short}`"));
    let aliases = argument.get_visible_aliases().unwrap_or_default();
    let aliases = aliases.iter().map(|name| format!("`--{name}`"));
    let names = short.into_iter().chain([format!("`{argument}`")]);
    let names: Vec<String> = names.chain(aliases).collect();
    format!("| {} | {meaning} |\n", names.join(", "))
}

fn with_full_stop(text: &str) -> String {
    let text = text.trim_end();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{text}{stop}")
}
