//! The kinds of pages that the names of Doxygen's files tell. In names of what it documents it
//! doubles each `_`, and writes `.` as `_8`.

use crate::error::Reason;

/// Pages that list all members.
const INDEXES: [&str; 3] = ["functions", "globals", "namespacemembers"];

/// The members that such pages are about, where they are not about all.
const KINDS: [&str; 13] = [
    "defs", "dict", "dup", "enum", "eval", "evnt", "func", "prop", "rela", "seq", "slot", "type",
    "vars",
];

/// The reason that readers do not look for a page of that name, if there is one.
pub(super) fn reason(name: &str) -> Option<Reason> {
    if is_source(name) {
        Some(Reason::SourceView)
    } else if name == "classes" || is_index(name) {
        Some(Reason::Tool)
    } else {
        None
    }
}

/// Whether a page shows a file: `lib_8h_source`, but not `structdata__source`.
fn is_source(name: &str) -> bool {
    let Some(file) = name.strip_suffix("_source") else { return false };
    if is_short(file) {
        return true;
    }
    let file = file.rsplit_once("_8");
    file.is_some_and(|(name, extension)| {
        let underscores = name.len() - name.trim_end_matches('_').len();
        underscores % 2 == 0 && !extension.is_empty() && !extension.ends_with('_')
    })
}

/// Whether a page may list what a class has and inherits: `classFoo-members`, or one of the names
/// that tell nothing.
pub(super) fn may_list_members(name: &str) -> bool {
    name.ends_with("-members") || is_short(name)
}

/// Whether a name is one that Doxygen counts up, where it is asked for short ones: `a01043`.
fn is_short(name: &str) -> bool {
    let number = name.strip_prefix('a').filter(|number| number.len() >= 5);
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a page lists members: all, or those of a kind, or with a letter, or both.
fn is_index(name: &str) -> bool {
    let lists = |rest: &str| {
        let Some(rest) = rest.strip_prefix('_') else {
            return rest.is_empty();
        };
        let (kind, letter) =
            rest.split_once('_').map_or((rest, None), |(kind, letter)| (kind, Some(letter)));
        is_letter(rest) || (KINDS.contains(&kind) && letter.is_none_or(is_letter))
    };
    INDEXES.iter().any(|index| name.strip_prefix(index).is_some_and(lists))
}

/// Whether a text is a letter, or the bytes of one that file names had better not have.
fn is_letter(text: &str) -> bool {
    let is_hex = |hex: &str| !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.chars().count() == 1 || text.strip_prefix("0x").is_some_and(is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lists_of_members() {
        for name in ["classKnot-members", "a01043"] {
            assert!(may_list_members(name), "{name}");
        }
        for name in ["classKnot", "members", "a1043", "a0104b", "a01043_source"] {
            assert!(!may_list_members(name), "{name}");
        }
    }

    #[test]
    fn names_that_doxygen_gives() {
        for (names, want) in [
            (
                &["lib_8h_source", "src_2my__lib_8hpp_source", "a__8h_8in_source", "a01043_source"]
                    [..],
                Some(Reason::SourceView),
            ),
            (
                &["classes", "functions", "functions_f", "functions_~", "functions_0x7e"],
                Some(Reason::Tool),
            ),
            (
                &["functions_func", "functions_vars_a", "globals_defs", "globals__"],
                Some(Reason::Tool),
            ),
            (&["namespacemembers_type"], Some(Reason::Tool)),
            (
                &[
                    "structdata__source",
                    "open_source",
                    "a__8h_source",
                    "x_8h__source",
                    "x_8_source",
                ],
                None,
            ),
            (&["functions_overview", "functions_func_all", "functional", "globals_and_more"], None),
        ] {
            for name in names {
                assert_eq!(reason(name), want, "{name}");
            }
        }
    }
}
