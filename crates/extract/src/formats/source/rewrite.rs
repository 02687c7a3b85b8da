//! What is put in place of a construct.

/// The text in place of something that a generator would have replaced.
#[derive(Debug, PartialEq)]
pub(super) enum Put {
    /// Words in the line.
    Words(String),
    /// A line of its own, such as the title of a box.
    Line(String),
    /// Code and its language.
    Code { lang: String, code: String },
    /// Text that is copied as it is.
    Verbatim(String),
}

/// A replacement for the source up to byte `end`.
#[derive(Debug, PartialEq)]
pub(super) struct Rewrite {
    pub(super) end: usize,
    pub(super) put: Put,
}

impl Rewrite {
    pub(super) fn nothing(end: usize) -> Rewrite {
        Rewrite::words(end, "")
    }

    pub(super) fn words(end: usize, words: impl Into<String>) -> Rewrite {
        Rewrite { end, put: Put::Words(words.into()) }
    }
}
