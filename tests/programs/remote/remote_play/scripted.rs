//! A remote opponent that says what a script tells it to, and checks all that it hears.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{
    Connection, Event, Flow, ForfeitReason, Interpreter, LineOfText, Listener, Message, Network,
    Output, Player, Received, RemoteError, RemoteEvent, RemoteSide, Session, SessionSettings,
    Stage,
};
use ataxx_session::{Dialect, State};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// What the opponent says next.
#[derive(Clone, Debug)]
pub enum Item {
    /// A line.
    Line(String),
    /// The legal move with this number.
    Legal(usize),
    /// Nothing any more: the connection is lost.
    Lost,
    /// Nothing where that can be, and the next otherwise.
    Silence,
}

/// A conversation as somebody sees it who knows the document alone.
struct Conversation {
    /// Which side the session is.
    side: RemoteSide,
    script: VecDeque<Item>,
    stage: Stage,
    game: Game,
    /// The opponent has said what it may not, or has left.
    spoiled: bool,
}

impl Conversation {
    fn heard_by_session(&mut self, message: Message) {
        let legal = match self.stage.after(!self.side, message) {
            Some(stage) => {
                self.stage = stage;
                self.follow(message)
            }
            None => false,
        };
        self.spoiled |= !legal;
    }

    fn sent_by_session(&mut self, message: Message) {
        assert!(!self.spoiled, "`{message}` after nonsense");
        let next = self.stage.after(self.side, message);
        self.stage = next.unwrap_or_else(|| panic!("`{message}` in {:?}", self.stage));
        assert!(self.follow(message), "`{message}` is not legal");
        assert_eq!(message.to_string().parse(), Ok(message));
    }

    /// Whether the board allows it.
    fn follow(&mut self, message: Message) -> bool {
        match message {
            Message::Move(mv) => {
                let by = match self.stage {
                    Stage::Playing(told) => Some(!told.mover()),
                    _ => None,
                };
                let played = mv.play(&mut self.game).is_ok();
                if let (Some(by), Some(_)) = (by, self.game.outcome()) {
                    self.stage = self.stage.decided(by);
                }
                played
            }
            Message::Blocks(letters) => letters
                .named_squares()
                .all(|square| self.game.place_block(square).is_ok()),
            Message::Start => {
                if self.game.outcome().is_some() {
                    self.stage = self.stage.decided(RemoteSide::Host);
                }
                true
            }
            Message::Ready | Message::Color(_) | Message::Stop => true,
        }
    }

    fn next(&mut self, may_be_silent: bool) -> Received {
        loop {
            let heard = match self.script.pop_front() {
                None | Some(Item::Lost) => {
                    Received::Disconnected("the script is at its end".to_owned())
                }
                Some(Item::Silence) if may_be_silent => return Received::Timeout,
                Some(Item::Silence) => continue,
                Some(Item::Line(line)) => match line.parse() {
                    Ok(message) => Received::Message(message),
                    Err(_) => Received::Malformed("something".to_owned()),
                },
                Some(Item::Legal(number)) => {
                    let position = self.game.position();
                    let moves: Vec<Move> = position.legal_moves(self.game.rules()).collect();
                    let mv = number
                        .checked_rem(moves.len())
                        .map_or(BerkeleyMove::Pass, |index| {
                            BerkeleyMove::of(moves[index], position)
                        });
                    Received::Message(Message::Move(mv))
                }
            };
            match heard {
                Received::Message(message) => self.heard_by_session(message),
                _ => self.spoiled = true,
            }
            return heard;
        }
    }
}

#[derive(Clone)]
struct Scripted(Rc<RefCell<Conversation>>);

impl Scripted {
    fn meet(&self, side: RemoteSide) -> Box<dyn Connection> {
        let mut conversation = self.0.borrow_mut();
        conversation.side = side;
        conversation.stage = Stage::SetUp;
        conversation.game = Game::new(Dialect::FALL_2008.rules());
        conversation.spoiled = false;
        drop(conversation);
        Box::new(self.clone())
    }
}

impl Network for Scripted {
    fn listen(&self, _: &str) -> Result<Box<dyn Listener>, RemoteError> {
        Ok(Box::new(self.clone()))
    }

    fn join(&self, _: &str, _: &str, _: &Cancellation) -> Result<Box<dyn Connection>, RemoteError> {
        Ok(self.meet(RemoteSide::Client))
    }
}

impl Listener for Scripted {
    fn place(&self) -> String {
        "here".to_owned()
    }

