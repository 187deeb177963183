"""How algorithms and their parameters are declared, and what is declared."""
