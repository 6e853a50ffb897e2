//! `legal: { count, only, contains, without }`.

use super::kind::StepSyntax;
use super::moves::{compare_moves, in_position};
use super::text::compare_values;
use crate::tester::performer::{Performer, Problem, Progress, Role, Step, StepAt};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Texts;
use crate::tester::syntax::{Node, patterns};
use ataxx_core::board::Move;
use ataxx_core::notation::BerkeleyMove;
use schemars::JsonSchema;
use serde::Deserialize;

/// Checks the legal moves.
#[derive(Debug)]
pub struct Legal {
    count: Option<usize>,
    only: Option<Vec<BerkeleyMove>>,
    contains: Vec<BerkeleyMove>,
    without: Vec<BerkeleyMove>,
}

/// What is legal.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Legal", extend("minProperties" = 1))]
pub struct Written {
    /// So many moves, extends to a square counted once.
    count: Option<u32>,
    /// These moves and no others.
    #[schemars(schema_with = "patterns::all_moves")]
    only: Option<Texts>,
    /// These moves, and maybe others.
    #[schemars(schema_with = "patterns::moves")]
    contains: Option<Texts>,
    /// None of these moves.
    #[schemars(schema_with = "patterns::moves")]
    without: Option<Texts>,
}

impl StepSyntax for Legal {
    const KEY: &'static str = "legal";
    const DESCRIPTION: &'static str = "What is legal here.";
    const REFERENCE: (&'static str, &'static str) = (
        "`legal: { count, only, contains, without }`",
        "the legal moves; extends to one square are one move, whatever their origin",
    );

    type Written = Written;

    fn parse(written: Written, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let mut list = |texts: &Option<Texts>, key| match texts {
            Some(texts) => Some(parser.moves(texts, node, key)?),
            None => Some(Vec::new()),
        };
        let contains = list(&written.contains, "contains")?;
        let without = list(&written.without, "without")?;
        let only = match &written.only {
            // A finished game has none.
            Some(texts) if texts.0.iter().all(|text| text.trim().is_empty()) => Some(Vec::new()),
            Some(texts) => Some(parser.moves(texts, node, "only")?),
            None => None,
        };
        if written.count.is_none() && only.is_none() && contains.is_empty() && without.is_empty() {
            parser.empty_check(node, "`count`, `only`, `contains` or `without`");
            return None;
        }
        Some(Self {
            count: written.count.map(|count| count as usize),
            only,
            contains,
            without,
        })
    }
}

impl Step for Legal {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let position = performer.look_closely(&at.value(), "its legal moves")?;
        let rules = performer.subject.referee().rules();
        let moves: Vec<Move> = position.legal_moves(rules).collect();
        let mut problems = Vec::new();
        if let Some(expected) = self.count {
            let compared =
                compare_values(at, Some("count"), "legal moves", &expected, &moves.len());
            problems.extend(compared.err());
        }
        if let Some(only) = &self.only {
            problems.extend(compare_moves(&position, only, &moves, at, "only").err());
        }
        let is_legal =
            |mv: &BerkeleyMove| mv.on(&position).is_some_and(|known| moves.contains(&known));
        for (key, list, wanted) in [
            ("contains", &self.contains, true),
            ("without", &self.without, false),
        ] {
            if let Some(mv) = list.iter().find(|mv| is_legal(mv) != wanted) {
                let not = if wanted { "not " } else { "" };
                let message = format!("{mv} is {not}legal");
                let problem = Problem::mismatch(&at.field(key), message);
                problems.push(problem.with_help([in_position(&position)]));
            }
        }
        Problem::any(problems)?;
        Ok(Progress::Done)
    }

    fn role(&self) -> Role {
        Role::Observation
    }
}
