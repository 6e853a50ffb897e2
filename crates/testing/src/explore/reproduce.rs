//! A difference that was found is reproduced in a new process, shrunk, and run as the scenario that
//! is written of it.

use super::files::script;
use super::finding::{Finding, ScriptFile};
use super::line_kind::LineKind;
use super::own_session::{is_settled, most_ais};
use super::scenario_form::{scenarios, step_limit, steps};
use super::settings::ExploreSettings;
use super::shrink;
use crate::divergence::{Deviation, Difference, TimeLimits, first_difference};
use crate::report::{Outcome, SourceText};
use crate::runner::{Context, RunSettings, Task};
use crate::scenario::tasks;
use crate::script::tasks_of;
use ataxx_opponents::subject::{Environment, ProgramSubject, SubjectChoice, back_to_start};
use ataxx_opponents::{Failure, within};
use ataxx_session::oracle::Oracle;
use ataxx_session::{Dialect, Files, LoadError, Session, TextFile};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time for shrinking one difference, and the part of the time of the search that it may be.
const SHRINK_TIMEOUT: Duration = Duration::from_secs(20);
const SHRINK_PART: u32 = 6;
/// How often a scenario must fail for the program.
const RUNS: usize = 3;

/// Tries lines again, each time in a new process of the program.
#[derive(Clone, Copy)]
pub struct Reproducer<'a> {
    pub settings: &'a ExploreSettings,
    pub environment: &'a Environment<'a>,
}

impl<'a> Reproducer<'a> {
    pub fn dialect(&self) -> Dialect {
        self.settings.options.dialect
    }

    /// Our own session, at its start.
    fn start(&self) -> Session {
        Session::new(self.dialect(), self.settings.options.session)
    }

