//! What the files of steps share: the interface by which a kind of step is parsed, and
//! comparisons.

use crate::report::Comparison;
use crate::scenario::performer::{Problem, Step, StepAt};
use crate::scenario::syntax::Node;
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::rewrite::{rewrite, rewrite_list};
use ataxx_core::board::{Move, Position};
use ataxx_core::notation::{BerkeleyMove, Rows};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

/// A kind of step in scenario files: a key with a value.
pub trait StepSyntax: Step + Sized + 'static {
    /// The key.
    const KEY: &'static str;
    /// Its form, for the reference.
    const FORM: &'static str;
    /// What it does or checks, for the reference and for editors.
    const DESCRIPTION: &'static str;

    /// The value as it is written.
    type Written: DeserializeOwned + JsonSchema;

    /// The JSON Schema of the value.
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Self::Written>()
    }

    /// Parses the value, whose places are in `node`; `None` if it gives no step. After an error,
    /// which goes to the parser, no step is carried out.
    fn parse(written: Self::Written, parser: &mut StepParser, node: &Node) -> Option<Self>;
}

/// A kind of step: its key, its documentation, its schema and its parser.
pub struct StepKind {
    /// The key.
    pub key: &'static str,
    /// Its form, for the reference.
    pub form: &'static str,
    /// What it does or checks, for the reference and for editors.
    pub description: &'static str,
    /// The JSON Schema of its value.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Parses its value; `None` for `include`, which the loader replaces.
    pub parse: Option<ParseStep>,
}

/// Parses the value of a step, whose places are in the node.
pub type ParseStep = fn(&Node, &mut StepParser, &Node) -> Option<Arc<dyn Step>>;

impl StepKind {
    /// The kind of a step that is parsed like this.
    pub const fn of<T: StepSyntax>() -> Self {
        Self {
            key: T::KEY,
            form: T::FORM,
            description: T::DESCRIPTION,
            schema: T::schema,
            parse: Some(|value, parser, node| {
                let written = parser.decoder.one(value)?;
                Some(Arc::new(T::parse(written, parser, node)?))
            }),
        }
    }
}

/// Compares the value of the step, or of a key in it, with the actual value.
pub fn compare_values(
    at: &StepAt,
    key: Option<&str>,
    what: &str,
    expected: &dyn Display,
    actual: &dyn Display,
) -> Result<(), Problem> {
    let (expected, actual) = (expected.to_string(), actual.to_string());
    if expected == actual {
        return Ok(());
    }
    let patch = rewrite(at, key, &actual);
    let place = key.map_or_else(|| at.value(), |key| at.field(key));
    Err(Problem::values(&place, what, expected, actual).with_patch(patch))
}

/// Compares two sets of moves; extends to one square are one move.
pub fn compare_moves(
    position: &Position,
    expected: &[BerkeleyMove],
    actual: &[Move],
    at: &StepAt,
    key: &str,
) -> Result<(), Problem> {
    let written = |mv: Move| BerkeleyMove::of(mv, position).to_string();
    let actual_names: BTreeSet<String> = actual.iter().map(|&mv| written(mv)).collect();
    let mut common = 0;
    let mut missing = Vec::new();
    let mut wanted = Vec::new();
    for &mv in expected {
        match mv.on(position) {
            Some(known) if actual.contains(&known) => common += 1,
            _ => missing.push(mv.to_string()),
        }
        wanted.extend(mv.on(position));
    }
    let surplus = actual.iter().filter(|mv| !wanted.contains(mv));
    let surplus: Vec<String> = surplus.map(|&mv| written(mv)).collect();
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = actual_names.into_iter().collect();
    let patch = rewrite_list(at, key, &names);
    let message = match (missing.len(), surplus.len()) {
        (0, _) => format!("not expected: {}", surplus.join(" ")),
        (_, 0) => format!("missing: {}", missing.join(" ")),
        _ => format!(
            "missing: {}; not expected: {}",
            missing.join(" "),
            surplus.join(" ")
        ),
    };
    let comparison = Comparison::Sets {
        what: "moves".to_owned(),
        missing,
        surplus,
        common,
    };
    Err(Problem::mismatch(&at.field(key), message)
        .with(comparison)
        .with_patch(patch))
}

/// Help that shows a position.
pub fn in_position(position: &Position) -> String {
    format!("in {}", Rows(*position))
}
