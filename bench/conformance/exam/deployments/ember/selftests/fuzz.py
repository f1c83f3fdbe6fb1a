"""Odd input for every operation: nothing may answer 500, nor a status or body that is not documented."""

import json
import random

from .harness import expect, random_id

ODD = [None, True, False, 0, -1, 1, 1.5, 10 ** 30, -10 ** 30, 1e300, "", " ", "x", "ü" * 300, "\x00", "🚢", "\u202e",
       "null", "0", "2024-02-30T00:00:00Z", "2024-02-29T23:59:60Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59",
       "%", "../..", "'; --", "<b>", "@", "* * * * *", "*/0 * * * *", "1-0 * * * *", "#ffffff", [], {}, [[]], [None],
       {"a": 1}, [{}], "00000000-0000-0000-0000-000000000000"]


class Fuzz:
    def __init__(self, client, document, seed=1):
        self.client, self.document, self.random = client, document, random.Random(seed)
        self.known = [value for value in client.fixtures.values() if isinstance(value, str)]

    def value(self, wanted):
        """Something that fits the schema, most of the time."""
        if self.random.random() < 0.25:
            return self.random.choice(ODD)
        if "$ref" in wanted:
            wanted = self.document.components[wanted["$ref"].rsplit("/", 1)[1]]
        if "anyOf" in wanted:
            return self.value(wanted["anyOf"][0])
        if "enum" in wanted:
            return self.random.choice(wanted["enum"])
        kind = wanted.get("type", "string")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "object":
            properties = wanted.get("properties", {})
            return {name: self.value(sub) for name, sub in properties.items() if self.random.random() < 0.8}
        if kind == "array":
            return [self.value(wanted["items"]) for _ in range(self.random.randrange(3))]
        if kind in ("integer", "number"):
            return self.random.choice([wanted.get("minimum", 1), wanted.get("maximum", 7), 3])
        if kind == "boolean":
            return self.random.random() < 0.5
        return self.random.choice([*self.known, random_id(), "word_count", "some text", "#1f6feb"])

    def text(self, wanted):
        value = self.value(wanted)
        return value if isinstance(value, str) else json.dumps(value)

    def request(self, method, path, operation):
        from urllib.parse import quote
        query = {}
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                text = self.text(parameter["schema"]) or "x"
                path = path.replace(f"{{{parameter['name']}}}", quote(text.replace("\x00", ""), safe="") or "x")
            elif parameter["in"] == "query" and self.random.random() < 0.8:
                query[parameter["name"]] = self.text(parameter["schema"])
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        more = {"body": self.value(body)} if body and self.random.random() < 0.95 else {}
        worker = path.startswith("/agents/")
        token = (self.client.keys if worker else self.client.jwts)[self.random.choice(["main", "main", "other"])]
        reply = self.client.send(method, self.client.config["baseUrl"] + path, token, query=query, **more)
        expect(reply.status < 500, f"{method} {path} {query} {more}: {reply.status}")

    def run(self, rounds):
        for _ in range(rounds):
            for name, (method, _, operation, _) in self.document.operations.items():
                self.request(method, name.split(" ", 1)[1], operation)
        for tool in self.client.get("/me/tools/list").has(200).json:
            for _ in range(rounds):
                arguments = self.value(tool["inputSchema"])
                self.client.post(f"/me/tools/run/{tool['name']}", arguments).has(200, 400, 422)
