"""From text to words: the boundaries of UAX #29, with the classes that the section letters has."""

from letters import ALONE, PICTOGRAPH, WORD

(OTHER, LETTER, HEBREW, NUMERIC, KATAKANA, JOINING, MID_LETTER, MID_NUM, MID_NUM_LET, SINGLE_QUOTE, DOUBLE_QUOTE,
 EXTEND, ZWJ, REGIONAL, SPACE, NEWLINE) = range(16)
MARKS = (EXTEND, ZWJ)
IN_WORDS = (LETTER, HEBREW, NUMERIC, KATAKANA, JOINING)
ASCII = {" ": SPACE, "_": JOINING, ".": MID_NUM_LET, ":": MID_LETTER, ",": MID_NUM, ";": MID_NUM,
         "'": SINGLE_QUOTE, '"': DOUBLE_QUOTE, "\n": NEWLINE, "\v": NEWLINE, "\f": NEWLINE, "\r": NEWLINE}


class Class:
    """What the rules ask of a character."""

    def __init__(self, letter, letters):
        if ord(letter) >= 0x80:
            code = letters.class_of(letter)
        elif letter.isalpha():
            code = LETTER | WORD
        elif letter.isdigit():
            code = NUMERIC | WORD
        else:
            code = ASCII.get(letter, OTHER)
        self.breaks = code & 15
        self.is_word = bool(code & WORD)
        self.is_pictograph = bool(code & PICTOGRAPH)
        #: A term by itself, besides the pairs that it makes.
        self.is_alone = bool(code & ALONE)
        self.is_mark = self.breaks in MARKS
        #: Written without spaces, and so paired with its neighbours.
        self.is_dense = self.is_word and self.breaks in (OTHER, KATAKANA)
        self.is_emoji = self.is_word and (self.is_pictograph or self.breaks == REGIONAL)


class Piece:
    """The text between two boundaries."""

    def __init__(self, start, end, classes):
        self.start, self.end = start, end
        self.is_word = any(one.is_word for one in classes)
        solid = [one for number, one in enumerate(classes) if not (number and one.is_mark)]
        self.is_dense = all(one.is_dense for one in solid)
        self.length = len(solid)


def pieces(text, letters):
    known = {}
    classes = [known.setdefault(letter, None) or _remember(known, letter, letters) for letter in text]
    at = 0
    while at < len(text):
        end = _end(classes, at)
        yield Piece(at, end, classes[at:end])
        at = end


def _remember(known, letter, letters):
    known[letter] = Class(letter, letters)
    return known[letter]


def _end(classes, at):
    """Where the piece ends that begins at a place."""
    left, joined = classes[at].breaks, classes[at].breaks == ZWJ
    for place in range(at + 1, len(classes)):
        left = _joined(left, joined, classes, place)
        if left is None:
            return place
        joined = classes[place].breaks == ZWJ
    return len(classes)


def _joined(left, joined, classes, place):
    """As what a piece counts once a character is added to it, or nothing where a boundary is before that."""
    right = classes[place].breaks
    if right in MARKS:
        return None if left == NEWLINE else OTHER if left == SPACE else left
    if joined and classes[place].is_pictograph:
        return OTHER
    if right == SPACE:
        return SPACE if left == SPACE else None
    if right == REGIONAL:
        return OTHER if left == REGIONAL else None
    if right in IN_WORDS:
        alike = (left == KATAKANA) == (right == KATAKANA) or JOINING in (left, right)
        return right if left in IN_WORDS and alike else None
    if _awaits(_inner(left, right), classes, place + 1):
        return left
    return OTHER if left == HEBREW and right == SINGLE_QUOTE else None


def _inner(left, middle):
    """The classes that may follow, so that the middle lies within a word."""
    if left == HEBREW and middle == DOUBLE_QUOTE:
        return (HEBREW,)
    if left in (LETTER, HEBREW) and middle in (MID_LETTER, MID_NUM_LET, SINGLE_QUOTE):
        return (LETTER, HEBREW)
    if left == NUMERIC and middle in (MID_NUM, MID_NUM_LET, SINGLE_QUOTE):
        return (NUMERIC,)
    return ()


def _awaits(wanted, classes, place):
    """Whether the next character that is no mark has one of the classes."""
    joined = False
    for one in classes[place:] if wanted else ():
        if not one.is_mark:
            return one.breaks in wanted or joined and one.is_pictograph
        joined = one.breaks == ZWJ
    return False
