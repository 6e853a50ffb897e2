//! Certificates: what is proved is believed, and nothing else is.

#[allow(dead_code)] // it has a `main` of its own
#[path = "../examples/check_certificate.rs"]
mod check_certificate;
mod prover;

use ataxx::board::Preset;
use ataxx::diagnostic::{Look, render};
use ataxx::solver::certificate::{Certificate, Claim, Refused, Verified, verify};
use prover::{Chance, Prover, endgame, true_claims};
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
