//! Tasks that others need. Each is performed at most once, before the first that needs it, also
//! where it is not selected itself.

use crate::report::{Identity, Outcome, Report};
use crate::runner::{Context, Task};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The tasks of a run with those that they need.
pub struct Prerequisites<'a> {
    /// The tasks of the run in order, then further ones that these need.
    all: Vec<Entry<'a>>,
}

struct Entry<'a> {
    task: &'a Task,
    /// The tasks that it may need are in the same group.
    group: usize,
    /// Whether it is one of the tasks of the run.
    is_selected: bool,
    /// The indices of the tasks that it needs.
    needs: Vec<usize>,
    /// Whether another task needs it.
    is_needed: bool,
    /// Its report, where another task needs it.
    report: OnceLock<Report>,
    /// The report because of which those that need it are not run, if they are not.
    blocking: OnceLock<Option<Report>>,
    measures_time: OnceLock<bool>,
}

/// Performs a task, with retries.
type Perform<'a> = dyn Fn(&Task) -> Report + 'a;

impl<'a> Prerequisites<'a> {
    /// The tasks of a run, and others that they may need. Only tasks of one group need one another:
    /// those of one program, for example.
    pub fn new(
        tasks: impl IntoIterator<Item = (usize, &'a Task)>,
        others: impl IntoIterator<Item = (usize, &'a Task)>,
    ) -> Self {
        let mut places = BTreeMap::new();
        let mut all: Vec<Entry> = Vec::new();
        let tasks = tasks.into_iter().map(|one| (one, true));
        let others = others.into_iter().map(|one| (one, false));
        for ((group, task), is_selected) in tasks.chain(others) {
            let Identity { file, name, .. } = &task.identity;
            places.entry((group, file, name)).or_insert(all.len());
            all.push(Entry {
                task,
                group,
                is_selected,
                needs: Vec::new(),
                is_needed: false,
                report: OnceLock::new(),
                blocking: OnceLock::new(),
                measures_time: OnceLock::new(),
            });
        }
        for index in 0..all.len() {
            let Entry { task, group, .. } = &all[index];
            let needs = task.needs.iter();
            let place = |name| places.get(&(*group, &task.identity.file, name)).copied();
            let needs: Vec<usize> = needs.filter_map(place).collect();
            for &need in &needs {
                all[need].is_needed = true;
            }
            all[index].needs = needs;
        }
        Self { all }
    }

    /// The index and the report of the task because of which another is blocked, if that is not
    /// one of the tasks of the run, which are reported anyway.
    pub fn unselected_cause(&self, index: usize, report: &Report) -> Option<(usize, &Report)> {
        let cause = report.blocked_by.as_deref()?;
        let group = self.all[index].group;
        let is_cause =
            |one: &Entry| !one.is_selected && one.group == group && one.task.identity == *cause;
        let place = self.all.iter().position(is_cause)?;
        Some((place, self.all[place].report.get()?))
    }

    /// Sets the report of a task that was performed in an earlier run, of which this is the rest.
    pub fn set(&mut self, index: usize, report: &Report) {
        self.all[index].is_selected = true;
        if self.all[index].is_needed {
            // There is at most one.
            let _ = self.all[index].report.set(report.clone());
        }
    }

    /// Whether the result of a task, or of one that it needs, depends on the time that an AI has.
    pub fn measures_time(&self, index: usize) -> bool {
        let entry = &self.all[index];
        let any_need = || entry.needs.iter().any(|&need| self.measures_time(need));
        let measures_time = || entry.task.measures_time() || any_need();
        *entry.measures_time.get_or_init(measures_time)
    }

    /// The report of a task, which is performed unless one that it needs has failed.
    pub fn perform(&self, index: usize, context: &Context, perform: &Perform) -> Report {
        if self.all[index].is_needed {
            self.kept(index, context, perform).clone()
        } else {
            self.fresh(index, context, perform)
        }
    }

    fn kept(&self, index: usize, context: &Context, perform: &Perform) -> &Report {
        let report = &self.all[index].report;
        report.get_or_init(|| self.fresh(index, context, perform))
    }

    fn fresh(&self, index: usize, context: &Context, perform: &Perform) -> Report {
        let Entry { task, needs, .. } = &self.all[index];
        if needs.is_empty() || task.work.is_left_out(context) {
            return perform(task);
        }
        let mut needs = needs.iter();
        let blocking = |&need: &usize| {
            let report = self.blocking(need, context, perform)?;
            Some((report, self.all[need].is_selected))
        };
        match needs.find_map(blocking) {
            Some((needed, is_selected)) => blocked(task, needed, is_selected, context),
            None => perform(task),
        }
    }

    /// The report because of which those that need a task are not run, if it fails. One failure
    /// may be an accident, which must not cost all that need it: it is performed once more.
    fn blocking(&self, index: usize, context: &Context, perform: &Perform) -> Option<&Report> {
        let Entry { task, blocking, .. } = &self.all[index];
        let first = self.kept(index, context, perform);
        let blocking = blocking.get_or_init(|| match first.outcome {
            Outcome::Blocked | Outcome::Error | Outcome::NotJudged => Some(first.clone()),
            Outcome::Fail | Outcome::TimeOut | Outcome::Crash => {
                if context.stop.is_requested() {
                    return Some(first.clone());
                }
                let again = perform(task);
                if again.is_of_failed_wrapper() {
                    return Some(again);
                }
                fails(again.outcome).then(|| first.clone())
            }
            Outcome::Pass
            | Outcome::Flaky
            | Outcome::ExpectedFailure
            | Outcome::UnexpectedPass
            | Outcome::Skipped
            | Outcome::Unsupported => None,
        });
        blocking.as_ref()
    }
}

/// Whether a task with this outcome fails where it should pass.
const fn fails(outcome: Outcome) -> bool {
    outcome.is_bad() && !matches!(outcome, Outcome::UnexpectedPass)
}

/// The report of a task that is not run, as one that it needs has this report. That the program
/// was not started is the report of this task, too. What no program of this kind can do, and what
/// a fault of this program has prevented, costs no points.
fn blocked(task: &Task, needed: &Report, is_selected: bool, context: &Context) -> Report {
    if needed.is_of_failed_start() {
        return Report {
            identity: task.identity.clone(),
            ..needed.clone()
        };
    }
    if let Some(reason) = task.work.unsupported(context) {
        return Report {
            reason: Some(reason),
            ..Report::new(task.identity.clone(), Outcome::Unsupported)
        };
    }
    let cause = needed.blocked_by.clone();
    let how = match needed.outcome {
        Outcome::Error => "is in error",
        Outcome::NotJudged => "is not judged",
        outcome => outcome.past_tense(),
    };
    let why = if is_selected {
        String::new()
    } else {
        format!(": {}", needed.message().lines().next().unwrap_or_default())
    };
    let reason = format!("it needs `{}`, which {how}{why}", needed.identity.name);
    let outcome = match needed.outcome {
        Outcome::NotJudged => Outcome::NotJudged,
        _ => Outcome::Blocked,
    };
    Report {
        reason: match needed.outcome {
            Outcome::Blocked => needed.reason.clone(),
            // The report of one that is not selected is not everywhere.
            Outcome::NotJudged => needed.reason.clone().or(Some(reason)),
            _ => Some(reason),
        },
        blocked_by: cause.or_else(|| Some(Box::new(needed.identity.clone()))),
        ..Report::new(task.identity.clone(), outcome)
    }
}
