//! The end of a script: the program ends, and what was recorded is compared.

use super::harness::{Kind, one_blank};
use super::play::{Play, problem, quoted};
use super::wait::{in_vain, malformed, not_started};
use super::{Format, format, standard};
use crate::opponents::{Ended, ReadError};
use crate::tester::Outcome;
use crate::tester::performer::Problem;
use std::time::{Duration, Instant};

/// The time limit for the rest of the output of a program that has ended.
const REST: Duration = Duration::from_secs(1);

impl Play<'_, '_> {
    /// Ends the program, reads the rest of its output, and compares what was recorded.
    pub fn finish(&mut self) -> Result<(), Problem> {
        let ended = self.program.close();
        let unread = self.read_rest();
        let end = self.part.end();
        let ended = ended.map_err(|vain| {
            let after = "the end of the script".to_owned();
            in_vain(&end, "the program to end", Some(after), &vain)
        })?;
        self.check_end(ended)?;
        unread?;
        self.check_record()
    }

    /// Reads the rest: in 2022 announcements are passed over, in 2016 nothing is.
    fn read_rest(&mut self) -> Result<(), Problem> {
        let deadline = Instant::now() + REST;
        let end = self.part.end();
        let mut unread = Ok(());
        loop {
            let heard = match self.program.hear(self.index, deadline) {
                Ok(heard) => heard,
                Err(ReadError::Interrupted) => return Err(Problem::interrupted(&end)),
                Err(_) => break,
            };
            match (self.program.format, heard.kind) {
                (Format::Spring2022, Kind::Announced(_)) => {
                    self.program.passed_over.push((heard.text, self.index));
                }
                (Format::Spring2022, Kind::Other) => {
                    unread = unread.and(Err(malformed(&end, &heard.text)));
                }
                (Format::Spring2022, _) => {}
                (Format::Fall2016, _) => {
                    let line = quoted(&one_blank(&heard.text));
                    let message = format!("nothing expects the line {line}, and it was printed");
                    let label = "the script ends here";
                    unread = unread.and(Err(problem(&end, "unread-output", message, label)));
                }
            }
        }
        self.program.end_board(self.index);
        unread
    }

    fn check_end(&mut self, ended: Ended) -> Result<(), Problem> {
        if let Some(reason) = self.program.never_started() {
            return Err(not_started(&self.part.command_place(), &reason));
        }
        let (message, outcome) = match ended {
            Ended::Status(0) => return Ok(()),
            Ended::Status(status) => {
                let message = format!("the program ended with exit status {status} instead of 0");
                (message, Outcome::Fail)
            }
            Ended::Signal(_) => (format!("the program was ended by {ended}"), Outcome::Crash),
        };
        Err(problem(&self.part.end(), "exit-status", message, "").ending(outcome))
    }

    fn check_record(&self) -> Result<(), Problem> {
        let record: Vec<&str> = self
            .program
            .record
            .iter()
            .map(|(line, _)| line.as_str())
            .collect();
        standard::compare(self.part, &record, self.program.as_course, |number| {
            let Some(board) = self.program.judge.boards().get(number) else {
                return (None, None);
            };
            let line = board.step.and_then(|step| self.part.lines.get(step));
            let place = line.map(|line| {
                let file = format::base(&self.part.source.name);
                let (text, number) = (self.part.text(line), self.part.number(line));
                format!("`{text}` on line {number} of {file}")
            });
            (board.by_rules, place)
        })
    }
}
