use super::*;
use kindex::Document;

pub(super) fn page(source: &str) -> Document {
    let mut extracted = extract("a/b.html", source, &FileContext::default(), &Options::default());
    extracted.documents.remove(0)
}

pub(super) fn text(body: &str) -> String {
    page(&format!("<!doctype html><title>T</title><body>{body}")).text
}

#[test]
fn the_head_says_what_the_page_is() {
    let source = "<html lang=pt-BR><head><title> Guia \n rápido </title>\
                  <meta name=Description content='Um guia.'>\
                  <link rel=canonical href='https://x.dev/guia'></head><body><p>Oi.</p></body></html>";
    let document = page(source);
    assert_eq!(document.title, "Guia rápido");
    assert_eq!(document.lang.as_deref(), Some("pt-BR"));
    assert_eq!(document.meta["description"], "Um guia.");
    assert_eq!(document.url, "https://x.dev/guia");
    let options = Options { base_url: Some("https://y.dev/".into()), ..Options::default() };
    let document = &extract("a/b.html", source, &FileContext::default(), &options).documents[0];
    assert_eq!(document.url, "https://y.dev/a/b.html");
}

#[test]
fn the_frame_of_the_page_goes() {
    let body = "<header>Logo</header><nav>Menu</nav><div role=search>Find</div>\
                <div><h1>Title</h1><button>Copy</button><p>Text.</p></div>\
                <aside>Ads</aside><footer>(c)</footer><script>x()</script>";
    assert_eq!(text(body), "# Title\n\nText.\n");
    let body = "<p>Out</p><main><header><h1>T</h1></header><aside>Tip</aside><nav>x</nav></main>";
    assert_eq!(text(body), "# T\n\nTip\n");
    let body = "<main><div>Toc</div><article><h1>T</h1>Body</article></main>";
    assert_eq!(text(body), "# T\n\nBody\n");
    let body = "<main>no</main><div data-kindex-body>A <i data-kindex-ignore>x</i></div>\
                <p data-kindex-body>B</p>";
    assert_eq!(text(body), "A\n\nB\n");
}

#[test]
fn a_region_without_text_gives_way() {
    assert_eq!(text("<main></main><header>Logo</header><p>Text</p>"), "Text\n");
    assert_eq!(text("<main><article> </article><p>Text</p></main><p>no</p>"), "Text\n");
    assert_eq!(text("<main hidden>x</main><article><nav>x</nav></article>Text"), "Text\n");
    assert_eq!(text("<main></main>"), "");
    let source = "<main data-kindex-body><nav>x</nav></main><p>Text</p>";
    let extracted = extract("a.html", source, &FileContext::default(), &Options::default());
    assert_eq!(extracted.documents[0].text, "");
    assert_eq!(extracted.warnings[0].kind, WarningKind::NoText);
}

#[test]
fn a_section_that_is_mostly_links_is_a_list_of_them() {
    let lists = |body: &str| -> Vec<bool> {
        let page = page(&format!("<!doctype html><title>T</title><body><h1>T</h1>{body}"));
        page.sections.iter().skip(1).map(|section| section.is_link_list).collect()
    };
    for (is_list, body) in [
        (true, "<ul><li><a href=a>Weak maps</a><li><a href=b>Sets</a></ul>"),
        (true, "<ul><li>Polyfill in <a href=a><code>core-js</code> of maps</a></ul>"),
        (true, "<table><tr><td><a href=a>ECMAScript</a><td>draft</table>"),
        (true, "<ol><li><a href=a>他のページへのリンク</a></ol>"),
        (true, "<h3>Guides</h3><ul><li><a href=a>All of them</a></ul>"),
        (true, "<p>Read about:<ul><li><a href=a>all maps</a><li><a href=b>their keys</a></ul>"),
        (false, "<p><a href=a>A weak map</a>."),
        (false, "<p>Maps hold pairs, as <a href=a>sets</a> hold values.</p>"),
        (false, "<ul><li><a href=a>Sets</a>: values that are all unlike.</ul>"),
        (false, "<ul><li><a>Weak maps</a><li><a name=b>Sets</a></ul>"),
        (false, "<ul><li><a href=a>Sets</a><pre>let sets = new Set([1, 2]);</pre></ul>"),
        (false, "<p>Maps <a href='#x'>¶</a></p>"),
        (false, "<ul><li>Mend it by <a href=a>@al</a> in <a href=b>https://x.dev/pull/12</a></ul>"),
        (false, "<ul><li><a href=a><a href=b>Sets</a></a> of values</ul>"),
        (false, ""),
    ] {
        let found = lists(&format!("<h2>Next</h2>{body}"));
        assert_eq!(found.last(), Some(&is_list), "{body}");
    }
    // A card is a link with a heading of its own.
    let cards = "<li><p>All.</p><a href=b><h2>B</h2><p>Text.</p></a>";
    assert_eq!(lists(&format!("<h2>A</h2><ul>{cards}</ul>")), [false, false]);
    let list = "<ul><li><a href=a>Sets</a></ul>";
    assert_eq!(
        lists(&format!("<h2>A</h2>{list}<h2>B</h2>Text.<h2>C</h2>{list}")),
        [true, false, true]
    );
}

