//! Descriptions of the program for others, which are only printed: `ataxx man`, with the reference
//! of all commands in Markdown; `ataxx completions`; and `ataxx schema`.

use super::exit::{EarlyExit, Exit, usage};
use super::result_file::{ResultFile, make_folder};
use super::{help, output};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_testing::scenario::syntax;
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Print the JSON Schema of scenario files.
///
/// An editor with a YAML language server completes and checks files that begin with `#
/// yaml-language-server: $schema=FILE`, where FILE contains this output.
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {
    /// Print the schema of files for `include`: lists of steps or of scenarios.
    #[arg(long)]
    steps: bool,
}

pub fn schema(args: &SchemaArgs) -> Result<Exit, EarlyExit> {
    let schema = if args.steps {
        syntax::schema_of_included()
    } else {
        syntax::schema()
    };
    output::data(&format!("{schema:#}\n"))?;
    Ok(Exit::Good)
}

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Shell to complete for.
    shell: Shell,
}

pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<Exit, EarlyExit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "ataxx", &mut script);
    output::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Good)
}

/// Print the manual page of the program or of a subcommand.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// Subcommand, such as `test` or `match merge`.
    subcommand: Vec<String>,
    /// Write the pages of the program and of all subcommands to a folder instead.
    #[arg(long, value_name = "DIR", conflicts_with = "subcommand")]
    write: Option<PathBuf>,
    /// Print the reference of all commands as Markdown instead.
    #[arg(long, conflicts_with_all = ["subcommand", "write"])]
    markdown: bool,
}

pub fn man(args: &ManArgs, program: Command) -> Result<Exit, EarlyExit> {
    if args.markdown {
        output::data(&markdown(program))?;
        return Ok(Exit::Good);
    }
    // A page about `help` would add nothing.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.write {
        make_folder(folder)?;
        write_pages(&program, folder)?;
        return Ok(Exit::Good);
    }
    let mut command = &program;
    for name in &args.subcommand {
        command = command
            .find_subcommand(name)
            .ok_or_else(|| usage(format!("there is no subcommand `{name}`")))?;
    }
    let mut text = Vec::new();
    page(command).render(&mut text)?;
    output::data(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Good)
}

fn page(command: &Command) -> Man {
    Man::new(command.clone().version(env!("CARGO_PKG_VERSION")))
}

/// Writes the pages of a command and all its subcommands.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Diagnostic> {
    let page = page(command);
    let file = ResultFile::at(&folder.join(page.get_filename()))?;
    file.keep(|mut out| page.render(&mut out))?;
    command
        .get_subcommands()
        .try_for_each(|below| write_pages(below, folder))
}

const HEAD: &str = "\
# All commands

`ataxx man --markdown` prints this page, and `ataxx COMMAND --help` a part of it with examples.
[The manual](MANUAL.md) explains the commands.

";

/// The number of commands from which on a shared option is described once, at the top.
const SHARED_FROM: usize = 3;

/// A command and its options.
struct Entry {
    /// `ataxx match merge`.
    name: String,
    command: Command,
    options: Vec<OptionText>,
}

/// An argument of a command, as it is shown.
#[derive(Clone, PartialEq)]
struct OptionText {
    /// What follows a hyphen in a list.
    line: String,
    /// How a command refers to it where it is described at the top.
    name: String,
    heading: Option<String>,
    is_global: bool,
}

/// The reference of a program with all its subcommands.
fn markdown(program: Command) -> String {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut entries = Vec::new();
    collect(&program, "ataxx", &mut entries);
    let shared = shared_options(&entries);
    let mut text = HEAD.to_owned();
    write_top(&shared, &mut text);
    for entry in &entries {
        write_entry(entry, &shared, &mut text);
    }
    text
}

/// Collects a command and the subcommands below it.
fn collect(command: &Command, name: &str, entries: &mut Vec<Entry>) {
    let shown = command.get_arguments().filter(|one| !one.is_hide_set());
    entries.push(Entry {
        name: name.to_owned(),
        command: command.clone(),
        options: shown.map(option).collect(),
    });
    for below in command.get_subcommands() {
        collect(below, &format!("{name} {}", below.get_name()), entries);
    }
}

