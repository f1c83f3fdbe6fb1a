"""The faults, each with its probe."""

import re

FAULTS = {}


class Fault:
    def __init__(self, id, operation, basis, needs, words, what, probe):
        self.id = id
        self.operation = [operation] if isinstance(operation, str) else list(operation)
        self.basis = basis
        self.needs = needs
        self.words = words
        self.what = what
        self.probe = probe

    def json(self):
        return {"id": self.id, "operation": self.operation, "basis": self.basis, "needs": self.needs, "words": self.words, "what": self.what}


def expand(operation):
    """'POST /me/x' is of the User API, 'POST ~/x' of the Workers API."""
    method, path = operation.split(" ", 1)
    return f"{method} {{agents_url}}{path[1:]}" if path.startswith("~") else f"{method} {{base_url}}{path}"


def fault(id, operation, basis, needs, words, what):
    def register(probe):
        assert id not in FAULTS, id
        operations = [operation] if isinstance(operation, str) else operation
        text = re.sub(r"\s+", " ", what.strip())
        FAULTS[id] = Fault(id, [expand(o) for o in operations], basis, needs, words, text, probe)
        return probe
    return register
