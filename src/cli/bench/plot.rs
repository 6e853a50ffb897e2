//! The chart: search depth against nodes and time.

use super::super::plot::{self, GRID, INK, Sheet, Undrawn, letters};
use super::measure::{PositionResult, Row, geometric_mean, real};
use super::outcome::Outcome;
use super::positions::Phase;
use plotters::coord::combinators::LogCoord;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{DashedPathElement, DynElement};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (1000, 480);
/// Above the two graphs: the title, and what the curves are.
const HEAD: u32 = 84;

/// One graph: a logarithmic scale to the right, depth upwards.
type Graph<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f64>, RangedCoordf64>>;

/// The curve of a phase: the mean cost, and the depth.
struct Curve {
    phase: Phase,
    points: Vec<(f64, f64)>,
}

/// Draws what was measured.
pub fn draw(outcome: &Outcome) -> String {
    plot::svg(SIZE, TITLE, |sheet| draw_on(sheet, outcome))
}

const TITLE: &str = "How deep the search gets, by phase of the game";

fn draw_on(sheet: &Sheet, outcome: &Outcome) -> Result<(), Undrawn> {
    let (head, graphs) = sheet.split_vertically(HEAD);
    head.draw(&Text::new(TITLE, (28, 16), letters(20, INK)))?;
    let by_nodes = curves(outcome, |depth| real(depth.nodes));
    // Times are measured to a hundredth of a millisecond.
    let by_time = curves(outcome, |depth| depth.seconds * 1e3);
    let mut left = 32;
    for curve in &by_nodes {
        left = draw_name(&head, curve.phase, left)?;
    }
    let (left, right) = graphs.split_horizontally(SIZE.0 / 2);
    draw_graph(&left, &by_nodes, "nodes", count)?;
    draw_graph(&right, &by_time, "time", duration)?;
    Ok(())
}

/// The curves of the phases that have points.
fn curves(outcome: &Outcome, of: fn(&Row) -> f64) -> Vec<Curve> {
    let curves = Phase::ALL.into_iter().map(|phase| {
        let positions = outcome.positions.iter();
        let positions: Vec<_> = positions.filter(|reached| reached.phase == phase).collect();
        let points = (1..).map_while(|depth| mean(&positions, depth, of));
        let points = points.filter(|&(taken, _)| taken > 0.0).collect();
        Curve { phase, points }
    });
    curves.filter(|curve| !curve.points.is_empty()).collect()
}

/// The mean cost of a depth that all of these positions reached.
fn mean(positions: &[&PositionResult], depth: u32, of: fn(&Row) -> f64) -> Option<(f64, f64)> {
    let taken = positions.iter().map(|reached| reached.search.at(depth));
    let taken: Option<Vec<&Row>> = taken.collect();
    let mean = geometric_mean(taken?.into_iter().map(of))?;
    Some((mean, depth.into()))
}

fn draw_graph(
    sheet: &Sheet,
    curves: &[Curve],
    scale: &str,
    label: fn(f64) -> String,
) -> Result<(), Undrawn> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let least = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let most = points().map(|point| point.0).fold(0.0, f64::max);
    let deepest = points().map(|point| point.1).fold(0.0, f64::max);
    if most == 0.0 {
        return Ok(());
    }
    let mut graph = ChartBuilder::on(sheet)
        .margin(12)
        .margin_right(28)
        .x_label_area_size(44)
        .y_label_area_size(52)
        .build_cartesian_2d((least / 1.3..most * 1.3).log_scale(), 0.0..deepest + 0.6)?;
    graph
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style(letters(13, INK))
        .axis_desc_style(letters(14, INK))
        .x_desc(scale)
        .y_desc("depth in plies")
        .x_labels(8)
        .y_labels(10)
        .x_label_formatter(&|&taken| label(taken))
        .y_label_formatter(&|depth| format!("{depth:.0}"))
        .draw()?;
    for curve in curves {
        draw_curve(&mut graph, curve)?;
    }
    Ok(())
}

