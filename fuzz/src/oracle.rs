//! What a text program was sent and what it prints, followed by the oracle.

use crate::errors::{check_diagnostic, text};
use crate::files::InMemory;
use crate::quick::{AnyMoves, quick_session, split_dialect, typed};
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::text::for_terminal;
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_session::oracle::{
    Note, NoteKind, Oracle, OutputReader, misuses_reserved_word, open_point, required_answer,
    without_escapes,
};
use ataxx_session::{Flow, Interpreter, LineOfText, Output, Session};

/// More lines than this make an input slow and find nothing new.
const MAX_LINES: usize = 100;
/// A program that has printed so much is left: two AIs go on for long.
const MAX_OUTPUTS: usize = 100;

/// Sends the lines to the session of this program, and lets the oracle follow it. A line that
/// begins with `>` is printed as if the program had printed it; of these, `>=` is a dump of the
/// board by the rules, and `>%n` the n-th legal move of the side to move. `<` takes the next output
/// of the session away. While there are none of either, the program is right, so the oracle finds
/// nothing wrong with it and nothing missing.
///
/// The first line may be the name of a dialect.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    let (dialect, lines) = split_dialect(&text);
    let files = InMemory { input: lines };
    let session = quick_session(dialect);
    let mut follower = Follower {
        oracle: Oracle::new(session.clone(), &files),
        reader: OutputReader::new(dialect),
        step: 0,
        is_right: true,
        dropped: 0,
    };
    let never = Cancellation::new();
    let moves = AnyMoves::default();
    let mut program = Interpreter::new(session, &files, &never).with_chooser(&moves);
    let mut is_running = true;
    let mut has_moved = false;
    let mut printed = 0;
    for line in lines.lines().take(MAX_LINES) {
        follower.step += 1;
        if let Some(output) = line.strip_prefix('>') {
            follower.is_right = false;
            let output = follower.meant(output);
            follower.print(&output);
            continue;
        }
        if line == "<" {
            follower.is_right = false;
            follower.dropped += 1;
            continue;
        }
        let line = typed(line, program.session());
        let _ = open_point(&line, follower.oracle.session(), has_moved);
        let _ = required_answer(&line, follower.oracle.session());
        let _ = follower.oracle.referee().is_followed_by_ai(&line);
        follower.send(&line);
        if !is_running {
            continue;
        }
        let mut output = Vec::new();
        let line = LineOfText {
            source: None,
            number: follower.step,
            text: &line,
        };
        let flow = program.line(line, &mut |_, event| {
            let event = match event {
                // Searches take long and are tested elsewhere.
                Output::Studying(_) | Output::Waiting(_) => return Flow::End,
                Output::Event(event) => event,
                _ => return Flow::GoOn,
            };
            printed += 1;
            output.extend(event.announcement(dialect));
            if printed < MAX_OUTPUTS {
                Flow::GoOn
            } else {
                Flow::End
            }
        });
        for text in output {
            if let Some(fewer) = follower.dropped.checked_sub(1) {
                follower.dropped = fewer;
            } else {
                text.lines().for_each(|line| follower.print(line));
            }
        }
        has_moved |= program.session().game().moves().len() > 0;
        if flow == Flow::End {
            // After `quit` all is printed; otherwise the session was left in the middle of a line.
            if !follower.oracle.referee().has_quit {
                break;
            }
            is_running = false;
        } else {
            follower.check_up_to_date(program.session());
        }
    }
    follower.end();
}

/// The oracle, and whether the program has printed what the reference program prints.
struct Follower<'a> {
    oracle: Oracle<'a>,
    reader: OutputReader,
    step: usize,
    is_right: bool,
    /// The number of outputs of the session that are left out from here on.
    dropped: usize,
}

impl Follower<'_> {
    /// The line that is printed for a line of the input.
    fn meant(&self, line: &str) -> String {
        let position = *self.oracle.game().position();
        if line == "=" {
            return Dump(position).to_string();
        }
        let Some(number) = line.strip_prefix('%').and_then(|n| n.parse().ok()) else {
            return line.to_owned();
        };
        let mut moves = position.legal_moves(self.oracle.game().rules());
        let Some(mv) = moves.nth(number) else {
            return line.to_owned();
        };
        let mark = if self.reader.marks_announcements() {
            "* "
        } else {
            ""
        };
        let mv = BerkeleyMove::of(mv, &position);
        format!("{mark}{} moves {mv}.", position.turn())
    }

    fn send(&mut self, line: &str) {
        let notes = self.oracle.sent(self.step, line);
        self.check_notes(&notes, Some(line));
    }

    fn print(&mut self, text: &str) {
        for line in text.lines() {
            let _ = misuses_reserved_word(line, "dump", self.oracle.session().dialect());
            let line = &*without_escapes(line);
            if self.reader.may_begin_dump(line) {
                self.reader.add_prompt(line);
            }
            let meaning = self.reader.classify(line).0;
            let notes = self.oracle.printed(self.step, &meaning);
            self.check_notes(&notes, None);
        }
    }

    fn check_notes(&self, notes: &[Note], sent: Option<&str>) {
        for note in notes {
            assert!(note.step <= self.step);
            match &note.kind {
                NoteKind::Refused(diagnostic) => {
                    assert!(!diagnostic.message.is_empty());
                    // In a line of a file that is loaded, no place is known.
                    if let Some(text) = sent.filter(|_| !diagnostic.labels.is_empty()) {
                        check_diagnostic(text, diagnostic);
                    }
                }
                NoteKind::ForAi(_) | NoteKind::AfterEnd { .. } | NoteKind::NotLoaded(_) => {}
                kind => assert!(!self.is_right, "{kind:?}"),
            }
            let shown = format!("{:?}", note.kind);
            let _ = for_terminal(&shown);
        }
    }

    /// The reference program has carried out a line: where the documents settle all, the oracle has
    /// the same game, and awaits nothing.
    fn check_up_to_date(&self, session: &Session) {
        let oracle = &self.oracle;
        if !self.is_right || oracle.unknown_since.is_some() {
            return;
        }
        assert_eq!(oracle.game().position(), session.position());
        assert_eq!(oracle.awaited(), None);
        assert!(!oracle.expects_result());
        assert_eq!(oracle.missing_result(), None);
    }

    fn end(mut self) {
        let _ = self.oracle.allows_results(&[None]);
        let _ = self.oracle.result_by_now();
        let mut clone = self.oracle.clone();
        clone.ask_for_dump();
        clone.clear_results();
        let notes = self.oracle.end_of_output();
        self.check_notes(&notes, None);
        let notes = self.oracle.carry_out_all();
        self.check_notes(&notes, None);
    }
}
