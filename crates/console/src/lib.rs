//! What a program at the command line needs: options, exit statuses, signals, progress, files that
//! users name, and output in colour or not.

pub mod command_line;
pub mod exit;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod progress;
pub mod result_file;
pub mod terminal_modes;
pub mod values;
