//! The common style of all charts: colours, fonts and the SVG element.

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
