//! Options that consist of `KEY=VALUE`, separated by commas: `--sprt`, `--draw`, `--resign`.

use crate::opponents::{DrawRule, ResignRule};
use ataxx_core::diagnostic::nearest;
use ataxx_core::stats::Sprt;

/// The values of these keys, each at most once.
fn values<'a, const N: usize>(
    text: &'a str,
    keys: [&str; N],
) -> Result<[Option<&'a str>; N], String> {
    let mut values = [None; N];
    for field in text.split(',') {
        let (key, value) = field
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| format!("expected KEY=VALUE, found `{field}`"))?;
        let place = keys.iter().position(|&known| known == key).ok_or_else(|| {
            let near = nearest(key, keys)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("expected one of {}, found `{key}`{near}", keys.join(", "))
        })?;
        if values[place].replace(value).is_some() {
            return Err(format!("`{key}=` stands there twice"));
        }
    }
    Ok(values)
}

/// Reads the hypotheses and error rates of `--sprt`.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
    let given = values(text, KEYS)?;
    let mut values = [None, None, Some(0.05), Some(0.05)];
    for ((key, text), value) in KEYS.into_iter().zip(given).zip(&mut values) {
        if let Some(text) = text {
            let number = text.parse::<f64>();
            let wrong = |_| format!("`{key}`: expected a number, found `{text}`");
            *value = Some(number.map_err(wrong)?);
        }
    }
    let [Some(elo0), Some(elo1), Some(alpha), Some(beta)] = values else {
        return Err("expected elo0=… and elo1=…".to_owned());
    };
    Sprt::new(elo0, elo1, alpha, beta).map_err(|error| error.to_string())
}

/// Reads the value of `--draw`.
pub fn draw(text: &str) -> Result<DrawRule, String> {
    const KEYS: [&str; 3] = ["movenumber", "movecount", "score"];
    let [Some(number), Some(count), Some(score)] = values(text, KEYS)? else {
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
    let [Some(count), Some(score), two_sided] = values(text, KEYS)? else {
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
