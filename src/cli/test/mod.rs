//! `ataxx test`: the choice of what it does, and what it does without running anything.

mod bless;
pub mod files;
pub mod format;
pub mod groups;
mod options;
mod picks;
pub mod progress;
mod recorder;
mod run;
pub mod work;

pub use options::Args;

use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, OnInterrupt};
use super::output;
use super::result_file::{ResultFile, make_folder};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_testing::report::{Identity, Listed};
use ataxx_testing::scenario::suites::{SUITES, Suite};
use files::shown;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use work::{WorkLoad, named_suites};

/// The options for what to do exclude each other, but for `--suite list`.
pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    if args
        .selection
        .suite
        .iter()
        .any(|name| name == LIST_OF_SUITES)
    {
        list_suites(args)
    } else if let Some(folder) = &args.write {
        write_suites(args, folder)
    } else if args.list {
        list(args)
    } else {
        run::run(args)
    }
}

/// Reads what the command line names.
fn load(args: &Args) -> Result<WorkLoad, EarlyExit> {
    let subject = args.subject.choice();
    WorkLoad::read(&args.selection, subject.as_ref(), args.shard.shard)
}

/// The value of `--suite` that lists the suites.
const LIST_OF_SUITES: &str = "list";

/// Lists the scenarios on stdout, and the errors of bad files on stderr.
fn list(args: &Args) -> Result<Exit, EarlyExit> {
    let load = load(args)?;
    let bad = load.report_bad_files(&args.settings());
    let identities = || load.readable().map(|task| &task.identity);
    let entries: Vec<Listed> = identities().map(Listed::from).collect();
    args.json
        .print(&entries, || identities().map(line_of).collect())?;
    Ok(if bad > 0 {
        Exit::Usage
    } else if entries.is_empty() {
        load.nothing_selected(&args.selection)
    } else {
        Exit::Good
    })
}

fn line_of(identity: &Identity) -> String {
    let tags = if identity.tags.is_empty() {
        String::new()
    } else {
        format!("  [{}]", identity.tags.join(", "))
    };
    let key = identity.key();
    let key = text::visible(&key);
    format!("{key}  line {}{tags}\n", identity.line)
}

#[derive(Serialize)]
struct ListedSuite {
    name: &'static str,
    title: &'static str,
    scenarios: usize,
}

/// Lists the suites.
fn list_suites(args: &Args) -> Result<Exit, EarlyExit> {
    let all = SUITES.map(|suite| ListedSuite {
        name: suite.name,
        title: suite.title(),
        scenarios: suite.names().count(),
    });
    let line = |one: &ListedSuite| {
        let (name, scenarios) = (one.name, one.scenarios);
        format!("{name:<9} {scenarios:>3} scenarios  {}\n", one.title)
    };
    args.json.print(&all, || all.iter().map(line).collect())?;
    Ok(Exit::Good)
}

/// Writes the suites that the command line names to a folder, each as `NAME.yaml`, with the
/// scenarios that are selected and those that these need.
fn write_suites(args: &Args, folder: &Path) -> Result<Exit, EarlyExit> {
    let suites = named_suites(&args.selection)?;
    let load = load(args)?;
    let keys: BTreeSet<String> = load.readable().map(|task| task.identity.key()).collect();
    if keys.is_empty() {
        return Ok(load.nothing_selected(&args.selection));
    }
    let path = |suite: &Suite| folder.join(format!("{}.yaml", suite.name));
    if let Some(there) = suites.iter().map(path).find(|path| path.exists()) {
        let message = format!("`{}` exists already", shown(&there));
        let help = ["name another folder, or remove the file".to_owned()];
        return Err(Diagnostic::error("file", message).with_help(help).into());
    }
    make_folder(folder)?;
    for suite in suites {
        let path = path(&suite);
        let text = suite.file(|identity| keys.contains(&identity.key()));
        ResultFile::at(&path)?.write_text(&text)?;
        output::message(&format!("wrote {}\n", shown(&path)));
    }
    Ok(Exit::Good)
}
