//! Records of whole games, a plain text of our own:
//!
//! ```text
//! # everything from a `#` to the end of its line is a comment
//! rules: 2022
//! start: x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1
//!
//! 1. a7-b7 a1-a2
//! 2. a7-a6 a2-a3
//! *
//! ```
//!
//! All header lines may be missing (rules 2022, the usual start), and so may the
//! turn numbers; `1...` stands before a turn of which only Blue's half is there.
//! Blanks and line ends are free between moves, which are in Berkeley notation; `-` is a
//! pass, and under the rules `reloaded` also a move that was forfeited.
//! The result comes last: `1-0` for Red, `0-1` for Blue, `1/2-1/2` for neither,
//! `*` for a game that is not finished; if it is missing, the board decides.
//!
//! Games of a match have more header lines, in any order: `game:` and `opening:` with a
//! number, `red:` and `blue:` with the names of the players, `time:` and `end:` with a
//! text ([`Particulars`]). A file can hold many games, one after the other; then each
//! has its result.
//!
//! Variations are comments of a fixed form, see [`Variation`]. So are the players' reports of their
//! searches ([`SearchSummary`]), after the line of the turn, in the order of the moves; `1...` stands
//! before a report of Blue's move alone:
//!
//! ```text
//! 1. a7-b7 a1-a2
//! # 1. {+0.35/12 0.210s n=15023} {-0.20/11 0.198s n=14120}
//! ```
//!
//! Comments of people on moves come last: `comments.rs`.

mod comments;
mod headers;
mod moves;
#[cfg(test)]
mod tests;
mod variation;

pub use headers::{GameResult, Particulars, Remark};
pub(super) use moves::replay;
pub use variation::Variation;

use crate::board::{Game, PlayedMove, Position, Rules, ranks};
use crate::diagnostic::syntax::{
    Fault, Parsed, SyntaxError, beginning, found, whole, without_comments,
};
use crate::notation::search_summary::SearchSummary;
use comments::Comments;
use headers::{headers, key, result};
use moves::{moves, place, turn_name, turns, without_second_comment};
use nom::Parser;
use nom::character::complete::multispace0;
use nom::combinator::opt;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// A game with the name of its rules and its result.
///
/// ```
/// use ataxx_core::notation::{GameRecord, GameResult};
///
/// let record: GameRecord = "1. a7-b7 a1-a2 2. a7-a6 0-1".parse().expect("a record");
/// assert_eq!(record.game().moves().len(), 3);
/// assert_eq!(record.to_string(), "rules: 2022\n\n1. a7-b7 a1-a2\n2. a7-a6\n0-1");
/// let error = "1. a7-b7 a1-d1".parse::<GameRecord>().expect_err("too far");
/// assert_eq!(error.message, "`a1-d1` cannot be played: d1 is out of reach from a1");
/// assert_eq!(error.span, 9..14);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    game: Game,
    result: GameResult,
    particulars: Particulars,
    variations: Vec<Variation>,
    /// The search summaries, by the number of moves before the move.
    searches: BTreeMap<usize, SearchSummary>,
    comments: Comments,
}

/// Why a game cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotRecordable {
    /// The game is played by other rules.
    #[error("the game is not played by the rules {0}")]
    OtherRules(Rules),
    /// The moves do not lead from the game's first position to its last one,
    /// because blocks were placed between them.
    #[error("blocks were placed after the first move")]
    BlocksAfterMoves,
    /// The result is not the one on the board.
    #[error("the board says {0}")]
    OtherResult(GameResult),
    /// A variation branches off a line that does not exist, or has an illegal move.
    #[error("a variation cannot be played")]
    Variation,
}

impl GameRecord {
    /// The record of a game, with the result on its board.
    ///
    /// Plies are counted as a FEN counts them: from the turn number and the side to
    /// move of the first position.
    ///
    /// # Errors
    ///
    /// When the game is not played by these rules, or blocks were placed after the
    /// first move.
    pub fn new(rules: Rules, game: &Game) -> Result<Self, NotRecordable> {
        if *game.rules() != rules {
            return Err(NotRecordable::OtherRules(rules));
        }
        let start = *game.start();
        let plies = ranks::plies(start.turn_number(), start.turn());
        let mut copy = Game::from_position(rules, start.with_plies(plies));
        for played in game.moves() {
            replay(played.into(), &mut copy).map_err(|_| NotRecordable::BlocksAfterMoves)?;
        }
        let plies = copy.position().plies();
        if *copy.position() != game.position().with_plies(plies) {
            return Err(NotRecordable::BlocksAfterMoves);
        }
        let result = copy.outcome().into();
        Ok(Self {
            game: copy,
            result,
            particulars: Particulars::default(),
            variations: Vec::new(),
            searches: BTreeMap::new(),
            comments: BTreeMap::new(),
        })
    }

