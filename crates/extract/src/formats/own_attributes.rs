//! Attributes by which the readers of Markdown tell that of HTML what elements do not.

/// The attribute in which the Markdown side hands over the words that an id is made from.
pub(super) const SLUG_SOURCE: &str = "data-kindex-slug";

/// The attribute in which it hands over the beginning of an item.
pub(super) const MARKER: &str = "data-kindex-marker";

/// The attribute of what a generator makes a link of, wherever that leads.
pub(super) const LINK: &str = "data-kindex-link";
