//! A full disk is noticed, by whatever is written.

use std::fs::File;
use std::process::Command;

#[test]
fn help_and_generated_pages_are_not_lost_in_silence() {
    let cases: [&[&str]; 7] = [
        &["--help"],
        &["--version"],
        &["solve", "-h"],
        &["help", "match", "merge"],
        &["man"],
        &["completions", "bash"],
        &["schema"],
    ];
    for case in cases {
        let full = File::options().write(true).open("/dev/full");
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(case)
            .stdout(full.expect("the device"))
            .output()
            .expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{case:?}: {stderr}");
        let message = "error: the output cannot be written: no storage space\n";
        assert_eq!(stderr, message, "{case:?}");
    }
}
