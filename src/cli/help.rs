//! What every `--help` and manual page ends with: examples, and the exit statuses.

use super::exit::Exit;
use std::fmt::Write as _;

/// For each command a line `# COMMAND`, its examples, each with an indented line about what it
/// does, and the exit statuses but the [usual](USUAL) ones.
const ENDINGS: &str = include_str!("help.txt");

/// The end of the help of a command.
struct Ending {
    /// The names that lead to the command; empty for the program itself.
    path: &'static str,
    /// The examples, a line with a command line and an indented one with what it does.
    examples: Vec<&'static str>,
    /// The exit statuses but the usual ones, and what they mean.
    exits: Vec<(u8, &'static str)>,
}

/// The program and all its commands.
fn endings() -> impl Iterator<Item = Ending> {
    ENDINGS.split("# ataxx").skip(1).map(|text| {
        let (path, lines) = text.split_once('\n').unwrap_or((text, ""));
        let mut ending = Ending {
            path: path.trim(),
            examples: Vec::new(),
            exits: Vec::new(),
        };
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            match first.parse() {
                Ok(status) => ending.exits.push((status, rest)),
                Err(_) => ending.examples.push(line),
            }
        }
        ending
    })
}

/// The exit statuses that mean the same in most commands.
pub const USUAL: [(u8, &str); 4] = [
    (Exit::Good as u8, "success"),
    (
        Exit::Usage as u8,
        "bad command line, or a file that cannot be used",
    ),
    (Exit::Fault as u8, "a fault of ataxx itself"),
    (
        Exit::Interrupted as u8,
        "stopped by Ctrl-C (128 and the number of the signal)",
    ),
];

/// Commands that only print, and end too soon to be interrupted.
const PRINTERS: [&str; 3] = ["schema", "completions", "man"];

/// Adds the ends of all help texts to a command and those below it.
pub fn with_endings(command: clap::Command, path: &str) -> clap::Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    let command = match endings().find(|ending| ending.path == path) {
        Some(ending) => command.after_help(ending.text()),
        None => command,
    };
    names.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}");
        command.mut_subcommand(name, |below| with_endings(below, path.trim_start()))
    })
}

/// The exit statuses of a command that differ from the usual ones.
pub fn own_statuses(path: &str) -> Vec<(u8, &'static str)> {
    let ending = endings().find(|ending| ending.path == path);
    ending.map_or_else(Vec::new, |ending| ending.exits)
}

impl Ending {
    fn text(&self) -> String {
        let mut text = "Examples:\n".to_owned();
        for line in &self.examples {
            let _ = writeln!(text, "  {line}");
        }
        text.push_str("\nExit status:");
        for (status, meaning) in self.statuses() {
            let _ = write!(text, "\n  {status:<4}{meaning}");
        }
        text
    }

