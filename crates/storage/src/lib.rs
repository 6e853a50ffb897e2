#![doc = include_str!("../README.md")]

mod files;
mod shard;

pub use files::{
    FileError, append, check_writable, destination, folder_of, is_in_place, lock, open,
    private_folder, read, reason, replace, replace_private, why_unwritable,
};
pub use shard::{BadShard, Shard, hash};
