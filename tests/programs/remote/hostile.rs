//! Strangers who do what they may not, on both sides.

use super::remote_play::{Left, Sitting, Stranger, strange_host, strange_host_met};
use crate::common::reserved_word_broken;
use insta::assert_snapshot;
use std::thread;
use std::time::Duration;

/// What a session goes on with after whatever has happened, and can.
const AFTERWARDS: &str = "dump; clear; a7-b7; undo; dump; join tea@127.0.0.1:1";

/// How a session ends after that: what it said before, and that it went on well.
fn ending(mut sitting: Sitting) -> String {
    sitting.enter(AFTERWARDS);
    let left = sitting.end();
    assert_eq!(left.status, Some(0), "{left:?}");
    assert_eq!(
        reserved_word_broken("2008", &left.stdout, &left.stderr),
        None
    );
    assert_eq!(left.stdout.matches("===").count(), 4, "{left:?}");
    let refused = "no game is hosted at PLACE";
    assert!(left.stderr.contains(refused), "{left:?}");
    summary(&left)
}

/// What a session printed before the first dump, and its warnings and errors, on one line.
fn summary(left: &Left) -> String {
    let printed = left.stdout.split("===").next().unwrap_or_default();
    let stderr_lines = left
        .stderr
        .lines()
        .filter(|line| line.starts_with("warning: ") || line.starts_with("error: "))
        .filter(|line| !line.contains("no game is hosted at PLACE"));
    let all: Vec<&str> = printed.lines().chain(stderr_lines).collect();
    all.join(" | ")
}

/// A case of a table: what is sent, shortened, and what comes of it.
fn row(sent: &[u8], outcome: &str) -> String {
    let mut sent = sent.escape_ascii().to_string();
    if sent.len() > 40 {
        sent.truncate(40);
        sent.push('…');
    }
    format!("{sent}\n    {outcome}\n")
}

fn long_line() -> Vec<u8> {
    format!("{}\n", "x".repeat(65)).into_bytes()
}

fn flood(line: &str) -> Vec<u8> {
    line.repeat(1 << 20).into_bytes()
}

