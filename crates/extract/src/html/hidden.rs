//! Shows what a reader can make the page show: tabs, accordions, dialogs, and parts that a script
//! puts in their place. What nothing shows stays hidden.

use std::collections::BTreeSet;

use ego_tree::NodeId;
use scraper::node::Element;
use scraper::{Html, Node as Value};

use super::chrome::is_heading;
use super::dom::{Node, elements};
use super::element::{Kind, attr, kind};

/// So many elements beside a hidden one are looked at: a page may be nothing but these.
const BESIDE: usize = 16;

/// Attributes of an element that scripts of libraries show: Alpine, Vue, Radix, Headless UI.
const SHOWN_BY_SCRIPT: [&str; 6] =
    ["data-collapsed", "data-headlessui-state", "data-state", "v-show", "x-cloak", "x-show"];

/// Parts of the classes and names of elements that are shown when a reader chooses them.
const PANELS: [&str; 9] = [
    "accordion",
    "collaps",
    "disclosure",
    "expand",
    "panel",
    "spoiler",
    "tab-content",
    "tab-item",
    "tab-pane",
];

/// Attributes whose values are no names of what they control.
const NO_CONTROL: [&str; 9] =
    ["alt", "class", "content", "id", "name", "src", "style", "title", "value"];

/// Roles of what a control opens and which is no text of the page.
const TOOLS: [&str; 5] = ["combobox", "listbox", "menu", "navigation", "search"];

/// Whether an element says that it is not shown.
pub(super) fn is_hidden(element: &Element) -> bool {
    let is_said = element.attrs.iter().any(|(name, value)| match &*name.local {
        "hidden" => !value.eq_ignore_ascii_case("until-found"),
        "aria-hidden" => &**value == "true",
        "style" => is_undisplayed(value),
        _ => false,
    });
    is_said || (element.name() == "dialog" && attr(element, "open").is_none())
}

/// Whether a style has `display: none`.
fn is_undisplayed(style: &str) -> bool {
    let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    declarations.any(|(property, value)| {
        let value = value.trim_start();
        property.trim().eq_ignore_ascii_case("display")
            && value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("none"))
    })
}

/// Takes off what hides the elements that a reader can have shown.
pub(super) fn reveal(html: &mut Html) {
    late_parts::place(html);
    let hidden = |(_, element): &(Node<'_>, &Element)| is_hidden(element);
    let hidden: Vec<(Node<'_>, &Element)> = elements(html.tree.root()).filter(hidden).collect();
    if hidden.is_empty() {
        return;
    }
    let controlled = controlled(html, &hidden);
    let is_shown = |(node, element): &(Node<'_>, &Element)| {
        is_panel(*node, element) || attr(element, "id").is_some_and(|id| controlled.contains(id))
    };
    let shown: Vec<NodeId> = hidden
        .iter()
        .filter(|(_, element)| !attr(element, "role").is_some_and(|role| TOOLS.contains(&role)))
        .filter(|hidden| is_shown(hidden))
        .map(|(node, _)| node.id())
        .collect();
    for id in shown {
        show(html, id);
    }
}

fn show(html: &mut Html, id: NodeId) {
    let Some(mut node) = html.tree.get_mut(id) else { return };
    let Value::Element(element) = node.value() else { return };
    element.attrs.retain(|(name, _)| !matches!(&*name.local, "aria-hidden" | "hidden" | "style"));
    if element.name() == "dialog" {
        element.name.local = "div".into();
    }
}

/// Those of the ids of hidden elements that an attribute of another one names: of a control, a link
/// or a description.
fn controlled<'a>(html: &'a Html, hidden: &[(Node<'a>, &'a Element)]) -> BTreeSet<&'a str> {
    let ids: BTreeSet<&str> = hidden.iter().filter_map(|(_, it)| attr(it, "id")).collect();
    let is_sign = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'));
    let attributes = elements(html.tree.root()).flat_map(|(_, element)| element.attrs.iter());
    attributes
        .filter(|(name, _)| !NO_CONTROL.contains(&&*name.local))
        .flat_map(|(_, value)| value.split(is_sign))
        .filter_map(|word| ids.get(word).copied())
        .collect()
}

