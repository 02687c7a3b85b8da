//! The generators that publish documentation, as far as their habits matter here.

use std::fmt;
use std::str::FromStr;

use kindex_text::HeadingIds;

/// The generator that publishes a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Site {
    /// None that is known: `a.md` is published as `a.html`, ids are GitHub's.
    #[default]
    Plain,
    /// mdBook.
    Mdbook,
    /// VitePress.
    Vitepress,
    /// Docusaurus.
    Docusaurus,
    /// Hugo.
    Hugo,
    /// MkDocs.
    Mkdocs,
    /// Jekyll, GitHub Pages.
    Jekyll,
    /// MDN Web Docs.
    Mdn,
    /// react.dev and Next.js sites like it: MDX in `.md` files, URLs without extension.
    React,
}

const NAMES: [(&str, Site); 9] = [
    ("plain", Site::Plain),
    ("mdbook", Site::Mdbook),
    ("vitepress", Site::Vitepress),
    ("docusaurus", Site::Docusaurus),
    ("hugo", Site::Hugo),
    ("mkdocs", Site::Mkdocs),
    ("jekyll", Site::Jekyll),
    ("mdn", Site::Mdn),
    ("react", Site::React),
];

impl Site {
    /// Configuration lies in the folder of the documents or at most this many above it.
    const MAX_FOLDERS_ABOVE: usize = 4;

    /// The generator whose configuration lies in a folder, or not far above it within the same
    /// repository. `folders` has for the folder, the one above it, and so on, the names of what
    /// lies there, in any order; not more of them are asked for than count.
    ///
    /// ```
    /// use kindex_extract::Site;
    /// let folders = [vec!["guide.md"], vec!["mkdocs.yml", ".git"], vec!["book.toml"]];
    /// assert_eq!(Site::of_folders(folders), Site::Mkdocs);
    /// ```
    #[must_use]
    pub fn of_folders<N: AsRef<str>>(folders: impl IntoIterator<Item = Vec<N>>) -> Site {
        for names in folders.into_iter().take(Site::MAX_FOLDERS_ABOVE) {
            let mut names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
            names.sort_unstable();
            if let Some(site) = Site::detect(&names) {
                return site;
            }
            if names.contains(&".git") {
                break;
            }
        }
        Site::default()
    }

    /// The generator that one of `names` belongs to: the names of files and folders that lie in
    /// the folder to index or above it, nearest first.
    ///
    /// ```
    /// use kindex_extract::Site;
    /// assert_eq!(Site::detect(&["src", "book.toml"]), Some(Site::Mdbook));
    /// assert_eq!(Site::detect(&["README.md"]), None);
    /// ```
    #[must_use]
    pub fn detect(names: &[&str]) -> Option<Site> {
        names.iter().find_map(|name| Site::of_config(name))
    }

    fn of_config(name: &str) -> Option<Site> {
        match name.trim_end_matches('/') {
            "book.toml" => Some(Site::Mdbook),
            ".vitepress" => Some(Site::Vitepress),
            "hugo.toml" | "hugo.yaml" | "hugo.yml" | "hugo.json" | "config.toml" => {
                Some(Site::Hugo)
            }
            "mkdocs.yml" | "mkdocs.yaml" => Some(Site::Mkdocs),
            "_config.yml" | "_config.yaml" => Some(Site::Jekyll),
            name if name.starts_with("docusaurus.config.") => Some(Site::Docusaurus),
            _ => None,
        }
    }

    /// Whether `.md` files hold MDX.
    pub(crate) fn reads_mdx(self) -> bool {
        matches!(self, Site::Docusaurus | Site::React)
    }

    pub(crate) fn heading_ids(self) -> HeadingIds {
        match self {
            Site::Mdbook => HeadingIds::Mdbook,
            Site::Vitepress => HeadingIds::Vitepress,
            Site::Hugo => HeadingIds::Hugo,
            Site::Mkdocs => HeadingIds::Mkdocs,
            Site::Mdn => HeadingIds::Mdn,
            Site::Plain | Site::Docusaurus | Site::Jekyll | Site::React => HeadingIds::Github,
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, site)| site == self);
        f.write_str(name.map_or("plain", |(name, _)| name))
    }
}

/// A name that no [`Site`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSiteError {
    given: String,
}

impl fmt::Display for ParseSiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown site generator {:?}; use one of", self.given)?;
        for (i, (name, _)) in NAMES.iter().enumerate() {
            write!(f, "{} {name}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseSiteError {}

impl FromStr for Site {
    type Err = ParseSiteError;

    fn from_str(given: &str) -> Result<Site, ParseSiteError> {
        NAMES
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(given))
            .map(|(_, site)| *site)
            .ok_or_else(|| ParseSiteError { given: given.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for (name, site) in NAMES {
            assert_eq!(name.parse(), Ok(site));
            assert_eq!(site.to_string(), name);
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = "wiki".parse::<Site>().unwrap_err().to_string();
        assert_eq!(
            message,
            "unknown site generator \"wiki\"; use one of plain, mdbook, vitepress, docusaurus, \
             hugo, mkdocs, jekyll, mdn, react"
        );
    }

    #[test]
    fn configuration_counts_up_to_the_repository() {
        let of = |folders: &[&[&str]]| Site::of_folders(folders.iter().map(|names| names.to_vec()));
        let (docs, top): (&[&str], &[&str]) = (&["guide"], &[".git", "docs"]);
        assert_eq!(of(&[docs, top, &["book.toml"]]), Site::Plain);
        assert_eq!(of(&[docs, docs, &["book.toml"]]), Site::Mdbook);
        assert_eq!(of(&[docs, docs, docs, &["book.toml"]]), Site::Mdbook);
        assert_eq!(of(&[docs, docs, docs, docs, &["book.toml"]]), Site::Plain);
        assert_eq!(of(&[docs, &["mkdocs.yml", ".git"]]), Site::Mkdocs);
        assert_eq!(of(&[&["guide", ".vitepress"], &["mkdocs.yml", ".git"]]), Site::Vitepress);
        assert_eq!(of(&[&["mkdocs.yml", "hugo.toml"]]), Site::Hugo);
        assert_eq!(of(&[]), Site::Plain);
    }

    #[test]
    fn config_files_give_the_site_away() {
        assert_eq!(Site::detect(&[".vitepress/"]), Some(Site::Vitepress));
        assert_eq!(Site::detect(&["docusaurus.config.ts"]), Some(Site::Docusaurus));
        assert_eq!(Site::detect(&["content", "hugo.toml", "mkdocs.yml"]), Some(Site::Hugo));
    }
}
