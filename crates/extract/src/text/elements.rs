//! The parts that elements of HTML play in a text, by their names.

/// The part that an element plays in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Part of the running text, as is every element that is not known.
    Inline,
    /// A block of its own.
    Block,
    /// A heading of a level.
    Heading(u8),
    Code,
    Table,
    List,
    Item,
    Quote,
    Term,
    Description,
    LineBreak,
    Image,
    Input,
}

/// Whether an element with this name, in lower case, begins a line of its own.
pub(crate) fn is_block_name(name: &str) -> bool {
    !matches!(kind_of(name), Kind::Inline | Kind::Image | Kind::Input)
}

/// The part of an element with this name, in lower case.
pub(crate) fn kind_of(name: &str) -> Kind {
    match name {
        "h1" => Kind::Heading(1),
        "h2" => Kind::Heading(2),
        "h3" => Kind::Heading(3),
        "h4" => Kind::Heading(4),
        "h5" => Kind::Heading(5),
        "h6" => Kind::Heading(6),
        "pre" | "listing" | "xmp" => Kind::Code,
        "table" => Kind::Table,
        "ul" | "ol" | "menu" => Kind::List,
        "li" => Kind::Item,
        "blockquote" => Kind::Quote,
        "dt" => Kind::Term,
        "dd" => Kind::Description,
        "br" => Kind::LineBreak,
        "img" => Kind::Image,
        "input" => Kind::Input,
        "p" | "div" | "section" | "article" | "main" | "body" | "header" | "footer" | "aside"
        | "figure" | "figcaption" | "details" | "summary" | "dl" | "hr" | "address" | "center"
        | "fieldset" | "legend" | "form" | "hgroup" | "caption" | "thead" | "tbody" | "tfoot"
        | "tr" | "td" | "th" | "dialog" | "search" | "html" => Kind::Block,
        _ => Kind::Inline,
    }
}
