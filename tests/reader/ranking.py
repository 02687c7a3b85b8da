"""The scores of documents and their chunks by the words of a query.

A text's score is BM25 over fields (BM25F): occurrences are weighted and summed before they saturate, and only
those in bodies are divided by the norm of the text's length.
"""

import sys

from query import EXACT, Query

LACKED, ENOUGH, BESIDE = 3.3, 0.75, 0.25
#: The weight of the title's score as a text of its own, and the share of the best score for a name that is the query.
TITLE, EXACT_NAME = 0.75, 0.5
#: The part of their scores that lists of links keep where other chunks of their document match.
LINK_LISTS = 0.1
#: The score of a passage with a term of a list that is the query, as a multiple of the best in its document.
TERM_LEADS = 1.2
#: The score of a chunk that no word finds: the least positive number of full precision.
LISTED = sys.float_info.min


class Options:
    """The defaults of a search."""

    k1, b = 1.2, 0.75
    title, heading = 2.0, 2.0
    match_level, return_level = 0, None

    def __init__(self, **others):
        for name, value in others.items():
            if not hasattr(Options, name):
                raise TypeError(f"there is no option {name}")
            setattr(self, name, value)

    def share(self, level, documents):
        """The share of the score of a level that is added: half of the next level, and a quarter of the document."""
        above = level - self.match_level
        if above <= 0:
            return 1.0 if above == 0 else 0.0
        return 0.25 if level == documents else 0.5 if above == 1 else 0.0

    def returned(self, levels):
        if self.return_level is not None:
            return self.return_level
        return min(self.match_level + 1, levels - 1) if self.match_level < levels else self.match_level


class Result:
    """A chunk of the level that is returned, with the chunks in it that match."""

    def __init__(self, document, level, chunk, children, score):
        self.document, self.level, self.chunk, self.children, self.score = document, level, chunk, children, score
        self.matched, self.pinned = [], 0
        self.title = self.exact = self.boost = None
        self.fusion = None

    def order(self):
        return -self.pinned, -self.score, self.children.start