#[test]
fn permalinks_and_hidden_parts_go() {
    let body = "<h2 id=a><a href='#a' aria-hidden=true>#</a> One<a href='#a'>¶</a></h2>\
                <h2 id=b>Two <a class=header-anchor href='#b'>link</a></h2>\
                <p hidden>no</p><p>See <a href='#a'>One</a>.</p>";
    assert_eq!(text(body), "## One\n\n## Two\n\nSee One.\n");
}

#[test]
fn anchors_come_from_where_links_point() {
    let body = "<h1>No id</h1><section id=s><h2>Own</h2><p>x</p><h3>None</h3></section>\
                <h2 id=h>H</h2><h2><a name=n></a>N</h2>\
                <section id=method.new><h4 class=code-header>fn <a>new</a>()</h4></section>";
    let sections = page(&format!("<title>T</title>{body}")).sections;
    let anchors: Vec<&str> = sections.iter().map(|s| s.anchor.as_str()).collect();
    assert_eq!(anchors, ["", "s", "", "h", "n", "method.new"]);
}

#[test]
fn code_is_verbatim() {
    let body = "<pre><code class='hljs language-rust,ignore'>fn <b>main</b>() {\n\n    x &lt; y;\n}\n</code></pre>\
                <div class='language-js'><button>Copy</button><span class=lang>js</span><pre><span>a()</span>\n</pre></div>\
                <pre class='rust'>let a = \"```\";</pre><pre>  </pre>";
    let want = "```rust\nfn main() {\n\n    x < y;\n}\n```\n\n```js\na()\n```\n\n\
                ````rust\nlet a = \"```\";\n````\n";
    assert_eq!(text(body), want);
}

#[test]
fn code_in_a_line_stands_between_backticks() {
    let body = "<p>Call <code> a&lt;b>()</code>\nor <tt>c\n  d</tt>, not <code>`e`</code><code></code>.</p>\
                <p><code>Vec&lt;</code><a href=t.html><code>T</code></a><code>&gt;</code></p>\
                <ul><li><code><span class=pre>--all</span></code></li></ul>\
                <table><tr><td>x <code> y | z</code>s</table>";
    let want =
        "Call `a<b>()` or `c d`, not `` `e` ``.\n\n`Vec<T>`\n\n- `--all`\n\n| x `y \\| z`s |\n";
    assert_eq!(text(body), want);
}

#[test]
fn headings_terms_and_lines_of_code_have_no_backticks() {
    let body = "<h2><code>a</code> b</h2><dl><dt><code>c</code><dd>d</dl><code>e<br>f</code>";
    assert_eq!(text(body), "## a b\n\nc\n: d\n\ne\nf\n");
    let page = page("<title>T</title><main><p>x</p><h1>The <code>y</code> tag</h1></main>");
    assert_eq!(&page.text[page.sections[0].heading.clone()], "The y tag");
    assert_eq!(text("<code><pre>g</pre></code>"), "```\ng\n```\n");
}

