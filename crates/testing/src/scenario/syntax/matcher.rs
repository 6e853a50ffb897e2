//! Matchers of lines: `contains "square" or "number"`, `next equals "Red wins."`,
//! `matches /moves (?<move>\S+)\./`. And regular expressions from files, with limits on size.

use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{
    Fault, Parsed, did_you_mean, expect, found, next_word, whole,
};

use nom::Parser;
use nom::bytes::complete::tag;
use nom::character::complete::{multispace0, multispace1};
use nom::combinator::{map, opt};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};
use regex::{Error, Regex, RegexBuilder};
use std::fmt;

/// Lines that have little in common. An expression that matches them all is taken for one that
/// matches every line.
const SAMPLES: [&str; 6] = [
    "",
    " ",
    "-",
    "\u{e9}",
    "* Red moves a7-b7.",
    "~!Q[{8}]#\t\\z@%5",
];

/// Whether an expression covers every text whole, so that nothing is left of any.
pub fn covers_every_text(regex: &Regex) -> bool {
    let text = SAMPLES.join("\n");
    SAMPLES
        .iter()
        .chain([&&*text])
        .all(|text| regex.replace_all(text, "").is_empty())
}

/// A matcher of lines.
#[derive(Clone, Debug)]
pub enum Matcher {
    /// The line is one of these texts. Blanks at its ends are ignored.
    Equals(Vec<String>),
    /// The line contains one of these texts. Case is ignored.
    Contains(Vec<String>),
    /// A regular expression matches a part of the line.
    Matches(Box<Regex>),
}

/// A matcher, and the place of its line.
#[derive(Clone, Debug)]
pub struct LineMatcher {
    /// The place.
    pub place: LinePlace,
    /// The matcher.
    pub matcher: Matcher,
}

/// The place of a line relative to the line before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinePlace {
    /// Anywhere after the line before.
    Later,
    /// Right after the line before.
    Next,
    /// Nowhere between the lines before and after.
    Not,
}

impl AsRef<Self> for Matcher {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsRef<Matcher> for LineMatcher {
    fn as_ref(&self) -> &Matcher {
        &self.matcher
    }
}

impl Matcher {
    /// Whether it fits a line.
    pub fn fits(&self, line: &str) -> bool {
        match self {
            Self::Equals(texts) => texts.iter().any(|text| text.trim() == line.trim()),
            Self::Contains(texts) => {
                let line = line.to_lowercase();
                texts.iter().any(|text| line.contains(&text.to_lowercase()))
            }
            Self::Matches(regex) => regex.is_match(line),
        }
    }

    /// Whether it fits every line, so that it checks nothing: one of its texts is empty, or an
    /// expression without a named group, which could be there to take a text, matches anything.
    pub fn fits_every_line(&self) -> bool {
        match self {
            Self::Equals(_) => false,
            Self::Contains(texts) => texts.iter().any(String::is_empty),
            Self::Matches(regex) => {
                let has_names = regex.capture_names().flatten().next().is_some();
                !has_names && SAMPLES.iter().all(|line| regex.is_match(line))
            }
        }
    }

    /// The same with its texts as `put` makes them; a regular expression stays as it is.
    pub fn with_texts(&self, put: impl Fn(&str) -> String) -> Self {
        let all = |texts: &[String]| texts.iter().map(|text| put(text)).collect();
        match self {
            Self::Equals(texts) => Self::Equals(all(texts)),
            Self::Contains(texts) => Self::Contains(all(texts)),
            Self::Matches(regex) => Self::Matches(regex.clone()),
        }
    }

    /// The names and texts of the groups of a regular expression that fits.
    pub fn captures(&self, line: &str) -> Vec<(String, String)> {
        let Self::Matches(regex) = self else {
            return Vec::new();
        };
        let Some(found) = regex.captures(line) else {
            return Vec::new();
        };
        let names = regex.capture_names().flatten();
        names
            .filter_map(|name| Some((name.to_owned(), found.name(name)?.as_str().to_owned())))
            .collect()
    }
}

/// A matcher by itself.
pub fn matcher(text: &str) -> Result<Matcher, SyntaxError> {
    whole(text, delimited(multispace0, one_matcher, multispace0))
}

/// A matcher of a line among others.
pub fn line_matcher(text: &str) -> Result<LineMatcher, SyntaxError> {
    whole(text, delimited(multispace0, placed_matcher, multispace0))
}

fn placed_matcher(input: &str) -> Parsed<'_, LineMatcher> {
    let (rest, place) = opt(terminated(place, multispace1)).parse(input)?;
    let (rest, matcher) = one_matcher(rest)?;
    let place = place.unwrap_or(LinePlace::Later);
    Ok((rest, LineMatcher { place, matcher }))
}

