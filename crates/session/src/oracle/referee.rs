//! The referee of a text program: what the program must do by the rules.

use crate::{
    Command, Dialect, Event, Files, Loading, Player, Refusal, Request, Session, Spans, State,
};
use ataxx_core::board::{Cell, Color, Game, IllegalMove, Position};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::BerkeleyMove;
use std::collections::VecDeque;
use std::path::PathBuf;

/// A session that does what a program must do: it carries out the lines that the program is
/// sent, and plays the moves that the program's AIs announce.
///
/// Like the program, it carries out a line when all AIs have made the moves that the line before
/// calls for.
#[derive(Clone)]
pub struct Referee<'a> {
    session: Session,
    /// The files that are being loaded, counted from the last line that was sent.
    loading: Loading<'a>,
    /// What is not carried out yet, the next first.
    waiting: VecDeque<Item>,
    /// The requesters of the next dumps.
    dumps: VecDeque<Requester>,
    /// Whether the program was sent `quit`.
    pub has_quit: bool,
    /// The last line that gave each side to the user, by colour.
    made_manual: [Option<String>; 2],
    /// The effects since they were taken last, each with the number of its line; 0 for the
    /// moves of AIs.
    record: Vec<(usize, Effect)>,
}

#[derive(Clone)]
enum Item {
    /// A line and its number.
    Line(String, usize),
    /// A `dump` that shows the board to the observer.
    OwnDump,
    /// The end of a file.
    EndOfFile,
}

/// The requester of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requester {
    /// A line that the program was sent.
    Line,
    /// The follower of the program, to see the board.
    Observer,
}

/// An effect of a line, or of a move of an AI.
#[derive(Clone, Debug)]
pub enum Effect {
    /// An event.
    Event(Event),
    /// The line is refused; the labels count bytes of the line.
    Refused(Box<Diagnostic>),
    /// The line is refused, because it moves a piece of this colour, which an AI plays.
    ForAi(Color),
    /// The line comes after the end of the session.
    AfterEnd,
    /// The line begins remote play.
    RemotePlay,
    /// The file that the line loads cannot be read.
    NotLoaded(String),
}

impl<'a> Referee<'a> {
    /// A referee for a program that is to behave like this session, with the files that it
    /// loads.
    pub fn new(session: Session, files: &'a dyn Files) -> Self {
        Self {
            session,
            loading: Loading::new(files),
            waiting: VecDeque::new(),
            dumps: VecDeque::new(),
            has_quit: false,
            made_manual: [None, None],
            record: Vec::new(),
        }
    }

