//! The players, and the output of the games.

use super::human::{board, side};
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use ataxx_arena::{GameEvent, Pairing};
use ataxx_core::board::{Color, Ending, Game, Rules};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::notation::{GameRecord, GameResult, MoveNotation};
use ataxx_opponents::FailureKind;
use ataxx_opponents::game::{FinishedGame, Ply, Reason};
use ataxx_storage as storage;
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A player, as it is reported.
#[derive(Serialize)]
pub struct Player {
    /// Its description on the command line.
    #[serde(rename = "player")]
    pub given: String,
    /// Its own name, or its description if it has none.
    pub name: String,
    #[serde(flatten)]
    tally: Tally,
    /// What is wrong with the answer of an agent to `identify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unidentified: Option<String>,
}

/// The results and faults of a player in some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Tally {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    illegal: u32,
    late: u32,
    crashes: u32,
}

impl Player {
    pub fn new(given: &str, name: String, unidentified: Option<String>) -> Self {
        Self {
            given: given.to_owned(),
            name,
            unidentified,
            tally: Tally::default(),
        }
    }

    /// Whether it has played without a fault, and has a name.
    pub const fn is_faultless(&self) -> bool {
        let faults = self.tally.illegal + self.tally.late + self.tally.crashes;
        faults == 0 && self.unidentified.is_none()
    }
}

impl Tally {
    /// Counts a game in which the player had this colour.
    fn add(&mut self, game: &FinishedGame, color: Color) {
        self.games += 1;
        match game.result {
            GameResult::Win(winner) if winner == color => self.won += 1,
            GameResult::Win(_) => self.lost += 1,
            GameResult::Draw | GameResult::Unfinished => self.drawn += 1,
        }
        for ply in game.plies.iter().filter(|ply| ply.color == color) {
            match ply.reason.fault().map(|fault| FaultName::of(fault.kind)) {
                Some(FaultName::Illegal) => self.illegal += 1,
                Some(FaultName::Late) => self.late += 1,
                Some(FaultName::Crash) => self.crashes += 1,
                None => {}
            }
        }
    }
}

/// The kinds of faults that are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FaultName {
    /// An answer that is no legal move.
    Illegal,
    Late,
    /// A process that ended without an answer.
    Crash,
}

impl FaultName {
    const fn of(kind: FailureKind) -> Self {
        match kind {
            kind if kind.is_illegal_answer() => Self::Illegal,
            FailureKind::Crash => Self::Crash,
            _ => Self::Late,
        }
    }

    /// For people.
    const fn in_words(self) -> &'static str {
        match self {
            Self::Illegal => "illegal move",
            Self::Late => "late",
            Self::Crash => "crash",
        }
    }
}

/// The output on stdout, as text or as JSON, and the file of records.
pub struct ReloadedReport {
    pub json: bool,
    pub show: bool,
    pub notation: MoveNotation,
    pub players: [Player; 2],
    pub records: Option<Records>,
    /// Why a record could not be written. The games end then.
    pub failed: Option<Diagnostic>,
    /// Whether stdout was written. Nothing more is after a failure.
    pub printed: io::Result<()>,
}

/// The line of JSON for a game.
#[derive(Serialize)]
struct GameLine<'a> {
    game: u64,
    black: &'a str,
    white: &'a str,
    winner: Option<&'static str>,
    ending: &'static str,
    pieces: Pieces,
    turns: u32,
    moves: Vec<String>,
    faults: Vec<FaultLine<'a>>,
}

#[derive(Serialize)]
struct Pieces {
    black: u32,
    white: u32,
}

/// A fault in the line of JSON for a game.
#[derive(Serialize)]
struct FaultLine<'a> {
    turn: u32,
    side: &'static str,
    kind: FaultName,
    what: &'a str,
    /// The move that was played instead; `-` for none.
    instead: String,
    seconds: f64,
}

/// The last line of JSON.
#[derive(Serialize)]
struct PlayersLine<'a> {
    players: &'a [Player],
}

impl ReloadedReport {
    /// Before the first game.
    pub fn begin(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let [first, second] = self.players.each_ref().map(in_full);
        output::data(&format!("{first} against {second}\n"))
    }

