//! What is looked at when a script is done.

use super::Format;
use super::clock::SHORTLY;
use super::ear::{Kind, one_blank};
use super::participant::{Participant, malformed};
use super::problem::{Blamed, Problem, Wait, quoted};
use super::standard;
use crate::opponents::dialogue::Dialogue;
use crate::opponents::{Ended, Silence};
use crate::tester::Outcome;
use std::time::{Duration, Instant};

/// What a program still says when it has ended is there by now, or soon.
const REST: Duration = Duration::from_secs(1);
impl Participant<'_> {
    /// Ends the program, hears what it still says, and looks at what was recorded.
    pub fn finish(&mut self, dialogue: &mut Dialogue) -> Result<(), Problem> {
        let begun = Instant::now();
        let ended = self.wire.finish(begun + SHORTLY);
        let unread = self.hear_rest(dialogue);
        let is_up = Instant::now() >= begun + SHORTLY;
        let ended = ended.map_err(|silence| {
            let wait = Wait {
                what: "the program to end".to_owned(),
                after: Some("the end of the script".to_owned()),
                waited: begun.elapsed(),
                bound: super::problem::Bound::Answer,
                is_up,
            };
            wait.in_vain(&silence).at(Blamed::End)
        })?;
        self.check_end(ended, dialogue)?;
        unread?;
        self.check_record()
    }

    /// Hears the rest: in 2022 announcements are passed over, in 2016 nothing is.
    fn hear_rest(&mut self, dialogue: &mut Dialogue) -> Result<(), Problem> {
        let deadline = Instant::now() + REST;
        let mut unread = Ok(());
        loop {
            let heard = match self.hear(deadline, dialogue) {
                Ok(heard) => heard,
                Err(Silence::Interrupted) => return Err(super::problem::interrupted()),
                Err(_) => break,
            };
            match (self.format, heard.kind) {
                (Format::Spring2022, Kind::Announced(_)) => {
                    self.passed_over.push((heard.text, self.next));
                }
                (Format::Spring2022, Kind::Other) => {
                    unread = unread.and(Err(malformed(&heard.text).at(Blamed::End)));
                }
                (Format::Spring2022, _) => {}
                (Format::Fall2016, _) => {
                    let line = quoted(&one_blank(&heard.text));
                    let message = format!("nothing expects the line {line}, and it was printed");
                    let problem = Problem::new("unread-output", message)
                        .at(Blamed::End)
                        .label("the script ends here");
                    unread = unread.and(Err(problem));
                }
            }
        }
        if let Some(rows) = self.ear.unfinished() {
            self.saw_board(&rows);
        }
        unread
    }

    fn check_end(&mut self, ended: Ended, dialogue: &Dialogue) -> Result<(), Problem> {
        if let Some(problem) = self.never_started(ended, dialogue) {
            return Err(problem);
        }
        match ended {
            Ended::Status(0) => Ok(()),
            Ended::Status(status) => {
                let message = format!("the program ended with exit status {status} instead of 0");
                Err(Problem::new("exit-status", message).at(Blamed::End))
            }
            Ended::Signal(_) => {
                let message = format!("the program was ended by {ended}");
                let problem = Problem::new("exit-status", message).at(Blamed::End);
                Err(problem.outcome(Outcome::Crash))
            }
        }
    }

    fn check_record(&self) -> Result<(), Problem> {
        let record: Vec<&str> = self.record.iter().map(|(line, _)| line.as_str()).collect();
        standard::compare(self.part, &record, |number| {
            let Some(board) = self.shadow.boards().get(number) else {
                return (None, None);
            };
            let step = board.step.and_then(|step| self.part.lines.get(step));
            let place = step.map(|step| {
                let file = super::format::base(&self.part.source.name);
                format!(
                    "`{}` on line {} of {file}",
                    self.part.text(step),
                    step.number
                )
            });
            (board.by_rules, place)
        })
    }
}
