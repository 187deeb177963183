"""As recorded."""

import parsched.policies.recorded.recorded