fn place(input: &str) -> Parsed<'_, LinePlace> {
    match next_word(input) {
        "next" => Ok((&input[4..], LinePlace::Next)),
        "not" => Ok((&input[3..], LinePlace::Not)),
        _ => Fault::word(input, "").miss(),
    }
}

fn one_matcher(input: &str) -> Parsed<'_, Matcher> {
    let word = next_word(input);
    let rest = &input[word.len()..];
    match word {
        "equals" => map(preceded(multispace1, alternatives), Matcher::Equals).parse(rest),
        "contains" => map(preceded(multispace1, alternatives), Matcher::Contains).parse(rest),
        "matches" => preceded(multispace0, regex).parse(rest),
        _ => {
            let message = format!(
                "expected a matcher (`equals \"…\"`, `contains \"…\"` or `matches /…/`), found {}",
                found(input)
            );
            let near = did_you_mean(word, ["equals", "contains", "matches", "next", "not"]);
            Fault::word(input, message).with_help(near).miss()
        }
    }
}

fn alternatives(input: &str) -> Parsed<'_, Vec<String>> {
    let or = delimited(multispace1, tag("or"), multispace1);
    separated_list1(or, expect("a text between quotes", quoted_text)).parse(input)
}

/// A text between quotes of either kind; `\` before a quote or another `\` takes its meaning
/// away.
fn quoted_text(input: &str) -> Parsed<'_, String> {
    let Some(quote) = input.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        let message = format!("expected a text between quotes, found {}", found(input));
        return Fault::word(input, message).miss();
    };
    let mut text = String::new();
    let mut letters = input.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, next)) if next == quote || next == '\\' => text.push(next),
                Some((_, next)) => text.extend(['\\', next]),
                None => break,
            },
            letter if letter == quote => return Ok((&input[at + letter.len_utf8()..], text)),
            letter => text.push(letter),
        }
    }
    Fault::new(input, 1, "unclosed quote").fail()
}

/// A regular expression between slashes; `\/` is a slash in it.
fn regex(input: &str) -> Parsed<'_, Matcher> {
    let Some(body) = input.strip_prefix('/') else {
        let found = found(input);
        let message = format!("expected a regular expression between slashes, found {found}");
        return Fault::word(input, message).miss();
    };
    let mut escaped = false;
    let end = body.char_indices().find(|&(_, letter)| {
        let ends = letter == '/' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    });
    let Some((end, _)) = end else {
        return Fault::new(input, 1, "unclosed regular expression: expected `/`").fail();
    };
    let source = body[..end].replace("\\/", "/");
    match compile(&source) {
        Ok(regex) => Ok((&body[end + 1..], Matcher::Matches(Box::new(regex)))),
        Err(reason) => {
            let message = format!("this is no regular expression: {reason}");
            Fault::between(input, &body[end + 1..], message).fail()
        }
    }
}

impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |texts: &[String]| {
            let quoted: Vec<String> = texts.iter().map(|text| quote(text)).collect();
            quoted.join(" or ")
        };
        match self {
            Self::Equals(texts) => write!(f, "equals {}", list(texts)),
            Self::Contains(texts) => write!(f, "contains {}", list(texts)),
            Self::Matches(regex) => write!(f, "matches /{}/", escape_slashes(regex.as_str())),
        }
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes the slashes of an expression so that they do not end it.
fn escape_slashes(source: &str) -> String {
    source.replace('/', "\\/")
}

/// The compiled size of an expression, in bytes.
const MAX_COMPILED: usize = 1 << 20;
/// The memory of its cache while it is matched, in bytes.
const MAX_CACHED: usize = 2 << 20;

