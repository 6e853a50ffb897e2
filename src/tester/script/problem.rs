//! What stops a test.

use super::ear::one_blank;
use crate::opponents::{Ended, Silence};
use crate::tester::Outcome;
use crate::tester::report::{Comparison, Patch};
use crate::tester::runner::NOT_STARTED;
use std::ops::{Deref, Range};
use std::time::Duration;

/// What stops a test, or would.
#[derive(Clone, Debug)]
pub(super) struct Problem(Box<Details>);

/// All there is to tell of a problem.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub outcome: Outcome,
    pub code: &'static str,
    pub message: String,
    /// What is said at the place to blame.
    pub label: String,
    pub help: Vec<String>,
    pub comparison: Option<Comparison>,
    pub place: Blamed,
    /// The bytes of the step that is to blame.
    pub span: Option<Range<usize>>,
    /// What would make the script expect what there is.
    pub patches: Vec<Patch>,
}

/// Which text is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Blamed {
    /// The step that is being carried out.
    Step,
    /// The line that starts the program.
    Command,
    /// These bytes of what is to be recorded.
    Standard(Range<usize>),
    /// The end of the script.
    End,
}

impl Deref for Problem {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl Problem {
    /// Something is not as expected.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            outcome: Outcome::Fail,
            code,
            message: message.into(),
            label: String::new(),
            help: Vec::new(),
            comparison: None,
            place: Blamed::Step,
            span: None,
            patches: Vec::new(),
        }))
    }

    pub fn into_details(self) -> Details {
        *self.0
    }

    pub fn outcome(mut self, outcome: Outcome) -> Self {
        self.0.outcome = outcome;
        self
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.0.label = label.into();
        self
    }

    pub fn help(mut self, help: impl IntoIterator<Item = String>) -> Self {
        self.0.help.extend(help);
        self
    }

    pub fn comparing(mut self, comparison: Comparison) -> Self {
        self.0.comparison = Some(comparison);
        self
    }

    pub fn at(mut self, place: Blamed) -> Self {
        self.0.place = place;
        self
    }

    /// Of the step in these bytes, if of none yet.
    pub fn within(mut self, span: Range<usize>) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    pub fn patch(mut self, patch: impl IntoIterator<Item = Patch>) -> Self {
        self.0.patches.extend(patch);
        self
    }

    /// Two short texts of the same kind differ.
    pub fn values(code: &'static str, what: &str, expected: &str, actual: &str) -> Self {
        let (expected, actual) = (one_blank(expected), one_blank(actual));
        let message = format!("expected {}, found {}", quoted(&expected), quoted(&actual));
        Self::new(code, message)
            .label(format!("found {}", quoted(&actual)))
            .comparing(Comparison::Values {
                what: what.to_owned(),
                expected,
                actual,
            })
    }

    /// A program could not be started, for this reason.
    pub fn not_started(reason: &str) -> Self {
        Self::new(
            NOT_STARTED,
            format!("the program could not be started: {reason}"),
        )
        .outcome(Outcome::Crash)
        .at(Blamed::Command)
    }
}

/// What was waited for, and how long.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    /// In words that follow 'for': `Blue to announce a move`.
    pub what: String,
    /// The line of the script that was the last to be said, in words: `line 14`.
    pub after: Option<String>,
    pub waited: Duration,
    pub bound: Bound,
    /// Whether the time is up: a session in this process is known to say nothing more
    /// before that.
    pub is_up: bool,
}

/// Which time limit a wait is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The one for this answer.
    Answer,
    /// The one for a game (2022), of so much.
    Game(Duration),
    /// The one for the whole test, of so much.
    Test(Duration),
}

impl Wait {
    /// The problem that nothing came.
    pub fn in_vain(&self, silence: &Silence) -> Problem {
        let what = &self.what;
        let after = self.after.as_ref().map(|after| format!(", after {after}"));
        let after = after.unwrap_or_default();
        let waited = seconds(self.waited);
        match *silence {
            Silence::TimeOut if !self.is_up => Problem::new(
                "nothing-more",
                format!("waited in vain for {what}{after}: nothing more can come"),
            ),
            Silence::TimeOut => {
                let of = match self.bound {
                    Bound::Answer => String::new(),
                    Bound::Game(time) => format!(": that is {} for the game", seconds(time)),
                    Bound::Test(time) => format!(": that is {} for the test", seconds(time)),
                };
                Problem::new("time-out", format!("waited {waited} for {what}{after}{of}"))
                    .outcome(Outcome::TimeOut)
            }
            Silence::Ended(ended) => {
                let (how, outcome) = match ended {
                    Some(ended @ Ended::Status(0)) => (format!(" with {ended}"), Outcome::Fail),
                    Some(ended @ Ended::Status(_)) => (format!(" with {ended}"), Outcome::Crash),
                    Some(ended @ Ended::Signal(_)) => (format!(" by {ended}"), Outcome::Crash),
                    None => (String::new(), Outcome::Crash),
                };
                let message = format!("waited for {what}{after}, and the program ended{how}");
                Problem::new("ended", message).outcome(outcome)
            }
            Silence::Flooded { limit } => Problem::new(
                "flooded",
                format!(
                    "waited for {what}{after}, and the program printed more than {limit} bytes"
                ),
            ),
            Silence::Deaf => Problem::new(
                "deaf",
                format!("waited for {what}{after}, and the program does not read its input"),
            )
            .outcome(Outcome::TimeOut),
            Silence::Interrupted => interrupted(),
        }
    }
}

/// We were told to stop.
pub(super) fn interrupted() -> Problem {
    Problem::new("interrupted", "told to stop").outcome(Outcome::Error)
}

/// A time for people.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// A text in a message, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}
