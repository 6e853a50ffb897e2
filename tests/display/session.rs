//! One session with two faces: what is typed at the terminal and what is asked for on pages.

use crate::program::{LIMIT, Program};
use ataxx_core::board::{Game, Move, Rules};
use ataxx_core::notation::{BerkeleyMove, GameRecord};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// A page as a script sees it: its parts, as they are streamed.
pub struct Stream {
    lines: BufReader<TcpStream>,
    pub parts: HashMap<String, String>,
    /// Why the last message came, where it says so.
    end: Option<String>,
}

impl Stream {
    pub fn open(program: &Program) -> Self {
        Self::asking(program, "")
    }

    /// A page that wants to know something about the position on the board.
    pub fn asking(program: &Program, analysis: &str) -> Self {
        let mut stream = program.connect();
        // So that a stream that says nothing more is noticed.
        stream.set_read_timeout(Some(LIMIT)).expect("a limit");
        let (address, path) = (program.address, program.at("events"));
        let path = format!("{path}?analysis={analysis}");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        Self {
            lines: BufReader::new(stream),
            parts: HashMap::new(),
            end: None,
        }
    }

    /// Reads until a part holds this text.
    pub fn see(&mut self, part: &str, text: &str) {
        let deadline = Instant::now() + LIMIT;
        while !self.parts.get(part).is_some_and(|html| html.contains(text)) {
            assert!(
                Instant::now() < deadline,
                "{text:?} is not in {:?}",
                self.parts.get(part)
            );
            self.read();
        }
    }

    /// Reads to the last message, which says why it is.
    pub fn ends(&mut self, why: &str) {
        while !self.end.as_deref().is_some_and(|end| end.contains(why)) {
            self.read();
        }
    }

    /// Reads a line, which can hold changed parts.
    fn read(&mut self) {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("the stream goes on");
        let Some(data) = line.strip_prefix("data: ") else {
            return;
        };
        let news: Value = serde_json::from_str(data).expect("JSON");
        self.end = news["why"].as_str().map(str::to_owned);
        for changed in news["parts"].as_array().expect("parts") {
            let text = |at: usize| changed[at].as_str().expect("a text").to_owned();
            self.parts.insert(text(0), text(1));
        }
    }
}

#[test]
fn the_terminal_and_the_page_show_the_same_session() {
    let mut program = Program::start(&["--nodes", "300"]);
    let mut page = Stream::open(&program);
    page.see("status", "Red to move");
    // Typed, and seen on the page.
    program.type_line("manual blue");
    program.type_line("a7-b7");
    page.see("status", "Blue to move");
    page.see("log", "a7-b7");
    page.see("spoken", "Red extends a7-b7, takes 0. Blue to move.");
    // Asked for on the page, and heard at the terminal.
    assert_eq!(
        program.post("/do/player", "color=blue&who=usual").status,
        204
    );
    page.see("log", "Blue moves");
    let said = program.heard_until_prefix("* Blue moves ");
    page.see("log", said.trim_end());
    // What is refused is said where it was asked for.
    let refused = program.post("/do/line", "line=a7-a1");
    assert_eq!(refused.status, 200);
    assert_eq!(refused.body, "a1 is taken by a Blue piece.");
    // Nobody else is told, but the log has it.
    page.see("log", "a1 is taken by a Blue piece");
    assert!(!page.parts["notice"].contains("taken"));
    // The terminal can leave while a page is open.
    program.type_line("quit");
    assert_eq!(program.wait(), Some(0));
}

/// The form for the game before the one on the board.
pub fn last_game(page: &Stream) -> String {
    let value = page.parts["controls"].split("kept?game=").nth(1);
    let id = value.and_then(|rest| rest.split('"').next());
    format!("game={}", id.expect("a game"))
}

/// The form for a game of the list.
pub fn kept_game(page: &Stream, number: usize) -> String {
    let id = page.parts["games"].split("kept?game=").nth(number);
    let id = id.and_then(|rest| rest.split('"').next());
    format!("game={}", id.expect("a game"))
}

