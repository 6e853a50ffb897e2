//! The chart of a game.
//!
//! Every position is a point: the expected lead of Red in pieces. Forced results lie on the
//! upper or lower edge. As on a board, marks of Red are solid and marks of Blue are rings, and
//! sides, marks and mistakes have labels, so that nothing depends on colours.

use super::plot::{self, BLUE, GRID, INK, Label, PAPER, Place, RED, Sheet, Undrawn, letters};
use ataxx_core::board::Color;
use ataxx_core::engine::Score;
use ataxx_core::review::{Review, Reviewed};
use plotters::element::{Circle, PathElement, Polygon, Text};
use plotters::prelude::{AreaSeries, ChartBuilder, LineSeries};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBColor, ShapeStyle};

const SIZE: (u32, u32) = (960, 440);
/// The least number of pieces at the edge of the chart, so that a quiet game looks quiet.
const LEAST_EDGE: f64 = 10.0;
/// The height of the chart relative to its edge, with room for marks on the edge.
const BEYOND: f64 = 1.12;
/// The area for the labels of mistakes: left top and right bottom.
const INSIDE: (Place, Place) = ((64, 68), (936, 388));

/// The turn, with a half for a ply, and how many pieces Red is ahead.
type Point = (f64, f64);

/// Draws a mark at a place.
type Sign<'a> = dyn Fn(Place) -> Result<(), Undrawn> + 'a;

/// A mistake of the list and of the chart.
pub struct ListedMistake {
    /// The index of the position before it.
    pub index: usize,
    pub played: String,
    pub better: String,
}

/// The chart of a game, of at least one position.
pub fn svg(review: &Review, mistakes: &[ListedMistake]) -> String {
    let reviewed = &review.positions;
    let edge = edge(reviewed);
    let points: Vec<Point> = reviewed
        .iter()
        .map(|reviewed| point(reviewed, edge))
        .collect();
    plot::svg(SIZE, &title(reviewed), |sheet| {
        legend(sheet)?;
        let (places, level) = curve(sheet, &points, edge)?;
        for (reviewed, &place) in reviewed.iter().zip(&places) {
            mark(sheet, reviewed, place)?;
        }
        name(sheet, review, mistakes, &places, &level)
    })
}

fn title(reviewed: &[Reviewed]) -> String {
    let last = reviewed.last().map(|last| last.for_red.score);
    let last = last.map_or_else(String::new, |score| format!("; at the end: {score}"));
    format!("Pieces that Red is expected to be ahead by{last}")
}

/// How many pieces ahead the edge of the picture is.
fn edge(reviewed: &[Reviewed]) -> f64 {
    let stones = reviewed
        .iter()
        .map(|reviewed| match reviewed.for_red.score {
            Score::Stones(stones) => stones.abs(),
            Score::Win(_) | Score::Loss(_) => 0.0,
        });
    let most = stones.fold(LEAST_EDGE, f64::max);
    (most / 5.0).ceil() * 5.0
}

fn point(reviewed: &Reviewed, edge: f64) -> Point {
    let half = match reviewed.mover() {
        Color::Red => 0.0,
        Color::Blue => 0.5,
    };
    let stones = match reviewed.for_red.score {
        Score::Stones(stones) => stones,
        Score::Win(_) => edge,
        Score::Loss(_) => -edge,
    };
    (f64::from(reviewed.turn_number()) + half, stones)
}

/// The legend of the marks, in a line above the curve.
fn legend(sheet: &Sheet) -> Result<(), Undrawn> {
    const ROW: i32 = 48;
    /// About how wide a letter is.
    const LETTER: i32 = 7;
    let text = letters(18, INK);
    sheet.draw(&Text::new(
        "Expected lead at the end, in pieces",
        (24, 12),
        text,
    ))?;
    let small = letters(13, INK).pos(Pos::new(HPos::Left, VPos::Center));
    let mut x = 30;
    let signs: [(&str, &Sign); 4] = [
        ("Red to move", &|place| disc(sheet, place)),
        ("Blue to move", &|place| ring(sheet, place)),
        ("Red or Blue forces a win", &|(x, y)| {
            triangle(sheet, (x - 9, y), Color::Red)?;
            triangle(sheet, (x + 7, y), Color::Blue)
        }),
        ("after a mistake, and what was better", &|place| {
            cross(sheet, place)
        }),
    ];
    for (words, sign) in signs {
        sign((x, ROW))?;
        x += 18;
        sheet.draw(&Text::new(words, (x, ROW), small.clone()))?;
        x += i32::try_from(words.len()).unwrap_or_default() * LETTER + 24;
    }
    Ok(())
}

