//! The scoreboard of a match, with more about a match of two players.

use crate::PlayedGame;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::text;
use ataxx_core::notation::{GameRecord, GameResult};
use ataxx_core::stats::{Encounter, Encounters, Rating, Sprt, SprtState, Verdict, ratings};
use ataxx_opponents::{End, FailureKind};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The description of a match on its scoreboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// The title of the match.
    pub title: String,
    /// The settings of the match, by name.
    pub settings: Vec<(String, String)>,
    /// The number of games of the match; `None` if it is unknown or all were played.
    pub planned: Option<u64>,
    /// The test of the first player against the second one.
    pub sprt: Option<Sprt>,
}

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scoreboard {
    /// The title of the match.
    pub title: String,
    /// The settings of the match, by name.
    pub settings: Vec<(String, String)>,
    /// The number of finished games.
    pub games: u64,
    /// The number of unfinished games, which do not count.
    pub unfinished: u64,
    /// The number of games of the match, unless all were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planned: Option<u64>,
    /// The players, the best first.
    pub standings: Vec<Standing>,
    /// The results of each player against each other one, both in the order of the standings;
    /// `None` where they have not met.
    pub cross: Vec<Vec<Option<Meeting>>>,
    /// More about a match between two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duel: Option<Duel>,
}

/// The standing of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// 1 for the first.
    pub rank: usize,
    /// The index in the list of players.
    pub player: usize,
    pub name: String,
    /// A point for a win, half a point for a draw.
    pub points: f64,
    /// Finished games.
    pub games: u32,
    /// Won games.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Lost games, forfeits included.
    pub lost: u32,
    /// The rating; `None` without games, or between two players, who have a [`Duel`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<StandingRating>,
    /// Games that the player forfeited.
    pub forfeits: FaultCounts,
    /// Random moves in the place of the player's faulty ones.
    #[serde(skip_serializing_if = "FaultCounts::is_empty")]
    pub lost_moves: FaultCounts,
}

/// A rating on a scoreboard: see [`Rating`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StandingRating {
    /// Elo above the mean of all players.
    #[serde(serialize_with = "tenths")]
    pub elo: f64,
    /// Half the width of the interval that holds it in 95 of 100 cases.
    #[serde(serialize_with = "tenths")]
    pub error: f64,
    /// Whether only draws that were not played bound it.
    pub held: bool,
}

/// Faults of a player, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FaultCounts {
    /// An illegal move, or an answer that is no move.
    pub illegal_move: u32,
    /// A move beyond the time limit.
    pub time: u32,
    pub crash: u32,
    pub stall: u32,
}

/// The result of a player against another one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// A point for a win, half a point for a draw.
    pub points: f64,
    /// Finished games.
    pub games: u32,
}

impl Scoreboard {
    /// The scoreboard of these players and games, in any order.
    ///
    /// Games of players that are not on the list do not count. The best player is the one
    /// with the highest rating, which in a round robin is the one with the most points; with
    /// equal ratings more points come first, and then the order of the list.
    pub fn new<'a>(
        heading: Heading,
        players: &[String],
        games: impl IntoIterator<Item = &'a PlayedGame, IntoIter: Clone>,
    ) -> Self {
        let games = games.into_iter();
        let known = |game: &&PlayedGame| game.red.max(game.blue) < players.len();
        let encounters = Encounters::of(games.clone().filter(known).filter_map(PlayedGame::score));
        let ratings = ratings(players.len(), &encounters);
        let mut standings: Vec<Standing> = players
            .iter()
            .zip(&ratings)
            .enumerate()
            .map(|(player, (name, rating))| Standing::of(&encounters, player, name, *rating))
            .collect();
        for game in games.clone().filter(known) {
            if let (End::Forfeit(fault), Some(loser)) = (&game.end, loser(game)) {
                standings[loser].forfeits.add(fault.kind);
            }
            for lost in &game.lost_moves {
                let player = game.player(lost.color);
                standings[player].lost_moves.add(lost.fault.kind);
            }
        }
        let height = |standing: &Standing| {
            let rating = standing
                .rating
                .map_or(f64::NEG_INFINITY, |rating| rating.elo);
            // Ratings that differ by rounding alone are equal.
            (rating * 1e6).round()
        };
        standings.sort_by(|one, other| {
            let by_rating = height(other).total_cmp(&height(one));
            by_rating.then(other.points.total_cmp(&one.points))
        });
        for (rank, standing) in (1..).zip(&mut standings) {
            standing.rank = rank;
            // The difference of two players is in the duel.
            standing.rating = standing.rating.filter(|_| players.len() > 2);
        }
        let unfinished = games
            .filter(known)
            .filter(|game| game.result == GameResult::Unfinished);
        let counted: u32 = standings.iter().map(|standing| standing.games).sum();
        Self {
            cross: cross(&standings, &encounters),
            duel: (players.len() == 2)
                .then(|| Duel::of(&encounters.between(0, 1), heading.sprt))
                .flatten(),
            title: heading.title,
            settings: heading.settings,
            games: u64::from(counted / 2),
            unfinished: unfinished.map(|_| 1_u64).sum(),
            planned: heading.planned,
            standings,
        }
    }

    /// The name of a player, as it can be shown; `None` for one that is not on the list.
    pub(super) fn name(&self, player: usize) -> Option<Cow<'_, str>> {
        let mut standings = self.standings.iter();
        let found = standings.find(|standing| standing.player == player)?;
        Some(shown(&found.name))
    }

    /// Whether there were moves lost by a fault.
    pub(super) fn has_lost_moves(&self) -> bool {
        let mut counts = self.standings.iter().map(|standing| standing.lost_moves);
        counts.any(|counts| !counts.is_empty())
    }

    /// Whether some ratings are bounded only by draws that were not played.
    pub fn is_held(&self) -> bool {
        let mut ratings = self.standings.iter().filter_map(|standing| standing.rating);
        ratings.any(|rating| rating.held)
    }
}

