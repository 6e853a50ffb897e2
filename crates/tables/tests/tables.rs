//! Tables in files: kept, looked up, checked, and refused where something is wrong with them.

use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};
use ataxx_core::solver::{Budget, Solver, SolverOptions, Verdict};
use ataxx_tables::{
    Board, Incomplete, LayerOptions, LayerProgress, Settled, TableError, TableFolder,
    TableInMemory, Tables, Verified, VerifyOptions, verify,
};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use tempfile::TempDir;

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// Builds a table, as far as `proceed` says.
fn build_while(
    folder: &Path,
    (files, ranks): (u8, u8),
    rules: &Rules,
    proceed: &(dyn Fn(LayerProgress) -> bool + Sync),
) -> Result<Settled, Incomplete> {
    let kept = TableFolder::of(folder, files, ranks, rules);
    kept.make()?;
    let mut settled = Settled::default();
    let options = LayerOptions {
        threads: ONE,
        all: true,
        proceed,
        folder: Some(&kept),
    };
    let board = Board::of_size(files, ranks, rules).expect("small");
    board.settle(options, &mut settled).map(|()| settled)
}

fn built(size: (u8, u8), text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    build_while(folder.path(), size, &rules(text), &|_| true).expect("built");
    folder
}

fn verified(folder: &Path, sample: Option<u64>) -> Result<Verified, String> {
    let text = |error: &TableError| error.to_string();
    let tables = Tables::open(folder).map_err(|error| text(&error))?;
    if let Some(refused) = tables.refused().first() {
        return Err(text(refused));
    }
    let options = VerifyOptions {
        threads: NonZeroUsize::new(2).expect("two"),
        sample,
        proceed: &|_, _| true,
    };
    let mut all = Verified::default();
    for table in tables.tables() {
        let one = verify(table, &options)
            .map_err(|error| text(&error))?
            .expect("not ended");
        all.layers += one.layers;
        all.values += one.values;
    }
    Ok(all)
}

/// Numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ataxx_core::internal::of_words([self.0, 1]) % end
    }
}

/// A position at random on a board of this size, somewhere on the large one, with a count of jumps.
fn random(numbers: &mut Numbers, (files, ranks): (u8, u8), jumps: u64) -> Position {
    let mut below = |end: u8| u8::try_from(numbers.below(u64::from(end))).expect("small");
    let (right, up) = (below(8 - files), below(8 - ranks));
    let mut sets = [Bitboard::EMPTY; 3];
    for square in Square::all() {
        let is_inside = (right..right + files).contains(&square.file())
            && (up..up + ranks).contains(&square.rank());
        let set = if is_inside { below(4) } else { 2 };
        if let Some(set) = sets.get_mut(usize::from(set)) {
            *set |= Bitboard::from(square);
        }
    }
    let [red, blue, blocks] = sets;
    // A block inside is a square less.
    let inside = blocks.squares().filter(|square| {
        (right..right + files).contains(&square.file()) && (up..up + ranks).contains(&square.rank())
    });
    let inside: Bitboard = inside.collect();
    let jumps = u16::try_from(numbers.below(jumps)).expect("small");
    Position::new(red, blue, blocks - inside, Color::Red)
        .expect("disjoint")
        .with_jumps(jumps)
}

/// Whether the game goes on, and pieces can reach all squares of the board.
fn is_playable(position: &Position, rules: &Rules, (files, ranks): (u8, u8)) -> bool {
    let live = ataxx_core::internal::live_squares(position, rules);
    position.outcome(rules).is_none() && live.count() == u32::from(files * ranks)
}

/// A value without its distance.
fn plain(value: Verdict) -> Option<Verdict> {
    match value {
        Verdict::Win(_) => Some(Verdict::Win(None)),
        Verdict::Loss(_) => Some(Verdict::Loss(None)),
        Verdict::Draw => Some(Verdict::Draw),
        Verdict::None | Verdict::Unknown => None,
    }
}