#[test]
fn a_game_of_a_thousand_moves_survives() {
    let (moves, last) = long_game();
    let mut program = Program::start(&["--dialect", "2008"]);
    let mut page = Stream::open(&program);
    page.see("status", "Red to move");
    for mv in &moves {
        program.type_line(mv);
    }
    page.see("moves", &format!("data-ply=\"1000\" class=\"ply {last}\""));
    assert_eq!(page.parts["moves"].matches("data-ply=").count(), 1001);
    let mut other = Stream::open(&program);
    other.see("moves", &format!("data-ply=\"1000\" class=\"ply {last}\""));
    // Still alive, anywhere in it.
    assert_eq!(program.post("/do/go", "node=500").status, 204);
    page.see(
        "moves",
        "id=\"node-500\" data-do=\"go?node=500\" data-ply=\"500\"",
    );
    page.see("moves", "aria-current=\"step\"");
    assert_eq!(program.post("/do/undo", "x=").status, 204);
    assert_eq!(program.post("/do/go", "node=1000").status, 204);
    page.see("moves", "aria-current=\"step\"");
    // All of it comes back after a shorter line.
    program.type_line("clear");
    page.see("controls", "do-kept");
    assert_eq!(page.parts["moves"].matches("data-ply=").count(), 1);
    assert_eq!(program.post("/do/kept", &last_game(&page)).status, 204);
    page.see("moves", "aria-current=\"step\"");
}

/// A thousand moves by the rules of 2008, and who makes the last: jumps for as long as the
/// limit lets them, and an extend in between.
fn long_game() -> (Vec<String>, &'static str) {
    let mut game = Game::new(Rules::BERKELEY_2008);
    let mut moves = Vec::new();
    while moves.len() < 1000 {
        let position = *game.position();
        let taken = |mv: &Move| {
            let after = position.after(*mv, &Rules::BERKELEY_2008);
            after
                .pieces(position.turn())
                .count()
                .abs_diff(position.pieces(position.turn()).count())
        };
        let legal: Vec<Move> = position.legal_moves(game.rules()).collect();
        let wants_jump = position.jumps() < 43;
        let fits = legal.iter().filter(|mv| mv.is_jump() == wants_jump);
        let best = fits.min_by_key(|mv| taken(mv)).or(legal.first());
        let mv = *best.expect("the game goes on");
        moves.push(BerkeleyMove::of(mv, &position).to_string());
        game.play(mv).expect("a legal move");
        assert_eq!(game.outcome(), None);
    }
    // Red begins.
    (moves, "blue")
}

pub fn encoded(text: &str) -> String {
    text.replace(' ', "+")
        .replace('\n', "%0A")
        .replace(':', "%3A")
}

#[test]
fn the_end_of_the_input_leaves_the_board() {
    let mut program = Program::start(&[]);
    assert_eq!(program.get("/").status, 200);
    program.type_line("dump");
    program.close_input();
    program.heard_until("===");
    assert!(program.is_running());
    // A page can end the session once the end of the input is noticed; before, it is refused.
    while program.post("/do/line", "line=quit").status == 200 {
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(program.wait(), Some(0));
}

#[test]
fn the_end_of_the_input_ends_a_session_without_a_page() {
    let mut program = Program::start(&[]);
    program.close_input();
    assert_eq!(program.wait_at_most(Duration::from_secs(60)), Some(0));
}

#[test]
fn files_are_carried_out_first() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "manual blue\na7-b7\nblock d4\ndump\n").expect("can be written");
    let name = file.path().to_str().expect("a name");
    let program = Program::start(&[name]);
    program.read_line("===");
    assert_eq!(program.heard_until("===")[0], "  r r - - - - b");
    assert_eq!(program.get("/").status, 200);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command
        .args(["--display", "--no-open", "no-such-file"])
        .assert()
        .code(2);
}

