//! Values that were read.

use super::number::Number;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<Value>),
    Object(Object),
}

/// Members by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object(Vec<(String, Value)>);

impl Object {
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(one, _)| one == name).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(one, _)| one == name).map(|(_, value)| value)
    }

    /// An object of members in their order. Of several with one name the last counts, in the place
    /// of the first, as in JavaScript.
    pub fn of(all: Vec<(String, Value)>) -> Self {
        let mut places = BTreeMap::new();
        let mut members: Vec<(String, Value)> = Vec::new();
        for (name, value) in all {
            match places.get(&name).and_then(|&at: &usize| members.get_mut(at)) {
                Some(there) => there.1 = value,
                None => {
                    places.insert(name.clone(), members.len());
                    members.push((name, value));
                }
            }
        }
        Object(members)
    }

    /// Gives a member another value, or adds it.
    pub fn set(&mut self, name: String, value: Value) {
        match self.get_mut(&name) {
            Some(there) => *there = value,
            None => self.0.push((name, value)),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Value {
    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_object()?.get(name)
    }

    pub fn as_object(&self) -> Option<&Object> {
        if let Value::Object(object) = self { Some(object) } else { None }
    }

    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        if let Value::Object(object) = self { Some(object) } else { None }
    }

    /// The items of an array; none of another value.
    pub fn items(&self) -> &[Value] {
        if let Value::Array(items) = self { items } else { &[] }
    }

    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = self { Some(text) } else { None }
    }

    pub fn as_count(&self) -> Option<usize> {
        if let Value::Number(number) = self { number.whole()?.try_into().ok() } else { None }
    }

    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    /// Whether a value is empty in one of the ways in which clients leave out what they need not
    /// say.
    pub fn says_nothing(&self) -> bool {
        match self {
            Value::Null => true,
            Value::String(text) => text.trim_ascii().is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(object) => object.is_empty(),
            Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Value::Number(Number::from(value))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::String(value.into())
    }
}
