"""`python -m fmtools`."""

from fmtools.cli.app import main

if __name__ == "__main__":
    main()
