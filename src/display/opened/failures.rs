//! The failures of a report: the dialogue with a program under test is replayed line by line, with
//! the board by the rules.

use crate::display::html::{figure, scenario_choice, step_buttons};
use crate::divergence::{Deviation, Transcript};
use crate::opponents::dialogue::Speaker;
use crate::report::{Boards, Comparison, PastFailure};
use crate::session::Dialect;
use ataxx_core::board::{Game, Position};
use ataxx_core::diagnostic::text::visible;
use ataxx_core::notation::picture::{Arrow, PictureOptions};
use maud::{Markup, html};
use std::sync::Arc;

/// The failures of a report, one of which is replayed.
#[derive(Clone, Debug)]
pub struct Failures {
    all: Arc<Vec<(PastFailure, Vec<Turn>)>>,
    dialect: Dialect,
    /// The index of the current failure.
    number: usize,
    /// The game by the rules.
    game: Game,
    /// What was found in the lines so far.
    seen: Vec<Found>,
}

/// The limit on the failures of a report.
const MOST_FAILURES: usize = 500;

/// A line that the program was sent, and what it printed before the next. What it printed
/// before the first line stands under an empty line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Turn {
    line: String,
    printed: Vec<String>,
}

impl Turn {
    /// Replays it.
    fn replay(&self, transcript: &mut Transcript) -> Found {
        let is_sent = !self.line.is_empty();
        let refused = is_sent.then(|| transcript.sent(&self.line)).flatten();
        let deviations: Vec<_> = self
            .printed
            .iter()
            .map(|line| transcript.printed(line))
            .collect();
        Found {
            refused,
            deviation: deviations.into_iter().flatten().next(),
        }
    }
}

/// What was found in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    /// Why the rules refuse the line.
    refused: Option<String>,
    /// The first deviation of the program from the rules.
    deviation: Option<Deviation>,
}

impl Failures {
    /// Reads a report of programs that must behave like a session in this dialect.
    pub fn read(text: &str, dialect: Dialect) -> Result<Self, String> {
        let mut all = PastFailure::read_all(text)?;
        if all.is_empty() {
            return Err("nothing has failed in this report".to_owned());
        }
        all.truncate(MOST_FAILURES);
        let all = all.into_iter().map(|failure| {
            let turns = turns(&failure.dialogue);
            (failure, turns)
        });
        Ok(Self {
            all: Arc::new(all.collect()),
            dialect,
            number: 0,
            game: Transcript::new(dialect).game().clone(),
            seen: Vec::new(),
        })
    }

    /// Begins a failure. Returns false where there is no such failure.
    pub fn begin(&mut self, number: usize) -> bool {
        if number >= self.all.len() {
            return false;
        }
        self.number = number;
        self.game = Transcript::new(self.dialect).game().clone();
        self.seen.clear();
        true
    }

    /// The game by the rules.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether there is another line.
    pub fn has_next(&self) -> bool {
        self.seen.len() < self.all[self.number].1.len()
    }

    /// Replays the next line.
    pub fn step(&mut self) {
        let wanted = self.seen.len() + 1;
        self.replay(|seen| seen.len() == wanted);
    }

    /// Replays the lines up to the next deviation from the rules, or the end.
    pub fn step_far(&mut self) {
        let done = self.seen.len();
        let deviates = |found: &Found| found.deviation.is_some();
        self.replay(|seen| seen.len() > done && seen.last().is_some_and(deviates));
    }

    /// Replays the lines from the beginning until `is_enough` is true.
    fn replay(&mut self, is_enough: impl Fn(&[Found]) -> bool) {
        let mut transcript = Transcript::new(self.dialect);
        self.seen.clear();
        for turn in &self.all[self.number].1 {
            self.seen.push(turn.replay(&mut transcript));
            if is_enough(&self.seen) {
                break;
            }
        }
        self.game = transcript.game().clone();
    }

    /// The failures, and the lines of the current one.
    pub fn panel(&self) -> Markup {
        let (failure, turns) = &self.all[self.number];
        let names = self.all.iter().map(|(failure, _)| visible(&failure.name));
        html! {
            (scenario_choice(names, self.number))
            @for message in &failure.messages { p { (visible(message)) } }
            @if let Some(comparison) = &failure.comparison { (compared(comparison)) }
            @if failure.dropped > 0 {
                p class="quiet" { "The first " (failure.dropped) " lines are not in the report, so the board is not that of the program." }
            }
            @if turns.is_empty() {
                p class="quiet" { "The report has no dialogue with the program." }
            }
            ol class="steps" tabindex="0" aria-label="the lines that the program was sent" {
                @for (index, turn) in turns.iter().enumerate() { (self.turn(index, turn)) }
            }
            (step_buttons(self.has_next(), "Step"))
            form method="post" action="do/step-far" class="row" {
                button id="do-step-far" disabled[!self.has_next()] { "To the difference from the rules" }
            }
            div role="status" {
                @if let Some((found, turn)) = self.seen.iter().zip(turns).next_back() {
                    (self::found(found, turn))
                }
            }
        }
    }

    fn turn(&self, index: usize, turn: &Turn) -> Markup {
        let found = self.seen.get(index);
        let (class, sign) = match found {
            None => ("ahead", "·"),
            Some(Found {
                deviation: Some(_), ..
            }) => ("fails", "✗"),
            Some(_) => ("seen", "▸"),
        };
        html! {
            li class=(class) aria-current=[(index == self.seen.len()).then_some("step")] {
                span class="sign" { (sign) } " "
                @if turn.line.is_empty() { "at the start" } @else { (visible(&turn.line)) }
                @if found.is_some_and(|found| found.refused.is_some()) { " – refused" }
            }
        }
    }
}

