//! A script that is performed with a program: each line is a step, and behind the last line its
//! end.

use super::harness::{Exchange, HarnessedProgram, RESULT_TIMEOUT};
use super::output::{FilteredLine, LineKind, is_kept, one_blank};
use super::part::{Action, Format, GameEnd, Opening, Part, Pattern, base};
use crate::opponents::{FailureKind, ReadError};
use crate::report::{Comparison, Patch, Place, Problem, ProblemKind, StepOutcome, StepReport};
use crate::session::Announcement;
use ataxx_core::Cancellation;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::shortened;
use ataxx_core::notation::BerkeleyMove;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A part of a script, and the program that it is performed with.
pub(super) struct Play<'p, 'a> {
    pub part: &'p Part,
    pub program: HarnessedProgram<'a>,
    /// What the names of its steps begin with.
    prefix: &'static str,
    /// The index of the current step.
    pub index: usize,
    /// The place of the current step.
    pub place: Place,
    /// The reports of the steps so far.
    pub reports: Vec<StepReport>,
    /// The changes after which expectations are met.
    pub patches: Vec<Patch>,
    /// The first expectation that was not met and is updated.
    pub unmet: Option<Problem>,
    /// Messages from the other program.
    inbox: VecDeque<Message>,
    /// Messages to the other program.
    outbox: Vec<Message>,
    /// Whether unmet expectations are updated.
    bless: bool,
    stop: &'p Cancellation,
    /// How long the current step has taken so far.
    took: Duration,
}

/// A message from one program to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Message {
    /// Its AI has made a move.
    Move(BerkeleyMove),
    /// It has announced a result: who has won, `None` for nobody.
    Result(Option<Color>),
}

/// The progress of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Done,
    /// It waits for the other program, and is carried out again later.
    Waiting,
}

/// A line that counts, and what it announces: nothing where a line of 2016 is neither a move
/// nor a result.
type Announced = (Option<Announcement>, String);

/// Carries out the steps of several programs, which exchange moves and results. Each runs until
/// one of its steps waits, so that the order does not depend on their speed. On failure returns
/// the index of the program that failed, too.
pub(super) fn perform_together(plays: &mut [Play]) -> Result<(), (usize, Problem)> {
    loop {
        let mut has_moved = false;
        for index in 0..plays.len() {
            has_moved |= go_on(plays, index).map_err(|problem| (index, problem))?;
        }
        let Some(waiting) = plays.iter().position(|play| !play.is_done()) else {
            return Ok(());
        };
        if !has_moved {
            let mut others = plays.iter().enumerate();
            let others_are_done = others.any(|(index, it)| index != waiting && it.is_done());
            return Err((waiting, plays[waiting].stuck(others_are_done)));
        }
    }
}

/// Carries out the steps of one program until one waits, and delivers its messages. Returns
/// whether there was any progress.
fn go_on(plays: &mut [Play], index: usize) -> Result<bool, Problem> {
    let mut has_moved = false;
    loop {
        let progress = plays[index].step();
        let messages = std::mem::take(&mut plays[index].outbox);
        has_moved |= !messages.is_empty();
        for (other, play) in plays.iter_mut().enumerate() {
            if other != index {
                play.inbox.extend(messages.iter().copied());
            }
        }
        match progress.transpose()? {
            Some(Progress::Done) => has_moved = true,
            Some(Progress::Waiting) | None => return Ok(has_moved),
        }
    }
}

impl<'p, 'a> Play<'p, 'a> {
    /// A part before its first line, and a program that was just started. With `bless`, unmet
    /// expectations are updated.
    pub fn new(
        part: &'p Part,
        program: HarnessedProgram<'a>,
        prefix: &'static str,
        bless: bool,
        stop: &'p Cancellation,
    ) -> Self {
        Self {
            part,
            program,
            prefix,
            index: 0,
            place: step_place(part, 0),
            reports: Vec::new(),
            patches: Vec::new(),
            unmet: None,
            inbox: VecDeque::new(),
            outbox: Vec::new(),
            bless,
            stop,
            took: Duration::ZERO,
        }
    }