/// Whether a hidden element is one of several that a reader chooses among, or has what opens it
/// beside it.
fn is_panel(node: Node<'_>, element: &Element) -> bool {
    let is_role = |role| role == "tabpanel" || role == "region";
    let has_mark = |text: &str| PANELS.iter().any(|mark| text.contains(mark));
    let says_so = attr(element, "role").is_some_and(is_role)
        || SHOWN_BY_SCRIPT.iter().any(|name| attr(element, name).is_some())
        || attr(element, "class").is_some_and(has_mark)
        || has_mark(element.name());
    let is_block = kind(element) != Kind::Inline;
    // What is hidden from screen readers alone is decoration, mostly.
    if attr(element, "aria-hidden") == Some("true") {
        return is_block && says_so;
    }
    says_so || (is_block && (has_like(node, element) || has_control(node)))
}

/// Whether an element of the same kind and class stands beside it that is shown.
fn has_like(node: Node<'_>, element: &Element) -> bool {
    let class = attr(element, "class").filter(|_| element.name() != "p");
    let is_like = |other: &Element| {
        let mut classes = other.classes();
        other.name() == element.name()
            && !is_hidden(other)
            && classes.any(|class| element.classes().any(|own| own == class))
    };
    class.is_some() && beside(node).any(is_like)
}

/// The elements beside a node, the nearest first on each side.
fn beside<'a>(node: Node<'a>) -> impl Iterator<Item = &'a Element> {
    let before = node.prev_siblings().filter_map(|node| node.value().as_element()).take(BESIDE);
    let after = node.next_siblings().filter_map(|node| node.value().as_element()).take(BESIDE);
    before.chain(after)
}

/// Whether what opens an element stands right before or after it, or the element around it.
fn has_control(node: Node<'_>) -> bool {
    let is_element = |node: &Node<'_>| node.value().is_element();
    let around = node.parent().filter(|parent| {
        let element = parent.value().as_element();
        element.is_some_and(|it| !matches!(it.name(), "main" | "article" | "body" | "section"))
    });
    [Some(node), around].into_iter().flatten().any(|node| {
        let before = node.prev_siblings().find(is_element);
        let after = node.next_siblings().find(is_element);
        before.into_iter().chain(after).any(is_control)
    })
}

/// Whether an element opens something, or is a heading that does.
fn is_control(node: Node<'_>) -> bool {
    let is_one = |element: &Element| {
        matches!(element.name(), "button" | "summary")
            || matches!(attr(element, "role"), Some("button" | "tab" | "tablist"))
            || ["aria-controls", "aria-expanded"].iter().any(|name| attr(element, name).is_some())
    };
    let heads = |inner: Node<'_>| inner.ancestors().take(BESIDE).any(is_heading);
    node.value().as_element().is_some_and(is_one)
        || elements(node).take(BESIDE).any(|(inner, element)| {
            attr(element, "aria-expanded").is_some() || (is_one(element) && heads(inner))
        })
}

/// Parts that React sends after the page and a script moves to where they belong.
mod late_parts {
    use std::collections::BTreeMap;

    use ego_tree::iter::Edge;

    use super::super::depth::MAX_DEPTH;
    use super::{Html, NodeId, Value, attr, elements, show};

    /// So many parts of a page are moved.
    const MAX_MOVES: usize = 256;

    /// The functions that move: `$RC("B:0","S:0")`, `$RS("S:1","P:1")`, `$RR("B:2","S:2",[…])`.
    const MOVES: [&str; 3] = ["$RC(\"", "$RS(\"", "$RR(\""];

