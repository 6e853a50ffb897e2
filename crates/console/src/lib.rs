#![doc = include_str!("../README.md")]

pub mod command_line;
pub mod exit;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod progress;
pub mod result_file;
pub mod terminal_modes;
pub mod values;
