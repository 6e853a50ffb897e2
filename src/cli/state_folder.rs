//! The platform's folder for what a program remembers between its runs.

use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::path::PathBuf;

/// The folder of this program, which is made if it is missing. `None` where there can be none.
pub fn state_folder() -> Option<PathBuf> {
    let base = choose_base_strategy().ok()?;
    let state = base.state_dir().unwrap_or_else(|| base.data_dir());
    let folder = state.join("ataxx");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}
