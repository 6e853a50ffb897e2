use super::seconds::Seconds;
use super::*;
use crate::board::Color;
use crate::diagnostic::{Diagnostic, Look, Source, render};
use proptest::prelude::*;

/// All that is told of a text, or what was read.
fn told<T: std::fmt::Debug>(text: &str, reading: &Reading<T>) -> String {
    let errors = reading.script.as_ref().err().into_iter().flatten();
    let render = |diagnostic: &Diagnostic| {
        let source = Source {
            name: Some("test".to_owned()),
            first_line: 1,
            text: text.to_owned(),
        };
        render(&diagnostic.clone().with_source(source), Look::Plain)
    };
    errors.chain(&reading.warnings).map(render).collect()
}

fn spring(text: &str) -> String {
    told(text, &spring_script(text))
}

fn fall(text: &str) -> String {
    told(text, &fall_script(text))
}

/// The entries of a script, a line each.
fn entries<D: std::fmt::Display>(part: &Part<D>) -> String {
    let entry = |entry: &Entry<D>| match &entry.content {
        Content::Said(line) => format!("{}: say {line:?}\n", entry.number),
        Content::Directive(directive) => format!("{}: {directive}\n", entry.number),
    };
    let command = format!("{}: run {}\n", part.command.number, part.command.text);
    command + &part.entries.iter().map(entry).collect::<String>()
}

