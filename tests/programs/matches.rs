//! `ataxx match`: real processes of every kind play, misbehave, and are killed.

use crate::common::{Run, ataxx};
use ataxx_core::board::{Move, Position};
use ataxx_core::engine::Network;
use ataxx_core::notation::{GameRecord, GameResult};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

fn program() -> &'static str {
    env!("CARGO_BIN_EXE_ataxx")
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn run(args: &[&str]) -> Run {
    ataxx(&[&["match"], args].concat(), "")
}

/// A match that comes to its end.
fn played(args: &[&str]) -> Run {
    let run = run(args);
    assert_eq!(run.status, Some(0), "{args:?}\n{}", run.stderr);
    run
}

/// Two players that need no time and always play the same.
const QUICK: [&str; 4] = [
    "--player",
    "strong=ai,nodes=300,solver=no,network=material",
    "--player",
    "weak=ai,nodes=20,solver=no,network=material",
];

/// Players that take some time for a game.
const SLOW: [&str; 4] = [
    "--player",
    "one=ai,nodes=1500,seed=1",
    "--player",
    "other=ai,nodes=1000,seed=2",
];

fn games(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.txt")).expect("games");
    GameRecord::read_all(&text).expect("records")
}

/// The games of a match without the times of the moves, which are never the same twice.
fn timeless_games(folder: &Path) -> String {
    let is_time = |word: &&str| !word.trim_matches(['{', '}']).ends_with('s');
    let text = fs::read_to_string(folder.join("games.txt")).expect("games");
    let lines = text.lines().map(|line| {
        if line.starts_with("# ") {
            line.split(' ')
                .filter(is_time)
                .collect::<Vec<_>>()
                .join(" ")
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn description(folder: &Path) -> String {
    fs::read_to_string(folder.join("match.json")).expect("a description")
}

fn end(record: &GameRecord) -> String {
    let end = record.particulars().end.as_ref();
    end.map_or_else(|| "by the rules".to_owned(), ToString::to_string)
}

fn path(folder: &TempDir) -> String {
    folder.path().display().to_string()
}

#[test]
fn programs_of_every_kind_play_to_the_end() {
    let of = |kind: &str, options: &str| format!("it={kind}:{} {options}", program());
    let programs = [
        of("2022", "--nodes 60"),
        of("2016", "--dialect 2016 --nodes 60"),
        of("2008", "--dialect 2008 --nodes 60"),
        of("uai,nodes=60", "uai"),
        of("uai,nodes=60,option.Rules=2022,option.Hash=2", "uai"),
        of("agent", "agent --nodes 60"),
    ];
    for player in &programs {
        let folder = temporary();
        let ours = "ours=ai,nodes=60,solver=no,network=material";
        let out = path(&folder);
        let mut args = vec![
            "--player",
            ours,
            "--player",
            player,
            "--games",
            "2",
            "--move-time",
            "60",
            "--out",
            &out,
            "--opening-plies",
            "5",
        ];
        // Reloaded has no blocks.
        if !player.contains("=agent:") {
            args.push("--opening-blocks");
        }
        played(&args);
        let games = games(folder.path());
        assert_eq!(games.len(), 2, "{player}");
        for game in games {
            assert_eq!(end(&game), "by the rules", "{player}");
            assert_ne!(game.result(), GameResult::Unfinished);
        }
    }
}

#[test]
fn two_dialects_with_the_same_rules() {
    let folder = temporary();
    let spring = format!("2022:{} --nodes 60", program());
    let fall = format!("2016:{} --dialect 2016 --nodes 60", program());
    let out = path(&folder);
    played(&[
        "--player",
        &spring,
        "--player",
        &fall,
        "--games",
        "2",
        "--move-time",
        "60",
        "--out",
        &out,
    ]);
    let ends: Vec<String> = games(folder.path()).iter().map(end).collect();
    assert_eq!(ends, ["by the rules", "by the rules"]);
}

/// How the games end in which this player has each color once.
fn ends(player: &str, more: &[&str]) -> Vec<(GameResult, String)> {
    let folder = temporary();
    let out = path(&folder);
    let player = format!("rogue={player}");
    let args = [
        "--player",
        "ours=ai,nodes=20",
        "--player",
        &player,
        "--games",
        "2",
        "--opening-plies",
        "0",
        "--out",
        &out,
    ];
    played(&[&args, more].concat());
    let games = games(folder.path());
    games
        .iter()
        .map(|game| (game.result(), end(game)))
        .collect()
}

/// Everybody has lost as the rogue, in this way.
fn assert_given_away(player: &str, more: &[&str], how: &str) {
    use ataxx_core::board::Color;
    let ends = ends(player, more);
    let results: Vec<GameResult> = ends.iter().map(|end| end.0).collect();
    let expected = [Color::Red, Color::Blue].map(GameResult::Win);
    assert_eq!(results, expected, "{player}: {ends:?}");
    for (_, end) in ends {
        assert!(end.starts_with(how), "{player}: {end}");
    }
}

#[test]
fn engines_that_misbehave_give_their_games_away() {
    let rogue = |how: &str| format!("uai:sh tests/misbehaving/rogue.sh {how}");
    let long = ["--move-time", "60"];
    assert_given_away(&rogue("a1g7"), &long, "forfeit by illegal move: `a1g7`");
    assert_given_away(
        &rogue("rubbish"),
        &long,
        "forfeit by illegal move: `bestmove rubbish` names no move",
    );
    assert_given_away(&rogue("0000"), &long, "forfeit by illegal move: `0000`");
    // It is started anew for the second game, and crashes again.
    assert_given_away(
        &rogue("crash"),
        &long,
        "forfeit by crash: waited for `bestmove`, but the engine ended with exit status 3",
    );
    let short = [
        "--move-time",
        "0.2",
        "--time-margin",
        "0.1",
        "--patience",
        "0.3",
    ];
    assert_given_away(&rogue("stall"), &short, "forfeit by stall: waited ");
}

#[test]
fn an_engine_that_answers_too_late() {
    let short = [
        "--move-time",
        "0.2",
        "--time-margin",
        "0.1",
        "--patience",
        "60",
    ];
    // Blue extends to f7 or Red to b7; the other move is not legal at the start.
    for mv in ["b7", "f7"] {
        let ends = ends(
            &format!("uai:sh tests/misbehaving/rogue.sh late {mv}"),
            &short,
        );
        let late = ends
            .iter()
            .filter(|(_, end)| end.starts_with("forfeit on time: took "));
        assert!(late.count() >= 1, "{ends:?}");
    }
}

#[test]
fn agents_and_text_programs_that_misbehave() {
    let long = ["--move-time", "60"];
    // An agent forfeits its moves, not the game.
    for (agent, how) in [
        ("agent:true", "crash: it ended without an answer"),
        ("agent:echo rubbish", "illegal move: `rubbish` is no move"),
        ("agent:echo pass", "illegal move: `pass`"),
    ] {
        let rogue = format!("rogue={agent}");
        let players = ["--player", "ours=ai,nodes=20", "--player", &rogue];
        let strict = ["--games", "2", "--illegal", "forfeit"];
        let run = run(&[&players[..], &long, &strict].concat());
        assert_eq!(run.status, Some(1), "{agent}: {}", run.stderr);
        let lost = format!("a lost move: turn 1, Blue, {how}");
        assert!(run.stderr.contains(&lost), "{agent}: {}", run.stderr);
    }
    // The end of its input ends it in the middle of a game.
    let relay = "n=0; while [ $n -lt 14 ] && read -r line; do echo \"$line\"; n=$((n+1)); done";
    let cut = format!("2022:{relay} | {} --nodes 20", program());
    assert_given_away(&cut, &long, "forfeit by crash");
}

#[test]
fn openings_with_blocks_need_rules_and_players_with_blocks() {
    let refused = |more: &[&str]| {
        let args = [&QUICK[..2], &["--opening-blocks", "--games", "2"], more].concat();
        let run = run(&args);
        assert_ne!(run.status, Some(0), "{more:?}");
        run.stderr
    };
    insta::assert_snapshot!(refused(&["--player", "ai", "--rules", "2022,blocks=no"]), @"error: `--opening-blocks`: the rules `2022,blocks=no` have no blocks");
    insta::assert_snapshot!(refused(&["--player", "agent:x"]), @"error: `--opening-blocks`: the rules `reloaded` have no blocks");
    insta::assert_snapshot!(refused(&["--player", "agent:x", "--rules", "uai"]), @"error: `agent:x` plays by the rules of reloaded, not of uai");
}

/// What an agent writes to stderr for each of its moves.
#[test]
fn a_long_trace_is_logged() {
    let folder = temporary();
    let out = folder.path().join("out").display().to_string();
    let agent = format!(
        "first=agent:yes trace | head -n 40000 >&2; {} agent --nodes 20",
        program()
    );
    let ours = "ours=ai,nodes=20";
    let limits = ["--games", "2", "--max-plies", "4"];
    let args = ["--player", &agent, "--player", ours, "--out", &out];
    played(&[&args[..], &limits].concat());
    let log = fs::read_to_string(folder.path().join("out/engines.log")).expect("a log");
    let requests = ["move", "identify"].map(|word| log.matches(&format!("first > {word}")).count());
    assert!(requests[0] > 0);
    let all: usize = requests.iter().sum();
    assert_eq!(log.matches("first ! trace").count(), 40_000 * all);
}

/// The file of the embedded network plays as that network.
#[test]
fn a_network_in_a_file_plays() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/core/src/engine/evaluation/network.bin"
    );
    let games_with = |network: &str| {
        let folder = temporary();
        let player = format!("player=ai,nodes=100,network={network}");
        let other = "--player=other=ai,nodes=100,network=material";
        let out = path(&folder);
        played(&["--player", &player, other, "--games", "2", "--out", &out]);
        let games = games(folder.path());
        let moves = games
            .iter()
            .map(|game| game.game().moves().collect::<Vec<_>>());
        (moves.collect::<Vec<_>>(), description(folder.path()))
    };
    let (moves, description) = games_with(&format!("'{file}'"));
    assert_eq!(moves, games_with("embedded").0);
    assert_ne!(moves, games_with("material").0);
    let fingerprint = format!("{:016x}", Network::embedded().fingerprint());
    assert!(description.contains(&fingerprint), "{description}");
}

/// An agent with this name that answers requests for a move by this script.
fn agent(name: &str, script: &str) -> String {
    format!("agent:read -r what; if [ $what = identify ]; then echo '{name}'; else {script}; fi")
}

/// The framework of the document: names from `identify`, the start position, five seconds, and a
/// random move for a faulty one.
#[test]
fn agents_play_as_in_the_framework_of_the_document() {
    let folder = temporary();
    let out = path(&folder);
    let (bad, silent) = (
        agent("Clover, v2", "echo 9:9:9:9:"),
        agent("Clover, v2", "exit 3"),
    );
    let args = [
        "--player", &bad, "--player", &silent, "--games", "2", "--out", &out,
    ];
    let run = run(&args);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    let first = "    a lost move: turn 1, Red, illegal move: `9:9:9:9:` is no move: expected a column from 0 to 6, found `9`\n    a lost move: turn 1, Blue, crash: it ended without an answer (exit status 3)\n";
    assert!(run.stderr.contains(first), "{}", run.stderr);
    let description: serde_json::Value =
        serde_json::from_str(&description(folder.path())).expect("JSON");
    assert_eq!(description["time"], "5 s a move");
    let games = games(folder.path());
    for game in &games {
        assert_eq!(end(game), "by the rules");
        assert_eq!(game.start(), Position::start());
        let names = [&game.particulars().red, &game.particulars().blue];
        let mut names = names.map(|name| name.as_ref().expect("a name").to_string());
        names.sort();
        assert_eq!(names, ["Clover, v2", "Clover, v2 (2)"]);
        // Every move is a legal one, made at random for an illegal one, and the header says why.
        let lost = game.particulars().lost.as_ref().expect("lost moves");
        let moves = game.game().moves().filter(|played| played.mv != Move::Pass);
        let illegal = lost.as_str().matches("illegal move: ").count();
        assert_eq!(illegal, moves.count());
        assert!(lost.as_str().contains("crash: "), "{lost}");
    }
    // The seed settles the moves, and the same command has nothing left to play.
    let again = temporary();
    let other_out = path(&again);
    let elsewhere = [&args[..6], &["--out", &other_out, "--concurrency", "2"]].concat();
    assert_eq!(self::run(&elsewhere).status, Some(1));
    assert_eq!(timeless_games(again.path()), timeless_games(folder.path()));
    assert_eq!(self::run(&args).status, Some(1));
}

#[test]
fn a_late_agent_is_killed_and_forfeits_its_moves() {
    let late = agent("Slow", "sleep 1000");
    let run = run(&[
        "--player",
        &late,
        "--player",
        "ai,nodes=20",
        "--games",
        "2",
        "--move-time",
        "0.2",
        "--max-plies",
        "4",
        "--json",
    ]);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    insta::assert_snapshot!(run.stderr, @"
    game 1: Slow - ai,nodes=20 1/2-1/2, adjudicated: 4 plies were played
        a lost move: turn 1, Red, stall: no answer within 0.2 s
        a lost move: turn 2, Red, stall: no answer within 0.2 s
    game 2: ai,nodes=20 - Slow 1/2-1/2, adjudicated: 4 plies were played
        a lost move: turn 1, Blue, stall: no answer within 0.2 s
        a lost move: turn 2, Blue, stall: no answer within 0.2 s
    ");
    let board: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let slow = &board["standings"].as_array().expect("standings");
    let slow = slow
        .iter()
        .find(|standing| standing["name"] == "Slow")
        .expect("Slow");
    assert_eq!(slow["lost_moves"]["stall"], 4);
}

/// However much a program writes to stderr for a move, the log has it.
#[test]
fn a_log_has_all_lines_of_stderr() {
    let folder = temporary();
    let out = path(&folder);
    let noisy = format!(
        r#"it=2022:while read -r line; do seq 3000 | sed 's/$/ is a line of its stderr/' >&2; echo "$line"; done | {} --nodes 20"#,
        program()
    );
    played(&[
        "--player",
        "ours=ai,nodes=20",
        "--player",
        &noisy,
        "--games",
        "2",
        "--opening-plies",
        "0",
        "--max-plies",
        "2",
        "--out",
        &out,
    ]);
    let log = fs::read_to_string(folder.path().join("engines.log")).expect("a log");
    let count = |what: &str| log.matches(what).count();
    assert!(count("! 3000 is a line") > 2, "{log}");
    assert_eq!(count("is a line of"), 3000 * count("! 3000 is a line"));
    assert_eq!(count("left out"), 0);
}

/// Illegal moves are forfeited, and never the game.
#[test]
fn an_agent_can_forfeit_its_illegal_moves() {
    let folder = temporary();
    let out = path(&folder);
    let bad = agent("Clover", "echo 9:9:9:9:");
    let options = [
        "--games",
        "2",
        "--illegal",
        "forfeit",
        "--max-plies",
        "6",
        "--out",
        &out,
    ];
    let run = run(&[&["--player", &bad, "--player", "ai,nodes=20"], &options[..]].concat());
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    for game in games(folder.path()) {
        let passes = game.game().moves().filter(|played| played.mv == Move::Pass);
        assert_eq!(passes.count(), 3, "{game}");
        assert_eq!(end(&game), "adjudicated: 6 plies were played");
    }
}

#[test]
fn random_moves_are_for_agents() {
    let run = run(&[&QUICK[..], &["--illegal", "random"]].concat());
    assert_eq!(run.status, Some(2));
    assert_eq!(
        run.stderr,
        "error: `--illegal random` is for agents of Ataxx Reloaded\n"
    );
}

/// A program that keeps the side to move at `new` plays one good game in each process.
#[test]
fn a_program_that_keeps_something_of_the_game_before() {
    let keeps = r#"while read -r line; do echo "$line"; if [ "$line" = new ]; then n=$((n+1)); if [ $n -gt 1 ]; then echo "position x5o/7/7/7/7/7/o5x o 0 1"; fi; fi; done"#;
    let play = |settings: &str| {
        let folder = temporary();
        let player = format!("it=2022{settings}:{keeps} | {} --nodes 20", program());
        let out = path(&folder);
        played(&[
            "--player",
            "ours=ai,nodes=20",
            "--player",
            &player,
            "--games",
            "4",
            "--opening-plies",
            "3",
            "--max-plies",
            "6",
            "--move-time",
            "60",
            "--out",
            &out,
        ]);
        games(folder.path()).iter().map(end).collect::<Vec<_>>()
    };
    let hint = "a fresh process gets past this, so the likely cause is that `new` keeps something of the game before (`restart=yes` starts a process for each game)";
    // After a forfeit it is started anew, so that every second game is lost.
    let ends = play("");
    let forfeits: Vec<bool> = ends.iter().map(|end| end.ends_with(hint)).collect();
    assert_eq!(forfeits, [false, true, false, true], "{ends:?}");
    assert_eq!(
        play(",restart=yes"),
        ["adjudicated: 6 plies were played"; 4]
    );
}

#[test]
fn a_player_that_does_not_start_ends_the_match_with_an_error() {
    for player in [
        "uai:no-such-program-anywhere",
        "2022:no-such-program-anywhere",
        "agent:no-such-program-anywhere",
        "uai:true",
        "2016:sh tests/misbehaving/silent.sh",
        "uai:sh tests/misbehaving/hang.sh",
        "uai,option.No Such=1:sh tests/misbehaving/rogue.sh crash",
    ] {
        let folder = temporary();
        let out = path(&folder);
        let player = format!("it={player}");
        let run = run(&[
            "--player",
            "ai",
            "--player",
            &player,
            "--start-time",
            "1",
            "--out",
            &out,
        ]);
        assert_eq!(run.status, Some(3), "{player}\n{}", run.stderr);
        assert_eq!(run.stdout, "");
        let refused = |line: &str| line.starts_with("error: `it` cannot play: ");
        assert!(run.stderr.lines().any(refused), "{}", run.stderr);
        assert_eq!(games(folder.path()), []);
    }
}

fn spawn(args: &[&str]) -> Child {
    Command::new(program())
        .arg("match")
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs")
}

/// Waits until a game more has been written than there were.
fn wait_for_a_game(folder: &Path, before: usize, child: &mut Child) -> usize {
    loop {
        let text = fs::read_to_string(folder.join("games.txt")).unwrap_or_default();
        let games = text.matches("\ngame: ").count() + usize::from(text.starts_with("game: "));
        if games > before {
            return games;
        }
        let ended = child.try_wait().expect("it can be asked");
        assert_eq!(ended, None, "it has ended with {games} games");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn a_match_that_is_killed_again_and_again() {
    for concurrency in ["1", "2"] {
        let (undisturbed, killed) = (temporary(), temporary());
        let args = |out: &str| -> Vec<String> {
            let more = ["--games", "16", "--concurrency", concurrency, "--out", out];
            SLOW.iter()
                .chain(&more)
                .map(|&arg| arg.to_owned())
                .collect()
        };
        let in_peace = args(&path(&undisturbed));
        let in_peace: Vec<&str> = in_peace.iter().map(String::as_str).collect();
        let expected = played(&in_peace);
        let disturbed = args(&path(&killed));
        let disturbed: Vec<&str> = disturbed.iter().map(String::as_str).collect();
        let mut before = 0;
        for _ in 0..4 {
            let mut child = spawn(&disturbed);
            before = wait_for_a_game(killed.path(), before, &mut child);
            child.kill().expect("it can be killed");
            child.wait().expect("it has ended");
        }
        assert!(games(killed.path()).len() < 16);
        // Half a game is left, as if it had been killed while it wrote.
        let file = killed.path().join("games.txt");
        let mut text = fs::read_to_string(&file).expect("games");
        text.push_str("game: 16\nopening: 8\nred: one\nblue: oth");
        fs::write(&file, text).expect("written");
        let resumed = played(&disturbed);
        assert!(
            resumed
                .stderr
                .starts_with("the last game was not written to its end"),
            "{}",
            resumed.stderr
        );
        assert_eq!(resumed.stdout, expected.stdout);
        let [killed, undisturbed] = [&killed, &undisturbed].map(TempDir::path);
        assert_eq!(timeless_games(killed), timeless_games(undisturbed));
        assert_eq!(description(killed), description(undisturbed));
        let again = played(&disturbed);
        assert_eq!(again.stderr, "16 of 16 games were played\n");
        assert_eq!(again.stdout, expected.stdout);
    }
}

#[test]
fn ctrl_c_keeps_finished_games_and_explains_how_to_resume() {
    let folder = temporary();
    let out = path(&folder);
    let mut child = Command::new(program())
        .arg("match")
        .args(SLOW)
        .args(["--games", "1000", "--out", &out])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    wait_for_a_game(folder.path(), 0, &mut child);
    let process = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
    kill(process, Signal::SIGINT).expect("it is there");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).expect("text");
    let last = said.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("stopped: ")
            && last.ends_with(" of 1000 games were played; the same command resumes it"),
        "{said}"
    );
    assert!(!output.stdout.is_empty());
    assert!(!games(folder.path()).is_empty());
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = temporary();
    let out = path(&folder);
    let args = [&SLOW[..], &["--games", "1000", "--out", &out]].concat();
    let mut child = spawn(&args);
    wait_for_a_game(folder.path(), 0, &mut child);
    let other = run(&args);
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert_eq!(other.status, Some(2));
    insta::assert_snapshot!(other.stderr.replace(&out, "OUT"), @"error: the match in `OUT` is being played by another process");
}

#[test]
fn parts_make_up_the_whole() {
    let whole = temporary();
    let players = [
        "--player",
        "third=ai,nodes=50,solver=no,network=material",
        "--games",
        "6",
        "--opening-plies",
        "8",
    ];
    let out = path(&whole);
    let expected = played(&[&QUICK[..], &players, &["--out", &out]].concat());
    let parts: Vec<TempDir> = (0..3).map(|_| temporary()).collect();
    let mut folders = Vec::new();
    for (part, shard) in parts.iter().zip(["1/3", "2/3", "3/3"]) {
        let out = path(part);
        let shard = ["--shard", shard, "--out", &out];
        played(&[&QUICK[..], &players, &shard].concat());
        assert_eq!(games(part.path()).len(), 6);
        folders.push(out);
    }
    let merged = temporary();
    let folders: Vec<&str> = folders.iter().rev().map(String::as_str).collect();
    let out = path(&merged);
    let put_together = run(&[&["merge"], &folders[..], &["--out", &out]].concat());
    assert_eq!(put_together.status, Some(0), "{}", put_together.stderr);
    assert_eq!(put_together.stdout, expected.stdout);
    let [merged, whole] = [&merged, &whole].map(TempDir::path);
    assert_eq!(timeless_games(merged), timeless_games(whole));
    assert_eq!(description(merged), description(whole));
    let missing = run(&[&["merge"], &folders[..2]].concat());
    assert_eq!(missing.status, Some(1));
    assert_eq!(missing.stderr, "6 games are missing\n");
    // A damaged game is named, and does not hide the others of its part.
    let part = parts[0].path().join("games.txt");
    let whole_part = fs::read_to_string(&part).expect("games");
    fs::write(&part, whole_part.replacen("game: 2\n", "game: two\n", 1)).expect("written");
    let damaged = run(&[&["merge"], &folders[..]].concat());
    assert_eq!(damaged.status, Some(1));
    insta::assert_snapshot!(damaged.stderr.replace(folders[2], "PART"), @"
    error: `PART/games.txt` is damaged: expected a number from 1, found `two`
      --> PART/games.txt:88:7
       |
    88 | game: two
       |       ^^^
    1 game is missing
    ");
    fs::write(&part, whole_part).expect("written");
    let merge = [&["merge"], &folders[..], &["--out", &out]].concat();
    assert_eq!(run(&merge).status, Some(0));
    let file = merged.join("games.txt");
    let games = fs::read_to_string(&file).expect("games");
    fs::write(&file, games.replacen("opening: 1\n", "opening: 2\n", 1)).expect("written");
    let refused = run(&merge);
    assert_eq!(refused.status, Some(2));
    insta::assert_snapshot!(refused.stderr.replace(&out, "OUT"), @"error: `OUT/games.txt` has another game 1 than there was before");
}

#[test]
fn parts_of_different_matches_are_not_put_together() {
    let (one, other) = (temporary(), temporary());
    let [first, second] = [&one, &other].map(path);
    played(
        &[
            &QUICK[..],
            &["--games", "2", "--shard", "1/2", "--out", &first],
        ]
        .concat(),
    );
    played(
        &[
            &QUICK[..],
            &[
                "--games", "2", "--seed", "7", "--shard", "1/2", "--out", &second,
            ],
        ]
        .concat(),
    );
    let merged = run(&["merge", &first, &second]);
    assert_eq!(merged.status, Some(2));
    insta::assert_snapshot!(merged.stderr.replace(&second, "SECOND"), @"error: `SECOND` holds another match: openings: balanced, by seed 7 (fc8a9a629f01a0a1) there, balanced, by seed 1 (79e283201b36287f) here");
    let nothing = path(&temporary());
    let merged = run(&["merge", &nothing]);
    assert_eq!(merged.status, Some(2));
    insta::assert_snapshot!(merged.stderr.replace(&nothing, "NOTHING"), @"error: `NOTHING/match.json` cannot be read: there is no such file or folder");
}

#[test]
fn a_folder_that_is_damaged_is_left_alone() {
    let folder = temporary();
    let out = path(&folder);
    let message = || {
        let run = run(&[&QUICK[..], &["--games", "2", "--out", &out]].concat());
        assert_eq!(run.status, Some(2), "{}", run.stderr);
        assert_eq!(run.stdout, "");
        run.stderr.replace(&out, "…")
    };
    fs::write(folder.path().join("match.json"), "{\"rules\": 1}").expect("written");
    insta::assert_snapshot!(message(), @"error: `…/match.json` does not describe a match: invalid type: integer `1`, expected a string at line 1 column 11");
    fs::remove_file(folder.path().join("match.json")).expect("it was there");
    fs::write(folder.path().join("games.txt"), "game: 1\na7-a1\n*\n").expect("written");
    insta::assert_snapshot!(message(), @"
    error: `…/games.txt` is damaged: `a7-a1` cannot be played: a1 is not empty
     --> …/games.txt:2:1
      |
    2 | a7-a1
      | ^^^^^
    ");
    let left = fs::read_to_string(folder.path().join("games.txt"));
    assert_eq!(left.expect("games"), "game: 1\na7-a1\n*\n");
}

#[test]
fn games_are_read_back_by_the_other_commands() {
    let folder = temporary();
    let out = path(&folder);
    let more = ["--games", "4", "--opening-plies", "8", "--out", &out];
    played(&[&QUICK[..], &more].concat());
    let file = folder.path().join("games.txt").display().to_string();
    let third = games(folder.path()).swap_remove(2);
    let fen = |more: &[&str]| {
        let run = ataxx(
            &[&["convert", "--to", "fen", "--game", &file], more].concat(),
            "",
        );
        (run.status, run.stdout.trim_end().to_owned(), run.stderr)
    };
    let last = third.game().position().to_string();
    assert_eq!(fen(&["--number", "3"]), (Some(0), last, String::new()));
    let first = third.start().to_string();
    assert_eq!(
        fen(&["--number", "3", "--ply", "0"]),
        (Some(0), first, String::new())
    );
    let replaced = |(status, stdout, stderr): (Option<i32>, String, String)| {
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        stderr.replace(&file, "…")
    };
    insta::assert_snapshot!(replaced(fen(&[])), @"
    error: there are 4 games in `…`
     |
     = help: `--number N` says which
    ");
    insta::assert_snapshot!(replaced(fen(&["--number", "5"])), @"error: there is no game 5 in `…`");
    insta::assert_snapshot!(replaced(fen(&["--number", "1", "--ply", "1000"])), @"error: the game has no ply 1000: it is 82 plies long");
    let analyzed = ataxx(
        &[
            "analyze", "--game", &file, "--number", "2", "--nodes", "20", "--json",
        ],
        "",
    );
    assert_eq!(analyzed.status, Some(0), "{}", analyzed.stderr);
}

#[test]
fn a_match_can_be_made_longer_and_nothing_else() {
    let (longer, whole) = (temporary(), temporary());
    let [out, expected] = [&longer, &whole].map(path);
    played(&[&QUICK[..], &["--games", "2", "--out", &out]].concat());
    played(&[&QUICK[..], &["--games", "6", "--out", &out]].concat());
    played(&[&QUICK[..], &["--games", "6", "--out", &expected]].concat());
    assert_eq!(timeless_games(longer.path()), timeless_games(whole.path()));
    let refused = |more: &[&str]| {
        let other = run(&[&QUICK[..], more, &["--out", &out]].concat());
        assert_eq!(other.status, Some(2), "{more:?}");
        other.stderr.replace(&out, "OUT")
    };
    insta::assert_snapshot!(refused(&["--games", "2"]), @"error: `OUT` holds another match: games: 6 there, 2 here");
    insta::assert_snapshot!(refused(&["--games", "6", "--nodes", "5"]), @"error: `OUT` holds another match: time: 1 s a move there, 5 nodes here");
}

#[test]
fn the_same_games_however_many_are_played_at_a_time() {
    for format in ["round-robin", "gauntlet"] {
        let results: Vec<_> = ["1", "3"]
            .iter()
            .map(|concurrency| {
                let folder = temporary();
                let out = path(&folder);
                let more = [
                    "--player",
                    "third=ai,nodes=100,solver=no,network=material",
                    "--games",
                    "2",
                    "--format",
                    format,
                    "--concurrency",
                    concurrency,
                    "--out",
                    &out,
                ];
                let run = played(&[&QUICK[..], &more].concat());
                (run.stdout, timeless_games(folder.path()))
            })
            .collect();
        assert_eq!(results[0], results[1], "{format}");
    }
}

#[test]
fn a_match_ends_when_it_is_decided() {
    let sprt = ["--games", "1000", "--sprt", "elo0=0,elo1=200"];
    let one = temporary();
    let out = path(&one);
    let decided = played(&[&QUICK[..], &sprt, &["--out", &out]].concat());
    let count = games(one.path()).len();
    assert!((4..200).contains(&count), "{count}");
    let several = played(&[&QUICK[..], &sprt, &["--concurrency", "3"]].concat());
    assert_eq!(decided.stdout, several.stdout);
}

#[test]
fn openings_of_a_file_with_blocks() {
    let folder = temporary();
    let file = folder.path().join("openings");
    let blocks = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";
    let second = "x5o/7/7/3-3/7/7/o5x x 0 1";
    fs::write(&file, format!("# two\n{blocks}\n\n{second} ; id middle\n")).expect("written");
    let file = file.display().to_string();
    let out = path(&folder);
    let openings = ["--games", "6", "--openings", &file, "--out", &out];
    let six = played(&[&QUICK[..], &openings].concat());
    let warning = six
        .stderr
        .lines()
        .find(|line| line.starts_with("warning: "));
    assert_eq!(warning, Some("warning: 3 pairs of games share 2 openings"));
    let starts: Vec<String> = games(folder.path())
        .iter()
        .map(|game| game.start().to_string())
        .collect();
    assert_eq!(starts, [blocks, blocks, second, second, blocks, blocks]);
    fs::write(folder.path().join("openings"), "x5o/7/7/8/7/7/o5x x 0 1\n").expect("written");
    let bad = run(&[&QUICK[..], &["--openings", &file]].concat());
    assert_eq!(bad.status, Some(2));
    insta::assert_snapshot!(bad.stderr.replace(&out, "OUT"), @"
    error: expected `x`, `o`, `-` or a digit from 1 to 7, found `8`
     --> OUT/openings:1:9
      |
    1 | x5o/7/7/8/7/7/o5x x 0 1
      |         ^
      |
      = help: a run of empty squares is 1 to 7 long
    ");
}

#[test]
fn openings_with_operations_and_openings_that_are_none() {
    let folder = temporary();
    let file = folder.path().join("openings");
    let named = file.display().to_string();
    let run_with = |text: &str| {
        fs::write(&file, text).expect("written");
        run(&[&QUICK[..], &["--games", "4", "--openings", &named]].concat())
    };
    let board = "x5o/7/7/7/7/7/o5x";
    let operations = format!("{board} x hmvc 3; fmvn 7; c0 \"a; b\";\n{board} o\n");
    assert_eq!(run_with(&operations).status, Some(0));
    // One that is decided is named by its line, or the number of its game.
    let decided = run_with("start\n\nx6/7/7/7/7/7/7 x id \"won\";\n");
    assert_eq!(decided.status, Some(2));
    insta::assert_snapshot!(decided.stderr.replace(&named, "FILE"), @r#"
    error: in `x6/7/7/7/7/7/7 x 0 1` the game is over
     --> FILE:3:1
      |
    3 | x6/7/7/7/7/7/7 x id "won";
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
    let decided = run_with("1. a7-b7 *\n\nstart: x6/7/7/7/7/7/7 x\n1-0\n");
    assert_eq!(decided.status, Some(2));
    insta::assert_snapshot!(decided.stderr.replace(&named, "FILE"), @"error: `FILE`, game 2: in `x6/7/7/7/7/7/7 x 0 1` the game is over");
    // A game that is torn off is no opening; the others are.
    let torn =
        run_with("rules: uai\n1. a7-b7 *\n\nrules: uai\n1. a7-b7 a1-\n\nrules: uai\n1. g1-f1 *\n");
    assert_eq!(torn.status, Some(1), "{}", torn.stderr);
    insta::assert_snapshot!(torn.stderr.replace(&named, "FILE"), @"
    error: game 2 of 3: expected a square, a1 to g7
     --> FILE:5:13
      |
    5 | 1. a7-b7 a1-
      |             ^
    game 1: strong - weak 1-0
    game 2: weak - strong 0-1
    game 3: strong - weak 1-0
    game 4: weak - strong 0-1
    ");
    let openings = torn.stdout.lines().nth(3);
    assert_eq!(openings, Some("openings  a list of 2 (180e0deaee52327d)"));
}

#[test]
fn what_players_report_about_their_moves_is_recorded() {
    let folder = temporary();
    let out = path(&folder);
    let text = format!("text=2022:{} --nodes 20", program());
    let rules = "--rules=2022";
    let uai = format!("engine=uai,option.Rules=2022:{} uai", program());
    played(&[
        "--player",
        "ours=ai",
        "--player",
        &uai,
        "--player",
        &text,
        rules,
        "--nodes",
        "60",
        "--games",
        "2",
        "--opening-plies",
        "8",
        "--out",
        &out,
    ]);
    for game in games(folder.path()) {
        let played = game.particulars();
        let names = [&played.red, &played.blue].map(|name| name.as_ref().expect("a name").as_str());
        let searches = game.searches();
        assert_eq!(searches.len(), game.game().moves().len() - 8, "{game}");
        for (name, least) in [("ours", 10), ("engine", 10), ("text", 0)] {
            let own = searches.iter().filter(|(ply, _)| names[**ply % 2] == name);
            let own: Vec<_> = own.map(|(_, search)| search).collect();
            let scores = own.iter().filter(|search| search.score.is_some()).count();
            let nodes = own.iter().filter(|search| search.nodes.is_some()).count();
            assert!(own.iter().all(|search| search.time.is_some()), "{game}");
            if names.contains(&name) {
                assert!(scores >= least && nodes >= least, "{name}: {game}");
            }
            assert!(name != "text" || scores + nodes == 0, "{game}");
        }
    }
}

#[test]
fn games_end_by_the_scores_that_are_reported() {
    let folder = temporary();
    let out = path(&folder);
    let resign = ["--resign", "movecount=2,score=600", "--out", &out];
    played(&[&QUICK[..], &["--games", "2"], &resign].concat());
    let mut ends = Vec::new();
    for game in games(folder.path()) {
        ends.push(end(&game));
    }
    insta::assert_snapshot!(ends.join("\n"), @"
    adjudicated: the score of Blue was -6.00 or less, 2 times in a row
    adjudicated: the score of Red was -6.00 or less, 2 times in a row
    ");
    let other = run(&[&QUICK[..], &["--games", "2", "--out", &out]].concat());
    assert_eq!(other.status, Some(2));
    insta::assert_snapshot!(other.stderr.replace(&out, "OUT"), @"error: `OUT` holds another match: adjudication: resign movecount=2 score=600 there, none here");
}

#[test]
fn dialogues_are_logged_and_shown_after_a_crash() {
    let folder = temporary();
    let out = path(&folder);
    let live = folder.path().join("live");
    let to_file = format!("engine={}", live.display());
    let program = "--player=rogue=uai:sh tests/misbehaving/uai.sh dies-at-go";
    let args = ["--player", "ours=ai,nodes=20", program, "--out", &out];
    let some = [&args[..], &["--games", "2", "--log", &to_file]].concat();
    let first = played(&some);
    let shown = "    last lines exchanged (> to the player, < from it, ! from its stderr):\n";
    assert_eq!(first.stderr.matches(shown).count(), 2, "{}", first.stderr);
    let failed = |line: &str| line.ends_with(" ! assertion failed");
    assert!(first.stderr.lines().any(failed), "{}", first.stderr);
    let log = || fs::read_to_string(folder.path().join("engines.log")).expect("a log");
    assert_eq!(fs::read_to_string(&live).expect("a log"), log());
    for line in [
        "start rogue > uai",
        "game 1 rogue < readyok",
        "game 2 rogue > position ",
        "game 2 rogue ! assertion failed",
    ] {
        assert!(log().contains(line), "{line}: {}", log());
    }
    // The match is resumed, and the log goes on.
    let before = log();
    let more = played(&[&args[..], &["--games", "4", "--log", "engine"]].concat());
    assert!(log().starts_with(&before));
    assert!(log().contains("game 4 rogue ! assertion failed"));
    assert!(
        more.stderr.contains("game 4 rogue > go "),
        "{}",
        more.stderr
    );
    let wrong = run(&[&args[..], &["--log", "engines"]].concat());
    assert_eq!(wrong.status, Some(2));
    insta::assert_snapshot!(wrong.stderr, @"
    error: invalid value 'engines' for '--log <engine[=FILE]>': expected `engine` or `engine=FILE`

    For more information, try '--help'.
    ");
}

#[test]
fn openings_from_a_game_file_of_cuteataxx() {
    let folder = temporary();
    let file = folder.path().join("games.pgn");
    let of_file = |text: &str| fs::write(&file, text).expect("written");
    of_file("[Black \"a\"]\n[White \"b\"]\n\n1. b7 f7 *\n\n\n[Black \"a\"]\n\n1. a7a5 *\n");
    let name = file.display().to_string();
    let out = path(&folder);
    let openings = ["--games", "4", "--openings", &name, "--out", &out];
    played(&[&QUICK[..], &openings].concat());
    let starts: Vec<String> = games(folder.path())
        .iter()
        .map(|game| game.start().to_string())
        .collect();
    let [first, second] = ["xx3oo/7/7/7/7/7/o5x x 0 2", "6o/7/x6/7/7/7/o5x o 1 1"];
    assert_eq!(starts, [first, first, second, second]);
    of_file("[Black \"a\"]\n\n1. d4 *\n");
    let bad = run(&[&QUICK[..], &openings].concat());
    assert_eq!(bad.status, Some(2));
    insta::assert_snapshot!(bad.stderr.replace(&name, "FILE"), @"
    error: `d4` cannot be played: no own piece is next to d4
     --> FILE:3:4
      |
    3 | 1. d4 *
      |    ^^
    error: there is no position in `FILE`
    ");
}

#[test]
fn games_of_a_match_as_cuteataxx_writes_them_and_back() {
    let folder = temporary();
    let out = path(&folder);
    played(&[&QUICK[..], &["--games", "2", "--out", &out]].concat());
    let file = folder.path().join("games.txt").display().to_string();
    let pgn = ataxx(&["convert", "--game", &file, "--to", "pgn"], "");
    assert_eq!(pgn.status, Some(0), "{}", pgn.stderr);
    assert_eq!(pgn.stdout.matches("[Black \"").count(), 2);
    let record = ataxx(
        &["convert", "--game", "-", "--to", "record"],
        pgn.stdout.as_str(),
    );
    assert_eq!(record.status, Some(0), "{}", record.stderr);
    let back = GameRecord::read_all(&record.stdout).expect("records");
    let there = games(folder.path());
    assert_eq!(back.len(), 2);
    for (back, there) in back.iter().zip(&there) {
        assert_eq!(back.particulars(), there.particulars());
        assert_eq!(back.searches(), there.searches());
        assert_eq!(back.result(), there.result());
        assert_eq!(back.game().position(), there.game().position());
    }
    let second = ["convert", "--game", "-", "--number", "2", "--to", "fen"];
    let fen = ataxx(&second, pgn.stdout.as_str());
    assert_eq!(fen.stdout.trim(), there[1].game().position().to_string());
}

#[test]
fn long_games_are_judged() {
    let folder = temporary();
    let out = path(&folder);
    played(
        &[
            &QUICK[..],
            &["--games", "2", "--max-plies", "12", "--out", &out],
        ]
        .concat(),
    );
    for game in games(folder.path()) {
        assert_eq!(game.result(), GameResult::Draw);
        assert_eq!(game.game().moves().len(), 12);
        assert_eq!(end(&game), "adjudicated: 12 plies were played");
    }
}

#[test]
fn players_without_names_are_numbered() {
    let folder = temporary();
    let player = ["--player", "ai,nodes=20"];
    let few = ["--games", "2", "--max-plies", "10", "--out"];
    let out = path(&folder);
    played(&[&player[..], &player, &player, &few, &[&out]].concat());
    let mut names: Vec<String> = games(folder.path())
        .iter()
        .filter_map(|game| game.particulars().red.as_ref().map(ToString::to_string))
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names, ["ai,nodes=20", "ai,nodes=20 (2)", "ai,nodes=20 (3)"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_ends_when_its_log_cannot_be_written() {
    let player = format!("uai:{} uai", program());
    let run = run(&[
        "--player",
        "ai,nodes=20",
        "--player",
        &player,
        "--nodes",
        "20",
        "--log",
        "engine=/dev/full",
    ]);
    assert_eq!(run.status, Some(2));
    insta::assert_snapshot!(run.stderr.replace(program(), "ATAXX"), @"
    game 1: ai,nodes=20 - uai:ATAXX uai 1-0
    error: `/dev/full` cannot be written: no storage space
    ");
    assert_eq!(run.stdout.lines().nth(4), Some("games     1 of 10"));
}

#[test]
fn what_makes_no_match() {
    let message = |args: &[&str]| {
        let run = run(args);
        assert_eq!(run.status, Some(2), "{args:?}");
        assert_eq!(run.stdout, "");
        run.stderr
    };
    let two = |more: &[&str]| message(&[&QUICK[..], more].concat());
    insta::assert_snapshot!(message(&["--player", "ai"]), @"error: a match has at least two players: give --player once for each");
    insta::assert_snapshot!(message(&["--player", "a=ai", "--player", "a=ai"]), @"
    error: two players are called `a`
     |
     = help: a name stands before the player: NAME=PLAYER
    ");
    insta::assert_snapshot!(two(&["--max-plies", "8"]), @"
    error: `--max-plies 8` leaves the players no move: 8 plies are the opening
     |
     = help: `--opening-plies N` sets how many
    ");
    insta::assert_snapshot!(message(&["--player", "ai", "--player", "a=ia"]), @"
    error: expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `ia`
     --> --player:1:3
      |
    1 | a=ia
      |   ^^
      |
      = help: did you mean `ai`?
    ");
    insta::assert_snapshot!(message(&["--player", "ai", "--player", "ai,network=no-such-file"]), @"error: there is no file `no-such-file`");
    insta::assert_snapshot!(message(&["--player", "2022:x", "--player", "2008:x"]), @"error: `2022:x` plays by the rules of 2022 and `2008:x` by those of 2008");
    insta::assert_snapshot!(message(&["--player", "agent:x", "--player", "uai:x"]), @"error: `agent:x` plays by the rules of reloaded and `uai:x` by those of uai");
    insta::assert_snapshot!(message(&["--player", "ai", "--player", "agent:x", "--rules", "uai"]), @"error: `agent:x` plays by the rules of reloaded, not of uai");
    insta::assert_snapshot!(two(&["--games", "3"]), @"
    error: invalid value '3' for '--games <N>': expected an even number from 2 to 1000000

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(two(&["--tc", "soon"]), @"
    error: invalid value 'soon' for '--tc <[MOVES/]SECONDS[+SECONDS]>': expected seconds for the game and seconds that each move adds, such as 10+0.1, or 40/60 for 60 seconds every 40 moves

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(two(&["--sprt", "elo0=5,elo1=0"]), @"
    error: invalid value 'elo0=5,elo1=0' for '--sprt <elo0=…,elo1=…[,alpha=…,beta=…,model=…]>': expected the second difference to be greater than the first, found 5 and 0

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(two(&["--sprt", "elo0=5,elo2=0"]), @"
    error: invalid value 'elo0=5,elo2=0' for '--sprt <elo0=…,elo1=…[,alpha=…,beta=…,model=…]>': expected one of elo0, elo1, alpha, beta, model, found `elo2`; did you mean `elo0`?

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(two(&["--sprt", "elo0=5"]), @"
    error: invalid value 'elo0=5' for '--sprt <elo0=…,elo1=…[,alpha=…,beta=…,model=…]>': expected elo0=… and elo1=…

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(two(&["--sprt", "elo0=0,elo1=5,model=bayesian"]), @"
    error: invalid value 'elo0=0,elo1=5,model=bayesian' for '--sprt <elo0=…,elo1=…[,alpha=…,beta=…,model=…]>': `model`: expected `logistic` or `normalized`, found `bayesian`

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(two(&["--sprt", "elo0=0,elo1=5", "--player", "ai"]), @"error: `--sprt` is for a match between two players");
    insta::assert_snapshot!(two(&["--openings", "no-such-file"]), @"error: there is no file `no-such-file`");
    insta::assert_snapshot!(two(&["--openings", "/dev/null"]), @"error: there is no position in `/dev/null`");
    insta::assert_snapshot!(two(&["--games", "0"]), @"
    error: invalid value '0' for '--games <N>': expected an even number from 2 to 1000000

    For more information, try '--help'.
    ");
    let six: Vec<&str> = (0..6).flat_map(|_| ["--player", "ai"]).collect();
    let many = [&six[..], &["--games", "1000000"]].concat();
    insta::assert_snapshot!(message(&many), @"error: that would be more than 10000000 games");
}

#[test]
fn results_in_every_form() {
    let folder = temporary();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (csv, list, page) = (file("table"), file("list"), file("page"));
    let more = [
        "--games",
        "4",
        "--json",
        "--csv",
        &csv,
        "--games-csv",
        &list,
        "--html",
        &page,
    ];
    let run = played(&[&QUICK[..], &more].concat());
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("an object");
    assert_eq!(json["games"], 4);
    assert_eq!(json["standings"][0]["name"], "strong");
    let pairs = json["duel"]["pairs"].as_array().expect("counts");
    let pairs: Option<u64> = pairs.iter().map(serde_json::Value::as_u64).sum();
    assert_eq!(pairs, Some(2));
    let lines = |path: &str| fs::read_to_string(path).expect(path).lines().count();
    assert_eq!(lines(&csv), 3);
    assert_eq!(lines(&list), 5);
    let page = fs::read_to_string(&page).expect("a page");
    assert!(page.contains("<svg") && page.contains("strong"));
    let nowhere = self::run(&[&QUICK[..], &["--html", "no/such/folder/page"]].concat());
    assert_eq!(nowhere.status, Some(2));
    insta::assert_snapshot!(nowhere.stderr, @"error: `no/such/folder/page` cannot be written: there is no such folder");
}

#[test]
fn a_match_that_never_began_is_no_obstacle() {
    let folder = temporary();
    let out = path(&folder);
    let absent = run(&[
        "--player",
        "ai,nodes=10",
        "--player",
        "away=uai:echo not today >&2; exit 2",
        "--games",
        "2",
        "--out",
        &out,
    ]);
    assert_eq!(absent.status, Some(3));
    // It may have ended before it was said anything, or after.
    for part in ["`away` cannot play: ", "exit status 2", "not today"] {
        assert!(absent.stderr.contains(part), "{}", absent.stderr);
    }
    played(&[&QUICK[..], &["--games", "2", "--out", &out]].concat());
    assert_eq!(games(folder.path()).len(), 2);
}

#[test]
fn players_and_openings_come_from_files() {
    let folder = temporary();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("can be written");
        path.display().to_string()
    };
    let players = file(
        "players.txt",
        "# two of ours\nstrong=ai,nodes=300,solver=no\n\nweak=ai\n",
    );
    let openings = file(
        "openings.txt",
        "1. a7-b7 g7-g6\n*\n\n1. a7-a6 a1-a2\n*\n\n1. g1-g2 g7-f7\n*\n",
    );
    let starts = |order: &[&str], out: &str| -> Vec<String> {
        let out = folder.path().join(out);
        let given = out.display().to_string();
        let options = [
            "--players",
            &players,
            "--each",
            "nodes=20,solver=no,network=material,option.Hash=1",
            "--openings",
            &openings,
            "--games",
            "6",
            "--out",
            &given,
        ];
        played(&[&options, order].concat());
        let games = games(&out);
        games.iter().map(|game| game.start().to_string()).collect()
    };
    let in_order = starts(&[], "in-order");
    assert_eq!(in_order[0], "xx4o/6o/7/7/7/7/o5x x 0 2");
    assert_eq!(in_order[0], in_order[1]);
    let shuffled = starts(&["--opening-order", "random", "--seed", "2"], "shuffled");
    assert_ne!(in_order, shuffled);
    let sorted = |mut starts: Vec<String>| {
        starts.sort();
        starts
    };
    assert_eq!(sorted(in_order), sorted(shuffled));
    // The settings of a player itself come first.
    let description = fs::read_to_string(folder.path().join("in-order/match.json"));
    let description = description.expect("a description");
    for player in [
        "ai,nodes=300,solver=no,network=material",
        "ai,nodes=20,solver=no,network=material",
    ] {
        assert!(
            description.contains(&format!("\"{player}\"")),
            "{description}"
        );
    }
    let wrong = file("wrong.txt", "ai\nweek=a1\n");
    let run = run(&["--players", &wrong]);
    assert_eq!(run.status, Some(2));
    insta::assert_snapshot!(run.stderr.replace(&wrong, "FILE"), @"
    error: expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `a1`
     --> FILE:2:6
      |
    2 | week=a1
      |      ^^
      |
      = help: did you mean `ai`?
    ");
}

#[test]
fn a_clock_for_a_number_of_moves_is_kept() {
    let engine = format!("engine=uai:{} uai", program());
    let folder = temporary();
    let out = path(&folder);
    played(&[
        "--player",
        &engine,
        "--player",
        "ours=ai",
        "--tc",
        "3/0.02",
        "--time-margin",
        "60",
        "--games",
        "2",
        "--out",
        &out,
    ]);
    for game in games(folder.path()) {
        assert_eq!(end(&game), "by the rules");
        let time = game.particulars().time.as_ref().expect("a time control");
        assert_eq!(time.to_string(), "3/0.02+0");
    }
}

#[test]
fn a_scoreboard_names_its_settings() {
    let settings = |more: &[&str]| {
        let usual = ["--games", "2", "--max-plies", "10", "--json"];
        let run = played(&[&QUICK[..], &usual, more].concat());
        let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("an object");
        let rows: Vec<(String, String)> =
            serde_json::from_value(json["settings"].clone()).expect("names and values");
        let rows = rows.iter().map(|(what, value)| format!("{what}: {value}"));
        rows.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(settings(&[]), @"
    rules: uai
    time: 1 s a move
    openings: balanced, by seed 1 (79e283201b36287f)
    adjudication: a draw after 10 plies
    strong: ai,nodes=300,solver=no,network=material
    weak: ai,nodes=20,solver=no,network=material
    ");
    let time = |limit: &[&str]| settings(limit).lines().nth(1).map(str::to_owned);
    assert_eq!(time(&["--nodes", "20"]).as_deref(), Some("time: 20 nodes"));
    assert_eq!(time(&["--depth", "1"]).as_deref(), Some("time: depth 1"));
}

#[test]
fn each_game_is_reported_when_it_has_ended() {
    let messages = played(&[&QUICK[..], &["--games", "2"]].concat()).stderr;
    insta::assert_snapshot!(messages, @"
    game 1: strong - weak 1-0
    game 2: weak - strong 0-1
    ");
}

#[test]
fn a_description_of_no_tournament_is_refused() {
    let folder = temporary();
    let out = path(&folder);
    played(&[&QUICK[..], &["--games", "2", "--out", &out]].concat());
    let good = description(folder.path());
    let refused = |from: &str, to: &str| {
        fs::write(folder.path().join("match.json"), good.replace(from, to)).expect("written");
        let merged = run(&["merge", &out]);
        assert_eq!(merged.status, Some(2), "{to}");
        merged.stderr.replace(&out, "OUT")
    };
    insta::assert_snapshot!(refused("\"games\": 2", "\"games\": 0"), @"error: `OUT/match.json` does not describe a match: there is no such tournament");
    insta::assert_snapshot!(refused("round-robin", "square"), @"error: `OUT/match.json` does not describe a match: there is no such tournament");
}

#[test]
fn last_lines_are_not_shown_after_an_illegal_move() {
    let rogue = "rogue=uai:sh tests/misbehaving/rogue.sh a1g7";
    let ours = "ours=ai,nodes=20";
    let messages = played(&["--player", ours, "--player", rogue, "--games", "2"]).stderr;
    insta::assert_snapshot!(messages, @"
    game 1: ours - rogue 1-0, forfeit by illegal move: `a1g7` is no legal move: no own piece is on a1
    game 2: rogue - ours 0-1, forfeit by illegal move: `a1g7` is no legal move: no own piece is on a1
    ");
}
