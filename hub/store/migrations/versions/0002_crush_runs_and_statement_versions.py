"""Crush runs and product lots, the two forms of an account, versions of closed statements."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_AMOUNTS = (
    ("account_day", "processed_e4"),
    ("account_day", "oil_incoming_e4"),
    ("account_day", "oil_outgoing_e4"),
    ("line", "debit_product_lb_e4"),
    ("line", "credit_product_lb_e4"),
    ("statement", "oil_beginning_e4"),
    ("statement", "oil_end_e4"),
    ("statement", "processed_e4"),
    ("statement", "oil_carried_e4"),
    ("statement", "versions"),
)


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "product_day",
        sa.Column("account_key", sa.LargeBinary(), autoincrement=False, nullable=False),
        sa.Column("crush_run_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("crushing_yield_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("month", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("incoming_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("outgoing_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("incoming_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("outgoing_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("lines", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("account_key", "crush_run_id", "crushing_yield_e4", "day"),
    )
    op.create_index("product_day_month", "product_day", ["account_key", "month"], unique=False, postgresql_where=None)
    op.create_table(
        "product_stock",
        sa.Column("account_key", sa.LargeBinary(), autoincrement=False, nullable=False),
        sa.Column("start", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("crush_run_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("crushing_yield_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("beginning_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("beginning_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("incoming_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("incoming_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("outgoing_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("outgoing_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("lines", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("carried_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("carried_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("account_key", "start", "crush_run_id", "crushing_yield_e4"),
    )
    op.create_table(
        "run",
        sa.Column("crusher_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("run_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("owner_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("commodity", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("crushing_yield_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("yield_id", sa.Text(), autoincrement=False, nullable=True),
        sa.Column("yield_name", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("product_lb_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shares", postgresql.JSONB(astext_type=sa.Text()), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("crusher_id", "run_id"),
    )
    op.create_index("run_yields", "run", ["crusher_id", "yield_name"], unique=False, postgresql_where=None)
    op.create_table(
        "statement_version",
        sa.Column("account_key", sa.LargeBinary(), autoincrement=False, nullable=False),
        sa.Column("start", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("on_day", sa.Date(), autoincrement=False, nullable=False),
        sa.Column("causes", postgresql.JSONB(astext_type=sa.Text()), autoincrement=False, nullable=False),
        sa.Column("beginning_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("incoming_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("sold_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("sold_as_conventional_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("discarded_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("refined_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("computed_end_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("declared_end_e4", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("carried_e4", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("account_key", "start", "number"),
    )
    op.add_column("close", sa.Column("physical", postgresql.JSONB(), nullable=False, server_default="[]"))
    op.alter_column("close", "physical", server_default=None)
    for table, column in _AMOUNTS:  # what stood before is all crop
        op.add_column(table, sa.Column(column, sa.BigInteger(), nullable=False, server_default="0"))
        op.alter_column(table, column, server_default=None)
    op.create_index(
        "edge_parent",
        "edge",
        ["parent_load_key"],
        unique=False,
        postgresql_where=sa.text("parent_load_key IS NOT NULL"),
    )
    op.add_column("line", sa.Column("crush_run_id", sa.Text(), autoincrement=False, nullable=True))
    op.add_column("line", sa.Column("crushing_yield_e4", sa.BigInteger(), autoincrement=False, nullable=True))
    op.add_column("line", sa.Column("buyers_run_id", sa.Text(), nullable=True))
    op.create_index("line_buyers_run", "line", ["buyers_run_id"], postgresql_where=sa.text("buyers_run_id IS NOT NULL"))
    op.create_index(
        "line_run", "line", ["crush_run_id"], unique=False, postgresql_where=sa.text("crush_run_id IS NOT NULL")
    )
    op.add_column("statement", sa.Column("declared_oil_end_e4", sa.BigInteger(), autoincrement=False, nullable=True))
    op.add_column(
        "statement", sa.Column("declared_oil_beginning_e4", sa.BigInteger(), autoincrement=False, nullable=True)
    )
    op.alter_column("statement", "declared_beginning_e4", new_column_name="declared_crop_beginning_e4")
    op.alter_column("statement", "declared_end_e4", new_column_name="declared_crop_end_e4")


def downgrade() -> None:
    """Take them back."""
    op.alter_column("statement", "declared_crop_end_e4", new_column_name="declared_end_e4")
    op.alter_column("statement", "declared_crop_beginning_e4", new_column_name="declared_beginning_e4")
    op.drop_column("close", "physical")
    op.drop_column("statement", "versions")
    op.drop_column("statement", "oil_carried_e4")
    op.drop_column("statement", "declared_oil_beginning_e4")
    op.drop_column("statement", "declared_oil_end_e4")
    op.drop_column("statement", "processed_e4")
    op.drop_column("statement", "oil_end_e4")
    op.drop_column("statement", "oil_beginning_e4")
    op.drop_index("line_run", table_name="line", postgresql_where=sa.text("crush_run_id IS NOT NULL"))
    op.drop_column("line", "credit_product_lb_e4")
    op.drop_column("line", "debit_product_lb_e4")
    op.drop_column("line", "crushing_yield_e4")
    op.drop_index("line_buyers_run", table_name="line")
    op.drop_column("line", "buyers_run_id")
    op.drop_column("line", "crush_run_id")
    op.drop_index("edge_parent", table_name="edge", postgresql_where=sa.text("parent_load_key IS NOT NULL"))
    op.drop_column("account_day", "oil_outgoing_e4")
    op.drop_column("account_day", "oil_incoming_e4")
    op.drop_column("account_day", "processed_e4")
    op.drop_table("statement_version")
    op.drop_index("run_yields", table_name="run", postgresql_where=None)
    op.drop_table("run")
    op.drop_table("product_stock")
    op.drop_index("product_day_month", table_name="product_day", postgresql_where=None)
    op.drop_table("product_day")
