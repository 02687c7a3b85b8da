//! Flags that make some pages weigh more than others.

use kindex::Document;
use kindex_extract::{PathBoost, lower_by_age};

/// The flags that make some pages weigh more than others.
#[derive(Clone, clap::Args)]
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
}

fn days(given: &str) -> Result<f64, String> {
    let days = given.parse().ok().filter(|days: &f64| *days > 0.0 && days.is_finite());
    days.ok_or_else(|| "accepted are numbers of days above 0".to_owned())
}

impl BoostFlags {
    /// Whether documents depend on those that come after them.
    pub fn waits(&self) -> bool {
        self.recency.is_some()
    }

    /// Boosts a document of the file `id` by its path.
    pub fn boost(&self, id: &str, document: &mut Document) {
        for boost in &self.boost {
            boost.apply(id, document);
        }
    }

    /// Lowers documents by their age beside the newest, so it takes all of them.
    pub fn weigh<'a>(&self, documents: impl IntoIterator<Item = &'a mut Document>) {
        if let Some(days) = self.recency {
            lower_by_age(documents, days);
        }
    }
}
