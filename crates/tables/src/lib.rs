#![doc = include_str!("../README.md")]

mod differences;
mod file;
mod folder;
mod layers;
mod lookup;
mod memory;
mod tables;
mod verify;

pub use file::{Head, Invalid, LayerFile, TableError};
pub use folder::TableFolder;
pub use layers::{
    Board, FirstMove, Incomplete, LayerCounts, LayerOptions, LayerProgress, Place, Settled,
    Unsuitable,
};
pub use memory::TableInMemory;
pub use tables::{Table, Tables};
pub use verify::{Verified, VerifyOptions, verify};
