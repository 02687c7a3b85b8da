"""The columns of an index in several files: the values of all documents, by key."""

from wire import Cursor


def differences(index):
    """Compares the columns with the records of the documents."""
    cursor = Cursor(index.after[-2])
    named = [(cursor.string(), cursor.varint()) for _ in range(cursor.varint())]
    columns = [(key, _column(cursor.take(length), len(index.documents))) for key, length in named]
    if cursor.left():
        yield f"{cursor.left()} bytes follow the columns"
    (first, languages), *others = columns
    if first or languages != [[document.language] for document in index.documents]:
        yield "the languages in the columns are not those of the documents"
    for key, values in others:
        if values != [_values(document, key) for document in index.documents]:
            yield f"the column {key!r} has other values than the documents"


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
