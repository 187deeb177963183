"""Jobs from outside: files, logs, formats, generators, merging, doubts."""
