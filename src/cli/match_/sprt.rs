//! `--sprt`.

use ataxx_toolkit::diagnostic::nearest;
use ataxx_toolkit::stats::Sprt;

/// Reads the hypotheses and error rates of `--sprt`.
///
/// # Errors
///
/// When a key or a value is wrong, or there is no such test.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
    let mut values = [None, None, Some(0.05), Some(0.05)];
    let mut seen = Vec::new();
    for field in text.split(',') {
        let (key, value) = field
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| format!("expected KEY=VALUE, found `{field}`"))?;
        let place = KEYS.iter().position(|&known| known == key).ok_or_else(|| {
            let near = nearest(key, KEYS)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("expected one of {}, found `{key}`{near}", KEYS.join(", "))
        })?;
        if seen.contains(&key) {
            return Err(format!("`{key}=` stands there twice"));
        }
        seen.push(key);
        let number = value.parse::<f64>();
        values[place] =
            Some(number.map_err(|_| format!("`{key}`: expected a number, found `{value}`"))?);
    }
    let [Some(elo0), Some(elo1), Some(alpha), Some(beta)] = values else {
        return Err("expected elo0=… and elo1=…".to_owned());
    };
    Sprt::new(elo0, elo1, alpha, beta).map_err(|error| error.to_string())
}
