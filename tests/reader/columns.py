"""The columns of an index in several files: the values of all documents, by key."""

from collections import Counter

from wire import Cursor

MAX_VALUES_BYTES = 2 << 10
"""The bytes of the values that a writer keeps of a key without a column."""


def differences(index):
    """Compares the columns with the records of the documents."""
    cursor = Cursor(index.after[-2])
    named = [(cursor.string(), cursor.varint()) for _ in range(cursor.varint())]
    columns = [(key, _column(cursor.take(length), len(index.documents))) for key, length in named]
    named = [key for key, _ in columns[1:]]
    yield from _keys(cursor, named, index.documents) if cursor.left() else []
    (first, languages), *others = columns
    if first or languages != [[document.language] for document in index.documents]:
        yield "the languages in the columns are not those of the documents"
    for key, values in others:
        if values != [_values(document, key) for document in index.documents]:
            yield f"the column {key!r} has other values than the documents"


def _keys(cursor, columns, documents):
    """Compares the keys with those of the records."""
    keys = [_key(cursor) for _ in range(cursor.varint())]
    if cursor.left():
        yield f"{cursor.left()} bytes follow the keys"
    of_records = {key for document in documents for key in (*document.filters, *document.written_meta, "lang")}
    wanted = []
    for key in sorted(of_records, key=str.encode):
        lists = [values for document in documents if (values := _values(document, key))]
        is_filter = any(document.filters.get(key) for document in documents)
        counts = Counter(value for values in lists for value in set(values))
        best = sorted(counts.items(), key=lambda one: (-one[1], one[0].encode()))
        summary = None if key in columns else (len(lists), len(counts), best)
        wanted += [(key, is_filter, summary)] if lists else []
    if [_shortened(key, found) for key, found in zip(wanted, keys)] != keys or len(keys) != len(wanted):
        yield "the keys are not those of the documents"


def _shortened(key, found):
    """A key with as many values as are kept; these are not many bytes."""
    name, is_filter, summary = key
    if summary is None or found[2] is None:
        return key
    documents, total, values = summary
    kept = len(found[2][2])
    size = sum(len(value.encode()) + 2 for value, _ in values[:kept])
    enough = kept == total or size > MAX_VALUES_BYTES - 256 - len(values[kept][0].encode())
    return name, is_filter, (documents, total, values[:kept] if enough else values)


def _key(cursor):
    """A key, whether it is a filter, and what is kept of its values where it has no column."""
    key, flags = cursor.string(), cursor.number(1)
    if flags & 2:
        return key, bool(flags & 1), None
    documents, total = cursor.varint(), cursor.varint()
    values = [(cursor.string(), cursor.varint()) for _ in range(cursor.varint())]
    return key, bool(flags & 1), (documents, total, values)


def _column(data, documents):
    cursor = Cursor(data)
    count, width = cursor.varint(), cursor.number(1)
    numbers = [cursor.number(width) for _ in range(documents)]
    begins = [cursor.number(4) for _ in range(count)]
    lists = cursor.take(cursor.left())
    return [Cursor(lists[begins[number] :]).strings() for number in numbers]


def _values(document, key):
    """The values as filters take them."""
    if document.filters.get(key):
        return document.filters[key]
    found = [document.written_meta[key]] if key in document.written_meta else []
    return found + ([document.language] if key == "lang" and document.language else [])