    /// Reports what happens in a game.
    pub fn show(&mut self, pairing: &Pairing, event: GameEvent) {
        if let GameEvent::Ended(ended) = &event
            && let Err(error) = self.count(pairing, ended)
        {
            self.failed.get_or_insert(error);
        }
        if self.printed.is_ok() {
            self.printed = match event {
                GameEvent::Ply(ply, after) => self.ply(pairing, after, ply),
                GameEvent::Ended(ended) => self.ended(pairing, ended),
            };
        }
    }

    fn name(&self, pairing: &Pairing, color: Color) -> &str {
        &self.players[pairing.player(color)].name
    }

    fn ply(&self, pairing: &Pairing, after: &Game, ply: &Ply) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let (number, turn, color) = (pairing.number + 1, ply.turn, side(ply.color));
        let name = self.name(pairing, ply.color);
        let place = format!("game {number}, turn {turn}, {color} ({name})");
        let mv = self.notation.write(ply.played);
        if let Some(fault) = ply.reason.fault() {
            let instead = match &ply.reason {
                Reason::Random(_) => format!("a random move instead: {mv}"),
                _ => "the move is forfeited".to_owned(),
            };
            let kind = FaultName::of(fault.kind).in_words();
            output::data(&format!("{place}: {kind}: {fault}; {instead}\n"))?;
        } else if self.show {
            let seconds = ply.took.as_secs_f64();
            let what = match ply.reason {
                Reason::NoMove => "no legal move".to_owned(),
                _ => format!("{mv}  ({seconds:.2} s)"),
            };
            output::data(&format!("{place}: {what}\n"))?;
        }
        if self.show {
            output::data(&board(after.position()))?;
        }
        Ok(())
    }

    /// Counts the result, and writes the record.
    fn count(&mut self, pairing: &Pairing, ended: &FinishedGame) -> Result<(), Diagnostic> {
        for color in Color::BOTH {
            self.players[pairing.player(color)].tally.add(ended, color);
        }
        let names = Color::BOTH.map(|color| &*self.players[pairing.player(color)].name);
        match &mut self.records {
            Some(records) => records.add(&record(pairing.number + 1, names, ended)),
            None => Ok(()),
        }
    }

    fn ended(&self, pairing: &Pairing, ended: &FinishedGame) -> io::Result<()> {
        let [black, white] = Color::BOTH.map(|color| self.name(pairing, color));
        // Faults cost moves, never the game: it ends by the rules.
        let Some(outcome) = ended.game.outcome() else {
            return Ok(());
        };
        let position = ended.game.position();
        let pieces = Color::BOTH.map(|color| position.pieces(color).count());
        let turns = ended.plies.last().map_or(0, |ply| ply.turn);
        if self.json {
            return output::json(&GameLine {
                game: pairing.number + 1,
                black,
                white,
                winner: outcome.winner.map(side),
                ending: ending_name(outcome.ending),
                pieces: Pieces {
                    black: pieces[0],
                    white: pieces[1],
                },
                turns,
                moves: self.moves(ended),
                faults: self.faults(ended),
            });
        }
        let result = match outcome.winner {
            Some(color) => format!("{} ({}) wins", side(color), self.name(pairing, color)),
            None => "a draw".to_owned(),
        };
        let most = pieces[0].max(pieces[1]);
        let least = pieces[0].min(pieces[1]);
        let ending = outcome.ending;
        output::data(&format!(
            "game {}: {result}, {most} to {least}, in turn {turns}: {ending}\n",
            pairing.number + 1
        ))
    }

    /// After the last game.
    pub fn end(&self) -> io::Result<()> {
        let players = &self.players;
        if self.json {
            return output::json(&PlayersLine { players });
        }
        if players[0].tally.games == 0 {
            return Ok(());
        }
        let widths = players.each_ref().map(|player| player.name.chars().count());
        let width = widths[0].max(widths[1]);
        let mut text = format!(
            "\n{:width$}  games   won  drawn  lost  illegal  late  crashes\n",
            ""
        );
        for Player { name, tally, .. } in players {
            let Tally {
                games,
                won,
                drawn,
                lost,
                illegal,
                late,
                crashes,
            } = tally;
            let _ = writeln!(
                text,
                "{name:width$}  {games:>5}  {won:>4}  {drawn:>5}  {lost:>4}  {illegal:>7}  {late:>4}  {crashes:>7}"
            );
        }
        output::data(&text)
    }

    fn moves(&self, ended: &FinishedGame) -> Vec<String> {
        let moves = ended.game.moves();
        moves.map(|played| self.notation.write(played)).collect()
    }

    fn faults<'a>(&self, ended: &'a FinishedGame) -> Vec<FaultLine<'a>> {
        let faults = ended.plies.iter().filter_map(|ply| {
            let fault = ply.reason.fault()?;
            Some(FaultLine {
                turn: ply.turn,
                side: side(ply.color),
                kind: FaultName::of(fault.kind),
                what: &fault.message,
                instead: self.notation.write(ply.played),
                seconds: text::seconds(ply.took),
            })
        });
        faults.collect()
    }
}