/// A guest who is ready says something before the host starts; empty: it leaves.
#[test]
fn messages_before_the_start() {
    let mut table = String::new();
    for sent in [
        &b"ready\n"[..],
        b"color red\n",
        b"blocks 3\n",
        b"start\n",
        b"a7-b7\n",
        b"-\n",
        b"join tea\n",
        b"\n",
        b"\xff\x00\x1b[2J\n",
        &long_line(),
        b"stop\n",
        b"stop\nstop\n",
        b"",
    ] {
        let (mut host, place) = Sitting::host("");
        let mut guest = Stranger::ready_at(&place);
        host.see_error("has joined");
        guest.send(sent);
        if sent.is_empty() {
            drop(guest);
        } else {
            guest.close_mouth();
        }
        host.enter("start");
        table += &row(sent, &ending(host));
    }
    assert_snapshot!(table, @r"
    ready\n
        The game is broken off. | warning: the remote opponent sent `ready` where only `stop` was expected
    color red\n
        The game is broken off. | warning: the remote opponent sent `color red` where only `stop` was expected
    blocks 3\n
        The game is broken off. | warning: the remote opponent sent `blocks 3` where only `stop` was expected
    start\n
        The game is broken off. | warning: the remote opponent sent `start` where only `stop` was expected
    a7-b7\n
        The game is broken off. | warning: the remote opponent sent `a7-b7` where only `stop` was expected
    -\n
        The game is broken off. | warning: the remote opponent sent `-` where only `stop` was expected
    join tea\n
        The game is broken off. | warning: the remote opponent sent `join tea` where only `stop` was expected
    \n
        The game is broken off. | warning: the remote opponent sent `` where only `stop` was expected
    \xff\x00\x1b[2J\n
        The game is broken off. | warning: the remote opponent sent `\xff\x00\x1b[2J` where only `stop` was expected
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
        The game is broken off. | warning: the remote opponent sent a line of more than 64 bytes where only `stop` was expected
    stop\n
        warning: the remote opponent has left before the game began; the next `start` is against an AI
    stop\nstop\n
        warning: the remote opponent has left before the game began; the next `start` is against an AI

        warning: the connection was lost before the game began (the other side has closed it); the next `start` is against an AI
    ");
}

/// A guest whose turn it is says something; empty: it leaves.
#[test]
#[allow(clippy::too_many_lines)] // of a table
fn guests_that_break_the_protocol() {
    let mut table = String::new();
    for sent in [
        &b"ready\n"[..],
        b"color red\n",
        b"blocks 3\n",
        b"start\n",
        b"a1-a2\n",
        b"a7-d7\n",
        b"a7-g7\n",
        b"-\n",
        b"A7-B7\n",
        b"a7-b7 \n",
        b" a7-b7\n",
        b"a7-b7\r\n",
        b"a7  b7\n",
        b"undo\n",
        b"\n",
        b"\x00\x00\x00\x00\n",
        b"\xf0\x9f\x98\x80\n",
        &long_line(),
        &flood("a7-b7"),
        &flood("a7-b7\n"),
        b"a7-b7\na7-a6\n",
        b"a7-b7\nready\n",
        b"a7-b7\nstop\n",
        b"stop\n",
        b"stop\na7-b7\n",
        b"a7-b7",
        b"",
    ] {
        let (mut host, place) = Sitting::host("color blue");
        let mut guest = Stranger::ready_at(&place);
        host.see_error("has joined");
        // Where the host's turn comes, its move is typed already.
        host.enter("start");
        assert_eq!(guest.hear_up_to("start"), "color red | start");
        host.enter("a1-a2");
        guest.send(sent);
        guest.close_mouth();
        let outcome = ending(host);
        let heard = guest.hear_up_to("");
        table += &row(sent, &format!("{outcome}\n    heard: {heard}"));
    }
    assert_snapshot!(table, @r"
    ready\n
        The game is broken off. | warning: the remote opponent sent `ready` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\n
        The game is broken off. | warning: the remote opponent sent `color red` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    blocks 3\n
        The game is broken off. | warning: the remote opponent sent `blocks 3` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    start\n
        The game is broken off. | warning: the remote opponent sent `start` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a1-a2\n
        Red forfeits. Blue has won. | warning: Red sent a1-a2, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-d7\n
        Red forfeits. Blue has won. | warning: Red sent a7-d7, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-g7\n
        Red forfeits. Blue has won. | warning: Red sent a7-g7, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    -\n
        Red forfeits. Blue has won. | warning: Red sent -, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    A7-B7\n
        Red forfeits. Blue has won. | warning: Red sent `A7-B7`, which is not a move | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-b7 \n
        Red forfeits. Blue has won. | warning: Red sent `a7-b7 `, which is not a move | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
     a7-b7\n
        Red forfeits. Blue has won. | warning: Red sent ` a7-b7`, which is not a move | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-b7\r\n
        Red forfeits. Blue has won. | warning: Red sent `a7-b7\r`, which is not a move | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7  b7\n
        Red forfeits. Blue has won. | warning: Red sent `a7  b7`, which is not a move | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    undo\n
        The game is broken off. | warning: the remote opponent sent `undo` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    \n
        The game is broken off. | warning: the remote opponent sent `` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    \x00\x00\x00\x00\n
        The game is broken off. | warning: the remote opponent sent `\x00\x00\x00\x00` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    \xf0\x9f\x98\x80\n
        The game is broken off. | warning: the remote opponent sent `\xf0\x9f\x98\x80` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
        The game is broken off. | warning: the remote opponent sent a line of more than 64 bytes where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-b7a7-b7a7-b7a7-b7a7-b7a7-b7a7-b7a7-b7…
        The game is broken off. | warning: the remote opponent sent a line of more than 64 bytes where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-b7\na7-b7\na7-b7\na7-b7\na7-b7\na7-b7…
        Red moves a7-b7. | The game is broken off. | warning: the remote opponent sent `a7-b7` where only `stop` was expected
        heard: 
    a7-b7\na7-a6\n
        Red moves a7-b7. | The game is broken off. | warning: the remote opponent sent `a7-a6` where only `stop` was expected
        heard: 
    a7-b7\nready\n
        Red moves a7-b7. | The game is broken off. | warning: the remote opponent sent `ready` where only `stop` was expected
        heard: 
    a7-b7\nstop\n
        Red moves a7-b7. | Red forfeits. Blue has won.
        heard: 
    stop\n
        Red forfeits. Blue has won. | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    stop\na7-b7\n
        Red forfeits. Blue has won. | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-b7
        Red forfeits. Blue has won. | warning: the connection is lost: the other side has closed it | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 

        Red forfeits. Blue has won. | warning: the connection is lost: the other side has closed it | error: a move belongs to the set-up or playing state; this is the finished state
        heard:
    ");
}

/// A host says something after `ready`; empty: it leaves.
#[test]
#[allow(clippy::too_many_lines)] // of a table
fn hosts_that_set_up_wrong_positions() {
    let mut table = String::new();
    for sent in [
        &b"ready\n"[..],
        b"start\n",
        b"blocks 3\n",
        b"a7-b7\n",
        b"welcome\n",
        b"color green\n",
        b"color red\ncolor blue\n",
        b"color red\ncolor red\n",
        b"color red\nblocks 3\nblocks 4\n",
        b"color red\na7-b7\nblocks 3\n",
        b"color red\nblocks 7\n",
        b"color red\nblocks\n",
        b"color red\na7-a4\n",
        b"color blue\na1-a2\n",
        b"color red\nready\n",
        b"color red\nstop\n",
        b"color red\nblocks abcdefgh\n-\n",
        b"color blue\nstart\nstart\n",
        b"color blue\nstart\ncolor blue\n",
        b"color blue\nstart\na1-a2\n",
        b"color blue\nstart\na7-b7\na7-b6\n",
        b"color blue\nstart\nstop\n",
        b"color blue\nstart\n",
        b"color red\nstart\na1-a2\n",
        b"color red\nstart\nstop\n",
        b"color red\nblocks abcdefgh\nstart\n",
        b"color red\nblocks abcdefgh\nstart\nstart\n",
        b"stop\n",
        b"\xff\xff\xff\xff\n",
        &long_line(),
        &flood("color red"),
        b"",
    ] {
        let (mut host, mut guest) = strange_host_met("blocks 12; a7-b7");
        host.send(sent);
        host.close_mouth();
        guest.enter("a7-b7; a1-a2");
        let outcome = ending(guest);
        let heard = host.hear_up_to("");
        table += &row(sent, &format!("{outcome}\n    heard: {heard}"));
    }
    assert_snapshot!(table, @r"
    ready\n
        The game is broken off. | warning: the remote opponent sent `ready` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    start\n
        The game is broken off. | warning: the remote opponent sent `start` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    blocks 3\n
        The game is broken off. | warning: the remote opponent sent `blocks 3` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    a7-b7\n
        The game is broken off. | warning: the remote opponent sent `a7-b7` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    welcome\n
        The game is broken off. | warning: the remote opponent sent `welcome` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color green\n
        The game is broken off. | warning: the remote opponent sent `color green` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\ncolor blue\n
        The game is broken off. | warning: the remote opponent sent `color blue` where `blocks`, a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\ncolor red\n
        The game is broken off. | warning: the remote opponent sent `color red` where `blocks`, a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nblocks 3\nblocks 4\n
        The game is broken off. | warning: the remote opponent sent `blocks 4` where a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\na7-b7\nblocks 3\n
        The game is broken off. | warning: the remote opponent sent `blocks 3` where a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nblocks 7\n
        The game is broken off. | warning: the remote opponent sent `blocks 7` where `blocks`, a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nblocks\n
        The game is broken off. | warning: the remote opponent sent `blocks` where `blocks`, a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\na7-a4\n
        Blue forfeits. Red has won. | warning: Blue sent a7-a4, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\na1-a2\n
        Red forfeits. Blue has won. | warning: Red sent a1-a2, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nready\n
        The game is broken off. | warning: the remote opponent sent `ready` where `blocks`, a move, `start` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nstop\n
        warning: the remote opponent has left before the game began; the next `start` is against an AI
        heard: 
    color red\nblocks abcdefgh\n-\n
        Blue forfeits. Red has won. | warning: Blue sent -, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\nstart\nstart\n
        The game is broken off. | warning: the remote opponent sent `start` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\nstart\ncolor blue\n
        The game is broken off. | warning: the remote opponent sent `color blue` where a move or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\nstart\na1-a2\n
        Red forfeits. Blue has won. | warning: Red sent a1-a2, which is not legal here | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\nstart\na7-b7\na7-b6\n
        Red moves a7-b7. | The game is broken off. | warning: the remote opponent sent `a7-b6` where only `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\nstart\nstop\n
        Red forfeits. Blue has won. | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color blue\nstart\n
        Red forfeits. Blue has won. | warning: the connection is lost: the other side has closed it | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nstart\na1-a2\n
        The game is broken off. | warning: the remote opponent sent `a1-a2` where only `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nstart\nstop\n
        Blue forfeits. Red has won. | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color red\nblocks abcdefgh\nstart\n
        Draw. | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: stop | 
    color red\nblocks abcdefgh\nstart\nstart…
        Draw. | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: stop | 
    stop\n
        warning: the remote opponent has left before the game began; the next `start` is against an AI
        heard: 
    \xff\xff\xff\xff\n
        The game is broken off. | warning: the remote opponent sent `\xff\xff\xff\xff` where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
        The game is broken off. | warning: the remote opponent sent a line of more than 64 bytes where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 
    color redcolor redcolor redcolor redcolo…
        The game is broken off. | warning: the remote opponent sent a line of more than 64 bytes where `color` or `stop` was expected | error: a move belongs to the set-up or playing state; this is the finished state | error: a move belongs to the set-up or playing state; this is the finished state
        heard: 

        warning: the connection was lost before the game began (the other side has closed it); the next `start` is against an AI
        heard:
    ");
}

/// What is no host answers; empty: it leaves.
#[test]
fn answers_to_join_that_are_none() {
    let mut table = String::new();
    for sent in [
        &b"unknown\n"[..],
        b"busy\n",
        b"hello\n",
        b"HTTP/1.1 400 Bad Request\r\n",
        b"ready\n",
        b"Welcome\n",
        b"\x00\xff\n",
        &flood("welcome"),
        b"welcome",
        b"",
    ] {
        let (mut host, guest) = strange_host("a7-b7");
        host.send(sent);
        host.close_mouth();
        drop(host);
        table += &row(sent, &ending(guest));
    }
    assert_snapshot!(table, @r#"
    unknown\n
        error: the program at PLACE hosts no game named tea
    busy\n
        error: the program that listens at PLACE uses another protocol
    hello\n
        error: the program that listens at PLACE uses another protocol
    HTTP/1.1 400 Bad Request\r\n
        error: the program that listens at PLACE uses another protocol
    ready\n
        error: the program that listens at PLACE uses another protocol
    Welcome\n
        error: the program that listens at PLACE uses another protocol
    \x00\xff\n
        error: the program that listens at PLACE uses another protocol
    welcomewelcomewelcomewelcomewelcomewelco…
        error: the program that listens at PLACE uses another protocol
    welcome
        error: the connection to PLACE was closed without an answer

        error: the connection to PLACE was closed without an answer
    "#);
}

/// After the end of the game, all that is said is too much.
#[test]
fn what_comes_after_the_end() {
    let mut table = String::new();
    // The session of ours makes the last move, and waits.
    for sent in [
        &b"stop\n"[..],
        b"stop\nstop\nready\n",
        b"a7-b7\n",
        b"ready\n",
        b"\xff\n",
        b"",
    ] {
        let (mut host, place) = Sitting::host("g1-e3; g7-e6; a7-c5");
        let mut guest = Stranger::ready_at(&place);
        host.see_error("has joined");
        host.enter("color blue; start");
        guest.hear_up_to("start");
        host.enter("e6-d4");
        assert_eq!(guest.read_line(), "e6-d4");
        guest.send(sent);
        guest.close_mouth();
        table += &row(sent, &ending(host));
    }
    assert_snapshot!(table, @r"
    stop\n
        Blue wins.
    stop\nstop\nready\n
        Blue wins.
    a7-b7\n
        Blue wins. | warning: the remote opponent has not confirmed the end of the game
    ready\n
        Blue wins. | warning: the remote opponent has not confirmed the end of the game
    \xff\n
        Blue wins. | warning: the remote opponent has not confirmed the end of the game

        Blue wins.
    ");
}

/// A guest who has won the game is told that this was seen, whatever else they say.
#[test]
fn a_guest_who_goes_on_after_the_last_move() {
    let (mut host, place) = Sitting::host("g1-e3; g7-e6; a7-c5");
    let mut guest = Stranger::ready_at(&place);
    host.see_error("has joined");
    host.enter("start");
    guest.hear_up_to("start");
    guest.say("e6-d4; e6-d5; ready; stop");
    assert_eq!(guest.read_line(), "stop");
    assert_eq!(guest.read_line(), "");
    assert_snapshot!(ending(host), @"Blue moves e6-d4. | Blue wins.");
}

#[test]
fn connections_that_join_nothing_do_not_keep_a_guest_out() {
    let (mut host, place) = Sitting::host("");
    // These stay, and say nothing, or not enough.
    let silent = Stranger::at(&place);
    let mut begun = Stranger::at(&place);
    begun.send(b"join t");
    for sent in [
        &b"join coffee\n"[..],
        b"join te\n",
        b"join teaa\n",
        b"join\n",
        b"ready\n",
        b"join  tea\n",
        b"host tea\n",
        b"GET / HTTP/1.1\r\n",
        b"\x16\x03\x01\x02\x00\n",
        &long_line(),
        &flood("join tea"),
        b"join tea\nstart\n",
        b"join tea\njoin tea\n",
    ] {
        let mut stranger = Stranger::at(&place);
        stranger.send(sent);
        let answer = stranger.hear_up_to("");
        let expected = if sent.starts_with(b"join coffee")
            || sent.starts_with(b"join te\n")
            || sent.starts_with(b"join teaa")
        {
            "unknown | "
        } else if sent.starts_with(b"join tea\n") {
            "welcome | "
        } else {
            ""
        };
        assert_eq!(answer, expected, "{}", sent.escape_ascii());
    }
    // And somebody who knows comes in.
    let mut guest = Stranger::ready_at(&place);
    host.see_error("has joined");
    for mut waiting in [silent, begun] {
        assert_eq!(waiting.read_line(), "");
    }
    host.enter("start; a7-b7");
    assert_eq!(guest.hear_up_to("a7-b7"), "color blue | start | a7-b7");
    guest.say("a1-a2");
    host.see("Blue moves a1-a2.");
    assert_snapshot!(ending(host), @"Blue moves a1-a2.");
}

#[test]
fn two_guests_at_once() {
    let (mut host, place) = Sitting::host("");
    let mut first = Stranger::at(&place);
    first.say("join tea");
    assert_eq!(first.read_line(), "welcome");
    let mut second = Stranger::at(&place);
    second.say("join tea");
    // The first leaves after all, and the second is next.
    drop(first);
    assert_eq!(second.read_line(), "welcome");
    let mut third = Stranger::at(&place);
    third.say("join tea");
    second.say("ready");
    host.see_error("has joined");
    assert_eq!(third.read_line(), "");
    host.enter("start; a7-b7");
    assert_eq!(second.hear_up_to("a7-b7"), "color blue | start | a7-b7");
    second.say("stop");
    assert_snapshot!(ending(host), @"Blue forfeits. Red has won.");
}

/// Who knows the game and is not ready makes nobody wait for long.
#[test]
fn a_guest_who_is_not_ready() {
    let (mut host, place) = Sitting::host("");
    let mut first = Stranger::at(&place);
    first.say("join tea");
    assert_eq!(first.read_line(), "welcome");
    let guest = Stranger::ready_at(&place);
    host.see_error("has joined");
    assert_eq!(first.read_line(), "");
    drop(guest);
    host.enter("start");
    assert_snapshot!(ending(host), @"warning: the connection was lost before the game began (the other side has closed it); the next `start` is against an AI");
}

/// A line must come in one go, or nearly so.
#[test]
fn slow_bytes() {
    let (mut host, place) = Sitting::host("color blue");
    let mut guest = Stranger::ready_at(&place);
    host.see_error("has joined");
    host.enter("start");
    guest.hear_up_to("start");
    guest.send(b"a7-");
    assert_eq!(guest.read_line(), "");
    assert_snapshot!(ending(host), @"The game is broken off. | warning: the remote opponent sent a line that took more than 10 seconds where a move or `stop` was expected");
    // Slow, but not too slow.
    let (mut host, place) = Sitting::host("color blue");
    let mut guest = Stranger::ready_at(&place);
    host.see_error("has joined");
    host.enter("start");
    guest.hear_up_to("start");
    for byte in b"a7-b7\n" {
        guest.send(&[*byte]);
        thread::sleep(Duration::from_millis(60));
    }
    host.see("Red moves a7-b7.");
    drop(guest);
    // A lost connection is a resignation.
    assert_snapshot!(ending(host), @"Red moves a7-b7. | Red forfeits. Blue has won. | warning: the connection is lost: the other side has closed it");
}

#[test]
fn silence_after_join_has_a_limit() {
    let (host, guest) = strange_host("");
    let outcome = ending(guest);
    drop(host);
    assert_snapshot!(outcome, @"error: there is no answer from PLACE");
}

#[test]
fn silence_at_the_end_of_a_game_has_a_limit() {
    let (mut host, place) = Sitting::host("blocks abcdefgh");
    let guest = Stranger::ready_at(&place);
    host.see_error("has joined");
    host.enter("start");
    let outcome = ending(host);
    drop(guest);
    assert_snapshot!(outcome, @"Draw. | warning: the remote opponent has not confirmed the end of the game");
}
