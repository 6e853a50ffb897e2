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
mod spoken;

pub use animation::animated;

use crate::board::{PlayedMove, Position, Square};
use crate::diagnostic::text::for_xml;
use maud::{Markup, PreEscaped, html};

/// What a picture shows beside the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// Width and height in pixels; the picture can be scaled without loss.
    pub size: u32,
    /// Which way round the board lies.
    pub orientation: Orientation,
    /// Whether files and ranks are labelled.
    pub coordinates: bool,
    /// A move to mark: the one that led to the position.
    pub last_move: Option<PlayedMove>,
    /// Arrows over the pieces.
    pub arrows: Vec<Arrow>,
    /// The title; by default a summary of the position.
    pub title: Option<String>,
}

/// Which way round the board lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// a1 is at the bottom left, as in every notation.
    #[default]
    Usual,
    /// Turned by half a turn: g7 is at the bottom left.
    Turned,
}

/// An arrow from the middle of one square to the middle of another; a diamond if
/// both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

impl Default for PictureOptions {
    /// 400 pixels, the usual way round, with coordinates and nothing else.
    fn default() -> Self {
        Self {
            size: 400,
            orientation: Orientation::Usual,
            coordinates: true,
            last_move: None,
            arrows: Vec::new(),
            title: None,
        }
    }
}

/// The board as an SVG element without an XML declaration, for a file or inside a page. Text
/// is escaped; characters that XML cannot hold are replaced by `�`.
#[must_use]
pub fn svg(position: &Position, options: &PictureOptions) -> String {
    let canvas = drawing::Canvas::new(options.orientation, options.coordinates);
    let title = options
        .title
        .clone()
        .unwrap_or_else(|| spoken::title(position));
    let description = spoken::description(position, options.last_move);
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

#[cfg(test)]
mod tests;
