//! What is left of a session after its end.

use crate::program::{LIMIT, Program};
use crate::session::Stream;
use std::fs;
use std::sync::mpsc;
use std::thread;
use tempfile::TempDir;

#[test]
fn an_engine_of_the_analysis_ends_with_the_session() {
    let folder = TempDir::new().expect("a folder");
    let pipe = folder.path().join("engine");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    // It does not end at the end of its input, and holds the pipe open while it lives.
    let engine = format!(
        "exec 9>'{}'; while read word _; do case $word in \
            uai) echo id name x; echo uaiok;; \
            isready) echo readyok;; \
            go) echo info depth 1 score cp 5 pv b6; echo bestmove b6;; \
        esac; done; sleep 20; echo it survived >&9",
        pipe.display()
    );
    let (sender, left) = mpsc::channel();
    thread::spawn(move || sender.send(fs::read_to_string(pipe).expect("a pipe")));
    let mut program = Program::start(&["--engine", &engine]);
    Stream::asking(&program, "engine-0").see("analysis", "depth 1");
    program.type_line("quit");
    assert_eq!(program.wait(), Some(0));
    assert_eq!(left.recv_timeout(LIMIT).as_deref(), Ok(""));
}
