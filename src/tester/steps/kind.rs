//! Kinds of steps, and the interface by which each is parsed.

use crate::tester::performer::Step;
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde_json::json;
use serde_yaml::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// A kind of step in scenario files: a key with a value.
pub trait StepSyntax: Step + Sized + 'static {
    /// The key.
    const KEY: &'static str;
    /// What it does or checks, for editors.
    const DESCRIPTION: &'static str;
    /// Its row in the reference: its form, and what it does or checks.
    const REFERENCE: (&'static str, &'static str);

    /// The value as it is written.
    type Written: DeserializeOwned + JsonSchema;

    /// The JSON Schema of the value.
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Self::Written>()
    }

    /// Parses the value, whose places are in `node`. Errors go to the parser, with `None`.
    fn parse(written: Self::Written, parser: &mut StepParser, node: &Node) -> Option<Self>;
}

/// A kind of step: its key, its documentation, its schema and its parser.
pub struct StepKind {
    /// The key.
    pub key: &'static str,
    /// What it does or checks, for editors.
    pub description: &'static str,
    /// Its row in the reference: its form, and what it does or checks.
    pub reference: (&'static str, &'static str),
    /// The JSON Schema of its value.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Parses its value; `None` for `include`, which the loader replaces.
    pub parse: Option<ParseStep>,
}

/// Parses the value of a step, whose places are in the node.
pub type ParseStep = fn(Value, &mut StepParser, &Node) -> Option<Arc<dyn Step>>;

impl StepKind {
    /// The kind of a step that is parsed like this.
    pub const fn of<T: StepSyntax>() -> Self {
        Self {
            key: T::KEY,
            description: T::DESCRIPTION,
            reference: T::REFERENCE,
            schema: T::schema,
            parse: Some(|value, parser, node| {
                let written = parser.decoder.one(value, node)?;
                Some(Arc::new(T::parse(written, parser, node)?))
            }),
        }
    }
}

/// The JSON Schema of a step of any kind.
pub struct AnyStep;

impl JsonSchema for AnyStep {
    fn schema_name() -> Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = |kind: &StepKind| {
            json!({
                "description": kind.description,
                "type": "object",
                "properties": { kind.key: (kind.schema)(generator) },
                "required": [kind.key],
                "additionalProperties": false,
            })
        };
        let kinds: Vec<_> = super::KINDS.iter().map(one).collect();
        json_schema!({
            "description": "A step: one key, which says what is done or checked.",
            "oneOf": kinds,
        })
    }
}
