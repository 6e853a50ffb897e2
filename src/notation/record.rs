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

use super::berkeley::{BerkeleyMove, berkeley_move};
use super::fen::{Fen, fen};
use super::particulars::{Particulars, Remark};
use super::ranks;
use super::syntax::{
    Fault, Parsed, SyntaxError, did_you_mean, found, next_word, quoted, whole, without_comments,
};
use crate::board::{Color, Game, IllegalMove, Outcome, PlayedMove, Position, Preset, Rules};
use nom::Parser;
use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0};
use nom::combinator::opt;
use nom::multi::many1_count;
use nom::sequence::{pair, terminated};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A game with the name of its rules and its result.
///
/// ```
/// use ataxx::notation::{GameRecord, GameResult};
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
    preset: Preset,
    game: Game,
    result: GameResult,
    particulars: Particulars,
}

/// How a recorded game ended. A side may win or the game be a draw while the board
/// says nothing of it: by resignation, on time, by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This side won: `1-0` for Red, `0-1` for Blue.
    Win(Color),
    /// Nobody won: `1/2-1/2`.
    Draw,
    /// The game was not played to an end: `*`.
    Unfinished,
}

/// Why a game cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotRecordable {
    /// The game is played by other rules than the preset's.
    #[error("the game is not played by the rules {0}")]
    OtherRules(Preset),
    /// The moves do not lead from the game's first position to its last one,
    /// because blocks were placed between them.
    #[error("blocks were placed after the first move")]
    BlocksAfterMoves,
    /// The result is not the one on the board.
    #[error("the board says {0}")]
    OtherResult(GameResult),
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
    pub fn new(preset: Preset, game: &Game) -> Result<Self, NotRecordable> {
        if *game.rules() != preset.rules() {
            return Err(NotRecordable::OtherRules(preset));
        }
        let start = start_of(game);
        let plies = ranks::plies(ranks::turn_number(&start), start.turn());
        let mut copy = Game::from_position(preset.rules(), start.with_plies(plies));
        for played in game.moves() {
            replay(played.into(), &mut copy).map_err(|_| NotRecordable::BlocksAfterMoves)?;
        }
        let plies = copy.position().plies();
        if *copy.position() != game.position().with_plies(plies) {
            return Err(NotRecordable::BlocksAfterMoves);
        }
        let result = copy.outcome().into();
        Ok(Self {
            preset,
            game: copy,
            result,
            particulars: Particulars::default(),
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

    /// The same game with this said of it.
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
        whole(&without_comments(text), records)
    }

    /// What is said of the game beyond its moves.
    #[must_use]
    pub const fn particulars(&self) -> &Particulars {
        &self.particulars
    }

    /// The name of the rules.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preset
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
        start_of(&self.game)
    }

    /// The result.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }
}

fn start_of(game: &Game) -> Position {
    let mut game = game.clone();
    while game.undo().is_some() {}
    *game.position()
}

impl From<Option<Outcome>> for GameResult {
    /// The result of a game that goes on (`None`) or has ended on the board.
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Unfinished,
            Some(outcome) => outcome.winner.map_or(Self::Draw, Self::Win),
        }
    }
}

/// Records one after the other, without comments.
fn records(input: &str) -> Parsed<'_, Vec<GameRecord>> {
    let (mut rest, _) = multispace0(input)?;
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (after, next) = record(rest)?;
        all.push(next);
        rest = after;
    }
    Ok((rest, all))
}

/// A record without comments, and the blanks after it.
fn record(input: &str) -> Parsed<'_, GameRecord> {
    let (rest, headers) = headers(input)?;
    let preset = headers.preset.unwrap_or(Preset::Berkeley2022);
    let game = Game::from_position(preset.rules(), headers.start.unwrap_or_default());
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
        preset,
        game,
        result,
        particulars: headers.particulars,
    };
    Ok((after, record))
}

/// What the header lines say.
#[derive(Default)]
struct Headers {
    preset: Option<Preset>,
    start: Option<Position>,
    particulars: Particulars,
}

