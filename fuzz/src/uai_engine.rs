//! What an engine of the Universal Ataxx Interface is told.

use crate::errors::{assert_no_controls, text};
use ataxx_toolkit::opponents::uai::Command;
use ataxx_toolkit::opponents::uai::engine::{Engine, EngineOptions};
use std::thread;

/// More lines than this make an input slow and find nothing new.
const MOST_LINES: usize = 40;
/// A search for longer, and a count of more plies, takes too long here.
const MOST: u64 = 300;

/// Tells an engine the bytes as lines: each `go` is answered once, each `isready` too, and
/// no answer has a control character. What would take too long is left out.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| is_brief(line))
        .take(MOST_LINES)
        .collect();
    let count = |wanted: fn(&Command) -> bool| {
        let commands = lines
            .iter()
            .filter_map(|line| Command::read(line).ok().flatten());
        commands.filter(wanted).count()
    };
    let searches = count(|command| matches!(command, Command::Go(_)));
    let questions = count(|command| matches!(command, Command::IsReady));
    let told = lines.join("\n");
    let options = EngineOptions {
        hash: 1,
        seed: Some(1),
        ..EngineOptions::default()
    };
    let (engine, line_sender) = Engine::new(options);
    let reader = thread::spawn(move || line_sender.read(told.as_bytes()));
    let mut said = String::new();
    let ended = engine.run(&mut |line| {
        said += line;
        Ok(())
    });
    assert!(ended.is_ok());
    reader.join().expect("it reads to the end");
    said.lines().for_each(assert_no_controls);
    let heard = |name: &str| {
        said.lines()
            .filter(|line| line.split(' ').next() == Some(name))
            .count()
    };
    assert_eq!(heard("bestmove"), searches, "{said}");
    assert_eq!(heard("readyok"), questions, "{said}");
}

fn is_brief(line: &str) -> bool {
    match Command::read(line) {
        Ok(Some(Command::Quit)) => false,
        Ok(Some(Command::Perft(depth))) => depth < 3,
        Ok(Some(Command::Go(command))) => {
            let go = command.go;
            go.infinite || go.nodes.is_some_and(|nodes| nodes < MOST)
        }
        Ok(Some(Command::SetOption { name, value })) => {
            !name.eq_ignore_ascii_case("hash") || value.len() < 2
        }
        _ => true,
    }
}
