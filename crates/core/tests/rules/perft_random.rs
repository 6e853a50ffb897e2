//! Compares the fast leaf counter with the plain one on random positions and rules.

use ataxx_core::board::perft::{self, Counter, CounterOptions, Counting};
use ataxx_core::board::{
    Bitboard, Color, JumpLimit, JumpVectors, LimitResult, Position, Rules, Square, Stuck, Symmetry,
};
use proptest::prelude::*;
use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};

prop_compose! {
    fn any_rules()(
        rules in prop::sample::select(Rules::NAMED.to_vec()),
        own_limit in prop::option::of(1_u16..6),
        ply_limit in prop::option::of(1_u32..8),
        odd in any::<bool>(),
        pass_adds_to_count in any::<bool>(),
        award in any::<bool>(),
        leaps in prop::sample::subsequence(vec![(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 3)], 0..=6),
    ) -> Rules {
                if !odd {
            return rules;
        }
        let mut odd_rules = rules;
        odd_rules.jump_limit = own_limit.map(|jumps| JumpLimit {
            jumps: NonZeroU16::new(jumps).expect("positive"),
            result: LimitResult::Draw,
        });
        odd_rules.pass_adds_to_count = pass_adds_to_count;
        odd_rules.stuck = if award { Stuck::StopAndAward } else { Stuck::Pass };
        odd_rules.ply_limit = ply_limit.and_then(NonZeroU32::new);
        odd_rules.with_jump_vectors(if leaps.is_empty() {
            rules.jump_vectors()
        } else {
            JumpVectors::from_leaps(&leaps).expect("leaps of 2 or 3 squares")
        })
    }
}

prop_compose! {
    /// Any mixture of pieces, blocks and empty squares, and a jump count below or above the limit.
    fn any_position()(
        weights in prop::sample::select(vec![
            [1_u32, 1, 1, 10], [3, 3, 1, 20], [4, 4, 2, 1], [1, 20, 10, 2], [10, 10, 30, 3],
            [1, 1, 40, 1], [20, 1, 0, 2], [1, 12, 20, 1],
        ]),
        draws in prop::collection::vec(any::<u32>(), Square::COUNT),
        symmetric in any::<bool>(),
        turn in prop::sample::select(Color::BOTH.to_vec()),
    )(
        jumps in prop_oneof![Just(0), 0_u16..6, 20_u16..27, 95_u16..102],
        plies in prop_oneof![Just(0), 0_u32..9, 194_u32..203],
        weights in Just(weights), draws in Just(draws), symmetric in Just(symmetric), turn in Just(turn),
    ) -> Position {
        let mut sets = [Bitboard::EMPTY; 4];
        for (square, draw) in Square::all().zip(draws) {
            let mut at = draw % weights.iter().sum::<u32>();
            let set = weights.iter().position(|&weight| {
                let here = at < weight;
                at = at.wrapping_sub(weight);
                here
            });
            sets[set.expect("below the sum")] |= square.into();
        }
        let [red, blue, mut blocks, _] = sets;
        if symmetric {
            let image = |symmetry: Symmetry| symmetry.bitboard(blocks);
            blocks = Symmetry::all().map(image).fold(blocks, |all, one| all & one);
        }
        Position::new(red, blue, blocks, turn)
            .expect("drawn one by one")
            .with_jumps(jumps)
            .with_plies(plies)
    }
}

proptest! {
    #[test]
    fn fast_is_plain(
        position in any_position(),
        rules in any_rules(),
        counting in prop::sample::select(vec![Counting::ByDestination, Counting::ByOrigin]),
        symmetry in prop::sample::select(Symmetry::all().collect::<Vec<_>>()),
        swap in any::<bool>(),
    ) {
        let mut image = symmetry.position(&position);
        if swap {
            image = image.with_colors_swapped();
        }
        let mut counters: Vec<_> = [(0, 1), (1, 1), (1 << 14, 1), (1 << 14, 3)]
            .map(|(table_bytes, threads)| {
                let threads = NonZeroUsize::new(threads).expect("a thread");
                let settings = CounterOptions { counting, table_bytes, threads };
                Counter::new(&rules, &settings).expect("threads to count with")
            })
            .into();
        let mut leaves = 0;
        for depth in 0..=4 {
            // The plain counter is slow: limit a case to some tenths of a second.
            if leaves > 10_000 {
                break;
            }
            leaves = perft::plain(&position, depth.into(), &rules, counting);
            for counter in &mut counters {
                prop_assert_eq!(counter.count(&position, depth), Ok(leaves), "depth {}", depth);
                prop_assert_eq!(counter.count(&image, depth), Ok(leaves), "image, depth {}", depth);
            }
        }
    }
}
