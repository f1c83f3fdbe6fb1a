"""The selftest: a walk through the healthy deployment, and a probe for every fault."""
