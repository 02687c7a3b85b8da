"""From text to terms: what an index lists, and what a query asks for."""

import re

from words import Class, pieces

LONGEST = 100
UPPER, LOWER, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"


def terms(text, letters):
    """Each term, folded, in the order of the text."""
    return [term for term, _ in placed_terms(text, letters)]


def placed_terms(text, letters, variants=True):
    """Each term, folded, with the place where it begins."""
    found = ((letters.fold(text[start:end]), start) for start, end in spans(text, letters, variants))
    return [(term, start) for term, start in found if 0 < len(term.encode()) <= LONGEST]


def key(text, letters):
    """The letters and digits of a name, folded."""
    kept, glued = "", False
    for letter in letters.fold(text):
        of = Class(letter, letters)
        glued = of.is_word and not of.is_emoji or glued and letter in "#+"
        kept += letter if glued else ""
    return kept


def spans(text, letters, variants=True):
    """Where each term begins and ends: a compound, then its parts; with variants, also operators and the other ways
    in which numbers are written."""
    found, dense, joint, compound, end = [], Dense(text, letters), [], None, 0
    for piece in pieces(text, letters):
        if not piece.is_word:
            joint.append(text[piece.start : piece.end])
            continue
        if piece.is_dense or compound is None or not _connects(joint):
            if compound:
                found += _of_compound(text, compound, variants)
                found += _slashed(text, compound, piece) if variants else []
            if variants and end < piece.start:
                found += dense.end() + _operators(text, end, piece.start)
            compound = None
        if piece.is_dense:
            found += dense.add(piece)
        else:
            found += dense.end()
            compound = (compound[0] if compound else piece.start, piece.end)
        joint, end = [], piece.end
    if compound:
        found += _of_compound(text, compound, variants)
    return found + dense.end() + (_operators(text, end, len(text)) if variants else [])


def _connects(joint):
    """Whether the signs between two words make a compound of them: - . _ and two of : and + in a row, any number of
    these."""
    return bool(re.fullmatch(r"([-._]|(?<![:+])[:+]{2}(?![:+]))+", "".join(joint))) and "__" not in joint


SPACES = "".join(map(chr, range(33)))
BRACKETS = "\"'()[]`{}"


def _operators(text, start, end):
    """Signs that stand by themselves: one between quotes or brackets, two to four also between spaces."""
    found = []
    for run in re.finditer(r"[!#$%&*+\-./:<=>?@^|~]+", text[start:end]):
        first, last = start + run.start(), start + run.end()
        beside = BRACKETS if last - first == 1 else BRACKETS + SPACES + ",;"
        around = text[max(first - 1, 0) : first] + text[last : last + 1]
        of_markdown = re.fullmatch(r"##|[#*:~-]{3,}", run[0])
        if last - first <= 4 and all(letter in beside for letter in around) and not of_markdown:
            found.append((first, last))
    return found


class Dense:
    """Writing without spaces: pairs of neighbouring characters."""

    def __init__(self, text, letters):
        self.text, self.letters = text, letters
        self.last, self.covered = None, False

    def add(self, piece):
        """The pairs that end in a word, its ideographs, and itself if it has more than two characters."""
        found = []
        for start, end, alone in self._characters(piece):
            if self.last and self.last[1] == start:
                found.append((self.last[0], end))
                covered = True
            else:
                found += self.end()
                covered = False
            if piece.length > 2 and start == piece.start:
                found.append((piece.start, piece.end))
            if alone:
                found.append((start, end))
            self.last, self.covered = (start, end), covered or alone
        return found

    def _characters(self, piece):
        """Each character with its marks, and whether it is a term by itself."""
        found = []
        for place in range(piece.start, piece.end):
            of = Class(self.text[place], self.letters)
            if of.is_mark and found:
                found[-1][1] = place + 1
            elif not of.is_mark:
                found.append([place, place + 1, of.is_alone])
        return found

    def end(self):
        """The last character, if it is in no term yet."""
        found = [self.last] if self.last and not self.covered else []
        self.last, self.covered = None, False
        return found


