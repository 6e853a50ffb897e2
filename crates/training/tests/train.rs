//! `ataxx-train`: the same files with any number of threads and after any interruption, and the error
//! messages.

#[cfg(target_os = "linux")]
#[path = "../../../tests/common/processes.rs"]
mod processes;

use assert_cmd::Command;
use ataxx_arena::Entrant;
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Move, Rules};
use ataxx_core::engine::Network;
use ataxx_opponents::game::{GameConditions, Penalty, play};
use ataxx_opponents::{Adjudication, End, Monitor, TimeControl, Timing};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::rc::Rc;
use std::time::Duration;
use tempfile::TempDir;

/// Two files of games, so that two threads have work.
const SMALL: [&str; 15] = [
    "run",
    "--generations",
    "2",
    "--games",
    "27",
    "--nodes",
    "20",
    "--epochs",
    "1",
    "--match",
    "0",
    "--seed",
    "3",
    "--rate",
    "0.01",
];

/// Runs the program in a folder and returns its output, stderr after a separate line, and the exit
/// status. The times in JSON are replaced by `_`.
fn screen_in(folder: &Path, args: &[&str]) -> String {
    let output = Command::cargo_bin("ataxx-train")
        .expect("the program is built with its tests")
        .args(args)
        .current_dir(folder)
        .env_clear()
        .output()
        .expect("it can be run");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    let mut screen = text(output.stdout);
    let errors = text(output.stderr);
    if !errors.is_empty() {
        screen.push_str("--- stderr\n");
        screen.push_str(&errors);
    }
    let status = output.status.code().expect("it ends by itself");
    screen + &format!("--- exit {status}\n")
}

fn train(folder: &TempDir, more: &[&str]) -> String {
    // Options in `more` override these.
    let again = |at: usize| more.contains(&SMALL[at]);
    let kept = (0..SMALL.len()).filter(|&at| at == 0 || !again(at - (at + 1) % 2));
    let kept: Vec<&str> = kept.map(|at| SMALL[at]).collect();
    screen_in(folder.path(), &[&kept[..], more].concat())
}

/// All files, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() {
            let below = files(&path).into_iter();
            found.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            found.insert(name.into_owned(), fs::read(&path).expect("a file"));
        }
    }
    found
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn the_same_files_for_any_threads_and_after_any_interruption() {
    let (one, two) = (temporary(), temporary());
    let shown = train(&one, &["--threads", "1"]);
    assert!(shown.ends_with("--- exit 0\n"), "{shown}");
    for part in ["generation 1\n  games  27, ", "\n  loss   "] {
        assert!(shown.contains(part), "{part} is missing: {shown}");
    }
    assert_eq!(train(&two, &["--threads", "2"]), shown);
    let all = files(one.path());
    let names: Vec<_> = all.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "run/generation-1.network",
            "run/generation-1/games-000000.samples",
            "run/generation-1/games-000025.samples",
            "run/generation-2.network",
            "run/generation-2/games-000000.samples",
            "run/generation-2/games-000025.samples",
            "run/log.jsonl",
            "run/settings.json",
        ]
    );
    assert!(all == files(two.path()), "two threads made other files");
    // As after an interruption, or after files were deleted.
    let log = String::from_utf8(all["run/log.jsonl"].clone()).expect("text");
    let first_line = log.lines().next().expect("a line").to_owned() + "\n";
    for lost in [
        &["run/log.jsonl"][..],
        &[
            "run/generation-2/games-000025.samples",
            "run/generation-2.network",
        ],
        &[
            "run/generation-1/games-000000.samples",
            "run/generation-2.network",
        ],
    ] {
        for name in lost {
            fs::remove_file(one.path().join(name)).expect("it was there");
        }
        fs::write(one.path().join("run/log.jsonl"), &first_line).expect("written");
        assert_eq!(train(&one, &[]), shown);
        assert!(
            all == files(one.path()),
            "without {lost:?} it made other files"
        );
    }
}