class Ranking:
    def __init__(self, index, options):
        self.index, self.options = index, options
        self.tree, self.meta, self.lengths = index.tree, index.meta, index.lengths

    def norm(self, terms, texts, length):
        """The factor that divides the frequencies of a text, by the mean length of its kind."""
        mean = terms / max(texts, 1)
        b = self.options.b
        return (1.0 - b) + b / mean * length if mean else 1.0

    def gain(self, weight, frequency):
        k1 = self.options.k1
        return weight * (frequency * (k1 + 1.0) / (frequency + k1)) if frequency else 0.0

    def search(self, text):
        """All results of a query, the best first."""
        query = Query(text, self.index)
        self.best = 0.0
        for term in query.terms:
            if term.lists:
                self.best += term.weight * (self.options.k1 + 1.0)
        found = []
        for document in range(self.meta.documents):
            found += self.document(query, document)
        return query, sorted(found, key=Result.order)

    def document(self, query, document, listed=()):
        """The results of a document. In each range of children that is listed one chunk matches at least."""
        top, level = self.tree.levels, self.options.match_level
        children = self.tree.children(top, document)
        inside = [Inside(term, document, children) for term in query.terms if term.lists]
        levels = [self._level(number, document, inside) for number in range(top + 1)]
        if document in query.pinned:
            self._list(levels[level], children, 1.0)
        for run in listed:
            self._list(levels[level], run, LISTED)
        if not any(levels[level].values()):
            return []
        blended = self._blend(levels, children)
        self._lower_link_lists(inside, levels[level], blended)
        exact = EXACT_NAME * self.best
        of_heading = max(exact - exact * query.share(document), 0.0)
        for section in sorted(query.sections & set(children)):
            for child in self.tree.children(level, self.tree.holder(level, section)):
                blended[child] += of_heading
        if query.share(document):
            self._lead(levels[level], blended, children)
        else:
            self._lift_terms(query, levels[level], blended, children)
        results = self._results(document, levels[level], blended)
        self._add_page(query, document, self._title(inside, document), results)
        return results

    def _list(self, scores, children, score):
        """Lets the first of the chunks over some children match, where none does."""
        level = self.options.match_level
        first, last = (self.tree.holder(level, child) for child in (children.start, children.stop - 1))
        if not any(scores[chunk] for chunk in range(first, last + 1)):
            scores[first] = score

    def _lower_link_lists(self, inside, scores, blended):
        """Lowers lists of links, if another chunk has a word in its body."""
        level = self.options.match_level
        first = {chunk: self.tree.children(level, chunk).start for chunk in scores}
        lists = {chunk for chunk in scores if self.tree.is_link_list(max(level, 1), first[chunk])}
        bodies = {self.tree.holder(level, child) for term in inside for child, _ in term.bodies}
        if bodies - lists:
            for chunk in lists:
                for child in self.tree.children(level, chunk):
                    blended[child] *= LINK_LISTS

    def _lift_terms(self, query, scores, blended, children):
        """Lets the terms of lists that are the query count more than all else in the document."""
        best = self._best(scores, blended)
        for child in query.terms_of_lists & set(children):
            self._lift(scores, blended, child, best * TERM_LEADS)

    def _lead(self, scores, blended, children):
        """Gives the first chunk of a page that the query names, if it matches, the score of the best."""
        self._lift(scores, blended, children.start, self._best(scores, blended))

    def _best(self, scores, blended):
        level = self.options.match_level
        matching = [chunk for chunk, score in scores.items() if score > 0.0]
        return max(blended[self.tree.children(level, chunk).start] for chunk in matching)

    def _lift(self, scores, blended, child, score):
        level = self.options.match_level
        chunk = self.tree.holder(level, child)
        if scores.get(chunk, 0.0) > 0.0:
            for inside in self.tree.children(level, chunk):
                blended[inside] = score

    def _add_page(self, query, document, title, results):
        exact = EXACT_NAME * self.best * query.share(document)
        boost = self.lengths.boosts[document]
        for result in results:
            result.title, result.exact, result.boost = title, exact, boost
            of_page = TITLE * (title.score * title.share + title.part) + exact
            result.score = boost * (result.score + of_page)
        if document in query.pinned:
            best = max(results, key=lambda result: (result.score, -result.children.start))
            best.pinned = len(query.pinned) - query.pinned.index(document)

    def _level(self, level, document, inside):
        """The score of each chunk of a level that the document has."""
        chunks = self.tree.below(self.tree.levels, document, level)
        if not self.options.share(level, self.tree.levels):
            return dict.fromkeys(chunks, 0.0)
        of_level = self.meta.levels[level].chunks if level < self.tree.levels else self.meta.documents
        length = self.lengths.children[document]
        scores = {}
        for chunk in chunks:
            children = self.tree.children(level, chunk)
            norm = self.norm(self.meta.body_terms, of_level, length * len(children))
            score = 0.0
            for term in inside:
                score += self.gain(term.weight, term.frequency(children, norm, self.options))
            scores[chunk] = score
        return scores

    def _blend(self, levels, children):
        """For each child, the sum of the scores of what it lies in, from the level matched up."""
        blended = dict.fromkeys(children, 0.0)
        for level, scores in enumerate(levels):
            share = self.options.share(level, self.tree.levels)
            for chunk, score in scores.items():
                for child in self.tree.children(level, chunk):
                    blended[child] += share * score
        return blended

    def _title(self, inside, document):
        length = float(self.lengths.titles[document])
        norm = self.norm(self.meta.title_terms, self.meta.documents, length)
        return Title(self, inside, length, norm)

    def _results(self, document, matched, blended):
        """The chunks of the level returned that have chunks which match, each with the score of the best of these."""
        level, found = self.options.returned(self.tree.levels), []
        for chunk in self.tree.below(self.tree.levels, document, level):
            children = self.tree.children(level, chunk)
            inside = self.tree.below(level, chunk, self.options.match_level)
            scores = {one: blended[self.tree.children(self.options.match_level, one).start] for one in inside if matched[one]}
            if scores:
                found.append(Result(document, level, chunk, children, max(scores.values())))
                found[-1].matched = scores
        return found


class Inside:
    """The occurrences of a word in a document."""

    def __init__(self, term, document, children):
        self.term, self.weight = term, term.weight
        lists = list(zip(term.lists, term.counts))
        titles = [times * each for one, each in lists for number, times in one.titles if number == document]
        self.in_title = sum(titles) / EXACT
        self.bodies = [(child, times * each) for one, each in lists for child, times in one.bodies if child in children]
        self.headings = _runs([(one.headings, each) for one, each in lists], children)
        self.extra = _runs([(one.extra, each) for one, each in lists], children)

    def frequency(self, children, norm, options):
        """The weighted frequency in a chunk: what stands above any of its children counts once."""
        body = sum(times for child, times in self.bodies if child in children) / EXACT
        headings, extra = _above(self.headings, children), _above(self.extra, children)
        outside = options.heading * headings + extra + options.title * self.in_title
        return body / norm + outside if body else outside


def _runs(lists, children):
    return [(first, count, times * each) for runs, each in lists for first, count, times in runs if first in children]


def _above(runs, children):
    return sum(times for first, count, times in runs if first < children.stop and children.start < first + count) / EXACT


class Title:
    """The title as a text of its own."""

    def __init__(self, ranking, inside, length, norm):
        self.terms = [(term, ranking.gain(term.weight, term.in_title / norm)) for term in inside if term.in_title]
        found = sum(term.in_title for term, _ in self.terms)
        self.score = 0.0
        for _, score in self.terms:
            self.score += score
        #: How much of the title the query has.
        self.share = found / length if found < length else 1.0
        #: The bonus for a title that is a part of the query.
        self.part = self._part(ranking, found, length)

    def _part(self, ranking, found, length):
        met = 0.0
        for term, _ in self.terms:
            met += term.weight * (ranking.options.k1 + 1.0)
        rest = ENOUGH * ranking.best - met
        lacked = max(length - found, 0.0) * LACKED
        return BESIDE * rest * met / (met + lacked) if self.terms and rest >= 0 else 0.0