/// What header lines begin with.
const KEYS: [&str; 8] = [
    "game", "opening", "red", "blue", "time", "end", "rules", "start",
];

fn headers(input: &str) -> Parsed<'_, Headers> {
    let mut headers = Headers::default();
    let mut seen = Vec::new();
    let (mut rest, _) = multispace0(input)?;
    while let Ok((value, key)) = terminated(key, space0).parse(rest) {
        if !KEYS.contains(&key) {
            let message = format!(
                "expected a header ({}), found {}",
                KEYS.join(", "),
                found(rest)
            );
            let help = did_you_mean(key, KEYS);
            return Fault::word(rest, message).with_help(help).fail();
        }
        if seen.contains(&key) {
            return Fault::word(rest, format!("a second `{key}:`")).fail();
        }
        seen.push(key);
        (rest, ()) = headers.take(key, value)?;
        (rest, _) = space0(rest)?;
        if !rest.is_empty() && !rest.starts_with(['\r', '\n']) {
            let message = format!("expected the end of the line, found {}", found(rest));
            return Fault::word(rest, message).fail();
        }
        (rest, _) = multispace0(rest)?;
    }
    Ok((rest, headers))
}

impl Headers {
    /// Takes in the value of one of the keys.
    fn take<'a>(&mut self, key: &str, value: &'a str) -> Parsed<'a, ()> {
        let Particulars {
            game,
            opening,
            red,
            blue,
            time,
            end,
        } = &mut self.particulars;
        let (rest, text) = match key {
            "rules" => {
                let name = next_word(value);
                let named: Result<Preset, _> = name.parse();
                let preset =
                    named.map_err(|error| nom::Err::Failure(Fault::inside(value, error)))?;
                self.preset = Some(preset);
                return Ok((&value[name.len()..], ()));
            }
            "start" => {
                let (rest, position) = fen(value)?;
                self.start = Some(position);
                return Ok((rest, ()));
            }
            "game" | "opening" => {
                let (rest, number) = counted(value)?;
                *if key == "game" { game } else { opening } = Some(number);
                return Ok((rest, ()));
            }
            "red" => (remark(value)?, red),
            "blue" => (remark(value)?, blue),
            "time" => (remark(value)?, time),
            _ => (remark(value)?, end),
        };
        let (rest, remark) = rest;
        *text = Some(remark);
        Ok((rest, ()))
    }
}

/// A number that counts from 1.
fn counted(input: &str) -> Parsed<'_, u64> {
    let word = next_word(input);
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(number) if number > 0 && is_plain => Ok((&input[word.len()..], number)),
        _ => {
            let message = format!("expected a number from 1, found {}", found(word));
            Fault::word(input, message).fail()
        }
    }
}

/// The rest of the line.
fn remark(input: &str) -> Parsed<'_, Remark> {
    let (rest, line) = take_till(|letter| letter == '\r' || letter == '\n').parse(input)?;
    match Remark::new(line) {
        Some(remark) => Ok((rest, remark)),
        None => Fault::new(input, 0, "expected a text, found the end of the line").fail(),
    }
}

/// The word before a colon.
fn key(input: &str) -> Parsed<'_, &str> {
    terminated(take_while1(char::is_alphabetic), char(':')).parse(input)
}

/// All moves up to the result, played on the game.
fn moves(input: &str, mut game: Game) -> Parsed<'_, Game> {
    let mut rest = input;
    while !rest.is_empty() && result(rest).is_err() {
        if let (after, Some(number)) = opt(turn_number).parse(rest)? {
            check_turn_number(rest, number, game.position())?;
            (rest, _) = multispace0(after)?;
        }
        let (after, mv) = berkeley_move(rest)?;
        if after.starts_with(|next: char| !next.is_whitespace()) {
            let message = format!("expected a blank after {mv}, found {}", found(after));
            return Fault::word(after, message).fail();
        }
        if let Err(reason) = replay(mv, &mut game) {
            let message = format!("{} cannot be played: {reason}", quoted(next_word(rest)));
            return Fault::word(rest, message).fail();
        }
        (rest, _) = multispace0(after)?;
    }
    Ok((rest, game))
}

