//! Scoreboards for spreadsheets.

use super::scoreboard::{Scoreboard, Standing};
use crate::arena::{PlayedGame, RandomMove};
use crate::opponents::End;
use crate::presentation::{field, rows};
use ataxx_core::diagnostic::text::rounded;

impl Scoreboard {
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
        rows(head, self.standings.iter().map(row))
    }
}

fn row(standing: &Standing) -> [String; 15] {
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
