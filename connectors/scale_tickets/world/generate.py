"""Writes the world's files; the same every time.

python -m connectors.scale_tickets.world.generate [FOLDER]
"""

import shutil
import sys
from pathlib import Path

from connectors.scale_tickets.world import FILES
from connectors.scale_tickets.world.files import files_of
from connectors.scale_tickets.world.model import world

__all__ = ["write"]


def write(folder: Path) -> None:
    """Write every file into a folder; whatever was in it is gone."""
    if folder.exists():
        shutil.rmtree(folder)
    for name, data in files_of(world()).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FILES)
