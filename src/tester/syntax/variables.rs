//! `${name}` in texts, and the combinations of a matrix.

use super::decode::{Decoder, what_is};
use super::tree::Node;
use ataxx_core::diagnostic::{Diagnostic, nearest};
use serde_path_to_error::Segment;
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Variables: names and values.
pub type Variables = BTreeMap<String, Value>;

/// One variable in a text, or a `$${` that stands for `${`.
static VARIABLE: LazyLock<regex::Regex> =
    LazyLock::new(|| regex::Regex::new(r"\$\$\{|\$\{([^}]*)\}").expect("a regular expression"));
/// A named group of a regular expression.
static GROUP: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(r"\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>").expect("a regular expression")
});

/// The most scenarios of one matrix.
const MOST: usize = 10_000;

/// Replaces the variables in a value.
///
/// A text that is one variable becomes its value, which can be a number; in longer texts it is
/// replaced by its text. Variables in `later` stay: they are captured while the scenario runs.
pub fn substitute(
    value: &Value,
    node: &Node,
    variables: &Variables,
    later: &BTreeSet<String>,
    decoder: &mut Decoder,
) -> Value {
    match value {
        Value::String(text) => {
            let (value, unknown) = in_text(text, variables, later);
            for name in unknown {
                let known: Vec<&str> = variables.keys().chain(later).map(String::as_str).collect();
                let near = nearest(&name, known.iter().copied());
                let help = match near {
                    Some(near) => format!("did you mean `${{{near}}}`?"),
                    None if known.is_empty() => {
                        "variables come from `vars`, `matrix`, and groups in `matches`".to_owned()
                    }
                    None => format!("known here: {}", known.join(", ")),
                };
                let at = text.find(&format!("${{{name}}}")).unwrap_or(0);
                let part = at..at + name.len() + 3;
                let span = node.part(&decoder.file.source.text, part);
                let error =
                    Diagnostic::error("unknown-variable", format!("there is no variable `{name}`"));
                decoder.wrong(span, error.with_help([help]));
            }
            value
        }
        Value::Sequence(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                let node = node.items().get(index).unwrap_or(node);
                substitute(item, node, variables, later, decoder)
            });
            Value::Sequence(items.collect())
        }
        Value::Mapping(entries) => {
            let entries = entries.iter().map(|(key, item)| {
                let node = key.as_str().map_or(node, |key| {
                    node.follow(&[Segment::Map {
                        key: key.to_owned(),
                    }])
                });
                let item = substitute(item, node, variables, later, decoder);
                (key.clone(), item)
            });
            Value::Mapping(entries.collect())
        }
        other => other.clone(),
    }
}

/// The text with its variables replaced, and the names of unknown ones.
fn in_text(text: &str, variables: &Variables, later: &BTreeSet<String>) -> (Value, Vec<String>) {
    if let Some(name) = text
        .strip_prefix("${")
        .and_then(|text| text.strip_suffix('}'))
        && let Some(value) = variables.get(name)
    {
        return (value.clone(), Vec::new());
    }
    let mut unknown = Vec::new();
    let replaced = VARIABLE.replace_all(text, |found: &regex::Captures| {
        let whole = &found[0];
        let Some(name) = found.get(1).map(|name| name.as_str()) else {
            return "${".to_owned();
        };
        if later.contains(name) {
            return whole.to_owned();
        }
        if let Some(text) = variables.get(name).and_then(text_of) {
            return text;
        }
        unknown.push(name.to_owned());
        whole.to_owned()
    });
    (Value::String(replaced.into_owned()), unknown)
}

/// Replaces the names of captured groups by their texts.
pub fn put_captures(text: &str, captures: &BTreeMap<String, String>) -> String {
    let replaced = VARIABLE.replace_all(text, |found: &regex::Captures| {
        found
            .get(1)
            .and_then(|name| captures.get(name.as_str()).cloned())
            .unwrap_or_else(|| found[0].to_owned())
    });
    replaced.into_owned()
}

/// The names of all groups that the matchers in a value capture.
pub fn captured_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            names.extend(GROUP.captures_iter(text).map(|found| found[1].to_owned()));
        }
        Value::Sequence(items) => items.iter().for_each(|item| captured_names(item, names)),
        Value::Mapping(entries) => entries
            .values()
            .for_each(|item| captured_names(item, names)),
        _ => {}
    }
}

/// A single value as text.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The combinations of a matrix in the order of the file, the last name varying fastest, each
/// with its description; one without variables if there is no matrix.
pub fn combinations(
    matrix: Option<&Value>,
    node: &Node,
    decoder: &mut Decoder,
) -> Vec<(Variables, String)> {
    let rows = match matrix {
        None => return vec![(Variables::new(), String::new())],
        Some(Value::Mapping(entries)) => cartesian(entries, node, decoder),
        Some(Value::Sequence(rows)) => Some(listed(rows, node, decoder)),
        Some(_) => None,
    };
    let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
        let message = format!(
            "expected a list of values for each name, or a list of mappings, found {}",
            what_is(node)
        );
        decoder.error(node.span.clone(), "type", message);
        return Vec::new();
    };
    if rows.len() > MOST {
        let message = format!(
            "this matrix has {} combinations; at most {MOST} are run",
            rows.len()
        );
        decoder.error(node.span.clone(), "matrix", message);
        return Vec::new();
    }
    rows.into_iter()
        .map(|row| {
            let words: Vec<String> = row
                .iter()
                .map(|(name, value)| format!("{name}={}", text_of(value).unwrap_or_default()))
                .collect();
            (row.into_iter().collect(), words.join(", "))
        })
        .collect()
}

type Row = Vec<(String, Value)>;

fn cartesian(
    entries: &serde_yaml::Mapping,
    node: &Node,
    decoder: &mut Decoder,
) -> Option<Vec<Row>> {
    let mut rows: Vec<Row> = vec![Row::new()];
    for (name, values) in entries {
        let name = name.as_str()?;
        let list = node.get(name).unwrap_or(node);
        let values = values.as_sequence().filter(|values| !values.is_empty());
        let Some(values) = values.filter(|values| values.iter().all(|v| text_of(v).is_some()))
        else {
            let message = format!("expected a list of single values, found {}", what_is(list));
            decoder.error(list.span.clone(), "type", message);
            return Some(vec![Row::new()]);
        };
        if rows.len().saturating_mul(values.len()) > MOST {
            let message = format!("this matrix has more than {MOST} combinations");
            decoder.error(node.span.clone(), "matrix", message);
            return Some(vec![Row::new()]);
        }
        let with = |row: &Row| {
            let row = row.clone();
            values.iter().map(move |value| {
                let mut row = row.clone();
                row.push((name.to_owned(), value.clone()));
                row
            })
        };
        rows = rows.iter().flat_map(with).collect();
    }
    Some(rows)
}

fn listed(rows: &[Value], node: &Node, decoder: &mut Decoder) -> Vec<Row> {
    let read = rows.iter().enumerate().map(|(index, row)| {
        let at = node.items().get(index).unwrap_or(node);
        let entries = row.as_mapping().map(|entries| {
            let pairs = entries.iter();
            pairs
                .map(|(name, value)| {
                    text_of(value)?;
                    Some((name.as_str()?.to_owned(), value.clone()))
                })
                .collect::<Option<Row>>()
        });
        let Some(Some(row)) = entries else {
            let message = format!("expected names with single values, found {}", what_is(at));
            decoder.error(at.span.clone(), "type", message);
            return Row::new();
        };
        row
    });
    read.collect()
}
