//! The files of `crates/core/src` and `src`, and what each imports.

use super::Source;
use super::source::{code, is_name, without_tests};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A path from the root of the crate, such as `["board", "Square"]`.
type Names = Vec<String>;

/// A source file.
pub struct File {
    /// Below `crates/core/src` or `src`.
    pub path: String,
    module: Names,
    /// All paths that it names, of this crate.
    paths: Vec<Names>,
    /// Those of them that it only re-exports.
    reexports: BTreeSet<Names>,
    /// What it imports: the name by which it and its children know it, and its path.
    names: Vec<(String, Names)>,
    sources: BTreeSet<Source>,
}

/// What a file imports.
pub struct Import {
    module: Names,
}

impl File {
    pub fn room(&self) -> Option<&str> {
        self.module.first().map(String::as_str)
    }

    pub fn sources(&self) -> impl Iterator<Item = Source> {
        self.sources.iter().copied()
    }
}

impl Import {
    pub fn room(&self) -> Option<&str> {
        self.module.first().map(String::as_str)
    }
}

/// All files, tests left out.
pub struct House {
    files: BTreeMap<Names, File>,
}

impl House {
    pub fn read() -> Self {
        let mut files = BTreeMap::new();
        let mut tests = Vec::new();
        for sources in ["crates/core/src", "src"] {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(sources);
            read_folder(&root, &root, &mut files, &mut tests);
        }
        files.retain(|module: &Names, _| !tests.iter().any(|test| module.starts_with(test)));
        Self { files }
    }

    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.files.values()
    }

    /// Each file with each module of this crate that it imports from.
    pub fn imports(&self) -> impl Iterator<Item = (&File, Import)> {
        self.files.values().flat_map(move |file| {
            let paths = file.paths.iter();
            paths.filter_map(move |path| {
                let module = self.resolve(path)?;
                Some((file, Import { module }))
            })
        })
    }

    /// The module that a path leads to, through imports.
    fn resolve(&self, path: &Names) -> Option<Names> {
        let mut path = path.clone();
        for _ in 0..8 {
            let known = (1..=path.len())
                .rev()
                .find(|&len| self.files.contains_key(&path[..len]));
            let length = known?;
            let module = &self.files[&path[..length]];
            let import = path.get(length).and_then(|name| {
                let mut all = module.names.iter();
                all.find(|(known, _)| known == name)
            });
            match import {
                Some((_, target)) if *target != path[..=length] => {
                    let rest = path.split_off(length + 1);
                    path.clone_from(target);
                    path.extend(rest);
                }
                _ => return Some(module.module.clone()),
            }
        }
        None
    }

    /// Which file imports which. That a parent re-exports what is in its children is no import.
    fn graph(&self) -> BTreeMap<&Names, BTreeMap<&Names, &Names>> {
        let mut graph: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for (module, file) in &self.files {
            for path in &file.paths {
                let Some(used) = self.resolve(path) else {
                    continue;
                };
                let (used, _) = self.files.get_key_value(&used).expect("resolved");
                let is_reexport = used.starts_with(module) && file.reexports.contains(path);
                if used != module && !is_reexport {
                    graph.entry(module).or_default().entry(used).or_insert(path);
                }
            }
        }
        graph
    }

    /// Sets of files each of which reaches all others of its set through imports.
    pub fn circles(&self) -> Vec<BTreeSet<String>> {
        let graph = self.graph();
        let reachable = |from: &Names| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(module) = next.pop() {
                for &used in graph.get(module).into_iter().flat_map(BTreeMap::keys) {
                    if seen.insert(used) {
                        next.push(used);
                    }
                }
            }
            seen
        };
        let reach: BTreeMap<_, _> = self.files.keys().map(|m| (m, reachable(m))).collect();
        let mut circles = BTreeSet::new();
        for (module, seen) in &reach {
            if seen.contains(module) {
                let circle = seen.iter().filter(|other| reach[*other].contains(module));
                circles.insert(circle.map(|m| self.files[*m].path.clone()).collect());
            }
        }
        circles.into_iter().collect()
    }

    /// The imports between the files of a circle, each with a path that is imported.
    pub fn arrows(&self, circle: &BTreeSet<String>) -> Vec<(String, String, String)> {
        let mut arrows = Vec::new();
        for (from, all) in self.graph() {
            for (to, path) in all {
                let (from, to) = (&self.files[from].path, &self.files[to].path);
                if circle.contains(from) && circle.contains(to) {
                    arrows.push((from.clone(), to.clone(), path.join("::")));
                }
            }
        }
        arrows
    }
}

fn read_folder(
    root: &Path,
    folder: &Path,
    files: &mut BTreeMap<Names, File>,
    tests: &mut Vec<Names>,
) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_folder(root, &path, files, tests);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let relative = path.strip_prefix(root).expect("below the root");
            let mut module: Names = relative
                .with_extension("")
                .iter()
                .map(|part| part.to_str().expect("a plain name").to_owned())
                .collect();
            if matches!(
                module.last().map(String::as_str),
                Some("mod" | "lib" | "main")
            ) {
                module.pop();
            }
            // The roots only name the rooms.
            if module.is_empty() {
                continue;
            }
            let text = fs::read_to_string(&path).expect("text");
            let (code, for_tests) = without_tests(&code(&text));
            tests.extend(for_tests.into_iter().map(|name| {
                let mut below = module.clone();
                below.push(name);
                below
            }));
            let file = read_file(relative.to_str().expect("a plain name"), module, &code);
            files.insert(file.module.clone(), file);
        }
    }
}

