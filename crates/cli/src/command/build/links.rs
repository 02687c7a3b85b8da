//! What to make of links, as a flag.

use clap::ValueEnum;
use kindex_extract::LinkWeights;

/// How much a page is raised by the logarithm of the number of pages that link to it.
const PRIOR: f64 = 0.01;

/// What links to a page are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UseOfLinks {
    /// Nothing
    Off,
    /// Search what they show
    Texts,
    /// Raise pages that many link to
    Prior,
    /// Both
    On,
}

impl UseOfLinks {
    /// The weights that this stands for.
    pub fn weights(self) -> LinkWeights {
        let has = |uses: &[UseOfLinks]| uses.contains(&self);
        LinkWeights {
            texts: has(&[UseOfLinks::Texts, UseOfLinks::On]),
            prior: if has(&[UseOfLinks::Prior, UseOfLinks::On]) { PRIOR } else { 0.0 },
        }
    }
}
