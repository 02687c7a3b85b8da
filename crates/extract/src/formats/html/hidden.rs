//! Shows what a reader can make the page show: tabs, accordions, dialogs, and parts that a script
//! puts in their place. What nothing shows stays hidden.

use std::collections::{BTreeMap, BTreeSet};

use ego_tree::NodeId;
use scraper::node::Element;
use scraper::{Html, Node as Value};

use super::dom::{Node, elements};
use super::element::{Kind, attr, is_heading, kind};
use super::late_parts;

/// At most this many elements beside a hidden one are looked at: a page may be nothing but these.
const MAX_ELEMENTS_BESIDE: usize = 16;

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

/// Attributes that name what they control only by their scripts and styles, or nothing at all.
const NO_CONTROL: [&str; 16] = [
    "alt",
    "aria-labelledby",
    "class",
    "content",
    "dir",
    "hreflang",
    "id",
    "lang",
    "name",
    "rel",
    "role",
    "src",
    "style",
    "title",
    "type",
    "value",
];

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
    for part in late_parts::place(html) {
        show(html, part);
    }
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

/// The ids of hidden elements to which something outside of them points: a control, a link or a
/// description.
fn controlled<'a>(html: &'a Html, hidden: &[(Node<'a>, &'a Element)]) -> BTreeSet<&'a str> {
    let id = |(node, element): &(Node<'a>, &'a Element)| Some((attr(element, "id")?, node.id()));
    let ids: BTreeMap<&str, NodeId> = hidden.iter().filter_map(id).collect();
    let is_sign = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'));
    let mut found = BTreeSet::new();
    for (node, element) in elements(html.tree.root()).filter(|_| !ids.is_empty()) {
        for (name, value) in &element.attrs {
            let value = match &*name.local {
                name if NO_CONTROL.contains(&name) => continue,
                "href" => value.strip_prefix('#').unwrap_or_default(),
                _ => value,
            };
            for (id, target) in value.split(is_sign).filter_map(|word| ids.get_key_value(word)) {
                let is_inside = || node.ancestors().any(|above| above.id() == *target);
                if node.id() != *target && !found.contains(id) && !is_inside() {
                    found.insert(*id);
                }
            }
        }
    }
    found
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
    // Decoration is hidden from screen readers alone.
    if attr(element, "aria-hidden") == Some("true") {
        return is_block && says_so;
    }
    says_so || (is_block && (has_like(node, element) || has_control(node))) || is_default(node)
}

/// Whether a word is the last of several in the help of LibreOffice, all of which are hidden and
/// have nothing beside them: a script shows one, by what a reader uses, and the last where it knows
/// nothing of that.
fn is_default(node: Node<'_>) -> bool {
    let switches = |node: Node<'_>| {
        let element = node.value().as_element();
        element.is_some_and(|it| it.classes().any(|class| class == "switchinline"))
    };
    let Some(parent) = node.parent().filter(|parent| switches(*parent)) else {
        return false;
    };
    let is_alternative = |node: Node<'_>| match node.value() {
        Value::Text(text) => text.trim().is_empty(),
        Value::Element(element) => attr(element, "hidden").is_some(),
        _ => true,
    };
    let elements = parent.children().filter(|node| node.value().is_element());
    elements.clone().take(2).count() > 1
        && elements.take(MAX_ELEMENTS_BESIDE + 1).last() == Some(node)
        && parent.children().all(is_alternative)
}

/// Whether an element of the same kind and class stands beside it that is shown.
fn has_like(node: Node<'_>, element: &Element) -> bool {
    let is_shown = |other: &Element| other.name() == element.name() && !is_hidden(other);
    let is_like = |other: &Element| {
        is_shown(other) && other.classes().any(|class| element.classes().any(|own| own == class))
    };
    match element.name() {
        "p" => false,
        // Rows that fold may be many.
        "tr" => node.parent().is_some_and(|table| rows(table).any(is_shown)),
        _ => attr(element, "class").is_some() && beside(node).any(is_like),
    }
}

/// The first elements in a table.
fn rows<'a>(table: Node<'a>) -> impl Iterator<Item = &'a Element> {
    table.children().take(MAX_ELEMENTS_BESIDE).filter_map(|row| row.value().as_element())
}

/// The elements beside a node, the nearest first on each side.
fn beside<'a>(node: Node<'a>) -> impl Iterator<Item = &'a Element> {
    let before =
        node.prev_siblings().filter_map(|node| node.value().as_element()).take(MAX_ELEMENTS_BESIDE);
    let after =
        node.next_siblings().filter_map(|node| node.value().as_element()).take(MAX_ELEMENTS_BESIDE);
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
        let before = node.prev_siblings().take(MAX_ELEMENTS_BESIDE).find(is_element);
        let after = node.next_siblings().take(MAX_ELEMENTS_BESIDE).find(is_element);
        before.into_iter().chain(after).any(is_control)
    })
}

/// Whether an element opens something, or is a heading that does.
fn is_control(node: Node<'_>) -> bool {
    let is_one = |element: &Element| {
        matches!(element.name(), "button" | "summary")
            || matches!(attr(element, "role"), Some("button" | "tab" | "tablist"))
            || ["aria-controls", "aria-expanded", "onclick"]
                .iter()
                .any(|name| attr(element, name).is_some())
            || attr(element, "href")
                .is_some_and(|href| href == "#" || href.starts_with("javascript:"))
    };
    let heads = |inner: Node<'_>| inner.ancestors().take(MAX_ELEMENTS_BESIDE).any(is_heading);
    node.value().as_element().is_some_and(is_one)
        || elements(node).take(MAX_ELEMENTS_BESIDE).any(|(inner, element)| {
            let opens = attr(element, "aria-expanded").is_some() || element.name() == "a";
            is_one(element) && (opens || heads(inner))
        })
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
            "<p><a href='#'>Show the answer</a></p><div style='display:none'>secret</div>",
            "<table><tr><td>a</tr><tr style='display:none'><td>secret</tr></table>",
            // Words by what a reader uses.
            "<p>The first <span class=switchinline><span hidden>slide</span><span hidden>secret</span></span>.",
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
            "<p>A <span><span hidden>secret</span><span hidden>page</span></span>.",
            "<p>A <span><span hidden>secret</span></span>, <span>b <i hidden>secret</i></span>",
            "<dialog>secret</dialog>",
            "<div id=about style='display:none'>secret</div><p><a href='/about/'>About</a></p>",
            "<div id=en lang=en hidden>secret</div><p lang=en>x</p>",
            "<div id=box hidden>secret <button aria-controls=box>Close</button></div>",
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
}
