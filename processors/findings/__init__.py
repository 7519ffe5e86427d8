"""The findings agent: keeps count of what is open, for Prometheus."""
