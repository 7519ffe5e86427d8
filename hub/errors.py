"""The whole error tree, named by the reaction it asks for.

    HubError
    ├── InvalidMessage    put the record into quarantine and go on
    ├── InvalidInput      tell the person at the edge what is wrong and how to mend it; exit status 2
    ├── RetryLater        wait, then do the same again; nothing was lost
    └── Fatal             stop loudly: going on would lose or double something

A refusal by the rule (an ``E_`` code) is no exception: it is a value (`hub.ledger.admission`).
"""

__all__ = ["Fatal", "HubError", "InvalidInput", "InvalidMessage", "RetryLater"]


class HubError(Exception):
    """Root of every error the hub raises on purpose."""


class InvalidMessage(HubError):
    """The record cannot be read: quarantine it with its bytes and this reason, then go on."""


class InvalidInput(HubError):
    """A file, an argument or a setting is wrong; the text names what, where and the remedy."""


class RetryLater(HubError):
    """Something the hub needs is away (broker, database, registry); try again after a pause."""


class Fatal(HubError):
    """Going on would lose or double records; a person must look."""
