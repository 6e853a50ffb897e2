//! The moves of the game, each a button that leads to the position after it; the variation on the
//! board; the position and the game as texts.

use super::analysis::mark;
use crate::snapshot::{Snapshot, View};
use crate::tree::{MAX_COMMENT_LENGTH, Node};
use ataxx_core::board::{Color, Move};
use ataxx_core::diagnostic::text::shortened;
use ataxx_core::notation::{BerkeleyMove, Dump, Remark, Variation};
use ataxx_core::review::Mistake;
use maud::{Markup, PreEscaped, html};

/// The moves of the line on the board, a row for each turn.
pub fn moves(view: View) -> Markup {
    let (snapshot, review) = (view.snapshot, view.review());
    let line = snapshot.tree.line();
    let number = |node: Node| snapshot.tree.position_before(node).turn_number();
    let plies: Vec<(usize, Node)> = line.into_iter().enumerate().collect();
    let (start, made) = (plies[0].1, &plies[1..]);
    html! {
        div { (place(start, "start", "the start", snapshot, 0, None)) }
        ol class="turns" {
            @for turn in made.chunk_by(|&(_, one), &(_, next)| number(one) == number(next)) {
                li {
                    span class="number" { (number(turn[0].1)) "." }
                    @if mover(turn[0].1, snapshot) == Color::Blue { span class="ply" { "…" } }
                    @for &(ply, node) in turn {
                        @let (word, mover) = (word(node, snapshot), mover(node, snapshot));
                        @let mistake = review.as_ref().and_then(|review| review.mistake(ply - 1));
                        (place(node, &word, &format!("{mover} {word}"), snapshot, ply, mistake))
                    }
                    @for &(_, node) in turn {
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
            span class="instead comment" { b { (word(node, snapshot)) } " " (shortened(comment.as_str(), MAX_COMMENT_LENGTH)) }
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
                        aria-label={
                            "instead: " (mover) " " (word) @if let Some(name) = &name { ", " (name) }
                            @if snapshot.was_played(other) { ", played" }
                        }
                    {
                        (word)
                        @if let Some(name) = &name { " " i { (name) } }
                        @if snapshot.was_played(other) { " " (PLAYED) }
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
    let is_played = side.is_some() && snapshot.was_played(node);
    html! {
        button id={ "node-" (node) } data-do={ "go?node=" (node) } data-ply=(ply)
            class={ "ply " (side.unwrap_or_default()) }
            aria-label={
                (spoken) @if let Some(mistake) = mistake { ", " (mistake.name()) }
                @if is_played { ", played" }
            }
            aria-current=[current.then_some("step")]
        {
            (text)
            @if let Some(mistake) = mistake { span class="mistake" { (mark(mistake)) } }
            @if is_played { " " (PLAYED) }
        }
    }
}

/// The mark of a move of the game while others are explored.
const PLAYED: PreEscaped<&str> = PreEscaped("<span class=\"played\">played</span>");

fn word(node: Node, snapshot: &Snapshot) -> String {
    let played = snapshot.tree.played(node);
    played.map_or_else(String::new, |played| match played.mv {
        Move::Pass => "pass".to_owned(),
        _ => BerkeleyMove::from(played).to_string(),
    })
}

fn mover(node: Node, snapshot: &Snapshot) -> Color {
    snapshot.tree.position_before(node).turn()
}

/// The form for a comment on the move that led to the board.
pub fn comment_form(snapshot: &Snapshot) -> Markup {
    let tree = &snapshot.tree;
    let node = tree.current();
    let text = tree.comment_on(node).map_or("", Remark::as_str);
    html! {
        form action="do/variation" {
            h2 id="comment-title" { "Comment on " (word(node, snapshot)) }
            input type="hidden" name="node" value=(node);
            input type="hidden" name="step" value="comment";
            textarea id={ "comment-on-" (node) } name="text" rows="3" maxlength=(MAX_COMMENT_LENGTH)
                aria-labelledby="comment-title" { (text) }
            div class="row" {
                button id="do-comment" class="main" { "Keep" }
                button type="button" data-close { "Cancel" }
            }
        }
    }
}

/// The buttons for the variation on the board.
pub fn variation(snapshot: &Snapshot) -> Markup {
    let (tree, current) = (&snapshot.tree, snapshot.tree.current());
    let first = tree.variation_of(current);
    let Some(first) = first.filter(|_| !snapshot.has_exercise()) else {
        return html! {};
    };
    html! {
        form action="do/variation" class="line" {
            input type="hidden" name="node" value=(first);
            input type="hidden" name="step" value="name";
            label class="unseen" for={ "name-of-" (first) } { "Name of this variation" }
            input id={ "name-of-" (first) } name="text" value=(tree.name_of(first).map_or("", Remark::as_str))
                placeholder="Name of this variation" autocomplete="off" maxlength=(Variation::MAX_NAME_LENGTH);
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
