"""Everything that Kindex itself finds wrong."""


class KindexError(Exception):
    """An error. ``code`` names its kind and stays the same between versions, such as
    ``"invalid_option"``; its message is for people."""

    code: str

    def __init__(self, message: str, code: str = "failed") -> None:
        super().__init__(message)
        self.code = code
