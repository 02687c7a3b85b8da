use super::*;

fn plain(source: &str) -> String {
    rewrite(source, Dialect::of(Site::Plain, false))
}

fn site(site: Site, source: &str) -> String {
    rewrite(source, Dialect::of(site, false))
}

fn mdx(source: &str) -> String {
    rewrite(source, Dialect::of(Site::Docusaurus, true))
}

#[test]
fn hugo_shortcodes_leave_their_words() {
    let cases = [
        (r#"A {{< glossary_tooltip text="Pod" term_id="pod" >}} runs."#, "A Pod runs."),
        (r#"The {{<glossary_tooltip term_id="replica-set">}} object"#, "The replica set object"),
        (r#"[API]({{< ref "docs/api.md" >}})"#, "[API]()"),
        (r#"## {{% heading "prerequisites" %}}"#, "## Before you begin"),
        (r#"v{{< skew currentVersion >}}.x"#, "v.x"),
        (r#"{{< youtube id="x" >}}"#, ""),
        (r#"Press {{< kbd "Ctrl" >}}"#, "Press Ctrl"),
        (r#"{{< note >}}Mind the gap.{{< /note >}}"#, "Mind the gap."),
        ("`{{< kept >}}` and ``{{% too ` %}}``", "`{{< kept >}}` and ``{{% too ` %}}``"),
        ("{{</* shown */>}}", "`{{< shown >}}`"),
        ("open {{< end", "open {{< end"),
    ];
    for (source, want) in cases {
        assert_eq!(site(Site::Hugo, source), want, "{source}");
        assert_eq!(plain(source), want, "{source}");
    }
}

#[test]
fn hugo_titles_become_paragraphs() {
    let source = "1. Pick one\n   {{< tab name=\"Bash\" >}}\n   Run it.\n   {{< /tab >}}\n";
    assert_eq!(site(Site::Hugo, source), "1. Pick one\n   Bash\n\n   \n   Run it.\n   \n");
    let source = "{{< figure src=\"/a.png\"\n  caption=\"The \\o/ flow\" >}}\nNext";
    assert_eq!(site(Site::Hugo, source), "The \\o/ flow\n\n\nNext");
}

#[test]
fn hugo_code_becomes_a_fence() {
    let source = "{{< highlight go \"linenos=table\" >}}\nfunc main() {\n{{< /highlight >}}\nEnd";
    assert_eq!(site(Site::Hugo, source), "```go\nfunc main() {\n```\n\nEnd");
    let source = "{{< comment >}}hidden{{< /comment >}}seen";
    assert_eq!(site(Site::Hugo, source), "seen");
    let source = "```\n{{< note >}}\n```\n";
    assert_eq!(site(Site::Hugo, source), source);
}

#[test]
fn liquid_goes_and_raw_stays() {
    let source = "{% include a.html x=1 %}Version {{ site.v }}: {% raw %}{{ x }}{% endraw %}.";
    assert_eq!(site(Site::Jekyll, source), "Version : {{ x }}.");
    assert_eq!(plain("{{ site.v }} stays"), "{{ site.v }} stays");
    let source = "{% highlight ruby %}\nputs 1\n{% endhighlight %}";
    assert_eq!(site(Site::Jekyll, source), "```ruby\nputs 1\n```\n");
    assert_eq!(site(Site::Jekyll, "100 {% of it"), "100 {% of it");
}

#[test]
fn mdn_macros_leave_their_names() {
    let cases = [
        (
            r#"{{domxref("Node.textContent", "textContent")}}"#,
            "<span data-kindex-link>`textContent`</span>",
        ),
        (r#"{{DOMxRef('Node.__x__()')}}"#, "<span data-kindex-link>`Node.__x__()`</span>"),
        (r#"{{cssxref("&lt;length&gt;")}}"#, "<span data-kindex-link>`<length>`</span>"),
        (r#"{{ HTMLElement("input") }}"#, "<span data-kindex-link>`<input>`</span>"),
        (r#"{{Glossary("CORS", "cross origin")}}"#, "cross origin"),
        (r#"{{RFC(9110, "HTTP")}} and {{rfc("3550")}}"#, "RFC 9110: HTTP and RFC 3550"),
        (r#"{{APIRef("DOM")}}{{Specifications}} {{Compat}}"#, " "),
        (r#"- `force` {{optional_inline}}"#, "- `force` "),
        ("`{{domxref}}` {{not\n\nclosed}}", "`{{domxref}}` {{not\n\nclosed}}"),
    ];
    for (source, want) in cases {
        assert_eq!(site(Site::Mdn, source), want, "{source}");
    }
}

#[test]
fn vitepress_containers_keep_titles() {
    let source = "Before\n::: warning Mind this {open}\nBody {{ count }}.\n:::\n[[toc]]\nAfter\n";
    assert_eq!(site(Site::Vitepress, source), "Before\n\nMind this\n\nBody .\n\n\n\n\n\n\nAfter\n");
    assert_eq!(plain(":::tip[My tip]\nBody\n:::\n"), "\nMy tip\n\nBody\n\n\n\n");
    let source = "<script setup>\nconst a = '`'\n</script>\nText {{ a }}";
    assert_eq!(site(Site::Vitepress, source), "\nText ");
    let source = "<Foo @click=\"a > b\" title=\"T\"/>\n<div :class=\"{ a: b }\" id=\"x\">y</div>";
    assert_eq!(site(Site::Vitepress, source), "T\n\n\n<div id=\"x\">y</div>");
}

#[test]
fn mkdocs_boxes_are_dedented() {
    let source = "!!! note \"Mind\"\n    First.\n\n    ```py\n    !!! x\n    ```\n\n    === \"Tab\"\n\
                  \n        Inner.\nAfter\n";
    assert_eq!(
        site(Site::Mkdocs, source),
        "\nMind\n\nFirst.\n\n```py\n!!! x\n```\n\n\nTab\n\n\nInner.\nAfter\n"
    );
}

#[test]
fn mdbook_includes_go_even_in_fences() {
    let source = "{{#title X}}\n```rust\n{{#rustdoc_include a.rs:here}}\n```\n";
    assert_eq!(site(Site::Mdbook, source), "\n```rust\n```\n");
    assert_eq!(plain("```\n{{#if x}}\n```\n"), "```\n{{#if x}}\n```\n");
}

#[test]
fn includes_go_where_the_site_is_not_known() {
    let source = "{{#include a.md}}\n\n```rust\n{{#rustdoc_include a.rs:here}}\nx();\n```\n\
                  {{#playground b.rs editable}}\nText {{#if x}} and \\{{#include c}}.\n";
    let want = "\n\n```rust\nx();\n```\n\nText {{#if x}} and \\{{#include c}}.\n";
    assert_eq!(plain(source), want);
    assert_eq!(site(Site::Mdbook, "a {{#quiz b.toml}}"), "a ");
    assert_eq!(site(Site::Hugo, "{{#include a.md}}"), "{{#include a.md}}");
}

#[test]
fn scripts_and_styles_go() {
    let cases = [
        ("<script>\n\nconst a = `b`;\n\n</script>\nText", "\nText"),
        ("<STYLE>\np {}\n</style >\nText", "\nText"),
        ("> <script>x</script>y", "> y"),
        ("in <script src=\"a.js\"></script> line", "in  line"),
    ];
    for (source, want) in cases {
        assert_eq!(plain(source), want, "{source}");
    }
    assert_eq!(mdx("<script src=\"a.js\" />\n\n`</script>`"), "\n\n`</script>`");
}

#[test]
fn tags_in_prose_are_not_closed_by_code() {
    let cases = [
        "add a <script> tag\n\n```html\n<script src=x></script>\n```\n",
        "a <style> tag and `</style>`",
        "a <script> tag, `x`, <script>",
        "a <script> tag\n\nand </script>",
        "a <script> tag\n~~~\n</script>\n~~~\n",
        "    <script>\n\n`</script>`",
    ];
    for source in cases {
        assert_eq!(plain(source), source);
    }
    let source = "<script> tags\n\nend with `</script>`";
    assert_eq!(plain(source), format!("\\{source}"));
    let source = "<style> tags\n\n- ```\n  </style>\n  ```\n";
    assert_eq!(plain(source), format!("\\{source}"));
}

#[test]
fn mdx_statements_go() {
    let source = "import A from './a';\nimport {\n  B,\n} from 'b';\n\nexport const x = {\n\n  y: 1,\n};\n\n\
                  # T\n\nimport duties rose.\n\n```js\nimport c from 'c';\n```\n";
    assert_eq!(mdx(source), "\n\n# T\n\nimport duties rose.\n\n```js\nimport c from 'c';\n```\n");
}

#[test]
fn mdx_tags_leave_children_and_titles() {
    let cases = [
        ("<Note>Keep **this**.</Note>", "Keep **this**."),
        ("<Tab title=\"npm\">\n\nRun.\n\n</Tab>", "npm\n\n\n\nRun.\n\n"),
        ("<>a</>", "a"),
        ("<A on={() => { return '}' > 1 }} {...rest}>x</A>", "x"),
        ("<p className=\"c\" style={{a: 1}}>x</p>", "<p class=\"c\">x</p>"),
        ("a <br /> b <div id=\"d\" />", "a <br> b <div id=\"d\"></div>"),
        ("<https://x.dev> and 1 < 2", "<https://x.dev> and 1 < 2"),
        ("`<Note>` stays", "`<Note>` stays"),
        ("<Box>\n    <p>in</p>\n</Box>", "\n<p>in</p>\n"),
    ];
    for (source, want) in cases {
        assert_eq!(mdx(source), want, "{source}");
    }
}

#[test]
fn mdx_expressions() {
    let cases = [
        ("a{/* gone */}b{' '}c{`d`}{x.map(y => y)}", "ab cd"),
        ("## Usage {/*usage-id*/}", "## Usage {#usage-id}"),
        ("## Usage {#given}", "## Usage {#given}"),
        ("## Usage {/* a note */}", "## Usage "),
        ("\\{kept} {open", "\\{kept} {open"),
    ];
    for (source, want) in cases {
        assert_eq!(mdx(source), want, "{source}");
    }
}

#[test]
fn mdx_fences_in_components_are_dedented() {
    let source = "<Tabs>\n    ```js\n      a\n    ```\n</Tabs>\n- item\n\n      more\n";
    assert_eq!(mdx(source), "\n```js\n  a\n```\n\n- item\n\n      more\n");
}

#[test]
fn comments_are_copied_untouched() {
    let source = "<!-- ``` {{< x >}} -->{{< /x >}}";
    assert_eq!(plain(source), "<!-- ``` {{< x >}} -->");
}
