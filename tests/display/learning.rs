//! New games, reviews, puzzles and saved games, as pages ask for them.

use crate::program::{Answer, LIMIT, Program};
use crate::session::{Stream, encoded, kept_game, last_game};
use ataxx_core::board::{Color, Game, Rules};
use ataxx_core::notation::{BerkeleyMove, GameRecord, GameResult};
use ataxx_core::puzzles::{Attempt, PuzzleKind, built_in};
use ataxx_core::solver::Budget;
use ataxx_session::Dialect;
use std::io::Write;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

/// Red has a win, and gives it away.
const GIVEN_AWAY: &str = "start: xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1\n\
                          1. b7-c7\n0-1\n";

/// Sends a form. One without fields has one that says nothing.
fn post(program: &Program, path: &str, body: &str) -> Answer {
    program.post(path, if body.is_empty() { "sent=" } else { body })
}

fn good(program: &Program, path: &str, body: &str) {
    let answer = post(program, path, body);
    assert_eq!(
        (answer.status, answer.body.as_str()),
        (204, ""),
        "{path} {body}"
    );
}

fn answer_text(program: &Program, path: &str, body: &str) -> String {
    let answer = post(program, path, body);
    assert_eq!(answer.status, 200, "{path} {body}");
    answer.body
}

fn saved(program: &Program) -> GameRecord {
    let text = program.get("game/txt").body;
    text.parse()
        .unwrap_or_else(|error| panic!("{error:?}: {text}"))
}

