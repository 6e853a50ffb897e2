//! `pieces: { red, blue, blocks, empty }`.

use super::kind::StepSyntax;
use super::text::compare_values;
use crate::tester::performer::{Performer, Problem, Progress, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;
use ataxx_core::board::Color;
use schemars::JsonSchema;
use serde::Deserialize;

/// How many of what are on the board.
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
    const DESCRIPTION: &'static str = "So many pieces, blocks or empty squares are on the board.";
    const REFERENCE: (&'static str, &'static str) = (
        "`pieces: { red, blue, blocks, empty }`",
        "how many there are",
    );

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
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let position = performer.look(&at.value())?.position;
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
        Ok(Progress::Done)
    }
}
