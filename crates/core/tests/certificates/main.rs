//! Certificates: proofs are accepted, and everything else is refused.

// The other checker is a program.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod changed;
#[allow(dead_code)] // it has a `main` of its own
#[path = "../../examples/check_certificate.rs"]
mod check_certificate;
mod damaged;
mod prover;
mod python;
#[path = "../../../../tests/common/python.rs"]
mod python_program;
mod refused;
mod written;

use ataxx_core::board::Rules;
use ataxx_core::diagnostic::{Look, render};
use ataxx_core::solver::certificate::{Certificate, Claim, Verified, VerifyError, verify};
use ataxx_core::solver::{Budget, Extent, Plies, Solver, SolverOptions};
use prover::{Chance, Prover, endgame, true_claims};
use std::collections::HashMap;
use std::ops::ControlFlow;

fn checked(text: &[u8]) -> Result<Verified, VerifyError> {
    verify(text, |_| ControlFlow::Continue(()))
}

fn written(certificate: &Certificate) -> String {
    let mut text = Vec::new();
    certificate.write(&mut text).expect("it is complete");
    String::from_utf8(text).expect("it is ASCII")
}

/// The name of the kind of a claim, for counting.
fn kind(claim: Claim) -> &'static str {
    match claim {
        Claim::Win { .. } => "win",
        Claim::Exactly { .. } => "exact",
        Claim::None { .. } => "none",
        Claim::Draw => "draw",
    }
}

/// Certificates of small endgames under these rules, each with its claim.
fn endgame_certificates(seed: u64, rules: Rules, positions: usize) -> Vec<(Claim, String)> {
    let mut chance = Chance::new(seed);
    let mut found = Vec::new();
    for _ in 0..positions {
        let position = endgame(&mut chance, &rules);
        let mut prover = Prover::new(rules);
        // Skip those that exceed the budget.
        let Ok(claims) = true_claims(&mut prover, &position, 4) else {
            continue;
        };
        for claim in claims {
            prover.reset();
            if let Ok(certificate) = prover.certificate(claim, &position) {
                found.push((claim, written(&certificate)));
            }
        }
    }
    found
}

#[test]
fn proofs_are_accepted() {
    let mut count: HashMap<(Rules, &str), usize> = HashMap::new();
    let mut lines = 0;
    for rules in Rules::NAMED {
        for (claim, text) in endgame_certificates(1, rules, 150) {
            let verified = checked(text.as_bytes()).unwrap_or_else(|error| {
                let shown = render(&error.diagnostic("certificate"), Look::Plain);
                panic!("{shown}\n{text}")
            });
            assert_eq!(verified.claim, claim);
            assert_eq!(verified.rules, rules);
            let is_win = matches!(claim, Claim::Win { .. });
            assert_eq!(check_certificate::check(&text).is_ok(), is_win, "{text}");
            lines += verified.counts.steps;
            *count.entry((rules, kind(claim))).or_default() += 1;
        }
        for kind in ["win", "exact", "none", "draw"] {
            let count = count.get(&(rules, kind)).copied().unwrap_or_default();
            println!("{rules} {kind}: {count}");
            assert!(count >= 3, "{rules} {kind}: {count}");
        }
    }
    println!("{lines} lines");
    assert!(lines > 1_000, "{lines}");
}

/// Red wins in three plies, and not in one: two strategies, line by line.
const SAMPLE: &str = include_str!("../../../../docs/examples/three-plies.certificate");

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

/// The lines of the sample certificate.
fn lines() -> Vec<String> {
    SAMPLE.lines().map(str::to_owned).collect()
}

fn text(lines: &[impl AsRef<str>]) -> String {
    lines
        .iter()
        .map(|line| line.as_ref().to_owned() + "\n")
        .collect()
}

/// The sample with a replacement on one line.
fn with(line: usize, from: &str, to: &str) -> String {
    let mut lines = lines();
    let before = &lines[line - 1];
    assert!(before.contains(from), "{before} has no {from}");
    lines[line - 1] = before.replacen(from, to, 1);
    text(&lines)
}

/// The errors of these texts, one a line: place, text at the error, message, help.
fn reasons(texts: impl IntoIterator<Item = String>) -> String {
    let reason = |text: String| {
        let refused = checked(text.as_bytes()).expect_err(&text);
        let diagnostic = refused.diagnostic("certificate");
        let blamed = refused.text[refused.span.clone()].escape_debug();
        let help = diagnostic.help.first().map(|help| format!(" ({help})"));
        let help = help.unwrap_or_default();
        format!(
            "{}: [{blamed}] {}{help}\n",
            refused.line, diagnostic.message
        )
    };
    texts.into_iter().map(reason).collect()
}

#[test]
fn the_samples_are_valid() {
    let verified = checked(SAMPLE.as_bytes()).expect("a certificate");
    assert_eq!(verified.claim.to_string(), "exact red 3");
    assert_eq!((verified.counts.steps, verified.counts.replies), (7, 7));
    assert_eq!(verified.rules, Rules::BERKELEY_2022);
    checked(WITH_PASSES.as_bytes()).expect("a certificate");
    check_certificate::check(WITH_PASSES).expect("a certificate of a win");
}

#[test]
fn the_page_on_certificates_shows_what_the_solver_writes() {
    let page = include_str!("../../../../docs/CERTIFICATES.md");
    assert!(page.contains(&format!("```text\n{SAMPLE}```\n")));
    let position = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x"
        .parse()
        .expect("a position");
    let mut solver = Solver::new(&Rules::BERKELEY_2022, &SolverOptions::default());
    let budget = Budget::unlimited();
    let solution = solver.solve(&position, Plies(7), &budget);
    let certificate = solver.certificate(&position, &solution, Extent::Distance, &budget, &|_| ());
    assert_eq!(written(&certificate.expect("it is short")), SAMPLE);
}
