"""Reports for a reader: the records they may see, and the addresses of files."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from parsched.report.records import Records
from parsched.report.writers import WRITERS
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import record_of, records_of
from schedweb.studies.models import Study
from schedweb.web.access import Access

OFFERED = ("csv", "tex", "md", "json")
"""Endings of the files that pages offer."""


def records_for(access: Access, target: Comparison | Run) -> Records:
    """Return the records of a comparison, or of one run; a reader with a link reaches no other
    comparison of their owner."""
    records = records_of(target) if isinstance(target, Comparison) else record_of(target)
    return replace(records, read_others=lambda keys: {}) if access.is_shared else records


def file_addresses(
    access: Access, thing: Comparison | Study, key: str, options: Mapping[str, str]
) -> dict[str, str]:
    """Return the addresses of a report as files, by name of the format."""
    kind = "study" if isinstance(thing, Study) else "comparison"
    query = urlencode({name: value for name, value in options.items() if value})
    addresses = {}
    for ending in OFFERED:
        address = access.of_thing(f"{kind}_report_file", thing, key, ending)
        addresses[WRITERS[ending].title] = f"{address}?{query}" if query else address
    return addresses
