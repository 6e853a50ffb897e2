//! `ataxx analyze`.

mod analyst;
mod game;
mod graph;
mod labels;
mod result;

pub use analyst::Args;

use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::terminal::view;
use super::{batch, output};
use analyst::{Analyst, USUAL_TIME};

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(read) = args.game.recorded.read()? {
        game::run(args, &read.games)?;
        return Ok(read.exit);
    }
    let rules = args.position.rules.rules;
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
        return batch::run(file, args.batch.shard, |position| {
            // Earlier positions must not change the answer.
            analyst.player.clear();
            Ok(analyst.analyze(&position, &mut |_| {}).answer)
        });
    }
    let game = args.position.game()?;
    let position = game.position();
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    if !args.json.wanted {
        let board = view::board(position, game.last_move());
        output::data(&format!("{board}\n"))?;
    }
    let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
    let progress = Progress::lines();
    progress.show("looking for a forced win");
    let analysis = analyst.analyze(position, &mut |so_far| progress.show(&so_far.live()));
    drop(progress);
    args.json.print(&analysis.answer, || analysis.text())?;
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    Ok(Exit::Good)
}
