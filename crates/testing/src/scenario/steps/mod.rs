//! The steps of scenarios: the key of each, its schema, how it is parsed, what it does or checks,
//! and its line in the reference. A file has one step, or a few of one kind.

mod actions;
mod ai_move;
mod answer;
mod board;
mod common;
mod forced_win;
mod game;
mod identify;
mod lines;
mod moves;
mod output;
mod result;
mod run;
mod uai;

use crate::scenario::performer::StepAt;
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::{Included, Node, unknown_key, what_is};
use ataxx_core::diagnostic::Diagnostic;
use common::StepKind;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

/// All kinds of steps, in the order of the reference.
static KINDS: &[StepKind] = &[
    StepKind::of::<actions::Send>(),
    StepKind::of::<actions::Play>(),
    StepKind::of::<actions::Position>(),
    INCLUDE,
    StepKind::of::<board::Board>(),
    StepKind::of::<board::Pieces>(),
    StepKind::of::<board::Turn>(),
    StepKind::of::<board::Jumps>(),
    StepKind::of::<result::GameResult>(),
    StepKind::of::<moves::Legal>(),
    StepKind::of::<moves::Mobility>(),
    StepKind::of::<lines::Error>(),
    StepKind::of::<answer::Answer>(),
    StepKind::of::<output::Output>(),
    StepKind::of::<lines::Lines>(),
    StepKind::of::<lines::AnyOrder>(),
    StepKind::of::<output::Snapshot>(),
    StepKind::of::<moves::Perft>(),
    StepKind::of::<forced_win::ForcedWin>(),
    StepKind::of::<forced_win::NoForcedWin>(),
    StepKind::of::<ai_move::AiMove>(),
    StepKind::of::<game::Game>(),
    StepKind::of::<identify::Identify>(),
    StepKind::of::<run::SameAgain>(),
    StepKind::of::<run::Exit>(),
    StepKind::of::<uai::Uai>(),
];

/// `include`, in whose place the loader puts the steps of another file.
const INCLUDE: StepKind = StepKind {
    key: Included::KEY,
    form: "`include: FILE` or `{ file, vars }`",
    description: "Runs the steps of another file, which holds a list of them; `vars` are variables \
        for that file.",
    schema: Included::schema,
    parse: None,
};

/// The reference of all steps, as a table in Markdown.
pub fn reference() -> String {
    let mut table = "| step | does or checks |\n|---|---|\n".to_owned();
    for kind in KINDS {
        let _ = writeln!(table, "| {} | {} |", kind.form, kind.description);
    }
    table
}

/// Parses a step that is no `include`; `None` if something is wrong with it.
pub fn parse(value: &Node, parser: &mut StepParser, node: &Node) -> Option<StepAt> {
    let [(key, inner)] = node.entries() else {
        not_a_step(parser, node);
        return None;
    };
    let name = key.scalar().unwrap_or_default();
    let Some(kind) = KINDS.iter().find(|kind| kind.key == name) else {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.key).collect();
        let error = unknown_key(name, &known);
        parser.decoder.wrong(key.span.clone(), error);
        return None;
    };
    let value = value.get(name).unwrap_or(inner);
    Some(StepAt {
        step: (kind.parse?)(value, parser, inner)?,
        name: name.to_owned(),
        place: parser.decoder.file.with_span(key.span.clone()),
        node: Arc::new(inner.clone()),
    })
}

fn not_a_step(parser: &mut StepParser, node: &Node) {
    let (span, message, help) = match node.entries() {
        [_, (second, _), ..] => (
            second.span.clone(),
            "a step has one key, found a second".to_owned(),
            Some(format!(
                "each step has a `-` of its own: `- {}: …`",
                second.scalar().unwrap_or_default()
            )),
        ),
        _ => (
            node.span.clone(),
            format!("expected a step like `board: …`, found {}", what_is(node)),
            without_blank(node),
        ),
    };
    let error = Diagnostic::error("step", message).with_help(help);
    parser.decoder.wrong(span, error);
}

/// The hint for a step such as `send:dump`.
fn without_blank(node: &Node) -> Option<String> {
    let (key, value) = node.scalar()?.split_once(':')?;
    let is_known = KINDS.iter().any(|kind| kind.key == key);
    is_known.then(|| format!("a blank must follow the colon: `{key}: {}`", value.trim()))
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
        let kinds: Vec<_> = KINDS.iter().map(one).collect();
        json_schema!({
            "description": "A step: one key with its value.",
            "oneOf": kinds,
        })
    }
}
