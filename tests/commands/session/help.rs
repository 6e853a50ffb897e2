//! All that `help` says.

use ataxx_session::{Command, CommandName, Dialect, Session, SessionSettings};
use insta::assert_snapshot;

/// What a session answers to `help`, or to `help` with a command.
fn help(dialect: Dialect, topic: Option<CommandName>) -> String {
    let mut session = Session::new(dialect, SessionSettings::default());
    let events = session.execute(&Command::Help(topic));
    let events = events.expect("`help` is never refused");
    let texts = events.iter().map(|event| event.announcement(dialect));
    texts
        .map(|text| text.expect("help says something"))
        .collect()
}

/// The explanation of each command: once where it is the same in several dialects, and below it
/// what differs, where it can be used and whether it is in the document.
fn explanations() -> String {
    let is_about_use = |line: &&str| line.starts_with("State: ") || line.starts_with("Not in the ");
    let mut all = String::new();
    for &name in CommandName::ALL {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for &dialect in Dialect::ALL.iter().filter(|it| name.is_in(**it)) {
            let text = help(dialect, Some(name));
            let (use_lines, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(is_about_use);
            let dialect = format!("({}) {}", dialect.name(), use_lines.join(" "));
            let dialect = dialect.trim_end().to_owned();
            let lines = lines.join("\n");
            match groups.iter_mut().find(|(other, _)| *other == lines) {
                Some((_, dialects)) => dialects.push(dialect),
                None => groups.push((lines, vec![dialect])),
            }
        }
        for (lines, dialects) in groups {
            all.extend([lines, dialects.join("\n")].map(|part| part + "\n"));
        }
    }
    all
}

#[test]
fn overview_of_2008() {
    assert_snapshot!(help(Dialect::FALL_2008, None), @"
    Commands of the 2008 dialect:
      a7-b7           extend or jump from one square to another
      -               pass, when there is no other legal move
      clear           abandon the game and reset: you play red
      start           begin to play from the position set up
      quit            exit
      color red|blue  choose your colour; red at first
      auto            let an AI play for you
      blocks LETTERS  block squares by letter, with their reflections
      seed NUMBER     make the AIs repeatable
      host ID         wait for another program to join
      join ID@HOST    join a program that waits
      load FILE       run the commands in a file, or continue a saved game
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
    Also:
      undo, skill NUMBER, save FILE, position FEN, rules, fen, board, legal, hint,
        eval, solve [PLIES], analyze, verbose, quiet
    Commands that only print can be shortened. Everything from `#` is a comment.
    `help COMMAND` explains one, `rules` the game.
    ");
}

#[test]
fn overview_of_2016() {
    assert_snapshot!(help(Dialect::FALL_2016, None), @"
    Commands of the 2016 dialect:
      a7-b7           extend or jump from one square to another
      -               pass, when there is no other legal move
      clear           abandon the game and reset: red manual, blue an AI
      start           begin to play from the position set up
      quit            exit
      auto red|blue   let an AI play a colour
      manual red|blue play a colour by hand
      block SQUARE    block a square and its reflections
      seed NUMBER     make the AIs repeatable
      load FILE       run the commands in a file, or continue a saved game
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
    Also:
      undo, skill NUMBER, save FILE, position FEN, rules, fen, board, legal, hint,
        eval, solve [PLIES], analyze, verbose, quiet
    Commands that only print can be shortened. Everything from `#` is a comment.
    `help COMMAND` explains one, `rules` the game.
    ");
}

#[test]
fn overview_of_2022() {
    assert_snapshot!(help(Dialect::SPRING_2022, None), @"
    Commands of the 2022 dialect:
      a7-b7           extend or jump from one square to another
      -               pass, when there is no other legal move
      undo            take back a move, and one more if an AI made the last
      new             start a new game with the same players
      quit            exit
      auto red|blue   let an AI play a colour
      manual red|blue play a colour by hand
      block SQUARE    block a square and its reflections
      seed NUMBER     make the AIs repeatable
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      board           print the board with labels
      verbose         print the board after every move
      quiet           no longer print the board after every move
    Also:
      clear, start, skill NUMBER, load FILE, save FILE, position FEN, rules, fen,
        legal, hint, eval, solve [PLIES], analyze
    Commands that only print can be shortened. Everything from `#` is a comment.
    `help COMMAND` explains one, `rules` the game.
    ");
}

#[test]
#[allow(clippy::too_many_lines)] // one snapshot
fn each_command() {
    assert_snapshot!(explanations(), @"
      a7-b7           extend or jump from one square to another
    An extend goes to a neighbouring square and leaves the old piece where it
    was; a jump goes two squares in any direction and takes the piece along.
    Opposing pieces next to the new square change sides.
    (2008) State: set-up and playing.
    (2016) State: set-up and playing.
    (2022)
      -               pass, when there is no other legal move
    `pass`, which is in no document, does the same.
    (2008) State: set-up and playing.
    (2016) State: set-up and playing.
    (2022)
      undo            take back a move, and one more if an AI made the last
    Works after the end of the game too. A block that was placed after the
    move goes with it.
    (2008) Not in the 2008 document.
      undo            take back a move, and one more if an AI made the last
    Works after the end of the game too.
    (2016) Not in the 2016 document.
    (2022)
      new             start a new game with the same players
    (2022)
      clear           abandon the game and reset: you play red
    (2008)
      clear           abandon the game and reset: red manual, blue an AI
    (2016)
    (2022) Not in the 2022 document.
      start           begin to play from the position set up
    In a game that Ctrl-C has stopped, lets the AI go on.
    (2008) State: set-up.
    (2016) State: set-up.
      start           resume an AI that Ctrl-C has stopped
    Ctrl-C stops AIs. Otherwise without effect: a game is always under way.
    (2022) Not in the 2022 document.
      quit            exit
    So do `exit` and the end of input.
    (2008)
    (2016)
    (2022)
      color red|blue  choose your colour; red at first
    (2008) State: set-up.
      auto            let an AI play for you
    It plays from `start` on. The opponent on this side is an AI, too: without a
    remote program they play the whole game before the next line is read.
    (2008) State: set-up.
      auto red|blue   let an AI play a colour
    It plays from `start` on. Where AIs play both colours, they play the whole game
    before the next line is read; at a terminal Ctrl-C stops them.
    (2016) State: set-up.
      auto red|blue   let an AI play a colour
    The AI plays at once when it is its turn: where AIs play both colours, the whole
    game before the next line is read; at a terminal Ctrl-C stops them.
    Each `auto` uses the seed and steps it by one.
    (2022)
      manual red|blue play a colour by hand
    (2016) State: set-up.
    (2022)
      block SQUARE    block a square and its reflections
    The square is mirrored in the middle file and in the middle rank; corners
    and squares with pieces cannot be blocked.
    (2016) State: set-up.
      block SQUARE    block a square and its reflections
    Before the first move only. The square is mirrored in the middle file and
    in the middle rank; corners and squares with pieces cannot be blocked.
    (2022)
      blocks LETTERS  block squares by letter, with their reflections
    Squares of the upper left quarter:
      a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5
      1=a4 2=b4 3=c4 4=d7 5=d6 6=d5
    For example, `blocks 3gh`.
    (2008) State: set-up.
      seed NUMBER     make the AIs repeatable
    The number may be negative. With a seed, an AI thinks for a fixed number
    of positions instead of a fixed time.
    (2008) State: set-up.
    (2016) State: set-up.
    (2022)
      skill NUMBER    set how strong AIs play, from 1 to 10
    From 1 for a beginner to 10 for full strength. It counts for all AIs, from
    their next move on.
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      host ID         wait for another program to join
    The name is of letters, digits and `_`. Once somebody has joined, set-up goes
    on here, and `start` begins the game.
    (2008) State: set-up.
      join ID@HOST    join a program that waits
    For example, `join tea@localhost`, or `join tea@192.0.2.7:20080` with a port.
    The host sets the game up; who plays on this side is settled by `auto` before.
    (2008) State: set-up.
      load FILE       run the commands in a file, or continue a saved game
    The file is looked for in the working directory, then beside the file that
    loads it. A game record, as `save` writes it, takes the place of the game.
    (2008)
    (2016)
    (2022) Not in the 2022 document.
      save FILE       write the game to a file
    As a game record, which `load` reads; so do `ataxx analyze --game` and
    `ataxx convert --game`. No file is replaced but one that `save` has written.
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      position FEN    put another position on the board
    A FEN, `start`, the rows of a dump in one line, or `@FILE` with one of these,
    a dump or what `board` prints. The players stay, and `undo` does not go back
    behind it.
    (2008) State: set-up. Not in the 2008 document.
    (2016) State: set-up. Not in the 2016 document.
    (2022) Not in the 2022 document.
      help [COMMAND]  list the commands, or explain one
    (2008)
    (2016)
    (2022)
    Red (r) and Blue (b) take turns, Red first. In a turn a side does one of these:
      extend  puts a new piece on an empty square next to one of its pieces
      jump    takes a piece to an empty square two squares away, over whatever
              is between, and leaves its square
      pass    only if it can do neither
    Then all opposing pieces next to the new place of the piece change sides.
    Squares count as next to each other in all eight directions. Nothing can
    be put on a blocked square (X).
    The game is over when a side has no piece left, neither side can go on,
    or 45 jumps in a row were made by both sides together.
    More pieces are a victory.
    `a7-b7` puts or takes a piece from a7 to b7, `-` is a pass, `legal` lists what
    is possible, `hint` suggests something.
    (2008)
    Red (r) and Blue (b) take turns, Red first. In a turn a side does one of these:
      extend  puts a new piece on an empty square next to one of its pieces
      jump    takes a piece to an empty square two squares away, over whatever
              is between, and leaves its square
      pass    only if it can do neither
    Then all opposing pieces next to the new place of the piece change sides.
    Squares count as next to each other in all eight directions. Nothing can
    be put on a blocked square (X).
    The game is over when a side has no piece left, neither side can go on,
    or 25 jumps in a row were made by both sides together.
    More pieces are a victory.
    `a7-b7` puts or takes a piece from a7 to b7, `-` is a pass, `legal` lists what
    is possible, `hint` suggests something.
    (2016)
    (2022)
      dump            print the board for programs to read
    (2008)
    (2016)
    (2022)
      fen             print the position in one line, with the side to move
    The side to move and the count of consecutive jumps are in the line:
    `ataxx solve -` reads it.
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      board           print the board with labels
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022)
      legal           list every legal move
    A line for each piece that can go somewhere; `-` is a pass.
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      hint            suggest a move
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      eval            estimate which side is ahead, and by how much
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      solve [PLIES]   find out whether a side can force a win
    Within 7 plies, or as many as are given. A ply is a move of one side. The
    answer is exact; a search that becomes too long ends without one.
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      analyze         show the three best lines with their scores
    Takes 3 seconds, or what --move-time or --nodes allow. A score is the number
    of pieces by which the side to move is expected to lead at the end.
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022) Not in the 2022 document.
      verbose         print the board after every move
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022)
      quiet           no longer print the board after every move
    (2008) Not in the 2008 document.
    (2016) Not in the 2016 document.
    (2022)
    ");
}
