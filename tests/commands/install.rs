//! `make install` and `make uninstall`, and the manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a target of the Makefile with a program that is there already, and installs to `folder`.
fn make(target: &str, folder: &Path) {
    let built = folder.join("target");
    fs::create_dir_all(built.join("release")).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_ataxx"), built.join("release/ataxx")).expect("a copy");
    let output = Command::new("make")
        .args([target, "CARGO=true", "PREFIX=/usr"])
        .arg(format!("DESTDIR={}", folder.join("root dir").display()))
        .env("CARGO_TARGET_DIR", built)
        .env_remove("MAKEFLAGS")
        .output()
        .expect("make runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect();
    files.sort();
    files
}

#[test]
fn what_is_installed_is_uninstalled() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("root dir");
    let foreign = root.join("usr/share/man/man1/other.1");
    fs::create_dir_all(foreign.parent().expect("its folder")).expect("a folder");
    fs::write(&foreign, "").expect("a file");
    make("install", folder.path());
    let version = Command::new(root.join("usr/bin/ataxx"))
        .arg("--version")
        .output()
        .expect("it runs");
    assert!(version.status.success());
    for (file, first_words) in [
        ("share/man/man1/ataxx.1", ".ie"),
        ("share/man/man1/ataxx-match-merge.1", ".ie"),
        ("share/bash-completion/completions/ataxx", "_ataxx()"),
        ("share/zsh/site-functions/_ataxx", "#compdef ataxx"),
        ("share/fish/vendor_completions.d/ataxx.fish", "# Print"),
    ] {
        let text = fs::read_to_string(root.join("usr").join(file)).expect(file);
        assert!(text.starts_with(first_words), "{file}: {}", &text[..40]);
    }
    make("uninstall", folder.path());
    assert_eq!(files(&root), [foreign]);
}

#[test]
fn every_subcommand_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let ataxx = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(words)
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    ataxx(&["man", "--write", &folder.path().to_string_lossy()]);
    let pages = files(folder.path());
    assert!(pages.len() > 15);
    for page in pages {
        let name = page.file_stem().expect("a name").to_string_lossy();
        let words: Vec<&str> = name.split('-').skip(1).collect();
        let printed = ataxx(&[&["man"], words.as_slice()].concat());
        let written = fs::read_to_string(&page).expect("a page");
        assert_eq!(printed, written, "{name}");
    }
}
