//! Analyses the position on the board.

use super::analysis::{
    Analysis, AnalysisTask, Found, FoundLine, KnownPosition, REVIEW_NODES, Target, in_words,
    own_moves,
};
use super::place::{Desk, OfEngine};
use super::snapshot::sentence;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Position, Rules};
use ataxx_core::engine::{self, Limits, Player, Score, SearchReport, SearchTask};
use ataxx_core::review::{Assessment, solution_in_words};
use ataxx_core::solver::{self, Budget, Plies, Solution, Solver, Verdict, known_moves};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The number of lines.
pub const LINES: usize = 3;
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

/// What it finds is shown at its desk.
pub struct Analyst<'h> {
    desk: &'h dyn Desk,
    /// What is analysed.
    target: Option<Target>,
    /// What is found; pages are shown copies.
    analysis: Analysis,
    /// Allocated for the first analysis.
    player: Option<Player<'static>>,
    /// When pages were updated last.
    last_shown: Option<Duration>,
}

impl<'h> Analyst<'h> {
    /// An analyst that knows what was found before.
    pub fn new(desk: &'h dyn Desk, analysis: Analysis) -> Self {
        Self {
            desk,
            target: None,
            analysis,
            player: None,
            last_shown: None,
        }
    }

    /// Finds out what pages want to know about a target.
    pub fn work(&mut self, target: &Target, tasks: &[AnalysisTask]) {
        self.begin(target, tasks);
        let limit = match tasks {
            [_] => POSITION_TIMEOUT,
            _ => SHARED,
        };
        for &task in tasks {
            if !target.idle && !self.is_cancelled() && !self.is_done(task, limit) {
                self.analyze(target, task, limit);
            }
        }
    }

    /// The cancellation of the running analysis.
    fn cancel(&self) -> &'h Cancellation {
        self.desk.cancel()
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
        self.last_shown = Some(self.desk.now());
        self.desk.show(&self.analysis);
    }

    /// Updates pages, unless they were updated just now.
    fn show_sometimes(&mut self) {
        let now = self.desk.now();
        let is_new = |last| now.saturating_sub(last) >= EVERY;
        if self.last_shown.is_none_or(is_new) {
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
        let (task, desk) = (AnalysisTask::Engine(number), self.desk);
        *self.found(task) = Found::default();
        let mut on_found = |news: OfEngine| {
            let found = self.found(task);
            found.depth = news.depth.unwrap_or(found.depth);
            found.nodes = news.nodes.unwrap_or(found.nodes);
            found.lines.truncate(news.rank);
            found.lines.push(news.line);
            self.show_sometimes();
        };
        let asked = desk.ask_engine(target, number, &mut on_found);
        if let Err(failure) = asked {
            self.found(task).words = Some(sentence(&failure));
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
            let mut words = format!("Neither side can force a win within {moves}");
            if within >= plies
                && let Some(moves) = known_moves(&target.position, &target.rules)
            {
                let mut known = Solution::of_values(&moves, false);
                known.none_within = within;
                words = format!("{words}; by the table: {}", solution_in_words(&known, turn));
            }
            self.found(task).words = Some(words);
            if within >= plies {
                return;
            }
        }
    }
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
    use ataxx_core::Cancellation;

    /// A desk that shows nothing.
    struct Unseen;

    impl Desk for Unseen {
        fn now(&self) -> Duration {
            Duration::ZERO
        }

        fn cancel(&self) -> &Cancellation {
            Cancellation::never()
        }

        fn show(&self, _: &Analysis) {}

        fn ask_engine(
            &self,
            _: &Target,
            _: usize,
            _: &mut dyn FnMut(OfEngine),
        ) -> Result<(), String> {
            Ok(())
        }
    }

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

    #[test]
    fn only_what_depends_on_a_change_is_analysed_again() {
        use AnalysisTask::{Engine, Hint, Lines};
        let mut analyst = Analyst::new(&Unseen, Analysis::default());
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
}
