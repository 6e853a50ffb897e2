//! What a run of the program leaves on a screen.

use assert_cmd::Command;
use std::path::Path;

/// Runs the program in a folder and shows all that comes out: stdout, stderr under
/// a line of its own if there is any, and the exit status. The times in JSON, which
/// differ from run to run, are replaced by `_`.
pub fn screen_in(folder: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> String {
    let output = Command::cargo_bin("ataxx")
        .expect("the program is built with its tests")
        .args(args)
        .current_dir(folder)
        .env_clear()
        .write_stdin(input)
        .output()
        .expect("it can be run");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    let mut screen = without_times(&text(output.stdout));
    let errors = text(output.stderr);
    if !errors.is_empty() {
        screen.push_str("--- stderr\n");
        screen.push_str(&errors);
    }
    let status = output.status.code().expect("it ends by itself");
    screen + &format!("--- exit {status}\n")
}

/// The same in the folder of the project.
pub fn screen(args: &[&str], input: impl Into<Vec<u8>>) -> String {
    screen_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, input)
}

fn without_times(text: &str) -> String {
    const KEY: &str = "\"seconds\":";
    let mut parts = text.split(KEY);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.find([',', '}']).unwrap_or(part.len());
        let seconds: f64 = part[..after].parse().expect("a number of seconds");
        assert!(seconds >= 0.0, "{seconds}");
        assert!(!part[..after].contains('e'), "{part}");
        shown += KEY;
        shown.push('_');
        shown += &part[after..];
    }
    shown
}