/// Also where few jumps are left, so that the value is another than at the start of a count.
#[test]
fn values_are_those_of_the_search_with_every_count_of_jumps() {
    for (text, limit) in [
        ("2022", 25),
        ("uai,jump-limit=8", 8),
        ("uai,stuck=award,jump-limit=5", 5),
    ] {
        let rules = rules(text);
        let folder = built((3, 4), text);
        let tables = Tables::open(folder.path()).expect("tables");
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        let budget = Budget {
            nodes: Some(100_000),
            ..Budget::unlimited()
        };
        let mut numbers = Numbers(limit);
        let (mut compared, mut depends) = ([0, 0], 0);
        for number in 0..400 {
            let size = if number % 2 == 0 { (3, 4) } else { (4, 3) };
            let position = random(&mut numbers, size, limit);
            let value = tables.probe(&position, &rules).expect("readable");
            let Some(value) = value else {
                assert!(!is_playable(&position, &rules, size), "{text}: {position}");
                continue;
            };
            let Some(known) = plain(solver.exact(&position, &budget).verdict) else {
                continue;
            };
            assert_eq!(value, known, "{text}: {position}");
            compared[number % 2] += 1;
            let fresh = tables
                .probe(&position.with_jumps(0), &rules)
                .expect("readable");
            depends += usize::from(fresh != Some(value));
            let moves = tables
                .moves(&position, &rules)
                .expect("readable")
                .unwrap_or_else(|| panic!("{text}: {position}"));
            assert_eq!(
                moves.len(),
                position.legal_moves(&rules).count(),
                "{position}"
            );
            assert_eq!(ataxx_core::solver::best_value(&moves), known, "{position}");
        }
        assert!(
            compared.iter().all(|&each| each > 70),
            "{text}: {compared:?}"
        );
        assert!(depends > 0, "{text}: no value depends on the count");
    }
}

#[test]
fn other_boards_and_rules_are_not_answered() {
    let folder = built((3, 3), "uai");
    let tables = Tables::open(folder.path()).expect("tables");
    let probe = |fen: &str, rules: &str| {
        let position: Position = fen.parse().expect(fen);
        tables
            .probe(&position, &self::rules(rules))
            .expect("readable")
    };
    let fen = "-------/-------/-------/-------/x1o----/3----/o1x---- x 0 1";
    assert!(probe(fen, "uai").is_some());
    assert!(probe(fen, "uai,jump-limit=100").is_some());
    assert_eq!(probe(fen, "2022"), None);
    let larger = "-------/-------/-------/3----/x1o----/3----/o1x---- x 0 1";
    assert_eq!(probe(larger, "uai"), None);
    assert_eq!(probe("x5o/7/7/7/7/7/o5x x 0 1", "uai"), None);
    // Empty squares out of reach count where a side is stuck.
    let folder = built((3, 3), "uai,stuck=award");
    let tables = Tables::open(folder.path()).expect("tables");
    let rules = rules("uai,stuck=award");
    for (far, is_answered) in [("-", true), ("1", false)] {
        let position = format!("{far}{}", &fen[1..]).parse().expect("a position");
        let value = tables.probe(&position, &rules).expect("readable");
        assert_eq!(value.is_some(), is_answered, "{position}");
    }
}

