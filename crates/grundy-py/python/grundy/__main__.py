"""The command line: ``python -m grundy solve nim 3 5 7``."""

import sys

from ._grundy import main as _main


def main() -> int:
    """Runs the program with the arguments of the process."""
    return _main(["grundy", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
