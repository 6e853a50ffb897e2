use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The games of a plan, which are numbered one after the other.
fn games(format: TournamentFormat, players: usize, pairs: u32) -> Vec<Pairing> {
    let plan = SchedulePlan {
        format,
        players,
        pairs,
    };
    let games = plan.games();
    for (game, number) in games.iter().zip(0..) {
        assert_eq!(game.number, number);
    }
    games
}

/// How often each two meet, in this order of colours.
fn meetings(games: &[Pairing]) -> BTreeMap<(usize, usize), u32> {
    let mut meetings = BTreeMap::new();
    for game in games {
        *meetings.entry((game.red, game.blue)).or_default() += 1;
    }
    meetings
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_players_meet(players in 2..6_usize, pairs in 1..4_u32) {
        let games = games(TournamentFormat::RoundRobin, players, pairs);
        let meetings = meetings(&games);
        for red in 0..players {
            for blue in 0..players {
                let times = meetings.get(&(red, blue)).copied().unwrap_or_default();
                prop_assert_eq!(times, if red == blue { 0 } else { pairs });
            }
        }
        // All players play the same openings, each with both colours.
        let openings: BTreeSet<_> = games.iter().map(|game| game.opening).collect();
        prop_assert_eq!(openings.len(), pairs as usize);
        let different: BTreeSet<_> =
            games.iter().map(|game| (game.red, game.blue, game.opening)).collect();
        prop_assert_eq!(different.len(), games.len());
    }

    #[test]
    fn the_first_plays_each(players in 2..7_usize, pairs in 1..4_u32) {
        let games = games(TournamentFormat::Gauntlet, players, pairs);
        prop_assert_eq!(games.len(), 2 * pairs as usize * (players - 1));
        for ((red, blue), times) in meetings(&games) {
            prop_assert!(red == 0 || blue == 0);
            prop_assert_eq!(times, pairs);
        }
    }
}
