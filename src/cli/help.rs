//! What every `--help` and manual page ends with: examples, and the exit statuses.

use super::exit::Exit;
use std::fmt::Write as _;

/// The end of the help of a subcommand.
struct Ending {
    /// The names that lead to the subcommand; empty for the program itself.
    path: &'static str,
    /// Command lines, and what they do.
    examples: &'static [(&'static str, &'static str)],
    /// The exit statuses but the usual ones, and what they mean.
    exits: &'static [(Exit, &'static str)],
}

/// The program and all its subcommands.
const ENDINGS: &[Ending] = &[
    Ending {
        path: "",
        examples: &[
            ("ataxx", "play in the terminal: you are Red, an AI is Blue"),
            ("ataxx --display", "the same with a board in the browser"),
            (
                "ataxx --dialect 2016 game.txt",
                "run the commands of a file",
            ),
        ],
        exits: &[
            (Exit::Good, "the session ended, also after errors"),
            (Exit::Failed, "with --strict, a command was refused"),
        ],
    },
    Ending {
        path: "test",
        examples: &[
            (
                "ataxx test --suite 2022 --program \"java -ea ataxx.Main\"",
                "check a program against the document of 2022",
            ),
            ("ataxx test my-tests", "run all scenarios in a folder"),
            (
                "ataxx test my-tests --rerun-failed",
                "rerun the scenarios that failed",
            ),
        ],
        exits: &[
            (Exit::Good, "everything passed"),
            (Exit::Failed, "a check failed"),
            (Exit::NotStarted, "the program could not be started"),
            (
                Exit::NothingSelected,
                "no scenario was selected, or none could be checked",
            ),
            (Exit::WouldChange, "with --check, a file would be changed"),
        ],
    },
    Ending {
        path: "explore",
        examples: &[
            (
                "ataxx explore --program ./my-ataxx --time 60",
                "search for faults for a minute",
            ),
            (
                "ataxx explore --uai ./engine --write found",
                "write a scenario for each fault of an engine",
            ),
        ],
        exits: &[
            (Exit::Good, "no fault was found"),
            (Exit::Failed, "a fault was found"),
            (Exit::NotStarted, "the program could not be started"),
            (
                Exit::NothingSelected,
                "the time was too short for a session or a position, or none of them counts",
            ),
        ],
    },
    Ending {
        path: "fmt",
        examples: &[
            ("ataxx fmt", "format the files in scenarios/"),
            ("ataxx fmt --check my-tests", "list what is not formatted"),
        ],
        exits: &[
            (Exit::Good, "all files are formatted"),
            (Exit::NothingSelected, "there are no scenario files"),
            (Exit::WouldChange, "with --check, a file is not formatted"),
        ],
    },
    Ending {
        path: "schema",
        examples: &[
            ("ataxx schema", "print the schema for an editor"),
            ("ataxx schema --steps", "print the schema of files of steps"),
        ],
        exits: &[],
    },
    Ending {
        path: "perft",
        examples: &[
            ("ataxx perft 5", "count from the start position"),
            (
                "ataxx perft 4 \"x5o/7/3-3/7/3-3/7/o5x x 0 1\" --divide",
                "count below each first move",
            ),
            (
                "ataxx perft 6 --batch positions.txt --threads 4",
                "count for every line of a file",
            ),
        ],
        exits: &[(Exit::Failed, "a line of --batch is no position")],
    },
    Ending {
        path: "convert",
        examples: &[
            ("ataxx convert start --to board", "draw a board as text"),
            (
                "ataxx convert - --to fen",
                "write a dump from another program as a FEN",
            ),
            (
                "ataxx convert --moves \"a7-b7 g7-f7\" --to svg",
                "draw a position as a picture",
            ),
        ],
        exits: &[(Exit::Failed, "a line of --batch is no position")],
    },
    Ending {
        path: "solve",
        examples: &[
            (
                "ataxx solve @position.txt --plies 9",
                "look for a forced win within nine plies",
            ),
            (
                "ataxx solve @position.txt --exact --certificate proof.txt",
                "find the value, with a proof",
            ),
            (
                "ataxx solve --layers 3x6 --rules uai --threads 2",
                "settle every position of a small board",
            ),
            (
                "ataxx solve @position.txt --shard 2/5 --certificate part-2.txt",
                "solve a fifth of the first moves, for `ataxx merge`",
            ),
        ],
        exits: &[
            (Exit::Good, "whatever the verdict is"),
            (
                Exit::Failed,
                "no certificate, a line of --batch is no position, or a value of --corpus differs",
            ),
            (
                Exit::NothingSelected,
                "with --corpus, no position was solved",
            ),
        ],
    },
    Ending {
        path: "analyze",
        examples: &[
            ("ataxx analyze --lines 3", "show the three best variations"),
            (
                "ataxx analyze @position.txt --time 60",
                "think for a minute",
            ),
            (
                "ataxx analyze --game game.txt --plot game.svg",
                "find the mistakes of a game",
            ),
        ],
        exits: &[(Exit::Failed, "a line of --batch is no position")],
    },
    Ending {
        path: "verify",
        examples: &[
            ("ataxx verify proof.txt", "check a certificate"),
            (
                "ataxx verify - --json",
                "check a certificate from standard input",
            ),
        ],
        exits: &[
            (Exit::Good, "the certificate proves its verdict"),
            (Exit::Failed, "it does not"),
            (Exit::Usage, "it is no certificate, or cannot be read"),
        ],
    },
    Ending {
        path: "puzzles",
        examples: &[
            ("ataxx puzzles --play --difficulty easy", "solve puzzles"),
            ("ataxx puzzles --html sheet.html", "write a sheet to print"),
            ("ataxx puzzles --mine 10 --out mine.txt", "make new puzzles"),
        ],
        exits: &[
            (Exit::Failed, "with --check, a puzzle is not proved"),
            (Exit::NothingSelected, "no puzzle was selected"),
        ],
    },
    Ending {
        path: "bench",
        examples: &[
            ("ataxx bench", "search the built-in positions"),
            (
                "ataxx bench --time 1 --plot depth.svg",
                "search each for a second, and draw a chart",
            ),
        ],
        exits: &[],
    },
    Ending {
        path: "conform",
        examples: &[
            ("ataxx conform ./engine", "run all steps"),
            ("ataxx conform --list", "list the steps"),
            ("ataxx conform ./engine --only perft --json", "run one step"),
        ],
        exits: &[
            (Exit::Good, "all steps passed"),
            (Exit::Failed, "a step failed"),
            (
                Exit::NotStarted,
                "the engine did not start, or did not complete the handshake",
            ),
            (
                Exit::NothingSelected,
                "no step was selected, or all were skipped",
            ),
        ],
    },
    Ending {
        path: "agent",
        examples: &[
            ("ataxx agent", "answer requests from standard input"),
            (
                "ataxx agent --seed 1 --nodes 10000",
                "give the same answers in every run",
            ),
        ],
        exits: &[(Exit::Usage, "a request is malformed")],
    },
    Ending {
        path: "match",
        examples: &[
            (
                "ataxx match --player ai --player uai:./engine --games 100",
                "play a hundred games against an engine",
            ),
            (
                "ataxx match --player ai --player uai:./engine --tc 10+0.1 --out match",
                "keep the games in a folder; the same command resumes the match",
            ),
        ],
        exits: &[
            (Exit::Good, "the match ended, or its bound was reached"),
            (Exit::NotStarted, "a program could not be started"),
        ],
    },
    Ending {
        path: "match merge",
        examples: &[
            ("ataxx match merge part-1 part-2", "print the whole result"),
            (
                "ataxx match merge part-1 part-2 --out whole",
                "write the whole match",
            ),
        ],
        exits: &[(Exit::Failed, "games are missing")],
    },
    Ending {
        path: "uai",
        examples: &[
            ("ataxx uai", "run the engine for a graphical interface"),
            (
                "ataxx uai --hash 256 --threads 4",
                "with more memory and threads",
            ),
        ],
        exits: &[],
    },
    Ending {
        path: "reloaded",
        examples: &[
            ("ataxx reloaded ./agent ai --games 10", "play ten games"),
            ("ataxx reloaded human ai --show", "play yourself"),
        ],
        exits: &[
            (Exit::Failed, "an agent made a fault"),
            (Exit::NotStarted, "an agent could not be started"),
        ],
    },
    Ending {
        path: "merge",
        examples: &[
            (
                "ataxx merge part-1.json part-2.json",
                "print the answers in the order of the lines",
            ),
            (
                "ataxx merge --batch positions.txt part-1.json part-2.json",
                "check that no line is missing",
            ),
            (
                "ataxx merge part-1.txt part-2.txt > proof.txt",
                "combine parts of a certificate",
            ),
        ],
        exits: &[
            (
                Exit::Failed,
                "an answer is an error, or something is missing",
            ),
            (
                Exit::NotStarted,
                "a program of the class could not be started",
            ),
        ],
    },
    Ending {
        path: "completions",
        examples: &[
            ("ataxx completions bash", "for ~/.bash_completion"),
            ("ataxx completions fish", "for fish"),
        ],
        exits: &[],
    },
    Ending {
        path: "man",
        examples: &[
            ("ataxx man", "print the page of the program"),
            ("ataxx man match merge", "print the page of a subcommand"),
            ("ataxx man --write man1", "write all pages to a folder"),
        ],
        exits: &[],
    },
];

