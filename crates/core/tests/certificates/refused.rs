//! Certificates with one error each, and the messages.

use super::{SAMPLE, WITH_PASSES, check_certificate, checked, lines, reasons, text, with};

#[test]
fn wrong_first_lines() {
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
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this is not the spelling of certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1`)
    2: [UAI] this is not the spelling of certificates (expected `uai`)
    2: [] expected rules (2008, 2016, 2022, uai, reloaded), found the end
    3: [Position] expected `position`, found `Position`
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo] this is not the spelling of certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x] this is not the spelling of certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    3: [ 1] expected the end of the line, found ` 1`
    3: [0] expected `x`, `o`, `-` or a digit from 1 to 7, found `0` (a run of empty squares is 1 to 7 long)
    3: [xxooox] rank 7 has 6 squares instead of 7
    3: [xx1oooX/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0] this is not the spelling of certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    3: [xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 00] this is not the spelling of certificates (expected `xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0`)
    4: [sure] expected `win`, `exact`, `none` or `draw`, found `sure`
    4: [green] expected a color (red, blue), found `green`
    4: [Red] this is not the spelling of certificates (expected `red`)
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
fn wrong_claims() {
    let claims = [
        // With matching lines for its strategies.
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
    // The jump limit is out of reach, so the other count changes nothing.
    assert!(checked(with(2, "2022", "2008").as_bytes()).is_ok());
    insta::assert_snapshot!(reasons([win_only]), @"9: [end] expected `strategy hold blue 2`, found `end`");
}

#[test]
fn wrong_steps() {
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
    6: [A5-C7] this is not the spelling of certificates (expected `a5-c7`)
    6: [] expected `-` and the square that a5 goes to, found `c7` (did you mean `a5-c7`?)
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
fn missing_repeated_and_swapped_lines() {
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
    14: [] the file ends where a step, a strategy or the end is expected
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
    15: [end 7] there is more after the end
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
    // Lines with the same plies left may be in any order.
    let mut lines = lines();
    lines.swap(6, 7);
    assert!(checked(text(&lines).as_bytes()).is_ok());
}

#[test]
fn steps_out_of_order() {
    // A required line with the right plies, before one with more plies left.
    let mut lines: Vec<&str> = WITH_PASSES.lines().collect();
    let last = lines.remove(13);
    lines.insert(8, last);
    let text = text(&lines);
    assert!(check_certificate::check(&text).is_err());
    insta::assert_snapshot!(reasons([text]), @"10: [4] the line before has fewer plies left: lines begin with the most");
}

/// Other readers accept turn 0 as turn 1.
#[test]
fn a_turn_number_out_of_range() {
    let with_turn = |turn: &str| {
        format!(
            "ataxx certificate 1\nrules reloaded\nposition x5o/7/7/7/7/7/o5x x 0 {turn}\n\
             claim none 0\nstrategy hold red 0\nstrategy hold blue 0\nend 0\n"
        )
    };
    for turn in ["1", "100", "101", "2147483648"] {
        assert!(checked(with_turn(turn).as_bytes()).is_ok(), "{turn}");
    }
    insta::assert_snapshot!(reasons(["0", "2147483649"].map(with_turn)), @"
    3: [x5o/7/7/7/7/7/o5x x 0 0] the turn number is at least 1
    3: [2147483649] the turn number is at most 2147483648, found `2147483649`
    ");
}
