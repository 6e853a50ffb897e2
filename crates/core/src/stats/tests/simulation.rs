//! Simulated matches: results are drawn from a known distribution, and the statistics of them
//! are compared with its parameters.
//!
//! Every figure comes from a fixed seed, so a test never fails by bad luck; `make ratings`
//! prints the table of docs/MATCHES.md.

use crate::stats::{Elo, Encounters, Pairs, Sprt, Tally, Verdict, ratings};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// A distribution of game results.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: &'static str,
    /// The share of drawn games among those that could be drawn.
    draws: f64,
    /// The advantage of an opening for the side that it favours, in Elo.
    bias: f64,
    /// How often the second game of a pair has the result of the first one for the same player.
    repeated: f64,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "no draws, even openings",
        draws: 0.0,
        bias: 0.0,
        repeated: 0.0,
    },
    Kind {
        name: "half of the games drawn",
        draws: 0.5,
        bias: 0.0,
        repeated: 0.0,
    },
    Kind {
        name: "openings worth 300 Elo to a side",
        draws: 0.2,
        bias: 300.0,
        repeated: 0.0,
    },
    Kind {
        name: "a third of the games repeated",
        draws: 0.2,
        bias: 0.0,
        repeated: 1.0 / 3.0,
    },
];

/// The probabilities of 0, ½ and 1 points where this score is expected.
fn game(score: f64, draws: f64) -> [f64; 3] {
    let even = 2.0 * draws * score.min(1.0 - score);
    [1.0 - score - even / 2.0, even, score - even / 2.0]
}

impl Kind {
    /// The probabilities of the five results of a pair where the mean score is that of this
    /// difference.
    fn pair(self, elo: f64) -> [f64; 5] {
        let with = |centre: f64| {
            let [red, blue] = [self.bias, -self.bias]
                .map(|bias| game(Elo::expected_score(centre + bias), self.draws));
            let mut pair = [0.0; 5];
            for (one, p) in red.iter().enumerate() {
                for (other, q) in blue.iter().enumerate() {
                    pair[one + other] += (1.0 - self.repeated) * p * q;
                }
                pair[2 * one] += self.repeated * p;
            }
            pair
        };
        // Biased openings bring the scores nearer to each other: find the centre by bisection.
        let wanted = Elo::expected_score(elo);
        let (mut low, mut high) = (-2000.0, 2000.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if mean(&with(middle)) < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        with(low)
    }
}

fn mean(pair: &[f64; 5]) -> f64 {
    (0..5_u32)
        .zip(pair)
        .map(|(i, p)| f64::from(i) * p / 4.0)
        .sum()
}

/// A number from 0 to 1.
fn chance(random: &mut ChaCha8Rng) -> f64 {
    f64::from(random.next_u32()) / f64::from(u32::MAX)
}

/// One of the results, by their probabilities.
fn drawn<const N: usize>(random: &mut ChaCha8Rng, from: &[f64; N]) -> usize {
    let mut left = chance(random);
    for (result, probability) in from.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return result;
        }
    }
    // A remainder by rounding counts as the middle, which is always possible.
    N / 2
}

fn random(seed: u64, number: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    random
}

/// How often each hypothesis was accepted, and after how many pairs on average.
struct Ended {
    second: f64,
    pairs: f64,
}

const MATCHES: u32 = 10_000;

/// Matches at this strength, each to the end of the test.
fn tested(test: &Sprt, kind: Kind, elo: f64) -> Ended {
    let pair = kind.pair(elo);
    let ends: Vec<(bool, u32)> = (0..MATCHES)
        .into_par_iter()
        .map(|number| {
            let mut random = random(1, number.into());
            let mut pairs = Pairs::default();
            loop {
                pairs.add(drawn(&mut random, &pair));
                match test.state(&pairs).verdict {
                    Verdict::Undecided => {}
                    verdict => return (verdict == Verdict::AcceptSecond, pairs.count()),
                }
            }
        })
        .collect();
    let matches = f64::from(MATCHES);
    let second: u32 = ends.iter().map(|&(second, _)| u32::from(second)).sum();
    let pairs: u32 = ends.iter().map(|&(_, pairs)| pairs).sum();
    Ended {
        second: f64::from(second) / matches,
        pairs: f64::from(pairs) / matches,
    }
}

/// The highest rate that three standard deviations of chance explain, where `rate` is expected.
fn at_most(rate: f64) -> f64 {
    rate + 3.0 * (rate * (1.0 - rate) / f64::from(MATCHES)).sqrt()
}

fn tests() -> [Sprt; 2] {
    [
        Sprt::new(0.0, 30.0, 0.05, 0.05).expect("a test"),
        Sprt::new(-20.0, 20.0, 0.01, 0.1).expect("a test"),
    ]
}

#[test]
fn the_test_keeps_its_error_rates() {
    for kind in KINDS {
        for test in tests() {
            let wrong = tested(&test, kind, test.elo0()).second;
            assert!(wrong <= at_most(test.alpha()), "{kind:?} {test:?} {wrong}");
            let wrong = 1.0 - tested(&test, kind, test.elo1()).second;
            assert!(wrong <= at_most(test.beta()), "{kind:?} {test:?} {wrong}");
        }
    }
}

/// How many of the intervals of matches hold the true difference.
fn covered(kind: Kind, elo: f64, number_of_pairs: u32) -> f64 {
    let pair = kind.pair(elo);
    let hits: u32 = (0..MATCHES)
        .into_par_iter()
        .map(|number| {
            let mut random = random(2, number.into());
            let mut pairs = Pairs::default();
            for _ in 0..number_of_pairs {
                pairs.add(drawn(&mut random, &pair));
            }
            let found = pairs.score().expect("pairs").elo();
            u32::from(found.low <= elo && elo <= found.high)
        })
        .sum();
    f64::from(hits) / f64::from(MATCHES)
}

