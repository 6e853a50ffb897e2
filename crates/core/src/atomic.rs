//! The atomic words of the lock-free tables; `models/` compiles these tables with those of loom.

pub use std::sync::atomic::{AtomicU64, Ordering, fence};
