//! What a picture shows, and its parts, in units of their own: a square is 40 wide.

use crate::board::{Cell, Color, PlayedMove, Position, Square};
use maud::{Markup, html};

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

/// Everything that is not geometry. Rules are for classes inside `ataxx-board`, so
/// that they leave the rest of a page alone and a page can overrule them.
pub(super) const STYLE: &str = "\
.ataxx-board .frame{fill:#efe8d8;stroke:#4a4336;stroke-width:2}\
.ataxx-board .square{fill:#fbf8f1;stroke:#a89f8c;stroke-width:1}\
.ataxx-board .label{fill:#4a4336;font:600 13px sans-serif;text-anchor:middle}\
.ataxx-board .piece.red circle{fill:#b01e2e;stroke:#5c0b14;stroke-width:2}\
.ataxx-board .piece.blue circle{fill:#fff;stroke:#1d5bb0;stroke-width:7}\
.ataxx-board .block rect{fill:#5d574b}\
.ataxx-board .block path{stroke:#cfc8b8;stroke-width:3;stroke-linecap:round}\
.ataxx-board .mark{fill:#f5d76e;fill-opacity:.55;stroke:#3a3428;stroke-width:2.5}\
.ataxx-board .mark.from{stroke-dasharray:5 4}\
.ataxx-board .arrow{fill:none;stroke:#14532d;stroke-width:5;stroke-opacity:.85;\
stroke-linecap:round;stroke-linejoin:round}\
.ataxx-board .arrow .halo{stroke:#fff;stroke-width:8}\
";

const SQUARE: i32 = 40;
const HALF: i32 = SQUARE / 2;
const BOARD: i32 = 7 * SQUARE;
/// Around the board, where no labels are.
const MARGIN: i32 = 10;
/// Around the board, where labels are.
const LABELS: i32 = 24;

/// Where things are.
pub(super) struct Canvas {
    orientation: Orientation,
    coordinates: bool,
}

impl Canvas {
    pub(super) fn new(orientation: Orientation, coordinates: bool) -> Self {
        Self {
            orientation,
            coordinates,
        }
    }

    /// Width and height of everything.
    pub(super) fn extent(&self) -> i32 {
        self.left() + BOARD + MARGIN
    }

    /// The labels left of the board and below it.
    fn left(&self) -> i32 {
        if self.coordinates { LABELS } else { MARGIN }
    }

    /// The top left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (column, row) = match self.orientation {
            Orientation::Usual => (file, 6 - rank),
            Orientation::Turned => (6 - file, rank),
        };
        (self.left() + column * SQUARE, MARGIN + row * SQUARE)
    }

    fn middle(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + HALF, y + HALF)
    }

    /// The background and the labels.
    pub(super) fn frame(&self) -> Markup {
        let extent = self.extent() - 2;
        let diagonal = (0..7).filter_map(|n| Square::new(n, n));
        html! {
            rect class="frame" x="1" y="1" width=(extent) height=(extent) rx="8" {}
            @if self.coordinates {
                @for square in diagonal {
                    @let (x, y) = self.middle(square);
                    @let file = char::from(b'a' + square.file());
                    text class="label" x=(x) y=(MARGIN + BOARD + 17) { (file) }
                    text class="label" x=(LABELS / 2) y=(y + 5) { (square.rank() + 1) }
                }
            }
        }
    }

    pub(super) fn squares(&self, position: &Position) -> Markup {
        html! {
            @for square in Square::all().filter(|&square| position.cell(square) != Cell::Block) {
                @let (x, y) = self.corner(square);
                rect class={ "square " (square) } x=(x) y=(y) width=(SQUARE) height=(SQUARE) {}
            }
        }
    }

    /// The outlines of the last move.
    pub(super) fn marks(&self, last_move: PlayedMove) -> Markup {
        let marks = [("from", last_move.from), ("to", last_move.to())];
        html! {
            @for (end, square) in marks {
                @if let Some(square) = square { (self.mark(end, square)) }
            }
        }
    }

    /// The outline of an end of the last move.
    pub(super) fn mark(&self, end: &str, square: Square) -> Markup {
        let (x, y) = self.corner(square);
        html! {
            rect class={ "mark " (end) " " (square) } x=(x + 2) y=(y + 2)
                width=(SQUARE - 4) height=(SQUARE - 4) rx="3" {}
        }
    }

    /// Pieces and blocks.
    pub(super) fn contents(&self, position: &Position) -> Markup {
        html! {
            @for square in Square::all() {
                @match position.cell(square) {
                    Cell::Empty => {}
                    Cell::Piece(color) => (self.piece(color, square)),
                    Cell::Block => (self.block(square)),
                }
            }
        }
    }

    pub(super) fn piece(&self, color: Color, square: Square) -> Markup {
        let (x, y) = self.middle(square);
        // A ring's line lies half outside of its radius.
        let (side, radius) = match color {
            Color::Red => ("red", 14),
            Color::Blue => ("blue", 11),
        };
        html! {
            g class={ "piece " (side) " " (square) } {
                circle cx=(x) cy=(y) r=(radius) {}
            }
        }
    }

    pub(super) fn block(&self, square: Square) -> Markup {
        let (x, y) = self.corner(square);
        let (near, far) = (12, SQUARE - 12);
        let cross = format!(
            "M{} {}L{} {}M{} {}L{} {}",
            x + near,
            y + near,
            x + far,
            y + far,
            x + far,
            y + near,
            x + near,
            y + far
        );
        html! {
            g class={ "block " (square) } {
                rect x=(x) y=(y) width=(SQUARE) height=(SQUARE) {}
                path d=(cross) {}
            }
        }
    }

    pub(super) fn arrow(&self, arrow: Arrow) -> Markup {
        let shape = self.arrow_shape(arrow);
        html! {
            g class={ "arrow " (arrow.from) " " (arrow.to) } {
                path class="halo" d=(shape) {}
                path d=(shape) {}
            }
        }
    }

    fn arrow_shape(&self, Arrow { from, to }: Arrow) -> String {
        let ((x0, y0), (x1, y1)) = (self.middle(from), self.middle(to));
        if from == to {
            // Not a circle: without colours it would look like a piece of Blue's.
            let near = HALF - 2;
            return format!(
                "M{x0} {}l{near} {near}l-{near} {near}l-{near} -{near}z",
                y0 - near
            );
        }
        let (x0, y0, x1, y1) = (f64::from(x0), f64::from(y0), f64::from(x1), f64::from(y1));
        let length = (x1 - x0).hypot(y1 - y0);
        let (along_x, along_y) = ((x1 - x0) / length, (y1 - y0) / length);
        // A point so far before the tip, and so far to the side of the shaft.
        let point = |before: f64, aside: f64| {
            format!(
                "{:.1} {:.1}",
                x1 - before * along_x - aside * along_y,
                y1 - before * along_y + aside * along_x
            )
        };
        let (tail, tip) = (point(length, 0.0), point(0.0, 0.0));
        let (left, right) = (point(11.0, -8.0), point(11.0, 8.0));
        format!("M{tail}L{tip}M{left}L{tip}L{right}")
    }
}
