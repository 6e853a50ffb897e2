//! The formats of reports.

use crate::tester::report::{
    Csv, Details, Github, Gradescope, Html, Human, Json, JsonLines, Junit, Reporter, Rerun, Tap,
};
use ataxx_core::diagnostic::{Look, nearest};
use std::path::PathBuf;
use std::str::FromStr;

/// The format of a report. Not all of them go to stdout, and not all into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people: short on success, failures in full.
    Human,
    /// One JSON object at the end.
    Json,
    /// One line of JSON for each scenario as it ends, and one for the summary.
    Jsonl,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Annotations for GitHub workflows.
    Github,
    #[value(skip)]
    Csv,
    #[value(skip)]
    Gradescope,
    #[value(skip)]
    Html,
    #[value(skip)]
    Junit,
    /// A folder with a page for each program of a class.
    #[value(skip)]
    Pages,
}

impl Format {
    /// The formats of files, with their names.
    const OF_FILES: [(&'static str, Self); 9] = [
        ("csv", Self::Csv),
        ("gradescope", Self::Gradescope),
        ("html", Self::Html),
        ("human", Self::Human),
        ("json", Self::Json),
        ("jsonl", Self::Jsonl),
        ("junit", Self::Junit),
        ("pages", Self::Pages),
        ("tap", Self::Tap),
    ];

    /// A reporter of this format; `None` where it is only for a class.
    pub fn reporter(self, look: Look, rerun: Rerun, details: Details) -> Option<Box<dyn Reporter>> {
        Some(match self {
            Self::Human => Box::new(Human::new(look, rerun, details)),
            Self::Json => Box::new(Json::default()),
            Self::Jsonl => Box::new(JsonLines),
            Self::Tap => Box::new(Tap::default()),
            Self::Github => Box::new(Github),
            Self::Csv => Box::new(Csv),
            Self::Html => Box::new(Html::new(rerun)),
            Self::Junit => Box::new(Junit::new(rerun)),
            Self::Gradescope => Box::new(Gradescope::new(rerun)),
            Self::Pages => return None,
        })
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
        let names = Format::OF_FILES.map(|(name, _)| name);
        let Some((kind, path)) = text.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err("expected a kind and a file, like junit=FILE".to_owned());
        };
        let mut known = Format::OF_FILES.into_iter();
        let Some((_, format)) = known.find(|(name, _)| *name == kind) else {
            let near = nearest(kind, names)
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
