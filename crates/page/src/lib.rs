#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod analyst;
pub mod choices;
pub mod downloads;
pub mod exercises;
pub mod forms;
pub mod html;
pub mod keeper;
pub mod kept;
pub mod library;
pub mod opened;
pub mod order;
mod panels;
pub mod place;
pub mod side_pages;
pub mod snapshot;
pub mod tree;
pub mod update;

pub use analysis::{Analysis, AnalysisTask, Target};
pub use choices::{MOVE_SECONDS, OfferedStrength};
pub use order::{Answer, Order, Reply, Sender};
pub use panels::parts;
pub use snapshot::{Snapshot, View};

/// The frame of a page, which the parts fill.
pub const PAGE: &str = include_str!("assets/page.html");
/// Its script.
pub const SCRIPT: &str = include_str!("assets/display.js");
/// How it hears from a server and sends forms to it, before its script.
pub const TRANSPORT: &str = include_str!("assets/transport.js");
/// Its style sheet.
pub const STYLE: &str = include_str!("assets/display.css");
/// Its icon.
pub const ICON: &str = include_str!("assets/icon.svg");