fn draw_curve(graph: &mut Graph, curve: &Curve) -> Result<(), Undrawn> {
    let look = Look::of(curve.phase);
    let points = || curve.points.iter().copied();
    let line = look.color.stroke_width(2);
    if let Some((dash, gap)) = look.dashes {
        graph.draw_series(DashedLineSeries::new(points(), dash, gap, line))?;
    } else {
        graph.draw_series(LineSeries::new(points(), line))?;
    }
    let area = graph.plotting_area();
    points().try_for_each(|point| area.draw(&look.marker(point)))
}

/// Draws the legend of a phase. Returns where the next one begins.
fn draw_name(head: &Sheet, phase: Phase, left: i32) -> Result<i32, Undrawn> {
    const MIDDLE: i32 = 62;
    const LINE: i32 = 44;
    let look = Look::of(phase);
    let line = look.color.stroke_width(2);
    let ends = [(left, MIDDLE), (left + LINE, MIDDLE)];
    if let Some((dash, gap)) = look.dashes {
        head.draw(&DashedPathElement::new(ends, dash, gap, line))?;
    } else {
        head.draw(&PathElement::new(ends, line))?;
    }
    head.draw(&look.marker((left + LINE / 2, MIDDLE)))?;
    let beside = letters(15, INK).pos(Pos::new(HPos::Left, VPos::Center));
    head.draw(&Text::new(phase.name(), (left + LINE + 10, MIDDLE), beside))?;
    Ok(left + LINE + 130)
}

/// The style of a phase's curve: colour, dashes and marks each identify it alone.
struct Look {
    color: RGBColor,
    dashes: Option<(i32, i32)>,
    mark: Mark,
}

/// The mark of a depth.
#[derive(Clone, Copy)]
enum Mark {
    Circle,
    Triangle,
    Square,
    Diamond,
}

impl Look {
    /// The colours differ for every kind of sight.
    const fn of(phase: Phase) -> Self {
        let (color, dashes, mark) = match phase {
            Phase::Opening => (RGBColor(0x00, 0x72, 0xb2), None, Mark::Circle),
            Phase::EarlyMiddle => (RGBColor(0xd5, 0x5e, 0x00), Some((9, 4)), Mark::Triangle),
            Phase::LateMiddle => (RGBColor(0x00, 0x8f, 0x6b), Some((4, 4)), Mark::Square),
            Phase::Endgame => (RGBColor(0x8a, 0x4f, 0x9e), Some((2, 3)), Mark::Diamond),
        };
        Self {
            color,
            dashes,
            mark,
        }
    }

    fn marker<'a, C: Clone + 'static>(&self, at: C) -> DynElement<'a, SVGBackend<'a>, C> {
        let style = self.color.filled();
        match self.mark {
            Mark::Circle => Circle::new(at, 4, style).into_dyn(),
            Mark::Triangle => TriangleMarker::new(at, 6, style).into_dyn(),
            Mark::Square => {
                (EmptyElement::at(at) + Rectangle::new([(-4, -4), (4, 4)], style)).into_dyn()
            }
            Mark::Diamond => {
                let corners = vec![(0, -6), (6, 0), (0, 6), (-6, 0)];
                (EmptyElement::at(at) + Polygon::new(corners, style)).into_dyn()
            }
        }
    }
}

/// A number on a scale that has powers of ten.
fn count(number: f64) -> String {
    match number {
        number if number >= 1e9 => format!("{} G", number / 1e9),
        number if number >= 1e6 => format!("{} M", number / 1e6),
        number if number >= 1e3 => format!("{} k", number / 1e3),
        number => format!("{number}"),
    }
}

/// A number of milliseconds on such a scale.
fn duration(milliseconds: f64) -> String {
    if milliseconds >= 1e3 {
        format!("{} s", milliseconds / 1e3)
    } else {
        format!("{milliseconds} ms")
    }
}
