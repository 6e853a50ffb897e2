//! The page in a real browser: what a person does there, and what comes of it.
//!
//! Nothing here waits for a time: each step waits for what the page must show next.
//! `make display-test` runs these where there is a browser.

use crate::driver::{Browser, DOWN, END, ENTER, ESCAPE, LEFT, RIGHT, UP};
use crate::program::Program;
use crate::site::Site;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// What a page belongs to.
enum Face {
    Program(Program),
    /// The same page as static files, with the board in a worker.
    Site(Site),
}

impl Face {
    fn start(arguments: &[&str]) -> Self {
        if site_is_tested() {
            Self::Site(Site::start())
        } else {
            Self::Program(Program::start(arguments))
        }
    }

    fn address(&self) -> String {
        match self {
            Self::Program(program) => format!("{}{}", program.origin(), program.entrance),
            Self::Site(site) => format!("{}?no-pace", site.address()),
        }
    }
}

/// Whether the static files are tested, and not the program.
fn site_is_tested() -> bool {
    std::env::var_os("ATAXX_PAGE").is_some_and(|page| page == "site")
}

/// A page, with these arguments of the program if it is one of the program's, and a browser that shows
/// it.
fn page(arguments: &[&str]) -> (Face, Browser) {
    page_of(1280, 800, arguments)
}

fn page_of(width: u32, height: u32, arguments: &[&str]) -> (Face, Browser) {
    let face = Face::start(arguments);
    let browser = open(&face.address(), width, height);
    (face, browser)
}

/// A page whose AIs wait until the move before theirs was shown.
fn paced_page() -> (Face, Browser) {
    let (face, address) = if site_is_tested() {
        let site = Site::start();
        let address = site.address();
        (Face::Site(site), address)
    } else {
        let face = Face::Program(Program::paced(&["--nodes", "50"]));
        let address = face.address();
        (face, address)
    };
    let browser = open(&address, 1280, 800);
    (face, browser)
}

pub fn open(address: &str, width: u32, height: u32) -> Browser {
    let browser = Browser::start(width, height);
    browser.open(address);
    ready(&browser);
    browser
}

/// Runs a command: at the terminal, or on the page where there is none.
fn run_command(face: &mut Face, browser: &Browser, line: &str) {
    match face {
        Face::Program(program) => program.type_line(line),
        Face::Site(_) => {
            browser.script(&format!("return send('do/line', {{ line: {line:?} }})"));
        }
    }
}

/// Waits until an announcement was made.
fn wait_for_announcement(face: &Face, browser: &Browser, line: &str) {
    match face {
        Face::Program(program) => program.read_line(line),
        Face::Site(_) => browser.until(&format!(
            "document.querySelector('#log').textContent.includes({line:?})"
        )),
    }
}

/// Waits until the script of the page has begun.
pub fn ready(browser: &Browser) {
    browser.until("!!document.querySelector('.square-button[tabindex=\"0\"]')");
}

/// The end of a test: nothing that the browser would complain of.
pub fn quiet(browser: &Browser) {
    assert_eq!(browser.stderr_lines(), [""; 0]);
}

pub fn square(name: &str) -> String {
    format!("#square-{name}")
}

pub fn play(browser: &Browser, mv: &str) {
    let (from, to) = mv.split_once('-').expect("two squares");
    browser.click(&square(from));
    browser.until(&format!(
        "document.querySelector('{}').classList.contains('target')",
        square(to)
    ));
    browser.click(&square(to));
    browser.until(&is_last(mv));
}

/// Whether a move is the one at hand in the list of moves.
pub fn is_last(mv: &str) -> String {
    format!("document.querySelector('#moves [aria-current]')?.textContent === '{mv}'")
}

/// The letters of the board, from a7 to g1.
pub fn letters(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('.square-button')]
        .map((one) => ({red: 'r', blue: 'b', block: 'X', empty: '-'})[one.classList[1]]).join('')";
    browser.script(script).as_str().expect("a text").to_owned()
}

