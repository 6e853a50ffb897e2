//! Selecting scenarios, by name, part and a condition on tags: `rules and not (slow or remote)`.

use crate::report::Identity;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, did_you_mean, found, quoted, whole_padded};
use ataxx_core::diagnostic::{Diagnostic, Source};
use ataxx_storage::Shard;
use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::opt;
use nom::multi::{fold_many0, separated_list1};
use nom::sequence::{preceded, terminated};
use std::ops::Range;

/// Selects the scenarios that meet all conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The key contains one of these texts; any key if there are none.
    pub filters: Vec<String>,
    /// The tags match.
    pub tags: Option<TagExpression>,
    /// The key is in this part.
    pub shard: Option<Shard>,
}

impl Selection {
    /// Whether a scenario is selected.
    pub fn admits(&self, identity: &Identity) -> bool {
        let key = identity.key().replace('\\', "/");
        let filtered = self.filters.is_empty()
            || self
                .filters
                .iter()
                .any(|filter| key.contains(&filter.replace('\\', "/")));
        filtered
            && self
                .tags
                .as_ref()
                .is_none_or(|tags| tags.admits(&identity.tags))
            && self.shard.is_none_or(|shard| shard.contains(&key))
    }
}

/// A condition on the tags of a scenario: tags with `and`, `or`, `not` and parentheses. `not`
/// binds tightest, then `and`, then `or`. Words are separated by white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagExpression {
    text: String,
    condition: Condition,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    Tag(String),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// The depth to which parentheses can be nested.
const DEEPEST: usize = 64;

impl TagExpression {
    /// Reads an expression.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let expression = |input| {
            let (rest, condition) = any(input, 0)?;
            let (rest, _) = multispace0(rest)?;
            if rest.is_empty() {
                Ok((rest, condition))
            } else {
                expected(rest, "`and`, `or` or the end")
            }
        };
        let condition = whole_padded(text, expression).map_err(|error| {
            let diagnostic = Diagnostic::from(error);
            diagnostic.with_source(source(text))
        })?;
        Ok(Self {
            text: text.to_owned(),
            condition,
        })
    }

    /// Whether a scenario with these tags matches.
    pub fn admits(&self, tags: &[String]) -> bool {
        self.condition.admits(tags)
    }

    /// Checks for misspelt tags. A tag that resembles no known one is no error: the files that
    /// were chosen may have no such scenario.
    pub fn check(&self, known: &[&str]) -> Result<(), Diagnostic> {
        for span in names(&self.text) {
            let name = &self.text[span.clone()];
            if known.contains(&name) {
                continue;
            }
            if let Some(help) = did_you_mean(name, known.iter().copied()) {
                let message = format!("no scenario is tagged {}", quoted(name));
                return Err(Diagnostic::error("unknown-tag", message)
                    .at(span)
                    .with_help([help])
                    .with_source(source(&self.text)));
            }
        }
        Ok(())
    }
}

impl Condition {
    fn admits(&self, tags: &[String]) -> bool {
        match self {
            Self::Tag(name) => tags.contains(name),
            Self::Not(inner) => !inner.admits(tags),
            Self::All(parts) => parts.iter().all(|part| part.admits(tags)),
            Self::Any(parts) => parts.iter().any(|part| part.admits(tags)),
        }
    }
}

fn source(text: &str) -> Source {
    Source {
        name: None,
        first_line: 1,
        text: text.to_owned(),
    }
}

fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '(' | ')')
}

fn is_connective(word: &str) -> bool {
    matches!(word, "and" | "or" | "not")
}

/// The places of all words that are not connectives.
fn names(text: &str) -> impl Iterator<Item = Range<usize>> {
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split(|letter| !is_of_word(letter))
        .filter(|word| !word.is_empty() && !is_connective(word))
        .map(move |word| start_of(word)..start_of(word) + word.len())
}

/// Parts with `or` between them.
fn any(input: &str, depth: usize) -> Parsed<'_, Condition> {
    let parts = separated_list1(connective("or"), |input| all(input, depth));
    parts.map(Condition::Any).parse(input)
}

/// Parts with `and` between them.
fn all(input: &str, depth: usize) -> Parsed<'_, Condition> {
    let parts = separated_list1(connective("and"), |input| one(input, depth));
    parts.map(Condition::All).parse(input)
}

/// A tag or something in parentheses, after any number of `not`.
fn one(input: &str, depth: usize) -> Parsed<'_, Condition> {
    let mut negations = fold_many0(
        terminated(word("not"), multispace0),
        || false,
        |odd, ()| !odd,
    );
    let (rest, negated) = negations.parse(input)?;
    let (after, opened) = opt(char('(')).parse(rest)?;
    let (rest, condition) = if opened.is_some() {
        if depth == DEEPEST {
            let message = format!("more than {DEEPEST} parentheses are nested");
            return Fault::letter(rest, message).fail();
        }
        let (inside, _) = multispace0(after)?;
        let (end, condition) = any(inside, depth + 1)?;
        let mut close = preceded(multispace0::<_, Fault>, char(')'));
        // Whatever else could stand there has been tried.
        match close.parse(end) {
            Ok((rest, _)) => (rest, condition),
            Err(_) => {
                return expected(end.trim_start(), "`and`, `or` or `)`");
            }
        }
    } else {
        name(rest)?
    };
    let condition = if negated {
        Condition::Not(Box::new(condition))
    } else {
        condition
    };
    Ok((rest, condition))
}

