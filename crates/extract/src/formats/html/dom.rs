//! Looking around in a parsed page. Nothing here recurses: pages may nest as deep as they like.

use scraper::node::Element;

pub(super) type Node<'a> = ego_tree::NodeRef<'a, scraper::Node>;

/// Sees the nodes of a tree in order.
pub(super) trait Visitor<'a> {
    /// Says whether to go into the node.
    fn open(&mut self, node: Node<'a>) -> bool;
    /// Comes after `open` and the contents, unless `open` said no.
    fn close(&mut self, node: Node<'a>);
}

/// Shows `root` and everything below it.
pub(super) fn walk<'a>(root: Node<'a>, visitor: &mut impl Visitor<'a>) {
    let mut node = root;
    loop {
        if visitor.open(node) {
            if let Some(child) = node.first_child() {
                node = child;
                continue;
            }
            visitor.close(node);
        }
        loop {
            if node == root {
                return;
            }
            if let Some(next) = node.next_sibling() {
                node = next;
                break;
            }
            let Some(parent) = node.parent() else {
                return;
            };
            node = parent;
            visitor.close(node);
        }
    }
}

/// The elements below `root`, itself included.
pub(super) fn elements(root: Node<'_>) -> impl Iterator<Item = (Node<'_>, &Element)> {
    root.descendants().filter_map(|node| node.value().as_element().map(|element| (node, element)))
}

/// The nearest elements above `node`.
pub(super) fn parents(node: Node<'_>) -> impl Iterator<Item = &Element> {
    node.ancestors().filter_map(|node| node.value().as_element())
}