pub const MOVES: &str = "document.querySelector('#board .grid').dataset.moves";
pub const OVER: &str = "/wins|draw/.test(document.querySelector('#status h2').textContent)";

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_whole_game_by_clicks_against_an_ai() {
    let (program, browser) = page(&["--nodes", "300"]);
    let mut moves = 0;
    loop {
        browser.until(&format!(
            "{OVER} || {MOVES} !== '' || !!document.querySelector('#do-pass')"
        ));
        let state = browser.script(&format!(
            "return [{OVER}, {MOVES}, !!document.querySelector('#do-pass'),
                document.querySelector('#board .grid').dataset.board]"
        ));
        if state[0] == true {
            break;
        }
        if state[2] == true {
            browser.click("#do-pass");
        } else {
            let all: Vec<&str> = state[1].as_str().expect("moves").split(' ').collect();
            // Here and there on the board.
            let (from, to) = all[moves * 7 % all.len()].split_once('-').expect("a move");
            browser.click(&square(from));
            browser.click(&square(to));
        }
        browser.until(&format!(
            "document.querySelector('#board .grid').dataset.board !== {}",
            state[3]
        ));
        moves += 1;
        assert!(moves < 500, "the game does not end");
    }
    let result = browser.script("return document.querySelector('#status h2').textContent");
    let result = result.as_str().expect("a text");
    // The terminal has heard the same.
    let winner = result.split(' ').next().expect("a word");
    wait_for_announcement(
        &program,
        &browser,
        &if winner == "A" {
            "* Draw.".to_owned()
        } else {
            format!("* {winner} wins.")
        },
    );
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_whole_game_by_keys() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    let mut at = "a7".to_owned();
    browser.script("document.querySelector('#square-a7').focus()");
    let go = |at: &mut String, to: &str| {
        let place = |name: &str| {
            let bytes = name.as_bytes();
            (i32::from(bytes[0]), i32::from(bytes[1]))
        };
        let ((file, rank), (to_file, to_rank)) = (place(at), place(to));
        let across = if to_file > file { RIGHT } else { LEFT };
        let along = if to_rank > rank { UP } else { DOWN };
        let mut keys = across
            .to_string()
            .repeat((to_file - file).unsigned_abs() as usize);
        keys += &along
            .to_string()
            .repeat((to_rank - rank).unsigned_abs() as usize);
        browser.keys(&keys);
        browser.until(&format!("document.activeElement.value === '{to}'"));
        to.clone_into(at);
    };
    let moves = "a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5 g6-f6";
    for (number, mv) in moves.split(' ').enumerate() {
        let (from, to) = mv.split_once('-').expect("two squares");
        if mv == "g7-g5" {
            // Typed, from the board on.
            browser.keys("g7-g5");
            browser.until("document.activeElement.id === 'square-g5'");
            browser.keys(&ENTER.to_string());
            browser.until(&is_last(mv));
            "g5".clone_into(&mut at);
            continue;
        }
        go(&mut at, from);
        browser.keys(&ENTER.to_string());
        browser.until("!!document.querySelector('.held')");
        if number == 0 {
            browser.keys(&ESCAPE.to_string());
            browser.until("!document.querySelector('.held')");
            browser.keys(" ");
            browser.until("!!document.querySelector('.held')");
        }
        go(&mut at, to);
        browser.keys(&ENTER.to_string());
        browser.until(&is_last(mv));
    }
    browser.see("#status h2", "Red wins, 8 to 0");
    browser.see("#spoken", "Red wins, 8 to 0");
    wait_for_announcement(&program, &browser, "* Red wins.");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn pieces_are_dragged_and_what_a_move_does_is_shown_before() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    browser.drag(&square("a7"), &square("c5"));
    browser.until(&is_last("a7-c5"));
    // Nowhere to go.
    browser.drag(&square("a1"), &square("d4"));
    browser.drag(&square("a1"), &square("c3"));
    browser.until(&is_last("a1-c3"));
    browser.click(&square("c5"));
    browser.until("document.querySelectorAll('.target').length === 23");
    let label = |name: &str| {
        let script = format!(
            "return document.querySelector('{}').ariaLabel",
            square(name)
        );
        browser.script(&script)
    };
    assert_eq!(label("c4"), "c4, empty, takes 1, extend");
    assert_eq!(label("e4"), "e4, empty, takes 0, jump");
    assert_eq!(label("c3"), "c3, blue, last move");
    browser.until("document.querySelector('#square-c4').classList.contains('extend')");
    browser.until("document.querySelector('#square-e4').classList.contains('jump')");
    browser.hover(&square("d4"));
    let flips = "[...document.querySelectorAll('.flips')].map((one) => one.value).join()";
    browser.until(&format!("{flips} === 'c3'"));
    browser.hover(&square("e6"));
    browser.until(&format!("{flips} === ''"));
    browser.script("document.querySelector('#square-b4').focus()");
    browser.until(&format!("{flips} === 'c3'"));
    browser.keys(&ESCAPE.to_string());
    browser.until("document.querySelectorAll('.target, .flips').length === 0");
    // What turns over moves, but not for those who do not like it.
    let animation = |mv: &str, flipped: &str| {
        play(&browser, mv);
        let script = format!(
            "return getComputedStyle(document.querySelector('.piece.{flipped}.flipped')).animationName"
        );
        browser.script(&script)
    };
    assert_eq!(animation("c5-c4", "c3"), "flip");
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    run_command(&mut program, &browser, "undo");
    browser.until(&is_last("a1-c3"));
    assert_eq!(animation("c5-d4", "c3"), "none");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn against_an_ai_a_turn_is_taken_back_as_a_whole() {
    let (_program, browser) = page(&["--nodes", "300"]);
    browser.click(&square("a7"));
    browser.click(&square("b7"));
    browser.until("document.querySelectorAll('#moves .ply.blue').length === 1");
    browser.until(&format!("{MOVES} !== ''"));
    browser.click("#do-undo");
    browser.until("document.querySelector('#node-0').ariaCurrent === 'step'");
    browser.until(&format!("{MOVES} !== ''"));
    browser.click("#do-redo");
    browser.until("document.querySelector('#node-2')?.ariaCurrent === 'step'");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn blocks_are_placed_and_positions_are_set_up() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    run_command(&mut program, &browser, "block c3");
    browser.until("document.querySelectorAll('.square-button.block').length === 4");
    play(&browser, "a7-b7");

    // The next move fills the board.
    browser.click("#mode-set-up");
    browser.click("#draft-empty");
    browser.until("document.querySelectorAll('.square-button.empty').length === 49");
    for (tool, name) in [
        ("red", "a1"),
        ("red", "b1"),
        ("blue", "c2"),
        ("block", "g7"),
    ] {
        browser.click(&format!("#tool-{tool}"));
        browser.until(&format!("document.querySelector('#tool-{tool}').checked"));
        browser.click(&square(name));
        let now = format!(
            "document.querySelector('{}').classList.contains('{tool}')",
            square(name)
        );
        browser.until(&now);
    }
    browser.until("document.querySelector('#fen').value.startsWith('6-/7/7/7/7/2o4/xx5 ')");
    browser.click("#turn-red");
    browser.until("document.querySelector('#turn-red').ariaPressed === 'true'");
    browser.click("#draft-done");
    browser.until("document.querySelector('#board .grid').dataset.mode === 'play'");
    play(&browser, "b1-c1");
    browser.see("#status h2", "Red wins, 4 to 0");
    wait_for_announcement(&program, &browser, "* Red wins.");
    quiet(&browser);
}

