"""What people start: the command line, its few functions, and the set-up of machine code."""
