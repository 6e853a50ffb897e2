//! What charts share: colours, fonts, the SVG element, and labels beside lines, if possible without
//! overlap.

use maud::html;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, RGBColor, SVGBackend};
use plotters::style::{Color as _, FontFamily, TextStyle};

/// The background. It is light on dark pages, too, like that of a board.
pub const PAPER: RGBColor = RGBColor(0xfb, 0xf8, 0xf1);
/// Text and axes.
pub const INK: RGBColor = RGBColor(0x4a, 0x43, 0x36);
/// Grid lines.
pub const GRID: RGBColor = RGBColor(0xdd, 0xd6, 0xc6);
/// Red, as on a board.
pub const RED: RGBColor = RGBColor(0xb0, 0x1e, 0x2e);
/// Blue.
pub const BLUE: RGBColor = RGBColor(0x1d, 0x5b, 0xb0);

/// The drawing area of a chart.
pub type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// An error of drawing; none occurs for a picture in memory.
pub type Undrawn = plotters::drawing::DrawingAreaErrorKind<
    <SVGBackend<'static> as plotters::prelude::DrawingBackend>::ErrorType,
>;

/// A text style of this size in pixels.
pub fn letters(size: u32, color: RGBColor) -> TextStyle<'static> {
    TextStyle {
        color: color.to_backend_color(),
        ..TextStyle::from((FontFamily::SansSerif, size))
    }
}

/// A picture of this size in pixels. The title is for screen readers and tooltips.
pub fn svg(
    size: (u32, u32),
    title: &str,
    draw: impl FnOnce(&Sheet) -> Result<(), Undrawn>,
) -> String {
    let mut picture = String::new();
    let sheet = SVGBackend::with_string(&mut picture, size).into_drawing_area();
    let drawn = sheet
        .fill(&PAPER)
        .and_then(|()| draw(&sheet))
        .and_then(|()| sheet.present());
    drop(sheet);
    drawn.expect("a text takes whatever is written to it");
    let title = html! { title { (title) } }.into_string();
    // After the tag that everything is in.
    let place = picture.find('>').map_or(0, |end| end + 1);
    picture.insert_str(place, &title);
    picture
}

/// In pixels from the top left.
pub type Place = (i32, i32);
/// A left top and a right bottom corner.
type Corners = (Place, Place);

/// A label of a point.
pub struct Label {
    pub words: String,
    pub point: Place,
}

/// About how wide a letter is.
const LETTER: i32 = 6;
const HALF_HEIGHT: i32 = 8;

/// The centres of the labels, in their order. Some part of every label is straight above or
/// below its point.
pub fn arranged(labels: &[Label], lines: &[&[Place]], inside: Corners) -> Vec<Place> {
    let in_order: Vec<usize> = (0..labels.len()).collect();
    let mut from_the_left = in_order.clone();
    from_the_left.sort_by_key(|&index| labels[index].point);
    let sides = [[0, -1, 1], [-1, 1, 0], [1, -1, 0]];
    let orders = [&in_order, &from_the_left];
    let mut ways = orders
        .into_iter()
        .flat_map(|order| sides.map(|sides| (order, sides)));
    let arrange = |(order, sides): (&Vec<usize>, [i32; 3]), even_so: bool| {
        let mut room = Room::beside(lines, inside);
        let mut middles = vec![(0, 0); labels.len()];
        for &index in order {
            let label = &labels[index];
            let middle = room.take(label, sides);
            middles[index] = middle.or(even_so.then_some(label.point))?;
        }
        Some(middles)
    };
    ways.find_map(|way| arrange(way, false))
        .or_else(|| arrange((&in_order, sides[0]), true))
        .unwrap_or_default()
}

/// The area that is free for labels.
struct Room {
    inside: Corners,
    lines: Vec<Corners>,
    /// The labels placed so far, and the lines that lead to them.
    written: Vec<Corners>,
}

