//! Certificates: what is proved is believed, and nothing else is.

#[allow(dead_code)] // it has a `main` of its own
#[path = "../examples/check_certificate.rs"]
mod check_certificate;
mod prover;

use ataxx::board::{Color, Move, Preset};
use ataxx::diagnostic::{Look, render};
use ataxx::notation::Fen;
use ataxx::solver::Plies;
use ataxx::solver::certificate::{Certificate, Claim, Reason, Refused, Verified, verify};
use prover::{Chance, Prover, endgame, literal_of, true_claims};
use std::collections::HashMap;
use std::ops::ControlFlow;

fn checked(text: &[u8]) -> Result<Verified, Refused> {
    verify(text, |_| ControlFlow::Continue(()))
}

fn written(certificate: &Certificate) -> String {
    let mut text = Vec::new();
    certificate.write(&mut text).expect("it is complete");
    String::from_utf8(text).expect("it is ASCII")
}

/// What stands for the kind of a claim in counts of them.
fn kind(claim: Claim) -> &'static str {
    match claim {
        Claim::Win { .. } => "win",
        Claim::Exactly { .. } => "exact",
        Claim::None { .. } => "none",
        Claim::Draw => "draw",
    }
}

/// Certificates of small endgames by the rules of a preset, each with its claim.
fn endgame_certificates(seed: u64, preset: Preset, positions: usize) -> Vec<(Claim, String)> {
    let mut chance = Chance::new(seed);
    let rules = preset.rules();
    let mut found = Vec::new();
    for _ in 0..positions {
        let position = endgame(&mut chance, &rules);
        let mut prover = Prover::new(preset);
        // Those that grow too big are left out.
        let Ok(claims) = true_claims(&mut prover, &position, 4) else {
            continue;
        };
        for claim in claims {
            prover.again();
            if let Ok(certificate) = prover.certificate(claim, &position) {
                found.push((claim, written(&certificate)));
            }
        }
    }
    found
}

#[test]
fn what_is_proved_is_believed() {
    let mut count: HashMap<(Preset, &str), usize> = HashMap::new();
    let mut lines = 0;
    for preset in Preset::ALL {
        for (claim, text) in endgame_certificates(1, preset, 150) {
            let verified = checked(text.as_bytes()).unwrap_or_else(|error| {
                let shown = render(&error.diagnostic("certificate"), Look::Plain);
                panic!("{shown}\n{text}")
            });
            assert_eq!(verified.claim, claim);
            assert_eq!(verified.rules, preset);
            let is_win = matches!(claim, Claim::Win { .. });
            assert_eq!(check_certificate::check(&text).is_ok(), is_win, "{text}");
            lines += verified.tally.steps;
            *count.entry((preset, kind(claim))).or_default() += 1;
        }
        for kind in ["win", "exact", "none", "draw"] {
            let count = count.get(&(preset, kind)).copied().unwrap_or_default();
            println!("{preset} {kind}: {count}");
            assert!(count >= 3, "{preset} {kind}: {count}");
        }
    }
    println!("{lines} lines");
    assert!(lines > 1_000, "{lines}");
}

/// Red wins in three plies, and not in one: two strategies, line by line.
const SAMPLE: &str = include_str!("../docs/examples/three-plies.certificate");

/// A win in six plies with two passes, by the limit on jumps.
const WITH_PASSES: &str = "\
ataxx certificate 1
rules 2022
position xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxooooo/xxoo1oo x 22
claim win red 6
strategy win red 6
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxooooo/xxoo1oo x 22 6 -
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxooooo/xx1oooo x 23 4 b1-c1
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxooooo/xxoooo1 x 23 4 -
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/ox1oooo/xxooooo x 23 4 b1-c2
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxoooo1/xxooooo x 23 4 -
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-1-oo/oxooooo/xxooooo x 23 4 b1-d3
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-1o/oxooooo/xxooooo x 23 4 d5-f3
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-o1/oxooooo/xxooooo x 23 4 f5-g3
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxooooo/xxoo1oo x 24 2 -
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-oo/oxoo1oo/xxooooo x 24 2 -
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-1o/oxooooo/xxooooo x 24 2 d5-f3
xxxxxxx/xxxxxxx/xx-x-xo/x-----o/oo-o-o1/oxooooo/xxooooo x 24 2 f5-g3
xxxxxxx/xxxxxxx/xx-x-xo/x-----1/oo-o-oo/oxooooo/xxooooo x 24 2 f5-g4
end 13
";

