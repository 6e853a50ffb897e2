//! Deserializing values, and gathering errors.

use super::tree::{Node, NodeKind, Style};
use super::value::Text;
use crate::report::{Place, SourceText};
use ataxx_core::diagnostic::syntax::{self, SyntaxError};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_yaml::Number;
use std::collections::HashSet;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;
use std::{slice, vec};

/// Deserializes values of a file, and gathers errors.
pub struct Decoder {
    /// The file.
    pub file: Place,
    /// The first errors.
    errors: Vec<Diagnostic>,
    /// The keys of all errors, reported or not.
    known: HashSet<ErrorKey>,
    /// The number of errors, those that are known included.
    count: usize,
}

/// The identity of an error: its file, where that was included, its place and message.
type ErrorKey = (Arc<str>, Vec<Range<usize>>, Range<usize>, String);

/// The number of errors that are reported; the others are counted.
const MAX_ERRORS: usize = 200;
/// The number of errors that are found in one mapping, each by deserializing it again.
const MAX_IN_ONE: usize = 20;

impl Decoder {
    /// A decoder for values of this file.
    pub fn of(source: SourceText) -> Self {
        Self {
            file: Place::new(source, 0..0),
            errors: Vec::new(),
            known: HashSet::new(),
            count: 0,
        }
    }

    /// The number of errors. Each counts again where it comes again, in the scenarios of one matrix
    /// for example.
    pub const fn count(&self) -> usize {
        self.count
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

    /// Adds an error about a part of a single value.
    pub fn wrong_text(&mut self, node: &Node, error: SyntaxError) {
        let span = node.part(&self.file.source.text, error.span);
        let written = self.file.source.text.get(node.span.clone());
        let are_joined = matches!(
            node.kind,
            NodeKind::Scalar {
                style: Style::Plain | Style::Folded,
                ..
            }
        ) && written.is_some_and(|text| text.trim_end().contains('\n'));
        let joined = "these lines are joined to one: with `|` after the colon they stay lines";
        let diagnostic = Diagnostic::error("syntax", error.message)
            .with_help(error.help)
            .with_help(are_joined.then(|| joined.to_owned()));
        self.wrong(span, diagnostic);
    }

    /// The value of a name, or an error with the names there are.
    pub fn named<T: Copy>(
        &mut self,
        Text(text): &Text,
        node: &Node,
        what: &str,
        names: &[(&'static str, T)],
    ) -> Option<T> {
        syntax::named(what, text.trim(), names.iter().copied())
            .map_err(|error| self.wrong_text(node, error))
            .ok()
    }

    /// Adds an error for each of these keys that has no value, with what was expected.
    pub fn refuse_without_value(&mut self, node: &Node, keys: &[(&str, &str)]) {
        for (key, expected) in keys {
            let Some((place, value)) = node.entry(key) else {
                continue;
            };
            if matches!(Scalar::of(&value.kind), Some(Scalar::Null)) {
                let message = format!("`{key}` has no value: expected {expected}");
                self.error(place.span.clone(), "no-value", message);
            }
        }
    }

    /// The hint for students in this value, which must not be blank.
    pub fn hint(&mut self, hint: Option<Text>, node: &Node) -> Option<String> {
        let Text(hint) = hint?;
        if hint.trim().is_empty() {
            let span = node.get("hint").unwrap_or(node).span.clone();
            self.error(span, "no-value", "expected a hint, found an empty text");
        }
        Some(hint)
    }

    /// Adds the error that the text is no YAML.
    pub fn wrong_yaml(&mut self, error: SyntaxError) {
        let diagnostic = Diagnostic::error("yaml", error.message).with_help(error.help);
        self.wrong(error.span, diagnostic);
    }

    /// Adds an error about a duplicate.
    pub fn duplicate(&mut self, [first, second]: [Range<usize>; 2], diagnostic: Diagnostic) {
        if self.is_reported(second.clone(), &diagnostic.message) {
            let diagnostic = diagnostic
                .at(second)
                .label(first, "here first")
                .with_source(self.file.source.for_diagnostic());
            self.errors.push(diagnostic);
        }
    }

    /// Counts an error; returns whether it is reported: once, and if it is among the first.
    fn is_reported(&mut self, span: Range<usize>, message: &str) -> bool {
        let name = Arc::clone(&self.file.source.name);
        let included = self.file.included_from.iter();
        let included = included.map(|(_, span)| span.clone()).collect();
        let key = (name, included, span, message.to_owned());
        let is_new = self.known.insert(key);
        self.count += 1;
        is_new && self.errors.len() < MAX_ERRORS
    }

    /// Deserializes a mapping with known keys. Invalid entries are left out, so that all errors
    /// are found at once.
    pub fn fields<T: DeserializeOwned + Default>(&mut self, node: &Node) -> T {
        let NodeKind::Mapping(entries) = &node.kind else {
            if !matches!(Scalar::of(&node.kind), Some(Scalar::Null)) {
                let message = format!("expected keys and values, found {}", what_is(node));
                self.error(node.span.clone(), "type", message);
            }
            return T::default();
        };
        let mut entries: Vec<&(Node, Node)> = entries.iter().collect();
        for _ in 0..MAX_IN_ONE {
            let values = Entries::of(entries.iter().copied());
            let error = match T::deserialize(MapAccessDeserializer::new(values)) {
                Ok(read) => return read,
                Err(error) => error,
            };
            let mut spans = entries.iter().map(|(key, value)| [&key.span, &value.span]);
            let index = spans.position(|spans| spans.contains(&&error.outermost));
            self.refuse(error, node);
            let Some(index) = index else {
                return T::default();
            };
            entries.remove(index);
        }
        T::default()
    }

    /// Deserializes a value.
    pub fn one<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        let read = T::deserialize(node);
        read.map_err(|error| self.refuse(error, node)).ok()
    }

    fn refuse(&mut self, error: DecodeError, node: &Node) {
        let error = error.at(node);
        self.wrong(error.place.unwrap_or_default(), *error.diagnostic);
    }
}

/// Why a value cannot be deserialized.
#[derive(Debug, thiserror::Error)]
#[error("{}", .diagnostic.message)]
pub struct DecodeError {
    diagnostic: Box<Diagnostic>,
    /// What was found instead is still to be added to the message.
    lacks_found: bool,
    /// The bytes to blame, once they are known.
    place: Option<Range<usize>>,
    /// The outermost value so far that has the error in it.
    outermost: Range<usize>,
}

impl DecodeError {
    fn new(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic: Box::new(diagnostic),
            lacks_found: false,
            place: None,
            outermost: 0..0,
        }
    }

    /// The error within this value: the innermost is to blame.
    fn at(mut self, node: &Node) -> Self {
        if self.place.is_none() {
            self.place = Some(first_line(node));
            if self.lacks_found {
                let message = &mut self.diagnostic.message;
                *message = format!("{message}, found {}", what_is(node));
            }
        }
        self.outermost = node.span.clone();
        self
    }
}

impl Error for DecodeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Diagnostic::error("type", message.to_string()))
    }

    fn invalid_type(_: Unexpected, expected: &dyn Expected) -> Self {
        let expected = plain_words(&expected.to_string());
        Self {
            lacks_found: true,
            ..Self::custom(format!("expected {expected}"))
        }
    }

    fn invalid_value(found: Unexpected, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(unknown_key(field, expected))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(unknown_key(variant, expected))
    }

    fn missing_field(field: &'static str) -> Self {
        let message = format!("the key `{field}` is missing");
        Self::new(Diagnostic::error("missing-key", message))
    }
}

