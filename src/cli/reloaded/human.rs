//! A person as an opponent, and the board that a person sees.

use crate::cli::arguments::play_moves;
use crate::cli::input::{Lines, NumberedLine};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::terminal::view;
use ataxx_core::board::{Cell, Color, Game, PlayedMove, Position, Square};
use ataxx_core::notation::{BerkeleyMove, ReloadedMove};
use ataxx_opponents::{Allowance, Chosen, Failure, FailureKind, Opponent};
use std::fmt::Write as _;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A person as an opponent. The board and the prompt are on stderr, and moves are read from
/// stdin. After an illegal move the person is asked again.
pub struct Human;

/// The most legal moves that are shown after an illegal one.
const HINTS: usize = 12;

impl Opponent for Human {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        let position = game.position();
        let color = position.turn();
        if let Some(last) = game.last_move() {
            let name = side(!color);
            output::message(&format!("\n{name}: {}\n", in_both(last)));
        }
        output::message(&board(position));
        loop {
            let turn = position.turn_number();
            output::message(&format!("turn {turn}, {}> ", side(color)));
            let line = typed_line();
            if INTERRUPT.is_requested() {
                return Err(Failure::interrupted());
            }
            let Some(Ok(line)) = line else {
                output::message("\n");
                return Err(left());
            };
            match line.text.trim() {
                "" => {}
                "quit" | "q" => return Err(left()),
                "help" | "?" => output::message(HELP),
                "board" => output::message(&board(position)),
                "legal" => output::message(&legal(game, None, usize::MAX)),
                text => {
                    if let Some(ReloadedMove(mv)) = read(game, text) {
                        return Ok(mv.into());
                    }
                }
            }
        }
    }
}

fn left() -> Failure {
    Failure::new(FailureKind::Left, "the player has left")
}

/// The next line of stdin; `None` at the end of the input, and after Ctrl-C, which does not wait
/// for a line.
fn typed_line() -> Option<io::Result<NumberedLine>> {
    const POLL_INTERVAL: Duration = Duration::from_millis(50);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(Lines::of(io::stdin().lock()).next()));
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(line) => return line,
            Err(RecvTimeoutError::Timeout) if !INTERRUPT.is_requested() => {}
            Err(_) => return None,
        }
    }
}

const HELP: &str = "  4:5:4:2:   a move: from column and row to column and row, from the top left\n  \
    e2-e5      the same by file and rank\n  \
    legal      all that can be played\n  \
    board      the board again\n  \
    quit       leave (so does Ctrl-D)\n";

/// The move that was typed. If it is no legal move, prints why, and returns `None`.
fn read(game: &Game, text: &str) -> Option<ReloadedMove> {
    let mut after = game.clone();
    let played = play_moves(&mut after, text);
    match after.moves().len() - game.moves().len() {
        1 if played.is_ok() => return after.last_move().map(ReloadedMove::from),
        0 | 1 => {}
        _ => {
            output::message("one move at a time\n");
            return None;
        }
    }
    if let Err(mut diagnostic) = played {
        // The line has no other move, and the legal moves are listed below.
        if let Some((_, message)) = diagnostic.message.split_once("`: ") {
            diagnostic.message = message.to_owned();
        }
        diagnostic.help.clear();
        output::report(&diagnostic);
    }
    let typed = origin(text).filter(|&from| {
        let own = game.position().pieces(game.position().turn());
        own.contains(from)
    });
    output::message(&legal(game, typed, HINTS));
    None
}

/// The origin of a move that was typed.
fn origin(text: &str) -> Option<Square> {
    let word = text.split_whitespace().next()?;
    let step = word
        .parse()
        .or_else(|_| word.parse().map(|ReloadedMove(mv)| mv))
        .ok()?;
    match step {
        BerkeleyMove::Step { from, .. } => Some(from),
        BerkeleyMove::Pass => None,
    }
}

/// The legal moves from a square, or all if there are none from it; at most `most`.
fn legal(game: &Game, from: Option<Square>, most: usize) -> String {
    let position = game.position();
    let all = position.legal_moves(game.rules());
    let mut shown: Vec<PlayedMove> = all
        .flat_map(|mv| PlayedMove::with_each_origin(mv, position))
        .collect();
    let mut what = "legal".to_owned();
    if let Some(from) = from
        && shown.iter().any(|played| played.from == Some(from))
    {
        shown.retain(|played| played.from == Some(from));
        what = format!("legal from {from}");
    }
    let more = shown.len().saturating_sub(most);
    shown.truncate(most);
    let names: Vec<String> = shown.into_iter().map(in_both).collect();
    let rest = match more {
        0 => String::new(),
        more => format!(", and {more} more: `legal` lists all"),
    };
    format!("{what}: {}{rest}\n", names.join(", "))
}

/// A move in the notation of Reloaded and by files and ranks.
fn in_both(played: PlayedMove) -> String {
    let (mv, named) = (ReloadedMove::from(played), BerkeleyMove::from(played));
    format!("{mv} ({named})")
}

/// The name of a side in Reloaded.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "black",
        Color::Blue => "white",
    }
}

/// The board with the columns and rows of Reloaded at the top and the left, and the files
/// and ranks of other notations at the bottom and the right.
pub fn board(position: &Position) -> String {
    let columns = |first: char| {
        let labels = (first..).take(Square::SIDE.into());
        labels.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("    {}\n", columns('0'));
    for row in 0..Square::SIDE {
        let rank = Square::SIDE - 1 - row;
        let _ = write!(text, "  {row}");
        for file in 0..Square::SIDE {
            let cell = Square::new(file, rank).map_or(Cell::Empty, |square| position.cell(square));
            let (style, letter) = match cell {
                Cell::Empty | Cell::Block => (view::REMARK, '-'),
                Cell::Piece(color) => (view::of(color), letter(color)),
            };
            let _ = write!(text, " {}", view::painted(style, &letter.to_string()));
        }
        let _ = writeln!(text, "  {}", rank + 1);
    }
    let _ = writeln!(text, "    {}", columns('a'));
    let count = |color| position.pieces(color).count();
    let [black, white] = Color::BOTH.map(count);
    let legend = format!("  r black {black}, b white {white}");
    let _ = writeln!(text, "{}", view::painted(view::REMARK, &legend));
    text
}

/// The letter of a side's pieces. Black has the role of Red.
const fn letter(color: Color) -> char {
    match color {
        Color::Red => 'r',
        Color::Blue => 'b',
    }
}
