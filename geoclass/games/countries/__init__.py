"""Countries: put countries in order from less to more, or doubt."""
