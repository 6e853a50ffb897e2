//! The JSON Schemas of single values: which words and texts are known.

use crate::report::Visibility;
use crate::scenario::performer::Condition;
use ataxx_core::board::Rules;
use ataxx_session::Dialect;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

/// One of these words. What YAML takes for a number is one of them too.
pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Schema {
    let mut values = Vec::new();
    for word in words {
        if let Ok(number) = word.parse::<u32>() {
            values.push(json!(number));
        }
        values.push(json!(word));
    }
    json_schema!({ "enum": values })
}

/// A text like this.
fn pattern(pattern: &str) -> Schema {
    json_schema!({ "type": "string", "pattern": pattern })
}

/// A text like this, or a list of such texts.
fn patterns(one: &str) -> Schema {
    let one = pattern(one);
    json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
}

pub fn dialect(_: &mut SchemaGenerator) -> Schema {
    words(Dialect::ALL.iter().map(|dialect| dialect.name()))
}

pub fn rules(_: &mut SchemaGenerator) -> Schema {
    let named = words(Rules::NAMES);
    let changed = pattern(&format!(
        "^({})(,[a-z-]+=[a-z0-9+]+)+$",
        Rules::NAMES.join("|")
    ));
    json_schema!({ "anyOf": [named, changed] })
}

pub fn visibility(_: &mut SchemaGenerator) -> Schema {
    words(Visibility::NAMES.map(|(name, _)| name))
}

pub fn side(_: &mut SchemaGenerator) -> Schema {
    words(["red", "blue"])
}

pub fn conditions(_: &mut SchemaGenerator) -> Schema {
    let one = words(Condition::ALL.map(|(name, _)| name));
    json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
}

pub fn matrix(_: &mut SchemaGenerator) -> Schema {
    let single = json!({ "type": ["string", "number", "boolean"] });
    let names = json!({
        "type": "object",
        "additionalProperties": { "type": "array", "items": single, "minItems": 1 },
    });
    let rows = json!({
        "type": "array",
        "items": { "type": "object", "additionalProperties": single },
        "minItems": 1,
    });
    json_schema!({ "anyOf": [names, rows] })
}

pub fn moves(_: &mut SchemaGenerator) -> Schema {
    patterns(
        r"^[\s,]*([a-gA-G][1-7]-[a-gA-G][1-7]|-)([\s,]+([a-gA-G][1-7]-[a-gA-G][1-7]|-))*[\s,]*$",
    )
}

/// Moves, or none.
pub fn all_moves(_: &mut SchemaGenerator) -> Schema {
    patterns(r"^[\s,]*(([a-gA-G][1-7]-[a-gA-G][1-7]|-)([\s,]+|$))*$")
}

pub fn board(_: &mut SchemaGenerator) -> Schema {
    pattern(r"^\s*(unchanged|start|[rRbBX.=/\s-]+)\s*$")
}

pub fn error(_: &mut SchemaGenerator) -> Schema {
    patterns(r"^\s*(any\s*$|none\s*$|equals\s|contains\s|matches\s*/)")
}

pub fn lines(_: &mut SchemaGenerator) -> Schema {
    patterns(r"^\s*((next|not)\s+)?(equals\s|contains\s|matches\s*/)")
}

pub fn any_order(_: &mut SchemaGenerator) -> Schema {
    patterns(r"^\s*(equals\s|contains\s|matches\s*/)")
}
