//! Scenarios, and the [`Performer`], which carries out the steps of one program.

use super::files::{FOLDER_VARIABLE, ScenarioFiles};
use super::step::{Need, Role, StepAt};
use super::subject::{Condition, UnderTest};
use crate::report::{Checked, Outcome, Patch, Place, Problem, StepOutcome, StepReport};
use crate::runner::Context;
use ataxx_core::board::{Game, Position, Rules};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::Failure;
use ataxx_opponents::dialogue::Dialogue;
use ataxx_opponents::subject::{Announced, Subject, SubjectChoice, difference};
use ataxx_session::Dialect;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A scenario, parsed and ready to run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is about, for people.
    pub description: Option<String>,
    /// Its place.
    pub place: Place,
    /// The dialect of a session.
    pub dialect: Dialect,
    /// The rules.
    pub rules: Rules,
    /// The subject; `None` for the session of this program, or for a bare game where the rules
    /// are not those of the dialect.
    pub subject: Option<SubjectChoice>,
    /// The options of an engine, with their values; no value for a button.
    pub engine_options: Vec<(String, Option<String>)>,
    /// The number of nodes that an AI of this program searches for a move.
    pub nodes: Option<u64>,
    /// The time that an AI of this program thinks about a move.
    pub move_time: Option<Duration>,
    /// The time limit of a step.
    pub step_limit: Duration,
    /// The time limit of the scenario.
    pub limit: Duration,
    /// Why it is skipped.
    pub skip: Option<String>,
    /// The conditions under which it runs.
    pub conditions: Vec<Condition>,
    /// The names of the scenarios of its file that it needs.
    pub needs: Vec<String>,
    /// Why it is expected to fail.
    pub expected_failure: Option<String>,
    /// The files that it brings along.
    pub files: Option<Arc<ScenarioFiles>>,
    /// The game that it begins with, and the place of that.
    pub start: Option<(Box<Game>, Place)>,
    /// The steps.
    pub steps: Arc<[StepAt]>,
    /// The steps that are carried out afterwards in any case.
    pub after: Arc<[StepAt]>,
}

impl Scenario {
    /// The subject: `choice`, which is that of the run, or else that of the scenario.
    pub fn subject(&self, choice: Option<&SubjectChoice>) -> SubjectChoice {
        let choice = choice.or(self.subject.as_ref());
        choice.cloned().unwrap_or(SubjectChoice::Session)
    }

    /// Whether its lines are for engines of the Universal Ataxx Interface: its file names one, or
    /// its rules are not those of a command language.
    pub fn is_for_engines(&self) -> bool {
        matches!(self.subject, Some(SubjectChoice::Uai(_))) || self.is_bare()
    }

    /// Whether its rules are not those of the dialect, so that no session can play it.
    pub fn is_bare(&self) -> bool {
        self.rules != self.dialect.rules()
    }
}

/// Carries out the steps of a scenario with one program.
pub struct Performer<'a> {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// What all scenarios of the run share.
    pub context: Context<'a>,
    /// What is tested.
    pub under_test: UnderTest<'a>,
    /// The progress, and what was observed.
    pub state: State,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
    /// The changes after which expectations are met.
    pub patches: Vec<Patch>,
    /// A remark of the first step that has one: `after 3 ms`.
    pub remark: Option<String>,
    /// Why a check was not possible.
    pub unsupported: Option<String>,
    /// What was checked, with `RunSettings::bless`.
    pub checked: Vec<Checked>,
    /// The first expectation that was not met and is updated.
    pub unmet: Option<Problem>,
    /// The failed checks after which the scenario went on, with `RunSettings::all_checks`.
    pub failed_checks: Vec<Problem>,
    /// The dialogues with other programs.
    pub dialogues: Vec<Dialogue>,
    /// The end of what other programs wrote to stderr.
    pub others: Vec<String>,
    /// The reports of the steps so far.
    pub reports: Vec<StepReport>,
    /// Whether this repeats what another performer did.
    pub is_repetition: bool,
    steps: Arc<[StepAt]>,
    /// How long the next step has taken so far.
    took: Duration,
    /// Whether errors are gathered after each line.
    pub watches_errors: bool,
    /// The deadline of the scenario, without the time that it does not count.
    end: Instant,
}

