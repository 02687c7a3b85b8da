//! The scoring function.
//!
//! BM25 after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
//! (2009), with several fields as in their section 3.6 (BM25F): the fields' frequencies are
//! weighted and summed before they saturate. Only the body is normalised by length.

/// The parameters of BM25.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bm25 {
    /// The slowness with which repetition saturates.
    pub k1: f64,
    /// The weight of a text's length: 0 for none, 1 in full.
    pub b: f64,
}

impl Bm25 {
    /// The norm of texts that have `average` terms on average.
    pub fn norm(&self, average: f64) -> Norm {
        if average > 0.0 {
            Norm { base: 1.0 - self.b, slope: self.b / average }
        } else {
            Norm { base: 1.0, slope: 0.0 }
        }
    }

    /// The part of a score that one term gives, before its inverse document frequency.
    pub fn saturate(&self, frequency: f64) -> f64 {
        frequency * (self.k1 + 1.0) / (frequency + self.k1)
    }
}

/// The normalisation by length of texts of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Norm {
    base: f64,
    slope: f64,
}

impl Norm {
    /// The factor that divides the frequencies of a text of `length` terms.
    pub fn of(&self, length: f64) -> f64 {
        self.base + self.slope * length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetition_saturates_below_k1_plus_one() {
        let bm25 = Bm25 { k1: 1.2, b: 0.75 };
        assert_eq!(bm25.saturate(1.0), 1.0);
        assert!(bm25.saturate(1000.0) < 2.2);
        assert!(bm25.saturate(1000.0) > bm25.saturate(999.0));
    }

    #[test]
    fn average_length_is_neutral_and_long_texts_lose() {
        let bm25 = Bm25 { k1: 1.2, b: 0.75 };
        assert_eq!(bm25.norm(80.0).of(80.0), 1.0);
        assert!(bm25.norm(80.0).of(160.0) > 1.0);
        assert_eq!(bm25.norm(0.0).of(0.0), 1.0);
    }
}
