//! Deserializing values, and gathering errors.

use super::tree::{Kind, Node, NotYaml};
use crate::tester::{Place, SourceText};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use serde::de::DeserializeOwned;
use serde_path_to_error::{Segment, Track};
use serde_yaml::{Mapping, Value};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Deserializes values of a file, and gathers errors.
pub struct Decoder {
    /// The file.
    pub file: Place,
    /// The first errors.
    errors: Vec<Diagnostic>,
    /// The keys of all errors, reported or not.
    known: HashSet<ErrorKey>,
}

/// The identity of an error: its file, where that was included, its place and message.
type ErrorKey = (Arc<str>, Vec<Range<usize>>, Range<usize>, String);

/// The number of errors that are reported; the others are counted.
const MOST_ERRORS: usize = 200;
/// The number of errors that are found in one mapping, each by deserializing it again.
const MOST_IN_ONE: usize = 20;

impl Decoder {
    /// A decoder for values of this file.
    pub fn of(source: SourceText) -> Self {
        Self {
            file: Place::new(source, 0..0),
            errors: Vec::new(),
            known: HashSet::new(),
        }
    }

    /// The number of different errors.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The errors in the order of the text, and last the number of others.
    pub fn into_errors(mut self) -> Vec<Diagnostic> {
        let place = |error: &Diagnostic| {
            let place = error.place();
            place.map(|place| (place.line, place.column))
        };
        self.errors.sort_by_key(place);
        let more = self.known.len() - self.errors.len();
        if more > 0 {
            let message = format!("and {more} more");
            self.errors.push(Diagnostic::error("more-errors", message));
        }
        self.errors
    }

    /// Adds an error at these bytes, once: the scenarios of one matrix have the same errors.
    pub fn wrong(&mut self, span: Range<usize>, diagnostic: Diagnostic) {
        if self.is_reported(span.clone(), &diagnostic.message) {
            let diagnostic = self.file.with_span(span).blame(diagnostic, "");
            self.errors.push(diagnostic);
        }
    }

    /// Adds an error with this code and message, as [`Decoder::wrong`] does.
    pub fn error(&mut self, span: Range<usize>, code: &'static str, message: impl Into<String>) {
        self.wrong(span, Diagnostic::error(code, message));
    }

    /// Adds the error that the text is no YAML.
    pub fn wrong_yaml(&mut self, error: NotYaml) {
        self.error(error.span, "yaml", error.message);
    }

    /// Adds an error about something that stands twice.
    pub fn wrong_twice(&mut self, [first, second]: [Range<usize>; 2], diagnostic: Diagnostic) {
        if self.is_reported(second.clone(), &diagnostic.message) {
            let diagnostic = diagnostic
                .at(second)
                .label(first, "here first")
                .with_source(self.file.source.for_diagnostic());
            self.errors.push(diagnostic);
        }
    }

    /// Counts an error, and says whether it is reported: once, and if it is among the first.
    fn is_reported(&mut self, span: Range<usize>, message: &str) -> bool {
        let name = Arc::clone(&self.file.source.name);
        let included = self.file.included_from.iter();
        let included = included.map(|(_, span)| span.clone()).collect();
        let key = (name, included, span, message.to_owned());
        let is_new = self.known.insert(key);
        is_new && self.errors.len() < MOST_ERRORS
    }

    /// Deserializes a mapping with known keys. Invalid entries are left out, so that all errors
    /// are found at once.
    pub fn fields<T: DeserializeOwned + Default>(&mut self, value: &Value, node: &Node) -> T {
        let Value::Mapping(mapping) = value else {
            if !value.is_null() {
                let message = format!("expected keys and values, found {}", what_is(node));
                self.error(node.span.clone(), "type", message);
            }
            return T::default();
        };
        let mut mapping: Mapping = mapping.clone();
        for _ in 0..MOST_IN_ONE {
            let error = match decode(Value::Mapping(mapping.clone())) {
                Ok(read) => return read,
                Err(error) => error,
            };
            self.refuse(&error, node);
            let Some(key) = error
                .first_key(node)
                .filter(|key| mapping.contains_key(key))
            else {
                return T::default();
            };
            mapping.remove(key);
        }
        T::default()
    }

    /// Deserializes a value.
    pub fn one<T: DeserializeOwned>(&mut self, value: Value, node: &Node) -> Option<T> {
        decode(value)
            .map_err(|error| self.refuse(&error, node))
            .ok()
    }