#[test]
fn lists_tables_and_terms() {
    let body = "<ol start=3><li>three<ul><li><p>a</p><p>b</p></li></ul></li><li value=7>seven</li></ol>\
                <table><caption>C</caption><thead><tr><th>H<th>I</thead><tr><td>1<br>2<td><code>x</code></table>\
                <dl><dt id=t>Term<dt>Other<dd>Meaning<p>more</dl><blockquote>Q<br>R</blockquote>";
    let want = "3. three\n   - a\n\n     b\n\n7. seven\n\nC\n\n| H | I |\n| --- | --- |\n| 1 2 | `x` |\n\n\
                Term\n\nOther\n: Meaning\n\n  more\n\n> Q\n> R\n";
    assert_eq!(text(body), want);
}

#[test]
fn tables_that_hold_blocks_are_laid_out() {
    let body = "<table><tr><td>1\n2</td><td><pre>a\nb</pre></td></tr></table>";
    assert_eq!(text(body), "1 2\n\n```\na\nb\n```\n");
}

#[test]
fn robots_and_redirects_are_heeded() {
    for meta in [
        "<meta name=robots content='noindex, follow'>",
        "<meta name=robots content='NONE'>",
        "<meta http-equiv=refresh content='0; URL=x.html'>",
    ] {
        let extracted = extract("print.html", meta, &FileContext::default(), &Options::default());
        assert!(extracted.documents.is_empty());
        assert!(extracted.warnings[0].message.starts_with("left out: the page"));
    }
    let said = "<meta name=robots content='index, max-image-preview:none'><p>x";
    assert_eq!(page(said).text, "x\n");
}

#[test]
fn the_title_of_most_pages_gives_way_to_the_heading() {
    let page = |title: &str, body: &str| format!("<!doctype html><title>{title}</title>{body}");
    let mut survey = crate::Survey::default();
    for (path, title) in [("a.html", "Kit"), ("b.html", "Kit"), ("c.html", "Kit"), ("d.html", "D")]
    {
        survey.add(path, page(title, "").as_bytes());
    }
    let options = Options { habits: survey.habits(), ..Options::default() };
    let title = |title: &str, body: &str| {
        let page = page(title, body);
        extract("a.html", &page, &FileContext::default(), &options).documents.remove(0).title
    };
    assert_eq!(title("Kit", "<h2>x</h2><h1>Use</h1>"), "Use");
    assert_eq!(title("Kit", "<p>No heading"), "Kit");
    assert_eq!(title("D", "<h1>Use</h1>"), "D");
}

#[test]
fn an_empty_element_before_a_heading_is_its_anchor() {
    let body = "<main><h1>Class</h1><a name=summary><!-- --></a>\n<h3>Summary</h3><p>x</p>\
                <a id=detail></a><h3>Detail</h3><p>x</p><span id=Installing></span><h3>Installing</h3>\
                <p><a name=usage></a></p>\n<h3>Usage</h3><p id=p>Words</p><h3>None</h3></main>";
    let document = page(body);
    let anchors: Vec<&str> = document.sections.iter().map(|it| it.anchor.as_str()).collect();
    assert_eq!(anchors, ["", "summary", "detail", "Installing", "usage", ""]);
}

#[test]
fn an_element_may_be_a_heading_by_its_role() {
    let document = page("<h1>T</h1><div role=heading aria-level=3 id=a>Ropes</div><p>x</p>");
    assert_eq!(document.text, "# T\n\n### Ropes\n\nx\n");
    assert_eq!(document.sections[1].anchor, "a");
    let split = "<h2 aria-label='Two words'><span aria-hidden=true>T</span></h2><p>x</p>";
    assert_eq!(text(split), "## Two words\n\nx\n");
}

#[test]
fn a_page_without_title_takes_its_heading() {
    assert_eq!(page("<h2>x</h2><h1>Real</h1>").title, "Real");
    assert_eq!(page("<p>x").title, "b");
}

#[test]
fn the_name_of_the_site_is_no_part_of_the_title() {
    let title = |title: &str| {
        page(&format!("<title>{title}</title><main><h2 id=a>Hash maps</h2><p>x</main>")).title
    };
    assert_eq!(title("Hash maps - The Guide"), "Hash maps");
    assert_eq!(title("Hash maps | The Guide"), "Hash maps");
    assert_eq!(title("Hash maps - a tour of them and more"), "Hash maps");
    assert_eq!(title("Hash maps, explained - The Guide"), "Hash maps, explained - The Guide");
    assert_eq!(title("The Guide"), "The Guide");
}

