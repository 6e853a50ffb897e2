//! The measurements as tables of at most 80 columns.

use super::engine::{EngineResult, EngineSearch};
use super::measure::{PositionResult, WinSearch, WonResult};
use ataxx_core::diagnostic::text::{per_second, thousands};
use std::fmt::Write as _;
use std::time::Duration;

/// A line for each phase and one for all positions, with those of the other engine beside them.
pub fn phases(all: &[PositionResult], engine: Option<&EngineResult>) -> String {
    let mut text = String::new();
    if let Some(engine) = engine {
        let _ = writeln!(text, "{:<47}  {}", "", engine.title());
    }
    let mut row = |name: &str, ours: [String; 3], theirs: Option<[String; 2]>| {
        let [depth, nodes, rate] = ours;
        let _ = write!(text, "{name:<13}{depth:>7}{nodes:>15}{rate:>13}");
        if let Some([depth, rate]) = theirs {
            let _ = write!(text, "{depth:>11}{rate:>13}");
        }
        text.push('\n');
    };
    let headings = ["depth", "nodes", "nodes/s"].map(str::to_owned);
    let their_headings = ["depth", "nodes/s"].map(str::to_owned);
    row("phase", headings, engine.map(|_| their_headings));
    let mut phases: Vec<_> = all.iter().map(|reached| Some(reached.phase)).collect();
    phases.dedup();
    phases.push(None);
    for phase in phases {
        let is_of_phase = |reached: &PositionResult| phase.is_none_or(|one| reached.phase == one);
        let of_phase: Vec<_> = all.iter().filter(|reached| is_of_phase(reached)).collect();
        if of_phase.is_empty() {
            continue;
        }
        let searches = of_phase.iter().map(|reached| &reached.search);
        let depths = searches.clone().map(|search| Some(search.depth));
        let nodes = searches.clone().map(|search| search.nodes).sum();
        let time = searches.map(|search| search.time).sum();
        let ours = [
            mean(depths),
            thousands(nodes),
            thousands(per_second(nodes, time)),
        ];
        let theirs = engine.map(|engine| {
            // If it has not searched all of them, they have no mean.
            let find = |id| engine.positions.iter().find(|theirs| theirs.id == id);
            let found: Option<Vec<_>> = of_phase.iter().map(|reached| find(reached.id)).collect();
            let found = found.unwrap_or_default();
            let depths = found.iter().map(|search| search.depth);
            [mean(depths), rate(&found)]
        });
        row(phase.unwrap_or("all"), ours, theirs);
    }
    text
}

/// The mean of some depths; a hyphen if there are none or one is not known.
fn mean(depths: impl Iterator<Item = Option<u32>>) -> String {
    match depths.collect::<Option<Vec<u32>>>() {
        Some(depths) if !depths.is_empty() => {
            let sum: f64 = depths.iter().copied().map(f64::from).sum();
            let count = u32::try_from(depths.len()).map_or(f64::INFINITY, f64::from);
            format!("{:.2}", sum / count)
        }
        _ => "-".to_owned(),
    }
}

/// The nodes a second of some searches; a hyphen if one of them has none, or the time is too short
/// to be measured: an engine that answers from memory has not searched.
fn rate(searches: &[&EngineSearch]) -> String {
    const MIN_TIME: Duration = Duration::from_millis(20);
    let nodes: Option<u64> = searches.iter().map(|search| search.nodes).sum();
    let time: Duration = searches.iter().map(|search| search.nodes_time).sum();
    let nodes = nodes.filter(|&nodes| nodes > 0 && time >= MIN_TIME);
    or_hyphen(nodes.map(|nodes| thousands(per_second(nodes, time))))
}

/// The won positions, with those of the other engine beside them.
pub fn won(all: &[WonResult], engine: Option<&EngineResult>) -> String {
    let title = engine.map_or_else(String::new, EngineResult::title);
    let headings = format!("\n{:<16}{:>17}{:>12}  {title}", "", "search", "solver");
    let mut text = headings.trim_end().to_owned();
    let _ = write!(
        text,
        "\n{:<11}{:>5}{:>7}{:>10}{:>12}",
        "position", "plies", "seen", "ms", "ms"
    );
    if engine.is_some() {
        let _ = write!(text, "{:>8}{:>11}", "seen", "ms");
    }
    text.push('\n');
    for ours in all {
        let _ = write!(
            text,
            "{:<11}{:>5}{:>7}{:>10}{:>12}",
            ours.id,
            ours.distance,
            or_hyphen(ours.search.win),
            or_hyphen(ours.search.win.map(|_| milliseconds(ours.search.seconds))),
            unless_won(&ours.solver),
        );
        if let Some(engine) = engine {
            let theirs = engine.won.iter().find(|theirs| theirs.id == ours.id);
            let found = theirs.filter(|theirs| theirs.win.is_some());
            let _ = write!(
                text,
                "{:>8}{:>11}",
                or_hyphen(found.and_then(|theirs| theirs.win)),
                or_hyphen(found.map(|theirs| milliseconds(theirs.seconds))),
            );
        }
        text.push('\n');
    }
    text + "\n"
}

/// The time of a search, marked with `>` if no win was found.
fn unless_won(search: &WinSearch) -> String {
    let time = milliseconds(search.seconds);
    match search.win {
        Some(_) => time,
        None => format!(">{time}"),
    }
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

fn or_hyphen<T: ToString>(known: Option<T>) -> String {
    known.map_or_else(|| "-".to_owned(), |known| known.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_of_some_needs_that_of_each() {
        let search = |nodes| EngineSearch {
            nodes,
            nodes_time: Duration::from_secs(2),
            ..EngineSearch::default()
        };
        let at_once = EngineSearch {
            nodes_time: Duration::from_micros(100),
            ..search(Some(50_000))
        };
        assert_eq!(rate(&[&at_once]), "-");
        assert_eq!(rate(&[&search(Some(300))]), "150");
        assert_eq!(rate(&[&search(Some(300)), &search(None)]), "-");
        assert_eq!(mean([Some(4), Some(5)].into_iter()), "4.50");
        assert_eq!(mean([Some(4), None].into_iter()), "-");
        assert_eq!(mean([].into_iter()), "-");
    }
}
