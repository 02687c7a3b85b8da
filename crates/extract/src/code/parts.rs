//! Chooses where parts begin, of the places where they could.

/// A part shorter than this, in bytes, takes the next one along.
pub(super) const SMALL: usize = 120;

/// A definition longer than this, in bytes, is more than a child of an index holds by default.
pub(super) const LARGE: usize = 500;

/// A place where a part could begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    /// Byte offset of the beginning of a line.
    pub(super) at: usize,
    /// The number of definitions in which the one that begins here lies.
    pub(super) depth: usize,
}

/// Small neighbours share a part, unless the latter is less deep: it does not belong to the text
/// before it. `candidates` ascend.
pub(super) fn starts(text: &str, candidates: &[Candidate]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut open = Candidate { at: 0, depth: 0 };
    let ends = candidates.iter().skip(1).map(|next| next.at).chain([text.len()]);
    for (candidate, end) in candidates.iter().zip(ends) {
        let before = candidate.at.saturating_sub(open.at);
        let after = end.saturating_sub(candidate.at);
        // A definition that is too large anyway is cut, and then no matter what it begins with.
        let fits = before + after <= LARGE || after > LARGE;
        let joins = before < SMALL && fits && candidate.depth >= open.depth;
        if !joins {
            starts.push(candidate.at);
            open = *candidate;
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(places: &[(usize, usize)], length: usize) -> Vec<usize> {
        let candidates: Vec<Candidate> =
            places.iter().map(|&(at, depth)| Candidate { at, depth }).collect();
        starts(&"x".repeat(length), &candidates)
    }

    #[test]
    fn small_parts_take_the_next_along() {
        assert_eq!(of(&[(60, 0), (200, 0), (240, 0), (400, 0)], 800), [200, 400]);
        assert_eq!(of(&[(60, 0), (540, 0)], 900), [60, 540]);
        assert_eq!(of(&[(60, 0)], 900), Vec::<usize>::new());
        assert_eq!(of(&[], 900), Vec::<usize>::new());
    }

    #[test]
    fn what_lies_less_deep_begins_anew() {
        assert_eq!(of(&[(0, 0), (200, 1), (250, 0)], 300), [200, 250]);
    }
}