/// Plays a recorded move. In Ataxx Reloaded a move can be forfeited although there are
/// legal ones, which is written as a pass.
fn replay(mv: BerkeleyMove, game: &mut Game) -> Result<PlayedMove, IllegalMove> {
    match mv {
        BerkeleyMove::Pass if *game.rules() == Rules::RELOADED => game.forfeit_move(),
        mv => mv.play(game),
    }
}

/// `12.` or `12...`, with the digits and the count of dots.
fn turn_number(input: &str) -> Parsed<'_, (&str, usize)> {
    pair(digit1, many1_count(char('.'))).parse(input)
}

fn check_turn_number<'a>(
    rest: &'a str,
    (digits, dots): (&str, usize),
    position: &Position,
) -> Result<(), nom::Err<Fault<'a>>> {
    let expected = ranks::turn_number(position);
    let blue = position.turn() == Color::Blue;
    if digits.parse() == Ok(expected) && (dots == 1 || blue && dots == 3) {
        return Ok(());
    }
    let dots_after = if blue { "..." } else { "." };
    let len = digits.len() + dots;
    let message = format!(
        "expected {} in turn `{expected}{dots_after}`, found {}",
        if blue { "Blue's move" } else { "Red's move" },
        quoted(&rest[..len])
    );
    Err(nom::Err::Failure(Fault::new(rest, len, message)))
}

fn result(input: &str) -> Parsed<'_, GameResult> {
    let (rest, word) = take_till(char::is_whitespace).parse(input)?;
    let known = [
        GameResult::Win(Color::Red),
        GameResult::Win(Color::Blue),
        GameResult::Draw,
        GameResult::Unfinished,
    ];
    match known.into_iter().find(|result| result.to_string() == word) {
        Some(result) => Ok((rest, result)),
        None => Fault::word(input, "expected a result").miss(),
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win(Color::Red) => "1-0",
            Self::Win(Color::Blue) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        })
    }
}

impl fmt::Display for GameRecord {
    /// The canonical record: the particulars, the rules, the start if it is not the usual
    /// one, an empty line, a line for each turn, the result; no line end after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.particulars)?;
        writeln!(f, "rules: {}", self.preset)?;
        let mut position = self.start();
        if position != Position::start() {
            writeln!(f, "start: {}", Fen(position))?;
        }
        for (index, played) in self.game.moves().enumerate() {
            let number = ranks::turn_number(&position);
            match position.turn() {
                Color::Red => write!(f, "\n{number}.")?,
                Color::Blue if index == 0 => write!(f, "\n{number}...")?,
                Color::Blue => {}
            }
            write!(f, " {}", BerkeleyMove::from(played))?;
            position = position.after(played.mv, self.game.rules());
        }
        write!(f, "\n{}", self.result)
    }
}

