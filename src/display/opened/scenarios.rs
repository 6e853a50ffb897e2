//! Scenarios, one of which is gone through step by step.

use super::acts;
use crate::board::{Game, Position};
use crate::session::Dialect;
use crate::tester::SourceText;
use crate::tester::report::Identity;
use crate::tester::syntax::load;
use crate::tester::syntax::step::{Board, Ending, Scenario, Step};
use maud::{Markup, html};
use std::sync::Arc;

/// Scenarios, and how far one of them has got.
#[derive(Clone, Debug)]
pub struct Scenarios {
    all: Arc<Vec<(Identity, Scenario)>>,
    /// Which is gone through.
    number: usize,
    /// What came of the steps that were carried out.
    seen: Vec<Seen>,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It was carried out.
    Done,
    /// It is as it says.
    Holds,
    /// It is not, or it was refused.
    Fails(String),
    /// This takes `ataxx test`.
    NotHere,
}

impl Scenarios {
    /// Whether a text means to hold some.
    pub fn are_there(text: &str) -> bool {
        text.lines()
            .any(|line| line.starts_with("scenarios:") || line.starts_with("suite:"))
    }

    /// Reads scenarios for a session in a dialect. They can include no files.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with them.
    pub fn read(text: &str, dialect: Dialect) -> Result<Self, String> {
        let text = text.replace("\r\n", "\n");
        let read = load(&SourceText::new("scenarios", text), &());
        let mut all = read.map_err(|errors| match errors.first() {
            Some(error) => {
                let line = error.place().map_or(1, |place| place.line);
                format!("line {line}: {}", error.message)
            }
            None => "these are no scenarios".to_owned(),
        })?;
        let found = all.len();
        all.retain(|(_, scenario)| {
            scenario.dialect == dialect && scenario.rules.to_string() == dialect.name()
        });
        if all.is_empty() && found > 0 {
            return Err(format!(
                "none of these scenarios is for the dialect of this session ({})",
                dialect.name()
            ));
        }
        if all.is_empty() {
            return Err("there is no scenario in this".to_owned());
        }
        Ok(Self {
            all: Arc::new(all),
            number: 0,
            seen: Vec::new(),
        })
    }

    /// Begins one: the game that it begins with, unless it begins as a session does; `None`
    /// where there is no such scenario.
    #[allow(clippy::option_option)] // not there, or nothing said
    pub fn begin(&mut self, number: usize) -> Option<Option<Game>> {
        let (_, scenario) = self.all.get(number)?;
        self.number = number;
        self.seen.clear();
        Some(scenario.start.as_ref().map(|(game, _)| (**game).clone()))
    }

    /// The step that comes next.
    pub fn next(&self) -> Option<Step> {
        let step = self.scenario().steps.get(self.seen.len());
        step.map(|at| at.step.clone())
    }

    /// Takes note of what came of the step that came next.
    pub fn note(&mut self, seen: Seen) {
        self.seen.push(seen);
    }

    fn scenario(&self) -> &Scenario {
        // `number` is only ever that of one that is there.
        &self.all[self.number].1
    }

    /// The scenarios, and the steps of the one that is gone through.
    pub fn panel(&self) -> Markup {
        let steps = &self.scenario().steps;
        html! {
            form method="post" action="/do/scenario" class="row" data-auto="change" {
                label class="unseen" for="scenario" { "Scenario" }
                select id="scenario" name="number" {
                    @for (number, (identity, _)) in self.all.iter().enumerate() {
                        option value=(number) selected[number == self.number] { (identity.name) }
                    }
                }
                button class="without-script" { "Begin" }
            }
            ol class="steps" {
                @for (index, at) in steps.iter().enumerate() {
                    @let seen = self.seen.get(index);
                    li class=(class(seen)) aria-current=[(index == self.seen.len()).then_some("step")] {
                        span class="sign" { (sign(seen)) }
                        " " (at.summary())
                        @if let Some(Seen::Fails(why)) = seen { " – " (why) }
                    }
                }
            }
            (acts(self.seen.len() < steps.len(), "Step"))
        }
    }
}

const fn class(seen: Option<&Seen>) -> &'static str {
    match seen {
        None => "ahead",
        Some(Seen::Fails(_)) => "fails",
        Some(_) => "seen",
    }
}

