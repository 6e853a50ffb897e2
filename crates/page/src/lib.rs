#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod analyst;
pub mod choices;
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

pub use analysis::{Analysis, AnalysisTask, Target};
pub use choices::{MOVE_SECONDS, OfferedStrength};
pub use order::{Answer, Order, Reply, Sender};
pub use panels::{SentParts, Update, parts};
pub use snapshot::{Snapshot, View};

/// The frame of a page, which the parts fill.
pub const PAGE: &str = include_str!("assets/page.html");
/// Its script.
pub const SCRIPT: &str = include_str!("assets/display.js");
/// The script that receives updates from a server and sends forms to it; it runs before the other.
pub const TRANSPORT: &str = include_str!("assets/transport.js");
/// Its style sheet.
pub const STYLE: &str = include_str!("assets/display.css");
/// Its icon.
pub const ICON: &str = include_str!("assets/icon.svg");
