//! The moves of a game, with the alternatives that were tried.

use crate::board::{Game, Move, PlayedMove, Position, Rules};
use crate::notation::BerkeleyMove;

/// The number of a position in the tree; the first is 0.
pub type Node = usize;

/// All positions that were on the board since the game began, as a tree. The one on the board
/// is the current one.
#[derive(Clone, Debug)]
pub struct Tree {
    places: Vec<Place>,
    current: Node,
}

#[derive(Clone, Debug)]
struct Place {
    position: Position,
    /// The move that led here, and from where; none for the first.
    came: Option<(Node, PlayedMove)>,
    children: Vec<Node>,
    /// The child that was visited last.
    followed: Option<Node>,
}

impl Place {
    const fn new(position: Position, came: Option<(Node, PlayedMove)>) -> Self {
        Self {
            position,
            came,
            children: Vec::new(),
            followed: None,
        }
    }
}

impl Tree {
    /// A tree of one position.
    pub fn new(start: Position) -> Self {
        Self {
            places: vec![Place::new(start, None)],
            current: 0,
        }
    }

    /// The tree of a game, the end of which is current.
    pub fn of(game: &Game) -> Self {
        let mut tree = Self::new(*game.start());
        tree.follow(game);
        tree
    }

    /// Adds a game in its current state. A game with another start gets a new tree.
    pub fn follow(&mut self, game: &Game) {
        if self.places[0].position != *game.start() {
            *self = Self::new(*game.start());
        }
        let mut node = 0;
        for played in game.moves() {
            node = self.step(node, played, game.rules());
        }
        self.current = node;
    }

    /// The child of a node after a move, made where there is none.
    fn step(&mut self, node: Node, played: PlayedMove, rules: &Rules) -> Node {
        let known = self.places[node]
            .children
            .iter()
            .copied()
            .find(|&child| self.mv(child) == Some(played.mv));
        let child = known.unwrap_or_else(|| {
            let position = self.places[node].position.after(played.mv, rules);
            self.places.push(Place::new(position, Some((node, played))));
            let child = self.places.len() - 1;
            self.places[node].children.push(child);
            child
        });
        self.places[node].followed = Some(child);
        child
    }

    /// The positions of the line with the moves played in them.
    pub fn played_line(&self) -> impl Iterator<Item = (Position, Option<PlayedMove>)> {
        let line = self.line();
        let nexts: Vec<Option<Node>> = line.iter().skip(1).copied().map(Some).collect();
        line.into_iter()
            .zip(nexts.into_iter().chain([None]))
            .map(|(node, next)| {
                let played = next.and_then(|next| self.played(next));
                (self.places[node].position, played)
            })
    }

    /// Adds moves after a position without making them, as far as they are legal.
    pub fn suggest(&mut self, mut node: Node, moves: &[Move], rules: &Rules) -> Vec<Node> {
        let mut nodes = Vec::new();
        for &mv in moves {
            let position = self.places[node].position;
            if position.check(mv, rules).is_err() {
                break;
            }
            let from = position.origins(mv).first();
            node = self.step(node, PlayedMove { mv, from }, rules);
            nodes.push(node);
        }
        nodes
    }

    /// The node on the board.
    pub const fn current(&self) -> Node {
        self.current
    }

    /// The position of a node; `None` where there is no such node.
    pub fn position(&self, node: Node) -> Option<&Position> {
        self.places.get(node).map(|place| &place.position)
    }

    /// The move that led to a node.
    pub fn played(&self, node: Node) -> Option<PlayedMove> {
        self.places[node].came.map(|(_, played)| played)
    }

    fn mv(&self, node: Node) -> Option<Move> {
        self.played(node).map(|played| played.mv)
    }

    /// The node before.
    pub fn before(&self, node: Node) -> Option<Node> {
        self.places[node].came.map(|(parent, _)| parent)
    }

