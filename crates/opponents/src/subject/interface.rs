//! What a scenario tests.

use crate::Ended;
use crate::dialogue::Dialogue;
use crate::failure::Failure;
use crate::uai::client::Go;
use ataxx_core::board::{Color, Game, IllegalMove, Move, Outcome, Position};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{Dialect, SessionSettings};
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Plays a move in the game that a program is given when it is asked for a move.
pub(super) fn play_by_hand(game: &mut Game, mv: BerkeleyMove) -> Result<(), Failure> {
    let played = mv.play(game).map(drop);
    played.map_err(|error| Failure::refused(error.to_string()))
}

/// A move as programs of the course write it. An extend without a piece next to it starts at its
/// target.
pub(super) fn with_origin(mv: Move, position: &Position) -> BerkeleyMove {
    match (BerkeleyMove::of(mv, position), mv) {
        (BerkeleyMove::Pass, Move::Extend { to }) => BerkeleyMove::Step { from: to, to },
        (named, _) => named,
    }
}

/// A program under test, or the session of this program, as the steps of a scenario see it.
///
/// No function waits beyond its `deadline`. A subject records the lines exchanged in a
/// [`Dialogue`]. What no subject of a kind can do, [`SubjectChoice`](super::SubjectChoice) says
/// before one is started.
pub trait Subject {
    /// Sends a line as it is.
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Failure>;

    /// Plays a legal move for a side that is played by hand.
    fn play(&mut self, mv: BerkeleyMove, deadline: Instant) -> Result<(), Failure> {
        self.send(&mv.to_string(), deadline)
    }

    /// Begins a new game, with this game on the board.
    fn set_game(&mut self, game: &Game, deadline: Instant) -> Result<(), Failure>;

    /// What is on the board. If the subject does not show the side to move and the count of jumps,
    /// they come from the referee.
    fn look(&mut self, _deadline: Instant) -> Result<Position, Failure> {
        Err(Failure::unsupported("its board cannot be seen"))
    }

    /// The next move of an AI of the subject that was not returned before; waits for it.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Failure>;

    /// Asks it for its name, as the document of Ataxx Reloaded does.
    fn identify(&mut self, _deadline: Instant) -> Result<(), Failure> {
        Err(Failure::unsupported("it is not asked for its name"))
    }

    /// Sets how the next move is searched.
    fn order(&mut self, _order: Order) -> Result<(), Failure> {
        let message = "only a UAI engine can be given a search limit for a move";
        Err(Failure::unsupported(message))
    }

    /// The number of sequences of `depth` legal moves, where the subject counts them itself;
    /// `None` where they can be counted on its board.
    fn perft(&mut self, _depth: u8, _deadline: Instant) -> Result<Option<u64>, Failure> {
        Ok(None)
    }

    /// The result that the subject has announced for the current game, if it has.
    fn announced(&mut self, _deadline: Instant) -> Result<Option<Announced>, Failure> {
        Err(Failure::unsupported("it announces no results"))
    }

    /// Takes the lines that it has written to stdout since the last call, without answers to
    /// the runner's own questions.
    fn take_output(&mut self, _deadline: Instant) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    /// Whether more than prompts stood before its last but one answer to [`look`](Self::look), by
    /// what stood before the last. It may have written something there, without ending the line.
    fn has_output_before_prompt(&self) -> bool {
        false
    }

    /// Those of its lines that are the same in each run; others may hold times, for example.
    fn repeatable(&self, lines: &[String]) -> Vec<String> {
        lines.to_vec()
    }

    /// Takes the errors that it has reported since the last call, one text for each.
    fn take_errors(&mut self, _deadline: Instant) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    /// The same when an error is expected, which may come a little later than other output.
    fn await_errors(&mut self, deadline: Instant) -> Result<Vec<String>, Failure> {
        self.take_errors(deadline)
    }

    /// The time that no limit counts: up to its first line, and in which this process was stopped.
    fn uncounted_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Closes its input, and waits for its end.
    fn finish(&mut self, deadline: Instant) -> Result<Ended, Failure>;

    /// The game as it must stand by the rules after all lines in both directions.
    fn referee(&self) -> &Game;

    /// The first move or result that it has announced against the rules, in words.
    fn wrong_announcement(&self) -> Option<&str> {
        None
    }

    /// Remarks for a failed check of the board or the result: moves that it has announced against
    /// the rules, and whether the game depends on moves that its AI has chosen.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Takes the lines exchanged since the last call.
    fn take_dialogue(&mut self) -> Dialogue;

    /// That its output came only when its input ended, in words. Ends it: for the end of a scenario,
    /// after a timeout.
    fn unflushed(&mut self) -> Option<String> {
        None
    }

    /// The end of what it wrote to stderr.
    fn stderr_lines(&self) -> String {
        String::new()
    }
}

/// How an engine searches for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The `go` that it is sent.
    pub go: Go,
    /// The time after which it is sent `stop`, for a search that only ends then.
    pub stop_after: Option<Duration>,
}

/// How a subject is started, and how it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectOptions {
    /// The command language, if it has one.
    pub dialect: Dialect,
    /// How AIs in this process play, and the limits of engines.
    pub session: SessionSettings,
    /// Time limit for a program to start.
    pub start: Duration,
    /// The folder that a program is started in, and in which a session looks files up after the
    /// working directory; `None` for the working directory.
    pub folder: Option<PathBuf>,
    /// The folder with the files of the scenario, for the wrapper of a program.
    pub files: Option<PathBuf>,
    /// The options to set, with their values; `None` for a button.
    pub engine_options: Vec<(String, Option<String>)>,
    /// Its number in the dialogue, counted from 0.
    pub program: usize,
}

