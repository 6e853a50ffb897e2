mod simulation;

use super::*;
use proptest::prelude::*;

fn elo(won: u32, drawn: u32, lost: u32) -> (f64, f64) {
    let score = Tally { won, drawn, lost }.score().expect("games");
    (score.elo().difference, score.elo().error())
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9 * (1.0 + one.abs())
}

#[test]
fn known_values() {
    // By hand: three quarters are 190.85 Elo; the standard error of these games is 0.0433,
    // that of even ones 0.05.
    let (difference, error) = elo(75, 0, 25);
    assert!((difference - 190.85).abs() < 0.01, "{difference}");
    assert!((error - 81.16).abs() < 0.01, "{error}");
    let (difference, error) = elo(50, 0, 50);
    assert!(difference.abs() < 1e-9, "{difference}");
    assert!((error - 68.99).abs() < 0.01, "{error}");
}

#[test]
fn the_scale() {
    // Odds of ten to one and of a hundred to one.
    assert!(close(Elo::expected_score(400.0), 10.0 / 11.0));
    assert!(close(Elo::expected_score(-800.0), 1.0 / 101.0));
    assert!(close(Elo::of_score(10.0 / 11.0), 400.0));
    assert!(Elo::of_score(1.0).is_infinite() && Elo::expected_score(1e9) <= 1.0);
}

#[test]
fn superiority() {
    let of = |won, drawn, lost| {
        let score = Tally { won, drawn, lost }.score().expect("games");
        score.superiority()
    };
    // 64 games won to 36 deviate by 4.8, so 14 more than half are 2.917 deviations; the
    // normal distribution has 0.99823 below that.
    assert!(close(of(50, 0, 50), 0.5));
    assert!(
        (of(64, 0, 36) - 0.998_231).abs() < 1e-5,
        "{}",
        of(64, 0, 36)
    );
    assert!(close(of(64, 0, 36) + of(36, 0, 64), 1.0));
    assert!(of(10, 0, 0) > 0.95 && of(10, 0, 0) < 1.0);
    assert!(close(of(0, 10, 0), 0.5));
}

#[test]
fn standard_deviations() {
    // Even games without draws deviate by 0.5 each, so the unit is 400 / ln 10 · 2 …
    let even = Tally {
        won: 50,
        drawn: 0,
        lost: 50,
    }
    .score()
    .expect("games");
    assert!(close(
        even.normalised().error,
        1.96 * 80.0 / std::f64::consts::LN_10
    ));
    // … and ten wins more of 100, at a deviation of √0.2475, are 34.92 of it.
    let ahead = Tally {
        won: 55,
        drawn: 0,
        lost: 45,
    }
    .score()
    .expect("games");
    let expected = 800.0 / std::f64::consts::LN_10 * 0.05 / 0.2475_f64.sqrt();
    assert!(close(ahead.normalised().difference, expected));
}

#[test]
fn the_error_of_pairs_depends_on_their_correlation() {
    // Every opening is won by the side that it favours: single games are coin tosses, while
    // pairs have only the minimum error.
    let pairs = Trials {
        count: 50,
        points: 1.0,
        games: 2.0,
    };
    let score = Score::of(&[pairs]).expect("games");
    assert!(close(score.mean(), 0.5));
    assert!(close(score.interval().0, 0.5 - 0.06));
    // Conversely, pairs won or lost as a whole count as one game each.
    let trials = |count, points, games| Trials {
        count,
        points,
        games,
    };
    let pairs = Score::of(&[trials(25, 2.0, 2.0), trials(25, 0.0, 2.0)]).expect("games");
    let games = Score::of(&[trials(50, 1.0, 1.0), trials(50, 0.0, 1.0)]).expect("games");
    assert!(close(
        pairs.error(),
        games.error() * std::f64::consts::SQRT_2
    ));
}

#[test]
fn more_games_and_more_draws_reduce_the_error() {
    assert!(elo(200, 0, 200).1 < elo(100, 0, 100).1);
    assert!(elo(50, 100, 50).1 < elo(100, 0, 100).1);
}

#[test]
fn no_games_and_equal_results() {
    assert_eq!(Tally::default().score(), None);
    let (difference, error) = elo(100, 0, 0);
    assert!(
        difference > 900.0 && error > 100.0,
        "{difference} ± {error}"
    );
    let (difference, error) = elo(0, 100, 0);
    assert!(difference.abs() < 1e-9 && error > 10.0, "{error}");
}

#[test]
fn few_games_have_infinite_intervals() {
    let interval = |won, drawn, lost| {
        let elo = Tally { won, drawn, lost }.score().expect("games").elo();
        (elo.low, elo.high)
    };
    let all = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(interval(1, 0, 1), all);
    assert_eq!(interval(3, 0, 0), all);
    let (low, high) = interval(100, 0, 0);
    assert!(low > 300.0 && high == f64::INFINITY, "{low}");
    let (low, high) = interval(30, 0, 30);
    assert!(low > -100.0 && high < 100.0, "{low} {high}");
}

proptest! {
    #[test]
    fn swapped_sides(won in 0_u32..500, drawn in 0_u32..500, lost in 1_u32..500) {
        let tally = Tally { won, drawn, lost };
        let (one, other) = (tally.score().expect("games"), tally.reversed().score().expect("games"));
        prop_assert!(close(one.mean(), 1.0 - other.mean()));
        prop_assert!(close(one.error(), other.error()));
        prop_assert!(close(one.elo().difference, -other.elo().difference));
        let (low, high) = (one.elo().low, -other.elo().high);
        prop_assert!(low.total_cmp(&high).is_eq() || close(low, high));
        prop_assert!(close(one.normalised().difference, -other.normalised().difference));
        let elo = one.elo();
        prop_assert!(elo.low <= elo.difference && elo.difference <= elo.high);
    }
}
