//! The thread that analyses the position on the board.

use super::aim::Target;
use super::analysis::{Analysis, Found, Worth};
use super::order::Wish;
use super::queue::Handle;
use crate::board::{Color, Position, Rules};
use crate::cancellation::Cancellation;
use crate::engine::{self, Limits, Player, Score, SearchReport, SearchTask};
use crate::solver::{self, Budget, Plies, Solution, Solver, Verdict};
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
        known: Arc::default(),
        last_shown: None,
    };
    // Allocated for the first analysis.
    let mut player = None;
    loop {
        let target = handle.aim().next();
        if target.wish == Wish::Nothing {
            analyst.show(&Analysis {
                board: target.board,
                course: Arc::clone(&analyst.known),
                ..Analysis::default()
            });
        } else {
            let player =
                player.get_or_insert_with(|| Player::new(&engine::PlayerOptions::default()));
            analyst.look(&target, player);
        }
    }
}

struct Analyst<'h> {
    handle: &'h Handle,
    known: Arc<HashMap<Position, Worth>>,
    /// When pages were updated last.
    last_shown: Option<Instant>,
}

impl Analyst<'_> {
    fn cancel(&self) -> &Cancellation {
        &self.handle.aim().cancel
    }

    fn is_cancelled(&self) -> bool {
        self.cancel().is_requested()
    }

    fn look(&mut self, target: &Target, player: &mut Player) {
        let over = target.position.outcome(&target.rules).is_some();
        let mut analysis = Analysis {
            board: target.board,
            running: !target.idle && !over,
            course: Arc::clone(&self.known),
            ..Analysis::default()
        };
        match target.wish {
            _ if target.idle => self.show(&analysis),
            Wish::Hint if !over => {
                self.lines(target, player, (1, Limits::of_time(HINT)), &mut analysis);
            }
            Wish::Solve(plies) if !over => self.solve(target, Plies(plies), &mut analysis),
            Wish::Nothing | Wish::Hint | Wish::Solve(_) => self.show(&analysis),
            Wish::Lines => {
                self.show(&analysis);
                if !over {
                    let soon = Limits::of_nodes(POINT_NODES);
                    self.lines(target, player, (LINES, soon), &mut analysis);
                }
                self.course(target, player, &mut analysis);
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
        let cancel = &handle.aim().cancel;
        let mut last = self.last_shown;
        let found = player.analyze(&task, lines, cancel, &mut |report| {
            put(analysis, report, turn);
            let now = Instant::now();
            if last.is_none_or(|last| now - last >= EVERY) && !cancel.is_requested() {
                last = Some(now);
                handle.analyses().send_replace(Arc::new(analysis.clone()));
            }
        });
        if let Some((report, _)) = found {
            put(analysis, &report, turn);
        }
        if let Some(best) = analysis.lines.first()
            && !self.is_cancelled()
        {
            self.know(target.position, best.worth);
            analysis.course = Arc::clone(&self.known);
        }
        analysis.running = target.wish == Wish::Lines;
        self.show(analysis);
    }

    /// Evaluates the positions of the game.
    fn course(&mut self, target: &Target, player: &mut Player, analysis: &mut Analysis) {
        for position in &target.line {
            if self.is_cancelled() {
                return;
            }
            if self.known.contains_key(position) {
                continue;
            }
            let worth = self.worth(position, &target.rules, player);
            // An interrupted search is not remembered.
            if self.is_cancelled() {
                return;
            }
            self.know(*position, worth);
            if self.last_shown.is_none_or(|last| last.elapsed() >= EVERY) {
                analysis.course = Arc::clone(&self.known);
                self.show(analysis);
            }
        }
        analysis.course = Arc::clone(&self.known);
        self.show(analysis);
    }

    fn worth(&self, position: &Position, rules: &Rules, player: &mut Player) -> Worth {
        if let Some(outcome) = position.outcome(rules) {
            return match outcome.winner {
                Some(winner) => Worth::Forced { winner, plies: 0 },
                None => Worth::Open {
                    ahead: 0.0,
                    chance: 0.5,
                },
            };
        }
        let task = SearchTask {
            position,
            rules,
            limits: Limits::of_nodes(POINT_NODES),
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let found = player.choose(&task, &self.handle.aim().cancel);
        let (score, value) = found.map_or((Score::Stones(0.0), 0), |choice| {
            (choice.score, choice.value)
        });
        Worth::of(score, value, position.turn())
    }

    fn know(&mut self, position: Position, worth: Worth) {
        let known = Arc::make_mut(&mut self.known);
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(position, worth);
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
                analysis.solved = Some(found.worth.words());
                self.know(target.position, found.worth);
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
fn forced(solution: &Solution, turn: Color) -> Option<Found> {
    let (winner, plies) = match solution.verdict {
        Verdict::Win(plies) => (turn, plies?),
        Verdict::Loss(plies) => (!turn, plies?),
        Verdict::None | Verdict::Draw | Verdict::Unknown => return None,
    };
    Some(Found {
        worth: Worth::Forced {
            winner,
            plies: plies.0.into(),
        },
        moves: solution.line.clone(),
    })
}

fn put(analysis: &mut Analysis, report: &SearchReport, turn: Color) {
    analysis.depth = report.depth;
    analysis.nodes = report.nodes;
    let lines = report.lines.iter().map(|line| Found {
        worth: Worth::of(line.score, line.value, turn),
        moves: line.moves.clone(),
    });
    analysis.lines = lines.collect();
}
