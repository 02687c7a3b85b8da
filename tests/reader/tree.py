"""The section tree: which bytes of the text are a chunk, and which chunks lie in which."""

from bisect import bisect_right

from wire import Cursor, FormatError, risen


#: The bit of a chunk that is a list of links.
LINK_LIST = 1 << 31


class Tree:
    def __init__(self, data, meta):
        cursor = Cursor(data)
        self.tiles = cursor.integers(meta.children + 1)
        self.levels = len(meta.levels)
        chunks = [level.chunks for level in meta.levels]
        #: For each level above the children, and for the documents: the first chunk below that each
        #: of them has, and the end.
        marked = [cursor.integers(count + 1) for count in chunks[1:] + [meta.documents]]
        self.firsts = [[number % LINK_LIST for number in numbers] for numbers in marked]
        #: For each level above the children, whether each chunk is a list of links.
        self.link_lists = [[number >= LINK_LIST for number in numbers] for numbers in marked]
        self.back = [[0] * count for count in chunks]
        if any(level.overlap for level in meta.levels):
            self.back = [cursor.integers(count) for count in chunks]
        cursor.end("the tree")
        self._check(chunks)

    def _check(self, chunks):
        for below, firsts in zip(chunks, self.firsts):
            if firsts[0] != 0 or firsts[-1] != below:
                raise FormatError(f"chunks lie over those from {firsts[0]} to {firsts[-1]}, not over all {below}")
            risen(firsts, "the first chunks below those of a level")

    def children(self, level, number):
        """The range of children in a chunk; the level after the last is that of documents."""
        return self.below(level, number, 0)

    def below(self, level, number, lower):
        """The range of chunks of a lower level in a chunk."""
        first, end = number, number + 1
        for firsts in reversed(self.firsts[lower:level]):
            first, end = firsts[first], firsts[end]
        return range(first, end)

    def holder(self, level, child):
        """The chunk of a level in which a child lies."""
        for firsts in self.firsts[:level]:
            child = bisect_right(firsts, child) - 1
        return child

    def is_link_list(self, level, child):
        """Whether the chunk of a level above the children in which a child lies is a list of links."""
        return level < self.levels and self.link_lists[level - 1][self.holder(level, child)]

    def document_of(self, child):
        return self.holder(self.levels, child)

    def bytes_of(self, level, number):
        """Where the text of a chunk begins and ends, counted from that of all documents."""
        children = self.children(level, number)
        back = self.back[level][number] if level < self.levels else 0
        return self.tiles[children.start] - back, self.tiles[children.stop]