def _of_compound(text, compound, variants):
    start, end = compound
    found = [_with_signs(text, start, end)]
    if found[0] != compound:
        found.append(compound)
    word = text[start:end]
    if _is_simple(word):
        return found
    several = any(sign in word for sign in "-.:+")
    for first, last in _split(text, start, end, "-.:+"):
        if several and text.startswith("++", last):
            found.append((first, last + 2))
        if several:
            found.append((first, last))
        found += _number(text, compound, first, last) if variants else []
        found += _parts(text, first, last)
    return found


def _parts(text, first, last):
    """What stands between underscores and spaces without width, and the humps of camel case in that."""
    found, several = [], any(sign in text[first:last] for sign in "_\u200b")
    for start, end in _split(text, first, last, "_\u200b"):
        if several:
            found.append((start, end))
        found += _humps(text, start, end)
    return found


def _split(text, start, end, signs):
    first = start
    for place in range(start, end + 1):
        if place == end or text[place] in signs:
            if place > first:
                yield first, place
            first = place + 1


def _is_simple(word):
    if "\u200b" in word[1:]:
        return False
    plain = all(letter not in UPPER and (letter.isascii() <= (letter in LOWER + DIGITS + "'")) for letter in word[1:])
    return plain or all(letter in DIGITS + ".," for letter in word)


def _humps(text, start, end):
    cuts = [start]
    for place in range(start + 1, end):
        before, after = text[place - 1], text[place + 1 : min(place + 2, end)]
        ends_small = before.isascii() and before not in UPPER
        if text[place] in UPPER and (ends_small or after and after in LOWER):
            cuts.append(place)
    return list(zip(cuts, cuts[1:] + [end])) if len(cuts) > 1 else []


def _number(text, compound, first, last):
    """The number at the end of a segment, with what follows after points, and the name before it: 3.11 and python
    in python3.11."""
    start = last
    while start > first and text[start - 1] in DIGITS:
        start -= 1
    goes_on = start > compound[0] + 1 and text[start - 1] == "." and text[start - 2] in DIGITS
    end = last
    while text[end : end + 1] == "." and text[end + 1 : end + 2] and text[end + 1] in DIGITS:
        end += 2
        while text[end : end + 1] and text[end] in DIGITS:
            end += 1
    if start in (compound[0], last) or goes_on or end == last:
        return []
    named = start - first > 1 and _is_name(text[first:start])
    return ([(first, start)] if named else []) + [(start, end)]


def _is_name(word):
    return word.isascii() and word.isalpha()


def _slashed(text, compound, piece):
    """A name and the number after it that a slash parts, unless they are parts of a path."""
    start, end = compound
    number = text[piece.start : piece.end]
    path = text[max(start - 1, 0) : start] == "/" or text[piece.end : piece.end + 1] == "/"
    between = text[end : piece.start] == "/"
    name = end - start > 1 and _is_name(text[start:end])
    return [(start, piece.end)] if between and name and not path and not number.strip(DIGITS + ".") else []


def _with_signs(text, start, end):
    """A compound with the signs that make another name of it: .NET, @media, --dry-run, C#, C++."""
    before = text[max(start - 3, 0) : start].rjust(3)
    signs = 2 if before.endswith("--") else 1 if before[2] in ".@#$-" else 0
    outer = before[2 - signs]
    if _is_letter(outer) or outer in ".@#$-":
        signs = 0
    after = text[end : end + 3].ljust(3)
    more = 1 if after[0] == "#" and not _is_letter(after[1]) else 0
    if after.startswith("++") and not _is_letter(after[2]):
        more = 2
    return start - signs, end + more


def _is_letter(letter):
    return not letter.isascii() or letter.isalnum()