const fn sign(seen: Option<&Seen>) -> &'static str {
    match seen {
        None => "·",
        Some(Seen::Done) => "▸",
        Some(Seen::Holds) => "✓",
        Some(Seen::Fails(_)) => "✗",
        Some(Seen::NotHere) => "– not looked at here:",
    }
}

/// Whether it is as a step says, as far as the board shows it.
pub fn look(step: &Step, game: &Game) -> Seen {
    let position: &Position = game.position();
    let rules = game.rules();
    let same = |holds: bool, found: &dyn Fn() -> String| {
        if holds {
            Seen::Holds
        } else {
            Seen::Fails(found())
        }
    };
    match step {
        Step::Board(Board::Grid(grid)) => {
            let differing: Vec<String> = grid
                .differing(position)
                .squares()
                .map(|square| square.to_string())
                .collect();
            same(differing.is_empty(), &|| {
                format!("not so on {}", differing.join(", "))
            })
        }
        Step::Turn(color) => same(*color == position.turn(), &|| {
            format!("it is {}’s turn", position.turn())
        }),
        Step::Jumps(jumps) => same(*jumps == position.jumps(), &|| {
            format!("there are {}", position.jumps())
        }),
        Step::Pieces(counts) => {
            let [red, blue] = crate::board::Color::BOTH.map(|color| position.pieces(color).count());
            let found = [
                (counts.red, red),
                (counts.blue, blue),
                (counts.blocks, position.blocks().count()),
                (counts.empty, position.empty().count()),
            ];
            let holds = found
                .iter()
                .all(|(expected, found)| expected.is_none_or(|expected| expected == *found));
            same(holds, &|| format!("red {red}, blue {blue}"))
        }
        Step::Result(ending) => {
            let outcome = position.outcome(rules);
            let holds = match ending {
                Ending::With(winner) => outcome.is_some_and(|outcome| outcome.winner == *winner),
                Ending::Any => outcome.is_some(),
                Ending::None => outcome.is_none(),
            };
            same(holds, &|| match outcome {
                None => "the game goes on".to_owned(),
                Some(outcome) => outcome.winner.map_or_else(
                    || "nobody has won".to_owned(),
                    |color| format!("{color} has won"),
                ),
            })
        }
        Step::Legal(legal) => {
            let moves: Vec<_> = position.legal_moves(rules).collect();
            let count = u32::try_from(moves.len()).ok();
            let simple =
                legal.only.is_none() && legal.contains.is_empty() && legal.without.is_empty();
            match legal.count {
                Some(_) if simple => same(legal.count == count, &|| {
                    format!("there are {}", moves.len())
                }),
                _ => Seen::NotHere,
            }
        }
        _ => Seen::NotHere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    const TEXT: &str = "scenarios:\n- name: one\n  steps:\n  - play: a7-b7\n  - turn: blue\n  - turn: red\n  - result: none\n";

    #[test]
    fn scenarios_are_read_and_begun() {
        assert!(Scenarios::are_there(TEXT));
        let mut scenarios = Scenarios::read(TEXT, Dialect::SPRING_2022).expect("a scenario");
        assert_eq!(scenarios.begin(1), None);
        assert_eq!(scenarios.begin(0), Some(None));
        assert!(matches!(scenarios.next(), Some(Step::Play(_))));
        for _ in 0..4 {
            scenarios.note(Seen::Done);
        }
        assert!(scenarios.next().is_none());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |text: &str| Scenarios::read(text, Dialect::SPRING_2022).expect_err(text);
        assert!(error("scenarios:\n- name: one\n  stepz: []\n").starts_with("line 3: "));
        assert!(error("scenarios: []\n").contains("scenario"));
        let other = Scenarios::read(TEXT, Dialect::FALL_2016).expect_err("another dialect");
        assert!(other.contains("2016"), "{other}");
    }

    #[test]
    fn the_board_shows_what_holds() {
        let game = Game::new(Rules::BERKELEY_2016);
        let red = crate::board::Color::Red;
        assert_eq!(look(&Step::Turn(red), &game), Seen::Holds);
        assert_eq!(
            look(&Step::Jumps(3), &game),
            Seen::Fails("there are 0".to_owned())
        );
        assert_eq!(look(&Step::Result(Ending::None), &game), Seen::Holds);
        assert_eq!(look(&Step::Exit(0), &game), Seen::NotHere);
    }
}
