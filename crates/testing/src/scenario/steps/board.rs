//! Checks of what is on the board: `board: ROWS`, `pieces: { red, blue, blocks, empty }`,
//! `turn: SIDE`, `jumps: N`.

use super::common::StepSyntax;
use super::common::compare_values;
use crate::scenario::performer::{Need, Performer, Problem, Role, Scenario, Step, StepAt};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::rewrite::rewrite;
use crate::scenario::syntax::value::Text;
use crate::scenario::syntax::{Grid, Node, patterns};
use ataxx_core::board::{Color, Position};
use ataxx_core::diagnostic::syntax::did_you_mean;
use ataxx_core::notation::SyntaxError;
use ataxx_opponents::subject::SubjectChoice;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// Checks what is on the board.
#[derive(Debug)]
pub enum Board {
    /// These squares.
    Grid(Box<Grid>),
    /// The board before the last `send` or `play`.
    Unchanged,
}

impl StepSyntax for Board {
    const KEY: &'static str = "board";
    const FORM: &'static str = "`board: ROWS`, `start`, `unchanged`";
    const DESCRIPTION: &'static str = "Checks the board: rows as in a dump, with `.` for a square \
        that may hold anything; or `start`; or `unchanged`, the board before the last `send` or \
        `play`.";

    type Written = Text;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::board(generator)
    }

    fn parse(Text(text): Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let word = text.trim();
        match word {
            "unchanged" => return Some(Self::Unchanged),
            "start" => return Some(Self::Grid(Box::new(Grid::exactly(&Position::start())))),
            _ => {}
        }
        // Anything else than rows may be a misspelt word.
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
        match Grid::parse(&text) {
            Ok(grid) if grid.constrained().is_empty() => {
                parser.empty_check(node, "at least one square that is not `.`");
                None
            }
            Ok(grid) => Some(Self::Grid(Box::new(grid))),
            Err(mut error) => {
                if is_word {
                    error = SyntaxError {
                        span: 0..text.trim_end().len(),
                        message: format!("expected rows, `unchanged` or `start`, found `{word}`"),
                        help: did_you_mean(word, ["unchanged", "start"]),
                    };
                }
                parser.decoder.wrong_text(node, error);
                None
            }
        }
    }
}

impl Step for Board {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let actual = performer.look(&place)?;
        let grid = match (self, performer.state.before) {
            (Self::Grid(grid), _) => grid.as_ref().clone(),
            (Self::Unchanged, Some(before)) => Grid::exactly(&before),
            (Self::Unchanged, None) => {
                let message = "no `send` or `play` comes before this";
                return Err(Problem::wrong(&place, "nothing-said", message));
            }
        };
        let Some(comparison) = grid.compare(&actual) else {
            return Ok(());
        };
        let count = grid.differing(&actual).count();
        let message = match (self, count) {
            (Self::Unchanged, 1) => "the board has changed on one square".to_owned(),
            (Self::Unchanged, _) => format!("the board has changed on {count} squares"),
            (Self::Grid(_), 1) => "one square of the board is not as expected".to_owned(),
            (Self::Grid(_), _) => format!("{count} squares of the board are not as expected"),
        };
        let patch = match self {
            Self::Unchanged => None,
            Self::Grid(_) => {
                let old = at.node.scalar().unwrap_or_default();
                let new = Grid::rewritten(old, &actual);
                let new = new.unwrap_or_else(|| Grid::exactly(&actual).to_string());
                rewrite(at, None, &new)
            }
        };
        Err(Problem::mismatch(&place, message)
            .with(comparison)
            .with_help(performer.subject().remarks())
            .with_patch(patch))
    }

    fn needs(&self) -> Option<Need> {
        matches!(self, Self::Unchanged).then_some(Need::BoardBefore)
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_board()
    }
}

/// The numbers of pieces, blocks and empty squares.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("minProperties" = 1))]
pub struct Pieces {
    /// Red pieces.
    red: Option<u32>,
    /// Blue pieces.
    blue: Option<u32>,
    /// Blocked squares.
    blocks: Option<u32>,
    /// Empty squares that are not blocked.
    empty: Option<u32>,
}

impl StepSyntax for Pieces {
    const KEY: &'static str = "pieces";
    const FORM: &'static str = "`pieces: { red, blue, blocks, empty }`";
    const DESCRIPTION: &'static str = "Checks the numbers of pieces, blocks and empty squares.";

    type Written = Self;

    fn parse(written: Self, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let counts = [written.red, written.blue, written.blocks, written.empty];
        if counts.iter().all(Option::is_none) {
            parser.empty_check(node, "`red`, `blue`, `blocks` or `empty`");
            return None;
        }
        Some(written)
    }
}

impl Step for Pieces {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let position = performer.look(&at.value())?;
        let found = [
            ("red", self.red, position.pieces(Color::Red).count()),
            ("blue", self.blue, position.pieces(Color::Blue).count()),
            ("blocks", self.blocks, position.blocks().count()),
            ("empty", self.empty, position.empty().count()),
        ];
        let compared = found.into_iter().filter_map(|(key, expected, actual)| {
            compare_values(at, Some(key), key, &expected?, &actual).err()
        });
        Problem::any(compared)?;
        Ok(())
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_board()
    }
}

/// Checks whose turn it is.
#[derive(Debug)]
pub struct Turn(Color);

impl StepSyntax for Turn {
    const KEY: &'static str = "turn";
    const FORM: &'static str = "`turn: SIDE`";
    const DESCRIPTION: &'static str = "Checks the side to move: `red` or `blue`.";

    type Written = Text;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::side(generator)
    }

    fn parse(written: Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.color(&written, node).map(Self)
    }
}

impl Step for Turn {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let position = performer.position_for(at)?;
        let actual = position.turn().name();
        compare_values(at, None, "side to move", &self.0.name(), &actual)
    }

    fn role(&self) -> Role {
        Role::Observation
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_turn("the side to move")
    }
}

/// Checks how many consecutive jumps were made.
#[derive(Debug)]
pub struct Jumps(u16);

impl StepSyntax for Jumps {
    const KEY: &'static str = "jumps";
    const FORM: &'static str = "`jumps: N`";
    const DESCRIPTION: &'static str = "Checks the number of consecutive jumps.";

    type Written = u16;

    fn parse(written: u16, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(written))
    }
}

impl Step for Jumps {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let position = performer.position_for(at)?;
        compare_values(at, None, "jumps", &self.0, &position.jumps())
    }

    fn role(&self) -> Role {
        Role::Observation
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_turn("the count of jumps")
    }
}