#[test]
fn a_script_of_spring() {
    let text = "# A test.\n\n#*  java -ea ataxx.Main \nauto red\n# said too\n\n#*time 5 30.5\n#*move\n#* move/win+\r\n#*move/win\n#*win+\n#*remote  move/win\n#*remote move/win+";
    let script = spring_script(text).script.expect("a script");
    insta::assert_snapshot!(entries(&script), @r##"
    3: run java -ea ataxx.Main
    4: say "auto red"
    5: say "# said too"
    6: say ""
    7: #*time 5 30.5
    8: #*move
    9: #*move/win+
    10: #*move/win
    11: #*win+
    12: #*remote move/win
    13: #*remote move/win+
    "##);
    assert_eq!(&text[script.command.span.clone()], "java -ea ataxx.Main");
    let last = script.entries.last().expect("an entry");
    assert_eq!(&text[last.span.clone()], "#*remote move/win+");
    assert!(spring_script(text).warnings.is_empty());
}

#[test]
fn a_script_of_fall() {
    let text = "# A test.\n\njava -ea ataxx.Main\nmanual blue\n@time 5\n@total-time 30.5\n@<  Red wins.\n@?(Red|Blue)\n# no line\n@red...Red wins\n@blue...\n@send red...Draw\n-----------\n  java x\n@recv red...\n dump";
    let script = fall_script(text).script.expect("a script");
    insta::assert_snapshot!(script.parts.iter().map(entries).collect::<String>(), @r#"
    3: run java -ea ataxx.Main
    4: say "manual blue"
    5: @time 5
    6: @total-time 30.5
    7: @<  Red wins.
    8: @?(Red|Blue)
    10: @red...Red wins
    11: @blue...
    12: @send red...Draw
    14: run java x
    15: @recv red...
    16: say " dump"
    "#);
    assert!(fall_script(text).warnings.is_empty());
}

#[test]
fn all_errors_of_a_spring_script_at_once() {
    insta::assert_snapshot!(spring("#* ataxx\n#*mvoe\n#*move/win +\n#*time 5\n#*time x 3\n#*time 5 100000\n#*remote\n#*remote move\n#*win\n#*frobnicate\n#*\n#*move now\n"), @"
    error: expected a directive, found `mvoe`
     --> test:2:3
      |
    2 | #*mvoe
      |   ^^^^
      |
      = help: did you mean `#*move`?
    error: expected nothing more, found `+`
     --> test:3:12
      |
    3 | #*move/win +
      |            ^
    error: expected a number of seconds, found the end
     --> test:4:9
      |
    4 | #*time 5
      |         ^
      |
      = help: usage: #*time MOVE GAME, in seconds
    error: expected a number of seconds, found `x`
     --> test:5:8
      |
    5 | #*time x 3
      |        ^
      |
      = help: usage: #*time MOVE GAME, in seconds
    error: `100000` seconds are more than a day
     --> test:6:10
      |
    6 | #*time 5 100000
      |          ^^^^^^
      |
      = help: usage: #*time MOVE GAME, in seconds
    error: expected a directive, found `remote`
     --> test:7:3
      |
    7 | #*remote
      |   ^^^^^^
      |
      = help: did you mean `#*remote move/win`?
    error: expected a directive, found `remote move`
     --> test:8:3
      |
    8 | #*remote move
      |   ^^^^^^^^^^^
      |
      = help: did you mean `#*remote move/win`?
    error: expected a directive, found `win`
     --> test:9:3
      |
    9 | #*win
      |   ^^^
      |
      = help: did you mean `#*win+`?
    error: expected a directive, found `frobnicate`
      --> test:10:3
       |
    10 | #*frobnicate
       |   ^^^^^^^^^^
       |
       = help: the directives are #*time, #*move, #*move/win, #*move/win+, #*win+, #*remote move/win, #*remote move/win+
    error: expected a directive, found the end
      --> test:11:3
       |
    11 | #*
       |   ^
       |
       = help: the directives are #*time, #*move, #*move/win, #*move/win+, #*win+, #*remote move/win, #*remote move/win+
    error: expected nothing more, found `now`
      --> test:12:8
       |
    12 | #*move now
       |        ^^^
    ");
}

#[test]
fn a_spring_script_begins_with_a_command_line() {
    insta::assert_snapshot!(spring(""), @"
    error: expected `#* COMMAND LINE`, the program to start, found the end
     --> test:1:1
      |
    1 |
      | ^
    ");
    insta::assert_snapshot!(spring("# only\n\n"), @"
    error: expected `#* COMMAND LINE`, the program to start, found the end
     --> test:3:1
      |
    3 |
      | ^
    ");
    insta::assert_snapshot!(spring("auto red\ndump\n#* ataxx\n"), @"
    error: expected `#* COMMAND LINE` before anything is said, found `auto red`
     --> test:1:1
      |
    1 | auto red
      | ^^^^^^^^
    ");
    insta::assert_snapshot!(spring("#*move\n"), @"
    error: expected `#* COMMAND LINE`, the program to start, found a directive
     --> test:1:1
      |
    1 | #*move
      | ^^^^^^
      |
      = help: the first line with `#*` is the command line
    ");
    insta::assert_snapshot!(spring("#* \n#* ataxx\n"), @"
    error: expected a command line after `#*`
     --> test:1:4
      |
    1 | #* 
      |    ^
    ");
}

#[test]
fn lines_that_were_meant_as_directives_of_spring() {
    insta::assert_snapshot!(spring("#* ataxx\n*move\n* move/win\n*mvoe\n#move\n# win+\n # *move/win+\n #*move\n# a move\n#win\n# time\n# **\n"), @"
    warning: a directive begins with `#*`: `*move` is said to the program
     --> test:2:1
      |
    2 | *move
      | ^^^^^
      |
      = help: write `#*move`
    warning: a directive begins with `#*`: `* move/win` is said to the program
     --> test:3:1
      |
    3 | * move/win
      | ^^^^^^^^^^
      |
      = help: write `#*move/win`
    warning: a directive begins with `#*`: `*mvoe` is said to the program
     --> test:4:1
      |
    4 | *mvoe
      | ^^^^^
      |
      = help: did you mean `#*move`?
    warning: a directive begins with `#*`: `#move` is a comment
     --> test:5:1
      |
    5 | #move
      | ^^^^^
      |
      = help: write `#*move`
    warning: a directive begins with `#*`: `# win+` is a comment
     --> test:6:1
      |
    6 | # win+
      | ^^^^^^
      |
      = help: write `#*win+`
    warning: a directive begins with `#*`: `# *move/win+` is a comment
     --> test:7:2
      |
    7 |  # *move/win+
      |  ^^^^^^^^^^^^
      |
      = help: write `#*move/win+`
    warning: a directive begins at the beginning of its line: this one is a comment
     --> test:8:2
      |
    8 |  #*move
      |  ^^^^^^
      |
      = help: write `#*move`
    ");
}

#[test]
fn all_errors_of_a_fall_script_at_once() {
    insta::assert_snapshot!(fall("ataxx\n@tiem 5\n@time\n@time x\n@total-time 1000000\n@<\n@?(\n@red..\n@green...\n@send blue\n@\n@send red...x\n"), @"
    error: expected a directive, found `tiem 5`
     --> test:2:2
      |
    2 | @tiem 5
      |  ^^^^^^
      |
      = help: did you mean `@time`?
    error: expected a number of seconds, found the end
     --> test:3:6
      |
    3 | @time
      |      ^
      |
      = help: usage: @time SECONDS
    error: expected a number of seconds, found `x`
     --> test:4:7
      |
    4 | @time x
      |       ^
      |
      = help: usage: @time SECONDS
    error: `1000000` seconds are more than a day
     --> test:5:13
      |
    5 | @total-time 1000000
      |             ^^^^^^^
      |
      = help: usage: @total-time SECONDS
    error: expected a line of output after `@<`, found the end
     --> test:6:3
      |
    6 | @<
      |   ^
    error: `(` is not a regular expression: unclosed group
     --> test:7:3
      |
    7 | @?(
      |   ^
    error: expected a directive, found `red..`
     --> test:8:2
      |
    8 | @red..
      |  ^^^^^
      |
      = help: did you mean `@red...`?
    error: expected a directive, found `green...`
     --> test:9:2
      |
    9 | @green...
      |  ^^^^^^^^
      |
      = help: the directives are @<TEXT, @?REGEX, @time, @total-time, @red..., @blue..., @send red..., @send blue..., @recv red..., @recv blue...
    error: expected a directive, found `send blue`
      --> test:10:2
       |
    10 | @send blue
       |  ^^^^^^^^^
       |
       = help: did you mean `@send blue...`?
    error: expected a directive, found the end
      --> test:11:2
       |
    11 | @
       |  ^
       |
       = help: the directives are @<TEXT, @?REGEX, @time, @total-time, @red..., @blue..., @send red..., @send blue..., @recv red..., @recv blue...
    error: this needs a second program, and there is none
      --> test:12:1
       |
    12 | @send red...x
       | ^^^^^^^^^^^^^
       |
       = help: a line of ten dashes separates two programs
    ");
    insta::assert_snapshot!(fall("ataxx\n----------\nataxx\n----------\nataxx\n"), @"
    error: at most two programs play each other; this line begins a third
     --> test:4:1
      |
    4 | ----------
      | ^^^^^^^^^^
    ");
}

#[test]
fn a_fall_script_begins_with_a_command_line() {
    insta::assert_snapshot!(fall("# only\n"), @"
    error: expected a command line, the program to start, found the end
     --> test:2:1
      |
    2 |
      | ^
    ");
    insta::assert_snapshot!(fall("@<Red wins.\n"), @"
    error: expected a command line, the program to start, found `@<Red wins.`
     --> test:1:1
      |
    1 | @<Red wins.
      | ^^^^^^^^^^^
    ");
    insta::assert_snapshot!(fall("----------\nataxx\n"), @"
    error: expected a command line, the program to start, found `----------`
     --> test:1:1
      |
    1 | ----------
      | ^^^^^^^^^^
    ");
    insta::assert_snapshot!(fall("ataxx\n----------\n"), @"
    error: expected a command line, the program to start, found the end
     --> test:3:1
      |
    3 |
      | ^
    ");
}

#[test]
fn lines_that_were_meant_as_directives_of_fall() {
    insta::assert_snapshot!(fall("ataxx\n<Red wins.\n?Red\nred...\n send blue...\n @time 5\ntime 3\n---------\n# @<x\n"), @"
    warning: a directive begins with `@`: `<Red wins.` is said to the program
     --> test:2:1
      |
    2 | <Red wins.
      | ^^^^^^^^^^
      |
      = help: write `@<Red wins.`
    warning: a directive begins with `@`: `?Red` is said to the program
     --> test:3:1
      |
    3 | ?Red
      | ^^^^
      |
      = help: write `@?Red`
    warning: a directive begins with `@`: `red...` is said to the program
     --> test:4:1
      |
    4 | red...
      | ^^^^^^
      |
      = help: write `@red...`
    warning: a directive begins with `@`: `send blue...` is said to the program
     --> test:5:2
      |
    5 |  send blue...
      |  ^^^^^^^^^^^^
      |
      = help: write `@send blue...`
    warning: a directive begins at the beginning of its line: `@time 5` is said to the program
     --> test:6:2
      |
    6 |  @time 5
      |  ^^^^^^^
      |
      = help: write `@time 5`
    warning: a directive begins with `@`: `time 3` is said to the program
     --> test:7:1
      |
    7 | time 3
      | ^^^^^^
      |
      = help: write `@time 3`
    ");
}

#[test]
fn expectations_that_no_line_meets() {
    insta::assert_snapshot!(fall("ataxx\n@<Result: Red wins.\n@<Hello.\n@<===\n@< r - X b\n@<DRAW\n"), @"
    warning: this is never met: the filter drops everything up to the last `:` of a line
     --> test:2:1
      |
    2 | @<Result: Red wins.
      | ^^^^^^^^^^^^^^^^^^^
    warning: this is never met: the filter keeps only dumps, and lines with `wins`, `passes`, `moves` or `draw`
     --> test:3:1
      |
    3 | @<Hello.
      | ^^^^^^^^
    ");
}

fn said() -> impl Strategy<Value = Content<SpringDirective>> {
    "[a-z0-9 -]{0,12}".prop_map(Content::Said)
}

fn seconds() -> impl Strategy<Value = Seconds> {
    (0..=Seconds::MOST * 1000 - 1).prop_map(|ms| Seconds(std::time::Duration::from_millis(ms)))
}

fn spring_content() -> impl Strategy<Value = Content<SpringDirective>> {
    let directive = prop_oneof![
        (seconds(), seconds()).prop_map(|(each, game)| SpringDirective::Time { each, game }),
        Just(SpringDirective::Move),
        Just(SpringDirective::Result),
        any::<bool>().prop_map(|record| SpringDirective::MoveToResult { record }),
        any::<bool>().prop_map(|record| SpringDirective::Remote { record }),
    ];
    prop_oneof![said(), directive.prop_map(Content::Directive)]
}

fn fall_content() -> impl Strategy<Value = Content<FallDirective>> {
    let color = || any::<bool>().prop_map(|red| if red { Color::Red } else { Color::Blue });
    let game = || {
        (
            color(),
            "[A-Za-z.|]{0,8}[a-z]".prop_map(|text| Pattern::new(&text).expect("one")),
        )
    };
    prop_oneof![
        "[a-z][a-z0-9 -]{0,12}".prop_map(Content::Said),
        prop_oneof![
            seconds().prop_map(FallDirective::Time),
            seconds().prop_map(FallDirective::TotalTime),
            "[A-Za-z .-]{0,8}[a-z]".prop_map(FallDirective::Line),
            game().prop_map(|(_, pattern)| FallDirective::Matches(pattern)),
            game().prop_map(|(first, result)| FallDirective::Game { first, result }),
            game().prop_map(|(first, result)| FallDirective::Send { first, result }),
            game().prop_map(|(first, result)| FallDirective::Receive { first, result }),
        ]
        .prop_map(Content::Directive),
    ]
}

/// The contents of a script, as text.
fn written<D: std::fmt::Display>(contents: &[Content<D>], end: &str) -> String {
    let lines = contents.iter().map(|content| content.to_string() + end);
    lines.collect()
}

proptest! {
    #[test]
    fn spring_scripts_are_read_back(contents in prop::collection::vec(spring_content(), 0..20), feed in "\r?\n") {
        let text = format!("#* ataxx{feed}{}", written(&contents, &feed));
        let script = spring_script(&text).script.expect("a script");
        for entry in &script.entries {
            prop_assert_eq!(&text[entry.span.clone()], entry.content.to_string());
        }
        let read: Vec<_> = script.entries.into_iter().map(|entry| entry.content).collect();
        prop_assert_eq!(read, contents);
    }

    #[test]
    fn fall_scripts_are_read_back(contents in prop::collection::vec(fall_content(), 0..20), feed in "\r?\n") {
        let body = written(&contents, &feed);
        let text = format!("ataxx{feed}{body}----------{feed}ataxx{feed}{body}");
        let script = fall_script(&text).script.expect("a script");
        for part in script.parts {
            for entry in &part.entries {
                prop_assert_eq!(&text[entry.span.clone()], entry.content.to_string());
            }
            let read: Vec<_> = part.entries.into_iter().map(|entry| entry.content).collect();
            prop_assert_eq!(&read, &contents);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "(?s)(#\\*|@|\\*|#|-{10}|\n|time |move|win|remote|red|send|\\.\\.\\.|.){0,40}") {
        let _ = (spring(&text), fall(&text));
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (spring(&text), fall(&text), spring(&format!("#* a\n{text}")), fall(&format!("a\n{text}")));
    }
}