/// The lines of the sample, to be changed.
fn lines() -> Vec<String> {
    SAMPLE.lines().map(str::to_owned).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The sample with another text in one place.
fn with(line: usize, from: &str, to: &str) -> String {
    let mut lines = lines();
    let before = &lines[line - 1];
    assert!(before.contains(from), "{before} has no {from}");
    lines[line - 1] = before.replacen(from, to, 1);
    text(&lines)
}

/// Why these texts are refused, one a line: where, what is blamed, the reason, help.
fn reasons(texts: impl IntoIterator<Item = String>) -> String {
    let reason = |text: String| {
        let refused = checked(text.as_bytes()).expect_err(&text);
        let diagnostic = refused.diagnostic("certificate");
        let blamed = refused.text[refused.span.clone()].escape_debug();
        let help: String = diagnostic
            .help
            .iter()
            .map(|help| format!(" ({help})"))
            .collect();
        format!(
            "{}: [{blamed}] {}{help}\n",
            refused.line, diagnostic.message
        )
    };
    texts.into_iter().map(reason).collect()
}

#[test]
fn the_samples_are_right() {
    let verified = checked(SAMPLE.as_bytes()).expect("a certificate");
    assert_eq!(verified.claim.to_string(), "exact red 3");
    assert_eq!((verified.tally.steps, verified.tally.replies), (7, 7));
    assert_eq!(verified.rules, Preset::Berkeley2022);
    checked(WITH_PASSES.as_bytes()).expect("a certificate");
    check_certificate::check(WITH_PASSES).expect("a certificate of a win");
}

#[test]
fn other_heads() {
    let heads = [
        with(1, "ataxx certificate 1", "ataxx certificates 1"),
        with(1, "ataxx certificate 1", ""),
        with(1, "ataxx", "Ataxx"),
        with(1, "1", "2"),
        with(1, "1", "1 "),
        with(2, "rules", "rule"),
        with(2, "2022", "2023"),
        with(2, "2022", "2022 uai"),
        with(2, "2022", "reloaded"),
        with(2, "2022", "UAI"),
        with(2, "2022", ""),
        with(3, "position", "Position"),
        with(3, " x 0", ""),
        with(3, " x 0", " x"),
        with(3, " x 0", " x 0 1"),
        with(3, "xx1", "xx0"),
        with(3, "xx1", "xx"),
        with(3, "xx1ooox", "xx1oooX"),
        with(3, "x 0", "x 00"),
        with(4, "exact", "sure"),
        with(4, "red", "green"),
        with(4, "red", "Red"),
        with(4, "3", "03"),
        with(4, "3", "+3"),
        with(4, "3", "65536"),
        with(4, "3", "99999999999999999999999999"),
        with(4, " 3", ""),
        with(4, "3", "3 plies"),
        with(5, "3", "4"),
        with(5, "red", "blue"),
        with(5, "win", "hold"),
        with(9, "2", "3"),
        with(9, "blue", "red"),
    ];
    insta::assert_snapshot!(reasons(heads), @"
    1: [ataxx certificates 1] this is no certificate: expected the line `ataxx certificate 1`
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    1: [Ataxx certificate 1] this is no certificate: expected the line `ataxx certificate 1`
    1: [ataxx certificate 2] this certificate is of another version: expected the line `ataxx certificate 1` (a newer program may read it)
    1: [ataxx certificate 1 ] this certificate is of another version: expected the line `ataxx certificate 1` (a newer program may read it)
    2: [rule] expected `rules`, found `rule`
    2: [2023] expected rules (2008, 2016, 2022, uai, reloaded), found `2023` (did you mean `2022`?)
    2: [ uai] expected the end of the line, found ` uai`
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this is written in another way than in certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1`)
    2: [UAI] this is written in another way than in certificates (expected `uai`)
    2: [] expected rules (2008, 2016, 2022, uai, reloaded), found the end
    3: [Position] expected `position`, found `Position`
    3: [] expected the side to move, `x` or `o`, found the end
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x] this is written in another way than in certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    3: [ 1] expected the end of the line, found ` 1`
    3: [0] expected `x`, `o`, `-` or a digit from 1 to 7, found `0` (a run of empty squares is 1 to 7 long)
    3: [xxooox] rank 7 has 6 squares instead of 7
    3: [xx1oooX/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this is written in another way than in certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 00] this is written in another way than in certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    4: [sure] expected `win`, `exact`, `none` or `draw`, found `sure`
    4: [green] expected a color (red, blue), found `green`
    4: [Red] this is written in another way than in certificates (expected `red`)
    4: [03] expected a number of plies, 0 to 65535, found `03`
    4: [+3] expected a number of plies, 0 to 65535, found `+3`
    4: [65536] expected a number of plies, 0 to 65535, found `65536`
    4: [99999999999999999999999999] expected a number of plies, 0 to 65535, found `99999999999999999999999999`
    4: [] expected a number of plies, 0 to 65535, found the end of the line
    4: [ plies] expected the end of the line, found ` plies`
    5: [strategy win red 4] expected `strategy win red 3`, found `strategy win red 4`
    5: [strategy win blue 3] expected `strategy win red 3`, found `strategy win blue 3`
    5: [strategy hold red 3] expected `strategy win red 3`, found `strategy hold red 3`
    9: [strategy hold blue 3] expected `strategy hold blue 2`, found `strategy hold blue 3`
    9: [strategy hold red 2] expected `strategy hold blue 2`, found `strategy hold red 2`
    ");
}

#[test]
fn other_claims() {
    let claims = [
        // With its strategies announced to fit.
        with(4, "3", "2").replacen("win red 3", "win red 2", 1),
        with(4, "3", "4").replacen("win red 3", "win red 4", 1),
        with(4, "red 3", "blue 3").replacen("win red", "win blue", 1),
        with(4, "exact red 3", "none 3").replacen("win red 3", "hold red 3", 1),
        with(4, "exact red 3", "draw").replacen("win red 3", "hold red -", 1),
        with(4, "exact", "win"),
        with(4, "exact red 3", "win red 0").replacen("win red 3", "win red 0", 1),
        with(3, " x 0", " o 0"),
        with(3, " x 0", " x 1"),
        with(3, " x 0", " x 25"),
        with(3, "xx1", "xxo"),
    ];
    insta::assert_snapshot!(reasons(claims), @"
    6: [3] expected `2` for the plies left, found `3`
    6: [3] expected `4` for the plies left, found `3`
    6: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this position does not arise from the lines before it
    9: [strategy hold blue 2] expected `strategy hold blue 3`, found `strategy hold blue 2`
    6: [3] expected `-` for the plies left, found `3`
    9: [strategy] expected `end`, found `strategy`
    5: [strategy win red 0] the game goes on in this position, and 0 plies are too few for a win
    5: [strategy win red 3] after the reply d6-c7 the game is over, with a win for blue
    6: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this position does not arise from the lines before it
    5: [strategy win red 3] the game is over in this position, with a win for blue
    5: [strategy win red 3] the game is over in this position, with a win for blue
    ");
    let before = SAMPLE.find("strategy hold").expect("there");
    let win_only = format!("{}end 3\n", &SAMPLE[..before]);
    let win = win_only.replacen("exact", "win", 1);
    assert!(checked(win.as_bytes()).is_ok());
    // No limit on jumps is near, so the other number changes nothing.
    assert!(checked(with(2, "2022", "2008").as_bytes()).is_ok());
    insta::assert_snapshot!(reasons([win_only]), @"9: [end] expected `strategy hold blue 2`, found `end`");
}

#[test]
fn other_steps() {
    let steps = [
        with(6, "a5-c7", "a7-c7"),
        with(6, "a5-c7", "b7-c7"),
        with(6, "a5-c7", "a7-d7"),
        with(6, "a5-c7", "-"),
        with(6, "a5-c7", "pass"),
        with(6, "a5-c7", "A5-C7"),
        with(6, "a5-c7", "a5c7"),
        with(6, "a5-c7", "a5-h7"),
        with(6, " a5-c7", ""),
        with(6, "a5-c7", "a5-c7 a5-c7"),
        with(6, "a5-c7", " a5-c7"),
        with(6, "a5-c7", "a5-c7 "),
        with(6, "3 a5", "2 a5"),
        with(6, "3 a5", "4 a5"),
        with(6, "3 a5", "- a5"),
        with(6, "3 a5", "three a5"),
        with(6, "3 a5", "1000000 a5"),
        with(7, " 1 b3", " 0 b3"),
        with(7, " 1 b3", " 2 b3"),
        with(7, "x 2", "x 1"),
        with(7, "x 2", "x 3"),
        with(7, "x 2", "x 65536"),
        with(7, "x 2", "o 2"),
        with(7, "oo1ooox", "oo-ooox"),
        with(7, "oo1ooox", "oooooox"),
        with(7, "b3-c4", "a3-a5"),
        with(8, "c6-c5", "c6-c4"),
        with(10, "c4-a5", "d4-d2"),
        with(14, "7", "6"),
        with(14, "7", "8"),
        with(14, "7", "07"),
        with(14, "7", ""),
        with(14, "7", "7 lines"),
        with(14, "end", "END"),
    ];
    insta::assert_snapshot!(reasons(steps), @"
    7: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2] this position does not arise from the lines before it
    6: [b7-c7] after b7-c7 the game is over, with a win for blue
    6: [a7-d7] a7-d7 is not legal in this position
    6: [-] - is not legal in this position
    6: [pa] `pa` is not a square: expected a file a to g and a rank 1 to 7
    6: [A5-C7] this is written in another way than in certificates (expected `a5-c7`)
    6: [] expected `-` and the square that a5 goes to, found `c7`
    6: [h7] `h7` is not a square: files run from a to g
    6: [] expected a square, a1 to g7
    6: [ a5-c7] expected the end of the line, found ` a5-c7`
    6: [] expected a square, a1 to g7
    6: [ ] expected the end of the line, found ` `
    6: [2] expected `3` for the plies left, found `2`
    6: [4] expected `3` for the plies left, found `4`
    6: [-] expected `3` for the plies left, found `-`
    6: [three] expected a number of plies, 0 to 65535, found `three`
    6: [1000000] expected a number of plies, 0 to 65535, found `1000000`
    7: [0] expected `1` for the plies left, found `0`
    7: [2] expected `1` for the plies left, found `2`
    7: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 1] this position does not arise from the lines before it
    7: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 3] this position does not arise from the lines before it
    7: [65536] the count of consecutive jumps is at most 65535, found `65536`
    7: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo o 2] this position does not arise from the lines before it
    7: [xxxxoox/ooxxoox/oooooox/oo-ooox/xxxooox/xxooooo/xxooooo x 2] this position does not arise from the lines before it
    7: [xxxxoox/ooxxoox/oooooox/oooooox/xxxooox/xxooooo/xxooooo x 2] this position does not arise from the lines before it
    7: [a3-a5] a3-a5 is not legal in this position
    8: [c6-c4] c6-c4 is not legal in this position
    10: [d4-d2] d4-d2 is not legal in this position
    14: [6] there are 7 lines of strategies, not `6`
    14: [8] there are 7 lines of strategies, not `8`
    14: [07] there are 7 lines of strategies, not `07`
    14: [] there are 7 lines of strategies, not the end of the line
    14: [ lines] expected the end of the line, found ` lines`
    14: [E] expected `x`, `o`, `-` or a digit from 1 to 7, found `E`
    ");
}

#[test]
fn lines_left_out_doubled_and_swapped() {
    let without = (1..=14).map(|number| {
        let mut lines = lines();
        lines.remove(number - 1);
        text(&lines)
    });
    insta::assert_snapshot!(reasons(without), @"
    1: [rules 2022] this is no certificate: expected the line `ataxx certificate 1`
    2: [position] expected `rules`, found `position`
    3: [claim] expected `position`, found `claim`
    4: [strategy] expected `claim`, found `strategy`
    5: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo] expected `strategy win red 3`, found `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo`
    6: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2] this position does not arise from the lines before it
    8: [strategy hold blue 2] line 6 is not followed up: no line answers the reply c4-a5 (expected a line `xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2 1 …`)
    8: [strategy hold blue 2] line 6 is not followed up: no line answers the reply c5-a5 (expected a line `xxxxoox/ooxxoox/oo1ooox/oooooox/xxxooox/xxooooo/xxooooo x 2 1 …`)
    9: [xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1] this position does not arise from the lines before it
    13: [end 7] line 9 is not followed up: no line answers the reply a5-c7 (expected a line `xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`)
    13: [end 7] line 9 is not followed up: no line answers the reply b5-c7 (expected a line `xxxxoox/xxxxoox/x1oooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`)
    13: [end 7] line 9 is not followed up: no line answers the reply a6-c7 (expected a line `xxxxoox/1xxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`)
    13: [end 7] line 9 is not followed up: no line answers the reply a7-c7 (expected a line `1xxxoox/xxxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`)
    14: [] the file ends where a step, a strategy or the end should stand
    ");
    let twice = (1..=14).map(|number| {
        let mut lines = lines();
        lines.insert(number, lines[number - 1].clone());
        text(&lines)
    });
    insta::assert_snapshot!(reasons(twice), @"
    2: [ataxx] expected `rules`, found `ataxx`
    3: [rules] expected `position`, found `rules`
    4: [position] expected `claim`, found `position`
    5: [claim] expected `strategy win red 3`, found `claim`
    6: [strategy win red 3] the strategy has no line for the position of the claim (expected a line `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 3 …`)
    7: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this position is on line 6 already
    8: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2] this position is on line 7 already
    9: [xxxxoox/ooxxoox/oo1ooox/oooooox/xxxooox/xxooooo/xxooooo x 2] this position is on line 8 already
    10: [strategy hold blue 2] line 9 is not followed up: no line answers the reply a5-c7 (expected a line `xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`)
    11: [xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1] this position is on line 10 already
    12: [xxxxoox/xxxxoox/x1oooox/xxoooox/xxxooox/xxooooo/xxooooo o 1] this position is on line 11 already
    13: [xxxxoox/1xxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1] this position is on line 12 already
    14: [1xxxoox/xxxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1] this position is on line 13 already
    15: [end 7] something stands after the end
    ");
    let swapped = [1, 2, 3, 4, 5, 6, 8, 9, 13].map(|number| {
        let mut lines = lines();
        lines.swap(number - 1, number);
        text(&lines)
    });
    insta::assert_snapshot!(reasons(swapped), @"
    1: [rules 2022] this is no certificate: expected the line `ataxx certificate 1`
    2: [position] expected `rules`, found `position`
    3: [claim] expected `position`, found `claim`
    4: [strategy] expected `claim`, found `strategy`
    5: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo] expected `strategy win red 3`, found `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo`
    6: [xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2] this position does not arise from the lines before it
    8: [strategy hold blue 2] line 6 is not followed up: no line answers the reply c5-a5 (expected a line `xxxxoox/ooxxoox/oo1ooox/oooooox/xxxooox/xxooooo/xxooooo x 2 1 …`)
    9: [xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1] this position does not arise from the lines before it
    13: [end 7] line 9 is not followed up: no line answers the reply a7-c7 (expected a line `1xxxoox/xxxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`)
    ");
    // Lines with as many plies left may stand in any order.
    let mut lines = lines();
    lines.swap(6, 7);
    assert!(checked(text(&lines).as_bytes()).is_ok());
}

#[test]
fn steps_out_of_order() {
    // A line that is asked for, and with the right plies, before one with more left.
    let mut lines: Vec<&str> = WITH_PASSES.lines().collect();
    let last = lines.remove(13);
    lines.insert(8, last);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert!(check_certificate::check(&text).is_err());
    insta::assert_snapshot!(reasons([text]), @"10: [4] the line before has fewer plies left: lines begin with the most");
}

#[test]
fn damaged_files() {
    let damaged = [
        SAMPLE.trim_end().to_owned(),
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.replacen("xx1", "xx\t1", 1),
        SAMPLE.replacen("xx1", "xx\u{0}1", 1),
        SAMPLE.replacen("xx1", "xxé1", 1),
        SAMPLE.replacen("rules", "rules\u{1b}[31m", 1),
        format!("\u{feff}{SAMPLE}"),
        format!("{SAMPLE}\n"),
        format!("{SAMPLE}#"),
        format!("{SAMPLE}{SAMPLE}"),
        SAMPLE.replacen("claim", "\nclaim", 1),
        SAMPLE.replacen("end", "# a comment\nend", 1),
        SAMPLE.replacen("a5-c7", &"a5-c7".repeat(100), 1),
        String::new(),
        "\n".to_owned(),
        "x".repeat(1000),
    ];
    insta::assert_snapshot!(reasons(damaged), @r"
    14: [] the file ends within a line
    1: [\r] the line ends in a carriage return (its lines end in a line feed alone)
    3: [\t] the byte 0x09 is in no certificate
    3: [\0] the byte 0x00 is in no certificate
    3: [é] the byte 0xc3 is in no certificate
    2: [\u{1b}] the byte 0x1b is in no certificate
    1: [\u{feff}] this is no certificate: expected the line `ataxx certificate 1`
    15: [] something stands after the end
    15: [] something stands after the end
    15: [ataxx certificate 1] something stands after the end
    4: [] expected `claim`, found the end of the line
    14: [#] expected `x`, `o`, `-` or a digit from 1 to 7, found `#`
    6: [] the line is longer than 256 bytes, as no line of a certificate is
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    1: [] this is no certificate: expected the line `ataxx certificate 1`
    ");
    let no_text = [
        &SAMPLE.as_bytes()[..100],
        b"\xff\xfe",
        &SAMPLE.as_bytes()[100..],
    ]
    .concat();
    let refused = checked(&no_text).expect_err("no text");
    insta::assert_snapshot!(refused, @"line 4: the byte 0xff is in no certificate");
    assert_eq!(refused.line, 4);
}

#[test]
fn every_beginning_is_refused_and_named() {
    for text in [SAMPLE, WITH_PASSES] {
        for end in 0..text.len() {
            let begun = &text[..end];
            let refused = checked(begun.as_bytes()).expect_err(begun);
            // What is wrong is where the text ends.
            let line = 1 + begun.matches('\n').count() as u64;
            assert_eq!(refused.line, line, "{refused} of {begun}");
            assert_eq!(refused.is_certificate(), line > 1);
            assert!(check_certificate::check(begun).is_err());
        }
    }
}

/// Text without an end, of which it counts what is read.
struct Endless {
    head: Vec<u8>,
    repeated: Vec<u8>,
    read: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = match self.head.get(self.read) {
                Some(byte) => *byte,
                None => self.repeated[(self.read - self.head.len()) % self.repeated.len()],
            };
            self.read += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn no_more_is_read_than_it_takes_to_refuse() {
    const BUFFER: usize = 512;
    let head = |lines| {
        let lines: Vec<&str> = SAMPLE.split_inclusive('\n').take(lines).collect();
        lines.concat()
    };
    let unasked = "xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo o 2 1 b3-c4\n";
    let cases = [
        (String::new(), "x"),
        (String::new(), "\u{0}"),
        (String::new(), "ataxx certificate 1\n"),
        (head(1), "rules"),
        (head(4), "strategy win red 3 "),
        (head(6), "xxxxoox/"),
        (head(6), "\n"),
        (head(6), unasked),
        (head(8), unasked),
        (head(14), " "),
        (head(14), "\n"),
    ];
    for (head, repeated) in cases {
        let mut stream = Endless {
            head: head.clone().into_bytes(),
            repeated: repeated.as_bytes().to_vec(),
            read: 0,
        };
        let reader = std::io::BufReader::with_capacity(BUFFER, &mut stream);
        let refused = verify(reader, |_| ControlFlow::Continue(()));
        assert!(refused.is_err(), "{head}{repeated:?}");
        assert!(stream.read <= head.len() + 2 * BUFFER, "{}", stream.read);
    }
}

#[test]
fn whoever_watches_can_break_off() {
    let mut seen = Vec::new();
    let refused = verify(WITH_PASSES.as_bytes(), |tally| {
        seen.push((tally.steps, tally.replies));
        if seen.len() == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(
        refused.map_err(|refused| refused.reason),
        Err(Reason::Stopped)
    );
    assert_eq!(seen, [(1, 8), (2, 8), (3, 13)]);
}

/// A stream that fails after its head.
struct Broken<'a>(&'a [u8]);

impl std::io::Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::ErrorKind::ConnectionReset.into()),
            read => Ok(read),
        }
    }
}

