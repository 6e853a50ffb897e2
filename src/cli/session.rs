//! The text session: from files, from a pipe, or at a terminal.

use super::disk::{Disk, Lines};
use super::exit::Exit;
use super::interrupt::{self, OnInterrupt, TOLD};
use super::output;
use ataxx::diagnostic::{Diagnostic, Source};
use ataxx::grammar::Dialect;
use ataxx::interpreter::{
    Flow, Interpreter, LineOfText, Output, Session, Settings, Transcript, without_reserved_words,
};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of commands, carried out in order; `-` is standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The course document to follow.
    #[arg(long, value_name = "YEAR", default_value = "2022")]
    dialect: DialectName,
    /// Stop at the first error, with exit status 1.
    #[arg(long)]
    strict: bool,
    /// Echo each command as a comment, with the time it took.
    #[arg(long)]
    log: bool,
    /// Open the graphical interface (not in this build: exit status 2).
    #[arg(long)]
    display: bool,
    /// How long an AI without a seed thinks about a move, at most 9.
    #[arg(long, value_name = "SECONDS", default_value = "0.3", value_parser = seconds)]
    move_time: Duration,
    /// How many positions an AI looks at for a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many threads an AI without a seed thinks with.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DialectName {
    #[value(name = "2008")]
    Fall2008,
    #[value(name = "2016")]
    Fall2016,
    #[value(name = "2022")]
    Spring2022,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Fall2008 => Self::Fall2008,
            DialectName::Fall2016 => Self::Fall2016,
            DialectName::Spring2022 => Self::Spring2022,
        }
    }
}

/// A number of seconds, at most what an AI may take.
fn seconds(text: &str) -> Result<Duration, String> {
    let longest = Settings::LONGEST;
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| *time <= longest)
        .ok_or_else(|| {
            format!(
                "expected a number of seconds from 0 to {}",
                longest.as_secs()
            )
        })
}

pub fn run(args: &Args) -> Exit {
    if args.display {
        output::message("error: this build has no graphical interface\n");
        return Exit::Usage;
    }
    let settings = Settings {
        move_time: args.move_time,
        nodes: args.nodes,
        threads: args.threads,
        entropy: RandomState::new().hash_one(0),
    };
    let session = Session::new(args.dialect.into(), settings);
    let mut interpreter = Interpreter::new(session, &Disk, &TOLD);
    let mut face = Plain::new(args);
    interrupt::settle(OnInterrupt::Leave);
    let stdin = PathBuf::from("-");
    let files = if args.files.is_empty() {
        std::slice::from_ref(&stdin)
    } else {
        &args.files
    };
    for file in files {
        let flow = if *file == stdin {
            face.read_stream(&mut interpreter, io::stdin().lock())
        } else {
            let name = file.to_string_lossy();
            let flow = interpreter.file(&name, &mut |session, output| face.show(session, output));
            match flow {
                Ok(flow) => flow,
                Err(error) => {
                    output::complain(&error.diagnostic(&name));
                    return Exit::Usage;
                }
            }
        };
        if flow != Flow::GoOn {
            break;
        }
    }
    if face.failed {
        Exit::Failed
    } else {
        Exit::Good
    }
}

/// The face without a person: announcements to stdout, errors to stderr.
struct Plain {
    transcript: Transcript,
    strict: bool,
    log: bool,
    /// When the commands at hand began: more than one while a file is loaded.
    begun: Vec<Instant>,
    failed: bool,
}

impl Plain {
    fn new(args: &Args) -> Self {
        Self {
            transcript: Transcript::new(args.dialect.into()),
            strict: args.strict,
            log: args.log,
            begun: Vec::new(),
            failed: false,
        }
    }

    fn read_stream(&mut self, interpreter: &mut Interpreter, stream: impl io::BufRead) -> Flow {
        const NAME: &str = "<stdin>";
        for line in Lines::of(stream) {
            // A stream that cannot be read is at its end.
            let Ok(line) = line else { break };
            let flow = if line.cut && !line.text.contains('#') {
                let source = Source {
                    name: Some(NAME.to_owned()),
                    first_line: line.number,
                    text: line.text,
                };
                let error = Diagnostic::error("line-too-long", "this line is too long")
                    .at(0..0)
                    .with_source(source);
                self.refuse(&error)
            } else {
                let line = LineOfText {
                    source: Some(NAME),
                    number: line.number,
                    text: &line.text,
                };
                interpreter.line(line, &mut |session, output| self.show(session, output))
            };
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    fn show(&mut self, _: &Session, output: Output) -> Flow {
        match output {
            Output::Begun(_) => self.begun.push(Instant::now()),
            Output::Event(event) => {
                if let Some(warning) = self.transcript.warning(&event) {
                    output::message(&format!("warning: {warning}\n"));
                }
                if let Some(text) = self.transcript.announcement(&event)
                    && output::data(&text).is_err()
                {
                    return Flow::End;
                }
            }
            Output::Refused(diagnostic) => return self.refuse(&diagnostic),
            Output::Done(line) => {
                let begun = self.begun.pop();
                if let Some(begun) = begun.filter(|_| self.log) {
                    let seconds = begun.elapsed().as_secs_f64();
                    let text = format!("# {}  ({seconds:.3} s)\n", line.text.trim());
                    if output::data(&without_reserved_words(&text)).is_err() {
                        return Flow::End;
                    }
                }
            }
        }
        Flow::GoOn
    }

    fn refuse(&mut self, diagnostic: &Diagnostic) -> Flow {
        output::complain(diagnostic);
        if self.strict {
            self.failed = true;
            return Flow::End;
        }
        Flow::GoOn
    }
}
