//! POSITION, `--moves` and `--rules`.

use super::{RulesOption, values};
use crate::cli::exit::usage;
use crate::cli::input::{self, source};
use crate::cli::output;
use ataxx_core::board::{BoardSize, Game, IllegalMove, JumpVectors, Move, Position, Square};
use ataxx_core::diagnostic::{Diagnostic, Source};
use ataxx_core::notation::{
    AnyMove, BerkeleyMove, Notation, ReadPosition, SyntaxError, position_as_read, read_position,
    without_turn_number,
};
use ataxx_session::{Dialect, Refusal, Spans};
use std::ops::Range;
use std::path::Path;

/// A position, the moves played from it, and the rules.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct PositionArgs {
    /// A FEN, a dump, Reloaded rows, `start`, `-` (standard input) or `@FILE`.
    #[arg(
        default_value = "start",
        allow_hyphen_values = true,
        value_parser = values::PositionText,
    )]
    position: String,
    /// The rest of a FEN that was not quoted.
    #[arg(hide = true)]
    surplus: Vec<String>,
    /// Moves to play from the position, such as "a7-b7 a1-a2".
    #[arg(
        long,
        value_name = "MOVES",
        allow_hyphen_values = true,
        value_parser = values::no_option,
    )]
    moves: Option<String>,
    #[command(flatten)]
    pub rules: RulesOption,
}

impl PositionArgs {
    /// The game that begins at the position, with the moves played.
    pub fn game(&self) -> Result<Game, Diagnostic> {
        self.refuse_surplus()?;
        self.game_of(&self.source()?)
    }

    /// The game that begins at a position of a smaller board, with the moves played.
    pub fn game_on(&self, size: BoardSize) -> Result<Game, Diagnostic> {
        if self.position.eq_ignore_ascii_case("start") && self.surplus.is_empty() {
            return self.game_from(size.start());
        }
        self.refuse_surplus()?;
        let small = self.source()?;
        let text = with_blocks_around(&small.text, size)
            .map_err(|error| Diagnostic::from(error).with_source(small.clone()))?;
        self.game_of(&Source { text, ..small })
    }

    /// The game that begins at the position with this text.
    fn game_of(&self, source: &Source) -> Result<Game, Diagnostic> {
        let read = read(&source.text)
            .map_err(|error| Diagnostic::from(error).with_source(source.clone()))?;
        if !read.names_turn {
            output::warn(ReadPosition::ASSUMED_TURN);
        }
        self.game_from(read.position)
    }

    /// The game that begins at another position, with the moves played.
    fn game_from(&self, position: Position) -> Result<Game, Diagnostic> {
        let mut game = Game::from_position(self.rules.rules, position);
        if let Some(text) = &self.moves {
            play_moves(&mut game, text)?;
        }
        Ok(game)
    }

    /// The text of the position, from the command line, a file or standard input.
    fn source(&self) -> Result<Source, Diagnostic> {
        let path = match self.position.strip_prefix('@') {
            Some("") => {
                let error = usage("the name of a file is missing after `@`").at(1..1);
                return Err(error.with_source(source("<position>", "@")));
            }
            // A file of this name is not standard input.
            Some("-") => Path::new("./-"),
            Some(file) => Path::new(file),
            None if self.position == "-" => Path::new("-"),
            None => return Ok(source("<position>", &self.position)),
        };
        let (name, text) = input::text_of(path)?;
        Ok(source(&name, &text))
    }

    /// Refuses further words, with a hint at the likely mistake.
    fn refuse_surplus(&self) -> Result<(), Diagnostic> {
        if self.surplus.is_empty() {
            return Ok(());
        }
        let rest = self.surplus.join(" ");
        let all = format!("{} {rest}", self.position);
        let help = if Notation::of(&all) != Some(Notation::Start) && read(&all).is_ok() {
            Some(format!("a position is one word to the shell: '{all}'"))
        } else if are_moves(&rest) {
            Some(format!("moves are an option: --moves '{rest}'"))
        } else {
            None
        };
        let start = self.position.len() + 1;
        Err(usage("unexpected argument after the position")
            .at(start..start + self.surplus[0].len())
            .with_help(help)
            .with_source(source("<position>", &all)))
    }
}

