//! What is known of a script without a program.

use super::*;
use crate::report::SourceText;
use crate::script::followed_session::choices;
use crate::script::load::load;
use crate::script::part::Action;
use crate::script::part::ScriptFormat;
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_session::{Announcement, Dialect, LoadError, Session, SessionSettings, TextFile};
use proptest::prelude::*;
use std::collections::VecDeque;

fn script(name: &str, text: &str) -> Script {
    let source = SourceText::new(name, text);
    let format = ScriptFormat::of(name).expect("a script");
    load(&source, format, &()).script.expect("a script")
}

/// The tags of a script of 2022 with these lines.
fn tags_of(lines: &str) -> String {
    let script = script("a-1.in", &format!("#* ataxx\n{lines}"));
    tags(&script, &()).join(" ")
}

/// Where a script first depends on an AI: the steps of the check and of the choice.
fn dependence(name: &str, text: &str) -> Option<(usize, usize)> {
    let script = script(name, text);
    let analysis = analyze(&script, &script.parts[0], &());
    analysis.dependence.map(|found| (found.check, found.choice))
}

fn of_spring(lines: &str) -> Option<(usize, usize)> {
    dependence("a-1.in", &format!("#* ataxx\n{lines}"))
}

fn of_fall(lines: &str) -> Option<(usize, usize)> {
    dependence("a.inp", &format!("ataxx\nauto red\nstart\n{lines}"))
}

/// A chain of files, each of which loads the next.
struct Chain(u32);

impl Files for Chain {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let number: u32 = name.parse().map_err(|_| LoadError::NotFound)?;
        let next = format!("load {}\n", number + 1);
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text: if number < self.0 {
                next
            } else {
                "undo".to_owned()
            },
        })
    }
}

#[test]
fn a_chain_of_files_may_be_long() {
    let script = script("a-1.in", "#* ataxx\nload 1\ndump\n");
    let tags = tags(&script, &Chain(20_000));
    assert_eq!(tags, ["undo", "errors", "load", "dump"]);
}

#[test]
fn tags_name_commands_and_situations() {
    assert_eq!(tags_of("dump\n"), "dump");
    assert_eq!(tags_of("# dump\n\nhelp\n"), "");
    assert_eq!(tags_of("manual blue\na7-b7\nundo\n"), "moves undo");
    assert_eq!(tags_of("manual blue\nblock d4\na7-g1\n"), "blocks errors");
    assert_eq!(tags_of("manual blue\n-\nfrobnicate\n"), "passes errors");
    assert_eq!(tags_of("a7-b7\n"), "ai moves");
    assert_eq!(tags_of("manual blue\nauto red\n#*move/win\n"), "ai results");
    assert_eq!(tags_of("load other.txt\n"), "load");
}

#[test]
fn tags_come_from_the_rules() {
    let jumps = "a7-a5\ng7-g5\na5-a7\ng5-g7\n".repeat(7);
    let lines = format!("manual blue\n{jumps}");
    assert_eq!(tags_of(&lines), "moves jump-limit errors results");
    let flips = "manual blue\na7-a5\na1-a3\na5-a4\n";
    assert_eq!(tags_of(flips), "moves flips");
}

#[test]
fn boards_after_a_free_choice_depend_on_it() {
    assert_eq!(of_spring("a7-b7\n#*move\ndump\n"), Some((2, 0)));
    assert_eq!(
        of_spring("a7-b7\n#*move\nmanual blue\ndump\n"),
        Some((3, 0))
    );
    assert_eq!(of_spring("dump\na7-b7\n#*move\n"), None);
    // These lead back to what is known.
    assert_eq!(of_spring("a7-b7\n#*move\nundo\ndump\n"), None);
    assert_eq!(of_spring("a7-b7\n#*move\nnew\ndump\n"), None);
    assert_eq!(
        of_spring("a7-b7\n#*move\nb7-b6\nundo\ndump\n"),
        Some((4, 0))
    );
}

#[test]
fn results_depend_on_a_free_choice_unless_any_may_come() {
    assert_eq!(of_spring("auto red\n#*move/win\n"), None);
    assert_eq!(of_spring("auto red\n#*move/win+\n"), Some((1, 0)));
    assert_eq!(of_fall("@red...(Red wins|Blue wins|Draw)\n"), None);
    assert_eq!(of_fall("@red...Red wins\n"), Some((2, 1)));
}

#[test]
fn lines_depend_on_a_free_choice_unless_every_move_fits() {
    assert_eq!(of_fall("@<Red moves a7-b7.\n"), Some((2, 1)));
    assert_eq!(of_fall("@?Red moves\n"), None);
    assert_eq!(of_fall("@?Red moves a7\n"), Some((2, 1)));
}

#[test]
fn a_win_that_the_ai_must_find_is_known() {
    let won = "manual blue\na7-a6\ng7-g6\ng1-g3\ng7-g5\ng3-f5\na1-c3\na6-a5\nc3-e5\n";
    let text = format!("{won}auto red\n#*move/win+\n");
    assert_eq!(of_spring(&text), None);
}

