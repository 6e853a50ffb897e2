//! Exploring engines of UAI and agents of Reloaded: generated positions, each with a question.
//! Where an answer is wrong the position is simplified as long as it stays wrong.

mod positions;

pub use positions::Kind;

use super::files::file_name_of;
use super::generate::Dice;
use super::settings::{ExploreSettings, error_of_search};
use crate::divergence::{Deviation, TimeLimits};
use crate::opponents::subject::{Environment, Order, Subject, SubjectChoice};
use crate::opponents::uai::client::Go;
use crate::opponents::{Failure, FailureKind};
use crate::scenario::syntax::written::{Quotes, on_one_line};
use ataxx_core::board::{Game, Rules, perft};
use ataxx_core::notation::BerkeleyMove;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::time::{Duration, Instant};

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFinding {
    /// The seed of the position.
    pub seed: u64,
    /// The simplest game found that shows it.
    pub game: Game,
    /// The question.
    pub question: Question,
    /// What is wrong.
    pub wrong: Wrong,
    /// Whether the same question is answered so each time, as far as was tried. A wrong move of
    /// an engine that chooses by chance need not come again.
    pub comes_again: bool,
}

/// The result of exploring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineExploration {
    /// How many positions were asked about.
    pub positions: usize,
    /// How many of them had a wrong answer that did not come again, such as one that was late
    /// once.
    pub not_counted: usize,
    /// The kinds of positions that came up.
    pub covered: BTreeSet<Kind>,
    /// The wrong answers, each kind once.
    pub findings: Vec<EngineFinding>,
    /// Why the search has ended before its time, if it has.
    pub ended_early: Option<String>,
}

/// The rules of the positions that an engine or agent is asked about.
pub const fn rules_of(subject: &SubjectChoice) -> Rules {
    match subject {
        SubjectChoice::Agent(_) => Rules::RELOADED,
        _ => Rules::UAI,
    }
}

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A move, in the agent's own time.
    Move,
    /// A move by this `go`.
    Go(Go),
    /// A move after `go infinite` and `stop`.
    Stop,
    /// The number of leaves at this depth.
    Perft(u8),
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The move is illegal: the move and the reason.
    Illegal(String),
    /// Another number of leaves.
    Count {
        /// By the rules.
        expected: u64,
        /// As the engine counts.
        actual: u64,
    },
    /// It is not ready for a new game; why.
    NotReady(String),
    /// Something else, such as no answer in time.
    Other(Deviation),
}

/// The time between `go infinite` and `stop`.
const STOP_AFTER: Duration = Duration::from_millis(30);

impl Wrong {
    /// Whether it may come from a program that could not be started.
    const fn may_be_failed_start(&self) -> bool {
        !self.is_certain()
    }

    /// Whether it is wrong even if it does not come again, as with an engine that chooses by
    /// chance.
    const fn is_certain(&self) -> bool {
        matches!(self, Self::Illegal(_) | Self::Count { .. })
    }

    /// Whether no answer came in time.
    const fn is_timeout(&self) -> bool {
        matches!(self, Self::Other(Deviation::Timeout(_)) | Self::NotReady(_))
    }

