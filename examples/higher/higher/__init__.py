"""Higher or lower, a game for geoclass: of two countries, which one has more?"""