/// The progress of a performer, and what was observed.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The texts that groups of matchers have captured.
    pub captures: BTreeMap<String, String>,
    /// Lines that were written, and that no check has read yet.
    pub unread: Vec<String>,
    /// All lines that were written.
    pub written: Vec<String>,
    /// Errors since the last line was sent.
    pub errors: Vec<String>,
    /// The board before the last line was sent, where a check asks for it.
    pub before: Option<Position>,
    /// What was written to stderr before the last `send`, where a check asks for it.
    pub stderr_lines: String,
    /// The last line that was sent.
    pub last_sent: String,
    /// The number of lines that were sent since the program last answered a question.
    unanswered: u32,
    /// The index of the next step.
    pub(super) next: usize,
    /// Where the last line that was sent stands.
    sent_at: Option<Place>,
}

impl<'a> Performer<'a> {
    /// A performer of a scenario with this subject. With `is_cheap`, errors are gathered after
    /// each line even if no step checks them.
    pub fn new(
        scenario: Arc<Scenario>,
        context: Context<'a>,
        under_test: impl Into<UnderTest<'a>>,
        is_cheap: bool,
    ) -> Self {
        let asks = |at: &StepAt| at.step.needs() == Some(Need::Errors);
        let limit = context.settings.timeout.unwrap_or(scenario.limit);
        Self {
            watches_errors: is_cheap || scenario.steps.iter().chain(&*scenario.after).any(asks),
            steps: Arc::clone(&scenario.steps),
            took: Duration::ZERO,
            scenario,
            context,
            under_test: under_test.into(),
            state: State::default(),
            warnings: Vec::new(),
            patches: Vec::new(),
            remark: None,
            unsupported: None,
            checked: Vec::new(),
            unmet: None,
            failed_checks: Vec::new(),
            dialogues: Vec::new(),
            others: Vec::new(),
            reports: Vec::new(),
            is_repetition: false,
            end: Instant::now() + limit,
        }
    }

    /// The subject.
    pub fn subject(&self) -> &(dyn Subject + 'a) {
        self.under_test.subject()
    }

    /// The subject, for what changes it.
    pub fn subject_mut(&mut self) -> &mut (dyn Subject + 'a) {
        self.under_test.subject_mut()
    }

    /// Whether the scenario brings files along, and they were not written.
    pub fn lacks_files(&self) -> bool {
        self.scenario.files.is_some() && !self.state.captures.contains_key(FOLDER_VARIABLE)
    }

    /// The steps before the current one.
    pub fn past(&self) -> &[StepAt] {
        &self.steps[..self.state.next]
    }

    /// Carries out these steps until one fails, and reports all of them.
    pub fn perform(&mut self, steps: &Arc<[StepAt]>) -> Option<Problem> {
        self.steps = Arc::clone(steps);
        self.state.next = 0;
        while let Some(result) = self.step() {
            if let Err(problem) = result {
                self.abandon();
                return Some(problem);
            }
        }
        None
    }

    /// Carries out the current step; `None` at the end.
    pub fn step(&mut self) -> Option<Result<(), Problem>> {
        let steps = Arc::clone(&self.steps);
        let at = steps.get(self.state.next)?;
        let begun = Instant::now();
        let changed = (self.patches.len(), self.failed_checks.len());
        let mut result = self.attempt(at);
        self.took += begun.elapsed();
        if let Err(problem) = &result
            && problem.outcome() == Outcome::Unsupported
            && at.step.role() == Role::Observation
        {
            // The rest may still show that something is wrong.
            self.unsupported.get_or_insert_with(|| problem.message());
            result = Ok(());
        }
        let outcome = match &result {
            Ok(()) if (self.patches.len(), self.failed_checks.len()) == changed => {
                StepOutcome::Done
            }
            _ => StepOutcome::Failed,
        };
        self.report(at, outcome);
        Some(result)
    }

    fn report(&mut self, at: &StepAt, outcome: StepOutcome) {
        self.reports
            .push(at.report(outcome, std::mem::take(&mut self.took)));
        self.state.next += 1;
    }

