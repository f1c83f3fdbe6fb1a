export const help = `agent-conformance: does this deployment keep the documented contract of the Agent Workers Platform?

Usage
  agent-conformance [run] [options]     judge a deployment; with no target, the embedded reference deployment
  agent-conformance replay [options]    send the scenario of a finding again
  agent-conformance judge RESULTS       judge a recording again, without any request
  agent-conformance report RESULTS --format html|junit|sarif|har|markdown|terminal [--out FILE]
  agent-conformance diff --openapi URL  compare a deployment's own OpenAPI document with the contract
  agent-conformance list [--json]       every rule of the interface: checked, or why not

Target (flags win over the environment, the environment over the config file)
  --config FILE        deployment config: JSON, YAML or TypeScript; \${NAME} comes from the environment
  --agents-url URL     base address of the Workers API      AGENT_WORKERS_AGENTS_URL
  --base-url URL       base address of the User API         AGENT_WORKERS_BASE_URL
  --api-key KEY        API key (better: the environment)    AGENT_WORKERS_API_KEY
  --jwt TOKEN          User API credential                  AGENT_WORKERS_JWT
  --agent-id ID        the worker to talk to
  --allow-writes       allow requests that start runs; without it a target of yours is only read
  --timeout S          seconds for one exchange             30
  --job-timeout S      seconds to wait for a background job 120

Run
  --rules ID,…         only these rules (ids, or beginnings of ids)
  --scenarios N        how many scenarios are drawn at random, after the written ones   16
  --seed N             draw the same scenarios again        random
  --concurrency N      scenarios under way at once          8
  --shrink-time S      seconds to shrink one finding        10
  --results DIR        write plan.json, exchanges.jsonl, verdicts.json, and the report in every format
  --json               print report.json instead of text

Replay
  --rule ID --seed N --path P           as the report prints them

Exit codes
  0 conforms and something was verified   1 a rule is broken   2 wrong use or configuration
  3 the target or this program is in trouble, or nothing was verified
`;