    fn is_done(&self) -> bool {
        self.index > self.part.lines.len()
    }

    /// Whether a move of the other program was never taken.
    pub fn has_untaken_move(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// Carries out the current step as far as possible; `None` at the end.
    fn step(&mut self) -> Option<Result<Progress, Problem>> {
        if self.is_done() {
            return None;
        }
        let begun = Instant::now();
        let result = if self.stop.is_requested() {
            Err(Problem::interrupted(&self.place))
        } else {
            self.attempt()
        };
        self.took += begun.elapsed();
        let outcome = match &result {
            Ok((Progress::Waiting, _)) => return Some(Ok(Progress::Waiting)),
            Ok((Progress::Done, false)) => StepOutcome::Done,
            Ok((Progress::Done, true)) | Err(_) => StepOutcome::Failed,
        };
        let took = std::mem::take(&mut self.took);
        let report = step_report(self.part, self.prefix, self.index, outcome, took);
        self.reports.push(report);
        self.index += 1;
        self.place = step_place(self.part, self.index);
        Some(result.map(|(progress, _)| progress))
    }

    /// Carries out the current step. Also returns whether its expectation is unmet and updated.
    fn attempt(&mut self) -> Result<(Progress, bool), Problem> {
        let part = self.part;
        let result = match part.lines.get(self.index) {
            Some(line) => self.carry_out(&line.action),
            None => self.finish().map(|()| Progress::Done),
        };
        match result {
            Err(mut problem) if self.bless => match problem.patches.take() {
                None => Err(problem),
                Some(patches) => {
                    let has_patches = !patches.is_empty();
                    self.patches.extend(patches);
                    self.unmet.get_or_insert(problem);
                    Ok((Progress::Done, has_patches))
                }
            },
            result => Ok((result?, false)),
        }
    }

    /// The problem that the current step waits for the other program, which does nothing more.
    fn stuck(&self, others_are_done: bool) -> Problem {
        let (what, why) = match &self.program.exchange {
            Some(Exchange::Over { .. }) => ("result", "announces none"),
            _ => ("move", "hands none over"),
        };
        let message = if others_are_done {
            format!("waited in vain for a {what} of the other program: its script ends and {why}")
        } else {
            format!("waited in vain for a {what} of the other program, which waits for this one")
        };
        let help = match self.program.format {
            Format::Spring2022 => {
                "the script of the side that moves first has `#*move` before `#*remote move/win`"
            }
            Format::Fall2016 => {
                "the part of the side that moves first has `@send COLOR...`, the other `@recv COLOR...`"
            }
        };
        problem(&self.place, "stuck", message, "").with_help([help.to_owned()])
    }
}

/// The place of a step: a line, or behind the last line what the record is compared with.
fn step_place(part: &Part, index: usize) -> Place {
    if let Some(line) = part.lines.get(index) {
        return part.place(line);
    }
    match (&part.standard, part.lines.last()) {
        (Some(standard), _) => Place::new(standard.clone(), 0..0),
        (None, Some(last)) => part.place(last),
        (None, None) => part.command_place(),
    }
}

/// The report of a step, whose name begins with `prefix`.
pub(super) fn step_report(
    part: &Part,
    prefix: &str,
    index: usize,
    outcome: StepOutcome,
    duration: Duration,
) -> StepReport {
    let name = match (part.lines.get(index), &part.standard) {
        (Some(line), _) => step_name(part.text(line)),
        (None, Some(standard)) => base(&standard.name).to_owned(),
        (None, None) => "the end".to_owned(),
    };
    StepReport {
        name: format!("{prefix}{name}"),
        line: step_place(part, index).line(),
        outcome,
        duration,
    }
}

/// The name of a step in a report.
fn step_name(text: &str) -> String {
    let text = one_blank(text);
    let quoted = quoted(&text);
    quoted.trim_matches('`').to_owned()
}

impl Play<'_, '_> {
    fn carry_out(&mut self, action: &Action) -> Result<Progress, Problem> {
        match action {
            Action::Send(line) => {
                if !action.is_idle() {
                    self.program.sent_at = Some(self.index);
                    self.program.sent_move = None;
                }
                self.send(line)?;
            }
            Action::TimeLimit { each, total } => self.program.clock.limit(*each, *total),
            Action::Line(text) => self.read_line(text)?,
            Action::Matches(pattern) => {
                let what = format!("a line that matches {}", quoted(pattern.text()));
                let output = self.wait(&what, self.program.clock.each)?;
                self.check(pattern, "line", &output.text)?;
            }
            Action::AiMove => self.read_move()?,
            Action::Result => {
                let text = self.read_result()?;
                self.program.record.push((text, self.index));
            }
            Action::Game { first, end } => self.game(*first, end)?,
            Action::Exchange {
                opening,
                first,
                end,
            } => return self.exchange(*opening, *first, end),
        }
        Ok(Progress::Done)
    }

