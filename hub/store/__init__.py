"""PostgreSQL: tables, migrations, the books' port, the journal and the outbox."""
