//! What a person sees at a terminal: boards in colour, the prompt, remarks. Where there is no
//! colour, the stream takes it out again.

use crate::cli::output;
use anstyle::{AnsiColor, Style};
use ataxx_core::board::{Cell, Color, PlayedMove, Position};
use ataxx_core::diagnostic::text;
use ataxx_core::notation::{BoardView, Mark, Summary};
use ataxx_session::{Dialect, Session, State, WaitingFor};

/// The style of remarks.
pub const REMARK: Style = Style::new().dimmed();

/// The style of the pieces of a colour.
pub const fn of(color: Color) -> Style {
    let color = match color {
        Color::Red => AnsiColor::BrightRed,
        Color::Blue => AnsiColor::BrightBlue,
    };
    color.on_default().bold()
}

/// A text in a style.
pub fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A remark, a line; it may quote text from elsewhere.
pub fn remark(line: &str) -> String {
    painted(REMARK, &text::visible(line))
}

/// A board with labels and the last move marked, and a summary line.
pub fn board(position: &Position, last_move: Option<PlayedMove>) -> String {
    let view = BoardView::new(*position).with_last_move(last_move);
    let board = view.text_with(|viewed, letter| {
        let style = match viewed.cell {
            Cell::Piece(color) => of(color),
            Cell::Block => Style::new(),
            Cell::Empty => REMARK,
        };
        painted(
            if viewed.mark == Some(Mark::To) {
                style.invert()
            } else {
                style
            },
            &letter.to_string(),
        )
    });
    let text = format!(
        "{board}\n{}\n",
        painted(REMARK, &Summary(*position).to_string())
    );
    output::for_people(&text).into_owned()
}

/// The side to move, and the state where it is not playing: plain and coloured.
pub fn prompt(session: &Session) -> (String, String) {
    let turn = session.position().turn();
    let plain = match session.state() {
        State::Finished => "over> ".to_owned(),
        State::SetUp => format!("set-up {turn}> "),
        State::Playing => format!("{turn}> "),
    };
    let colored = painted(of(turn), &plain);
    (plain, colored)
}

/// Printed after the first Ctrl-C at the prompt.
pub const HOW_TO_LEAVE: &str = "Ctrl-C again or Ctrl-D leaves";

/// Explains how to go on after the end of a game.
pub const fn another_game(dialect: Dialect) -> &'static str {
    if dialect.has_states() {
        "`clear` sets another game up, `undo` takes back what was played last"
    } else {
        "`new` begins another game, `undo` takes back what was played last"
    }
}

/// Explains how to continue after Ctrl-C.
pub fn paused(session: &Session) {
    if let Some(color) = session.ai_turn() {
        let way_out = if session.dialect().has_states() {
            "`clear` abandons the game".to_owned()
        } else {
            format!("`manual {}` takes over", color.name())
        };
        print_remark(&format!(
            "{color}'s turn, played by an AI: `start` resumes, {way_out}"
        ));
    }
    match session.waiting_for() {
        Some(WaitingFor::SetUp) => {
            print_remark(
                "the host sets the game up: Enter continues the wait, `clear` leaves the game",
            );
        }
        Some(WaitingFor::Move(color)) => print_remark(&format!(
            "waiting for {color}: Enter continues the wait, `clear` abandons the game"
        )),
        _ => {}
    }
}

/// Prints a remark for a person, a line.
pub fn print_remark(line: &str) {
    output::message(&format!("{}\n", remark(line)));
}
