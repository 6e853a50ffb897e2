//! `ataxx merge --sprt`: the sequential test of a match that is played in parts.

use super::play::sprt;
use crate::cli::exit::{EarlyExit, Exit, usage};
use crate::cli::result_file::ResultFile;
use crate::cli::{input, output};
use ataxx_arena::report::DuelTest;
use ataxx_arena::{complete_pairs, merge};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use ataxx_core::stats::Verdict;
use std::fs;
use std::path::{Path, PathBuf};

/// Prints the state of the test of the match whose parts are in these folders, from the sum of their
/// pairs. A decision is written to `stop_file`, which ends the parts, and stays: pairs that end
/// later do not change it. The exit status is 1 while there is more to play.
pub fn decide(folders: &[PathBuf], stop_file: Option<&Path>) -> Result<Exit, EarlyExit> {
    let decided = stop_file.and_then(|file| fs::read_to_string(file).ok());
    if let Some(line) = decided.filter(|line| !line.is_empty()) {
        return Exit::Good.after(output::data(&line));
    }
    let merged = merge(folders).map_err(Diagnostic::from)?;
    if let Some(error) = merged.bad.into_iter().next() {
        return Err(Diagnostic::from(error).into());
    }
    let description = &merged.description;
    let test = sprt(description).ok_or_else(|| {
        let folder = folders
            .first()
            .map_or_else(String::new, |path| input::name(path));
        usage(format!(
            "the match in `{folder}` is played without `--sprt`"
        ))
    })?;
    let pairs = complete_pairs(&merged.games);
    let state = test.state(&pairs);
    let words = DuelTest::of(&test, state).in_words();
    let [ll, ld, dd, wd, ww] = pairs.0;
    let count = counted(pairs.count(), "pair");
    let line = format!("{count} ({ll}, {ld}, {dd}, {wd}, {ww}): {words}\n");
    let is_decided = state.verdict != Verdict::Undecided;
    if let Some(file) = stop_file.filter(|_| is_decided) {
        ResultFile::at(file)?.write_text(&line)?;
    }
    let planned = description.plan().map_or(0, |plan| plan.games().len());
    let is_over = is_decided || merged.games.len() >= planned;
    Exit::good_if(is_over).after(output::data(&line))
}
