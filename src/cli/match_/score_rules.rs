//! `--draw` and `--resign`.

use super::keys;
use crate::opponents::{DrawRule, ResignRule};

/// Reads the value of `--draw`.
pub fn draw(text: &str) -> Result<DrawRule, String> {
    const KEYS: [&str; 3] = ["movenumber", "movecount", "score"];
    let [Some(number), Some(count), Some(score)] = keys::values(text, KEYS)? else {
        return Err("expected movenumber=…, movecount=… and score=…".to_owned());
    };
    Ok(DrawRule {
        move_number: whole("movenumber", number, 0, MOST_MOVES)?,
        move_count: whole("movecount", count, 1, MOST_MOVES)?,
        score: whole("score", score, 0, MOST_SCORE)?,
    })
}

/// Reads the value of `--resign`.
pub fn resign(text: &str) -> Result<ResignRule, String> {
    const KEYS: [&str; 3] = ["movecount", "score", "twosided"];
    let [Some(count), Some(score), two_sided] = keys::values(text, KEYS)? else {
        return Err("expected movecount=… and score=…".to_owned());
    };
    Ok(ResignRule {
        move_count: whole("movecount", count, 1, MOST_MOVES)?,
        score: whole("score", score, 1, MOST_SCORE)?,
        two_sided: match two_sided {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => {
                return Err(format!(
                    "`twosided`: expected `true` or `false`, found `{other}`"
                ));
            }
        },
    })
}

const MOST_MOVES: u32 = 10_000;
const MOST_SCORE: u32 = 1_000_000;

fn whole(key: &str, text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            format!("`{key}`: expected a whole number from {least} to {most}, found `{text}`")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_by_scores() {
        let rule = DrawRule {
            move_number: 34,
            move_count: 8,
            score: 20,
        };
        assert_eq!(draw("movenumber=34, score=20,movecount=8"), Ok(rule));
        let rule = ResignRule {
            move_count: 3,
            score: 600,
            two_sided: false,
        };
        assert_eq!(resign("movecount=3,score=600"), Ok(rule));
        let two_sided = ResignRule {
            two_sided: true,
            ..rule
        };
        assert_eq!(resign("movecount=3,score=600,twosided=true"), Ok(two_sided));
    }

    #[test]
    fn what_is_no_rule() {
        let no_draw = |text: &str| draw(text).expect_err(text);
        insta::assert_snapshot!(no_draw(""), @"expected KEY=VALUE, found ``");
        insta::assert_snapshot!(no_draw("movecount=8,score=20"), @"expected movenumber=…, movecount=… and score=…");
        insta::assert_snapshot!(no_draw("movenumbr=8"), @"expected one of movenumber, movecount, score, found `movenumbr`; did you mean `movenumber`?");
        insta::assert_snapshot!(no_draw("score=1,score=2"), @"`score=` stands there twice");
        insta::assert_snapshot!(no_draw("movenumber=0,movecount=0,score=20"), @"`movecount`: expected a whole number from 1 to 10000, found `0`");
        let no_resignation = |text: &str| resign(text).expect_err(text);
        insta::assert_snapshot!(no_resignation("movecount=3"), @"expected movecount=… and score=…");
        insta::assert_snapshot!(no_resignation("movecount=3,score=-600"), @"`score`: expected a whole number from 1 to 1000000, found `-600`");
        insta::assert_snapshot!(no_resignation("movecount=3,score=600,twosided=yes"), @"`twosided`: expected `true` or `false`, found `yes`");
    }
}
