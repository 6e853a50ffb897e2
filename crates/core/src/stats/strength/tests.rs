use super::*;
use crate::stats::{Pairs, Tally};
use proptest::prelude::*;

/// Games without pairs: who, against whom, won, drawn, lost.
fn encounters(games: &[(usize, usize, u32, u32, u32)]) -> Encounters {
    let mut encounters = Encounters::default();
    for &(first, second, won, drawn, lost) in games {
        let tally = Tally { won, drawn, lost };
        encounters.insert(first, second, Pairs::default(), tally);
    }
    encounters
}

fn elo(rating: Option<Rating>) -> f64 {
    rating.expect("a rating").elo
}

#[test]
fn two_players_by_hand() {
    let known = ratings(2, &encounters(&[(0, 1, 75, 0, 25)]));
    let apart = elo(known[0]) - elo(known[1]);
    assert!((apart - 190.849).abs() < 1e-3, "{apart}");
    assert!((elo(known[0]) + elo(known[1])).abs() < 1e-9);
    // Each is half as far from the mean as from the other: the error is half as great, and
    // that is 1.96 · 0.0433 / 0.1875 · 173.7 for coin tosses. (One strength was estimated.)
    let error = known[0].expect("a rating").error;
    let expected = 1.96 * (0.1875_f64 / 99.0).sqrt() / 0.1875 * ELO / 2.0;
    assert!((error - expected).abs() < 1e-6, "{error}, {expected}");
    assert!(!known[0].expect("a rating").has_virtual_draws);
}

#[test]
fn two_players_agree_with_the_elo_of_their_score() {
    let mut encounters = Encounters::default();
    let pairs = Pairs([30, 100, 150, 140, 80]);
    encounters.insert(0, 1, pairs, Tally::default());
    let known = ratings(2, &encounters);
    let score = encounters.between(0, 1).score().expect("games");
    assert!((elo(known[0]) - elo(known[1]) - score.elo().difference).abs() < 1e-6);
    // The interval of a score is not quite symmetrical.
    let error = 2.0 * known[0].expect("a rating").error;
    assert!((error / score.elo().error() - 1.0).abs() < 0.01, "{error}");
}

#[test]
fn three_players_by_hand() {
    // Scores of 2/3 and of 4/5 are odds of 2 and of 4: with 8 between the outer two, all
    // games agree with strengths of 8, 4 and 1.
    let known = ratings(
        3,
        &encounters(&[(0, 1, 20, 0, 10), (1, 2, 40, 0, 10), (0, 2, 80, 0, 10)]),
    );
    let apart = |one: usize, other: usize| elo(known[one]) - elo(known[other]);
    assert!((apart(0, 1) - 400.0 * 2_f64.log10()).abs() < 1e-6);
    assert!((apart(1, 2) - 400.0 * 4_f64.log10()).abs() < 1e-6);
}

/// Whole steps of Newton's method lead beyond the likeliest ratings here.
#[test]
fn the_ratings_of_extreme_results_expect_them() {
    let games = [
        (0, 1, 9999, 1, 0),
        (0, 3, 0, 1, 9999),
        (1, 2, 0, 1, 9999),
        (2, 3, 1, 1, 0),
        (3, 4, 1, 1, 0),
    ];
    let known = ratings(5, &encounters(&games));
    let mut surplus = [0.0; 5];
    for (first, second, won, drawn, lost) in games {
        let ahead = (elo(known[first]) - elo(known[second])) / ELO;
        let points = f64::from(won) + f64::from(drawn) / 2.0;
        let more = points - f64::from(won + drawn + lost) * expected(ahead);
        surplus[first] += more;
        surplus[second] -= more;
    }
    assert!(surplus.iter().all(|more| more.abs() < 1e-4), "{surplus:?}");
}

#[test]
fn players_without_games_have_no_rating() {
    let known = ratings(4, &encounters(&[(1, 3, 3, 0, 1)]));
    assert_eq!((known[0], known[2]), (None, None));
    assert!(elo(known[1]) > elo(known[3]));
    assert_eq!(ratings(3, &Encounters::default()), [None; 3]);
    assert_eq!(ratings(0, &encounters(&[(1, 3, 3, 0, 1)])), []);
}

#[test]
fn games_that_do_not_bound_the_ratings() {
    for games in [
        // All won; two groups that never met; a group that scored nothing.
        vec![(0, 1, 10, 0, 0)],
        vec![(0, 1, 5, 0, 5), (2, 3, 6, 0, 4)],
        vec![
            (0, 1, 5, 0, 5),
            (2, 3, 6, 0, 4),
            (0, 2, 3, 0, 0),
            (1, 3, 9, 0, 0),
        ],
    ] {
        for rating in ratings(4, &encounters(&games)).into_iter().flatten() {
            assert!(rating.has_virtual_draws, "{games:?}");
            assert!(
                rating.elo.abs() < 1000.0 && rating.error > 0.0,
                "{rating:?}"
            );
            assert!(rating.error.is_finite(), "{rating:?}");
        }
    }
    let won = |games| elo(ratings(2, &encounters(&[(0, 1, games, 0, 0)]))[0]);
    assert!(won(1) < won(10) && won(10) < won(1000));
}

