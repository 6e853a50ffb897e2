//! The output of the games.

use super::Args;
use super::board::{board, side};
use super::player::Player;
use crate::cli::output;
use crate::opponents::FaultKind;
use crate::opponents::game::{Ended, Ply, Reason};
use crate::opponents::reloaded::Tally;
use ataxx_core::board::{Color, Ending, Game, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::notation::{GameRecord, GameResult, MoveNotation};
use serde::Serialize;
use std::fmt::Write as _;
use std::io;

/// A game of the match.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// Its number, counted from 1.
    pub number: u32,
    /// Which player has black: 0 or 1.
    pub black: usize,
}

impl Match {
    /// Which player has this colour.
    pub const fn player(self, color: Color) -> usize {
        match color {
            Color::Red => self.black,
            Color::Blue => 1 - self.black,
        }
    }
}

/// The output on stdout, as text or as JSON.
pub struct Report {
    json: bool,
    show: bool,
    notation: MoveNotation,
}

/// The line of JSON for a game.
#[derive(Serialize)]
struct GameLine<'a> {
    game: u32,
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
    kind: &'static str,
    what: &'a str,
    /// The move that was played instead; `-` for none.
    instead: String,
    seconds: f64,
}

/// The last line of JSON.
#[derive(Serialize)]
struct PlayersLine<'a> {
    players: Vec<PlayerLine<'a>>,
}

/// A player in the last line of JSON.
#[derive(Serialize)]
struct PlayerLine<'a> {
    player: &'a str,
    name: &'a str,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    illegal: u32,
    late: u32,
    crashes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    unidentified: Option<&'a str>,
}

impl Report {
    /// The output that the command line asks for.
    pub const fn new(args: &Args) -> Self {
        Self {
            json: args.json.wanted,
            show: args.show,
            notation: args.notation.notation,
        }
    }

    /// Before the first game.
    pub fn begun(&self, players: &[Player; 2]) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let [first, second] = players.each_ref().map(in_full);
        output::data(&format!("{first} against {second}\n"))
    }

    /// After a ply.
    pub fn ply(
        &self,
        game: Match,
        players: &[Player; 2],
        after: &Game,
        ply: &Ply,
    ) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let (number, turn, color) = (game.number, ply.turn, side(ply.color));
        let name = players[game.player(ply.color)].name();
        let place = format!("game {number}, turn {turn}, {color} ({name})");
        let mv = self.notation.write(ply.played);
        if let Some(fault) = ply.reason.fault() {
            let instead = match &ply.reason {
                Reason::Random(_) => format!("a random move instead: {mv}"),
                _ => "the move is forfeited".to_owned(),
            };
            let (kind, what) = (kind_in_words(fault.kind), &fault.what);
            output::data(&format!("{place}: {kind}: {what}; {instead}\n"))?;
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

    /// After a game.
    pub fn game(&self, game: Match, players: &[Player; 2], finished: &Ended) -> io::Result<()> {
        // Faults cost moves, never the game: it ends by the rules.
        let Some(outcome) = finished.game.outcome() else {
            return Ok(());
        };
        let [black, white] = counts(finished);
        let turns = finished.plies.last().map_or(0, |ply| ply.turn);
        if self.json {
            let name = |color| players[game.player(color)].name();
            return output::json(&GameLine {
                game: game.number,
                black: name(Color::Red),
                white: name(Color::Blue),
                winner: outcome.winner.map(side),
                ending: ending_name(outcome.ending),
                pieces: Pieces { black, white },
                turns,
                moves: self.moves(finished),
                faults: self.faults(finished),
            });
        }
        let result = match outcome.winner {
            Some(color) => {
                let name = players[game.player(color)].name();
                format!("{} ({name}) wins", side(color))
            }
            None => "a draw".to_owned(),
        };
        let most = black.max(white);
        let least = black.min(white);
        let ending = outcome.ending;
        output::data(&format!(
            "game {}: {result}, {most} to {least}, in turn {turns}: {ending}\n",
            game.number
        ))
    }

    /// After the last game.
    pub fn end(&self, players: &[Player; 2]) -> io::Result<()> {
        if self.json {
            let players = players.iter().map(line).collect();
            return output::json(&PlayersLine { players });
        }
        if players[0].tally.games() == 0 {
            return Ok(());
        }
        let width = players
            .iter()
            .map(|player| player.name().chars().count())
            .max();
        let width = width.unwrap_or(0);
        let mut text = format!(
            "\n{:width$}  games   won  drawn  lost  illegal  late  crashes\n",
            ""
        );
        for player in players {
            let name = player.name();
            let tally @ Tally {
                won,
                drawn,
                lost,
                illegal,
                late,
                crashes,
            } = player.tally;
            let games = tally.games();
            let _ = writeln!(
                text,
                "{name:width$}  {games:>5}  {won:>4}  {drawn:>5}  {lost:>4}  {illegal:>7}  {late:>4}  {crashes:>7}"
            );
        }
        output::data(&text)
    }

    fn moves(&self, finished: &Ended) -> Vec<String> {
        let moves = finished.game.moves();
        moves.map(|played| self.notation.write(played)).collect()
    }

    fn faults<'a>(&self, finished: &'a Ended) -> Vec<FaultLine<'a>> {
        let faults = finished.plies.iter().filter_map(|ply| {
            let fault = ply.reason.fault()?;
            Some(FaultLine {
                turn: ply.turn,
                side: side(ply.color),
                kind: kind_name(fault.kind),
                what: &fault.what,
                instead: self.notation.write(ply.played),
                seconds: text::seconds(ply.took),
            })
        });
        faults.collect()
    }
}

fn line(player: &Player) -> PlayerLine<'_> {
    let tally @ Tally {
        won,
        drawn,
        lost,
        illegal,
        late,
        crashes,
    } = player.tally;
    PlayerLine {
        player: player.given(),
        name: player.name(),
        games: tally.games(),
        won,
        drawn,
        lost,
        illegal,
        late,
        crashes,
        unidentified: player.unidentified(),
    }
}

/// The name of a player, with its description if that is different.
fn in_full(player: &Player) -> String {
    let (name, given) = (player.name(), player.given());
    if name == given {
        name.to_owned()
    } else {
        format!("{name} ({given})")
    }
}

/// The number of pieces of black and white.
fn counts(finished: &Ended) -> [u32; 2] {
    Color::BOTH.map(|color| finished.game.position().pieces(color).count())
}

/// The kind of a fault, in JSON.
const fn kind_name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove | FaultKind::Flood => "illegal",
        FaultKind::Time | FaultKind::Stall => "late",
        FaultKind::Crash => "crash",
    }
}

/// The kind of a fault, for people.
const fn kind_in_words(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove | FaultKind::Flood => "illegal move",
        FaultKind::Time | FaultKind::Stall => "late",
        FaultKind::Crash => "crash",
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
pub fn record(game: Match, players: &[Player; 2], finished: &Ended) -> String {
    let name = |color| {
        players[game.player(color)]
            .name()
            .replace(char::is_control, " ")
    };
    let (black, white) = (name(Color::Red), name(Color::Blue));
    let comment = format!(
        "# game {}: {black} (black) against {white} (white)",
        game.number
    );
    match GameRecord::new(Rules::RELOADED, &finished.game) {
        Ok(record) => {
            debug_assert_ne!(record.result(), GameResult::Unfinished);
            format!("{comment}\n{record}\n\n")
        }
        // Games of Reloaded have no blocks, so they can be recorded.
        Err(error) => format!("{comment}\n# {error}\n\n"),
    }
}
