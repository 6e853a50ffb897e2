//! All that `help` says.

use ataxx_toolkit::session::{Command, CommandName, Dialect, Session, SessionSettings};
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

/// What `help` says of each command of a dialect.
fn explanations(dialect: Dialect) -> String {
    CommandName::of(dialect)
        .map(|name| help(dialect, Some(name)))
        .collect()
}

#[test]
fn overview_of_2008() {
    assert_snapshot!(help(Dialect::FALL_2008, None), @"
    Commands of the 2008 dialect:
      a7-b7           extend or jump from one square to another
      -               pass, when there is no other legal move
      undo            take back a move, and one more if an AI made the last
      clear           abandon the game and reset: you play red
      start           begin to play from the position set up
      quit            exit
      color red|blue  choose your colour; red at first
      auto            let an AI play for you
      blocks LETTERS  block squares by letter, with their reflections
      seed NUMBER     make the AIs repeatable
      skill NUMBER    set how strong AIs play, from 1 to 10
      host ID         wait for another program to join
      join ID@HOST    join a program that waits
      load FILE       run the commands in a file, or continue a saved game
      save FILE       write the game to a file
      position FEN    put another position on the board
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      fen             print the position in one line, with the side to move
      board           print the board with labels
      legal           list every legal move
      hint            suggest a move
      eval            estimate which side is ahead, and by how much
      solve [PLIES]   find out whether a side can force a win
      analyze         show the three best lines with their scores
      verbose         print the board after every move
      quiet           no longer print the board after every move
    Commands that only print can be shortened. Everything from `#` is a comment.
    `help COMMAND` explains one.
    ");
}

#[test]
fn overview_of_2016() {
    assert_snapshot!(help(Dialect::FALL_2016, None), @"
    Commands of the 2016 dialect:
      a7-b7           extend or jump from one square to another
      -               pass, when there is no other legal move
      undo            take back a move, and one more if an AI made the last
      clear           abandon the game and reset: red manual, blue an AI
      start           begin to play from the position set up
      quit            exit
      auto red|blue   let an AI play a colour
      manual red|blue play a colour by hand
      block SQUARE    block a square and its reflections
      seed NUMBER     make the AIs repeatable
      skill NUMBER    set how strong AIs play, from 1 to 10
      load FILE       run the commands in a file, or continue a saved game
      save FILE       write the game to a file
      position FEN    put another position on the board
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      fen             print the position in one line, with the side to move
      board           print the board with labels
      legal           list every legal move
      hint            suggest a move
      eval            estimate which side is ahead, and by how much
      solve [PLIES]   find out whether a side can force a win
      analyze         show the three best lines with their scores
      verbose         print the board after every move
      quiet           no longer print the board after every move
    Commands that only print can be shortened. Everything from `#` is a comment.
    `help COMMAND` explains one.
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
      clear           abandon the game and reset: red manual, blue an AI
      start           resume an AI that Ctrl-C has stopped
      quit            exit
      auto red|blue   let an AI play a colour
      manual red|blue play a colour by hand
      block SQUARE    block a square and its reflections
      seed NUMBER     make the AIs repeatable
      skill NUMBER    set how strong AIs play, from 1 to 10
      load FILE       run the commands in a file, or continue a saved game
      save FILE       write the game to a file
      position FEN    put another position on the board
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      fen             print the position in one line, with the side to move
      board           print the board with labels
      legal           list every legal move
      hint            suggest a move
      eval            estimate which side is ahead, and by how much
      solve [PLIES]   find out whether a side can force a win
      analyze         show the three best lines with their scores
      verbose         print the board after every move
      quiet           no longer print the board after every move
    Commands that only print can be shortened. Everything from `#` is a comment.
    `help COMMAND` explains one.
    ");
}

#[test]
fn each_command_of_2008() {
    assert_snapshot!(explanations(Dialect::FALL_2008), @"
      a7-b7           extend or jump from one square to another
    An extend goes to a neighbouring square and leaves the old piece where it
    was; a jump goes two squares in any direction and takes the piece along.
    Opposing pieces next to the new square change sides.
    State: set-up and playing.
      -               pass, when there is no other legal move
    `pass`, which is in no document, does the same.
    State: set-up and playing.
      undo            take back a move, and one more if an AI made the last
    Works after the end of the game too. A block that was placed after the
    move goes with it.
    Not in the 2008 document.
      clear           abandon the game and reset: you play red
      start           begin to play from the position set up
    In a game that Ctrl-C has stopped, lets the AI go on.
    State: set-up.
      quit            exit
    So do `exit` and the end of input.
      color red|blue  choose your colour; red at first
    State: set-up.
      auto            let an AI play for you
    State: set-up.
      blocks LETTERS  block squares by letter, with their reflections
    Squares of the upper left quarter:
      a=a6 b=a5 c=b5 d=b7 e=c7 f=c6 g=b6 h=c5
      1=a4 2=b4 3=c4 4=d7 5=d6 6=d5
    For example, `blocks 3gh`.
    State: set-up.
      seed NUMBER     make the AIs repeatable
    The number may be negative. With a seed, an AI thinks for a fixed number
    of positions instead of a fixed time.
    State: set-up.
      skill NUMBER    set how strong AIs play, from 1 to 10
    From 1 for a beginner to 10 for full strength. It counts for all AIs, from
    their next move on.
    Not in the 2008 document.
      host ID         wait for another program to join
    The name is of letters, digits and `_`. Once somebody has joined, set-up goes
    on here, and `start` begins the game.
    State: set-up.
      join ID@HOST    join a program that waits
    For example, `join tea@localhost`, or `join tea@192.0.2.7:20080` with a port.
    The host sets the game up; who plays on this side is settled by `auto` before.
    State: set-up.
      load FILE       run the commands in a file, or continue a saved game
    The file is looked for in the working directory, then beside the file that
    loads it. A game record, as `save` writes it, takes the place of the game.
      save FILE       write the game to a file
    As a game record, which `load` reads; so do `ataxx analyze --game` and
    `ataxx convert --game`. No file is replaced but one that `save` has written.
    Not in the 2008 document.
      position FEN    put another position on the board
    A FEN, `start`, the rows of a dump in one line, or `@FILE` with one of these,
    a dump or what `board` prints. The players stay, and `undo` does not go back
    behind it.
    State: set-up.
    Not in the 2008 document.
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      fen             print the position in one line, with the side to move
    The side to move and the count of consecutive jumps are in the line:
    `ataxx solve -` reads it.
    Not in the 2008 document.
      board           print the board with labels
    Not in the 2008 document.
      legal           list every legal move
    A line for each piece that can go somewhere; `-` is a pass.
    Not in the 2008 document.
      hint            suggest a move
    Not in the 2008 document.
      eval            estimate which side is ahead, and by how much
    Not in the 2008 document.
      solve [PLIES]   find out whether a side can force a win
    Within 7 plies, or as many as are given. A ply is a move of one side. The
    answer is exact; a search that becomes too long ends without one.
    Not in the 2008 document.
      analyze         show the three best lines with their scores
    Takes 3 seconds, or what --move-time or --nodes allow. A score is the number
    of pieces by which the side to move is expected to lead at the end.
    Not in the 2008 document.
      verbose         print the board after every move
    Not in the 2008 document.
      quiet           no longer print the board after every move
    Not in the 2008 document.
    ");
}

#[test]
fn each_command_of_2016() {
    assert_snapshot!(explanations(Dialect::FALL_2016), @"
      a7-b7           extend or jump from one square to another
    An extend goes to a neighbouring square and leaves the old piece where it
    was; a jump goes two squares in any direction and takes the piece along.
    Opposing pieces next to the new square change sides.
    State: set-up and playing.
      -               pass, when there is no other legal move
    `pass`, which is in no document, does the same.
    State: set-up and playing.
      undo            take back a move, and one more if an AI made the last
    Works after the end of the game too.
    Not in the 2016 document.
      clear           abandon the game and reset: red manual, blue an AI
      start           begin to play from the position set up
    In a game that Ctrl-C has stopped, lets the AI go on.
    State: set-up.
      quit            exit
    So do `exit` and the end of input.
      auto red|blue   let an AI play a colour
    State: set-up.
      manual red|blue play a colour by hand
    State: set-up.
      block SQUARE    block a square and its reflections
    Before the first move only. The square is mirrored in the middle file and
    in the middle rank; corners and squares with pieces cannot be blocked.
    State: set-up.
      seed NUMBER     make the AIs repeatable
    The number may be negative. With a seed, an AI thinks for a fixed number
    of positions instead of a fixed time.
    State: set-up.
      skill NUMBER    set how strong AIs play, from 1 to 10
    From 1 for a beginner to 10 for full strength. It counts for all AIs, from
    their next move on.
    Not in the 2016 document.
      load FILE       run the commands in a file, or continue a saved game
    The file is looked for in the working directory, then beside the file that
    loads it. A game record, as `save` writes it, takes the place of the game.
      save FILE       write the game to a file
    As a game record, which `load` reads; so do `ataxx analyze --game` and
    `ataxx convert --game`. No file is replaced but one that `save` has written.
    Not in the 2016 document.
      position FEN    put another position on the board
    A FEN, `start`, the rows of a dump in one line, or `@FILE` with one of these,
    a dump or what `board` prints. The players stay, and `undo` does not go back
    behind it.
    State: set-up.
    Not in the 2016 document.
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      fen             print the position in one line, with the side to move
    The side to move and the count of consecutive jumps are in the line:
    `ataxx solve -` reads it.
    Not in the 2016 document.
      board           print the board with labels
    Not in the 2016 document.
      legal           list every legal move
    A line for each piece that can go somewhere; `-` is a pass.
    Not in the 2016 document.
      hint            suggest a move
    Not in the 2016 document.
      eval            estimate which side is ahead, and by how much
    Not in the 2016 document.
      solve [PLIES]   find out whether a side can force a win
    Within 7 plies, or as many as are given. A ply is a move of one side. The
    answer is exact; a search that becomes too long ends without one.
    Not in the 2016 document.
      analyze         show the three best lines with their scores
    Takes 3 seconds, or what --move-time or --nodes allow. A score is the number
    of pieces by which the side to move is expected to lead at the end.
    Not in the 2016 document.
      verbose         print the board after every move
    Not in the 2016 document.
      quiet           no longer print the board after every move
    Not in the 2016 document.
    ");
}

#[test]
fn each_command_of_2022() {
    assert_snapshot!(explanations(Dialect::SPRING_2022), @"
      a7-b7           extend or jump from one square to another
    An extend goes to a neighbouring square and leaves the old piece where it
    was; a jump goes two squares in any direction and takes the piece along.
    Opposing pieces next to the new square change sides.
      -               pass, when there is no other legal move
    `pass`, which is in no document, does the same.
      undo            take back a move, and one more if an AI made the last
    Works after the end of the game too.
      new             start a new game with the same players
      clear           abandon the game and reset: red manual, blue an AI
    Not in the 2022 document.
      start           resume an AI that Ctrl-C has stopped
    Ctrl-C stops AIs. Otherwise without effect: a game is always under way.
    Not in the 2022 document.
      quit            exit
    So do `exit` and the end of input.
      auto red|blue   let an AI play a colour
    The AI plays at once when it is its turn. Each `auto` uses the seed and
    steps it by one.
      manual red|blue play a colour by hand
      block SQUARE    block a square and its reflections
    Before the first move only. The square is mirrored in the middle file and
    in the middle rank; corners and squares with pieces cannot be blocked.
      seed NUMBER     make the AIs repeatable
    The number may be negative. With a seed, an AI thinks for a fixed number
    of positions instead of a fixed time.
      skill NUMBER    set how strong AIs play, from 1 to 10
    From 1 for a beginner to 10 for full strength. It counts for all AIs, from
    their next move on.
    Not in the 2022 document.
      load FILE       run the commands in a file, or continue a saved game
    The file is looked for in the working directory, then beside the file that
    loads it. A game record, as `save` writes it, takes the place of the game.
    Not in the 2022 document.
      save FILE       write the game to a file
    As a game record, which `load` reads; so do `ataxx analyze --game` and
    `ataxx convert --game`. No file is replaced but one that `save` has written.
    Not in the 2022 document.
      position FEN    put another position on the board
    A FEN, `start`, the rows of a dump in one line, or `@FILE` with one of these,
    a dump or what `board` prints. The players stay, and `undo` does not go back
    behind it.
    Not in the 2022 document.
      help [COMMAND]  list the commands, or explain one
      dump            print the board for programs to read
      fen             print the position in one line, with the side to move
    The side to move and the count of consecutive jumps are in the line:
    `ataxx solve -` reads it.
    Not in the 2022 document.
      board           print the board with labels
      legal           list every legal move
    A line for each piece that can go somewhere; `-` is a pass.
    Not in the 2022 document.
      hint            suggest a move
    Not in the 2022 document.
      eval            estimate which side is ahead, and by how much
    Not in the 2022 document.
      solve [PLIES]   find out whether a side can force a win
    Within 7 plies, or as many as are given. A ply is a move of one side. The
    answer is exact; a search that becomes too long ends without one.
    Not in the 2022 document.
      analyze         show the three best lines with their scores
    Takes 3 seconds, or what --move-time or --nodes allow. A score is the number
    of pieces by which the side to move is expected to lead at the end.
    Not in the 2022 document.
      verbose         print the board after every move
      quiet           no longer print the board after every move
    ");
}
