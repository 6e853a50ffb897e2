//! The tree as a record, and back.

use super::{Node, Tree};
use ataxx_core::board::{IllegalMove, PlayedMove, Position, Rules};
use ataxx_core::notation::{GameRecord, NotRecordable};

/// A move of a record that is not legal.
#[derive(Clone, Copy, Debug)]
pub struct NotPlayable {
    /// Why.
    pub reason: IllegalMove,
    /// The position in which it was made.
    pub position: Position,
}

impl Tree {
    /// The tree of a record, played by these rules. The end of the game is current.
    pub fn of_record(record: &GameRecord, rules: &Rules) -> Result<Self, NotPlayable> {
        let mut tree = Self::new(record.start());
        let game = tree.add_all(0, record.game().moves(), rules)?;
        tree.current = game.last().copied().unwrap_or_default();
        // Each begins with the node that it leaves.
        let mut lines = vec![game];
        for variation in record.variations() {
            let index = variation.leaves().map_or(0, |index| index + 1);
            let leaves = lines
                .get(index)
                .and_then(|line| line.get(variation.after()));
            let leaves = leaves.copied().unwrap_or_default();
            let line = tree.add_all(leaves, variation.game().moves(), rules)?;
            if let Some(&first) = line.get(1) {
                tree.name(first, variation.name().cloned());
            }
            lines.push(line);
        }
        Ok(tree)
    }

    /// Adds moves after a node. Returns the node and those after the moves.
    fn add_all(
        &mut self,
        node: Node,
        moves: impl Iterator<Item = PlayedMove>,
        rules: &Rules,
    ) -> Result<Vec<Node>, NotPlayable> {
        let mut line = vec![node];
        for played in moves {
            let node = line.last().copied().unwrap_or_default();
            line.push(self.add(node, played, rules)?);
        }
        Ok(line)
    }

    /// The record of the game, with its variations.
    pub fn record(&self, rules: &Rules) -> Result<GameRecord, NotRecordable> {
        let main = self.main_line(0);
        let end = main.last().copied().unwrap_or_default();
        let game = self.game(end, rules);
        let mut record = GameRecord::new(*rules, &game.ok_or(NotRecordable::BlocksAfterMoves)?)?;
        // Of each line: the nodes whose alternatives are to be written, and how many moves of
        // the line come before the first.
        let mut lines = vec![(main, 0)];
        let mut number = 0;
        while let Some((line, before)) = lines.get(number).cloned() {
            for (index, &node) in line.iter().enumerate() {
                let others = self.places[&node].children.iter().skip(1);
                for &first in others {
                    let moves = self.main_line(first);
                    record = record.with_variation(
                        number.checked_sub(1),
                        before + index,
                        moves.iter().filter_map(|&node| self.played(node)),
                        self.places[&first].name.clone(),
                    )?;
                    lines.push((moves, 1));
                }
            }
            number += 1;
        }
        Ok(record)
    }

    /// The nodes from this one to the end of its line.
    pub(super) fn main_line(&self, node: Node) -> Vec<Node> {
        let next = |&at: &Node| self.places[&at].children.first().copied();
        std::iter::successors(Some(node), next).collect()
    }
}
