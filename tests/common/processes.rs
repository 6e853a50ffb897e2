//! Watching processes.
#![allow(dead_code)] // each test file uses a part

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::fs;
use std::process::Child;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

/// Whether a process of this group lives.
pub fn is_alive(group: i32) -> bool {
    if killpg(Pid::from_raw(group), None).is_err() {
        return false;
    }
    match living(group) {
        Some(living) => living > 0,
        None => true,
    }
}

/// How many processes of a group live, where the system tells: a dead one may still
/// have to be reaped by whoever has inherited it.
fn living(group: i32) -> Option<usize> {
    let processes = fs::read_dir("/proc").ok()?;
    let mut seen = false;
    let mut living = 0;
    for process in processes.flatten() {
        let Ok(stat) = fs::read_to_string(process.path().join("stat")) else {
            continue;
        };
        seen = true;
        // `pid (name) state parent group …`; the name may hold anything.
        let Some((_, rest)) = stat.rsplit_once(')') else {
            continue;
        };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let is_dead = matches!(fields.first(), Some(&("Z" | "X")));
        if fields.get(2) == Some(&group.to_string().as_str()) && !is_dead {
            living += 1;
        }
    }
    seen.then_some(living)
}

/// Fails when a process of this group is still there after some seconds.
pub fn assert_gone(group: i32) {
    let given_up = Instant::now() + Duration::from_secs(10);
    while is_alive(group) {
        assert!(
            Instant::now() < given_up,
            "processes of group {group} are left"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process has this signal in a set that the kernel shows: those that it handles
/// (`SigCgt`) or ignores (`SigIgn`).
fn has_signal(process: &str, set: &str, signal: Signal) -> Option<bool> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let set = status.lines().find_map(|line| line.strip_prefix(set))?;
    let set = u64::from_str_radix(set.trim_start_matches(':').trim(), 16).ok()?;
    Some(set >> (signal as i32 - 1) & 1 == 1)
}

/// Gives the programs that are started from now on the default actions of the signals that are
/// ignored here, under `nohup` for example. A program inherits what is ignored, and not what is
/// handled.
pub fn reset_ignored_signals() {
    static RESET: Once = Once::new();
    RESET.call_once(|| {
        for signal in [
            Signal::SIGHUP,
            Signal::SIGINT,
            Signal::SIGQUIT,
            Signal::SIGTERM,
            Signal::SIGTSTP,
        ] {
            if has_signal("self", "SigIgn", signal) == Some(true) {
                let received = Arc::new(AtomicBool::new(false));
                let handled = signal_hook::flag::register(signal as i32, received);
                handled.expect("it can be handled");
            }
        }
    });
}

/// Waits until a process handles Ctrl-C, as the kernel tells.
#[cfg(target_os = "linux")]
pub fn wait_until_it_handles_ctrl_c(child: &Child) {
    let begun = Instant::now();
    let is_handled = || has_signal(&child.id().to_string(), "SigCgt", Signal::SIGINT);
    while is_handled() != Some(true) {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it never handles Ctrl-C"
        );
        thread::sleep(Duration::from_millis(5));
    }
}
