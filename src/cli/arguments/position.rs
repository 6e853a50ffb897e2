//! POSITION, `--moves` and `--rules`.

use super::{RulesOption, values};
use crate::cli::{input, moves, output};
use ataxx_core::board::{Game, Position};
use ataxx_core::diagnostic::{Diagnostic, Source, text};
use ataxx_core::notation::{Notation, ReadPosition, SyntaxError, position_as_read, read_position};
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
        let source = self.source()?;
        let read = read(&source.text)
            .map_err(|error| Diagnostic::from(error).with_source(source.clone()))?;
        if !read.names_turn {
            output::warn(ReadPosition::ASSUMED_TURN);
        }
        self.game_from(read.position)
    }

    /// The game that begins at another position, with the moves played.
    pub fn game_from(&self, position: Position) -> Result<Game, Diagnostic> {
        let mut game = Game::from_position(self.rules.rules, position);
        if let Some(text) = &self.moves {
            moves::play(&mut game, text)?;
        }
        Ok(game)
    }

    /// The text of the position, from the command line, a file or standard input.
    fn source(&self) -> Result<Source, Diagnostic> {
        let path = match self.position.strip_prefix('@') {
            Some("") => {
                let error = Diagnostic::error("usage", "the name of a file is missing after `@`");
                return Err(error
                    .at(1..1)
                    .with_source(source("<position>", "@".to_owned())));
            }
            // A file of this name is not standard input.
            Some("-") => Path::new("./-"),
            Some(file) => Path::new(file),
            None if self.position == "-" => Path::new("-"),
            None => return Ok(source("<position>", self.position.clone())),
        };
        let (name, text) = input::text_of(path)?;
        Ok(source(&name, text))
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
        } else if moves::are_moves(&rest) {
            Some(format!("moves are an option: --moves '{rest}'"))
        } else {
            None
        };
        let start = self.position.len() + 1;
        let message = "unexpected argument after the position";
        Err(Diagnostic::error("usage", message)
            .at(start..start + self.surplus[0].len())
            .with_help(help)
            .with_source(source("<position>", all)))
    }
}

/// A text with its name, for diagnostics.
pub fn source(name: &str, content: String) -> Source {
    Source {
        name: Some(text::visible(name).into_owned()),
        first_line: 1,
        text: content,
    }
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
