"""On how many processors each moldable job runs: the choices there are, and the dual approximation
that takes them for the makespan."""
