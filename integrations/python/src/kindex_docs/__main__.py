"""The command ``kindex``, also as ``python -m kindex_docs``."""

import signal
import sys

from . import _kindex


def main() -> int:
    """Runs the command line, and gives the exit code."""
    # Python only notes the signal, and the command would go on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _kindex.run(["kindex", *sys.argv[1:]], _kindex.__file__)


if __name__ == "__main__":
    sys.exit(main())