/// The moves of a game of this player of `ataxx match` with Red against one that counts pieces.
fn moves_of(player: &str) -> Vec<Move> {
    let load = |spec: &str| {
        let entrant: Entrant = spec.parse().expect("a player");
        let read = |file: &Path| Network::from_bytes(&fs::read(file).expect("a file"));
        entrant.load(read).expect("a network")
    };
    let entrants = [player, "ai,network=material"].map(load);
    let control = TimeControl {
        time: Timing::Free,
        nodes: Some(200),
        depth: None,
    };
    let conditions = GameConditions {
        controls: [control; 2],
        margin: Duration::ZERO,
        patience: Duration::from_secs(60),
        without_clock: Duration::from_secs(600),
        adjudication: Adjudication::default(),
        penalties: [Penalty::Game; 2],
        seed: 0,
    };
    let (stop, monitor): (_, Monitor) = (Cancellation::new(), Rc::new(|_, _| ()));
    let start = Duration::from_secs(60);
    let [mut red, mut blue] = entrants.each_ref().map(|entrant| {
        entrant
            .start(start, control, 0, &stop, &monitor)
            .expect("it starts")
    });
    let ended = play(
        [red.as_mut(), blue.as_mut()],
        &Game::new(Rules::UAI),
        &conditions,
        &stop,
        &mut |_, _| (),
    );
    let ended = ended.expect("a game");
    assert_eq!(ended.end, End::Rules);
    ended.game.moves().map(|ply| ply.mv).collect()
}

#[test]
fn a_trained_network_is_a_player_of_a_match() {
    let folder = temporary();
    let shown = train(&folder, &["--generations", "1"]);
    assert!(shown.ends_with("--- exit 0\n"), "{shown}");
    let file = folder.path().join("run/generation-1.network");
    let trained = moves_of(&format!("ai,network='{}'", file.display()));
    assert_eq!(
        trained,
        moves_of(&format!("ai,network='{}'", file.display()))
    );
    assert_ne!(trained, moves_of("ai"));
    assert_ne!(trained, moves_of("ai,network=material"));
}

