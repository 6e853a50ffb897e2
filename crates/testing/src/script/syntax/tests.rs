use super::*;
use crate::report::SourceText;
use crate::script::part::{
    Action, GameEnd, MAX_SECONDS, Opening, Part, Pattern, Reading, ScriptFormat, ScriptLine,
};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use proptest::prelude::*;
use std::time::Duration;

/// The diagnostics of a text, or what was read.
fn diagnosed<T: std::fmt::Debug>(reading: &Reading<T>) -> String {
    let errors = reading.script.as_ref().err().into_iter().flatten();
    let render = |diagnostic: &Diagnostic| render(diagnostic, Look::Plain);
    errors.chain(&reading.warnings).map(render).collect()
}

fn source(text: &str) -> SourceText {
    SourceText::new("test", text)
}

fn spring(text: &str) -> String {
    diagnosed(&script_2022(&source(text)))
}

fn fall(text: &str) -> String {
    diagnosed(&script_2016(&source(text)))
}

/// An action as scripts of a format write it.
fn written(action: &Action, format: ScriptFormat) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    let game = |mark: &str, first: Option<Color>, end: &GameEnd| match (first, end) {
        (Some(first), GameEnd::Matching(pattern)) => {
            let first = first.to_string().to_lowercase();
            format!("@{mark}{first}...{}", pattern.text)
        }
        (_, GameEnd::Any { record: true }) => format!("#*{mark}move/win+"),
        _ => format!("#*{mark}move/win"),
    };
    match action {
        Action::Send(line) => line.clone(),
        Action::TimeLimit { each, total } => match (each, total) {
            (Some(each), Some(total)) => format!("#*time {} {}", seconds(*each), seconds(*total)),
            (Some(each), None) => format!("@time {}", seconds(*each)),
            (None, total) => format!("@total-time {}", seconds(total.unwrap_or_default())),
        },
        Action::Line(text) => format!("@<{text}"),
        Action::Matches(pattern) => format!("@?{}", pattern.text),
        Action::AiMove => "#*move".to_owned(),
        Action::Result => "#*win+".to_owned(),
        Action::Game { first, end } => game("", *first, end),
        Action::Exchange {
            opening,
            first,
            end,
        } => {
            let mark = match (format, opening) {
                (ScriptFormat::Spring2022, _) => "remote ",
                (ScriptFormat::Fall2016, Opening::Ours) => "send ",
                (ScriptFormat::Fall2016, Opening::Theirs) => "recv ",
            };
            game(mark, *first, end)
        }
    }
}

/// The lines of a part, a line each.
fn lines_of(part: &Part, format: ScriptFormat) -> String {
    let line = |line: &ScriptLine| match &line.action {
        Action::Send(text) => format!("{}: send {text:?}\n", part.number(line)),
        action => format!("{}: {}\n", part.number(line), written(action, format)),
    };
    let command = format!("{}: run {}\n", part.command_place().line(), part.command);
    command + &part.lines.iter().map(line).collect::<String>()
}

