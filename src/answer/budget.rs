//! Fills the context of a language model.

use super::expand::Expanders;
use super::results::{Hit, LeftOut, Results};
use crate::error::ReadError;
use crate::rank::Scored;
use alloc::vec::Vec;

/// Makes results of at most `most` tokens together: the best that fit whole, then, in place of
/// those that do not, their best children.
pub(crate) fn fill(
    expanders: &mut Expanders<'_>,
    ranked: &[Scored],
    most: usize,
    results: &mut Results,
) -> Result<(), ReadError> {
    let mut left = most;
    let mut places: Vec<(&Scored, Option<Hit>)> = Vec::new();
    for group in ranked {
        for scored in [group].into_iter().chain(&group.more) {
            let hit = expanders.of(scored)?.hit(scored)?;
            if hit.tokens <= left {
                left -= hit.tokens;
                places.push((scored, Some(hit)));
            } else {
                let Hit { index, id, tokens, .. } = hit;
                results.left_out.push(LeftOut { index, id, tokens, child: None });
                places.push((scored, None));
            }
        }
    }
    let mut omitted = results.left_out.iter_mut();
    for (scored, place) in &mut places {
        if place.is_none()
            && let Some(omitted) = omitted.next()
            && let Some(child) = expanders.of(scored)?.best_child(scored)?
            && child.tokens <= left
            && child.id != omitted.id
        {
            left -= child.tokens;
            omitted.child = Some(child.id.clone());
            *place = Some(child);
        }
    }
    for (scored, place) in places {
        if let Some(mut hit) = place {
            hit.same = expanders.copies(scored)?;
            results.hits.push(hit);
        }
    }
    Ok(())
}
