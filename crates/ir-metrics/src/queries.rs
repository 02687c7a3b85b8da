//! Queries, as JSON Lines.

use crate::error::Error;
use crate::lines::lines;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// One query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Its name in judgements.
    pub id: String,
    /// The text that is searched for.
    pub text: String,
    /// The kind of query that it is, where figures are wanted by kind.
    pub subset: Option<String>,
}

/// Queries in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queries(Vec<Query>);

impl Queries {
    /// Reads lines of `{"id", "text", "subset"?}`; the id may be called `_id` too. Other members
    /// mean nothing.
    ///
    /// # Errors
    /// Where a line is no such object, an id is there twice, or there is no line.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut queries = Vec::new();
        let mut ids = BTreeSet::new();
        for line in lines(bytes) {
            let (number, line) = line?;
            let query = query(line).map_err(|why| {
                Error::at(
                    number,
                    format!("{why}; write one such as {{\"id\": \"1\", \"text\": \"words\"}}"),
                )
            })?;
            if !ids.insert(query.id.clone()) {
                let message =
                    format!("the id {:?} is there twice; give each query its own", query.id);
                return Err(Error::at(number, message));
            }
            queries.push(query);
        }
        if queries.is_empty() {
            return Err(Error::whole(
                "there are no queries in it; write lines such as {\"id\": \"1\", \"text\": \"words\"}",
            ));
        }
        Ok(Queries(queries))
    }

    /// Queries from elsewhere, whose ids differ.
    pub fn new(queries: Vec<Query>) -> Self {
        Queries(queries)
    }

    /// In the order of the file.
    pub fn as_slice(&self) -> &[Query] {
        &self.0
    }
}

fn query(line: &str) -> Result<Query, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| format!("it is not JSON: {error}"))?;
    let Value::Object(object) = value else {
        return Err("it is not an object".to_owned());
    };
    let id = text(&object, "id")?.or(text(&object, "_id")?);
    Ok(Query {
        id: id.ok_or("\"id\" is missing")?,
        text: text(&object, "text")?.ok_or("\"text\" is missing")?,
        subset: text(&object, "subset")?.filter(|subset| !subset.is_empty()),
    })
}

fn text(object: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(_) => Err(format!("{key:?} is not a string")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read() {
        let read = Queries::parse(
            b"{\"id\":1,\"text\":\"a b\",\"n\":[]}\n\n{\"_id\":\"2\",\"text\":\"c\",\"subset\":\"title\"}",
        );
        let read = read.unwrap();
        let [one, two] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!((one.id.as_str(), one.text.as_str(), &one.subset), ("1", "a b", &None));
        assert_eq!((two.id.as_str(), two.subset.as_deref()), ("2", Some("title")));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = "{\"id\":\"1\",\"text\":\"a\"}\n";
        for wrong in
            ["{", "[]", "{\"id\":\"2\"}", "{\"text\":\"a\"}", "{\"id\":[],\"text\":\"\"}", good]
        {
            let error = Queries::parse(format!("{good}\n{wrong}").as_bytes()).unwrap_err();
            assert_eq!(error.line, Some(3), "{wrong}");
        }
        assert_eq!(Queries::parse(b"\n").unwrap_err().line, None);
    }
}
