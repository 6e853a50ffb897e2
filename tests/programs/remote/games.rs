//! Games between two sessions in two processes.

use super::remote_play::{Left, Sitting, game, strange_host_met};
use crate::common::reserved_word_broken;
use insta::assert_snapshot;

/// What a host prints to stderr in a game without errors.
const HOST_NOTICES: &str = "game tea is open at PLACE, for programs on this machine alone\n\
                            PLACE has joined; `start` begins the game\n";
/// What a client prints to stderr in a game without errors.
const CLIENT_NOTICE: &str = "joined PLACE, where the game is set up\n";

/// The stdout of both sides, once from where it is the same, and their stderr if there is more
/// than the usual notices.
fn transcript_of_both([host, client]: &[Left; 2]) -> String {
    for side in [host, client] {
        assert_eq!(side.status, Some(0), "{side:?}");
        assert_eq!(
            reserved_word_broken("2008", &side.stdout, &side.stderr),
            None
        );
    }
    let [host_lines, client_lines] = [host, client].map(|side| {
        let lines = side.stdout.split_inclusive('\n');
        lines.collect::<Vec<_>>()
    });
    let ends = host_lines.iter().rev().zip(client_lines.iter().rev());
    let shared = ends.take_while(|(host, client)| host == client).count();
    let [(host_alone, both), (client_alone, _)] =
        [&host_lines, &client_lines].map(|lines| lines.split_at(lines.len() - shared));
    let alone = if host_alone.is_empty() && client_alone.is_empty() {
        String::new()
    } else {
        let [host, client] = [host_alone, client_alone].map(<[&str]>::concat);
        format!("host:\n{host}client:\n{client}")
    };
    let printed = format!("{alone}both:\n{}", both.concat());
    let is_usual = host.stderr == HOST_NOTICES && client.stderr == CLIENT_NOTICE;
    if is_usual {
        return printed;
    }
    format!(
        "{printed}host's errors:\n{}client's errors:\n{}",
        host.stderr, client.stderr
    )
}

/// The last board of each side.
fn boards(sides: &[Left; 2]) -> [&str; 2] {
    sides.each_ref().map(|side| {
        let begin = side.stdout.find("===").expect("a dump");
        let end = side.stdout.rfind("===").expect("a dump");
        &side.stdout[begin..end]
    })
}

#[test]
fn ai_against_ai() {
    for (host, client, beginning, result) in [
        (
            "auto; seed 2; start; dump",
            "auto; seed 3",
            "Red moves a7-b6.\nBlue moves a1-b2.\n",
            "Blue wins.\n",
        ),
        (
            "color blue; auto; seed 5; start; dump",
            "seed 1; auto",
            "Red moves g1-f2.\nBlue moves a1-b2.\n",
            "Red wins.\n",
        ),
    ] {
        let sides = game(host, client, "dump");
        let [host, client] = boards(&sides);
        assert_eq!(host, client);
        let transcript = transcript_of_both(&sides);
        let transcript = transcript.strip_prefix("both:\n").expect("all is the same");
        let (moves, end) = transcript.split_once(result).expect("a result");
        assert!(moves.starts_with(beginning), "{moves}");
        for (line, color) in moves
            .lines()
            .zip(["Red moves ", "Blue moves "].iter().cycle())
        {
            assert!(line.starts_with(color), "{moves}");
        }
        assert!(!end.contains("wins."), "{end}");
        assert!(end.ends_with("; no jumps in a row\n"), "{end}");
    }
}

