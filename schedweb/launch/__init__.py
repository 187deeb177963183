"""From a clone to a running server: set-up, web server and worker under one process."""
