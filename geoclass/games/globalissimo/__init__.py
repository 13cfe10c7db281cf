"""Globalissimo: estimate ranks, get past the barriers."""
