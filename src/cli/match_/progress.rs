//! The progress of a match.

use crate::arena::{Finished, PlayedGame};
use crate::cli::output;
use crate::cli::progress::{self, Progress};
use crate::opponents::End;
use ataxx_core::diagnostic::text;

/// Away from a terminal, the number of games between two tables.
const BETWEEN_TABLES: u64 = 100;

/// The progress of a match: at a terminal the standings, elsewhere a line for each game and now
/// and then the standings.
pub struct MatchProgress {
    names: Vec<String>,
    /// The number of games of the match, if it is known.
    planned: Option<u64>,
    progress: Option<Progress>,
}

impl MatchProgress {
    /// The progress of a match; `is_live` says that other lines go to stderr, too.
    pub fn new(names: Vec<String>, planned: Option<u64>, is_live: bool) -> Self {
        let redraws = progress::is_drawn() && !is_live;
        let progress = redraws.then(Progress::lines);
        Self {
            names,
            planned,
            progress,
        }
    }

    /// Shows a game that has ended; `table` prints the standings.
    pub fn game(&self, finished: &Finished, played: u64, table: impl FnOnce() -> String) {
        let game = &finished.game;
        let lines = || {
            let (game_line, random) = (self.line(game), random_moves(game));
            format!("{game_line}\n{random}{}", last_lines(finished))
        };
        let Some(progress) = &self.progress else {
            output::message(&lines());
            if played.is_multiple_of(BETWEEN_TABLES) && Some(played) != self.planned {
                output::message(&format!("after {played} games:\n{}\n", table()));
            }
            return;
        };
        let count = match self.planned {
            Some(planned) => format!("{}  {played} of {planned} games", bar(played, planned)),
            None => format!("{played} games"),
        };
        if game.end != End::Rules || !game.random_moves.is_empty() {
            progress.aside(|| output::message(&lines()));
        }
        progress.show(&format!("{}{count}", table()));
    }

    fn line(&self, game: &PlayedGame) -> String {
        let name = |player: usize| self.names.get(player).map_or("", String::as_str);
        let (number, result) = (game.number + 1, game.result);
        let (red, blue) = (name(game.red), name(game.blue));
        let end = match &game.end {
            End::Rules => String::new(),
            end => format!(", {end}"),
        };
        let line = format!("game {number}: {red} - {blue} {result}{end}");
        text::visible(&line).into_owned()
    }
}

/// The random moves of a game, a line for each of the first ones.
fn random_moves(game: &PlayedGame) -> String {
    const MOST: usize = 3;
    let all = &game.random_moves;
    let lines = all.iter().take(MOST);
    let lines = lines.map(|random| format!("a random move: {random}"));
    let more = all.len().saturating_sub(MOST);
    let more = (more > 0).then(|| format!("and {more} more"));
    let lines = lines.chain(more);
    lines.fold(String::new(), |shown, line| {
        shown + "    " + &text::visible(&line) + "\n"
    })
}

/// The last lines that were said with a program that crashed.
fn last_lines(finished: &Finished) -> String {
    let lines = &finished.last_lines;
    if lines.is_empty() {
        return String::new();
    }
    let head = "    the last that was said (> to the player, < by it, ! on its stderr):\n";
    lines
        .iter()
        .fold(head.to_owned(), |text, line| text + "      " + line + "\n")
}

/// A progress bar.
fn bar(played: u64, planned: u64) -> String {
    const WIDTH: u64 = 30;
    let full = (played.min(planned) * WIDTH) / planned.max(1);
    (0..WIDTH)
        .map(|place| if place < full { '█' } else { '░' })
        .collect()
}
