//! Types of values in scenario files.

use super::tree::Node;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_yaml::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A text. What YAML takes for a number, a truth value or a null is a text here, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub String);

/// A text, or a list of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts(pub Vec<String>);

/// A length of time: `500ms`, `10s`, `2m`, or a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

/// A file to include, and variables for it. Without variables its name alone will do.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Included {
    /// The name of the file.
    pub file: Text,
    /// Values to use as `${name}` in that file, besides the variables here.
    #[serde(default)]
    pub vars: BTreeMap<String, Text>,
}

impl Included {
    /// The key of a step, or in the place of a scenario, that includes a file.
    pub const KEY: &str = "include";

    /// The JSON Schema of the value of this key.
    pub fn schema(generator: &mut SchemaGenerator) -> Schema {
        let name = generator.subschema_for::<Text>();
        let with_variables = generator.subschema_for::<Self>();
        json_schema!({ "anyOf": [name, with_variables] })
    }
}

impl Texts {
    /// Each text with the node it stands in; `node` is one of them or a list.
    pub fn with_nodes<'n>(&self, node: &'n Node) -> impl Iterator<Item = (&str, &'n Node)> {
        let texts = self.0.iter().enumerate();
        texts.map(|(index, text)| (text.as_str(), node.items().get(index).unwrap_or(node)))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = deserializer.deserialize_string(TextsVisitor { takes_list: false })?;
        Ok(Self(texts.concat()))
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = deserializer.deserialize_string(TextsVisitor { takes_list: true })?;
        Ok(Self(texts))
    }
}

/// Takes a text, perhaps a list of them.
struct TextsVisitor {
    takes_list: bool,
}

impl<'de> Visitor<'de> for TextsVisitor {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.takes_list {
            "a text or a list of texts"
        } else {
            "a text"
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<String>, E> {
        Ok(vec![text.to_owned()])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
        if !self.takes_list {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut texts = Vec::new();
        while let Some(Text(text)) = list.next_element()? {
            texts.push(text);
        }
        Ok(texts)
    }
}

/// No scenario waits longer than a day.
const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const FORM: &str = "a time like `10s`, `500ms` or `2m`";
        const RANGE: &str = "a time above zero and up to a day";
        let unexpected = |form: &'static str| D::Error::invalid_value(Unexpected::Other(""), &form);
        let seconds = match Value::deserialize(deserializer)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => in_seconds(&text),
            _ => None,
        };
        let seconds = seconds.ok_or_else(|| unexpected(FORM))?;
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if time <= MAX_TIME && !time.is_zero() => Ok(Self(time)),
            _ => Err(unexpected(RANGE)),
        }
    }
}

/// The seconds in a text like `500ms`.
fn in_seconds(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].trim() {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return None,
    };
    Some(digits.trim().parse::<f64>().ok()? * unit)
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number", "boolean"] })
    }
}

impl JsonSchema for Texts {
    fn schema_name() -> Cow<'static, str> {
        "Texts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": ["string", "number", "boolean"] },
                { "type": "array", "items": { "type": ["string", "number", "boolean"] } },
            ]
        })
    }
}

impl JsonSchema for Time {
    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "`500ms`, `10s`, `2m`, or a number of seconds",
            "anyOf": [
                { "type": "number", "exclusiveMinimum": 0 },
                { "type": "string", "pattern": "^[0-9.]+ *(ms|s|m|min)$" },
            ]
        })
    }
}
