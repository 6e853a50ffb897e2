//! Lines in, outputs out: files, and the wish to stop.

use ataxx_core::Cancellation;
use ataxx_core::board::Color;
use ataxx_session::Dialect;
use ataxx_session::{
    Event, Files, Flow, Interpreter, LineOfText, LoadError, Output, Session, SessionSettings,
    TextFile,
};
use std::path::Path;

/// Any file: its name is its text, with `;` between lines.
struct Named;

impl Files for Named {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text: name.replace(';', "\n"),
        })
    }
}

fn session() -> Session {
    let settings = SessionSettings {
        nodes: Some(300),
        ..SessionSettings::default()
    };
    Session::new(Dialect::SPRING_2022, settings)
}

fn typed(text: &str) -> LineOfText<'_> {
    LineOfText {
        source: None,
        number: 1,
        text,
    }
}

/// Carries out a line, and sets the flag when an output is like this.
fn told_at(
    interpreter: &mut Interpreter,
    told: &Cancellation,
    line: &str,
    when: fn(&Output) -> bool,
) -> Flow {
    interpreter.line(typed(line), &mut |_, output| {
        if when(&output) {
            told.request();
        }
        Flow::GoOn
    })
}

#[test]
fn cancelled_ais_pause_after_a_move() {
    let told = Cancellation::new();
    let mut interpreter = Interpreter::new(session(), &(), &told);
    let flow = told_at(&mut interpreter, &told, "auto red", |output| {
        *output == Output::Thinking(Color::Blue)
    });
    assert_eq!(flow, Flow::Pause);
    assert_eq!(interpreter.session().game().moves().len(), 2);

    // What is refused, only reads or changes something else starts nothing.
    told.clear();
    for line in [
        "", " # go on", "bord", "a7-g1", "help", "board", "seed 4", "undo", "a7-b7",
    ] {
        let before = interpreter.session().game().moves().len();
        let flow = told_at(&mut interpreter, &told, line, |_| false);
        assert_eq!(flow, Flow::GoOn, "{line}");
        let after = interpreter.session().game().moves().len();
        let undone = if line == "undo" { 2 } else { 0 };
        assert_eq!(after, before - undone, "{line}");
    }

    let flow = told_at(&mut interpreter, &told, "start", |output| {
        *output == Output::Thinking(Color::Blue)
    });
    assert_eq!(flow, Flow::Pause);
    assert_eq!(interpreter.session().game().moves().len(), 2);

    told.clear();
    let flow = told_at(&mut interpreter, &told, "manual red", |_| false);
    assert_eq!(flow, Flow::GoOn);
    assert_eq!(interpreter.session().game().moves().len(), 2);
}

#[test]
fn cancellation_drops_the_rest_of_a_file() {
    let told = Cancellation::new();
    let mut interpreter = Interpreter::new(session(), &Named, &told);
    let file = "load manual blue;a7-b7;dump;a1-b1";
    let flow = told_at(&mut interpreter, &told, file, |output| {
        matches!(output, Output::Event(Event::Dump(_)))
    });
    assert_eq!(flow, Flow::Pause);
    assert_eq!(interpreter.session().game().moves().len(), 1);
}

/// Files with numbers, each of which loads the next ones, up to the last.
struct Numbered {
    /// How many times each loads the next.
    times: usize,
    last: u32,
}

impl Files for Numbered {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let number: u32 = name.parse().expect("files are numbered");
        let text = if number < self.last {
            format!("load {}\n", number + 1).repeat(self.times) + "dump\n"
        } else {
            "dump".to_owned()
        };
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text,
        })
    }
}

/// The errors of `load NUMBER`, and the number of dumps.
fn load(interpreter: &mut Interpreter, number: u32) -> (Vec<String>, usize) {
    let (mut messages, mut dumps) = (Vec::new(), 0);
    let mut open_lines = 0;
    let flow = interpreter.line(typed(&format!("load {number}")), &mut |_, output| {
        match output {
            Output::Begun(_) => open_lines += 1,
            Output::Done(_) => open_lines -= 1,
            Output::Refused(diagnostic) => messages.push(diagnostic.message),
            Output::Event(Event::Dump(_)) => dumps += 1,
            _ => {}
        }
        Flow::GoOn
    });
    assert_eq!((flow, open_lines), (Flow::GoOn, 0));
    (messages, dumps)
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn files_that_multiply_come_to_an_end() {
    let told = Cancellation::new();
    let files = Numbered {
        times: 10,
        last: 30,
    };
    let mut interpreter = Interpreter::new(session(), &files, &told);
    let (messages, _) = load(&mut interpreter, 1);
    let last = messages.last().expect("there are errors");
    assert_eq!(last, "one line loads more than 100000 files");
    // Each line has its own count.
    assert_eq!(load(&mut interpreter, 27), (Vec::new(), 1111));
}

#[test]
fn a_chain_of_files_may_be_long() {
    let told = Cancellation::new();
    let files = Numbered {
        times: 1,
        last: 20_000,
    };
    let mut interpreter = Interpreter::new(session(), &files, &told);
    assert_eq!(load(&mut interpreter, 1), (Vec::new(), 20_000));
}

#[test]
fn a_file_may_load_many_files_one_after_the_other() {
    let told = Cancellation::new();
    let mut interpreter = Interpreter::new(session(), &Named, &told);
    let file = TextFile {
        name: "all".to_owned(),
        path: "all".into(),
        text: "load dump\n".repeat(2500),
    };
    let mut dumps = 0;
    let flow = interpreter.file(&file, &mut |_, output| {
        assert!(!matches!(output, Output::Refused(_)), "{output:?}");
        dumps += usize::from(matches!(output, Output::Event(Event::Dump(_))));
        Flow::GoOn
    });
    assert_eq!((flow, dumps), (Flow::GoOn, 2500));
}

#[test]
fn where_files_are_not_written_saving_is_refused() {
    let told = Cancellation::new();
    let mut interpreter = Interpreter::new(session(), &(), &told);
    let mut messages = Vec::new();
    let _ = interpreter.line(typed("save game"), &mut |_, output| {
        if let Output::Refused(diagnostic) = output {
            messages.push(diagnostic.message);
        }
        Flow::GoOn
    });
    let refused = "`game` cannot be written: files are not written here";
    assert_eq!(messages, [refused]);
}
