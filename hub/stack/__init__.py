"""The local stack: a real Kafka broker and a real PostgreSQL, from Python packages, for one machine.

from hub import stack

engines = stack.up(settings, progress)      # starts what is not running
stack.status(settings).answering            # True
stack.down(settings)                        # leaves no process
"""

from hub.stack.addresses import Engines, engines
from hub.stack.progress import Progress, silent
from hub.stack.stack import down, up
from hub.stack.status import Condition, EngineStatus, Status, status

__all__ = [
    "Condition",
    "EngineStatus",
    "Engines",
    "Progress",
    "Status",
    "down",
    "engines",
    "silent",
    "status",
    "up",
]
