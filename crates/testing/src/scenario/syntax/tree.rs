//! YAML as a tree of values with their places.

use ataxx_core::diagnostic::SyntaxError;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// A value and its place. Equality is that of the values, wherever they stand.
#[derive(Clone, Debug)]
pub struct Node {
    /// The bytes of the text that it takes up; of a block of text the lines of the block,
    /// without the indentation of the first.
    pub span: Range<usize>,
    /// What it is.
    pub kind: NodeKind,
    /// Whether it stands in a flow collection.
    pub in_flow: bool,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A single value.
    Scalar {
        /// As it is after quotes, escapes and indentation are taken away.
        value: String,
        /// How it is written.
        style: Style,
    },
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and their values, in the order of the text.
    Mapping(Vec<(Node, Node)>),
}

impl NodeKind {
    /// A single value as it is written, unless nothing is.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Scalar { value, style } if *style != Style::Plain || !value.is_empty() => {
                Some(value)
            }
            _ => None,
        }
    }
}

/// How a single value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// As it is.
    Plain,
    /// Between quotes of either kind.
    Quoted,
    /// On lines of their own after a `|`.
    Literal,
    /// On lines of their own after a `>`, which are joined.
    Folded,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Node {}

/// Why a text is not a tree.
#[derive(Clone, Debug)]
pub enum Unreadable {
    /// The parser of YAML refuses it.
    Refused {
        /// In the words of the parser.
        message: String,
        /// The byte that it is about.
        at: usize,
        /// The last bracket or brace that is still open there.
        open: Option<usize>,
        /// The line has a `${…}` without quotes between brackets or braces.
        has_bare_variable: bool,
    },
    /// It is YAML, with a part that is not supported.
    Unsupported(SyntaxError),
}

impl From<SyntaxError> for Unreadable {
    fn from(error: SyntaxError) -> Self {
        Self::Unsupported(error)
    }
}

impl Node {
    /// Reads a text with one document. An error is that it is no YAML, or has parts that are not
    /// supported.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let mut accepted = Cow::Borrowed(text);
        let mut left = MAX_REREAD;
        loop {
            let mut reader = Reader {
                events: Parser::new_from_str(&accepted),
                bytes: ByteIndex::of(text),
                open: Vec::new(),
                text: &accepted,
                tab_after_colon: None,
            };
            let read = reader.document();
            match reader.tab_after_colon {
                Some(tab) if left > text.len() => {
                    left -= text.len();
                    accepted.to_mut().replace_range(tab..=tab, " ");
                }
                _ => return read,
            }
        }
    }

    /// The values of a list; none if it is none.
    pub fn items(&self) -> &[Self] {
        match &self.kind {
            NodeKind::Sequence(items) => items,
            _ => &[],
        }
    }

    /// The keys and values; none if it has none.
    pub fn entries(&self) -> &[(Self, Self)] {
        match &self.kind {
            NodeKind::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// A single value as text.
    pub fn scalar(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The key and the value of this name.
    pub fn entry(&self, key: &str) -> Option<&(Self, Self)> {
        self.entries()
            .iter()
            .find(|(name, _)| name.scalar() == Some(key))
    }

    /// The value of this name.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The duplicate keys: the first of each, and the other.
    pub fn duplicate_keys(&self) -> Vec<(&Self, &Self)> {
        let mut found = Vec::new();
        self.add_duplicate_keys(&mut found);
        found
    }

    fn add_duplicate_keys<'n>(&'n self, found: &mut Vec<(&'n Self, &'n Self)>) {
        let mut seen = HashMap::new();
        for (key, value) in self.entries() {
            // Lists and mappings as keys are not compared.
            if let NodeKind::Scalar { value, .. } = &key.kind {
                match seen.entry(value) {
                    Entry::Occupied(first) => found.push((*first.get(), key)),
                    Entry::Vacant(place) => {
                        place.insert(key);
                    }
                }
            }
            value.add_duplicate_keys(found);
        }
        for item in self.items() {
            item.add_duplicate_keys(found);
        }
    }

    /// The place of a part of a single value. It is that of the whole value where the text is
    /// written differently, with escapes for example.
    pub fn part(&self, text: &str, part: Range<usize>) -> Range<usize> {
        let NodeKind::Scalar { value, style } = &self.kind else {
            return self.span.clone();
        };
        let exact = match style {
            Style::Plain => Some(self.span.start),
            Style::Quoted => Some(self.span.start + 1),
            Style::Literal => return self.part_of_block(text, value, &part),
            Style::Folded => None,
        };
        let raw = |start: usize| text.get(start..start + value.len());
        match exact {
            Some(start) if raw(start) == Some(value) => start + part.start..start + part.end,
            _ => self.span.clone(),
        }
    }

    fn part_of_block(&self, text: &str, value: &str, part: &Range<usize>) -> Range<usize> {
        let line_start = line_start(text, self.span.start);
        let indent = self.span.start - line_start;
        let place = |byte: usize| {
            let before = value.get(..byte)?;
            let line = before.matches('\n').count();
            let column = before.len() - self::line_start(before, before.len());
            let mut start = line_start;
            for _ in 0..line {
                start += text[start..].find('\n')? + 1;
            }
            let end = text[start..]
                .find('\n')
                .map_or(text.len(), |feed| start + feed);
            Some((start + indent + column).min(end))
        };
        match (place(part.start), place(part.end)) {
            (Some(start), Some(end)) if start <= end => start..end,
            _ => self.span.clone(),
        }
    }
}

/// The start of the line of this byte.
pub fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |feed| feed + 1)
}