fn read_file(path: &str, module: Names, code: &str) -> File {
    let mut file = File {
        path: path.to_owned(),
        module,
        paths: Vec::new(),
        reexports: BTreeSet::new(),
        names: Vec::new(),
        sources: BTreeSet::new(),
    };
    let mut body = String::new();
    let mut rest = code;
    while let Some((before, tree, after)) = next_import(rest) {
        body += before;
        let mut leaves = Vec::new();
        expand(tree, &mut Vec::new(), &mut leaves);
        let keyword = before.trim_end();
        let is_public = keyword.ends_with("pub") || keyword.ends_with(')');
        for (path, name) in leaves {
            note_source(&mut file.sources, &path.join("::"));
            if let Some(path) = absolute(&path, &file.module) {
                file.names.push((name, path.clone()));
                if is_public {
                    file.reexports.insert(path.clone());
                }
                file.paths.push(path);
            }
        }
        rest = after;
    }
    body += rest;
    for path in paths_in(&body) {
        note_source(&mut file.sources, &path.join("::"));
        file.paths.extend(absolute(&path, &file.module));
    }
    file
}

/// The next `use`: the code before it, its tree, the code after it.
fn next_import(code: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let at = from + code[from..].find("use")?;
        from = at + "use".len();
        let stands_alone = !code[..at].ends_with(|c| is_name(c) || c == '#')
            && code[from..].starts_with(char::is_whitespace);
        if stands_alone && !code[from..].trim_start().starts_with('<') {
            let end = from + code[from..].find(';')?;
            return Some((&code[..at], &code[from..end], &code[end + 1..]));
        }
    }
}

/// The paths of a tree of imports, each with the name under which it is known.
fn expand(tree: &str, before: &mut Names, leaves: &mut Vec<(Names, String)>) {
    let tree = tree.trim();
    let depth = before.len();
    if let Some(open) = tree.find('{') {
        let prefix = tree[..open].split("::").map(str::trim);
        before.extend(prefix.filter(|part| !part.is_empty()).map(str::to_owned));
        let close = tree.rfind('}').unwrap_or(tree.len());
        let inside = &tree[open + 1..close];
        let (mut level, mut start) = (0_usize, 0);
        for (at, c) in inside.char_indices() {
            match c {
                '{' => level += 1,
                '}' => level = level.saturating_sub(1),
                ',' if level == 0 => {
                    expand(&inside[start..at], before, leaves);
                    start = at + 1;
                }
                _ => {}
            }
        }
        expand(&inside[start..], before, leaves);
    } else if !tree.is_empty() {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        before.extend(path.split("::").map(|part| part.trim().to_owned()));
        before.retain(|part| !part.is_empty() && part != "*");
        let mut path = before.clone();
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let last = path.last().cloned().unwrap_or_default();
        let name = name.trim();
        leaves.push((
            path,
            if name.is_empty() {
                last
            } else {
                name.to_owned()
            },
        ));
    }
    before.truncate(depth);
}

/// A path from the root of the crate; `None` if it is of another crate.
fn absolute(path: &[String], module: &Names) -> Option<Names> {
    let mut base = match path.first()?.as_str() {
        "crate" | "ataxx_core" | "ataxx_toolkit" => Vec::new(),
        "self" => module.clone(),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let mut base = module.clone();
            base.truncate(module.len().checked_sub(ups)?);
            base.extend(path[ups..].iter().cloned());
            return Some(base);
        }
        // A child, or another crate, which is then no file of ours.
        _ => {
            let mut base = module.clone();
            base.extend(path.iter().cloned());
            return Some(base);
        }
    };
    base.extend(path[1..].iter().cloned());
    Some(base)
}

/// All paths with at least two names.
fn paths_in(code: &str) -> Vec<Names> {
    let mut paths = Vec::new();
    let mut path: Names = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_name) {
        let is_joined = rest[..start].trim() == "::" && !path.is_empty();
        if !is_joined {
            paths.push(std::mem::take(&mut path));
        }
        let end = rest[start..]
            .find(|c| !is_name(c))
            .map_or(rest.len(), |end| start + end);
        path.push(rest[start..end].to_owned());
        rest = &rest[end..];
    }
    paths.push(path);
    paths.retain(|path| path.len() > 1);
    paths
}

fn note_source(sources: &mut BTreeSet<Source>, path: &str) {
    let begins = |with: &str| path == with || path.starts_with(&format!("{with}::"));
    if begins("std::fs") {
        sources.insert(Source::Files);
    }
    if begins("std::env") {
        sources.insert(Source::Environment);
    }
    if path.contains("Instant::now") || path.contains("SystemTime") {
        sources.insert(Source::Clock);
    }
}
