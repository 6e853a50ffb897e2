//! Game files of cuteataxx, which are in the form of PGN:
//!
//! ```text
//! [Event "?"]
//! [Site "CuteAtaxx"]
//! [Round "1"]
//! [Black "Engine1"]
//! [White "Engine2"]
//! [Result "1-0"]
//! [FEN "x5o/7/7/7/7/7/o5x x 0 1"]
//! [Adjudicated "Out of time"]
//! [PlyCount "3"]
//!
//! 1. g2 { movetime 12 } a1a3 { movetime 8 } 2. f6 { movetime 10 } 1-0
//! ```
//!
//! Black is the first player, our Red. Moves are in the notation of UAI, and turns are counted
//! from 1 whatever the position. Beyond what cuteataxx writes there are the tags `Game`, `Opening`,
//! `TimeControl` and `Random` for the [`Particulars`](super::Particulars) of the same names,
//! `Rules` if they are not `uai`, and `score`, `depth` and `nodes` in the comment of a move.

mod read;
mod tokens;

use super::record::{GameRecord, GameResult};
use super::search_summary::{MoveScore, SearchSummary};
use crate::board::{Color, Rules};
use crate::diagnostic::SyntaxError;
use std::fmt;

/// A game as cuteataxx writes it. Variations, and where an extend comes from, are left out.
///
/// ```
/// use ataxx_core::notation::{GameRecord, Pgn};
///
/// let record: GameRecord = "rules: uai\n1. a7-b7 a1-a3 *".parse().expect("a record");
/// let text = Pgn(&record).to_string();
/// assert!(text.ends_with("\n\n1. b7 a1a3 *"));
/// assert_eq!(Pgn::read_all(&text), Ok(vec![record]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pgn<'a>(pub &'a GameRecord);

/// Why cuteataxx ended a game, and how a record says it.
const ENDS: [(&str, &str); 6] = [
    ("Out of time", "forfeit on time"),
    ("Illegal move", "forfeit by illegal move"),
    ("*", "forfeit by crash"),
    ("Material imbalance", "adjudicated: material imbalance"),
    ("Easy fill", "adjudicated: easy fill"),
    (
        "Max game length reached",
        "adjudicated: maximum length reached",
    ),
];

impl Pgn<'_> {
    /// Whether a text begins as such a file does, perhaps after lines that begin with `%`.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        let first = lines.find(|line| !line.starts_with('%') && !line.trim().is_empty());
        first.is_some_and(|line| line.trim_start().starts_with('['))
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    ///
    /// When one cannot be read, a move is not legal, or the result is not that of the board.
    pub fn read_all(text: &str) -> Result<Vec<GameRecord>, SyntaxError> {
        Self::read_each(text).into_iter().collect()
    }

    /// Reads each game of a text, or finds out why it cannot be read.
    #[must_use]
    pub fn read_each(text: &str) -> Vec<Result<GameRecord, SyntaxError>> {
        read::games(text)
    }
}

impl fmt::Display for Pgn<'_> {
    /// The tags, an empty line and the moves on one line, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = self.0;
        let (game, named) = (record.game(), record.particulars());
        let end = game.position();
        let [red, blue] = Color::BOTH.map(|color| end.pieces(color).count());
        let player = |name: &Option<super::Remark>| {
            name.as_ref()
                .map_or_else(|| "?".to_owned(), ToString::to_string)
        };
        let [black, white] = [&named.red, &named.blue].map(player);
        let mut tags = vec![
            ("Event", Some("?".to_owned())),
            ("Site", Some("?".to_owned())),
            ("Round", Some("1".to_owned())),
            ("Game", named.game.map(|number| number.to_string())),
            ("Opening", named.opening.map(|number| number.to_string())),
            ("Black", Some(black.clone())),
            ("White", Some(white.clone())),
            ("Result", Some(record.result().to_string())),
            ("FEN", Some(record.start().to_string())),
            ("FinalFEN", Some(end.to_string())),
            ("TimeControl", named.time.as_ref().map(ToString::to_string)),
            ("Adjudicated", named.end.as_ref().map(ToString::to_string)),
            ("Random", named.random.as_ref().map(ToString::to_string)),
        ];
        if record.rules() != Rules::UAI {
            tags.push(("Rules", Some(record.rules().to_string())));
        }
        if let GameResult::Win(winner) = record.result() {
            let (winner, loser) = match winner {
                Color::Red => (black, white),
                Color::Blue => (white, black),
            };
            tags.extend([("Winner", Some(winner)), ("Loser", Some(loser))]);
        }
        let difference = i64::from(red) - i64::from(blue);
        tags.push(("PlyCount", Some(game.moves().len().to_string())));
        tags.push(("Material", Some(format!("{difference:+}"))));
        for (name, value) in tags {
            if let Some(value) = value {
                let value = value.replace('\\', r"\\").replace('"', "\\\"");
                writeln!(f, "[{name} \"{value}\"]")?;
            }
        }
        writeln!(f)?;
        let first = usize::from(record.start().turn() == Color::Blue);
        for (index, played) in game.moves().enumerate() {
            let ply = index + first;
            match (ply % 2, index) {
                (0, _) => write!(f, "{}. ", ply / 2 + 1)?,
                (_, 0) => f.write_str("1... ")?,
                _ => {}
            }
            write!(f, "{} ", played.mv)?;
            if let Some(search) = record.searches().get(&index) {
                write!(f, "{{ {} }} ", Comment(search))?;
            }
        }
        write!(f, "{}", record.result())
    }
}

/// What is known of a search, in the words of the comment of a move.
struct Comment<'a>(&'a SearchSummary);

impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchSummary {
            score,
            depth,
            time,
            nodes,
        } = self.0;
        let score = score.map(|score| match score {
            MoveScore::Centipawns(score) => format!("score cp {score}"),
            MoveScore::Mate(moves) => format!("score mate {moves}"),
        });
        let words = [
            time.map(|time| format!("movetime {}", time.as_millis())),
            score,
            depth.map(|depth| format!("depth {depth}")),
            nodes.map(|nodes| format!("nodes {nodes}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests;
