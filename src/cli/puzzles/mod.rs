//! `ataxx puzzles`: selecting, printing and proving them.

mod play;

use super::arguments::{Json, values};
use super::exit::{EarlyExit, Exit, check_interrupt, usage};
use super::input::{self, source};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use super::result_file::{ResultFile, Target, make_folder, write_each};
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::presentation::{Side, aligned};
use ataxx_core::puzzles::{self, Difficulty, Numbered, Proof, Puzzle, PuzzleKind, certify};
use ataxx_core::solver::Budget;
use clap::builder::TypedValueParser;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::{fmt, iter};

/// List, play and print puzzles with one right answer.
///
/// A puzzle is a position with one right move, as the solver has proved. `win-2` and `win-3`: the
/// only move that forces a win in two or three turns. `hold-2` and `hold-3`: the only move after
/// which the opponent cannot force a win in two or three turns.
///
/// The puzzles are those inside the program, or those of a file (--set). Without another option a
/// table of the selected puzzles is printed.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("json", |json| json.help(
        "Print the selected puzzles as a JSON array of objects with `number`, `position`, \
         `rules`, `kind`, `answer` and `difficulty`, with --check or --certificates also `proved`"
    ))
)]
pub struct Args {
    /// Read the puzzles from a file; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Selection")]
    selection: Selection,
    #[command(flatten, next_help_heading = "What to do")]
    task: Task,
    #[command(flatten)]
    json: Json,
}

/// Which puzzles.
#[derive(Debug, clap::Args)]
struct Selection {
    /// Only this kind; repeatable.
    #[arg(long, value_name = "KIND", value_parser = values::choice(PuzzleKind::ALL, PuzzleKind::name))]
    kind: Vec<PuzzleKind>,
    /// Only this difficulty; repeatable.
    #[arg(
        long,
        value_name = "DIFFICULTY",
        value_parser = values::choice(Difficulty::ALL, Difficulty::name),
    )]
    difficulty: Vec<Difficulty>,
    /// Only puzzles under these rules: a name, or a name with settings.
    #[arg(long, value_name = "RULES", ignore_case = true, value_parser = values::RulesText)]
    rules: Option<Rules>,
    /// Only the puzzle with this number in its set; repeatable.
    #[arg(long, value_name = "N", value_parser = TypedValueParser::try_map(clap::value_parser!(u64).range(1..), usize::try_from))]
    number: Vec<usize>,
    /// Only the first N of each kind and difficulty.
    #[arg(long = "of-each", value_name = "N")]
    each: Option<usize>,
}

impl Selection {
    fn of(&self, puzzles: Vec<Puzzle>) -> Vec<Numbered> {
        let is_in = |(number, puzzle): &Numbered| {
            (self.kind.is_empty() || self.kind.contains(&puzzle.kind))
                && (self.difficulty.is_empty() || self.difficulty.contains(&puzzle.difficulty))
                && self.rules.is_none_or(|rules| rules == puzzle.rules)
                && (self.number.is_empty() || self.number.contains(number))
        };
        let selected = (1..).zip(puzzles).filter(is_in).collect();
        match self.each {
            Some(most) => puzzles::some_of_each(selected, most),
            None => selected,
        }
    }
}

/// What is done with them.
#[derive(Debug, clap::Args)]
struct Task {
    /// Play them: stdin has moves, `hint`, `answer`, `board`, `skip` or `quit`; the program plays
    /// the best defence.
    #[arg(long)]
    play: bool,
    /// Prove each again, with certificates that are checked as by `ataxx verify`.
    #[arg(long)]
    check: bool,
    /// Write these certificates to a folder, with a subfolder for each puzzle.
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    /// Write scenarios for `ataxx test`, in which an AI has to find the answers.
    #[arg(long, value_name = "FILE")]
    scenarios: Option<PathBuf>,
    /// Write a page to print, with the answers on a separate sheet.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let task = &args.task;
    let is_stdin = args.set.as_deref() == Some(Path::new("-"));
    if task.play && is_stdin {
        return Err(usage("the puzzles and the play cannot both come from standard input").into());
    }
    // Before the work, so that an unwritable file is reported at once.
    let target = |path: &Option<PathBuf>| path.as_deref().map(Target::at).transpose();
    let scenarios = target(&task.scenarios)?;
    let html = target(&task.html)?;
    let targets = [&scenarios, &html].into_iter().flatten();
    if targets.filter(|target| target.is_stdout()).count()
        + usize::from(args.json.wanted)
        + usize::from(task.play)
        > 1
    {
        return Err(usage("two results cannot both go to standard output").into());
    }
    let is_proved = task.check || task.certificates.is_some();
    interrupt::settle(if is_proved || task.play {
        OnInterrupt::FinishThenLeave
    } else {
        OnInterrupt::Leave
    });
    let selected = args.selection.of(args.puzzles()?);
    let writes = scenarios.is_some() || html.is_some();
    let (mut written, mut printed) = (Vec::new(), Ok(()));
    for (target, text) in [
        (
            scenarios,
            &(|| puzzles::scenarios(&selected)) as &dyn Fn() -> String,
        ),
        (html, &|| puzzles::sheet(&selected)),
    ] {
        match target {
            Some(Target::Stdout) => printed = output::data(&text()),
            Some(Target::File(file)) => written.push(file.write_text(&text())),
            None => {}
        }
    }
    write_each(written)?;
    let is_shown = writes || task.play || args.json.wanted;
    if !is_proved && !is_shown {
        printed = output::data(&table(&selected));
    }
    let proved = if is_proved && !selected.is_empty() && !INTERRUPT.is_requested() {
        Some(prove(&selected, task.certificates.as_deref())?)
    } else {
        None
    };
    if args.json.wanted {
        let proved = proved.iter().flat_map(|proved| &proved.puzzles);
        let proved = proved.copied().map(Some).chain(iter::repeat(None));
        let listed = selected.iter().zip(proved);
        let listed = listed.map(|(&numbered, proved)| ListedPuzzle::of(numbered, proved));
        printed = printed.and(output::json(&listed.collect::<Vec<_>>()));
    }
    check_interrupt()?;
    if selected.is_empty() {
        output::message("no puzzle was selected\n");
        return Exit::NothingSelected.after(printed);
    }
    if let Some(proved) = proved {
        if !args.json.wanted {
            printed = printed.and_then(|()| output::data(&format!("{proved}\n")));
        }
        if proved.exit() != Exit::Good {
            return proved.exit().after(printed);
        }
    }
    if task.play && printed.is_ok() {
        play::run(&selected)?;
    }
    Exit::Good.after(printed)
}

