//! The report formats of `ataxx test`: a line in a list for each.

use ataxx_core::diagnostic::{Diagnostic, Look, nearest};
use ataxx_testing::grading::{
    Classroom50, CodeGrade, Gradescope, PrairieLearn, SubmissionIdentity, class_page, grade,
    student_pages,
};
use ataxx_testing::report::{
    Csv, Details, Github, Html, Human, Json, JsonLines, Junit, ProgramResults, Reporter, Rerun,
};
use ataxx_testing::runner::detection::Detection;
use ataxx_testing::runner::detection_formats;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::env;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

/// A report format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name in `--format` and `--report`.
    pub name: &'static str,
    /// Its text in `--help`, if `--format` takes it.
    help: Option<&'static str>,
    /// Whether `--report` takes it.
    is_for_files: bool,
    /// The report of a run.
    run: Option<RunFormat>,
    /// The report of a class.
    pub class: Option<ClassFormat>,
    /// The report of the faults that scenarios detect.
    pub faults: Option<FaultsFormat>,
}

/// How the report of a run is written.
type RunFormat = fn(&Style) -> Box<dyn Reporter>;

/// How the report of the faults that scenarios detect is written.
type FaultsFormat = fn(&Detection) -> io::Result<String>;

/// How the report of a run looks.
#[derive(Clone, Debug)]
pub struct Style {
    pub look: Look,
    pub rerun: Rerun,
    pub details: Details,
}

/// The files of a folder for students, each with its name and text.
pub type StudentFiles = fn(&[ProgramResults]) -> Vec<(String, String)>;

/// How the report of a class is written.
#[derive(Clone, Copy, Debug)]
pub enum ClassFormat {
    File(fn(&[ProgramResults]) -> io::Result<String>),
    /// A folder of files for students, each with its name and text.
    Folder(StudentFiles),
}

impl Format {
    /// A format of runs, for files only.
    const OF_RUNS: Self = Self {
        name: "",
        help: None,
        is_for_files: true,
        run: None,
        class: None,
        faults: None,
    };

    pub const HUMAN: Self = Self {
        name: "human",
        help: Some("Text for people: short on success, failures in full"),
        run: Some(|style| Box::new(Human::new(style.look, style.rerun.clone(), style.details))),
        ..Self::OF_RUNS
    };

    pub const JSON: Self = Self {
        name: "json",
        help: Some("One JSON object at the end"),
        run: Some(|_| Box::new(Json::default())),
        class: Some(ClassFormat::File(|class| {
            grade::json(&grade::grades(class))
        })),
        faults: Some(|found| Ok(detection_formats::json(found)?)),
        ..Self::OF_RUNS
    };

    /// All formats, as help lists them.
    const ALL: [Self; 12] = [
        Self::HUMAN,
        Self::JSON,
        Self {
            name: "jsonl",
            help: Some("One line of JSON for each scenario as it ends, and one for the summary"),
            run: Some(|_| Box::new(JsonLines)),
            ..Self::OF_RUNS
        },
        Self {
            name: "github",
            help: Some("Annotations for GitHub workflows"),
            is_for_files: false,
            run: Some(|_| Box::new(Github)),
            ..Self::OF_RUNS
        },
        Self {
            name: "csv",
            run: Some(|_| Box::new(Csv)),
            class: Some(ClassFormat::File(|class| {
                Ok(grade::csv(&grade::grades(class)))
            })),
            faults: Some(|found| Ok(detection_formats::csv(found))),
            ..Self::OF_RUNS
        },
        Self {
            name: "classroom50",
            run: Some(|style| {
                let identity = SubmissionIdentity::of_environment(|name| env::var(name).ok());
                Box::new(Classroom50::new(style.rerun.clone(), identity))
            }),
            ..Self::OF_RUNS
        },
        Self {
            name: "codegrade",
            run: Some(|style| Box::new(CodeGrade::new(style.rerun.clone()))),
            ..Self::OF_RUNS
        },
        Self {
            name: "prairielearn",
            run: Some(|style| Box::new(PrairieLearn::new(style.rerun.clone()))),
            ..Self::OF_RUNS
        },
        Self {
            name: "gradescope",
            run: Some(|style| Box::new(Gradescope::new(style.rerun.clone()))),
            ..Self::OF_RUNS
        },
        Self {
            name: "html",
            run: Some(|style| Box::new(Html::new(style.rerun.clone()))),
            class: Some(ClassFormat::File(|class| Ok(class_page(class)))),
            faults: Some(|found| Ok(detection_formats::page(found))),
            ..Self::OF_RUNS
        },
        Self {
            name: "junit",
            run: Some(|style| Box::new(Junit::new(style.rerun.clone()))),
            class: Some(ClassFormat::File(|class| Ok(Junit::of_class(class)))),
            ..Self::OF_RUNS
        },
        Self {
            name: "pages",
            class: Some(ClassFormat::Folder(student_pages)),
            ..Self::OF_RUNS
        },
    ];

    /// A reporter of this format; `None` where it is only for a class.
    pub fn reporter(self, style: &Style) -> Option<Box<dyn Reporter>> {
        self.run.map(|new| new(style))
    }

    /// The format, if it is one of the two in which `what`, points or detected faults, is printed.
    pub fn for_people_or_json(self, what: &str) -> Result<Self, Diagnostic> {
        if self == Self::HUMAN || self == Self::JSON {
            return Ok(self);
        }
        let message = format!("{what} are printed with `--format human` or `--format json`");
        Err(Diagnostic::error("format", message))
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        static ON_STDOUT: LazyLock<Vec<Format>> = LazyLock::new(|| {
            let all = Format::ALL.into_iter();
            all.filter(|format| format.help.is_some()).collect()
        });
        &ON_STDOUT
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = self.help?;
        Some(PossibleValue::new(self.name).help(help))
    }
}

/// A report file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo {
    pub format: Format,
    pub path: PathBuf,
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((kind, path)) = text.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err("expected a kind and a file, like junit=FILE".to_owned());
        };
        let known = Format::ALL.into_iter().filter(|format| format.is_for_files);
        let Some(format) = known.clone().find(|format| format.name == kind) else {
            let mut names: Vec<&str> = known.map(|format| format.name).collect();
            names.sort_unstable();
            let near = nearest(kind, names.iter().copied())
                .map_or_else(String::new, |near| format!("; did you mean {near}?"));
            let all = names.join(", ");
            return Err(format!("expected a kind of report ({all}){near}"));
        };
        Ok(Self {
            format,
            path: path.into(),
        })
    }
}