    /// All exit statuses in their order, and what they mean.
    fn statuses(&self) -> Vec<(u8, &'static str)> {
        let mut statuses = self.exits.clone();
        let is_printer = PRINTERS.contains(&self.path);
        for (status, meaning) in USUAL {
            let is_left_out = is_printer && status == Exit::Interrupted as u8;
            if !is_left_out && self.exits.iter().all(|(own, _)| *own != status) {
                statuses.push((status, meaning));
            }
        }
        statuses.sort_unstable();
        statuses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    /// The subcommands of a command, with the names that lead to them, itself included.
    fn tree(command: &clap::Command, path: &str, found: &mut Vec<(String, clap::Command)>) {
        found.push((path.to_owned(), command.clone()));
        for below in command.get_subcommands() {
            let path = format!("{path} {}", below.get_name());
            tree(below, path.trim_start(), found);
        }
    }

    fn program() -> Vec<(String, clap::Command)> {
        let mut found = Vec::new();
        tree(&cli::program(), "", &mut found);
        found
    }

    #[test]
    fn every_help_has_examples_and_exit_statuses() {
        let program = program();
        for (path, command) in &program {
            let help = command.clone().render_long_help().to_string();
            let (_, ending) = help.split_once("Examples:\n").unwrap_or_default();
            let examples = ending.lines().filter(|line| line.starts_with("  ataxx"));
            let examples = examples.count();
            assert!((2..=4).contains(&examples), "{path}: {examples} examples");
            assert!(help.contains("Exit status:\n  0   "), "{path}: {help}");
            let too_long = help
                .lines()
                .find(|line| line.starts_with("  ataxx") && line.chars().count() > 80);
            assert_eq!(too_long, None, "{path}");
        }
        for ending in endings() {
            let is_there = program.iter().any(|(path, _)| path == ending.path);
            assert!(is_there, "{}", ending.path);
            for (status, _) in ending.exits {
                assert!(status <= Exit::WouldChange as u8, "{}", ending.path);
            }
        }
    }

    /// The words of a command line, as a shell splits it.
    fn words(line: &str) -> Vec<String> {
        line.split('"')
            .zip([false, true].into_iter().cycle())
            .flat_map(|(part, quoted)| -> Vec<String> {
                if quoted {
                    vec![part.to_owned()]
                } else {
                    part.split_whitespace().map(str::to_owned).collect()
                }
            })
            .collect()
    }

    #[test]
    fn the_examples_are_command_lines() {
        for ending in endings() {
            for line in ending.examples.into_iter().step_by(2) {
                let path = line.strip_prefix("ataxx").expect(line).trim_start();
                assert!(path.starts_with(ending.path), "{line}");
                let parsed = cli::parse(words(line).into_iter().map(Into::into));
                assert!(parsed.is_ok(), "{line}: {}", parsed.expect_err(line));
            }
        }
    }

    /// Whether an option takes a value.
    fn takes(option: &clap::Arg, value: &str) -> bool {
        let alone = clap::Arg::new("option")
            .long("option")
            .num_args(1)
            .allow_hyphen_values(true)
            .value_parser(option.get_value_parser().clone());
        let words = ["program".to_owned(), format!("--option={value}")];
        clap::Command::new("program")
            .arg(alone)
            .try_get_matches_from(words)
            .is_ok()
    }

    /// Options that mean something else in different subcommands, and why.
    const DIFFERENT: &[(&str, &str)] = &[
        ("format", "each output has its own"),
        (
            "games",
            "of `puzzles`: files of games, which `match` plays by number",
        ),
        ("hash", "an engine of UAI has a table"),
        ("move-time", "the documents allow 10 seconds, Reloaded 5"),
        (
            "without",
            "the solver and the search have parts of their own",
        ),
    ];

    #[test]
    fn options_of_one_name_have_one_range() {
        let values = [
            "-1",
            "0",
            "1",
            "2",
            "0.5",
            "5",
            "10",
            "100",
            "200",
            "201",
            "1024",
            "1025",
            "5000",
            "65536",
            "1048576",
            "1048577",
            "99999999",
            "4294967296",
            "1e9",
            "abc",
            "",
            "NaN",
        ];
        let mut known: std::collections::BTreeMap<String, (String, Vec<bool>)> =
            std::collections::BTreeMap::new();
        let mut differences = Vec::new();
        for (path, command) in program() {
            for option in command
                .get_arguments()
                .filter(|option| option.get_action().takes_values())
            {
                let Some(name) = option.get_long() else {
                    continue;
                };
                let answers: Vec<bool> = values.iter().map(|value| takes(option, value)).collect();
                let (first, expected) = known
                    .entry(name.to_owned())
                    .or_insert_with(|| (path.clone(), answers.clone()));
                if *expected != answers && !DIFFERENT.iter().any(|(other, _)| *other == name) {
                    let at = values
                        .iter()
                        .zip(expected.iter().zip(&answers))
                        .find(|(_, (one, other))| one != other)
                        .map(|(value, _)| *value);
                    differences.push(format!("--{name} of `{first}` and `{path}`: {at:?}"));
                }
            }
        }
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
}
