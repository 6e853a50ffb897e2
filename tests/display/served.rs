//! The page of the program in a real browser: what needs the program, its terminal or its server.

use crate::driver::Browser;
use crate::page::{
    GAME, LAST_OF_GAME, MOVES, is_last, letters, open, play, play_when, quiet, ready, square,
};
use crate::program::Program;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The program, and a browser that shows its page.
fn page(arguments: &[&str]) -> (Program, Browser) {
    page_of(Program::start(arguments))
}

fn page_of(program: Program) -> (Program, Browser) {
    let address = format!("{}{}", program.origin(), program.entrance);
    let browser = open(&address, 1280, 800);
    (program, browser)
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn moves_are_taken_back_made_again_and_branched_from() {
    let (mut program, browser) = page(&[]);
    program.type_line("manual blue");
    browser.see("#log", "manual blue");
    for mv in ["a7-b7", "a1-a2", "b7-c7"] {
        play(&browser, mv);
    }
    let all = letters(&browser);
    for back in ["a1-a2", "a7-b7"] {
        browser.click("#do-undo");
        browser.until(&is_last(back));
    }
    browser.click("#do-redo");
    browser.until(&is_last("a1-a2"));
    browser.keys("\u{E009}y");
    browser.until(&is_last("b7-c7"));
    assert_eq!(letters(&browser), all);
    browser.keys("\u{E009}z");
    browser.until(&is_last("a1-a2"));
    // Another way, from which the first can still be reached.
    play(&browser, "b7-d7");
    browser.see("#moves .instead", "b7-c7");
    browser.click("#moves .instead button");
    browser.until(&is_last("b7-c7"));
    assert_eq!(letters(&browser), all);
    browser.click("#node-0");
    browser.until("document.querySelector('#do-undo').disabled");
    assert_eq!(letters(&browser).matches('r').count(), 2);
    // The terminal is at the same place.
    program.type_line("dump");
    program.read_line("===");
    assert_eq!(program.heard_until("===")[0], "  r - - - - - b");
    // The move list says what is refused.
    browser.script("document.querySelector('#line').value = 'a7-d4'; document.querySelector('form[action=\"do/line\"] button').click()");
    browser.see("#refusal", "out of reach");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn two_ais_are_watched_stopped_and_let_go_on() {
    let (program, browser) = page_of(Program::paced(&["--nodes", "300"]));
    let choose = |color: &str, who: &str| {
        browser.script(&format!(
            "const one = document.querySelector('#who-{color}'); one.value = '{who}';
             one.dispatchEvent(new Event('change', {{bubbles: true}}))"
        ));
    };
    choose("red", "level-5");
    // They move by themselves.
    browser.until("document.querySelectorAll('#moves .ply').length > 3");
    browser.click("#do-stop");
    browser.until("!!document.querySelector('#do-go-on')");
    browser.see("#status", "AI waits");
    let stopped = letters(&browser);
    // The page and the terminal are still there, and nothing moves.
    browser.click("#do-flip");
    browser.click("#do-flip");
    assert_eq!(letters(&browser), stopped);
    browser.click("#do-go-on");
    browser.until("!!document.querySelector('#do-stop')");
    // A new game while they think is one at once.
    browser.click("#do-new-game");
    browser.script("document.querySelector('#new-red').value = 'person'");
    browser.click("#do-begin");
    browser.until("document.querySelectorAll('#moves .ply').length === 1");
    browser.until(&format!("{MOVES} !== ''"));
    drop(program);
    browser.see("#connection", "Not connected");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_reload_loses_nothing_and_pages_show_the_same() {
    let (mut program, browser) = page(&[]);
    program.type_line("manual blue");
    play_when(&browser, "a7-c6");
    let shown = "return ['status', 'board', 'moves', 'players', 'texts', 'log']
        .map((id) => document.getElementById(id).innerText).join('|')";
    let before = (letters(&browser), browser.script(shown));
    browser.reload();
    ready(&browser);
    assert_eq!((letters(&browser), browser.script(shown)), before);
    browser.until(&is_last("a7-c6"));
    // Good for another window.
    let address = browser.script("return location.href");
    assert_eq!(address, format!("{}{}", program.origin(), program.entrance));
    browser.another_window();
    browser.open(address.as_str().expect("an address"));
    ready(&browser);
    play(&browser, "g7-f6");
    browser.window(0);
    browser.until(&is_last("g7-f6"));
    play(&browser, "c6-d6");
    browser.window(1);
    browser.until(&is_last("c6-d6"));
    // What is typed at the terminal is seen on both.
    program.type_line("a1-b2");
    browser.until(&is_last("a1-b2"));
    browser.window(0);
    browser.until(&is_last("a1-b2"));
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn the_key_is_not_sent_to_other_servers() {
    let (program, browser) = page(&[]);
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let place = format!("http://{}/", other.local_addr().expect("an address"));
    let visit = thread::spawn(move || {
        let (mut stream, _) = other.accept().expect("a visit");
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && stream.read_exact(&mut byte).is_ok() {
            head.push(byte[0]);
        }
        let _ =
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        String::from_utf8_lossy(&head).to_lowercase()
    });
    browser.script(&format!("location.href = '{place}'"));
    let head = visit.join().expect("it was visited");
    assert!(head.starts_with("get / http/1.1"), "{head}");
    assert!(!head.contains("cookie:"), "{head}");
    assert!(!head.contains("referer:"), "{head}");
    assert!(!head.contains(program.entrance.trim_matches('/')), "{head}");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn what_goes_wrong_is_said_where_it_does_and_no_longer_than_it_does() {
    let (mut program, browser) = page(&[]);
    program.type_line("manual blue");
    browser.see("#log", "manual blue");
    let enter = |line: &str| {
        browser.script(&format!(
            "document.querySelector('#line').value = '{line}';
             document.querySelector('form[action=\"do/line\"] button').click()"
        ));
    };
    // A request that fails leaves nothing behind.
    browser.script("window.real = fetch; window.fetch = () => Promise.reject(new Error())");
    enter("fen");
    browser.see("#refusal", "The program was not reached.");
    browser.script("window.fetch = window.real");
    enter("fen");
    browser.see("#printed", "x5o/7/7/7/7/7/o5x x 0 1");
    let text = |selector: &str| {
        browser.script(&format!(
            "return document.querySelector('{selector}').textContent"
        ))
    };
    assert_eq!(
        (text("#refusal"), text("#connection")),
        (json!(""), json!(""))
    );
    enter("help");
    browser.see("#printed", "Commands of the 2022 dialect");
    // A refusal in one tab is not shown in another.
    browser.another_window();
    browser.open(&format!("{}{}", program.origin(), program.entrance));
    ready(&browser);
    enter("nonsense");
    browser.see("#refusal", "nonsense");
    browser.window(0);
    browser.see("#log", "nonsense");
    assert_eq!(text("#refusal"), "");
    assert!(
        !text("#notice")
            .as_str()
            .expect("a text")
            .contains("nonsense")
    );
    quiet(&browser);
    program.type_line("quit");
    browser.see("#connection", "The session is over.");
    assert_eq!(program.wait(), Some(0));
    thread::sleep(Duration::from_secs(4));
    assert_eq!(text("#connection"), "The session is over.");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn the_seconds_of_an_ai_are_counted() {
    let (mut program, browser) = page(&["--move-time", "9"]);
    program.type_line("manual blue");
    program.type_line("auto red");
    browser.until("/^ [1-9] s$/.test(document.querySelector('#status .clock')?.textContent)");
    browser.click("#do-stop");
    browser.until("!document.querySelector('#status .clock')");
    quiet(&browser);
}

/// Not a test: it prints the times in docs/PERFORMANCE.md, of the program that `ATAXX_BINARY`
/// names: `cargo test --test display performance -- --ignored --nocapture`.
#[test]
#[ignore = "measures: prints times"]
fn performance_of_the_page() {
    let (mut program, browser) = page(&["--nodes", "300"]);
    program.type_line("manual blue");
    browser.see("#log", "manual blue");
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        let (first, last) = (times[0], times[times.len() - 1]);
        format!("{:.0} ms ({first:.0} to {last:.0})", times[times.len() / 2])
    };
    let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
    let loads = (0..21).map(|_| {
        browser.reload();
        browser.until(&format!("{paint} > 0"));
        let time = browser.script(&format!("return {paint}"));
        time.as_f64().expect("a time")
    });
    println!("first contentful paint: {}", median(loads.collect()));
    ready(&browser);
    // From the click to the first frame drawn after the move is in the list.
    browser.script(
        "window.times = []; window.begun = 0;
         document.addEventListener('click', (event) => {
            if (event.target.closest('.target')) window.begun = performance.now();
         }, true);
         new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
            if (window.begun) window.times.push(performance.now() - window.begun);
            window.begun = 0;
         }))).observe(document.querySelector('#moves'), { childList: true, subtree: true })",
    );
    for round in 0..5 {
        for mv in ["a7-a5", "g7-g5", "a5-a7", "g5-g7"] {
            play(&browser, mv);
        }
        browser.until(&format!("window.times.length === {}", 4 * round + 4));
    }
    let times = browser.script("return window.times");
    let times = times.as_array().expect("times").iter();
    let times = times.filter_map(Value::as_f64).collect();
    println!("from the click to the frame: {}", median(times));
}

/// Not a test: the pictures in the documentation. `make display-images` runs it.
#[test]
#[ignore = "draws pictures: make display-images"]
fn pictures_for_the_documentation() {
    let Some(folder) = std::env::var_os("ATAXX_IMAGES") else {
        return;
    };
    let folder = Path::new(&folder);
    let (mut program, browser) = page(&["--nodes", "300"]);
    program.type_line("manual blue");
    browser.see("#log", "manual blue");
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    let open = |text: &str| {
        browser.script(&format!(
            "document.querySelector('#open-text').value = {}",
            json!(text)
        ));
        browser.script("document.querySelector('#do-open').click()");
    };
    open(GAME);
    browser.until(&is_last(LAST_OF_GAME));
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 3");
    browser.until(
        "Number(/depth (\\d+)/.exec(document.querySelector('#analysis').textContent)?.[1]) >= 7",
    );
    browser.picture(&folder.join("display.png"));
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 0");
    browser.prefer(&[
        ("prefers-color-scheme", "dark"),
        ("prefers-reduced-motion", "reduce"),
    ]);
    browser.resize(390, 780);
    browser.until(&format!("{MOVES} !== ''"));
    browser.click(&square("f3"));
    browser.hover(&square("g3"));
    browser.until("document.querySelectorAll('.flips').length > 0");
    browser.picture(&folder.join("display-phone.png"));
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_comment_is_written_while_the_ai_moves() {
    let (_program, browser) = page(&["--move-time", "2"]);
    play(&browser, "a7-b7");
    browser.click("#comment-button");
    browser.click("#comment-dialog textarea");
    browser.keys("half a");
    browser.until("document.querySelectorAll('#moves .ply.blue').length === 1");
    browser.see("#comment-title", "Comment on a7-b7");
    browser.keys(" word");
    browser.until("document.querySelector('#comment-dialog textarea').value === 'half a word'");
    browser.click("#do-comment");
    browser.see("#moves .comment", "a7-b7 half a word");
    browser.until("!document.querySelector('#comment-dialog').open");
    // The next one is on the move of the AI.
    browser.until(
        "document.querySelector('#comment-title').textContent
            === `Comment on ${document.querySelector('#moves .ply.blue').textContent}`",
    );
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn many_windows_are_open_and_each_has_its_own_view() {
    let (mut program, browser) = page(&[]);
    program.type_line("manual blue");
    browser.see("#log", "manual blue");
    let address = format!("{}{}", program.origin(), program.entrance);
    for _ in 0..8 {
        browser.another_window();
        browser.open(&address);
        ready(&browser);
    }
    play(&browser, "a7-b7");
    browser.window(0);
    browser.until(&is_last("a7-b7"));
    // The side below is of each window.
    browser.click("#do-flip");
    browser.click("#do-lines");
    browser.see("#analysis", "depth ");
    browser.window(1);
    browser.until("!document.documentElement.classList.contains('turned')");
    browser.until(&is_last("a7-b7"));
    browser.until("document.querySelector('#do-lines').ariaPressed === 'false'");
    browser.until("document.querySelector('#analysis').textContent === ''");
    browser.window(0);
    browser.reload();
    ready(&browser);
    browser.until("document.documentElement.classList.contains('turned')");
    browser.see("#analysis", "depth ");
    browser.until(&is_last("a7-b7"));
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn what_a_person_chooses_stays_when_others_change_something() {
    let (mut program, browser) = page(&[]);
    browser.click("#do-new-game");
    browser.script(
        "document.querySelector('#new-red').value = 'level-7';
         document.querySelector('[name=blocks][value=centre]').click()",
    );
    program.type_line("manual blue");
    browser.until("document.querySelector('#who-blue').value === 'person'");
    let chosen = "return [document.querySelector('#new-red').value,
        document.querySelector('[name=blocks]:checked').value]";
    assert_eq!(browser.script(chosen), json!(["level-7", "centre"]));
    browser.click("#new-game-dialog button[data-close]");
    for mv in ["a7-b7", "undo", "a7-a6", "undo", "a7-b7"] {
        program.type_line(mv);
    }
    browser.see("#variation", "Promote");
    browser.script("document.querySelector('#variation [id^=name-]').value = 'half'");
    program.type_line("a1-b1");
    browser.see("#moves", "a1-b1");
    browser.until("document.querySelector('#variation [id^=name-]').value === 'half'");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn the_rules_are_one_screen() {
    let (program, browser) = page(&[]);
    let address = format!("{}{}how-to-play", program.origin(), program.entrance);
    browser.open(&address);
    browser.until("document.title.startsWith('How to play')");
    let height = browser.script("return document.documentElement.scrollHeight");
    assert!(height.as_f64().expect("a number") <= 800.0, "{height}");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_browser_is_started_with_a_file() {
    let (program, _folder, file) = Program::opened();
    let browser = Browser::start(1280, 800);
    browser.open(&format!("file://{file}"));
    ready(&browser);
    let address = format!("{}{}", program.origin(), program.entrance);
    assert_eq!(browser.script("return location.href"), json!(address));
    assert!(!Path::new(&file).exists());
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_page_of_another_run_says_so_and_asks_no_more() {
    let program = Program::start(&[]);
    let browser = Browser::start(1280, 800);
    browser.open(&format!("{}{}", program.origin(), program.entrance));
    ready(&browser);
    let address = program.address.to_string();
    drop(program);
    browser.see("#connection", "Not connected");
    let _other = Program::start(&["--listen", &address]);
    browser.see("#connection", "This address is no longer valid");
    browser.until("stream.isOver");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn what_was_not_reached_is_forgotten_once_it_is() {
    let (_program, browser) = page(&[]);
    browser.script("window.real = fetch; window.fetch = () => Promise.reject(new Error())");
    browser.script("document.querySelector('#do-new-game'); send('do/undo', {})");
    browser.see("#refusal", "The program was not reached.");
    browser.script("window.fetch = window.real; stream.open()");
    browser.until("document.querySelector('#refusal').textContent === ''");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn of_many_windows_that_are_seen_the_last_ones_have_a_stream() {
    let (program, browser) = page(&[]);
    let address = format!("{}{}", program.origin(), program.entrance);
    // All are seen at once.
    let seen = "Object.defineProperty(document, 'hidden', { get: () => false })";
    browser.command(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({"source": seen}),
    );
    browser.reload();
    ready(&browser);
    // A window is at hand again as soon as the test looks at it.
    let note = "window.said = [];
        const say = stream.say;
        stream.say = (text) => { window.said.push(text); say.call(stream, text); }";
    browser.script(note);
    for _ in 0..6 {
        browser.another_window();
        browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": seen}),
        );
        browser.open(&address);
        ready(&browser);
        browser.script(note);
    }
    for window in [0, 1, 2] {
        browser.window(window);
        browser
            .until("window.said.some((text) => text.startsWith('More than 5 windows are open'))");
        // It goes on when a person comes back to it.
        browser.script("window.dispatchEvent(new Event('pointerdown'))");
        browser.until("document.querySelector('#connection').textContent === ''");
        browser.until("stream.events.readyState === EventSource.OPEN");
    }
    quiet(&browser);
}
