//! A match that several processes play, each a part: its test is decided from all, and a file ends
//! them. And games that are bound to cores.

use crate::common::ataxx;
use ataxx_core::board::Color;
use ataxx_core::notation::{GameRecord, GameResult};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Two players that need no time and always play the same.
const MATCH: [&str; 7] = [
    "match",
    "--player",
    "strong=ai,nodes=300,solver=no,network=material",
    "--player",
    "weak=ai,nodes=20,solver=no,network=material",
    "--sprt",
    "elo0=-100,elo1=100",
];

fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn wait_for_a_game(folder: &str) {
    let is_there = || {
        let text = fs::read_to_string(Path::new(folder).join("games.txt"));
        text.is_ok_and(|text| text.contains("\n\n"))
    };
    while !is_there() {
        thread::sleep(Duration::from_millis(5));
    }
}

/// The numbers of the pairs in which the first player has 0, ½, … 2 points, as the logs say.
fn pairs(folders: &[String]) -> [u32; 5] {
    let mut points: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for folder in folders {
        let text = fs::read_to_string(Path::new(folder).join("games.txt")).expect("games");
        for record in GameRecord::read_all(&text).expect("records") {
            let about = record.particulars();
            let is_red = about
                .red
                .as_ref()
                .is_some_and(|red| red.to_string() == "strong");
            let half_points = match record.result() {
                GameResult::Win(color) if (color == Color::Red) == is_red => 2,
                GameResult::Draw => 1,
                _ => 0,
            };
            let pair = (about.game.expect("a number") - 1) / 2;
            points.entry(pair).or_default().push(half_points);
        }
    }
    let mut counts = [0; 5];
    for pair in points.values().filter(|pair| pair.len() == 2) {
        counts[pair.iter().sum::<usize>()] += 1;
    }
    counts
}

#[test]
fn four_processes_one_of_them_killed_decide_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let alone = ataxx(&[&MATCH[..], &["--out", &place("alone")]].concat(), "");
    assert_eq!(alone.status, Some(0), "{}", alone.stderr);
    let accepted = "accepted: 100 Elo or more";
    assert!(alone.stdout.contains(accepted), "{}", alone.stdout);

    let stop = place("match.stop");
    let folders: Vec<String> = (1..=4)
        .map(|part| place(&format!("match-{part}")))
        .collect();
    let mut parts: Vec<Child> = (1..)
        .zip(&folders)
        .map(|(part, folder)| {
            let shard = format!("{part}/4");
            let more = ["--shard", &shard, "--out", folder, "--stop-file", &stop];
            spawn(&[&MATCH[..], &more].concat())
        })
        .collect();
    for folder in &folders {
        wait_for_a_game(folder);
    }
    let mut killed = parts.remove(2);
    killed.kill().expect("it is there");
    killed.wait().expect("it has ended");

    let names: Vec<&str> = folders.iter().map(String::as_str).collect();
    let merge = [&["merge", "--sprt"], &names[..]].concat();
    let decided = loop {
        let state = ataxx(&[&merge[..], &["--stop-file", &stop]].concat(), "");
        if state.status == Some(0) {
            break state.stdout;
        }
        assert_eq!(state.status, Some(1), "{}", state.stderr);
        assert!(state.stdout.contains("not decided yet"), "{}", state.stdout);
        assert!(!Path::new(&stop).exists());
    };
    assert!(decided.contains(accepted), "{decided}");
    assert_eq!(fs::read_to_string(&stop).expect("a decision"), decided);
    for part in parts {
        let ended = part.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{said}");
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with("stopped by `"), "{said}");
        assert!(last.ends_with(" of 25000 games were played"), "{said}");
    }

    // The decision stays; without the file, the state is that of all pairs.
    let again = ataxx(&[&merge[..], &["--stop-file", &stop]].concat(), "");
    assert_eq!(again.stdout, decided);
    let [ll, ld, dd, wd, ww] = pairs(&folders);
    let total: u32 = [ll, ld, dd, wd, ww].iter().sum();
    let state = ataxx(&merge, "").stdout;
    let counts = format!("{total} pairs ({ll}, {ld}, {dd}, {wd}, {ww}): ");
    assert!(state.starts_with(&counts), "{state} is not {counts}");

    // Pairs that ended after the decision are in the table, too; none is missed. One process over
    // the same games fills the holes, and decides alike.
    let whole = place("whole");
    let merge = [&["match", "merge"], &names[..], &["--out", &whole]].concat();
    let merged = ataxx(&merge, "");
    assert_eq!(merged.status, Some(0), "{}", merged.stderr);
    assert!(merged.stdout.contains("\nSPRT "), "{}", merged.stdout);
    let resumed = ataxx(&[&MATCH[..], &["--out", &whole]].concat(), "");
    assert_eq!(resumed.status, Some(0), "{}", resumed.stderr);
    let without_times = |text: &str| text.split("\n\n").last().map(str::to_owned);
    assert_eq!(without_times(&resumed.stdout), without_times(&alone.stdout));
}

