//! Laws for any position: the rules are invariant under symmetries and a swap of colours, undo
//! restores everything, and a move is accepted exactly if it is in the list of legal moves.

use crate::twins::rule_sets;
use ataxx_core::board::{
    Bitboard, Color, Game, Move, Outcome, PlayedMove, Position, Rules, Square, Symmetry, perft,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::BTreeSet;

/// A rule set with its name for messages, and a position: of every density, from
/// nearly empty to nearly full, with few blocks or many, and with counts anywhere
/// up to their limits, in some cases at them.
fn any_case() -> impl Strategy<Value = ((&'static str, Rules), Position)> {
    let counts = (any::<Index>(), any::<Index>(), 0_usize..12);
    let parts = (select(rule_sets::rule_sets()), any_board(), counts);
    parts.prop_map(|((name, rules), board, (jumps, plies, at_limit))| {
        let limit = |number: u32| usize::try_from(number).expect("small");
        let jump_limit = rules.jump_limit.map_or(50, |limit| limit.jumps.get());
        let ply_limit = rules.ply_limit.map_or(50, std::num::NonZeroU32::get);
        let jumps = match at_limit {
            0 => usize::from(jump_limit),
            _ => jumps.index(usize::from(jump_limit)),
        };
        let plies = match at_limit {
            1 => limit(ply_limit),
            _ => plies.index(limit(ply_limit)),
        };
        let position = board
            .with_jumps(u16::try_from(jumps).expect("small"))
            .with_plies(u32::try_from(plies).expect("small"));
        ((name, rules), position)
    })
}

fn any_board() -> impl Strategy<Value = Position> {
    let filling = prop_oneof![
        Just([90, 5, 5, 0]),
        Just([60, 15, 15, 10]),
        Just([20, 35, 35, 10]),
        Just([4, 48, 45, 3]),
        Just([20, 20, 20, 40]),
        Just([10, 25, 5, 60]),
    ];
    let squares = filling.prop_flat_map(|[empty, red, blue, block]| {
        let square = prop_oneof![
            empty => Just(0_u8),
            red => Just(1),
            blue => Just(2),
            block => Just(3),
        ];
        proptest::collection::vec(square, Square::COUNT)
    });
    (squares, any::<bool>()).prop_map(|(squares, blue)| {
        let set = |wanted: u8| -> Bitboard {
            Square::all()
                .filter(|square| squares[square.index()] == wanted)
                .collect()
        };
        let turn = if blue { Color::Blue } else { Color::Red };
        Position::new(set(1), set(2), set(3), turn).expect("each square is filled once")
    })
}

fn moves(position: &Position, rules: &Rules) -> BTreeSet<Move> {
    position.legal_moves(rules).collect()
}

fn leaves(position: &Position, depth: u32, rules: &Rules) -> [u64; 2] {
    [perft::Counting::ByDestination, perft::Counting::ByOrigin]
        .map(|counting| perft::plain(position, depth, rules, counting))
}

/// The depth that a test can afford: boards with few pieces branch less.
fn depth(position: &Position, rules: &Rules) -> u32 {
    match position.legal_moves(rules).count() {
        0..30 => 3,
        30..80 => 2,
        _ => 1,
    }
}

fn with_colors_swapped(outcome: Outcome) -> Outcome {
    Outcome {
        winner: outcome.winner.map(Color::opposite),
        ..outcome
    }
}

/// An action in a game.
#[derive(Clone, Debug)]
enum Act {
    /// A legal move, alone or with one of its origins.
    Move(Index, Option<Index>),
    Block(Square),
    Undo,
}

fn any_act() -> impl Strategy<Value = Act> {
    let square = (0..Square::COUNT).prop_map(|index| Square::from_index(index).expect("below 49"));
    prop_oneof![
        8 => (any::<Index>(), any::<Option<Index>>()).prop_map(|(mv, from)| Act::Move(mv, from)),
        1 => square.prop_map(Act::Block),
        1 => Just(Act::Undo),
    ]
}

fn act(game: &mut Game, act: &Act) -> Option<PlayedMove> {
    match act {
        Act::Move(which, origin) => {
            let legal: Vec<Move> = game.position().legal_moves(game.rules()).collect();
            if legal.is_empty() {
                return None;
            }
            let mv = *which.get(&legal);
            let origins: Vec<Square> = game.position().origins(mv).squares().collect();
            let played = match (origin, mv.to()) {
                (Some(origin), Some(to)) => game.play_between(*origin.get(&origins), to),
                _ => game.play(mv),
            };
            return Some(played.expect("a legal move"));
        }
        Act::Block(square) => {
            let known = game.clone();
            if game.place_block(*square).is_err() {
                assert_eq!(*game, known, "a block that was refused");
            }
        }
        Act::Undo => {
            game.undo();
        }
    }
    None
}

/// Otherwise eight identities would pass the tests below.
#[test]
fn there_are_eight_symmetries() {
    let tables: BTreeSet<Vec<Square>> = Symmetry::all()
        .map(|symmetry| {
            Square::all()
                .map(|square| symmetry.square(square))
                .collect()
        })
        .collect();
    assert_eq!(tables.len(), 8);
    for table in &tables {
        for a in Square::all() {
            for b in Square::all() {
                let image = |square: Square| table[square.index()];
                assert_eq!(image(a).distance(image(b)), a.distance(b));
            }
        }
    }
    let identity = Symmetry::all().next().expect("there are eight");
    assert!(Square::all().all(|square| identity.square(square) == square));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn rules_are_invariant_under_symmetries(((name, rules), position) in any_case()) {
        let legal = moves(&position, &rules);
        let depth = depth(&position, &rules);
        let leaves_here = leaves(&position, depth, &rules);
        for symmetry in Symmetry::all() {
            let image = symmetry.position(&position);
            prop_assert_eq!(image.jumps(), position.jumps());
            prop_assert_eq!(image.plies(), position.plies());
            prop_assert_eq!(image.turn(), position.turn());
            for square in Square::all() {
                prop_assert_eq!(image.cell(symmetry.square(square)), position.cell(square));
            }
            let images: BTreeSet<Move> = legal.iter().map(|&mv| symmetry.mv(mv)).collect();
            prop_assert_eq!(moves(&image, &rules), images, "{} {:?}", name, symmetry);
            prop_assert_eq!(image.outcome(&rules), position.outcome(&rules));
            prop_assert_eq!(leaves(&image, depth, &rules), leaves_here);
            for &mv in &legal {
                let after = symmetry.position(&position.after(mv, &rules));
                prop_assert_eq!(image.after(symmetry.mv(mv), &rules), after);
            }
        }
    }

    #[test]
    fn rules_are_invariant_under_a_swap_of_colors(((name, rules), position) in any_case()) {
        let swapped = position.with_colors_swapped();
        prop_assert_eq!(swapped.turn(), position.turn().opposite());
        prop_assert_eq!(swapped.pieces(Color::Red), position.pieces(Color::Blue));
        prop_assert_eq!(swapped.pieces(Color::Blue), position.pieces(Color::Red));
        prop_assert_eq!(swapped.with_colors_swapped(), position);
        let legal = moves(&position, &rules);
        prop_assert_eq!(&moves(&swapped, &rules), &legal, "{}", name);
        let outcome = position.outcome(&rules).map(with_colors_swapped);
        prop_assert_eq!(swapped.outcome(&rules), outcome);
        let depth = depth(&position, &rules);
        prop_assert_eq!(leaves(&swapped, depth, &rules), leaves(&position, depth, &rules));
        for mv in legal {
            let after = position.after(mv, &rules).with_colors_swapped();
            prop_assert_eq!(swapped.after(mv, &rules), after);
        }
    }

    /// Actions that are undone one by one: each undo restores the position before the move, whatever
    /// was blocked since.
    #[test]
    fn undo_restores_everything(
        ((_, rules), position) in any_case(),
        from_start in any::<bool>(),
        acts in proptest::collection::vec(any_act(), 0..120),
    ) {
        let mut game = if from_start {
            Game::new(rules)
        } else {
            Game::from_position(rules, position)
        };
        let blocks: Vec<&Act> = acts.iter().take_while(|act| matches!(act, Act::Block(_))).collect();
        for block in &blocks {
            act(&mut game, block);
        }
        let start = game.clone();
        let mut known: Vec<(Game, PlayedMove)> = Vec::new();
        for doing in &acts[blocks.len()..] {
            if known.is_empty() && matches!(doing, Act::Block(_)) {
                continue; // it would belong to the start
            }
            if matches!(doing, Act::Undo) {
                let expected = known.pop();
                prop_assert_eq!(game.last_move(), expected.as_ref().map(|(_, played)| *played));
                prop_assert_eq!(game.undo(), expected.as_ref().map(|(_, played)| *played));
                prop_assert_eq!(&game, expected.as_ref().map_or(&start, |(before, _)| before));
                continue;
            }
            let before = game.clone();
            if let Some(played) = act(&mut game, doing) {
                known.push((before, played));
            }
            prop_assert!(game.moves().eq(known.iter().map(|(_, played)| *played)));
        }
        for (before, played) in known.into_iter().rev() {
            prop_assert_eq!(game.undo(), Some(played));
            prop_assert_eq!(&game, &before);
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game, start);
    }

    #[test]
    fn legal_moves_are_those_in_the_list(((name, rules), position) in any_case()) {
        let legal = moves(&position, &rules);
        let check = |mv| {
            let checked = position.check(mv, &rules);
            prop_assert_eq!(checked.is_ok(), legal.contains(&mv), "{} {:?}", name, mv);
            let played = position.play(mv, &rules);
            prop_assert_eq!(played, checked.map(|()| position.after(mv, &rules)));
            Ok(())
        };
        check(Move::Pass)?;
        for to in Square::all() {
            check(Move::Extend { to })?;
            for from in Square::all() {
                check(Move::Jump { from, to })?;
            }
        }
    }

    #[test]
    fn from_one_square_to_another(((name, rules), position) in any_case()) {
        let legal = moves(&position, &rules);
        for from in Square::all() {
            for to in Square::all() {
                // The distance of the squares decides which of the two it is.
                let extend = Move::Extend { to };
                let jump = Move::Jump { from, to };
                let expected = if legal.contains(&extend)
                    && from.distance(to) == 1
                    && position.pieces(position.turn()).contains(from)
                {
                    Some(extend)
                } else {
                    legal.contains(&jump).then_some(jump)
                };
                let found = position.move_between(from, to, &rules).ok();
                prop_assert_eq!(found, expected, "{} {:?} {:?}", name, from, to);
            }
        }
    }
}
