//! Talking with a program: what is said is noted, and silence is put into words.

use super::Trouble;
use crate::opponents::dialogue::{Dialogue, Wire};
use crate::opponents::{Ended, Peer, Silence, shortened};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A conversation with a program.
pub struct Talk<'a> {
    wire: Wire<'a>,
    dialogue: Dialogue,
    /// The command line it was started by.
    command: String,
    /// Until then it may still be starting, whatever else it is given to say its first
    /// line.
    starting: Instant,
    /// How many lines it was sent, and the last of them; ours do not count.
    sent: usize,
    last_sent: String,
    last_heard: Option<String>,
}

impl<'a> Talk<'a> {
    /// A conversation with a peer that was just started by this command line and may
    /// take so long to say its first line.
    pub fn new(peer: Box<dyn Peer + 'a>, program: usize, command: &str, start: Duration) -> Self {
        Self {
            wire: Wire::new(peer, program),
            dialogue: Dialogue::default(),
            command: command.to_owned(),
            starting: Instant::now() + start,
            sent: 0,
            last_sent: String::new(),
            last_heard: None,
        }
    }

    /// Says a line of the scenario's.
    ///
    /// # Errors
    ///
    /// When nobody listens.
    pub fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.sent += 1;
        line.clone_into(&mut self.last_sent);
        self.ask(line)
    }

    /// Says a line of our own.
    ///
    /// # Errors
    ///
    /// When nobody listens.
    pub fn ask(&mut self, line: &str) -> Result<(), Trouble> {
        let Err(silence) = self.wire.send(line, &mut self.dialogue) else {
            return Ok(());
        };
        // Its last words tell more than that it is gone.
        while let Ok(line) = self.wire.hear(Instant::now(), &mut self.dialogue) {
            self.last_heard = Some(line);
        }
        Err(self.trouble(&silence, &format!("could not say `{line}`")))
    }

    /// The next line; waits for it, which is called `what` if it does not come: `for
    /// Blue to announce a move`.
    ///
    /// # Errors
    ///
    /// When none comes.
    pub fn hear(&mut self, deadline: Instant, what: &str) -> Result<String, Trouble> {
        let begun = Instant::now();
        let deadline = self.extended(deadline);
        self.next_line(deadline)
            .map_err(|silence| self.vain(&silence, begun, what))
    }

    /// The next line until the program ends; `None` when it has.
    ///
    /// # Errors
    ///
    /// When it goes on without a line.
    pub fn hear_to_the_end(&mut self, deadline: Instant) -> Result<Option<String>, Trouble> {
        let begun = Instant::now();
        let deadline = self.extended(deadline);
        match self.next_line(deadline) {
            Ok(line) => Ok(Some(line)),
            Err(Silence::Ended(_)) if self.wire.peer().could_not_start() => {
                Err(self.not_started(None))
            }
            Err(Silence::Ended(_)) => Ok(None),
            Err(silence) => Err(self.vain(&silence, begun, "for the program to end")),
        }
    }

    /// Says that nothing more comes, and waits for the end.
    ///
    /// # Errors
    ///
    /// When it does not end.
    pub fn finish(&mut self, deadline: Instant) -> Result<Ended, Trouble> {
        let begun = Instant::now();
        let deadline = self.extended(deadline);
        let ended = self.wire.finish(deadline).map_err(|silence| {
            let what = "for the program to end after the end of its input";
            self.vain(&silence, begun, what)
        })?;
        if self.wire.peer().could_not_start() {
            return Err(self.not_started(Some(ended)));
        }
        Ok(ended)
    }

    fn next_line(&mut self, deadline: Instant) -> Result<String, Silence> {
        let line = self.wire.hear(deadline, &mut self.dialogue)?;
        self.last_heard = Some(line.clone());
        Ok(line)
    }

    /// The deadline, or a later one for a program that is still starting.
    fn extended(&self, deadline: Instant) -> Instant {
        match self.last_heard {
            Some(_) => deadline,
            None => deadline.max(self.starting),
        }
    }

    /// The errors on stderr since this was asked last, one text for each.
    pub fn take_errors(&mut self) -> Vec<String> {
        one_text_each(&self.wire.peer().take_complaints())
    }

    /// The end of what it has written to stderr.
    pub fn complaints(&self) -> String {
        self.wire.complaints()
    }

    /// Resets the output limit.
    pub fn reset_output_limit(&mut self) {
        self.wire.peer().reset_output_limit();
    }

    /// Takes what was said.
    pub fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }

    /// What was waited for in vain.
    fn vain(&mut self, silence: &Silence, begun: Instant, what: &str) -> Trouble {
        if *silence == Silence::TimeOut {
            let seconds = begun.elapsed().as_secs_f64();
            let since = self.since();
            return Trouble::TimeOut(format!("waited {seconds:.1} s {what}{since}"));
        }
        self.trouble(silence, &format!("waited {what}"))
    }

    /// What was done in vain.
    fn trouble(&mut self, silence: &Silence, done: &str) -> Trouble {
        const MIB: usize = 1024 * 1024;
        let since = self.since();
        match *silence {
            Silence::Interrupted => Trouble::Interrupted,
            Silence::TimeOut => Trouble::TimeOut(format!("{done} in vain{since}")),
            Silence::Ended(how) if self.wire.peer().could_not_start() => self.not_started(how),
            Silence::Ended(Some(how)) => Trouble::Crash(format!(
                "{done}, but the program ended with {}{since}",
                how.in_words()
            )),
            Silence::Ended(None) => Trouble::Crash(format!(
                "{done}, but the program closed its output and went on{since}"
            )),
            Silence::Flooded { limit } => Trouble::Wrong(format!(
                "{done}, but the program wrote more than {} MiB{since}",
                limit / MIB
            )),
            Silence::Deaf => Trouble::Crash(format!(
                "{done}: the program does not read its input{since}"
            )),
        }
    }

    fn not_started(&self, how: Option<Ended>) -> Trouble {
        let how = how.map_or_else(String::new, |how| format!(" ({how})"));
        Trouble::NotStarted(format!("`{}` could not be started{how}", self.command))
    }

    /// After what this was.
    fn since(&self) -> String {
        let mut text = String::new();
        if self.sent > 0 {
            let _ = write!(text, ", after line {} (`{}`)", self.sent, self.last_sent);
        }
        match &self.last_heard {
            Some(line) => {
                let _ = write!(text, "; the last it said was `{}`", shortened(line));
            }
            None => text.push_str("; it has said nothing"),
        }
        text
    }
}

/// The lines on stderr, those together that belong to one error. Where errors say that
/// they are some, as ours do, all up to the next belongs to them; else every line does
/// that is not indented, as those of a stack trace are. Warnings are no errors.
pub fn one_text_each(lines: &[String]) -> Vec<String> {
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

/// Whether a line says of itself that it is an error.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &str) -> Vec<String> {
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        one_text_each(&lines)
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
}
