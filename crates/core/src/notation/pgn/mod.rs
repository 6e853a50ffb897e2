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
//! Black is the first player, our Red. Moves are in the notation of UAI (read in any), and turns are
//! counted from 1 whatever the position. Beyond what cuteataxx writes there are the tags `Game`, `Opening`,
//! `TimeControl` and `Lost` for the [`Particulars`](super::Particulars) of the same names,
//! `Rules` if they are not `uai`, and `score`, `depth` and `nodes` in the comment of a move. Any
//! other comment is a person's, on the move; one before the first move is on that.

mod tokens;

use super::any_move::{AnyMove, without_turn_number};
use super::record::{GameRecord, GameResult, NotRecordable, Particulars, Remark};
use super::search_summary::{MoveScore, SearchSummary};
use crate::board::{Color, Game, Position, Rules};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{digits, quoted};
use std::fmt;
use std::iter::Peekable;
use std::num::NonZeroU64;
use std::ops::Range;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;
use tokens::{Part, beginnings, parts, place_as_written, unescaped};

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

/// The reasons for the end of a game: the words of cuteataxx, and those of a record.
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
    /// Whether a text begins like such a file, perhaps after lines that begin with `%`.
    #[must_use]
    pub fn is_pgn(text: &str) -> bool {
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

    /// Reads each game of a text, or its error.
    #[must_use]
    pub fn read_each(text: &str) -> Vec<Result<GameRecord, SyntaxError>> {
        games(text)
    }
}

impl fmt::Display for Pgn<'_> {
    /// The tags, an empty line and the moves on one line, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = self.0;
        let (game, named) = (record.game(), record.particulars());
        let end = game.position();
        let [red, blue] = Color::BOTH.map(|color| end.pieces(color).count());
        let player = |name: &Option<Remark>| {
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
            ("Lost", named.lost.as_ref().map(ToString::to_string)),
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
            if let Some(comment) = record.comments().get(&(None, index)) {
                write!(f, "{{ {} }} ", comment.as_str().replace('}', ")"))?;
            }
        }
        write!(f, "{}", record.result())
    }
}

/// A search summary in the words of a move's comment.
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

/// Each game of a text, or its error.
fn games(text: &str) -> Vec<Result<GameRecord, SyntaxError>> {
    let beginnings = beginnings(text);
    let ends = beginnings.iter().skip(1).copied().chain([text.len()]);
    let mut games = Vec::new();
    for (start, end) in beginnings.iter().copied().zip(ends) {
        read_section(&text[..end], start, &mut games);
    }
    games
}

/// Reads the games from a place to the end of a text. For a game that cannot be read, the first
/// error is kept.
fn read_section(text: &str, start: usize, games: &mut Vec<Result<GameRecord, SyntaxError>>) {
    let (parts, broken) = parts(text, start);
    let mut game = Unfinished::default();
    // Whether the rest of a game with an error is skipped.
    let mut is_bad = false;
    for (part, place) in parts {
        if part == Part::Word
            && let Some(result) = GameResult::named(&text[place.clone()])
        {
            let game = std::mem::take(&mut game);
            if !std::mem::take(&mut is_bad) {
                games.push(game.finish(Some(result), place));
            }
            continue;
        }
        let read = match part {
            _ if is_bad => continue,
            Part::Tag(name, value_place) => {
                if game.has_moves() {
                    games.push(std::mem::take(&mut game).finish(None, place.start..place.start));
                }
                game.read_tag(&name, &text[value_place.clone()], value_place)
            }
            Part::Comment => {
                game.read_comment(&text[place]);
                Ok(())
            }
            Part::Word => game.read_word(&text[place.clone()], place),
        };
        if let Err(error) = read {
            games.push(Err(error));
            is_bad = true;
        }
    }
    if is_bad {
        return;
    }
    let end = broken.as_ref().map_or(text.len(), |error| error.span.start);
    // A tag that cannot be read begins another game.
    let is_complete = broken.is_none() || game.has_moves() && text[end..].starts_with('[');
    if is_complete && game != Unfinished::default() {
        games.push(game.finish(None, end..end));
    }
    games.extend(broken.map(Err));
}

