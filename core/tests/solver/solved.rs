//! Positions with proved values: the reader of lines, and the file.

use ataxx_core::board::{BoardSize, Position, Rules};
use ataxx_core::solver::{Budget, KnownValue, Plies, SolvedPosition, Solver, SolverOptions};
use proptest::prelude::*;

const LINE: &str = "x5o/7/7/3-3/7/7/o5x o 3 1; rules 2022; value win; distance 5; id a name";
const FILE: &str = include_str!("../../../docs/corpus/solved.epd");

fn line() -> SolvedPosition {
    LINE.parse().expect("a line")
}

#[test]
fn a_line_is_read_and_written() {
    let line = line();
    assert_eq!(line.rules, Rules::BERKELEY_2022);
    assert_eq!(line.value, KnownValue::Win(Plies(5)));
    assert_eq!(line.id.as_deref(), Some("a name"));
    assert_eq!(line.to_string(), LINE);
    assert_eq!(
        SolvedPosition::on_line(&format!("{LINE} # a comment")),
        Ok(Some(line))
    );
    for nothing in ["", "  ", "# only this", " \t# that"] {
        assert_eq!(SolvedPosition::on_line(nothing), Ok(None));
    }
}

#[test]
fn invalid_lines() {
    let said = [
        LINE.replace("win", "won"),
        LINE.replace("rules 2022; ", ""),
        LINE.replace("rules 2022", "rules 2023"),
        LINE.replace("; distance 5", ""),
        LINE.replace("distance 5", "distance +5"),
        LINE.replace("distance 5", "distance 70000"),
        LINE.replace("win", "draw"),
        LINE.replace("id a name", "id"),
        LINE.replace("id a name", "name a"),
        format!("{LINE}; id b"),
        LINE.replace("x5o", "x5q"),
        LINE.replace("; value win", ""),
    ]
    .map(|text| {
        let error = text.parse::<SolvedPosition>().expect_err(&text);
        format!("[{}] {}\n", &text[error.span.clone()], error.message)
    });
    insta::assert_snapshot!(said.concat(), @"
    [won] expected `win`, `loss` or `draw`, found `won`
    [] expected `; rules …`, found the end
    [2023] expected rules (2008, 2016, 2022, uai, reloaded), found `2023`
    [] expected `; distance …`, found the end
    [+5] expected a number of plies up to 65535, found `+5`
    [70000] expected a number of plies up to 65535, found `70000`
    [5] a draw has no `distance`
    [id] `id` has no value
    [name] expected `rules`, `value`, `distance` or `id` after `;`, found `name`
    [id b] a second `id`
    [q] expected `x`, `o`, `-` or a digit from 1 to 7, found `q`
    [] expected `; value …`, found the end
    ");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in r"[xo1-7/ ;#\-a-z0-9é]{0,80}") {
        if let Err(error) = SolvedPosition::on_line(&text) {
            prop_assert!(text.get(error.span).is_some());
        }
    }

    #[test]
    fn a_changed_line_is_read_or_refused(at in 0..LINE.len(), change in "[^\n]{0,3}") {
        let mut text = LINE.to_owned();
        text.replace_range(at..=at, &change);
        match SolvedPosition::on_line(&text) {
            Ok(Some(line)) => prop_assert_eq!(line.to_string().parse(), Ok(line)),
            Ok(None) => {}
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }

    #[test]
    fn lines_are_read_back(
        plies in 0..=u16::MAX,
        kind in 0..3_u8,
        rules in 0..Rules::NAMED.len(),
        id in proptest::option::of("[a-z0-9=,.-]{1,9}( [a-z]{1,5})?"),
    ) {
        let value = match kind {
            0 => KnownValue::Win(Plies(plies)),
            1 => KnownValue::Loss(Plies(plies)),
            _ => KnownValue::Draw,
        };
        let rules = Rules::NAMED[rules];
        let line = SolvedPosition { value, rules, id, ..line() };
        prop_assert_eq!(line.to_string().parse(), Ok(line));
    }

    #[test]
    fn sizes_of_boards(text in "[0-9xX]{0,4}") {
        if let Ok(size) = text.parse::<BoardSize>() {
            prop_assert_eq!(size.to_string(), text.to_lowercase());
            let fen = size.start().to_string();
            prop_assert_eq!(fen.parse::<Position>(), Ok(size.start()));
        }
    }
}

fn entries() -> Vec<SolvedPosition> {
    let lines = FILE.lines().map(SolvedPosition::on_line);
    lines.filter_map(|line| line.expect("a line")).collect()
}

#[test]
fn the_file_has_values_of_all_kinds() {
    let entries = entries();
    assert_eq!(entries.len(), 1000);
    assert!(FILE.len() < 200_000, "{}", FILE.len());
    let mut names: Vec<_> = entries.iter().map(|one| one.id.clone()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), entries.len());
    let count =
        |wanted: fn(KnownValue) -> bool| entries.iter().filter(|one| wanted(one.value)).count();
    assert!(count(|value| matches!(value, KnownValue::Win(_))) > 200);
    assert!(count(|value| matches!(value, KnownValue::Loss(_))) > 200);
    assert!(count(|value| value == KnownValue::Draw) > 30);
    for rules in ["2008", "2022", "uai", "reloaded"] {
        let rules: Rules = rules.parse().expect("rules");
        assert!(entries.iter().any(|one| one.rules == rules));
    }
}

/// The rest takes too long here: `make truth` solves all.
#[test]
fn the_easy_values_are_proved_again() {
    for entry in entries().iter().take(100) {
        let mut solver = Solver::new(&entry.rules, &SolverOptions::default());
        let solution = solver.exact(&entry.position, &Budget::unlimited());
        assert_eq!(solution.verdict, entry.value.into(), "{entry}");
    }
}
