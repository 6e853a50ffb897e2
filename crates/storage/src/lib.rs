#![doc = include_str!("../README.md")]

mod files;
mod shard;

pub use files::{
    FileError, append, check_writable, destination, folder_of, is_in_place, lock, read, reason,
    replace, why_unwritable,
};
pub use shard::{BadShard, Shard, hash};
