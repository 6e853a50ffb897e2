//! Scoreboards.
//!
//! A [`Scoreboard`] holds the results of games. Here it is printed as [text](Scoreboard::text), as
//! [standings](Scoreboard::table) during a match and as [CSV](Scoreboard::csv); [`page()`] makes a
//! page of it, and serde JSON.

mod html;
mod scoreboard;

pub use html::page;
pub use scoreboard::{
    Duel, DuelElo, DuelTest, FaultCounts, Heading, Meeting, Scoreboard, Standing, StandingRating,
};

use crate::arena::{PlayedGame, RandomMove};
use crate::opponents::End;
use crate::presentation::{Side, aligned, field, rows};
use ataxx_core::diagnostic::text::rounded;
use scoreboard::{percent, shown, signed};

/// The number of players up to which a cross table fits.
const WIDEST: usize = 16;

impl Scoreboard {
    /// The whole scoreboard: settings, standings, cross table and duel.
    pub fn text(&self) -> String {
        let mut parts = vec![self.heading(), self.table()];
        if self.standings.len() > 2 && self.standings.len() <= WIDEST {
            parts.push(self.cross_table());
        }
        parts.extend(self.duel.as_ref().map(|of| duel(of, self)));
        if self.is_held() {
            let note = "Elo: some players scored nothing against the others, or never met \
                        them. So that there\nare ratings at all, each player is taken to \
                        have two draws more against an average one.\n";
            parts.push(note.to_owned());
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    fn heading(&self) -> String {
        let mut lines = Vec::new();
        if !self.title.is_empty() {
            lines.push(vec![shown(&self.title).into_owned()]);
        }
        let mut rows: Vec<Vec<String>> = self
            .settings
            .iter()
            .map(|(what, value)| vec![shown(what).into_owned(), shown(value).into_owned()])
            .collect();
        rows.push(vec!["games".to_owned(), self.progress()]);
        aligned(&lines, &[Side::Left]) + &aligned(&rows, &[Side::Left, Side::Left])
    }

    /// The number of games.
    fn progress(&self) -> String {
        let games = match self.planned {
            Some(planned) if planned != self.games => format!("{} of {planned}", self.games),
            _ => self.games.to_string(),
        };
        match self.unfinished {
            0 => games,
            unfinished => format!("{games}, {unfinished} not finished"),
        }
    }

    /// The standings: a line for each player under a line of headings.
    pub fn table(&self) -> String {
        use Side::{Left, Right};
        let head = [
            "#",
            "player",
            "Elo",
            "± 95 %",
            "points",
            "games",
            "score",
            "won",
            "drawn",
            "lost",
            "forfeits",
            "random moves",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(self.standings.iter().map(text_row));
        let mut sides = vec![
            Right, Left, Right, Right, Right, Right, Right, Right, Right, Right, Left, Left,
        ];
        if !self.has_random_moves() {
            for row in &mut rows {
                row.pop();
            }
            sides.pop();
        }
        if self
            .standings
            .iter()
            .all(|standing| standing.rating.is_none())
        {
            for row in &mut rows {
                row.drain(2..4);
            }
            sides.drain(2..4);
        }
        aligned(&rows, &sides)
    }

    /// Points of each player against each other one.
    fn cross_table(&self) -> String {
        let ranks = self.standings.iter().map(|other| other.rank.to_string());
        let mut rows = vec![
            ["#".to_owned(), "player".to_owned()]
                .into_iter()
                .chain(ranks)
                .collect(),
        ];
        for (standing, meetings) in self.standings.iter().zip(&self.cross) {
            let mut row = vec![
                standing.rank.to_string(),
                shown(&standing.name).into_owned(),
            ];
            row.extend(
                meetings
                    .iter()
                    .enumerate()
                    .map(|(other, meeting)| match meeting {
                        _ if other + 1 == standing.rank => "-".to_owned(),
                        Some(meeting) => format!("{}/{}", meeting.points, meeting.games),
                        None => String::new(),
                    }),
            );
            rows.push(row);
        }
        let mut sides = vec![Side::Right, Side::Left];
        sides.resize(rows[0].len(), Side::Right);
        aligned(&rows, &sides)
    }

    /// The standings: a row for each player under a row of headings.
    pub fn csv(&self) -> String {
        let head = [
            "rank",
            "player",
            "elo",
            "error",
            "held",
            "points",
            "games",
            "won",
            "drawn",
            "lost",
            "illegal_move",
            "time",
            "crash",
            "stall",
            "random_moves",
        ];
        rows(head, self.standings.iter().map(csv_row))
    }
}

fn text_row(standing: &Standing) -> Vec<String> {
    let rating = standing.rating;
    vec![
        standing.rank.to_string(),
        shown(&standing.name).into_owned(),
        rating.map_or_else(String::new, |rating| signed(rating.elo)),
        rating.map_or_else(String::new, |rating| format!("{:.1}", rating.error)),
        standing.points.to_string(),
        standing.games.to_string(),
        standing.score().map_or_else(String::new, percent),
        standing.won.to_string(),
        standing.drawn.to_string(),
        standing.lost.to_string(),
        standing.forfeits.in_words(),
        standing.random_moves.in_words(),
    ]
}

/// The table of a match between two players.
fn duel(duel: &Duel, scoreboard: &Scoreboard) -> String {
    let name = |player| scoreboard.name(player).unwrap_or_default();
    let pairs = duel.pairs.map(|count| count.to_string()).join(", ");
    let mut rows = vec![
        (
            "Elo",
            format!("{} ({} above {})", duel.elo.in_words(), name(0), name(1)),
        ),
        ("normalised", duel.normalised.in_words()),
        (
            "likelihood",
            format!("{} that {} is stronger", percent(duel.superiority), name(0)),
        ),
        ("pairs", format!("{pairs} with 0, ½, 1, 1½, 2 points")),
    ];
    rows.extend(duel.sprt.iter().map(|test| ("SPRT", test.in_words())));
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(what, value)| vec![what.to_owned(), value])
        .collect();
    aligned(&rows, &[Side::Left, Side::Left])
}

fn csv_row(standing: &Standing) -> [String; 15] {
    let rating = standing.rating;
    let tenths = |number: f64| rounded(number, 1).to_string();
    let [illegal_move, time, crash, stall] = standing
        .forfeits
        .by_kind()
        .map(|(_, count)| count.to_string());
    [
        standing.rank.to_string(),
        field(&standing.name).into_owned(),
        rating.map_or_else(String::new, |rating| tenths(rating.elo)),
        rating.map_or_else(String::new, |rating| tenths(rating.error)),
        rating.map_or_else(String::new, |rating| rating.held.to_string()),
        standing.points.to_string(),
        standing.games.to_string(),
        standing.won.to_string(),
        standing.drawn.to_string(),
        standing.lost.to_string(),
        illegal_move,
        time,
        crash,
        stall,
        standing.random_moves.count().to_string(),
    ]
}

/// All games: a row for each under a row of headings. `number` and `opening` are counted
/// from 1, as on every scoreboard.
pub fn games_csv(players: &[String], games: &[PlayedGame]) -> String {
    let head = [
        "number",
        "opening",
        "red",
        "blue",
        "result",
        "end",
        "reason",
        "random_moves",
    ];
    let name = |player: usize| players.get(player).map_or("", String::as_str);
    let row = |game: &PlayedGame| {
        let (end, reason) = match &game.end {
            End::Rules => ("rules", ""),
            End::Adjudicated(reason) => ("adjudicated", reason.as_str()),
            End::Forfeit(fault) => (fault.kind.in_results(), fault.message.as_str()),
        };
        let random = RandomMove::write_all(&game.random_moves);
        let random = random.map_or_else(String::new, |random| random.to_string());
        [
            (game.number.saturating_add(1)).to_string(),
            (game.opening.saturating_add(1)).to_string(),
            field(name(game.red)).into_owned(),
            field(name(game.blue)).into_owned(),
            game.result.to_string(),
            end.to_owned(),
            field(reason).into_owned(),
            field(&random).into_owned(),
        ]
    };
    rows(head, games.iter().map(row))
}
