//! The games of a match, planned and played, and the moves that a fault cost.

use ataxx_core::board::Color;
use ataxx_core::notation::{GameRecord, GameResult, Particulars, Remark};
use ataxx_core::stats::GameScore;
use ataxx_opponents::game::Ply;
use ataxx_opponents::{End, Failure, FailureKind};
use std::fmt;
use thiserror::Error;

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The number of the game in the schedule, counted from 0.
    pub number: u64,
    /// Which opening, counted from 0.
    pub opening: u64,
    /// The player who has Red, as an index into the list of players.
    pub red: usize,
    /// The player who has Blue.
    pub blue: usize,
}

impl Pairing {
    /// The player who has this colour.
    pub const fn player(&self, color: Color) -> usize {
        match color {
            Color::Red => self.red,
            Color::Blue => self.blue,
        }
    }
}

/// A game of a match that was played.
///
/// Two games between the same players with the same opening and exchanged colours are a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of the game in the schedule, counted from 0.
    pub number: u64,
    /// The number of the opening, counted from 0.
    pub opening: u64,
    /// The player who has Red, as an index into the list of players.
    pub red: usize,
    /// The player who has Blue.
    pub blue: usize,
    /// The result; [`GameResult::Unfinished`] does not count.
    pub result: GameResult,
    /// Why it ended.
    pub end: End,
    /// The moves that were lost by faults.
    pub lost_moves: Vec<LostMove>,
    /// The game as a [`GameRecord`]; empty where it is not needed.
    pub record: String,
}

/// Why a record is not that of a game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotOfMatch {
    /// A field is missing.
    #[error("the record has no `{0}:`")]
    Missing(&'static str),
    /// A player is not of this match.
    #[error("`{0}` does not play in this match")]
    UnknownPlayer(String),
    /// The end is not known.
    #[error("`end: {0}` is no end that is known")]
    UnknownEnd(String),
    /// The lost moves cannot be read.
    #[error("`lost: {0}` lists no lost moves")]
    UnknownLostMoves(String),
}

impl PlayedGame {
    /// A game of this pairing between players of these names.
    pub fn new(
        pairing: &Pairing,
        names: &[Remark],
        record: GameRecord,
        end: End,
        lost_moves: &[LostMove],
        time: Option<Remark>,
    ) -> Self {
        let particulars = Particulars {
            game: Some(pairing.number + 1),
            opening: Some(pairing.opening + 1),
            red: names.get(pairing.red).cloned(),
            blue: names.get(pairing.blue).cloned(),
            time,
            end: match &end {
                End::Rules => None,
                end => Remark::new(&end.to_string()),
            },
            lost: LostMove::write_all(lost_moves),
        };
        Self {
            number: pairing.number,
            opening: pairing.opening,
            red: pairing.red,
            blue: pairing.blue,
            result: record.result(),
            // A record keeps less than there was.
            end: End::read(particulars.end.as_ref()).unwrap_or(end),
            lost_moves: LostMove::read_all(particulars.lost.as_ref()).unwrap_or_default(),
            record: record.with_particulars(particulars).to_string(),
        }
    }

    /// The same without the record, which is most of it.
    pub fn without_record(&self) -> Self {
        Self {
            record: String::new(),
            ..self.clone()
        }
    }

    /// Whether this is the same game. What the players report about their moves, which are
    /// comments of the record, may be different.
    pub fn is_same(&self, other: &Self) -> bool {
        fn moves(record: &str) -> impl Iterator<Item = &str> {
            record.lines().filter(|line| !line.starts_with('#'))
        }
        self.without_record() == other.without_record()
            && moves(&self.record).eq(moves(&other.record))
    }

    /// Reads the record of a game between players of these names.
    pub fn of(record: &GameRecord, names: &[Remark]) -> Result<Self, NotOfMatch> {
        let particulars = record.particulars();
        let player = |name: &Option<Remark>, key| {
            let name = name.as_ref().ok_or(NotOfMatch::Missing(key))?;
            let place = names.iter().position(|known| known == name);
            place.ok_or_else(|| NotOfMatch::UnknownPlayer(name.to_string()))
        };
        let end = particulars.end.as_ref();
        let lost = particulars.lost.as_ref();
        let text = |remark: Option<&Remark>| remark.map_or_else(String::new, ToString::to_string);
        let unknown_lost = || NotOfMatch::UnknownLostMoves(text(lost));
        Ok(Self {
            number: particulars.game.ok_or(NotOfMatch::Missing("game"))? - 1,
            opening: particulars.opening.ok_or(NotOfMatch::Missing("opening"))? - 1,
            red: player(&particulars.red, "red")?,
            blue: player(&particulars.blue, "blue")?,
            result: record.result(),
            end: End::read(end).ok_or_else(|| NotOfMatch::UnknownEnd(text(end)))?,
            lost_moves: LostMove::read_all(lost).ok_or_else(unknown_lost)?,
            record: record.to_string(),
        })
    }