#[test]
fn two_players_with_virtual_draws_by_hand() {
    // Ahead of the mean by x each, the slope 10 (1 - E(2x)) + 2 (1/2 - E(x)) is 0 at the likeliest x.
    let slope = |x: f64| 10.0 * expected(-2.0 * x) + 2.0 * (0.5 - expected(x));
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *(if slope(middle) > 0.0 {
            &mut low
        } else {
            &mut high
        }) = middle;
    }
    let known = ratings(2, &encounters(&[(0, 1, 10, 0, 0)]));
    let (won, lost) = (known[0].expect("a rating"), known[1].expect("a rating"));
    assert!((won.elo - low * ELO).abs() < 1e-6, "{won:?} {low}");
    assert!((won.elo + lost.elo).abs() < 1e-9);
    // The information on the difference of both from their mean; of ten games no dispersion is estimated.
    let information = 2.0 * (2.0 * spread(low) + 2.0 * 10.0 * spread(2.0 * low));
    let error = 1.96 * information.sqrt().recip() * ELO;
    assert!((won.error / error - 1.0).abs() < 1e-4, "{won:?} {error}");
    assert!((lost.error / error - 1.0).abs() < 1e-4);
}

#[test]
fn the_dispersion_is_that_of_pearson() {
    let dispersion = |even| {
        let mut pairs = Encounters::default();
        pairs.insert(0, 1, Pairs([10, 0, even, 0, 10]), Tally::default());
        Games::of(2, &pairs).dispersion(&[0.0, 0.0])
    };
    // Of 30 pairs 29 are free, which is not enough.
    assert!((dispersion(10) - 1.0).abs() < 1e-12);
    // Of 31 pairs between equals 20 are a point away from the expectation of 1; the variance of 62
    // tosses is 62 / 4.
    let expected = 20.0 / (62.0 / 4.0) * 31.0 / 30.0;
    assert!((dispersion(11) - expected).abs() < 1e-12);
}

/// The algorithm of Hunter's paper, step by step.
fn by_majorisation(players: usize, encounters: &Encounters) -> Vec<f64> {
    let mut strengths = vec![1.0_f64; players];
    for _ in 0..20_000 {
        let next: Vec<f64> = (0..players)
            .map(|player| {
                let met = (0..players).filter(|&other| other != player);
                let part = met.map(|other| {
                    let games = encounters.between(player, other).tally.games();
                    f64::from(games) / (strengths[player] + strengths[other])
                });
                encounters.tally(player).points() / part.sum::<f64>()
            })
            .collect();
        strengths = next;
    }
    let elo: Vec<f64> = strengths.iter().map(|s| 400.0 * s.log10()).collect();
    let mean = elo.iter().sum::<f64>() / count(players);
    elo.iter().map(|elo| elo - mean).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn another_algorithm_finds_the_same_ratings(
        results in prop::collection::vec((1_u32..40, 0_u32..20, 1_u32..40), 10),
        kept in prop::collection::vec(any::<bool>(), 10),
    ) {
        let mut games = Vec::new();
        let mut number = 0;
        for first in 0..5 {
            for second in first + 1..5 {
                let (won, drawn, lost) = results[number];
                // Neighbours always meet, so that all are tied to each other.
                if kept[number] || second == first + 1 {
                    games.push((first, second, won, drawn, lost));
                }
                number += 1;
            }
        }
        let encounters = encounters(&games);
        let known = ratings(5, &encounters);
        for (found, expected) in known.iter().zip(by_majorisation(5, &encounters)) {
            prop_assert!((elo(*found) - expected).abs() < 1e-3, "{found:?} {expected}");
        }
    }

    /// The errors are those of the projection of the strengths to a mean of 0.
    #[test]
    fn errors_are_those_of_projected_strengths(
        strengths in prop::collection::vec(-1.0..1.0_f64, 4),
        games in prop::collection::vec((0_usize..4, 0_usize..4, 1_u32..5, 0_u32..5, 0_u32..5), 4),
    ) {
        let games: Vec<_> = games.into_iter().filter(|(first, second, ..)| first < second).collect();
        let games = Games::of(4, &encounters(&games));
        let size = games.players.len();
        prop_assume!(size > 1);
        let strengths = &strengths[..size];
        let covariance = inverse(games.information(strengths, 2.0));
        let found = games.errors(strengths, 2.0);
        for (player, error) in found.into_iter().enumerate() {
            let from_mean: Vec<f64> = (0..size)
                .map(|other| f64::from(u8::from(other == player)) - count(size).recip())
                .collect();
            let spread = times(&covariance, &from_mean);
            let variance: f64 = spread.iter().zip(&from_mean).map(|(a, b)| a * b).sum();
            let expected = (variance * games.dispersion(strengths)).sqrt();
            prop_assert!((error - expected).abs() < 1e-9, "{error} {expected}");
        }
    }

    #[test]
    fn ratings_are_finite_for_any_results(
        games in prop::collection::vec((0_usize..6, 0_usize..6, 0_u32..100_000, 0_u32..5, 0_u32..5), 0..12),
    ) {
        let games: Vec<_> = games
            .into_iter()
            .filter(|(first, second, ..)| first < second)
            .collect();
        let known = ratings(6, &encounters(&games));
        let mut sum = 0.0;
        for rating in known.into_iter().flatten() {
            prop_assert!(rating.elo.is_finite() && rating.error.is_finite(), "{rating:?}");
            sum += rating.elo;
        }
        prop_assert!(sum.abs() < 1e-6);
    }
}