#[test]
fn intervals_cover_the_true_value() {
    for kind in KINDS {
        for elo in [0.0, 100.0] {
            let coverage = covered(kind, elo, 200);
            assert!((coverage - 0.95).abs() < 0.01, "{kind:?} {elo} {coverage}");
        }
    }
}

/// How many of the intervals hold the true difference, which is 0, if the games of 200 pairs
/// are taken to have nothing to do with each other although some are repeated.
fn covered_by_single_games(kind: Kind) -> f64 {
    let result = game(0.5, kind.draws);
    let hits: u32 = (0..MATCHES)
        .into_par_iter()
        .map(|number| {
            let mut random = random(4, number.into());
            let mut counts = [0; 3];
            for _ in 0..200 {
                let first = drawn(&mut random, &result);
                let is_repeated = chance(&mut random) < kind.repeated;
                let second = drawn(&mut random, &result);
                counts[first] += 1;
                counts[if is_repeated { first } else { second }] += 1;
            }
            let [lost, drawn, won] = counts;
            let found = Tally { won, drawn, lost }.score().expect("games").elo();
            u32::from(found.low <= 0.0 && 0.0 <= found.high)
        })
        .sum();
    f64::from(hits) / f64::from(MATCHES)
}

#[test]
fn treating_correlated_games_as_single_underestimates_the_error() {
    let coverage = covered_by_single_games(KINDS[3]);
    assert!(coverage < 0.92, "{coverage}");
    assert!((covered_by_single_games(KINDS[1]) - 0.95).abs() < 0.01);
}

/// How many ratings of a round robin are within their errors of the truth, and the mean of
/// what they are off.
fn recovered(kind: Kind, truth: &[f64], number_of_pairs: u32) -> (f64, f64) {
    const TOURNAMENTS: u32 = 1000;
    let met: Vec<(usize, usize, [f64; 5])> = (0..truth.len())
        .flat_map(|first| (first + 1..truth.len()).map(move |second| (first, second)))
        .map(|(first, second)| (first, second, kind.pair(truth[first] - truth[second])))
        .collect();
    let sums: Vec<(u32, f64)> = (0..TOURNAMENTS)
        .into_par_iter()
        .map(|number| {
            let mut random = random(3, number.into());
            let mut encounters = Encounters::default();
            for (first, second, pair) in &met {
                let mut pairs = Pairs::default();
                for _ in 0..number_of_pairs {
                    pairs.add(drawn(&mut random, pair));
                }
                encounters.insert(*first, *second, pairs, Tally::default());
            }
            let found = ratings(truth.len(), &encounters);
            let off = found.iter().zip(truth).map(|(found, truth)| {
                let found = found.expect("a rating");
                let off = (found.elo - truth).abs();
                (u32::from(off <= found.error), off)
            });
            off.fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        })
        .collect();
    let ratings = f64::from(TOURNAMENTS) * truth.iter().map(|_| 1.0).sum::<f64>();
    let hits: u32 = sums.iter().map(|sum| sum.0).sum();
    let off: f64 = sums.iter().map(|sum| sum.1).sum();
    (f64::from(hits) / ratings, off / ratings)
}

/// Six players, mean 0.
const TRUTH: [f64; 6] = [250.0, 120.0, 40.0, -30.0, -110.0, -270.0];

#[test]
fn ratings_recover_known_strengths() {
    for kind in KINDS {
        let (coverage, off) = recovered(kind, &TRUTH, 50);
        assert!((coverage - 0.95).abs() < 0.02, "{kind:?} {coverage}");
        assert!(off < 20.0, "{kind:?} {off}");
        let (_, with_more) = recovered(kind, &TRUTH, 200);
        assert!(
            (off / with_more - 2.0).abs() < 0.2,
            "{kind:?} {off} {with_more}"
        );
    }
}

#[test]
#[ignore = "prints the tables of docs/MATCHES.md"]
fn tables() {
    println!(
        "| games | elo0, elo1 | alpha, beta | wrong at elo0 | wrong at elo1 | pairs at elo0, elo1 |"
    );
    println!("|---|---|---|---|---|---|");
    for kind in KINDS {
        for test in tests() {
            let (first, second) = (
                tested(&test, kind, test.elo0()),
                tested(&test, kind, test.elo1()),
            );
            println!(
                "| {} | {}, {} | {}, {} | {:.4} | {:.4} | {:.0}, {:.0} |",
                kind.name,
                test.elo0(),
                test.elo1(),
                test.alpha(),
                test.beta(),
                first.second,
                1.0 - second.second,
                first.pairs,
                second.pairs
            );
        }
    }
    println!("\n| games | true difference | 20 pairs | 50 pairs | 200 pairs | 1000 pairs |");
    println!("|---|---|---|---|---|---|");
    for kind in KINDS {
        for elo in [0.0, 100.0, 300.0] {
            let coverage =
                [20, 50, 200, 1000].map(|pairs| format!("{:.3}", covered(kind, elo, pairs)));
            println!("| {} | {elo} | {} |", kind.name, coverage.join(" | "));
        }
    }
    println!("\n| games | pairs of each two | within the error | off by, on average |");
    println!("|---|---|---|---|");
    for kind in KINDS {
        for pairs in [10, 50, 200] {
            let (coverage, off) = recovered(kind, &TRUTH, pairs);
            println!("| {} | {pairs} | {coverage:.3} | {off:.1} Elo |", kind.name);
        }
    }
}
