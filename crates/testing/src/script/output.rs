//! The output of a program in a script: which lines count, and how they compare with the rules.

use super::part::ScriptFormat;
use ataxx_core::board::{Color, Game, Outcome, Position, Rules};
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_session::oracle::{Note, NoteKind, Oracle, OutputLine, difference};
use ataxx_session::{
    Announcement, Command, Dialect, Files, Player, Session, SessionSettings, State, parse,
};
use std::path::PathBuf;

/// A line of output that counts; a whole board in 2022.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilteredLine {
    /// The line, without a prompt and the blanks after it; of a board in 2022 the last one.
    pub text: String,
    /// Its meaning.
    pub kind: OutputKind,
}

/// The meaning of a line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A move or a result.
    Announced(Announcement),
    /// All lines of a dump, with its frame, of which this is the last.
    Board(Vec<String>),
    /// A line of a dump before the last (2016).
    Row,
    /// A line that looks like an announcement, and is none.
    Other,
}

/// Reads the output of a program as the course's harness does, and ignores the same lines.
#[derive(Clone, Debug)]
pub struct Filter {
    format: ScriptFormat,
    /// The lines of an unfinished dump.
    dump: Option<Vec<String>>,
}

/// The frame of a dump.
pub const FRAME: &str = Dump::FRAME;

impl Filter {
    /// The filter of a format's harness.
    pub const fn new(format: ScriptFormat) -> Self {
        Self { format, dump: None }
    }

    /// Reads a line; `None` when it is ignored, or belongs to an unfinished dump.
    pub fn read(&mut self, line: &str) -> Option<FilteredLine> {
        let prompt = match self.format {
            ScriptFormat::Spring2022 => '>',
            ScriptFormat::Fall2016 => ':',
        };
        let (row, text) = match line.rsplit_once(prompt) {
            Some((_, after)) => (after.trim_end(), after.trim()),
            None => (line.trim_end(), line.trim_end()),
        };
        let is_frame = text.trim() == FRAME;
        if let Some(rows) = &mut self.dump {
            rows.push(if is_frame { text } else { row }.to_owned());
            let kind = if is_frame {
                OutputKind::Board(self.dump.take().unwrap_or_default())
            } else if self.format == ScriptFormat::Fall2016 {
                OutputKind::Row
            } else {
                return None;
            };
            return Some(filtered(text, kind));
        }
        if is_frame {
            self.dump = Some(vec![text.to_owned()]);
            return (self.format == ScriptFormat::Fall2016)
                .then(|| filtered(text, OutputKind::Row));
        }
        let (counts, text_read) = match self.format {
            ScriptFormat::Spring2022 => (text.starts_with('*'), text.to_owned()),
            ScriptFormat::Fall2016 => (is_kept(text), one_blank(text)),
        };
        let announcement = Announcement::read(&text_read, self.format.dialect());
        let kind = announcement.map_or(OutputKind::Other, OutputKind::Announced);
        counts.then(|| filtered(text, kind))
    }

    /// Takes the lines of a dump that never ended.
    pub fn take_unfinished(&mut self) -> Option<Vec<String>> {
        self.dump.take()
    }
}

fn filtered(text: &str, kind: OutputKind) -> FilteredLine {
    FilteredLine {
        text: text.to_owned(),
        kind,
    }
}

/// Whether the filter of 2016 keeps a line of output that is not in a dump.
pub fn is_kept(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = ["wins", "passes", "moves", "draw"];
    words.into_iter().any(|word| line.contains(word))
}

/// The text without blanks around it, and with single blanks.
pub fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Gives the oracle what counts in the output of a program, and keeps its notes with the steps
/// that they are about.
///
/// After a note by which the program has another game than that of the rules, it is not in sync,
/// and nothing more is noted.
#[derive(Clone)]
pub struct OutputChecker<'a> {
    oracle: Oracle<'a>,
    files: &'a dyn Files,
    /// The folder of the script.
    folder: Option<PathBuf>,
    /// The last legal move of an AI: the position before it, its side and the move.
    last_ai_move: Option<(Position, Color, BerkeleyMove)>,
    has_diverged: bool,
    /// The steps that ask for a dump.
    dumps: Vec<usize>,
    /// The boards that were printed.
    pub boards: Vec<SeenBoard>,
    /// The notes, in the order of events.
    pub notes: Vec<Note>,
}

