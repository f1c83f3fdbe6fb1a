"""Runs the walk, the checks of the files, and the probes."""

import json
import time
import traceback
from collections import Counter

from . import check_config, walk
from .documented import Document, interface_operations
from .fuzz import Fuzz
from .harness import (BASES, HERE, INTERFACE, NEEDS, PROBES, Client, Deployment, Wrong, expect, source_fault_ids)

MAX_REQUESTS = 30
MAX_SECONDS = 10
MAX_ALIKE = 4


def load_probes():
    from . import probes_agents, probes_notifier, probes_rest, probes_workers  # noqa: F401


# --- The walk --------------------------------------------------------------------------------------------------------

def run_walk():
    """The problems that the walk finds."""
    problems = []
    with Deployment() as deployment:
        if deployment.start_seconds > 3:
            problems.append(f"started in {deployment.start_seconds:.1f} s")
        client = Client(deployment.port)
        openapi = client.send("GET", client.config["openapi"]).has(200).json
        document = Document(openapi)
        client.observer = document.observe
        for step in walk.STEPS:
            try:
                step(client)
            except Exception as error:
                problems.append(f"{step.__name__}: {error!r}")
                traceback.print_exc()
        problems += check_openapi(openapi, document)
        problems += check_config.problems(client.config, openapi)
    with Deployment() as deployment:
        odd = Client(deployment.port, document.observe)
        try:
            Fuzz(odd, document).run(rounds=12)
        except Wrong as wrong:
            problems.append(f"odd input: {wrong}")
        print(f"odd input: {odd.requests} requests")
    print(f"walk: {len(walk.STEPS)} steps, {client.requests} requests, {len(problems)} problems")
    return problems


def check_openapi(openapi, document):
    """Every operation of the interface, and no other, is documented and was seen; so were all its statuses."""
    problems = []
    wanted = {operation.replace("{base_url}", "").replace("{agents_url}", "/agents")
              for operation in interface_operations()}
    documented = set(document.operations)
    problems += [f"not documented: {name}" for name in wanted - documented]
    problems += [f"documented but not in the interface: {name}" for name in documented - wanted]
    problems += [f"not visited: {name}" for name in wanted - set(document.seen)]
    unseen = []
    for name, (_, _, operation, _) in document.operations.items():
        statuses = {int(status) for status in operation["responses"]} - document.seen.get(name, set())
        unseen += [f"{name} {status}" for status in statuses if status not in (413, 500, 503)]
        if statuses and min(statuses) < 300:
            problems.append(f"never successful: {name}")
    print(f"documented statuses that the walk did not see (besides 413, 500, 503): {len(unseen)}")
    for line in sorted(unseen):
        print("   ", line)
    expect(openapi["openapi"].startswith("3.1"))
    return problems


# --- The files -------------------------------------------------------------------------------------------------------

def check_files():
    problems = []
    listed = json.loads((HERE / "faults.json").read_text("utf-8"))
    if listed != entries():
        problems.append("faults.json is not up to date: python3 -m selftests.make_faults")
    text = INTERFACE.read_text("utf-8")
    operations = set(interface_operations())
    for item in PROBES.values():
        if item.words not in text:
            problems.append(f"{item.fault_id}: words are not in the interface: {item.words}")
        problems += [f"{item.fault_id}: no such operation: {name}" for name in item.operations
                     if name not in operations]
        if item.basis not in BASES or item.needs not in NEEDS or not item.operations:
            problems.append(f"{item.fault_id}: bad entry")
    problems += [f"no probe for {name}" for name in source_fault_ids() - set(PROBES)]
    problems += [f"no code for {name}" for name in set(PROBES) - source_fault_ids()]
    alike = Counter(item.like for item in PROBES.values())
    problems += [f"{count} faults like {like!r}" for like, count in alike.items() if count > MAX_ALIKE]
    covered = {name for item in PROBES.values() for name in item.operations}
    problems += [f"no fault at {name}" for name in sorted(operations - covered)]
    if len(PROBES) < 220:
        problems.append(f"only {len(PROBES)} faults")
    print(f"files: {len(PROBES)} faults,", dict(Counter(item.basis for item in PROBES.values())),
          dict(Counter(item.needs for item in PROBES.values())), f"{len(alike)} patterns, {len(problems)} problems")
    return problems


def entries():
    return [item.entry() for item in PROBES.values()]


# --- The probes ------------------------------------------------------------------------------------------------------

def run_probe(item, fault):
    """None if the probe passes, else what it complains of; anything but Wrong is a mistake of the probe."""
    with Deployment(fault) as deployment:
        client = Client(deployment.port)
        began = time.monotonic()
        try:
            item.function(client)
            complaint = None
        except Wrong as wrong:
            complaint = str(wrong) or "wrong"
        took = time.monotonic() - began
    if client.requests > MAX_REQUESTS or took > MAX_SECONDS:
        raise RuntimeError(f"{client.requests} requests, {took:.1f} s")
    return complaint


def run_probes(fault_ids):
    problems = []
    for place, fault_id in enumerate(fault_ids, 1):
        item = PROBES[fault_id]
        try:
            healthy = run_probe(item, "")
            if healthy:
                problems.append(f"{fault_id}: fails without the fault: {healthy}")
            faulty = run_probe(item, fault_id)
            if not faulty:
                problems.append(f"{fault_id}: passes with the fault")
        except Exception as error:
            problems.append(f"{fault_id}: {error!r}")
            traceback.print_exc()
        if place % 20 == 0 or place == len(fault_ids):
            print(f"probes: {place} of {len(fault_ids)}, {len(problems)} problems", flush=True)
    return problems


def main(arguments):
    load_probes()
    if arguments == ["walk"]:
        problems = run_walk()
    elif arguments:
        problems = run_probes(arguments)
    else:
        problems = run_walk() + check_files() + run_probes(list(PROBES))
    for line in problems:
        print("PROBLEM", line)
    print("selftest:", "FAILED" if problems else "passed")
    return 1 if problems else 0
