//! Scenarios, one of which is stepped through.

use crate::display::html::{item_choice, step_buttons};
use crate::opponents::subject::{Subject, SubjectChoice};
use crate::report::{Identity, Outcome, SourceText};
use crate::runner::{Context, RunSettings};
use crate::scenario::performer::{Role, Scenario, Stepper};
use crate::scenario::syntax::load;
use crate::session::Dialect;
use ataxx_core::Cancellation;
use ataxx_core::board::Game;
use maud::{Markup, html};
use std::sync::Arc;
use std::time::Duration;

/// Scenarios, and the progress of one of them.
#[derive(Clone, Debug)]
pub struct Scenarios {
    all: Arc<Vec<(Identity, Arc<Scenario>)>>,
    /// The index of the current scenario.
    number: usize,
    stepper: Stepper,
    /// The results of the steps so far.
    seen: Vec<Seen>,
}

/// The limit on the text, in bytes: it needs far more memory once it is read.
const LONGEST: usize = 200_000;
/// The time limit for a step, because the page waits for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// An action was carried out.
    Done,
    /// A check holds.
    Holds,
    /// A check fails, or an action was refused.
    Fails(String),
    /// The step needs `ataxx test`.
    NotHere,
}

impl Scenarios {
    /// Whether a text looks like scenarios.
    pub fn is_one(text: &str) -> bool {
        text.lines()
            .any(|line| line.starts_with("scenarios:") || line.starts_with("suite:"))
    }

    /// Reads scenarios for a session in a dialect. They can include no files.
    pub fn read(text: &str, dialect: Dialect) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(
                "these scenarios are too long for a page; `ataxx test` runs them".to_owned(),
            );
        }
        let text = text.replace("\r\n", "\n");
        let read = load(&SourceText::new("scenarios", text), &(), &[]);
        let all = read.map_err(|errors| match errors.first() {
            Some(error) => {
                let line = error.place().map_or(1, |place| place.line);
                format!("line {line}: {}", error.message)
            }
            None => "these are no scenarios".to_owned(),
        })?;
        let found = all.len();
        let all: Vec<_> = all
            .into_iter()
            .filter(|(_, scenario)| scenario.dialect == dialect && !scenario.is_bare())
            .map(|(identity, scenario)| (identity, Arc::new(within_patience(scenario))))
            .collect();
        let Some((_, first)) = all.first() else {
            return Err(match found {
                0 => "there is no scenario in this".to_owned(),
                _ => format!(
                    "none of these scenarios is for the dialect of this session ({})",
                    dialect.name()
                ),
            });
        };
        Ok(Self {
            stepper: Stepper::new(Arc::clone(first)),
            all: Arc::new(all),
            number: 0,
            seen: Vec::new(),
        })
    }

    /// Begins a scenario. Returns the game it begins with, if it has one; `None` where there is
    /// no such scenario.
    #[allow(clippy::option_option)] // no such scenario, or none given
    pub fn begin(&mut self, number: usize) -> Option<Option<Game>> {
        let (_, scenario) = self.all.get(number)?;
        self.stepper = Stepper::new(Arc::clone(scenario));
        self.number = number;
        self.seen.clear();
        Some(scenario.start.as_ref().map(|(game, _)| (**game).clone()))
    }

    /// Whether there is another step.
    pub fn has_next(&self) -> bool {
        self.stepper.upcoming().is_some()
    }

    /// Runs the next step with the session of the page, and records its result. It starts no
    /// programs and reads no files.
    pub fn step(&mut self, subject: Box<dyn Subject + '_>, stop: &Cancellation) {
        let Some(at) = self.stepper.upcoming() else {
            return;
        };
        let role = at.step.role();
        let settings = RunSettings {
            subject: Some(SubjectChoice::Session),
            is_confined: true,
            ..RunSettings::default()
        };
        let context = Context {
            settings: &settings,
            files: &(),
            stop,
        };
        self.seen.push(match self.stepper.next(subject, context) {
            Ok(()) if role == Role::Action => Seen::Done,
            Ok(()) => Seen::Holds,
            Err(problem) if problem.outcome() == Outcome::Unsupported => Seen::NotHere,
            Err(problem) => Seen::Fails(problem.message()),
        });
    }

    /// The scenarios, and the steps of the current one.
    pub fn panel(&self) -> Markup {
        let steps = &self.stepper.scenario.steps;
        html! {
            (item_choice("Scenario", self.all.iter().map(|(identity, _)| &identity.name), self.number))
            ol class="steps" tabindex="0" aria-label="the steps" {
                @for (index, at) in steps.iter().enumerate() {
                    @let seen = self.seen.get(index);
                    @let (class, sign) = look(seen);
                    li class=(class) aria-current=[(index == self.seen.len()).then_some("step")] {
                        span class="sign" { (sign) }
                        " " (at.summary())
                        @if let Some(Seen::Fails(why)) = seen { " – " (why) }
                    }
                }
            }
            (step_buttons(Some(self.has_next())))
        }
    }
}

