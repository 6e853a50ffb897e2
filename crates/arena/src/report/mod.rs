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

use crate::{LostMove, PlayedGame};
use ataxx_core::diagnostic::text::rounded;
use ataxx_core::presentation::{Side, aligned, field, rows};
use ataxx_opponents::End;
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
        let mut ratings = self.standings.iter().map(|standing| standing.rating);
        let is_rated = ratings.any(|rating| rating.is_some());
        let is_shown = |heading| match heading {
            "Elo" | "± 95 %" => is_rated,
            "lost moves" => self.has_lost_moves(),
            _ => true,
        };
        let columns = COLUMNS.iter().filter(|(heading, ..)| is_shown(heading));
        let head = columns.clone().map(|&(heading, ..)| heading.to_owned());
        let mut rows: Vec<Vec<String>> = vec![head.collect()];
        for standing in &self.standings {
            rows.push(columns.clone().map(|(.., cell)| cell(standing)).collect());
        }
        let sides: Vec<Side> = columns.map(|&(_, side, _)| side).collect();
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
        let row = |standing| CSV_COLUMNS.map(|(_, cell)| cell(standing));
        rows(
            CSV_COLUMNS.map(|(heading, _)| heading),
            self.standings.iter().map(row),
        )
    }
}

/// The text of a standing in a column.
type Cell = fn(&Standing) -> String;

/// The columns of the standings as text.
const COLUMNS: [(&str, Side, Cell); 12] = [
    ("#", Side::Right, |it| it.rank.to_string()),
    ("player", Side::Left, |it| shown(&it.name).into_owned()),
    ("Elo", Side::Right, |it| of_rating(it, |it| signed(it.elo))),
    ("± 95 %", Side::Right, |it| {
        of_rating(it, |it| format!("{:.1}", it.error))
    }),
    ("points", Side::Right, |it| it.points.to_string()),
    ("games", Side::Right, |it| it.games.to_string()),
    ("score", Side::Right, |it| {
        it.score().map_or_else(String::new, percent)
    }),
    ("won", Side::Right, |it| it.won.to_string()),
    ("drawn", Side::Right, |it| it.drawn.to_string()),
    ("lost", Side::Right, |it| it.lost.to_string()),
    ("forfeits", Side::Left, |it| it.forfeits.in_words()),
    ("lost moves", Side::Left, |it| it.lost_moves.in_words()),
];

/// The columns of the standings as CSV.
const CSV_COLUMNS: [(&str, Cell); 15] = [
    ("rank", |it| it.rank.to_string()),
    ("player", |it| field(&it.name).into_owned()),
    ("elo", |it| of_rating(it, |it| tenths(it.elo))),
    ("error", |it| of_rating(it, |it| tenths(it.error))),
    ("held", |it| of_rating(it, |it| it.held.to_string())),
    ("points", |it| it.points.to_string()),
    ("games", |it| it.games.to_string()),
    ("won", |it| it.won.to_string()),
    ("drawn", |it| it.drawn.to_string()),
    ("lost", |it| it.lost.to_string()),
    ("illegal_move", |it| it.forfeits.illegal_move.to_string()),
    ("time", |it| it.forfeits.time.to_string()),
    ("crash", |it| it.forfeits.crash.to_string()),
    ("stall", |it| it.forfeits.stall.to_string()),
    ("lost_moves", |it| it.lost_moves.count().to_string()),
];

/// Empty without a rating.
fn of_rating(standing: &Standing, text: fn(StandingRating) -> String) -> String {
    standing.rating.map_or_else(String::new, text)
}

fn tenths(number: f64) -> String {
    rounded(number, 1).to_string()
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
        "lost_moves",
    ];
    let name = |player: usize| players.get(player).map_or("", String::as_str);
    let row = |game: &PlayedGame| {
        let (end, reason) = match &game.end {
            End::Rules => ("rules", ""),
            End::Adjudicated(reason) => ("adjudicated", reason.as_str()),
            End::Forfeit(fault) => (fault.kind.in_results(), fault.message.as_str()),
        };
        let lost = LostMove::write_all(&game.lost_moves);
        let lost = lost.map_or_else(String::new, |lost| lost.to_string());
        [
            (game.number.saturating_add(1)).to_string(),
            (game.opening.saturating_add(1)).to_string(),
            field(name(game.red)).into_owned(),
            field(name(game.blue)).into_owned(),
            game.result.to_string(),
            end.to_owned(),
            field(reason).into_owned(),
            field(&lost).into_owned(),
        ]
    };
    rows(head, games.iter().map(row))
}
