//! A board as a picture: SVG from a pure function.
//!
//! Red is a solid disc and Blue a ring, a block is a crossed dark square and the
//! last move has outlines, so that nothing depends on seeing colours. The picture
//! brings its own background for light and dark pages. Squares, pieces and marks
//! bear CSS classes (`square a7`, `piece red a7`, `block d4`, `mark to b7`, `arrow`,
//! `label`, all inside `ataxx-board`) for pages that want another look. Screen
//! readers find a title and a description of the position.

#[cfg(test)]
mod tests;

use super::Summary;
use crate::board::{Bitboard, Cell, Color, Game, PlayedMove, Position, Square};
use crate::diagnostic::text::{for_xml, plies};
use maud::{Markup, PreEscaped, html};

/// What a picture shows beside the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// Width and height in pixels; the picture can be scaled without loss.
    pub size: u32,
    /// The orientation of the board.
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

/// The orientation of the board.
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
    /// 400 pixels, the usual orientation, with coordinates and nothing else.
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
    let canvas = Canvas::new(options.orientation, options.coordinates);
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
            style { (PreEscaped(STYLE)) }
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
    STYLE
}

/// The picture of [`svg`] without texts, style and arrows: for a page that has the rules of
/// [`style`] and describes the board itself. See [`arrows`].
#[must_use]
pub fn plain(position: &Position, options: &PictureOptions) -> String {
    let canvas = Canvas::new(options.orientation, options.coordinates);
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
    let canvas = Canvas::new(options.orientation, options.coordinates);
    let arrows = html! {
        @for &arrow in &options.arrows {
            (canvas.arrow(arrow))
        }
    };
    layer(&canvas, &arrows).into_string()
}

fn layer(canvas: &Canvas, parts: &Markup) -> Markup {
    let extent = canvas.extent();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="ataxx-board" aria-hidden="true"
            viewBox={ "0 0 " (extent) " " (extent) }
        {
            (parts)
        }
    }
}

/// The default title.
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

/// How long a position is shown, in seconds.
const EACH: usize = 1;
/// The additional time for the last one.
const AT_THE_END: usize = 3;

/// A game as an SVG element that shows its positions one after the other, a second each, and
/// then begins again. It needs no script; where pictures do not move, it shows the start.
/// Arrows of the options are left out.
#[must_use]
pub fn animated(game: &Game, options: &PictureOptions) -> String {
    let film = Film::of(game);
    let canvas = Canvas::new(options.orientation, options.coordinates);
    let extent = canvas.extent();
    let title = options.title.clone();
    let title = title.unwrap_or_else(|| format!("A game of {}", plies(game.moves().len())));
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="ataxx-board" role="img"
            width=(options.size) height=(options.size)
            viewBox={ "0 0 " (extent) " " (extent) }
        {
            title { (for_xml(&title)) }
            style { (PreEscaped(STYLE)) }
            (canvas.frame())
            (canvas.squares(game.start()))
            @for square in Square::all() {
                (film.mark_after(|played| played.from == Some(square), &canvas.mark("from", square)))
                (film.mark_after(|played| played.to() == Some(square), &canvas.mark("to", square)))
            }
            @for square in Square::all() {
                @if game.start().cell(square) == Cell::Block { (canvas.block(square)) }
                @for color in Color::BOTH {
                    (film.piece_while_present(Cell::Piece(color), square, &canvas.piece(color, square)))
                }
            }
        }
    }
    .into_string()
}

/// The positions of a game, and the moves that led to them.
struct Film(Vec<(Option<PlayedMove>, Position)>);

impl Film {
    fn of(game: &Game) -> Self {
        let moves = std::iter::once(None).chain(game.moves().map(Some));
        Self(moves.zip(game.positions().copied()).collect())
    }

