"""The pupils' page: plain files, a websocket, and the room's JSON between them."""
