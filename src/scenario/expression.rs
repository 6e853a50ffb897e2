//! Regular expressions from files, with limits on what they may take.

use regex::{Error, Regex, RegexBuilder};

/// The compiled size of an expression, in bytes.
const MOST_COMPILED: usize = 1 << 20;
/// The memory of its cache while it is matched, in bytes.
const MOST_CACHED: usize = 2 << 20;

/// Compiles a regular expression.
pub fn compile(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text)
        .size_limit(MOST_COMPILED)
        .dfa_size_limit(MOST_CACHED)
        .build()
        .map_err(|error| match error {
            Error::CompiledTooBig(limit) => format!("it takes more than {} MiB", limit >> 20),
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
        .delegate_size_limit(MOST_COMPILED)
        .delegate_dfa_size_limit(MOST_CACHED)
        .build()
        .map_err(|error| compile(text).err().unwrap_or_else(|| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_compiled_is_explained() {
        assert!(compile("a+").is_ok());
        assert_eq!(compile("(").expect_err("open"), "unclosed group");
        let big = compile(r"(\w{100}){100}").expect_err("big");
        assert_eq!(big, "it takes more than 1 MiB");
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
