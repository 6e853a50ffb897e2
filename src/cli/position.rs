//! The POSITION argument, and the options that say more about it.

use super::{disk, moves, values};
use ataxx_toolkit::board::{Game, Position, Rules};
use ataxx_toolkit::diagnostic::{Diagnostic, Source};
use ataxx_toolkit::notation::{Notation, SyntaxError, read_position};
use std::path::Path;

#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// A FEN, `start`, `-` (standard input) or `@FILE`; a dump and Reloaded rows are
    /// recognised too.
    #[arg(
        default_value = "start",
        allow_hyphen_values = true,
        value_parser = values::PositionText,
    )]
    position: String,
    /// The rest of a FEN that nobody quoted.
    #[arg(hide = true)]
    surplus: Vec<String>,
    /// Moves to play on from the position, such as "a7-b7 a1-a2".
    #[arg(
        long,
        value_name = "MOVES",
        allow_hyphen_values = true,
        value_parser = values::no_option,
    )]
    moves: Option<String>,
    /// The rules to play by.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "2022",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    pub rules: Rules,
}

impl Args {
    /// The game that begins at the position, with the moves played.
    ///
    /// # Errors
    ///
    /// When the position or a move cannot be read, or a move is not legal.
    pub fn game(&self) -> Result<Game, Diagnostic> {
        self.refuse_surplus()?;
        let source = self.source()?;
        let position = read(&source.text)
            .map_err(|error| Diagnostic::from(error).with_source(source.clone()))?;
        let mut game = Game::from_position(self.rules, position);
        if let Some(text) = &self.moves {
            moves::play(&mut game, text)?;
        }
        Ok(game)
    }

    /// The text of the position, wherever it stands.
    fn source(&self) -> Result<Source, Diagnostic> {
        let (name, text) = if self.position == "-" {
            ("<stdin>", all_of(Path::new("-"), "<stdin>")?)
        } else if self.position == "@" {
            let error = Diagnostic::error("usage", "the name of a file is missing after `@`");
            return Err(error
                .at(1..1)
                .with_source(source("<position>", "@".to_owned())));
        } else if let Some(file) = self.position.strip_prefix('@') {
            // A file of this name is not standard input.
            let path = Path::new(".").join(file);
            (file, all_of(&path, file)?)
        } else {
            ("<position>", self.position.clone())
        };
        Ok(source(name, text))
    }

    /// Refuses further words, with the likeliest reason why there are any.
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
        let message = "there is something left after the position";
        Err(Diagnostic::error("usage", message)
            .at(start..start + self.surplus[0].len())
            .with_help(help)
            .with_source(source("<position>", all)))
    }
}

/// A text and where it comes from, for what is to be said of it.
pub fn source(name: &str, text: String) -> Source {
    Source {
        // Whoever named the file may have meant to talk to the terminal.
        name: Some(name.replace(char::is_control, "\u{fffd}")),
        first_line: 1,
        text,
    }
}

/// Reads a position.
///
/// # Errors
///
/// When it is none. If it is several, the error says how these are read.
fn read(text: &str) -> Result<Position, SyntaxError> {
    read_position(text).map_err(|mut error| {
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

fn all_of(path: &Path, name: &str) -> Result<String, Diagnostic> {
    disk::open(path)
        .and_then(disk::text)
        .map_err(|error| error.diagnostic(name))
}
