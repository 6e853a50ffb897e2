//! `ataxx match`: the scoreboards that it writes agree with the games that were played, in
//! each of their forms.

use crate::common::ataxx;
use ataxx_core::board::Color;
use ataxx_core::notation::{GameRecord, GameResult};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A name that would be an element of a page, and must be quoted in a table.
const ODD: &str = "<b>a \"b\" c</b>";

fn players() -> Vec<String> {
    let player = |name: &str, nodes: u32| {
        let player = format!("{name}=ai,nodes={nodes},solver=no,network=material");
        ["--player".to_owned(), player]
    };
    [("strong", 300), ("weak", 20)]
        .iter()
        .flat_map(|&(name, nodes)| player(name, nodes))
        .collect()
}

/// Plays a match and leaves everything in this folder; what stands on stdout.
fn played(folder: &Path, more: &[&str]) -> String {
    let at = |name: &str| folder.join(name).display().to_string();
    let files = [
        ("--out", at("match")),
        ("--csv", at("table.csv")),
        ("--games-csv", at("games.csv")),
        ("--html", at("page.html")),
    ];
    let mut args = vec!["match".to_owned()];
    args.extend(players());
    args.extend(
        files
            .into_iter()
            .flat_map(|(option, file)| [option.to_owned(), file]),
    );
    args.extend(more.iter().map(|&word| word.to_owned()));
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let run = ataxx(&words, "");
    assert_eq!(run.status, Some(0), "{args:?}\n{}", run.stderr);
    run.stdout
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect(name)
}

/// The half points of each player and the games of all, by the records of the match.
fn counted(folder: &Path) -> (BTreeMap<String, u32>, usize) {
    let records = GameRecord::read_all(&read(folder, "match/games.txt")).expect("records");
    let mut half_points = BTreeMap::new();
    for record in &records {
        let particulars = record.particulars();
        for color in Color::BOTH {
            let name = match color {
                Color::Red => &particulars.red,
                Color::Blue => &particulars.blue,
            };
            let name = name.as_ref().expect("a name").to_string();
            *half_points.entry(name).or_default() += match record.result() {
                GameResult::Win(winner) if winner == color => 2,
                GameResult::Draw => 1,
                GameResult::Win(_) | GameResult::Unfinished => 0,
            };
        }
    }
    (half_points, records.len())
}

fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    reader
        .deserialize()
        .map(|row| row.expect("a row"))
        .collect()
}

#[test]
fn every_scoreboard_agrees_with_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let third = format!("'{ODD}'=ai,nodes=60,solver=no,network=material");
    let text = played(folder.path(), &["--player", &third, "--games", "4"]);
    let (half_points, games) = counted(folder.path());
    assert_eq!((half_points.len(), games), (3, 12));

    let table = rows(&read(folder.path(), "table.csv"));
    assert_eq!(table.len(), 3);
    for row in &table {
        let points: f64 = row["points"].parse().expect("points");
        let expected = f64::from(half_points[&row["player"]]) / 2.0;
        assert!((points - expected).abs() < 1e-9, "{row:?}");
        assert_eq!(row["games"], "8");
        assert!(text.contains(&row["player"]), "{text}");
    }
    let listed = rows(&read(folder.path(), "games.csv"));
    let numbers: Vec<&str> = listed.iter().map(|row| row["number"].as_str()).collect();
    let expected: Vec<String> = (1..=12).map(|number: u32| number.to_string()).collect();
    assert_eq!(numbers, expected);

    let page = read(folder.path(), "page.html");
    assert_eq!(page.matches("data-game=").count(), 12);
    assert!(page.contains("&lt;b&gt;a &quot;b&quot; c&lt;/b&gt;") && !page.contains("<b>"));
    assert_eq!(page.matches("<script").count(), 1);
}

#[test]
fn a_match_between_two_and_its_test() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = ["--games", "400", "--sprt", "elo0=0,elo1=200", "--json"];
    let text = played(folder.path(), &more);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let (half_points, games) = counted(folder.path());
    assert_eq!(json["games"], games);
    assert_eq!(json.get("planned"), None);
    let duel = &json["duel"];
    let of_pairs: u64 = (0..)
        .zip(duel["pairs"].as_array().expect("pairs"))
        .map(|(half, count)| half * count.as_u64().expect("a count"))
        .sum();
    assert_eq!(of_pairs, u64::from(half_points["strong"]));
    assert_eq!(duel["sprt"]["accepted"], "elo1");
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!(number(&duel["sprt"]["ratio"]) >= number(&duel["sprt"]["upper"]));
    assert!(games < 400, "{games}");
    let page = read(folder.path(), "page.html");
    assert!(page.contains("accepted: 200 Elo or more"));
    // The same match told again has the same page.
    let again = played(folder.path(), &more);
    assert_eq!((again, read(folder.path(), "page.html")), (text, page));
}

#[test]
fn a_file_that_cannot_be_written_is_known_before_a_game_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match").display().to_string();
    let file = folder
        .path()
        .join("missing/page.html")
        .display()
        .to_string();
    for option in ["--html", "--csv", "--games-csv"] {
        let mut args = vec!["match"];
        let players = players();
        args.extend(players.iter().map(String::as_str));
        args.extend(["--out", &out, option, &file]);
        let run = ataxx(&args, "");
        assert_eq!(run.status, Some(2), "{option} {}", run.stderr);
        let message = format!("error: `{file}` cannot be written: there is no such folder\n");
        assert_eq!(run.stderr, message);
        assert!(!folder.path().join("match/games.txt").exists(), "{option}");
    }
}
