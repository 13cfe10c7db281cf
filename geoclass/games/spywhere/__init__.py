"""Spywhere: hide your nationality, find out the other teams'."""
