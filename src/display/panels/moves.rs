//! The moves of the game, each a button that leads to the position after it; the variation on the
//! board; the position and the game as texts.

use super::analysis::mark;
use crate::display::snapshot::Snapshot;
use crate::display::tree::{LONGEST_COMMENT, Node};
use crate::display::view::View;
use ataxx_core::board::{Color, Move, Position};
use ataxx_core::diagnostic::text::shortened;
use ataxx_core::notation::{BerkeleyMove, Dump, Remark, Variation};
use ataxx_core::review::{Mistake, Review};
use maud::{Markup, html};

/// The number of plies in a part, so that early moves need not be sent again.
const CHUNK: usize = 64;

/// The moves in parts. There is always one part, with the beginning in it.
pub fn moves(view: View) -> Vec<Markup> {
    let snapshot = view.snapshot;
    let review = view.review();
    let review = review.as_ref();
    let tree = &snapshot.tree;
    let line = tree.line();
    let made = line.get(1..).unwrap_or_default();
    let first = line.first().copied().unwrap_or_default();
    let is_blue_first = tree
        .position(first)
        .is_some_and(|position| position.turn() == Color::Blue);
    // A turn is not split.
    let head = CHUNK - usize::from(is_blue_first);
    let (head, tail) = made.split_at(head.min(made.len()));
    let mut parts = vec![html! {
        div class="beginning" {
            (place(first, "start", "the start", snapshot, 0, None))
        }
        (turns(head, snapshot, review, 1))
    }];
    let mut ply = 1 + head.len();
    for chunk in tail.chunks(CHUNK) {
        parts.push(turns(chunk, snapshot, review, ply));
        ply += chunk.len();
    }
    parts
}

/// The turns of a part of the line, which begins with the given ply.
fn turns(nodes: &[Node], snapshot: &Snapshot, review: Option<&Review>, first: usize) -> Markup {
    let tree = &snapshot.tree;
    let mut rows: Vec<(u32, Vec<(usize, Node)>)> = Vec::new();
    for (index, &node) in nodes.iter().enumerate() {
        let before = tree.before(node).and_then(|before| tree.position(before));
        let Some(before) = before else { continue };
        let number = before.turn_number();
        match rows.last_mut() {
            Some((last, row)) if *last == number => row.push((first + index, node)),
            _ => rows.push((number, vec![(first + index, node)])),
        }
    }
    let mistake = |ply: usize| review.and_then(|review| review.mistake(ply - 1));
    html! {
        ol class="turns" {
            @for (number, row) in &rows {
                li {
                    span class="number" { (number) "." }
                    @if row.first().is_some_and(|&(_, node)| mover(node, snapshot) == Color::Blue) {
                        span class="ply" { "…" }
                    }
                    @for &(ply, node) in row {
                        @let (word, mover) = (word(node, snapshot), mover(node, snapshot));
                        (place(node, &word, &format!("{mover} {word}"), snapshot, ply, mistake(ply)))
                    }
                    @for &(_, node) in row {
                        (comment(node, snapshot))
                        (instead(node, snapshot))
                    }
                }
            }
        }
    }
}

/// The comment on a move, with its move where the turn has two.
fn comment(node: Node, snapshot: &Snapshot) -> Markup {
    html! {
        @if let Some(comment) = snapshot.tree.comment_on(node) {
            span class="instead comment" { b { (word(node, snapshot)) } " " (shortened(comment.as_str(), LONGEST_COMMENT)) }
        }
    }
}

/// The alternatives to a move that were tried.
fn instead(node: Node, snapshot: &Snapshot) -> Markup {
    let others: Vec<Node> = snapshot.tree.instead(node).collect();
    let mover = mover(node, snapshot);
    html! {
        @if !others.is_empty() {
            span class="instead" {
                "or "
                @for other in others {
                    @let word = self::word(other, snapshot);
                    @let name = snapshot.tree.name_of(other).map(Remark::as_str);
                    button data-do={ "go?node=" (other) } class={ "ply " (mover.name()) }
                        aria-label={ "instead: " (mover) " " (word) @if let Some(name) = &name { ", " (name) } }
                    {
                        (word)
                        @if let Some(name) = &name { " " i { (name) } }
                    }
                }
            }
        }
    }
}

