//! Parts that React sends after the page and a script moves to where they belong.

use std::collections::BTreeMap;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node as Value};

use super::depth::MAX_DEPTH;
use super::dom::{Node, elements};
use super::element::attr;

/// At most this many parts of a page are moved.
const MAX_MOVES: usize = 256;

/// The functions that move: `$RC("B:0","S:0")`, `$RS("S:1","P:1")`, `$RR("B:2","S:2",[…])`.
const MOVES: [&str; 3] = ["$RC(\"", "$RS(\"", "$RR(\""];

/// Moves parts of a page to where its scripts would; gives those that have
/// moved. They are hidden still.
pub(super) fn place(html: &mut Html) -> Vec<NodeId> {
    let moves = moves(html);
    if moves.is_empty() {
        return Vec::new();
    }
    let mut placed = Vec::new();
    let with_id =
        |(node, element): (Node<'_>, &Element)| Some((attr(element, "id")?.to_owned(), node.id()));
    let ids: BTreeMap<String, NodeId> = elements(html.tree.root()).filter_map(with_id).collect();
    for (one, other) in moves {
        let (Some(&one), Some(&other)) = (ids.get(&one), ids.get(&other)) else { continue };
        if is_template(html, one) {
            placed.extend(put(html, other, one));
        } else if is_template(html, other) {
            placed.extend(put(html, one, other));
        }
    }
    placed
}

/// The ids of what is moved and of where to, in either order.
fn moves(html: &Html) -> Vec<(String, String)> {
    let scripts = elements(html.tree.root()).filter(|(_, element)| element.name() == "script");
    let texts = scripts.flat_map(|(node, _)| node.children());
    let texts = texts.filter_map(|node| node.value().as_text());
    let mut found = Vec::new();
    for text in texts {
        let calls = MOVES.iter().flat_map(|call| text.split(call).skip(1));
        found.extend(calls.filter_map(|call| {
            let (one, rest) = call.split_once("\",\"")?;
            let (other, _) = rest.split_once('"')?;
            Some((one.to_owned(), other.to_owned()))
        }));
    }
    found.truncate(MAX_MOVES);
    found
}

fn is_template(html: &Html, id: NodeId) -> bool {
    let element = html.tree.get(id).and_then(|node| node.value().as_element());
    element.is_some_and(|element| element.name() == "template")
}

/// Puts a part in the place of a template, and of what is shown until it comes, if it can be moved.
fn put(html: &mut Html, part: NodeId, template: NodeId) -> Option<NodeId> {
    if !fits(html, part, template) {
        return None;
    }
    let waiting = waiting(html, template);
    if let Some(mut template) = html.tree.get_mut(template) {
        template.insert_id_after(part);
    }
    for id in waiting.into_iter().filter(|id| *id != part) {
        if let Some(mut node) = html.tree.get_mut(id) {
            node.detach();
        }
    }
    Some(part)
}

/// Whether a part can be moved: into no part of itself, and no deeper than pages nest.
fn fits(html: &Html, part: NodeId, template: NodeId) -> bool {
    let (Some(part), Some(template)) = (html.tree.get(part), html.tree.get(template)) else {
        return false;
    };
    let above = template.ancestors().count();
    let is_inside = template.ancestors().chain([template]).any(|node| node == part);
    above > 0 && !is_inside && above + height(part) <= MAX_DEPTH
}

/// The number of levels below a node.
fn height(node: Node<'_>) -> usize {
    let mut depth = 0_usize;
    let mut height = 0;
    for edge in node.traverse() {
        match edge {
            Edge::Open(_) => depth += 1,
            Edge::Close(_) => depth = depth.saturating_sub(1),
        }
        height = height.max(depth);
    }
    height
}

/// The nodes after a template up to the comment that ends what is shown until the part comes.
fn waiting(html: &Html, template: NodeId) -> Vec<NodeId> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    let after = html.tree.get(template).into_iter().flat_map(|node| node.next_siblings());
    for node in after {
        match node.value() {
            Value::Comment(comment) if &**comment == "/$" && depth == 0 => return found,
            Value::Comment(comment) if &**comment == "/$" => depth -= 1,
            Value::Comment(comment) if comment.starts_with('$') => depth += 1,
            _ => {}
        }
        found.push(node.id());
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;

    #[test]
    fn late_parts_of_react_stand_where_they_belong() {
        let body = "<main><h1>T</h1><!--$?--><template id=B:0></template><p>Loading…</p><!--/$--><p>End.</p>\
                    </main><div hidden id=S:0><p>Late <template id=P:1></template>.</p></div>\
                    <div hidden id=S:1><b>words</b></div>\
                    <script>$RC=function(){};$RS(\"S:1\",\"P:1\");$RC(\"B:0\",\"S:0\")</script>";
        assert_eq!(text(body), "# T\n\nLate\n\nwords\n\n.\n\nEnd.\n");
    }

    #[test]
    fn a_part_may_lie_in_what_waits_for_it() {
        let body = "<main><!--$?--><template id=B:0></template><div hidden id=S:0>Late</div>Wait<!--/$--></main>\
                    <script>$RC(\"B:0\",\"S:0\")</script>";
        assert_eq!(text(body), "Late\n");
    }

    #[test]
    fn hostile_moves_end() {
        let inside = "<main>x</main><div hidden id=S:0><template id=B:0></template></div>\
                      <script>$RC(\"B:0\",\"S:0\")$RC(\"S:0\",\"B:0\")$RC(\"B:0\",\"B:0\")</script>";
        assert_eq!(text(inside), "x\n");
        let deep = |id: usize| {
            let open = "<div>".repeat(300);
            let close = "</div>".repeat(300);
            format!("<div hidden id=S:{id}>{open}<template id=B:{id}></template>{close}</div>")
        };
        let parts: String = (0..400).map(deep).collect();
        let moves: String =
            (0..400).map(|id| format!("$RC(\"S:{}\",\"B:{id}\")", id + 1)).collect();
        assert_eq!(text(&format!("<main>x</main>{parts}<script>{moves}</script>")), "x\n");
    }
}
