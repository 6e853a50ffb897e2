//! What a performer tests, and the conditions that it has to meet.

use crate::report::Problem;
use ataxx_core::board::Game;
use ataxx_opponents::Ended;
use ataxx_opponents::subject::{Subject, SubjectChoice, UaiSubject};
use ataxx_opponents::uai::client::{
    Best, EngineClient, EngineMove, EngineTimeouts, Failure, Go, Stage,
};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The subject of a performer.
pub enum UnderTest<'a> {
    /// A subject that only the steps of scenarios can be carried out with.
    Any(Box<dyn Subject + 'a>),
    /// An engine of the Universal Ataxx Interface, whose protocol can also be checked.
    Engine(Box<EngineUnderTest<'a>>),
}

impl<'a> From<Box<dyn Subject + 'a>> for UnderTest<'a> {
    fn from(subject: Box<dyn Subject + 'a>) -> Self {
        Self::Any(subject)
    }
}

impl<'a> UnderTest<'a> {
    /// What any subject can do.
    pub fn subject(&self) -> &(dyn Subject + 'a) {
        match self {
            Self::Any(subject) => subject.as_ref(),
            Self::Engine(engine) => &engine.subject,
        }
    }

    /// The same, for what changes it.
    pub fn subject_mut(&mut self) -> &mut (dyn Subject + 'a) {
        match self {
            Self::Any(subject) => subject.as_mut(),
            Self::Engine(engine) => &mut engine.subject,
        }
    }

    /// The engine, if it is one, for the checks of its protocol.
    pub fn engine_mut(&mut self) -> Option<&mut EngineUnderTest<'a>> {
        match self {
            Self::Any(_) => None,
            Self::Engine(engine) => Some(engine),
        }
    }

    /// Whether it is an engine.
    pub const fn is_engine(&self) -> bool {
        matches!(self, Self::Engine(_))
    }
}

/// Starts an engine; called once for each time that it is started.
pub type StartEngine<'a> = dyn Fn() -> Result<UaiSubject<'a>, Problem> + 'a;

/// An engine of the Universal Ataxx Interface as what a performer tests. After `quit` the next
/// game starts it again.
pub struct EngineUnderTest<'a> {
    start: Rc<StartEngine<'a>>,
    /// The engine as any subject.
    pub subject: UaiSubject<'a>,
    /// The time limits of its answers.
    pub limits: EngineLimits,
    /// Whether it was sent `quit`.
    has_quit: bool,
    /// No deadline is later than this.
    end: Option<Instant>,
}

/// The time limits of an engine under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// The time after which it counts as hung.
    pub timeouts: EngineTimeouts,
    /// The time by which an answer may exceed the time of the order.
    pub margin: Duration,
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            timeouts: EngineTimeouts {
                think: Duration::from_secs(10),
                ..EngineTimeouts::default()
            },
            margin: Duration::from_millis(250),
        }
    }
}

impl<'a> EngineUnderTest<'a> {
    /// Starts an engine.
    pub fn new(start: Rc<StartEngine<'a>>, limits: EngineLimits) -> Result<Self, Problem> {
        Ok(Self {
            subject: start()?,
            start,
            limits,
            has_quit: false,
            end: None,
        })
    }

    /// Limits all deadlines to this one, but for moves that have a time of their own.
    pub const fn end_by(&mut self, end: Instant) {
        self.end = Some(end);
    }

    /// The deadline this far from now.
    pub fn within(&self, time: Duration) -> Instant {
        let deadline = Instant::now() + time;
        self.end.map_or(deadline, |end| deadline.min(end))
    }

    /// Gets the engine ready for a new game, and drops the dialogue so far.
    pub fn new_game(&mut self) -> Result<&mut EngineClient<'a>, Problem> {
        if self.has_quit {
            self.subject = (self.start)()?;
            self.has_quit = false;
        }
        self.engine().take_dialogue();
        if self.subject.is_starting() {
            let deadline = self.within(self.limits.timeouts.start);
            self.subject.handshake(deadline)?;
        } else {
            let deadline = self.within(self.limits.timeouts.ready);
            self.engine().new_game(deadline)?;
            self.check_stray_bestmove()?;
        }
        Ok(self.engine())
    }

    /// The engine as it is.
    pub const fn engine(&mut self) -> &mut EngineClient<'a> {
        &mut self.subject.engine
    }

    /// Checks that it has sent no `bestmove` without a `go`.
    pub fn check_stray_bestmove(&mut self) -> Result<(), Problem> {
        if self.has_quit {
            return Ok(());
        }
        let deadline = self.within(self.limits.timeouts.ready);
        let engine = self.engine();
        engine.catch_up(deadline)?;
        let stray = engine
            .take_other_lines()
            .into_iter()
            .find(|line| line.split_whitespace().next() == Some("bestmove"));
        match stray {
            Some(line) => Err(Problem::protocol(format!(
                "it sends `{line}` without a request for a move"
            ))),
            None => Ok(()),
        }
    }

    /// Its legal move in a game after a moment, for checks in which the limit does not matter.
    pub fn move_soon(&mut self, game: &Game) -> Result<EngineMove, Failure> {
        self.go(game, &a_moment())
    }

    /// Its legal move in a game.
    pub fn go(&mut self, game: &Game, go: &Go) -> Result<EngineMove, Failure> {
        let deadline = self.within(self.limits.timeouts.think);
        self.engine().go(game, go, deadline)
    }

    /// Its legal move in a game, which must come within `time` and the margin.
    pub fn go_within(
        &mut self,
        game: &Game,
        go: &Go,
        time: Duration,
    ) -> Result<EngineMove, Failure> {
        let EngineLimits { timeouts, margin } = self.limits;
        self.engine()
            .go_within(game, go, time + margin, timeouts.overrun)
    }

    /// Its answer after a moment about the position that it was sent last.
    pub fn ask(&mut self, limit: Duration) -> Result<Best, Failure> {
        let begun = self.engine().begin(&a_moment())?;
        let deadline = self.within(limit);
        self.engine().best(begun, deadline, Stage::Move)
    }

    /// Sends `quit`, and waits for its end.
    pub fn quit(&mut self) -> Result<Ended, Failure> {
        self.has_quit = true;
        let deadline = self.within(self.limits.timeouts.quit);
        self.engine().quit(deadline)
    }
}

/// All engines know this order, because match runners send it.
fn a_moment() -> Go {
    Go::move_time(Duration::from_millis(10))
}

/// A condition under which a scenario runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The session of this program is tested.
    Session,
    /// A program with a command language is tested.
    Program,
    /// A UAI engine is tested.
    Uai,
    /// A Reloaded agent is tested.
    Agent,
    /// The system is a Unix.
    Unix,
    /// The system is Windows.
    Windows,
}

impl Condition {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("session", Self::Session),
        ("program", Self::Program),
        ("uai", Self::Uai),
        ("agent", Self::Agent),
        ("unix", Self::Unix),
        ("windows", Self::Windows),
    ];

    /// Its name in files of scenarios.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, other)| *other == self)
            .map_or("", |(name, _)| name)
    }

    /// Whether it holds for this subject.
    pub const fn holds(self, subject: &SubjectChoice) -> bool {
        match self {
            Self::Session => matches!(subject, SubjectChoice::Session),
            Self::Program => matches!(subject, SubjectChoice::Program(_)),
            Self::Uai => matches!(subject, SubjectChoice::Uai(_)),
            Self::Agent => matches!(subject, SubjectChoice::Agent(_)),
            Self::Unix => cfg!(unix),
            Self::Windows => cfg!(windows),
        }
    }
}
