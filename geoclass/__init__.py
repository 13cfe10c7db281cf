"""Five geography board games for a whole class, played on real country statistics."""

__version__ = "0.1.0"