    /// The oracle for a program at its start.
    pub fn oracle(&self) -> Oracle<'a> {
        Oracle::new(self.start(), self.environment.files)
    }

    /// The first difference of a process of its own. It has more time for each answer.
    fn alone(&self, lines: &[String]) -> Result<Option<Difference>, Failure> {
        self.alone_within(self.settings.time_limits().longer(), lines)
    }

    fn alone_within(
        &self,
        limits: TimeLimits,
        lines: &[String],
    ) -> Result<Option<Difference>, Failure> {
        let mut subject = self.settings.open(self.environment)?;
        first_difference(&mut subject, &mut self.oracle(), lines, limits)
    }

    /// Whether a program that has not answered its first line does not answer other ones either.
    pub fn has_no_answer(&self) -> bool {
        let others = ["", "dump"].map(str::to_owned);
        others.iter().all(|line| {
            let lines = std::slice::from_ref(line);
            let difference = self.alone_within(self.settings.time_limits(), lines);
            matches!(difference, Ok(Some(it)) if it.deviation.may_be_failed_start())
        })
    }

    /// The shortest session that differs in the same way, in a process of its own, with the steps
    /// of a scenario that fails for the program and passes for ours. It has no steps if there is
    /// none, or no time is left to run it.
    pub fn reproduced(
        &self,
        seed: u64,
        before: Vec<String>,
        lines: Vec<String>,
        difference: &Difference,
    ) -> Result<Finding, Failure> {
        let whole = [before, lines.clone()].concat();
        // An AI is waited for so long that trying sessions would take minutes.
        let candidates = if matches!(difference.deviation, Deviation::NoMove(_)) {
            if !self.has_time_for_ai() {
                return Err(Failure::interrupted());
            }
            let short = self.shrunk_by_rules(lines.clone(), difference);
            let all = [short, lines, whole.clone()];
            all.map(|lines| (lines, difference.deviation.clone()))
                .to_vec()
        } else {
            self.candidates(lines, whole.clone(), difference)?
        };
        for (lines, deviation) in candidates {
            for dumps in [false, true] {
                let mut found = Finding {
                    seed,
                    steps: steps(&lines, &deviation, self.dialect(), dumps).unwrap_or_default(),
                    lines: lines.clone(),
                    deviation: deviation.clone(),
                    script: Vec::new(),
                };
                if !found.steps.is_empty() && self.is_shown_by_scenario(&found) {
                    found.script = self.script_that_shows(&found).unwrap_or_default();
                    return Ok(found);
                }
            }
        }
        Ok(Finding {
            seed,
            lines: whole,
            deviation: difference.deviation.clone(),
            steps: Vec::new(),
            script: Vec::new(),
        })
    }

    /// Whether a scenario can wait for a move of an AI before the end of the time.
    fn has_time_for_ai(&self) -> bool {
        let wait = step_limit(self.dialect()) * 3 / 2;
        let until = self.settings.until;
        until.is_none_or(|until| until.saturating_duration_since(Instant::now()) > wait)
    }

    /// Sessions that differ in the same way, the shortest first. None if the difference does not
    /// come again.
    fn candidates(
        &self,
        lines: Vec<String>,
        whole: Vec<String>,
        difference: &Difference,
    ) -> Result<Vec<(Vec<String>, Deviation)>, Failure> {
        // By itself, if that shows it; otherwise after all that the process was sent before.
        let (mut whole, difference) = match self.alone(&lines)? {
            Some(difference) => (lines, difference),
            None => match self.alone(&whole)? {
                Some(other) if other.deviation.is_same_kind(&difference.deviation) => {
                    (whole, other)
                }
                _ => return Ok(Vec::new()),
            },
        };
        whole.truncate(difference.line + 1);
        if matches!(difference.deviation, Deviation::NoMove(_)) {
            return Ok(vec![(whole, difference.deviation)]);
        }
        let time = self.settings.time.map(|time| time / SHRINK_PART);
        let end = within(time.map_or(SHRINK_TIMEOUT, |time| time.min(SHRINK_TIMEOUT)));
        let settings = self.settings.up_to(end);
        let limited = Reproducer {
            settings: &settings,
            ..*self
        };
        let (short, shrunk) = limited.shrunk(whole.clone(), difference.clone());
        let mut all = vec![(short, shrunk.deviation)];
        if all[0].0 != whole {
            all.push((whole, difference.deviation));
        }
        Ok(all)
    }

    /// Whether the scenario fails for the program each time, and passes for our session.
    fn is_shown_by_scenario(&self, found: &Finding) -> bool {
        let text = scenarios(std::slice::from_ref(found), self.dialect());
        let source = SourceText::new("explore.yaml", text.as_str());
        let tasks = tasks(&source, self.environment.files).unwrap_or_default();
        let is_late = found.deviation.may_be_late();
        tasks
            .first()
            .is_some_and(|task| self.is_shown_by(task, is_late))
    }

    /// The script that fails for the program each time, and passes for our session.
    fn script_that_shows(&self, found: &Finding) -> Option<Vec<ScriptFile>> {
        let files = self.settings.scripts.then(|| script(found, self.dialect()));
        let files = files.flatten()?;
        let first = files.first()?;
        let source = SourceText::new(first.name.as_str(), first.text.as_str());
        let tasks = tasks_of(&source, &InMemory(&files));
        let is_late = found.deviation.may_be_late();
        self.is_shown_by(tasks.first()?, is_late).then_some(files)
    }

    /// Whether the task fails for the program each time, and passes for our session.
    fn is_shown_by(&self, task: &Task, is_late: bool) -> bool {
        let outcome = |subject: Option<SubjectChoice>| {
            let left = self.settings.until.map(|until| {
                let left = until.saturating_duration_since(Instant::now());
                // The scenario has a limit of its own.
                left.min(Duration::from_secs(300))
            });
            let settings = RunSettings {
                subject,
                timeout: left,
                limits: self.environment.limits,
                wrapper: self.environment.wrapper.cloned(),
                own_program: self.environment.own_program.map(Path::to_owned),
                ..RunSettings::default()
            };
            let context = Context {
                settings: &settings,
                files: self.environment.files,
                stop: self.environment.stop,
            };
            let outcome = task.work.perform(&task.identity, &context).outcome;
            let is_over = self.settings.is_late() || self.environment.stop.is_requested();
            (!is_over).then_some(outcome)
        };
        let fails = || {
            let program = SubjectChoice::Program(self.settings.command.clone());
            matches!(
                outcome(Some(program)),
                Some(Outcome::Fail | Outcome::TimeOut | Outcome::Crash)
            )
        };
        let fail_each_time = if is_late {
            // They wait, and need no processor.
            std::thread::scope(|scope| {
                let runs = [(); RUNS].map(|()| scope.spawn(fails));
                runs.into_iter().all(|run| run.join().unwrap_or(false))
            })
        } else {
            (0..RUNS).all(|_| fails())
        };
        fail_each_time && outcome(None) == Some(Outcome::Pass)
    }

    /// The shortest session after which an AI is to move in the same way by the rules.
    fn shrunk_by_rules(&self, lines: Vec<String>, difference: &Difference) -> Vec<String> {
        let kind = |lines: &[String]| {
            let (last, before) = lines.split_last()?;
            let mut session = self.start();
            for line in before {
                super::own_session::carry_out_with_ais(&mut session, line);
            }
            let kind = LineKind::of(&session, last);
            matches!(kind, LineKind::AiTurn { .. }).then_some(kind)
        };
        let Some(wanted) = kind(&lines) else {
            return lines;
        };
        let all = lines.clone();
        let (short, _) = self.shrunk_by(all, difference.clone(), |lines| {
            let is_alike = kind(lines) == Some(wanted);
            Ok(is_alike.then(|| Difference {
                line: lines.len() - 1,
                deviation: difference.deviation.clone(),
            }))
        });
        short
    }

    /// Shrinks on the program: in one process, or in one for each session where that leads
    /// astray.
    fn shrunk(&self, lines: Vec<String>, difference: Difference) -> (Vec<String>, Difference) {
        let mut process = SharedProcess {
            reproducer: *self,
            running: None,
        };
        let (short, shrunk) = self.shrunk_by(lines.clone(), difference.clone(), |lines| {
            process.first_difference(lines)
        });
        drop(process);
        match self.alone(&short) {
            Ok(Some(same)) if same.ends_like(&difference, &short) => (short, same),
            // There is no time to try it alone: the scenario shows whether it is right.
            Err(_) => (short, shrunk),
            _ => self.shrunk_by(lines, difference, |lines| self.alone(lines)),
        }
    }

    /// Shrinks with a way to carry out sessions, up to the end of the time. Where no AI moves in
    /// the session, none does in shorter ones, and where one does, no two play a game. Where it
    /// depends on nothing that the documents leave open, shorter ones do not.
    fn shrunk_by(
        &self,
        lines: Vec<String>,
        difference: Difference,
        mut first_difference: impl FnMut(&[String]) -> Result<Option<Difference>, Failure>,
    ) -> (Vec<String>, Difference) {
        let start = self.start();
        let most_ais = |lines: &[String]| most_ais(start.clone(), lines);
        let is_settled = |lines: &[String]| is_settled(start.clone(), lines);
        let (ais, was_settled) = (most_ais(&lines), is_settled(&lines));
        shrink::shortest(lines, difference, &start, |lines| {
            if self.settings.is_late() {
                return Err(Failure::interrupted());
            }
            if most_ais(lines) > ais || was_settled && !is_settled(lines) {
                return Ok(None);
            }
            first_difference(lines)
        })
    }
}

