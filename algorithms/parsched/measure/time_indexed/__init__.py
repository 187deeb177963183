"""Jobs in whole units of time: their slots, the linear program over them, and what it proves."""