    /// The same, with a folder in which files are looked up after the working directory.
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        let loading = self.loading.in_folder(folder);
        Self { loading, ..self }
    }

    /// The session as it stands.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }

    /// Whose AI is to move now.
    pub fn ai_turn(&self) -> Option<Color> {
        self.session.ai_turn()
    }

    /// Whether AIs play both sides.
    pub fn is_game_of_ais(&self) -> bool {
        let is_ai = |color| matches!(self.session.player(color), Player::Ai { .. });
        Color::BOTH.into_iter().all(is_ai)
    }

    /// Whether the program was sent `quit`, now or when its AIs have moved.
    pub fn is_to_quit(&self) -> bool {
        self.has_quit || self.is_waiting(|command| *command == Command::Quit)
    }

    /// Whether a line waits whose command is such a one.
    fn is_waiting(&self, is_wanted: impl Fn(&Command) -> bool) -> bool {
        let dialect = self.session.dialect();
        self.waiting.iter().any(|item| {
            let Item::Line(line, _) = item else {
                return false;
            };
            let line = crate::parse(line, dialect);
            matches!(line, Ok(Some(line)) if is_wanted(&line.command))
        })
    }

    /// Whether an AI is to move after this line.
    pub fn is_followed_by_ai(&self, line: &str) -> bool {
        let mut after = self.clone();
        after.send(line, 0);
        after.ai_turn().is_some()
    }

    /// The program was sent this line, which has this number in the record.
    pub fn send(&mut self, line: &str, number: usize) {
        self.loading.reset_count();
        self.waiting.push_back(Item::Line(line.to_owned(), number));
        self.run();
    }

    /// Takes the effects since the last call, each with the number of its line; 0 for the moves
    /// of AIs.
    pub fn take_record(&mut self) -> Vec<(usize, Effect)> {
        std::mem::take(&mut self.record)
    }

    /// The program was asked for a dump to see its board.
    pub fn ask_for_dump(&mut self) {
        self.waiting.push_back(Item::OwnDump);
        self.run();
    }

    /// A dump has come. Returns who asked for it. Everything that was sent before is carried
    /// out then, whether the AIs have moved or not.
    pub fn dump_came(&mut self) -> Requester {
        loop {
            if let Some(owner) = self.dumps.pop_front() {
                return owner;
            }
            let is_asked_for = self.waiting.iter().any(|it| matches!(it, Item::OwnDump))
                || self.is_waiting(|it| matches!(it, Command::Dump | Command::Load(_)));
            let Some(item) = self.waiting.pop_front().filter(|_| is_asked_for) else {
                return Requester::Line;
            };
            self.carry_out(item);
        }
    }

    /// The program has ended: everything that was sent is carried out.
    pub fn end(&mut self) {
        while let Some(item) = self.waiting.pop_front() {
            self.carry_out(item);
        }
    }

    /// An AI of the program has announced a move. The error is why it is wrong; it is not played
    /// then.
    pub fn play(&mut self, color: Color, mv: BerkeleyMove) -> Result<(), String> {
        let played = self.try_to_play(color, mv);
        self.run();
        played
    }

    fn try_to_play(&mut self, color: Color, mv: BerkeleyMove) -> Result<(), String> {
        match self.session.ai_turn() {
            Some(turn) if turn == color => {}
            Some(turn) => return Err(format!("it is {turn}'s turn")),
            None => return Err(self.why_no_ai(color)),
        }
        let played = self.session.play_for_ai(mv);
        let events = played.map_err(|refusal| message(&refusal, self.session.dialect()))?;
        let effects = events.into_iter().map(|event| (0, Effect::Event(event)));
        self.record.extend(effects);
        Ok(())
    }

    /// Why no AI of this colour is to move.
    fn why_no_ai(&self, color: Color) -> String {
        match self.session.player(color) {
            Player::Manual if self.session.state() == State::Playing => self.by_hand(color),
            _ => no_ai_turn(&self.session),
        }
    }

    /// That a side is played by hand, with the line that has made it so, if there is one.
    pub fn by_hand(&self, color: Color) -> String {
        let reason = format!("{color} is played by hand");
        match &self.made_manual[color.index()] {
            Some(line) => format!("{reason}: `{}` was refused or not understood", line.trim()),
            None => reason,
        }
    }

    /// Carries out what waits, as long as no AI is to move.
    fn run(&mut self) {
        while self.session.ai_turn().is_none()
            && let Some(item) = self.waiting.pop_front()
        {
            self.carry_out(item);
        }
    }

    fn carry_out(&mut self, item: Item) {
        let (text, number) = match item {
            Item::Line(line, number) => (line, number),
            Item::OwnDump => return self.dumps.push_back(Requester::Observer),
            Item::EndOfFile => {
                self.loading.leave();
                return;
            }
        };
        let line = match crate::parse(&text, self.session.dialect()) {
            Ok(None) => return,
            _ if self.has_quit => return self.record.push((number, Effect::AfterEnd)),
            Ok(Some(line)) => line,
            Err(error) => {
                let effect = Effect::Refused(Box::new(self.in_its_file(error)));
                return self.record.push((number, effect));
            }
        };
        let events = match self.session.execute(&line.command) {
            Ok(events) => events,
            Err(refusal) => {
                let effect = self.refused(&refusal, &line.spans);
                return self.record.push((number, effect));
            }
        };
        for event in events {
            match &event {
                Event::Dump(_) => self.dumps.push_back(Requester::Line),
                Event::Quit => self.has_quit = true,
                Event::PlayerSet(color, Player::Manual) => {
                    self.made_manual[color.index()] = Some(text.clone());
                }
                Event::Request(request) => {
                    match request {
                        Request::Load(name) => self.load(name, number),
                        Request::Host(_) | Request::Join(_) => {
                            self.record.push((number, Effect::RemotePlay));
                        }
                        _ => {}
                    }
                    continue;
                }
                _ => {}
            }
            self.record.push((number, Effect::Event(event)));
        }
    }

    fn refused(&self, refusal: &Refusal, spans: &Spans) -> Effect {
        if let Refusal::Move {
            error:
                IllegalMove::NotOwnPiece {
                    found: Cell::Piece(color),
                    ..
                },
            ..
        } = refusal
            && matches!(self.session.player(*color), Player::Ai { .. })
        {
            return Effect::ForAi(*color);
        }
        let error = refusal.diagnostic(spans, self.session.dialect());
        Effect::Refused(Box::new(self.in_its_file(error)))
    }

    /// The error of a line. If the line stands in a file that is loaded, the error names the
    /// file instead of the place.
    fn in_its_file(&self, mut error: Diagnostic) -> Diagnostic {
        let Some(path) = self.loading.reading().last() else {
            return error;
        };
        error.labels.clear();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        error.with_help([format!("the line stands in `{name}`")])
    }

    /// Puts the lines of a file before everything that waits.
    fn load(&mut self, name: &str, number: usize) {
        let file = match self.loading.open(name) {
            Ok(file) => file,
            Err(error) if error.is_endless() => return,
            Err(_) => {
                let effect = Effect::NotLoaded(name.to_owned());
                return self.record.push((number, effect));
            }
        };
        self.loading.enter(&file);
        self.waiting.push_front(Item::EndOfFile);
        for line in file.text.lines().rev() {
            self.waiting.push_front(Item::Line(line.to_owned(), number));
        }
    }
}