#[test]
fn a_stream_that_fails_is_no_certificate() {
    for lines in 0..=14 {
        let head: String = SAMPLE.split_inclusive('\n').take(lines).collect();
        let stream = std::io::BufReader::new(Broken(head.as_bytes()));
        let refused = verify(stream, |_| ControlFlow::Continue(())).expect_err("it fails");
        assert!(!refused.is_certificate());
        assert_eq!(
            refused.reason,
            Reason::Unreadable(std::io::ErrorKind::ConnectionReset)
        );
    }
}

/// What must hold of any change at all: what is still believed is true, and of wins
/// the other checker believes the same. Returns whether it is believed.
fn believed_is_true(text: &[u8]) -> bool {
    let verified = checked(text);
    let other = str::from_utf8(text).map_or(Err(String::new()), check_certificate::check);
    let Ok(verified) = verified else {
        assert!(other.is_err(), "{}", String::from_utf8_lossy(text));
        return false;
    };
    let is_win = matches!(verified.claim, Claim::Win { .. });
    assert_eq!(other.is_ok(), is_win, "{}", String::from_utf8_lossy(text));
    let mut prover = Prover::new(verified.rules);
    let position = literal_of(&verified.position);
    // What was proved by a few lines is proved again within the budget, or later.
    for _ in 0..100 {
        prover.again();
        if let Ok(true_claim) = prover.is_true(verified.claim, &position) {
            assert!(true_claim, "{}", String::from_utf8_lossy(text));
            return true;
        }
    }
    panic!("too big: {}", String::from_utf8_lossy(text));
}

