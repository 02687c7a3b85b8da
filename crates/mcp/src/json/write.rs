//! Writes JSON, in the words of JavaScript's `JSON.stringify`.

use super::number::count;
use super::value::Value;
use alloc::string::String;

/// A text of JSON in the making. Members have names; the items of arrays have empty ones, as no
/// member here has.
///
/// Its methods are not inlined: answers have many members, each of which would bring their code.
#[derive(Default)]
pub struct Json(String);

impl Json {
    /// What was written.
    pub fn finish(self) -> String {
        self.0
    }

    pub fn open(&mut self, name: &str) -> &mut Self {
        self.begin(name).0.push('{');
        self
    }

    pub fn close(&mut self) -> &mut Self {
        self.0.push('}');
        self
    }

    pub fn open_array(&mut self, name: &str) -> &mut Self {
        self.begin(name).0.push('[');
        self
    }

    pub fn close_array(&mut self) -> &mut Self {
        self.0.push(']');
        self
    }

    #[inline(never)]
    pub fn text(&mut self, name: &str, text: &str) -> &mut Self {
        self.begin(name).quoted(text);
        self
    }

    pub fn some_text(&mut self, name: &str, text: Option<&str>) -> &mut Self {
        if let Some(text) = text {
            self.text(name, text);
        }
        self
    }

    #[inline(never)]
    pub fn count(&mut self, name: &str, number: usize) -> &mut Self {
        self.raw(name, &count(number))
    }

    pub fn some_count(&mut self, name: &str, number: Option<usize>) -> &mut Self {
        if let Some(number) = number {
            self.count(name, number);
        }
        self
    }

    /// A value that is JSON already.
    #[inline(never)]
    pub fn raw(&mut self, name: &str, json: &str) -> &mut Self {
        self.begin(name).0.push_str(json);
        self
    }

    /// An array of texts.
    #[inline(never)]
    pub fn texts(&mut self, name: &str, texts: &[String]) -> &mut Self {
        self.open_array(name);
        for text in texts {
            self.text("", text);
        }
        self.close_array()
    }

    /// A value that was read.
    #[inline(never)]
    pub fn value(&mut self, name: &str, value: &Value) -> &mut Self {
        match value {
            Value::Null => self.raw(name, "null"),
            Value::Bool(true) => self.raw(name, "true"),
            Value::Bool(false) => self.raw(name, "false"),
            Value::Number(number) => self.raw(name, number.text()),
            Value::String(text) => self.text(name, text),
            Value::Array(items) => {
                self.open_array(name);
                for item in items {
                    self.value("", item);
                }
                self.close_array()
            }
            Value::Object(object) => {
                self.open(name);
                for (name, value) in object.iter() {
                    self.value(name, value);
                }
                self.close()
            }
        }
    }

    /// A comma, unless something was opened just now, and the name.
    #[inline(never)]
    fn begin(&mut self, name: &str) -> &mut Self {
        if !matches!(self.0.as_bytes().last(), None | Some(b'{' | b'[')) {
            self.0.push(',');
        }
        if !name.is_empty() {
            self.quoted(name);
            self.0.push(':');
        }
        self
    }

    #[inline(never)]
    fn quoted(&mut self, text: &str) {
        self.0.push('"');
        for run in text.split_inclusive(is_special) {
            match run.chars().next_back().filter(|&last| is_special(last)) {
                Some(last) => {
                    self.0.push_str(run.strip_suffix(last).unwrap_or_default());
                    escape(&mut self.0, last);
                }
                None => self.0.push_str(run),
            }
        }
        self.0.push('"');
    }
}

#[cfg(test)]
impl core::fmt::Display for Value {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str(&written(self))
    }
}

/// A value as JSON.
pub fn written(value: &Value) -> String {
    let mut json = Json::default();
    json.value("", value);
    json.finish()
}

/// A text as JSON.
pub fn quoted(text: &str) -> String {
    let mut json = Json::default();
    json.quoted(text);
    json.finish()
}

/// Whether a character cannot stand for itself.
fn is_special(char: char) -> bool {
    matches!(char, '"' | '\\' | ..' ')
}

fn escape(json: &mut String, char: char) {
    let short = match char {
        '"' | '\\' => char,
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        _ => {
            json.push_str("\\u00");
            for half in [char as u32 >> 4, char as u32 & 15] {
                json.push(char::from_digit(half, 16).unwrap_or_default());
            }
            return;
        }
    };
    json.push('\\');
    json.push(short);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_are_as_another_writer_has_them(text in "[\0-\u{20}\"\\\\a\u{7f}é\u{2028}😀]{0,8}") {
            prop_assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        }
    }
}
