use super::*;
use crate::opponents::End;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;

fn plan(format: TournamentFormat, players: usize, pairs: u32) -> SchedulePlan {
    SchedulePlan {
        format,
        players,
        pairs,
    }
}

/// A game with a result that follows from a number.
fn played(pairing: &Pairing, chance: u64) -> PlayedGame {
    let mixed = (chance ^ pairing.number).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
    PlayedGame {
        number: pairing.number,
        opening: pairing.opening,
        red: pairing.red,
        blue: pairing.blue,
        result: match mixed % 5 {
            0 | 1 => GameResult::Win(Color::Red),
            2 | 3 => GameResult::Win(Color::Blue),
            _ => GameResult::Draw,
        },
        end: End::Rules,
        random_moves: Vec::new(),
        record: String::new(),
    }
}

/// Plays all games, in an order that follows from a number, and sees that no game changes
/// that was known before.
fn play_out(plan: &SchedulePlan, chance: u64) -> Vec<PlayedGame> {
    let mut results = Results::new();
    loop {
        let known = plan.games(&results);
        for (pairing, number) in known.games.iter().zip(0..) {
            assert_eq!(pairing.number, number);
        }
        let left: Vec<_> = known
            .games
            .iter()
            .filter(|game| !results.contains_key(&game.number))
            .collect();
        if left.is_empty() {
            assert!(known.complete);
            return results.into_values().collect();
        }
        let next = left[usize::try_from(chance % left.len() as u64).expect("small")];
        results.insert(next.number, played(next, chance));
        let more = plan.games(&results);
        assert_eq!(more.games[..known.games.len()], known.games);
        assert!(more.complete || !known.complete);
    }
}