fn name(input: &str) -> Parsed<'_, Condition> {
    match take_while1::<_, _, Fault>(is_of_word).parse(input) {
        Ok((rest, word)) if !is_connective(word) => Ok((rest, Condition::Tag(word.to_owned()))),
        _ => expected(input, "a tag"),
    }
}

/// The fault of a place where something else should stand.
fn expected<'a, T>(place: &'a str, what: &str) -> Parsed<'a, T> {
    let end = place.find(|letter| !is_of_word(letter));
    let word = match end {
        Some(0) => place.chars().next().map_or(0, char::len_utf8),
        Some(end) => end,
        None => place.len(),
    };
    let message = format!("expected {what}, found {}", found(&place[..word]));
    Fault::new(place, word, message).fail()
}

/// `and` or `or` between two parts.
fn connective<'a>(which: &'static str) -> impl Parser<&'a str, Output = (), Error = Fault<'a>> {
    (multispace0, word(which), multispace0).map(|_| ())
}

/// This word, and not the beginning of a longer one.
fn word<'a>(which: &'static str) -> impl Parser<&'a str, Output = (), Error = Fault<'a>> {
    nom::combinator::map_opt(take_while1(is_of_word), move |found| {
        (found == which).then_some(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::diagnostic::{Look, render};
    use proptest::prelude::*;

    fn admits(text: &str, tags: &str) -> bool {
        let tags: Vec<String> = tags.split_whitespace().map(str::to_owned).collect();
        TagExpression::parse(text).expect(text).admits(&tags)
    }

    fn refused(text: &str) -> String {
        render(&TagExpression::parse(text).expect_err(text), Look::Plain)
    }

    #[test]
    fn words_bind_as_usual() {
        for (text, tags, expected) in [
            ("rules", "rules slow", true),
            ("rules", "rule", false),
            ("not slow", "", true),
            ("not slow", "slow", false),
            ("not not slow", "slow", true),
            ("rules and not slow", "rules", true),
            ("rules and not slow", "rules slow", false),
            ("a or b and c", "a", true),
            ("a or b and c", "b", false),
            ("(a or b) and c", "a", false),
            ("(a or b) and c", "b c", true),
            ("not(a or b)", "c", true),
            (" not ( a\n or b ) ", "b", false),
            ("a and b and c", "a b c", true),
            ("a and b and c", "a b", false),
            ("order or nothing", "order", true),
            ("dialect-2022", "dialect-2022", true),
        ] {
            assert_eq!(admits(text, tags), expected, "{text:?} of {tags:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_shown() {
        let texts = [
            "",
            "rules and",
            "or rules",
            "(rules",
            "rules)",
            "rules slow",
            "(a b)",
        ];
        let all: String = texts.map(refused).concat();
        insta::assert_snapshot!(all, @"
        error: expected a tag, found the end
         |
         |
         | ^
        error: expected a tag, found the end
         |
         | rules and
         |          ^
        error: expected a tag, found `or`
         |
         | or rules
         | ^^
        error: expected `and`, `or` or `)`, found the end
         |
         | (rules
         |       ^
        error: expected `and`, `or` or the end, found `)`
         |
         | rules)
         |      ^
        error: expected `and`, `or` or the end, found `slow`
         |
         | rules slow
         |       ^^^^
        error: expected `and`, `or` or `)`, found `b`
         |
         | (a b)
         |    ^
        ");
    }

    #[test]
    fn misspelt_tags_are_refused_and_absent_ones_are_not() {
        let check = |text: &str| {
            TagExpression::parse(text)
                .expect(text)
                .check(&["rules", "slow"])
        };
        assert_eq!(check("rules and not slow or remote"), Ok(()));
        let slip = check("rules and not slwo").expect_err("a slip");
        insta::assert_snapshot!(render(&slip, Look::Plain), @"
        error: no scenario is tagged `slwo`
         |
         | rules and not slwo
         |               ^^^^
         |
         = help: did you mean `slow`?
        ");
    }

    #[test]
    fn nesting_has_an_end() {
        let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert!(TagExpression::parse(&nested(64)).is_ok());
        assert!(TagExpression::parse(&nested(65)).is_err());
        assert!(TagExpression::parse(&nested(100_000)).is_err());
        assert!(admits(&format!("{}a", "not ".repeat(100_000)), "a"));
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(text in "([a-c()\\s]|and|or|not|\\PC){0,40}") {
            if let Ok(expression) = TagExpression::parse(&text) {
                let _ = expression.admits(&["a".to_owned()]);
                let _ = expression.check(&["a", "bc"]);
            }
        }
    }

    fn identity(file: &str, name: &str, tags: &[&str]) -> Identity {
        Identity {
            file: file.to_owned(),
            line: 1,
            suite: None,
            name: name.to_owned(),
            tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
            points: 1,
            visibility: crate::report::Visibility::Visible,
            hint: None,
        }
    }

    #[test]
    fn all_conditions_must_be_met() {
        let jump = identity("rules/jumps.yaml", "a jump", &["rules"]);
        assert!(Selection::default().admits(&jump));
        let mut selection = Selection {
            filters: vec!["nothing".to_owned(), "jumps.yaml::a".to_owned()],
            ..Selection::default()
        };
        assert!(selection.admits(&jump));
        assert!(!selection.admits(&identity("rules/blocks.yaml", "a jump", &[])));
        selection.tags = TagExpression::parse("slow").ok();
        assert!(!selection.admits(&jump));
        selection.tags = TagExpression::parse("not slow").ok();
        assert!(selection.admits(&jump));
        assert!(selection.admits(&identity("rules\\jumps.yaml", "a jump", &[])));
    }
}