pub fn play_when(browser: &Browser, mv: &str) {
    browser.see("#log", "manual blue");
    play(browser, mv);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn forced_wins_are_found_shown_and_stepped_through() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    let position = "rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0";
    browser.script(&format!(
        "document.querySelector('#open-text').value = '{position}'"
    ));
    browser.click("#do-open");
    browser.see("#status", "Red to move");
    browser.click("#plies option[value=solve-7]");
    browser.see("#analysis .summary", "Red wins in 2 moves");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 1");
    browser.until("document.querySelectorAll('#analysis .ply').length === 3");
    browser.click("#do-redo");
    browser.until("document.querySelectorAll('#moves .ply').length === 4");
    browser.see("#analysis .summary", "Red wins in 1 move");
    browser.click("#do-undo");
    browser.see("#analysis .summary", "Red wins in 2 moves");
    browser.click("#analysis .ply");
    browser.until("document.querySelectorAll('#moves .ply').length === 4");
    browser.see("#analysis .summary", "Red wins in 1 move");
    browser.click("#do-redo");
    browser.click("#do-redo");
    browser.see("#status h2", "Red wins");
    // A hint, and the best lines with the course of the game.
    browser.script(
        "document.querySelector('#open-text').value = 'x5o/7/7/7/7/7/o5x x 0 1';
         document.querySelector('#do-open').click()",
    );
    browser.until("document.querySelectorAll('#moves .ply').length === 1");
    // First the piece, and then the move.
    browser.click("#do-hint");
    browser.see("#analysis", "has a good move");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 1");
    let ends =
        "return document.querySelector('#arrows .arrow').getAttribute('class').split(' ').slice(1)";
    let first = browser.script(ends);
    assert_eq!(first[0], first[1]);
    browser.click("#do-hint");
    browser.until("document.querySelectorAll('#analysis .lines .ply').length > 0");
    let second = browser.script(ends);
    assert_ne!(second[0], second[1]);
    browser.click("#do-hint");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 0");
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 3");
    browser.until("document.querySelectorAll('#analysis li').length === 3");
    browser.until("document.querySelector('#bar svg')?.ariaLabel.startsWith('Evaluation: ')");
    play(&browser, "a7-b7");
    browser
        .until("(document.querySelector('#course .curve')?.getAttribute('d') ?? '').includes('L')");
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 0");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn what_is_pasted_is_opened_and_what_is_shown_can_be_copied() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    let open = |text: &str| {
        browser.script(&format!(
            "document.querySelector('#open-text').value = {}",
            json!(text)
        ));
        browser.click("#do-open");
    };
    open("rules: 2022\n\n1. a7-b7 a1-a2\n2. a7-a6 *");
    browser.until(&is_last("a7-a6"));
    let record = browser.script("return document.querySelector('#record').value");
    assert_eq!(record, "rules: 2022\n\n1. a7-b7 a1-a2\n2. a7-a6\n*");
    // Blue is to move before, too, so that the status shows no difference.
    open("x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7");
    browser.until("document.querySelector('#fen').value === 'x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7'");
    open("no position at all");
    browser.see("#refusal", "This is no position or game.");
    open("");
    browser.see("#refusal", "There is nothing to open.");
    let script = "return document.querySelector('#dump').value";
    assert!(
        browser
            .script(script)
            .as_str()
            .expect("a text")
            .starts_with("===\n  r - - - - - b\n")
    );
    // The browser may refuse, and then the text is at least chosen.
    browser.click("[data-copy='fen']");
    browser.until("/Copied|Press/.test(document.querySelector('[data-copy=\"fen\"]').textContent)");
    quiet(&browser);
}

/// Screens from a small phone to a wide screen. The half of a size is what zoom 200 % leaves of
/// it.
const SCREENS: [(u32, u32); 12] = [
    (320, 568),
    (360, 740),
    (390, 844),
    (844, 390),
    (640, 400),
    (960, 540),
    (800, 450),
    (1024, 600),
    (1024, 768),
    (1280, 800),
    (1600, 900),
    (1920, 1080),
];