/// How often each two met, in this order of colours.
fn meetings(games: &[PlayedGame]) -> BTreeMap<(usize, usize), u32> {
    let mut meetings = BTreeMap::new();
    for game in games {
        *meetings.entry((game.red, game.blue)).or_default() += 1;
    }
    meetings
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_players_meet(players in 2..6_usize, pairs in 1..4_u32, chance: u64) {
        let games = play_out(&plan(TournamentFormat::RoundRobin, players, pairs), chance);
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
    fn the_first_plays_each(players in 2..7_usize, pairs in 1..4_u32, chance: u64) {
        let games = play_out(&plan(TournamentFormat::Gauntlet, players, pairs), chance);
        prop_assert_eq!(games.len(), 2 * pairs as usize * (players - 1));
        for ((red, blue), times) in meetings(&games) {
            prop_assert!(red == 0 || blue == 0);
            prop_assert_eq!(times, pairs);
        }
    }

    #[test]
    fn all_but_one_are_knocked_out(players in 2..10_usize, pairs in 1..3_u32, chance: u64) {
        let games = play_out(&plan(TournamentFormat::KnockOut, players, pairs), chance);
        let mut encounters: Vec<(usize, usize)> = Vec::new();
        for game in &games {
            let both = (game.red.min(game.blue), game.red.max(game.blue));
            if !encounters.contains(&both) {
                encounters.push(both);
            }
        }
        prop_assert_eq!(encounters.len(), players - 1);
        let results = games.iter().map(|game| (game.number, game.clone())).collect();
        let winner = plan(TournamentFormat::KnockOut, players, pairs).winner(&results).expect("a winner");
        let last = encounters.last().expect("an encounter");
        prop_assert!(winner == last.0 || winner == last.1);
        // Who has played its last encounter and is not the winner has lost it: each is
        // knocked out once, by somebody who goes on or wins all.
        let mut lost = BTreeSet::new();
        for (place, &(first, second)) in encounters.iter().enumerate() {
            let later = &encounters[place + 1..];
            let goes_on = |player| later.iter().any(|&(a, b)| a == player || b == player);
            prop_assert!(!lost.contains(&first) && !lost.contains(&second));
            if place + 1 < encounters.len() {
                prop_assert!(goes_on(first) != goes_on(second));
                lost.insert(if goes_on(first) { second } else { first });
            }
        }
        let meetings = meetings(&games);
        for ((red, blue), times) in &meetings {
            prop_assert_eq!(meetings.get(&(*blue, *red)), Some(times));
        }
    }

    #[test]
    fn players_with_equal_points_meet_first(players in 2..10_usize, pairs in 1..3_u32, rounds in 1..5_u32, chance: u64) {
        let rounds = rounds.min(u32::try_from(players).expect("few") - 1);
        let games = play_out(&plan(TournamentFormat::Swiss { rounds }, players, pairs), chance);
        let in_a_round = 2 * pairs as usize * (players / 2);
        prop_assert_eq!(games.len(), in_a_round * rounds as usize);
        for round in games.chunks(in_a_round) {
            for player in 0..players {
                let games = round.iter().filter(|game| game.red == player || game.blue == player);
                let games = games.count();
                prop_assert!(games == 2 * pairs as usize || games == 0 && players % 2 == 1);
            }
        }
        if players % 2 == 0 && rounds <= 2 {
            prop_assert!(meetings(&games).values().all(|&times| times == pairs));
        }
    }
}

#[test]
fn rounds_of_the_swiss_system() {
    let rounds = [2, 3, 4, 5, 8, 9].map(TournamentFormat::usual_rounds);
    assert_eq!(rounds, [1, 2, 2, 3, 3, 4]);
}

/// The games of a plan, all won by the player with the greater strength, or drawn between equals;
/// and who wins the tournament.
fn won_by_strength(plan: &SchedulePlan, strengths: &[u32]) -> (Vec<PlayedGame>, Option<usize>) {
    let mut results = Results::new();
    loop {
        let known = plan.games(&results);
        let next = known
            .games
            .into_iter()
            .find(|game| !results.contains_key(&game.number));
        let Some(pairing) = next else { break };
        let result = match strengths[pairing.red].cmp(&strengths[pairing.blue]) {
            Ordering::Greater => GameResult::Win(Color::Red),
            Ordering::Less => GameResult::Win(Color::Blue),
            Ordering::Equal => GameResult::Draw,
        };
        let game = PlayedGame {
            result,
            ..played(&pairing, 0)
        };
        results.insert(pairing.number, game);
    }
    let winner = plan.winner(&results);
    (results.into_values().collect(), winner)
}

#[test]
fn the_better_player_goes_on() {
    let knock_out = |strengths: &[u32]| {
        let plan = plan(TournamentFormat::KnockOut, strengths.len(), 1);
        won_by_strength(&plan, strengths)
    };
    assert_eq!(knock_out(&[1, 2]).1, Some(1));
    assert_eq!(knock_out(&[2, 1]).1, Some(0));
    assert_eq!(knock_out(&[1, 4, 3, 2]).1, Some(1));
    // Between equals it ends all the same.
    let (games, winner) = knock_out(&[1, 1]);
    assert_eq!(winner, Some(0));
    assert!(games.len() > 2, "{}", games.len());
}

#[test]
fn players_with_equal_points_meet() {
    let swiss = plan(TournamentFormat::Swiss { rounds: 2 }, 4, 1);
    let (games, _) = won_by_strength(&swiss, &[4, 1, 2, 3]);
    let meet = |game: &PlayedGame| (game.red.min(game.blue), game.red.max(game.blue));
    let rounds: Vec<BTreeSet<_>> = games
        .chunks(4)
        .map(|round| round.iter().map(meet).collect())
        .collect();
    let winners = |round: &BTreeSet<(usize, usize)>| -> BTreeSet<usize> {
        let stronger = |&(one, other): &(usize, usize)| {
            if [4, 1, 2, 3][one] > [4, 1, 2, 3][other] {
                one
            } else {
                other
            }
        };
        round.iter().map(stronger).collect()
    };
    let ahead: Vec<usize> = winners(&rounds[0]).into_iter().collect();
    assert!(rounds[1].contains(&(ahead[0], ahead[1])), "{rounds:?}");
}

#[test]
fn a_bye_is_a_win_and_comes_once() {
    let swiss = plan(TournamentFormat::Swiss { rounds: 2 }, 7, 1);
    let (games, _) = won_by_strength(&swiss, &[7, 1, 6, 2, 5, 3, 4]);
    let meet = |game: &PlayedGame| (game.red.min(game.blue), game.red.max(game.blue));
    let second: BTreeSet<_> = games[6..].iter().map(meet).collect();
    assert_eq!(second, BTreeSet::from([(0, 2), (4, 6), (1, 3)]));
}

#[test]
fn a_win_is_two_points_and_a_draw_is_one() {
    let (number, opening, red, blue) = (0, 0, 3, 5);
    let pairing = Pairing {
        number,
        opening,
        red,
        blue,
    };
    let points = |result| {
        let game = PlayedGame {
            result,
            ..played(&pairing, 0)
        };
        [3, 5, 4].map(|player| points_of(&game, player))
    };
    assert_eq!(points(GameResult::Win(Color::Red)), [2, 0, 0]);
    assert_eq!(points(GameResult::Win(Color::Blue)), [0, 2, 0]);
    assert_eq!(points(GameResult::Draw), [1, 1, 0]);
    assert_eq!(points(GameResult::Unfinished), [0, 0, 0]);
}