#[test]
fn the_next_generation_plays_without_a_rejected_network() {
    let folder = temporary();
    let matches = [
        "--from",
        "embedded",
        "--match",
        "2",
        "--match-time",
        "0.002",
    ];
    let shown = train(&folder, &matches);
    assert_eq!(shown.matches(" Elo").count(), 2, "{shown}");
    let rejected = "  not clearly better: the next generation plays with the network before\n";
    assert_eq!(shown.matches(rejected).count(), 2, "{shown}");
    let log = fs::read_to_string(folder.path().join("run/log.jsonl")).expect("a log");
    assert_eq!(log.matches(r#""accepted":false"#).count(), 2, "{log}");
    // After a rejection the next generation plays twice as many games.
    for games in [
        r#""generation":1,"games":27,"#,
        r#""generation":2,"games":54,"#,
    ] {
        assert!(log.contains(games), "{games} is missing: {log}");
    }
    let resumed = train(&folder, &[&matches[..], &["--generations", "3"]].concat());
    assert!(
        resumed.contains("generation 3\n  games  108, "),
        "{resumed}"
    );
    // The games of both generations are those of the embedded network, by other seeds.
    let again = temporary();
    train(&again, &["--from", "embedded"]);
    let games = "run/generation-2/games-000000.samples";
    let [here, there] = [&folder, &again].map(|folder| fs::read(folder.path().join(games)));
    assert_ne!(here.expect("games"), there.expect("games"));
}

#[test]
fn foreign_files_and_other_options_are_refused() {
    let folder = temporary();
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("other")).expect("a folder");
    fs::write(file("other/notes"), "mine").expect("a file");
    let refused = |args: &[&str]| screen_in(folder.path(), args);
    insta::assert_snapshot!(refused(&["other"]), @"
    --- stderr
    error: `other` is not empty and has no `settings.json`
     |
     = help: choose an empty or a new folder
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["other/notes"]), @"
    --- stderr
    error: `other/notes` cannot be a folder: there is a file in its place
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["new", "--from", "other/notes"]), @"
    --- stderr
    error: `other/notes` is not a network: it is not a network of this version and size
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["new", "--from", "nothing"]), @"
    --- stderr
    error: there is no file `nothing`
    --- exit 2
    ");
    assert!(!file("new").exists());
    let args = [
        "new", "--games", "20", "--nodes", "5", "--epochs", "1", "--match", "0",
    ];
    let with = |more: &[&str]| refused(&[&args[..], more].concat());
    assert!(with(&["--generations", "1"]).ends_with("exit 0\n"));
    insta::assert_snapshot!(with(&["--seed", "2", "--keep", "1"]), @"
    --- stderr
    error: `new/settings.json` has other options: --keep 4, not 1, --seed 1, not 2
     |
     = help: use the same options, or another folder
    --- exit 2
    ");
    let games = file("new/generation-1/games-000000.samples");
    let bytes = fs::read(&games).expect("a file");
    fs::write(&games, &bytes[..bytes.len() - 40]).expect("written");
    let cut = with(&[]);
    assert!(
        cut.contains("games-000000.samples` is not a file of this training: it has "),
        "{cut}"
    );
    assert!(cut.ends_with("exit 2\n"), "{cut}");
    fs::write(&games, "junk").expect("written");
    // The output before it depends on the player.
    let junk = with(&[]);
    let (_, junk) = junk.split_once("--- stderr\n").expect("a message");
    insta::assert_snapshot!(junk, @"
    error: `new/generation-1/games-000000.samples` is not a file of this training: it is not a file of samples of this version
     |
     = help: delete it to play its games again
    --- exit 2
    ");
    fs::write(&games, &bytes).expect("written");
    fs::write(file("new/log.jsonl"), "junk\n").expect("written");
    insta::assert_snapshot!(with(&[]), @"
    --- stderr
    error: line 1 of `new/log.jsonl` is not the log of a generation: expected value at line 1 column 1
    --- exit 2
    ");
    fs::write(file("new/generation-1.network"), "junk").expect("written");
    fs::remove_file(file("new/log.jsonl")).expect("it was there");
    insta::assert_snapshot!(with(&[]), @"
    --- stderr
    error: `new/generation-1.network` is not a network: it is not a network of this version and size
    --- exit 2
    ");
    fs::write(file("new/settings.json"), "{}").expect("written");
    insta::assert_snapshot!(with(&[]), @"
    --- stderr
    error: `new/settings.json` is not a file of settings: missing field `from` at line 1 column 2
    --- exit 2
    ");
}

#[test]
fn openings_are_the_same_for_any_threads() {
    let folder = temporary();
    let run = |file: &str, more: &[&str]| {
        let all = [
            &["openings", file, "--count", "300", "--nodes", "100"],
            more,
        ];
        screen_in(folder.path(), &all.concat())
    };
    let one = run("one", &["--threads", "1"]);
    assert!(one.starts_with("300 openings of "), "{one}");
    assert!(one.ends_with(" searched\n--- exit 0\n"), "{one}");
    assert_eq!(run("two", &["--threads", "2"]), one);
    run("other", &["--seed", "2"]);
    run("blocks", &["--blocks"]);
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect("a file");
    assert_eq!(read("one"), read("two"));
    assert_ne!(read("one"), read("other"));
    assert_eq!(read("one").lines().count(), 300);
    let starts = |file| {
        read(file)
            .lines()
            .filter(|line| line.starts_with("start: "))
            .count()
    };
    assert_eq!([starts("one"), starts("blocks")], [0, 300]);
}

#[test]
fn puzzles_are_written_as_a_set() {
    let folder = temporary();
    let run = |file: &str| {
        let args = ["puzzles", file, "--games", "12", "--seed", "2"];
        screen_in(folder.path(), &args)
    };
    let one = run("one");
    assert!(one.ends_with(" in 12 games\n--- exit 0\n"), "{one}");
    assert_eq!(run("two"), one);
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect("a file");
    assert_eq!(read("one"), read("two"));
    let set = ataxx_core::puzzles::read(&read("one")).expect("a set");
    assert!(!set.is_empty());
}

#[test]
fn patterns_are_the_same_for_any_threads() {
    let folder = temporary();
    let run = |file: &str, more: &[&str]| {
        let all = [&["patterns", file, "--games", "20", "--nodes", "20"], more];
        screen_in(folder.path(), &all.concat())
    };
    let one = run("one", &["--threads", "1"]);
    let two = run("two", &["--threads", "2"]);
    assert_eq!(one, two);
    assert!(one.contains(" held out: loss "), "{one}");
    let other = run("other", &["--seed", "2"]);
    assert_ne!(one, other);
    let files = files(folder.path());
    // As long as the weights in the program.
    assert_eq!(
        files["one"].len(),
        include_bytes!("../../core/src/engine/patterns.bin").len()
    );
    assert_eq!(files["one"], files["two"]);
    assert_ne!(files["one"], files["other"]);
    let nowhere = run("nowhere/file", &[]);
    assert!(
        nowhere.contains("nowhere/file") && nowhere.ends_with("--- exit 2\n"),
        "{nowhere}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_training() {
    use nix::sys::signal::{Signal, kill};
    let folder = tempfile::tempdir().expect("a folder");
    let train = ["run", "--generations", "1", "--threads", "1"];
    let matches = [
        "other",
        "--games",
        "20",
        "--nodes",
        "5",
        "--epochs",
        "1",
        "--match-time",
        "1",
    ];
    for args in [&train[..], &matches] {
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_ataxx-train"))
            .current_dir(folder.path())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        processes::wait_until_it_handles_ctrl_c(&child);
        let process = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("a process"));
        kill(process, Signal::SIGINT).expect("it is there");
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(130), "{args:?}");
    }
}