/// The name of a player, with its description if that is different.
fn in_full(Player { name, given, .. }: &Player) -> String {
    if name == given {
        name.clone()
    } else {
        format!("{name} ({given})")
    }
}

const fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::NoPieces => "no-pieces",
        Ending::NoMoves => "no-moves",
        Ending::JumpLimit => "jump-limit",
        Ending::PlyLimit => "turn-limit",
        Ending::Stuck => "stuck",
    }
}

/// The record of a game, with a comment that names the players, and an empty line.
fn record(number: u64, names: [&str; 2], ended: &FinishedGame) -> String {
    let [black, white] = names.map(|name| name.replace(char::is_control, " "));
    let comment = format!("# game {number}: {black} (black) against {white} (white)");
    match GameRecord::new(Rules::RELOADED, &ended.game) {
        Ok(record) => {
            debug_assert_ne!(record.result(), GameResult::Unfinished);
            format!("{comment}\n{record}\n\n")
        }
        // Games of Reloaded have no blocks, so they can be recorded.
        Err(error) => format!("{comment}\n# {error}\n\n"),
    }
}

/// A file of records. Each is written when its game is over, as a whole or not at all; the first
/// replaces what was there.
pub struct Records {
    path: PathBuf,
    result: ResultFile,
    file: Option<File>,
}

impl Records {
    pub fn at(path: &Path) -> Result<Self, Diagnostic> {
        Ok(Self {
            path: path.to_owned(),
            result: ResultFile::at(path)?,
            file: None,
        })
    }

    fn add(&mut self, record: &str) -> Result<(), Diagnostic> {
        let added = self.append(record.as_bytes());
        added.map_err(|error| self.result.unwritable(&error))
    }

    fn append(&mut self, record: &[u8]) -> io::Result<()> {
        if let Some(file) = &self.file {
            return storage::append(file, record);
        }
        let is_stream = fs::metadata(&self.path).is_ok_and(|there| !there.is_file());
        if !is_stream {
            storage::replace(&self.path, |out| out.write_all(record))?;
        }
        let file = OpenOptions::new().append(true).open(&self.path)?;
        if is_stream {
            storage::append(&file, record)?;
        }
        self.file = Some(file);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Move;
    use ataxx_core::notation::SearchSummary;
    use ataxx_opponents::End;
    use std::time::Duration;

    #[test]
    fn faults_are_counted_for_the_side_that_did_wrong() {
        let mut game = Game::new(Rules::RELOADED);
        game.forfeit_move().expect("it goes on");
        let ply = |color, kind| Ply {
            turn: 1,
            color,
            played: game.last_move().expect("a pass"),
            reason: Reason::Forfeited(ataxx_opponents::Failure::new(kind, "so it was")),
            took: Duration::ZERO,
            search: SearchSummary::default(),
        };
        assert_eq!(game.last_move().map(|played| played.mv), Some(Move::Pass));
        let plies = vec![
            ply(Color::Red, FailureKind::Timeout(None)),
            ply(Color::Blue, FailureKind::IllegalMove),
            ply(Color::Red, FailureKind::Flood),
            ply(Color::Blue, FailureKind::Crash),
            ply(Color::Red, FailureKind::Late),
        ];
        let ended = FinishedGame {
            game: game.clone(),
            result: GameResult::Win(Color::Blue),
            end: End::Rules,
            plies,
        };
        let mut red = Tally::default();
        red.add(&ended, Color::Red);
        let expected = Tally {
            games: 1,
            lost: 1,
            illegal: 1,
            late: 2,
            ..Tally::default()
        };
        assert_eq!(red, expected);
        let mut blue = Tally::default();
        blue.add(&ended, Color::Blue);
        assert_eq!((blue.won, blue.illegal, blue.crashes), (1, 1, 1));
    }
}