    /// The next node, on the path that was visited last.
    pub fn after(&self, node: Node) -> Option<Node> {
        let place = &self.places[node];
        place.followed.or_else(|| place.children.first().copied())
    }

    /// The alternatives to the move that led to a node.
    pub fn instead(&self, node: Node) -> impl Iterator<Item = Node> {
        let siblings = self
            .before(node)
            .map(|parent| &self.places[parent].children);
        let siblings = siblings.into_iter().flatten().copied();
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

    /// The variations: each the nodes from the move that leaves the line, or another variation,
    /// to its end.
    pub fn variations(&self) -> Vec<Vec<Node>> {
        let mut seen = vec![false; self.places.len()];
        for node in self.line() {
            seen[node] = true;
        }
        let mut variations = Vec::new();
        // Parents come before their children.
        for node in 0..self.places.len() {
            if seen[node] {
                continue;
            }
            let variation: Vec<Node> =
                std::iter::successors(Some(node), |&at| self.after(at)).collect();
            for &node in &variation {
                seen[node] = true;
            }
            variations.push(variation);
        }
        variations
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
        self.places.get(node)?;
        let mut game = Game::from_position(*rules, self.places[0].position);
        for played in self.path(node).into_iter().filter_map(|at| self.played(at)) {
            BerkeleyMove::from(played).play(&mut game).ok()?;
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Rules::BERKELEY_2016);
        for mv in moves.split_whitespace() {
            let mv: BerkeleyMove = mv.parse().expect(mv);
            mv.play(&mut game).expect("a legal move");
        }
        game
    }

    #[test]
    fn what_was_taken_back_is_still_there() {
        let mut tree = Tree::of(&game("a7-b7 a1-a2 a7-a6"));
        assert_eq!(tree.line(), [0, 1, 2, 3]);
        tree.follow(&game("a7-b7"));
        assert_eq!(tree.current(), 1);
        assert_eq!(tree.line(), [0, 1, 2, 3]);
        assert_eq!(tree.after(1), Some(2));
    }

    #[test]
    fn another_move_makes_a_branch() {
        let mut tree = Tree::of(&game("a7-b7 a1-a2"));
        tree.follow(&game("a7-b7 a1-b2"));
        assert_eq!(tree.line(), [0, 1, 3]);
        assert_eq!(tree.instead(3).collect::<Vec<_>>(), [2]);
        assert_eq!(tree.variations(), [[2]]);
        tree.follow(&game("a7-b7 a1-a2 b7-b6"));
        tree.follow(&game("a7-b7 a1-a2 b7-c6 a2-a3"));
        tree.follow(&game("a7-b7 a1-b2"));
        assert_eq!(tree.line(), [0, 1, 3]);
        assert_eq!(tree.variations(), [vec![2, 5, 6], vec![4]]);
        let back = tree.game(2, &Rules::BERKELEY_2016).expect("a node");
        assert_eq!(back, game("a7-b7 a1-a2"));
        assert_eq!(tree.game(7, &Rules::BERKELEY_2016), None);
    }

    #[test]
    fn another_beginning_is_another_tree() {
        let mut tree = Tree::of(&game("a7-b7 a1-a2"));
        let mut blocked = Game::new(Rules::BERKELEY_2016);
        let d4 = "d4".parse().expect("a square");
        blocked.place_block(d4).expect("free");
        tree.follow(&blocked);
        assert_eq!(tree.line(), [0]);
        assert_eq!(tree.position(1), None);
    }

    #[test]
    fn moves_are_suggested_as_far_as_they_are_legal() {
        let mut tree = Tree::of(&game(""));
        let moves = ["b7", "b2", "d4"].map(|to| Move::Extend {
            to: to.parse().expect("a square"),
        });
        assert_eq!(tree.suggest(0, &moves, &Rules::BERKELEY_2016), [1, 2]);
        assert_eq!(tree.current(), 0);
        assert_eq!(tree.line(), [0, 1, 2]);
    }
}
