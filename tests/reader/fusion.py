"""The order by words and by the vector of the query."""

from ranking import Result

FEW, OF_FEW = 2, 0.8
ALPHA, CANDIDATES = 0.5, 100


def by_both(ranking, query, results, vector, weight=ALPHA):
    """Puts the best results by words and those with the nearest vectors in order by both."""
    index = ranking.index
    weight = _weight_of(query, weight)
    if query.is_title or not weight:
        return results
    vector = index.vectors.of_query(vector)
    best, rest = results[:CANDIDATES], results[CANDIDATES:]
    #: A reader that has not all vectors at hand looks at what words find only.
    best += _nearest(ranking, query, best, vector)
    known = {(result.level, result.chunk) for result in best}
    rest = [result for result in rest if (result.level, result.chunk) not in known]
    return _fused(index, best + rest, vector, weight, len(best))


def _nearest(ranking, query, candidates, vector):
    """Results over the nearest chunks that no candidate touches."""
    index, level = ranking.index, ranking.index.vectors.level
    cosines = ((index.vectors.cosine(vector, chunk), chunk) for chunk in range(len(index.vectors.rows)))
    near = sorted(((cosine, chunk) for cosine, chunk in cosines if cosine and cosine > 0), key=lambda pair: -pair[0])
    runs = {}
    for _, chunk in near[:CANDIDATES]:
        children = index.tree.children(level, chunk)
        if not any(_touch(result.children, children) for result in candidates):
            runs.setdefault(index.tree.document_of(children.start), []).append(children)
    known, found = {(result.level, result.chunk) for result in candidates}, []
    for document, listed in sorted(runs.items()):
        for result in ranking.document(query, document, listed):
            if (result.level, result.chunk) not in known and any(_touch(result.children, run) for run in listed):
                found.append(result)
    return found


def _touch(one, other):
    return one.start < other.stop and other.start < one.stop


def _weight_of(query, weight):
    if not query.terms:
        return 1.0
    return OF_FEW * weight if len(query.terms) <= FEW else weight


def _fused(index, results, vector, weight, candidates):
    """Gives results the scores by both, and an order by these."""
    best = max((result.score for result in results), default=0.0)
    factor = (1.0 - weight) / best if best else 0.0
    for place, result in enumerate(results):
        cosine = _cosine(index, result, vector) if place < candidates else 0.0
        parts = factor * result.score, weight * max(cosine, 0.0)
        result.fusion = {"words": parts[0], "meaning": parts[1], "cosine": cosine, "weight": weight}
        result.score = parts[0] + parts[1]
    return sorted(results, key=Result.order)


def _cosine(index, result, vector):
    """The greatest cosine of a chunk with a vector that a result touches, or 0."""
    level, children = index.vectors.level, result.children
    chunks = range(index.tree.holder(level, children.start), index.tree.holder(level, children.stop - 1) + 1)
    found = [index.vectors.cosine(vector, chunk) for chunk in chunks]
    return max((cosine for cosine in found if cosine is not None), default=0.0)