#[test]
fn other_dialects_are_played_in_their_words() {
    let mut program = Program::paced(&["--dialect", "2008", "--nodes", "300"]);
    let mut page = Stream::open(&program);
    page.see("status", "before the game");
    assert_eq!(
        program.post("/do/player", "color=red&who=usual").status,
        204
    );
    assert_eq!(program.post("/do/start", "x=").status, 204);
    // Two AIs, to the end.
    page.see("status", "Red ");
    program.heard_until_prefix("Red moves ");
    program.heard_until_prefix("Blue moves ");
    assert_eq!(program.post("/do/stop", "x=").status, 204);
    page.see("status", "AI waits");
    program.type_line("clear");
    page.see("status", "before the game");
    program.type_line("quit");
    assert_eq!(program.wait(), Some(0));
}

#[test]
fn engines_of_the_command_line_play_on_the_board() {
    let engine = format!("'{}' uai", env!("CARGO_BIN_EXE_ataxx"));
    let mut program = Program::start(&["--engine", &engine, "--engine", "exit 3"]);
    let mut page = Stream::open(&program);
    page.see("players", "value=\"engine-0\"");
    assert_eq!(
        program.post("/do/player", "color=blue&who=engine-0").status,
        204
    );
    page.see("players", "value=\"engine-0\" selected");
    program.type_line("a7-b7");
    program.heard_until_prefix("* Blue moves ");
    page.see("status", "Red to move");
    // One that fails gives its place up.
    assert_eq!(
        program.post("/do/player", "color=blue&who=engine-1").status,
        204
    );
    program.type_line("g1-g2");
    program.heard_until_prefix("* Blue moves ");
    page.see("log", "our own AI plays Blue now");
    // It has the time that was chosen.
    page.see("players", "value=\"1\" selected");
    assert_eq!(program.post("/do/engine-time", "seconds=3").status, 204);
    page.see("players", "value=\"3\" selected");
    let refused = program.post("/do/engine-time", "seconds=2");
    assert_eq!(refused.body, "This form has no good `seconds`.");
    // A page names none of its own.
    let refused = program.post("/do/player", "color=blue&who=engine-2");
    assert_eq!(refused.body, "This form has no good `who`.");
    let refused = program.post("/do/player", "color=blue&who=engine-sh");
    assert_eq!(refused.body, "This form has no good `who`.");
}

#[test]
fn each_page_sees_what_it_wants_to_know() {
    let engine = format!("'{}' uai", env!("CARGO_BIN_EXE_ataxx"));
    let program = Program::start(&["--engine", &engine, "--engine", "exit 3"]);
    let mut quiet = Stream::open(&program);
    let mut lines = Stream::asking(&program, "lines");
    lines.see("analysis", "depth ");
    lines.see("arrows", "class=\"arrow");
    // Others are neither shown it nor change it.
    let mut proof = Stream::asking(&program, "solve-5");
    proof.see("analysis", "Neither side can force a win within 3 moves");
    let mut strong = Stream::asking(&program, "engine-0");
    strong.see("analysis", "depth ");
    strong.see(
        "analyses",
        "id=\"do-engine-0\" data-analysis=\"engine-0\" aria-pressed=\"true\"",
    );
    Stream::asking(&program, "engine-1").see("analysis", "the engine ended with exit status 3");
    Stream::asking(&program, "engine-9").see("analysis", "There is no such engine.");
    Stream::asking(&program, "hint").see("arrows", "class=\"arrow");
    // What was found is played out by its line.
    let follow = lines.parts["analysis"].split("data-do=\"follow?").nth(1);
    let follow = follow.and_then(|rest| rest.split('"').next());
    let follow = follow.expect("a line").replace("&amp;", "&");
    assert_eq!(program.post("/do/follow", &follow).status, 204);
    // What the other pages see comes before this.
    quiet.see("status", "Blue to move");
    assert_eq!(quiet.parts["analysis"], "");
    assert!(!quiet.parts["arrows"].contains("class=\"arrow"));
    proof.see("analysis", "Neither side can force a win within 3 moves");
    lines.see("status", "Blue to move");
    lines.see("analysis", "depth ");
    assert!(!lines.parts["analysis"].contains("Neither"));
}