    fn send(&mut self, line: &str) -> Result<(), Problem> {
        let sent = self.program.send(self.index, line);
        sent.map_err(|silence| match silence {
            ReadError::Interrupted => Problem::interrupted(&self.place),
            _ => self
                .problem("deaf", "the program does not read its input")
                .of_kind(ProblemKind::Program(FailureKind::Timeout(None))),
        })
    }

    /// An expectation of this step that is not met.
    pub fn problem(&self, code: &'static str, message: impl Into<String>) -> Problem {
        problem(&self.place, code, message, "")
    }

    /// Reads a line that must equal this one.
    fn read_line(&mut self, text: &str) -> Result<(), Problem> {
        let what = format!("the line {}", quoted(&one_blank(text)));
        let output = self.wait(&what, self.program.clock.each)?;
        let (expected, actual) = (one_blank(text), one_blank(&output.text));
        if expected == actual {
            return Ok(());
        }
        let message = format!("expected {}, found {}", quoted(&expected), quoted(&actual));
        let label = format!("found {}", quoted(&actual));
        let mut problem = problem(&self.place, "unexpected-line", message, &label)
            .with_help(not_announced(&output, text))
            .with_patch(Some(self.line_patch(&output.text)))
            .with(Comparison::Values {
                what: "line".to_owned(),
                expected,
                actual,
            });
        let is_row = matches!(output.kind, LineKind::Row | LineKind::Board(_));
        if is_row
            && !self.bless
            && let Some(boards) = self.compare_rows(&output)
        {
            problem = problem.with(boards);
        }
        Err(problem)
    }

    /// The change that makes this line expect another one.
    fn line_patch(&self, line: &str) -> Patch {
        const MARK: usize = "@<".len();
        let span = &self.place.span;
        Patch {
            source: self.part.source.clone(),
            span: span.start + MARK..span.end,
            replacement: line.to_owned(),
        }
    }

    /// Reads the move of an AI, for the other program.
    fn read_move(&mut self) -> Result<(), Problem> {
        let what = format!("{} to announce a move", self.mover(None));
        match self.announcement(&what, self.program.clock.each)? {
            (Announcement::Move { mv, .. }, _) => {
                self.outbox.push(Message::Move(mv));
                Ok(())
            }
            (Announcement::Result { .. }, text) => {
                let found = quoted(&text);
                let message = format!("expected an AI to announce a move, found {found}");
                let help = "`#*move/win` takes what moves there are up to the result";
                let code = "result-instead-of-move";
                let problem = problem(&self.place, code, message, &format!("found {found}"));
                Err(problem.with_help([help.to_owned()]))
            }
        }
    }

    /// Reads a result. Moves before it are skipped.
    fn read_result(&mut self) -> Result<String, Problem> {
        loop {
            match self.announcement("a result", RESULT_TIMEOUT)? {
                (Announcement::Result { .. }, text) => return Ok(text),
                (Announcement::Move { .. }, text) => {
                    self.program.passed_over.push((text, self.index));
                    self.check_that_a_result_can_come()?;
                }
            }
        }
    }

