//! One step after another.

use super::Format;
use super::action::{Action, GameEnd, Opening, Pattern};
use super::clock::SHORTLY;
use super::ear::{Kind, one_blank};
use super::participant::{Exchange, Message, Participant};
use super::problem::{Problem, quoted};
use super::rows;
use crate::board::Color;
use crate::notation::BerkeleyMove;
use crate::opponents::dialogue::Dialogue;
use crate::session::Announcement;
use crate::tester::report::Patch;
use std::time::Instant;

/// What a program shares with the rest of the test.
pub(super) struct Table<'t> {
    pub dialogue: &'t mut Dialogue,
    /// What it has for the other program.
    pub outbox: Vec<Message>,
    /// Whether to carry on after an expectation that can be rewritten.
    pub bless: bool,
}

/// How far a program's part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It got on.
    Step,
    /// It waits for the other program.
    Waiting,
    /// All steps are done.
    Over,
}

/// What is announced when an AI is to move.
enum Turn {
    Move(BerkeleyMove),
    Result(Option<Color>, String),
    /// Neither, though it counts.
    Other(String),
}

impl Participant<'_> {
    /// Carries out the step at hand, or a bit of it.
    pub fn advance(&mut self, table: &mut Table) -> Result<Progress, Problem> {
        let Some(step) = self.step() else {
            return Ok(Progress::Over);
        };
        let begun = Instant::now();
        let done = self.carry_out(&step.action, table);
        self.took[self.next] += begun.elapsed();
        let progress = done.map_err(|problem| problem.within(step.span.clone()))?;
        if progress == Progress::Step && self.exchange.is_none() {
            self.next += 1;
        }
        Ok(progress)
    }

    fn carry_out(&mut self, action: &Action, table: &mut Table) -> Result<Progress, Problem> {
        match action {
            Action::Send(line) => self.say(line, table.dialogue)?,
            Action::TimeLimit { each, total } => self.clock.limit(*each, *total),
            Action::Line(text) => self.take_line(text, table)?,
            Action::Matches(pattern) => {
                let what = format!("a line that matches {}", quoted(pattern.text()));
                let heard = self.wait(&what, self.clock.each, table.dialogue)?;
                check(pattern, "line", &heard.text)?;
            }
            Action::AiMove => self.take_move(table)?,
            Action::Result => {
                let text = self.take_result(table)?;
                self.record.push((text, self.next));
            }
            Action::Game { first, end } => self.game(*first, end, table)?,
            Action::Exchange {
                opening,
                first,
                end,
            } => return self.exchange(*opening, *first, end, table),
        }
        Ok(Progress::Step)
    }

    /// Takes a line that equals this.
    fn take_line(&mut self, text: &str, table: &mut Table) -> Result<(), Problem> {
        let what = format!("the line {}", quoted(&one_blank(text)));
        let heard = self.wait(&what, self.clock.each, table.dialogue)?;
        if one_blank(&heard.text) == one_blank(text) {
            return Ok(());
        }
        let mut problem = Problem::values("unexpected-line", "line", text, &heard.text)
            .help(rows::not_announced(&heard, text))
            .patch(self.line_patch(&heard.text));
        if table.bless {
            let span = self.step().map(|step| step.span.clone());
            self.unmet.push(problem.within(span.unwrap_or_default()));
            return Ok(());
        }
        let is_row = matches!(heard.kind, Kind::Row | Kind::Board(_));
        if is_row && let Some(boards) = self.compare_rows(&heard, table.dialogue) {
            problem = problem.comparing(boards);
        }
        Err(problem)
    }

    /// What makes the expectation at hand expect another line.
    fn line_patch(&self, line: &str) -> Option<Patch> {
        const MARK: usize = "@<".len();
        let span = self.step()?.span.clone();
        Some(Patch {
            source: self.part.source.clone(),
            span: span.start + MARK..span.end,
            replacement: line.to_owned(),
        })
    }

    /// Takes the move of an AI, for the other program.
    fn take_move(&mut self, table: &mut Table) -> Result<(), Problem> {
        let what = format!("{} to announce a move", self.mover(None));
        match self.announcement(&what, self.clock.each, table.dialogue)? {
            (Announcement::Move { mv, .. }, _) => {
                table.outbox.push(Message::Move(mv));
                Ok(())
            }
            (Announcement::Result { .. }, text) => {
                let message = format!("expected an AI to announce a move, found {}", quoted(&text));
                let help = "`#*move/win` takes what moves there are up to the result";
                Err(Problem::new("result-instead-of-move", message)
                    .label(format!("found {}", quoted(&text)))
                    .help([help.to_owned()]))
            }
        }
    }

    /// Takes a result; moves that nobody took are passed over.
    fn take_result(&mut self, table: &mut Table) -> Result<String, Problem> {
        loop {
            match self.announcement("a result", SHORTLY, table.dialogue)? {
                (Announcement::Result { .. }, text) => return Ok(text),
                (Announcement::Move { .. }, text) => self.passed_over.push((text, self.next)),
            }
        }
    }

    /// Takes the moves of AIs up to a result.
    fn game(
        &mut self,
        first: Option<Color>,
        end: &GameEnd,
        table: &mut Table,
    ) -> Result<(), Problem> {
        let mut to_move = first;
        loop {
            match self.turn(to_move, table)? {
                Turn::Move(_) => to_move = to_move.map(|color| !color),
                Turn::Result(_, text) => return self.end_game(text, end),
                // The phrase of a result, with something around it.
                Turn::Other(text) if speaks_of_result(&text) => return self.end_game(text, end),
                Turn::Other(text) => return Err(no_announcement(&text)),
            }
        }
    }

    /// What is announced next in a game.
    fn turn(&mut self, to_move: Option<Color>, table: &mut Table) -> Result<Turn, Problem> {
        let what = format!("{} to announce a move, or a result", self.mover(to_move));
        let (announcement, text) = match self.format {
            Format::Spring2022 => self.announcement(&what, self.clock.each, table.dialogue)?,
            Format::Fall2016 => {
                let heard = self.wait(&what, self.clock.each, table.dialogue)?;
                let Kind::Announced(announcement) = heard.kind else {
                    return Ok(Turn::Other(heard.text));
                };
                (announcement, heard.text)
            }
        };
        match announcement {
            Announcement::Move { color, mv } => match to_move {
                Some(expected) if color != expected => {
                    let message = format!(
                        "expected {expected}'s AI to announce a move, found {}",
                        quoted(&one_blank(&text))
                    );
                    Err(Problem::new("wrong-turn", message)
                        .label(format!("found {}", quoted(&one_blank(&text)))))
                }
                _ => Ok(Turn::Move(mv)),
            },
            Announcement::Result { winner } => Ok(Turn::Result(winner, text)),
        }
    }

    /// A game ended with this line.
    fn end_game(&mut self, text: String, end: &GameEnd) -> Result<(), Problem> {
        match end {
            GameEnd::Any { record: false } => Ok(()),
            GameEnd::Any { record: true } => {
                self.record.push((text, self.next));
                Ok(())
            }
            GameEnd::Matching(pattern) => check(pattern, "result", &text),
        }
    }

    /// Plays against the other program, a move at a time.
    fn exchange(
        &mut self,
        opening: Opening,
        first: Option<Color>,
        end: &GameEnd,
        table: &mut Table,
    ) -> Result<Progress, Problem> {
        let stage = self.exchange.take().unwrap_or(match opening {
            Opening::Ours => Exchange::Ours,
            Opening::Theirs => Exchange::Theirs,
        });
        match stage {
            Exchange::Ours => {
                let ours = first.map(|color| match opening {
                    Opening::Ours => color,
                    Opening::Theirs => !color,
                });
                match self.turn(ours, table)? {
                    Turn::Move(mv) => {
                        table.outbox.push(Message::Move(mv));
                        self.exchange = Some(Exchange::Theirs);
                    }
                    Turn::Result(winner, text) => {
                        table.outbox.push(Message::Result(winner));
                        self.exchange = Some(Exchange::Over { winner, text });
                    }
                    Turn::Other(text) => return Err(no_announcement(&text)),
                }
            }
            Exchange::Theirs => match self.inbox.pop_front() {
                None => {
                    self.exchange = Some(Exchange::Theirs);
                    return Ok(Progress::Waiting);
                }
                Some(Message::Move(mv)) => {
                    self.say_move(mv, table.dialogue)?;
                    self.exchange = Some(Exchange::Ours);
                }
                Some(Message::Result(theirs)) => {
                    let (winner, text) = self.own_result(table)?;
                    table.outbox.push(Message::Result(winner));
                    agree(winner, theirs)?;
                    self.end_game(text, end)?;
                }
            },
            Exchange::Over { winner, text } => match self.inbox.pop_front() {
                None => {
                    self.exchange = Some(Exchange::Over { winner, text });
                    return Ok(Progress::Waiting);
                }
                Some(Message::Move(mv)) => {
                    let message = format!(
                        "this program has announced {}, and the other goes on with {mv}",
                        quoted(&one_blank(&text))
                    );
                    return Err(Problem::new("different-results", message));
                }
                Some(Message::Result(theirs)) => {
                    agree(winner, theirs)?;
                    self.end_game(text, end)?;
                }
            },
        }
        Ok(Progress::Step)
    }

    /// The result that this program announces after the other has.
    fn own_result(&mut self, table: &mut Table) -> Result<(Option<Color>, String), Problem> {
        let what = "the result that the other program has announced";
        let found = match self.format {
            Format::Spring2022 => {
                let (announcement, text) = self.announcement(what, SHORTLY, table.dialogue)?;
                (Some(announcement), text)
            }
            Format::Fall2016 => {
                let heard = self.wait(what, self.clock.each, table.dialogue)?;
                let announcement = match heard.kind {
                    Kind::Announced(announcement) => Some(announcement),
                    _ => None,
                };
                (announcement, heard.text)
            }
        };
        match found {
            (Some(Announcement::Result { winner }), text) => Ok((winner, text)),
            (_, text) => {
                let message = format!(
                    "the other program has announced a result, and this one goes on with {}",
                    quoted(&one_blank(&text))
                );
                Err(Problem::new("different-results", message))
            }
        }
    }
}