#[test]
fn moves_are_commented_and_the_comments_kept() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    let open = |text: &str| {
        let body = format!("text={}", encoded(text).replace('#', "%23"));
        assert_eq!(program.post("/do/open", &body).status, 204);
    };
    open("1. a7-b7 a1-a2\n2. b7-d7\n# variation 1: 1... a1-b2 2. b7-c7\n*");
    page.see("comment", "Comment on b7-d7");
    let comment = |node: usize, text: &str| {
        let form = format!("step=comment&node={node}&text={}", encoded(text));
        program.post("/do/variation", &form)
    };
    assert_eq!(comment(2, "too slow <b>").status, 204);
    assert_eq!(comment(5, "better").status, 204);
    page.see("moves", "<b>a1-a2</b> too slow &lt;b&gt;");
    page.see("texts", "# comment of 1 2.: better");
    let text = copied(&mut page);
    assert!(
        text.contains("# comment 1...: too slow <b>\n# comment of 1 2.: better\n*"),
        "{text}"
    );
    // The start has no move.
    assert_eq!(comment(0, "x").body, "There is no such move or variation.");
    assert!(comment(2, &"x".repeat(501)).body.contains("500 characters"));
    // Opened again, and taken away.
    open("1. a7-a6 *");
    page.see("texts", "a7-a6");
    open(&text);
    page.see("moves", "too slow");
    assert_eq!(copied(&mut page), text);
    assert_eq!(comment(2, "").status, 204);
    assert_eq!(comment(1, "quick").status, 204);
    page.see("moves", "<b>a7-b7</b> quick");
    assert!(!page.parts["moves"].contains("too slow"));
}

#[test]
fn no_comment_breaks_the_page_or_the_record() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    let person = "color=blue&who=person";
    assert_eq!(program.post("/do/player", person).status, 204);
    assert_eq!(program.post("/do/line", "line=a7-b7").status, 204);
    page.see("moves", "a7-b7");
    let comment = |text: &str| {
        let form = format!("step=comment&node=1&text={text}");
        program.post("/do/variation", &form)
    };
    // ESC, a mark of direction, markup, a zero, and lines of a record.
    let hostile = "%1B%5B31m%E2%80%AE%3Cimg+src%3Dx%3E%00%22%0D%0A%23+comment+9.%3A+z%0A1-0%0A";
    for text in [
        hostile,
        "%0A%0A",
        "%23",
        "%7B%7D%3B%3D",
        "%EF%BB%BF%C2%85%E2%80%A8x",
    ] {
        let answer = comment(text);
        assert!(matches!(answer.status, 200 | 204), "{text}: {answer:?}");
        let saved = program.get("game/txt").body;
        let again = saved.parse::<GameRecord>();
        assert_eq!(again.expect(&saved).game().moves().len(), 1, "{saved}");
    }
    assert_eq!(comment(hostile).status, 204);
    page.see("moves", "&lt;img src=x&gt;");
    page.see("comment", "&lt;img src=x&gt;");
    let is_hidden = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
    for (id, html) in &page.parts {
        assert!(
            !html.contains("<img") && !html.contains(is_hidden),
            "{id}: {html:?}"
        );
    }
    assert!(!program.get("game/txt").body.contains(is_hidden));
    // Too long for a comment, and for the server.
    assert_eq!(comment(&"%E2%99%AF".repeat(501)).status, 200);
    // It may close the connection before it has read it all.
    assert!(matches!(comment(&"x".repeat(5_000_000)).status, 0 | 413));
    page.see("comment", "&lt;img src=x&gt;");
}

#[test]
fn no_wanted_analysis_breaks_the_page() {
    let program = Program::start(&[]);
    let long = "9".repeat(5000);
    for analysis in [
        "%1B%5B31m",
        "%E2%80%AE",
        "lines%00",
        "%3Cscript%3E",
        "engine--1",
        "solve-99999999999999999999",
        "lines&analysis=review",
        &long,
    ] {
        let mut page = Stream::asking(&program, analysis);
        page.see("status", "Red to move");
        assert_eq!(page.parts["analysis"], "", "{analysis}");
        assert!(page.parts.values().all(|part| !part.contains("<script")));
    }
    let mut page = Stream::asking(&program, "engine-18446744073709551615");
    page.see("analysis", "There is no such engine.");
    // Longer than the head of a request may be.
    let path = format!("events?analysis={}", "9".repeat(200_000));
    assert!(!matches!(program.get(&path).status, 200..=299));
    assert_eq!(program.get("/").status, 200);
}

