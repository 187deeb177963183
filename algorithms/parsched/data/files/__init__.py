"""What readers of all files share: bytes and cells, names of columns, findings, one reading.

source       bytes of a file, unpacked and decoded within limits (`unpacking`, `encoding`, `growth`)
findings     what is wrong, repaired or remarkable, with the lines; `reading` holds it and the jobs
vocabulary   what columns are called; `roles` are what they may be, `mapping` what a user says
signs        how a file writes numbers (`decimal_commas`, `thousands`)
links        which jobs wait for others; `releases` puts jobs in order

`parsched.data.logs` reads tables of batch systems with it, `parsched.data.formats` the rest.
"""
