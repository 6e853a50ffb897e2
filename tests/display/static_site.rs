//! The page as static files in a real browser: what a worker and the browser do there instead of the
//! program.

use crate::driver::Browser;
use crate::page::{is_last, open, play, quiet, ready};
use crate::site::Site;
use serde_json::json;

fn page() -> (Site, Browser) {
    let site = Site::start();
    let browser = open(&format!("{}?no-pace", site.address()), 1280, 800);
    (site, browser)
}

/// Sends a form, and waits until it is carried out.
fn send(browser: &Browser, form: &str, fields: &str) {
    let script = format!(
        "return send('do/{form}', {fields}).then((sent) => sent || byId('refusal').textContent)"
    );
    assert_eq!(browser.script(&script), json!(true), "{form} {fields}");
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn without_a_network_the_board_opens_again() {
    let (site, browser) = page();
    // All its files are kept by then.
    browser.until("!!navigator.serviceWorker.controller");
    site.go_off();
    browser.open(&format!("{}?no-pace", site.address()));
    ready(&browser);
    // The strongest level needs the network of the engine.
    send(&browser, "player", "{ color: 'blue', who: 'level-10' }");
    play(&browser, "a7-b7");
    browser.until("document.querySelectorAll('#moves .ply.blue').length === 1");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_game_and_a_solved_puzzle_are_there_when_the_page_is_loaded_again() {
    let (_site, browser) = page();
    send(&browser, "player", "{ color: 'blue', who: 'person' }");
    for mv in ["a7-a6", "a1-a2", "a6-b6"] {
        play(&browser, mv);
    }
    browser.until("sessionStorage.getItem('current') !== null");
    browser.reload();
    ready(&browser);
    browser.until(&is_last("a6-b6"));
    browser.script("document.querySelector('#puzzle-next').click()");
    browser.see("#status", "puzzle");
    // The first move of the answer solves those in one move.
    browser.until("!!document.querySelector('[data-do=\"puzzle?step=answer\"]')");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_search_ends_at_once_and_the_next_one_begins() {
    let (_site, browser) = page();
    browser.click("#do-lines");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 3");
    send(&browser, "player", "{ color: 'blue', who: 'person' }");
    // A search of two minutes is in progress.
    play(&browser, "a7-a6");
    play(&browser, "a1-a2");
    browser.until("document.querySelectorAll('#arrows .arrow').length === 3");
    // An AI that may think for nine seconds plays at once.
    send(&browser, "player", "{ color: 'blue', who: 'seconds-9' }");
    play(&browser, "a6-b6");
    browser.click("#do-stop");
    browser.until("document.querySelectorAll('#moves .ply.blue').length === 2");
    // And an undo comes before the move that it has begun.
    play(&browser, "b6-c6");
    send(&browser, "undo", "{}");
    browser.until("document.querySelector('#moves [aria-current]').classList.contains('blue')");
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn the_game_is_saved_and_a_file_is_opened() {
    let (_site, browser) = page();
    send(&browser, "player", "{ color: 'blue', who: 'person' }");
    play(&browser, "a7-b7");
    let saved = "return call({ file: 'txt' })";
    let record = browser.script(saved);
    let text = record["text"].as_str().expect("a text");
    assert!(text.contains("1. a7-b7"), "{text}");
    let svg = browser.script("return call({ file: 'svg' })");
    assert!(
        svg["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("<svg"))
    );
    browser.script(
        "const files = new DataTransfer();
         files.items.add(new File(['1. a7-a5 g7-g6'], 'game.txt'));
         const field = document.querySelector('#open-file');
         field.files = files.files;
         field.dispatchEvent(new Event('change', { bubbles: true }));",
    );
    browser.until(&is_last("g7-g6"));
    quiet(&browser);
}

#[test]
#[ignore = "needs a browser: make display-test"]
fn a_fault_is_told_and_the_board_still_answers() {
    let (_site, browser) = page();
    send(&browser, "player", "{ color: 'blue', who: 'person' }");
    // A number that JSON does not have.
    let sent = "call({ form: 'undo', fields: 1n })";
    let told =
        format!("return {sent}.then(() => document.querySelector('#connection').textContent)");
    let told = browser.script(&told);
    let told = told.as_str().expect("a text");
    assert!(
        told.starts_with("The board has stopped. Load the page again to go on. TypeError"),
        "{told}"
    );
    play(&browser, "a7-b7");
    quiet(&browser);
}

/// Not a test: it prints how long the engine takes in the browser for a move, to be compared with
/// `ataxx analyze --nodes 1000000 --threads 1`, and how long the page takes to be loaded.
#[test]
#[ignore = "measures"]
fn performance_of_the_engine() {
    let (_site, browser) = page();
    let note = "new MutationObserver((_, observer) => {
        if (!document.querySelector('.square-button')) return;
        window.filled = performance.now();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true })";
    browser.command(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({"source": note}),
    );
    let script = "return (async () => {
        const one = new Worker('thinker.js');
        const module = await WebAssembly.compileStreaming(fetch('ataxx_bg.wasm'));
        const weights = await (await fetch('network.bin')).arrayBuffer();
        const work = JSON.stringify({ number: 1, network: true, work: { choose: {
          level: 10, position: 'x5o/7/7/7/7/7/o5x x 0 1', rules: '2022', seed: null, nodes: 1000000,
          depth: null, time: null, proof_time: null } } });
        const ready = new Promise((resolve) => {
          one.onmessage = ({ data }) => { if (data === null) resolve(); };
        });
        one.postMessage({ module, weights });
        await new Promise((resolve) => setTimeout(resolve, 500));
        const begun = performance.now();
        one.postMessage({ work });
        await ready;
        return performance.now() - begun;
      })()";
    println!("{} ms for a million nodes", browser.script(script));
    for _ in 0..3 {
        browser.reload();
        ready(&browser);
        let loaded = browser.script("return window.filled");
        println!("{loaded} ms from the address to the board");
    }
}
