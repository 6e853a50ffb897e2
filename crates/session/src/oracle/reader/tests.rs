use super::*;
use proptest::collection::vec;
use proptest::prelude::*;

const FALL_2008: Dialect = Dialect::FALL_2008;
const FALL_2016: Dialect = Dialect::FALL_2016;
const SPRING_2022: Dialect = Dialect::SPRING_2022;

fn classify(dialect: Dialect, line: &str) -> OutputLine {
    OutputReader::new(dialect).classify(line).0
}

fn moves(color: Color, mv: &str) -> OutputLine {
    OutputLine::Move(color, mv.parse().expect("a move"))
}

#[test]
fn announcements_in_the_words_of_each_dialect() {
    let red = |mv| moves(Color::Red, mv);
    assert_eq!(classify(SPRING_2022, "* Red moves a7-b7."), red("a7-b7"));
    assert_eq!(classify(SPRING_2022, "* Red moves -.  "), red("-"));
    assert_eq!(classify(SPRING_2022, "* Draw."), OutputLine::Result(None));
    assert_eq!(
        classify(SPRING_2022, "* Blue wins."),
        OutputLine::Result(Some(Color::Blue))
    );
    for dialect in [FALL_2008, FALL_2016] {
        assert_eq!(classify(dialect, "Red moves a7-b7."), red("a7-b7"));
        assert_eq!(classify(dialect, "Red passes."), red("-"));
        assert_eq!(classify(dialect, "Draw."), OutputLine::Result(None));
        assert_eq!(
            classify(dialect, "Blue wins."),
            OutputLine::Result(Some(Color::Blue))
        );
    }
}

#[test]
fn what_is_nearly_an_announcement_is_none() {
    // Any other words may stand after `*`.
    for line in [
        "Red moves a7-b7.",
        "*Red moves a7-b7.",
        "* Red moves a7-b7",
        "* red moves a7-b7.",
        "* Red moves A7-B7.",
        "* Red moves a7-h8.",
        "* Red passes.",
        "* Red  wins.",
        "* Red wins!",
        "* Green wins.",
    ] {
        let meaning = classify(SPRING_2022, line);
        let is_starred = line.starts_with('*') && !line.contains("red") && !line.contains("Green");
        assert_eq!(
            matches!(meaning, OutputLine::Wrong(_)),
            is_starred,
            "{line}: {meaning:?}"
        );
        assert_eq!(
            meaning == OutputLine::Line,
            !is_starred,
            "{line}: {meaning:?}"
        );
    }
    for line in [
        "* Red moves a7-b7.",
        "Red moves -.",
        "Red moves a7-b7",
        "red wins.",
    ] {
        assert_eq!(classify(FALL_2016, line), OutputLine::Line, "{line}");
    }
}

#[test]
fn rows_of_dumps() {
    for line in ["r - - X - - b", "  - - - - - - -  "] {
        assert!(is_row(line), "{line}");
    }
    for line in ["", "===", "r - - X - -", "r - - X - - b -", "r - - x - - b"] {
        assert!(!is_row(line), "{line}");
    }
}

#[test]
fn words_of_announcements_stand_nowhere_else() {
    let is_misused = |line, sent| misuses_reserved_word(line, sent, SPRING_2022);
    assert!(is_misused("one of your moves?", "dump"));
    assert!(!is_misused("* Red moves a7-b7.", "a7-b7"));
    assert!(!is_misused("unknown: Red wins", "Red wins"));
    assert!(is_misused("one of your moves?", "Red wins"));
    assert!(is_misused("one of your moves?", "one"));
    for dialect in [FALL_2008, FALL_2016] {
        assert!(!misuses_reserved_word(
            "one of your moves?",
            "dump",
            dialect
        ));
    }
}

#[test]
fn prompts_are_dropped_before_announcements_only() {
    let mut reader = OutputReader::new(SPRING_2022);
    let red = moves(Color::Red, "a7-b7");
    assert_eq!(
        reader.classify("red> > * Red moves a7-b7."),
        (red.clone(), "* Red moves a7-b7.")
    );
    assert_eq!(reader.classify("> hello"), (OutputLine::Line, "> hello"));
    assert_eq!(classify(SPRING_2022, "> *** hello ***"), OutputLine::Line);
    assert!(matches!(
        classify(SPRING_2022, "> *Draw"),
        OutputLine::Wrong(_)
    ));
}

#[test]
fn prompts_are_free() {
    let red = moves(Color::Red, "a7-b7");
    for prompt in ["? ", "$ $ ", "[red] ", "red> ", "Red: ", "(red)  ", ">>> "] {
        assert_eq!(
            classify(SPRING_2022, &format!("{prompt}===")),
            OutputLine::DumpBegins
        );
        let line = format!("{prompt}* Red moves a7-b7.");
        assert_eq!(classify(SPRING_2022, &line), red, "{line}");
        for dialect in [FALL_2016, FALL_2008] {
            let mut reader = OutputReader::new(dialect);
            reader.add_prompt(&format!("{prompt}==="));
            let line = format!("{prompt}Red moves a7-b7.");
            assert_eq!(reader.classify(&line).0, red, "{line}");
        }
    }
    assert_eq!(
        classify(SPRING_2022, "Your move * Draw."),
        OutputLine::Result(None)
    );
    for words in [
        "=== ATAXX ===",
        "dump: the board between lines of ===",
        "With more pieces Red wins.",
        "- Red wins.",
        "so, Draw.",
        "Red moves a7-b7. ",
    ] {
        assert_eq!(classify(SPRING_2022, words), OutputLine::Line, "{words}");
    }
    assert_eq!(
        classify(FALL_2016, "In the end Red wins."),
        OutputLine::Line
    );
    assert_eq!(classify(FALL_2016, "* Red wins."), OutputLine::Line);
}