/// The FEN of a position with the FEN of a smaller board in its lower left corner, and blocks on
/// the other squares.
fn with_blocks_around(text: &str, size: BoardSize) -> Result<String, SyntaxError> {
    let start = text.len() - text.trim_start().len();
    let board = text[start..].split_whitespace().next().unwrap_or_default();
    let wrong = |span, message| Err(SyntaxError::new(span, message));
    let ranks = board.split('/').count();
    if ranks != usize::from(size.ranks()) {
        let message = format!(
            "expected a FEN with the {} ranks of {size}, found {ranks}",
            size.ranks()
        );
        return wrong(start..start + board.len(), message);
    }
    let mut rows = vec!["-".repeat(Square::SIDE.into()); usize::from(Square::SIDE) - ranks];
    let mut at = start;
    for rank in board.split('/') {
        let squares = |c: char| c.to_digit(10).unwrap_or(1);
        let squares: u32 = rank.chars().map(squares).sum();
        if squares != u32::from(size.files()) {
            let message = format!(
                "expected ranks of {} squares on {size}, found {squares}",
                size.files()
            );
            return wrong(at..at + rank.len(), message);
        }
        rows.push(rank.to_owned() + &"-".repeat((Square::SIDE - size.files()).into()));
        at += rank.len() + 1;
    }
    Ok(rows.join("/") + &text[start + board.len()..])
}

/// Reads a position.
fn read(text: &str) -> Result<ReadPosition, SyntaxError> {
    position_as_read(text).map_err(|mut error| {
        let rest = &text[error.span.start..];
        let starts_line = text[..error.span.start].trim_end_matches([' ', '\t']);
        if starts_line.ends_with('\n') && read_position(&text[..error.span.start]).is_ok() {
            let line = rest.lines().next().unwrap_or_default();
            if read_position(line).is_ok() {
                error.help = Some("many positions, one a line, are read by --batch".to_owned());
            }
        }
        error
    })
}

/// Plays moves in a game. Numbers of turns before them are not checked.
pub fn play_moves(game: &mut Game, text: &str) -> Result<(), Diagnostic> {
    let source = || source("<moves>", text);
    for (index, span) in moves(text).enumerate() {
        let word = &text[span.clone()];
        let mv: AnyMove = word.parse().map_err(|error| {
            Diagnostic::from(SyntaxError::shifted(error, span.start)).with_source(source())
        })?;
        mv.play(game).map_err(|error| {
            let refusal = refusal(game, mv, error, span.clone());
            Diagnostic {
                message: format!("move {}, `{word}`: {}", index + 1, refusal.message),
                ..refusal
            }
            .with_help([format!("it was tried in {}", game.position())])
            .with_source(source())
        })?;
    }
    Ok(())
}

/// Whether a text is nothing but moves, legal or not.
fn are_moves(text: &str) -> bool {
    moves(text).all(|span| text[span].parse::<AnyMove>().is_ok())
}

/// Where the moves of a text are, without the numbers of turns before them.
fn moves(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(char::is_whitespace)
        .map(move |piece| {
            let word = piece.trim_end();
            let mv = without_turn_number(word);
            let first = start + word.find(mv).unwrap_or_default();
            start += piece.len();
            first..first + mv.len()
        })
        .filter(|mv| !mv.is_empty())
}

/// The diagnostic of the text session for an illegal move, without advice that only applies
/// in a session.
fn refusal(game: &Game, mv: AnyMove, error: IllegalMove, span: Range<usize>) -> Diagnostic {
    let position = *game.position();
    let refusal = Refusal::Move {
        error,
        position,
        instead: position
            .legal_moves(game.rules())
            .find(|mv| *mv != Move::Pass)
            .map(|mv| BerkeleyMove::of(mv, &position)),
        can_undo: false,
    };
    let spans = Spans {
        name: span.clone(),
        operand: span.clone(),
    };
    let mut diagnostic = refusal.diagnostic(&spans, Dialect::SPRING_2022);
    match error {
        IllegalMove::GameOver => diagnostic.help.clear(),
        IllegalMove::OutOfReach { from, to }
            if game.rules().jump_vectors() != JumpVectors::DISTANCE_TWO =>
        {
            diagnostic.message = format!("{to} is out of reach from {from} by these rules");
        }
        _ => {}
    }
    if matches!(mv, AnyMove::Reloaded(_)) {
        // A session's moves have a square at either end; here it is a coordinate.
        diagnostic.labels.clear();
        diagnostic = diagnostic.at(span);
    }
    diagnostic
}