#[test]
fn a_search_goes_on_when_the_machine_is_its_own_again() {
    let program = Program::start(&[]);
    let mut lines = Stream::asking(&program, "lines");
    let other = Stream::asking(&program, "hint");
    lines.see("analysis", "depth ");
    // Shared, it is over soon.
    while lines.parts["analysis"].contains("running") {
        lines.read();
    }
    drop(other);
    lines.see("analysis", "running");
}

#[test]
fn why_a_game_is_over_stands_in_the_status_alone() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    let text = encoded("xx1o3/7/7/7/7/7/7 x 0 1");
    let opened = program.post("/do/open", &format!("text={text}"));
    assert_eq!(opened.status, 204);
    assert_eq!(program.post("/do/line", "line=b7-c7").status, 204);
    let reason = "side has no pieces left";
    page.see("status", reason);
    page.see("log", reason);
    let notice = &page.parts["notice"];
    assert!(!notice.contains(reason), "{notice}");
}

#[test]
fn a_page_does_not_end_the_session_of_the_terminal() {
    let mut program = Program::start(&[]);
    for line in ["line=quit", "line=q", "line=QUIT+%23+now"] {
        let refused = program.post("/do/line", line);
        assert_eq!(refused.body, "A page does not end the session.", "{line}");
    }
    program.type_line("dump");
    program.read_line("===");
    program.heard_until("===");
    assert!(program.is_running());
}

#[test]
fn a_page_hears_that_the_session_is_over() {
    let mut program = Program::start(&[]);
    let mut page = Stream::open(&program);
    page.see("status", "Red to move");
    program.type_line("quit");
    let mut rest = String::new();
    page.lines
        .read_to_string(&mut rest)
        .expect("the stream ends");
    assert!(rest.contains("\"over\":true"), "{rest}");
    assert_eq!(program.wait(), Some(0));
}

#[test]
fn what_a_command_prints_is_the_answer_to_the_page() {
    let mut program = Program::start(&[]);
    program.type_line("manual blue");
    for (line, text) in [
        ("help", "Commands of the 2022 dialect"),
        ("board", "a b c d e f g"),
        ("fen", "x5o/7/7/7/7/7/o5x x 0 1"),
        ("dump", "  r - - - - - b"),
    ] {
        let answer = program.post("/do/line", &format!("line={line}"));
        assert_eq!(answer.header("ataxx-answer"), Some("printed"), "{answer:?}");
        assert!(answer.body.contains(text), "{answer:?}");
    }
    // It offers nothing that a page is refused.
    for dialect in ["2008", "2016", "2022"] {
        let program = Program::start(&["--dialect", dialect]);
        let help = program.post("/do/line", "line=help").body;
        assert!(help.contains("auto"), "{help}");
        for name in ["load", "save", "host", "join", "quit"] {
            assert!(!help.contains(&format!("  {name} ")), "{help}");
            assert!(!help.contains(&format!(" {name} FILE")), "{help}");
        }
    }
    assert_eq!(program.post("/do/line", "line=auto+blue").status, 204);
    let answer = program.post("/do/line", "line=bord");
    assert_eq!(answer.header("ataxx-answer"), Some("refused"), "{answer:?}");
    assert_eq!(program.post("/do/line", "line=seed+4").status, 204);
}

#[test]
fn an_ai_that_waits_is_not_started_by_the_way() {
    let mut program = Program::start(&["--nodes", "300"]);
    let mut page = Stream::open(&program);
    assert_eq!(program.post("/do/line", "line=a7-b7").status, 204);
    program.heard_until_prefix("* Blue moves ");
    page.see("status", "Red to move");
    assert_eq!(program.post("/do/go", "node=1").status, 204);
    page.see("status", "exploring: move for both sides");
    for line in ["help", "board", "bord", "seed 4", "a7-a6"] {
        let _ = program.post("/do/line", &format!("line={}", encoded(line)));
    }
    for line in ["help", "nonsense", "fen", ""] {
        program.type_line(line);
    }
    program.type_line("dump");
    program.read_line("===");
    assert_eq!(program.heard_until("===")[0], "  r r - - - - b");
    page.see("status", "exploring");
    page.see("controls", "Play from here");
    assert_eq!(program.post("/do/go-on", "x=").status, 204);
    program.heard_until_prefix("* Blue moves ");
}

