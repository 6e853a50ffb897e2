//! Random changes of certificates: whatever is still accepted is true.

use super::prover::{Chance, Prover, literal_of};
use super::{SAMPLE, check_certificate, checked, endgame_certificates, text};
use ataxx_core::board::Rules;
use ataxx_core::solver::certificate::Claim;
use std::collections::HashMap;

/// Checks a changed text: if it is still accepted its claim is true, and the independent checker
/// agrees about wins. Returns whether it is accepted.
fn accepted_is_true(text: &[u8]) -> bool {
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
    // A claim that a few lines prove is proved by brute force within a budget, small or large.
    for _ in 0..100 {
        prover.reset();
        if let Ok(true_claim) = prover.is_true(verified.claim, &position) {
            assert!(true_claim, "{}", String::from_utf8_lossy(text));
            return true;
        }
    }
    panic!("too big: {}", String::from_utf8_lossy(text));
}

#[test]
fn certificates_with_a_changed_byte() {
    let before = SAMPLE.find("strategy hold").expect("there");
    let win = format!("{}end 3\n", SAMPLE[..before].replacen("exact", "win", 1));
    let mut accepted = 0;
    for sample in [win.as_bytes(), SAMPLE.as_bytes()] {
        for place in 0..sample.len() {
            for byte in *b"xo-/ 123467bcdg\n\r\xff" {
                let mut text = sample.to_vec();
                text[place] = byte;
                accepted += usize::from(text != sample && accepted_is_true(&text));
            }
            let mut text = sample.to_vec();
            text.remove(place);
            assert!(!accepted_is_true(&text));
            text.insert(place, sample[place]);
            text.insert(place, sample[place]);
            assert!(!accepted_is_true(&text));
        }
    }
    println!("{accepted} changes are accepted");
    assert!(accepted > 0);
}

/// Changes a certificate at random. Returns the kind of change, whether the result may still be a
/// true certificate, and the text.
pub fn changed(chance: &mut Chance, original: &str) -> (&'static str, bool, String) {
    let mut lines: Vec<String> = original.lines().map(str::to_owned).collect();
    let steps = 5..lines.len() - 1;
    let one = 5 + chance.below(steps.len().max(1));
    let other = chance.below(lines.len());
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
            ("a line left out", false, text(&lines))
        }
        1 => {
            lines.insert(other, lines[other].clone());
            ("a line twice", false, text(&lines))
        }
        2 => {
            lines.swap(one, other);
            ("two lines swapped", true, text(&lines))
        }
        3 => {
            lines[one] = field(chance, &lines[one], 0, &squares);
            ("another move", true, text(&lines))
        }
        4 => {
            lines[one] = field(chance, &lines[one], 1, "1");
            ("other plies", true, text(&lines))
        }
        5 => {
            lines[one] = field(chance, &lines[one], 2, "-");
            ("another count", true, text(&lines))
        }
        6 => {
            let line = lines[2].clone();
            lines[2] = field(chance, &line, 0, "1");
            ("the claim on another count", true, text(&lines))
        }
        7 => {
            let name = chance.pick(&Rules::NAMED).base_name();
            lines[1] = format!("rules {name}");
            ("other rules", true, text(&lines))
        }
        8 => {
            // The same number in the claim and in the line of the strategy.
            let more = chance.below(6).to_string();
            for line in [3, 4] {
                let mut fields: Vec<&str> = lines[line].split(' ').collect();
                *fields.last_mut().expect("words") = &more;
                lines[line] = fields.join(" ");
            }
            ("another claim", true, text(&lines))
        }
        9 => {
            let at = chance.below(original.len());
            ("an end too soon", false, original[..at].to_owned())
        }
        _ => {
            // The same cell on every line: often a proof of another claim.
            let cells = ["x", "o", "-", "1"];
            let (from, to) = (*chance.pick(&cells), *chance.pick(&cells));
            let at = chance.below(30);
            for line in &mut lines[2..] {
                if let Some(found) = line.get(at..).and_then(|rest| rest.find(from)) {
                    line.replace_range(at + found..=at + found, to);
                }
            }
            ("other positions", true, text(&lines))
        }
    }
}

#[test]
fn changed_certificates() {
    let mut chance = Chance::new(3);
    let mut count: HashMap<&str, (usize, usize)> = HashMap::new();
    for rules in Rules::NAMED {
        for (_, text) in endgame_certificates(2, rules, 40) {
            let lines = text.lines().count();
            if !(7..80).contains(&lines) {
                continue;
            }
            for _ in 0..15 {
                let (how, may_be_true, changed) = changed(&mut chance, &text);
                if changed == text {
                    continue;
                }
                let accepted = accepted_is_true(changed.as_bytes());
                assert!(may_be_true || !accepted, "{how}: {text}\n{changed}");
                let (all, true_ones) = count.entry(how).or_default();
                *all += 1;
                *true_ones += usize::from(accepted);
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
