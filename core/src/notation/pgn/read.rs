//! Reading game files of cuteataxx.

use super::ENDS;
use super::tokens::{Part, beginnings, parts};
use crate::board::{Game, Move, Position, Rules};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{digits, quoted};
use crate::notation::BerkeleyMove;
use crate::notation::particulars::{Particulars, Remark};
use crate::notation::record::{GameRecord, GameResult, NotRecordable, replay};
use crate::notation::search_summary::{MoveScore, SearchSummary};
use std::iter::Peekable;
use std::num::NonZeroU64;
use std::ops::Range;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

/// Each game of a text, or why it cannot be read.
pub(super) fn games(text: &str) -> Vec<Result<GameRecord, SyntaxError>> {
    let beginnings = beginnings(text);
    let ends = beginnings.iter().skip(1).copied().chain([text.len()]);
    let mut games = Vec::new();
    for (start, end) in beginnings.iter().copied().zip(ends) {
        read_section(&text[..end], start, &mut games);
    }
    games
}

/// Reads the games from a place to the end of a text. Of a game that cannot be read the first
/// error counts.
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
        let taken = match part {
            _ if is_bad => continue,
            Part::Tag(name, value, value_place) => {
                if game.has_moves() {
                    games.push(std::mem::take(&mut game).finish(None, place.start..place.start));
                }
                game.take_tag(&name, &value, value_place)
            }
            Part::Comment => {
                game.take_comment(&text[place]);
                Ok(())
            }
            Part::Word => game.take_word(&text[place.clone()], place),
        };
        if let Err(error) = taken {
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
    searches: Vec<(usize, SearchSummary)>,
}

impl Unfinished {
    const fn has_moves(&self) -> bool {
        self.game.is_some()
    }

    fn take_tag(
        &mut self,
        name: &str,
        value: &str,
        place: Range<usize>,
    ) -> Result<(), SyntaxError> {
        let shifted = |error: SyntaxError| error.shifted(place.start);
        let known = |value: &str| Remark::new(value).filter(|text| text.as_str() != "?");
        let named = &mut self.particulars;
        match name.to_ascii_lowercase().as_str() {
            "fen" => self.start = Some(value.parse().map_err(shifted)?),
            // It is only used where it is right.
            "finalfen" => self.last = value.parse().ok(),
            "rules" => self.rules = Some(value.parse().map_err(shifted)?),
            // It is not known yet.
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
            "random" => named.random = known(value),
            "timecontrol" => named.time = known(value),
            "adjudicated" => {
                let ours = ENDS.into_iter().find(|(theirs, _)| *theirs == value);
                named.end = Remark::new(ours.map_or(value, |(_, ours)| ours));
                self.is_adjudicated = named.end.is_some();
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes a comment to the last move. What says nothing about a search is left out.
    fn take_comment(&mut self, text: &str) {
        let plies = self.game.as_ref().map_or(0, |game| game.moves().len());
        if let Some(index) = plies.checked_sub(1) {
            let search = text.parse().unwrap_or_else(|_| search_in_words(text));
            self.searches.push((index, search));
        }
    }

    /// Takes a move, with the number of a turn before it, or alone.
    fn take_word(&mut self, word: &str, place: Range<usize>) -> Result<(), SyntaxError> {
        let without_number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        // A pass is `0000`.
        let word = match without_number.trim_start_matches('.') {
            rest if rest.len() < without_number.len() => rest,
            _ if without_number.is_empty() && word != "0000" => "",
            _ => word,
        };
        let word = word.trim_end_matches(['!', '?']);
        // Assessments of a move are `$1` and the like.
        if word.is_empty() || word.starts_with('$') {
            return Ok(());
        }
        let mv = Move::read_loosely(word).map_err(|error| SyntaxError {
            span: place.clone(),
            message: format!("{} is no move: {}", quoted(word), error.message),
            ..error
        })?;
        let rules = self.rules.unwrap_or(Rules::UAI);
        let start = self.start.unwrap_or_default();
        let game = self
            .game
            .get_or_insert_with(|| Game::from_position(rules, start));
        let played = match mv {
            Move::Pass => replay(BerkeleyMove::Pass, game),
            mv => game.play(mv),
        };
        played.map_err(|reason| {
            let word = quoted(word);
            SyntaxError::new(place, format!("{word} cannot be played: {reason}"))
        })?;
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

/// What the words of a comment say about a search; unknown ones are skipped.
fn search_in_words(text: &str) -> SearchSummary {
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
            _ => {}
        }
    }
    search
}