/// What the usual exit statuses mean.
const USUAL: [(Exit, &str); 3] = [
    (Exit::Good, "success"),
    (
        Exit::Usage,
        "bad command line, or a file that cannot be used",
    ),
    (
        Exit::Interrupted,
        "stopped by Ctrl-C (128 and the number of the signal)",
    ),
];

/// Commands that only print, and end before anybody could interrupt them.
const PRINTERS: [&str; 3] = ["schema", "completions", "man"];

/// Adds the ends of all help texts to the program.
pub fn with_endings(program: clap::Command) -> clap::Command {
    with_endings_below(program, "")
}

fn with_endings_below(command: clap::Command, path: &str) -> clap::Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    let command = match ENDINGS.iter().find(|ending| ending.path == path) {
        Some(ending) => command.after_help(ending.text()),
        None => command,
    };
    names.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}");
        command.mut_subcommand(name, |below| with_endings_below(below, path.trim_start()))
    })
}

/// The exit statuses of a command that differ from the usual ones.
pub fn own_statuses(path: &str) -> impl Iterator<Item = (u8, &'static str)> {
    let ending = ENDINGS.iter().find(|ending| ending.path == path);
    let exits = ending.map_or(&[][..], |ending| ending.exits);
    exits.iter().map(|(exit, meaning)| (*exit as u8, *meaning))
}

