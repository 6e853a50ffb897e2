//! The thread that analyses the position on the board.

use super::analysis::{
    Analysis, AnalysisTask, FoundLine, KnownPosition, REVIEW_NODES, Target, in_words,
};
use super::queue::Handle;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Position, Rules};
use ataxx_core::engine::{self, Limits, Player, Score, SearchReport, SearchTask};
use ataxx_core::review::Assessment;
use ataxx_core::solver::{self, Budget, Plies, Solution, Solver, Verdict};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of lines.
const LINES: usize = 3;
/// The time limit for a position.
const LONGEST: Duration = Duration::from_secs(120);
/// The time for a hint.
const HINT: Duration = Duration::from_millis(700);
/// The number of nodes for a position of the game.
const POINT_NODES: u64 = 6_000;
/// The least time between two updates of pages.
const EVERY: Duration = Duration::from_millis(120);
/// The number of positions whose value is remembered.
const MOST_KNOWN: usize = 20_000;

/// Analyses the targets of a handle, as long as the program runs.
pub fn work(handle: &Handle) {
    let mut analyst = Analyst {
        handle,
        rules: None,
        known: Arc::default(),
        last_shown: None,
    };
    // Allocated for the first analysis.
    let mut player = None;
    loop {
        let target = handle.target().next();
        if analyst.rules.replace(target.rules) != Some(target.rules) {
            analyst.known = Arc::default();
        }
        if target.task == AnalysisTask::Nothing {
            analyst.show(&Analysis {
                board: target.board,
                course: Arc::clone(&analyst.known),
                ..Analysis::default()
            });
        } else {
            let player =
                player.get_or_insert_with(|| Player::new(&engine::PlayerOptions::default()));
            analyst.analyze(&target, player);
        }
    }
}

struct Analyst<'h> {
    handle: &'h Handle,
    /// The rules of the known positions.
    rules: Option<Rules>,
    known: Arc<HashMap<Position, KnownPosition>>,
    /// When pages were updated last.
    last_shown: Option<Instant>,
}