/// The line end near this byte.
pub fn line_end(text: &str, byte: usize) -> &'static str {
    let here = text[byte..].find('\n').map(|at| byte + at);
    let feed = here.or_else(|| text[..byte].rfind('\n'));
    match feed {
        Some(feed) if text[..feed].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Whether a line has a `${` without quotes after a brace, bracket or comma, or after a key that
/// follows one.
fn has_bare_variable_in_flow(line: &str) -> bool {
    line.match_indices("${").any(|(at, _)| {
        let before = line[..at].trim_end();
        before.ends_with(['{', '[', ',']) || before.ends_with(':') && before.contains(['{', '['])
    })
}

/// Where the `|` or `>` of the block stands that follows this byte, after comments.
pub fn block_header(text: &str, after: usize) -> Option<usize> {
    let mut at = after;
    loop {
        match text[at..].chars().next()? {
            '|' | '>' => return Some(at),
            '#' => at += text[at..].find('\n')?,
            letter => at += letter.len_utf8(),
        }
    }
}

/// Whether a character can belong to the header of a block of text: `|2-`.
pub const fn is_indicator(letter: char) -> bool {
    matches!(letter, '|' | '>' | '+' | '-' | '0'..='9')
}

/// How deep values may be nested.
const DEEPEST: usize = 64;

/// The parser refuses a tab after a colon, which YAML allows. A text is read again with a blank in its
/// place, up to this number of bytes.
const MAX_REREAD: usize = 16 << 20;

/// From places in characters, as the parser counts, to places in bytes.
struct ByteIndex {
    /// The byte at which each character starts; `None` where they are the same.
    starts: Option<Vec<usize>>,
    len: usize,
}

impl ByteIndex {
    fn of(text: &str) -> Self {
        let starts = text.char_indices().map(|(byte, _)| byte);
        Self {
            starts: (!text.is_ascii()).then(|| starts.collect()),
            len: text.len(),
        }
    }

    fn byte(&self, index: usize) -> usize {
        match &self.starts {
            None => index.min(self.len),
            Some(starts) => starts.get(index).copied().unwrap_or(self.len),
        }
    }

    fn span(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }
}

struct Reader<'t> {
    events: Parser<'t, saphyr_parser::StrInput<'t>>,
    bytes: ByteIndex,
    /// Where the brackets and braces are that are open.
    open: Vec<usize>,
    text: &'t str,
    /// The tab for which the parser refuses the text.
    tab_after_colon: Option<usize>,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Result<Node, Unreadable> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if root.is_some() => {
                    let message = "expected one document, found the start of a second";
                    return Err(SyntaxError::new(self.bytes.span(span), message).into());
                }
                Event::DocumentStart(_) => {
                    let (event, span) = self.next()?;
                    root = Some(self.node(event, span, 0)?);
                }
                _ => {}
            }
        }
        Ok(root.unwrap_or(Node {
            span: 0..0,
            kind: NodeKind::Scalar {
                value: String::new(),
                style: Style::Plain,
            },
            in_flow: false,
        }))
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Unreadable> {
        match self.events.next() {
            Some(event) => event.map_err(|error| self.refuse(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn refuse(&mut self, error: &ScanError) -> Unreadable {
        let at = self.bytes.byte(error.marker().index());
        if error.info().starts_with("':' must be followed") && self.text[..at].ends_with('\t') {
            self.tab_after_colon = Some(at - 1);
        }
        let line = self.text[line_start(self.text, at)..].lines().next();
        let is_bracket = |&&open: &&usize| self.text[open..].starts_with(['[', '{']);
        Unreadable::Refused {
            message: error.info().to_owned(),
            at,
            open: self.open.iter().rev().find(is_bracket).copied(),
            has_bare_variable: line.is_some_and(has_bare_variable_in_flow),
        }
    }

    fn node(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Node, Unreadable> {
        let start = self.bytes.span(span);
        let refuse = |message: &str| Err(SyntaxError::new(start.clone(), message).into());
        if depth > DEEPEST {
            return refuse("values are nested too deep");
        }
        let has_extras = match &event {
            Event::Alias(_) => true,
            Event::Scalar(_, _, anchor, tag) => *anchor != 0 || tag.is_some(),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                *anchor != 0 || tag.is_some()
            }
            _ => false,
        };
        if has_extras {
            let message = "anchors, aliases and tags are not supported: use `vars` and `include`";
            let help = "a text that begins with `&`, `*` or `!` needs quotes".to_owned();
            return Err(SyntaxError {
                help: Some(help),
                ..SyntaxError::new(start, message)
            }
            .into());
        }
        let in_flow = !self.open.is_empty();
        // Brackets and braces are there in the text; the lists of lines are not.
        let opens = !start.is_empty();
        match event {
            Event::Scalar(value, style, ..) => Ok(Node {
                in_flow,
                span: match style {
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                        start.start..end_of_quoted(self.text, &start)
                    }
                    _ => start,
                },
                kind: NodeKind::Scalar {
                    value: value.into_owned(),
                    style: match style {
                        ScalarStyle::Plain => Style::Plain,
                        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
                        ScalarStyle::Literal => Style::Literal,
                        ScalarStyle::Folded => Style::Folded,
                    },
                },
            }),
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let is_list = matches!(event, Event::SequenceStart(..));
                let mut nodes = Vec::new();
                self.open.extend(opens.then_some(start.start));
                let end = loop {
                    let (event, span) = self.next()?;
                    if matches!(
                        event,
                        Event::SequenceEnd | Event::MappingEnd | Event::StreamEnd
                    ) {
                        break self.bytes.span(span).end;
                    }
                    nodes.push(self.node(event, span, depth + 1)?);
                };
                if opens {
                    self.open.pop();
                }
                let last = nodes.last().map(|node| &node.span);
                Ok(Node {
                    span: self.around(&start, last, opens.then_some(end)),
                    kind: if is_list {
                        NodeKind::Sequence(nodes)
                    } else {
                        NodeKind::Mapping(in_pairs(nodes))
                    },
                    in_flow,
                })
            }
            _ => refuse("expected a value"),
        }
    }

    /// The bytes of a list or of keys and values, which end with the last of them; if there are
    /// brackets or braces around, with these, about where the parser has its mark.
    fn around(
        &self,
        start: &Range<usize>,
        last: Option<&Range<usize>>,
        mark: Option<usize>,
    ) -> Range<usize> {
        let last = last.map_or(start.end, |last| last.end);
        let end = match mark {
            Some(mark) => end_of_flow(self.text, last.max(start.end)..mark),
            None => last,
        };
        start.start..end
    }
}

/// Keys and their values, which follow one another.
fn in_pairs(nodes: Vec<Node>) -> Vec<(Node, Node)> {
    let mut nodes = nodes.into_iter();
    std::iter::from_fn(|| nodes.next().zip(nodes.next())).collect()
}

/// Where a text between quotes ends: the parser has read on to whatever comes next.
fn end_of_quoted(text: &str, span: &Range<usize>) -> usize {
    let written = text.get(span.clone()).unwrap_or_default();
    let mut letters = written.char_indices();
    let Some((_, quote)) = letters.next() else {
        return span.end;
    };
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && quote == '"' {
            letters.next();
        } else if letter == quote {
            let is_doubled = quote == '\'' && written[at + 1..].starts_with('\'');
            if !is_doubled {
                return span.start + at + 1;
            }
            letters.next();
        }
    }
    span.end
}