impl Room {
    fn beside(lines: &[&[Place]], inside: Corners) -> Self {
        /// The number of pieces of a line between two points, a few pixels each.
        const PIECES: i32 = 32;
        let parts = lines.iter().flat_map(|line| line.windows(2));
        let along = parts.flat_map(|ends| {
            let [(x0, y0), (x1, y1)] = [ends[0], ends[1]];
            (0..=PIECES).map(move |n| (x0 + (x1 - x0) * n / PIECES, y0 + (y1 - y0) * n / PIECES))
        });
        Self {
            inside,
            lines: along
                .map(|(x, y)| ((x - 5, y - 5), (x + 5, y + 5)))
                .collect(),
            written: Vec::new(),
        }
    }

    /// Places a label as near to its point as possible, on the sides in this order: 0 is
    /// centred, -1 left and 1 right.
    fn take(&mut self, label: &Label, sides: [i32; 3]) -> Option<Place> {
        const STEP: i32 = 6;
        let ((left, _), (right, bottom)) = self.inside;
        let (at, y) = label.point;
        let half = i32::try_from(label.words.len()).unwrap_or_default() * LETTER / 2;
        let aside = half - 4;
        let distances = (3..bottom / STEP).flat_map(|n| [y - n * STEP, y + n * STEP]);
        let places = distances.flat_map(|y| sides.map(|side| (at + side * aside, y)));
        for (x, y) in places {
            let x = x.clamp(left + half, (right - half).max(left + half));
            let words = ((x - half, y - HALF_HEIGHT), (x + half, y + HALF_HEIGHT));
            let leader = (
                (at - 2, y.min(label.point.1)),
                (at + 2, y.max(label.point.1)),
            );
            if self.is_free(words, leader) {
                self.written.extend([words, leader]);
                return Some((x, y));
            }
        }
        None
    }

    fn is_free(&self, words: Corners, leader: Corners) -> bool {
        let (top, bottom) = (words.0.1, words.1.1);
        let mut written = self.written.iter();
        top > self.inside.0.1
            && bottom < self.inside.1.1
            && !self.lines.iter().any(|&other| overlap(words, other))
            && !written.any(|&other| overlap(words, other) || overlap(leader, other))
    }
}

fn overlap(
    ((left, top), (right, bottom)): Corners,
    ((other_left, other_top), (other_right, other_bottom)): Corners,
) -> bool {
    left < other_right && other_left < right && top < other_bottom && other_top < bottom
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSIDE: Corners = ((60, 60), (900, 400));

    fn label(words: &str, point: Place) -> Label {
        Label {
            words: words.to_owned(),
            point,
        }
    }

    /// The first one must make way, or the second one's line would run through it.
    #[test]
    fn neighbours_find_room() {
        let curve = [(60, 200), (874, 276), (885, 374), (900, 374)];
        let labels = [
            label("42. g6-g7, not g6-f4", curve[2]),
            label("41. d6-e7, not e5-g7", curve[1]),
        ];
        let middles = arranged(&labels, &[&curve], INSIDE);
        let mut room = Room::beside(&[&curve], INSIDE);
        for (label, (x, y)) in labels.iter().zip(middles) {
            let half = i32::try_from(label.words.len()).expect("short") * LETTER / 2;
            assert!((x - half..=x + half).contains(&label.point.0));
            let words = ((x - half, y - HALF_HEIGHT), (x + half, y + HALF_HEIGHT));
            assert!(room.is_free(words, words), "{}", label.words);
            room.written.push(words);
        }
    }

    #[test]
    fn where_there_is_no_room_they_are_at_their_points() {
        let crowd: Vec<Label> = (0..60).map(|_| label("the same", (400, 200))).collect();
        let middles = arranged(&crowd, &[&[(60, 200), (900, 200)]], INSIDE);
        assert_eq!(middles.len(), crowd.len());
        assert!(middles.contains(&(400, 200)));
    }
}
