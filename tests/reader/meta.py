"""The section meta: how the index was made."""

from wire import Cursor, FormatError

ANALYZER = 2
UNITS = ("characters", "tokens")
CUTS = ("sections", "windows")
COARSEST = ("budget", "sections", "documents")


class Level:
    def __init__(self, size, overlap, chunks):
        self.size, self.overlap, self.chunks = size, overlap / 1000, chunks


class Meta:
    def __init__(self, data):
        cursor = Cursor(data)
        self.analyzer = cursor.number(2)
        if self.analyzer != ANALYZER:
            raise FormatError(f"analyzer {self.analyzer} is not known")
        self.languages = cursor.string().split(",")
        self.unit = UNITS[cursor.varint()]
        self.cuts = CUTS[cursor.varint()]
        self.coarsest = COARSEST[cursor.varint()]
        self.depth = cursor.varint()
        self.levels = [Level(*cursor.varints(3)) for _ in range(cursor.varint())]
        if not 1 <= len(self.levels) <= 8:
            raise FormatError(f"an index has 1 to 8 levels, not {len(self.levels)}")
        self.documents, self.headings, self.words, self.word_blocks, self.stems = cursor.varints(5)
        self.body_terms, self.title_terms = cursor.varint(63), cursor.varint(63)
        self.keys = cursor.strings()
        cursor.end("meta")

    @property
    def children(self):
        return self.levels[0].chunks

    @property
    def parent_level(self):
        return min(1, len(self.levels) - 1)

    @property
    def parents(self):
        return self.levels[self.parent_level].chunks