#[test]
fn whatever_byte_changes_what_is_believed_is_true() {
    let before = SAMPLE.find("strategy hold").expect("there");
    let win = format!("{}end 3\n", SAMPLE[..before].replacen("exact", "win", 1));
    let mut believed = 0;
    for sample in [win.as_bytes(), SAMPLE.as_bytes()] {
        for place in 0..sample.len() {
            for byte in *b"xo-/ 123467bcdg\n\r\xff" {
                let mut text = sample.to_vec();
                text[place] = byte;
                believed += usize::from(text != sample && believed_is_true(&text));
            }
            let mut text = sample.to_vec();
            text.remove(place);
            assert!(!believed_is_true(&text));
            text.insert(place, sample[place]);
            text.insert(place, sample[place]);
            assert!(!believed_is_true(&text));
        }
    }
    println!("{believed} changes are believed");
    assert!(believed > 0);
}

/// Changes a certificate at random, and says how; whether the change may be a true
/// certificate too.
fn changed(chance: &mut Chance, text: &str) -> (&'static str, bool, String) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let steps = 5..lines.len() - 1;
    let one = 5 + chance.below(steps.len().max(1));
    let other = chance.below(lines.len());
    let join = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect();
    let field = |chance: &mut Chance, line: &str, from_end: usize, with: &str| {
        let mut fields: Vec<&str> = line.split(' ').collect();
        let at = fields.len().saturating_sub(from_end + 1);
        let number = fields[at].parse::<u32>().ok();
        let near = number.map(|number| match chance.below(3) {
            0 => number.saturating_sub(1).to_string(),
            1 => (number + 1).to_string(),
            _ => chance.below(1000).to_string(),
        });
        let with = near.unwrap_or_else(|| with.to_owned());
        fields[at] = &with;
        fields.join(" ")
    };
    let squares = format!("{}-{}", chance.square(), chance.square());
    match chance.below(11) {
        0 => {
            lines.remove(other);
            ("a line left out", false, join(&lines))
        }
        1 => {
            lines.insert(other, lines[other].clone());
            ("a line twice", false, join(&lines))
        }
        2 => {
            lines.swap(one, other);
            ("two lines swapped", true, join(&lines))
        }
        3 => {
            lines[one] = field(chance, &lines[one], 0, &squares);
            ("another move", true, join(&lines))
        }
        4 => {
            lines[one] = field(chance, &lines[one], 1, "1");
            ("other plies", true, join(&lines))
        }
        5 => {
            lines[one] = field(chance, &lines[one], 2, "-");
            ("another count", true, join(&lines))
        }
        6 => {
            let line = lines[2].clone();
            lines[2] = field(chance, &line, 0, "1");
            ("the claim on another count", true, join(&lines))
        }
        7 => {
            let name = chance.pick(&Preset::ALL).name();
            lines[1] = format!("rules {name}");
            ("other rules", true, join(&lines))
        }
        8 => {
            // The number in the claim and where it is announced, alike.
            let more = chance.below(6).to_string();
            for line in [3, 4] {
                let mut fields: Vec<&str> = lines[line].split(' ').collect();
                *fields.last_mut().expect("words") = &more;
                lines[line] = fields.join(" ");
            }
            ("another claim", true, join(&lines))
        }
        9 => {
            let at = chance.below(text.len());
            ("an end too soon", false, text[..at].to_owned())
        }
        _ => {
            // The same cell everywhere: often another proof of another thing.
            let cells = ["x", "o", "-", "1"];
            let (from, to) = (*chance.pick(&cells), *chance.pick(&cells));
            let at = chance.below(30);
            for line in &mut lines[2..] {
                if let Some(found) = line.get(at..).and_then(|rest| rest.find(from)) {
                    line.replace_range(at + found..=at + found, to);
                }
            }
            ("other positions", true, join(&lines))
        }
    }
}

