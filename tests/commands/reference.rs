//! docs/COMMANDS.md and docs/scenarios.schema.json are what the program prints.

use std::fs;
use std::process::Command;

/// Compares a page with what the program prints.
fn assert_up_to_date(page: &str, arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(arguments)
        .output()
        .expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    let text = fs::read_to_string(page).expect("the page");
    assert!(
        text.replace("\r\n", "\n") == printed,
        "{page} is out of date: `ataxx {} > {page}`",
        arguments.join(" ")
    );
}

#[test]
fn the_reference_is_up_to_date() {
    assert_up_to_date("docs/COMMANDS.md", &["man", "--markdown"]);
}

#[test]
fn the_schema_is_up_to_date() {
    assert_up_to_date("docs/scenarios.schema.json", &["schema"]);
}
