//! The notation of conditions on documents.

use indicatif::HumanCount;
use kindex::{Condition, Error, Filter, Index};

/// This many values of a key are named.
const MAX_NAMED_VALUES: usize = 10;

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

/// Lines about the conditions that ask for values which no document has.
///
/// # Errors
/// Where the index is damaged.
pub fn unmet(index: &Index, filters: &[Filter]) -> Result<Vec<String>, Error> {
    if filters.is_empty() {
        return Ok(Vec::new());
    }
    let keys = index.keys(usize::MAX)?;
    let line = |Filter { key, condition }: &Filter| {
        let Condition::Any(wanted) = condition else { return None };
        let known = keys.iter().find(|known| known.key == *key)?;
        let has: Vec<&str> = known.values.iter().map(|one| one.value.as_str()).collect();
        // Of very many different values only some may be known.
        if has.len() < known.total || wanted.iter().any(|value| has.contains(&value.as_str())) {
            return None;
        }
        let named = has.iter().copied().take(MAX_NAMED_VALUES).collect::<Vec<_>>().join(", ");
        let more = match has.len().saturating_sub(MAX_NAMED_VALUES) {
            0 => String::new(),
            more => format!(", {} more", HumanCount(more as u64)),
        };
        let wanted = wanted.join(",");
        Some(format!("No document has {key}={wanted}; values of {key} are {named}{more}."))
    };
    Ok(filters.iter().filter_map(line).collect())
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
