//! The points and further tags of scripts, in a file `points.yaml` beside them.
//!
//! ```yaml
//! points: 1                # of each script of the folder
//! tags: [project-2]
//! scripts:
//!   undo: 2
//!   duel: { points: 3, tags: [late], visibility: hidden, hint: read section 4 }
//! ```

use crate::report::{SourceText, Visibility};
use crate::scenario::syntax::value::Text;
use crate::scenario::syntax::{Decoder, Node, NodeKind, parsed};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The name of such a file.
pub const POINTS: &str = "points.yaml";

/// The points and tags of the scripts in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Points {
    of_each: Grading,
    scripts: BTreeMap<String, Grading>,
}

/// The points and tags of a script, and what students see of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grading {
    pub points: Option<u32>,
    pub tags: Vec<String>,
    pub visibility: Option<Visibility>,
    pub hint: Option<String>,
}

/// A file as it is written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawFile {
    points: Option<u32>,
    tags: Vec<Text>,
    visibility: Option<Text>,
    hint: Option<Text>,
    #[allow(clippy::zero_sized_map_values)] // the entries are read one by one
    scripts: BTreeMap<String, IgnoredAny>,
}

/// The entry of a script as it is written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawEntry {
    points: Option<u32>,
    tags: Vec<Text>,
    visibility: Option<Text>,
    hint: Option<Text>,
}

impl Points {
    /// Reads a file. `names` are the scripts beside it, if they are known.
    pub fn read(source: &SourceText, names: Option<&[String]>) -> Result<Self, Vec<Diagnostic>> {
        let mut decoder = Decoder::of(source.clone());
        let mut read = Self::default();
        if let Some(root) = parsed(source, &mut decoder) {
            let file: RawFile = decoder.fields(&root);
            let of_each = RawEntry {
                points: file.points,
                tags: file.tags,
                visibility: file.visibility,
                hint: file.hint,
            };
            read.of_each = Grading::of(of_each, &root, &mut decoder);
            for name in file.scripts.keys() {
                let entry = root.get("scripts").and_then(|scripts| scripts.entry(name));
                let Some((key, node)) = entry else { continue };
                if let Some(unknown) = names.and_then(|names| no_script(name, names)) {
                    decoder.wrong(key.span.clone(), unknown);
                }
                let grading = Grading::read(node, &mut decoder);
                read.scripts.insert(name.clone(), grading);
            }
        }
        match decoder.count() {
            0 => Ok(read),
            _ => Err(decoder.into_errors()),
        }
    }

    /// No points, of scripts that students do not see.
    pub fn hidden() -> Self {
        Self {
            of_each: Grading {
                visibility: Some(Visibility::Hidden),
                ..Grading::default()
            },
            scripts: BTreeMap::new(),
        }
    }

    /// The points and tags of a script: its own, or else those of each.
    pub fn of(&self, name: &str) -> Grading {
        let own = self.scripts.get(name).cloned().unwrap_or_default();
        let of_each = self.of_each.clone();
        Grading {
            points: own.points.or(of_each.points),
            tags: [of_each.tags, own.tags].concat(),
            visibility: own.visibility.or(of_each.visibility),
            hint: own.hint.or(of_each.hint),
        }
    }
}

impl Grading {
    fn of(raw: RawEntry, node: &Node, decoder: &mut Decoder) -> Self {
        decoder.refuse_without_value(
            node,
            &[
                ("visibility", "visible, after-due-date or hidden"),
                ("hint", "a text"),
            ],
        );
        let visibility = raw.visibility.and_then(|name| {
            let value = node.get("visibility").unwrap_or(node);
            decoder.named(&name, value, "a visibility", &Visibility::NAMES)
        });
        Self {
            points: raw.points,
            tags: raw.tags.into_iter().map(|Text(tag)| tag).collect(),
            visibility,
            hint: decoder.hint(raw.hint, node),
        }
    }

    /// Reads points alone, or points and tags.
    fn read(node: &Node, decoder: &mut Decoder) -> Self {
        if matches!(node.kind, NodeKind::Mapping(_)) {
            let entry: RawEntry = decoder.fields(node);
            return Self::of(entry, node, decoder);
        }
        Self {
            points: decoder.one(node),
            ..Self::default()
        }
    }
}

/// Checks a file of points against the names of the scripts beside it.
pub fn check_points(source: &SourceText, names: &[String]) -> Result<(), Vec<Diagnostic>> {
    Points::read(source, Some(names)).map(|_| ())
}

/// The error of a name that no script has.
fn no_script(name: &str, names: &[String]) -> Option<Diagnostic> {
    if names.iter().any(|known| known == name) {
        return None;
    }
    let message = format!("there is no script `{name}` beside this file");
    let near = nearest(name, names.iter().map(String::as_str));
    let help = near.map(|near| format!("did you mean `{near}`?"));
    Some(Diagnostic::error("unknown-script", message).with_help(help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::diagnostic::{Look, render};

    fn errors(text: &str) -> String {
        let names = ["undo".to_owned(), "duel".to_owned()];
        let source = SourceText::new(POINTS, text);
        let errors = check_points(&source, &names).expect_err("errors");
        errors.iter().map(|it| render(it, Look::Plain)).collect()
    }

    #[test]
    fn points_and_tags_are_those_of_the_folder_and_of_the_script() {
        let text = "points: 2\ntags: [p2]\nscripts:\n  undo: 5\n  duel: { tags: [late, 3] }\n";
        let points = Points::read(&SourceText::new(POINTS, text), None).expect("points");
        let undo = points.of("undo");
        assert_eq!((undo.points, undo.tags), (Some(5), vec!["p2".to_owned()]));
        assert_eq!(points.of("duel").points, Some(2));
        assert_eq!(points.of("duel").tags, ["p2", "late", "3"]);
        assert_eq!(points.of("other").points, Some(2));
        assert_eq!(Points::default().of("other").points, None);
    }

    #[test]
    fn every_mistake_is_shown_at_its_place() {
        insta::assert_snapshot!(errors("point: 2\nscripts:\n  undo: many\n  dual: 1\n  duel: { tag: [a] }\n"), @"
        error: unknown key `point`
         --> points.yaml:1:1
          |
        1 | point: 2
          | ^^^^^
          |
          = help: did you mean `points`?
        error: expected a whole number that is not negative, found `many`
         --> points.yaml:3:9
          |
        3 |   undo: many
          |         ^^^^
        error: there is no script `dual` beside this file
         --> points.yaml:4:3
          |
        4 |   dual: 1
          |   ^^^^
          |
          = help: did you mean `duel`?
        error: unknown key `tag`
         --> points.yaml:5:11
          |
        5 |   duel: { tag: [a] }
          |           ^^^
          |
          = help: did you mean `tags`?
        ");
        assert!(errors("scripts: [undo]\n").contains("expected keys and values, found a list"));
        let empty = errors("hint:\nscripts:\n  undo: { visibility: , hint: '' }\n");
        assert!(
            empty.contains("`hint` has no value: expected a text"),
            "{empty}"
        );
        assert!(empty.contains("`visibility` has no value"), "{empty}");
        assert!(
            empty.contains("expected a hint, found an empty text"),
            "{empty}"
        );
        assert!(errors("scripts:\n  undo: -1\n").contains("that is not negative, found `-1`"));
    }
}
