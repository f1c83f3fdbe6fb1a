"""Write faults.json from the probes: python3 -m selftests.make_faults"""

import json

from .harness import HERE
from .run import entries, load_probes

if __name__ == "__main__":
    load_probes()
    (HERE / "faults.json").write_text(json.dumps(entries(), indent=1, ensure_ascii=False) + "\n", "utf-8")
