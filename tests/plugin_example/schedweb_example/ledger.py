"""A source of logs."""

from parsched.plugins import LeftOut, Mapping, columns, left_out, source

MAINTENANCE = left_out("maintenance", "A row", "is maintenance of the machine, no job")

LEDGER = source(
    key="ledger",
    title="Ledger",
    about="The ledger of a computing centre, as CSV.",
    command="ledger export --csv",
    needs=frozenset(("Voucher", "Came", "Took", "Cores")),
    mapping=Mapping(
        columns=columns(id="Voucher", submit="Came", run="Took", processors="Cores", user="Client")
    ),
    left_out=(LeftOut(MAINTENANCE, "Client", "^maintenance$"),),
)
