//! The thread that analyses the position on the board, with engines of others, too.

use super::engines::search;
use super::queue::Handle;
use ataxx_core::Cancellation;
use ataxx_core::board::Game;
use ataxx_core::engine::{self, Score};
use ataxx_core::notation::MoveScore;
use ataxx_core::review::Assessment;
use ataxx_opponents::uai::Info;
use ataxx_opponents::uai::client::EngineClient;
use ataxx_page::analysis::{Analysis, FoundLine, Target};
use ataxx_page::analyst::{Analyst, LINES};
use ataxx_page::place::{Desk, OfEngine, Place};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Analyses the targets of a handle, as long as the program runs.
pub fn work(handle: &Handle) {
    let desk = DeskOfHandle {
        handle,
        engines: RefCell::default(),
    };
    let mut analyst = Analyst::new(&desk, Analysis::default());
    loop {
        let (target, tasks) = handle.target().next();
        analyst.work(&target, &tasks);
    }
}

struct DeskOfHandle<'h> {
    handle: &'h Handle,
    /// The engines that were started, by their numbers.
    engines: RefCell<BTreeMap<usize, Option<EngineClient<'static>>>>,
}

impl Desk for DeskOfHandle<'_> {
    fn now(&self) -> Duration {
        self.handle.now()
    }

    fn cancel(&self) -> &Cancellation {
        &self.handle.target().cancel
    }

    fn show(&self, analysis: &Analysis) {
        let analysis = Arc::new(analysis.clone());
        self.handle.analyses().send_replace(analysis);
    }

    fn ask_engine(
        &self,
        target: &Target,
        number: usize,
        found: &mut dyn FnMut(OfEngine),
    ) -> Result<(), String> {
        let Some(command) = target.engines.get(number) else {
            return Err("there is no such engine".to_owned());
        };
        let mut engines = self.engines.borrow_mut();
        let place = engines.entry(number).or_default();
        let game = Game::from_position(target.rules, target.position);
        let mut on_info = |info: &Info| {
            if let Some((rank, line)) = line_of(info, &game) {
                found(OfEngine {
                    rank,
                    line,
                    depth: info.depth,
                    nodes: info.nodes,
                });
            }
        };
        let task = (&game, target.engine_time);
        let searched = search(place, command, task, self.cancel(), &mut on_info);
        searched.map(drop).map_err(|failure| failure.to_string())
    }
}

/// The line in a report of an engine about a game, and its rank, counted from 0.
fn line_of(info: &Info, game: &Game) -> Option<(usize, FoundLine)> {
    /// Of an engine's score for one more unit of the log-odds of winning.
    const FOR_ODDS: i32 = 200;
    let rank = usize::try_from(info.multi_pv.unwrap_or(1))
        .ok()?
        .checked_sub(1)
        .filter(|&rank| rank < LINES)?;
    let plies = |moves: i32| moves.unsigned_abs().saturating_mul(2);
    let assessment = match info.score.filter(|_| info.bound.is_none())? {
        MoveScore::Mate(moves) if moves > 0 => Assessment::new(Score::Win(plies(moves) - 1), 0),
        MoveScore::Mate(moves) => Assessment::new(Score::Loss(plies(moves)), 0),
        MoveScore::Centipawns(score) => Assessment::new(
            Score::Stones(f64::from(score) / 100.0),
            score.saturating_mul(engine::UNITS) / FOR_ODDS,
        ),
    };
    let mut after = game.clone();
    let moves = info.line.iter().copied();
    let moves: Vec<_> = moves.take_while(|&mv| after.play(mv).is_ok()).collect();
    let line = FoundLine {
        for_red: assessment.for_red(game.position().turn()),
        moves,
    };
    (!line.moves.is_empty()).then_some((rank, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::{Position, Rules};
    use ataxx_page::analysis::{AnalysisTask, in_words};
    use ataxx_session::{Dialect, Session, SessionSettings};

    fn target(board: u64, seconds: u64) -> Target {
        Target {
            idle: false,
            board,
            position: Position::start(),
            rules: Rules::BERKELEY_2022,
            line: Vec::new(),
            engines: Arc::default(),
            engine_time: Duration::from_secs(seconds),
        }
    }

    fn handle() -> Handle {
        Handle::new(&Session::new(
            Dialect::SPRING_2022,
            SessionSettings::default(),
        ))
    }

    #[test]
    fn the_time_of_engines_interrupts_no_other_analysis() {
        let handle = handle();
        let shared = handle.target();
        shared.set(target(1, 1));
        shared.set_wanted(AnalysisTask::Lines, true);
        shared.next();
        shared.set(target(1, 3));
        assert!(!shared.cancel.is_requested());
        shared.set_wanted(AnalysisTask::Engine(0), true);
        let (next, _) = shared.next();
        assert_eq!(next.engine_time, Duration::from_secs(3));
        shared.set(target(1, 10));
        assert!(shared.cancel.is_requested());
    }

    #[test]
    fn the_lines_of_engines_are_read() {
        let game = Game::new(Rules::BERKELEY_2022);
        let read = |line: &str| line_of(&Info::read(line).expect(line), &game);
        let words = |line: &str| {
            let (rank, line) = read(line).expect(line);
            (rank, in_words(line.for_red), line.moves.len())
        };
        // Up to the first move that is not legal.
        let score = words("info depth 3 multipv 2 score cp 150 pv b7 a1a3 b7");
        assert_eq!(score, (1, "Red +1.5".to_owned(), 2));
        let (_, ahead) = read("info score cp 200 pv b7").expect("a line");
        assert!((ahead.for_red.chances - 0.731).abs() < 0.001);
        let mate = words("info score mate 2 pv b7");
        assert_eq!(mate, (0, "Red wins in 2 moves".to_owned(), 1));
        assert_eq!(words("info score mate -1 pv b7").1, "Blue wins in 1 move");
        assert!(read(&format!("info score mate {} pv b7", i32::MIN)).is_some());
        for nothing in [
            "info depth 3",
            "info score cp 5",
            "info score cp 5 pv d4",
            "info score cp 5 lowerbound pv b7",
            "info multipv 0 score cp 5 pv b7",
            "info multipv 4000000000 score cp 5 pv b7",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }
}