/// To compare each attribute with all before it would take hours.
#[test]
fn an_element_with_a_million_attributes_becomes_text() {
    let attributes: String = (0..1_000_000).map(|number| format!(" a{number}")).collect();
    let text = text(&format!("<p>Before</p><div{attributes}>inside</div><p>After</p>"));
    assert!(text.starts_with("Before\n\n<div a0 a1 "), "{:?}", text.get(..60));
    assert!(text.ends_with(" a999999>inside\n\nAfter\n"), "{:?}", text.get(text.len() - 60..));
}

#[test]
fn blocks_in_code_are_lines() {
    // Expressive Code, with and without its column of numbers.
    let line = |code: &str| format!("<div class=ec-line><div class=code>{code}</div></div>");
    let lines = [line("const a = 1;"), line("\n"), line("<span>  b</span>()")].concat();
    let body = format!("<figure><pre data-language=js><code>{lines}</code></pre></figure>");
    assert_eq!(text(&body), "```\nconst a = 1;\n\n  b()\n```\n");
    let numbered = "<pre><code><div class=ec-line><div class=gutter><div class=ln aria-hidden=true>1</div></div>\
                    <div class=code>a</div></div><div class=ec-line><div class=gutter><div class=ln aria-hidden=true>2</div></div>\
                    <div class=code>b</div></div></code></pre>";
    assert_eq!(text(numbered), "```\na\nb\n```\n");
    // Lines that end by themselves, too.
    let ended = "<pre><div class=l>a<br></div><div class=l><br></div><p>b\n</p>c</pre>";
    assert_eq!(text(ended), "```\na\n\nb\nc\n```\n");
}

#[test]
fn columns_of_line_numbers_go() {
    let want = "```\nimport kit\nkit.run()\n```\n";
    for body in [
        // Pygments, as Material and Sphinx have it.
        "<div class=highlight><table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre><span class=normal><a href='#l-1'>1</a></span>\n<span>2</span></pre></div></td><td class=code><div><pre><code>import kit\nkit.run()\n</code></pre></div></td></tr></table></div>",
        "<div class=highlight><pre><span class=linenos>1</span>import kit\n<span class=linenos>2</span>kit.run()\n</pre></div>",
        // Hugo, as a table and in the line.
        "<div class=highlight><table class=lntable><tr><td class=lntd><pre><code><span class=lnt>1\n</span><span class=lnt>2\n</span></code></pre></td><td class=lntd><pre><code>import kit\nkit.run()\n</code></pre></td></tr></table></div>",
        "<pre><code><span class=line><span class=ln>1</span><span class=cl>import kit\n</span></span><span class=line><span class=ln>2</span><span class=cl>kit.run()\n</span></span></code></pre>",
        // Rouge, as Jekyll has it.
        "<pre class=highlight><code><table class=rouge-table><tbody><tr><td class='rouge-gutter gutter gl'><pre class=lineno>1\n2\n</pre></td><td class=rouge-code><pre>import kit\nkit.run()\n</pre></td></tr></tbody></table></code></pre>",
        // Hexo.
        "<figure class=highlight><table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2</span><br></pre></td><td class=code><pre><span class=line>import kit</span><br><span class=line>kit.run()</span><br></pre></td></tr></table></figure>",
        // highlight.js, VitePress.
        "<pre><code><table class=hljs-ln><tr><td class=hljs-ln-numbers>1</td><td>import kit</td></tr><tr><td class=hljs-ln-numbers>2</td><td>kit.run()</td></tr></table></code></pre>",
        "<div><pre><code>import kit\nkit.run()</code></pre><div class=line-numbers-wrapper><span>1</span><br><span>2</span></div></div>",
    ] {
        assert_eq!(text(body), want, "{body}");
    }
    let one = "<table class=highlighttable><tr><td class=linenos><pre>1</pre></td><td><pre>one()</pre></td></tr></table>";
    assert_eq!(text(one), "```\none()\n```\n");
}

