//! Programs under control, whatever they do: real processes, most of which misbehave.

use crate::process_groups::{assert_gone, is_alive, reset_ignored_signals};
use ataxx_core::Cancellation;
use ataxx_opponents::{Ended, Launch, Peer, Program, ReadError, within};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for a machine that has other things to do. No test waits so long unless
/// it fails.
fn patiently() -> Instant {
    within(Duration::from_secs(60))
}

fn soon() -> Instant {
    within(Duration::from_millis(200))
}

fn start(command: &str) -> Program<'static> {
    Program::start(&Launch::new(command), Cancellation::never()).expect("there is a shell")
}

/// One of the programs in `tests/misbehaving`.
fn misbehaving(name: &str) -> Program<'static> {
    start(&format!("sh tests/misbehaving/{name}.sh"))
}

/// Does something to a program, and sees that nothing is left of it after.
fn with(mut program: Program, what: impl FnOnce(&mut Program)) {
    let group = program.group();
    what(&mut program);
    drop(program);
    assert_gone(group);
}

/// Hears lines up to a silence: how many, the last, and the silence.
fn hear_all(program: &mut Program, deadline: Instant) -> (usize, String, ReadError) {
    let (mut count, mut last) = (0, String::new());
    loop {
        match program.read_line(deadline) {
            Ok(line) => {
                count += 1;
                last = line;
            }
            Err(silence) => return (count, last, silence),
        }
    }
}

#[test]
fn a_program_that_behaves() {
    with(
        start("while read -r line; do echo \"<$line>\"; done; exit 5"),
        |program| {
            program.send("one").expect("it listens");
            assert_eq!(program.read_line(patiently()), Ok("<one>".to_owned()));
            program.send("two").expect("it listens");
            program.send("three").expect("it listens");
            assert_eq!(program.finish(patiently()), Ok(Ended::Status(5)));
            assert_eq!(program.read_line(patiently()), Ok("<two>".to_owned()));
            assert_eq!(program.read_line(patiently()), Ok("<three>".to_owned()));
            let end = Err(ReadError::Ended(Some(Ended::Status(5))));
            assert_eq!(program.read_line(patiently()), end);
            assert_eq!(program.read_line(patiently()), end);
            assert!(!program.could_not_start());
        },
    );
}