#[test]
fn whatever_changes_what_is_believed_is_true() {
    let mut chance = Chance::new(3);
    let mut count: HashMap<&str, (usize, usize)> = HashMap::new();
    for preset in Preset::ALL {
        for (_, text) in endgame_certificates(2, preset, 40) {
            let lines = text.lines().count();
            if !(7..80).contains(&lines) {
                continue;
            }
            for _ in 0..15 {
                let (how, may_be_true, changed) = changed(&mut chance, &text);
                if changed == text {
                    continue;
                }
                let believed = believed_is_true(changed.as_bytes());
                assert!(may_be_true || !believed, "{how}: {text}\n{changed}");
                let (all, true_ones) = count.entry(how).or_default();
                *all += 1;
                *true_ones += usize::from(believed);
            }
        }
    }
    println!("{count:#?}");
    assert_eq!(count.len(), 11);
    for (how, (all, true_ones)) in count {
        assert!(
            all > 100 && true_ones * 2 < all,
            "{how}: {true_ones} of {all}"
        );
    }
}

#[test]
fn the_page_on_certificates_shows_one() {
    let page = include_str!("../docs/CERTIFICATES.md");
    assert!(page.contains(&format!("```text\n{SAMPLE}```\n")));
}

/// Red is walled in and passes; Blue can extend at once, or jump to and fro before:
/// several ways, some longer than others, lead to one position.
fn to_and_fro(claim: impl Fn(u16) -> Claim) -> String {
    let board = "xxxxxxx/-------/-------/-------/-------/-------/o2----";
    let Fen(position) = format!("{board} o 20 1").parse().expect("a FEN");
    let position = literal_of(&position);
    let mut prover = Prover::new(Preset::Berkeley2022);
    let plies = (0..100)
        .find(|&plies| {
            let win = Claim::Win {
                winner: Color::Red,
                within: Plies(plies),
            };
            prover.take_time();
            prover.is_true(win, &position).expect("small")
        })
        .expect("Red has more pieces");
    prover.take_time();
    written(&prover.certificate(claim(plies), &position).expect("small"))
}