    /// The player who has this colour.
    pub const fn player(&self, color: Color) -> usize {
        match color {
            Color::Red => self.red,
            Color::Blue => self.blue,
        }
    }

    /// Its score; `None` if it was not finished.
    pub fn score(&self) -> Option<GameScore> {
        let half_points = match self.result {
            GameResult::Win(Color::Red) => 2,
            GameResult::Draw => 1,
            GameResult::Win(Color::Blue) => 0,
            GameResult::Unfinished => return None,
        };
        Some(GameScore {
            number: self.number,
            opening: self.opening,
            players: [self.red, self.blue],
            half_points,
        })
    }
}

/// A move that an agent lost by a fault: a random one or a pass took its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostMove {
    /// The number of its turn, counted from 1.
    pub turn: u32,
    /// The side of the agent.
    pub color: Color,
    /// What the agent did wrong.
    pub fault: Failure,
}

/// Between two lost moves in a record.
const SEPARATOR: &str = "; ";

impl LostMove {
    /// The lost move of a ply, if it was lost.
    pub fn of(ply: &Ply) -> Option<Self> {
        let fault = ply.reason.fault()?;
        Some(Self {
            turn: ply.turn,
            color: ply.color,
            fault: fault.clone(),
        })
    }

    /// The header of a record that lists these lost moves.
    pub fn write_all(moves: &[Self]) -> Option<Remark> {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        Remark::new(&moves.join(SEPARATOR))
    }

    /// Reads the header of a record; `None` when it lists something else.
    pub fn read_all(header: Option<&Remark>) -> Option<Vec<Self>> {
        let moves = header.map(|header| header.as_str().split(SEPARATOR));
        moves.into_iter().flatten().map(Self::read).collect()
    }

    fn read(text: &str) -> Option<Self> {
        let (place, fault) = text.split_once(": ").unwrap_or((text, ""));
        let mut parts = place.strip_prefix("turn ")?.split(", ");
        let (turn, color, kind) = (parts.next()?, parts.next()?, parts.next()?);
        let is_color = |one: &Color| one.to_string() == color;
        let is_kind = |one: &FailureKind| one.in_results() == kind;
        Some(Self {
            turn: turn.parse().ok()?,
            color: Color::BOTH.into_iter().find(is_color)?,
            fault: Failure::new(FailureKind::FORFEITS.into_iter().find(is_kind)?, fault),
        })
    }
}