/// The scenario with the time limit of a page.
fn within_patience(scenario: Scenario) -> Scenario {
    Scenario {
        step_limit: scenario.step_limit.min(PATIENCE),
        limit: scenario.limit.min(PATIENCE),
        ..scenario
    }
}

/// The class of a step, and the sign before it.
const fn look(seen: Option<&Seen>) -> (&'static str, &'static str) {
    match seen {
        None => ("ahead", "·"),
        Some(Seen::Done) => ("seen", "▸"),
        Some(Seen::Holds) => ("seen", "✓"),
        Some(Seen::Fails(_)) => ("fails", "✗"),
        Some(Seen::NotHere) => ("seen", "– not supported here:"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::subject::{
        EngineSubject, Environment, ProgramLimits, SubjectOptions, session_subject,
    };
    use crate::session::{Session, SessionSettings};

    const TEXT: &str = "scenarios:\n- name: one\n  steps:\n  - play: a7-b7\n  - turn: blue\n  - turn: red\n  - result: none\n";

    #[test]
    fn scenarios_are_read_and_begun() {
        assert!(Scenarios::is_one(TEXT));
        let mut scenarios = Scenarios::read(TEXT, Dialect::SPRING_2022).expect("a scenario");
        assert_eq!(scenarios.begin(1), None);
        assert_eq!(scenarios.begin(0), Some(None));
        let never = Cancellation::new();
        for _ in 0..4 {
            assert!(scenarios.has_next());
            let rules = ataxx_core::board::Rules::BERKELEY_2022;
            let limits = ataxx_core::engine::Limits::default();
            let subject = EngineSubject::new(rules, limits, &never);
            scenarios.step(Box::new(subject), &never);
        }
        assert!(!scenarios.has_next());
        // Each time with another game, so that only the first step changes something.
        let wrong = "side to move: expected blue, found red";
        assert_eq!(
            scenarios.seen,
            [
                Seen::Done,
                Seen::Fails(wrong.to_owned()),
                Seen::Holds,
                Seen::Holds
            ]
        );
    }

    #[test]
    fn files_of_scenarios_are_not_written() {
        let text = "scenarios:\n- name: one\n  files: { a: a7-b7 }\n  steps:\n  - send: load ${files}/a\n  - turn: red\n";
        let mut scenarios = Scenarios::read(text, Dialect::SPRING_2022).expect("a scenario");
        scenarios.begin(0);
        let never = Cancellation::new();
        let environment = Environment {
            files: &(),
            stop: &never,
            limits: ProgramLimits::default(),
            own_program: None,
            wrapper: None,
        };
        let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        let subject = session_subject(session, &SubjectOptions::default(), &environment);
        scenarios.step(subject, &never);
        assert_eq!(scenarios.seen, [Seen::NotHere]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |text: &str| Scenarios::read(text, Dialect::SPRING_2022).expect_err(text);
        assert!(error("scenarios:\n- name: one\n  stepz: []\n").starts_with("line 3: "));
        assert!(error("scenarios: []\n").contains("scenario"));
        let long = format!("{TEXT}{}", "#".repeat(LONGEST));
        assert!(error(&long).contains("too long for a page"));
        let other = Scenarios::read(TEXT, Dialect::FALL_2016).expect_err("another dialect");
        assert!(other.contains("2016"), "{other}");
    }
}