/// Compiles a regular expression.
pub fn compile(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text)
        .size_limit(MAX_COMPILED)
        .dfa_size_limit(MAX_CACHED)
        .build()
        .map_err(|error| match error {
            Error::CompiledTooBig(limit) => format!("it compiles to more than {} MiB", limit >> 20),
            error => {
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default();
                reason.trim_start_matches("error: ").to_owned()
            }
        })
}

/// Compiles a regular expression as Python has them, with look-around and back-references.
pub fn compile_like_python(text: &str) -> Result<fancy_regex::Regex, String> {
    fancy_regex::RegexBuilder::new(text)
        .delegate_size_limit(MAX_COMPILED)
        .delegate_dfa_size_limit(MAX_CACHED)
        .build()
        .map_err(|error| compile(text).err().unwrap_or_else(|| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fits(text: &str, line: &str) -> bool {
        matcher(text).expect(text).fits(line)
    }

    #[test]
    fn matchers_fit_lines() {
        assert!(fits("equals \"Red wins.\"", "Red wins. "));
        assert!(!fits("equals \"Red wins.\"", "* Red wins."));
        assert!(fits(
            "contains \"square\" or 'number'",
            "a NUMBER was expected"
        ));
        assert!(!fits("contains \"square\" or 'number'", "what?"));
        assert!(fits(r"matches /^a\/b$/", "a/b"));
        assert!(fits(r#"equals "a \"b\" \\""#, r#"a "b" \"#));
    }

    #[test]
    fn groups_are_captured() {
        let matcher = matcher(r"matches /moves (?<move>\S+)\./").expect("a matcher");
        let captured = matcher.captures("* Red moves a7-b7.");
        assert_eq!(captured, [("move".to_owned(), "a7-b7".to_owned())]);
    }

    #[test]
    fn what_is_no_matcher_is_refused_with_a_place() {
        let error = |text| {
            let error = line_matcher(text).expect_err(text);
            let help = error.help.unwrap_or_default();
            format!("{:?} {} {help}", error.span, error.message)
        };
        insta::assert_snapshot!([
            "contain \"x\"",
            "contains x",
            "contains \"x",
            "contains \"x\" and \"y\"",
            "matches /(/",
            "matches x",
            "next",
            "",
        ].map(error).join("\n"), @r#"
        0..7 expected a matcher (`equals "…"`, `contains "…"` or `matches /…/`), found `contain` did you mean `contains`?
        9..10 expected a text between quotes, found `x` 
        9..10 unclosed quote 
        13..16 expected nothing more, found `and` 
        8..11 this is no regular expression: unclosed group 
        8..9 expected a regular expression between slashes, found `x` 
        0..4 expected a matcher (`equals "…"`, `contains "…"` or `matches /…/`), found `next` did you mean `next`?
        0..0 expected a matcher (`equals "…"`, `contains "…"` or `matches /…/`), found the end
        "#);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(texts in prop::collection::vec("[a-z \"'\\\\/]{0,8}", 1..3)) {
            let written = Matcher::Equals(texts.clone()).to_string();
            let Ok(Matcher::Equals(read)) = matcher(&written) else {
                return Err(TestCaseError::fail(written));
            };
            prop_assert_eq!(read, texts);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,30}") {
            if let Err(error) = line_matcher(&text) {
                prop_assert!(text.get(error.span).is_some());
            }
        }
    }

    #[test]
    fn what_cannot_be_compiled_is_explained() {
        assert!(compile("a+").is_ok());
        assert_eq!(compile("(").expect_err("open"), "unclosed group");
        let big = compile(r"(\w{100}){100}").expect_err("big");
        assert_eq!(big, "it compiles to more than 1 MiB");
    }

    #[test]
    fn what_python_has_besides() {
        for (text, line) in [
            (r"(?!Red).*wins", "Blue wins."),
            (r"(=)\1\1$", "==="),
            ("(?P<one>=)(?P=one)+$", "==="),
            (r"Draw\.\Z", "Draw."),
            (r"(?i)draw", "Draw."),
        ] {
            let regex = compile_like_python(text).expect(text);
            assert!(regex.is_match(line).expect(text), "{text}");
        }
        for text in ["(", r"(\w{100}){100}"] {
            let refused = compile_like_python(text).expect_err(text);
            assert_eq!(refused, compile(text).expect_err(text));
        }
    }
}
