"""Where a request comes from."""

from ipaddress import IPv4Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

NETWORK_BITS = 64
"""Of an IPv6 address: providers give whole networks of this size to one customer."""


def client_address(request: HttpRequest) -> str:
    """Return the client's address; for IPv6, its network's address.

    Behind a proxy it is what the proxy added to `X-Forwarded-For`, the last entry: those before it
    are the client's own words. Without a proxy the header is never read.
    """
    remote = str(request.META.get("REMOTE_ADDR", ""))
    if settings.SCHEDWEB_HTTPS:
        remote = request.headers.get("X-Forwarded-For", remote).rpartition(",")[2].strip()
    try:
        address = ip_address(remote.partition("%")[0])
    except ValueError:
        return ""
    address = getattr(address, "ipv4_mapped", None) or address
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((address, NETWORK_BITS), strict=False).network_address)
