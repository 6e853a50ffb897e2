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
#[allow(clippy::too_many_lines)] // of games
fn ai_against_ai() {
    let sides = game("auto; seed 2; start; dump", "auto; seed 3", "dump");
    let [host, client] = boards(&sides);
    assert_eq!(host, client);
    assert_snapshot!(transcript_of_both(&sides), @"
    both:
    Red moves a7-b6.
    Blue moves a1-b2.
    Red moves b6-a6.
    Blue moves g7-f6.
    Red moves g1-f2.
    Blue moves f6-e5.
    Red moves g1-f1.
    Blue moves e5-f4.
    Red moves f2-e3.
    Blue moves e5-f3.
    Red moves g1-e2.
    Blue moves f4-e4.
    Red moves f1-d3.
    Blue moves f4-d4.
    Red moves e2-c3.
    Blue moves e3-c2.
    Red moves d4-d2.
    Blue moves b2-b3.
    Red moves d2-c1.
    Blue moves a1-b1.
    Red moves d3-e5.
    Blue moves a1-a2.
    Red moves f2-d1.
    Blue moves a2-a3.
    Red moves f6-f7.
    Blue moves f3-d3.
    Red moves e5-d4.
    Blue moves d2-c4.
    Red moves c1-d2.
    Blue moves c4-e6.
    Red moves g7-g6.
    Blue moves e6-e7.
    Red moves e4-f5.
    Blue moves d4-e3.
    Red moves c3-e2.
    Blue moves b2-c3.
    Red moves a6-b4.
    Blue moves e4-g5.
    Red moves c3-e1.
    Blue moves d4-f2.
    Red moves e5-c3.
    Blue moves e2-c4.
    Red moves d1-e2.
    Blue moves b4-a6.
    Red moves e1-f1.
    Blue moves c3-e5.
    Red moves a3-b5.
    Blue moves b3-c3.
    Red moves b5-a3.
    Blue moves a7-b7.
    Red moves e3-f4.
    Blue moves d2-e4.
    Red moves c1-d2.
    Blue moves e4-f3.
    Red moves c3-d4.
    Blue moves e6-d5.
    Red moves e3-c5.
    Blue moves e2-g4.
    Red moves d4-e2.
    Blue moves e4-e3.
    Red moves b6-d4.
    Blue moves a6-b4.
    Red moves d5-d6.
    Blue moves b7-d7.
    Red moves e5-g3.
    Blue moves f5-e5.
    Red moves c5-a4.
    Blue moves e2-g2.
    Red moves g4-e2.
    Blue moves g3-g4.
    Red moves f1-g1.
    Blue moves a7-b5.
    Red moves a3-c5.
    Blue moves d7-c6.
    Red moves a2-a3.
    Blue moves b5-a5.
    Red moves d4-b6.
    Blue moves c3-d4.
    Red moves b6-c7.
    Blue moves a4-a6.
    Red moves a2-a4.
    Blue moves a1-a2.
    Red moves d7-b7.
    Blue moves c5-a7.
    Red moves a4-c5.
    Blue moves a3-a4.
    Red moves c5-d7.
    Blue moves b4-c5.
    Blue wins.
    ===
      b b r r r b r
      b b b b r b b
      b b b b b b b
      b b b b b b b
      b b b b b b b
      b b r r r r r
      b b r r r r r
    ===
    7  b b r r r b r
    6  b b b b r b b
    5  b b[b]b b b b
    4  b b b b b b b
    3  b b b b b b b
    2  b b r r r r r
    1  b b r r r r r
       a b c d e f g
    red 15, blue 34; Red to move; no jumps in a row
    ");
}

#[test]
fn ai_against_ai_with_the_colors_exchanged() {
    let sides = game(
        "color blue; auto; seed 5; start; dump",
        "seed 1; auto",
        "dump",
    );
    let [host, client] = boards(&sides);
    assert_eq!(host, client);
    let transcript = transcript_of_both(&sides);
    let result = transcript.find("Red wins.\n").expect("a result");
    let (moves, end) = transcript.split_at(result);
    assert!(
        moves.starts_with("both:\nRed moves g1-f2.\nBlue moves a1-b2.\n"),
        "{moves}"
    );
    assert!(
        moves.lines().skip(1).all(|line| line.contains(" moves ")),
        "{moves}"
    );
    assert_eq!(end.matches("wins.").count(), 1, "{end}");
    assert!(end.ends_with("; no jumps in a row\n"), "{end}");
}

#[test]
#[allow(clippy::too_many_lines)] // of games
fn blocks_and_set_up_moves_reach_the_client() {
    let host = "auto; seed 4; blocks 3g; a7-a6; blocks h; g7-e7; a6-a5; dump; start; dump";
    let sides = game(host, "auto; seed 4; a7-b7; blocks 12", "dump");
    assert_snapshot!(transcript_of_both(&sides), @"
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
    client:
    both:
    Blue moves e7-d6.
    Red moves a5-c7.
    Blue moves e7-c6.
    Red moves a6-b7.
    Blue moves d6-d7.
    Red moves a6-b5.
    Blue moves d6-d5.
    Red moves b5-d4.
    Blue moves d6-e6.
    Red moves d4-f5.
    Blue moves c6-b5.
    Red moves a7-a5.
    Blue moves d5-b4.
    Red moves a6-a4.
    Blue moves c6-d5.
    Red moves a4-a2.
    Blue moves e6-f4.
    Red moves b5-d4.
    Blue moves f5-e6.
    Red moves d4-f3.
    Blue moves c6-b5.
    Red moves f3-g4.
    Blue moves e6-g5.
    Red moves f3-g3.
    Blue moves a5-a7.
    Red moves g4-g6.
    Blue moves d5-e6.
    Red moves f3-g4.
    Blue moves e6-f7.
    Red moves g5-e7.
    Blue moves g6-g5.
    Red moves f7-g7.
    Blue moves b4-b3.
    Red moves a1-b1.
    Blue moves b3-a3.
    Red moves f3-d4.
    Blue moves g4-g2.
    Red moves b1-c2.
    Blue moves a3-c1.
    Red moves d4-d3.
    Blue moves c1-d2.
    Red moves b3-d1.
    Blue moves g2-e2.
    Red moves c1-e1.
    Blue moves g3-f1.
    Red moves g6-g4.
    Blue moves b1-c1.
    Red moves g4-g2.
    Blue moves e2-f3.
    Red moves g5-g3.
    Blue moves e2-g4.
    Red moves f1-e2.
    Blue moves f5-g6.
    Red moves d4-b3.
    Blue moves b5-a3.
    Red moves e7-g5.
    Blue moves f7-e7.
    Red moves d5-b5.
    Blue moves d6-d5.
    Red moves b4-a6.
    Blue moves d5-d4.
    Red moves b5-b4.
    Blue moves c6-a4.
    Red moves a7-c6.
    Blue moves a3-a5.
    Red moves b7-a7.
    Blue moves b1-a3.
    Red moves a1-b1.
    Red wins.
    ===
      r r r r b b b
      r X r r b X r
      b b X r X r r
      b b X b X r r
      b b X b X r b
      r X r r r X r
      r r r r r r r
    ===
    7  r r r r b b b
    6  r X r r b X r
    5  b b X r X r r
    4  b b X b X r r
    3  b b X b X r b
    2  r X r r r X r
    1  r[r]r r r r r
       a b c d e f g
    red 26, blue 13; Blue to move; no jumps in a row
    ");
}

/// The host makes the last move.
#[test]
fn the_host_wins_by_elimination() {
    let sides = game(
        "start; a7-a6; g1-g3; g3-f5; a6-a5; g6-f6; dump",
        "",
        "g7-g6; g7-g5; a1-c3; c3-e5; dump",
    );
    assert_snapshot!(transcript_of_both(&sides), @"
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
    ===
      r - - - - - -
      r - - - - r r
      r - - - r r r
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
    ===
    7  r - - - - - -
    6  r - - - -[r]r
    5  r - - - r r r
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  - - - - - - -
       a b c d e f g
    red 8, blue 0; Blue to move; no jumps in a row
    ");
}

/// The client makes the last move.
#[test]
fn the_client_wins_by_elimination() {
    let sides = game(
        "color blue; start; g7-g6; g7-g5; a1-c3; c3-e5; dump",
        "",
        "a7-a6; g1-g3; g3-f5; a6-a5; g6-f6; dump",
    );
    assert_snapshot!(transcript_of_both(&sides), @"
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
    ===
      r - - - - - -
      r - - - - r r
      r - - - r r r
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
    ===
    7  r - - - - - -
    6  r - - - -[r]r
    5  r - - - r r r
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  - - - - - - -
       a b c d e f g
    red 8, blue 0; Blue to move; no jumps in a row
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

#[test]
fn a_game_ends_when_neither_side_can_move() {
    let sides = game(
        "blocks abcefgh456; start; a7-b7; g1-f1; dump",
        "",
        "g7-f7; a1-b1; dump",
    );
    assert_snapshot!(transcript_of_both(&sides), @"
    host:
    Blue moves g7-f7.
    Blue moves a1-b1.
    client:
    Red moves a7-b7.
    Red moves g1-f1.
    both:
    Draw.
    ===
      r r X X X b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b X X X r r
    ===
    7  r r X X X b b
    6  X X X X X X X
    5  X X X X X X X
    4  - - - - - - -
    3  X X X X X X X
    2  X X X X X X X
    1  b[b]X X X r r
       a b c d e f g
    red 4, blue 4; Red to move; no jumps in a row
    ");
}

#[test]
fn decided_in_set_up() {
    let sides = game(
        "g1-e3; g7-e6; a7-c5; e6-d4; dump; start; dump",
        "auto",
        "dump",
    );
    assert_snapshot!(transcript_of_both(&sides), @"
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
    ===
      - - - - - - -
      - - - - - - -
      - - b - - - -
      - - - b - - -
      - - - - b - -
      - - - - - - -
      b - - - - - -
    ===
    7  - - - - - - -
    6  - - - -(-)- -
    5  - - b - - - -
    4  - - -[b]- - -
    3  - - - - b - -
    2  - - - - - - -
    1  b - - - - - -
       a b c d e f g
    red 0, blue 4; Red to move; 4 jumps in a row
    ");
}

#[test]
fn no_move_is_possible_from_the_beginning() {
    let sides = game("blocks abcdefgh; start; dump", "", "dump");
    assert_snapshot!(transcript_of_both(&sides), @"
    both:
    Draw.
    ===
      r X X - X X b
      X X X - X X X
      X X X - X X X
      - - - - - - -
      X X X - X X X
      X X X - X X X
      b X X - X X r
    ===
    7  r X X - X X b
    6  X X X - X X X
    5  X X X - X X X
    4  - - - - - - -
    3  X X X - X X X
    2  X X X - X X X
    1  b X X - X X r
       a b c d e f g
    red 2, blue 2; Red to move; no jumps in a row
    ");
}

#[test]
fn clear_resigns() {
    let sides = game(
        "start; a7-b7; clear; dump; a7-b7; start; dump",
        "",
        "a1-a2; dump; clear; dump",
    );
    assert_snapshot!(transcript_of_both(&sides), @"
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
        for sitting in [guest, host] {
            assert_eq!(sitting.end().status, Some(0));
        }
    }
}

/// Who waits is told to leave by `quit` or the end of the input.
#[test]
fn a_host_that_waits_for_a_guest_can_be_left() {
    for last in ["# a comment; ; quit", ""] {
        let (mut host, _) = Sitting::host("");
        host.enter(last);
        let host = host.end();
        assert_eq!(host.status, Some(0), "{last}: {host:?}");
        assert_eq!(host.stderr.matches("error").count(), 0, "{last}: {host:?}");
    }
}

#[test]
fn a_session_that_waits_for_the_other_side_can_be_left() {
    for last in [Some("quit"), None] {
        let (mut host, mut guest) = strange_host_met("");
        if let Some(last) = last {
            guest.enter(last);
            assert_eq!(host.read_line(), "stop");
            assert_eq!(guest.end().status, Some(0));
        } else {
            let guest = guest.end();
            assert_eq!(host.read_line(), "stop");
            assert_eq!((guest.status, guest.stdout.as_str()), (Some(0), ""));
        }

        let (mut host, mut guest) = strange_host_met("");
        host.say("color blue; start");
        guest.enter("# it is the turn of the host");
        if let Some(last) = last {
            guest.enter(last);
            assert_eq!(host.read_line(), "stop");
        }
        let guest = guest.end();
        assert_eq!(guest.status, Some(0));
        assert_eq!(guest.stdout, "Blue forfeits. Red has won.\n");
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
