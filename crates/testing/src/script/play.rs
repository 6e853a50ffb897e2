//! The steps of scripts that are performed with programs: each line is one, and behind the last
//! line the end. The programs of one script exchange moves and results.

use super::harness::{Exchange, HarnessedProgram};
use super::interpreter::{Progress, carry_out};
use super::output::one_blank;
use super::part::{Part, ScriptFormat, base};
use crate::report::{Patch, Place, Problem, ProblemKind, StepOutcome, StepReport};
use crate::runner::Context;
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
    pub inbox: VecDeque<Message>,
    /// Messages to the other program.
    pub outbox: Vec<Message>,
    /// Whether unmet expectations are updated.
    pub bless: bool,
    stop: &'p Cancellation,
    /// How long the current step has taken so far.
    took: Duration,
}

/// A message from one program to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Its AI has made a move.
    Move(BerkeleyMove),
    /// It has announced a result: the winner; `None` for a draw.
    Result(Option<Color>),
}

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
    /// A part before its first line, and a program that was just started.
    pub fn new(
        part: &'p Part,
        program: HarnessedProgram<'a>,
        prefix: &'static str,
        context: &Context<'p>,
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
            bless: context.settings.bless,
            stop: context.stop,
            took: Duration::ZERO,
        }
    }

    fn is_done(&self) -> bool {
        self.index > self.part.lines.len()
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
            Some(line) => carry_out(&line.action, self),
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

    /// An expectation of this step that is not met.
    pub fn problem(&self, code: &'static str, message: impl Into<String>) -> Problem {
        problem(&self.place, code, message, "")
    }

    /// The problem that the current step waits for the other program, which does nothing more.
    fn stuck(&self, others_are_done: bool) -> Problem {
        let (what, why) = match &self.program.exchange {
            Some(Exchange::Over { .. }) => ("result", "announces none"),
            _ => ("move", "hands none over"),
        };
        let message = if others_are_done {
            format!("waited for a {what} of the other program: its script ends and {why}")
        } else {
            format!("waited for a {what} of the other program, which waits for this one")
        };
        let help = match self.program.format {
            ScriptFormat::Spring2022 => {
                "the script of the side that moves first has `#*move` before `#*remote move/win`"
            }
            ScriptFormat::Fall2016 => {
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
    const MAX_LENGTH: usize = 80;
    format!("`{}`", shortened(text, MAX_LENGTH))
}
