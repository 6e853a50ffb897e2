//! Parsing the values of steps: moves, matchers and names, with their places.

use super::decode::Decoder;
use super::matcher::{Matcher, compile};
use super::tree::Node;
use super::value::{Text, Texts};
use crate::scenario::performer::Placed;
use ataxx_core::board::{Color, Game, Rules};
use ataxx_core::notation::{BerkeleyMove, SyntaxError, read_position};
use ataxx_session::Files;
use regex::Regex;
use std::ops::Range;
use std::path::Path;

/// Parses the values of a scenario's steps. Errors go to the decoder, and the value is `None`
/// then.
pub struct StepParser<'a> {
    /// The errors so far, and the file.
    pub decoder: &'a mut Decoder,
    /// The rules of the scenario.
    pub rules: Rules,
    /// The source of files.
    pub files: &'a dyn Files,
    /// The folder of the scenario file.
    pub folder: Option<&'a Path>,
}

impl StepParser<'_> {
    /// Adds an error about a value.
    pub fn wrong(&mut self, node: &Node, code: &'static str, message: impl Into<String>) {
        self.decoder.error(node.span.clone(), code, message);
    }

    /// Adds the error that a check is empty.
    pub fn empty_check(&mut self, node: &Node, keys: &str) {
        let message = format!("empty check: expected {keys}");
        self.wrong(node, "checks-nothing", message);
    }

    fn placed<T>(&self, span: Range<usize>, value: T) -> Placed<T> {
        Placed {
            place: self.decoder.file.with_span(span),
            value,
        }
    }

    /// The lines of texts.
    pub fn lines(&self, texts: &Texts, node: &Node) -> Vec<Placed<String>> {
        let mut lines = Vec::new();
        for (text, node) in texts.with_nodes(node) {
            let mut start = 0;
            for line in text.split_inclusive('\n') {
                let bare = line.trim_end_matches(['\n', '\r']);
                let span = node.part(&self.decoder.file.source.text, start..start + bare.len());
                lines.push(self.placed(span, bare.to_owned()));
                start += line.len();
            }
            if text.is_empty() {
                lines.push(self.placed(node.span.clone(), String::new()));
            }
        }
        lines
    }

    /// At least one move.
    pub fn placed_moves(
        &mut self,
        texts: &Texts,
        node: &Node,
    ) -> Option<Vec<Placed<BerkeleyMove>>> {
        let mut moves = Vec::new();
        let errors_before = self.decoder.count();
        for (text, node) in texts.with_nodes(node) {
            for word in words(text) {
                match text[word.clone()].parse::<BerkeleyMove>() {
                    Ok(mv) => {
                        let span = node.part(&self.decoder.file.source.text, word);
                        moves.push(self.placed(span, mv));
                    }
                    Err(error) => self.decoder.wrong_text(node, error.shifted(word.start)),
                }
            }
        }
        self.unless_empty(moves, errors_before, node, "at least one move")
    }

    /// Refuses an empty list, unless there were errors in its items.
    fn unless_empty<T>(
        &mut self,
        all: Vec<T>,
        errors_before: usize,
        node: &Node,
        expected: &str,
    ) -> Option<Vec<T>> {
        if all.is_empty() && self.decoder.count() == errors_before {
            self.empty_check(node, expected);
        }
        (!all.is_empty()).then_some(all)
    }

    /// At least one move, under a key.
    pub fn moves(&mut self, texts: &Texts, node: &Node, key: &str) -> Option<Vec<BerkeleyMove>> {
        let placed = self.placed_moves(texts, node.get(key).unwrap_or(node))?;
        Some(placed.into_iter().map(|mv| mv.value).collect())
    }

    /// The game that begins with a position.
    pub fn game(&mut self, Text(text): &Text, node: &Node) -> Option<Game> {
        let read = read_position(text).map_err(|error| self.decoder.wrong_text(node, error));
        read.map(|position| Game::from_position(self.rules, position))
            .ok()
    }

    /// A side by its name.
    pub fn color(&mut self, text: &Text, node: &Node) -> Option<Color> {
        let names = [("red", Color::Red), ("blue", Color::Blue)];
        self.decoder.named(text, node, "a side", &names)
    }

    /// A rule set in its text form.
    pub fn rules(&mut self, Text(text): &Text, node: &Node) -> Option<Rules> {
        let read = text.trim().parse();
        read.map_err(|error| self.decoder.wrong_text(node, error))
            .ok()
    }

    /// At least one matcher.
    pub fn matchers<T: AsRef<Matcher>>(
        &mut self,
        texts: &Texts,
        node: &Node,
        read: impl Fn(&str) -> Result<T, SyntaxError>,
    ) -> Option<Vec<Placed<T>>> {
        let mut matchers = Vec::new();
        let errors_before = self.decoder.count();
        for (text, node) in texts.with_nodes(node) {
            match read(text) {
                Ok(matcher) if matcher.as_ref().fits_every_line() => {
                    self.empty_check(node, "a matcher that does not fit every line");
                }
                Ok(matcher) => matchers.push(self.placed(node.span.clone(), matcher)),
                Err(error) => self.decoder.wrong_text(node, error),
            }
        }
        self.unless_empty(matchers, errors_before, node, "at least one matcher")
    }

    /// A regular expression.
    pub fn regex(&mut self, Text(source): &Text, node: &Node) -> Option<Regex> {
        let wrong = |reason| {
            let message = format!("this is no regular expression: {reason}");
            self.wrong(node, "syntax", message);
        };
        compile(source).map_err(wrong).ok()
    }
}

/// The places of the words in a text, which are separated by blanks or commas.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(|c: char| c.is_whitespace() || c == ',')
        .map(move |piece| {
            let word = piece.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            let span = start..start + word.len();
            start += piece.len();
            span
        })
        .filter(|word| !word.is_empty())
}