impl Default for SubjectOptions {
    fn default() -> Self {
        Self {
            dialect: Dialect::default(),
            session: SessionSettings::default(),
            start: Duration::from_secs(10),
            folder: None,
            files: None,
            engine_options: Vec::new(),
            program: 0,
        }
    }
}

/// A move that an AI of the subject has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AiMove {
    /// Whose move it is.
    pub color: Color,
    /// The move.
    pub mv: BerkeleyMove,
    /// The position before it, according to the referee.
    pub before: Position,
    /// How long it took, as far as can be measured.
    pub took: Duration,
    /// Why it is wrong, according to the referee.
    pub illegal: Option<IllegalAnswer>,
}

/// A move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAnswer {
    /// The move as the program wrote it, in code, where its notation is another than ours.
    pub written: Option<String>,
    /// Why it is not legal.
    pub because: String,
}

impl fmt::Display for IllegalAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.written {
            Some(written) => write!(f, "{written}: {}", self.because),
            None => f.write_str(&self.because),
        }
    }
}

impl From<IllegalMove> for IllegalAnswer {
    fn from(error: IllegalMove) -> Self {
        Self {
            written: None,
            because: error.to_string(),
        }
    }
}

/// A result that was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

impl From<Outcome> for Announced {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner,
        }
    }
}

/// The errors among lines of stderr, one text each; warnings are left out.
///
/// Where some lines begin with `error` or `warning`, each of these begins a text that goes on
/// up to the next. Otherwise each line that is not indented begins one, so that a stack trace
/// is one text.
pub fn group_stderr(lines: &[String]) -> Vec<String> {
    let is_named = |line: &String| is_error(line) || is_warning(line);
    let named = lines.iter().any(is_named);
    let mut texts: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let begins = if named {
            is_named(line)
        } else {
            !line.starts_with([' ', '\t'])
        };
        match texts.last_mut() {
            Some(text) if !begins => {
                text.push('\n');
                text.push_str(line);
            }
            _ => texts.push(line.clone()),
        }
    }
    texts.retain(|text| !is_warning(text));
    texts
}

/// Whether a line begins with `error`.
pub fn is_error(line: &str) -> bool {
    begins_with(line, "error")
}

fn is_warning(line: &str) -> bool {
    begins_with(line, "warning")
}

fn begins_with(line: &str, word: &str) -> bool {
    let start = line.trim_start().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Whether a subject has printed nothing in answer to the last line, besides what it prints for
/// every line, such as a prompt. `output` is what it has printed since then, to which is added
/// what is read here; `stderr_lines` was its stderr before the line. Where `any_counts`, so does
/// output that comes after every line.
pub fn is_unanswered(
    subject: &mut dyn Subject,
    output: &mut Vec<String>,
    stderr_lines: &str,
    any_counts: bool,
    deadline: Instant,
) -> Result<bool, Failure> {
    // What it writes to stderr may come a little later.
    subject.look(deadline)?;
    let mut more = subject.take_output(deadline)?;
    let is_silent = is_prompt(output, &more) && (!any_counts || is_blank(output));
    output.append(&mut more);
    Ok(is_silent && !subject.has_output_before_prompt() && subject.stderr_lines() == stderr_lines)
}

/// Whether the output for a line and a dump is only what the program prints for every line, such
/// as a prompt; `after_dump` is that for one more dump.
fn is_prompt(output: &[String], after_dump: &[String]) -> bool {
    let is_word = |line: &&String| !line.trim().is_empty();
    let again = after_dump.iter().chain(after_dump).filter(is_word);
    output.iter().filter(is_word).eq(again)
}

fn is_blank(output: &[String]) -> bool {
    output.iter().all(|line| line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &str) -> Vec<String> {
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        group_stderr(&lines)
    }

    #[test]
    fn every_line_is_an_error_but_what_hangs_below_it() {
        assert_eq!(
            texts("bad move\nbad square\n\n"),
            ["bad move", "bad square"]
        );
        assert_eq!(
            texts("Exception: x\n\tat main\nbye"),
            ["Exception: x\n\tat main", "bye"]
        );
        assert_eq!(texts("  odd"), ["  odd"]);
    }

    #[test]
    fn errors_that_name_themselves_are_kept_whole() {
        assert_eq!(
            texts("error: no\n |\n | x\nhint\nwarning: odd\n = x\nError: again"),
            ["error: no\n |\n | x\nhint", "Error: again"]
        );
    }

    #[test]
    fn a_prompt_is_no_answer() {
        let is_prompt = |output: &str, after_dump: &str| {
            let lines =
                |text: &str| -> Vec<String> { text.split('|').map(str::to_owned).collect() };
            is_prompt(&lines(output), &lines(after_dump))
        };
        assert!(is_prompt("", ""));
        assert!(is_prompt(" ||", ""));
        assert!(!is_prompt("no", ""));
        assert!(is_prompt("Red?|Red?", "Red?"));
        assert!(is_prompt("Red?||3 jumps|Red?|3 jumps", "Red?|3 jumps"));
        assert!(!is_prompt("Red? no|Red?", "Red?"));
        assert!(!is_prompt("Red?|no|Red?", "Red?"));
        assert!(!is_prompt("", "a late line"));
    }
}
