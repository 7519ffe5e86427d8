"""Alembic's migrations, from the first table on."""