/// The exit statuses that mean the same in most commands.
pub fn usual_statuses() -> impl Iterator<Item = (u8, &'static str)> {
    USUAL
        .into_iter()
        .map(|(exit, meaning)| (exit as u8, meaning))
}

impl Ending {
    fn text(&self) -> String {
        let mut text = "Examples:\n".to_owned();
        for (line, what) in self.examples {
            let _ = writeln!(text, "  {line}\n      {what}");
        }
        text.push_str("\nExit status:");
        for (status, meaning) in self.statuses() {
            let _ = write!(text, "\n  {status:<4}{meaning}");
        }
        text
    }

    /// All exit statuses in their order, and what they mean.
    fn statuses(&self) -> Vec<(u8, &'static str)> {
        let mut exits = self.exits.to_vec();
        for usual in USUAL {
            if usual.0 == Exit::Interrupted && PRINTERS.contains(&self.path) {
                continue;
            }
            if exits.iter().all(|(exit, _)| *exit != usual.0) {
                exits.push(usual);
            }
        }
        let statuses = exits
            .into_iter()
            .map(|(exit, meaning)| (exit as u8, meaning));
        let mut statuses: Vec<_> = statuses.collect();
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
            assert!((2..=3).contains(&examples), "{path}: {examples} examples");
            assert!(help.contains("Exit status:\n  0   "), "{path}: {help}");
            let too_long = help
                .lines()
                .find(|line| line.starts_with("  ataxx") && line.chars().count() > 80);
            assert_eq!(too_long, None, "{path}");
        }
        for ending in ENDINGS {
            let is_there = program.iter().any(|(path, _)| path == ending.path);
            assert!(is_there, "{}", ending.path);
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
        for ending in ENDINGS {
            for (line, _) in ending.examples {
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
