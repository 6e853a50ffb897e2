//! The atomic words of the tables that threads share; `models/` puts those of loom in their place.

pub use std::sync::atomic::{AtomicU64, Ordering, fence};
