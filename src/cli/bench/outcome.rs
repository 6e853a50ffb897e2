//! All measurements, as they are written as JSON.

use super::engine::EngineResult;
use super::machines::Machine;
use super::measure::{PerftResult, PositionResult, TechniqueResult, WonResult};
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
        let solvers = self.won.iter().map(|won| &won.solver);
        let times = solvers.map(|solver| solver.win.map(|_| solver.seconds));
        Machine {
            name: format!("this: {processor}{threads}").into(),
            nodes_per_second: Some(text::per_second(self.nodes, time)),
            won_seconds: times.sum(),
            leaves_per_second: self.perft.map(|perft| perft.nodes_per_second),
        }
    }
}
