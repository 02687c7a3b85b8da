"""The section letters: how characters fold, and of which class they are."""

import unicodedata  # Only to say in messages which character is meant.

from wire import Cursor, FormatError

WORD, PICTOGRAPH, ALONE = 16, 32, 64
UNKNOWN = WORD


class Letters:
    def __init__(self, data):
        cursor = Cursor(data)
        self.folded = _folded(cursor)
        self.classes = _classes(cursor)

    def fold(self, word):
        return "".join(map(self._fold, word))

    def _fold(self, letter):
        code = ord(letter)
        if code < 0x80:
            return "" if letter == "/" else letter.lower()
        if 0x300 <= code <= 0x36F:
            return ""
        return self.folded.get(letter, letter)

    def class_of(self, letter):
        """The class of a character from U+0080 on."""
        place = ord(letter) - 0x80
        return self.classes[place] if place < len(self.classes) else UNKNOWN


def _folded(cursor):
    found, code = {}, 0
    for number in range(cursor.varint()):
        distance = cursor.varint()
        if number and not distance:
            raise FormatError("letters that fold do not rise")
        code += distance
        found[chr(code)] = cursor.string()
    for letter, other in found.items():
        if letter == other:
            raise FormatError(f"{unicodedata.name(letter, letter)} folds to itself")
    return found


def _classes(cursor):
    found = bytearray()
    while cursor.left():
        count = cursor.varint()
        found += cursor.take(1) * count
    return found