#[test]
fn a_table_that_is_refused_or_not_complete_hides_no_other() {
    let folder = built((3, 3), "uai");
    for (size, text) in [((3, 4), "uai"), ((4, 3), "uai"), ((3, 3), "2022")] {
        build_while(folder.path(), size, &rules(text), &|_| true).expect("built");
    }
    fs::write(folder.path().join("3x5-uai"), "no folder").expect("written");
    fs::create_dir(folder.path().join("4x4-uai")).expect("made");
    let layer = |table: &str, pieces: u8| {
        let name = format!("{table}/{pieces:02}.layer");
        folder.path().join(name)
    };
    for pieces in 1..=6 {
        fs::remove_file(layer("3x4-uai", pieces)).expect("it is there");
    }
    fs::write(layer("3x3-2022", 5), "damaged").expect("written");
    let tables = Tables::open(folder.path()).expect("a folder");
    let start = "-------/-------/-------/o1x----/3----/3----/x1o---- x 0 1";
    let position = start.parse().expect("a position");
    let value = tables.probe(&position, &Rules::UAI).expect("readable");
    assert!(value.is_some());
    let names: Vec<_> = tables.tables().map(|table| &table.name[..]).collect();
    let all = [
        "3x3, rules uai",
        "3x4, rules uai",
        "4x3, rules uai",
        "4x4, rules uai",
    ];
    assert_eq!(names, all);
    let refused = tables.refused().iter().map(|error| &error.file);
    assert_eq!(refused.collect::<Vec<_>>(), [&layer("3x3-2022", 5)]);
    fs::remove_dir_all(folder.path().join("3x3-2022")).expect("it is there");
    let error = verified(folder.path(), None).expect_err("a table without layers");
    assert!(error.ends_with("4x4-uai`: it has no layers"), "{error}");
}

/// A pipe, which nobody writes to.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_layer() {
    let folder = built((2, 3), "uai");
    let file = folder.path().join("2x3-uai/04.layer");
    fs::remove_file(&file).expect("it is there");
    let made = std::process::Command::new("mkfifo").arg(&file).status();
    assert!(made.expect("mkfifo").success());
    let error = verified(folder.path(), None).expect_err("a pipe");
    assert!(
        error.ends_with("04.layer`: it is not a plain file"),
        "{error}"
    );
}

#[test]
fn a_table_in_memory_has_the_same_values() {
    let folder = built((3, 3), "2022");
    let rules = rules("2022");
    let tables = Tables::open(folder.path()).expect("tables");
    let first: Position = "-------/-------/-------/-------/x1o----/3----/o1x---- x 0 1"
        .parse()
        .expect("a position");
    let memory = TableInMemory::build(&first, &rules, ONE, &|| true).expect("small");
    let mut numbers = Numbers(3);
    let mut compared = 0;
    for _ in 0..3000 {
        let position = random(&mut numbers, (3, 3), 25);
        if position.blocks() == first.blocks() {
            let known = tables.moves(&position, &rules).expect("readable");
            assert_eq!(memory.moves(&position, &rules), known, "{position}");
            compared += usize::from(known.is_some());
        }
    }
    assert!(compared > 50, "{compared}");
    assert!(TableInMemory::build(&first, &rules, ONE, &|| false).is_none());
}

#[test]
fn what_was_built_passes_and_the_counts_are_known() {
    for (size, text, values) in [
        ((3, 4), "uai", None),
        ((4, 3), "2022", None),
        ((3, 3), "uai,stuck=award,jump-limit=4", None),
        ((2, 5), "uai,jump-limit=6,pass=free", None),
        ((2, 4), "2022,jump-limit=5,pass=counts", None),
        ((2, 4), "uai,jump-limit=none", None),
        ((3, 3), "2022,jumps=none", Some(4598)),
    ] {
        let folder = built(size, text);
        let all = verified(folder.path(), None).expect(text);
        assert_eq!(all.layers, usize::from(size.0 * size.1), "{text}");
        // Each stands for at most eight positions, with one number of jumps left or more.
        let positions = 3_u64.pow(u32::from(size.0 * size.1)) - 1;
        assert!(
            (positions / 8..positions * 25).contains(&all.values),
            "{text}: {}",
            all.values
        );
        if let Some(values) = values {
            assert_eq!(all.values, values, "{text}");
        }
        verified(folder.path(), Some(200)).expect(text);
    }
}

