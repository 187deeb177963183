"""Jobs from outside: formats, logs, generators, merging, doubts."""