fn cross(standings: &[Standing], encounters: &Encounters) -> Vec<Vec<Option<Meeting>>> {
    let meeting = |one: &Standing, other: &Standing| {
        let tally = encounters.between(one.player, other.player).tally;
        (tally.games() > 0).then(|| Meeting {
            points: tally.points(),
            games: tally.games(),
        })
    };
    standings
        .iter()
        .map(|one| standings.iter().map(|other| meeting(one, other)).collect())
        .collect()
}

/// The player who lost, unless the game is a draw or unfinished.
fn loser(game: &PlayedGame) -> Option<usize> {
    match game.result {
        GameResult::Win(Color::Red) => Some(game.blue),
        GameResult::Win(Color::Blue) => Some(game.red),
        GameResult::Draw | GameResult::Unfinished => None,
    }
}

impl Standing {
    /// The results of a player, without rank and forfeits.
    fn of(encounters: &Encounters, player: usize, name: &str, rating: Option<Rating>) -> Self {
        let tally = encounters.tally(player);
        Self {
            rank: 0,
            player,
            name: name.to_owned(),
            points: tally.points(),
            games: tally.games(),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            rating: rating.map(|rating| StandingRating {
                elo: rating.elo,
                error: rating.error,
                held: rating.has_virtual_draws,
            }),
            forfeits: FaultCounts::default(),
            lost_moves: FaultCounts::default(),
        }
    }

    /// The average points of a game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / f64::from(self.games))
    }
}

impl FaultCounts {
    fn add(&mut self, kind: FailureKind) {
        match kind {
            FailureKind::IllegalMove | FailureKind::BadAnswer | FailureKind::Refused => {
                self.illegal_move += 1;
            }
            FailureKind::Late => self.time += 1,
            FailureKind::Crash => self.crash += 1,
            _ => self.stall += 1,
        }
    }

    /// The number of faults.
    pub const fn count(&self) -> u32 {
        self.illegal_move + self.time + self.crash + self.stall
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Each kind of fault with its count.
    pub const fn by_kind(&self) -> [(&'static str, u32); 4] {
        [
            ("illegal move", self.illegal_move),
            ("time", self.time),
            ("crash", self.crash),
            ("stall", self.stall),
        ]
    }

    /// The kinds that occurred: `2 time, 1 crash`; empty without faults.
    pub fn in_words(&self) -> String {
        let some = self.by_kind().into_iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> = some
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        words.join(", ")
    }
}

impl StandingRating {
    /// The interval of the rating: `between +12.0 and +40.0`.
    pub fn interval(&self) -> String {
        let (low, high) = (self.elo - self.error, self.elo + self.error);
        format!("between {} and {}", signed(low), signed(high))
    }
}

/// More about a match between two players, from the view of the first one on the list.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Games that the first player won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Lost games.
    pub lost: u32,
    /// The numbers of pairs of games with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// The Elo difference.
    pub elo: DuelElo,
    /// The normalised Elo difference, in standard deviations of the result of a game.
    pub normalised: DuelElo,
    /// The likelihood of superiority.
    #[serde(serialize_with = "thousandths")]
    pub superiority: f64,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<DuelTest>,
}

/// A difference with the interval that holds it in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DuelElo {
    #[serde(serialize_with = "tenths")]
    pub difference: f64,
    /// The lower end of the interval; infinite, and `null` in JSON, if there are too few games for
    /// one.
    #[serde(serialize_with = "tenths")]
    pub low: f64,
    /// The upper end of the interval, likewise.
    #[serde(serialize_with = "tenths")]
    pub high: f64,
}

