//! The scenarios, and none of them run.

use super::last::LastFailed;
use super::load::Candidate;
use super::options::Args;
use super::work::WorkLoad;
use crate::cli::exit::{Exit, Failure};
use ataxx_toolkit::diagnostic::text;
use ataxx_toolkit::tester::report::Identity;
use serde::Serialize;

/// What a script is told of a scenario.
#[derive(Serialize)]
struct ListedScenario<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    tags: &'a [String],
}

/// Lists the scenarios on stdout, and what is wrong with bad files on stderr.
///
/// # Errors
///
/// When the command line names what is not there.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let load = WorkLoad::read(args, &LastFailed::read())?;
    let bad = load.complain(&args.settings());
    let good: Vec<&Candidate> = load.selected.iter().filter(|one| !one.bad).collect();
    let identities = good.iter().map(|good| &good.task.identity);
    let entries: Vec<ListedScenario> = identities.clone().map(entry).collect();
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

fn entry(identity: &Identity) -> ListedScenario<'_> {
    ListedScenario {
        name: &identity.name,
        file: &identity.file,
        line: identity.line,
        tags: &identity.tags,
    }
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
