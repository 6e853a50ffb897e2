//! `ataxx tables`: tables of small boards are built, checked and listed; and their use by the engine
//! and the solver.

pub mod build;

use super::arguments::{Json, Threads};
use super::exit::{EarlyExit, Exit, check_interrupt, nothing_selected};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::{input, output};
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::presentation::{Side, aligned};
use ataxx_core::solver::{KnownValues, Verdict, use_known_values};
use ataxx_tables::{
    Invalid, LayerFile, Table, TableError, Tables, Verified, VerifyOptions, verify,
};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Build, check and list tables: the value of every position of a small board.
///
/// `solve --exact`, `analyze`, the engine and the page look positions up in the tables of the folder
/// that `--tables` or the environment variable `ATAXX_TABLES` names.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Build(build::Args),
    Verify(VerifyArgs),
    Info(InfoArgs),
}

/// Check every value of the tables in a folder.
///
/// All values are computed anew, by a program that shares nothing with the builder but the form of the
/// files. This takes four bytes of memory for each position of a layer, of which a symmetry makes many
/// equal, and up to sixty times as long as building.
#[derive(Debug, clap::Args)]
struct VerifyArgs {
    /// The folder of tables.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Check this number of values of each layer instead, and as many with fewer jumps left, by those of
    /// their moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    json: Json,
}

/// List the tables in a folder, with their counts and sizes.
#[derive(Debug, clap::Args)]
struct InfoArgs {
    /// The folder of tables.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    json: Json,
}

/// The tables that a command looks positions up in.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct TablesOption {
    /// Look positions of small boards up in the tables of this folder, which `ataxx tables build`
    /// makes [default: that of `ATAXX_TABLES`].
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

impl TablesOption {
    /// Those of the environment.
    pub const NONE: Self = Self { tables: None };
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Verify(args) => check(args),
        Command::Info(args) => info(args),
    }
}

/// Lets the engine and the solver use the tables in this folder, or in that of the environment.
pub fn use_tables(option: Option<&Path>) -> Result<(), Diagnostic> {
    let of_environment = std::env::var_os("ATAXX_TABLES").filter(|name| !name.is_empty());
    let of_environment = of_environment.map(PathBuf::from);
    if let Some(folder) = option.or(of_environment.as_deref()) {
        use_known_values(Box::new(Consulted {
            tables: open(folder)?,
            has_failed: AtomicBool::new(false),
        }));
    }
    Ok(())
}

/// Tables that the engine and the solver ask. Where one cannot be read, they go on without it.
struct Consulted {
    tables: Tables,
    has_failed: AtomicBool,
}

impl KnownValues for Consulted {
    fn moves(&self, position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>> {
        match self.tables.moves(position, rules) {
            Ok(moves) => moves,
            Err(error) => {
                if !self.has_failed.swap(true, Ordering::Relaxed) {
                    let message = format!("{error}; positions are searched instead");
                    output::report_masked(&Diagnostic::warning("tables", message));
                }
                None
            }
        }
    }
}

/// Refuses a folder that is not there.
fn check_folder(folder: &Path) -> Result<(), Diagnostic> {
    if folder.is_dir() {
        return Ok(());
    }
    let message = format!("there is no folder `{}`", input::name(folder));
    Err(Diagnostic::error("tables", message))
}

/// Opens the tables of a folder, of which there must be one. Others are not used, with a warning.
fn open(folder: &Path) -> Result<Tables, Diagnostic> {
    check_folder(folder)?;
    let tables = Tables::open(folder).map_err(|error| refused(&error))?;
    if tables.tables().next().is_none() {
        if let Some(error) = tables.refused().first() {
            return Err(refused(error));
        }
        let name = input::name(folder);
        let message = format!("there is no table in `{name}`");
        let help = format!("`ataxx tables build 3x5 --folder {name}` makes one");
        return Err(Diagnostic::error("tables", message).with_help([help]));
    }
    for error in tables.refused() {
        let message = format!("{error}; this table is not used");
        output::report(&Diagnostic::warning("tables", message));
    }
    Ok(tables)
}

fn refused(error: &TableError) -> Diagnostic {
    let refused = Diagnostic::error("tables", error.to_string());
    match error.reason {
        Invalid::Version => refused.with_help([
            "once its folder is removed, `ataxx tables build` makes the table anew".to_owned(),
        ]),
        _ => refused,
    }
}

/// A table, for people and programs.
#[derive(Serialize)]
struct Listed {
    table: String,
    layers: usize,
    #[serde(skip)]
    layers_of_board: usize,
    complete: bool,
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    bytes: u64,
}

impl Listed {
    fn of(table: &Table) -> Self {
        let sum = |of: fn(&LayerFile) -> u64| table.layers().map(of).sum();
        Self {
            table: table.name.clone(),
            layers: table.layers().count(),
            layers_of_board: table.layers_of_board(),
            complete: table.layers().count() == table.layers_of_board(),
            positions: sum(|layer| layer.head.counts.positions()),
            won: sum(|layer| layer.head.counts.won),
            lost: sum(|layer| layer.head.counts.lost),
            drawn: sum(|layer| layer.head.counts.drawn),
            bytes: sum(LayerFile::size),
        }
    }

