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
            all += &format!("{lines}\n{}\n", dialects.join("\n"));
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
fn each_command() {
    assert_snapshot!(explanations(), @"");
}
