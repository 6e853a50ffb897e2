use super::*;
use proptest::collection::vec;
use proptest::prelude::*;

fn game(moves: &str) -> Game {
    let mut game = Game::new(Rules::BERKELEY_2016);
    for mv in moves.split_whitespace() {
        let mv: BerkeleyMove = mv.parse().expect(mv);
        mv.play(&mut game).expect("a legal move");
    }
    game
}

fn text(tree: &Tree) -> String {
    let record = tree.record(&Rules::BERKELEY_2016).expect("a record");
    record.to_string()
}

fn tree_of(text: &str) -> Tree {
    let record = text.parse().expect(text);
    Tree::of_record(&record, &Rules::BERKELEY_2016).expect("legal moves")
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
    tree.follow(&game("a7-b7 a1-a2 b7-b6"));
    tree.follow(&game("a7-b7 a1-a2 b7-c6 a2-a3"));
    tree.follow(&game("a7-b7 a1-b2"));
    assert_eq!(tree.line(), [0, 1, 3]);
    let variations = "2. b7-b6\n# variation 1: 1... a1-b2\n# variation 2: 2. b7-c6 a2-a3";
    assert!(text(&tree).contains(variations), "{}", text(&tree));
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
    let moves = ["a7-b7", "a1-b2", "a7-d4"].map(|mv| mv.parse().expect("a move"));
    assert_eq!(tree.suggest(0, &moves, &Rules::BERKELEY_2016), [1, 2]);
    assert_eq!(tree.current(), 0);
    assert_eq!(tree.line(), [0, 1, 2]);
}

#[test]
fn a_game_that_goes_on_from_a_place_is_the_game() {
    // From an earlier place, and from a variation.
    for (back, next) in [
        ("a7-b7", "a7-b7 a1-b2"),
        ("a7-b7 a1-b1", "a7-b7 a1-b1 g1-g2"),
    ] {
        let mut tree = Tree::of(&game("a7-b7 a1-a2 b7-c7"));
        tree.visit(1);
        tree.follow(&game(back));
        tree.go_on_here();
        tree.follow(&game(next));
        assert_eq!(tree.variation_of(tree.current()), None, "{next}");
    }
}

#[test]
fn a_move_instead_of_one_that_was_taken_back_is_the_game() {
    let mut tree = Tree::of(&game("a7-b7 a1-a2"));
    tree.follow(&game("a7-b7"));
    tree.follow(&game("a7-b7 a1-b2"));
    assert_eq!(tree.variation_of(3), None);
    assert_eq!(tree.variation_of(2), Some(2));
    // Who only looks back begins a variation.
    tree.visit(1);
    tree.follow(&game("a7-b7"));
    tree.follow(&game("a7-b7 a1-b1"));
    assert_eq!(tree.variation_of(4), Some(4));
    // Who takes that back stays in a variation.
    tree.follow(&game("a7-b7"));
    tree.follow(&game("a7-b7 a1-a3"));
    assert_eq!(tree.variation_of(5), Some(5));
}

const TEXT: &str = "rules: 2016\n\n1. a7-b7 a1-a2\n2. a7-a6\n\
    # variation 1: 1... a1-b2 2. b7-b6 g7-g6 \"the other side\"\n\
    # variation 2: 2. b7-d7\n\
    # variation 3 of 1: 2. b7-c6 \"<b>\"\n*";

#[test]
fn variations_are_promoted() {
    let mut tree = tree_of(TEXT);
    assert_eq!(text(&tree), TEXT);
    let other = tree.instead(2).next().expect("a variation");
    let last = tree.main_line(other).last().copied().expect("a node");
    assert_eq!(tree.variation_of(last), Some(other));
    tree.promote(last);
    let promoted = "1. a7-b7 a1-b2\n2. b7-b6 g7-g6\n\
        # variation 1: 1... a1-a2 2. a7-a6\n\
        # variation 2: 2. b7-c6 \"<b>\"\n\
        # variation 3 of 1: 2. b7-d7\n*";
    assert!(text(&tree).ends_with(promoted), "{}", text(&tree));
    assert_eq!(tree.variation_of(last), None);
}

#[test]
fn variations_are_deleted() {
    let mut tree = tree_of(TEXT);
    let other = tree.instead(2).next().expect("a variation");
    assert!(!tree.delete(0) && !tree.delete(1) && !tree.delete(99));
    assert!(tree.delete(other));
    assert!(!text(&tree).contains("a1-b2") && text(&tree).contains("variation 1: 2. b7-d7"));
    assert_eq!(tree.position(other), None);
    assert_eq!(tree.game(other, &Rules::BERKELEY_2016), None);
    // The same move, made again, has another number.
    tree.follow(&game("a7-b7 a1-b2"));
    assert!(tree.current() > other);
}

/// The whole tree without its numbers: each position's moves with their names, the first
/// child first.
fn shape(tree: &Tree, node: Node) -> String {
    let children = tree.places[&node].children.iter().map(|&child| {
        let name = tree.name_of(child).map(Remark::as_str).unwrap_or_default();
        let played = tree.played(child).map(BerkeleyMove::from).expect("a move");
        format!("({played} {name:?}{})", shape(tree, child))
    });
    children.collect()
}

proptest! {
    /// Whatever was played, named, promoted and deleted: the text leads to the
    /// same tree.
    #[test]
    fn a_tree_is_read_as_it_is_written(
        orders in vec((0..8_u8, any::<usize>(), any::<usize>(), ".{0,12}"), 0..60),
    ) {
        let rules = Rules::BERKELEY_2016;
        let mut tree = Tree::of(&game("a7-b7 a1-a2"));
        for (order, place, choice, name) in orders {
            let nodes: Vec<Node> = tree.places.keys().copied().collect();
            let node = nodes[place % nodes.len()];
            match order {
                0 => tree.promote(node),
                1 if !tree.is_on_board(node) => { tree.delete(node); }
                3 => { tree.name(node, Remark::new(&name)); }
                4 => tree.visit(node),
                _ => {
                    let mut game = tree.game(node, &rules).expect("a game");
                    let moves: Vec<_> = game.position().legal_moves(&rules).collect();
                    if let Some(&mv) = moves.get(choice % moves.len().max(1)) {
                        game.play(mv).expect("a legal move");
                    }
                    tree.follow(&game);
                }
            }
            let kept = tree.places.values().flat_map(|place| &place.children);
            prop_assert_eq!(kept.count() + 1, tree.places.len());
        }
        let text = text(&tree);
        let back = tree_of(&text);
        prop_assert_eq!(shape(&back, 0), shape(&tree, 0), "{}", text);
    }
}
