//! UAI engines that play on the board. Their command lines come from the command line of this
//! program, never from a page.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::diagnostic::text::shortened;
use ataxx_opponents::Launch;
use ataxx_opponents::uai::Info;
use ataxx_opponents::uai::client::{EngineClient, EngineTimeouts, Failure, Go, News};
use ataxx_page::MOVE_SECONDS;
use ataxx_session::Chooser;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most characters of a name.
const MAX_NAME_LENGTH: usize = 30;
/// The interval at which a waiting thread checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(30);

/// The engines, and the colours that they play.
pub struct Engines {
    commands: Arc<Vec<String>>,
    state: RefCell<State>,
}

struct State {
    /// The started engines, in the order of the commands.
    started: Vec<Option<EngineClient<'static>>>,
    /// The engine that plays each colour.
    seats: [Option<usize>; 2],
    /// The time for a move.
    time: Duration,
    /// The last failure, until it is taken.
    failure: Option<String>,
}

impl Engines {
    /// Engines with these command lines. Each is started for its first move.
    pub fn new(commands: Vec<String>) -> Self {
        let started = commands.iter().map(|_| None).collect();
        Self {
            commands: Arc::new(commands),
            state: RefCell::new(State {
                started,
                seats: [None; 2],
                time: Duration::from_secs(MOVE_SECONDS[0]),
                failure: None,
            }),
        }
    }
}

impl ataxx_page::place::Engines for Engines {
    /// Their command lines without folders.
    fn names(&self) -> Vec<String> {
        let name = |word: &str| {
            let mut parts = word.trim_matches(['\'', '"']).rsplit(['/', '\\']);
            parts.next().unwrap_or_default().to_owned()
        };
        let names = self.commands.iter().map(|command| {
            let words: Vec<String> = command.split_whitespace().map(name).collect();
            shortened(&words.join(" "), MAX_NAME_LENGTH).into_owned()
        });
        names.collect()
    }

    fn commands(&self) -> Arc<Vec<String>> {
        Arc::clone(&self.commands)
    }

    fn time(&self) -> Duration {
        self.state.borrow().time
    }

    fn set_time(&self, time: Duration) {
        self.state.borrow_mut().time = time;
    }

    fn seat(&self, color: Color, engine: Option<usize>) {
        self.state.borrow_mut().seats[color.index()] = engine;
    }

    fn seats(&self) -> [Option<usize>; 2] {
        self.state.borrow().seats
    }

    fn take_failure(&self) -> Option<String> {
        self.state.borrow_mut().failure.take()
    }
}

impl Chooser for Engines {
    /// An engine that fails is replaced by the AI.
    fn choose(&self, game: &Game, color: Color, cancel: &Cancellation) -> Option<Move> {
        let mut state = self.state.borrow_mut();
        let number = state.seats[color.index()]?;
        let command = self.commands.get(number)?;
        let time = state.time;
        let place = state.started.get_mut(number)?;
        match search(place, command, (game, time), cancel, &mut |_| {}) {
            Ok(chosen) => chosen,
            Err(failure) => {
                state.seats[color.index()] = None;
                state.failure = Some(format!("{failure}; our own AI plays {color} now"));
                None
            }
        }
    }
}

/// Searches with an engine, which is started where it is not, and removed if it fails. `None` where
/// the search was cancelled before the engine was ready.
pub(super) fn search(
    place: &mut Option<EngineClient<'static>>,
    command: &str,
    task: (&Game, Duration),
    cancel: &Cancellation,
    on_info: &mut dyn FnMut(&Info),
) -> Result<Option<Move>, Failure> {
    let mut engine = if let Some(engine) = place.take() {
        engine
    } else {
        // It ends when this program does.
        let mut engine = EngineClient::start(&Launch::new(command), Cancellation::never())?;
        let timeouts = EngineTimeouts::default();
        if !engine.prepare(Instant::now() + timeouts.start, timeouts.ready, cancel)? {
            return Ok(None);
        }
        engine
    };
    let mv = think(&mut engine, task, cancel, on_info)?;
    *place = Some(engine);
    Ok(Some(mv))
}

fn think(
    engine: &mut EngineClient,
    (game, time): (&Game, Duration),
    cancel: &Cancellation,
    on_info: &mut dyn FnMut(&Info),
) -> Result<Move, Failure> {
    let timeouts = EngineTimeouts::default();
    let ready = Instant::now() + timeouts.ready;
    let begun = engine.think(game, &Go::move_time(time), ready)?;
    let late = begun + time + timeouts.overrun;
    while !cancel.is_requested() && Instant::now() < late {
        match engine.watch(begun, Instant::now() + POLL_INTERVAL)? {
            Some(News::Best(best)) => return best.check(game).map(|answer| answer.mv),
            Some(News::Info(info)) => on_info(&info),
            None => {}
        }
    }
    let best = engine.stop(Instant::now() + timeouts.stop)?;
    best.check(game).map(|answer| answer.mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Rules;
    use ataxx_page::place::Engines as _;

    #[test]
    fn engines_are_called_by_their_programs() {
        let commands = ["/usr/games/strong --fast", "tiny", "python3 'engines/x.py'"];
        let commands = commands.map(str::to_owned).to_vec();
        let names = ["strong --fast", "tiny", "python3 x.py"];
        assert_eq!(Engines::new(commands).names(), names);
    }

    #[test]
    fn an_engine_that_is_silent_is_not_waited_for_once_it_is_not_wanted() {
        // After `uai`, and after `isready`.
        let silent = ["sleep 60", "read line; echo uaiok; sleep 60"];
        for command in silent {
            let engines = Engines::new(vec![command.to_owned()]);
            engines.seat(Color::Red, Some(0));
            let cancel = Cancellation::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(300));
                    cancel.request();
                });
                let game = Game::new(Rules::BERKELEY_2022);
                assert_eq!(engines.choose(&game, Color::Red, &cancel), None);
            });
            // After a timeout it would have lost its seat.
            assert_eq!(engines.seats(), [Some(0), None], "{command}");
        }
    }

    #[test]
    fn an_engine_that_fails_gives_its_place_up() {
        let engines = Engines::new(vec!["exit 3".to_owned()]);
        let game = Game::new(Rules::BERKELEY_2016);
        let cancel = Cancellation::new();
        assert_eq!(engines.choose(&game, Color::Red, &cancel), None);
        assert_eq!(engines.take_failure(), None);
        engines.seat(Color::Red, Some(0));
        assert_eq!(engines.choose(&game, Color::Red, &cancel), None);
        assert!(
            engines
                .take_failure()
                .is_some_and(|why| why.ends_with("our own AI plays Red now"))
        );
        assert_eq!(engines.seats(), [None, None]);
        // There is no engine of this number.
        engines.seat(Color::Blue, Some(7));
        assert_eq!(engines.choose(&game, Color::Blue, &cancel), None);
    }
}
