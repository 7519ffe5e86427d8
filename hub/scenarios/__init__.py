"""Acceptance scenarios: small worlds in JSON, fed through the hub and compared with what they expect.

The loader turns a file into ordinary messages; the hub has no scenario mode.
"""
