//! `--suite`: the suites inside the program.

use super::options::Args;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::result_file::{ResultFile, make_folder};
use crate::tester::suites::{SUITES, Suite};
use ataxx_core::diagnostic::Diagnostic;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The suites that the command line names.
fn named(args: &Args) -> Result<Vec<Suite>, Diagnostic> {
    args.suite.iter().map(|name| Suite::named(name)).collect()
}

/// The suites that the command line names, as paths.
pub fn paths(args: &Args) -> Result<Vec<PathBuf>, Diagnostic> {
    let suites = named(args)?;
    if let Some(subject) = args.settings().subject
        && let Some(suite) = suites.iter().find(|suite| !suite.tests.fits(&subject))
    {
        let (name, option) = (suite.name, suite.tests.option());
        let message = format!("the suite `{name}` is for another kind of program");
        let help = format!("it tests the program of `{option} CMD`");
        return Err(Diagnostic::error("suite", message).with_help([help]));
    }
    let paths = suites.iter().map(|suite| suite.source_name().into());
    Ok(paths.collect())
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: &'static str,
    scenarios: usize,
}

/// Lists the suites.
pub fn list(args: &Args) -> Result<Exit, Failure> {
    let all = SUITES.map(|suite| Listed {
        name: suite.name,
        title: suite.title(),
        scenarios: suite.names().count(),
    });
    let line = |one: &Listed| {
        let Listed {
            name,
            title,
            scenarios,
        } = one;
        format!("{name:<9} {scenarios:>3} scenarios  {title}\n")
    };
    args.json.print(&all, || all.iter().map(line).collect())?;
    Ok(Exit::Good)
}

/// Writes the suites that the command line names to a folder, each as `NAME.yaml`.
pub fn write(args: &Args, folder: &Path) -> Result<Exit, Failure> {
    let suites = named(args)?;
    let path = |suite: &Suite| folder.join(format!("{}.yaml", suite.name));
    if let Some(there) = suites.iter().map(path).find(|path| path.exists()) {
        let message = format!("`{}` exists already", super::files::shown(&there));
        let help = ["name another folder, or remove the file".to_owned()];
        return Err(Diagnostic::error("file", message).with_help(help).into());
    }
    make_folder(folder)?;
    for suite in suites {
        let path = path(&suite);
        ResultFile::at(&path)?.write_text(&suite.file())?;
        output::message(&format!("wrote {}\n", super::files::shown(&path)));
    }
    Ok(Exit::Good)
}