#[test]
#[allow(clippy::too_many_lines)] // of a table
fn games_of_two_people() {
    let mut table = String::new();
    for (name, host, before_join, client) in [
        (
            "blocks and set-up moves reach the client",
            "blocks 3g; a7-a6; blocks h; g7-e7; a6-a5; dump; start; clear",
            "a7-b7; blocks 12",
            "e7-d6; dump",
        ),
        (
            "the host makes the last move",
            "start; a7-a6; g1-g3; g3-f5; a6-a5; g6-f6",
            "",
            "g7-g6; g7-g5; a1-c3; c3-e5",
        ),
        (
            "the client makes the last move",
            "color blue; start; g7-g6; g7-g5; a1-c3; c3-e5",
            "",
            "a7-a6; g1-g3; g3-f5; a6-a5; g6-f6",
        ),
        (
            "neither side can move",
            "blocks abcefgh456; start; a7-b7; g1-f1",
            "",
            "g7-f7; a1-b1",
        ),
        (
            "decided in set-up",
            "g1-e3; g7-e6; a7-c5; e6-d4; dump; start",
            "auto",
            "",
        ),
        (
            "no move is possible from the beginning",
            "blocks abcdefgh; start",
            "",
            "",
        ),
        (
            "`clear` resigns",
            "start; a7-b7; clear; dump; a7-b7; start; dump",
            "",
            "a1-a2; dump; clear; dump",
        ),
    ] {
        let transcript = transcript_of_both(&game(host, before_join, client));
        table.extend(["# ", name, "\n", &transcript]);
    }
    assert_snapshot!(table, @"
    # blocks and set-up moves reach the client
    host:
    ===
      r - - - b - -
      r X - - - X -
      r - X - X - -
      - - X - X - -
      - - X - X - -
      - X - - - X -
      b - - - - - r
    ===
    Blue moves e7-d6.
    Red forfeits. Blue has won.
    7  r - - - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 2, blue 2; Red to move; no jumps in a row
    client:
    Red forfeits. Blue has won.
    ===
      r - - - b - -
      r X - b - X -
      r - X - X - -
      - - X - X - -
      - - X - X - -
      - X - - - X -
      b - - - - - r
    ===
    7  r - - - b - -
    6  r X -[b]- X -
    5  r - X - X - -
    4  - - X - X - -
    3  - - X - X - -
    2  - X - - - X -
    1  b - - - - - r
       a b c d e f g
    red 4, blue 3; Red to move; no jumps in a row
    both:
    # the host makes the last move
    host:
    Blue moves g7-g6.
    Blue moves g7-g5.
    Blue moves a1-c3.
    Blue moves c3-e5.
    client:
    Red moves a7-a6.
    Red moves g1-g3.
    Red moves g3-f5.
    Red moves a6-a5.
    Red moves g6-f6.
    both:
    Red wins.
    7  r - - - - - -
    6  r - - - -[r]r
    5  r - - - r r r
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  - - - - - - -
       a b c d e f g
    red 8, blue 0; Blue to move; no jumps in a row
    # the client makes the last move
    host:
    Red moves a7-a6.
    Red moves g1-g3.
    Red moves g3-f5.
    Red moves a6-a5.
    Red moves g6-f6.
    client:
    Blue moves g7-g6.
    Blue moves g7-g5.
    Blue moves a1-c3.
    Blue moves c3-e5.
    both:
    Red wins.
    7  r - - - - - -
    6  r - - - -[r]r
    5  r - - - r r r
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  - - - - - - -
       a b c d e f g
    red 8, blue 0; Blue to move; no jumps in a row
    # neither side can move
    host:
    Blue moves g7-f7.
    Blue moves a1-b1.
    client:
    Red moves a7-b7.
    Red moves g1-f1.
    both:
    Draw.
    7  r r X X X b b
    6  X X X X X X X
    5  X X X X X X X
    4  - - - - - - -
    3  X X X X X X X
    2  X X X X X X X
    1  b[b]X X X r r
       a b c d e f g
    red 4, blue 4; Red to move; no jumps in a row
    # decided in set-up
    host:
    ===
      - - - - - - -
      - - - - - - -
      - - b - - - -
      - - - b - - -
      - - - - b - -
      - - - - - - -
      b - - - - - -
    ===
    client:
    both:
    Blue wins.
    7  - - - - - - -
    6  - - - -(-)- -
    5  - - b - - - -
    4  - - -[b]- - -
    3  - - - - b - -
    2  - - - - - - -
    1  b - - - - - -
       a b c d e f g
    red 0, blue 4; Red to move; 4 jumps in a row
    # no move is possible from the beginning
    both:
    Draw.
    7  r X X - X X b
    6  X X X - X X X
    5  X X X - X X X
    4  - - - - - - -
    3  X X X - X X X
    2  X X X - X X X
    1  b X X - X X r
       a b c d e f g
    red 2, blue 2; Red to move; no jumps in a row
    # `clear` resigns
    host:
    Blue moves a1-a2.
    Red forfeits. Blue has won.
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    Blue moves g7-f6.
    ===
      r r - - - - b
      - - - - - b -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    7  r r - - - - b
    6  - - - - -[b]-
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 3, blue 3; Red to move; no jumps in a row
    client:
    Red moves a7-b7.
    Red forfeits. Blue has won.
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    7  r - - - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 2, blue 2; Red to move; no jumps in a row
    both:
    ");
}

#[test]
fn jumps_without_end() {
    let there_and_back = |one: &str, back: &str| format!("{one}; {back}; ").repeat(11);
    let sides = game(
        &format!("start; {} a7-c7; dump", there_and_back("a7-c7", "c7-a7")),
        "",
        &format!("{} dump", there_and_back("a1-c1", "c1-a1")),
    );
    for side in &sides {
        assert_eq!(side.stdout.matches("Draw.\n").count(), 1);
        // The opponent's moves are announced, one's own are not.
        let moves = side.stdout.matches(" moves ").count();
        assert!(moves == 22 || moves == 23, "{moves}");
    }
    let [host, client] = boards(&sides);
    assert_eq!(host, client);
}

/// A game in which the host leaves in its turn, by this command and the end of its input.
fn the_host_leaves(last: &str) -> String {
    let (mut host, place) = Sitting::host("");
    let mut client = Sitting::begin(&[]);
    client.enter(&format!("join tea@{place}"));
    host.enter("start; a7-b7");
    client.see("Red moves a7-b7.");
    client.enter("a1-a2");
    host.see("Blue moves a1-a2.");
    host.enter(last);
    let host = host.end();
    client.see("Red forfeits. Blue has won.");
    client.enter("undo; a7-a6; clear; a7-a6; dump");
    transcript_of_both(&[host, client.end()])
}

#[test]
fn quit_resigns() {
    assert_snapshot!(the_host_leaves("quit"), @"
    host:
    Blue moves a1-a2.
    Red forfeits. Blue has won.
    client:
    Red moves a7-b7.
    Red forfeits. Blue has won.
    ===
      r - - - - - b
      r - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    both:
    host's errors:
    game tea is open at PLACE, for programs on this machine alone
    PLACE has joined; `start` begins the game
    client's errors:
    joined PLACE, where the game is set up
    error: `undo` is not possible in a game with a remote opponent
     --> <stdin>:3:1
      |
    3 | undo
      | ^^^^
      |
      = help: `clear` begins another game
    error: a move belongs to the set-up or playing state; this is the finished state
     --> <stdin>:4:1
      |
    4 | a7-a6
      | ^^^^^
      |
      = help: `clear` returns to set-up
    ");
}

#[test]
fn the_end_of_input_resigns() {
    assert_eq!(the_host_leaves("# a comment"), the_host_leaves("quit"));
}

#[test]
fn a_process_that_is_killed_has_resigned() {
    for kills_host in [true, false] {
        let (mut host, place) = Sitting::host("");
        let mut client = Sitting::begin(&[]);
        client.enter(&format!("join tea@{place}"));
        host.enter("start; a7-b7");
        client.see("Red moves a7-b7.");
        client.enter("a1-a2");
        host.see("Blue moves a1-a2.");
        let (mut victim, mut other) = if kills_host {
            (host, client)
        } else {
            (client, host)
        };
        victim.kill();
        if !kills_host {
            // It is the host's turn; the move cannot arrive.
            other.enter("b7-b6");
        }
        let loser = if kills_host { "Red" } else { "Blue" };
        other.see(&format!("{loser} forfeits."));
        other.see_error("the connection is lost");
        other.enter("a7-a6; clear; dump; host two words; a7-a6");
        let other = other.end();
        assert_eq!(other.status, Some(0));
        let errors = other.stderr.lines();
        let errors: Vec<&str> = errors.filter(|line| line.starts_with("error")).collect();
        insta::allow_duplicates! { insta::assert_snapshot!(errors.join("\n"), @"
        error: a move belongs to the set-up or playing state; this is the finished state
        error: expected nothing more, found `words`
        ") };
        drop(victim.end());
    }
}

/// Each side may leave before the game begins, and the other goes on.
#[test]
fn leaving_before_the_start() {
    let (mut host, place) = Sitting::host("");
    let mut client = Sitting::begin(&[]);
    client.enter(&format!("a7-b7; auto; join tea@{place}; dump"));
    host.see_error("has joined");
    host.enter("clear; dump");
    client.see("===");
    let sides = [host.end(), client.end()];
    assert_snapshot!(transcript_of_both(&sides), @"
    both:
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    host's errors:
    game tea is open at PLACE, for programs on this machine alone
    PLACE has joined; `start` begins the game
    client's errors:
    joined PLACE, where the game is set up
    warning: the remote opponent has left before the game began; the next `start` is against an AI
    ");

    let (mut host, place) = Sitting::host("blocks 3");
    let mut client = Sitting::begin(&[]);
    client.enter(&format!("join tea@{place}"));
    host.see_error("has joined");
    client.kill();
    drop(client.end());
    host.enter("start; dump; a7-b7; start");
    let host = host.end();
    assert_eq!(host.status, Some(0));
    assert_snapshot!(format!("{}{}", host.stdout, host.stderr), @"
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - X - X - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    Blue moves a1-b2.
    game tea is open at PLACE, for programs on this machine alone
    PLACE has joined; `start` begins the game
    warning: the connection was lost before the game began (the other side has closed it); the next `start` is against an AI
    ");
}

/// What is refused while there is a remote opponent, and what is not.
#[test]
#[allow(clippy::too_many_lines)] // of games
fn what_a_host_may_not_do() {
    let sides = game(
        "host other; join other@localhost; a7-b7; undo; seed 3; verbose; quiet; start; undo; \
         start; auto; color blue; c7-c6; a7-b7; undo; dump; clear; undo; start",
        "",
        "dump; a1-a2; undo; dump",
    );
    assert_snapshot!(transcript_of_both(&sides), @"
    host:
    Blue moves a1-a2.
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    Red forfeits. Blue has won.
    7  r - - - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 2, blue 2; Red to move; no jumps in a row
    client:
    Red moves a7-b7.
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    Red forfeits. Blue has won.
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    7  r r - - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2 [b]- - - - - -
    1  b - - - - - r
       a b c d e f g
    red 3, blue 3; Red to move; no jumps in a row
    both:
    host's errors:
    game tea is open at PLACE, for programs on this machine alone
    PLACE has joined; `start` begins the game
    error: there is a remote opponent already
     --> <stdin>:3:1
      |
    3 | host other
      | ^^^^
      |
      = help: `clear` leaves it
    error: there is a remote opponent already
     --> <stdin>:4:1
      |
    4 | join other@localhost
      | ^^^^
      |
      = help: `clear` leaves it
    error: `undo` is not possible in a game with a remote opponent
      --> <stdin>:11:1
       |
    11 | undo
       | ^^^^
       |
       = help: `clear` begins another game
    error: `start` belongs to the set-up state; this is the playing state
      --> <stdin>:12:1
       |
    12 | start
       | ^^^^^
       |
       = help: `clear` abandons the game and returns to set-up
    error: `auto` belongs to the set-up state; this is the playing state
      --> <stdin>:13:1
       |
    13 | auto
       | ^^^^
       |
       = help: `clear` abandons the game and returns to set-up
    error: `color` belongs to the set-up state; this is the playing state
      --> <stdin>:14:1
       |
    14 | color blue
       | ^^^^^
       |
       = help: `clear` abandons the game and returns to set-up
    error: no piece is on c7
      --> <stdin>:15:1
       |
    15 | c7-c6
       | ^^
    error: `undo` is not possible in a game with a remote opponent
      --> <stdin>:17:1
       |
    17 | undo
       | ^^^^
       |
       = help: `clear` begins another game
    error: there is no move to take back
      --> <stdin>:20:1
       |
    20 | undo
       | ^^^^
    client's errors:
    joined PLACE, where the game is set up
    error: `undo` is not possible in a game with a remote opponent
     --> <stdin>:4:1
      |
    4 | undo
      | ^^^^
      |
      = help: `clear` begins another game
    ");
}

#[test]
fn games_that_are_not_there() {
    let (host, place) = Sitting::host("");
    let port = place.rsplit(':').next().expect("a port");
    let mut guest = Sitting::begin(&[]);
    let long = "x".repeat(60);
    guest.enter(&format!(
        "join coffee@{place}; join {long}@{place}; join tea@localhost:0; \
         join tea@localhost:x; join tea@[localhost]:{port}; join tea@127.0.0.1:1; \
         join tea@no..machine:1; a7-b7; dump"
    ));
    let guest = guest.end();
    drop(host);
    let stderr = guest
        .stderr
        .replace(port, "PORT")
        .lines()
        // A name that needs no question to a server; what the system says of it differs.
        .map(|line| match line.split_once("cannot be resolved: ") {
            Some((before, _)) => format!("{before}cannot be resolved: …\n"),
            None => format!("{line}\n"),
        })
        .collect::<String>();
    assert_eq!(guest.status, Some(0));
    assert_snapshot!(format!("{}{stderr}", guest.stdout), @"
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    error: the program at PLACE hosts no game named coffee
     --> <stdin>:1:6
      |
    1 | join coffee@PLACE
      |      ^^^^^^^^^^^^^^^^^^^^^^
    error: the program at PLACE hosts no game named xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
     --> <stdin>:2:6
      |
    2 | join xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx@PLACE
      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    error: `0` is not a port: a number from 1 to 65535
     --> <stdin>:3:6
      |
    3 | join tea@localhost:0
      |      ^^^^^^^^^^^^^^^
      |
      = help: a place is a name or an address, and a port if need be: `tea@localhost`, `tea@192.0.2.7:20080`, `tea@[::1]:20080`
    error: `x` is not a port: a number from 1 to 65535
     --> <stdin>:4:6
      |
    4 | join tea@localhost:x
      |      ^^^^^^^^^^^^^^^
      |
      = help: a place is a name or an address, and a port if need be: `tea@localhost`, `tea@192.0.2.7:20080`, `tea@[::1]:20080`
    error: `localhost` is not an IPv6 address in brackets, like `[::1]`
     --> <stdin>:5:6
      |
    5 | join tea@[localhost]:PORT
      |      ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: a place is a name or an address, and a port if need be: `tea@localhost`, `tea@192.0.2.7:20080`, `tea@[::1]:20080`
    error: no game is hosted at PLACE
     --> <stdin>:6:6
      |
    6 | join tea@PLACE
      |      ^^^^^^^^^^^^^^^
      |
      = help: the other side enters `host` first, and listens on loopback unless `--listen` says otherwise
    error: the host name no..machine cannot be resolved: …
     --> <stdin>:7:6
      |
    7 | join tea@no..machine:1
      |      ^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn hosting_ends_when_no_guest_comes_in_time() {
    let mut host = Sitting::begin(&["--listen", "127.0.0.1:0", "--wait", "0.1"]);
    host.enter("blocks 3; host tea; a7-b7; dump");
    let host = host.end();
    assert_eq!(host.status, Some(0));
    assert_snapshot!(format!("{}{}", host.stdout, host.stderr), @"
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - X - X - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    game tea is open at PLACE, for programs on this machine alone
    error: no opponent joined within 0.1 s
     --> <stdin>:2:6
      |
    2 | host tea
      |      ^^^
      |
      = help: `--wait SECONDS` waits longer
    ");
}

/// Without a port, a guest asks at all ports of ours, in whatever case.
#[test]
fn a_game_is_found_by_its_name() {
    // Another test, or another program, may have ports of the range; so may both of these.
    let name = format!("game_{}", std::process::id());
    let other_name = format!("other_{}", std::process::id());
    let mut hosts: Vec<Sitting> = [&other_name, &name]
        .into_iter()
        .map(|name| {
            let mut host = Sitting::begin(&[]);
            host.enter(&format!("host {name}"));
            host
        })
        .collect();
    let places: Vec<String> = hosts.iter_mut().map(Sitting::place).collect();
    assert_ne!(places[0], places[1]);
    let mut guest = Sitting::begin(&[]);
    guest.enter(&format!("join {}@localhost", name.to_uppercase()));
    let joined = guest.see_error("joined ");
    hosts[1].see_error("has joined");
    assert!(joined.contains(&places[1]), "{joined}");
    let mut second = Sitting::begin(&["--strict"]);
    second.enter(&format!("join {name}@{}", places[1]));
    let second = second.end();
    assert_eq!(second.status, Some(1));
    let refused = "error: no game is hosted at PLACE";
    assert_eq!(second.stderr.lines().next(), Some(refused), "{second:?}");
    let mut third = Sitting::begin(&[]);
    third.enter(&format!("join {other_name}@127.0.0.1"));
    third.see_error("joined ");
    hosts[1].enter("start; a7-b7");
    guest.see("Red moves a7-b7.");
    // Who waits for the other side hears the end of its input only after that.
    let [other_host, host] = <[Sitting; 2]>::try_from(hosts).unwrap_or_else(|_| panic!("two"));
    for sitting in [guest, host, other_host, third] {
        assert_eq!(sitting.end().status, Some(0));
    }
}

#[test]
fn a_saved_game_does_not_replace_a_remote_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game");
    std::fs::write(&path, "rules: 2008\n\n1. a7-b7\n*\n").expect("written");
    let lines = format!("load {}; clear; dump", path.display());
    let [host, _] = game(&lines, "", "dump");
    let errors = host.stderr.lines();
    let errors: Vec<&str> = errors.filter(|line| line.starts_with("error")).collect();
    insta::assert_snapshot!(errors.join("\n"), @"error: there is a remote opponent already");
}

#[test]
fn a_name_may_have_any_length() {
    for length in [33, 59, 60, 118, 119, 2000] {
        let name = "x".repeat(length);
        let mut host = Sitting::begin(&["--listen", "127.0.0.1:0"]);
        host.enter(&format!("host {name}"));
        let place = host.place();
        let mut guest = Sitting::begin(&[]);
        guest.enter(&format!("join {name}x@{place}; join {name}@{place}"));
        guest.see_error("hosts no game named");
        guest.see_error("joined ");
        host.see_error("has joined");
        // The guest waits for the host.
        for sitting in [host, guest] {
            assert_eq!(sitting.end().status, Some(0));
        }
    }
}

/// A game that needs no further line is played to its end.
#[test]
fn an_ai_plays_on_after_the_end_of_the_input() {
    let (mut host, mut guest) = strange_host_met("auto");
    guest.close_input();
    host.say("color red; start");
    assert!(host.read_line().contains('-'));
    host.say("stop");
    let guest = guest.end();
    assert!(
        guest.stdout.ends_with("Blue forfeits. Red has won.\n"),
        "{guest:?}"
    );
}