#[test]
fn the_name_that_the_site_has_in_its_titles_goes() {
    let page = |title: &str| format!("<!doctype html><title>{title}</title><main><p>x</main>");
    let mut survey = crate::Survey::default();
    for (path, title) in
        [("a.html", "Use - Kit"), ("b.html", "Make - Kit"), ("c.html", "Run - Kit")]
    {
        survey.add(path, page(title).as_bytes());
    }
    let options = Options { habits: survey.habits(), ..Options::default() };
    let document = |title: &str| {
        extract("a.html", &page(title), &FileContext::default(), &options).documents.remove(0)
    };
    assert_eq!(document("Use - Kit").title, "Use");
    assert_eq!(document("Use - Kit").names, ["a"]);
    assert_eq!(document("Kit").title, "Kit");
    assert_eq!(document("Use of a - sign").title, "Use of a - sign");
}

/// The words by which each section is called, its anchor and its extra words.
fn sections(document: &Document) -> Vec<(&str, &str, &str)> {
    let words = |section: &kindex::Section| &document.text[section.heading.clone()];
    let sections = document.sections.iter();
    sections.map(|it| (words(it), it.anchor.as_str(), it.extra.as_str())).collect()
}

#[test]
fn entries_of_references_are_sections() {
    let document = page(
        "<main><h1 id=json>json</h1><dl class='py function'>\
         <dt class='sig sig-object py' id=json.dumps><span class='sig-prename descclassname'>json.</span>\
         <span class='sig-name descname'>dumps</span><span class=sig-paren>(</span><em>obj</em>)\
         <a class=headerlink href='#json.dumps'>¶</a></dt><dd><p>Serialize.</p>\
         <dl><dt class=field-odd>Returns</dt><dd>Text</dd></dl></dd></dl>\
         <dl class='py class'><dt id=json.JSONDecoder><em class=property>class </em>\
         <span class=descclassname>json.</span><span class=descname>JSONDecoder</span>(*)</dt>\
         <dd><dl><dt id=json.JSONDecoder.decode><span class=descname>decode</span>(s)</dt><dd>D.</dd>\
         </dl></dd></dl>\
         <dl><dt id=c.PyList_New>PyObject *<span class=descname>PyList_New</span>(n)</dt><dd>L.</dd>\
         <dt id=GUC-WORK-MEM><span class=term><code>work_mem</code> (<code>integer</code>)\
         <a id=id-1.6 class=indexterm></a></span></dt><dd>W.</dd>\
         <dt><a id=id-1.7></a>plain</dt><dd>P.</dd><dt id=x>(odd)</dt><dd>O.</dd>\
         <dt class=label id=id3><a class=fn-backref href='#id1'>1</a></dt><dd>N.</dd></dl>\
         <dl class='simple glossary'><dt id=term-list>list</dt><dd>A sequence.</dd></dl>\
         <div class=index><dl><dt id=ientry-1>work_mem, <a href=b>Memory</a></dt></dl></div></main>",
    );
    assert_eq!(
        sections(&document),
        [
            ("json", "json", ""),
            ("json.dumps", "json.dumps", ""),
            ("json.JSONDecoder", "json.JSONDecoder", ""),
            ("decode", "json.JSONDecoder.decode", "json.JSONDecoder.decode"),
            ("PyList_New", "c.PyList_New", ""),
            ("work_mem", "GUC-WORK-MEM", ""),
            ("(odd)", "x", ""),
            // Text after the list is no part of its last entry.
            ("", "", ""),
        ]
    );
    assert!(document.text.contains("\njson.dumps(obj)\n: Serialize.\n"), "{}", document.text);
    assert!(document.text.contains("\nwork_mem (integer)\n: W.\n"), "{}", document.text);
}

#[test]
fn a_heading_has_the_id_that_its_permalink_leads_to() {
    let body = "<main><div id=lent><a id=ga35 name=ga35></a><h2 class=memtitle><span class=permalink>\
                <a href='#ga35'>&#9670;&nbsp;</a></span>glfwCreateWindow()</h2><p>Creates.</p>\
                <h2>See <a href='#ga35'>that</a></h2></div></main>";
    let document = page(body);
    let found = [("glfwCreateWindow()", "ga35", ""), ("See that", "", "")];
    assert_eq!(sections(&document), found);
    let escaped =
        page("<main><h2>Größe <a class=headerlink href='#gr%C3%B6%C3%9Fe'>#</a></h2>x</main>");
    assert_eq!(sections(&escaped), [("Größe", "größe", "")]);
}

