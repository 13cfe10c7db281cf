"""Speed, printed as ratios against a baseline of the same run: ``make bench``, or ``python -m benchmarks engines``."""
