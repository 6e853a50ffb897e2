//! Certificates of the positions after the first moves, combined, prove what a certificate of the
//! position proves.

use crate::solving::portion;
use crate::solving::positions::any_position;
use crate::solving::tally::Tally;
use crate::solving::twins::positions::Chance;
use ataxx_core::board::{Color, Position, Rules};
use ataxx_core::solver::certificate::{Certificate, Claim, CombineError, Part, combine, verify};
use ataxx_core::solver::{
    Budget, Extent, Plies, Question, Solution, Solver, SolverOptions, Verdict,
};
use std::io;
use std::ops::ControlFlow;

const BUDGET: Budget = Budget {
    nodes: Some(3000),
    may_continue: &|| true,
};

fn solve(solver: &mut Solver, position: &Position, within: Option<Plies>) -> Solution {
    let question = Question {
        within,
        all_moves: false,
    };
    solver.answer(position, question, &BUDGET)
}

/// The certificates of the positions after the first moves, unless the game is over there; `None`
/// if one exceeds the budget.
fn after_first_moves(
    rules: &Rules,
    position: &Position,
    within: Option<Plies>,
    extent: Extent,
) -> Option<Vec<Certificate>> {
    let mut solver = Solver::new(rules, &SolverOptions::default());
    solver.keep_table();
    let mut certificates = Vec::new();
    for mv in position.legal_moves(rules) {
        let after = position.after(mv, rules);
        if after.outcome(rules).is_some() {
            continue;
        }
        let within = within.map(|Plies(plies)| Plies(plies - 1));
        let solution = solve(&mut solver, &after, within);
        let certificate = solver.certificate(&after, &solution, extent, &BUDGET, &|_| ());
        certificates.push(certificate.ok()?);
    }
    Some(certificates)
}

/// Writes the certificates as two parts and reads them back.
fn in_two_parts(
    rules: &Rules,
    position: &Position,
    certificates: &[Certificate],
) -> Vec<Certificate> {
    let (first, second) = certificates.split_at(certificates.len() / 2);
    let mut read = Vec::new();
    for certificates in [first, second] {
        let part = Part {
            rules: *rules,
            position: *position,
            certificates: certificates.to_vec(),
        };
        let mut text = Vec::new();
        part.write(&mut text).expect("a part");
        let start = String::from_utf8_lossy(&text[..40]);
        assert!(Part::is_start(&start), "{start}");
        let part = Part::read(&text[..], |_| ControlFlow::Continue(())).expect("a valid part");
        assert_eq!(part.rules, *rules);
        read.extend(part.certificates);
    }
    read
}

/// The claim of a certificate after it was written and verified.
fn verified(certificate: &Certificate) -> Claim {
    let mut text = Vec::new();
    certificate.write(&mut text).expect("all steps are there");
    let shown = String::from_utf8_lossy(&text);
    let verified = verify(&text[..], |_| ControlFlow::Continue(()))
        .unwrap_or_else(|error| panic!("{error}\n{shown}"));
    verified.claim
}

/// Whether a claim may be true of a position with this verdict.
fn agrees(turn: Color, verdict: Verdict, claim: Claim) -> bool {
    let (winner, distance) = match verdict {
        Verdict::Unknown => return true,
        Verdict::Win(distance) => (Some(turn), distance),
        Verdict::Loss(distance) => (Some(!turn), distance),
        Verdict::None | Verdict::Draw => (None, None),
    };
    match claim {
        Claim::Exactly {
            winner: side,
            plies,
        } => winner == Some(side) && distance.is_none_or(|distance| distance == plies),
        Claim::Win {
            winner: side,
            within,
        } => winner == Some(side) && distance.is_none_or(|distance| distance <= within),
        Claim::None { within } => distance.is_none_or(|distance| distance > within),
        // Within any number of plies, too.
        Claim::Draw => winner.is_none(),
    }
}

/// Whether a claim is as strong as the verdict.
fn is_complete(verdict: Verdict, claim: Claim, asked: Option<Plies>, extent: Extent) -> bool {
    match verdict {
        Verdict::Unknown => true,
        Verdict::None => match claim {
            Claim::None { within } => Some(within) >= asked,
            _ => claim == Claim::Draw,
        },
        Verdict::Draw => claim == Claim::Draw,
        Verdict::Win(_) | Verdict::Loss(_) => match claim {
            Claim::Exactly { .. } => true,
            Claim::Win { .. } => extent == Extent::Win,
            _ => false,
        },
    }
}

