//! `ataxx agent`.

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::{disk, output, values};
use ataxx_toolkit::opponents::reloaded::{Agent, AgentName, NotServed, Reply, Thinking};
use std::io;
use std::time::Duration;

/// Play Ataxx Reloaded: requests on standard input, answers on standard output.
///
/// A request is `identify`, or `move` with the number of the turn, the size 7 and seven
/// rows of the board (1 is this program, 2 the opponent), a line each. Each is answered
/// with a line as soon as it is complete, `pass` where there is no legal move. At a
/// malformed one the agent stops with an error and exit status 2.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    thinking: ThinkingArgs,
    /// What to answer to `identify` [default: ataxx and its version].
    #[arg(long, value_name = "NAME")]
    name: Option<AgentName>,
}

/// How the AI thinks about a move.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct ThinkingArgs {
    /// How long to think about a move: 1 unless `--nodes` is given; of 5, 1.5 are kept for
    /// a busy machine.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = values::seconds(MOST_SECONDS),
        conflicts_with = "seed",
    )]
    move_time: Option<Duration>,
    /// How many positions to look at for a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Play the same whenever the same is asked, on any machine: think until a number of
    /// positions was looked at (300000 unless `--nodes` is given), and not by the clock.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// What the document allows for a move.
const MOST_SECONDS: u32 = 5;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::Leave);
    let agent = Agent {
        name: args.name.clone().unwrap_or_else(AgentName::ours),
        thinking: args.thinking.thinking(),
    };
    let served = agent.serve(
        io::stdin().lock(),
        &INTERRUPT,
        &mut |Reply { line, warning }| {
            if let Some(warning) = warning {
                output::message(&format!("warning: {warning}\n"));
            }
            output::data(&format!("{line}\n"))
        },
    );
    match served {
        Ok(()) => Ok(Exit::Good),
        Err(NotServed::Malformed(diagnostic)) => Err(Failure::Refused(diagnostic)),
        Err(NotServed::Unreadable(error)) => Err(disk::refused(error).diagnostic("<stdin>").into()),
        Err(NotServed::Unheard(error)) => Err(error.into()),
    }
}

impl ThinkingArgs {
    const fn thinking(&self) -> Thinking {
        Thinking {
            time: self.move_time,
            nodes: self.nodes,
            seed: self.seed,
        }
    }
}