    fn refuse(&mut self, error: &Misread, node: &Node) {
        let (span, diagnostic) = error.told(node);
        self.wrong(span, diagnostic);
    }
}

/// An error of `serde`, and its path.
struct Misread {
    path: Vec<Segment>,
    message: String,
}

fn decode<T: DeserializeOwned>(value: Value) -> Result<T, Misread> {
    let mut track = Track::new();
    let value = serde_path_to_error::Deserializer::new(value, &mut track);
    serde_yaml::with::singleton_map_recursive::deserialize(value).map_err(
        |error: serde_yaml::Error| Misread {
            path: track.path().iter().cloned().collect(),
            message: error.to_string(),
        },
    )
}

impl Misread {
    /// The words between backquotes in the message of `serde`.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.message.split('`').skip(1).step_by(2)
    }

    /// The unknown key, if that is the error.
    fn unknown_key(&self) -> Option<&str> {
        let is_unknown = self.message.starts_with("unknown field `")
            || self.message.starts_with("unknown variant `");
        self.words().next().filter(|_| is_unknown)
    }

    /// The key of the outermost mapping that has the error.
    fn first_key(&self, node: &Node) -> Option<String> {
        match self.path.first() {
            Some(Segment::Map { key }) => Some(key.clone()),
            Some(Segment::Enum { variant }) => Some(variant.clone()),
            _ => self
                .unknown_key()
                .filter(|key| node.get(key).is_some())
                .map(str::to_owned),
        }
    }

    /// The place, and the diagnostic in the words of this program.
    fn told(&self, root: &Node) -> (Range<usize>, Diagnostic) {
        let node = root.follow(&self.path);
        if let Some(key) = self.unknown_key() {
            let parent = root.follow(&self.path[..self.path.len().saturating_sub(1)]);
            let entry = node.entry(key).or_else(|| parent.entry(key));
            let span = entry.map_or(&node.span, |(name, _)| &name.span).clone();
            let known: Vec<&str> = self.words().skip(1).collect();
            return (span, unknown_key(key, &known));
        }
        if let Some(key) = self.message.strip_prefix("missing field ") {
            let message = format!("the key {key} is missing");
            return (first_line(node), Diagnostic::error("missing-key", message));
        }
        let expected = self.message.rsplit_once(", expected ");
        let message = match expected {
            Some((_, expected)) if self.message.starts_with("invalid ") => {
                format!(
                    "expected {}, found {}",
                    plain_words(expected),
                    what_is(node)
                )
            }
            _ => self.message.clone(),
        };
        (first_line(node), Diagnostic::error("type", message))
    }
}

/// The error of a key that is none of these.
pub fn unknown_key(key: &str, known: &[&str]) -> Diagnostic {
    let help = match nearest(key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known here: {}", known.join(", ")),
    };
    Diagnostic::error("unknown-key", format!("unknown key `{key}`")).with_help([help])
}

/// The place of a value, or of its first part if it has several lines.
fn first_line(node: &Node) -> Range<usize> {
    match &node.kind {
        Kind::Scalar { .. } => node.span.clone(),
        Kind::Sequence(items) => items.first().map_or(node.span.clone(), first_line),
        Kind::Mapping(entries) => entries
            .first()
            .map_or(node.span.clone(), |(key, _)| key.span.clone()),
    }
}

/// The type that `serde` expects, in words for people who write YAML.
fn plain_words(expected: &str) -> String {
    match expected {
        "u8" | "u16" | "u32" | "u64" => "a whole number that is not negative".to_owned(),
        "i8" | "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" | "map" => "keys and values".to_owned(),
        _ if expected.starts_with("struct ") => "keys and values".to_owned(),
        other => other.to_owned(),
    }
}

/// A value in words.
pub fn what_is(node: &Node) -> String {
    const READABLE: usize = 24;
    match &node.kind {
        Kind::Sequence(_) => "a list".to_owned(),
        Kind::Mapping(_) => "keys and values".to_owned(),
        Kind::Scalar { value, .. } if value.is_empty() => "nothing".to_owned(),
        Kind::Scalar { value, .. } => {
            let line = value.lines().next().unwrap_or_default();
            let short: String = line.chars().take(READABLE).collect();
            let rest = if short.len() < value.trim_end().len() {
                "…"
            } else {
                ""
            };
            format!("`{short}{rest}`")
        }
    }
}
