"""Couleurs du monde: cover the nations of the world in chains of neighbours."""