/// Combines the certificates after first moves of many positions, and compares with the
/// position solved as a whole.
fn compare(seed: u64, count: usize, within: Option<Plies>, extent: Extent) -> Tally {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    for number in 0..portion(count) {
        let rules = Rules::NAMED[number % Rules::NAMED.len()];
        let (kind, position) = any_position(&mut chance, &rules);
        let odd = u32::from(position.turn() == Color::Blue);
        let position = position.with_plies(position.plies() / 2 * 2 + odd);
        // In other positions holding takes too many steps.
        if position.empty().count() > 8 || position.outcome(&rules).is_some() {
            continue;
        }
        let whole = solve(
            &mut Solver::new(&rules, &SolverOptions::default()),
            &position,
            within,
        );
        let Some(certificates) = after_first_moves(&rules, &position, within, extent) else {
            continue;
        };
        let certificates = in_two_parts(&rules, &position, &certificates);
        let combined = combine(&rules, &position, &certificates).expect("they belong together");
        assert_eq!(combined.unproved, []);
        let claim = verified(&combined.certificate);
        assert_eq!(claim, combined.certificate.claim);
        let turn = position.turn();
        let fen = position.to_string();
        let case = format!("{fen} {rules} {:?} {claim:?}", whole.verdict);
        assert!(agrees(turn, whole.verdict, claim), "{case}");
        assert!(is_complete(whole.verdict, claim, within, extent), "{case}");
        tally.note(kind);
        tally.note_verdict(whole.verdict);

        // Without some of them, the claim is weaker and still true.
        let some: Vec<_> = certificates
            .into_iter()
            .filter(|_| chance.percent(50))
            .collect();
        let combined = combine(&rules, &position, &some).expect("they belong together");
        let claim = verified(&combined.certificate);
        let case = format!("{fen} {rules} {:?} {claim:?}", whole.verdict);
        assert!(agrees(turn, whole.verdict, claim), "{case}");
    }
    tally
}

#[test]
fn within_some_plies() {
    let tally = compare(1, 800, Some(Plies(5)), Extent::Win);
    let wanted = ["win 1", "win 3", "win 5", "loss 2", "loss 4", "none"];
    assert_eq!(tally.missing(&wanted), [""; 0], "{tally}");
}

#[test]
fn with_distances() {
    let tally = compare(2, 800, Some(Plies(5)), Extent::Distance);
    let wanted = ["win 1", "win 3", "win 5", "loss 2", "loss 4", "none"];
    assert_eq!(tally.missing(&wanted), [""; 0], "{tally}");
}

#[test]
fn values() {
    let tally = compare(3, 800, None, Extent::Win);
    let wanted = ["win 3", "loss 4", "Win(None)", "Draw"];
    assert_eq!(tally.missing(&wanted), [""; 0], "{tally}");
}

#[test]
fn certificates_that_cannot_be_combined() {
    let rules = Rules::BERKELEY_2022;
    let position: Position = "xx1o3/7/7/7/7/7/7 x 0 1".parse().expect("FEN");
    let mut certificates =
        after_first_moves(&rules, &position, Some(Plies(1)), Extent::Win).expect("little work");
    assert_eq!(
        combine(&Rules::UAI, &position, &certificates).err(),
        Some(CombineError::OtherRules(rules))
    );
    let other = Position::start();
    assert!(matches!(
        combine(&rules, &other, &certificates).err(),
        Some(CombineError::OtherPosition(_))
    ));
    // The move that wins at once needs no certificate.
    certificates.clear();
    let combined = combine(&rules, &position, &certificates).expect("none is wrong");
    assert_eq!(
        verified(&combined.certificate),
        Claim::Exactly {
            winner: Color::Red,
            plies: Plies(1)
        }
    );
    let over: Position = "xx5/7/7/7/7/7/7 o 0 1".parse().expect("FEN");
    assert_eq!(combine(&rules, &over, &[]).err(), Some(CombineError::Over));
}

#[test]
fn a_damaged_part_is_refused() {
    let rules = Rules::BERKELEY_2022;
    let position: Position = "xx1o3/7/7/7/7/7/7 x 0 1".parse().expect("FEN");
    let certificates =
        after_first_moves(&rules, &position, Some(Plies(3)), Extent::Win).expect("little work");
    let part = Part {
        rules,
        position,
        certificates,
    };
    let mut text = Vec::new();
    part.write(&mut text).expect("a part");
    let read = |text: &[u8]| Part::read(text, |_| ControlFlow::Continue(()));
    assert_eq!(
        read(&text).expect("a part").certificates.len(),
        part.certificates.len()
    );
    for end in 0..text.len() {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
    let mut longer = text.clone();
    longer.push(b'\n');
    assert!(read(&longer).is_err());
    // Alone it is no certificate.
    let refused = verify(&text[..], |_| ControlFlow::Continue(())).expect_err("a part");
    assert!(!refused.is_certificate(), "{refused}");
    let cancelled = Part::read(io::Cursor::new(&text), |_| ControlFlow::Break(()));
    assert!(cancelled.is_err());
}