/// Changes a file, and gives the message of opening the tables and checking them.
fn refused(folder: &Path, file: &Path, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let before = fs::read(file).expect("a file");
    let mut bytes = before.clone();
    change(&mut bytes);
    fs::write(file, bytes).expect("written");
    let error = verified(folder, None).expect_err("it is wrong");
    fs::write(file, before).expect("written");
    assert!(error.contains(&file.display().to_string()), "{error}");
    error.replace(&file.display().to_string(), "FILE")
}

#[test]
fn a_flipped_bit_is_found_in_each_layer_and_named() {
    let folder = built((3, 3), "uai");
    let table = folder.path().join("3x3-uai");
    for pieces in 1..=9 {
        let file = table.join(format!("{pieces:02}.layer"));
        let bytes = fs::read(&file).expect("a file");
        let length = bytes.len();
        let head = bytes.windows(2).rposition(|bytes| bytes == b"\n{");
        let head = head.expect("a head");
        // In each part of it: blocks, places and checksums in the index, head, checksum.
        for byte in [0, head - 12, head - 3, length - 100, length - 10] {
            for bit in [0, 7] {
                let error = refused(folder.path(), &file, |bytes| bytes[byte] ^= 1 << bit);
                assert!(
                    error.contains("it is damaged") || error.contains("it is no layer"),
                    "{pieces} pieces, byte {byte}: {error}"
                );
            }
        }
        let error = refused(folder.path(), &file, |bytes| bytes[0] ^= 4);
        assert!(error.contains("block 0: its checksum differs"), "{error}");
        let error = refused(folder.path(), &file, |bytes| bytes.truncate(length / 2));
        assert_eq!(
            error,
            "`FILE`: it is no layer of a table, or it was cut short"
        );
        let error = refused(folder.path(), &file, |bytes| bytes.truncate(length - 1));
        assert_eq!(
            error,
            "`FILE`: it is no layer of a table, or it was cut short"
        );
    }
    verified(folder.path(), None).expect("all is as before");
}

/// A head with another text, and its checksum.
fn with_head(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = bytes.len() - 1;
    let before = bytes[..end].iter().rposition(|&byte| byte == b'\n');
    let head = before.expect("a head") + 1;
    let line = String::from_utf8(bytes[head..end].to_vec()).expect("a text");
    let (json, _) = line.rsplit_once(' ').expect("a checksum");
    let json = json.replace(from, to);
    let checksum = ataxx_core::internal::fnv1a(json.bytes());
    [
        &bytes[..head],
        format!("{json} {checksum:016x}\n").as_bytes(),
    ]
    .concat()
}

/// The values of other rules, in files that say that they are of these and have right checksums.
#[test]
fn a_wrong_value_is_found_and_named() {
    let [folder, other] = ["uai,jump-limit=3", "uai,jump-limit=1"].map(|text| built((3, 3), text));
    let mut found = Vec::new();
    for pieces in (1..=9).rev() {
        let file = folder
            .path()
            .join(format!("3x3-uai,jump-limit=3/{pieces:02}.layer"));
        let wrong = fs::read(
            other
                .path()
                .join(format!("3x3-uai,jump-limit=1/{pieces:02}.layer")),
        );
        let wrong = with_head(&wrong.expect("a file"), "jump-limit=1", "jump-limit=3");
        let right = fs::read(&file).expect("a file");
        fs::write(&file, wrong).expect("written");
        if let Err(error) = verified(folder.path(), None) {
            assert!(error.contains(&file.display().to_string()), "{error}");
            found.push(error);
        }
        fs::write(&file, right).expect("written");
    }
    let named = found.iter().filter(|error| error.contains("x to move) is"));
    assert!(named.count() > 3, "{found:#?}");
}