    /// Whether both are of one kind.
    fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Other(one), Self::Other(other)) => one.is_same_kind(other),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Question {
    /// Asks about the game, and returns what is wrong with the answer. What the program does
    /// not support is right.
    fn ask(
        self,
        subject: &mut dyn Subject,
        game: &Game,
        limits: TimeLimits,
    ) -> Result<Option<Wrong>, Failure> {
        match self.answered(subject, game, limits) {
            Err(failure) if failure.kind == FailureKind::Unsupported => Ok(None),
            Err(_) | Ok(Some(Wrong::NotReady(_))) if limits.is_over() => {
                Err(Failure::interrupted())
            }
            Err(failure) => Ok(Some(Wrong::Other(Deviation::from_failure(failure)?))),
            answer => answer,
        }
    }

    fn answered(
        self,
        subject: &mut dyn Subject,
        game: &Game,
        limits: TimeLimits,
    ) -> Result<Option<Wrong>, Failure> {
        match subject.set_game(game, limits.deadline(limits.start)) {
            Ok(()) => {}
            Err(failure) if failure.kind.is_fault() => {
                return Ok(Some(Wrong::NotReady(failure.message)));
            }
            Err(failure) => return Err(failure),
        }
        let deadline = limits.deadline(limits.answer);
        let (go, stop_after) = match self {
            Self::Move => (None, None),
            Self::Go(go) => (Some(go), None),
            Self::Stop => (Some(Go::infinite()), Some(STOP_AFTER)),
            Self::Perft(depth) => {
                let expected = leaves(game, depth);
                let actual = subject.perft(depth, deadline)?.unwrap_or(expected);
                return Ok((actual != expected).then_some(Wrong::Count { expected, actual }));
            }
        };
        if let Some(go) = go {
            subject.order(Order { go, stop_after })?;
        }
        let made = subject.ai_move(deadline)?;
        Ok(made.illegal.map(|what| Wrong::Illegal(what.to_string())))
    }

    /// The step of a scenario that asks it.
    fn step(self, game: &Game) -> String {
        match self {
            Self::Move => "ai-move: {}".to_owned(),
            Self::Go(go) => {
                let orders = go.to_string();
                let orders = orders.trim_start_matches("go ");
                format!("ai-move: {{ go: {orders} }}")
            }
            Self::Stop => format!(
                "ai-move: {{ go: infinite, stop-after: {}ms }}",
                STOP_AFTER.as_millis()
            ),
            Self::Perft(depth) => {
                let nodes = leaves(game, depth);
                format!("perft: {{ depth: {depth}, nodes: {nodes} }}")
            }
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move => f.write_str("a request for a move"),
            Self::Go(go) => write!(f, "`{go}`"),
            Self::Stop => f.write_str("`go infinite` and `stop`"),
            Self::Perft(depth) => write!(f, "`perft {depth}`"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(what) => write!(f, "an illegal move: {what}"),
            Self::Count { expected, actual } => {
                write!(
                    f,
                    "it counts {actual} leaves; by the rules there are {expected}"
                )
            }
            Self::NotReady(what) => f.write_str(what),
            Self::Other(deviation) => deviation.fmt(f),
        }
    }
}

/// The number of leaves by the rules.
fn leaves(game: &Game, depth: u8) -> u64 {
    let counting = perft::Counting::ByDestination;
    perft::plain(game.position(), depth.into(), game.rules(), counting)
}

/// Explores an engine or agent. `progress` is called after each position. The second value is
/// the error that ended it early, as with [`explore`](super::explore).
pub fn explore_engine(
    settings: &ExploreSettings,
    environment: &Environment,
    progress: &mut dyn FnMut(&EngineExploration),
) -> (EngineExploration, Option<Failure>) {
    let search = Search {
        settings,
        environment,
        rules: rules_of(&settings.subject),
    };
    let mut exploration = EngineExploration::default();
    let ended = search.run(&mut exploration, progress);
    let error = error_of_search(ended, environment);
    if let Some(error) = &error {
        exploration.ended_early = Some(error.to_string());
    }
    (exploration, error)
}

struct Search<'a> {
    settings: &'a ExploreSettings,
    environment: &'a Environment<'a>,
    rules: Rules,
}

impl Search<'_> {
    fn is_stopped(&self) -> bool {
        self.settings.is_late() || self.environment.stop.is_requested()
    }

    fn run(
        &self,
        exploration: &mut EngineExploration,
        progress: &mut dyn FnMut(&EngineExploration),
    ) -> Result<(), Failure> {
        let (settings, environment) = (self.settings, self.environment);
        let begun = Instant::now();
        let mut subject = settings.open(environment)?;
        for seed in (settings.seed..).take(settings.sessions) {
            if self.is_stopped() || exploration.findings.len() >= settings.findings {
                break;
            }
            let mut dice = Dice::new(seed);
            let (game, kinds) = positions::game(self.rules, &mut dice);
            let question = self.question(&mut dice);
            let wrong = question.ask(subject.as_mut(), &game, settings.time_limits())?;
            if exploration.positions == 0 && wrong.as_ref().is_some_and(Wrong::may_be_failed_start)
            {
                settings.check_start(environment, begun.elapsed())?;
            }
            exploration.positions += 1;
            exploration.covered.extend(kinds);
            progress(exploration);
            let Some(wrong) = wrong else {
                continue;
            };
            let is_same = |known: &&mut EngineFinding| {
                known.wrong.is_same_kind(&wrong) && known.question == question
            };
            let findings = &mut exploration.findings;
            let known = findings.iter_mut().find(is_same);
            if known.as_ref().is_none_or(|known| !known.comes_again) {
                let finding = self.simplified(seed, game, question, &wrong)?;
                let is_never_ready = finding.is_some() && matches!(wrong, Wrong::NotReady(_));
                match (finding, known) {
                    (Some(finding), Some(known)) if finding.comes_again => *known = finding,
                    (Some(finding), None) => findings.push(finding),
                    (None, None) => exploration.not_counted += 1,
                    _ => {}
                }
                if is_never_ready {
                    let why = "the engine is not ready for a game";
                    exploration.ended_early = Some(why.to_owned());
                    return Ok(());
                }
            }
            subject = settings.open(environment)?;
        }
        let findings = exploration.findings.len();
        exploration.ended_early = settings.limit_reached(exploration.positions, findings);
        Ok(())
    }

    fn question(&self, dice: &mut Dice) -> Question {
        if matches!(self.settings.subject, SubjectChoice::Agent(_)) {
            return Question::Move;
        }
        let all = [
            Question::Go(Go::depth(1)),
            Question::Go(Go::depth(2)),
            Question::Go(Go::nodes(200)),
            Question::Go(Go::move_time(Duration::from_millis(20))),
            Question::Stop,
            Question::Perft(1),
            Question::Perft(2),
        ];
        all[dice.below(all.len())]
    }

    /// The simplest position with an answer that is wrong in the same way; `None` if it does
    /// not come again. A wrong move or count is a finding even then.
    fn simplified(
        &self,
        seed: u64,
        game: Game,
        question: Question,
        wrong: &Wrong,
    ) -> Result<Option<EngineFinding>, Failure> {
        let again = |game: &Game| -> Result<Option<Wrong>, Failure> {
            let mut subject = self.settings.open(self.environment)?;
            let found = question.ask(subject.as_mut(), game, self.settings.time_limits())?;
            Ok(found.filter(|found| found.is_same_kind(wrong)))
        };
        let found = match again(&game) {
            // There is no time to ask again: what is certain is a finding all the same.
            Err(failure) if failure.kind == FailureKind::Interrupted => {
                wrong.is_certain().then(|| wrong.clone())
            }
            found => found?,
        };
        let comes_again = found.is_some();
        let mut finding = EngineFinding {
            seed,
            game,
            question,
            wrong: found.unwrap_or_else(|| wrong.clone()),
            comes_again,
        };
        if !comes_again {
            return Ok(wrong.is_certain().then_some(finding));
        }
        let bare = Game::from_position(self.rules, *finding.game.position());
        // To wait again and again for what does not come would take minutes.
        let mut candidates = match wrong {
            wrong if wrong.is_timeout() => Vec::new(),
            _ => vec![bare],
        };
        while let Some(candidate) = candidates.pop() {
            if self.is_stopped() {
                break;
            }
            if let Some(wrong) = again(&candidate)? {
                let position = *candidate.position();
                (finding.game, finding.wrong) = (candidate, wrong);
                candidates = positions::simpler(&position, &self.rules)
                    .into_iter()
                    .map(|position| Game::from_position(self.rules, position))
                    .collect();
            }
        }
        Ok(Some(finding))
    }
}