impl fmt::Display for LostMove {
    /// `turn 3, Red, illegal move: why`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, color, fault) = (self.turn, self.color, &self.fault);
        write!(f, "turn {turn}, {color}, {}", fault.kind.in_results())?;
        match Remark::new(&fault.message.replace(';', ",")) {
            Some(what) => write!(f, ": {what}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod played_tests {
    use super::*;
    use ataxx_core::board::{Game, Rules};
    use ataxx_core::notation::BerkeleyMove;
    use ataxx_opponents::{Failure, FailureKind};

    fn names() -> Vec<Remark> {
        ["ours", "theirs"]
            .iter()
            .filter_map(|name| Remark::new(name))
            .collect()
    }

    fn played(result: GameResult, end: End) -> PlayedGame {
        let mut game = Game::new(Rules::UAI);
        let mv: BerkeleyMove = "a7-b7".parse().expect("a move");
        mv.play(&mut game).expect("legal");
        let pairing = Pairing {
            number: 11,
            opening: 5,
            red: 1,
            blue: 0,
        };
        let search = "+0.35/12 0.210s n=15023".parse().expect("a summary");
        let record = GameRecord::new(Rules::UAI, &game)
            .and_then(|record| record.with_result(result))
            .expect("a record")
            .with_searches([(0, search)]);
        PlayedGame::new(&pairing, &names(), record, end, &[], Remark::new("10+0.1"))
    }

    #[test]
    fn every_end_is_read_back() {
        let forfeits = [
            FailureKind::IllegalMove,
            FailureKind::Late,
            FailureKind::Crash,
            FailureKind::Timeout(None),
            FailureKind::Flood,
        ]
        .map(|kind| End::forfeit(kind, "so: it\nwas"));
        let others = [
            End::Adjudicated("400 plies".to_owned()),
            End::forfeit(FailureKind::Crash, String::new()),
            End::Rules,
        ];
        for end in forfeits.into_iter().chain(others) {
            let played = played(GameResult::Win(Color::Red), end);
            let record: GameRecord = played.record.parse().expect("a record");
            assert_eq!(PlayedGame::of(&record, &names()).as_ref(), Ok(&played));
        }
    }

    #[test]
    fn the_record_of_a_forfeited_game() {
        let end = End::forfeit(FailureKind::Late, "took 1.2 s of 1 s".to_owned());
        let played = played(GameResult::Win(Color::Red), end);
        insta::assert_snapshot!(played.record, @"
        game: 12
        opening: 6
        red: theirs
        blue: ours
        time: 10+0.1
        end: forfeit on time: took 1.2 s of 1 s
        rules: uai

        1. a7-b7
        # 1. {+0.35/12 0.210s n=15023}
        1-0
        ");
    }

    #[test]
    fn lost_moves_are_read_back() {
        let record: GameRecord = "rules: reloaded\n\na7-b7".parse().expect("a record");
        let pairing = Pairing {
            number: 0,
            opening: 0,
            red: 0,
            blue: 1,
        };
        let lost = LostMove {
            turn: 1,
            color: Color::Red,
            fault: Failure::new(FailureKind::Timeout(None), "no answer within 5 s"),
        };
        let game = PlayedGame::new(&pairing, &names(), record, End::Rules, &[lost], None);
        insta::assert_snapshot!(game.record, @"
        game: 1
        opening: 1
        red: ours
        blue: theirs
        lost: turn 1, Red, stall: no answer within 5 s
        rules: reloaded

        1. a7-b7
        *
        ");
        let record: GameRecord = game.record.parse().expect("a record");
        assert_eq!(PlayedGame::of(&record, &names()).as_ref(), Ok(&game));
        let other = PlayedGame {
            lost_moves: Vec::new(),
            ..game.clone()
        };
        assert!(!game.is_same(&other));
    }

    #[test]
    fn the_same_game_with_other_times() {
        let game = played(GameResult::Win(Color::Red), End::Rules);
        let with = |from: &str, to: &str| PlayedGame {
            record: game.record.replace(from, to),
            ..game.clone()
        };
        assert!(game.is_same(&with("0.210s", "0.211s")));
        assert!(!game.is_same(&with("a7-b7", "a7-a6")));
        assert!(!game.is_same(&played(GameResult::Draw, End::Rules)));
    }

    #[test]
    fn records_of_something_else() {
        let reason = |text: &str| {
            let record: GameRecord = text.parse().expect(text);
            PlayedGame::of(&record, &names())
                .expect_err(text)
                .to_string()
        };
        insta::assert_snapshot!(reason("red: ours\nblue: theirs\nopening: 1"), @"the record has no `game:`");
        insta::assert_snapshot!(reason("game: 1\nopening: 1\nred: ours\nblue: me"), @"`me` does not play in this match");
        insta::assert_snapshot!(reason("game: 1\nopening: 1\nred: ours\nblue: theirs\nend: rain"), @"`end: rain` is no end that is known");
        insta::assert_snapshot!(reason("game: 1\nopening: 1\nred: ours\nblue: theirs\nlost: rain"), @"`lost: rain` lists no lost moves");
    }
}

#[cfg(test)]
mod lost_move_tests {
    use super::*;

    fn lost(turn: u32, color: Color, kind: FailureKind, what: &str) -> LostMove {
        let fault = Failure::new(kind, what);
        LostMove { turn, color, fault }
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let moves = [
            lost(
                1,
                Color::Red,
                FailureKind::IllegalMove,
                "`a: b`, turn 2, Blue",
            ),
            lost(
                1,
                Color::Blue,
                FailureKind::Timeout(None),
                "no answer within 5 s",
            ),
            lost(100, Color::Blue, FailureKind::Crash, ""),
        ];
        let header = LostMove::write_all(&moves);
        insta::assert_snapshot!(header.as_ref().expect("moves"), @"turn 1, Red, illegal move: `a: b`, turn 2, Blue; turn 1, Blue, stall: no answer within 5 s; turn 100, Blue, crash");
        assert_eq!(LostMove::read_all(header.as_ref()), Some(moves.to_vec()));
        assert_eq!(LostMove::write_all(&[]), None);
        assert_eq!(LostMove::read_all(None), Some(Vec::new()));
        // A semicolon in the message of an agent does not end the entry.
        let split = [lost(1, Color::Red, FailureKind::Flood, "a; b\n# c")];
        insta::assert_snapshot!(split[0], @"turn 1, Red, stall: a, b ♯ c");
        assert_eq!(LostMove::read_all(Remark::new("rain").as_ref()), None);
    }
}
