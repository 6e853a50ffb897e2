//! The examples of the documentation against the real binary.
//!
//! Blocks marked `console` on these pages are run as they stand, and links lead somewhere.
//! After a change that is meant, `TRYCMD=overwrite cargo test --test commands docs` writes
//! the new output into them.

use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 9] = [
    "README.md",
    "docs/ANALYSTS.md",
    "docs/ENGINES.md",
    "docs/GRADING.md",
    "docs/MANUAL.md",
    "docs/MATCHES.md",
    "docs/PLAYERS.md",
    "docs/SCENARIOS.md",
    "docs/STUDENTS.md",
];
const EXAMPLES: &str = "docs/examples";

#[test]
fn examples_print_what_the_pages_show() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("ataxx", Path::new(env!("CARGO_BIN_EXE_ataxx")));
    cases.env("NO_COLOR", "1");
    for page in PAGES {
        cases.case(page);
    }
    cases.run();
}

/// A block of code: what stands behind its fence, and its text.
struct Block {
    info: String,
    text: String,
    /// The example file that a command named last.
    file: Option<String>,
}

/// The blocks of a page, also those inside lists.
fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{page}: {error}"));
    let mut blocks: Vec<Block> = Vec::new();
    let (mut inside, mut file) = (false, None);
    for line in text.lines() {
        if line.starts_with("$ ")
            && let Some(start) = line.find(EXAMPLES)
            && let Some(name) = line[start..].split_whitespace().next()
        {
            file = Some(name.to_owned());
        }
        match line.trim_start().strip_prefix("```") {
            Some(info) if !inside => {
                inside = true;
                blocks.push(Block {
                    info: info.to_owned(),
                    text: String::new(),
                    file: file.clone(),
                });
            }
            Some(_) => inside = false,
            None if inside => {
                let block = blocks.last_mut().expect("one has begun");
                block.text += line;
                block.text.push('\n');
                block.file.clone_from(&file);
            }
            None => {}
        }
    }
    assert!(!inside, "{page}: a block has no end");
    blocks
}

/// `trycmd` runs blocks that say nothing of themselves, and passes over programs it
/// does not know, so that a slip of the pen could hide an example from it.
#[test]
fn every_example_is_checked() {
    for page in PAGES {
        for block in blocks(page) {
            assert!(!block.info.is_empty(), "{page}: a block without a language");
            for line in block.text.lines().filter(|line| line.starts_with("$ ")) {
                assert_eq!(block.info, "console", "{page}: {line}");
                assert!(line.starts_with("$ ataxx "), "{page}: {line}");
            }
        }
    }
}

#[test]
fn every_example_file_is_used() {
    let files = fs::read_dir(EXAMPLES).expect("the folder of examples");
    let paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    let read = |path: &Path| fs::read_to_string(path).expect("an example");
    let pages = PAGES.map(|page| read(Path::new(page))).concat();
    let examples: String = paths.iter().map(|path| read(path)).collect();
    for path in &paths {
        let name = path.file_name().expect("a name").to_string_lossy();
        let on_a_page = pages.contains(&format!("{EXAMPLES}/{name}"));
        let loaded = examples.contains(&format!("load {name}"));
        assert!(on_a_page || loaded, "{name} is used nowhere");
    }
}

/// Where a page shows a file as well, after the words 'The file:', it shows all of it.
#[test]
fn files_shown_on_pages_are_the_example_files() {
    let mut shown = 0;
    for page in PAGES {
        let text = fs::read_to_string(page).expect("a page");
        let announced = text.matches("The file:\n\n```text\n").count();
        let copies = blocks(page).into_iter().filter(|block| {
            block.info == "text" && text.contains(&format!("The file:\n\n```text\n{}", block.text))
        });
        let copies: Vec<_> = copies.collect();
        assert_eq!(copies.len(), announced, "{page}");
        shown += announced;
        for block in copies {
            let file = block.file.expect("an example before it");
            let text = fs::read_to_string(&file).expect("an example");
            assert_eq!(block.text, text, "{page} shows {file}");
        }
    }
    assert!(shown > 0);
}

/// The name of a heading in links to it, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// The headings of a page, as links name them.
fn anchors(text: &str) -> Vec<String> {
    let mut inside = false;
    let headings = text.lines().filter_map(|line| {
        inside ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        (!inside && title.len() < line.len() && title.starts_with(' ')).then(|| anchor(title))
    });
    headings.collect()
}

/// What the links and pictures of a page lead to, other sites left out.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let ends = [("](", ')'), ("src=\"", '"')];
    ends.into_iter()
        .flat_map(|(start, end)| {
            let after = text.split(start).skip(1);
            after.filter_map(move |rest| rest.split(end).next())
        })
        .filter(|target| !target.contains("://") && !target.contains(char::is_whitespace))
}

/// The files that the site has, the pages and files of docs aside.
fn site_files() -> Vec<PathBuf> {
    let makefile = fs::read_to_string("Makefile").expect("the Makefile");
    let mut lines = makefile.lines();
    let files = lines.find_map(|line| line.strip_prefix("SITE_FILES = "));
    let files = files.expect("the list").split_whitespace();
    files
        .map(|file| fs::canonicalize(file).expect(file))
        .collect()
}

/// In the repository, and on the site that `make docs` builds.
#[test]
fn every_link_leads_somewhere() {
    let docs = fs::canonicalize("docs").expect("a folder");
    let site_files = site_files();
    let is_on_site = |path: &Path| {
        let path = fs::canonicalize(path).expect("it is there");
        path.is_file() && (path.starts_with(&docs) || site_files.contains(&path))
    };
    let folders = [".", "docs"].map(|folder| fs::read_dir(folder).expect("a folder"));
    let files = folders.into_iter().flatten();
    let paths = files.map(|file| file.expect("a file").path());
    let pages: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    assert!(pages.len() > 10);
    let mut broken = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).expect("a page");
        for target in links(&text) {
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => page.clone(),
                _ => page.parent().expect("a folder").join(file),
            };
            let is_there = match fs::read_to_string(&path) {
                Ok(text) => place.is_empty() || anchors(&text).iter().any(|one| one == place),
                // A picture is no text.
                Err(_) => place.is_empty() && path.exists(),
            };
            if !is_there || !is_on_site(&path) {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert_eq!(broken, [""; 0]);
}

/// The source files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_source_files_that_are_named_are_there() {
    let mut files = Vec::new();
    for folder in ["benches", "crates", "fuzz", "src", "tests"] {
        sources(Path::new(folder), &mut files);
    }
    let text = fs::read_to_string("docs/INTERNALS.md").expect("a page");
    let names: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "rs"))
        .filter(|name| !name.contains('*'))
        .collect();
    assert!(names.len() > 50);
    let is_missing = |name: &&str| !files.iter().any(|file| file.ends_with(name));
    let missing: Vec<&str> = names.into_iter().filter(is_missing).collect();
    assert_eq!(missing, [""; 0]);
}
