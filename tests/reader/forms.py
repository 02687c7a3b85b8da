"""The section forms: stems of words that no text has."""

from wire import Cursor

MOST = 5


class Forms:
    """The rules of one language."""

    def __init__(self, vowels, rules):
        self.vowels, self.rules = vowels, dict(rules)

    def stem(self, word):
        key = bytes([self.measure(word)]) + word.encode()[::-1] + b"\0"
        for length in range(len(key), -1, -1):
            if key[:length] in self.rules:
                lacks, instead = self.rules[key[:length]]
                data = word.encode()
                return (data[: len(data) - lacks] + instead).decode()
        return word

    def measure(self, word):
        after = [a in self.vowels and b not in self.vowels for a, b in zip(word, word[1:])]
        return min(MOST, sum(after))


def read(data):
    cursor, found = Cursor(data), []
    while cursor.left():
        vowels = cursor.string()
        rules = Cursor(cursor.take(cursor.varint()))
        found.append(Forms(vowels, _rules(rules)))
    return found


def _rules(cursor):
    key = b""
    while cursor.left():
        code = cursor.varint()
        key = key[: code >> 4] + cursor.take(code & 15)
        code = cursor.varint()
        yield key, (code >> 3, cursor.take(code & 7))
