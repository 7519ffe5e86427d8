"""Intake: batches of records become journal entries, books and outgoing messages in one transaction.

read (hub.kafka) -> decode -> admit -> post -> judge -> commit
"""