/// A single value with its type.
pub enum Scalar<'n> {
    Null,
    Bool(bool),
    Number(Number),
    Text(&'n str),
}

impl<'n> Scalar<'n> {
    /// A single value with the type that YAML gives it; `None` for lists and mappings.
    pub fn of(kind: &'n NodeKind) -> Option<Self> {
        let NodeKind::Scalar { value, style } = kind else {
            return None;
        };
        Some(match &**value {
            text if *style != Style::Plain => Self::Text(text),
            "" | "~" | "null" | "Null" | "NULL" => Self::Null,
            "true" | "True" | "TRUE" => Self::Bool(true),
            "false" | "False" | "FALSE" => Self::Bool(false),
            text => text.parse().map_or(Self::Text(text), Self::Number),
        })
    }
}

impl Node {
    /// Whether it is a text only because it is quoted: `"3"`.
    fn is_quoted_number(&self) -> bool {
        let NodeKind::Scalar { value, style } = &self.kind else {
            return false;
        };
        let plain = NodeKind::Scalar {
            value: value.clone(),
            style: Style::Plain,
        };
        *style != Style::Plain && !matches!(Scalar::of(&plain), Some(Scalar::Text(_)))
    }
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match (&self.kind, Scalar::of(&self.kind)) {
            (NodeKind::Sequence(items), _) => visitor.visit_seq(Items(items.iter())),
            (NodeKind::Mapping(entries), _) => visitor.visit_map(Entries::of(entries)),
            (_, None | Some(Scalar::Null)) => visitor.visit_unit(),
            (_, Some(Scalar::Bool(truth))) => visitor.visit_bool(truth),
            (_, Some(Scalar::Text(text))) => visitor.visit_str(text),
            (_, Some(Scalar::Number(number))) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match Scalar::of(&self.kind) {
            Some(Scalar::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    /// Where a text is expected, a single value is one, as it is written.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind.text() {
            Some(text) => visitor.visit_str(text),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    /// Nothing is an empty list.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match Scalar::of(&self.kind) {
            Some(Scalar::Null) => visitor.visit_seq(Items([].iter())),
            _ => self.deserialize_any(visitor),
        }
    }

    /// Nothing is an empty mapping.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match (&self.kind, Scalar::of(&self.kind)) {
            (_, Some(Scalar::Null)) => visitor.visit_map(Entries::of([])),
            (NodeKind::Sequence(_), _) => Err(DecodeError::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    /// A name alone, or a name with a value.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match &self.kind {
            NodeKind::Scalar { value, .. } => {
                visitor.visit_enum(value.as_str().into_deserializer())
            }
            NodeKind::Mapping(entries) if entries.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Entries::of(entries)))
            }
            _ => Err(DecodeError::invalid_type(
                Unexpected::Enum,
                &"a name, or one name with its value",
            )),
        }
    }

    /// Keys are names, even where they look like numbers.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.scalar() {
            Some(name) => visitor.visit_str(name),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char bytes byte_buf unit
        unit_struct newtype_struct tuple tuple_struct
    }
}

