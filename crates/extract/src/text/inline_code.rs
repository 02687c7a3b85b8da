//! Code within a line, in the notation of Markdown.

use kindex_text::{collapse, is_html_space, longest_run};

/// Code with the blanks that it has at its ends.
pub(crate) struct InlineCode {
    /// On one line.
    pub(crate) words: String,
    pub(crate) space_before: bool,
    pub(crate) space_after: bool,
}

impl InlineCode {
    pub(crate) fn of(text: &str) -> InlineCode {
        InlineCode {
            words: collapse(text),
            space_before: text.starts_with(is_html_space),
            space_after: text.ends_with(is_html_space),
        }
    }
}

/// Adds code to a line. Where it touches other code it goes on with it: links part names so.
pub(crate) fn push(line: &mut String, code: &str, touches_code: bool) {
    let fence = "`".repeat(longest_run(code) + 1);
    let goes_on = touches_code && line.ends_with('`') && !line.ends_with("``");
    if goes_on && fence.len() == 1 {
        line.pop();
        line.push_str(code);
        line.push('`');
        return;
    }
    // Another backtick right before the fence would lengthen it.
    if line.ends_with('`') {
        line.push(' ');
    }
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    for piece in [&fence, pad, code, pad, &fence] {
        line.push_str(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(line: &str, code: &str, touches_code: bool) -> String {
        let mut line = line.to_owned();
        push(&mut line, code, touches_code);
        line
    }

    #[test]
    fn fences_outgrow_the_backticks_inside() {
        assert_eq!(pushed("Use ", "a<b>", false), "Use `a<b>`");
        assert_eq!(pushed("", "a`b", false), "``a`b``");
        assert_eq!(pushed("", "`a``", false), "``` `a`` ```");
        assert_eq!(pushed("", "a", true), "`a`");
    }

    #[test]
    fn code_that_touches_code_goes_on() {
        assert_eq!(pushed("a `Vec<`", "T", true), "a `Vec<T`");
        assert_eq!(pushed("``a`b``", "c", true), "``a`b`` `c`");
        assert_eq!(pushed("`a`", "`", true), "`a` `` ` ``");
        assert_eq!(pushed("a sign `", "c", false), "a sign ` `c`");
    }
}