impl FromStr for GameRecord {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(&without_comments(text), record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    const SHORT: &str = "a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5 g6-f6";

    fn read(text: &str) -> GameRecord {
        text.parse().expect(text)
    }

    /// What the error blames, and what it says.
    fn error(text: &str) -> (&str, String) {
        let error = text.parse::<GameRecord>().expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn a_won_game() {
        let record = read(SHORT);
        assert_eq!(record.result(), GameResult::Win(Color::Red));
        insta::assert_snapshot!(record, @"
        rules: 2022

        1. a7-a6 g7-g6
        2. g1-g3 g7-g5
        3. g3-f5 a1-c3
        4. a6-a5 c3-e5
        5. g6-f6
        1-0
        ");
    }

    #[test]
    fn a_start_of_its_own() {
        let record = read(
            "# two headers\r\nstart: x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7 # Blue\nrules: 2016\n\
             7... g7-g6 a7-a6 a1-b1\n9. a6-a5 0-1",
        );
        assert_eq!(record.preset(), Preset::Berkeley2016);
        assert_eq!(record.start().jumps(), 3);
        assert_eq!(record.result(), GameResult::Win(Color::Blue));
        insta::assert_snapshot!(record, @"
        rules: 2016
        start: x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7

        7... g7-g6
        8. a7-a6 a1-b1
        9. a6-a5
        0-1
        ");
    }

    #[test]
    fn an_empty_record() {
        let record = read("");
        assert_eq!(record.game(), &Game::new(Preset::Berkeley2022.rules()));
        assert_eq!(record.to_string(), "rules: 2022\n\n*");
        assert_eq!(read(&record.to_string()), record);
    }

    #[test]
    fn numbers_and_lines_are_free() {
        let record = read("a7-b7 a1-a2 a7-a6");
        for text in [
            "1. a7-b7 a1-a2 2. a7-a6 *",
            "1.a7-b7\n1... a1-a2\n\n2. a7-a6",
            " rules: 2022\nA7-B7\n\tA1-A2 # why?\nA7-A6\n*\n",
        ] {
            assert_eq!(read(text), record, "{text}");
        }
    }

    #[test]
    fn records_that_are_wrong() {
        let won = format!("{SHORT} 0-1");
        let too_long = format!("{SHORT} a1-a2");
        let cases = [
            (
                "rules: 2021",
                "2021",
                "expected rules (2008, 2016, 2022, uai, reloaded), found `2021`",
            ),
            (
                "rules:\n",
                "",
                "expected rules (2008, 2016, 2022, uai, reloaded), found the end",
            ),
            (
                "rules: 2022 a7-b7",
                "a7-b7",
                "expected the end of the line, found `a7-b7`",
            ),
            ("rules: uai\nrules: uai", "rules:", "a second `rules:`"),
            (
                "strat: x",
                "strat:",
                "expected a header (game, opening, red, blue, time, end, rules, start), found `strat:`",
            ),
            ("start: x5o/6 x", "6", "rank 6 has 6 squares instead of 7"),
            ("game: 0\na7-b7", "0", "expected a number from 1, found `0`"),
            ("opening: +3", "+3", "expected a number from 1, found `+3`"),
            (
                "red: # nobody\nblue: me",
                "",
                "expected a text, found the end of the line",
            ),
            ("end: a\nend: b", "end:", "a second `end:`"),
            (
                "1. a7-b7 a1a2",
                "",
                "expected `-` and the square that a1 goes to, found `a2`",
            ),
            (
                "1. a7-b7 2. a1-a2",
                "2.",
                "expected Blue's move in turn `1...`, found `2.`",
            ),
            (
                "1. a7-b7 a1-a2 3. a7-a6",
                "3.",
                "expected Red's move in turn `2.`, found `3.`",
            ),
            (
                "1... a7-b7",
                "1...",
                "expected Red's move in turn `1.`, found `1...`",
            ),
            ("1. a7-b7x", "x", "expected a blank after a7-b7, found `x`"),
            (
                "1. a7-d7",
                "a7-d7",
                "`a7-d7` cannot be played: d7 is out of reach from a7",
            ),
            (
                "1. -",
                "-",
                "`-` cannot be played: a pass is legal only without another legal move",
            ),
            (
                too_long.as_str(),
                "a1-a2",
                "`a1-a2` cannot be played: the game is over",
            ),
            (won.as_str(), "0-1", "the board says 1-0, found `0-1`"),
            (
                "a7-b7 * a1-a2",
                "a1-a2",
                "expected nothing more, found `a1-a2`",
            ),
            (
                "2-0",
                "2",
                "`2` is not a square: expected a file a to g and a rank 1 to 7",
            ),
        ];
        for (text, blamed, message) in cases {
            assert_eq!(error(text), (blamed, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn games_that_cannot_be_recorded() {
        let rules = Preset::Berkeley2008;
        let mut game = Game::new(rules.rules());
        let other = Preset::Uai;
        assert_eq!(
            GameRecord::new(other, &game),
            Err(NotRecordable::OtherRules(other))
        );
        game.place_block("c3".parse().expect("c3")).expect("empty");
        assert!(GameRecord::new(rules, &game).is_ok());
        let first: BerkeleyMove = "a7-b7".parse().expect("a move");
        first.play(&mut game).expect("legal");
        assert!(GameRecord::new(rules, &game).is_ok());
        game.place_block("d4".parse().expect("d4")).expect("empty");
        assert_eq!(
            GameRecord::new(rules, &game),
            Err(NotRecordable::BlocksAfterMoves)
        );
    }

    #[test]
    fn results_off_the_board() {
        let resigned = read("a7-b7").with_result(GameResult::Win(Color::Blue));
        let resigned = resigned.expect("the board says nothing");
        assert_eq!(read(&resigned.to_string()), resigned);
        let won = GameResult::Win(Color::Red);
        assert!(read(SHORT).with_result(won).is_ok());
        assert_eq!(
            read(SHORT).with_result(GameResult::Draw),
            Err(NotRecordable::OtherResult(won))
        );
    }

    #[test]
    fn a_game_of_a_match() {
        let record = read(
            "rules: uai # as they all play\nblue: the other: one\ngame: 12\n\
             end: forfeit on time\nred: ours\ntime: 10+0.1\nopening: 6\n1. a7-b7 0-1\n",
        );
        insta::assert_snapshot!(record, @"
        game: 12
        opening: 6
        red: ours
        blue: the other: one
        time: 10+0.1
        end: forfeit on time
        rules: uai

        1. a7-b7
        0-1
        ");
        assert_eq!(read(&record.to_string()), record);
    }

    #[test]
    fn several_games() {
        let text = format!("# a match\ngame: 1\n{SHORT} 1-0 game: 2\n\na7-b7\n*\n\na7-a6\n");
        let records = GameRecord::read_all(&text).expect("three records");
        let games: Vec<_> = records
            .iter()
            .map(|record| record.particulars().game)
            .collect();
        assert_eq!(games, [Some(1), Some(2), None]);
        assert_eq!(GameRecord::read_all(" # none\n"), Ok(Vec::new()));
        let error = GameRecord::read_all("a7-b7\ngame: 2\n").expect_err("no result between");
        assert_eq!(error.span, 6..8);
    }

    proptest! {
        /// Whatever is said of a game, the record is read as it was written, alone and
        /// among others, and written as before.
        #[test]
        fn records_are_read_as_they_were_written(
            games in vec((particulars(), 0..5_usize, vec(any::<u16>(), 0..40), any::<bool>()), 1..4),
        ) {
            let mut records = Vec::new();
            for (particulars, preset, choices, resigned) in games {
                let preset = Preset::ALL[preset];
                let mut game = Game::new(preset.rules());
                for choice in choices {
                    let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
                    if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                        game.play(mv).expect("legal");
                    }
                }
                let record = GameRecord::new(preset, &game).expect("a record");
                let record = record.with_particulars(particulars);
                let resigned = resigned && game.outcome().is_none();
                records.push(if resigned {
                    record.with_result(GameResult::Win(Color::Blue)).expect("it goes on")
                } else {
                    record
                });
            }
            for record in &records {
                let text = record.to_string();
                prop_assert_eq!(&read(&text), record);
                prop_assert_eq!(read(&text).to_string(), text);
            }
            let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
            prop_assert_eq!(GameRecord::read_all(&texts.join("\n\n")), Ok(records));
        }

        #[test]
        fn nothing_makes_the_reader_panic(text in "(game|end|red|rules|start|: |\\n|#|a7-b7|\\*|1-0|é|.){0,20}") {
            let _ = GameRecord::read_all(&text);
            let _ = text.parse::<GameRecord>();
        }
    }

    fn particulars() -> impl Strategy<Value = Particulars> {
        let number = || option::of(1..u64::MAX);
        let text = || option::of(".*").prop_map(|text| text.and_then(|text| Remark::new(&text)));
        (number(), number(), text(), text(), text(), text()).prop_map(
            |(game, opening, red, blue, time, end)| Particulars {
                game,
                opening,
                red,
                blue,
                time,
                end,
            },
        )
    }
}
