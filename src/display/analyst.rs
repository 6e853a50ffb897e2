//! The thread that analyses the position on the board.

use super::engines::search;
use super::queue::Handle;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Position, Rules};
use ataxx_core::engine::{self, Limits, Player, Score, SearchReport, SearchTask};
use ataxx_core::notation::MoveScore;
use ataxx_core::review::Assessment;
use ataxx_core::solver::{self, Budget, Plies, Solution, Solver, Verdict};
use ataxx_opponents::uai::Info;
use ataxx_opponents::uai::client::EngineClient;
use ataxx_page::analysis::{
    Analysis, AnalysisTask, Found, FoundLine, KnownPosition, REVIEW_NODES, Target, in_words,
    own_moves,
};
use ataxx_page::snapshot::sentence;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of lines.
const LINES: usize = 3;
/// The time limit for a position.
const POSITION_TIMEOUT: Duration = Duration::from_secs(120);
/// The same where pages have several tasks.
const SHARED: Duration = Duration::from_secs(3);
/// The time for a hint.
const HINT: Duration = Duration::from_millis(700);
/// The number of nodes for a position of the game.
const POINT_NODES: u64 = 6_000;
/// The least time between two updates of pages.
const EVERY: Duration = Duration::from_millis(120);
/// The number of positions whose value is remembered.
const MAX_KNOWN: usize = 20_000;

/// Analyses the targets of a handle, as long as the program runs.
pub fn work(handle: &Handle) {
    let mut analyst = Analyst::new(handle);
    loop {
        let (target, tasks) = handle.target().next();
        analyst.begin(&target, &tasks);
        let limit = if tasks.len() == 1 {
            POSITION_TIMEOUT
        } else {
            SHARED
        };
        for task in tasks {
            if !target.idle && !analyst.is_cancelled() && !analyst.is_done(task, limit) {
                analyst.analyze(&target, task, limit);
            }
        }
    }
}

struct Analyst<'h> {
    handle: &'h Handle,
    /// What is analysed.
    target: Option<Target>,
    /// What is found; pages are shown copies.
    analysis: Analysis,
    /// Allocated for the first analysis.
    player: Option<Player<'static>>,
    /// The engines that were started, by their numbers.
    engines: BTreeMap<usize, Option<EngineClient<'static>>>,
    /// When pages were updated last.
    last_shown: Option<Instant>,
}

impl<'h> Analyst<'h> {
    fn new(handle: &'h Handle) -> Self {
        Self {
            handle,
            target: None,
            analysis: Analysis::default(),
            player: None,
            engines: BTreeMap::new(),
            last_shown: None,
        }
    }

