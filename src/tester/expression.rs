//! Regular expressions from files, with limits on what they may take.

use regex::{Error, Regex, RegexBuilder};

/// The compiled size of an expression, in bytes.
const MOST_COMPILED: usize = 1 << 20;
/// The memory of its cache while it is matched, in bytes.
const MOST_CACHED: usize = 2 << 20;

/// Compiles a regular expression.
///
/// # Errors
///
/// When it is none, or would take too much memory: the reason, as a fragment.
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
}