#[test]
fn what_cannot_be_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    let refused = |args: &[&str]| {
        let run = ataxx(args, "");
        assert_eq!(run.status, Some(2), "{args:?}: {}", run.stdout);
        run.stderr.replace(&out, "OUT")
    };
    insta::assert_snapshot!(refused(&["merge", "--sprt", &out]), @"error: `OUT/match.json` cannot be read: there is no such file or folder");
    let args = [&MATCH[..5], &["--games", "2", "--out", &out]].concat();
    assert_eq!(ataxx(&args, "").status, Some(0));
    insta::assert_snapshot!(refused(&["merge", "--sprt", &out]), @"error: the match in `OUT` is played without `--sprt`");
    insta::assert_snapshot!(refused(&["merge", "--stop-file", "stop", &out]), @"
    error: the following required arguments were not provided:
      --sprt

    Usage: ataxx merge --sprt --stop-file <FILE> <FILE>...

    For more information, try '--help'.
    ");
}

/// Each process says which cores it may use.
#[cfg(target_os = "linux")]
#[test]
fn games_are_bound_to_cores_of_their_own() {
    let usable = thread::available_parallelism().expect("cores").get();
    let folder = tempfile::tempdir().expect("a folder");
    let lists = folder.path().join("cores");
    let engine = format!(
        "grep Cpus_allowed_list /proc/self/status >> '{}'; exec '{}' uai",
        lists.display(),
        env!("CARGO_BIN_EXE_ataxx")
    );
    let engines = ["a", "b"].map(|name| format!("{name}=uai,nodes=20,restart=yes:{engine}"));
    let run = |concurrency: usize| {
        let concurrency = concurrency.to_string();
        let more = ["--games", "8", "--affinity", "--concurrency", &concurrency];
        let players = ["match", "--player", &engines[0], "--player", &engines[1]];
        ataxx(&[&players[..], &more].concat(), "")
    };
    let run_two = run(usable.min(2));
    assert_eq!(run_two.status, Some(0), "{}", run_two.stderr);
    let lists = fs::read_to_string(&lists).expect("lists");
    let mut games: BTreeMap<&str, usize> = BTreeMap::new();
    // Before the match each is started once, to see whether it can be.
    for list in lists.lines().skip(2) {
        let (_, list) = list.split_once('\t').expect("a list");
        assert!(list.parse::<usize>().is_ok(), "more than a core: {lists}");
        *games.entry(list).or_default() += 1;
    }
    assert_eq!(games.values().sum::<usize>(), 16, "{lists}");
    assert_eq!(games.len(), usable.min(2), "{lists}");
    let too_many = run(usable + 1);
    assert_eq!(too_many.status, Some(2));
    let cores = if usable == 1 { "core" } else { "cores" };
    let games = usable + 1;
    let expected = format!(
        "error: `--affinity`: {games} games at a time need a core each, of {usable} usable {cores}\n"
    );
    assert_eq!(too_many.stderr, expected);
}