impl EngineFinding {
    /// What is wrong, in a few words.
    pub fn title(&self) -> String {
        let what = match self.wrong {
            Wrong::NotReady(_) => return "an engine that is ready for a game".to_owned(),
            Wrong::Illegal(_) => "a legal move",
            Wrong::Count { .. } => "the right number of leaves",
            Wrong::Other(Deviation::Timeout(_)) => "an answer in time",
            Wrong::Other(Deviation::Crash(_)) => "the program goes on",
            Wrong::Other(_) => "an answer that can be read",
        };
        format!("{what} after {}", self.question)
    }

    /// Its name in file names.
    pub fn file_name(&self) -> String {
        file_name_of(&self.title(), self.seed)
    }
}

/// A file with a scenario for each finding: it fails for the program.
pub fn engine_scenarios(findings: &[EngineFinding]) -> String {
    let rules = findings.first().map(|finding| *finding.game.rules());
    let mut text = format!("rules: {}\nscenarios:\n", rules.unwrap_or(Rules::UAI));
    for finding in findings {
        let name = format!("{}, seed {}", finding.title(), finding.seed);
        let game = &finding.game;
        let fen = on_one_line(&game.start().to_string(), Quotes::None, false);
        let name = on_one_line(&name, Quotes::None, false);
        let _ = writeln!(text, "  - name: {name}\n    position: {fen}\n    steps:");
        if game.moves().len() > 0 {
            let moves = game
                .moves()
                .map(|played| BerkeleyMove::from(played).to_string());
            let moves = moves.map(|mv| on_one_line(&mv, Quotes::None, true));
            let moves: Vec<String> = moves.collect();
            let _ = writeln!(text, "      - play: [{}]", moves.join(", "));
        }
        let _ = writeln!(text, "      - {}", finding.question.step(game));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::SourceText;
    use crate::scenario::tasks;
    use ataxx_core::board::Position;

    #[test]
    fn findings_are_scenarios_that_ask_the_same() {
        let finding = |question, wrong| EngineFinding {
            seed: 7,
            game: Game::new(Rules::UAI),
            question,
            wrong,
            comes_again: true,
        };
        let counted = Wrong::Count {
            expected: 256,
            actual: 255,
        };
        let mut after_moves = finding(
            Question::Move,
            Wrong::Other(Deviation::Timeout(String::new())),
        );
        let walled: Position = "x--4/---4/---4/7/7/7/o6 x 0 1".parse().expect("a position");
        after_moves.game = Game::from_position(Rules::UAI, walled);
        for mv in ["-", "a1-a2"] {
            let mv: BerkeleyMove = mv.parse().expect("a move");
            mv.play(&mut after_moves.game).expect("legal");
        }
        let text = engine_scenarios(&[
            finding(Question::Go(Go::depth(1)), Wrong::Illegal(String::new())),
            finding(
                Question::Stop,
                Wrong::Other(Deviation::Timeout(String::new())),
            ),
            finding(Question::Perft(2), counted),
            after_moves,
        ]);
        for step in [
            "- ai-move: { go: depth 1 }",
            "- ai-move: { go: infinite, stop-after: 30ms }",
            "- perft: { depth: 2, nodes: 256 }",
            "- play: [\"-\", a1-a2]\n      - ai-move: {}",
        ] {
            assert!(text.contains(step), "{text}");
        }
        let file = SourceText::new("faults.yaml", text.as_str());
        assert_eq!(tasks(&file, &()).expect("scenarios").len(), 4);
    }
}
