//! Habits of right programs: what they print instead of, before or behind the output of our own
//! session.

use ataxx_core::notation::Dump;
use ataxx_session::{Announcement, Dialect, Session, State};

/// What the session has printed for a line.
pub(super) struct Said<'s> {
    /// The line; empty at the start.
    pub(super) sent: &'s str,
    /// Its number, 0 at the start.
    pub(super) number: usize,
    /// The session after it.
    pub(super) session: &'s Session,
    /// The lines of stdout.
    pub(super) lines: Vec<String>,
    /// The lines of stderr.
    pub(super) errors: Vec<String>,
}

/// What a program with a habit prints instead.
#[derive(Default)]
pub(super) struct Written {
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// A habit of a right program.
pub(super) struct Habit {
    pub(super) name: String,
    /// Whether a document allows it.
    pub(super) is_right: fn(Dialect) -> bool,
    pub(super) write: Box<dyn Fn(&Said) -> Written + Sync + Send>,
}

const fn all(_: Dialect) -> bool {
    true
}

fn fall_2008(dialect: Dialect) -> bool {
    dialect == Dialect::FALL_2008
}

fn with_states(dialect: Dialect) -> bool {
    dialect.has_states()
}

fn ended(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

pub(super) fn plain(said: &Said) -> Written {
    Written {
        stdout: ended(&said.lines),
        stderr: ended(&said.errors),
    }
}

fn habit(
    name: &str,
    is_right: fn(Dialect) -> bool,
    write: impl Fn(&Said) -> Written + Sync + Send + 'static,
) -> Habit {
    Habit {
        name: name.to_owned(),
        is_right,
        write: Box::new(write),
    }
}

/// The lines of stdout, each changed.
fn each_line(name: &str, change: fn(&str) -> String) -> Habit {
    habit(name, all, move |said| Written {
        stdout: said.lines.iter().map(|line| change(line)).collect(),
        ..plain(said)
    })
}

/// More output before that of each line.
fn first(
    name: &str,
    is_right: fn(Dialect) -> bool,
    more: impl Fn(&Said) -> String + Sync + Send + 'static,
) -> Habit {
    habit(name, is_right, move |said| {
        let Written { stdout, stderr } = plain(said);
        let stdout = more(said) + &stdout;
        Written { stdout, stderr }
    })
}

/// A prompt whenever the program waits for a line.
fn prompt(name: &str, text: impl Fn(&Said) -> String + Sync + Send + 'static) -> Habit {
    habit(&format!("prompt {name}"), all, move |said| {
        let Written { stdout, stderr } = plain(said);
        let stdout = stdout + &text(said);
        Written { stdout, stderr }
    })
}

/// Errors in other words: these, if there is any.
fn errors(name: &str, write: fn(&str) -> Written) -> Habit {
    habit(&format!("errors: {name}"), all, move |said| {
        let mut written = plain(said);
        if let Some(error) = said.errors.first() {
            let Written { stdout, stderr } = write(error);
            written.stdout += &stdout;
            written.stderr = stderr;
        }
        written
    })
}

fn on_stdout(text: &str) -> Written {
    Written {
        stdout: text.to_owned(),
        stderr: String::new(),
    }
}

fn on_stderr(text: &str) -> Written {
    Written {
        stdout: String::new(),
        stderr: text.to_owned(),
    }
}

fn announcement(line: &str, session: &Session) -> Option<Announcement> {
    Announcement::read(line, session.dialect())
}

/// The announcement of the result of a game that has ended in set-up.
fn result_in_set_up(said: &Said) -> String {
    let winner = match said.session.game().outcome() {
        Some(outcome) if said.session.state() == State::SetUp => outcome.winner,
        _ => return String::new(),
    };
    let line = Announcement::Result { winner }.line(said.session.dialect());
    format!("{line}\n")
}

/// As the last set-up move leads to it, once.
fn result_at_once(said: &Said) -> String {
    if said.sent.contains('-') && said.errors.is_empty() {
        result_in_set_up(said)
    } else {
        String::new()
    }
}

#[allow(clippy::too_many_lines)] // of a table
pub(super) fn habits() -> Vec<Habit> {
    let mut all_habits: Vec<Habit> = [
        "> ",
        ">",
        ">>> ",
        "? ",
        "$ ",
        "# ",
        "% ",
        ": ",
        "Red: ",
        "[red] ",
        "(red) ",
        "ataxx> ",
        "Your move? ",
        "Your turn ",
        "=> ",
        "-> ",
        "» ",
        "→ ",
        "move: ",
        "~ ",
        "/ ",
        "| ",
        "\t",
    ]
    .into_iter()
    .map(|text| prompt(&format!("`{text}`"), |_: &Said| text.to_owned()))
    .collect();
    all_habits.extend([
        prompt("with an end", |_| ">\n".to_owned()),
        prompt("with colours", |_| "\u{1b}[32mataxx>\u{1b}[0m ".to_owned()),
        prompt("with the side", |said| {
            format!("{}: ", said.session.position().turn())
        }),
        prompt("with the side in lower case", |said| {
            format!("{}> ", said.session.position().turn().name())
        }),
        prompt("with a number", |said| format!("{}. ", said.number + 1)),
        prompt("with a number and the side", |said| {
            format!("[{} {}] ", said.number, said.session.position().turn())
        }),
        habit("the prompt on stderr", all, |said| {
            let Written { stdout, stderr } = plain(said);
            let stderr = stderr + "> ";
            Written { stdout, stderr }
        }),
        each_line("a newline before each line", |line| format!("\n{line}")),
        each_line("carriage returns", |line| format!("{line}\r\n")),
        each_line("blanks at the ends of lines", |line| format!("{line}  \n")),
        each_line("an empty line after each line that is in no dump", |line| {
            let is_of_dump = line.starts_with("  ") || line == Dump::FRAME;
            if is_of_dump {
                format!("{line}\n")
            } else {
                format!("{line}\n\n")
            }
        }),
        habit("a newline before each line, and a prompt", all, |said| {
            let lines = said.lines.iter().map(|line| format!("\n{line}"));
            let mut written = plain(said);
            written.stdout = lines.chain(["\n> ".to_owned()]).collect();
            written
        }),
        first("an empty line", all, |_| "\n".to_owned()),
        first("three empty lines", all, |_| "\n\n\n".to_owned()),
        first("an echo", all, |said| format!("{}\n", said.sent)),
        first("an echo after a sign", all, |said| {
            format!("> {}\n", said.sent)
        }),
        first("`ok`", all, |_| "ok\n".to_owned()),
        first("a banner", all, |said| match said.number {
            0 => "Ataxx 1.0\n---------\nType `help` for help.\n\n".to_owned(),
            _ => String::new(),
        }),
        first("a banner of asterisks", all, |said| match said.number {
            0 => "*******\n* Ataxx *\n*******\n".to_owned(),
            _ => String::new(),
        }),
        first("a board for people", all, |said| {
            let dump = Dump(*said.session.position()).to_string();
            let rows = dump.lines().filter(|line| *line != Dump::FRAME);
            let rows = rows
                .enumerate()
                .map(|(row, line)| format!("{} {line}\n", 7 - row));
            rows.collect::<String>() + "    a b c d e f g\n"
        }),
        first("the side to move", all, |said| {
            format!("{} to move\n", said.session.position().turn())
        }),
        first("the numbers of pieces", all, |said| {
            let position = said.session.position();
            let [red, blue] =
                ataxx_core::board::Color::BOTH.map(|side| position.pieces(side).count());
            format!("Red: {red}, Blue: {blue}\n")
        }),
        habit("a log on stderr", all, |said| {
            let Written { stdout, stderr } = plain(said);
            let stderr = format!("read: {}\n{stderr}", said.sent);
            Written { stdout, stderr }
        }),
        habit("help on stderr", all, |said| {
            if said.sent.trim() == "help" {
                on_stderr(&ended(&said.lines))
            } else {
                plain(said)
            }
        }),
        habit("help in a word", all, |said| {
            if said.sent.trim() == "help" {
                on_stdout("no\n")
            } else {
                plain(said)
            }
        }),
        habit("everything on stdout", all, |said| {
            on_stdout(&(ended(&said.errors) + &ended(&said.lines)))
        }),
        errors("in a word", |_| on_stdout("No.\n")),
        errors("a sign", |_| on_stdout("?\n")),
        errors("a sign on stderr", |_| on_stderr("?\n")),
        errors("capital letters", |_| on_stdout("ILLEGAL! TRY AGAIN\n")),
        errors("other characters", |_| on_stdout("✗ ungültig\n")),
        errors("without an end", |_| on_stdout("illegal. ")),
        errors("a stack trace", |_| {
            on_stderr("java.lang.Exception: bad\n\tat ataxx.Board.move\n\tat ataxx.Main.main\n")
        }),
        errors("on both streams", |error| Written {
            stdout: format!("{error}\n"),
            stderr: format!("{error}\n"),
        }),
        errors("with help", |_| {
            on_stdout("I do not know that.\nType a square, a hyphen and a square.\n\n")
        }),
        errors("a warning", |_| {
            on_stderr("warning: that is not possible\n")
        }),
        habit("errors that name the line", all, |said| {
            let error = (!said.errors.is_empty()).then(|| format!("bad line `{}`\n", said.sent));
            on_stdout(&(error.unwrap_or_default() + &ended(&said.lines)))
        }),
        habit("the result before the move", all, |said| {
            let mut written = plain(said);
            if let [.., mv, result] = &said.lines[..]
                && let Some(Announcement::Result { .. }) = announcement(result, said.session)
                && let Some(Announcement::Move { .. }) = announcement(mv, said.session)
            {
                let mut lines = said.lines.clone();
                let last = lines.len() - 1;
                lines.swap(last - 1, last);
                written.stdout = ended(&lines);
            }
            written
        }),
        first(
            "a result in set-up and at `start`",
            with_states,
            result_at_once,
        ),
        habit("a result in set-up, not at `start`", with_states, |said| {
            let mut written = plain(said);
            if said.sent.trim() == "start" {
                let is_result = |line: &&String| {
                    matches!(
                        announcement(line, said.session),
                        Some(Announcement::Result { .. })
                    )
                };
                let is_of_set_up = said.lines.first().is_some_and(|line| is_result(&line));
                if is_of_set_up {
                    written.stdout = ended(&said.lines[1..]);
                }
            }
            written.stdout += &result_at_once(said);
            written
        }),
        habit("moves that are not announced", fall_2008, |said| {
            let is_move = |line: &&String| {
                matches!(
                    announcement(line, said.session),
                    Some(Announcement::Move { .. })
                )
            };
            let lines: Vec<String> = said
                .lines
                .iter()
                .filter(|it| !is_move(it))
                .cloned()
                .collect();
            Written {
                stdout: ended(&lines),
                ..plain(said)
            }
        }),
        first("words about moves", fall_2008, |_| {
            "Considering: Red moves g1-f2.\nConsidering: Blue passes.\n".to_owned()
        }),
        first("words about results", fall_2008, |_| {
            "With luck: Red wins.\nElse it is a Draw.\n".to_owned()
        }),
    ]);
    all_habits
}