/// A game that goes on after a move of an AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The position before the move.
    pub before: Position,
    /// The rules of the game.
    pub rules: Rules,
    /// The side of the AI.
    pub color: Color,
    /// Its move.
    pub mv: BerkeleyMove,
}

/// A dump that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenBoard {
    /// The step that asked for it, if one did.
    pub step: Option<usize>,
    /// What must be on it by the rules, as far as is known.
    pub by_rules: Option<Position>,
}

impl<'a> OutputChecker<'a> {
    /// The checker of a program that must behave like a session in this dialect, and that loads
    /// these files: from the working directory, and with `searches_folder` from the folder of the
    /// script.
    pub fn new(
        dialect: Dialect,
        files: &'a dyn Files,
        folder: Option<PathBuf>,
        searches_folder: bool,
    ) -> Self {
        let session = Session::new(dialect, SessionSettings::default());
        let searched = folder.clone().filter(|_| searches_folder);
        Self {
            oracle: Oracle::new(session, files).in_folder(searched),
            files,
            folder,
            last_ai_move: None,
            has_diverged: false,
            dumps: Vec::new(),
            boards: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// How many games were begun after the first, as far as is known.
    pub const fn games(&self) -> usize {
        self.oracle.games
    }

    /// A line is sent to the program.
    pub fn sent(&mut self, step: usize, line: &str) {
        if let Ok(Some(parsed)) = parse(line, self.oracle.session().dialect())
            && parsed.command == Command::Dump
        {
            self.dumps.push(step);
        }
        let notes = self.oracle.sent(step, line);
        self.add(notes);
    }

    /// The game as it must stand.
    pub const fn game(&self) -> &Game {
        self.oracle.game()
    }

    /// The program announces something during this step.
    pub fn announced(&mut self, step: usize, announcement: Announcement) {
        let line = match announcement {
            Announcement::Move { color, mv } => {
                if self.awaited() == Some(color) {
                    self.last_ai_move = Some((*self.game().position(), color, mv));
                }
                OutputLine::Move(color, mv)
            }
            Announcement::Result { winner } => OutputLine::Result(winner),
        };
        let notes = self.oracle.printed(step, &line);
        self.add(notes);
    }

    /// The program prints a board during this step.
    pub fn board(&mut self, step: usize, rows: &[String]) {
        let notes = self.oracle.printed(step, &OutputLine::DumpBegins);
        self.add(notes);
        let shown = self.oracle.shown.filter(|_| self.is_in_sync());
        let asked = self.dumps.get(self.boards.len()).copied();
        self.boards.push(SeenBoard {
            step: shown.map(|(_, step)| step).or(asked),
            by_rules: shown.map(|(position, _)| position),
        });
        let seen = rows.join("\n").parse::<Dump>().ok();
        let notes = self
            .oracle
            .board(seen.as_ref().map(|Dump(position)| position));
        self.add(notes);
    }

    /// Nothing more is printed.
    pub fn end_of_output(&mut self) {
        let notes = self.oracle.end_of_output();
        self.add(notes);
    }

    fn add(&mut self, notes: Vec<Note>) {
        if self.has_diverged {
            return;
        }
        for note in notes {
            self.has_diverged |= matches!(
                note.kind,
                NoteKind::IllegalMove { .. }
                    | NoteKind::WrongBoard { .. }
                    | NoteKind::UnannouncedMove { .. }
                    | NoteKind::NotLoaded(_)
            );
            // What the harness does not read may have been announced.
            if !matches!(note.kind, NoteKind::UnannouncedMove { .. }) {
                self.notes.push(note);
            }
        }
    }

    /// Whether the program is known to have the game of the rules.
    const fn is_in_sync(&self) -> bool {
        !self.has_diverged && self.oracle.unknown_since.is_none()
    }

    /// Whether a file is beside the script.
    pub fn is_beside(&self, name: &str) -> bool {
        let folder = self.folder.as_deref();
        folder.is_some_and(|folder| self.files.read(name, Some(folder)).is_ok())
    }

    /// Whether a board was asked for after a step.
    pub fn is_looked_at_after(&self, step: usize) -> bool {
        self.dumps.iter().any(|&dump| dump > step)
    }

    /// The colour that an AI is to move for by now, as far as is known.
    pub fn awaited(&self) -> Option<Color> {
        self.oracle.awaited().filter(|_| self.is_in_sync())
    }

    /// The state of the game by the rules, in a sentence; `None` when it is not known.
    pub fn situation(&self) -> Option<String> {
        if !self.is_in_sync() {
            return None;
        }
        let session = self.oracle.session();
        let turn = session.position().turn();
        Some(match (session.game().outcome(), session.state()) {
            _ if self.oracle.quit_at.is_some() => "the program was sent `quit`".to_owned(),
            (_, State::SetUp) => "the game was not started: this is the set-up state".to_owned(),
            (Some(outcome), _) => {
                let reason = outcome.reason(session.position().jumps(), turn);
                let result = result_words(outcome.winner);
                format!("by the rules the game is over: {result}, as {reason}")
            }
            (None, _) => match session.player(turn) {
                Player::Manual => format!("it is {turn}'s turn, and {turn} is played by hand"),
                Player::Ai { .. } => format!("it is {turn}'s turn, and an AI plays {turn}"),
                Player::Remote => {
                    format!("it is {turn}'s turn, and a remote program plays {turn}")
                }
            },
        })
    }

    /// The game after the last move of an AI, if it goes on by the rules, no AI is to move, and
    /// no result must come.
    pub fn unfinished(&self) -> Option<Unfinished> {
        let oracle = &self.oracle;
        let session = oracle.session();
        let goes_on = session.state() == State::Playing
            && session.game().outcome().is_none()
            && oracle.referee().ai_turn().is_none();
        let has_ended = oracle.expects_result() || oracle.quit_at.is_some();
        if !self.is_in_sync() || !goes_on || has_ended {
            return None;
        }
        let (before, color, mv) = self.last_ai_move?;
        Some(Unfinished {
            before,
            rules: *session.game().rules(),
            color,
            mv,
        })
    }

    /// Whether the game came to a result that was never announced.
    pub fn misses_result(&self) -> Option<Outcome> {
        self.oracle.missing_result().filter(|_| self.is_in_sync())
    }
}

/// Whether two positions are the same in a dump.
pub fn same_board(one: &Position, other: &Position) -> bool {
    difference(one, other).is_none()
}

/// A result in words: `Red has won`.
pub fn result_words(winner: Option<Color>) -> String {
    match winner {
        Some(color) => format!("{color} has won"),
        None => "it is a draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What counts of some lines, one a line.
    fn filtered_lines(format: ScriptFormat, lines: &[&str]) -> String {
        let mut filter = Filter::new(format);
        let mut output: Vec<String> = Vec::new();
        for line in lines {
            output.extend(filter.read(line).map(|output| {
                let kind = match output.kind {
                    OutputKind::Announced(_) => "announced".to_owned(),
                    OutputKind::Board(rows) => format!("board of {}", rows.len()),
                    OutputKind::Row => "row".to_owned(),
                    OutputKind::Other => "other".to_owned(),
                };
                format!("{kind}: {}", output.text)
            }));
        }
        output.extend(
            filter
                .take_unfinished()
                .map(|rows| format!("unfinished: {rows:?}")),
        );
        output.join("\n")
    }

    #[test]
    fn what_counts_in_2022() {
        let lines = [
            "Welcome to Ataxx. Red wins.",
            "* Red moves a7-b7.  ",
            "> > * Blue wins.",
            "a>b>* Draw.",
            "*Draw.",
            " * Draw.",
            "> ===",
            "  r - - - - - b",
            "* Red wins.",
            "===",
            "ataxx>",
            "===",
            "  r",
        ];
        insta::assert_snapshot!(filtered_lines(ScriptFormat::Spring2022, &lines), @r#"
        announced: * Red moves a7-b7.
        announced: * Blue wins.
        announced: * Draw.
        other: *Draw.
        board of 4: ===
        unfinished: ["===", "  r"]
        "#);
    }

    #[test]
    fn what_counts_in_2016() {
        let lines = [
            "Welcome to Ataxx.",
            "Red moves a7-b7.",
            "Command: Blue  passes. ",
            "Red: manual: Draw.",
            "He DRAWS a picture.",
            "Remove it.",
            "Red wins: he does.",
            "===",
            "  r - - - - - b",
            "===",
            "===",
        ];
        insta::assert_snapshot!(filtered_lines(ScriptFormat::Fall2016, &lines), @r#"
        announced: Red moves a7-b7.
        announced: Blue  passes.
        announced: Draw.
        other: He DRAWS a picture.
        row: ===
        row:   r - - - - - b
        board of 3: ===
        row: ===
        unfinished: ["==="]
        "#);
    }

    /// Moves after which Red wins with the next.
    const MOVES: [&str; 4] = ["a7-b7", "g7-e5", "b7-d5", "a1-c2"];
    const WINNING: &str = "d5-b3";

    fn checker(dialect: Dialect, lines: &[&str]) -> OutputChecker<'static> {
        let mut checker = OutputChecker::new(dialect, &(), None, false);
        for line in lines {
            checker.sent(0, line);
        }
        checker
    }

    fn red_wins(checker: &mut OutputChecker<'_>) {
        let winner = Some(Color::Red);
        checker.announced(0, Announcement::Result { winner });
    }

    fn red_moves(checker: &mut OutputChecker<'_>, mv: &str) {
        let (color, mv) = (Color::Red, mv.parse().expect("a move"));
        checker.announced(0, Announcement::Move { color, mv });
    }

    #[test]
    fn a_game_that_ends_in_set_up_may_be_announced_there() {
        let decided = [&MOVES[..], &[WINNING]].concat();
        for is_announced_at_start in [true, false] {
            let mut checker = checker(Dialect::FALL_2016, &decided);
            red_wins(&mut checker);
            checker.sent(0, "start");
            if is_announced_at_start {
                red_wins(&mut checker);
            }
            assert_eq!(
                (&checker.notes[..], checker.misses_result()),
                (&[][..], None)
            );
        }
        let mut checker = checker(Dialect::FALL_2016, &[&decided[..], &["start"]].concat());
        assert!(checker.misses_result().is_some());
        red_wins(&mut checker);
        assert!(checker.notes.is_empty());
        red_wins(&mut checker);
        assert!(matches!(
            checker.notes[0].kind,
            NoteKind::ResultAgain { .. }
        ));
    }

    #[test]
    fn a_result_may_come_before_the_move_of_an_ai() {
        let lines = [&["manual blue"], &MOVES[..], &["auto red"]].concat();
        for (mv, is_right) in [(WINNING, true), ("d5-d4", false)] {
            let mut checker = checker(Dialect::SPRING_2022, &lines);
            red_wins(&mut checker);
            assert!(checker.notes.is_empty());
            red_moves(&mut checker, mv);
            let is_wrong = |note: &Note| matches!(note.kind, NoteKind::WrongResult { .. });
            assert_eq!(checker.notes.iter().any(is_wrong), !is_right, "{mv}");
            assert_eq!(checker.misses_result(), None);
        }
        let mut checker = checker(Dialect::SPRING_2022, &lines);
        red_wins(&mut checker);
        checker.end_of_output();
        assert_eq!(checker.notes.len(), 1);
    }

    #[test]
    fn only_what_the_document_spells_out_is_settled() {
        for (lines, is_settled) in [
            ("manual blue # by hand", true),
            ("a7-b7", true),
            ("new", true),
            ("man blue", false),
            ("du", false),
            ("manual blue; new", false),
        ] {
            let all: Vec<&str> = lines.split("; ").collect();
            let mut checker = checker(Dialect::SPRING_2022, &all);
            red_moves(&mut checker, "a7-a3");
            let note = checker.notes.last().expect("it is illegal");
            assert_eq!(note.is_settled, is_settled, "{lines}");
        }
    }
}
