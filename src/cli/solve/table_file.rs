//! The file of `--table`.

use super::{Args, Limits, Query, SolveResult};
use crate::cli::result_file::ResultFile;
use ataxx_core::board::Position;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::solver::{InvalidTable, Solution, Solver};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The number of nodes after which the table is written for the first time. The second time
/// comes after twice as many, and so on.
const FIRST_NODES: u64 = 1 << 26;

/// A file that holds the table of a search, to go on with it later.
pub struct TableFile {
    path: PathBuf,
    position: Position,
}

impl TableFile {
    /// Reads the table, if the file exists. The solver keeps its table from here on.
    pub fn open(path: &Path, solver: &mut Solver, position: &Position) -> Result<Self, Diagnostic> {
        ResultFile::at(path)?;
        solver.keep_table();
        let read = match File::open(path) {
            Ok(file) if file.metadata().is_ok_and(|there| there.is_file()) => {
                solver.read_table(position, &mut BufReader::new(file))
            }
            Ok(_) => Err(InvalidTable::Format),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error.into()),
        };
        read.map_err(|reason| {
            let name = path.to_string_lossy();
            let message = format!("`{}` cannot be used: {reason}", text::visible(&name));
            let is_too_big = matches!(reason, InvalidTable::TooBig { .. });
            let help = is_too_big.then(|| "a greater `--hash` keeps them all".to_owned());
            Diagnostic::error("table", message).with_help(help)
        })?;
        Ok(Self {
            path: path.to_owned(),
            position: *position,
        })
    }

    fn save(&self, solver: &Solver) -> Result<(), Diagnostic> {
        ResultFile::at(&self.path)?.keep(|out| solver.write_table(&self.position, out))
    }
}

impl Args {
    /// Solves in pieces, each with twice the nodes of the one before, and writes the table after
    /// each.
    pub(super) fn solve_with(
        &self,
        table: &TableFile,
        solver: &mut Solver,
        asked: &Query,
        limits: &mut Limits,
    ) -> Result<(Solution, SolveResult), Diagnostic> {
        let begun = Instant::now();
        let most = limits.nodes.unwrap_or(u64::MAX);
        let (mut nodes, mut piece) = (0, FIRST_NODES);
        loop {
            let limit = piece.min(most.saturating_sub(nodes));
            limits.nodes = Some(limit);
            let (mut solution, _) = self.solve(solver, asked, limits);
            nodes += solution.nodes;
            table.save(solver)?;
            if solution.nodes < limit || nodes >= most || !limits.allow_more() {
                solution.nodes = nodes;
                let answer = SolveResult::of(&solution, asked, begun.elapsed());
                return Ok((solution, answer));
            }
            piece *= 2;
        }
    }
}
