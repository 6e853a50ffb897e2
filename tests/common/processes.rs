//! Watching processes.
#![allow(dead_code)] // each test file uses a part

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::fs;
use std::process::Child;
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

/// Waits until a process handles Ctrl-C, as the kernel tells.
#[cfg(target_os = "linux")]
pub fn wait_until_it_handles_ctrl_c(child: &Child) {
    let begun = Instant::now();
    let is_handled = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let caught = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        Some(caught >> (Signal::SIGINT as i32 - 1) & 1 == 1)
    };
    while is_handled() != Some(true) {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it never handles Ctrl-C"
        );
        thread::sleep(Duration::from_millis(5));
    }
}
