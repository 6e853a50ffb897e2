//! `--list`.

use super::last::LastFailed;
use super::load::Candidate;
use super::options::Args;
use super::work::WorkLoad;
use crate::cli::exit::{Exit, Failure};
use crate::tester::report::Identity;
use ataxx_core::diagnostic::text;

/// Lists the scenarios on stdout, and the errors of bad files on stderr.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let load = WorkLoad::read(args, &LastFailed::read())?;
    let bad = load.complain(&args.settings());
    let good: Vec<&Candidate> = load.selected.iter().filter(|one| !one.bad).collect();
    let identities = good.iter().map(|good| &good.task.identity);
    let entries: Vec<&Identity> = identities.clone().collect();
    args.json
        .print(&entries, || identities.map(line).collect())?;
    Ok(if bad > 0 {
        Exit::Usage
    } else if good.is_empty() {
        load.nothing_selected(args)
    } else {
        Exit::Good
    })
}

fn line(identity: &Identity) -> String {
    let tags = if identity.tags.is_empty() {
        String::new()
    } else {
        format!("  [{}]", identity.tags.join(", "))
    };
    let key = identity.key();
    let key = text::visible(&key);
    format!("{key}  line {}{tags}\n", identity.line)
}