    fn accept(self: Box<Self>, _: &Cancellation) -> Result<Box<dyn Connection>, RemoteError> {
        Ok(self.meet(RemoteSide::Host))
    }
}

impl Connection for Scripted {
    fn other_end(&self) -> String {
        "there".to_owned()
    }

    fn send(&mut self, message: Message) -> Result<(), String> {
        self.0.borrow_mut().sent_by_session(message);
        Ok(())
    }

    fn receive(&mut self, patience: Option<Duration>, _: &Cancellation) -> Received {
        self.0.borrow_mut().next(patience.is_some())
    }

    fn try_receive(&mut self) -> Option<Received> {
        let mut conversation = self.0.borrow_mut();
        // An opponent who waits for its turn is the usual case.
        let Some(Item::Line(line)) = conversation.script.front() else {
            return None;
        };
        if !line.contains(['a', 'o']) {
            return None;
        }
        Some(conversation.next(false))
    }
}

/// Carries out lines of a session whose opponent says what the script tells it to.
///
/// # Panics
///
/// When something does not hold.
pub fn check(script: Vec<Item>, lines: &[String]) {
    let network = Scripted(Rc::new(RefCell::new(Conversation {
        side: RemoteSide::Host,
        script: script.into(),
        stage: Stage::Over,
        game: Game::new(Dialect::FALL_2008.rules()),
        spoiled: true,
    })));
    let told = Cancellation::new();
    let settings = SessionSettings {
        nodes: Some(20),
        ..SessionSettings::default()
    };
    let session = Session::new(Dialect::FALL_2008, settings);
    let mut interpreter = Interpreter::new(session, &(), &told).with_network(&network);
    for line in lines {
        if carry_out(&mut interpreter, line) == Flow::End {
            return;
        }
        let session = interpreter.session();
        check_players(session);
        assert_eq!(session.waiting_for(), None, "nothing is left to wait for");
        assert_eq!(session.ai_turn(), None);
    }
    // Whatever has happened, another game can be set up.
    assert_eq!(carry_out(&mut interpreter, "clear"), Flow::GoOn);
    let session = interpreter.session();
    assert_eq!(session.remote(), None);
    assert_eq!(session.state(), State::SetUp);
    assert_eq!(*session.game(), Game::new(Dialect::FALL_2008.rules()));
    network.0.borrow_mut().script.clear();
    let _ = carry_out(&mut interpreter, "a7-b7");
    let _ = carry_out(&mut interpreter, "host tea");
    let stage = interpreter.session().remote().map(|link| link.stage);
    assert_eq!(stage, Some(Stage::SetUp));
    interpreter.leave(&mut |_, _| Flow::GoOn);
}

/// In a game, the colours are whose the conversation says.
fn check_players(session: &Session) {
    if let Some(link) = session.remote()
        && let Stage::Playing(told) = link.stage
    {
        for color in Color::BOTH {
            let is_remote = session.player(color) == Player::Remote;
            assert_eq!(is_remote, told.player(color) != link.side);
        }
    }
}

fn carry_out(interpreter: &mut Interpreter, text: &str) -> Flow {
    let line = LineOfText {
        source: None,
        number: 1,
        text,
    };
    let mut before: Option<Session> = None;
    let mut results = 0;
    interpreter.line(line, &mut |session, output| {
        match output {
            Output::Begun(_) => before = Some(session.clone()),
            Output::Refused(diagnostic) => {
                assert_eq!(Some(session), before.as_ref(), "{diagnostic:?}");
            }
            Output::Event(Event::Over(outcome)) => {
                assert_eq!(session.game().outcome(), Some(outcome));
                assert_eq!(session.state(), State::Finished);
                results += 1;
            }
            Output::Event(Event::Remote(event)) => match event {
                RemoteEvent::Forfeit { reason, .. } => {
                    // `clear` abandons the game, and has cleared the board by then.
                    if reason != ForfeitReason::Resigned {
                        assert_eq!(session.state(), State::Finished);
                    }
                    results += 1;
                }
                RemoteEvent::BrokenOff { .. } => {
                    assert_eq!(session.state(), State::Finished);
                    results += 1;
                }
                RemoteEvent::Left { .. } => assert_eq!(session.state(), State::SetUp),
                _ => {}
            },
            Output::Event(Event::Cleared) => results = 0,
            _ => {}
        }
        assert!(results <= 1, "a game ends once");
        Flow::GoOn
    })
}
