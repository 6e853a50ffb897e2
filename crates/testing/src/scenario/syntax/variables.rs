//! `${name}` in texts, and the combinations of a matrix.

use super::decode::{Decoder, what_is};
use super::tree::{Node, NodeKind, Style};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Variables: names and values.
pub type Variables = BTreeMap<String, NodeKind>;

/// What the variables in a text stand for.
#[derive(Clone, Default)]
pub struct Scope {
    /// Those that are known.
    pub variables: Variables,
    /// The names of those that are captured while the scenario runs.
    pub later: BTreeSet<String>,
}

/// One variable in a text, or a `$${` that stands for `${`.
static VARIABLE: LazyLock<regex::Regex> =
    LazyLock::new(|| regex::Regex::new(r"\$\$\{|\$\{([^}]*)\}").expect("a regular expression"));
/// A named group of a regular expression.
static GROUP: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(r"\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>").expect("a regular expression")
});

/// The most scenarios of one matrix.
const MAX: usize = 10_000;

/// A value with its variables replaced, at the same place.
///
/// A text that is one variable becomes its value, which can be a number; in longer texts it is
/// replaced by its text. Variables that are captured later stay.
pub fn substitute(node: &Node, scope: &Scope, decoder: &mut Decoder) -> Node {
    let kind = match &node.kind {
        NodeKind::Scalar { value, style } => in_text(value, *style, node, scope, decoder),
        NodeKind::Sequence(items) => {
            let items = items.iter().map(|item| substitute(item, scope, decoder));
            NodeKind::Sequence(items.collect())
        }
        NodeKind::Mapping(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), substitute(value, scope, decoder)));
            NodeKind::Mapping(entries.collect())
        }
    };
    Node {
        kind,
        span: node.span.clone(),
        in_flow: node.in_flow,
    }
}

/// A text with its variables replaced. Unknown ones are errors.
fn in_text(
    text: &str,
    style: Style,
    node: &Node,
    scope: &Scope,
    decoder: &mut Decoder,
) -> NodeKind {
    if let Some(name) = text
        .strip_prefix("${")
        .and_then(|text| text.strip_suffix('}'))
        && let Some(kind) = scope.variables.get(name)
    {
        return kind.clone();
    }
    let mut is_replaced = false;
    let replaced = VARIABLE.replace_all(text, |found: &regex::Captures| {
        is_replaced = true;
        let whole = &found[0];
        let Some(name) = found.get(1).map(|name| name.as_str()) else {
            return "${".to_owned();
        };
        if scope.later.contains(name) {
            return whole.to_owned();
        }
        if let Some(text) = scope.variables.get(name).and_then(NodeKind::text) {
            return text.to_owned();
        }
        refuse_unknown(name, text, node, scope, decoder);
        whole.to_owned()
    });
    NodeKind::Scalar {
        value: replaced.into_owned(),
        // What was put together is a text, even if it looks like a number.
        style: if is_replaced && style == Style::Plain {
            Style::Quoted
        } else {
            style
        },
    }
}

fn refuse_unknown(name: &str, text: &str, node: &Node, scope: &Scope, decoder: &mut Decoder) {
    let names = scope.variables.keys().chain(&scope.later);
    let known: Vec<&str> = names.map(String::as_str).collect();
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `${{{near}}}`?"),
        None if known.is_empty() => {
            "variables come from `vars`, `matrix`, and groups in `matches`".to_owned()
        }
        None => format!("known here: {}", known.join(", ")),
    };
    let at = text.find(&format!("${{{name}}}")).unwrap_or(0);
    let part = at..at + name.len() + 3;
    let span = node.part(&decoder.file.source.text, part);
    let error = Diagnostic::error("unknown-variable", format!("there is no variable `{name}`"));
    decoder.wrong(span, error.with_help([help]));
}

/// The variables that `vars` defines with single values. A number in plain style stays one; what is
/// quoted or on lines of its own is a text.
pub fn defined(vars: &Node) -> impl Iterator<Item = (String, NodeKind)> {
    let entries = vars.entries().iter();
    entries.filter_map(|(name, value)| {
        let kind = match &value.kind {
            NodeKind::Scalar {
                style: Style::Plain,
                ..
            } => value.kind.clone(),
            other => text_value(other.text()?.to_owned()),
        };
        kind.text()?;
        Some((name.scalar()?.to_owned(), kind))
    })
}

