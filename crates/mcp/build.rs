//! Makes constants of `src/interface.json`, which the server in JavaScript reads too, with what it
//! has of several indexes, of `src/skill.json`, which that reads as well, and of `src/native.json`, of
//! what the native server alone has.

use serde_json::{Map, Value};
use std::path::Path;
use std::{env, fs};

const INTERFACE: &str = "src/interface.json";
const NATIVE: &str = "src/native.json";
const SKILL: &str = "src/skill.json";

fn main() {
    let [mut interface, mut native, mut skill] = [INTERFACE, NATIVE, SKILL].map(read);
    let mut code = String::new();
    for (name, of) in [("bounds", "usize"), ("codes", "isize"), ("texts", "&str")] {
        let mut values = interface.remove(name).expect(name);
        let several = interface.get_mut("several").and_then(Value::as_object_mut);
        let several = several.and_then(|several| several.remove(name));
        let own = [several, native.remove(name), skill.remove(name)].into_iter().flatten();
        let own = own.filter_map(|own| own.as_object().cloned()).flatten();
        values.as_object_mut().expect(name).extend(own);
        code += &constants(name, of, &values);
    }
    code += &lists(&interface.remove("versions").expect("versions"));
    code += &lists(&skill.into());
    for (name, rest) in [("INTERFACE", &interface), ("NATIVE", &native)] {
        let rest = serde_json::to_string(rest).expect("it was JSON");
        code += &format!("pub const {name}: &str = {rest:?};\n");
    }
    let out = env::var("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("interface.rs"), code).expect("the folder is there");
}

fn read(path: &str) -> Map<String, Value> {
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("the file is JSON")
}
/// A module with a constant for each value.
fn constants(name: &str, of: &str, values: &Value) -> String {
    let rows = values.as_object().into_iter().flatten();
    let row = |(name, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), |text| format!("{text:?}"));
        format!("    pub const {}: {of} = {value};\n", constant(name))
    };
    // One code is of HTTP alone.
    let allowed = if name == "codes" { "#[allow(dead_code)]\n" } else { "" };
    format!("{allowed}pub mod {name} {{\n{}}}\n", rows.map(row).collect::<String>())
}

/// A constant for each list of texts.
fn lists(values: &Value) -> String {
    let rows = values.as_object().into_iter().flatten();
    let row = |(name, list): (&String, &Value)| {
        let count = list.as_array().map_or(0, Vec::len);
        format!("pub const {}: [&str; {count}] = {list};\n", constant(name))
    };
    rows.map(row).collect()
}

/// The name of a constant: `MORE_PAGES` of `morePages`.
fn constant(name: &str) -> String {
    let mut constant = String::new();
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            constant.push('_');
        }
        constant.push(char.to_ascii_uppercase());
    }
    constant
}