/// A line that comes in a game, and is neither a move nor a result.
fn no_announcement(line: &str) -> Problem {
    let line = quoted(&one_blank(line));
    let message = format!("expected a move of an AI or a result, found {line}");
    Problem::new("bad-announcement", message).label(format!("found {line}"))
}

fn speaks_of_result(line: &str) -> bool {
    let line = line.to_lowercase();
    line.contains("wins") || line.contains("draw")
}

/// A line must match.
fn check(pattern: &Pattern, what: &str, line: &str) -> Result<(), Problem> {
    let line = line.trim();
    if pattern.matches(line) {
        return Ok(());
    }
    let (wanted, found) = (quoted(pattern.text()), quoted(line));
    let message = format!("expected a {what} that matches {wanted}, found {found}");
    Err(Problem::new("no-match", message)
        .label(format!("found {found}"))
        .comparing(crate::tester::report::Comparison::Values {
            what: what.to_owned(),
            expected: pattern.text().to_owned(),
            actual: line.to_owned(),
        }))
}

/// Both programs must have announced the same.
fn agree(ours: Option<Color>, theirs: Option<Color>) -> Result<(), Problem> {
    if ours == theirs {
        return Ok(());
    }
    let result = |winner: Option<Color>| match winner {
        Some(color) => format!("{color} wins"),
        None => "Draw".to_owned(),
    };
    let (ours, theirs) = (result(ours), result(theirs));
    let message =
        format!("the programs announce different results: this one `{ours}`, the other `{theirs}`");
    Err(Problem::new("different-results", message).comparing(
        crate::tester::report::Comparison::Values {
            what: "result".to_owned(),
            expected: theirs,
            actual: ours,
        },
    ))
}