    /// A mark that is shown after these moves.
    fn mark_after(&self, after: impl Fn(PlayedMove) -> bool, mark: &Markup) -> Markup {
        self.shown(|&(played, _)| played.is_some_and(&after), mark)
    }

    /// A piece that is shown while it is on its square.
    fn piece_while_present(&self, cell: Cell, square: Square, piece: &Markup) -> Markup {
        self.shown(|(_, position)| position.cell(square) == cell, piece)
    }

    /// A part of the picture that is shown in some frames.
    fn shown(
        &self,
        is_shown: impl Fn(&(Option<PlayedMove>, Position)) -> bool,
        part: &Markup,
    ) -> Markup {
        let shown: Vec<bool> = self.0.iter().map(is_shown).collect();
        if shown.iter().all(|&shown| !shown) {
            return html! {};
        }
        // The frames in which it appears or disappears.
        let changes: Vec<usize> = (0..shown.len())
            .filter(|&frame| frame == 0 || shown[frame] != shown[frame - 1])
            .collect();
        let seconds = EACH * self.0.len() + AT_THE_END;
        #[allow(clippy::cast_precision_loss)]
        let times = changes
            .iter()
            .map(|&frame| format!("{:.5}", (EACH * frame) as f64 / seconds as f64));
        let values = changes.iter().map(|&frame| opacity(shown[frame]));
        html! {
            g opacity=(opacity(shown[0])) {
                (part)
                @if changes.len() > 1 {
                    animate attributeName="opacity" calcMode="discrete" repeatCount="indefinite"
                        dur={ (seconds) "s" } keyTimes=(times.collect::<Vec<_>>().join(";"))
                        values=(values.collect::<Vec<_>>().join(";")) {}
                }
            }
        }
    }
}

const fn opacity(is_shown: bool) -> &'static str {
    if is_shown { "1" } else { "0" }
}

/// Everything that is not geometry. Rules are for classes inside `ataxx-board`, so
/// that they leave the rest of a page alone and a page can overrule them.
const STYLE: &str = "\
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
/// The width of a margin without labels.
const MARGIN: i32 = 10;
/// The width of a margin with labels.
const LABELS: i32 = 24;

/// The geometry of a picture.
struct Canvas {
    orientation: Orientation,
    coordinates: bool,
}

impl Canvas {
    fn new(orientation: Orientation, coordinates: bool) -> Self {
        Self {
            orientation,
            coordinates,
        }
    }

    /// Width and height of the picture.
    fn extent(&self) -> i32 {
        self.left() + BOARD + MARGIN
    }

    /// The width of the margin left of the board, which may hold labels.
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
    fn frame(&self) -> Markup {
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

    fn squares(&self, position: &Position) -> Markup {
        html! {
            @for square in Square::all().filter(|&square| position.cell(square) != Cell::Block) {
                @let (x, y) = self.corner(square);
                rect class={ "square " (square) } x=(x) y=(y) width=(SQUARE) height=(SQUARE) {}
            }
        }
    }

    /// The outlines of the last move.
    fn marks(&self, last_move: PlayedMove) -> Markup {
        let marks = [("from", last_move.from), ("to", last_move.to())];
        html! {
            @for (end, square) in marks {
                @if let Some(square) = square { (self.mark(end, square)) }
            }
        }
    }

    /// The outline of an end of the last move.
    fn mark(&self, end: &str, square: Square) -> Markup {
        let (x, y) = self.corner(square);
        html! {
            rect class={ "mark " (end) " " (square) } x=(x + 2) y=(y + 2)
                width=(SQUARE - 4) height=(SQUARE - 4) rx="3" {}
        }
    }

    /// Pieces and blocks.
    fn contents(&self, position: &Position) -> Markup {
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

    fn piece(&self, color: Color, square: Square) -> Markup {
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

    fn block(&self, square: Square) -> Markup {
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

    fn arrow(&self, arrow: Arrow) -> Markup {
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
        // The point at these distances before the tip and beside the shaft.
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