/// Shows a position, an analysis and games of a player whose name is one very long word.
fn crowd(browser: &Browser) {
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    browser.click("#tabs [data-tab=more]");
    let name = "longer".repeat(40);
    let games = format!("red: {name}\nblue: x\n\n1. a7-b7 *\n\n1. a7-a6 *");
    browser.script(&format!(
        "document.querySelector('#open-text').value = {}",
        json!(games)
    ));
    browser.click("#do-open");
    browser.see("#opened", "longerlonger");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn every_screen_has_room_for_it() {
    let (mut program, browser) = page_of(320, 568, &[]);
    run_command(&mut program, &browser, "manual blue");
    play_when(&browser, "a7-b7");
    crowd(&browser);
    for (width, height) in SCREENS {
        browser.resize(width, height);
        browser.script("scrollTo(0, 0)");
        if let Some(folder) = std::env::var_os("ATAXX_SCREENS") {
            let file = Path::new(&folder).join(format!("{width}x{height}.png"));
            browser.picture(&file);
        }
        let sticks_out =
            "const scrolls = (row) => row && getComputedStyle(row).overflowX === 'auto';
            return [...document.querySelectorAll('body *')].filter((one) =>
            one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.unseen')
            && !scrolls(one.closest('.controls')))
            .map((one) => one.outerHTML.slice(0, 80))";
        assert_eq!(browser.script(sticks_out), json!([]), "{width}");
        let scrolls = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(browser.script(scrolls), false, "{width}");
        // A square can be hit with a finger, and the whole board is seen.
        let board = browser.script(
            "const box = document.querySelector('#board').getBoundingClientRect();
             return [box.width, box.height, document.querySelector('#square-a1').clientWidth, box.bottom]",
        );
        let number = |at: usize| board[at].as_f64().expect("a number");
        assert!((number(0) - number(1)).abs() < 1.0, "square: {board}");
        assert!(number(2) >= 36.0, "{width}: {board}");
        assert!(
            number(3) <= f64::from(height),
            "{width}x{height}: the board ends below the window: {board}"
        );
        // The words on the game are between the counts, not over them.
        let overlaps = "const box = (one) => one.getBoundingClientRect();
            const sides = [...document.querySelectorAll('#status .side')].map(box);
            const words = [...document.querySelectorAll('#status h2, #status p')].flatMap((one) => {
                const text = document.createRange();
                text.selectNodeContents(one);
                return [...text.getClientRects()];
            });
            return words.some((word) => sides.some((side) => word.left < side.right - 1
                && side.left + 1 < word.right && word.top < side.bottom && side.top < word.bottom))";
        assert_eq!(browser.script(overlaps), false, "{width}x{height}");
        // On a wide screen the panels are in two columns.
        let columns = browser.script(
            "return [...document.querySelectorAll('.panel')].filter((one) => one.offsetParent)
                .map((one) => Math.round(one.getBoundingClientRect().left))
                .filter((left, at, all) => all.indexOf(left) === at).length",
        );
        let expected = if width >= 1600 { 2 } else { 1 };
        assert_eq!(columns, expected, "{width}x{height}");
    }
    // Played on the smallest, and on a phone on its side.
    browser.resize(320, 568);
    run_command(&mut program, &browser, "manual blue");
    run_command(&mut program, &browser, "manual red");
    run_command(&mut program, &browser, "new");
    browser.until("document.querySelectorAll('#moves .ply').length === 1");
    play(&browser, "a7-b7");
    browser.resize(844, 390);
    play(&browser, "a1-b2");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn nothing_jumps_about_while_a_game_is_played() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    let places = "return ['status', 'board', 'bar', 'controls', 'players', 'moves', 'analyses']
        .map((id) => { const box = document.getElementById(id).getBoundingClientRect();
            return [id, Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)].join(' '); })";
    let before = browser.script(places);
    for mv in ["a7-b7", "a1-a2", "b7-d7", "a2-a3", "d7-d6", "a3-a4"] {
        play(&browser, mv);
        assert_eq!(browser.script(places), before, "{mv}");
    }
    browser.script("document.querySelector('#line').value = 'nonsense'; document.querySelector('form[action=\"do/line\"] button').click()");
    browser.see("#refusal", "nonsense");
    assert_eq!(browser.script(places), before);
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#analysis li').length === 3");
    assert_eq!(browser.script(places), before);
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_new_game_is_begun_in_a_dialog() {
    let (_program, browser) = page(&["--nodes", "50"]);
    let open = "document.querySelector('#new-game-dialog').open";
    browser.click("#do-new-game");
    browser.until(open);
    browser.click("#new-game-dialog button[data-close]");
    browser.until(&format!("!{open}"));
    browser.click("#do-new-game");
    browser.script(
        "document.querySelector('#new-red').value = 'level-1';
         document.querySelector('#new-blue').value = 'person';
         document.querySelector('[name=blocks][value=centre]').click()",
    );
    browser.click("#do-begin");
    browser.until(&format!("!{open}"));
    // Red is the AI, and has moved.
    browser.see("#status", "Blue to move");
    browser.until("document.title === 'Blue to move – Ataxx'");
    assert_eq!(letters(&browser).matches('X').count(), 1);
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn keys_go_through_the_game() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    play_when(&browser, "a7-b7");
    play(&browser, "a1-a2");
    // The mouse has not taken the keys.
    browser.keys(&LEFT.to_string());
    browser.until(&is_last("a7-b7"));
    browser.keys(&RIGHT.to_string());
    browser.until(&is_last("a1-a2"));
    let press = |key: &str| {
        browser.script(&format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
        ));
    };
    press("Home");
    browser.until(&is_last("start"));
    press("End");
    browser.until(&is_last("a1-a2"));
    // The wheel over the board scrolls the page.
    let scrolls = browser.script(
        "return document.querySelector('#board').dispatchEvent(
            new WheelEvent('wheel', { deltaY: -120, bubbles: true, cancelable: true }))",
    );
    assert_eq!(scrolls, true);
    press("f");
    browser.until("document.documentElement.classList.contains('turned')");
    // A turned board is played on as the other.
    let top = "return document.querySelector('#square-a1').getBoundingClientRect().top
        < document.querySelector('#square-a7').getBoundingClientRect().top";
    assert_eq!(browser.script(top), true);
    browser.drag(&square("b7"), &square("c7"));
    browser.until(&is_last("b7-c7"));
    press("?");
    browser.until("document.querySelector('#keys-dialog').open");
    browser.keys(&ESCAPE.to_string());
    browser.until("!document.querySelector('#keys-dialog').open");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn arrows_and_marks_are_drawn_with_the_right_button() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    let draw = |from: &str, to: &str| {
        browser.script(&format!(
            "for (const [type, at] of [['pointerdown', '{from}'], ['pointerup', '{to}']]) {{
                const box = document.querySelector(`#square-${{at}}`).getBoundingClientRect();
                const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
                document.querySelector(`#square-${{at}}`).dispatchEvent(
                    new PointerEvent(type, {{ button: 2, clientX, clientY, bubbles: true }}));
            }}"
        ));
    };
    let drawn = || {
        let path = browser.script("return document.querySelector('#drawn path').getAttribute('d')");
        path.as_str().unwrap_or_default().to_owned()
    };
    draw("a1", "c3");
    assert!(drawn().starts_with("M0.5 6.5L2.5 4.5M"), "{}", drawn());
    draw("d4", "d4");
    assert_eq!(drawn().matches('z').count(), 1);
    draw("a1", "c3");
    assert!(drawn().starts_with("M3.5 "), "{}", drawn());
    play_when(&browser, "a7-b7");
    browser.until("!document.querySelector('#drawn path').getAttribute('d')");
    quiet(&browser);
}