#[test]
fn a_new_game_has_the_players_and_blocks_that_were_chosen() {
    for dialect in ["2016", "2022"] {
        let program = Program::start(&["--dialect", dialect, "--nodes", "50"]);
        let mut page = Stream::open(&program);
        good(&program, "do/begin", "red=person&blue=level-1&blocks=cross");
        page.see("board", "d5, block");
        page.see("status", "Red to move");
        assert!(page.parts["players"].contains(r#"value="level-1" selected"#));
        good(&program, "do/line", "line=a7-b7");
        page.see("log", "Blue moves");
        // The other colour for the person: the AI begins.
        let record = saved(&program);
        good(&program, "do/rematch", "");
        page.see("log", "Red moves");
        page.see("board", "d5, block");
        // The game before comes back, at the place where it was left.
        page.see("games", "Level 1, beginner – You");
        good(&program, "do/kept", &kept_game(&page, 2));
        assert_eq!(saved(&program).game(), record.game(), "{dialect}");
        let refused = |body| answer_text(&program, "do/begin", body);
        insta::allow_duplicates! {
            insta::assert_snapshot!(refused("red=person"), @"This form has no good `blue`.");
            insta::assert_snapshot!(refused("red=person&blue=nobody"), @"This form has no good `blue`.");
            insta::assert_snapshot!(refused("red=person&blue=usual&blocks=x"), @"This form has no good `blocks`.");
        }
    }
}

#[test]
fn a_finished_game_says_what_to_do_next() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    page.see("status", "Red to move");
    assert!(!page.parts["controls"].contains("Rematch"));
    good(
        &program,
        "do/open",
        &format!("text={}", encoded(GIVEN_AWAY)),
    );
    page.see("status", "Blue wins, ");
    page.see("controls", "Rematch");
    page.see("controls", "Review");
    good(&program, "do/undo", "");
    page.see("status", "Red to move");
    assert!(!page.parts["controls"].contains("Rematch"));
}

#[test]
fn a_person_gives_up_and_takes_it_back() {
    let program = Program::start(&["--nodes", "50"]);
    let mut page = Stream::open(&program);
    page.see("status", "Red to move");
    insta::assert_snapshot!(answer_text(&program, "do/resign", ""), @"There is no game that a person could give up.");
    good(&program, "do/line", "line=a7-b7");
    page.see("controls", r#"id="do-resign""#);
    good(&program, "do/resign", "");
    page.see("status", "Blue wins");
    page.see("status", "Red has resigned");
    assert!(page.parts["board"].contains("data-moves=\"\""));
    assert!(!page.parts["controls"].contains("do-resign"));
    // The record says so.
    assert_eq!(saved(&program).result(), GameResult::Win(Color::Blue));
    page.see("games", "Blue won");
    good(&program, "do/undo", "");
    page.see("status", "Red to move");
    assert!(!page.parts["controls"].contains("Rematch"));
    // A new game is not given up.
    good(&program, "do/resign", "");
    good(&program, "do/rematch", "");
    page.see("log", "Red moves");
    assert!(!page.parts["controls"].contains("Rematch"));
}

#[test]
fn a_new_game_has_the_rules_that_were_chosen() {
    let program = Program::start(&["--nodes", "50"]);
    let mut page = Stream::open(&program);
    good(&program, "do/line", "line=a7-b7");
    page.see("log", "Blue moves");
    let record = saved(&program);
    let two = "red=person&blue=person&rules=2008";
    assert_eq!(
        answer_text(&program, "do/begin", two),
        "In this dialect one of the two is always an AI."
    );
    assert_eq!(saved(&program), record);
    good(
        &program,
        "do/begin",
        "red=person&blue=level-1&rules=2008&blocks=posts",
    );
    page.see("new-game", r#"value="2008" selected"#);
    page.see("board", "c3, block");
    assert_eq!(saved(&program).rules(), Dialect::FALL_2008.rules());
    // The other dialect has other commands.
    insta::assert_snapshot!(answer_text(&program, "do/line", "line=manual+red"), @"Expected a command, found `manual`; `manual` is a command of dialect 2016 and 2022; this is 2008.");
    page.see("controls", "do-kept");
    good(&program, "do/kept", &last_game(&page));
    page.see("new-game", r#"value="2022" selected"#);
    assert_eq!(saved(&program).game(), record.game());
    let refused = answer_text(&program, "do/begin", "red=person&blue=usual&rules=x");
    insta::assert_snapshot!(refused, @"This form has no good `rules`.");
}

#[test]
fn a_game_that_cannot_be_brought_back_stays() {
    let mut program = Program::start(&["--dialect", "2008", "--nodes", "50"]);
    let mut page = Stream::open(&program);
    good(&program, "do/begin", "red=person&blue=usual");
    good(&program, "do/line", "line=a7-b7");
    page.see("log", "Blue moves");
    let record = saved(&program);
    program.type_line("clear");
    page.see("controls", "do-kept");
    let last = last_game(&page);
    // A remote opponent takes the board.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = listener.local_addr().expect("a port");
    program.type_line(&format!("join tea@{place}"));
    let (mut host, _) = listener.accept().expect("a client comes");
    host.write_all(b"welcome\ncolor red\nstart\n")
        .expect("it listens");
    page.see("log", "the game begins");
    assert_eq!(
        answer_text(&program, "do/kept", &last),
        "A remote opponent plays this game too."
    );
    program.type_line("clear");
    // What is typed may come after what the page sends.
    let deadline = Instant::now() + LIMIT;
    while post(&program, "do/kept", &last).status != 204 {
        assert!(Instant::now() < deadline, "the game does not come back");
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(saved(&program).game(), record.game());
}

#[test]
fn it_is_said_since_when_an_ai_thinks() {
    let mut program = Program::start(&["--move-time", "9"]);
    let mut page = Stream::open(&program);
    program.type_line("auto red");
    page.see("status", "Red is thinking");
    page.see("status", r#"class="clock" data-since="1"#);
    good(&program, "do/stop", "");
    page.see("status", "AI waits");
    assert!(!page.parts["status"].contains("data-since"));
}

#[test]
fn squares_are_painted_and_what_cannot_be_played_is_said() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    good(&program, "do/set-up", "step=begin");
    page.see("set-up", "Red 2 · Blue 2 · blocks 0");
    assert!(!page.parts["set-up"].contains("The game is over here"));
    // Painted twice it stays, unlike by a click.
    for _ in 0..2 {
        good(&program, "do/set-up", "step=paint&square=d4&content=block");
    }
    page.see("board", "d4, block");
    for square in ["a1", "g7"] {
        good(
            &program,
            "do/set-up",
            &format!("step=paint&square={square}&content=empty"),
        );
    }
    page.see(
        "set-up",
        "The game is over here: a side has no pieces left.",
    );
    insta::assert_snapshot!(answer_text(&program, "do/set-up", "step=paint&square=d4&content=x"), @"This form has no good `content`.");
}

#[test]
fn mistakes_are_found_and_learnt_from() {
    let mut program = Program::start(&[]);
    program.type_line("manual blue");
    good(
        &program,
        "do/open",
        &format!("text={}", encoded(GIVEN_AWAY)),
    );
    assert_eq!(
        answer_text(&program, "do/lesson", "step=begin"),
        "The review found no mistakes of yours."
    );
    let mut page = Stream::asking(&program, "review");
    page.see("review", "missed win: Red wins in 2 moves → Blue has won");
    page.see("review", "better a5-c7");
    page.see("moves", "b7-c7<span class=\"mistake\">??</span>");
    page.see("course", "class=\"fault\"");
    // What was better becomes a variation.
    page.see("review", "follow?node=0&amp;plies=1&amp;line=a5-c7");
    good(&program, "do/follow", "node=0&plies=1&line=a5-c7");
    page.see("moves", "or ");
    page.see("status", "Blue to move");
    assert_eq!(
        answer_text(&program, "do/follow", "node=99&plies=1&line=a5-c7"),
        "That line cannot be played here."
    );
    // The line with the mistake again.
    good(&program, "do/go", "node=1");
    good(&program, "do/lesson", "step=begin");
    page.see("review", "Red played <b>b7-c7</b>. Blue has won.");
    page.see("review", "Find a better move");
    assert_eq!(page.parts["analysis"], "");
    assert_eq!(
        answer_text(&program, "do/line", "line=a7-g1"),
        "a7-g1 is not legal."
    );
    good(&program, "do/line", "line=b7-c7");
    page.see("review", "<b>b7-c7</b> is no better");
    assert_eq!(saved(&program).game().moves().len(), 1, "no move was made");
    good(&program, "do/line", "line=a5-c7");
    page.see("review", "<b>a5-c7</b> is the best move");
    good(&program, "do/lesson", "step=next");
    page.see("review", "Learn from the mistakes");
    assert_eq!(
        answer_text(&program, "do/lesson", "step=next"),
        "There is no lesson."
    );
    // A command leaves the lesson.
    good(&program, "do/lesson", "step=begin");
    good(&program, "do/lesson", "step=show");
    page.see("review", "The best move is <b>a5-c7</b>");
    program.type_line("dump");
    page.see("review", "Learn from the mistakes");
}

#[test]
fn puzzles_are_solved_on_the_board() {
    let program = Program::start(&["--nodes", "50"]);
    let mut page = Stream::open(&program);
    let (number, puzzle) = (1..)
        .zip(built_in())
        .find(|(_, puzzle)| puzzle.rules == Rules::BERKELEY_2022 && puzzle.kind == PuzzleKind::Win2)
        .expect("a puzzle");
    for step in ["hint", "answer"] {
        let step = format!("step={step}");
        assert_eq!(
            answer_text(&program, "do/puzzle", &step),
            "No puzzle is on the board."
        );
    }
    // A person solves the puzzle, whichever side has an AI.
    good(&program, "do/player", "color=blue&who=level-1");
    good(&program, "do/line", "line=a7-b7");
    page.see("log", "Blue moves");
    page.see("puzzle", "0 of ");
    let next = "step=next&kind=win-2&difficulty=";
    good(&program, "do/puzzle", next);
    page.see("status", &format!("puzzle {number}, {}", puzzle.difficulty));
    page.see("status", "win in 2 moves");
    page.see("board", "data-moves=\"");
    assert!(
        !page.parts["board"].contains("data-moves=\"\""),
        "moves by hand"
    );
    good(&program, "do/puzzle", "step=hint");
    page.see("notice", "It is a");
    let answer = BerkeleyMove::of(puzzle.answer, &puzzle.position);
    let wrong = puzzle.position.legal_moves(&puzzle.rules);
    let wrong = wrong
        .filter(|&mv| mv != puzzle.answer)
        .last()
        .expect("another move");
    let wrong = BerkeleyMove::of(wrong, &puzzle.position);
    // A wrong move is played out, and nothing else can be tried then.
    good(&program, "do/line", &format!("line={wrong}"));
    page.see("status", "Not the move");
    page.see("notice", &wrong.to_string());
    page.see("moves", &wrong.to_string());
    assert!(page.parts["board"].contains("data-moves=\"\""));
    assert!(post(&program, "do/line", &format!("line={answer}")).status == 200);
    good(&program, "do/undo", "");
    page.see("controls", "Try again");
    good(&program, "do/puzzle", "step=retry");
    page.see("status", "win in 2 moves");
    good(&program, "do/line", &format!("line={answer}"));
    page.see("notice", "Right; ");
    let mut game = Game::from_position(puzzle.rules, puzzle.position);
    for played in saved(&program).game().moves() {
        game.play(played.mv).expect("a legal move");
    }
    let mut attempt = Attempt::new(puzzle);
    let budget = Budget {
        nodes: None,
        may_continue: &|| true,
    };
    attempt.play(puzzle.answer, &budget).expect("the answer");
    let last = attempt.answer(&budget)[0];
    let last = BerkeleyMove::of(last, game.position());
    good(&program, "do/line", &format!("line={last}"));
    page.see("status", "Solved");
    page.see("puzzle", "1 of ");
    assert!(
        !page.parts["controls"].contains("Rematch"),
        "a puzzle is no game that was won"
    );
    // It is stepped through, and does not come again.
    good(&program, "do/undo", "");
    page.see("controls", "Next puzzle");
    good(&program, "do/puzzle", next);
    page.see("status", "win in 2 moves");
    assert!(!page.parts["status"].contains(&format!("puzzle {number},")));
    // The answer is played out.
    good(&program, "do/puzzle", "step=answer");
    page.see("status", "The answer");
    page.see("notice", "The answer: ");
    good(&program, "do/undo", "");
    good(&program, "do/redo", "");
    // Whoever leaves comes back to the game, and goes on with it.
    good(&program, "do/puzzle", "step=end");
    page.see("status", "Red to move");
    page.see("board", "b7, red");
    assert_eq!(saved(&program).game().moves().len(), 2);
    good(&program, "do/line", "line=b7-c7");
    page.see("games", "4 moves, unfinished");
    assert_eq!(page.parts["games"].matches("<li>").count(), 1);
    // So does who leaves by another order.
    good(&program, "do/puzzle", next);
    page.see("status", "win in 2 moves");
    good(&program, "do/player", "color=blue&who=level-2");
    page.see("board", "c7, red");
    assert_eq!(saved(&program).game().moves().len(), 4);
    // What is solved is kept.
    let program = Program::in_home(program.home.clone(), &[]);
    Stream::open(&program).see("puzzle", "1 of ");
}

#[test]
fn the_panel_of_open_games_goes_with_them() {
    let program = Program::start(&[]);
    let games = format!("text={}", encoded("1. a7-b7 *\n\n1. a7-a6 *"));
    let panel = || {
        let mut page = Stream::open(&program);
        page.see("status", "to move");
        page.parts["opened"].clone()
    };
    for (path, body) in [
        ("do/open", "text=1.+a7-a5+*"),
        ("do/open", "text=x5o/7/7/7/7/7/o5x+x+0+1"),
        ("do/begin", "red=person&blue=person"),
        ("do/rematch", ""),
        ("do/line", "line=new"),
    ] {
        good(&program, "do/open", &games);
        assert!(panel().contains("id=\"item\""), "{path}");
        // What is refused changes nothing.
        answer_text(&program, "do/open", "text=nonsense");
        assert!(panel().contains("id=\"item\""), "{path}");
        good(&program, path, body);
        assert_eq!(panel(), "", "{path}");
    }
    // It is there again after a puzzle.
    good(&program, "do/open", &games);
    good(&program, "do/puzzle", "step=next&kind=&difficulty=");
    good(&program, "do/puzzle", "step=end");
    assert!(panel().contains("id=\"item\""));
}

#[test]
fn a_game_is_saved_in_three_forms() {
    let program = Program::start(&[]);
    good(
        &program,
        "do/open",
        &format!("text={}", encoded("1. a7-b7 a1-a3 2. g1-e1")),
    );
    // From any place in it.
    good(&program, "do/undo", "");
    assert_eq!(saved(&program).game().moves().len(), 3);
    for (form, kind, content) in [
        ("html", "text/html; charset=utf-8", "after 3 plies"),
        ("svg", "image/svg+xml", "<animate "),
        ("txt", "text/plain; charset=utf-8", "g1-e1"),
    ] {
        let answer = program.get(&format!("game/{form}"));
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some(kind));
        assert_eq!(answer.header("content-disposition"), Some("attachment"));
        assert!(answer.body.contains(content), "{form}");
    }
    assert_eq!(program.get("game/exe").status, 404);
}

#[test]
fn the_rules_are_those_of_the_session() {
    for (dialect, limit) in [("2008", "45 jumps"), ("2022", "25 jumps")] {
        let program = Program::start(&["--dialect", dialect]);
        let page = program.get("how-to-play");
        assert_eq!(page.status, 200);
        assert!(page.body.contains(limit), "{}", page.body);
        // Every example shows what it says.
        assert_eq!(page.body.matches("<figure>").count(), 3);
        assert_eq!(page.body.matches("mark to").count(), 1);
        // Marks, not arrows over the piece.
        assert_eq!(page.body.matches("class=\"arrow ").count(), 8 + 16);
    }
}
