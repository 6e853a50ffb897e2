//! The same seed and the same input give the same transcript, however busy the
//! machine is and whatever is said about time.

use crate::common::ataxx;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A few turns against an AI, and a game between two, with the usual count of
/// nodes for the first in one dialect, and a small one elsewhere.
fn transcript(dialect: &str, seed: i64, args: &[&str]) -> String {
    let (by_hand, both) = match dialect {
        "2022" => (
            "a7-b7\na7-a6\nundo\na7-b6\ndump\n",
            "block c3\nauto red\nauto blue\ndump\n",
        ),
        "2016" => (
            "start\na7-b7\na7-a6\nundo\na7-b6\ndump\n",
            "block c3\nauto red\nstart\ndump\n",
        ),
        _ => (
            "start\na7-b7\na7-a6\nundo\na7-b6\ndump\n",
            "blocks h\nauto\nstart\ndump\n",
        ),
    };
    let mut text = String::new();
    for (script, usual_nodes) in [(by_hand, dialect == "2022"), (both, false)] {
        let mut args = [&["--dialect", dialect], args].concat();
        if !usual_nodes {
            args.extend(["--nodes", "2000"]);
        }
        let run = ataxx(&args, format!("seed {seed}\n{script}"));
        assert_eq!(run.stderr, "");
        text += &run.stdout;
    }
    text
}

/// Does something with every core busy.
fn under_load<T>(action: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let threads = 2 * thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = action();
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn a_seed_settles_the_transcript() {
    for dialect in ["2008", "2016", "2022"] {
        let idle = transcript(dialect, -5, &[]);
        let busy = under_load(|| transcript(dialect, -5, &[]));
        assert_eq!(idle, busy);
        let hurried = transcript(dialect, -5, &["--move-time", "0.001", "--threads", "2"]);
        assert_eq!(idle, hurried);
    }
}

#[test]
fn another_seed_is_another_game() {
    assert_ne!(transcript("2016", 1, &[]), transcript("2016", 2, &[]));
}
