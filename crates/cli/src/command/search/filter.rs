//! The notation of conditions on documents.

use kindex::{Condition, Filter};

/// Reads `key=a,b`, `key!=a,b`, `key>=a` or `key<=a`.
///
/// # Errors
/// Where it is none of these, as text for the user.
pub fn parse(text: &str) -> Result<Filter, String> {
    let wrong = || "give one such as section=guide, section!=blog,news or year>=2024".to_string();
    let (left, value) = text.split_once('=').ok_or_else(wrong)?;
    let (key, operator) = match left.char_indices().next_back() {
        Some((at, operator @ ('!' | '>' | '<'))) => {
            (left.get(..at).unwrap_or_default(), Some(operator))
        }
        _ => (left, None),
    };
    let bound = || if value.is_empty() { Err(wrong()) } else { Ok(value.to_owned()) };
    let condition = match operator {
        None => Condition::Any(list(value)),
        Some('!') => Condition::Not(list(value)),
        Some('>') => Condition::Min(bound()?),
        Some(_) => Condition::Max(bound()?),
    };
    if key.is_empty() {
        return Err(wrong());
    }
    Ok(Filter { key: key.to_owned(), condition })
}

/// Splits at commas that have no backslash before them.
fn list(values: &str) -> Vec<String> {
    let mut list = vec![String::new()];
    let mut chars = values.chars().peekable();
    while let Some(char) = chars.next() {
        let escaped = if char == '\\' { chars.next_if_eq(&',') } else { None };
        if char == ',' {
            list.push(String::new());
        } else if let Some(last) = list.last_mut() {
            last.push(escaped.unwrap_or(char));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(text: &str) -> Condition {
        let Filter { key, condition } = parse(text).unwrap();
        assert_eq!(key, "k");
        condition
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn conditions() {
        assert_eq!(condition("k=a"), Condition::Any(texts(&["a"])));
        assert_eq!(condition("k=a,b=c"), Condition::Any(texts(&["a", "b=c"])));
        assert_eq!(condition("k!=a,b"), Condition::Not(texts(&["a", "b"])));
        assert_eq!(condition("k>=2,5"), Condition::Min("2,5".into()));
        assert_eq!(condition("k<=-3"), Condition::Max("-3".into()));
        for wrong in ["", "k", "=a", "!=a", ">=2", "k>=", "k<=", "k>2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn commas_may_be_part_of_a_value() {
        assert_eq!(condition(r"k=a\,b,c\d\\"), Condition::Any(texts(&["a,b", r"c\d\\"])));
    }
}