    pub(super) fn place(html: &mut Html) {
        let moves = moves(html);
        if moves.is_empty() {
            return;
        }
        let with_id = |(node, element): (super::Node<'_>, &super::Element)| {
            Some((attr(element, "id")?.to_owned(), node.id()))
        };
        let ids: BTreeMap<String, NodeId> =
            elements(html.tree.root()).filter_map(with_id).collect();
        for (one, other) in moves {
            let (Some(&one), Some(&other)) = (ids.get(&one), ids.get(&other)) else { continue };
            if is_template(html, one) {
                put(html, other, one);
            } else if is_template(html, other) {
                put(html, one, other);
            }
        }
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

    /// Puts a part in the place of a template, and of what is shown until it comes.
    fn put(html: &mut Html, part: NodeId, template: NodeId) {
        if !fits(html, part, template) {
            return;
        }
        let waiting: Vec<NodeId> = waiting(html, template);
        show(html, part);
        if let Some(mut template) = html.tree.get_mut(template) {
            template.insert_id_after(part);
        }
        for id in waiting {
            if let Some(mut node) = html.tree.get_mut(id) {
                node.detach();
            }
        }
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
    fn height(node: super::Node<'_>) -> usize {
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
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;

    /// Whether what is hidden in a page is text of it.
    fn shows(body: &str) -> bool {
        text(&format!("<main><p>Shown.</p>{body}</main>")).contains("secret")
    }

    #[test]
    fn what_a_reader_can_have_shown_is_text() {
        for body in [
            // Docusaurus, Starlight, sphinx-tabs, Radix, Bootstrap, tabs without roles.
            "<div role=tabpanel>a</div><div role=tabpanel hidden=''>secret</div>",
            "<div id=p1 aria-labelledby=t1 role=tabpanel hidden>secret</div>",
            "<div data-state=inactive hidden>secret</div>",
            "<div class='tab-pane fade' aria-hidden=true>secret</div>",
            "<div class='tab active'>a</div><div class=tab style='color: red; DISPLAY :none'>secret</div>",
            "<ul><li>a</ul><button>More</button><ul hidden><li>secret</ul>",
            "<pre class=js>a</pre><pre class='js ts' hidden>secret</pre>",
            "<my-tabs><my-tab-panel hidden>secret</my-tab-panel></my-tabs>",
            // Accordions.
            "<h3><button aria-expanded=false aria-controls=a>Q</button></h3><div id=a hidden>secret</div>",
            "<h3><button>Q</button></h3><div hidden>secret</div>",
            "<div><div><a href='#' aria-expanded=false>Q</a></div><div hidden>secret</div></div>",
            "<div class=item><h3><button>Q</button></h3></div><div><div hidden>secret</div></div>",
            "<div x-show=open hidden>secret</div>",
            "<div hidden=until-found>secret</div>",
            "<div id=answer style='display:none'>secret</div><a onclick=\"toggle('answer')\">A</a>",
            // Dialogs, popovers, descriptions.
            "<button commandfor=d command=show-modal>O</button><p>x</p><dialog id=d>secret</dialog>",
            "<button>Open</button><dialog>secret</dialog>",
            "<p>A <a aria-describedby=tip>word</a><span role=tooltip id=tip hidden>secret</span>",
            "<div><template shadowrootmode=open><p>secret</p></template></div>",
        ] {
            assert!(shows(body), "{body}");
        }
    }

    #[test]
    fn what_nothing_shows_is_none() {
        for body in [
            "<p hidden>secret</p>",
            "<div hidden><p>secret</p></div>",
            "<div style='display: none'>secret</div>",
            "<p class=a>x</p><p class=a hidden>secret</p>",
            "<p>Press <button>OK</button> now.</p><p hidden>secret</p>",
            "<span aria-hidden=true class=expand-icon>secret</span>",
            "<dialog>secret</dialog>",
            "<template>secret</template><noscript>secret</noscript>",
            "<button aria-controls=m>Menu</button><ul id=m role=menu hidden><li>secret</ul>",
            "<p><span class=sr-only>secret</span></p>",
        ] {
            assert!(!shows(body), "{body}");
        }
    }

    #[test]
    fn a_panel_stands_under_its_heading() {
        let body = "<main><h1>Install</h1><div role=tabpanel><p>Use apt.</p></div>\
                    <div role=tabpanel hidden><h2 id=mac>On a Mac</h2><p>Use brew.</p></div></main>";
        assert_eq!(text(body), "# Install\n\nUse apt.\n\n## On a Mac\n\nUse brew.\n");
    }

    #[test]
    fn late_parts_of_react_stand_where_they_belong() {
        let body = "<main><h1>T</h1><!--$?--><template id=B:0></template><p>Loading…</p><!--/$--><p>End.</p>\
                    </main><div hidden id=S:0><p>Late <template id=P:1></template>.</p></div>\
                    <div hidden id=S:1><b>words</b></div>\
                    <script>$RC=function(){};$RS(\"S:1\",\"P:1\");$RC(\"B:0\",\"S:0\")</script>";
        assert_eq!(text(body), "# T\n\nLate\n\nwords\n\n.\n\nEnd.\n");
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
