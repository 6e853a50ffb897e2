//! Source text without what is no code: comments, literals, and items for tests.

/// The text with comments, and what is inside string and character literals, as blanks.
pub fn code(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = match chars[at] {
            '/' if chars.get(at + 1) == Some(&'/') => until(&chars, at, |rest| rest[0] == '\n'),
            '/' if chars.get(at + 1) == Some(&'*') => block_comment(&chars, at),
            '"' => string(&chars, at),
            'r' if !follows_name(&chars, at) => raw_string(&chars, at).unwrap_or(at),
            '\'' => character(&chars, at),
            _ => at,
        };
        if end > at {
            code.extend(
                chars[at..end]
                    .iter()
                    .map(|&c| if c == '\n' { '\n' } else { ' ' }),
            );
            at = end;
        } else {
            code.push(chars[at]);
            at += 1;
        }
    }
    code
}

pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether this character goes on with a name; `br"…"` is a raw string.
fn follows_name(chars: &[char], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map(|at| chars[at]);
    match before(1) {
        Some('b' | 'c') => before(2).is_some_and(is_name),
        Some(c) => is_name(c),
        None => false,
    }
}

fn until(chars: &[char], from: usize, is_end: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len())
        .find(|&at| is_end(&chars[at..]))
        .unwrap_or(chars.len())
}

fn block_comment(chars: &[char], from: usize) -> usize {
    let (mut depth, mut at) = (0, from);
    while at < chars.len() {
        match chars[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn string(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn raw_string(chars: &[char], from: usize) -> Option<usize> {
    let quote = until(chars, from + 1, |rest| rest[0] != '#');
    if chars.get(quote) != Some(&'"') {
        return None;
    }
    let hashes = quote - from - 1;
    let is_end = |rest: &[char]| {
        rest[0] == '"' && rest.len() > hashes && rest[1..=hashes].iter().all(|&c| c == '#')
    };
    Some((until(chars, quote + 1, is_end) + 1 + hashes).min(chars.len()))
}

/// The end of a character literal, or `from` if it is a lifetime.
fn character(chars: &[char], from: usize) -> usize {
    match chars[from + 1..] {
        ['\\', _, ..] => until(chars, from + 3, |rest| rest[0] == '\'') + 1,
        [_, '\'', ..] => from + 3,
        _ => from,
    }
}

/// The code without items marked `#[cfg(test)]`, and the names of the modules among them that
/// have files of their own.
pub fn without_tests(code: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut rest) = (String::new(), code);
    let mut modules = Vec::new();
    while let Some(start) = rest.find(MARK) {
        kept += &rest[..start];
        let item = &rest[start + MARK.len()..];
        let end = end_of_item(item);
        let words: Vec<&str> = item[..end].split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == "mod")
            && let Some(name) = words.get(at + 1).and_then(|name| name.strip_suffix(';'))
        {
            modules.push(name.to_owned());
        }
        rest = &item[end..];
    }
    (kept + rest, modules)
}

/// Where an item ends: at its `;`, or at the bracket that closes its body.
fn end_of_item(item: &str) -> usize {
    let is_import = item.split_whitespace().any(|word| word == "use")
        && item.find("use").unwrap_or(usize::MAX) < item.find('{').unwrap_or(usize::MAX);
    let mut depth = 0_usize;
    for (at, c) in item.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth = depth.saturating_sub(1);
                if c == '}' && depth == 0 && !is_import {
                    return at + 1;
                }
            }
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    item.len()
}
