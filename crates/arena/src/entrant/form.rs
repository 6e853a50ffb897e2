//! The parts of an entrant's text form, `[NAME=]KIND[,KEY=VALUE]…[:COMMAND]`.
//!
//! All parts but the command are quoted as in a shell: `'…'`, `"…"` and `\` take their meaning
//! from `,`, `:` and `=`. Libraries that split as a shell does split at blanks, which here belong
//! to names and values.

use ataxx_core::diagnostic::syntax::{Fault, Parsed, expect};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, none_of, one_of};
use nom::combinator::{cut, opt, peek};
use nom::multi::fold_many0;
use nom::sequence::{preceded, terminated};

/// The characters that a backslash escapes between double quotes.
const ESCAPED: &str = "\\\"$`";

/// The text form of an entrant.
#[derive(Clone, Debug)]
pub struct Form<'a> {
    pub name: Option<Part<'a>>,
    pub kind: Part<'a>,
    pub fields: Vec<Field<'a>>,
    /// The command line of a program, for a shell.
    pub command: Option<&'a str>,
}

/// A field, `KEY=VALUE`.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    pub key: Part<'a>,
    pub value: Part<'a>,
}

/// A part, without its quotes.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    pub text: String,
    /// The whole text from this part on, and the length of the part in it.
    from_here: &'a str,
    len: usize,
}

impl<'a> Part<'a> {
    /// The part as it was written.
    pub fn raw(&self) -> &'a str {
        &self.from_here[..self.len]
    }

    /// The fault that this part is wrong.
    pub fn fault(&self, message: impl Into<String>) -> Fault<'a> {
        Fault::new(self.from_here, self.len, message)
    }
}

impl<'a> Field<'a> {
    /// The field as it was written.
    pub fn raw(&self) -> &'a str {
        let end = self.key.from_here.len() - self.value.from_here.len() + self.value.len;
        &self.key.from_here[..end]
    }

    /// The hint that what follows belongs to the value.
    pub fn quote_hint(&self, more: &str) -> String {
        let (key, value) = (
            &self.key.text,
            quoted(&format!("{}{more}", self.value.text)),
        );
        format!("a value with a comma or a colon is quoted: `{key}={value}`")
    }
}

impl<'a> Form<'a> {
    /// The text form without the name.
    pub fn identity(&self) -> &'a str {
        self.kind.from_here.trim_end()
    }

    /// The kind and the fields as they were written.
    pub fn head(&self) -> &'a str {
        let start = self.kind.from_here;
        let end = self.fields.last().map_or(self.kind.len, |last| {
            start.len() - last.value.from_here.len() + last.value.len
        });
        &start[..end]
    }
}