impl Analyst<'_> {
    fn cancel(&self) -> &Cancellation {
        &self.handle.target().cancel
    }

    fn is_cancelled(&self) -> bool {
        self.cancel().is_requested()
    }

    fn analyze(&mut self, target: &Target, player: &mut Player) {
        let over = target.position.outcome(&target.rules).is_some();
        let mut analysis = Analysis {
            board: target.board,
            running: !target.idle && !over,
            course: Arc::clone(&self.known),
            ..Analysis::default()
        };
        match target.task {
            _ if target.idle => self.show(&analysis),
            AnalysisTask::Hint if !over => {
                self.lines(target, player, (1, Limits::of_time(HINT)), &mut analysis);
            }
            AnalysisTask::Solve(plies) if !over => self.solve(target, Plies(plies), &mut analysis),
            AnalysisTask::Nothing | AnalysisTask::Hint | AnalysisTask::Solve(_) => {
                self.show(&analysis);
            }
            AnalysisTask::Lines | AnalysisTask::Review => {
                self.show(&analysis);
                if !over && target.task == AnalysisTask::Lines {
                    let soon = Limits::of_nodes(POINT_NODES);
                    self.lines(target, player, (LINES, soon), &mut analysis);
                }
                let nodes = match target.task {
                    AnalysisTask::Review => REVIEW_NODES,
                    _ => POINT_NODES,
                };
                self.course(target, player, nodes, &mut analysis);
                if !over && !self.is_cancelled() {
                    let long = Limits::of_time(LONGEST);
                    self.lines(target, player, (LINES, long), &mut analysis);
                }
                analysis.running = false;
                self.show(&analysis);
            }
        }
    }

    /// Updates pages, unless there is a new target.
    fn show(&mut self, analysis: &Analysis) {
        if !self.is_cancelled() {
            self.last_shown = Some(Instant::now());
            self.handle
                .analyses()
                .send_replace(Arc::new(analysis.clone()));
        }
    }

    /// Finds the best lines.
    fn lines(
        &mut self,
        target: &Target,
        player: &mut Player,
        (lines, limits): (usize, Limits),
        analysis: &mut Analysis,
    ) {
        let task = SearchTask {
            position: &target.position,
            rules: &target.rules,
            limits,
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let turn = target.position.turn();
        let handle = self.handle;
        let cancel = &handle.target().cancel;
        let mut last = self.last_shown;
        let found = player.analyze(&task, lines, cancel, &mut |report| {
            update(analysis, report, turn);
            let now = Instant::now();
            if last.is_none_or(|last| now - last >= EVERY) && !cancel.is_requested() {
                last = Some(now);
                handle.analyses().send_replace(Arc::new(analysis.clone()));
            }
        });
        if let Some((report, _)) = found {
            update(analysis, &report, turn);
        }
        if let Some(best) = analysis.lines.first()
            && !self.is_cancelled()
        {
            let known = KnownPosition {
                for_red: best.for_red,
                best: best.moves.clone(),
                nodes: analysis.nodes,
            };
            self.remember(target.position, known);
            analysis.course = Arc::clone(&self.known);
        }
        analysis.running = matches!(target.task, AnalysisTask::Lines | AnalysisTask::Review);
        self.show(analysis);
    }

    /// Evaluates the positions of the game, with this many nodes each.
    fn course(
        &mut self,
        target: &Target,
        player: &mut Player,
        nodes: u64,
        analysis: &mut Analysis,
    ) {
        for position in &target.line {
            if self.is_cancelled() {
                return;
            }
            let is_known = |known: &KnownPosition| known.nodes >= nodes;
            if self.known.get(position).is_some_and(is_known) {
                continue;
            }
            let known = self.evaluate(position, &target.rules, player, nodes);
            // An interrupted search is not remembered.
            if self.is_cancelled() {
                return;
            }
            self.remember(*position, known);
            if self.last_shown.is_none_or(|last| last.elapsed() >= EVERY) {
                analysis.course = Arc::clone(&self.known);
                self.show(analysis);
            }
        }
        analysis.course = Arc::clone(&self.known);
        self.show(analysis);
    }

    fn evaluate(
        &self,
        position: &Position,
        rules: &Rules,
        player: &mut Player,
        nodes: u64,
    ) -> KnownPosition {
        let turn = position.turn();
        if let Some(outcome) = position.outcome(rules) {
            return KnownPosition {
                for_red: Assessment::of_result(position, outcome).for_red(turn),
                best: Vec::new(),
                nodes: u64::MAX,
            };
        }
        let task = SearchTask {
            position,
            rules,
            limits: Limits::of_nodes(nodes),
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let found = player.analyze(&task, 1, self.cancel(), &mut |_| {});
        let best = found.and_then(|(report, _)| report.lines.into_iter().next());
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
        let known = Arc::make_mut(&mut self.known);
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        let is_better = |old: &KnownPosition| old.nodes > found.nodes;
        if !known.get(&position).is_some_and(is_better) {
            known.insert(position, found);
        }
    }

    /// Looks for a forced win.
    fn solve(&mut self, target: &Target, plies: Plies, analysis: &mut Analysis) {
        let turn = target.position.turn();
        let mut solver = Solver::new(&target.rules, &solver::SolverOptions::default());
        // A few plies at a time, so that short wins are shown soon.
        let mut within = Plies(1);
        loop {
            within = Plies((within.0 + 2).min(plies.0));
            analysis.solved = Some(format!("Looking for a win within {within} …"));
            self.show(analysis);
            let cancel = self.cancel();
            let go_on = || !cancel.is_requested();
            let budget = Budget {
                nodes: None,
                may_continue: &go_on,
            };
            let solution = solver.solve(&target.position, within, &budget);
            analysis.nodes += solution.nodes;
            if self.is_cancelled() {
                return;
            }
            if let Some(found) = forced(&solution, turn) {
                analysis.solved = Some(in_words(found.for_red));
                let known = KnownPosition {
                    for_red: found.for_red,
                    best: found.moves.clone(),
                    // A proof.
                    nodes: u64::MAX,
                };
                self.remember(target.position, known);
                analysis.lines = vec![found];
                break;
            }
            analysis.solved = Some(format!("Neither side can force a win within {within}"));
            if within >= plies {
                break;
            }
        }
        analysis.running = false;
        analysis.course = Arc::clone(&self.known);
        self.show(analysis);
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

fn update(analysis: &mut Analysis, report: &SearchReport, turn: Color) {
    analysis.depth = report.depth;
    analysis.nodes = report.nodes;
    let lines = report.lines.iter().map(|line| FoundLine {
        for_red: Assessment::of(line).for_red(turn),
        moves: line.moves.clone(),
    });
    analysis.lines = lines.collect();
}