#[test]
fn an_entry_ends_with_its_list() {
    let document = page(
        "<main><h2 id=f>Functions</h2><dl><dt id=alpha>alpha</dt><dd>A.\
         <dl><dt>Returns</dt><dd>R.</dd></dl><p>More.</p></dd></dl><p>After.</p>\
         <dl><dt id=c>C</dt><dd><dl><dt id=c.m>m</dt><dd>M.</dd></dl></dd><dt id=d>D</dt><dd>D.</dd></dl>\
         <h2 id=g>G</h2></main>",
    );
    let (after, known) = (document.text.find("After.").unwrap(), &document.sections);
    let ended: Vec<_> = known.iter().filter(|section| section.heading.is_empty()).collect();
    assert_eq!(ended.len(), 1, "{known:?}");
    assert_eq!((ended[0].start, ended[0].level, &*ended[0].anchor), (after, 6, ""));
    assert_eq!(known.len(), 7);
}

#[test]
fn an_option_has_the_names_of_all_its_spellings() {
    let option = |name: &str, takes: &str| {
        format!(
            "<span class='sig-name descname'>{name}</span><span class='sig-prename descclassname'>{takes}</span>"
        )
    };
    let term = format!("{}, {}", option("-p", ""), option("--port", " PORT"));
    let document = page(&format!("<main><h1>H</h1><dl><dt id=o>{term}<dd>Port.</dl></main>"));
    assert_eq!(sections(&document)[1], ("-p", "o", "--port"));
    assert!(document.text.contains("-p, --port PORT\n: Port."), "{}", document.text);
}

#[test]
fn a_term_is_no_title() {
    assert_eq!(page("<main><dl><dt id=alpha>alpha<dd>A.</dl></main>").title, "b");
}

#[test]
fn backticks_beside_code_stay_apart_from_it() {
    let body = "<p><code>a</code>`tick` <code>b</code>`.</p><ul><li><code>c</code>`d</li></ul>";
    assert_eq!(text(body), "`a` `tick` `b` `.\n\n- `c` `d\n");
    let row = "<table><tr><th>h</th></tr><tr><td><code>c</code>`d</td></tr></table>";
    assert!(text(row).contains("| `c` `d |"), "{}", text(row));
}

#[test]
fn what_pages_repeat_is_left_out() {
    let page = |number: usize| {
        let own: String = (0..4).map(|part| {
            format!("<p>Part {part} of page {number} tells of the ropes and the knots of sailors.</p>")
        }).collect();
        format!(
            "<!doctype html><title>{number}</title><body><main><h1>Page {number}</h1>\
                 <p>Version: <b>1.31</b></p>{own}</main></body>"
        )
    };
    let mut pages: Vec<(String, String)> =
        (0..9).map(|number| (format!("{number}.html"), page(number))).collect();
    pages.push(("all.html".to_owned(), (0..9).map(page).collect()));
    let mut survey = crate::Survey::default();
    pages.iter().for_each(|(path, page)| survey.add(path, page.as_bytes()));
    let options = Options { habits: survey.habits(), ..Options::default() };
    let extracted = |path: &str| {
        let page = &pages.iter().find(|(own, _)| own == path).unwrap().1;
        let context = FileContext::default();
        crate::extract(path, page.as_bytes(), Format::Html, &context, &options).unwrap()
    };
    let third = extracted("3.html");
    let text = &third.documents.first().unwrap().text;
    assert!(text.contains("Part 0 of page 3") && !text.contains("1.31"), "{text}");
    let expected = "left out: its text stands on other pages";
    assert_eq!(extracted("all.html").outcome(), expected);
}

#[test]
fn a_page_says_no_language_that_its_letters_contradict() {
    let page = format!("<html lang=en><main><p>{}</main>", "索引を作ります。".repeat(20));
    let (context, options) = (FileContext::default(), Options::default());
    let read = crate::extract("a.html", page.as_bytes(), Format::Html, &context, &options).unwrap();
    assert_eq!(read.documents[0].lang.as_deref(), Some("ja"));
}