impl Args {
    fn puzzles(&self) -> Result<Vec<Puzzle>, Diagnostic> {
        let Some(path) = &self.set else {
            return Ok(puzzles::built_in().to_vec());
        };
        let (name, text) = input::text_of(path)?;
        puzzles::read(&text)
            .map_err(|error| Diagnostic::from(error).with_source(source(&name, &text)))
    }
}

/// The numbers of puzzles by kind and difficulty.
fn table(puzzles: &[Numbered]) -> String {
    let count = |kind, difficulty| {
        let is = |(_, puzzle): &&Numbered| (puzzle.kind, puzzle.difficulty) == (kind, difficulty);
        puzzles.iter().filter(is).count().to_string()
    };
    let row = |kind: &str, cells: [String; 3], task: &str| {
        let (first, last) = ([kind.to_owned()], [task.to_owned()]);
        first.into_iter().chain(cells).chain(last).collect()
    };
    let head = Difficulty::ALL.map(|difficulty| difficulty.to_string());
    let mut rows: Vec<Vec<String>> = vec![row("kind", head, "task")];
    for kind in PuzzleKind::ALL {
        let counts = Difficulty::ALL.map(|difficulty| count(kind, difficulty));
        rows.push(row(kind.name(), counts, kind.title()));
    }
    let sides = [
        Side::Left,
        Side::Right,
        Side::Right,
        Side::Right,
        Side::Left,
    ];
    let total = text::counted(puzzles.len(), "puzzle");
    format!("{}\n{total}\n", aligned(&rows, &sides))
}

/// A puzzle in JSON.
#[derive(Serialize)]
struct ListedPuzzle {
    number: usize,
    position: String,
    rules: String,
    kind: &'static str,
    answer: String,
    difficulty: &'static str,
    /// With --check: whether it is proved again.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
}

impl ListedPuzzle {
    fn of((number, puzzle): Numbered, proved: Option<bool>) -> Self {
        Self {
            number,
            position: puzzle.position.to_string(),
            rules: puzzle.rules.to_string(),
            kind: puzzle.kind.name(),
            answer: BerkeleyMove::of(puzzle.answer, &puzzle.position).to_string(),
            difficulty: puzzle.difficulty.name(),
            proved,
        }
    }
}

/// Which of some puzzles are proved; those before Ctrl-C.
struct Proved {
    /// For each puzzle whether it is.
    puzzles: Vec<bool>,
    certificates: usize,
}

impl Proved {
    fn exit(&self) -> Exit {
        Exit::good_if(self.puzzles.iter().all(|&proved| proved))
    }
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proved = self.puzzles.iter().filter(|&&proved| proved).count();
        let proved = text::counted(proved, "puzzle");
        let verified = text::counted(self.certificates, "certificate");
        write!(f, "{proved} proved, with {verified}")
    }
}

/// Proves the puzzles, and writes their certificates if there is a folder for them.
fn prove(puzzles: &[Numbered], folder: Option<&Path>) -> Result<Proved, EarlyExit> {
    let progress = Progress::bar(puzzles.len() as u64);
    let budget = Budget {
        nodes: None,
        may_continue: &|| !INTERRUPT.is_requested(),
    };
    let mut proved = Proved {
        puzzles: Vec::new(),
        certificates: 0,
    };
    for (number, puzzle) in puzzles {
        let proofs = certify(puzzle, &budget);
        if proofs.is_err() && INTERRUPT.is_requested() {
            break;
        }
        proved.puzzles.push(proofs.is_ok());
        match proofs {
            Ok(proofs) => {
                proved.certificates += proofs.len();
                if let Some(folder) = folder {
                    write_certificates(&folder.join(format!("{number:03}")), &proofs)?;
                }
            }
            Err(reason) => {
                let message = format!("puzzle {number} is not proved: {reason}");
                progress.aside(|| output::report(&Diagnostic::error("puzzle", message)));
            }
        }
        progress.advance(1);
    }
    Ok(proved)
}

/// Writes the certificates of a puzzle.
fn write_certificates(folder: &Path, proofs: &[Proof]) -> Result<(), Diagnostic> {
    make_folder(folder)?;
    for proof in proofs {
        let path = folder.join(format!("{}.certificate", proof.name));
        ResultFile::at(&path)?.write_text(&proof.certificate)?;
    }
    Ok(())
}
