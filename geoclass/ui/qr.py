"""QR codes of addresses, black on white in light and dark mode, with a quiet zone."""

from functools import lru_cache

import segno


@lru_cache(64)
def qr(address: str) -> str:
    """The picture as a data URL."""
    return str(segno.make(address, micro=False).svg_data_uri(dark="#16252C", light="#FFFFFF", border=2, scale=4))
