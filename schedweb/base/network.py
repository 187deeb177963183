"""Names and addresses under which this machine is called."""

import socket


def own_names() -> list[str]:
    """Host name, its mDNS form, loopback and the address of the interface that leads out."""
    host = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", host, f"{host}.local", *outgoing_address()]


def outgoing_address() -> list[str]:
    """No packet is sent: connecting a datagram socket only picks the interface."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]