#[test]
fn a_script_of_spring() {
    let text = "# A test.\n\n#*  java -ea ataxx.Main \nauto red\n# sent too\n\n#*time 5 30.5\n#*move\n#* move/win+\r\n#*move/win\n#*win+\n#*remote  move/win\n#*remote move/win+";
    let script = script_2022(&source(text)).script.expect("a script");
    insta::assert_snapshot!(lines_of(&script, ScriptFormat::Spring2022), @r##"
    3: run java -ea ataxx.Main
    4: send "auto red"
    5: send "# sent too"
    6: send ""
    7: #*time 5 30.5
    8: #*move
    9: #*move/win+
    10: #*move/win
    11: #*win+
    12: #*remote move/win
    13: #*remote move/win+
    "##);
    assert_eq!(&text[script.command_span.clone()], "java -ea ataxx.Main");
    let last = script.lines.last().expect("a line");
    assert_eq!(&text[last.span.clone()], "#*remote move/win+");
    assert!(script_2022(&source(text)).warnings.is_empty());
}

#[test]
fn a_script_of_fall() {
    let text = "# A test.\n\njava -ea ataxx.Main\nmanual blue\n@time 5\n@total-time 30.5\n@<  Red wins.\n@?(Red|Blue)\n# no line\n@red...Red wins\n@blue...\n@send red...Draw\n-----------\n  java x\n@recv red...\n dump";
    let parts = script_2016(&source(text)).script.expect("a script");
    insta::assert_snapshot!(parts.iter().map(|part| lines_of(part, ScriptFormat::Fall2016)).collect::<String>(), @r#"
    3: run java -ea ataxx.Main
    4: send "manual blue"
    5: @time 5
    6: @total-time 30.5
    7: @<  Red wins.
    8: @?(Red|Blue)
    10: @red...Red wins
    11: @blue...
    12: @send red...Draw
    14: run java x
    15: @recv red...
    16: send "dump"
    "#);
    assert!(script_2016(&source(text)).warnings.is_empty());
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
    error: expected `#* COMMAND LINE` before the lines to send, found `auto red`
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
     --> test:1:3
      |
    1 | #* 
      |   ^
    ");
}

#[test]
fn lines_that_were_meant_as_directives_of_spring() {
    insta::assert_snapshot!(spring("#* ataxx\n*move\n* move/win\n*mvoe\n#move\n# win+\n # *move/win+\n #*move\n# a move\n#win\n# time\n# **\n"), @"
    warning: a directive begins with `#*`: `*move` is sent to the program
     --> test:2:1
      |
    2 | *move
      | ^^^^^
      |
      = help: write `#*move`
    warning: a directive begins with `#*`: `* move/win` is sent to the program
     --> test:3:1
      |
    3 | * move/win
      | ^^^^^^^^^^
      |
      = help: write `#*move/win`
    warning: a directive begins with `#*`: `*mvoe` is sent to the program
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
    warning: a directive begins with `@`: `<Red wins.` is sent to the program
     --> test:2:1
      |
    2 | <Red wins.
      | ^^^^^^^^^^
      |
      = help: write `@<Red wins.`
    warning: a directive begins with `@`: `?Red` is sent to the program
     --> test:3:1
      |
    3 | ?Red
      | ^^^^
      |
      = help: write `@?Red`
    warning: a directive begins with `@`: `red...` is sent to the program
     --> test:4:1
      |
    4 | red...
      | ^^^^^^
      |
      = help: write `@red...`
    warning: a directive begins with `@`: `send blue...` is sent to the program
     --> test:5:2
      |
    5 |  send blue...
      |  ^^^^^^^^^^^^
      |
      = help: write `@send blue...`
    warning: a directive begins with `@`: `time 3` is sent to the program
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

fn seconds() -> impl Strategy<Value = Duration> {
    (0..MAX_SECONDS * 1000).prop_map(Duration::from_millis)
}

fn spring_action() -> impl Strategy<Value = Action> {
    let end = || any::<bool>().prop_map(|record| GameEnd::Any { record });
    prop_oneof![
        "[a-z0-9 -]{0,12}".prop_map(Action::Send),
        (seconds(), seconds()).prop_map(|(each, total)| Action::TimeLimit {
            each: Some(each),
            total: Some(total),
        }),
        Just(Action::AiMove),
        Just(Action::Result),
        end().prop_map(|end| Action::Game { first: None, end }),
        end().prop_map(|end| Action::Exchange {
            opening: Opening::Theirs,
            first: None,
            end,
        }),
    ]
}

fn fall_action() -> impl Strategy<Value = Action> {
    let color = || any::<bool>().prop_map(|red| Some(if red { Color::Red } else { Color::Blue }));
    let pattern =
        || "[A-Za-z.|]{0,8}[a-z]".prop_map(|text| Pattern::new(&text).expect("a pattern"));
    let end = move || pattern().prop_map(GameEnd::Matching);
    let opening = prop_oneof![Just(Opening::Ours), Just(Opening::Theirs)];
    prop_oneof![
        "[a-z][a-z0-9 -]{0,12}[a-z]".prop_map(Action::Send),
        seconds().prop_map(|each| Action::TimeLimit {
            each: Some(each),
            total: None,
        }),
        seconds().prop_map(|total| Action::TimeLimit {
            each: None,
            total: Some(total),
        }),
        "[A-Za-z .-]{0,8}[a-z]".prop_map(Action::Line),
        pattern().prop_map(Action::Matches),
        (color(), end()).prop_map(|(first, end)| Action::Game { first, end }),
        (opening, color(), end()).prop_map(|(opening, first, end)| Action::Exchange {
            opening,
            first,
            end,
        }),
    ]
}

/// The lines of a script that do this.
fn text_of(actions: &[Action], format: ScriptFormat, end: &str) -> String {
    let lines = actions.iter().map(|action| written(action, format) + end);
    lines.collect()
}

proptest! {
    #[test]
    fn spring_scripts_are_read_back(actions in prop::collection::vec(spring_action(), 0..20), feed in "\r?\n") {
        let format = ScriptFormat::Spring2022;
        let text = format!("#* ataxx{feed}{}", text_of(&actions, format, &feed));
        let script = script_2022(&source(&text)).script.expect("a script");
        for line in &script.lines {
            prop_assert_eq!(&text[line.span.clone()], written(&line.action, format));
        }
        let read: Vec<_> = script.lines.into_iter().map(|line| line.action).collect();
        prop_assert_eq!(read, actions);
    }

    #[test]
    fn fall_scripts_are_read_back(
        actions in prop::collection::vec(fall_action(), 0..20),
        feed in "\r?\n",
        indent in "[ \t]{0,3}",
    ) {
        // Blanks around a line are nothing.
        let format = ScriptFormat::Fall2016;
        let end = format!("{indent}{feed}{indent}");
        let body = text_of(&actions, format, &end);
        let text = format!("{indent}ataxx{end}{body}----------{end}ataxx{end}{body}");
        let parts = script_2016(&source(&text)).script.expect("a script");
        for part in parts {
            for line in &part.lines {
                prop_assert_eq!(&text[line.span.clone()], written(&line.action, format));
            }
            let read: Vec<_> = part.lines.into_iter().map(|line| line.action).collect();
            prop_assert_eq!(&read, &actions);
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