#[test]
fn words_about_a_move_are_free_where_announcements_have_no_mark() {
    let mut reader = OutputReader::new(FALL_2016);
    for words in ["Considering: ", "> ", "Red> ", "I think -> "] {
        for said in ["Red moves g1-f2.", "Red passes.", "Red wins."] {
            let line = format!("{words}{said}");
            assert_eq!(classified(&reader, &line), OutputLine::Line, "{line}");
        }
    }
    // A prompt that it has shown is none.
    assert!(reader.may_begin_dump("> > ==="));
    reader.add_prompt("> > ===");
    let red = moves(Color::Red, "g1-f2");
    assert_eq!(classified(&reader, "> > > Red moves g1-f2."), red);
    let line = "Considering: Red moves g1-f2.";
    assert_eq!(classified(&reader, line), OutputLine::Line);
    assert_eq!(classified(&reader, &format!("> {line}")), OutputLine::Line);
}

/// A program that says something before each dump.
#[test]
fn signs_before_other_words_are_a_prompt() {
    let red = moves(Color::Red, "g1-f2");
    for prompt in [": ", ">_", "$ ", "» ", "your turn> ", "Red>"] {
        let line = format!("{prompt}Red moves g1-f2.");
        let mut reader = OutputReader::new(FALL_2016);
        assert_eq!(classified(&reader, &line), OutputLine::Line, "{line}");
        let (meaning, _) = reader.classify(&format!("{prompt}OK"));
        assert_eq!(meaning, OutputLine::Line);
        assert_eq!(classified(&reader, &line), red, "{line}");
        assert_eq!(
            classified(&reader, &format!("{prompt}{line}")),
            red,
            "{line}"
        );
        let words = format!("{prompt}Considering: Red moves g1-f2.");
        assert_eq!(classified(&reader, &words), OutputLine::Line, "{words}");
        // Several at once.
        let mut reader = OutputReader::new(FALL_2016);
        reader.classify(&format!("{prompt}{prompt}OK"));
        assert_eq!(classified(&reader, &line), red, "{line}");
    }
    // Words are none.
    let mut reader = OutputReader::new(FALL_2016);
    for words in ["Considering: ", "I think -> "] {
        reader.classify(&format!("{words}depth 3"));
        let line = format!("{words}Red moves g1-f2.");
        assert_eq!(classified(&reader, &line), OutputLine::Line);
    }
}

#[test]
fn lines_are_complete_by_what_they_say() {
    let mut reader = OutputReader::new(SPRING_2022);
    assert!(reader.is_complete("* Red moves a7-b7."));
    assert!(reader.is_complete("> * Draw."));
    for line in ["", "> ", "===", "* Red moves a7-", "* Red", "red to play"] {
        assert!(!reader.is_complete(line), "{line}");
    }
    let dump = Dump(Position::start()).to_string();
    for line in dump.lines().take(8) {
        assert!(!reader.is_complete("==="));
        reader.classify(line);
    }
    assert!(reader.is_complete("==="));
}

#[test]
fn prompts_without_a_mark_are_learned_from_a_dump() {
    for prompt in ["Your turn ", "?", "[red]", "Red... ", "Red - "] {
        let mut reader = OutputReader::new(FALL_2008);
        let line = format!("{prompt}{prompt}===");
        assert!(reader.may_begin_dump(&line), "{line}");
        reader.add_prompt(&line);
        assert_eq!(reader.prompts, [prompt]);
        assert_eq!(classified(&reader, &line), OutputLine::DumpBegins);
        let line = format!("{prompt}Draw.");
        assert_eq!(
            classified(&reader, &line),
            OutputLine::Result(None),
            "{line}"
        );
        assert_eq!(classified(&reader, "Draw."), OutputLine::Result(None));
    }
    let mut reader = OutputReader::new(FALL_2016);
    for line in ["Red 1? Blue 2? ===", "Blue 3? Red 11? ==="] {
        reader.add_prompt(line);
        assert_eq!(classified(&reader, line), OutputLine::DumpBegins, "{line}");
    }
    assert_eq!(reader.prompts, ["Red 1? "]);
    let line = "Red 4? Blue moves a1-a2.";
    assert_eq!(classified(&reader, line), moves(Color::Blue, "a1-a2"));
    let reader = OutputReader::new(SPRING_2022);
    for line in ["===", "=== ATAXX ===", "hello"] {
        assert!(!reader.may_begin_dump(line), "{line}");
    }
}

