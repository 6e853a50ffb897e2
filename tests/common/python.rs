//! Programs in Python.

use std::process::Command;

/// Whether Python is there. Without it tests are skipped, unless it is required.
pub fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        let is_required = std::env::var_os("ATAXX_REQUIRE_PYTHON").is_some();
        assert!(!is_required, "there is no python3");
        eprintln!("skipped: there is no python3");
    }
    found
}
