//! The events of a parser as a tree of values with their places.

use super::{Kind, Node, NotYaml, Style};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};
use std::ops::Range;

/// How deep values may be nested.
const DEEPEST: usize = 64;

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

/// Reads a text with one document.
pub fn read(text: &str) -> Result<Node, NotYaml> {
    Reader {
        events: Parser::new_from_str(text),
        bytes: ByteIndex::of(text),
        flows: 0,
        text,
    }
    .document()
}

struct Reader<'t> {
    events: Parser<'t, saphyr_parser::StrInput<'t>>,
    bytes: ByteIndex,
    /// How many brackets and braces are open.
    flows: usize,
    text: &'t str,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Result<Node, NotYaml> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if root.is_some() => {
                    return Err(NotYaml {
                        span: self.bytes.span(span),
                        message: "expected one document, found the start of a second".to_owned(),
                    });
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
            kind: Kind::Scalar {
                value: String::new(),
                style: Style::Plain,
            },
            in_flow: false,
        }))
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), NotYaml> {
        let refuse = |error: &ScanError| {
            let start = self.bytes.byte(error.marker().index());
            NotYaml {
                span: start..start,
                message: error.info().to_owned(),
            }
        };
        match self.events.next() {
            Some(event) => event.map_err(|error| refuse(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Node, NotYaml> {
        let start = self.bytes.span(span);
        let refuse = |message: &str| {
            Err(NotYaml {
                span: start.clone(),
                message: message.to_owned(),
            })
        };
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
            return refuse(
                "anchors, aliases and tags are not taken here: `vars` and `include` are there to \
                 say things once",
            );
        }
        let in_flow = self.flows > 0;
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
                kind: Kind::Scalar {
                    value: value.into_owned(),
                    style: match style {
                        ScalarStyle::Plain => Style::Plain,
                        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
                        ScalarStyle::Literal => Style::Literal,
                        ScalarStyle::Folded => Style::Folded,
                    },
                },
            }),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                self.flows += usize::from(opens);
                let end = loop {
                    let (event, span) = self.next()?;
                    if matches!(event, Event::SequenceEnd | Event::StreamEnd) {
                        break self.bytes.span(span).end;
                    }
                    items.push(self.node(event, span, depth + 1)?);
                };
                self.flows -= usize::from(opens);
                let last = items.last().map(|item| &item.span);
                Ok(Node {
                    span: self.around(&start, last, opens.then_some(end)),
                    kind: Kind::Sequence(items),
                    in_flow,
                })
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                self.flows += usize::from(opens);
                let end = loop {
                    let (event, span) = self.next()?;
                    if matches!(event, Event::MappingEnd | Event::StreamEnd) {
                        break self.bytes.span(span).end;
                    }
                    let key = self.node(event, span, depth + 1)?;
                    let (event, span) = self.next()?;
                    let value = self.node(event, span, depth + 1)?;
                    entries.push((key, value));
                };
                self.flows -= usize::from(opens);
                let last = entries.last().map(|(_, value)| &value.span);
                Ok(Node {
                    span: self.around(&start, last, opens.then_some(end)),
                    kind: Kind::Mapping(entries),
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