    /// Reads the moves of AIs up to a result.
    fn game(&mut self, first: Option<Color>, end: &GameEnd) -> Result<(), Problem> {
        let mut to_move = first;
        loop {
            match self.turn(to_move)? {
                (Some(Announcement::Move { .. }), _) => {
                    to_move = to_move.map(|color| !color);
                    self.check_that_a_result_can_come()?;
                }
                (Some(Announcement::Result { .. }), text) => return self.end_game(text, end),
                (None, text) => return Err(self.no_announcement(&text)),
            }
        }
    }

    /// The next announcement in a game, which must be that of the side to move.
    fn turn(&mut self, to_move: Option<Color>) -> Result<Announced, Problem> {
        let what = format!("{} to announce a move, or a result", self.mover(to_move));
        let (announcement, text) = self.announced(&what, self.program.clock.each)?;
        match (announcement, to_move) {
            (Some(Announcement::Move { color, .. }), Some(expected)) if color != expected => {
                let found = quoted(&one_blank(&text));
                let message = format!("expected {expected}'s AI to announce a move, found {found}");
                let label = format!("found {found}");
                Err(problem(&self.place, "wrong-turn", message, &label))
            }
            _ => Ok((announcement, text)),
        }
    }

    /// The next announcement, within `limit`; in 2016 the next line that counts, where a result
    /// may have something around it.
    fn announced(&mut self, what: &str, limit: Duration) -> Result<Announced, Problem> {
        if self.program.format == Format::Spring2022 {
            let (announcement, text) = self.announcement(what, limit)?;
            return Ok((Some(announcement), text));
        }
        let output = self.wait(what, limit)?;
        match output.kind {
            LineKind::Announced(announcement) => Ok((Some(announcement), output.text)),
            _ => Ok((mentioned_result(&output.text), output.text)),
        }
    }

    /// A game has ended with this line.
    fn end_game(&mut self, text: String, end: &GameEnd) -> Result<(), Problem> {
        match end {
            GameEnd::Any { record: false } => Ok(()),
            GameEnd::Any { record: true } => {
                self.program.record.push((text, self.index));
                Ok(())
            }
            GameEnd::Matching(pattern) => self.check(pattern, "result", &text),
        }
    }

    /// Plays against the other program, until it is its turn or the game is over.
    fn exchange(
        &mut self,
        opening: Opening,
        first: Option<Color>,
        end: &GameEnd,
    ) -> Result<Progress, Problem> {
        let (mut stage, ours) = match opening {
            Opening::Ours => (Exchange::Ours, first),
            Opening::Theirs => (Exchange::Theirs, first.map(|color| !color)),
        };
        if let Some(reached) = self.program.exchange.take() {
            stage = reached;
        }
        loop {
            stage = match stage {
                Exchange::Ours => match self.turn(ours)? {
                    (Some(Announcement::Move { mv, .. }), _) => {
                        self.outbox.push(Message::Move(mv));
                        Exchange::Theirs
                    }
                    (Some(Announcement::Result { winner }), text) => {
                        self.outbox.push(Message::Result(winner));
                        Exchange::Over { winner, text }
                    }
                    (None, text) => return Err(self.no_announcement(&text)),
                },
                waiting => match (self.inbox.pop_front(), waiting) {
                    (None, waiting) => {
                        self.program.exchange = Some(waiting);
                        return Ok(Progress::Waiting);
                    }
                    (Some(Message::Move(mv)), Exchange::Over { text, .. }) => {
                        let text = quoted(&one_blank(&text));
                        let message = format!(
                            "this program has announced {text}, and the other goes on with {mv}"
                        );
                        return Err(self.problem("different-results", message));
                    }
                    (Some(Message::Move(mv)), _) => {
                        self.program.sent_at = Some(self.index);
                        self.program.sent_move = None;
                        self.send(&mv.to_string())?;
                        self.program.sent_move = Some(mv);
                        Exchange::Ours
                    }
                    (Some(Message::Result(theirs)), waiting) => {
                        let (winner, text) = if let Exchange::Over { winner, text } = waiting {
                            (winner, text)
                        } else {
                            let (winner, text) = self.own_result()?;
                            self.outbox.push(Message::Result(winner));
                            (winner, text)
                        };
                        self.agree(winner, theirs)?;
                        self.end_game(text, end)?;
                        return Ok(Progress::Done);
                    }
                },
            };
        }
    }

