"""What every application needs: settings of the environment, errors, messages, bodies of
requests, keys of rows."""
