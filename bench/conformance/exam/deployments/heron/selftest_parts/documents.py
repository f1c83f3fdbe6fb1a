"""Checks of the documents: faults.json, config.json, and the names of faults in the code."""

import collections
import glob
import json
import os
import re

from . import probes_agents, probes_money, probes_runs, probes_tools, probes_workers  # noqa: F401 - they register the faults
from .client import HERE
from .registry import FAULTS
from .schema import complaints

GIVEN = os.path.join(os.path.dirname(HERE), "given")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def operations_of_interface():
    """All operations of section 4, as 'GET {base_url}/me/agents'."""
    out = set()
    for method, path in re.findall(r"^\| (GET|POST|PUT|PATCH|DELETE) \| (\S+)", read(os.path.join(GIVEN, "interface.md")), re.M):
        out.add(f"{method} {path}" if path.startswith("{agents_url}") else f"{method} {{base_url}}{path}")
    return out


def faults_in_code():
    ids = set()
    for path in glob.glob(os.path.join(HERE, "src", "heron", "*.java")):
        text = read(path)
        ids |= set(re.findall(r'Fault\.on\("([a-z0-9-]+)"\)', text))
        for a, b in re.findall(r'Fault\.on\([^()"]* \? "([a-z0-9-]+)" : "([a-z0-9-]+)"\)', text):
            ids |= {a, b}
        for a, b in re.findall(r'Fault\.on\([a-zA-Z_.]+\([^()]*\) \? "([a-z0-9-]+)" : "([a-z0-9-]+)"\)', text):
            ids |= {a, b}
        if path.endswith("Faults.java"):
            ids |= set(re.findall(r'^\s+(?:return )?(?:Map\.entry\()?"([a-z0-9-]+)", (?:new |")', text, re.M))
    return ids


def write_fault_list():
    ordered = [f.json() for f in FAULTS.values()]
    with open(os.path.join(HERE, "faults.json"), "w", encoding="utf-8") as f:
        f.write("[\n" + ",\n".join(" " + json.dumps(x, ensure_ascii=False) for x in ordered) + "\n]\n")


def check():
    wrong = []
    interface = read(os.path.join(GIVEN, "interface.md"))
    operations = operations_of_interface()
    if len(operations) != 93:
        wrong.append(f"{len(operations)} operations in the interface")
    for fault in FAULTS.values():
        wrong += [f"{fault.id}: no such operation: {o}" for o in fault.operation if o not in operations]
        if fault.words not in interface:
            wrong.append(f"{fault.id}: these words are not in the interface: {fault.words}")
        if fault.basis not in ("stated", "implied") or fault.needs not in ("request", "sequence", "timing"):
            wrong.append(f"{fault.id}: basis or needs")
    touched = {o for f in FAULTS.values() for o in f.operation}
    wrong += [f"no fault at {o}" for o in sorted(operations - touched)]
    in_code = faults_in_code()
    wrong += [f"{i} is in the code, but not in the list" for i in sorted(in_code - set(FAULTS))]
    wrong += [f"{i} is in the list, but not in the code" for i in sorted(set(FAULTS) - in_code)]
    if json.loads(read(os.path.join(HERE, "faults.json"))) != [f.json() for f in FAULTS.values()]:
        wrong.append("faults.json is not what the probes say")

    config = json.loads(read(os.path.join(HERE, "config.json")))
    schema = json.loads(read(os.path.join(GIVEN, "config.schema.json")))
    wrong += [f"config.json: {c}" for c in complaints(schema, config, schema)]
    for part in ("credentials", "fixtures"):
        missing = set(schema["properties"][part]["properties"]) - set(config[part])
        wrong += [f"config.json: {part}.{name} is missing" for name in sorted(missing)]
    known = json.loads(read(os.path.join(GIVEN, "contract-fields.json")))
    for name, binding in config["bindings"].items():
        unknown = set(binding.get("fields", {})) - set(known.get(name, {}))
        if name not in known or unknown:
            wrong.append(f"config.json: bindings.{name}: {sorted(unknown)}")
    return wrong


def unbound_fields(openapi):
    """Fields that the contract names, that no binding names, and that the OpenAPI document does not have either."""
    config = json.loads(read(os.path.join(HERE, "config.json")))
    out = []
    for name, fields in json.loads(read(os.path.join(GIVEN, "contract-fields.json"))).items():
        component = openapi["components"]["schemas"].get(name)
        if component is None:
            out.append(f"no component {name}")
            continue
        for field in fields:
            ours = config["bindings"].get(name, {}).get("fields", {}).get(field, field)
            if ours not in component.get("properties", {}):
                out.append(f"{name}.{field} is called {ours}, which the component does not have")
    return out


def numbers():
    by = collections.Counter((f.basis, f.needs) for f in FAULTS.values())
    lines = [f"{len(FAULTS)} faults"]
    for basis in ("stated", "implied"):
        parts = ", ".join(f"{needs} {by[basis, needs]}" for needs in ("request", "sequence", "timing"))
        lines.append(f"  {basis}: {sum(by[basis, n] for n in ('request', 'sequence', 'timing'))} ({parts})")
    return "\n".join(lines)
