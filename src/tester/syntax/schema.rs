//! The JSON Schema of files of scenarios, by which editors complete and check them.
//!
//! It says what the types in `raw` say, and which words and texts are known. A text with a
//! `${variable}` in it can stand for anything, but only in scenarios and steps: what holds for
//! a whole file has no variables.

use super::raw::File;
use crate::tester::steps::AnyStep;
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value, json};

/// The schema of a file of scenarios.
pub fn schema() -> Value {
    let mut schema = generated::<File>();
    schema["title"] = json!("Scenarios for `ataxx test`");
    schema
}

/// The schema of a file of steps, which others include.
pub fn schema_of_steps() -> Value {
    let mut schema = generated::<Vec<AnyStep>>();
    schema["title"] = json!("Steps of scenarios for `ataxx test`");
    schema
}

/// What a type says, with room for variables in all but the outermost mapping.
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

/// Takes out what helps nobody, and lets descriptions run on.
fn polish(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            keys.remove("format");
            if keys.get("default").is_some_and(|value| !value.is_object()) {
                keys.remove("default");
            }
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