/// Why no AI is to move.
pub fn no_ai_turn(session: &Session) -> String {
    let turn = session.position().turn();
    match session.state() {
        State::SetUp => "no AI is to move: the game is being set up".to_owned(),
        State::Finished => {
            let position = session.position();
            let reason = session
                .game()
                .outcome()
                .map(|outcome| format!(", as {}", outcome.reason(position.jumps(), turn)));
            let reason = reason.unwrap_or_default();
            format!("no AI is to move: the game is over{reason}")
        }
        State::Playing if session.player(turn) == Player::Manual => {
            format!("no AI is to move: it is {turn}'s turn, and {turn} is played by hand")
        }
        State::Playing => format!("{turn}'s AI does not move"),
    }
}

/// Why a move is not legal, in words.
pub fn illegal_because(error: IllegalMove, position: &Position) -> String {
    let refusal = Refusal::Move {
        error,
        position: *position,
        instead: None,
        can_undo: false,
    };
    message(&refusal, Dialect::default())
}

/// The message of a refusal.
fn message(refusal: &Refusal, dialect: Dialect) -> String {
    // The spans need the length of a move.
    let place = 0.."a1-a1".len();
    let spans = Spans {
        name: place.clone(),
        operand: place,
    };
    refusal.diagnostic(&spans, dialect).message
}