/// Prefers a scheme and a contrast, and sees that the page follows.
pub fn choose_colors(browser: &Browser, scheme: &str, contrast: &str) {
    browser.prefer(&[
        ("prefers-color-scheme", scheme),
        ("prefers-contrast", contrast),
    ]);
    let lines = browser
        .script("return getComputedStyle(document.documentElement).getPropertyValue('--line')");
    let is_plain = matches!(lines.as_str(), Some("#000" | "#fff"));
    assert_eq!(is_plain, contrast == "more", "{scheme} {contrast}: {lines}");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn everybody_can_use_it() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/display/accessibility/node_modules/axe-core/axe.min.js");
    let rules = fs::read_to_string(rules).expect("`npm ci` has been run there");
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    play_when(&browser, "a7-b7");
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    let check = |what: &str| {
        // Once what has just changed has stopped moving.
        browser.until("document.getAnimations().every((one) => one.effect.getComputedTiming().iterations === Infinity)");
        let found = browser.script(&format!(
            "{rules}; return axe.run(document).then((found) => found.violations.map((one) =>
                one.id + ': ' + one.nodes.map((node) => node.html + ' ' + node.failureSummary).join(' / ')))"
        ));
        assert_eq!(found, Value::Array(Vec::new()), "{what}");
    };
    for (scheme, contrast) in [
        ("light", "more"),
        ("dark", "more"),
        ("light", "no-preference"),
        ("dark", "no-preference"),
    ] {
        choose_colors(&browser, scheme, contrast);
        for (width, height) in [(1280, 800), (320, 568)] {
            browser.resize(width, height);
            check(&format!("{scheme} {contrast} {width}"));
        }
    }
    for tab in ["moves", "players", "puzzles", "set-up", "more", "analysis"] {
        browser.click(&format!("#tabs [data-tab={tab}]"));
        check(tab);
    }
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#analysis li').length === 3");
    browser.click(&square("a1"));
    check("analysis, and a piece that is held");
    browser.click("#do-lines");
    browser.click("#tabs [data-tab=set-up]");
    browser.click("#mode-set-up");
    browser.until("document.querySelector('#board .grid').dataset.mode === 'set-up'");
    check("setting up");
    browser.click("#mode-play");
    browser.click("#do-new-game");
    check("a new game");
    browser.click("#new-game-dialog button[data-close]");
    browser.script("document.querySelector('#keys-dialog').showModal()");
    check("the keys");
    browser.script("document.querySelector('#keys-dialog').close()");
    let open = |text: &str| {
        browser.script(&format!(
            "document.querySelector('#open-text').value = {};
             document.querySelector('#do-open').click()",
            json!(text)
        ));
    };
    open("1. a7-b7 a1-a2\n# variation 1: 1... a1-b2 \"the other side\"\n*");
    browser.see("#moves .instead", "the other side");
    browser.click("#tabs [data-tab=moves]");
    browser.click("#moves .instead button");
    browser.see("#variation", "Promote");
    check("a variation");
    open("start: xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1\n1. b7-c7\n0-1");
    browser.see("#status h2", "Blue wins");
    // On a phone the panel with the review comes up.
    browser.click("#end-review");
    browser.until("!!document.querySelector('#review').offsetParent");
    browser.see("#review", "missed win");
    check("the end of a game, and its review");
    browser.click("#do-learn");
    browser.see("#review", "Find a better move");
    check("a lesson");
    browser.script("document.querySelector('#puzzle-next').click()");
    browser.see("#status", "puzzle");
    check("a puzzle");
    // The static page opens it in another window.
    browser.script("const link = document.querySelector('a[href^=how-to-play]'); link.target = ''; link.click()");
    browser.until("document.title.startsWith('How to play')");
    check("the rules");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn on_a_phone_the_board_and_a_panel_are_in_view_together() {
    let (mut program, browser) = page_of(360, 740, &[]);
    run_command(&mut program, &browser, "manual blue");
    for mv in ["a7-a5", "g7-g5", "a5-a7", "g5-g7"].repeat(6) {
        run_command(&mut program, &browser, mv);
    }
    browser.until("!!document.querySelector('#node-24')");
    let in_view = "const visible = (one) => { const box = one.getBoundingClientRect();
            return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1; };
        return ['#board', '#tabs', '#controls'].every((one) => visible(document.querySelector(one)))
            && document.documentElement.scrollHeight <= innerHeight";
    let small = "return [...document.querySelectorAll('button:not(.square-button), select, input')]
        .filter((one) => one.offsetParent && !one.closest('.unseen') && one.type !== 'radio')
        .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)";
    for (width, height) in [(360, 740), (390, 660), (320, 568)] {
        browser.resize(width, height);
        for tab in ["moves", "analysis", "players", "puzzles", "set-up", "more"] {
            browser.click(&format!("#tabs [data-tab={tab}]"));
            assert_eq!(browser.script(in_view), true, "{width} {tab}");
            assert_eq!(browser.script(small), json!([]), "{width} {tab}");
        }
        // The move at hand is in view, in a list that scrolls by itself, also where it was made
        // while another panel was seen.
        let is_seen = "(() => {
            const box = document.querySelector('#moves [aria-current]').getBoundingClientRect();
            const [list, tabs] = ['#moves', '#tabs'].map((one) => document.querySelector(one).getBoundingClientRect());
            return box.height > 0 && box.top >= list.top - 1 && box.bottom <= tabs.top; })()";
        for (node, tab) in [
            (1, "moves"),
            (24, "moves"),
            (2, "analysis"),
            (24, "analysis"),
        ] {
            browser.click(&format!("#tabs [data-tab={tab}]"));
            browser.script(&format!("document.querySelector('#node-{node}').click()"));
            browser.until(&format!(
                "document.querySelector('#moves [aria-current]').id === 'node-{node}'"
            ));
            browser.click("#tabs [data-tab=moves]");
            browser.until(is_seen);
        }
    }
    // With the palette at hand, the board is painted.
    browser.click("#tabs [data-tab=set-up]");
    browser.click("#mode-set-up");
    browser.click("#tool-block");
    browser.until("document.querySelector('#tool-block').checked");
    browser.click(&square("d4"));
    browser.until("document.querySelector('#square-d4').classList.contains('block')");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn the_list_of_moves_is_one_stop_of_tab() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    for mv in ["a7-b7", "a1-a2", "b7-c7"] {
        play_when(&browser, mv);
    }
    let stops = "return [...document.querySelectorAll('#moves button')]
        .filter((one) => one.tabIndex === 0).map((one) => one.textContent)";
    assert_eq!(browser.script(stops), json!(["b7-c7"]));
    browser.script("document.querySelector('#moves [aria-current]').focus()");
    browser.keys(&UP.to_string());
    browser.until("document.activeElement.textContent === 'a1-a2'");
    assert_eq!(browser.script(stops), json!(["a1-a2"]));
    browser.until(&is_last("b7-c7"));
    browser.keys(&UP.to_string());
    browser.keys(&ENTER.to_string());
    browser.until(&is_last("a7-b7"));
    browser.until("document.activeElement.textContent === 'a7-b7'");
    assert_eq!(browser.script(stops), json!(["a7-b7"]));
    // The other keys go through the game, as elsewhere.
    browser.keys(&RIGHT.to_string());
    browser.until(&is_last("a1-a2"));
    browser.click("#node-1");
    browser.until(&is_last("a7-b7"));
    browser.keys(&LEFT.to_string());
    browser.until(&is_last("start"));
    browser.until("document.activeElement.textContent === 'start'");
    browser.keys(&END.to_string());
    browser.until(&is_last("b7-c7"));
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_position_is_painted_and_erased_by_drawing_over_the_board() {
    let (_program, browser) = page(&[]);
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    browser.click("#mode-set-up");
    browser.until("document.querySelector('#board .grid').dataset.mode === 'set-up'");
    browser.click("#tool-blue");
    browser.until("document.querySelector('#tool-blue').checked");
    let blue =
        "[...document.querySelectorAll('.square-button.blue')].map((one) => one.value).join()";
    let draw = |button: u8, over: &str| {
        let squares: Vec<String> = over.split(' ').map(square).collect();
        let squares: Vec<&str> = squares.iter().map(String::as_str).collect();
        browser.stroke(button, &squares);
    };
    draw(0, "b4 c4 d4 e4");
    browser.until(&format!("{blue} === 'g7,b4,c4,d4,e4,a1'"));
    // Over what is there, it erases.
    draw(0, "b4 c4");
    browser.until(&format!("{blue} === 'g7,d4,e4,a1'"));
    draw(2, "e4 d4");
    browser.until(&format!("{blue} === 'g7,a1'"));
    let drawn = browser.script("return document.querySelector('#drawn path').getAttribute('d')");
    assert_eq!(drawn, Value::Null);
    draw(2, "g7");
    draw(2, "a1");
    browser.see("#set-up", "The game is over here");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn pieces_turn_one_after_the_other() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.script(&format!(
        "document.querySelector('#open-text').value = {};
         document.querySelector('#do-open').click()",
        json!("7/7/2ooo2/7/3x3/7/o6 x 0 1")
    ));
    browser.until("document.querySelector('#square-d3').classList.contains('red')");
    play(&browser, "d3-d4");
    let wait = |square: &str| {
        browser.script(&format!(
            "return document.querySelector('#board .piece.{square}.flipped').style.getPropertyValue('--wait')"
        ))
    };
    // The nearest first.
    assert_eq!(wait("d5"), "0ms");
    let mut others = ["c5", "e5"].map(|square| wait(square).to_string());
    others.sort();
    assert_eq!(others, ["\"140ms\"", "\"70ms\""]);
    // What they were has turned away, and is gone.
    browser.until("document.querySelectorAll('#board .leaving').length === 0");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_dragged_piece_stays_behind_only_for_an_extend() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    let red = "document.querySelectorAll('#board .piece.red').length";
    browser.hold(&square("a7"), &square("b6"));
    browser.until(&format!("{red} === 3"));
    browser.until("!document.querySelector('.piece.a7.leaves')");
    browser.hover(&square("c5"));
    browser.until("!!document.querySelector('.piece.a7.leaves')");
    browser.let_go();
    browser.until(&is_last("a7-c5"));
    browser.until(&format!("{red} === 2"));
    quiet(&browser);
}