    /// The cancellation of the running analysis.
    fn cancel(&self) -> &'h Cancellation {
        &self.handle.target().cancel
    }

    fn is_cancelled(&self) -> bool {
        self.cancel().is_requested()
    }

    /// Whether a task is done, with at least this time limit where that matters.
    fn is_done(&self, task: AnalysisTask, limit: Duration) -> bool {
        let done = self.analysis.found.get(&task).and_then(|found| found.done);
        done.is_some_and(|done| done >= limit || !task.is_open_ended())
    }

    /// Keeps what was found on the same board, by engines in the same time.
    fn begin(&mut self, target: &Target, tasks: &[AnalysisTask]) {
        let old = self.target.replace(target.clone());
        let is_same_board = old.as_ref().is_some_and(|old| old.board == target.board);
        let is_same_time = old
            .as_ref()
            .is_some_and(|old| old.engine_time == target.engine_time);
        if old.is_some_and(|old| old.rules != target.rules) {
            self.analysis.course = Arc::default();
        }
        self.analysis.board = target.board;
        self.analysis.found.retain(|task, _| {
            is_same_board && tasks.contains(task) && (is_same_time || !task.is_of_engine())
        });
        for &task in tasks {
            self.analysis.found.entry(task).or_default();
        }
        self.show();
    }

    fn analyze(&mut self, target: &Target, task: AnalysisTask, limit: Duration) {
        let over = target.position.outcome(&target.rules).is_some();
        let long = (LINES, Limits::of_time(limit));
        self.found(task).done = None;
        match task {
            AnalysisTask::Lines => {
                if !over {
                    let soon = Limits::of_nodes(POINT_NODES);
                    self.lines(target, task, (LINES, soon));
                }
                self.course(target, POINT_NODES);
            }
            AnalysisTask::Review => self.course(target, REVIEW_NODES),
            AnalysisTask::Hint
            | AnalysisTask::HintPiece
            | AnalysisTask::Engine(_)
            | AnalysisTask::Solve(_) => {}
        }
        match task {
            _ if over || self.is_cancelled() => {}
            AnalysisTask::Hint | AnalysisTask::HintPiece => {
                self.lines(target, task, (1, Limits::of_time(HINT)));
            }
            AnalysisTask::Lines | AnalysisTask::Review => self.lines(target, task, long),
            AnalysisTask::Engine(number) => self.ask_engine(target, number),
            AnalysisTask::Solve(plies) => self.solve(target, Plies(plies)),
        }
        if !self.is_cancelled() {
            self.found(task).done = Some(limit);
            self.show();
        }
    }

    fn found(&mut self, task: AnalysisTask) -> &mut Found {
        self.analysis.found.entry(task).or_default()
    }

    /// Updates pages.
    fn show(&mut self) {
        self.last_shown = Some(Instant::now());
        let analysis = Arc::new(self.analysis.clone());
        self.handle.analyses().send_replace(analysis);
    }

    /// Updates pages, unless they were updated just now.
    fn show_sometimes(&mut self) {
        if self.last_shown.is_none_or(|last| last.elapsed() >= EVERY) {
            self.show();
        }
    }

    /// Analyses a position; pages are shown the results for a task.
    fn search(
        &mut self,
        (position, rules): (&Position, &Rules),
        (lines, limits): (usize, Limits),
        task: Option<AnalysisTask>,
    ) -> Option<SearchReport> {
        let search = SearchTask {
            position,
            rules,
            limits,
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let mut player = self
            .player
            .take()
            .unwrap_or_else(|| Player::new(&engine::PlayerOptions::default()));
        let cancel = self.cancel();
        let found = player.analyze(&search, lines, cancel, &mut |report| {
            if let Some(task) = task {
                self.report(task, report, position.turn());
                self.show_sometimes();
            }
        });
        self.player = Some(player);
        found.map(|(report, _)| report)
    }

    /// Takes a report of a search over, unless a deeper one is known.
    fn report(&mut self, task: AnalysisTask, report: &SearchReport, turn: Color) {
        let found = self.found(task);
        if report.depth >= found.depth {
            found.depth = report.depth;
            found.nodes = report.nodes;
            let lines = report.lines.iter().map(|line| FoundLine {
                for_red: Assessment::of(line).for_red(turn),
                moves: line.moves.clone(),
            });
            found.lines = lines.collect();
        }
    }

    /// Finds the best lines.
    fn lines(&mut self, target: &Target, task: AnalysisTask, search: (usize, Limits)) {
        let position = &target.position;
        let report = self.search((position, &target.rules), search, Some(task));
        let Some(report) = report.filter(|_| !self.is_cancelled()) else {
            return;
        };
        self.report(task, &report, position.turn());
        let found = self.found(task);
        if let Some(best) = found.lines.first() {
            let known = KnownPosition {
                for_red: best.for_red,
                best: best.moves.clone(),
                nodes: found.nodes,
            };
            self.remember(target.position, known);
        }
        self.show();
    }

    /// Evaluates the positions of the game, with this many nodes each.
    fn course(&mut self, target: &Target, nodes: u64) {
        for position in &target.line {
            let is_known = |known: &KnownPosition| known.nodes >= nodes;
            if self.analysis.course.get(position).is_some_and(is_known) {
                continue;
            }
            let known = self.evaluate(position, &target.rules, nodes);
            // An interrupted search is not remembered.
            if self.is_cancelled() {
                return;
            }
            self.remember(*position, known);
            self.show_sometimes();
        }
        self.show();
    }

    fn evaluate(&mut self, position: &Position, rules: &Rules, nodes: u64) -> KnownPosition {
        let turn = position.turn();
        if let Some(outcome) = position.outcome(rules) {
            return KnownPosition {
                for_red: Assessment::of_result(position, outcome).for_red(turn),
                best: Vec::new(),
                nodes: u64::MAX,
            };
        }
        let found = self.search((position, rules), (1, Limits::of_nodes(nodes)), None);
        let best = found.and_then(|report| report.lines.into_iter().next());
        let (assessment, best) = match best {
            Some(line) => (Assessment::of(&line), line.moves),
            None => (Assessment::new(Score::Stones(0.0), 0), Vec::new()),
        };
        KnownPosition {
            for_red: assessment.for_red(turn),
            best,
            nodes,
        }
    }

    fn remember(&mut self, position: Position, found: KnownPosition) {
        let known = Arc::make_mut(&mut self.analysis.course);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        let is_better = |old: &KnownPosition| old.nodes > found.nodes;
        if !known.get(&position).is_some_and(is_better) {
            known.insert(position, found);
        }
    }

    /// Shows the lines of an engine.
    fn ask_engine(&mut self, target: &Target, number: usize) {
        let task = AnalysisTask::Engine(number);
        *self.found(task) = Found::default();
        let Some(command) = target.engines.get(number) else {
            self.found(task).words = Some("There is no such engine.".to_owned());
            return;
        };
        let mut place = self.engines.remove(&number).flatten();
        let game = Game::from_position(target.rules, target.position);
        let cancel = self.cancel();
        let searched = search(
            &mut place,
            command,
            (&game, target.engine_time),
            cancel,
            &mut |info| {
                if let Some((rank, line)) = line_of(info, &game) {
                    let found = self.found(task);
                    found.depth = info.depth.unwrap_or(found.depth);
                    found.nodes = info.nodes.unwrap_or(found.nodes);
                    found.lines.truncate(rank);
                    found.lines.push(line);
                    self.show_sometimes();
                }
            },
        );
        self.engines.insert(number, place);
        if let Err(failure) = searched {
            self.found(task).words = Some(sentence(&failure.to_string()));
        }
    }

    /// Looks for a forced win.
    fn solve(&mut self, target: &Target, plies: Plies) {
        let (turn, task) = (target.position.turn(), AnalysisTask::Solve(plies.0));
        let mut solver = Solver::new(&target.rules, &solver::SolverOptions::default());
        // A few plies at a time, so that short wins are shown soon.
        let mut within = Plies(1);
        loop {
            within = Plies((within.0 + 2).min(plies.0));
            let moves = own_moves(u32::from(within.0));
            self.found(task).words = Some(format!("Looking for a win within {moves} …"));
            self.show();
            let cancel = self.cancel();
            let budget = Budget {
                nodes: None,
                may_continue: &|| !cancel.is_requested(),
            };
            let solution = solver.solve(&target.position, within, &budget);
            if self.is_cancelled() {
                return;
            }
            if let Some(line) = forced(&solution, turn) {
                let known = KnownPosition {
                    for_red: line.for_red,
                    best: line.moves.clone(),
                    // A proof.
                    nodes: u64::MAX,
                };
                self.remember(target.position, known);
                let found = self.found(task);
                found.words = Some(in_words(line.for_red));
                found.lines = vec![line];
                return;
            }
            self.found(task).words = Some(format!("Neither side can force a win within {moves}"));
            if within >= plies {
                return;
            }
        }
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

/// The forced win or loss of a solution, if there is one.
fn forced(solution: &Solution, turn: Color) -> Option<FoundLine> {
    let score = match solution.verdict {
        Verdict::Win(plies) => Score::Win(plies?.0.into()),
        Verdict::Loss(plies) => Score::Loss(plies?.0.into()),
        Verdict::None | Verdict::Draw | Verdict::Unknown => return None,
    };
    Some(FoundLine {
        for_red: Assessment::new(score, 0).for_red(turn),
        moves: solution.line.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn only_what_depends_on_a_change_is_analysed_again() {
        use AnalysisTask::{Engine, Hint, Lines};
        let handle = handle();
        let mut analyst = Analyst::new(&handle);
        let tasks = [Hint, Lines, Engine(0)];
        let done = |analyst: &Analyst, limit| tasks.map(|task| analyst.is_done(task, limit));
        analyst.begin(&target(1, 1), &tasks);
        for task in tasks {
            analyst.found(task).done = Some(SHARED);
        }
        assert_eq!(done(&analyst, SHARED), [true; 3]);
        // With the machine for itself, a search goes on.
        assert_eq!(done(&analyst, POSITION_TIMEOUT), [true, false, true]);
        // Another time of the engines is one of theirs alone.
        analyst.begin(&target(1, 3), &tasks);
        assert_eq!(done(&analyst, SHARED), [true, true, false]);
        analyst.begin(&target(2, 3), &tasks);
        assert_eq!(done(&analyst, SHARED), [false; 3]);
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
