//! The checker in Python, which was written from the page on certificates, accepts the same texts as
//! ours.

use super::changed::changed;
use super::prover::{Chance, board_of, endgame};
use super::python_program::has_python;
use super::{SAMPLE, WITH_PASSES, checked, endgame_certificates};
use ataxx_core::board::{BoardSize, Rules};
use ataxx_core::solver::{Budget, Extent, Plies, Question, Solver, SolverOptions};
use std::collections::HashMap;
use std::fs;
use std::process::Command;

/// The number of files that one Python process checks.
const FILES_A_PROCESS: usize = 500;

/// The result of a checker: the claim, if it is proved; otherwise whether the text is a certificate
/// at all.
type Answer = Result<String, bool>;

fn by_ours(text: &[u8]) -> Answer {
    match checked(text) {
        Ok(verified) => Ok(verified.claim.to_string()),
        Err(refused) => Err(refused.is_certificate()),
    }
}

fn by_python(texts: &[Vec<u8>]) -> Vec<Answer> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut answers = Vec::new();
    for texts in texts.chunks(FILES_A_PROCESS) {
        let names = (0..texts.len()).map(|number| number.to_string());
        let names: Vec<String> = names.collect();
        for (name, text) in names.iter().zip(texts) {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let output = Command::new("python3")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py"))
            .args(&names)
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        let lines = String::from_utf8(output.stdout).expect("text");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(lines.lines().count(), names.len(), "{errors}");
        answers.extend(lines.lines().zip(&names).map(|(line, name)| {
            let result = line.strip_prefix(name.as_str()).expect("the name first");
            match result.strip_prefix(": proved ") {
                Some(claim) => Ok(claim.to_owned()),
                None => Err(!result.ends_with(": this is not a certificate")),
            }
        }));
    }
    answers
}

/// Compares the checkers. Returns the number of proved texts.
fn compare(texts: &[Vec<u8>]) -> usize {
    let answers = by_python(texts);
    for (text, answer) in texts.iter().zip(&answers) {
        let text_shown = String::from_utf8_lossy(text);
        assert_eq!(by_ours(text), *answer, "{text_shown}");
    }
    answers.iter().filter(|answer| answer.is_ok()).count()
}

/// The named rules, and some with settings.
fn all_rules() -> Vec<Rules> {
    let settings = [
        "2022,stuck=award",
        "2008,jumps=20+21+22+33,jump-limit=7,at-limit=draw,pass=counts",
        "uai,jumps=none,ply-limit=40",
        "reloaded,jump-limit=9,at-limit=draw,ply-limit=12",
    ];
    let read = settings.map(|text| text.parse().expect(text));
    Rules::NAMED.into_iter().chain(read).collect()
}

#[test]
fn it_agrees_on_all_claims_and_on_changed_ones() {
    if !has_python() {
        return;
    }
    let mut chance = Chance::new(5);
    let mut texts: Vec<Vec<u8>> = Vec::new();
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    let mut proved = 0;
    for rules in all_rules() {
        for (claim, text) in endgame_certificates(6, rules, 20) {
            *kinds.entry(super::kind(claim)).or_default() += 1;
            proved += 1;
            texts.push(text.clone().into_bytes());
            for _ in 0..3 {
                texts.push(changed(&mut chance, &text).2.into_bytes());
            }
        }
    }
    for kind in ["win", "exact", "none", "draw"] {
        let count = kinds.get(kind).copied().unwrap_or_default();
        assert!(count > 10, "{kind}: {count}");
    }
    let accepted = compare(&texts);
    println!("{accepted} of {} are accepted", texts.len());
    assert!(proved <= accepted && accepted < texts.len() - proved);
}

#[test]
fn it_agrees_on_changed_bytes() {
    if !has_python() {
        return;
    }
    let mut texts = Vec::new();
    for sample in [SAMPLE, WITH_PASSES].map(str::as_bytes) {
        for place in 0..sample.len() {
            texts.push(sample[..place].to_vec());
            let byte = b"xo-/ 1267b\n\r\xff"[place % 13];
            let mut text = sample.to_vec();
            text[place] = byte;
            if text != sample {
                texts.push(text);
            }
        }
    }
    let accepted = compare(&texts);
    assert!(accepted * 2 < texts.len(), "{accepted} of {}", texts.len());
}

#[test]
fn it_accepts_the_certificates_of_the_solver() {
    if !has_python() {
        return;
    }
    let mut chance = Chance::new(7);
    let mut texts = Vec::new();
    for rules in all_rules() {
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        for number in 0..12 {
            let position = board_of(&endgame(&mut chance, &rules));
            let question = Question {
                within: (number % 2 == 0).then_some(Plies(number / 2)),
                all_moves: false,
            };
            let budget = Budget {
                nodes: Some(20_000),
                may_continue: &|| true,
            };
            let solution = solver.answer(&position, question, &budget);
            for extent in [Extent::Win, Extent::Distance] {
                // Some have no verdict or no distance within the budget.
                let certificate =
                    solver.certificate(&position, &solution, extent, &budget, &|_| ());
                if let Ok(certificate) = certificate {
                    texts.push(super::written(&certificate).into_bytes());
                }
            }
        }
    }
    assert!(texts.len() > 100, "{}", texts.len());
    assert_eq!(compare(&texts), texts.len());
}

/// The boards that docs/ANALYSTS.md calls solved.
#[test]
fn it_accepts_the_certificates_of_smaller_boards() {
    let mut texts = Vec::new();
    for (size, plies) in [("3x3", 1), ("3x4", 3), ("4x4", 3), ("4x5", 3)] {
        let size: BoardSize = size.parse().expect("a size");
        for rules in [Rules::BERKELEY_2022, Rules::UAI] {
            let budget = Budget::unlimited();
            let mut solver = Solver::new(&rules, &SolverOptions::default());
            let solution = solver.exact(&size.start(), &budget);
            let certificate = solver
                .certificate(&size.start(), &solution, Extent::Distance, &budget, &|_| ())
                .expect("a distance");
            let text = super::written(&certificate);
            assert!(
                text.contains(&format!("\nclaim exact red {plies}\n")),
                "{text}"
            );
            assert!(checked(text.as_bytes()).is_ok());
            texts.push(text.into_bytes());
        }
    }
    if has_python() {
        assert_eq!(compare(&texts), texts.len());
    }
}

/// A long win. Only `make truth` certifies its distance, which takes two million steps.
#[test]
#[ignore = "takes long: `make check-long`"]
fn it_accepts_that_the_first_player_wins_on_three_by_five() {
    let start = "3x5".parse::<BoardSize>().expect("a size").start();
    let budget = Budget::unlimited();
    let mut solver = Solver::new(&Rules::BERKELEY_2022, &SolverOptions::default());
    let solution = solver.exact(&start, &budget);
    let certificate = solver
        .certificate(&start, &solution, Extent::Win, &budget, &|_| ())
        .expect("a win");
    let text = super::written(&certificate);
    assert!(text.contains("\nclaim win red "), "{:?}", solution.verdict);
    assert!(checked(text.as_bytes()).is_ok());
    if has_python() {
        assert_eq!(compare(&[text.into_bytes()]), 1);
    }
}