/// A game to look at.
pub const GAME: &str = "start: x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\n\n\
    1. a7-b6 a1-b2 2. g1-f2 g7-f6 3. b6-c7 f6-g5 4. b6-b5 g5-g4 5. f2-f3 g5-g3 6. g1-g2 g4-f4 \
    7. g1-e2 g3-f1";
pub const LAST_OF_GAME: &str = "g3-f1";

#[test]
#[ignore = "needs a browser: make display-test"]
fn variations_are_named_promoted_and_deleted() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    for mv in ["a7-b7", "a1-a2"] {
        play(&browser, mv);
    }
    browser.until("!document.querySelector('#do-promote')");
    // Who goes back by the list and moves begins a variation.
    browser.click("#node-1");
    browser.until(&is_last("a7-b7"));
    play(&browser, "a1-b2");
    browser.see("#variation", "Promote");
    browser.script("document.querySelector('#variation [id^=name-]').value = 'the other side'");
    browser.click("#do-name");
    let record = "document.querySelector('#record').value";
    browser.until(&format!(
        "{record}.includes('# variation 1: 1... a1-b2 \"the other side\"')"
    ));
    browser.click("#do-delete");
    browser.until(&is_last("a7-b7"));
    browser.until(&format!("!{record}.includes('variation')"));
    play(&browser, "a1-b2");
    // A move is commented.
    browser.click("#comment-button");
    browser.click("#comment-dialog textarea");
    browser.keys("too slow?");
    browser.click("#do-comment");
    browser.see("#moves .comment", "a1-b2 too slow?");
    browser.until("!document.querySelector('#comment-dialog').open");
    browser.until(&format!(
        "{record}.includes('# comment of 1 1...: too slow?')"
    ));
    browser.click("#do-promote");
    browser.until(&format!(
        "{record}.includes('1. a7-b7 a1-b2\\n# variation 1: 1... a1-a2\\n# comment 1...: too slow?')"
    ));
    browser.until("!document.querySelector('#do-promote')");
    quiet(&browser);
}

