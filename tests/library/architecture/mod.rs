//! The structure that docs/INTERNALS.md describes, checked in the source: which room uses which,
//! who reads files, the environment and clocks, and that no files import each other in a circle.

mod imports;
mod source;

use imports::House;
use std::collections::{BTreeMap, BTreeSet};

/// The rooms by floor, from the ground up. A room uses rooms on lower floors only.
const FLOORS: [&[&str]; 16] = [
    &["atomic", "cancellation", "diagnostic", "hash", "processor"],
    &[
        "board",
        "panics",
        "presentation",
        "reference",
        "shard",
        "stats",
        "storage",
    ],
    &["notation"],
    &["replay", "solver"],
    &["engine"],
    &["review"],
    &["session"],
    &["oracle"],
    &["opponents"],
    &["arena", "mutants", "puzzles", "report"],
    &["divergence"],
    &["runner"],
    &["scenario"],
    &["script"],
    &["display", "explore", "grading"],
    &["cli"],
];

/// Uses of a room on the same floor that are meant.
const BESIDE: [(&str, &str, &str); 1] = [(
    "reference",
    "board",
    "the second engine shares the vocabulary of the first: squares, colours, moves, rules",
)];

/// Uses of a room on the same floor or a higher one that are still to be removed.
const KNOWN_USES: &[(&str, &str)] = &[];

/// What reads files, the environment or a clock outside `cli`, and why it may. A path is a
/// file in `src`, or a folder.
const READERS: &[(&str, Source, &str)] = &[
    (
        "arena/engine_log.rs",
        Source::Files,
        "what is said with programs is written while a match is played",
    ),
    (
        "arena/engine_log.rs",
        Source::Clock,
        "what is said with programs is written with its time",
    ),
    (
        "arena/store.rs",
        Source::Files,
        "the folder of a match and the log in it are written while it is played",
    ),
    (
        "display/library.rs",
        Source::Files,
        "the games of the page are kept after every move",
    ),
    (
        "display",
        Source::Clock,
        "requests and analyses have time limits",
    ),
    (
        "engine",
        Source::Clock,
        "a search with a time limit looks at the clock between nodes",
    ),
    (
        "grading/journal.rs",
        Source::Files,
        "results of a class are written as they come, and read back",
    ),
    ("opponents", Source::Clock, "programs have time limits"),
    (
        "storage.rs",
        Source::Files,
        "all other rooms read and replace files through it",
    ),
    (
        "divergence",
        Source::Clock,
        "a program has a time limit for each answer",
    ),
    ("explore", Source::Clock, "a search has a time limit"),
    (
        "runner",
        Source::Clock,
        "reports have the time that a task took",
    ),
    (
        "scenario",
        Source::Clock,
        "scenarios and their steps have time limits",
    ),
    ("script", Source::Clock, "lines of scripts have time limits"),
    (
        "scenario/performer/files.rs",
        Source::Files,
        "files that scenarios bring along are written where programs can read them",
    ),
];

/// Like `READERS`, but still to be removed.
const KNOWN_READERS: &[(&str, Source)] = &[];

/// How many files of a room import each other in a circle: still to be removed.
const KNOWN_CIRCLES: &[(&str, usize)] = &[];

/// What only `cli` may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Files,
    Environment,
    Clock,
}

fn floor(room: &str) -> usize {
    FLOORS
        .iter()
        .position(|rooms| rooms.contains(&room))
        .unwrap_or_else(|| panic!("`{room}` stands on no floor: add it to FLOORS"))
}

#[test]
fn a_room_uses_only_rooms_below_it() {
    let house = House::read();
    let mut wrong: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (file, import) in house.imports() {
        let (Some(from), Some(to)) = (file.room(), import.room()) else {
            continue;
        };
        let is_meant = BESIDE
            .iter()
            .any(|&(user, used, _)| (user, used) == (from, to));
        if from != to && floor(from) <= floor(to) && !is_meant {
            let arrow = (from.to_owned(), to.to_owned());
            wrong.entry(arrow).or_default().insert(file.path.clone());
        }
    }
    let known =
        |arrow: &(String, String)| KNOWN_USES.contains(&(arrow.0.as_str(), arrow.1.as_str()));
    for ((from, to), files) in wrong.iter().filter(|(arrow, _)| !known(arrow)) {
        eprintln!("`{from}` uses `{to}`, which is not below it: {files:?}");
    }
    let gone = KNOWN_USES
        .iter()
        .filter(|(from, to)| !wrong.contains_key(&((*from).to_owned(), (*to).to_owned())));
    let gone: Vec<_> = gone.collect();
    assert!(gone.is_empty(), "remove these from KNOWN_USES: {gone:?}");
    assert!(wrong.keys().all(known));
}

#[test]
fn only_the_command_line_reads_files_environment_and_clocks() {
    let house = House::read();
    let mut wrong = BTreeSet::new();
    let mut used = BTreeSet::new();
    for file in house.files().filter(|file| file.room() != Some("cli")) {
        for source in file.sources() {
            let here = |path: &str| {
                file.path == path
                    || file
                        .path
                        .strip_prefix(path)
                        .is_some_and(|rest| rest.starts_with('/'))
            };
            let allowed = READERS.iter().map(|&(path, source, _)| (path, source));
            let mut listed = allowed.chain(KNOWN_READERS.iter().copied());
            match listed.find(|&(path, listed)| listed == source && here(path)) {
                Some(entry) => drop(used.insert(entry)),
                None => drop(wrong.insert((file.path.clone(), source))),
            }
        }
    }
    for (path, source) in &wrong {
        eprintln!("src/{path} reads {source:?}");
    }
    let listed = READERS.iter().map(|&(path, source, _)| (path, source));
    let gone = listed
        .chain(KNOWN_READERS.iter().copied())
        .filter(|entry| !used.contains(entry));
    let gone: Vec<_> = gone.collect();
    assert!(gone.is_empty(), "remove these from the lists: {gone:?}");
    assert!(wrong.is_empty());
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let house = House::read();
    let mut circles: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    for circle in house.circles() {
        let room = circle
            .first()
            .and_then(|path| path.split(['/', '.']).next());
        let room = room.expect("a path has a beginning").to_owned();
        circles.entry(room).or_default().push(circle);
    }
    let mut is_right = true;
    let rooms: BTreeSet<&str> = KNOWN_CIRCLES
        .iter()
        .map(|(room, _)| *room)
        .chain(circles.keys().map(String::as_str))
        .collect();
    for room in rooms {
        let found = circles.get(room).map_or(&[][..], Vec::as_slice);
        let files: usize = found.iter().map(BTreeSet::len).sum();
        let known = KNOWN_CIRCLES.iter().find(|(name, _)| *name == room);
        let known = known.map_or(0, |(_, files)| *files);
        if files != known {
            is_right = false;
            eprintln!("{room}: {files} files in circles, {known} known: {found:#?}");
            for circle in found {
                for (from, to, why) in house.arrows(circle) {
                    eprintln!("  {from} -> {to} ({why})");
                }
            }
        }
    }
    assert!(is_right);
}