/// The output of the program after a line, and the differences from the rules.
fn found(found: &Found, turn: &Turn) -> Markup {
    html! {
        @if let Some(why) = &found.refused { p { "The rules refuse this line: " (visible(why)) } }
        @if !turn.printed.is_empty() {
            pre class="printed" tabindex="0" { @for line in &turn.printed { (visible(line)) "\n" } }
        }
        @if let Some(deviation) = &found.deviation {
            p { "First deviation from the rules: " (visible(&deviation.to_string())) }
            @if let Deviation::Board { expected, actual } = deviation {
                (boards(&Boards::new(*expected, *actual)))
            }
        }
    }
}

/// The lines that were sent, each with what was printed after it.
fn turns(dialogue: &[(Speaker, String)]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for (by, text) in dialogue {
        match by {
            Speaker::Runner => turns.push(Turn {
                line: text.clone(),
                printed: Vec::new(),
            }),
            Speaker::Program => {
                if turns.is_empty() {
                    turns.push(Turn::default());
                }
                if let Some(turn) = turns.last_mut() {
                    turn.printed.push(text.clone());
                }
            }
        }
    }
    turns
}

/// The expected and the actual value.
fn compared(comparison: &Comparison) -> Markup {
    let two = |expected: &str, actual: &str| {
        html! {
            p { "Expected:" } pre class="printed" tabindex="0" { (lines(expected)) }
            p { "Printed:" } pre class="printed" tabindex="0" { (lines(actual)) }
        }
    };
    match comparison {
        Comparison::Boards(compared) => boards(compared),
        Comparison::Texts { expected, actual } => two(expected, actual),
        // The message has them.
        Comparison::Values { .. } => html! {},
        Comparison::Sets {
            missing, surplus, ..
        } => two(&missing.join("\n"), &surplus.join("\n")),
    }
}

/// A text of several lines that is safe to show.
fn lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(visible).collect();
    lines.join("\n")
}

/// Two boards, with their differences marked.
fn boards(boards: &Boards) -> Markup {
    let board = |position: &Position, words: &str| {
        let marks = boards.differing.squares();
        let options = PictureOptions {
            arrows: marks
                .map(|square| Arrow {
                    from: square,
                    to: square,
                })
                .collect(),
            ..PictureOptions::default()
        };
        figure(position, &options, words)
    };
    let differences: Vec<String> = boards.differences().collect();
    html! {
        div class="row" {
            (board(&boards.expected, "Expected"))
            (board(&boards.actual, "Printed"))
        }
        p { (differences.join("; ")) "." }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn report(lines: &[(&str, &str)]) -> String {
        let dialogue = lines
            .iter()
            .map(|(by, text)| json!({"seconds": 0.1, "program": 1, "by": by, "text": text}));
        let dialogue: Vec<_> = dialogue.collect();
        let failure = json!({"diagnostics": [{"code": "x", "message": "the board is wrong <b>"}]});
        json!({"summary": {}, "reports": [
            {"name": "good", "outcome": "pass"},
            {"name": "bad \u{1b}", "outcome": "fail", "failure": failure, "dialogue": dialogue},
        ]})
        .to_string()
    }

    #[test]
    fn a_program_parts_from_the_rules() {
        let wrong = [
            "===",
            "  r r r - - - b",
            "  - - - - - - -",
            "  - - - - - - -",
            "  - - - - - - -",
            "  - - - - - - -",
            "  - - - - - - -",
            "  b - - - - - r",
            "===",
        ];
        let mut said = vec![
            ("program", "hello"),
            ("runner", "manual blue"),
            ("runner", "a7-b7"),
            ("runner", "dump"),
        ];
        said.extend(wrong.map(|row| ("program", row)));
        said.push(("runner", "a1-a9"));
        let read = Failures::read(&report(&said), Dialect::SPRING_2022);
        let mut failures = read.expect("a report");
        let before = failures.panel().into_string();
        assert!(
            before.contains("&lt;b&gt;") && !before.contains('\u{1b}'),
            "{before}"
        );
        assert!(!before.contains("hello"));
        failures.step();
        assert!(failures.panel().into_string().contains("hello"));
        failures.step_far();
        assert_eq!(failures.game().moves().len(), 1);
        let panel = failures.panel().into_string();
        assert!(panel.contains("First deviation from the rules"), "{panel}");
        assert!(panel.contains("c7 is red, not empty"), "{panel}");
        assert!(failures.has_next());
        failures.step();
        assert!(!failures.has_next());
        assert!(
            failures
                .panel()
                .into_string()
                .contains("The rules refuse this line")
        );
        assert!(failures.begin(0) && !failures.begin(1));
        assert_eq!(failures.game().moves().len(), 0);
    }

    #[test]
    fn what_has_no_failures_is_refused() {
        let error = |text: &str| Failures::read(text, Dialect::SPRING_2022).expect_err(text);
        assert_eq!(
            error("{\"summary\":{}}"),
            "nothing has failed in this report"
        );
        assert_eq!(error("{}"), "this JSON is no report of `ataxx test`");
    }

    proptest! {
        #[test]
        fn any_dialogue_is_shown(said in proptest::collection::vec(("program|runner", ".*"), 0..6)) {
            let said: Vec<_> = said.iter().map(|(by, text)| (by.as_str(), text.as_str())).collect();
            let mut failures = Failures::read(&report(&said), Dialect::FALL_2008).expect("a report");
            failures.step_far();
            let panel = failures.panel().into_string();
            prop_assert!(!panel.contains('\u{1b}'), "{}", panel);
        }
    }
}