/// A sequential test and its state: see [`Sprt`] and [`SprtState`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DuelTest {
    /// The unit of the differences: `Elo`, `nElo`.
    pub unit: &'static str,
    /// The difference of the first hypothesis.
    pub elo0: f64,
    /// The difference of the second hypothesis.
    pub elo1: f64,
    /// The rate at which the second hypothesis is accepted although the first one is true.
    pub alpha: f64,
    /// The rate at which the first hypothesis is accepted although the second one is true.
    pub beta: f64,
    /// The logarithm of the likelihood ratio of the second hypothesis to the first.
    #[serde(serialize_with = "thousandths")]
    pub ratio: f64,
    /// At or below this, the first hypothesis is accepted.
    #[serde(serialize_with = "thousandths")]
    pub lower: f64,
    /// At or above this, the second hypothesis is accepted.
    #[serde(serialize_with = "thousandths")]
    pub upper: f64,
    /// `elo0`, `elo1`, or `None` while the test is undecided.
    pub accepted: Option<&'static str>,
}

impl Duel {
    /// The first player's games against the second one; `None` if there are none.
    pub(super) fn of(encounter: &Encounter, sprt: Option<Sprt>) -> Option<Self> {
        let score = encounter.score()?;
        let (tally, elo, normalised) = (encounter.tally, score.elo(), score.normalised());
        Some(Self {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            pairs: encounter.pairs.0,
            elo: DuelElo {
                difference: elo.difference,
                low: elo.low,
                high: elo.high,
            },
            normalised: DuelElo {
                difference: normalised.difference,
                low: normalised.difference - normalised.error,
                high: normalised.difference + normalised.error,
            },
            superiority: score.superiority(),
            sprt: sprt.map(|sprt| DuelTest::of(&sprt, sprt.state(&encounter.pairs))),
        })
    }
}

impl DuelElo {
    /// The difference and its interval, in words.
    pub fn in_words(&self) -> String {
        let [difference, low, high] = [self.difference, self.low, self.high].map(signed);
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => format!("{difference}, between {low} and {high}"),
            (true, false) => format!("{difference}, at least {low}"),
            (false, true) => format!("{difference}, at most {high}"),
            (false, false) => format!("{difference}, of too few games to bound it"),
        }
    }
}

impl DuelTest {
    /// A test in this state.
    pub fn of(sprt: &Sprt, state: SprtState) -> Self {
        Self {
            unit: sprt.model().unit(),
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            ratio: state.ratio,
            lower: state.lower,
            upper: state.upper,
            accepted: match state.verdict {
                Verdict::AcceptFirst => Some("elo0"),
                Verdict::AcceptSecond => Some("elo1"),
                Verdict::Undecided => None,
            },
        }
    }

    /// The ratio, its bounds and the decision, in words.
    pub fn in_words(&self) -> String {
        let accepted = match self.accepted {
            Some("elo0") => format!("accepted: {} {} or less", self.elo0, self.unit),
            Some(_) => format!("accepted: {} {} or more", self.elo1, self.unit),
            None => "not decided yet".to_owned(),
        };
        format!(
            "{:.2} (bounds {:.2} and {:.2}), {accepted}",
            self.ratio, self.lower, self.upper
        )
    }
}

/// A text from a program or a person, shortened and without control characters.
pub(super) fn shown(content: &str) -> Cow<'_, str> {
    match text::shortened(content, 120) {
        Cow::Borrowed(content) => text::visible(content),
        Cow::Owned(content) => Cow::Owned(text::visible(&content).into_owned()),
    }
}

/// Serializes a number rounded to tenths.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) fn tenths<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(text::rounded(*number, 1))
}

/// Serializes a number rounded to thousandths.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) fn thousandths<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(text::rounded(*number, 3))
}

/// A number with its sign: `+12.3`, `-4.0`, `0.0`.
pub(super) fn signed(number: f64) -> String {
    let number = text::rounded(number, 1);
    if number == 0.0 {
        "0.0".to_owned()
    } else {
        format!("{number:+.1}")
    }
}

/// A fraction in percent: `72.5 %`.
pub(super) fn percent(fraction: f64) -> String {
    text::percent(fraction, 1)
}

/// Why a game ended. For an end by the rules, the record says which rule.
pub(super) fn reason(end: &End, record: Option<&GameRecord>) -> String {
    match end {
        End::Rules => {
            let outcome = record.and_then(|record| record.game().outcome());
            outcome.map_or("by the rules".to_owned(), |outcome| {
                outcome.ending.to_string()
            })
        }
        End::Adjudicated(reason) => format!("judged: {}", shown(reason)),
        End::Forfeit(fault) if fault.message.is_empty() => fault.kind.in_results().to_owned(),
        End::Forfeit(fault) => format!("{}: {}", fault.kind.in_results(), shown(&fault.message)),
    }
}

#[cfg(test)]
pub(super) mod tests;
