//! Writing certificates, and the errors.

use super::prover::{Prover, literal_of};
use super::{check_certificate, checked, reasons, written};
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::solver::Plies;
use ataxx_core::solver::certificate::{Certificate, Claim, Step};

/// Red is walled in and passes; Blue can extend at once, or jump back and forth before: several lines
/// of different lengths lead to one position.
fn to_and_fro(claim: impl Fn(u16) -> Claim) -> String {
    let board = "xxxxxxx/-------/-------/-------/-------/-------/o2----";
    let position: Position = format!("{board} o 20 1").parse().expect("a FEN");
    let position = literal_of(&position);
    let mut prover = Prover::new(Rules::BERKELEY_2022);
    let plies = (0..100)
        .find(|&plies| {
            let win = Claim::Win {
                winner: Color::Red,
                within: Plies(plies),
            };
            prover.reset_to_large();
            prover.is_true(win, &position).expect("small")
        })
        .expect("Red has more pieces");
    prover.reset_to_large();
    written(&prover.certificate(claim(plies), &position).expect("small"))
}

#[test]
fn a_position_gets_the_plies_of_the_most_demanding_line() {
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

    // The position after an extend, with the plies of the shortest line.
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
    let text = super::text(&lines);
    assert!(check_certificate::check(&text).is_err());
    insta::assert_snapshot!(reasons([text]), @"8: [-] the reply a1-b1 leads back to the position of line 6 (a win comes nearer with every line)");
}

#[test]
fn a_board_with_another_count_is_another_position() {
    let text = to_and_fro(|plies| Claim::Win {
        winner: Color::Red,
        within: Plies(plies),
    });
    // With the plies left for another count.
    let mut lines: Vec<&str> = text.lines().collect();
    let again = lines
        .iter()
        .rposition(|line| line.contains("/oo1---- x "))
        .expect("several");
    lines.remove(again);
    let text = super::text(&lines);
    assert!(check_certificate::check(&text).is_err());
    assert!(checked(text.as_bytes()).is_err());
}

#[test]
fn invalid_strategies_are_not_written() {
    let position: Position = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1"
        .parse()
        .expect("a FEN");
    let mut prover = Prover::new(Rules::BERKELEY_2022);
    let claim = Claim::Exactly {
        winner: Color::Red,
        plies: Plies(3),
    };
    let whole = prover
        .certificate(claim, &literal_of(&position))
        .expect("small");
    checked(written(&whole).as_bytes()).expect("a certificate");
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
                .retain(|step| step.position.plies() == 0);
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

#[test]
fn the_best_of_several_steps_is_written() {
    let claim = Claim::Exactly {
        winner: Color::Red,
        plies: Plies(3),
    };
    let position: Position = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1"
        .parse()
        .expect("a FEN");
    let mut prover = Prover::new(Rules::BERKELEY_2022);
    let literal = literal_of(&position);
    let mut certificate = prover.certificate(claim, &literal).expect("small");
    let best = written(&certificate);
    for (strategy, worse) in certificate.strategies.iter_mut().zip([Plies(9), Plies(0)]) {
        let others = strategy.steps.clone().into_iter().flat_map(|step| {
            let moves: Vec<Move> = step.position.legal_moves(&Rules::BERKELEY_2022).collect();
            moves.into_iter().map(move |mv| Step {
                mv,
                plies: Some(worse),
                ..step
            })
        });
        // Before the best step and after it.
        let others: Vec<Step> = others.collect();
        strategy.steps = [&others[..], &strategy.steps, &others].concat();
    }
    assert_eq!(written(&certificate), best);
}