/// The files of a script.
struct InMemory<'a>(&'a [ScriptFile]);

impl Files for InMemory<'_> {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let file = self.0.iter().find(|file| file.name == name);
        let file = file.ok_or(LoadError::NotFound)?;
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text: file.text.clone(),
        })
    }
}

/// A program that carries out one session after the other. It is brought back to its start by
/// commands, and started again only where that fails.
struct SharedProcess<'a> {
    reproducer: Reproducer<'a>,
    /// What the last session has left: the program, and the oracle that has followed it.
    running: Option<(ProgramSubject<'a>, Oracle<'a>)>,
}

impl SharedProcess<'_> {
    /// The first difference on these lines.
    fn first_difference(&mut self, lines: &[String]) -> Result<Option<Difference>, Failure> {
        let Reproducer {
            settings,
            environment,
        } = self.reproducer;
        self.return_to_start()?;
        let (mut subject, mut oracle) = match self.running.take() {
            Some(running) => running,
            None => (settings.open(environment)?, self.reproducer.oracle()),
        };
        let limits = settings.time_limits();
        let difference = first_difference(&mut subject, &mut oracle, lines, limits)?;
        let goes_on = difference.as_ref().is_none_or(|difference| {
            matches!(
                difference.deviation,
                Deviation::Board { .. }
                    | Deviation::Result { .. }
                    | Deviation::NoAnswer
                    | Deviation::NoErrorMessage
                    | Deviation::NeedlessError(_)
                    | Deviation::ReservedWord(_)
            )
        });
        let is_behind = oracle.referee().ai_turn().is_some();
        if goes_on && !is_behind && !lines.iter().any(|line| line == "quit") {
            self.running = Some((subject, oracle));
        }
        Ok(difference)
    }

    /// Brings the running program back to its start. One that does not get there is dropped.
    fn return_to_start(&mut self) -> Result<(), Failure> {
        let Some((mut subject, mut oracle)) = self.running.take() else {
            return Ok(());
        };
        let lines = back_to_start(self.reproducer.dialect()).iter();
        let lines: Vec<String> = lines.map(|line| (*line).to_owned()).collect();
        let limits = self.reproducer.settings.time_limits();
        if first_difference(&mut subject, &mut oracle, &lines, limits)?.is_none() {
            self.running = Some((subject, oracle));
        }
        Ok(())
    }
}