/// Where brackets or braces are closed, of what comes after the last value in them: blanks,
/// a comma and comments. The parser's own mark, the end of `rest`, is too early where a comma
/// stands last.
fn end_of_flow(text: &str, rest: Range<usize>) -> usize {
    let mut in_comment = false;
    for (at, letter) in text.get(rest.start..).unwrap_or_default().char_indices() {
        match letter {
            '\n' => in_comment = false,
            '#' => in_comment = true,
            ']' | '}' if !in_comment => return rest.start + at + 1,
            ',' | ' ' | '\t' | '\r' => {}
            _ if in_comment => {}
            _ => break,
        }
    }
    rest.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str =
        "a: |\n  é x\n  y\n\nb: [1, \"q\\n\", 'it''s', 'ab c']\nd:\n- x: 1\n- yes  # c\n";

    fn at<'t>(text: &'t str, node: &Node) -> &'t str {
        &text[node.span.clone()]
    }

    #[test]
    fn values_have_spans() {
        let root = Node::parse(TEXT).expect("yaml");
        assert_eq!(at(TEXT, root.get("a").expect("a")), "é x\n  y\n\n");
        let list = root.get("b").expect("b");
        assert_eq!(at(TEXT, list), "[1, \"q\\n\", 'it''s', 'ab c']");
        assert_eq!(at(TEXT, &list.items()[1]), "\"q\\n\"");
        let steps = root.get("d").expect("d").items();
        assert_eq!(at(TEXT, &steps[0]), "x: 1");
        assert_eq!(at(TEXT, &steps[1]), "yes");
    }

    #[test]
    fn values_end_where_their_quotes_and_brackets_do() {
        let text = "a: \"x\\\"\"  # \"y\"\nb: 'it''s' # 'c'\nc: [1, 2 # ]\n ,] # ]\nd: {e: {f: g}, } # }\n\
                    h: [[1, ] , {} ]  \n";
        let root = Node::parse(text).expect("yaml");
        let of = |key| at(text, root.get(key).expect(key));
        assert_eq!(of("a").len(), 5);
        assert_eq!(of("b"), "'it''s'");
        assert_eq!(of("c"), "[1, 2 # ]\n ,]");
        assert_eq!(of("d"), "{e: {f: g}, }");
        assert_eq!(of("h"), "[[1, ] , {} ]");
        let items = root.get("h").expect("h").items();
        assert_eq!([at(text, &items[0]), at(text, &items[1])], ["[1, ]", "{}"]);
    }

    #[test]
    fn a_part_of_a_value_is_found_in_the_text() {
        let root = Node::parse(TEXT).expect("yaml");
        let part = |node: &Node, part| TEXT[node.part(TEXT, part)].to_owned();
        let block = root.get("a").expect("a");
        assert_eq!(part(block, 0..2), "é");
        assert_eq!(part(block, 3..4), "x");
        assert_eq!(part(block, 5..6), "y");
        let list = root.get("b").expect("b").items();
        assert_eq!(part(&list[3], 3..4), "c");
        assert_eq!(part(&list[2], 0..1), "'it''s'");
        assert_eq!(part(&root.get("d").expect("d").items()[1], 1..3), "es");
    }

    #[test]
    fn duplicate_keys_are_found_wherever_they_are() {
        let text = "a: 1\nb:\n  - {x: 1, y: 2, x: 3}\na: 2\n";
        let root = Node::parse(text).expect("yaml");
        let doubled = root.duplicate_keys();
        let places: Vec<_> = doubled.iter().map(|(_, key)| key.span.start).collect();
        assert_eq!(places.len(), 2);
        assert!(places.contains(&text.rfind("a: 2").expect("there")));
    }

    #[test]
    fn what_scenarios_have_no_use_for_is_refused() {
        for text in [
            "a: &x 1\nb: *x",
            "a: !t x",
            "a: &x [1]",
            "a: !t { b: 1 }",
            "a: 1\n---\nb: 2",
            "a: [1",
            "a: 'x",
        ] {
            assert!(Node::parse(text).is_err(), "{text}");
        }
        let deep = "[".repeat(1000);
        assert!(Node::parse(&deep).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[a-z:\\-\\[\\]{}|>'\"# \n&*!é]{0,60}") {
            match Node::parse(&text) {
                Ok(node) => prop_assert!(text.get(node.span).is_some()),
                Err(Unreadable::Unsupported(error)) => {
                    prop_assert!(text.get(error.span).is_some());
                }
                Err(Unreadable::Refused { at, open, .. }) => {
                    prop_assert!(text.is_char_boundary(at));
                    prop_assert!(open.is_none_or(|open| open <= at));
                }
            }
        }
    }
}