/// A text in quotes, as they are read here.
pub fn quoted(text: &str) -> String {
    let escaped = text.chars().flat_map(|letter| {
        let backslash = ESCAPED.contains(letter).then_some('\\');
        backslash.into_iter().chain([letter])
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Splits a text form.
pub fn form(input: &str) -> Parsed<'_, Form<'_>> {
    let (mut rest, mut kind) = part("=,:").parse(input)?;
    let mut name = None;
    if let Some(after) = rest.strip_prefix('=') {
        name = Some(kind);
        (rest, kind) = part(",:").parse(after)?;
    }
    let (rest, fields) = opt(preceded(char(','), fields)).parse(rest)?;
    let form = Form {
        name,
        kind,
        fields: fields.unwrap_or_default(),
        command: rest.strip_prefix(':').map(str::trim),
    };
    if let Some(value) = form.fields.last() {
        check_colon(rest, value)?;
    }
    Ok(("", form))
}

/// Splits settings without a command.
pub fn settings(input: &str) -> Parsed<'_, Vec<Field<'_>>> {
    let (rest, fields) = fields(input)?;
    if !rest.is_empty() {
        let help = fields.last().map(|last| last.quote_hint(rest));
        let fault = Fault::letter(rest, "expected `,` or the end, found `:`");
        return fault.with_help(help).fail();
    }
    Ok((rest, fields))
}

/// Splits fields that are separated by commas.
fn fields(input: &str) -> Parsed<'_, Vec<Field<'_>>> {
    let (mut rest, first) = field(input, None)?;
    let mut fields = vec![first];
    while let Some(next) = rest.strip_prefix(',') {
        let (after, next) = field(next, fields.last())?;
        fields.push(next);
        rest = after;
    }
    Ok((rest, fields))
}

/// A field, which comes after another one.
fn field<'a>(input: &'a str, before: Option<&Field>) -> Parsed<'a, Field<'a>> {
    let (rest, key) = part("=,:").parse(input)?;
    let Some(rest) = rest.strip_prefix('=') else {
        let message = format!("expected KEY=VALUE, found `{}`", key.raw());
        let help = before.map(|before| before.quote_hint(&format!(",{}", key.text)));
        return key.fault(message).with_help(help).fail();
    };
    let (rest, value) = part(",:").parse(rest)?;
    Ok((rest, Field { key, value }))
}

/// Refuses a second colon in the first word of a command: the first one may belong to the value
/// before it.
fn check_colon<'a>(rest: &'a str, value: &Field) -> Result<(), nom::Err<Fault<'a>>> {
    let command = rest.strip_prefix(':').unwrap_or_default().trim();
    let word = command.split_whitespace().next().unwrap_or_default();
    let Some((before, _)) = word.split_once(':') else {
        return Ok(());
    };
    // `PATH=a:b program` sets a variable for the program, and the shell reads its own quotes.
    let is_name = |name: &str| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    let sets_variable = before
        .split_once('=')
        .is_some_and(|(name, _)| is_name(name));
    if sets_variable || before.contains(['\'', '"', '\\']) {
        return Ok(());
    }
    let message = format!(
        "the command `{command}` has a second colon in its first word: either can begin it"
    );
    let hint = value.quote_hint(&format!(":{before}"));
    let fault = Fault::letter(rest, message);
    let help = format!("{hint}; if the colon is of the command: `'{word}'`");
    Err(nom::Err::Failure(fault.with_help(Some(help))))
}

/// The text up to one of these characters outside of quotes, without unquoted blanks around it.
fn part<'a>(stops: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, Part<'a>> {
    move |input| {
        let from_here = input.trim_start();
        let empty = || (String::new(), 0);
        let add = |(text, kept): (String, usize), (piece, is_quoted): (String, bool)| {
            let text = text + &piece;
            let kept = if is_quoted { text.len() } else { kept };
            (text, kept)
        };
        let (rest, (mut text, kept)) = fold_many0(piece(stops), empty, add).parse(from_here)?;
        let blanks = text[kept..].len() - text[kept..].trim_end().len();
        text.truncate(text.len() - blanks);
        let len = from_here.len() - rest.len() - blanks;
        Ok((
            rest,
            Part {
                text,
                from_here,
                len,
            },
        ))
    }
}

/// A run of plain text, a quoted text or an escaped character, and whether it is quoted.
fn piece<'a>(stops: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, (String, bool)> {
    move |input| {
        let is_plain = |letter| !"'\"\\".contains(letter) && !stops.contains(letter);
        let plain = take_while1(is_plain).map(|text: &str| (text.to_owned(), false));
        let escape = preceded(char('\\'), cut(expect("a character after `\\`", anychar)));
        let escape = escape.map(|letter| (letter.to_string(), true));
        let in_double = alt((preceded(char('\\'), one_of(ESCAPED)), none_of("\"")));
        alt((
            plain,
            quote('\'', none_of("'")),
            quote('"', in_double),
            escape,
        ))
        .parse(input)
    }
}

/// These letters between two quotes.
fn quote<'a>(
    mark: char,
    letter: impl Parser<&'a str, Output = char, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = (String, bool), Error = Fault<'a>> {
    let letters = fold_many0(letter, String::new, |mut text: String, letter| {
        text.push(letter);
        text
    });
    let mut inside = terminated(letters, char(mark));
    preceded(
        peek(char(mark)),
        cut(move |input: &'a str| {
            inside
                .parse(&input[1..])
                .map(|(rest, text)| (rest, (text, true)))
                .or_else(|_| {
                    let message = format!("this `{mark}` begins a quoted text that does not end");
                    let help = format!("a `{mark}` that is part of the text is `\\{mark}`");
                    Fault::letter(input, message).with_help(Some(help)).fail()
                })
        }),
    )
}
