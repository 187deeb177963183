"""Values that parameters of addresses have by mistake or by malice, as they stand in an address."""

STRANGE = {
    "empty": "",
    "not a number": "NaN",
    "negative": "-1",
    "fraction": "0.5",
    "infinite": "1e400",
    "huge": str(10**30),
    "more digits than Python reads": "9" * 5000,
    "long": "x" * 5000,
    "a digit that is no number": "%C2%B2",
    "NUL": "a%00b",
    "no UTF-8": "%FF%FE",
    "a surrogate": "%ED%A0%80",
    "a list": "[1,%7B%7D]",
    "only separators": ";,:=|~",
    "an entry with odd values": "easy:x=NaN,y=[",
    "no date": "0000-99-99",
}
ODD_QUERIES = ("unknown=1", "a[b]=1&[]=&=x&&%00=1&%FF=%FF", "=", "%", "&&&")
"""Queries whose names no page knows."""
