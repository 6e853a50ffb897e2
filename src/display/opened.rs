//! Pasted texts: positions, game records, certificates, scenarios.

mod certificate;
mod scenarios;

use super::tree::{NotPlayable, Tree};
use crate::session::Dialect;
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Move, Position, Rules};
use ataxx_core::notation::{
    GameRecord, Notation, ReadPosition, SyntaxError, position_as_read, read_game, read_games,
};
use certificate::Certificate;
use maud::{Markup, html};
pub use scenarios::Scenarios;

/// The limit on the variations of a game.
const MOST_VARIATIONS: usize = 1000;

/// The content of a pasted text.
#[derive(Clone, Debug)]
pub enum Content {
    /// A position.
    Position(Position),
    /// A game with its variations.
    Game(Box<Tree>),
    /// Something to step through.
    Opened(Opened),
}

/// Something to step through.
#[derive(Clone, Debug)]
pub enum Opened {
    /// A certificate that was checked.
    Certificate(Box<Certificate>),
    /// Scenarios.
    Scenarios(Box<Scenarios>),
}

impl Opened {
    /// The game to put on the board, by these rules.
    pub fn start(&self, rules: Rules) -> Option<Game> {
        match self {
            Self::Certificate(certificate) => Some(certificate.start(rules)),
            Self::Scenarios(_) => None,
        }
    }

    /// The move of a certificate for the position on the board.
    pub fn advice(&self, position: &Position) -> Option<Move> {
        match self {
            Self::Certificate(certificate) => certificate.advice(position),
            Self::Scenarios(_) => None,
        }
    }
}

/// The panel of an open certificate or scenario.
pub fn panel(opened: &Opened, position: &Position) -> Markup {
    let (title, content) = match opened {
        Opened::Certificate(certificate) => ("Certificate", certificate.panel(position)),
        Opened::Scenarios(scenarios) => ("Scenarios", scenarios.panel()),
    };
    html! {
        section class="panel" aria-labelledby="opened-title" {
            h2 id="opened-title" { (title) }
            (content)
        }
    }
}

/// Reads a text in any of the formats. A warning about it comes with its content.
pub fn read(
    text: &str,
    dialect: Dialect,
    cancel: &Cancellation,
) -> Result<(Content, Option<String>), String> {
    let rules = dialect.rules();
    let opened = if Certificate::is_one(text) {
        Opened::Certificate(Box::new(Certificate::read(text, rules, cancel)?))
    } else if Scenarios::is_one(text) {
        Opened::Scenarios(Box::new(Scenarios::read(text, dialect)?))
    } else if Notation::of(text).is_some() {
        let read = position_as_read(text).map_err(|error| in_a_line(text, &error))?;
        let warning = (!read.names_turn).then(|| ReadPosition::ASSUMED_TURN.to_owned());
        return Ok((Content::Position(read.position), warning));
    } else {
        let (record, bad) = only_game(text).map_err(|error| in_a_line(text, &error))?;
        let tree = tree(&record, &rules)?;
        let warning = bad.map(|error| in_a_line(text, &error));
        return Ok((Content::Game(Box::new(tree)), warning));
    };
    Ok((Content::Opened(opened), None))
}

/// The only game of a text that can be read, and an error in the others.
fn only_game(text: &str) -> Result<(GameRecord, Option<SyntaxError>), SyntaxError> {
    let (mut readable, bad): (Vec<_>, Vec<_>) =
        read_games(text).into_iter().partition(Result::is_ok);
    match bad.into_iter().find_map(Result::err) {
        Some(error) if readable.len() == 1 => Ok((readable.remove(0)?, Some(error))),
        _ => Ok((read_game(text)?, None)),
    }
}

/// The tree of a game, by these rules.
fn tree(record: &GameRecord, rules: &Rules) -> Result<Tree, String> {
    if record.variations().len() > MOST_VARIATIONS {
        return Err(format!(
            "this game has more than {MOST_VARIATIONS} variations"
        ));
    }
    // The positions are the same under other rules of the course, and how a game ends is
    // decided again.
    Tree::of_record(record, rules).map_err(|NotPlayable { reason, position }| {
        format!("this game is by other rules than the session's ({rules}): {reason}, in {position}")
    })
}

/// An error with its line.
fn in_a_line(text: &str, error: &SyntaxError) -> String {
    let before = text.get(..error.span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let help = error
        .help
        .as_ref()
        .map_or_else(String::new, |help| format!("; {help}"));
    format!("line {line}: {}{help}", error.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_here(text: &str) -> Result<Content, String> {
        read_with_warning(text).map(|(content, _)| content)
    }

    fn read_with_warning(text: &str) -> Result<(Content, Option<String>), String> {
        read(text, Dialect::SPRING_2022, Cancellation::never())
    }

    #[test]
    fn what_is_assumed_or_left_out_is_a_warning() {
        let warning = |text| read_with_warning(text).expect(text).1;
        assert_eq!(warning("x5o/7/7/7/7/7/o5x x 0 1"), None);
        let assumed = warning("x5o/7/7/7/7/7/o5x").expect("a warning");
        assert!(assumed.contains("Red is assumed"), "{assumed}");
        assert_eq!(warning("1. a7-b7 *"), None);
        let torn = warning("1. a7-b7 *\n\n1. a7-a6 a1-d1 *");
        let message = "line 3: `a1-d1` cannot be played: d1 is out of reach from a1";
        assert_eq!(torn.as_deref(), Some(message));
        let several = read_here("1. a7-b7 *\n*").expect_err("two games");
        assert_eq!(several, "line 1: expected one game, found 2");
    }

    #[test]
    fn positions_and_games_are_told_apart() {
        assert!(matches!(
            read_here("x5o/7/7/7/7/7/o5x x 0 1"),
            Ok(Content::Position(_))
        ));
        let Ok(Content::Game(game)) = read_here("1. a7-b7 a1-a2") else {
            panic!("a game");
        };
        assert_eq!(game.line().len(), 3);
        let crowd = (1..=MOST_VARIATIONS + 1)
            .map(|number| format!("\n# variation {number}: 1. a7-a6"))
            .collect::<Vec<_>>()
            .concat();
        let error = read_here(&format!("1. a7-b7{crowd}")).expect_err("too many");
        assert_eq!(error, "this game has more than 1000 variations");
        let other = "rules: 2008\n\n1. a7-c7 a1-c1";
        assert!(matches!(read_here(other), Ok(Content::Game(_))));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text| read_here(text).expect_err(text);
        assert_eq!(
            error("x5o/7/7/7/7/7/o5 x 0 1"),
            "line 1: rank 1 has 6 squares instead of 7"
        );
        assert_eq!(
            error("rules: 2022\n\n1. a7-b7 a1-d1"),
            "line 3: `a1-d1` cannot be played: d1 is out of reach from a1"
        );
        assert_eq!(
            error("rules: reloaded\n\n1. a7-a4"),
            "this game is by other rules than the session's (2022): a4 is out of reach \
             from a7, in x5o/7/7/7/7/7/o5x x 0 1"
        );
    }
}
