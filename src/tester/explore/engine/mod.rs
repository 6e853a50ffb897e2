//! Exploring engines of UAI and agents of Reloaded: generated positions, each with a question.
//! Where an answer is wrong the position is simplified as long as it stays wrong.

mod positions;
mod question;

pub use positions::Kind;
pub use question::{Question, Wrong};

use super::ExploreSettings;
use super::generate::Dice;
use super::scripts::file_name_of;
use crate::opponents::subject::{Environment, Subject, SubjectChoice, SubjectError, open};
use crate::opponents::uai::client::Go;
use crate::tester::syntax::written::{Quotes, on_one_line};
use ataxx_core::board::{Game, Rules};
use ataxx_core::notation::BerkeleyMove;
use std::collections::BTreeSet;
use std::fmt::Write as _;
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

/// Explores an engine or agent. `progress` is called after each position. The second value is
/// what ended it early, as with [`explore`](super::explore).
pub fn explore_engine(
    settings: &ExploreSettings,
    environment: &Environment,
    progress: &mut dyn FnMut(&EngineExploration),
) -> (EngineExploration, Option<SubjectError>) {
    let explorer = Explorer {
        settings,
        environment,
        rules: rules_of(&settings.subject),
    };
    let mut exploration = EngineExploration::default();
    let ended = explorer.run(&mut exploration, progress).err();
    let is_interrupted = environment.stop.is_requested();
    let trouble = match ended {
        _ if is_interrupted => Some(SubjectError::Interrupted),
        // The time is up.
        Some(SubjectError::Interrupted) => None,
        trouble => trouble,
    };
    if let Some(trouble) = &trouble {
        exploration.ended_early = Some(trouble.to_string());
    }
    (exploration, trouble)
}

struct Explorer<'a> {
    settings: &'a ExploreSettings,
    environment: &'a Environment<'a>,
    rules: Rules,
}

impl<'a> Explorer<'a> {
    fn is_late(&self) -> bool {
        self.settings.is_late()
    }

    fn open(&self) -> Result<Box<dyn Subject + 'a>, SubjectError> {
        let options = self.settings.options();
        open(&self.settings.subject, &options, self.environment)
    }

    fn run(
        &self,
        exploration: &mut EngineExploration,
        progress: &mut dyn FnMut(&EngineExploration),
    ) -> Result<(), SubjectError> {
        let begun = Instant::now();
        let mut subject = self.open()?;
        for seed in (self.settings.seed..).take(self.settings.sessions) {
            let findings = exploration.findings.len();
            let is_stopped = self.is_late() || self.environment.stop.is_requested();
            if is_stopped || findings >= self.settings.findings {
                break;
            }
            let mut dice = Dice::new(seed);
            let (game, kinds) = positions::game(self.rules, &mut dice);
            let question = self.question(&mut dice);
            let wrong = question.ask(subject.as_mut(), &game, self.settings.patience())?;
            if exploration.positions == 0 && wrong.as_ref().is_some_and(Wrong::may_be_no_start) {
                self.settings
                    .check_start(self.environment, begun.elapsed())?;
            }
            exploration.positions += 1;
            exploration.covered.extend(kinds);
            progress(exploration);
            if let Some(wrong) = wrong {
                let is_same = |known: &EngineFinding| {
                    known.wrong.is_like(&wrong) && known.question == question
                };
                let findings = &mut exploration.findings;
                let mut known = findings.iter_mut().find(|known| is_same(known));
                if known.as_ref().is_none_or(|known| !known.comes_again) {
                    let finding = self.simplified(seed, game, question, &wrong)?;
                    let is_hopeless = finding.is_some() && matches!(wrong, Wrong::NotReady(_));
                    match (finding, &mut known) {
                        (Some(finding), Some(known)) if finding.comes_again => **known = finding,
                        (Some(finding), None) => findings.push(finding),
                        (None, None) => exploration.not_counted += 1,
                        _ => {}
                    }
                    if is_hopeless {
                        let why = "the engine is not ready for a game";
                        exploration.ended_early = Some(why.to_owned());
                        return Ok(());
                    }
                }
                subject = self.open()?;
            }
        }
        let findings = exploration.findings.len();
        exploration.ended_early = self.settings.reached(exploration.positions, findings);
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
    ) -> Result<Option<EngineFinding>, SubjectError> {
        let again = |game: &Game| -> Result<Option<Wrong>, SubjectError> {
            let mut subject = self.open()?;
            let found = question.ask(subject.as_mut(), game, self.settings.patience())?;
            Ok(found.filter(|found| found.is_like(wrong)))
        };
        let found = again(&game)?;
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
            Wrong::Late(_) | Wrong::NotReady(_) => Vec::new(),
            _ => vec![bare],
        };
        while let Some(candidate) = candidates.pop() {
            if self.is_late() || self.environment.stop.is_requested() {
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
            Wrong::Late(_) => "an answer in time",
            Wrong::Crash(_) => "the program goes on",
            Wrong::Unreadable(_) => "an answer that can be read",
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
    use crate::tester::{SourceText, tasks};
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
        let mut after_moves = finding(Question::Move, Wrong::Late(String::new()));
        let walled: Position = "x--4/---4/---4/7/7/7/o6 x 0 1".parse().expect("a position");
        after_moves.game = Game::from_position(Rules::UAI, walled);
        for mv in ["-", "a1-a2"] {
            let mv: BerkeleyMove = mv.parse().expect("a move");
            mv.play(&mut after_moves.game).expect("legal");
        }
        let text = engine_scenarios(&[
            finding(Question::Go(Go::depth(1)), Wrong::Illegal(String::new())),
            finding(Question::Stop, Wrong::Late(String::new())),
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
