"""Holds every answer against the deployment's own OpenAPI document, and notes which operations were seen."""

import json
import re

from deployment import schema

from .harness import INTERFACE, Wrong, expect


def interface_operations():
    """(method, path template) of every operation of section 4, with its placeholder."""
    found = []
    for line in INTERFACE.read_text("utf-8").splitlines():
        match = re.match(r"\| (GET|POST|PUT|PATCH|DELETE) \| (\S+?)(?: \((?:deprecated|no auth declared)\))? \|", line)
        if match:
            path = match[2] if match[2].startswith("{agents_url}") else "{base_url}" + match[2]
            found.append(f"{match[1]} {path}")
    return found


class Document:
    def __init__(self, openapi):
        self.openapi = openapi
        self.components = openapi["components"]["schemas"]
        self.operations = {}
        self.seen = {}  # "GET /me/agents" -> statuses
        for path, item in openapi["paths"].items():
            for method, operation in item.items():
                pattern = re.compile("/".join("[^/]+" if part.startswith("{") else re.escape(part)
                                              for part in path.split("/")))
                self.operations[f"{method.upper()} {path}"] = (method.upper(), pattern, operation, path.count("{"))

    def find(self, method, path):
        fitting = [(parameters, name, operation) for name, (verb, pattern, operation, parameters)
                   in self.operations.items() if verb == method and pattern.fullmatch(path)]
        return min(fitting, key=lambda item: item[0])[1:] if fitting else (None, None)

    def observe(self, method, path, reply):
        """Raise Wrong unless the answer is as documented."""
        name, operation = self.find(method, path)
        if name is None:
            return
        self.seen.setdefault(name, set()).add(reply.status)
        documented = operation["responses"].get(str(reply.status))
        expect(documented is not None, f"{name}: status {reply.status} is not documented")
        content = documented.get("content")
        if content is None:
            expect(reply.raw == b"", f"{name}: {reply.status} has a body")
            return
        (media, inner), = content.items()
        expect(reply.header("content-type") == media, f"{name}: Content-Type {reply.header('content-type')}")
        for header, about in documented.get("headers", {}).items():
            if about.get("required"):
                expect(reply.header(header), f"{name}: no {header}")
        values = reply.lines if "ndjson" in media else [reply.text] if media.startswith("text/") else [reply.json]
        for value in values:
            try:
                schema.check(inner["schema"], value, (), self.components)
            except schema.Invalid as invalid:
                raise Wrong(f"{name} {reply.status}: {json.dumps(invalid.errors)[:400]}") from None
            self._no_more(inner["schema"], value, name)

    def _no_more(self, wanted, value, name):
        """Answers must not have fields that the document does not show."""
        if "$ref" in wanted:
            wanted = self.components[wanted["$ref"].rsplit("/", 1)[1]]
        for choice in wanted.get("anyOf", ()):
            if value is not None and choice != {"type": "null"}:
                self._no_more(choice, value, name)
        if isinstance(value, list) and "items" in wanted:
            for item in value:
                self._no_more(wanted["items"], item, name)
        if isinstance(value, dict) and "properties" in wanted:
            more = set(value) - set(wanted["properties"])
            expect(not more, f"{name}: undocumented fields {more}")
            for key, item in value.items():
                self._no_more(wanted["properties"][key], item, name)
