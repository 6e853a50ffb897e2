//! Boards and words in colour. Where there is no colour, the stream takes it out
//! again.

use anstyle::{AnsiColor, Style};
use ataxx_core::board::{Cell, Color, PlayedMove, Position};
use ataxx_core::diagnostic::text;
use ataxx_core::notation::{BoardView, Mark, Summary};

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
    format!(
        "{board}\n{}\n",
        painted(REMARK, &Summary(*position).to_string())
    )
}