/// The program has answered as soon as it has made the file.
fn wait_for(file: &Path) {
    let given_up = patiently();
    while !file.exists() {
        assert!(Instant::now() < given_up, "it does not answer");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_answer_that_waits_to_be_read_takes_no_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let answered = folder.path().join("answered");
    let command = format!("read line; echo yes; touch '{}'; cat", answered.display());
    with(start(&command), |program| {
        program.send("go").expect("it listens");
        let begun = Instant::now();
        wait_for(&answered);
        thread::sleep(Duration::from_millis(50));
        assert_eq!(program.read_line(begun), Ok("yes".to_owned()));
        assert_eq!(program.silence(begun), Duration::ZERO);
        // What was read before is no proof of a later silence.
        assert_eq!(program.silence(Instant::now()), Duration::ZERO);
        let (begun, limit) = (Instant::now(), Duration::from_millis(100));
        let late = program.read_line(begun + limit);
        assert_eq!(late, Err(ReadError::TimeOut));
        assert!(program.silence(begun) >= limit);
    });
}

#[test]
fn a_program_that_is_ended_with_the_job_did_not_crash() {
    reset_ignored_signals();
    let cancel = Cancellation::new();
    for (command, cancels) in [
        ("kill -TERM $$", true),
        ("exit 130", true),
        ("kill -TERM $$", false),
        ("exit 1", false),
    ] {
        cancel.clear();
        let mut program = Program::start(&Launch::new(command), &cancel).expect("a shell");
        let group = program.group();
        let read = thread::scope(|scope| {
            scope.spawn(|| {
                while cancels && is_alive(group) {
                    thread::sleep(Duration::from_millis(1));
                }
                // The cancellation comes later than the signal.
                thread::sleep(Duration::from_millis(20));
                if cancels {
                    cancel.request();
                }
            });
            program.read_line(patiently())
        });
        let is_cancelled = read == Err(ReadError::Interrupted);
        assert_eq!(is_cancelled, cancels, "{command}: {read:?}");
    }
}

#[test]
fn a_flood_without_line_ends_is_cut_off() {
    with(misbehaving("flood"), |program| {
        let (count, _, silence) = hear_all(program, patiently());
        assert_eq!((count, silence), (0, ReadError::Flooded { limit: 8 << 20 }));
        let finished = program.finish(patiently());
        assert!(
            matches!(finished, Ok(_) | Err(ReadError::Flooded { .. })),
            "{finished:?}"
        );
    });
}

#[test]
fn a_flood_of_lines_is_cut_off() {
    with(misbehaving("flood-lines"), |program| {
        let (heard, last, silence) = hear_all(program, patiently());
        assert_eq!(silence, ReadError::Flooded { limit: 8 << 20 });
        assert_eq!(last.len(), 4096);
        // All up to the bound is there, and little more.
        let expected = (8 << 20) / 4097;
        assert!((expected..expected + 32).contains(&heard), "{heard}");
    });
}

#[test]
fn a_flood_on_stderr_does_not_hide_stdout() {
    with(misbehaving("flood-errors"), |program| {
        program.send("hello").expect("it listens");
        assert_eq!(program.read_line(patiently()), Ok("heard hello".to_owned()));
        assert_eq!(program.read_line(soon()), Err(ReadError::TimeOut));
        assert!(program.stderr_lines().len() <= 64 * 1024);
        assert!(!program.take_stderr_lines().is_empty());
    });
}

#[test]
fn a_program_that_hangs_is_waited_for_as_long_as_asked() {
    with(misbehaving("hang"), |program| {
        assert_eq!(program.read_line(soon()), Err(ReadError::TimeOut));
        assert_eq!(program.finish(soon()), Err(ReadError::TimeOut));
    });
}

#[test]
fn a_program_that_dies_half_way() {
    with(misbehaving("half-way"), |program| {
        for (line, answer) in [("a", "one: a"), ("b", "two: b")] {
            program.send(line).expect("it listens");
            assert_eq!(program.read_line(patiently()), Ok(answer.to_owned()));
        }
        program.send("c").expect("it listens still");
        let end = ReadError::Ended(Some(Ended::Status(3)));
        assert_eq!(program.read_line(patiently()), Err(end));
        assert_eq!(program.stderr_lines(), "that was too much\n");
        assert_eq!(program.take_stderr_lines(), ["that was too much"]);
        assert_eq!(program.send("d"), Err(end));
        assert_eq!(program.send("e"), Err(end));
    });
}

#[test]
fn a_program_that_dies_by_a_signal() {
    with(misbehaving("by-signal"), |program| {
        program.send("hello").expect("it listens");
        let end = ReadError::Ended(Some(Ended::Signal(9)));
        assert_eq!(program.read_line(patiently()), Err(end));
        assert_eq!(program.finish(patiently()), Ok(Ended::Signal(9)));
    });
}

#[test]
fn an_answer_that_is_late_comes_when_it_is_asked_for_again() {
    with(misbehaving("late"), |program| {
        program.send("one").expect("it listens");
        assert_eq!(program.read_line(soon()), Err(ReadError::TimeOut));
        program.send("two").expect("it listens");
        assert_eq!(
            program.read_line(patiently()),
            Ok("at last: one".to_owned())
        );
    });
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    with(misbehaving("binary"), |program| {
        let garbled = "\u{fffd}\u{fffd}\0\u{1b}[31m\u{fffd}";
        assert_eq!(program.read_line(patiently()), Ok(garbled.to_owned()));
        assert_eq!(program.read_line(patiently()), Ok("café".to_owned()));
        assert_eq!(program.read_line(patiently()), Ok("\u{fffd}".to_owned()));
        let end = ReadError::Ended(Some(Ended::Status(0)));
        assert_eq!(program.read_line(patiently()), Err(end));
    });
}

#[test]
fn a_program_without_output() {
    with(misbehaving("silent"), |program| {
        program.send("hello").expect("it listens");
        assert_eq!(program.read_line(soon()), Err(ReadError::TimeOut));
        assert_eq!(program.finish(patiently()), Ok(Ended::Status(0)));
        assert!(!program.could_not_start());
    });
}

#[test]
fn signals_that_are_ignored_do_not_help() {
    with(misbehaving("stubborn"), |program| {
        assert_eq!(program.read_line(patiently()), Ok("ready".to_owned()));
        assert_eq!(program.finish(soon()), Err(ReadError::TimeOut));
        assert!(is_alive(program.group()));
        program.kill();
        assert_eq!(program.finish(patiently()), Ok(Ended::Signal(9)));
    });
}

#[test]
fn a_child_that_keeps_the_pipes_open_is_not_waited_for() {
    with(misbehaving("leaves-child"), |program| {
        let line = program.read_line(patiently()).expect("it says something");
        assert!(line.starts_with("the child is "), "{line}");
        let end = ReadError::Ended(Some(Ended::Status(7)));
        assert_eq!(program.read_line(patiently()), Err(end));
        assert!(
            is_alive(program.group()),
            "the child is there until the end"
        );
    });
}

#[test]
fn children_that_never_stop_printing_are_not_waited_for() {
    with(misbehaving("leaves-talker"), |program| {
        assert_eq!(program.finish(patiently()), Ok(Ended::Status(7)));
        let (_, last, silence) = hear_all(program, patiently());
        assert_eq!(silence, ReadError::Flooded { limit: 8 << 20 });
        assert_eq!(last, "still here");
        assert!(!program.take_stderr_lines().is_empty());
    });
}

#[test]
fn a_program_that_closes_its_output_and_goes_on() {
    with(misbehaving("closes-stdout"), |program| {
        assert_eq!(program.read_line(patiently()), Ok("goodbye".to_owned()));
        assert_eq!(program.read_line(patiently()), Err(ReadError::Ended(None)));
        assert_eq!(program.read_line(patiently()), Err(ReadError::Ended(None)));
        assert!(is_alive(program.group()));
        assert_eq!(program.finish(soon()), Err(ReadError::TimeOut));
    });
}

#[test]
fn a_program_that_closes_its_input_and_goes_on() {
    with(misbehaving("closes-stdin"), |program| {
        assert_eq!(program.read_line(patiently()), Ok("closed".to_owned()));
        assert_eq!(program.send("hello"), Err(ReadError::NotReading));
        assert_eq!(program.send("hello"), Err(ReadError::NotReading));
    });
}

#[test]
fn sending_to_a_program_that_does_not_read_ends() {
    with(misbehaving("hang"), |program| {
        let line = "a7-b7 ".repeat(10_000);
        let sent = (0..40).map(|_| program.send(&line)).find(Result::is_err);
        assert_eq!(sent, Some(Err(ReadError::NotReading)));
    });
}

#[test]
fn full_pipes_in_both_directions_do_not_block() {
    with(misbehaving("slow-reader"), |program| {
        // More than a pipe holds, in both directions.
        let line = "a7-b7 ".repeat(1000);
        for _ in 0..100 {
            program.send(&line).expect("it will listen");
        }
        program.finish(patiently()).expect("it ends");
        let (heard, last, _) = hear_all(program, patiently());
        assert_eq!((heard, last.as_str()), (513, "read 100 lines"));
    });
}

#[test]
fn long_lines_are_cut() {
    with(
        start("head -c 100000 /dev/zero | tr '\\0' a; echo; echo b"),
        |program| {
            let line = program.read_line(patiently()).expect("it says something");
            assert_eq!(line.len(), 64 * 1024 + "…".len());
            assert!(line.ends_with("a…"));
            assert_eq!(program.read_line(patiently()), Ok("b".to_owned()));
        },
    );
}

#[test]
fn what_cannot_be_started_is_distinguished_from_what_fails() {
    for (command, unable) in [
        ("no-such-program-anywhere --x", true),
        ("tests/misbehaving", true),
        ("exit 127", true),
        ("echo something; exit 127", false),
        ("exit 1", false),
        ("kill -KILL $$", false),
    ] {
        with(start(command), |program| {
            let (_, _, silence) = hear_all(program, patiently());
            assert!(matches!(silence, ReadError::Ended(Some(_))), "{silence:?}");
            assert_eq!(program.could_not_start(), unable, "{command}");
        });
    }
    let launch = Launch {
        folder: Some("no-such-folder".into()),
        ..Launch::new("true")
    };
    let error = Program::start(&launch, Cancellation::never())
        .err()
        .expect("no folder");
    assert_eq!(error.to_string(), "`no-such-folder` is not a folder");
    let error = Program::start(&Launch::new("a\0b"), Cancellation::never()).err();
    assert_eq!(error.map(|it| it.kind()), Some(io::ErrorKind::InvalidInput));
}

#[test]
fn a_program_starts_in_the_folder_that_is_given() {
    let launch = Launch {
        folder: Some("tests/misbehaving".into()),
        ..Launch::new("ls flood.sh")
    };
    with(
        Program::start(&launch, Cancellation::never()).expect("there is a shell"),
        |program| {
            assert_eq!(program.read_line(patiently()), Ok("flood.sh".to_owned()));
        },
    );
}

#[test]
#[cfg(target_os = "linux")]
fn limits_on_memory_and_time_hold() {
    let launch = Launch {
        memory_kib: Some(200 * 1024),
        cpu_seconds: Some(1),
        ..Launch::new("ulimit -v; ulimit -S -t; ulimit -H -t; while :; do :; done")
    };
    with(
        Program::start(&launch, Cancellation::never()).expect("there is a shell"),
        |program| {
            for limit in ["204800", "1", "2"] {
                assert_eq!(program.read_line(patiently()), Ok(limit.to_owned()));
            }
            // SIGXCPU
            let end = ReadError::Ended(Some(Ended::Signal(24)));
            assert_eq!(program.read_line(patiently()), Err(end));
        },
    );
}

#[test]
fn cancellation_ends_the_wait_and_kills_the_program() {
    let stop = Cancellation::new();
    let stop = &stop;
    thread::scope(|scope| {
        let launch = Launch::new("sh tests/misbehaving/stubborn.sh");
        let mut program = Program::start(&launch, stop).expect("there is a shell");
        assert_eq!(program.read_line(patiently()), Ok("ready".to_owned()));
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(100));
            stop.request();
        });
        assert_eq!(program.read_line(patiently()), Err(ReadError::Interrupted));
        // Even before it is dropped.
        assert_gone(program.group());
        assert_eq!(program.send("x"), Err(ReadError::Interrupted));
        assert_eq!(program.finish(patiently()), Err(ReadError::Interrupted));
    });
}

#[test]
fn what_is_written_to_stderr_before_an_answer_is_there_with_it() {
    let command = "while read -r line; do echo \"no $line\" >&2; echo done; done";
    with(start(command), |program| {
        for number in 0..200 {
            program.send(&number.to_string()).expect("it listens");
            assert_eq!(program.read_line(patiently()), Ok("done".to_owned()));
            assert_eq!(program.take_stderr_lines(), [format!("no {number}")]);
        }
    });
}

#[test]
fn many_at_once_do_not_disturb_one_another() {
    thread::scope(|scope| {
        for number in 0..4 {
            scope.spawn(move || {
                for round in 0..10 {
                    with(
                        start("read -r line; echo $line; sleep 1000 & exit 3"),
                        |program| {
                            let line = format!("{number} {round}");
                            program.send(&line).expect("it listens");
                            assert_eq!(program.read_line(patiently()), Ok(line));
                            let end = ReadError::Ended(Some(Ended::Status(3)));
                            assert_eq!(program.read_line(patiently()), Err(end));
                        },
                    );
                }
            });
        }
    });
}
