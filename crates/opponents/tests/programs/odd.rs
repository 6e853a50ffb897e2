//! This test as a program that behaves oddly: as the variable `ODD_PROGRAM` says.

use std::env;
use std::io::{self, Read, Write, stderr, stdin, stdout};
use std::net::TcpStream;
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

/// The name of the variable: a behaviour, and an address for some.
pub const VARIABLE: &str = "ODD_PROGRAM";
/// What comes after the words of the test harness.
pub const BEGIN: &str = "the odd program begins";

/// The command line of the program.
pub fn command(behaviour: &str) -> String {
    let program = env::current_exe().expect("the path of this test");
    let program = format!(
        "\"{}\" --exact odd::program --ignored --nocapture",
        program.display()
    );
    if cfg!(windows) {
        format!("set {VARIABLE}={behaviour}&& {program}")
    } else {
        format!("{VARIABLE}='{behaviour}' {program}")
    }
}

#[test]
#[ignore = "not a test, but the program that the tests start"]
fn program() {
    let Ok(behaviour) = env::var(VARIABLE) else {
        return;
    };
    println!("\n{BEGIN}");
    let words: Vec<&str> = behaviour.split(' ').collect();
    let done = match words[..] {
        ["answers"] => answer(),
        ["floods"] => flood(&mut stdout()),
        ["floods-errors"] => {
            thread::spawn(|| flood(&mut stderr()));
            answer()
        }
        ["hangs"] => hang(),
        // Where the test sees that it lives.
        ["holds", address] => TcpStream::connect(address).and_then(|mut held| {
            println!("holds");
            held.read_exact(&mut [0]).or_else(|_| hang())
        }),
        ["leaves-child", address] => leave_child(address),
        ["leaves-child-and-hangs", address] => leave_child(address).and_then(|()| hang()),
        ["last-words"] => last_words(),
        _ => exit(3),
    };
    exit(if done.is_ok() { 7 } else { 1 });
}

fn answer() -> io::Result<()> {
    for line in stdin().lines() {
        let line = line?;
        if line == "quit" {
            break;
        }
        // With the end of line of Windows on every system.
        print!("heard {line}\r\n");
        stdout().flush()?;
    }
    eprintln!("said all");
    Ok(())
}

fn flood(output: &mut impl Write) -> io::Result<()> {
    loop {
        output.write_all(&[b'z'; 4096])?;
        output.write_all(b"\n")?;
    }
}

fn hang() -> io::Result<()> {
    loop {
        thread::sleep(Duration::from_secs(600));
    }
}

/// Starts a child that goes on, and waits until it is connected.
fn leave_child(address: &str) -> io::Result<()> {
    let mut child = Command::new(env::current_exe()?)
        .args(["--exact", "odd::program", "--ignored", "--nocapture"])
        .env(VARIABLE, format!("holds {address}"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut text = Vec::new();
    let mut byte = [0];
    let mut output = child.stdout.take().expect("a pipe");
    while !text.ends_with(b"holds") {
        output.read_exact(&mut byte)?;
        text.extend(byte);
    }
    println!("left one");
    Ok(())
}

/// More lines than a pipe holds, the last without an end.
fn last_words() -> io::Result<()> {
    let mut output = stdout().lock();
    for number in 0..20_000 {
        writeln!(output, "line {number}")?;
    }
    eprintln!("an error");
    write!(output, "the end")?;
    output.flush()
}
