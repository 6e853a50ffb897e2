//! A game as an animated picture.

use super::drawing::{Canvas, PictureOptions, STYLE};
use crate::board::{Cell, Color, Game, PlayedMove, Position, Square};
use crate::diagnostic::text::{for_xml, plies};
use maud::{Markup, PreEscaped, html};

/// How long a position is shown, in seconds.
const EACH: usize = 1;
/// How much longer the last one is shown.
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
                (film.while_shown(|played| played.from == Some(square), &canvas.mark("from", square)))
                (film.while_shown(|played| played.to() == Some(square), &canvas.mark("to", square)))
            }
            @for square in Square::all() {
                @if game.start().cell(square) == Cell::Block { (canvas.block(square)) }
                @for color in Color::BOTH {
                    (film.while_there(Cell::Piece(color), square, &canvas.piece(color, square)))
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
        let mut position = *game.start();
        let mut frames = vec![(None, position)];
        for played in game.moves() {
            position = position.after(played.mv, game.rules());
            frames.push((Some(played), position));
        }
        Self(frames)
    }

    /// A mark, shown after these moves.
    fn while_shown(&self, after: impl Fn(PlayedMove) -> bool, mark: &Markup) -> Markup {
        self.shown(|&(played, _)| played.is_some_and(&after), mark)
    }

    /// A piece, shown while it is there.
    fn while_there(&self, cell: Cell, square: Square, piece: &Markup) -> Markup {
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
        // Where it appears or disappears.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::notation::GameRecord;
    use roxmltree::{Document, Node};

    /// The classes of what is shown at a time.
    fn shown_at(document: &Document, second: f64) -> Vec<String> {
        let is_shown = |group: &Node| {
            let Some(animate) = group.children().find(|node| node.has_tag_name("animate")) else {
                return group.attribute("opacity") == Some("1");
            };
            let values = |name: &str| animate.attribute(name).expect("a list").split(';');
            let length: f64 = animate
                .attribute("dur")
                .and_then(|text| text.strip_suffix('s')?.parse().ok())
                .expect("seconds");
            let times =
                values("keyTimes").map(|time| time.parse::<f64>().expect("a time") * length);
            let last = times
                .zip(values("values"))
                .take_while(|(time, _)| *time <= second);
            last.last().expect("a value").1 == "1"
        };
        let groups = document
            .descendants()
            .filter(|node| node.attribute("opacity").is_some() && is_shown(node));
        let class = |node: Node| {
            node.first_element_child()?
                .attribute("class")
                .map(str::to_owned)
        };
        let mut classes: Vec<String> = groups.filter_map(class).collect();
        classes.sort();
        classes
    }

    #[test]
    fn each_position_is_shown_for_a_second() {
        let record: GameRecord = "a7-b7 a1-a3 g1-e1 a3-a5 b7-b6".parse().expect("a record");
        let picture = animated(record.game(), &PictureOptions::default());
        assert!(picture.contains(r#"dur="9s""#), "{picture}");
        let document = Document::parse(&picture).expect("XML");
        let mut game = record.game().clone();
        let plies = game.moves().len();
        for ply in (0..=plies).rev() {
            #[allow(clippy::cast_precision_loss)]
            let shown = shown_at(&document, ply as f64 + 0.5);
            let pieces = Square::all().filter_map(|square| match game.position().cell(square) {
                Cell::Piece(color) => Some(format!("piece {} {square}", color.name())),
                Cell::Empty | Cell::Block => None,
            });
            let marks = game.last_move().into_iter().flat_map(|played| {
                let ends = [("from", played.from), ("to", played.to())];
                ends.into_iter()
                    .filter_map(|(end, square)| Some(format!("mark {end} {}", square?)))
            });
            let mut expected: Vec<String> = pieces.chain(marks).collect();
            expected.sort();
            assert_eq!(shown, expected, "ply {ply}");
            game.undo();
        }
    }

    #[test]
    fn a_game_without_a_move_does_not_move() {
        let game = Game::new(Rules::UAI);
        let picture = animated(&game, &PictureOptions::default());
        assert!(!picture.contains("animate "), "{picture}");
    }
}