    /// Reports the steps that are left as not run.
    pub fn abandon(&mut self) {
        let steps = Arc::clone(&self.steps);
        for at in steps.iter().skip(self.state.next) {
            self.report(at, StepOutcome::NotRun);
        }
    }

    /// Carries out a step. With `RunSettings::bless`, an unmet expectation that can be updated is
    /// no problem.
    fn attempt(&mut self, at: &StepAt) -> Result<(), Problem> {
        if self.context.stop.is_requested() {
            return Err(Problem::interrupted(&at.place));
        }
        if Instant::now() >= self.scenario_end() {
            let message = "the time limit of the scenario passed before this step";
            return Err(Problem::late(&at.place, message));
        }
        let mut result = at.step.perform(self, at);
        if let Err(problem) = &result
            && self.may_continue_after(problem, at)
            && self.follows_the_rules(&at.place)
        {
            self.failed_checks.extend(result.err());
            result = Ok(());
        }
        // A scenario that is expected to fail is not updated.
        if !self.context.settings.bless || self.scenario.expected_failure.is_some() {
            return result;
        }
        let first = self.patches.len();
        if let Err(mut problem) = result {
            let Some(patches) = problem.patches.take() else {
                return Err(problem);
            };
            self.patches.extend(patches);
            self.unmet.get_or_insert(problem);
        }
        if at.step.role() != Role::Action {
            self.checked.push(Checked {
                place: at.step.expectation(at),
                patches: first..self.patches.len(),
            });
        }
        Ok(())
    }

    /// Whether a failed check does not end the scenario, with `RunSettings::all_checks`.
    fn may_continue_after(&self, problem: &Problem, at: &StepAt) -> bool {
        self.context.settings.all_checks
            && self.scenario.expected_failure.is_none()
            && problem.outcome() == Outcome::Fail
            && at.step.role() != Role::Action
    }

    /// Whether the program has the board and the result of the rules, so that later checks do not
    /// fail for the same reason.
    fn follows_the_rules(&mut self, place: &Place) -> bool {
        if !self.has_right_board(place) {
            return false;
        }
        let deadline = self.deadline();
        let Ok(announced) = self.subject_mut().announced(deadline) else {
            return false;
        };
        let outcome = self.subject().referee().outcome();
        announced.map(|announced| announced.winner) == outcome.map(|outcome| outcome.winner)
    }

    /// Whether the program shows the board that it has by the rules.
    pub fn has_right_board(&mut self, place: &Place) -> bool {
        let Ok(seen) = self.look(place) else {
            return false;
        };
        difference(self.subject().referee().position(), &seen).is_none()
    }

    /// The deadline of a step that begins now. A program may have many lines to carry out before it
    /// gets to it.
    pub fn deadline(&self) -> Instant {
        /// The time for a line.
        const LINE: Duration = Duration::from_millis(200);
        let before = LINE.saturating_mul(self.state.unanswered);
        self.deadline_in(self.scenario.step_limit.saturating_add(before))
    }

    /// Counts a line that was sent.
    pub fn count_line(&mut self) {
        self.state.unanswered += 1;
    }

    /// The deadline of something that begins now and has this time limit.
    pub fn deadline_in(&self, time: Duration) -> Instant {
        let at = Instant::now().checked_add(time);
        at.map_or(self.scenario_end(), |at| at.min(self.scenario_end()))
    }

    /// The deadline of the scenario.
    fn scenario_end(&self) -> Instant {
        self.end + self.subject().uncounted_time()
    }
}