/// The middles of an element, in pixels from the left and the top.
pub fn middle(browser: &Browser, selector: &str) -> (f64, f64) {
    let box_of = browser.script(&format!(
        "const box = document.querySelector({selector:?}).getBoundingClientRect();
         return [box.left + box.width / 2, box.top + box.height / 2]"
    ));
    let number = |at: usize| box_of[at].as_f64().expect("a number");
    (number(0), number(1))
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn after_a_takeback_a_turn_is_still_one_row() {
    let (mut program, browser) = page(&[]);
    run_command(&mut program, &browser, "manual blue");
    browser.see("#log", "manual blue");
    play(&browser, "a7-b7");
    play(&browser, "g7-f7");
    browser.click("#node-1");
    browser.until(&is_last("a7-b7"));
    browser.click("#do-undo");
    browser.until(&is_last("start"));
    play(&browser, "g1-g2");
    play(&browser, "a1-b1");
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.resize(width, height);
        let (red, blue) = (
            middle(&browser, "#moves li .ply.red[data-ply]"),
            middle(&browser, "#moves li .ply.blue[data-ply]"),
        );
        assert!((red.1 - blue.1).abs() < 3.0, "one row: {red:?} {blue:?}");
        assert!(blue.0 > red.0 + 30.0, "beside it: {red:?} {blue:?}");
        assert!(middle(&browser, "#moves .instead").1 > red.1 + 10.0);
    }
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn on_a_phone_a_new_game_is_in_sight_and_the_end_moves_no_board() {
    let (mut program, browser) = page_of(390, 844, &[]);
    run_command(&mut program, &browser, "manual blue");
    for (width, height) in [(390, 844), (320, 568)] {
        browser.resize(width, height);
        let in_sight = |selector: &str| {
            let (left, top) = middle(&browser, selector);
            assert!(
                left < f64::from(width) && top < f64::from(height),
                "{selector}"
            );
        };
        browser.script(
            "document.querySelector('#open-text').value = 'xx1o3/7/7/7/7/7/7 x 0 1';
             document.querySelector('#do-open').click()",
        );
        browser.see("#status h2", "Red to move");
        browser.until(&format!("{MOVES}.includes('b7-c7')"));
        in_sight("#do-new-game");
        let before = middle(&browser, "#board");
        play(&browser, "b7-c7");
        browser.see("#status h2", "Red wins");
        assert_eq!(middle(&browser, "#board"), before, "{width}");
        in_sight("#do-rematch");
        browser.click("#tabs [data-tab=analysis]");
        browser.click("#do-undo");
        browser.click("#do-lines");
        browser.until("document.querySelectorAll('#analysis li').length > 0");
        in_sight("#analysis li");
        browser.click("#tabs [data-tab=moves]");
        browser.script("document.querySelector('#do-lines').click()");
    }
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn moves_play_tones() {
    let (_program, browser) = page(&[]);
    browser.script(
        "window.tones = 0;
         const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
         const node = () => ({ frequency: param, gain: param, connect: () => node(),
             start() { window.tones += 1; }, stop() {} });
         window.AudioContext = class { createOscillator = node; createGain = node; }",
    );
    browser.click("#do-new-game");
    browser.click("#new-blue option[value=person]");
    browser.click("#do-begin");
    play(&browser, "a7-b7");
    browser.until(&is_last("a7-b7"));
    assert_eq!(browser.script("return window.tones"), 0);
    browser.click("#sound");
    browser.until("window.tones === 1");
    play(&browser, "a1-a2");
    browser.until("window.tones > 1");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_file_that_is_too_large_is_refused_at_once_and_another_is_opened() {
    let (_program, browser) = page(&[]);
    let choose = |content: &str| {
        browser.script(&format!(
            "const files = new DataTransfer();
             files.items.add(new File([{content}], 'game.txt'));
             const input = document.querySelector('#open-file');
             input.files = files.files;
             input.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
    };
    choose("'#'.repeat(5e6)");
    browser.see("#refusal", "This file is too large for a page.");
    choose("'1. a7-b7 *'");
    browser.until(&is_last("a7-b7"));
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn the_own_move_is_seen_before_the_answer() {
    let (_program, browser) = paced_page();
    // How long it waits is tested in `src/display/keeper/tests.rs`.
    browser.script(
        "window.seen = [];
         new MutationObserver(() => {
            const [red, blue] = ['red', 'blue'].map(
                (side) => !!document.querySelector(`#moves .ply.${side}`));
            if (red) window.seen.push(blue);
         }).observe(document.querySelector('#moves'), { childList: true, subtree: true })",
    );
    browser.click(&square("a7"));
    browser.click(&square("b7"));
    browser.until("window.seen.includes(true)");
    assert_eq!(browser.script("return window.seen[0]"), json!(false));
    quiet(&browser);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs a browser: make display-test"]
fn what_is_drawn_is_used_or_discarded_on_purpose() {
    let (_program, browser) = page_of(1280, 900, &[]);
    browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    browser.click("#mode-set-up");
    browser.until("!!document.querySelector('#draft-done')");
    let bottom = browser
        .script("return document.querySelector('#draft-done').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().expect("a number") <= 900.0, "{bottom}");
    // Where nothing is drawn, nothing is asked.
    browser.click("#mode-play");
    browser.until("!document.querySelector('#draft-done')");
    browser.click("#mode-set-up");
    browser.until("!!document.querySelector('#draft-done')");
    browser.click(&square("d4"));
    browser.until("document.querySelector('#square-d4').classList.contains('red')");
    browser.click("#mode-play");
    browser.see("#ask-dialog[open]", "Discard the position");
    browser.click("#ask-dialog button:not(#ask-yes)");
    browser.until("!document.querySelector('#ask-dialog').open");
    browser.click("#mode-play");
    browser.click("#ask-yes");
    browser.until("!document.querySelector('#draft-done')");
    browser.until("document.querySelector('#square-d4').classList.contains('empty')");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_person_sees_the_own_side_resigns_and_comes_back_from_exploring() {
    let (_program, browser) = page(&["--nodes", "50"]);
    browser.see("#status .red", "You (Red)");
    browser.click(&square("a7"));
    browser.click(&square("b7"));
    browser.until("document.querySelectorAll('#moves .ply.blue').length === 1");
    browser.until(&format!("{MOVES} !== ''"));
    // Exploring, the moves that were played are marked.
    browser.click("#node-1");
    browser.see("#node-2", "played");
    browser.until(&format!("{MOVES} !== ''"));
    let other = browser.script(
        "const [red, blue] = ['a1-a2', 'a1-b1'];
         const mv = document.querySelector('#node-2').textContent.startsWith(red) ? blue : red;
         document.querySelector(`#square-${mv.slice(0, 2)}`).click();
         document.querySelector(`#square-${mv.slice(3)}`).click();
         return mv",
    );
    browser.until(&is_last(other.as_str().expect("a move")));
    browser.see("#moves .instead", "played");
    browser.see("#notice", "takes 1 move out of the game");
    browser.click("#do-return");
    browser.until("!document.querySelector('#do-return')");
    browser.until("document.querySelector('#node-2').ariaCurrent === 'step'");
    browser.until("!document.querySelector('.played')");
    // To give up is asked once.
    browser.click("#do-resign");
    browser.see("#ask-dialog[open]", "Give the game up?");
    browser.click("#ask-yes");
    browser.see("#status h2", "Blue wins");
    browser.click("#do-rematch");
    browser.see("#status .blue", "You (Blue)");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn nothing_is_cut_off_on_a_phone() {
    let (_program, browser) = page_of(375, 667, &[]);
    let open = |text: &str| {
        browser.script(&format!(
            "document.querySelector('#open-text').value = {};
             document.querySelector('#do-open').click()",
            json!(text)
        ));
    };
    let cut = "return [...document.querySelectorAll('#status h2, #status p')].filter((one) => {
            const [all, text] = [document.querySelector('#status').getBoundingClientRect(), document.createRange()];
            text.selectNodeContents(one);
            return [...text.getClientRects()].some((box) =>
                box.bottom > all.bottom + 1 || box.left < all.left || box.right > all.right);
         }).map((one) => one.textContent)";
    let outside = "return [...document.querySelectorAll('#controls button')].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
         }).map((one) => one.outerHTML)";
    for position in [
        "xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/oooooox x 0 1",
        "x5o/7/7/7/7/7/o5x x 25 1",
    ] {
        open(position);
        browser.until(OVER);
        for (width, height) in [(375, 667), (390, 844), (412, 915), (844, 390)] {
            browser.resize(width, height);
            assert_eq!(browser.script(cut), json!([]), "{width} {position}");
            assert_eq!(browser.script(outside), json!([]), "{width} {position}");
        }
    }
    // On its side, the letters of the files are seen, for fingers too.
    browser.command(
        "Emulation.setTouchEmulationEnabled",
        &json!({"enabled": true}),
    );
    browser.resize(844, 390);
    let bottom =
        browser.script("return document.querySelector('#board').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().expect("a number") <= 390.0, "{bottom}");
    // A finger scrolls where it moves no piece.
    open("x5o/7/7/7/7/7/o5x x 0 1");
    browser.until(&format!("{MOVES} !== ''"));
    let touch = |name: &str| {
        browser.script(&format!(
            "return getComputedStyle(document.querySelector('{}')).touchAction",
            square(name)
        ))
    };
    assert_eq!(touch("a7"), "none");
    assert_eq!(touch("d4"), "pan-y pinch-zoom");
    assert_eq!(touch("g7"), "pan-y pinch-zoom");
    quiet(&browser);
}