/// Draws axes and curve. Returns the places of the points and of the ends of the level line.
fn curve(sheet: &Sheet, points: &[Point], edge: f64) -> Result<(Vec<Place>, [Place; 2]), Undrawn> {
    let first = points.first().map_or(1.0, |point| point.0);
    let last = points.last().map_or(1.0, |point| point.0).max(first + 1.0);
    let height = edge * BEYOND;
    let mut chart = ChartBuilder::on(sheet)
        .margin_top(64)
        .margin_right(24)
        .margin_bottom(8)
        .margin_left(8)
        .x_label_area_size(40)
        .y_label_area_size(52)
        .build_cartesian_2d(first..last, -height..height)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(PAPER)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_labels(16)
        .y_labels(9)
        .x_label_formatter(&|turn| whole(*turn))
        .y_label_formatter(&|stones| {
            if stones.abs() < 1e-6 {
                "0".to_owned()
            } else {
                format!("{stones:+}")
            }
        })
        .x_desc("turn")
        .label_style(letters(13, INK))
        .axis_desc_style(letters(14, INK))
        .draw()?;
    let crossed = with_crossings(points);
    for (color, side) in [(RED, 1.0), (BLUE, -1.0)] {
        let part = crossed
            .iter()
            .map(|&(x, y)| (x, (y * side).max(0.0) * side));
        chart.draw_series(AreaSeries::new(part, 0.0, color.mix(0.18)))?;
    }
    let level = [(first, 0.0), (last, 0.0)];
    chart.draw_series(LineSeries::new(level, INK.stroke_width(1)))?;
    let line = points.iter().copied();
    chart.draw_series(LineSeries::new(line, INK.stroke_width(2)))?;
    let (left, _) = chart.backend_coord(&(first, 0.0));
    for (side, color, end) in [("Red ahead", RED, edge), ("Blue ahead", BLUE, -edge)] {
        let (_, y) = chart.backend_coord(&(first, end * 0.97));
        let vertical = if end > 0.0 { VPos::Top } else { VPos::Bottom };
        let text = letters(15, color).pos(Pos::new(HPos::Left, vertical));
        sheet.draw(&Text::new(side, (left + 10, y), text))?;
    }
    let place = |point: &Point| chart.backend_coord(point);
    Ok((
        points.iter().map(place).collect(),
        level.each_ref().map(place),
    ))
}

/// The label of a turn; empty at half a turn.
fn whole(turn: f64) -> String {
    if (turn - turn.round()).abs() < 1e-6 {
        format!("{turn:.0}")
    } else {
        String::new()
    }
}

/// The points, and those where the curve between them crosses the level line.
fn with_crossings(points: &[Point]) -> Vec<Point> {
    let mut all = Vec::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        if let Some(&(x0, y0)) = index.checked_sub(1).and_then(|before| points.get(before))
            && y0 * y < 0.0
        {
            all.push((x0 + (x - x0) * y0 / (y0 - y), 0.0));
        }
        all.push((x, y));
    }
    all
}

/// The mark of a position: the side to move, or the side that can force a win.
fn mark(sheet: &Sheet, reviewed: &Reviewed, place: Place) -> Result<(), Undrawn> {
    match (reviewed.for_red.score, reviewed.mover()) {
        (Score::Win(_), _) => triangle(sheet, place, Color::Red),
        (Score::Loss(_), _) => triangle(sheet, place, Color::Blue),
        (Score::Stones(_), Color::Red) => disc(sheet, place),
        (Score::Stones(_), Color::Blue) => ring(sheet, place),
    }
}

fn disc(sheet: &Sheet, place: Place) -> Result<(), Undrawn> {
    sheet.draw(&Circle::new(place, 4, RED.filled()))
}

fn ring(sheet: &Sheet, place: Place) -> Result<(), Undrawn> {
    sheet.draw(&Circle::new(place, 4, PAPER.filled()))?;
    sheet.draw(&Circle::new(place, 4, BLUE.stroke_width(2)))
}

/// Solid and upright for Red, hollow and on its head for Blue.
fn triangle(sheet: &Sheet, (x, y): Place, winner: Color) -> Result<(), Undrawn> {
    let (color, fill, up): (RGBColor, _, i32) = match winner {
        Color::Red => (RED, RED, 1),
        Color::Blue => (BLUE, PAPER, -1),
    };
    let mut corners = vec![(x - 6, y + 5 * up), (x, y - 6 * up), (x + 6, y + 5 * up)];
    sheet.draw(&Polygon::new(corners.clone(), fill.filled()))?;
    corners.push(corners[0]);
    sheet.draw(&PathElement::new(corners, color.stroke_width(2)))
}

fn cross(sheet: &Sheet, (x, y): Place) -> Result<(), Undrawn> {
    let strokes = [
        vec![(x - 6, y - 6), (x + 6, y + 6)],
        vec![(x - 6, y + 6), (x + 6, y - 6)],
    ];
    for stroke in strokes {
        sheet.draw(&PathElement::new(stroke.clone(), PAPER.stroke_width(5)))?;
        sheet.draw(&PathElement::new(stroke, INK.stroke_width(2)))?;
    }
    Ok(())
}

/// Draws a cross at each mistake, with a label that names the better move.
fn name(
    sheet: &Sheet,
    review: &Review,
    mistakes: &[ListedMistake],
    places: &[Place],
    level: &[Place],
) -> Result<(), Undrawn> {
    let labels = mistakes.iter().map(|mistake| Label {
        words: format!(
            "{}. {}, not {}",
            review.positions[mistake.index].turn_number(),
            mistake.played,
            mistake.better
        ),
        // The mistake shows in the position after it.
        point: places[mistake.index + 1],
    });
    let labels: Vec<_> = labels.collect();
    let middles = plot::arranged(&labels, &[places, level], INSIDE);
    for (Label { words, point }, (x, y)) in labels.into_iter().zip(middles) {
        let near = if y > point.1 { y - 9 } else { y + 9 };
        let leader = PathElement::new([point, (point.0, near)], ShapeStyle::from(INK));
        sheet.draw(&leader)?;
        cross(sheet, point)?;
        let text = letters(13, INK).pos(Pos::new(HPos::Center, VPos::Center));
        sheet.draw(&Text::new(words, (x, y), text))?;
    }
    Ok(())
}
