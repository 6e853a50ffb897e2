//! What a program keeps on disk: files that are replaced as a whole, logs that grow, and the parts
//! that a job is split into.

mod files;
mod shard;

pub use files::{
    FileError, append, check_writable, destination, folder_of, is_in_place, lock, read, reason,
    replace, why_unwritable,
};
pub use shard::{BadShard, Shard, hash};
