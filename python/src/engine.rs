//! The computer player.

use crate::arguments::{PositionArgument, read_rules};
use crate::moves::Move;
use crate::think::think;
use ataxx_core::engine::{self, Limits, Player, PlayerOptions, Score, SearchTask};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A computer player. It keeps its table from move to move.
///
/// >>> engine = Engine(hash_mb=16)
/// >>> choice = engine.choose("xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1", nodes=10_000)
/// >>> choice.move, choice.win_in
/// (Move('a5c7'), 3)
/// >>> engine.choose(Position(), depth=5).depth
/// 5
#[pyclass(frozen, module = "ataxx_toolkit")]
pub struct Engine {
    player: Mutex<Player<'static>>,
    threads: NonZeroUsize,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash_mb = 64, threads = 1))]
    fn new(hash_mb: usize, threads: usize) -> PyResult<Self> {
        let threads = read_threads(threads)?;
        let options = PlayerOptions {
            table_bytes: table_bytes(hash_mb)?,
            ..PlayerOptions::default()
        };
        Ok(Self {
            player: Mutex::new(Player::new(&options)),
            threads,
        })
    }

    /// Finds the best move within limits; one of `nodes`, `depth` and `seconds` is needed. A new
    /// engine with one thread and no time limit always chooses the same move; a `seed` varies it
    /// among similar ones.
    #[pyo3(signature = (position, *, nodes = None, depth = None, seconds = None, seed = None, rules = "uai"))]
    #[allow(clippy::too_many_arguments)] // most are keywords
    fn choose(
        &self,
        py: Python,
        position: PositionArgument,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        seed: Option<u64>,
        rules: &str,
    ) -> PyResult<Choice> {
        let position = position.read()?;
        let rules = read_rules(rules)?;
        if nodes.is_none() && depth.is_none() && seconds.is_none() {
            return Err(PyValueError::new_err(
                "a limit is missing: nodes, depth or seconds",
            ));
        }
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?;
        let task = SearchTask {
            position: &position,
            rules: &rules,
            limits: Limits {
                time,
                nodes,
                depth,
                proof_time: None,
            },
            seed,
            threads: self.threads,
        };
        let choice = think(py, |cancel| self.player().choose(&task, cancel))?;
        choice
            .map(Choice)
            .ok_or_else(|| PyValueError::new_err("the game is over"))
    }

    /// Forgets what it has learned from earlier positions.
    fn clear(&self, py: Python) {
        py.detach(|| self.player().clear());
    }
}

impl Engine {
    fn player(&self) -> MutexGuard<'_, Player<'static>> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A chosen move and what the search found.
#[pyclass(frozen, module = "ataxx_toolkit")]
pub struct Choice(engine::Choice);

#[pymethods]
impl Choice {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// The expected piece difference at the end, for the side to move; `None` if a win is forced.
    #[getter]
    fn stones(&self) -> Option<f64> {
        match self.0.score {
            Score::Stones(stones) => Some(stones),
            Score::Win(_) | Score::Loss(_) => None,
        }
    }

    /// The plies within which the side to move forces a win.
    #[getter]
    fn win_in(&self) -> Option<u32> {
        match self.0.score {
            Score::Win(plies) => Some(plies),
            Score::Stones(_) | Score::Loss(_) => None,
        }
    }

    /// The plies within which the other side forces a win.
    #[getter]
    fn loss_in(&self) -> Option<u32> {
        match self.0.score {
            Score::Loss(plies) => Some(plies),
            Score::Stones(_) | Score::Win(_) => None,
        }
    }

    /// The completed depth, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// The number of positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        format!(
            "<Choice {}, {}, depth {}>",
            self.0.mv, self.0.score, self.0.depth
        )
    }
}

pub fn read_threads(threads: usize) -> PyResult<NonZeroUsize> {
    let threads = NonZeroUsize::new(threads).filter(|threads| *threads <= engine::MAX_THREADS);
    threads.ok_or_else(|| {
        let most = engine::MAX_THREADS;
        PyValueError::new_err(format!("threads: expected 1 to {most}"))
    })
}

pub fn table_bytes(hash_mb: usize) -> PyResult<usize> {
    let bytes = hash_mb.checked_mul(1 << 20);
    bytes.ok_or_else(|| PyValueError::new_err("hash_mb: more than can be addressed"))
}
