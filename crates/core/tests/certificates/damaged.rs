//! Files that are truncated, endless, or not text.

use super::{SAMPLE, WITH_PASSES, check_certificate, checked, reasons};
use ataxx_core::diagnostic::{Look, render};
use ataxx_core::solver::certificate::{VerifyErrorKind, verify};
use std::ops::ControlFlow;

#[test]
fn damaged_files() {
    let damaged = [
        SAMPLE.trim_end().to_owned(),
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.replacen("xx1", "xx\t1", 1),
        SAMPLE.replacen("xx1", "xx\r1", 1),
        SAMPLE.replacen("xx1", "xx\u{0}1", 1),
        SAMPLE.replacen("xx1", "xxé1", 1),
        SAMPLE.replacen("rules", "rules\u{1b}[31m", 1),
        format!("\u{feff}{SAMPLE}"),
        format!("{SAMPLE}\n"),
        format!("{SAMPLE}#"),
        format!("{SAMPLE}{SAMPLE}"),
        SAMPLE.replacen("claim", "\nclaim", 1),
        SAMPLE.replacen("end", "# a comment\nend", 1),
        SAMPLE.replacen("a5-c7", &"a5-c7".repeat(100), 1),
        String::new(),
        "\n".to_owned(),
        "x".repeat(1000),
    ];
    insta::assert_snapshot!(reasons(damaged), @r"
    14: [] the file ends within a line
    1: [\r] the line ends in a carriage return (its lines end in a line feed alone)
    3: [\t] the byte 0x09 is not allowed in a certificate
    3: [\r] the byte 0x0d is not allowed in a certificate
    3: [\0] the byte 0x00 is not allowed in a certificate (column 12: U+0000 (NUL))
    3: [é] the byte 0xc3 is not allowed in a certificate
    2: [\u{1b}] the byte 0x1b is not allowed in a certificate (column 6: U+001B (escape))
    1: [\u{feff}] this is no certificate: expected the line `ataxx certificate 1` (column 1: U+FEFF (byte order mark))
    15: [] there is more after the end
    15: [] there is more after the end
    15: [ataxx certificate 1] there is more after the end
    4: [] expected `claim`, found the end of the line
    14: [#] expected `x`, `o`, `-` or a digit from 1 to 7, found `#`
    6: [] the line is longer than 256 bytes, as no line of a certificate is
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    ");
    let no_text = [
        &SAMPLE.as_bytes()[..100],
        b"\xff\xfe",
        &SAMPLE.as_bytes()[100..],
    ]
    .concat();
    let refused = checked(&no_text).expect_err("no text");
    insta::assert_snapshot!(refused, @"line 4: the byte 0xff is not allowed in a certificate");
    assert_eq!(refused.line, 4);
}

#[test]
fn every_prefix_is_refused() {
    for text in [SAMPLE, WITH_PASSES] {
        for end in 0..text.len() {
            let begun = &text[..end];
            let refused = checked(begun.as_bytes()).expect_err(begun);
            // The error is at the end of the text.
            let line = 1 + begun.matches('\n').count() as u64;
            assert_eq!(refused.line, line, "{refused} of {begun}");
            assert_eq!(refused.is_certificate(), line > 1);
            assert!(check_certificate::check(begun).is_err());
        }
    }
}

/// An endless text that counts the bytes read.
struct Endless {
    head: Vec<u8>,
    repeated: Vec<u8>,
    read: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = match self.head.get(self.read) {
                Some(byte) => *byte,
                None => self.repeated[(self.read - self.head.len()) % self.repeated.len()],
            };
            self.read += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn reading_stops_at_the_first_error() {
    const BUFFER: usize = 512;
    let head = |lines| {
        let lines: Vec<&str> = SAMPLE.split_inclusive('\n').take(lines).collect();
        lines.concat()
    };
    let unasked = "xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo o 2 1 b3-c4\n";
    let cases = [
        (String::new(), "x"),
        (String::new(), "\u{0}"),
        (String::new(), "ataxx certificate 1\n"),
        (head(1), "rules"),
        (head(4), "strategy win red 3 "),
        (head(6), "xxxxoox/"),
        (head(6), "\n"),
        (head(6), unasked),
        (head(8), unasked),
        (head(14), " "),
        (head(14), "\n"),
    ];
    for (head, repeated) in cases {
        let mut stream = Endless {
            head: head.clone().into_bytes(),
            repeated: repeated.as_bytes().to_vec(),
            read: 0,
        };
        let reader = std::io::BufReader::with_capacity(BUFFER, &mut stream);
        let refused = verify(reader, |_| ControlFlow::Continue(()));
        assert!(refused.is_err(), "{head}{repeated:?}");
        assert!(stream.read <= head.len() + 2 * BUFFER, "{}", stream.read);
    }
}

#[test]
fn verification_can_be_cancelled() {
    let mut seen = Vec::new();
    let refused = verify(WITH_PASSES.as_bytes(), |tally| {
        seen.push((tally.steps, tally.replies));
        if seen.len() == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(
        refused.map_err(|refused| refused.kind),
        Err(VerifyErrorKind::Cancelled)
    );
    assert_eq!(seen, [(1, 8), (2, 8), (3, 13)]);
}

/// A stream that fails after its first bytes.
struct Broken<'a>(&'a [u8]);

impl std::io::Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::ErrorKind::ConnectionReset.into()),
            read => Ok(read),
        }
    }
}

#[test]
fn read_errors() {
    for lines in 0..=14 {
        let head: String = SAMPLE.split_inclusive('\n').take(lines).collect();
        let stream = std::io::BufReader::new(Broken(head.as_bytes()));
        let refused = verify(stream, |_| ControlFlow::Continue(())).expect_err("it fails");
        assert!(!refused.is_certificate());
        assert_eq!(
            refused.kind,
            VerifyErrorKind::Unreadable("connection reset".to_owned())
        );
    }
}

#[test]
fn a_read_error_names_the_place_and_what_to_do() {
    let head: String = SAMPLE.split_inclusive('\n').take(3).collect();
    let stream = std::io::BufReader::new(Broken(head.as_bytes()));
    let refused = verify(stream, |_| ControlFlow::Continue(())).expect_err("it fails");
    insta::assert_snapshot!(render(&refused.diagnostic("proof.txt"), Look::Plain), @"
    error: the certificate cannot be read from here on: connection reset
     --> proof.txt:4:1
      |
    4 |
      | ^
      |
      = help: nothing is wrong so far: try again, or with another copy
    ");
}
