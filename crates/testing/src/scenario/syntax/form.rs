//! The form of scenario files. The schema for editors is made from these types, so the doc comments
//! are for people who write scenarios. A text with a `${variable}` can stand for any value, but only
//! in scenarios and steps: the keys of a file have no variables.

use super::patterns;
use super::value::{Included, Text, Texts, Time};
use crate::scenario::steps::AnyStep;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Makes a type with its own keys and those that both a file and a scenario have. With
/// `serde(flatten)` the errors would not name the known keys.
macro_rules! with_shared_keys {
    ($(#[$attribute:meta])* pub struct $name:ident { $($own:tt)* }) => {
        #[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        $(#[$attribute])*
        pub struct $name {
            $($own)*
            /// More about it, for people.
            pub description: Option<Text>,
            /// The document that a session follows: 2008, 2016 or 2022.
            #[schemars(schema_with = "patterns::dialect")]
            pub dialect: Option<Text>,
            /// The rules to play by, where the subject is not a session: 2008, 2016, 2022, uai
            /// or reloaded.
            #[schemars(schema_with = "patterns::rules")]
            pub rules: Option<Text>,
            /// The command line of the program under test, which speaks the dialect.
            pub program: Option<Text>,
            /// The command line of a UAI engine under test.
            pub uai: Option<Text>,
            /// The options of a UAI engine under test, set before anything else; nothing (`""`)
            /// for a button.
            pub options: BTreeMap<String, Text>,
            /// The command line of a Reloaded agent under test.
            pub agent: Option<Text>,
            /// The number of positions that an AI of this program searches for a move.
            pub nodes: Option<u64>,
            /// The time that an AI of this program thinks about a move.
            pub move_time: Option<Time>,
            /// Time limits.
            pub time: Option<Limits>,
            /// Words to select scenarios by. A scenario has those of its file, too.
            pub tags: Vec<Text>,
            /// Values to use as `${name}`. A scenario has those of its file, too.
            pub vars: BTreeMap<String, Text>,
            /// The points that a scenario is worth (1).
            pub points: Option<u32>,
            /// From when on students see the result: visible (the default), after-due-date or
            /// hidden.
            #[schemars(schema_with = "patterns::visibility")]
            pub visibility: Option<Text>,
            /// Advice for students when it fails, which does not reveal the check.
            pub hint: Option<Text>,
            /// The scenarios of this file, by name or tag, without which this one makes no sense:
            /// it is not run if one of them fails. At the top of a file: what all others need.
            pub needs: Option<Texts>,
        }
    };
}

with_shared_keys! {
    /// A file of scenarios for `ataxx test`. Its keys hold for scenarios without that key.
    #[schemars(extend("required" = ["scenarios"]))]
    pub struct File {
        /// What the scenarios of this file are about.
        pub suite: Option<Text>,
        /// Steps before those of each scenario.
        #[schemars(with = "Vec<AnyStep>")]
        pub before: Vec<IgnoredAny>,
        /// Steps after those of each scenario, also after a failed one, within its time limit.
        #[schemars(with = "Vec<AnyStep>")]
        pub after: Vec<IgnoredAny>,
        /// The scenarios; `include` stands for those of another file.
        #[schemars(schema_with = "scenarios")]
        pub scenarios: Vec<IgnoredAny>,
    }
}

with_shared_keys! {
    /// A scenario: steps that do and check something.
    #[schemars(extend("required" = ["name"]))]
    pub struct Scenario {
        /// What it shows, in a few words; no other scenario of the file has the same name.
        #[serde(deserialize_with = "written")]
        pub name: Option<Text>,
        /// One scenario for each combination of these values, used as `${name}`: a list for each
        /// name, or a list of mappings.
        #[schemars(schema_with = "patterns::matrix")]
        pub matrix: Option<IgnoredAny>,
        /// Why it is not run.
        pub skip: Option<Text>,
        /// Run it only if all of these hold: `session`, `program`, `uai`, `agent`, `unix`, `windows`.
        #[schemars(schema_with = "patterns::conditions")]
        pub only_if: Option<Texts>,
        /// Why it is expected to fail.
        pub expected_failure: Option<Text>,
        /// Files for the scenario, each with its text: `load ${files}/NAME` loads one. `${files}`
        /// is the folder in which they are while the scenario runs.
        pub files: BTreeMap<String, Text>,
        /// The position it begins with: a FEN, the rows of a board with the side to move and the
        /// count of jumps, or `start`.
        pub position: Option<Text>,
        /// The steps, in order.
        #[schemars(with = "Vec<AnyStep>")]
        pub steps: Vec<IgnoredAny>,
    }
}

/// A value that must be written: a name `null` is a text, too.
fn written<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    value: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// Time limits.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Limits {
    /// Of a step (10s).
    pub step: Option<Time>,
    /// Of a scenario (60s).
    pub scenario: Option<Time>,
}

