"""An algorithm and a report that only tests have: importing the file is all that adds them."""