/// A text as the value of a variable.
pub fn text_value(text: String) -> NodeKind {
    NodeKind::Scalar {
        value: text,
        style: Style::Quoted,
    }
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

/// Adds the names that an expression finds in the texts of a value.
fn add_names(node: &Node, expression: &regex::Regex, names: &mut BTreeSet<String>) {
    match &node.kind {
        NodeKind::Scalar { value, .. } => {
            let found = expression.captures_iter(value);
            names.extend(found.filter_map(|found| Some(found.get(1)?.as_str().to_owned())));
        }
        NodeKind::Sequence(items) => items
            .iter()
            .for_each(|item| add_names(item, expression, names)),
        NodeKind::Mapping(entries) => entries
            .iter()
            .for_each(|(_, value)| add_names(value, expression, names)),
    }
}

/// Adds the names of all groups that the matchers in a value capture.
pub fn captured_names(node: &Node, names: &mut BTreeSet<String>) {
    add_names(node, &GROUP, names);
}

/// Adds the names of all variables in a value.
pub fn used_names(node: &Node, names: &mut BTreeSet<String>) {
    add_names(node, &VARIABLE, names);
}

/// The combinations of a matrix in the order of the file, the last name varying fastest, each
/// with its description; one without variables if there is no matrix.
pub fn combinations(matrix: Option<&Node>, decoder: &mut Decoder) -> Vec<(Variables, String)> {
    let Some(node) = matrix else {
        return vec![(Variables::new(), String::new())];
    };
    let rows = match &node.kind {
        NodeKind::Mapping(entries) => cartesian(entries, node, decoder),
        NodeKind::Sequence(rows) => rows.iter().map(|row| named_values(row, decoder)).collect(),
        NodeKind::Scalar { .. } => Vec::new(),
    };
    if rows.is_empty() {
        let message = format!(
            "expected a list of values for each name, or a list of mappings, found {}",
            what_is(node)
        );
        decoder.error(node.span.clone(), "type", message);
        return Vec::new();
    }
    if rows.len() > MAX {
        let message = format!(
            "this matrix has {} combinations; at most {MAX} are run",
            rows.len()
        );
        decoder.error(node.span.clone(), "matrix", message);
        return Vec::new();
    }
    rows.into_iter()
        .map(|row| {
            let words: Vec<String> = row
                .iter()
                .map(|(name, value)| format!("{name}={}", value.text().unwrap_or_default()))
                .collect();
            (row.into_iter().collect(), words.join(", "))
        })
        .collect()
}

type Row = Vec<(String, NodeKind)>;

fn cartesian(entries: &[(Node, Node)], node: &Node, decoder: &mut Decoder) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![Row::new()];
    for (name, list) in entries {
        let values = list.items();
        let are_single = values.iter().all(|value| value.kind.text().is_some());
        let Some(name) = name.scalar().filter(|_| are_single && !values.is_empty()) else {
            let message = format!("expected a list of single values, found {}", what_is(list));
            decoder.error(list.span.clone(), "type", message);
            return vec![Row::new()];
        };
        if rows.len().saturating_mul(values.len()) > MAX {
            let message = format!("this matrix has more than {MAX} combinations");
            decoder.error(node.span.clone(), "matrix", message);
            return vec![Row::new()];
        }
        let with = |row: &Row| {
            let row = row.clone();
            values.iter().map(move |value| {
                let mut row = row.clone();
                row.push((name.to_owned(), value.kind.clone()));
                row
            })
        };
        rows = rows.iter().flat_map(with).collect();
    }
    rows
}

/// Names with single values.
pub fn named_values(node: &Node, decoder: &mut Decoder) -> Row {
    let entries = node.entries().iter().map(|(name, value)| {
        value.kind.text()?;
        Some((name.scalar()?.to_owned(), value.kind.clone()))
    });
    match entries.collect::<Option<Row>>() {
        Some(row) if matches!(node.kind, NodeKind::Mapping(_)) => row,
        _ => {
            let message = format!("expected names with single values, found {}", what_is(node));
            decoder.error(node.span.clone(), "type", message);
            Row::new()
        }
    }
}