#[test]
fn a_prompt_may_end_in_any_character() {
    for prompt in ["→ ", "é", "»", "🙂 ", "\u{fffd}", "\u{feff}> ", "→→"] {
        let mut reader = OutputReader::new(SPRING_2022);
        let line = format!("{prompt}{prompt}===");
        if reader.may_begin_dump(&line) {
            reader.add_prompt(&line);
        }
        assert_eq!(
            classified(&reader, &line),
            OutputLine::DumpBegins,
            "{line}: {:?}",
            reader.prompts
        );
        let line = format!("{prompt}* Draw.");
        assert_eq!(
            classified(&reader, &line),
            OutputLine::Result(None),
            "{line}"
        );
    }
}

#[test]
fn a_prompt_may_look_like_the_mark_of_an_announcement() {
    let mut reader = OutputReader::new(SPRING_2022);
    reader.add_prompt("* ===");
    assert_eq!(reader.prompts, ["* "]);
    let red = moves(Color::Red, "a7-b7");
    for (line, meaning) in [
        ("* ===", OutputLine::DumpBegins),
        ("* * Red moves a7-b7.", red.clone()),
        ("* Red moves a7-b7.", red),
        ("* * * Draw.", OutputLine::Result(None)),
        ("* Draw.", OutputLine::Result(None)),
        ("* Red to move", OutputLine::Line),
    ] {
        assert_eq!(classified(&reader, line), meaning, "{line}");
    }
    let wrong = classified(&reader, "* *Draw");
    assert!(matches!(wrong, OutputLine::Wrong(_)), "{wrong:?}");
}

proptest! {
    /// Whatever a program prints.
    #[test]
    fn any_output_is_read(
        lines in vec("(\\PC|[ \t>*:=\u{feff}\u{fffd}→é🙂0-9]|Red |Blue |moves |wins\\.){0,8}(===)?", 0..12),
        index in 0..Dialect::ALL.len(),
    ) {
        let mut reader = OutputReader::new(Dialect::ALL[index]);
        for line in lines {
            let line = without_escapes(&line);
            if reader.may_begin_dump(&line) {
                reader.add_prompt(&line);
                prop_assert!(!reader.may_begin_dump(&line), "{:?}", reader.prompts);
            }
            let (_, text) = reader.classify(&line);
            prop_assert!(line.ends_with(text));
        }
    }
}

fn classified(reader: &OutputReader, line: &str) -> OutputLine {
    reader.clone().classify(line).0
}

#[test]
fn colors_of_terminals_are_no_words() {
    let plain = |line| without_escapes(line).into_owned();
    assert_eq!(plain("\u{1b}[32mred> \u{1b}[0m==="), "red> ===");
    assert_eq!(plain("\u{1b}[1;31mRed wins.\u{1b}[m"), "Red wins.");
    assert_eq!(plain("\u{1b}[ü\u{1b}["), "");
    assert_eq!(plain("none"), "none");
}

#[test]
fn what_follows_prompts() {
    let after = |line| after_prompts(line).collect::<Vec<_>>().join(" | ");
    insta::assert_snapshot!(after("red>error: a > b"), @"red>error: a > b | error: a > b | a > b");
    insta::assert_snapshot!(after(">>$ No, a->b"), @">>$ No, a->b | >$ No, a->b | $ No, a->b | No, a->b");
    assert_eq!(after(""), "");
}

#[test]
fn a_dump_is_read_row_by_row() {
    let mut reader = OutputReader::new(SPRING_2022);
    let dump = Dump(Position::start()).to_string();
    let mut meaning = Vec::new();
    for line in format!("red> {dump}").lines() {
        meaning.push(reader.classify(line).0);
    }
    assert_eq!(meaning[0], OutputLine::DumpBegins);
    assert_eq!(meaning[1..8], vec![OutputLine::DumpGoesOn; 7]);
    assert_eq!(meaning[8], OutputLine::Board(Position::start()));
    assert_eq!(reader.dump, None);
}

/// What is wrong with a dump with these rows.
fn dump_of(rows: &str) -> String {
    let mut reader = OutputReader::new(FALL_2016);
    for line in format!("===\n{rows}\n===").lines() {
        if let OutputLine::Wrong(message) = reader.classify(line).0 {
            return message;
        }
    }
    String::new()
}

#[test]
fn a_dump_that_is_not_exact_is_wrong() {
    let start = Dump(Position::start()).to_string();
    let rows: Vec<&str> = start.lines().collect();
    let rows = rows[1..8].join("\n");
    assert_eq!(dump_of(&rows), "");
    insta::assert_snapshot!(dump_of(&rows.replace("  r", "r")), @"a row of its dump is `r - - - - - b` and must be `  r - - - - - b`");
    insta::assert_snapshot!(dump_of(&rows.replacen('r', "?", 1)), @"its dump cannot be read: expected `r`, `b`, `-` or `X`, found `?`");
    insta::assert_snapshot!(dump_of(&format!("{rows}\n  - - - - - - -")), @"a dump has 7 rows and then `===`, not `  - - - - - - -`");
    insta::assert_snapshot!(dump_of(""), @"its dump cannot be read: expected rank 7, found `===`");
}