#[test]
fn the_whole_game_can_be_copied_from_any_place_in_it() {
    let mut program = Program::start(&[]);
    let mut page = Stream::open(&program);
    for line in [
        "manual blue",
        "a7-b7",
        "a1-a2",
        "b7-c7",
        "undo",
        "b7-d7",
        "a2-a3",
    ] {
        program.type_line(line);
    }
    page.see(
        "texts",
        "1. a7-b7 a1-a2\n2. b7-d7 a2-a3\n# variation 1: 2. b7-c7\n*",
    );
    assert_eq!(program.post("/do/go", "node=1").status, 204);
    page.see("status", "Blue to move");
    page.see(
        "texts",
        "1. a7-b7 a1-a2\n2. b7-d7 a2-a3\n# variation 1: 2. b7-c7\n*",
    );
}

/// What the page offers to copy as the record.
fn copied(page: &mut Stream) -> String {
    let texts = page.parts["texts"].clone();
    let (_, rest) = texts.split_once("id=\"record\"").expect("a record");
    let (_, rest) = rest.split_once('>').expect("its text");
    let text = rest.split("</textarea>").next().unwrap_or_default();
    text.replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

#[test]
fn variations_are_named_promoted_deleted_and_opened_again() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    let change = |fields: &str| program.post("/do/variation", fields).status;
    let open = |text: &str| {
        let body = format!("text={}", encoded(text).replace('#', "%23"));
        assert_eq!(program.post("/do/open", &body).status, 204);
    };
    open("1. a7-b7 a1-a2\n2. b7-d7\n# variation 1: 1... a1-b2 2. b7-c7\n*");
    page.see("texts", "# variation 1: 1... a1-b2 2. b7-c7");
    assert!(!page.parts["variation"].contains("Promote"));
    // The game itself is neither deleted nor named.
    assert_eq!(change("step=delete&node=2"), 200);
    assert_eq!(change("step=name&node=2&text=x"), 200);
    assert_eq!(change("step=promote&node=99"), 200);
    assert_eq!(program.post("/do/go", "node=5").status, 204);
    page.see("variation", "Promote");
    assert_eq!(change("step=name&node=4&text=%3Cb%3E+%22x%22"), 204);
    page.see("texts", "2. b7-c7 &quot;&lt;b&gt;");
    let text = copied(&mut page);
    assert!(text.contains("1... a1-b2 2. b7-c7 \"<b> \"x\"\""), "{text}");
    // On the board is the position before it then.
    assert_eq!(change("step=delete&node=5"), 204);
    page.see("texts", "2. b7-d7\n*");
    assert!(!copied(&mut page).contains("# variation"));
    assert_eq!(program.post("/do/go", "node=5").status, 200);
    // What is copied is opened as the same.
    assert_eq!(program.post("/do/line", "line=new").status, 204);
    page.see("texts", "rules: 2022\n\n*");
    open(&text);
    page.see("texts", "1... a1-b2");
    assert_eq!(copied(&mut page), text);
    assert_eq!(change("step=promote&node=5"), 204);
    page.see(
        "texts",
        "1. a7-b7 a1-b2\n2. b7-c7\n# variation 1: 1... a1-a2 2. b7-d7\n*",
    );
}

/// The processor time that a process has used, in ticks.
#[cfg(target_os = "linux")]
fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    let fields = stat.rsplit_once(')').expect("a name").1;
    let number = |at: usize| -> u64 {
        let field = fields.split_whitespace().nth(at).expect("a field");
        field.parse().expect("a number")
    };
    number(11) + number(12)
}