/// A game that is being read.
#[derive(Debug, Default, PartialEq)]
struct Unfinished {
    rules: Option<Rules>,
    start: Option<Position>,
    last: Option<Position>,
    result: Option<GameResult>,
    particulars: Particulars,
    is_adjudicated: bool,
    /// The game, from its first move on.
    game: Option<Game>,
    /// The comments before the first move, which become a comment on it.
    preface: Option<Remark>,
    searches: Vec<(usize, SearchSummary)>,
    comments: Vec<((Option<usize>, usize), Remark)>,
}

impl Unfinished {
    const fn has_moves(&self) -> bool {
        self.game.is_some()
    }

    fn read_tag(
        &mut self,
        name: &str,
        written: &str,
        place: Range<usize>,
    ) -> Result<(), SyntaxError> {
        let value: String = unescaped(written).map(|(_, letter)| letter).collect();
        let value = value.as_str();
        let place_of = |index| place.start + place_as_written(written, index);
        let located = |error: SyntaxError| SyntaxError {
            span: place_of(error.span.start)..place_of(error.span.end),
            ..error
        };
        let known = |value: &str| Remark::new(value).filter(|text| text.as_str() != "?");
        let named = &mut self.particulars;
        match name.to_ascii_lowercase().as_str() {
            "fen" => self.start = Some(value.parse().map_err(located)?),
            // Ignored if invalid.
            "finalfen" => self.last = value.parse().ok(),
            "rules" => self.rules = Some(value.parse().map_err(located)?),
            // Not known yet.
            "result" if ["", "?"].contains(&value.trim()) => {}
            "result" => {
                let result = GameResult::named(value);
                let wrong = || {
                    let found = quoted(value);
                    let message = format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found {found}");
                    SyntaxError::new(place.clone(), message)
                };
                self.result = Some(result.ok_or_else(wrong)?);
            }
            "black" | "red" => named.red = known(value),
            "white" | "blue" => named.blue = known(value),
            "game" => named.game = digits(value).map(NonZeroU64::get),
            "opening" => named.opening = digits(value).map(NonZeroU64::get),
            "lost" => named.lost = known(value),
            "timecontrol" => named.time = known(value),
            "adjudicated" => {
                let ours =
                    |end: &Remark| ENDS.into_iter().find(|(theirs, _)| *theirs == end.as_str());
                named.end = Remark::new(value).and_then(|end| match ours(&end) {
                    Some((_, ours)) => Remark::new(ours),
                    None => Some(end),
                });
                self.is_adjudicated = named.end.is_some();
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a comment about the last move: a search, or a text.
    fn read_comment(&mut self, text: &str) {
        let plies = self.game.as_ref().map_or(0, |game| game.moves().len());
        let Some(index) = plies.checked_sub(1) else {
            let text = text.trim();
            let whole = match &self.preface {
                Some(before) => Remark::new(&format!("{before} {text}")),
                None => Remark::new(text),
            };
            self.preface = whole.or(self.preface.take());
            return;
        };
        let has_search = self.searches.last().is_some_and(|&(last, _)| last == index);
        let as_search = |text: &Remark| {
            let text = text.as_str();
            let search: Option<SearchSummary> = text.parse().ok();
            let search = search.or_else(|| search_in_words(text));
            search.filter(|search| !has_search && !search.is_empty())
        };
        let Some(text) = Remark::new(text) else {
            return;
        };
        if let Some(search) = as_search(&text) {
            self.searches.push((index, search));
            return;
        }
        let before = self.comments.pop_if(|(key, _)| *key == (None, index));
        let whole = match before {
            Some((_, before)) => Remark::new(&format!("{before} {text}")).unwrap_or(text),
            None => text,
        };
        // Written as one comment, it would be read as a search.
        match as_search(&whole) {
            Some(search) => self.searches.push((index, search)),
            None => self.comments.push(((None, index), whole)),
        }
    }

    /// Reads a move with or without a turn number.
    fn read_word(&mut self, word: &str, place: Range<usize>) -> Result<(), SyntaxError> {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let word = without_turn_number(word);
        // Assessments of a move are `$1` and the like. A pass is `0000`.
        if word.is_empty() || word.starts_with('$') || is_number && word != "0000" {
            return Ok(());
        }
        let mv: AnyMove = word.parse().map_err(|error: SyntaxError| SyntaxError {
            span: place.clone(),
            message: format!("{} is no move: {}", quoted(word), error.message),
            ..error
        })?;
        let rules = self.rules.unwrap_or(Rules::UAI);
        let start = self.start.unwrap_or_default();
        let game = self
            .game
            .get_or_insert_with(|| Game::from_position(rules, start));
        mv.play_without_origin(game).map_err(|reason| {
            let word = quoted(word);
            SyntaxError::new(place, format!("{word} cannot be played: {reason}"))
        })?;
        if let Some(preface) = self.preface.take() {
            self.read_comment(preface.as_str());
        }
        Ok(())
    }

    /// The whole game, with the result at this place.
    fn finish(
        mut self,
        result: Option<GameResult>,
        place: Range<usize>,
    ) -> Result<GameRecord, SyntaxError> {
        let rules = self.rules.unwrap_or(Rules::UAI);
        let start = self.start.unwrap_or_default();
        let mut game = self
            .game
            .take()
            .unwrap_or_else(|| Game::from_position(rules, start));
        if self.is_adjudicated && self.ends_with_late_move(&game) {
            game.undo();
        }
        let refused = |reason: NotRecordable| SyntaxError::new(place.clone(), reason.to_string());
        if let (Some(there), Some(here)) = (self.result, result)
            && there != here
        {
            let message = format!("the tag says {there}, found `{here}`");
            return Err(SyntaxError::new(place, message));
        }
        let record = GameRecord::new(rules, &game).map_err(refused)?;
        let record = match result.or(self.result) {
            Some(result) => record.with_result(result).map_err(refused)?,
            None => record,
        };
        Ok(record
            .with_searches(self.searches)
            .with_comments(self.comments)
            .with_particulars(self.particulars))
    }

    /// Whether the last move is not in the final position: cuteataxx writes down a move that came
    /// too late and does not play it.
    fn ends_with_late_move(&self, game: &Game) -> bool {
        let Some(last) = self.last else {
            return false;
        };
        let is_last = |position: &Position| {
            let rest = (last.jumps(), last.plies());
            position.with_jumps(rest.0).with_plies(rest.1) == last
        };
        let before = game.moves().len().checked_sub(1);
        let before = before.and_then(|index| game.positions().nth(index));
        !is_last(game.position()) && before.is_some_and(is_last)
    }
}

/// The search that a comment of cuteataxx describes, which consists of nothing else.
fn search_in_words(text: &str) -> Option<SearchSummary> {
    fn value<T: FromStr>(words: &mut Peekable<SplitWhitespace>) -> Option<T> {
        let value = words.peek()?.parse().ok()?;
        words.next();
        Some(value)
    }
    let mut search = SearchSummary::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "movetime" => search.time = value(&mut words).map(Duration::from_millis),
            "cp" => search.score = value(&mut words).map(MoveScore::Centipawns),
            "mate" => search.score = value(&mut words).map(MoveScore::Mate),
            "depth" => search.depth = value(&mut words),
            "nodes" => search.nodes = value(&mut words),
            "score" => {}
            _ => return None,
        }
    }
    (!search.is_empty()).then_some(search)
}

#[cfg(test)]
mod tests;