#[test]
fn an_extend_may_be_announced_from_each_origin() {
    // Red's only move is to c7, from b7 or from b6.
    let walls = ["a5", "b5", "c5", "d7", "d6", "c6", "d5"];
    let walls: String = walls.map(|square| format!("block {square}\n")).concat();
    let start = format!("{walls}block a4\nblock b4\nblock c4\nblock d4\n");
    let moves = "a7-b7\na1-b1\nb7-b6\nb1-b2\nb7-a6\n";
    let text = |line: &str| format!("ataxx\n{start}{moves}manual red\nauto blue\nstart\n{line}\n");
    let text_of = |line: &str| dependence("a.inp", &text(line));
    assert_eq!(text_of("@?Blue moves"), None);
    assert!(text_of("@<Blue moves b1-c1.").is_some());
}

/// A line that a script can read.
#[derive(Debug)]
enum Line {
    Move,
    Result,
}

/// A run of a script in which AIs choose at random: what is recorded and read, line by line.
struct RandomRun {
    session: Session,
    unread: VecDeque<Line>,
    choices: Vec<u8>,
    at: usize,
    seen: Vec<String>,
}

impl RandomRun {
    fn ply(&mut self) -> bool {
        let Some(choices) = choices(&self.session) else {
            return false;
        };
        let pick = usize::from(self.choices[self.at % self.choices.len()]);
        // Later rounds choose otherwise.
        let pick = pick + self.at / self.choices.len();
        self.at += 1;
        let mv = BerkeleyMove::of(choices[pick % choices.len()], self.session.position());
        let events = self.session.play_for_ai(mv).expect("a legal move");
        self.unread.push_back(Line::Move);
        self.note_result(&events);
        true
    }

    fn note_result(&mut self, events: &[Event]) {
        if let Some(Announcement::Result { .. }) = events.iter().find_map(Announcement::of) {
            self.unread.push_back(Line::Result);
        }
    }

    fn next_line(&mut self) -> Option<Line> {
        if self.unread.is_empty() {
            self.ply();
        }
        self.unread.pop_front()
    }

    fn carry_out(&mut self, action: &Action) {
        match action {
            Action::Send(line) => {
                let Ok(Some(line)) = session::parse(line, Dialect::SPRING_2022) else {
                    return;
                };
                while self.ply() {}
                let events = self.session.execute(&line.command).unwrap_or_default();
                self.note_result(&events);
                for event in events {
                    if let Event::Dump(position) = event {
                        self.seen.push(Dump(position).to_string());
                    }
                }
            }
            Action::Game { end, .. } => {
                let result = loop {
                    match self.next_line() {
                        Some(Line::Move) => {}
                        result => break result,
                    }
                };
                if matches!(end, GameEnd::Any { record: true }) || result.is_none() {
                    self.seen.push(format!("{result:?}"));
                }
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What does not depend on AIs is the same however they choose.
    #[test]
    fn what_does_not_depend_on_ais_is_always_the_same(
        free in prop::sample::subsequence(vec!["a2", "a4", "b1", "b2", "c1", "d1", "b3"], 0..4),
        lines in prop::collection::vec(
            prop::sample::select(vec![
                "a7-b7", "a7-a6", "g7-f7", "a7-a5", "g1-g2", "g7-g5", "undo", "dump", "new",
                "auto red", "auto blue", "manual red", "manual blue", "#*move/win+", "#*move/win",
            ]),
            1..8,
        ),
        runs in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..40), 12),
    ) {
        let squares = ["a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d1",
            "d2", "d3", "d4"];
        let blocks = squares.iter().filter(|square| !free.contains(square));
        let blocks: Vec<_> = blocks.map(|square| format!("block {square}\n")).collect();
        let blocks = blocks.concat();
        let text = format!("#* ataxx\nmanual blue\n{blocks}{}\ndump\n", lines.join("\n"));
        let script = script("a-1.in", &text);
        let part = &script.parts[0];
        let depends = analyze(&script, part, &()).dependence;
        let until = depends.map_or(part.lines.len(), |found| found.check);
        let seen = runs.into_iter().map(|choices| {
            let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
            let mut run = RandomRun {
                session,
                unread: VecDeque::new(),
                choices,
                at: 0,
                seen: Vec::new(),
            };
            for line in &part.lines[..until] {
                run.carry_out(&line.action);
            }
            run.seen
        });
        let seen: BTreeSet<Vec<String>> = seen.collect();
        prop_assert_eq!(seen.len(), 1, "{}", text);
    }
}

/// After a game of two AIs `undo` leads to a position that depends on them.
#[test]
fn undo_takes_no_whole_game_back() {
    let walls = ["a3", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"];
    let walls: String = walls.map(|square| format!("block {square}\n")).concat();
    let players = "a7-a6\nauto blue\nauto red\nundo\ndump\n";
    let text = format!("manual blue\n{walls}block d1\nblock d2\nblock d3\nblock d4\n{players}");
    assert!(of_spring(&text).is_some());
}

#[test]
fn an_ai_with_one_choice_leaves_nothing_open() {
    let walls = ["d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"];
    let walls: String = walls.map(|square| format!("block {square}\n")).concat();
    let moves = "a7-b7\ng7-f7\nb7-c7\nf7-e7\ng1-f1\na1-b1\nf1-e1\na1-c1\n";
    let passes = format!("manual blue\n{walls}{moves}auto red\n#*move\ndump\n");
    assert_eq!(of_spring(&passes), None);
    let won = "manual blue\na7-a6\ng7-g6\ng1-g3\ng7-g5\ng3-f5\na1-c3\na6-a5\nc3-e5\n";
    let text = format!("ataxx\n{won}auto red\nstart\n@red...Red wins\n");
    assert_eq!(dependence("a.inp", &text), None);
}
