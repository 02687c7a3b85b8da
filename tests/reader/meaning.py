"""The order by words and by the vector of the query."""

from ranking import Result

FEW, OF_FEW, OF_WORDS = 2, 0.8, 20
ALPHA, OF_EMBEDDER = 0.5, 100


def of_words(index, query, results, meaning=None):
    """Puts the best results by words in order by vectors of the words too, where the index has such."""
    words = index.word_vectors
    if words is None or len(query.terms) < 2 or query.titles:
        return results
    stems = [(term.stems[0], term.times) for term in query.terms if term.stems]
    vector = words.of_query(stems, index.vectors)
    weight = weight_of(query, words.weight if meaning is None else meaning)
    if vector is None or not weight:
        return results
    return fused(index, results, vector, weight, OF_WORDS)


def weight_of(query, weight):
    return OF_FEW * weight if 0 < len(query.terms) <= FEW else weight


def fused(index, results, vector, weight, candidates):
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