    fn row(&self) -> Vec<String> {
        let layers = if self.complete {
            self.layers.to_string()
        } else {
            format!("{} of {}", self.layers, self.layers_of_board)
        };
        let counts = [self.won, self.lost, self.drawn, self.bytes].map(text::thousands);
        [self.table.clone(), layers]
            .into_iter()
            .chain(counts)
            .collect()
    }
}

fn info(args: &InfoArgs) -> Result<Exit, EarlyExit> {
    let tables = open(&args.folder)?;
    let listed: Vec<Listed> = tables.tables().map(Listed::of).collect();
    args.json.print(&listed, || {
        let head = ["table", "layers", "won", "lost", "drawn", "bytes"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(listed.iter().map(Listed::row));
        aligned(&rows, &[Side::Left, Side::Right])
    })?;
    Ok(Exit::Good)
}

/// A table that was checked.
#[derive(Serialize)]
struct Checked {
    table: String,
    layers: usize,
    layers_of_board: usize,
    values: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    seconds: f64,
}

fn check(args: &VerifyArgs) -> Result<Exit, EarlyExit> {
    check_folder(&args.folder)?;
    let tables = Tables::open(&args.folder).map_err(|error| refused(&error))?;
    for error in tables.refused() {
        output::report(&refused(error));
    }
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut checked = Vec::new();
    let progress = Progress::lines();
    for table in tables.tables() {
        let begun = Instant::now();
        let options = VerifyOptions {
            threads: args.threads.threads,
            sample: args.sample,
            proceed: &|pieces, round| {
                let pieces = text::counted(pieces, "piece");
                progress.show(&format!("{}: {pieces}, round {round}", table.name));
                !INTERRUPT.is_requested()
            },
        };
        let result = verify(table, &options);
        check_interrupt()?;
        let (verified, error) = match result {
            Ok(verified) => (verified.unwrap_or_default(), None),
            Err(error) => (Verified::default(), Some(error)),
        };
        checked.push(Checked {
            table: table.name.clone(),
            layers: verified.layers,
            layers_of_board: table.layers_of_board(),
            values: verified.values,
            error: error.as_ref().map(ToString::to_string),
            seconds: text::seconds(begun.elapsed()),
        });
    }
    drop(progress);
    if checked.is_empty() && tables.refused().is_empty() {
        return Ok(nothing_selected(format!(
            "there is no table in `{}`",
            input::name(&args.folder)
        )));
    }
    args.json
        .print(&checked, || checked.iter().map(Checked::line).collect())?;
    let is_right = checked.iter().all(|one| one.error.is_none());
    Ok(Exit::good_if(is_right && tables.refused().is_empty()))
}

impl Checked {
    fn line(&self) -> String {
        match &self.error {
            Some(error) => format!("WRONG  {}: {error}\n", self.table),
            None => format!(
                "ok     {}: {} of {}{}, {:.1} s\n",
                self.table,
                text::counted(usize::try_from(self.values).unwrap_or(usize::MAX), "value"),
                text::counted(self.layers, "layer"),
                if self.layers == self.layers_of_board {
                    String::new()
                } else {
                    format!(", and {} are missing", self.layers_of_board - self.layers)
                },
                self.seconds
            ),
        }
    }
}