/// The items of a list.
struct Items<'n>(slice::Iter<'n, Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let read = |item| {
            seed.deserialize(item)
                .map_err(|error: DecodeError| error.at(item))
        };
        self.0.next().map(read).transpose()
    }
}

/// The entries of a mapping.
struct Entries<'n> {
    rest: vec::IntoIter<&'n (Node, Node)>,
    /// The value of the last key.
    value: Option<&'n Node>,
}

impl<'n> Entries<'n> {
    fn of(entries: impl IntoIterator<Item = &'n (Node, Node)>) -> Self {
        let entries: Vec<_> = entries.into_iter().collect();
        Self {
            rest: entries.into_iter(),
            value: None,
        }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        let read = seed.deserialize(key).map_err(|error| error.at(key));
        read.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DecodeError> {
        let value = self.value.ok_or_else(|| DecodeError::custom("no key"))?;
        seed.deserialize(value).map_err(|error| error.at(value))
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
        NodeKind::Scalar { .. } => node.span.clone(),
        NodeKind::Sequence(items) => items.first().map_or(node.span.clone(), first_line),
        NodeKind::Mapping(entries) => entries
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

/// Whether a list is only a `-`.
fn is_bare_dash(items: &[Node]) -> bool {
    matches!(items, [item] if matches!(Scalar::of(&item.kind), Some(Scalar::Null)))
}

/// Whether the first key begins with a `-`, as an item of a list does.
fn begins_with_dash(entries: &[(Node, Node)]) -> bool {
    let first = entries.first().and_then(|(key, _)| key.scalar());
    first.is_some_and(|key| key.starts_with('-'))
}

/// A value in words.
pub fn what_is(node: &Node) -> String {
    const READABLE: usize = 24;
    match &node.kind {
        NodeKind::Sequence(items) if !node.in_flow && is_bare_dash(items) => {
            "an unquoted `-`, which begins a list".to_owned()
        }
        NodeKind::Sequence(_) => "a list".to_owned(),
        NodeKind::Mapping(entries) if begins_with_dash(entries) => {
            "keys and values (a blank must follow the `-` of an item)".to_owned()
        }
        NodeKind::Mapping(_) => "keys and values".to_owned(),
        NodeKind::Scalar { value, .. } if value.is_empty() => "nothing".to_owned(),
        NodeKind::Scalar { value, .. } => {
            let line = value.lines().next().unwrap_or_default();
            let short: String = line.chars().take(READABLE).collect();
            let is_whole = short.len() >= value.trim_end().len();
            let rest = if is_whole { "" } else { "…" };
            let is_text = node.is_quoted_number();
            let text = if is_text { "the text " } else { "" };
            format!("{text}`{short}{rest}`")
        }
    }
}