/// Whether a line may begin a game or take a move back. Announcements before it and after it
/// belong to different games then.
pub fn may_begin_anew(line: &str, session: &Session) -> bool {
    matches!(
        crate::parse(line, session.dialect()),
        Ok(Some(line)) if matches!(
            line.command,
            Command::Clear | Command::New | Command::Undo | Command::Load(_)
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadError, SessionSettings, TextFile};
    use ataxx_core::notation::Rows;
    use std::path::Path;

    /// Files by name.
    struct Shelf(&'static [(&'static str, &'static str)]);

    impl Files for Shelf {
        fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
            let found = self.0.iter().find(|(title, _)| *title == name);
            let (_, text) = found.ok_or(LoadError::NotFound)?;
            Ok(TextFile {
                name: name.to_owned(),
                path: name.into(),
                text: (*text).to_owned(),
            })
        }
    }

    fn referee(files: &dyn Files) -> Referee<'_> {
        Referee::new(
            Session::new(Dialect::SPRING_2022, SessionSettings::default()),
            files,
        )
    }

    fn plies(referee: &Referee) -> u32 {
        referee.game().position().plies()
    }

    fn mv(text: &str) -> BerkeleyMove {
        text.parse().expect("a move")
    }

    fn is_new_game(referee: &mut Referee) -> bool {
        let record = referee.take_record();
        let mut effects = record.iter().map(|(_, effect)| effect);
        effects.any(|it| matches!(it, Effect::Event(event) if event.takes_moves_away()))
    }

    #[test]
    fn a_game_of_ais_has_two() {
        for (sent, expected) in [
            ("manual blue", false),
            ("manual red", false),
            ("auto red", true),
            ("manual blue; auto red", false),
        ] {
            let mut referee = referee(&());
            for line in sent.split("; ") {
                referee.send(line, 0);
            }
            assert_eq!(referee.is_game_of_ais(), expected, "{sent}");
        }
    }

    #[test]
    fn lines_wait_for_the_ai() {
        let mut referee = referee(&());
        referee.send("a7-a6", 0);
        referee.send("a6-a5", 0);
        referee.send("dump", 0);
        assert_eq!(plies(&referee), 1);
        assert_eq!(referee.ai_turn(), Some(Color::Blue));
        assert_eq!(referee.play(Color::Blue, mv("a1-a2")), Ok(()));
        assert_eq!(plies(&referee), 3);
        // The dump comes after Blue's next move.
        assert_eq!(referee.dumps.len(), 0);
        assert_eq!(referee.play(Color::Blue, mv("a2-b2")), Ok(()));
        assert_eq!(referee.dump_came(), Requester::Line);
    }

    #[test]
    fn a_dump_that_comes_without_the_ais_move_settles_all_before_it() {
        let mut referee = referee(&());
        referee.send("a7-a6", 0);
        referee.send("undo", 0);
        referee.ask_for_dump();
        referee.send("new", 0);
        assert_eq!(referee.dump_came(), Requester::Observer);
        assert_eq!(plies(&referee), 0);
        assert!(is_new_game(&mut referee));
        assert!(!is_new_game(&mut referee));
        assert_eq!(referee.dump_came(), Requester::Line);
    }

    #[test]
    fn moves_that_are_not_right_are_not_played() {
        let mut referee = referee(&());
        let against = |referee: &mut Referee, color, text| {
            let played = referee.play(color, mv(text));
            played.expect_err("it is not right")
        };
        insta::assert_snapshot!(against(&mut referee, Color::Red, "a7-a6"), @"Red is played by hand");
        referee.send("a7-a6", 0);
        insta::assert_snapshot!(against(&mut referee, Color::Red, "a6-a5"), @"it is Blue's turn");
        insta::assert_snapshot!(against(&mut referee, Color::Blue, "a1-a6"), @"a6 is taken by a Red piece");
        insta::assert_snapshot!(against(&mut referee, Color::Blue, "a1-a4"), @"a4 is out of reach from a1: a piece extends to a neighbouring square or jumps two squares away");
        insta::assert_snapshot!(against(&mut referee, Color::Blue, "-"), @"Blue may pass only without any other move");
        assert_eq!(plies(&referee), 1);
    }

    #[test]
    fn files_are_loaded_in_place_and_those_that_load_themselves_are_not() {
        let shelf = Shelf(&[
            ("game", "manual blue\nload moves\na6-a5"),
            ("moves", "a7-a6\nload game\na1-a2\ndump"),
        ]);
        let mut referee = referee(&shelf);
        referee.send("load game", 0);
        referee.send("load nothing", 0);
        assert_eq!(plies(&referee), 3);
        assert_eq!(referee.dumps, [Requester::Line]);
        insta::assert_snapshot!(Rows(*referee.game().position()), @"r-----b/r------/r------/-------/-------/b------/b-----r b 0");
        assert!(referee.loading.reading().is_empty());
        // The file that loads itself is there.
        let missing = |(_, effect): &&(usize, Effect)| matches!(effect, Effect::NotLoaded(_));
        assert_eq!(referee.record.iter().filter(missing).count(), 1);
    }

    #[test]
    fn nothing_is_carried_out_after_quit() {
        let mut referee = referee(&());
        referee.send("quit", 0);
        referee.send("a7-a6", 0);
        assert!(referee.has_quit);
        assert_eq!(plies(&referee), 0);
    }
}
