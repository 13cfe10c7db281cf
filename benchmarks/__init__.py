"""Benchmarks, printed as ratios to a baseline of the same run: ``make bench``, or ``python -m benchmarks engines``."""
