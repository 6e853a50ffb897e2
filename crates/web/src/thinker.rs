//! The worker that searches. It does one work at a time and receives no messages meanwhile: to stop a
//! search, its worker is terminated and another one started.

use crate::place::now;
use ataxx_core::Cancellation;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::engine::{Level, Limits, SearchTask, choose_at};
use ataxx_page::analyst::Analyst;
use ataxx_page::place::{Desk, OfEngine};
use ataxx_page::{Analysis, AnalysisTask, Target};
use ataxx_session::AiTask;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Work for the thinker.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// Choose a move.
    Choose {
        level: u8,
        position: Position,
        rules: Rules,
        seed: Option<u64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<Duration>,
        proof_time: Option<Duration>,
    },
    /// Find out what the page wants to know. What was found before is known.
    Analyze {
        target: Box<Target>,
        task: AnalysisTask,
        known: Analysis,
    },
}

/// Work with a number, which is in what is found.
#[derive(Serialize, Deserialize)]
pub struct Numbered {
    number: u32,
    /// Whether it needs the network.
    network: bool,
    work: Work,
}

/// What the thinker has found.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The move of an AI; none if the game is over.
    Choice { number: u32, mv: Option<Move> },
    /// All that is known of the position and the game.
    Analysis { number: u32, analysis: Analysis },
}

impl Work {
    /// The choice of an AI.
    pub fn choice(task: &AiTask) -> Self {
        // The standard library has no randomness in browsers.
        let random = || (js_sys::Math::random() * f64::from(u32::MAX)).to_bits();
        Self::Choose {
            level: task.level.number(),
            position: task.position,
            rules: task.rules,
            seed: task
                .seed
                .or_else(|| (task.level < Level::FULL).then(random)),
            nodes: task.limits.nodes,
            depth: task.limits.depth,
            time: task.limits.time,
            proof_time: task.limits.proof_time,
        }
    }

    pub fn analysis(target: Target, task: AnalysisTask, known: Analysis) -> Self {
        Self::Analyze {
            target: Box::new(target),
            task,
            known,
        }
    }

    pub fn numbered(self, number: u32) -> Numbered {
        let network = match &self {
            Self::Choose { level, .. } => {
                Level::new(*level).is_none_or(|level| !level.counts_pieces())
            }
            Self::Analyze { .. } => true,
        };
        Numbered {
            number,
            network,
            work: self,
        }
    }
}

/// Does a work, JSON of a [`Numbered`], and posts each [`Found`] as JSON.
#[wasm_bindgen]
pub fn think(work: &str, post_text: &js_sys::Function) {
    let post = |found: &Found| {
        if let Ok(text) = serde_json::to_string(found) {
            let _ = post_text.call1(&JsValue::NULL, &JsValue::from_str(&text));
        }
    };
    let Ok(Numbered { number, work, .. }) = serde_json::from_str(work) else {
        return;
    };
    match work {
        Work::Choose {
            level,
            position,
            rules,
            seed,
            nodes,
            depth,
            time,
            proof_time,
        } => {
            let task = SearchTask {
                position: &position,
                rules: &rules,
                limits: Limits {
                    time,
                    nodes,
                    depth,
                    proof_time,
                },
                seed,
                threads: NonZeroUsize::MIN,
            };
            let level = Level::new(level).unwrap_or(Level::FULL);
            let choice = choose_at(level, &task, Cancellation::never());
            let mv = choice.map(|choice| choice.mv);
            post(&Found::Choice { number, mv });
        }
        Work::Analyze {
            target,
            task,
            known,
        } => {
            let desk = DeskOfWorker {
                post: &post,
                number,
            };
            Analyst::new(&desk, known).work(&target, &[task]);
        }
    }
}

struct DeskOfWorker<'t> {
    post: &'t dyn Fn(&Found),
    number: u32,
}

impl Desk for DeskOfWorker<'_> {
    fn now(&self) -> Duration {
        now()
    }

    fn cancel(&self) -> &Cancellation {
        Cancellation::never()
    }

    fn show(&self, analysis: &Analysis) {
        (self.post)(&Found::Analysis {
            number: self.number,
            analysis: analysis.clone(),
        });
    }

    fn ask_engine(&self, _: &Target, _: usize, _: &mut dyn FnMut(OfEngine)) -> Result<(), String> {
        Err("there are no engines here".to_owned())
    }
}
