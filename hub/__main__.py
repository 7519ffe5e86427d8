"""`python -m hub` is the command `hub`."""

from hub.cli import main

main()
