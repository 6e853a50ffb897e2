//! The moves of a game, with the variations that were tried or read.

use ataxx_core::board::{Game, IllegalMove, Move, PlayedMove, Position, Rules};
use ataxx_core::notation::{
    BerkeleyMove, GameRecord, GameResult, NotRecordable, Particulars, Remark, SearchSummary,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of a position in the tree; the first is 0. It stays the same, whatever becomes of
/// others.
pub type Node = usize;

/// The limit on the characters of a comment.
pub const MAX_COMMENT_LENGTH: usize = 500;

/// All positions that were on the board since the game began, as a tree. The one on the board
/// is the current one.
///
/// The first child of each position continues its line, the others begin variations. So the
/// game itself is the line of first children from the start.
#[derive(Clone, Debug)]
pub struct Tree {
    places: BTreeMap<Node, Place>,
    /// The number of the next node.
    next: Node,
    current: Node,
    /// Where the move after it was taken back just now.
    taken_back: Option<Node>,
    /// The record that it was read from.
    recorded: Option<Arc<Recorded>>,
}

/// What a record says beside the moves.
#[derive(Debug)]
struct Recorded {
    /// The game itself as it was read.
    line: Vec<Node>,
    result: GameResult,
    particulars: Particulars,
    /// The searches of the engines, by the number of moves before each.
    searches: BTreeMap<usize, SearchSummary>,
}

#[derive(Clone, Debug)]
struct Place {
    position: Position,
    /// The move that led here, and from where; none for the first.
    came: Option<(Node, PlayedMove)>,
    children: Vec<Node>,
    /// The child that was visited last.
    followed: Option<Node>,
    /// The name of the variation that begins here.
    name: Option<Remark>,
    /// The comment on the move that led here.
    comment: Option<Remark>,
}

/// A move of a record that is not legal.
#[derive(Clone, Copy, Debug)]
pub struct NotPlayable {
    /// Why.
    pub reason: IllegalMove,
    /// The position in which it was made.
    pub position: Position,
}

impl Place {
    const fn new(position: Position, came: Option<(Node, PlayedMove)>) -> Self {
        Self {
            position,
            came,
            children: Vec::new(),
            followed: None,
            name: None,
            comment: None,
        }
    }
}

impl Tree {
    /// A tree of one position.
    pub fn new(start: Position) -> Self {
        Self {
            places: BTreeMap::from([(0, Place::new(start, None))]),
            next: 1,
            current: 0,
            taken_back: None,
            recorded: None,
        }
    }

    /// The tree of a game, the end of which is current.
    pub fn of(game: &Game) -> Self {
        let mut tree = Self::new(*game.start());
        tree.follow(game);
        tree
    }

    /// Adds a legal move after a node, where it is not there yet.
    fn add(&mut self, node: Node, played: PlayedMove, rules: &Rules) -> Result<Node, NotPlayable> {
        let position = self.places[&node].position;
        match position.check(played.mv, rules) {
            Ok(()) => Ok(self.child(node, played, rules)),
            Err(reason) => Err(NotPlayable { reason, position }),
        }
    }

    /// Adds a game in its current state. A game with another start gets a new tree.
    pub fn follow(&mut self, game: &Game) {
        if self.places[&0].position != *game.start() {
            *self = Self::new(*game.start());
        }
        let old = self.path(self.current);
        let mut node = 0;
        for played in game.moves() {
            node = self.step(node, played, game.rules());
        }
        if node == self.current {
            return;
        }
        let next = old.iter().skip_while(|&&at| at != node).nth(1);
        // A move instead of one in a variation stays in a variation.
        let is_first = |next: &&Node| self.places[&node].children.first() == Some(next);
        self.taken_back = next.filter(is_first).map(|_| node);
        self.current = node;
    }

    /// Goes to a node, without taking moves back.
    pub fn visit(&mut self, node: Node) {
        self.current = node;
        self.taken_back = None;
    }

    /// The child of a node after a move that was made.
    fn step(&mut self, node: Node, played: PlayedMove, rules: &Rules) -> Node {
        let is_new = self.known_child(node, played.mv).is_none();
        let child = self.child(node, played, rules);
        self.place(node).followed = Some(child);
        // A move instead of one that was taken back continues the line.
        if is_new && self.taken_back == Some(node) {
            self.put_first(child);
        }
        child
    }

    /// The child of a node after a move, made where there is none.
    fn child(&mut self, node: Node, played: PlayedMove, rules: &Rules) -> Node {
        if let Some(known) = self.known_child(node, played.mv) {
            return known;
        }
        let position = self.places[&node].position.after(played.mv, rules);
        let child = self.next;
        self.next += 1;
        let place = Place::new(position, Some((node, played)));
        self.places.insert(child, place);
        self.place(node).children.push(child);
        child
    }

    fn known_child(&self, node: Node, mv: Move) -> Option<Node> {
        let mut children = self.places[&node].children.iter().copied();
        children.find(|&child| self.mv(child) == Some(mv))
    }

    fn place(&mut self, node: Node) -> &mut Place {
        self.places.get_mut(&node).expect("a node of the tree")
    }

    /// The positions of the line with the moves played in them.
    pub fn played_line(&self) -> impl Iterator<Item = (Position, Option<PlayedMove>)> {
        let line = self.line();
        let next = line.iter().skip(1).map(|&next| self.played(next));
        let played: Vec<_> = next.chain([None]).collect();
        let positions = line.into_iter().map(|node| self.places[&node].position);
        positions.zip(played)
    }

    /// Adds moves after a position without making them, as far as they are legal. Returns their
    /// nodes.
    pub fn suggest(&mut self, mut node: Node, moves: &[BerkeleyMove], rules: &Rules) -> Vec<Node> {
        let Some(&position) = self.position(node) else {
            return Vec::new();
        };
        let mut game = Game::from_position(*rules, position);
        let mut nodes = Vec::new();
        for played in moves.iter().map_while(|mv| mv.play(&mut game).ok()) {
            node = self.child(node, played, rules);
            nodes.push(node);
        }
        nodes
    }

    /// The node on the board.
    pub const fn current(&self) -> Node {
        self.current
    }

    /// Whether the path to the position on the board leads over a node.
    pub fn is_on_board(&self, node: Node) -> bool {
        self.path(self.current).contains(&node)
    }

    /// The moves on the path to a node that are not on the path to another.
    pub fn moves_apart(&self, node: Node, other: Node) -> usize {
        let others = self.path(other);
        let own = self.path(node).into_iter();
        own.filter(|node| !others.contains(node)).count()
    }

    /// Whether the path to a node leads over another.
    pub fn leads_over(&self, node: Node, over: Node) -> bool {
        self.path(node).contains(&over)
    }

    /// The position of a node; `None` where there is no such node.
    pub fn position(&self, node: Node) -> Option<&Position> {
        self.places.get(&node).map(|place| &place.position)
    }

    /// The move that led to a node.
    pub fn played(&self, node: Node) -> Option<PlayedMove> {
        self.places.get(&node)?.came.map(|(_, played)| played)
    }

    fn mv(&self, node: Node) -> Option<Move> {
        self.played(node).map(|played| played.mv)
    }

    /// The node before.
    pub fn before(&self, node: Node) -> Option<Node> {
        self.places.get(&node)?.came.map(|(parent, _)| parent)
    }

    /// The position before the move that led to a node; the first one where none did.
    pub fn position_before(&self, node: Node) -> &Position {
        &self.places[&self.before(node).unwrap_or_default()].position
    }

    /// The next node, on the path that was visited last.
    pub fn after(&self, node: Node) -> Option<Node> {
        let place = self.places.get(&node)?;
        place.followed.or_else(|| place.children.first().copied())
    }

    /// A node and the alternatives to it; none for the first and where there is no such node.
    fn siblings(&self, node: Node) -> &[Node] {
        let parent = self.before(node);
        parent.map_or(&[], |parent| &self.places[&parent].children)
    }

    /// The alternatives to the move that led to a node.
    pub fn instead(&self, node: Node) -> impl Iterator<Item = Node> {
        let siblings = self.siblings(node).iter().copied();
        siblings.filter(move |&sibling| sibling != node)
    }

    /// The path from the first position over the current one to the end.
    pub fn line(&self) -> Vec<Node> {
        let mut line = self.path(self.current);
        let mut node = self.current;
        while let Some(next) = self.after(node) {
            line.push(next);
            node = next;
        }
        line
    }

    /// From the first position to a node, both included.
    fn path(&self, node: Node) -> Vec<Node> {
        let mut path: Vec<Node> =
            std::iter::successors(Some(node), |&at| self.before(at)).collect();
        path.reverse();
        path
    }

    /// The game that leads to a node; `None` where there is no such node.
    pub fn game(&self, node: Node, rules: &Rules) -> Option<Game> {
        self.position(node)?;
        let mut game = Game::from_position(*rules, self.places[&0].position);
        for played in self.path(node).into_iter().filter_map(|at| self.played(at)) {
            BerkeleyMove::from(played).play(&mut game).ok()?;
        }
        Some(game)
    }
}

/// The moves of a line, each with an origin.
pub fn in_notation(start: &Position, moves: &[Move], rules: &Rules) -> Vec<BerkeleyMove> {
    let mut position = *start;
    let mut written = Vec::new();
    for &mv in moves {
        written.push(BerkeleyMove::of(mv, &position));
        position = position.after(mv, rules);
    }
    written
}

/// Variations: named, promoted, deleted.
impl Tree {
    /// Makes a node the first of its siblings, so that its line goes on with it.
    fn put_first(&mut self, node: Node) {
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
        let path = self.path(node).into_iter();
        path.rev().find(|&node| self.begins_variation(node))
    }

    fn begins_variation(&self, node: Node) -> bool {
        let first = self.siblings(node).first();
        first.is_some_and(|&first| first != node)
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

    /// The comment on the move that led to a node.
    pub fn comment_on(&self, node: Node) -> Option<&Remark> {
        self.places.get(&node)?.comment.as_ref()
    }

    /// Comments on the move that led to a node. Returns false where none did.
    pub fn comment(&mut self, node: Node, comment: Option<Remark>) -> bool {
        let is_move = self.before(node).is_some();
        if is_move {
            self.place(node).comment = comment;
        }
        is_move
    }

    /// Makes the line of a node the game itself, up to its end. Its names are dropped.
    pub fn promote(&mut self, node: Node) {
        for node in self.path(node) {
            if self.begins_variation(node) {
                self.put_first(node);
            }
        }
    }

    /// Makes the line on the board the game itself, which goes on from here: what follows becomes
    /// a variation when another move is made.
    pub fn go_on_here(&mut self) {
        self.promote(self.current);
        self.taken_back = Some(self.current);
    }

    /// Deletes the variation that begins with a node, which must not be on the board. Returns
    /// false where none begins.
    pub fn delete(&mut self, node: Node) -> bool {
        let Some(parent) = self.before(node).filter(|_| self.begins_variation(node)) else {
            return false;
        };
        let children = &mut self.place(parent).children;
        children.retain(|&child| child != node);
        let place = self.place(parent);
        if place.followed == Some(node) {
            place.followed = place.children.first().copied();
        }
        let mut waiting = vec![node];
        while let Some(place) = waiting.pop().and_then(|node| self.places.remove(&node)) {
            waiting.extend(&place.children);
        }
        true
    }
}

/// The tree as a record, and back.
impl Tree {
    /// The tree of a record, played by these rules. The end of the game is current.
    pub fn of_record(record: &GameRecord, rules: &Rules) -> Result<Self, NotPlayable> {
        let mut tree = Self::new(record.start());
        let game = tree.add_all(0, record.game().moves(), rules)?;
        tree.current = game.last().copied().unwrap_or_default();
        tree.recorded = Some(Arc::new(Recorded {
            line: game.clone(),
            result: record.result(),
            particulars: record.particulars().clone(),
            searches: record.searches().clone(),
        }));
        // Each begins with the node that it leaves.
        let mut lines = vec![game];
        for variation in record.variations() {
            let index = variation.parent().map_or(0, |index| index + 1);
            let leaves = (lines.get(index)).and_then(|line| line.get(variation.after()));
            let leaves = leaves.copied().unwrap_or_default();
            let line = tree.add_all(leaves, variation.game().moves(), rules)?;
            if let Some(&first) = line.get(1) {
                tree.name(first, variation.name().cloned());
            }
            lines.push(line);
        }
        for (&(line, ply), comment) in record.comments() {
            let line = lines.get(line.map_or(0, |index| index + 1));
            if let Some(&node) = line.and_then(|line| line.get(ply + 1)) {
                tree.comment(node, Some(comment.clone()));
            }
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
        if let Some(recorded) = &self.recorded {
            let kept = main.iter().zip(&recorded.line);
            let kept = kept.take_while(|(now, then)| now == then).count();
            let searches = recorded.searches.clone().into_iter();
            record = record.with_searches(searches.filter(|&(ply, _)| ply + 1 < kept));
            let mut particulars = recorded.particulars.clone();
            match self.recorded_end(end) {
                Some((result, _)) => record = record.clone().with_result(result).unwrap_or(record),
                None => particulars.end = None,
            }
            record = record.with_particulars(particulars);
        }
        // Of each line: the nodes whose alternatives are to be written, and how many moves of
        // the line come before the first.
        let mut lines = vec![(main, 0)];
        let mut number = 0;
        let mut comments = Vec::new();
        while let Some((line, before)) = lines.get(number).cloned() {
            for (index, &node) in line.iter().enumerate() {
                if let Some(comment) = self.comment_on(node) {
                    let ply = (before + index).saturating_sub(1);
                    comments.push(((number.checked_sub(1), ply), comment.clone()));
                }
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
        Ok(record.with_comments(comments))
    }

    /// The result of the record that it was read from, and why the game ended, if that was at
    /// this node and nothing follows.
    pub fn recorded_end(&self, node: Node) -> Option<(GameResult, Option<&Remark>)> {
        let recorded = self.recorded.as_ref()?;
        let is_end = self.main_line(0) == recorded.line && recorded.line.last() == Some(&node);
        is_end.then_some((recorded.result, recorded.particulars.end.as_ref()))
    }

    /// The nodes from this one to the end of its line.
    fn main_line(&self, node: Node) -> Vec<Node> {
        let next = |&at: &Node| self.places[&at].children.first().copied();
        std::iter::successors(Some(node), next).collect()
    }
}

#[cfg(test)]
mod tests;
