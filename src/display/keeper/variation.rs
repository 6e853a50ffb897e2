//! Changes of the variations.

use super::{Job, Keeper};
use crate::display::order::{Reply, VariationStep};
use crate::display::tree::Node;
use crate::session::Flow;

impl Keeper<'_> {
    /// Changes the variations of the game.
    pub(super) fn variation(&mut self, step: VariationStep, job: &mut Job) -> Reply {
        let tree = &mut self.shown.tree;
        let is_done = match step {
            VariationStep::Delete(node) => return self.delete(node, job),
            VariationStep::Promote(node) => {
                tree.promote(node);
                tree.position(node).is_some()
            }
            VariationStep::Restore => tree.restore(),
            VariationStep::Name(node, name) => tree.name(node, name),
        };
        if is_done {
            Reply::done(Flow::GoOn)
        } else {
            Reply::refused("there is no such variation")
        }
    }

    /// Deletes the variation that a node is in. If it is on the board, the board goes back to
    /// the position before it.
    fn delete(&mut self, node: Node, job: &mut Job) -> Reply {
        let tree = &self.shown.tree;
        let first = tree.variation_of(node);
        let Some((first, before)) = first.and_then(|first| Some((first, tree.before(first)?)))
        else {
            return Reply::refused("this is the game itself; only variations can be deleted");
        };
        if tree.is_on_board(first) {
            let reply = self.go(before, job);
            if reply.why_refused().is_some() {
                return reply;
            }
        }
        self.shown.tree.delete(first);
        Reply::done(Flow::GoOn)
    }
}
