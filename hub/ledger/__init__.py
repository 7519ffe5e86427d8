"""The books as pure functions: standard library only, no clock, no I/O, no randomness.

Facts go in (`facts`), movements of dry weight and open questions come out. The same set of facts and the same
hub day give the same books, whatever the order in which the organisations' messages arrived.
"""