#[test]
fn files_of_other_tables_are_refused() {
    let folder = built((3, 3), "uai");
    let table = folder.path().join("3x3-uai");
    let file = table.join("05.layer");
    let other = built((3, 3), "2022");
    let taken = fs::read(other.path().join("3x3-2022/05.layer")).expect("a file");
    let error = refused(folder.path(), &file, |bytes| *bytes = taken);
    assert_eq!(
        error,
        "`FILE`: it is for 3x3 under the rules 2022, and should be for 3x3 under the rules uai"
    );
    let neighbour = fs::read(table.join("04.layer")).expect("a file");
    let error = refused(folder.path(), &file, |bytes| *bytes = neighbour);
    assert_eq!(error, "`FILE`: it is the layer of 4 pieces");
    // Numbers that no memory would be enough for.
    let tables = Tables::open(folder.path()).expect("tables");
    let layers = tables.tables().flat_map(ataxx_tables::Table::layers);
    let rounds = layers
        .map(|layer| &layer.head)
        .find(|head| head.counts.pieces == 5);
    let rounds = rounds.expect("a layer").counts.rounds;
    // One block for each number of jumps left.
    let [of_rounds, of_blocks] = ["rounds", "blocks"].map(|name| format!("\"{name}\":{rounds},"));
    let [more_rounds, more_blocks] =
        ["rounds", "blocks"].map(|name| format!("\"{name}\":4000000000,"));
    for changes in [
        &[(&of_blocks, &more_blocks)][..],
        &[(&of_rounds, &more_rounds)],
        &[(&of_blocks, &more_blocks), (&of_rounds, &more_rounds)],
        &[(
            &"\"index_start\":".to_owned(),
            &"\"index_start\":1844674407370955".to_owned(),
        )],
    ] {
        let error = refused(folder.path(), &file, |bytes| {
            for (from, to) in changes {
                let changed = with_head(bytes, from, to);
                assert!(*bytes != changed, "{from}");
                *bytes = changed;
            }
        });
        assert!(error.contains("it is damaged"), "{error}");
    }
    let error = refused(folder.path(), &file, |bytes| {
        *bytes = with_head(bytes, "\"revision\":4", "\"revision\":3");
    });
    assert_eq!(
        error,
        "`FILE`: another version of the program has written it"
    );
}

/// The usual start of the smallest board has all its squares.
#[test]
fn a_table_of_four_squares_can_be_built_again() {
    let folder = built((2, 2), "2022");
    let again = build_while(folder.path(), (2, 2), &rules("2022"), &|_| true).expect("there");
    assert_eq!(again.value, Verdict::Draw);
}

#[test]
fn work_goes_on_after_an_interruption() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = built((3, 4), "uai");
    let stopped = build_while(folder.path(), (3, 4), &Rules::UAI, &|progress| {
        progress.pieces > 7
    });
    assert!(matches!(stopped, Err(Incomplete::Stopped)), "{stopped:?}");
    let part = verified(folder.path(), None).expect("what is there is right");
    assert_eq!(part.layers, 5);
    let settled = build_while(folder.path(), (3, 4), &Rules::UAI, &|progress| {
        progress.pieces <= 7
    });
    assert_eq!(settled.expect("built").counts.len(), 12);
    // All is there, the first moves too.
    let again = build_while(folder.path(), (3, 4), &Rules::UAI, &|_| true).expect("built");
    assert_eq!(again.value, Verdict::Win(None));
    let winning = again
        .first_moves
        .iter()
        .filter(|mv| mv.value == again.value);
    assert_eq!(winning.count(), 2);
    for pieces in 1..=12 {
        let file = |folder: &TempDir| {
            let path = folder.path().join(format!("3x4-uai/{pieces:02}.layer"));
            fs::read(path).expect("a file")
        };
        assert!(file(&folder) == file(&whole), "{pieces}");
    }
    // A layer that is missing above others is named.
    fs::remove_file(folder.path().join("3x4-uai/09.layer")).expect("it is there");
    let error = verified(folder.path(), None).expect_err("a gap");
    assert!(
        error.contains("08.layer`: the layer of 9 pieces is missing above it"),
        "{error}"
    );
}