/// The JSON Schema of a list of scenarios.
fn scenarios(generator: &mut SchemaGenerator) -> Schema {
    let scenario = generator.subschema_for::<Scenario>();
    let include = json!({
        "description": "Runs the scenarios of another file, which holds a list of them.",
        "type": "object",
        "properties": { Included::KEY: Included::schema(generator) },
        "required": [Included::KEY],
        "additionalProperties": false,
    });
    json_schema!({ "type": "array", "items": { "anyOf": [scenario, include] }, "minItems": 1 })
}

/// The schema of a file of scenarios.
pub fn schema() -> Value {
    let mut schema = generated::<File>();
    schema["title"] = json!("Scenarios for `ataxx test`");
    schema
}

/// The schema of a file that others include.
pub fn schema_of_included() -> Value {
    let mut schema = generated::<IncludedFile>();
    schema["title"] = json!("Steps or scenarios that files for `ataxx test` include");
    schema
}

/// A file that others include: a list of steps or of scenarios.
struct IncludedFile;

impl JsonSchema for IncludedFile {
    fn schema_name() -> Cow<'static, str> {
        "IncludedFile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let steps = Vec::<AnyStep>::json_schema(generator);
        json_schema!({ "anyOf": [steps, scenarios(generator)] })
    }
}

/// The schema of a type; all but the outermost mapping can have variables.
fn generated<T: JsonSchema>() -> Value {
    let mut schema = schema_for!(T).to_value();
    polish(&mut schema);
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        for definition in definitions.values_mut() {
            with_variables(definition);
        }
        let variable = json!({
            "description": "A text with a variable in it.",
            "type": "string",
            "pattern": VARIABLE,
        });
        definitions.insert("Variable".to_owned(), variable);
    }
    schema
}

/// A variable somewhere in a text.
const VARIABLE: &str = r"\$\{[^}]*\}";

/// Removes what is of no use to editors, and joins the lines of descriptions.
fn polish(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            keys.remove("format");
            keys.remove("default");
            if let Some(Value::String(text)) = keys.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            keys.values_mut().for_each(polish);
        }
        Value::Array(items) => items.iter_mut().for_each(polish),
        _ => {}
    }
}

/// Lets a variable stand for each number and each word out of several.
fn with_variables(schema: &mut Value) {
    let Value::Object(keys) = schema else {
        if let Value::Array(items) = schema {
            items.iter_mut().for_each(with_variables);
        }
        return;
    };
    if !is_narrow(keys) {
        keys.values_mut().for_each(with_variables);
        return;
    }
    let description = keys.remove("description");
    let narrow = Value::Object(std::mem::take(keys));
    let either = json!([narrow, { "$ref": "#/$defs/Variable" }]);
    keys.insert("anyOf".to_owned(), either);
    keys.extend(description.map(|text| ("description".to_owned(), text)));
}

/// Whether a schema takes only some texts, or none.
fn is_narrow(keys: &Map<String, Value>) -> bool {
    let is_number = |value: &Value| {
        ["integer", "number", "boolean"]
            .iter()
            .any(|name| value == name)
    };
    let is_number = match keys.get("type") {
        Some(Value::Array(types)) => {
            types.iter().any(is_number) && !types.contains(&json!("string"))
        }
        Some(one) => is_number(one),
        None => false,
    };
    is_number || keys.contains_key("enum") || keys.contains_key("pattern")
}
