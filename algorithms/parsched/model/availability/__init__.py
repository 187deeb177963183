"""How many processors are free from now on, according to plan: an indexed step function of time.

`profile` says how it is kept, `changes` adds and removes intervals, `search` finds room in it.
"""
