//! What can be done with the variation that is on the board.

use crate::display::snapshot::Snapshot;
use crate::display::tree::Node;
use ataxx_core::notation::{Remark, Variation};
use maud::{Markup, html};

/// The buttons for the variation on the board, and for the one that was deleted last.
pub fn variation(snapshot: &Snapshot) -> Markup {
    if snapshot.has_task() {
        return html! {};
    }
    let tree = &snapshot.tree;
    html! {
        @if let Some(first) = tree.variation_of(tree.current()) { (of(first, snapshot)) }
        @if tree.can_restore() {
            form method="post" action="do/variation" class="row" {
                button id="do-restore" name="step" value="restore" { "Restore the deleted variation" }
            }
        }
    }
}

/// The buttons for the variation that begins with a node.
fn of(first: Node, snapshot: &Snapshot) -> Markup {
    let name = snapshot.tree.name_of(first).map_or("", Remark::as_str);
    html! {
        form method="post" action="do/variation" class="line" {
            input type="hidden" name="node" value=(first);
            input type="hidden" name="step" value="name";
            label class="unseen" for="variation-name" { "Name of this variation" }
            input id="variation-name" name="name" value=(name) placeholder="Name of this variation"
                autocomplete="off" maxlength=(Variation::LONGEST_NAME);
            button id="do-name" { "Name" }
        }
        form method="post" action="do/variation" class="row" {
            input type="hidden" name="node" value=(snapshot.tree.current());
            button id="do-promote" name="step" value="promote"
                title="Make this line the game itself" { "Promote" }
            button id="do-delete" name="step" value="delete"
                title="Delete this variation" { "Delete" }
        }
    }
}
