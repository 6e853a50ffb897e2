//! Variations: named, promoted, deleted, restored.

use super::{Node, Place, Tree};
use ataxx_core::notation::Remark;

/// A deleted variation.
#[derive(Clone, Debug)]
pub(super) struct Deleted {
    parent: Node,
    /// Its index among the children.
    index: usize,
    /// Its places, the first of them first.
    places: Vec<(Node, Place)>,
}

impl Tree {
    /// Makes a node the first of its siblings, so that its line goes on with it.
    pub(super) fn put_first(&mut self, node: Node) {
        let Some(parent) = self.before(node) else {
            return;
        };
        self.place(node).name = None;
        let children = &mut self.place(parent).children;
        children.retain(|&child| child != node);
        children.insert(0, node);
    }

    /// The node in which the variation begins that a node is in; `None` in the game itself.
    pub fn variation_of(&self, node: Node) -> Option<Node> {
        let mut path = self.path(node);
        path.reverse();
        path.into_iter().find(|&node| self.begins_variation(node))
    }

    fn begins_variation(&self, node: Node) -> bool {
        let siblings = self
            .before(node)
            .map(|parent| &self.places[&parent].children);
        siblings.is_some_and(|siblings| siblings.first() != Some(&node))
    }

    /// The name of the variation that begins with a node.
    pub fn name_of(&self, node: Node) -> Option<&Remark> {
        self.places.get(&node)?.name.as_ref()
    }

    /// Names the variation that begins with a node. Returns false where none does.
    pub fn name(&mut self, node: Node, name: Option<Remark>) -> bool {
        let begins = self.begins_variation(node);
        if begins {
            self.place(node).name = name;
        }
        begins
    }

    /// Makes the line of a node the game itself, up to its end. Its names are dropped.
    pub fn promote(&mut self, node: Node) {
        for node in self.path(node) {
            if self.begins_variation(node) {
                self.put_first(node);
            }
        }
    }

    /// Deletes the variation that begins with a node, which must not be on the board. Returns
    /// false where none begins.
    pub fn delete(&mut self, node: Node) -> bool {
        let Some(parent) = self.before(node).filter(|_| self.begins_variation(node)) else {
            return false;
        };
        let children = &mut self.place(parent).children;
        let index = children.iter().position(|&child| child == node);
        children.retain(|&child| child != node);
        self.place(parent)
            .followed
            .take_if(|followed| *followed == node);
        let mut places = Vec::new();
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if let Some(place) = self.places.remove(&node) {
                waiting.extend(&place.children);
                places.push((node, place));
            }
        }
        self.deleted = Some(Deleted {
            parent,
            index: index.unwrap_or_default(),
            places,
        });
        true
    }

    /// Whether the variation that was deleted last can be restored: where it began it was not
    /// begun again.
    pub fn can_restore(&self) -> bool {
        self.deleted.as_ref().is_some_and(|deleted| {
            let first = deleted.places.first();
            let first = first.and_then(|(_, place)| Some(place.came?.1.mv));
            self.places.contains_key(&deleted.parent)
                && first.is_some_and(|mv| self.known_child(deleted.parent, mv).is_none())
        })
    }

    /// Restores the variation that was deleted last. Returns false where that cannot be.
    pub fn restore(&mut self) -> bool {
        if !self.can_restore() {
            return false;
        }
        let Some(deleted) = self.deleted.take() else {
            return false;
        };
        let first = deleted.places.first().map(|&(node, _)| node);
        let children = &mut self.place(deleted.parent).children;
        let index = deleted.index.min(children.len());
        children.splice(index..index, first);
        self.places.extend(deleted.places);
        true
    }
}
