//! Right programs with habits of their own, and wrong ones: our own session with other output, or
//! with a known fault, as a program. The suite of a document accuses no right program, the oracle
//! neither, and the suite finds each fault that its document excludes.

use super::habits::{Habit, Said, Written, habits, plain};
use super::{Disk, of_programs};
use crate::divergence::{TimeLimits, first_difference};
use crate::report::{Identity, Report};
use crate::runner::{Context, RunSettings};
use crate::scenario::performer::{Performer, Scenario, UnderTest, perform_on};
use crate::scenario::suites::Suite;
use ataxx_core::Cancellation;
use ataxx_opponents::dialogue::Speaker;
use ataxx_opponents::lines::LineBuffer;
use ataxx_opponents::subject::{ProgramSubject, SessionSubject, SubjectChoice};
use ataxx_opponents::{Ended, Peer, ReadError};
use ataxx_session::mutants::{Fault, FaultySession};
use ataxx_session::oracle::Oracle;
use ataxx_session::{Dialect, Executor, Session, SessionSettings};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Our own session as a program, with a habit or with a fault.
struct Habitual<'a, E> {
    session: SessionSubject<'a, E>,
    habit: Option<&'a Habit>,
    sent: usize,
    stdout: LineBuffer,
    stderr: String,
    /// How much of it was taken.
    taken: usize,
}

impl<'a, E: Executor> Habitual<'a, E> {
    fn new(executor: E, habit: Option<&'a Habit>, stop: &'a Cancellation) -> Self {
        let mut new = Self {
            session: SessionSubject::new(executor, &Disk, stop, 0),
            habit,
            sent: 0,
            stdout: LineBuffer::new(10_000),
            stderr: String::new(),
            taken: 0,
        };
        new.write("");
        new
    }

    fn write(&mut self, sent: &str) {
        let mut lines = Vec::new();
        while let Ok(line) = self.session.read_line(Instant::now()) {
            lines.push(line);
        }
        let errors = self.session.take_stderr_lines();
        let said = Said {
            sent,
            number: self.sent,
            session: self.session.session(),
            lines,
            errors,
        };
        let Written { stdout, stderr } = match self.habit {
            Some(habit) => (habit.write)(&said),
            None => plain(&said),
        };
        self.stdout.push(stdout.as_bytes());
        self.stderr += &stderr;
        self.sent += 1;
    }
}

impl<E: Executor> Peer for Habitual<'_, E> {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        Peer::send(&mut self.session, line)?;
        self.write(line);
        Ok(())
    }

    fn read_line(&mut self, deadline: Instant) -> Result<String, ReadError> {
        self.read_complete_line(deadline, &|_| false)
    }

    fn read_complete_line(
        &mut self,
        deadline: Instant,
        is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, ReadError> {
        if let Some(line) = self.stdout.take() {
            return Ok(line.text());
        }
        let ended = self.session.read_line(deadline);
        let is_over = matches!(ended, Err(ReadError::Ended(_)));
        let rest = self.stdout.unended().map(|line| line.text());
        if rest.is_some_and(|rest| is_over || is_complete(&rest))
            && let Some(rest) = self.stdout.take_rest()
        {
            return Ok(rest.text());
        }
        ended
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
        Peer::finish(&mut self.session, deadline)
    }

    fn stderr_lines(&self) -> String {
        self.stderr.clone()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        let new = &self.stderr[self.taken..];
        let length = new.rfind('\n').map_or(0, |end| end + 1);
        let lines = new[..length].lines().map(str::to_owned).collect();
        self.taken += length;
        lines
    }
}

/// The limits of an AI of the session.
fn few_nodes() -> SessionSettings {
    SessionSettings {
        nodes: Some(30),
        ..SessionSettings::default()
    }
}

fn program<'a>(peer: impl Peer + 'a, dialect: Dialect) -> ProgramSubject<'a> {
    let start = Duration::from_secs(10);
    ProgramSubject::new(Box::new(peer), "ours", dialect, &Disk, start, 0)
}

/// The scenarios of a suite that can be performed here: without files, and without a second run.
fn scenarios(suite: Suite) -> Vec<(Identity, Arc<Scenario>)> {
    let all = suite.scenarios(&[]).expect("they can be read").into_iter();
    let is_simple = |(identity, scenario): &(Identity, Scenario)| {
        scenario.files.is_none()
            && !["seeds", "forced-win"]
                .iter()
                .any(|tag| identity.tags.iter().any(|it| it == tag))
    };
    let simple = all.filter(is_simple);
    simple
        .map(|(identity, scenario)| (identity, Arc::new(scenario)))
        .collect()
}

/// Those of the scenarios that no habit and no freedom may fail, in any case, and some of the
/// others: every habit meets all kinds of scenarios, and all habits together meet each.
fn sample(
    all: &[(Identity, Arc<Scenario>)],
    turn: usize,
) -> impl Iterator<Item = &(Identity, Arc<Scenario>)> {
    const ALWAYS: [&str; 7] = [
        "illegal move is answered",
        "announced once",
        "help prints",
        "empty line",
        "AI announces",
        "announced, at the start",
        "quit after errors",
    ];
    const PART: usize = 25;
    let numbered = all.iter().enumerate();
    let is_slow = |identity: &Identity| {
        identity.name.contains("AIs") || identity.tags.iter().any(|tag| tag == "long")
    };
    numbered.filter_map(move |(number, one)| {
        let is_always = ALWAYS.iter().any(|words| one.0.name.contains(words));
        let is_chosen = is_always || number % PART == turn % PART;
        (is_chosen && !is_slow(&one.0)).then_some(one)
    })
}