#[cfg(target_os = "linux")]
#[test]
fn analysis_stops_when_no_page_is_open() {
    let program = Program::start(&[]);
    let mut page = Stream::asking(&program, "lines");
    page.see("status", "Red to move");
    let work = || {
        let before = ticks(program.id());
        std::thread::sleep(std::time::Duration::from_secs(1));
        ticks(program.id()) - before
    };
    page.see("analysis", "depth ");
    assert!(work() > 5, "it goes on while a page is open");
    drop(page);
    let deadline = Instant::now() + LIMIT;
    while work() > 2 {
        assert!(Instant::now() < deadline, "it goes on for nobody");
    }
    // A page that wants to know nothing changes nothing.
    let mut idle = Stream::open(&program);
    idle.see("status", "Red to move");
    while work() > 2 {
        assert!(Instant::now() < deadline, "it goes on for nobody");
    }
    drop(idle);
    // It goes on with the next page.
    let mut page = Stream::asking(&program, "lines");
    page.see("analysis", "class=\"running\"");
    assert!(work() > 5, "it does not go on");
}

#[test]
fn both_sides_are_explored_while_an_ai_plays_one() {
    let mut program = Program::start(&["--nodes", "300"]);
    let mut page = Stream::open(&program);
    assert_eq!(program.post("/do/line", "line=a7-b7").status, 204);
    program.heard_until_prefix("* Blue moves ");
    page.see("status", "Red to move");
    // A ply back: the move of the AI is made by hand, and then one of the person's, which no AI
    // answers.
    assert_eq!(program.post("/do/go", "node=1").status, 204);
    page.see("status", "exploring");
    page.see("board", "data-turn=\"blue\" data-moves=\"a1-");
    assert_eq!(program.post("/do/line", "line=g7-f7").status, 204);
    page.see("status", "Red to move");
    assert_eq!(program.post("/do/line", "line=b7-c7").status, 204);
    page.see("status", "Blue to move");
    page.see("board", "data-turn=\"blue\" data-moves=\"a1-");
    // Undo is one ply then.
    assert_eq!(program.post("/do/undo", "x=").status, 204);
    page.see("status", "Red to move");
    // The AI plays again from here, and the line is the game.
    page.see("controls", "Play from here");
    assert_eq!(program.post("/do/go-on", "x=").status, 204);
    page.see("status", "turn 2");
    let record = program.get("game/txt").body;
    assert!(record.contains("1. a7-b7 g7-f7"), "{record}");
    assert_eq!(program.post("/do/line", "line=b7-d7").status, 204);
    program.heard_until_prefix("* Blue moves ");
    page.see("status", "turn 3");
    // Back at the end of the game nothing is explored.
    assert_eq!(program.post("/do/go", "node=0").status, 204);
    page.see("status", "exploring");
    program.type_line("fen");
    page.see("status", "turn 1");
}

#[test]
fn games_are_there_after_the_program_was_killed() {
    let program = Program::start(&["--nodes", "300"]);
    let mut page = Stream::open(&program);
    assert_eq!(program.post("/do/line", "line=a7-b7").status, 204);
    page.see("games", "You – AI as started, 2 moves, unfinished");
    let home = program.home.clone();
    drop(program);
    let program = Program::in_home(home, &["--nodes", "300"]);
    let mut page = Stream::open(&program);
    page.see("controls", "Last game");
    page.see("games", "You – AI as started, 2 moves, unfinished");
    assert_eq!(program.post("/do/kept", &last_game(&page)).status, 204);
    page.see("moves", "a7-b7");
    assert_eq!(
        program.post("/do/kept", "game=1").body,
        "There is no such game."
    );
}

