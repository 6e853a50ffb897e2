//! Options that consist of `KEY=VALUE`, separated by commas.

use ataxx_core::diagnostic::nearest;

/// The values of these keys, each at most once.
pub fn values<'a, const N: usize>(
    text: &'a str,
    keys: [&str; N],
) -> Result<[Option<&'a str>; N], String> {
    let mut values = [None; N];
    for field in text.split(',') {
        let (key, value) = field
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| format!("expected KEY=VALUE, found `{field}`"))?;
        let place = keys.iter().position(|&known| known == key).ok_or_else(|| {
            let near = nearest(key, keys)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("expected one of {}, found `{key}`{near}", keys.join(", "))
        })?;
        if values[place].replace(value).is_some() {
            return Err(format!("`{key}=` stands there twice"));
        }
    }
    Ok(values)
}
