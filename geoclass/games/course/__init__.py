"""La course autour du monde: visit five continents by plane and fly home."""
