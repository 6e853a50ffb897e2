//! Programs under control, on every system: they are listened to, limited in time, and ended with all
//! that they have started.

mod odd;

use ataxx_core::Cancellation;
use ataxx_opponents::{Ended, Launch, Peer, Program, ReadError, within};
use std::io::{ErrorKind, Read};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Longer than anything takes.
const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

/// Starts the odd program, which may be cancelled, up to the line with which it begins.
fn start_with<'a>(behaviour: &str, cancel: &'a Cancellation) -> Program<'a> {
    let launch = Launch::new(odd::command(behaviour));
    let mut program = Program::start(&launch, cancel).expect(behaviour);
    while program.read_line(within(LONG)).expect("it begins") != odd::BEGIN {}
    program
}

fn start(behaviour: &str) -> Program<'static> {
    start_with(behaviour, Cancellation::never())
}

#[test]
fn lines_go_there_and_back() {
    let mut program = start("answers");
    for number in 0..100 {
        program.send(&format!("line {number}")).expect("it reads");
        let answer = program.read_line(within(LONG));
        assert_eq!(answer, Ok(format!("heard line {number}")));
    }
    program.send("quit").expect("it reads");
    assert_eq!(program.finish(within(LONG)), Ok(Ended::Status(7)));
    assert_eq!(program.stderr_lines().trim_end(), "said all");
}

#[test]
fn a_closed_stdin_comes_after_all_that_was_sent() {
    let mut program = start("answers");
    for number in 0..20_000 {
        program.send(&format!("line {number}")).expect("it reads");
        if number % 100 == 99 {
            for _ in 0..100 {
                program.read_line(within(LONG)).expect("an answer");
            }
        }
    }
    assert_eq!(program.finish(within(LONG)), Ok(Ended::Status(7)));
}

#[test]
fn silence_ends_at_the_deadline() {
    let mut program = start("hangs");
    let begun = Instant::now();
    let answer = program.read_line(within(SHORT));
    assert_eq!(answer, Err(ReadError::TimeOut));
    assert!(begun.elapsed() >= SHORT);
    assert_eq!(program.finish(within(SHORT)), Err(ReadError::TimeOut));
}

#[test]
fn a_flood_ends_at_the_limit() {
    let mut program = start("floods");
    let error = loop {
        if let Err(error) = program.read_line(within(LONG)) {
            break error;
        }
    };
    assert!(matches!(error, ReadError::Flooded { .. }), "{error:?}");
}

#[test]
fn a_flood_of_errors_holds_nothing_up() {
    let mut program = start("floods-errors");
    for number in 0..10 {
        program.send(&format!("line {number}")).expect("it reads");
        let answer = program.read_line(within(LONG));
        assert_eq!(answer, Ok(format!("heard line {number}")));
    }
}

#[test]
fn a_program_that_does_not_read_is_noticed() {
    let mut program = start("hangs");
    let line = "x".repeat(100_000);
    let error = (0..1000).find_map(|_| program.send(&line).err());
    assert_eq!(error, Some(ReadError::NotReading));
}

#[test]
fn all_of_the_output_is_read_after_the_end() {
    let mut program = start("last-words");
    for number in 0..20_000 {
        let line = program.read_line(within(LONG));
        assert_eq!(line, Ok(format!("line {number}")));
    }
    assert_eq!(program.read_line(within(LONG)).as_deref(), Ok("the end"));
    let ended = Ended::Status(7);
    assert_eq!(
        program.read_line(within(LONG)),
        Err(ReadError::Ended(Some(ended)))
    );
    assert_eq!(program.stderr_lines().trim_end(), "an error");
}

#[test]
fn a_status_and_a_missing_program_are_told_apart() {
    let mut program = start("unknown");
    let ended = ReadError::Ended(Some(Ended::Status(3)));
    assert_eq!(program.read_line(within(LONG)), Err(ended));
    assert!(!program.could_not_start());
    let mut missing =
        Program::start(&Launch::new("no-such-program"), Cancellation::never()).expect("a shell");
    assert!(matches!(
        missing.read_line(within(LONG)),
        Err(ReadError::Ended(Some(_)))
    ));
    assert!(missing.could_not_start());
    assert!(missing.stderr_lines().contains("no-such-program"));
}

/// Starts a program that starts another, and returns it with the connection of the other.
fn start_two<'a>(behaviour: &str, cancel: &'a Cancellation) -> (Program<'a>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let mut program = start_with(&format!("{behaviour} {address}"), cancel);
    assert_eq!(program.read_line(within(LONG)).as_deref(), Ok("left one"));
    let (held, _) = listener.accept().expect("a connection");
    held.set_read_timeout(Some(SHORT)).expect("a timeout");
    let error = (&held).read(&mut [0]).expect_err("it lives");
    assert!(matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut
    ));
    (program, held)
}

fn assert_ends(mut held: TcpStream) {
    // After a minute the harness of the other tries to write, and ends without a reader.
    let time = Duration::from_secs(20);
    held.set_read_timeout(Some(time)).expect("a timeout");
    match held.read(&mut [0]) {
        Ok(0) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        other => panic!("it lives on: {other:?}"),
    }
}

#[test]
fn what_a_program_has_started_ends_with_it() {
    for behaviour in ["leaves-child", "leaves-child-and-hangs"] {
        let (program, held) = start_two(behaviour, Cancellation::never());
        drop(program);
        assert_ends(held);
    }
}

#[test]
fn cancellation_ends_all() {
    let cancel = Cancellation::new();
    let (mut program, held) = start_two("leaves-child-and-hangs", &cancel);
    cancel.request();
    assert_eq!(program.read_line(within(LONG)), Err(ReadError::Interrupted));
    assert_ends(held);
}

#[test]
fn its_folder_and_its_variables_are_set() {
    let folder = std::env::temp_dir();
    let command = if cfg!(windows) {
        "echo %ATAXX%& cd"
    } else {
        "echo $ATAXX; pwd"
    };
    let launch = Launch {
        folder: Some(folder.clone()),
        own_program: Some("this".into()),
        ..Launch::new(command)
    };
    let mut program = Program::start(&launch, Cancellation::never()).expect("a shell");
    assert_eq!(program.read_line(within(LONG)).as_deref(), Ok("this"));
    let shown = program.read_line(within(LONG)).expect("a folder");
    let [shown, folder] =
        [shown.as_ref(), folder.as_path()].map(|path: &std::path::Path| path.canonicalize().ok());
    assert_eq!(shown, folder);
}

#[cfg(windows)]
#[test]
fn limits_that_windows_does_not_have_are_refused() {
    let launch = Launch {
        memory_kib: Some(1024),
        ..Launch::new("echo")
    };
    let error = Program::start(&launch, Cancellation::never())
        .err()
        .expect("no limit");
    assert_eq!(
        error.to_string(),
        "there is no way to set limits on memory on Windows"
    );
}
