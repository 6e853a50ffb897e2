//! `ataxx agent`.

use super::arguments::{PlayerLimits, values};
use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::{input, output};
use crate::opponents::reloaded::{Agent, AgentName, NotServed, Reply, Thinking};
use std::io;

/// Run an Ataxx Reloaded agent on standard input and output.
///
/// Each request, `identify` or `move` with a position, is answered with one line as soon as it is
/// complete. A malformed request ends the agent with an error.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    thinking: ThinkingArgs,
    /// Answer to `identify` [default: ataxx and its version].
    #[arg(long, value_name = "NAME")]
    name: Option<AgentName>,
}

/// How the AI thinks about a move.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(mut_arg("move_time", |time| {
    time.value_parser(values::seconds(MOST_SECONDS))
        .conflicts_with("seed")
        .help(
            "Thinking time for each move, in seconds; more than 3.5 are not used \
             [default: 1, or no limit with --nodes]",
        )
}))]
struct ThinkingArgs {
    #[command(flatten)]
    limits: PlayerLimits,
    /// Seed of the AI: the same request gets the same answer on any machine; the limit is then
    /// 300000 nodes, or --nodes, instead of the time.
    #[arg(long, value_name = "N", value_parser = values::seed)]
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
        Err(NotServed::Unreadable(error)) => {
            Err(input::refused(error).diagnostic("<stdin>").into())
        }
        Err(NotServed::Unwritable(error)) => Err(error.into()),
    }
}

impl ThinkingArgs {
    const fn thinking(&self) -> Thinking {
        Thinking {
            time: self.limits.move_time,
            nodes: self.limits.nodes,
            seed: self.seed,
        }
    }
}
