//! The steps of scenarios, one file each: its key, its schema, how it is parsed, what it does
//! or checks, and its line in the reference.

mod ai_move;
mod any_order;
mod board;
mod error;
mod exit;
mod forced_win;
mod game;
mod include;
mod jumps;
mod kind;
mod legal;
mod lines;
mod mobility;
mod moves;
mod no_forced_win;
mod output;
mod perft;
mod pieces;
mod play;
mod position;
mod proof;
mod result;
mod same_again;
mod send;
mod snapshot;
mod text;
mod turn;
mod uai;

pub use include::INCLUDE;
pub use kind::{AnyStep, StepKind};

// The steps that scripts are converted to.
pub(super) use ai_move::{AiMove, Written as AiMoveWritten};
pub(super) use board::Board;
pub(super) use exit::Exit;
pub(super) use game::{Game, Written as GameWritten};
pub(super) use kind::StepSyntax;
pub(super) use lines::Lines;
pub(super) use play::Play;
pub(super) use result::{Ending, GameResult};
pub(super) use send::Send;

use crate::tester::performer::StepAt;
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::{Node, unknown_key, what_is};
use ataxx_core::diagnostic::Diagnostic;
use serde_yaml::Value;
use std::fmt::Write as _;
use std::sync::Arc;

/// All kinds of steps, in the order of the reference.
pub static KINDS: &[StepKind] = &[
    StepKind::of::<send::Send>(),
    StepKind::of::<play::Play>(),
    StepKind::of::<position::Position>(),
    INCLUDE,
    StepKind::of::<board::Board>(),
    StepKind::of::<pieces::Pieces>(),
    StepKind::of::<turn::Turn>(),
    StepKind::of::<jumps::Jumps>(),
    StepKind::of::<result::GameResult>(),
    StepKind::of::<legal::Legal>(),
    StepKind::of::<mobility::Mobility>(),
    StepKind::of::<error::Error>(),
    StepKind::of::<output::Output>(),
    StepKind::of::<lines::Lines>(),
    StepKind::of::<any_order::AnyOrder>(),
    StepKind::of::<snapshot::Snapshot>(),
    StepKind::of::<perft::Perft>(),
    StepKind::of::<forced_win::ForcedWin>(),
    StepKind::of::<no_forced_win::NoForcedWin>(),
    StepKind::of::<ai_move::AiMove>(),
    StepKind::of::<game::Game>(),
    StepKind::of::<same_again::SameAgain>(),
    StepKind::of::<exit::Exit>(),
    StepKind::of::<uai::Uai>(),
];

/// The reference of all steps, as a table in Markdown.
pub fn reference() -> String {
    let mut table = "| step | does or checks |\n|---|---|\n".to_owned();
    for StepKind {
        reference: (form, meaning),
        ..
    } in KINDS
    {
        let _ = writeln!(table, "| {form} | {meaning} |");
    }
    table
}

/// Parses a step that is no `include`; `None` if something is wrong with it.
pub fn parse(value: &Value, parser: &mut StepParser, node: &Node) -> Option<StepAt> {
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
    let value = value.get(name).cloned().unwrap_or_default();
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
            None,
        ),
    };
    let error = Diagnostic::error("step", message).with_help(help);
    parser.decoder.wrong(span, error);
}
