"""The relay publishes what transactions have left in the outbox, and opens the hub's days."""