fn place(
    node: Node,
    text: &str,
    spoken: &str,
    snapshot: &Snapshot,
    ply: usize,
    mistake: Option<Mistake>,
) -> Markup {
    let tree = &snapshot.tree;
    let current = node == tree.current();
    let side = tree.before(node).map(|_| mover(node, snapshot).name());
    html! {
        button id={ "node-" (node) } data-do={ "go?node=" (node) } data-ply=(ply)
            class={ "ply " (side.unwrap_or_default()) }
            aria-label={ (spoken) @if let Some(mistake) = mistake { ", " (mistake.name()) } }
            aria-current=[current.then_some("step")]
        {
            (text)
            @if let Some(mistake) = mistake { span class="mistake" { (mark(mistake)) } }
        }
    }
}

fn word(node: Node, snapshot: &Snapshot) -> String {
    let played = snapshot.tree.played(node);
    played.map_or_else(String::new, |played| match played.mv {
        Move::Pass => "pass".to_owned(),
        _ => BerkeleyMove::from(played).to_string(),
    })
}

fn mover(node: Node, snapshot: &Snapshot) -> Color {
    let tree = &snapshot.tree;
    let before = tree.before(node).and_then(|before| tree.position(before));
    before.map_or(Color::Red, Position::turn)
}

/// The form for a comment on the move that led to the board.
pub fn comment_form(snapshot: &Snapshot) -> Markup {
    let tree = &snapshot.tree;
    let node = tree.current();
    let text = tree.comment_on(node).map_or("", Remark::as_str);
    html! {
        form action="do/variation" data-close="comment-dialog" {
            h2 id="comment-title" { "Comment on " (word(node, snapshot)) }
            input type="hidden" name="node" value=(node);
            input type="hidden" name="step" value="comment";
            textarea id={ "comment-on-" (node) } name="text" rows="3" maxlength=(LONGEST_COMMENT)
                aria-labelledby="comment-title" { (text) }
            div class="row" {
                button id="do-comment" class="main" { "Keep" }
                button type="button" data-close="comment-dialog" { "Cancel" }
            }
        }
    }
}

/// The buttons for the move and the variation on the board.
pub fn variation(snapshot: &Snapshot) -> Markup {
    let tree = &snapshot.tree;
    let first = tree.variation_of(tree.current());
    html! {
        @if snapshot.has_exercise() {
        } @else if let Some(first) = first {
            (variation_form(first, snapshot))
        }
    }
}

/// The buttons for the variation that begins with a node.
fn variation_form(first: Node, snapshot: &Snapshot) -> Markup {
    let name = snapshot.tree.name_of(first).map_or("", Remark::as_str);
    let current = snapshot.tree.current();
    html! {
        form action="do/variation" class="line" {
            input type="hidden" name="node" value=(first);
            input type="hidden" name="step" value="name";
            label class="unseen" for={ "name-of-" (first) } { "Name of this variation" }
            input id={ "name-of-" (first) } name="text" value=(name) placeholder="Name of this variation"
                autocomplete="off" maxlength=(Variation::LONGEST_NAME);
            button id="do-name" { "Name" }
        }
        div class="row" {
            button id="do-promote" data-do={ "variation?step=promote&node=" (current) }
                title="Make this line the game itself" { "Promote" }
            button id="do-delete" data-do={ "variation?step=delete&node=" (current) }
                title="Delete this variation" { "Delete" }
        }
    }
}

/// The position and the game as texts.
pub fn texts(snapshot: &Snapshot) -> Markup {
    let position = *snapshot.shown();
    let record = match snapshot.record() {
        Ok(record) => record.to_string(),
        Err(reason) => format!("# {reason}"),
    };
    let text = |id: &str, label: &str, text: &str, rows: usize| {
        html! {
            div class="text" {
                label for=(id) { (label) }
                textarea id=(id) readonly rows=(rows) spellcheck="false" { (text) }
                button type="button" data-copy=(id) aria-label={ "Copy " (label) } { "Copy" }
            }
        }
    };
    let lines = record.lines().count().clamp(2, 8);
    html! {
        (text("fen", "FEN", &position.to_string(), 2))
        (text("dump", "Dump", &Dump(position).to_string(), 9))
        (text("record", "Game record", &record, lines))
    }
}

/// The games that were kept.
pub fn games(snapshot: &Snapshot) -> Markup {
    html! {
        @if snapshot.games.is_empty() {
            p class="quiet" { "Games that you play are kept here." }
        }
        ol class="games" {
            @for game in snapshot.games.iter() {
                li {
                    button data-do={ "kept?game=" (game.id) } { time data-ms=(game.id) {} " " (game.title) }
                }
            }
        }
    }
}
