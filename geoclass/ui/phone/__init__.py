"""The pupils' page: static files, a websocket, JSON messages."""