    /// The same game with a result that the board does not show.
    ///
    /// # Errors
    ///
    /// When the board shows another one.
    pub fn with_result(self, result: GameResult) -> Result<Self, NotRecordable> {
        match self.game.outcome() {
            Some(outcome) if GameResult::from(Some(outcome)) != result => {
                Err(NotRecordable::OtherResult(Some(outcome).into()))
            }
            _ => Ok(Self { result, ..self }),
        }
    }

    /// The same game with these headers.
    #[must_use]
    pub fn with_particulars(self, particulars: Particulars) -> Self {
        Self {
            particulars,
            ..self
        }
    }

    /// Reads all records of a text.
    ///
    /// # Errors
    ///
    /// When one cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<Self>, SyntaxError> {
        Self::read_each(text).into_iter().collect()
    }

    /// Reads each record of a text, or its error.
    #[must_use]
    pub fn read_each(text: &str) -> Vec<Result<Self, SyntaxError>> {
        let mut start = 0;
        let records = records(&without_comments(text)).into_iter();
        let each = records.map(|(record, end)| {
            let part = std::mem::replace(&mut start, end)..end;
            let mut record = record?;
            record.read_comments(text, part)?;
            Ok(record)
        });
        each.collect()
    }

    /// The headers.
    #[must_use]
    pub const fn particulars(&self) -> &Particulars {
        &self.particulars
    }

    /// The variations, each after its parent.
    #[must_use]
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// The search summaries of the moves, by the number of moves before each.
    #[must_use]
    pub const fn searches(&self) -> &BTreeMap<usize, SearchSummary> {
        &self.searches
    }

    /// Reads the searches, variations and comments on moves in this part of a text.
    fn read_comments(&mut self, text: &str, part: Range<usize>) -> Result<(), SyntaxError> {
        self.read_searches(&text[part.clone()]);
        self.read_variations(text, part.clone())?;
        let line_of = |index| self.line(index);
        let comments = text[part]
            .lines()
            .filter_map(|line| comments::read(line, line_of));
        self.comments = comments.collect();
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        *self.game.rules()
    }

    /// The game, after its last move.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game, after its last move.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        *self.game.start()
    }

    /// The result.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// The same record with one more variation. It branches off after the first `after` moves of
    /// the game, or of the variation with the index `parent`.
    ///
    /// # Errors
    ///
    /// When there is no such place or no move, a move is not legal, or the name is too long.
    pub fn with_variation(
        mut self,
        parent: Option<usize>,
        after: usize,
        moves: impl IntoIterator<Item = PlayedMove>,
        name: Option<Remark>,
    ) -> Result<Self, NotRecordable> {
        let line = self.line(parent).ok_or(NotRecordable::Variation)?;
        let variation = Variation::new(parent, line, after, moves, name);
        self.variations
            .push(variation.ok_or(NotRecordable::Variation)?);
        Ok(self)
    }

    /// The moves of the variation with this index, or of the game.
    fn line(&self, index: Option<usize>) -> Option<&Game> {
        match index {
            None => Some(&self.game),
            Some(index) => self.variations.get(index).map(Variation::game),
        }
    }

    /// Adds the variations in this part of a text.
    fn read_variations(&mut self, text: &str, part: Range<usize>) -> Result<(), SyntaxError> {
        let mut start = part.start;
        for line in text[part].split_inclusive('\n') {
            let expected = self.variations.len() + 1;
            if let Some(read) = Variation::read(line, expected, |index| self.line(index)) {
                self.variations
                    .push(read.map_err(|error| error.shifted(start))?);
            }
            start += line.len();
        }
        Ok(())
    }

    /// The same record with search summaries, by the number of moves before each. Summaries that
    /// belong to no move of the game are left out.
    #[must_use]
    pub fn with_searches(
        mut self,
        searches: impl IntoIterator<Item = (usize, SearchSummary)>,
    ) -> Self {
        let plies = self.game.moves().len();
        let known = searches
            .into_iter()
            .filter(|(ply, search)| *ply < plies && !search.is_empty());
        self.searches = known.map(|(ply, search)| (ply, search.rounded())).collect();
        self
    }

    /// The comments on moves, by the index of the variation (`None` for the game) and the number of
    /// its moves before the move.
    #[must_use]
    pub const fn comments(&self) -> &Comments {
        &self.comments
    }

    /// The same record with comments on moves. Comments that belong to no move are left out.
    #[must_use]
    pub fn with_comments(
        mut self,
        comments: impl IntoIterator<Item = ((Option<usize>, usize), Remark)>,
    ) -> Self {
        let is_on_move = |&((index, ply), _): &((Option<usize>, usize), Remark)| {
            self.line(index)
                .is_some_and(|line| ply < line.moves().len())
        };
        self.comments = comments.into_iter().filter(is_on_move).collect();
        self
    }

    /// Prints a line end and the searches for these moves of the same turn, if there are any.
    fn print_searches(&self, moves: Range<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut known = self.searches.range(moves).peekable();
        let Some((first, _)) = known.peek() else {
            return Ok(());
        };
        let Some(before) = self.game.positions().nth(**first) else {
            return Ok(());
        };
        write!(f, "\n# {}", turn_name(before))?;
        known.try_for_each(|(_, search)| write!(f, " {{{search}}}"))
    }

    /// Adds the searches in the comments of a text. Other comments are ignored.
    fn read_searches(&mut self, text: &str) {
        for line in text.lines() {
            if let Some((ply, searches)) = self.searches_of(line) {
                self.searches.extend((ply..).zip(searches));
            }
        }
    }

    /// The searches in a line, and the number of moves before the first of them.
    fn searches_of(&self, line: &str) -> Option<(usize, Vec<SearchSummary>)> {
        let comment = line.trim_start().strip_prefix('#')?;
        let comment = without_second_comment(comment);
        let (turn, list) = comment.split_at_checked(comment.find('{')?)?;
        let (rest, (ply, _)) = place(turn, &self.game).ok()?;
        if !rest.trim().is_empty() {
            return None;
        }
        let mut searches = Vec::new();
        let mut list = list.trim();
        while !list.is_empty() {
            let (search, rest) = list.strip_prefix('{')?.split_once('}')?;
            let search: SearchSummary = search.parse().ok()?;
            searches.push(Some(search).filter(|search| !search.is_empty())?);
            list = rest.trim_start();
        }
        let is_of_game = ply + searches.len() <= self.game.moves().len();
        is_of_game.then_some((ply, searches))
    }
}

