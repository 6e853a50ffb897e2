//! A board as a picture: SVG from a pure function.
//!
//! Red is a solid disc and Blue a ring, a block is a crossed dark square and the
//! last move has outlines, so that nothing depends on seeing colours. The picture
//! brings its own background for light and dark pages. Squares, pieces and marks
//! bear CSS classes (`square a7`, `piece red a7`, `block d4`, `mark to b7`, `arrow`,
//! `label`, all inside `ataxx-board`) for pages that want another look. Screen
//! readers find a title and a description of the position.

mod animation;
mod drawing;

pub use animation::animated;
pub use drawing::{Arrow, Orientation, PictureOptions};

use super::Summary;
use crate::board::{Bitboard, Color, PlayedMove, Position};
use crate::diagnostic::text::for_xml;
use maud::{Markup, PreEscaped, html};

/// The board as an SVG element without an XML declaration, for a file or inside a page. Text
/// is escaped; characters that XML cannot hold are replaced by `�`.
#[must_use]
pub fn svg(position: &Position, options: &PictureOptions) -> String {
    let canvas = drawing::Canvas::new(options.orientation, options.coordinates);
    let title = options.title.clone().unwrap_or_else(|| summary(position));
    let description = description(position, options.last_move);
    let extent = canvas.extent();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="ataxx-board" role="img"
            width=(options.size) height=(options.size)
            viewBox={ "0 0 " (extent) " " (extent) }
        {
            title { (for_xml(&title)) }
            desc { (for_xml(&description)) }
            style { (PreEscaped(drawing::STYLE)) }
            (canvas.frame())
            (canvas.squares(position))
            @if let Some(last_move) = options.last_move {
                (canvas.marks(last_move))
            }
            (canvas.contents(position))
            @for &arrow in &options.arrows {
                (canvas.arrow(arrow))
            }
        }
    }
    .into_string()
}

/// The CSS rules for the classes of a picture.
#[must_use]
pub const fn style() -> &'static str {
    drawing::STYLE
}

/// The picture of [`svg`] without texts, style and arrows: for a page that has the rules of
/// [`style`] and describes the board itself. See [`arrows`].
#[must_use]
pub fn plain(position: &Position, options: &PictureOptions) -> String {
    let canvas = drawing::Canvas::new(options.orientation, options.coordinates);
    let parts = html! {
        (canvas.frame())
        (canvas.squares(position))
        @if let Some(last_move) = options.last_move {
            (canvas.marks(last_move))
        }
        (canvas.contents(position))
    };
    layer(&canvas, &parts).into_string()
}

/// The arrows alone, to be laid over a picture with the same options.
#[must_use]
pub fn arrows(options: &PictureOptions) -> String {
    let canvas = drawing::Canvas::new(options.orientation, options.coordinates);
    let arrows = html! {
        @for &arrow in &options.arrows {
            (canvas.arrow(arrow))
        }
    };
    layer(&canvas, &arrows).into_string()
}

fn layer(canvas: &drawing::Canvas, parts: &Markup) -> Markup {
    let extent = canvas.extent();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="ataxx-board" aria-hidden="true"
            viewBox={ "0 0 " (extent) " " (extent) }
        {
            (parts)
        }
    }
}

/// What the picture is.
fn summary(position: &Position) -> String {
    format!("Ataxx board: {}", Summary(*position))
}

/// The squares of each side, the side to move and the last move.
fn description(position: &Position, last_move: Option<PlayedMove>) -> String {
    let mut sentences = vec![format!("{} to move.", position.turn())];
    sentences.extend(Color::BOTH.map(|color| {
        let squares = position.pieces(color);
        match squares.count() {
            0 => format!("{color} has no pieces."),
            1 => format!("{color} has 1 piece: {}.", list(squares)),
            count => format!("{color} has {count} pieces: {}.", list(squares)),
        }
    }));
    if !position.blocks().is_empty() {
        sentences.push(format!("Blocked: {}.", list(position.blocks())));
    }
    sentences.extend(last_move.map(|last| match (last.from, last.to()) {
        (Some(from), Some(to)) if last.mv.is_jump() => {
            format!("Last move: jump from {from} to {to}.")
        }
        (Some(from), Some(to)) => format!("Last move: extend from {from} to {to}."),
        (None, Some(to)) => format!("Last move: extend to {to}."),
        (_, None) => "Last move: a pass.".to_owned(),
    }));
    sentences.join(" ")
}

fn list(squares: Bitboard) -> String {
    let names: Vec<_> = squares.squares().map(|square| square.to_string()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests;