    /// The result that this program announces after the other has.
    fn own_result(&mut self) -> Result<(Option<Color>, String), Problem> {
        let what = "the result that the other program has announced";
        let limit = match self.program.format {
            Format::Spring2022 => RESULT_TIMEOUT,
            Format::Fall2016 => self.program.clock.each,
        };
        let found = self.announced(what, limit)?;
        match found {
            (Some(Announcement::Result { winner }), text) => Ok((winner, text)),
            (_, text) => {
                let text = quoted(&one_blank(&text));
                let message = format!(
                    "the other program has announced a result, and this one goes on with {text}"
                );
                Err(self.problem("different-results", message))
            }
        }
    }

    /// A line in a game that is neither a move nor a result.
    fn no_announcement(&self, line: &str) -> Problem {
        let line = quoted(&one_blank(line));
        let message = format!("expected a move of an AI or a result, found {line}");
        problem(
            &self.place,
            "bad-announcement",
            message,
            &format!("found {line}"),
        )
    }

    /// A line must match.
    fn check(&self, pattern: &Pattern, what: &str, line: &str) -> Result<(), Problem> {
        let line = line.trim();
        let (wanted, found) = (quoted(pattern.text()), quoted(line));
        match pattern.within_limit(line) {
            Some(true) => return Ok(()),
            Some(false) => {}
            None => {
                let message = format!("{wanted} needs too many steps to compare it with {found}");
                return Err(Problem::wrong(&self.place, "slow-expression", message));
            }
        }
        let message = format!("expected a {what} that matches {wanted}, found {found}");
        let problem = problem(&self.place, "no-match", message, &format!("found {found}"));
        Err(problem.with(Comparison::Values {
            what: what.to_owned(),
            expected: pattern.text().to_owned(),
            actual: line.to_owned(),
        }))
    }

    /// Both programs must have announced the same result.
    fn agree(&self, ours: Option<Color>, theirs: Option<Color>) -> Result<(), Problem> {
        if ours == theirs {
            return Ok(());
        }
        let result = |winner: Option<Color>| match winner {
            Some(color) => format!("{color} wins"),
            None => "Draw".to_owned(),
        };
        let (actual, expected) = (result(ours), result(theirs));
        let message = format!(
            "the programs announce different results: this one `{actual}`, the other `{expected}`"
        );
        let problem = self.problem("different-results", message);
        Err(problem.with(Comparison::Values {
            what: "result".to_owned(),
            expected,
            actual,
        }))
    }
}

/// An unmet expectation, with a label at its place.
pub(super) fn problem(
    place: &Place,
    code: &'static str,
    message: impl Into<String>,
    label: &str,
) -> Problem {
    let diagnostic = Diagnostic::error(code, message);
    Problem::new(ProblemKind::Unmet, place.blame(diagnostic, label))
}

/// A text in a message, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    format!("`{}`", shortened(text, LONGEST))
}

/// Help where a move came instead of another line.
fn not_announced(output: &FilteredLine, expected: &str) -> Option<String> {
    let is_move = matches!(output.kind, LineKind::Announced(Announcement::Move { .. }));
    (is_move && !is_kept(expected))
        .then(|| "an AI made a move before it: `manual COLOR` keeps it from that".to_owned())
}

/// The result that a line speaks of.
fn mentioned_result(line: &str) -> Option<Announcement> {
    let line = line.to_lowercase();
    let winner = if let Some((before, _)) = line.split_once("wins") {
        let place = |color: Color| before.rfind(&color.to_string().to_lowercase());
        let named = Color::BOTH.into_iter().max_by_key(|color| place(*color))?;
        Some(place(named).map(|_| named)?)
    } else if line.contains("draw") {
        None
    } else {
        return None;
    };
    Some(Announcement::Result { winner })
}
