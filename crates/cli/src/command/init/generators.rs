//! The generators of sites: by what a folder of one is known, and how search comes into its pages.

/// A program that makes a site.
pub struct Generator {
    /// For people.
    pub name: &'static str,
    /// How a folder of it is known.
    pub known: Known,
    pub way: Way,
}

/// How a folder of a generator is known.
pub enum Known {
    /// By a package of npm that it asks for.
    Package(&'static str),
    /// By one of these files.
    Files(&'static [&'static str]),
}

/// How search comes into the pages.
pub enum Way {
    /// A plugin takes care of index and search field.
    Plugin {
        /// A command.
        install: &'static str,
        /// The file that is to have the lines.
        file: &'static str,
        lines: &'static [&'static str],
        /// In the folder of the documents.
        guide: &'static str,
    },
    /// `kindex inject`, after each build.
    Inject {
        /// The folder of the finished pages.
        output: &'static str,
        /// The command that makes them.
        build: &'static str,
        /// What else may be written into the site.
        additions: &'static [Addition],
        guide: Option<&'static str>,
    },
}

/// Lines that may be written into a site.
pub struct Addition {
    /// Why, and where.
    pub why: &'static str,
    pub lines: &'static [&'static str],
}

const FIELD: &[&str] = &["<kindex-search modal></kindex-search>"];

/// The more special first: a site of Starlight has Astro and Vite, too.
pub const GENERATORS: &[Generator] = &[
    Generator {
        name: "VitePress",
        known: Known::Package("vitepress"),
        way: Way::Plugin {
            install: "npm install -D kindex kindex-vitepress",
            file: ".vitepress/config.mjs",
            lines: &["import kindex from \"kindex-vitepress\";", "vite: { plugins: [kindex()] },"],
            guide: "vitepress.md",
        },
    },
    Generator {
        name: "Docusaurus",
        known: Known::Package("@docusaurus/core"),
        way: Way::Plugin {
            install: "npm install -D kindex kindex-docusaurus",
            file: "docusaurus.config.js",
            lines: &["themes: [\"kindex-docusaurus\"],"],
            guide: "docusaurus.md",
        },
    },
    Generator {
        name: "Starlight",
        known: Known::Package("@astrojs/starlight"),
        way: Way::Plugin {
            install: "npm install -D kindex kindex-astro",
            file: "astro.config.mjs",
            lines: &[
                "import kindex from \"kindex-astro/starlight\";",
                "integrations: [starlight({ plugins: [kindex()] })],",
            ],
            guide: "astro.md",
        },
    },
    Generator {
        name: "Astro",
        known: Known::Package("astro"),
        way: Way::Plugin {
            install: "npm install -D kindex kindex-astro",
            file: "astro.config.mjs",
            lines: &["import kindex from \"kindex-astro\";", "integrations: [kindex()],"],
            guide: "astro.md",
        },
    },
    Generator {
        name: "Material for MkDocs or MkDocs",
        known: Known::Files(&["mkdocs.yml", "mkdocs.yaml"]),
        way: Way::Plugin {
            install: "pip install kindex-docs",
            file: "mkdocs.yml",
            lines: &["plugins:", "  - kindex"],
            guide: "python.md",
        },
    },
    Generator {
        name: "Sphinx",
        known: Known::Files(&[
            "conf.py",
            "docs/conf.py",
            "doc/conf.py",
            "source/conf.py",
            "docs/source/conf.py",
        ]),
        way: Way::Plugin {
            install: "pip install \"kindex-docs[sphinx]\"",
            file: "conf.py",
            lines: &["extensions = [\"kindex_docs.sphinx\"]"],
            guide: "python.md",
        },
    },
    Generator {
        name: "Eleventy",
        known: Known::Package("@11ty/eleventy"),
        way: Way::Plugin {
            install: "npm install -D kindex kindex-eleventy",
            file: "eleventy.config.js",
            lines: &[
                "import kindex from \"kindex-eleventy\";",
                "eleventyConfig.addPlugin(kindex);",
            ],
            guide: "generators.md",
        },
    },
    Generator {
        name: "Next.js",
        known: Known::Package("next"),
        way: Way::Inject {
            output: "out",
            build: "npx next build",
            additions: &[],
            guide: Some("components.md"),
        },
    },
    Generator {
        name: "TypeDoc",
        known: Known::Package("typedoc"),
        way: Way::Inject { output: "docs", build: "npx typedoc", additions: &[], guide: None },
    },
    Generator {
        name: "Zensical",
        known: Known::Files(&["zensical.toml"]),
        way: Way::Inject { output: "site", build: "zensical build", additions: &[], guide: None },
    },
    Generator {
        name: "mdBook",
        known: Known::Files(&["book.toml"]),
        way: Way::Plugin {
            install: "npm install -D kindex",
            file: "book.toml",
            lines: &[
                "[output.html.search]",
                "enable = false",
                "[output.kindex]",
                "command = \"npx kindex mdbook\"",
            ],
            guide: "generators.md",
        },
    },
    Generator {
        name: "Hugo",
        known: Known::Files(&[
            "hugo.toml",
            "hugo.yaml",
            "hugo.yml",
            "hugo.json",
            "config/_default/hugo.toml",
            "config/_default/hugo.yaml",
        ]),
        way: Way::Inject {
            output: "public",
            build: "hugo",
            additions: &[Addition {
                why: "The field stands in the upper corner, or where a template such as layouts/partials/header.html has it:",
                lines: FIELD,
            }],
            guide: Some("generators.md"),
        },
    },
    Generator {
        name: "Jekyll",
        known: Known::Files(&["_config.yml", "_config.yaml"]),
        way: Way::Inject {
            output: "_site",
            build: "jekyll build",
            additions: &[
                Addition {
                    why: "Jekyll publishes all files of the folder. Add to _config.yml:",
                    lines: &[
                        "exclude: [kindex.toml, node_modules, package.json, package-lock.json]",
                    ],
                },
                Addition {
                    why: "The field stands in the upper corner, or where a template such as _includes/header.html has it:",
                    lines: FIELD,
                },
            ],
            guide: Some("generators.md"),
        },
    },
    Generator {
        name: "Doxygen",
        known: Known::Files(&["Doxyfile"]),
        way: Way::Inject { output: "html", build: "doxygen", additions: &[], guide: None },
    },
    Generator {
        name: "Vite",
        known: Known::Package("vite"),
        way: Way::Plugin {
            install: "npm install -D kindex",
            file: "vite.config.js",
            lines: &["import kindex from \"kindex/vite\";", "plugins: [kindex()],"],
            guide: "vite.md",
        },
    },
    Generator {
        name: "rustdoc",
        known: Known::Files(&["Cargo.toml"]),
        way: Way::Inject {
            output: "target/doc",
            build: "cargo doc --no-deps",
            additions: &[],
            guide: None,
        },
    },
];

/// Other searches, by the npm packages that sites have of them.
pub const OTHER_SEARCHES: [(&str, &str); 9] = [
    ("pagefind", "Pagefind"),
    ("astro-pagefind", "Pagefind"),
    ("@docsearch/js", "DocSearch"),
    ("@docsearch/react", "DocSearch"),
    ("@docusaurus/theme-search-algolia", "DocSearch"),
    ("@easyops-cn/docusaurus-search-local", "Lunr"),
    ("lunr", "Lunr"),
    ("minisearch", "MiniSearch"),
    ("flexsearch", "FlexSearch"),
];

/// Folders that finished pages lie in, where nothing else tells.
pub const FINISHED: [&str; 7] = ["dist", "_site", "public", "site", "build", "out", "html"];
