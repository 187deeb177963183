"""How files are read that declare something: fields that nothing declares are errors."""

from pydantic import ConfigDict

STRICT = ConfigDict(extra="forbid")
