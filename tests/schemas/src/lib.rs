//! The schema of scenario files, and the results for other graders against their schemas.
#![cfg(test)]

#[cfg(unix)]
mod action;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod graders;
mod scenarios;

use std::path::{Path, PathBuf};

/// The folder of the program's package.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, which was built before.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("it is in `deps`");
    folder
        .join("ataxx")
        .with_extension(std::env::consts::EXE_EXTENSION)
}
