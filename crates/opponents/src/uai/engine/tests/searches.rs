//! Searches: their limits, their ends, and what comes in meanwhile.

use super::*;

#[test]
fn a_search_with_a_seed() {
    let lines = format!("setoption name Seed value 7\nposition fen {START}\ngo depth 2");
    insta::assert_snapshot!(conversation(&lines), @"
    info depth 1 seldepth 1 multipv 1 score cp 27 nodes 19 nps N hashfull 0 time N pv b6
    info depth 2 seldepth 2 multipv 1 score cp 41 nodes 53 nps N hashfull 0 time N pv b6 b2
    bestmove b6
    ");
}

#[test]
fn a_seeded_search_does_not_depend_on_earlier_ones() {
    let asked = "position startpos moves b7 a2\ngo nodes 3000\nisready";
    let seeded = "setoption name Seed value 5\nsetoption name Threads value 4";
    let plain = conversation(&format!("{seeded}\n{asked}"));
    let busy =
        format!("position fen {WON}\ngo nodes 9000\nposition startpos\ngo depth 3\n{seeded}");
    let talk = Talk::new();
    talk.send(&busy);
    talk.read_line("bestmove");
    talk.read_line("bestmove");
    talk.send(asked);
    let after: Vec<String> = talk.end().iter().map(|line| timeless(line)).collect();
    let without_ready = |text: &str| text.replace("\nreadyok", "").replace("readyok\n", "");
    assert_eq!(without_ready(&after.join("\n")), without_ready(&plain));
    assert!(plain.contains("bestmove"), "{plain}");
}

#[test]
fn commands_are_read_during_a_search() {
    let talk = Talk::new();
    talk.send("position startpos\ngo infinite");
    for _ in 0..3 {
        talk.send("isready");
        let said = talk.read_line("readyok");
        assert_eq!(best_moves(&said), Vec::<&str>::new());
    }
    talk.send("uai");
    talk.read_line("uaiok");
    talk.send("query p1turn\nquery moon\nhello");
    talk.read_line("response true");
    talk.read_line("info string error: query");
    talk.read_line("info string error: unknown");
    talk.send("stop");
    let said = talk.read_line("bestmove ");
    assert_legal(best_moves(&said)[0], START);
    talk.send("stop\nstop");
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn a_new_position_ends_the_search_before_it() {
    let talk = Talk::new();
    talk.send(&format!(
        "go infinite\nposition fen {SHUT_IN}\nd\ngo depth 3"
    ));
    let said = talk.read_line("fen: ");
    assert_eq!(best_moves(&said).len(), 1, "{said:?}");
    assert_legal(best_moves(&said)[0], START);
    assert!(said.last().is_some_and(|line| line.ends_with(SHUT_IN)));
    assert_eq!(best_moves(&talk.read_line("bestmove")), ["0000"]);
    assert_eq!(best_moves(&talk.end()), Vec::<&str>::new());
}

#[test]
fn each_go_has_its_answer() {
    let talk = Talk::new();
    talk.send("go infinite\ngo infinite\nmoves b7\ngo infinite\nuainewgame\ngo infinite\nperft 2\nisready\ngo infinite");
    let said = talk.read_line("nodes ");
    assert_eq!(best_moves(&said).len(), 4, "{said:?}");
    assert_legal(best_moves(&said)[2], "xx4o/7/7/7/7/7/o5x o 0 1");
    assert_eq!(said.last().map(String::as_str), Some("nodes 256"));
    talk.send("stop");
    assert_eq!(best_moves(&talk.read_line("bestmove")).len(), 1);
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn an_answer_is_kept_until_it_is_asked_for() {
    for fen in [WON, SHUT_IN, OVER] {
        let talk = Talk::new();
        talk.send(&format!("position fen {fen}\ngo infinite"));
        talk.read_line("info ");
        let mut said = Vec::new();
        for _ in 0..200 {
            talk.send("isready");
            said.extend(talk.read_line("readyok"));
        }
        assert_eq!(best_moves(&said), Vec::<&str>::new(), "{fen}");
        talk.send("stop");
        let said = talk.read_line("bestmove");
        if fen == OVER {
            assert_eq!(best_moves(&said), ["0000"]);
        } else {
            assert_legal(best_moves(&said)[0], fen);
        }
        assert_eq!(talk.end(), Vec::<String>::new());
    }
}

#[test]
fn a_held_answer_is_sent_before_the_next_command() {
    let talk = Talk::new();
    talk.send(&format!("position fen {OVER}\ngo infinite"));
    talk.read_line("info string");
    talk.send("position startpos\nquery gameover");
    let said = talk.read_line("response");
    assert_eq!(said, ["bestmove 0000", "response false"]);
}

#[test]
fn quit_is_quit() {
    for doing in [
        "",
        "go infinite",
        "go depth 200",
        "perft 30",
        "go infinite\nposition startpos",
    ] {
        let talk = Talk::new();
        talk.send(&format!("{doing}\nquit\nisready"));
        let said = talk.end();
        assert!(!said.contains(&"readyok".to_owned()), "{doing}: {said:?}");
    }
}

#[test]
fn the_end_of_the_input_waits_for_what_ends_by_itself() {
    let talk = Talk::new();
    talk.send("go depth 3\n");
    let said = talk.end();
    assert!(
        said.iter().any(|line| line.starts_with("info depth 3 ")),
        "{said:?}"
    );
    assert_eq!(best_moves(&said).len(), 1);
    for endless in ["go infinite", &format!("position fen {OVER}\ngo infinite")] {
        let talk = Talk::new();
        talk.send(endless);
        assert_eq!(best_moves(&talk.end()).len(), 1);
    }
}

#[test]
fn a_closed_output_ends_the_engine() {
    for begun in ["uai", "go infinite", "perft 30"] {
        let mut talk = Talk::new();
        talk.send(begun);
        let (_, nothing) = mpsc::channel();
        talk.said = nothing;
        talk.send("isready");
        let ended = talk.engine.join().expect("no panic");
        let kind = ended.expect_err(begun).kind();
        assert_eq!(kind, io::ErrorKind::BrokenPipe, "{begun}");
    }
}

#[test]
fn a_pass_is_answered_only_where_it_is_forced() {
    for limit in [
        "movetime 50",
        "depth 3",
        "nodes 500",
        "btime 1000 wtime 1000",
        "",
    ] {
        let said = conversation(&format!("position fen {SHUT_IN}\ngo {limit}"));
        assert!(said.ends_with("bestmove 0000"), "{limit}: {said}");
        assert!(!said.contains("over"), "{limit}: {said}");
    }
}

#[test]
fn forced_wins_are_counted_in_moves() {
    let said = conversation(&format!("position fen {WON}\ngo depth 4"));
    assert!(said.contains(" score mate 1 "), "{said}");
    let said = conversation(
        "setoption name Rules value 2022\nposition fen xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1\ngo mate 2",
    );
    assert!(said.contains(" score mate 2 "), "{said}");
    assert!(
        said.ends_with("bestmove a5c7") || said.ends_with("bestmove a7c7"),
        "{said}"
    );
}

#[test]
fn several_lines() {
    let said = conversation("setoption name MultiPV value 3\ngo depth 2");
    for number in 1..=3 {
        let is_last = |line: &str| {
            line.starts_with("info depth 2 ") && line.contains(&format!(" multipv {number} "))
        };
        assert!(said.lines().any(is_last), "{said}");
    }
    assert!(!said.contains(" multipv 4 "), "{said}");
    // All there are.
    let said = conversation("setoption name MultiPV value 256\ngo depth 1");
    assert!(
        said.contains(" multipv 16 ") && !said.contains(" multipv 17 "),
        "{said}"
    );
}

#[test]
fn only_some_moves() {
    for mv in ["a7a5", "b6", "g1e1"] {
        let said = conversation(&format!("go depth 2 searchmoves {mv} h9"));
        assert!(said.ends_with(&format!("bestmove {mv}")), "{said}");
        assert!(!said.contains(" multipv 2 "), "{said}");
        let said = conversation(&format!("go depth 2 searchmoves d4 {mv}"));
        assert!(said.ends_with(&format!("bestmove {mv}")), "{said}");
        assert!(said.contains("not legal"), "{said}");
    }
}

#[test]
fn only_some_moves_within_a_time() {
    let said =
        conversation("setoption name MultiPV value 2\ngo movetime 1000 searchmoves a7a5 g1e1");
    let found = ["a7a5", "g1e1"].map(|mv| said.ends_with(&format!("bestmove {mv}")));
    assert!(found.contains(&true), "{said}");
    assert!(said.contains(" multipv 2 "), "{said}");
}
