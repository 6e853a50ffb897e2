//! Files that others include: `include: FILE`.

use super::decode::Decoder;
use super::tree::Node;
use super::value::Included;
use crate::report::{Place, SourceText};
use ataxx_session::Files;
use std::ops::Range;
use std::path::Path;

/// The depth to which files can include others.
const DEEPEST: usize = 16;

/// The value of `include`, if that is all there is.
pub fn included(node: &Node) -> Option<&Node> {
    let [(key, value)] = node.entries() else {
        return None;
    };
    (key.scalar() == Some(Included::KEY)).then_some(value)
}

/// Reads an included file, which is named at these bytes; not if it includes itself.
pub fn open_included(
    decoder: &mut Decoder,
    files: &dyn Files,
    folder: Option<&Path>,
    name: &str,
    at: Range<usize>,
) -> Option<Place> {
    let here = &decoder.file;
    if here.included_from.len() == DEEPEST {
        let message = format!("more than {DEEPEST} files include one another");
        decoder.error(at, "include", message);
        return None;
    }
    let file = match files.read(name, folder) {
        Ok(file) => file,
        Err(error) => {
            decoder.wrong(at, error.diagnostic(name));
            return None;
        }
    };
    let outer = here.included_from.iter().map(|(source, _)| source);
    if outer
        .chain([&here.source])
        .any(|source| *source.name == *file.name)
    {
        let message = format!("`{name}` includes itself");
        decoder.error(at, "include", message);
        return None;
    }
    let mut included_from = vec![(here.source.clone(), at)];
    included_from.extend(here.included_from.iter().cloned());
    Some(Place {
        source: SourceText::new(file.name, file.text),
        span: 0..0,
        included_from,
    })
}