#[test]
fn of_several_ways_to_a_position_the_one_that_asks_most_counts() {
    let text = to_and_fro(|plies| Claim::Exactly {
        winner: Color::Red,
        plies: Plies(plies),
    });
    assert!(checked(text.as_bytes()).is_ok(), "{text}");
    let win = to_and_fro(|plies| Claim::Win {
        winner: Color::Red,
        within: Plies(plies),
    });
    assert!(checked(win.as_bytes()).is_ok());
    assert!(check_certificate::check(&win).is_ok());

    // The position after an extend, as if the shortest way were the only one.
    let mut lines: Vec<&str> = win.lines().collect();
    let extended = lines.iter().position(|line| line.contains("/oo1---- x 0 "));
    let line = lines.remove(extended.expect("Blue can extend"));
    let claimed: u16 = lines[3]
        .rsplit(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .expect("a number");
    let (position, _) = line.split_once(" x 0 ").expect("it was found by that");
    let early = format!("{position} x 0 {} -", claimed - 1);
    assert_ne!(early, line);
    lines.insert(5, &early);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert!(check_certificate::check(&text).is_err());
    insta::assert_snapshot!(reasons([text]), @"8: [-] the reply a1-b1 leads back to the position of line 6 (a win comes nearer with every line)");
}

#[test]
fn a_board_that_comes_again_with_another_count_is_another_position() {
    let text = to_and_fro(|plies| Claim::Win {
        winner: Color::Red,
        within: Plies(plies),
    });
    // With as many plies as another count would leave.
    let mut lines: Vec<&str> = text.lines().collect();
    let again = lines
        .iter()
        .rposition(|line| line.contains("/oo1---- x "))
        .expect("several");
    lines.remove(again);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert!(check_certificate::check(&text).is_err());
    assert!(checked(text.as_bytes()).is_err());
}

#[test]
fn what_cannot_be_written() {
    let Fen(position) = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1"
        .parse()
        .expect("a FEN");
    let mut prover = Prover::new(Preset::Berkeley2022);
    let claim = Claim::Exactly {
        winner: Color::Red,
        plies: Plies(3),
    };
    let whole = prover
        .certificate(claim, &literal_of(&position))
        .expect("small");
    assert_eq!(written(&whole), SAMPLE);
    let error = |certificate: Certificate| {
        let mut text = Vec::new();
        let error = certificate
            .write(&mut text)
            .expect_err("it is not complete");
        assert!(checked(&text).is_err());
        format!("{error}\n")
    };
    let changed = |change: fn(&mut Certificate)| {
        let mut certificate = whole.clone();
        change(&mut certificate);
        error(certificate)
    };
    let errors = [
        changed(|certificate| drop(certificate.strategies.pop())),
        changed(|certificate| certificate.strategies[0].steps.clear()),
        changed(|certificate| {
            certificate.strategies[1]
                .steps
                .retain(|step| step.position.plies() == 0)
        }),
        changed(|certificate| {
            let mut steps = certificate.strategies[0].steps.iter_mut();
            let first = steps.find(|step| step.position == certificate.position);
            first.expect("the first step").mv = Move::Pass;
        }),
        changed(|certificate| {
            certificate.claim = Claim::Win {
                winner: Color::Red,
                within: Plies(2),
            };
        }),
    ];
    insta::assert_snapshot!(errors.concat(), @"
    there is no `strategy hold blue 2`
    `strategy win red 3` has no step for `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`
    `strategy hold blue 2` has no step for `xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1`
    the step for `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0` cannot be played: a pass is legal only without another legal move
    `strategy win red 2` is not kept: the game goes on at the end
    ");
}
