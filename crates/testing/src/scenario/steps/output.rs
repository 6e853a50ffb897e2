//! Checks of all output: `output: TEXT`, `snapshot: { text or file, filters }`.

use super::common::StepSyntax;
use crate::report::{Comparison, Place, SourceText};
use crate::scenario::performer::{Performer, Problem, Step, StepAt};
use crate::scenario::syntax::matcher::covers_every_text;
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::rewrite::{rewrite, rewrite_file};
use crate::scenario::syntax::value::Text;
use crate::scenario::syntax::{Node, put_captures};
use regex::Regex;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;

/// Checks all lines that were not read yet.
#[derive(Debug)]
pub struct Output(String);

impl StepSyntax for Output {
    const KEY: &'static str = "output";
    const FORM: &'static str = "`output: TEXT`";
    const DESCRIPTION: &'static str = "Checks all unread lines of the output.";

    type Written = Text;

    fn parse(Text(text): Text, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(text))
    }
}

impl Step for Output {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let lines = performer.take_unread(&place)?;
        let actual = joined(lines.iter().map(String::as_str));
        let expected = put_captures(&self.0, &performer.state.captures);
        let expected = joined(expected.lines());
        if is_same_text(&expected, &actual) {
            return Ok(());
        }
        let patch = rewrite(at, None, &actual);
        Err(Problem::mismatch(&place, "the output is not as expected")
            .with(Comparison::Texts { expected, actual })
            .with_patch(patch))
    }
}

/// Checks all unread lines against stored ones.
#[derive(Debug)]
pub struct Snapshot {
    stored: Stored,
    /// What is replaced before they are compared, and by what.
    filters: Vec<(Regex, String)>,
}

/// The place of the stored output.
#[derive(Debug)]
enum Stored {
    /// In the scenario.
    Here(String),
    /// In a file of this name, with this text; `None` if there is no such file.
    File(String, Option<String>),
}

/// Output that is stored.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(
    rename = "Snapshot",
    extend("oneOf" = [{ "required": ["text"] }, { "required": ["file"] }])
)]
pub struct Written {
    /// The output itself.
    text: Option<Text>,
    /// The file that holds it, looked up beside the file of scenarios.
    file: Option<Text>,
    /// Replacements for what varies.
    filters: Vec<Filter>,
}

/// A replacement for what varies.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Filter {
    /// A regular expression.
    replace: Text,
    /// The replacement of its matches.
    with: Text,
}

impl StepSyntax for Snapshot {
    const KEY: &'static str = "snapshot";
    const FORM: &'static str = "`snapshot: { text or file, filters }`";
    const DESCRIPTION: &'static str = "Compares all unread lines with those stored here or in a \
        file, after each filter (`{ replace: REGEX, with: TEXT }`) has replaced what varies.";

    type Written = Written;

    fn parse(written: Written, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let mut filters = Vec::new();
        let nodes = node.get("filters").map_or(&[][..], Node::items);
        for (filter, node) in written.filters.into_iter().zip(nodes) {
            let place = node.get("replace").unwrap_or(node);
            let regex = parser.regex(&filter.replace, place)?;
            if covers_every_text(&regex) {
                parser.empty_check(place, "a filter that leaves something of the output");
                return None;
            }
            filters.push((regex, filter.with.0));
        }
        let stored = match (written.text, written.file) {
            (Some(Text(text)), None) => Stored::Here(text),
            (None, Some(Text(name))) => {
                // Only beside the scenario file, where it would be written.
                let beside = parser
                    .folder
                    .map_or_else(|| name.clone().into(), |folder| folder.join(&name));
                let text = parser.files.read(&beside.to_string_lossy(), None).ok();
                Stored::File(name, text.map(|file| file.text))
            }
            _ => {
                parser.empty_check(node, "either `text` or `file`");
                return None;
            }
        };
        Some(Self { stored, filters })
    }
}

impl Step for Snapshot {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let lines = performer.take_unread(&place)?;
        let mut actual = joined(lines.iter().map(String::as_str));
        for (regex, with) in &self.filters {
            actual = regex.replace_all(&actual, with.as_str()).into_owned();
        }
        let (expected, patch) = match &self.stored {
            Stored::Here(text) => (&**text, rewrite(at, Some("text"), &actual)),
            Stored::File(_, text) => {
                // An empty file is created, too.
                let nothing_is_new = text.is_none() && actual.is_empty();
                let new = if nothing_is_new { "\n" } else { &actual };
                let patch = rewrite_file(&self.expectation(at), new);
                (text.as_deref().unwrap_or_default(), Some(patch))
            }
        };
        let expected = joined(expected.lines());
        let message = match &self.stored {
            Stored::File(name, None) => format!("there is no file `{name}` to compare with"),
            _ if is_same_text(&expected, &actual) => return Ok(()),
            _ => "the output is not as stored".to_owned(),
        };
        Err(Problem::mismatch(&place, message)
            .with(Comparison::Texts { expected, actual })
            .with_patch(patch))
    }

    /// The value in the scenario file, or the whole of another file.
    fn expectation(&self, at: &StepAt) -> Place {
        let place = at.value();
        let Stored::File(name, text) = &self.stored else {
            return place;
        };
        let text = text.as_deref().unwrap_or_default();
        let folder = Path::new(&*place.source.name).parent();
        let file = folder.map_or_else(|| name.into(), |folder| folder.join(name));
        let source = SourceText::new(file.display().to_string(), text);
        Place::new(source, 0..text.len())
    }
}

/// Joins lines, each without blanks at its end and with a line end.
fn joined<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Whether two texts are the same but for blanks at their ends.
fn is_same_text(expected: &str, actual: &str) -> bool {
    expected.trim_end() == actual.trim_end()
}
