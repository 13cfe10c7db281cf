"""The screens: what `panel serve apps/*.py` shows."""