impl fmt::Display for GameRecord {
    /// The canonical record: the particulars, the rules, the start if it is not the usual
    /// one, an empty line, a line for each turn, its searches, each variation and comment, the
    /// result; no line end after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.particulars)?;
        writeln!(f, "rules: {}", self.game.rules())?;
        if self.start() != Position::start() {
            writeln!(f, "start: {}", self.start())?;
        }
        turns(&self.game, '\n', f, |moves, f| {
            self.print_searches(moves, f)
        })?;
        for (index, variation) in self.variations.iter().enumerate() {
            variation.print(index + 1, f)?;
        }
        comments::print(&self.comments, |index| self.line(index), f)?;
        write!(f, "\n{}", self.result)
    }
}

impl FromStr for GameRecord {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut record = whole(&without_comments(text), record)?;
        record.read_comments(text, 0..text.len())?;
        Ok(record)
    }
}

/// Each record of a text without comments, or its error, and the place after it.
fn records(text: &str) -> Vec<(Result<GameRecord, SyntaxError>, usize)> {
    let mut all = Vec::new();
    let mut start = text.len() - text.trim_start().len();
    while start < text.len() {
        let (read, end) = match beginning(text, start, record) {
            Ok((end, record)) => (Ok(record), end),
            Err(error) => {
                let end = next_record(text, start, error.span.start);
                (Err(error), end)
            }
        };
        all.push((read, end));
        start = end;
    }
    all
}

/// The start of the record after the one at `start`, which has an error at `error`: after the next
/// result, or at earlier headers or an earlier first turn that cannot belong to the same record.
fn next_record(text: &str, start: usize, error: usize) -> usize {
    let mut seen = Vec::new();
    let mut in_headers = true;
    let mut place = start;
    for line in text[start..].split_inclusive('\n') {
        let after = place + line.len();
        let begun = line.trim_start();
        let key = key(begun).ok().map(|(_, key)| key);
        let first = key.or_else(|| begun.starts_with("1.").then_some("1."));
        let is_over = first.is_some_and(|first| seen.contains(&first));
        // Never at the first line, which nothing precedes.
        if after > error && (is_over || key.is_some() && !in_headers) {
            return place;
        }
        seen.extend(first);
        if key.is_none() && !begun.is_empty() {
            in_headers = false;
            let mut end = error.clamp(place, after);
            for word in text[end..after].split_inclusive(char::is_whitespace) {
                end += word.len();
                if GameResult::named(word.trim_end()).is_some() {
                    return text.len() - text[end..].trim_start().len();
                }
            }
        }
        place = after;
    }
    text.len()
}