#[test]
fn a_record_keeps_what_it_says_beside_the_moves() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    let text = "rules: 2022\nred: One\nblue: Two\ntime: 10+0.1\nend: forfeit on time\n\n\
        1. a7-b7 a1-a2\n# 1. 0.50/7 0.4s, -0.25/6 0.3s\n1-0";
    let open = |text: &str| {
        let body = format!(
            "text={}",
            encoded(text).replace('#', "%23").replace('+', "%2B")
        );
        program.post(
            "/do/open",
            &body.replace("%2B", "+").replacen("10+0", "10%2B0", 1),
        )
    };
    assert_eq!(open(text).status, 204);
    page.see("status", "Red wins");
    page.see("status", "forfeit on time");
    let saved = program.get("game/txt").body;
    for part in [
        "red: One",
        "blue: Two",
        "time: 10+0.1",
        "end: forfeit on time",
        "\n1-0",
    ] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    // Who plays on has another game, between the same players.
    assert_eq!(
        program.post("/do/player", "color=blue&who=person").status,
        204
    );
    assert_eq!(program.post("/do/line", "line=b7-c7").status, 204);
    page.see("moves", "b7-c7");
    let saved = program.get("game/txt").body;
    assert!(
        saved.contains("red: One") && saved.contains("\n*"),
        "{saved}"
    );
    assert!(!saved.contains("forfeit"), "{saved}");
}

#[test]
fn hidden_characters_reach_no_page() {
    let program = Program::start(&["--engine", "printf '\\033[31m\\342\\200\\256' >&2; exit 3"]);
    let mut page = Stream::open(&program);
    let hidden = "%1B%5B31m%E2%80%AE";
    let _ = program.post("/do/line", &format!("line={hidden}x"));
    let games = "red%3A+a%E2%80%AEc%0Ablue%3A+d%0A%0A1.+a7-b7+*%0A%0A1.+a7-a6+*";
    assert_eq!(
        program.post("/do/open", &format!("text={games}")).status,
        204
    );
    page.see("opened", "1. a");
    assert_eq!(
        program.post("/do/player", "color=blue&who=engine-0").status,
        204
    );
    assert_eq!(program.post("/do/go-on", "now=1").status, 204);
    page.see("log", "our own AI plays Blue now");
    let is_hidden = |letter: char| matches!(letter, '\u{1b}' | '\u{202e}');
    for (id, html) in &page.parts {
        assert!(!html.contains(is_hidden), "{id}: {html:?}");
    }
    let refused = program.post("/do/line", &format!("line={hidden}"));
    assert!(!refused.body.contains(is_hidden), "{}", refused.body);
}

#[test]
fn words_are_plain() {
    let program = Program::start(&[]);
    let mut page = Stream::open(&program);
    // Whose turn it is needs no second word, and a pass is one.
    page.see("status", "click a red piece");
    page.see("controls", ">Flip<");
    let text = "text=start%3A+x6/7/7/7/4---/4---/4--o+o+0+1%0A%0A1...+-";
    assert_eq!(program.post("/do/open", text).status, 204);
    page.see("moves", ">pass<");
    assert_eq!(
        program.post("/do/open", "text=").body,
        "There is nothing to open."
    );
    page.see("moves", ">pass<");
}

#[test]
fn a_new_game_by_other_rules_has_begun() {
    for rules in ["2008", "2016"] {
        let program = Program::start(&["--nodes", "300"]);
        let mut page = Stream::open(&program);
        let form = format!("red=person&blue=level-1&rules={rules}");
        assert_eq!(program.post("/do/begin", &form).status, 204);
        page.see("new-game", &format!("value=\"{rules}\" selected"));
        page.see("status", "click a red piece");
        assert_eq!(page.parts["notice"], "", "{rules}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_of_the_analysis_ends_with_the_session() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let pipe = folder.path().join("engine");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    // It does not end at the end of its input, and holds the pipe open while it lives.
    let engine = format!(
        "exec 9>'{}'; while read word _; do case $word in \
            uai) echo id name x; echo uaiok;; \
            isready) echo readyok;; \
            go) echo info depth 1 score cp 5 pv b6; echo bestmove b6;; \
        esac; done; sleep 20; echo it survived >&9",
        pipe.display()
    );
    let (sender, left) = std::sync::mpsc::channel();
    thread::spawn(move || sender.send(std::fs::read_to_string(pipe).expect("a pipe")));
    let mut program = Program::start(&["--engine", &engine]);
    Stream::asking(&program, "engine-0").see("analysis", "depth 1");
    program.type_line("quit");
    assert_eq!(program.wait(), Some(0));
    assert_eq!(left.recv_timeout(LIMIT).as_deref(), Ok(""));
}
