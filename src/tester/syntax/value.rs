//! Small values of a file of scenarios.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// A text; what YAML takes for a number or for true and false is a text here too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub String);

/// A text, or a list of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The texts in order.
    pub texts: Vec<String>,
    /// They stand in a list, and not as one text.
    pub is_list: bool,
}

/// A length of time: `500ms`, `10s`, `2m`, or a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor).map(Self)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<String, E> {
        Ok(value.to_string())
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextsVisitor)
    }
}

struct TextsVisitor;

impl TextsVisitor {
    fn one(text: String) -> Texts {
        Texts {
            texts: vec![text],
            is_list: false,
        }
    }
}

impl<'de> Visitor<'de> for TextsVisitor {
    type Value = Texts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of texts")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Texts, E> {
        Ok(Self::one(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Texts, E> {
        Ok(Self::one(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Texts, E> {
        Ok(Self::one(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Texts, E> {
        Ok(Self::one(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Texts, E> {
        Ok(Self::one(value.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
        let mut texts = Vec::new();
        while let Some(Text(text)) = list.next_element()? {
            texts.push(text);
        }
        Ok(Texts {
            texts,
            is_list: true,
        })
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimeVisitor)
    }
}

struct TimeVisitor;

/// No scenario waits longer than a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl TimeVisitor {
    fn seconds<E: Error>(seconds: f64, written: &str) -> Result<Time, E> {
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if time <= LONGEST && !time.is_zero() => Ok(Time(time)),
            _ => Err(E::custom(format!(
                "expected a time above zero and up to a day, found `{written}`"
            ))),
        }
    }
}

impl Visitor<'_> for TimeVisitor {
    type Value = Time;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time like `10s`, `500ms` or `2m`")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Time, E> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match text[digits.len()..].trim() {
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            _ => {
                return Err(E::custom(format!(
                    "expected a time like `10s`, `500ms` or `2m`, found `{text}`"
                )));
            }
        };
        match digits.trim().parse::<f64>() {
            Ok(number) => Self::seconds(number * unit, text),
            Err(_) => Err(E::custom(format!(
                "expected a time like `10s`, `500ms` or `2m`, found `{text}`"
            ))),
        }
    }

    #[allow(clippy::cast_precision_loss)] // nobody waits that long
    fn visit_i64<E: Error>(self, value: i64) -> Result<Time, E> {
        Self::seconds(value as f64, &value.to_string())
    }

    #[allow(clippy::cast_precision_loss)] // nobody waits that long
    fn visit_u64<E: Error>(self, value: u64) -> Result<Time, E> {
        Self::seconds(value as f64, &value.to_string())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Time, E> {
        Self::seconds(value, &value.to_string())
    }
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
