//! Flags that make some pages weigh more than others.

use crate::failure::Failure;
use clap::ValueEnum;
use kindex::Document;
use kindex_extract::{LinkWeights, Links, PathBoost, lower_by_age};
use std::fs;
use std::path::PathBuf;

/// The weight of the logarithm of the number of pages that link to a page.
const PRIOR: f64 = 0.01;

/// The flags that make some pages weigh more than others.
#[derive(clap::Args)]
#[command(next_help_heading = "Pages")]
pub struct BoostFlags {
    /// Multiply the scores of files that match, above 0 and at most 100: 'blog/**=0.5'; may be
    /// repeated. Boosts multiply, also with search.boost in a page's front matter
    #[arg(long, value_name = "GLOB=N")]
    boost: Vec<PathBoost>,
    /// Lower pages by their age, from the newest page of all: by a quarter at this age, by up to a
    /// half beyond. Counts dates in the front matter: updated, lastmod, date
    #[arg(long, value_name = "DAYS", value_parser = days)]
    recency: Option<f64>,
    /// Use of links between the pages: texts (search what they show as words of the page they lead
    /// to), prior (raise pages that many link to), on (both) or off. A link with a host counts if
    /// it is that of --base-url, or of the address that a page itself names
    #[arg(long, value_name = "USE", value_enum, default_value = "off")]
    links: UseOfLinks,
    /// Pass over links that show one of these texts, a line each: for measuring with queries that
    /// were made of links
    #[arg(long, value_name = "FILE", requires = "links")]
    ignore_links: Option<PathBuf>,
}

/// The uses of links to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UseOfLinks {
    /// Nothing
    Off,
    /// Search the texts of links
    Texts,
    /// Raise pages that many link to
    Prior,
    /// Both
    On,
}

fn days(given: &str) -> Result<f64, String> {
    let days = given.parse().ok().filter(|days: &f64| *days > 0.0 && days.is_finite());
    days.ok_or_else(|| "accepted are numbers of days above 0".to_owned())
}

impl BoostFlags {
    /// Whether documents depend on those that come after them.
    pub fn waits(&self) -> bool {
        self.recency.is_some() || self.links != UseOfLinks::Off
    }

    /// Boosts a document of the file `id` by its path.
    pub fn boost(&self, id: &str, document: &mut Document) {
        for boost in &self.boost {
            boost.apply(id, document);
        }
    }

    /// An empty collection of links.
    ///
    /// # Errors
    /// If the file of texts to ignore cannot be read.
    pub fn links(&self) -> Result<Links, Failure> {
        let Some(path) = &self.ignore_links else {
            return Ok(Links::default());
        };
        let texts = fs::read_to_string(path);
        let texts = texts.map_err(|error| Failure::file("read", path, &error))?;
        Ok(Links::without(texts.lines()))
    }

    /// Weighs documents by each other: all of them, with the links between them.
    pub fn weigh(&self, documents: &mut [(String, Document)], links: &Links) {
        if let Some(days) = self.recency {
            lower_by_age(documents.iter_mut().map(|(_, document)| document), days);
        }
        links.apply(documents.iter_mut().map(|(_, document)| document), self.links.weights());
    }
}

impl UseOfLinks {
    fn weights(self) -> LinkWeights {
        let has = |uses: &[UseOfLinks]| uses.contains(&self);
        LinkWeights {
            texts: has(&[UseOfLinks::Texts, UseOfLinks::On]),
            prior: if has(&[UseOfLinks::Prior, UseOfLinks::On]) { PRIOR } else { 0.0 },
        }
    }
}
