//! All measurements, as they are written as JSON.

use super::engine::EngineResult;
use super::machines::Machine;
use super::measure::{PerftResult, PositionResult, TechniqueResult, WinSearch, WonResult};
use ataxx_core::diagnostic::text;
use serde::Serialize;
use std::time::Duration;

/// All measurements.
#[derive(Serialize)]
pub struct Outcome {
    pub version: &'static str,
    /// The processor's name, where the system has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    pub threads: usize,
    pub hash_mib: u64,
    pub without: Vec<&'static str>,
    pub positions: Vec<PositionResult>,
    pub won: Vec<WonResult>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perft: Option<PerftResult>,
    /// The same figures of known machines.
    pub machines: Vec<Machine>,
    /// The other engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineResult>,
    /// The nodes of all `positions`: the same on every machine without a time limit and with
    /// one thread.
    pub nodes: u64,
    pub seconds: f64,
    /// Whether all measurements were finished.
    pub complete: bool,
}

impl Outcome {
    /// This machine.
    pub fn machine(&self) -> Machine {
        let threads = match self.threads {
            1 => String::new(),
            threads => format!(", {threads} threads"),
        };
        let processor = self
            .processor
            .as_deref()
            .unwrap_or("a processor without a name");
        let searches = self.positions.iter().map(|reached| &reached.search);
        let time: Duration = searches.map(|search| search.time).sum();
        Machine {
            name: format!("this: {processor}{threads}").into(),
            nodes_per_second: Some(text::per_second(self.nodes, time)),
            won_seconds: seconds_of_all(self.won.iter().map(|won| &won.solver)),
            leaves_per_second: self.perft.map(|perft| perft.nodes_per_second),
        }
    }
}

/// The time in which all wins were found; `None` if one was not, or none was searched for.
fn seconds_of_all<'a>(searches: impl Iterator<Item = &'a WinSearch>) -> Option<f64> {
    let seconds = searches.map(|search| search.win.map(|_| search.seconds));
    let seconds: Vec<f64> = seconds.collect::<Option<_>>()?;
    (!seconds.is_empty()).then(|| seconds.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_all_wins_needs_all_of_them() {
        let search = |win, seconds| WinSearch {
            win,
            depth: 1,
            nodes: 1,
            seconds,
        };
        let found = [search(Some(3), 0.5), search(Some(5), 0.25)];
        assert_eq!(seconds_of_all(found.iter()), Some(0.75));
        let one_missing = [search(Some(3), 0.5), search(None, 0.25)];
        assert_eq!(seconds_of_all(one_missing.iter()), None);
        assert_eq!(seconds_of_all([].iter()), None);
    }
}
