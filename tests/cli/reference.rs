//! docs/COMMANDS.md is the reference that the program prints.

use std::fs;
use std::process::Command;

#[test]
fn the_reference_is_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(["man", "--markdown"])
        .output()
        .expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    let page = fs::read_to_string("docs/COMMANDS.md").expect("the page");
    assert!(
        page == printed,
        "docs/COMMANDS.md is out of date: `ataxx man --markdown > docs/COMMANDS.md`"
    );
}