/// The options that several commands have with the same text.
fn shared_options(entries: &[Entry]) -> Vec<OptionText> {
    let mut shared: Vec<OptionText> = Vec::new();
    let all = || entries.iter().flat_map(|entry| &entry.options);
    for option in all() {
        let uses = all().filter(|other| other.line == option.line).count();
        if uses >= SHARED_FROM && shared.iter().all(|known| known.line != option.line) {
            shared.push(option.clone());
        }
    }
    // Those of every command first.
    shared.sort_by_key(|option| !option.is_global);
    shared
}

/// Writes what holds for several commands.
fn write_top(shared: &[OptionText], text: &mut String) {
    text.push_str("## Shared options\n\nThe first two belong to every command. ");
    text.push_str("Each command names those of the others that it has.\n\n");
    for option in shared {
        let _ = writeln!(text, "- {}", option.line);
    }
    text.push_str(
        "\n## Exit statuses\n\nThese hold for every command that does not say otherwise:\n\n",
    );
    for (status, meaning) in help::USUAL {
        let _ = writeln!(text, "- `{status}`: {meaning}");
    }
    text.push_str(
        "\nA reader of the output that leaves early, like `head`, does not change the status.\n",
    );
}

fn write_entry(entry: &Entry, shared: &[OptionText], text: &mut String) {
    let (name, command) = (&entry.name, &entry.command);
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(text, "\n## {name}\n\n{}\n\n```sh", with_full_stop(&about));
    let usage = command.clone().render_usage().to_string();
    for line in usage.trim_start_matches("Usage:").lines() {
        let _ = writeln!(text, "{}", line.trim());
    }
    let path = name.trim_start_matches("ataxx").trim_start();
    text.push_str("```\n");
    let is_shared = |option: &&OptionText| shared.iter().any(|one| one.line == option.line);
    let (elsewhere, own): (Vec<_>, Vec<_>) = entry.options.iter().partition(is_shared);
    let mut headings = vec![&None];
    for option in &own {
        if !headings.contains(&&option.heading) {
            headings.push(&option.heading);
        }
    }
    for heading in headings {
        let below = own.iter().filter(|option| option.heading == *heading);
        let lines: Vec<_> = below.map(|option| format!("- {}\n", option.line)).collect();
        let lines = lines.concat();
        if let Some(heading) = heading {
            let _ = write!(text, "\n{heading}:\n");
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n{lines}");
        }
    }
    let names = elsewhere.into_iter().filter(|option| !option.is_global);
    let names: Vec<&str> = names.map(|option| option.name.as_str()).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        let _ = write!(text, "\n[Shared options](#shared-options): {names}.\n");
    }
    let statuses: Vec<String> = help::own_statuses(path)
        .into_iter()
        .map(|(status, meaning)| format!("`{status}` {meaning}"))
        .collect();
    if !statuses.is_empty() {
        let _ = write!(text, "\nExit status: {}.\n", statuses.join("; "));
    }
}

/// An argument with its names, meaning, values and default.
fn option(argument: &Arg) -> OptionText {
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut meaning = help.replace('\n', " ");
    let values = argument.get_possible_values();
    let takes_values = argument.get_action().takes_values();
    if takes_values && !values.is_empty() && !argument.is_hide_possible_values_set() {
        let shown = values.iter().filter(|value| !value.is_hide_set());
        let names = shown.map(|value| {
            let what = value.get_help().map(|help| format!(" ({help})"));
            format!("`{}`{}", value.get_name(), what.unwrap_or_default())
        });
        meaning = format!("{meaning}: {}", names.collect::<Vec<_>>().join(", "));
    }
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
    if takes_values && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let _ = write!(meaning, " [default: {}]", defaults.join(" "));
    }
    let short = argument.get_short().map(|short| format!("`-{short}`"));
    let aliases = argument.get_visible_aliases().unwrap_or_default();
    let aliases = aliases.iter().map(|name| format!("`--{name}`"));
    let names = short.into_iter().chain([format!("`{argument}`")]);
    let names: Vec<String> = names.chain(aliases).collect();
    let name = match argument.get_long() {
        Some(long) => format!("`--{long}`"),
        None => format!("`{argument}`"),
    };
    OptionText {
        line: format!("{}: {meaning}", names.join(", ")),
        name,
        heading: argument.get_help_heading().map(str::to_owned),
        is_global: argument.is_global_set() || argument.get_id() == "help",
    }
}

fn with_full_stop(text: &str) -> String {
    let text = text.trim_end();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{text}{stop}")
}
