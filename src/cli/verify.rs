//! `ataxx verify`.

use super::arguments::Json;
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, OnInterrupt};
use super::progress::Progress;
use super::{input, output};
use ataxx_core::diagnostic::text;
use ataxx_core::solver::Plies;
use ataxx_core::solver::certificate::{Claim, Verified, VerifyCounts, verify};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Check a certificate of `ataxx solve` against the rules.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object; for a certificate that proves nothing, with `error` and `line`"
)))]
pub struct Args {
    /// Certificate file; `-` is standard input.
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    #[command(flatten)]
    json: Json,
}

#[derive(Serialize)]
struct Verification {
    position: String,
    rules: String,
    /// From the point of view of the side to move.
    verdict: &'static str,
    /// The plies of the win, or their upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u16>,
    /// The plies within which there is no win.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// Whether the distance, or with a draw the value, is exact.
    exact: bool,
    steps: u64,
    replies: u64,
    seconds: f64,
}

/// The JSON of a text that proves nothing.
#[derive(Serialize)]
struct Rejection<'a> {
    error: &'a str,
    line: u64,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    let path = &args.certificate;
    let (name, stream) = input::open_named(path)?;
    let begun = Instant::now();
    // None beside a certificate that is typed on the same screen.
    let progress = if input::is_typed(path) {
        Progress::none()
    } else {
        Progress::counter("steps")
    };
    let checked = verify(stream, |tally| show(&progress, tally));
    drop(progress);
    match checked {
        Ok(verified) => {
            let answer = Verification::of(&verified, begun.elapsed());
            args.json.print(&answer, || answer.text(&verified))?;
            Ok(Exit::Good)
        }
        Err(refused) => {
            let diagnostic = refused.diagnostic(&name);
            let rejection = Rejection {
                error: &diagnostic.message,
                line: refused.line,
            };
            let printed = args.json.print(&rejection, String::new);
            output::report(&diagnostic);
            let exit = if refused.is_certificate() {
                Exit::Failed
            } else {
                Exit::Usage
            };
            exit.after(printed)
        }
    }
}

/// Shows every 64th step: showing a step costs more than checking it.
fn show(progress: &Progress, tally: VerifyCounts) -> ControlFlow<()> {
    const OFTEN: u64 = 64;
    if tally.steps.is_multiple_of(OFTEN) {
        progress.count(tally.steps, &format!(", {} replies", tally.replies));
    }
    ControlFlow::Continue(())
}

impl Verification {
    fn of(verified: &Verified, time: Duration) -> Self {
        let turn = verified.position.turn();
        let of_winner = |winner| if winner == turn { "win" } else { "loss" };
        let (verdict, distance, plies, exact) = match verified.claim {
            Claim::Win { winner, within } => (of_winner(winner), Some(within), None, false),
            Claim::Exactly { winner, plies } => (of_winner(winner), Some(plies), None, true),
            Claim::None { within } => ("none", None, Some(within), false),
            Claim::Draw => ("draw", None, None, true),
        };
        let number = |plies: Option<Plies>| plies.map(|Plies(plies)| plies);
        Self {
            position: verified.position.to_string(),
            rules: verified.rules.to_string(),
            verdict,
            distance: number(distance),
            plies: number(plies),
            exact,
            steps: verified.counts.steps,
            replies: verified.counts.replies,
            seconds: text::seconds(time),
        }
    }

    /// The result as text.
    fn text(&self, verified: &Verified) -> String {
        let distance = match verified.claim {
            Claim::Win { within, .. } => Some(format!("within {within}")),
            Claim::Exactly { plies, .. } => Some(format!("exactly {plies}")),
            Claim::None { .. } | Claim::Draw => None,
        };
        let verdict = format!("{} ({} to move)", self.verdict, verified.position.turn());
        output::rows([
            ("proved", Some(claim_in_words(verified.claim))),
            ("position", Some(self.position.clone())),
            ("rules", Some(self.rules.clone())),
            ("verdict", Some(verdict)),
            ("distance", distance),
            ("steps", Some(text::thousands(self.steps))),
            ("replies", Some(text::thousands(self.replies))),
        ])
    }
}

/// What a certificate proves.
fn claim_in_words(claim: Claim) -> String {
    match claim {
        Claim::Win { winner, within } => format!("{winner} forces a win within {within}"),
        Claim::Exactly { winner, plies } => {
            format!("{winner} forces a win in {plies}, and no sooner")
        }
        Claim::None { within } => format!("neither side forces a win within {within}"),
        Claim::Draw => "neither side forces a win, ever".to_owned(),
    }
}