/// The report of a scenario on a program.
fn perform(identity: &Identity, scenario: &Arc<Scenario>, peer: impl Peer) -> Report {
    let settings = RunSettings {
        subject: Some(SubjectChoice::Program("ours".to_owned())),
        ..RunSettings::default()
    };
    let context = Context {
        settings: &settings,
        files: &Disk,
        stop: Cancellation::never(),
    };
    let subject = UnderTest::Any(Box::new(program(peer, scenario.dialect)));
    let (report, _) = perform_on(scenario, identity, || {
        Ok(Performer::new(
            Arc::clone(scenario),
            context,
            subject,
            false,
        ))
    });
    report
}

/// What the suite, or else the oracle, says against a program with this habit or fault.
fn accusation<E: Executor>(
    identity: &Identity,
    scenario: &Arc<Scenario>,
    executor: impl Fn() -> E,
    habit: Option<&Habit>,
) -> Option<String> {
    let (dialect, never) = (scenario.dialect, Cancellation::new());
    let report = perform(identity, scenario, Habitual::new(executor(), habit, &never));
    if report.outcome.is_bad() {
        return Some(format!(
            "the suite: {}: {}",
            identity.name,
            report.message()
        ));
    }
    let sent = report.dialogue.utterances().iter();
    let sent = sent.filter(|it| it.by == Speaker::Runner && it.text.trim() != "dump");
    let lines: Vec<String> = sent.map(|it| it.text.clone()).collect();
    let mut subject = program(Habitual::new(executor(), habit, &never), dialect);
    let mut oracle = Oracle::new(Session::new(dialect, few_nodes()), &Disk);
    let limit = Duration::from_secs(1);
    let limits = TimeLimits::new(limit, limit);
    match first_difference(&mut subject, &mut oracle, &lines, limits) {
        Ok(None) => None,
        Ok(Some(found)) => Some(format!(
            "the oracle: {}: {}",
            lines[found.line], found.deviation
        )),
        Err(failure) => Some(format!("the oracle: {failure}")),
    }
}

#[test]
fn habits_of_right_programs_are_free() {
    let habits = habits();
    let mut wrong = Vec::new();
    for suite in of_programs() {
        let scenarios = scenarios(suite);
        let dialect = scenarios[0].1.dialect;
        let of_habit = |(turn, habit): (usize, &Habit)| -> Vec<String> {
            let accusations = sample(&scenarios, turn).filter_map(|(identity, scenario)| {
                let session = || Session::new(dialect, few_nodes());
                accusation(identity, scenario, session, Some(habit))
            });
            let named = accusations.map(|it| format!("{}: {}: {it}", suite.name, habit.name));
            named.take(2).collect()
        };
        let numbered = habits.par_iter().enumerate();
        let right = numbered.filter(|(_, habit)| (habit.is_right)(dialect));
        wrong.extend(right.flat_map_iter(of_habit).collect::<Vec<_>>());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a scenario fails for a session with a fault.
fn catches(identity: &Identity, scenario: &Arc<Scenario>, faulty: FaultySession) -> bool {
    /// With some faults a game of two AIs never ends.
    const SCENARIO_TIMEOUT: Duration = Duration::from_secs(10);
    let stop = &Cancellation::new();
    let (done, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let waited = ended.recv_timeout(SCENARIO_TIMEOUT);
            waited == Err(RecvTimeoutError::Timeout) && stop.request()
        });
        let report = perform(identity, scenario, Habitual::new(faulty, None, stop));
        drop(done);
        report.outcome.is_bad()
    })
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn a_suite_finds_the_faults_that_its_document_excludes_and_no_others() {
    /// Their scenarios need files, a second run or a strong AI, or they show in output that is free.
    const NOT_HERE: [Fault; 5] = [
        Fault::SeedIgnored,
        Fault::AiMissesWin,
        Fault::LoadIgnored,
        Fault::VerboseSilent,
        Fault::QuietLoud,
    ];
    let mut wrong = Vec::new();
    for suite in of_programs() {
        let scenarios = scenarios(suite);
        let dialect = scenarios[0].1.dialect;
        let of_fault = |(turn, fault): (usize, &Fault)| -> Option<String> {
            let faulty = || FaultySession::new(Session::new(dialect, few_nodes()), *fault);
            let found = if fault.is_excluded_by(dialect) {
                let is_caught = scenarios
                    .iter()
                    .any(|(identity, scenario)| catches(identity, scenario, faulty()));
                (!is_caught).then(|| "not found".to_owned())
            } else {
                let mut all = sample(&scenarios, turn);
                all.find_map(|(identity, scenario)| accusation(identity, scenario, faulty, None))
            };
            found.map(|found| format!("{}: {}: {found}", suite.name, fault.name()))
        };
        let tried = Fault::ALL.par_iter().enumerate();
        let tried = tried.filter(|(_, fault)| !NOT_HERE.contains(fault));
        wrong.extend(tried.filter_map(of_fault).collect::<Vec<_>>());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
