"""``python -m geoclass`` is ``geoclass``."""

from geoclass.cli import main

raise SystemExit(main())
