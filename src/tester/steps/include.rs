//! `include: FILE`, in whose place the loader puts the steps of another file.

use super::kind::StepKind;
use crate::tester::syntax::value::Text;

/// The kind of `include`.
pub const INCLUDE: StepKind = StepKind {
    key: "include",
    description: "Takes the steps from another file, which holds a list of them.",
    reference: ("`include: FILE`", "the steps of another file"),
    schema: |generator| generator.subschema_for::<Text>(),
    parse: None,
};