/// What a performer observes of its program for the steps.
impl<'a> Performer<'a> {
    /// Asks the program something within the time limit of a step at this place.
    pub fn ask<T>(
        &mut self,
        place: &Place,
        ask: impl FnOnce(&mut (dyn Subject + 'a), Instant) -> Result<T, Failure>,
    ) -> Result<T, Problem> {
        let deadline = self.deadline();
        ask(self.subject_mut(), deadline).map_err(Problem::at(place))
    }

    /// Observes what later checks need. Steps call it before they send.
    pub fn before_sending(&mut self, place: &Place) -> Result<(), Problem> {
        self.warn_of_unchecked_error(place)?;
        let upcoming = self.steps.iter().skip(self.state.next + 1);
        let checks = upcoming.take_while(|at| at.step.role() != Role::Action);
        let needs: Vec<Need> = checks.filter_map(|at| at.step.needs()).collect();
        self.state.before = if needs.contains(&Need::BoardBefore) {
            Some(self.look(place)?)
        } else {
            None
        };
        if needs.contains(&Need::OutputBefore) {
            self.gather_output(place)?;
            self.state.stderr_lines = self.subject().stderr_lines();
        }
        self.state.sent_at = Some(place.clone());
        Ok(())
    }

    /// Warns of an error that no step has checked.
    fn warn_of_unchecked_error(&mut self, place: &Place) -> Result<(), Problem> {
        if self.watches_errors {
            self.gather_errors(place)?;
        }
        let (errors, sent_at) = (
            std::mem::take(&mut self.state.errors),
            self.state.sent_at.take(),
        );
        // A check that the board is unchanged expects the error.
        let is_expected = self.state.before.is_some();
        if let (Some(error), Some(sent_at)) = (errors.first(), sent_at)
            && !is_expected
        {
            let message = format!("unchecked error: {error}");
            let help = "if it is expected, add an `error` check after this step".to_owned();
            let warning = Diagnostic::warning("unnoticed-error", message);
            self.warnings
                .push(sent_at.blame(warning, "").with_help([help]));
        }
        Ok(())
    }

    /// The problem that a move or a result was announced that the rules do not give, whatever the
    /// scenario checks.
    pub fn wrong_announcement(&self) -> Option<Problem> {
        let message = self.subject().wrong_announcement()?;
        Some(Problem::mismatch(&self.scenario.place, message))
    }

    /// Ends the scenario, with a warning of an error that no step has checked.
    pub fn end(&mut self) {
        let place = self.scenario.place.clone();
        // A program that has ended has no errors to report.
        let _ = self.warn_of_unchecked_error(&place);
    }

    /// Gathers the errors since the last line was sent.
    pub fn gather_errors(&mut self, place: &Place) -> Result<(), Problem> {
        let errors = self.ask(place, Subject::take_errors)?;
        self.state.unanswered = 0;
        self.state.errors.extend(errors);
        Ok(())
    }

    /// Gathers the lines that were written.
    pub fn gather_output(&mut self, place: &Place) -> Result<(), Problem> {
        let lines = self.ask(place, Subject::take_output)?;
        self.add_output(lines);
        Ok(())
    }

    /// Adds lines that were written.
    pub fn add_output(&mut self, lines: Vec<String>) {
        self.state.written.extend(lines.iter().cloned());
        self.state.unread.extend(lines);
    }

    /// Takes the unread lines.
    pub fn take_unread(&mut self, place: &Place) -> Result<Vec<String>, Problem> {
        self.gather_output(place)?;
        Ok(std::mem::take(&mut self.state.unread))
    }

    /// The board of the program.
    pub fn look(&mut self, place: &Place) -> Result<Position, Problem> {
        supported(self.choice().why_no_board(), place)?;
        let board = self.ask(place, Subject::look)?;
        self.state.unanswered = 0;
        Ok(board)
    }

    /// The position of the program for a step that is unsupported where the program does not show
    /// all that is needed.
    pub fn position_for(&mut self, at: &StepAt) -> Result<Position, Problem> {
        let place = at.value();
        let position = self.look(&place)?;
        let unsupported = at.step.unsupported(&self.scenario, &self.choice());
        supported(unsupported, &place)?;
        Ok(position)
    }

    /// The result that the program has announced.
    pub fn announced(&mut self, place: &Place) -> Result<Option<Announced>, Problem> {
        supported(self.choice().why_no_result(), place)?;
        self.ask(place, Subject::announced)
    }

    /// The kind of the subject.
    fn choice(&self) -> SubjectChoice {
        self.scenario
            .subject(self.context.settings.subject.as_ref())
    }
}

/// The problem that the subject cannot do what a step needs, for this reason.
fn supported(why_not: Option<String>, place: &Place) -> Result<(), Problem> {
    match why_not {
        Some(reason) => Err(Problem::unsupported(place, reason)),
        None => Ok(()),
    }
}
