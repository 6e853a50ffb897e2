//! Pasted texts: positions and game records.

use super::html::select;
use super::tree::{NotPlayable, Tree};
use ataxx_core::board::{Position, Rules};
use ataxx_core::diagnostic::text::counted;
use ataxx_core::notation::{
    BerkeleyMove, GameRecord, Notation, ReadPosition, SyntaxError, position_as_read, read_games,
};
use maud::{Markup, html};
use std::sync::Arc;

/// The limit on the variations of a game.
const MAX_VARIATIONS: usize = 1000;

/// The content of a pasted text.
#[derive(Clone, Debug)]
pub enum Content {
    /// A position.
    Position(Position),
    /// A game with its variations.
    Game(Box<Tree>),
    /// Games to choose from.
    Games(Games),
}

/// Games of one text, of which one is on the board.
#[derive(Clone, Debug)]
pub struct Games {
    all: Arc<Vec<GameRecord>>,
    /// The index of the one on the board.
    number: usize,
}

impl Games {
    /// The tree of the game with this index, by these rules, which is on the board from then on.
    pub fn choose(&mut self, number: usize, rules: &Rules) -> Result<Tree, String> {
        let record = self.all.get(number).ok_or("there is no such game")?;
        self.number = number;
        tree(record, rules)
    }

    /// The panel with their names.
    pub fn panel(&self) -> Markup {
        let names = self.all.iter().zip(1..).map(|(record, number)| {
            let names = record.particulars();
            let name = |name: &Option<_>| name.as_ref().map(ToString::to_string);
            let [red, blue] = [name(&names.red), name(&names.blue)];
            let players = red.zip(blue).map(|(red, blue)| format!("{red} – {blue}, "));
            let moves = counted(record.game().moves().len(), "move");
            let players = players.unwrap_or_default();
            format!("{number}. {players}{moves}, {}", record.result())
        });
        let names = names.enumerate();
        let options = names.map(|(number, name)| (number, name, number == self.number));
        html! {
            section class="panel" aria-labelledby="opened-title" {
                h2 id="opened-title" { "Games" }
                form action="do/item" class="row" data-auto {
                    label class="unseen" for="item" { "Game" }
                    (select("item", "number", options))
                }
                div class="row" { button id="do-close" data-do="close" { "Close" } }
            }
        }
    }
}

/// Reads a text in any of the formats. A warning about it comes with its content.
pub fn read(text: &str, rules: &Rules) -> Result<(Content, Option<String>), String> {
    let has_content = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    if !text.lines().any(has_content) {
        return Err("there is nothing to open".to_owned());
    }
    if Notation::of(text).is_some() {
        let read = position_as_read(text).map_err(|error| in_a_line(text, &error))?;
        let warning = (!read.names_turn).then(|| ReadPosition::ASSUMED_TURN.to_owned());
        return Ok((Content::Position(read.position), warning));
    }
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for game in read_games(text) {
        match game {
            Ok(game) => games.push(game),
            Err(error) => errors.push(error),
        }
    }
    let error = errors.first().map(|error| in_a_line(text, error));
    let content = match &games[..] {
        [] => {
            let error = error.filter(|_| looks_like_a_game(text));
            return Err(error.unwrap_or_else(|| "this is no position or game".to_owned()));
        }
        [game] => Content::Game(Box::new(tree(game, rules)?)),
        _ => Content::Games(Games {
            all: Arc::new(games),
            number: 0,
        }),
    };
    let warning = error.map(|error| match errors.len() {
        1 => format!("a game cannot be read: {error}"),
        number => format!("{number} games cannot be read; the first: {error}"),
    });
    Ok((content, warning))
}

/// Whether a text has a move or a header of a game in it.
fn looks_like_a_game(text: &str) -> bool {
    let is_move = |word: &str| word.parse::<BerkeleyMove>().is_ok();
    let begins = |line: &str| line.starts_with(['[']) || line.contains(": ");
    text.split_whitespace().any(is_move) || text.lines().any(begins)
}

/// The tree of a game, by these rules.
fn tree(record: &GameRecord, rules: &Rules) -> Result<Tree, String> {
    if record.variations().len() > MAX_VARIATIONS {
        return Err(format!(
            "this game has more than {MAX_VARIATIONS} variations"
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
    match &error.help {
        Some(help) => format!("line {line}: {}; {help}", error.message),
        None => format!("line {line}: {}", error.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_session::Dialect;

    fn read_here(text: &str) -> Result<Content, String> {
        read_with_warning(text).map(|(content, _)| content)
    }

    fn read_with_warning(text: &str) -> Result<(Content, Option<String>), String> {
        read(text, &Dialect::SPRING_2022.rules())
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
        let message = format!("a game cannot be read: {message}");
        assert_eq!(torn.as_deref(), Some(message.as_str()));
    }

    #[test]
    fn of_several_games_one_is_chosen() {
        let text = "red: One\nblue: Two\n\n1. a7-b7 *\n\n1. a7-a6 a1-a2 *";
        let Ok(Content::Games(mut games)) = read_here(text) else {
            panic!("games");
        };
        let panel = games.panel().into_string();
        assert!(panel.contains("1. One – Two, 1 move, *") && panel.contains("2. 2 moves, *"));
        let rules = Dialect::SPRING_2022.rules();
        let second = games.choose(1, &rules).expect("a game");
        assert_eq!(second.line().len(), 3);
        assert!(games.choose(2, &rules).is_err());
    }

    #[test]
    fn what_holds_nothing_is_refused() {
        let error = |text| read_here(text).expect_err(text);
        for text in ["", "  \n\t", "# a comment\n#"] {
            assert_eq!(error(text), "there is nothing to open");
        }
        for text in ["hello", "hello world", "he"] {
            assert_eq!(error(text), "this is no position or game");
        }
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
        let crowd = (1..=MAX_VARIATIONS + 1)
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
