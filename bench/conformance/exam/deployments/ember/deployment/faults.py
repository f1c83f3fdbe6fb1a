"""The switch for faults: the environment variable FAULT names the one that is on, if any.

Code asks `fault("some-id")` at the place where the mistake would sit. Without FAULT every such question is answered
with False, and the code does what the interface says.
"""

import json
import os
import pathlib

ACTIVE = os.environ.get("FAULT", "").strip()
_HOME = pathlib.Path(__file__).resolve().parent.parent
LISTS = (_HOME / "faults.json", _HOME / "faults.more.json")


def fault(fault_id):
    return ACTIVE == fault_id


def check_known():
    """Refuse to start with a fault that does not exist: a typing mistake would else look like health."""
    if not ACTIVE:
        return
    known = {entry["id"] for path in LISTS if path.exists() for entry in json.loads(path.read_text("utf-8"))}
    if ACTIVE not in known:
        raise SystemExit(f"unknown FAULT: {ACTIVE}")
