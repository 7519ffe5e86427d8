"""Posting: one batch of accepted facts carried into lines, accounts, statements and findings.

    statements changed -> loads judged -> account days -> accounts judged -> findings

Each step reads what the one before touched, and nothing else (design D3, D11).
"""

from hub.ledger.post.batch import Batch, post

__all__ = ["Batch", "post"]
