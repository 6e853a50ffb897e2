//! `--sprt`.

use super::keys;
use ataxx_core::stats::Sprt;

/// Reads the hypotheses and error rates of `--sprt`.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
    let given = keys::values(text, KEYS)?;
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
