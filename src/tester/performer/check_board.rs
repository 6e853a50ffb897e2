//! Checks of what is on the board.

use super::problem::Problem;
use super::stage::Stage;
use crate::board::perft::{Counter, Hooks, Settings, Unfinished};
use crate::board::{Color, Outcome, Position, perft::Counting};
use crate::diagnostic::Diagnostic;
use crate::notation::Rows;
use crate::opponents::subject::Trouble;
use crate::tester::Place;
use crate::tester::report::Comparison;
use crate::tester::syntax::Grid;
use crate::tester::syntax::rewrite::rewrite;
use crate::tester::syntax::step::{Board, Counts, Ending, Perft, StepAt};

impl Stage<'_> {
    pub(super) fn check_board(&mut self, board: &Board, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let actual = self.look(&place)?.position;
        let grid = match board {
            Board::Grid(grid) => grid.as_ref().clone(),
            Board::Unchanged => {
                let Some(before) = self.before else {
                    let message = "nothing was said before this that could have changed the board";
                    let diagnostic = Diagnostic::error("nothing-said", message);
                    return Err(Problem::Wrong(place.blame(diagnostic, "")));
                };
                Grid::exactly(&before)
            }
        };
        let differing = grid.differing(&actual);
        if differing.is_empty() {
            return Ok(());
        }
        let count = differing.count();
        let message = match (board, count) {
            (Board::Unchanged, 1) => "the board has changed on one square".to_owned(),
            (Board::Unchanged, _) => format!("the board has changed on {count} squares"),
            (Board::Grid(_), 1) => "one square of the board is not as expected".to_owned(),
            (Board::Grid(_), _) => format!("{count} squares of the board are not as expected"),
        };
        let patch = match board {
            Board::Unchanged => None,
            Board::Grid(_) => {
                let old = at.node.scalar().unwrap_or_default();
                let new = Grid::rewritten(old, &actual);
                let new = new.unwrap_or_else(|| Grid::exactly(&actual).to_string());
                rewrite(at, None, &new)
            }
        };
        Err(Problem::unmet(&place, message)
            .with(Comparison::Boards {
                expected: Box::new(grid.as_position()),
                constrained: grid.constrained(),
                actual: Box::new(actual),
                differing,
            })
            .with_patch(patch))
    }

    pub(super) fn check_pieces(&mut self, counts: Counts, at: &StepAt) -> Result<(), Problem> {
        let position = self.look(&at.value())?.position;
        let Counts {
            red,
            blue,
            blocks,
            empty,
        } = counts;
        let found = [
            ("red", red, position.pieces(Color::Red).count()),
            ("blue", blue, position.pieces(Color::Blue).count()),
            ("blocks", blocks, position.blocks().count()),
            ("empty", empty, position.empty().count()),
        ];
        Problem::any(found.into_iter().filter_map(|(key, expected, actual)| {
            let expected = expected.filter(|&expected| expected != actual)?;
            let (expected, actual) = (expected.to_string(), actual.to_string());
            let patch = rewrite(at, Some(key), &actual);
            let problem = Problem::values(&at.field(key), key, expected, actual);
            Some(problem.with_patch(patch))
        }))
    }

    pub(super) fn check_turn(&mut self, expected: Color, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let actual = self.look_closely(&place, "the side to move")?.turn();
        same(at, "side to move", lower(expected), lower(actual))
    }

    pub(super) fn check_jumps(&mut self, expected: u16, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let actual = self.look_closely(&place, "the count of jumps")?.jumps();
        same(at, "jumps", expected.to_string(), actual.to_string())
    }

    /// Whether the result was announced that the step expects, or a key of it.
    pub(super) fn check_result(
        &mut self,
        expected: Ending,
        at: &StepAt,
        key: Option<&str>,
    ) -> Result<(), Problem> {
        let place = key.map_or_else(|| at.value(), |key| at.field(key));
        match self.other_result(expected, &place)? {
            None => Ok(()),
            Some((problem, actual)) => Err(problem.with_patch(rewrite(at, key, name_of(actual)))),
        }
    }

    /// What is wrong with the result that was announced, and which it is.
    pub(super) fn other_result(
        &mut self,
        expected: Ending,
        place: &Place,
    ) -> Result<Option<(Problem, Ending)>, Problem> {
        let deadline = self.deadline();
        let announced = self.subject.announced(deadline);
        let announced = announced.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?;
        let by_the_rules = self.subject.referee().outcome();
        let actual = match announced {
            Some(announced) => Ending::With(announced.winner),
            None => Ending::None,
        };
        let fits = match expected {
            Ending::Any => actual != Ending::None,
            other => other == actual,
        };
        if fits {
            return Ok(None);
        }
        let help = match (by_the_rules, actual) {
            (None, Ending::None) => "by the rules the game goes on".to_owned(),
            (Some(outcome), Ending::None) => {
                let ending = name_of(Ending::With(outcome.winner));
                format!(
                    "by the rules the game is over, {}: {ending}; it was not announced",
                    reason(outcome)
                )
            }
            (Some(outcome), _) => format!("by the rules: {}", reason(outcome)),
            (None, _) => "by the rules the game is not over".to_owned(),
        };
        let (expected, found) = (name_of(expected).to_owned(), name_of(actual).to_owned());
        let problem = Problem::values(place, "result", expected, found).with_help([help]);
        Ok(Some((problem, actual)))
    }

    pub(super) fn check_perft(&mut self, perft: Perft, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let (position, counted) = match self.counted_by_subject(perft, &place)? {
            Some(counted) => (*self.subject.referee().position(), counted),
            None => self.counted_on_board(perft, &place)?,
        };
        if counted == perft.nodes {
            return Ok(());
        }
        let patch = rewrite(at, Some("nodes"), &counted.to_string());
        let (expected, actual) = (perft.nodes.to_string(), counted.to_string());
        let help = format!("in {}", Rows(position));
        Err(
            Problem::values(&at.field("nodes"), "nodes", expected, actual)
                .with_help([help])
                .with_patch(patch),
        )
    }

    /// What the subject counts, if it does so itself.
    fn counted_by_subject(&mut self, perft: Perft, place: &Place) -> Result<Option<u64>, Problem> {
        let deadline = self.deadline();
        let counted = self.subject.perft(perft.depth, deadline);
        let counted = counted.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?;
        if counted.is_some() && perft.by_origin {
            let message = "an engine of UAI counts an extend to a square once";
            let trouble = Trouble::Unsupported(message.to_owned());
            return Err(Problem::Trouble(trouble, place.clone()));
        }
        Ok(counted)
    }

    /// What is counted from the position on the subject's board.
    fn counted_on_board(
        &mut self,
        perft: Perft,
        place: &Place,
    ) -> Result<(Position, u64), Problem> {
        let position = self.look_closely(place, "the number of moves")?;
        let settings = Settings {
            counting: if perft.by_origin {
                Counting::ByOrigin
            } else {
                Counting::ByDestination
            },
            ..Settings::default()
        };
        let hooks = Hooks {
            stop: self.context.stop,
            ..Hooks::none()
        };
        let rules = *self.subject.referee().rules();
        let counted = Counter::new(&rules, &settings)
            .map_err(|error| error.to_string())
            .and_then(|mut counter| {
                let counted = counter.count_with(&position, perft.depth, &hooks);
                counted.or_else(|error| match error {
                    Unfinished::Stopped => Ok(0),
                    Unfinished::TooMany => Err(error.to_string()),
                })
            });
        let counted = counted.map_err(|reason| {
            Problem::Wrong(place.blame(Diagnostic::error("perft", reason), ""))
        })?;
        if self.context.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Problem::Trouble(Trouble::Interrupted, place.clone()));
        }
        Ok((position, counted))
    }

    /// The position of the subject, which must be the one by the rules where the subject does
    /// not say whose turn it is.
    pub(super) fn trusted_position(&mut self, at: &StepAt) -> Result<Position, Problem> {
        let place = at.value();
        let seen = self.look(&place)?;
        if seen.knows_turn {
            return Ok(seen.position);
        }
        let expected = *self.subject.referee().position();
        let grid = Grid::exactly(&expected);
        let differing = grid.differing(&seen.position);
        if differing.is_empty() {
            return Ok(expected);
        }
        let message = "the program's board is not what the rules make of the moves so far";
        Err(Problem::unmet(&place, message).with(Comparison::Boards {
            expected: Box::new(expected),
            constrained: grid.constrained(),
            actual: Box::new(seen.position),
            differing,
        }))
    }
}

/// Whether two short values are the same; the value of the step is blamed if not.
fn same(at: &StepAt, what: &str, expected: String, actual: String) -> Result<(), Problem> {
    if expected == actual {
        return Ok(());
    }
    let patch = rewrite(at, None, &actual);
    Err(Problem::values(&at.value(), what, expected, actual).with_patch(patch))
}

fn lower(color: Color) -> String {
    color.to_string().to_lowercase()
}

pub(super) fn name_of(ending: Ending) -> &'static str {
    match ending {
        Ending::With(Some(Color::Red)) => "red",
        Ending::With(Some(Color::Blue)) => "blue",
        Ending::With(None) => "draw",
        Ending::Any => "any",
        Ending::None => "none",
    }
}

/// Why a game is over, in a few words.
fn reason(outcome: Outcome) -> &'static str {
    use crate::board::Ending as Reason;
    match outcome.ending {
        Reason::NoPieces => "as a side has no pieces",
        Reason::NoMoves => "as neither side can move",
        Reason::JumpLimit => "as the limit on consecutive jumps is reached",
        Reason::PlyLimit => "as the limit on the length of a game is reached",
        Reason::Stuck => "as the side to move cannot",
    }
}