/// A record without comments, and the blanks after it.
fn record(input: &str) -> Parsed<'_, GameRecord> {
    let (rest, headers) = headers(input)?;
    let rules = headers.rules.unwrap_or(Rules::BERKELEY_2022);
    let game = Game::from_position(rules, headers.start.unwrap_or_default());
    let (rest, game) = moves(rest, game)?;
    let on_board = game.outcome().into();
    let (after, result) = opt(result).parse(rest)?;
    let result = result.unwrap_or(on_board);
    if on_board != GameResult::Unfinished && result != on_board {
        let message = format!("the board says {on_board}, found {}", found(rest));
        return Fault::word(rest, message).fail();
    }
    let (after, _) = multispace0(after)?;
    let record = GameRecord {
        game,
        result,
        particulars: headers.particulars,
        variations: Vec::new(),
        searches: BTreeMap::new(),
        comments: BTreeMap::new(),
    };
    Ok((after, record))
}

#[cfg(test)]
mod search_tests {
    use super::*;
    use crate::board::{Game, Rules};
    use crate::notation::search_summary::tests::summary;
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    const TEXT: &str = "rules: 2022\n\n1. a7-b7 a1-a2\n\
        # 1. {+0.35/12 0.210s n=15023} {-M2}\n\
        2. a7-a6 a2-a3\n\
        # 2... {0.050s}\n\
        3. a6-a5\n\
        # variation 1: 1... a1-b2\n\
        *";

    fn read(text: &str) -> GameRecord {
        text.parse().expect(text)
    }

    #[test]
    fn searches_are_read_as_they_are_written() {
        let record = read(TEXT);
        assert_eq!(record.to_string(), TEXT);
        let plies: Vec<usize> = record.searches().keys().copied().collect();
        assert_eq!(plies, [0, 1, 3]);
        assert_eq!(record.variations().len(), 1);
    }

    #[test]
    fn each_game_of_a_file_has_its_searches() {
        let text = format!("{TEXT}\n\na7-b7 *\n\n{TEXT}\n");
        let games = GameRecord::read_all(&text).expect("three games");
        let counts = games.iter().map(|game| game.searches().len());
        assert_eq!(counts.collect::<Vec<_>>(), [3, 0, 3]);
    }

    #[test]
    fn other_comments_are_ignored() {
        for comment in [
            "# 1. {a good move}",
            "# 1. {}",
            "# 1. +0.35",
            "# 1. {+0.35} {+0.36} {+0.37}",
            "# 2. {+0.35}",
            "# 1.. {+0.35",
            "# 1. better {+0.35}",
            "# {+0.35}",
            "# 99999999999999999999. {+0.35}",
        ] {
            let record = read(&format!("1. a7-b7 a1-a2\n{comment}\n*"));
            assert!(record.searches().is_empty(), "{comment}");
        }
        let last = read("1. a7-b7\n# 1. {+0.35} # 1. {+0.36}\r\n#1.{+0.37}\r\n*");
        assert_eq!(last.to_string(), "rules: 2022\n\n1. a7-b7\n# 1. {+0.37}\n*");
    }

    #[test]
    fn searches_of_no_move_are_left_out() {
        let search = "+0.35".parse().expect("a summary");
        let record = read("1. a7-b7 *").with_searches([(0, SearchSummary::default()), (1, search)]);
        assert!(record.searches().is_empty());
    }

    proptest! {
        #[test]
        fn random_searches_are_read_as_they_are_written(
            choices in vec(any::<u16>(), 0..12),
            starts_with_blue in any::<bool>(),
            searches in btree_map(0_usize..14, summary(), 0..14),
        ) {
            let fen = if starts_with_blue { "x5o/7/7/7/7/7/o5x o 3 4" } else { "x5o/7/7/7/7/7/o5x x 0 1" };
            let mut game = Game::from_position(Rules::UAI, fen.parse().expect("a position"));
            for choice in choices {
                let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
                if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                    game.play(mv).expect("a legal move");
                }
            }
            let record = GameRecord::new(Rules::UAI, &game).expect("a record");
            let bare = record.to_string();
            let record = record.with_searches(searches);
            let text = record.to_string();
            prop_assert_eq!(&read(&text), &record);
            // Programs that do not know searches read the game alone.
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            prop_assert_eq!(lines.join("\n"), bare);
        }
    }
}
