export const help = `agent-conformance: does this deployment keep the documented contract of the Agent Workers Platform?

Usage
  agent-conformance [run] [options]     judge a deployment; with no target, the embedded reference deployment
  agent-conformance replay [options]    send what broke a rule again
  agent-conformance judge RESULTS       judge a recording again, without any request
  agent-conformance report RESULTS --format html|junit|sarif|har|markdown|terminal [--out FILE]
  agent-conformance merge RESULTS… [--results DIR] [--json]   join the results of all shards of a run
  agent-conformance clean RESULTS [target options]            remove what a crashed run left on its target
  agent-conformance diff --openapi URL  compare a deployment's own OpenAPI document with the contract
  agent-conformance list [--json]       every rule of the interface: checked, or why not
  agent-conformance pact verify|publish|can-i-deploy|record-deployment [options]   contracts of consumers

Target (flags win over the environment, the environment over the config file)
  --config FILE        deployment config: JSON, YAML or TypeScript; \${NAME} comes from the environment
  --agents-url URL     base address of the Workers API      AGENT_WORKERS_AGENTS_URL
  --base-url URL       base address of the User API         AGENT_WORKERS_BASE_URL
  --api-key KEY        API key (better: the environment)    AGENT_WORKERS_API_KEY
  --jwt TOKEN          User API credential                  AGENT_WORKERS_JWT
  --agent-id ID        the worker to talk to
  --openapi URL|FILE   the deployment's own OpenAPI document AGENT_WORKERS_OPENAPI
                       other users: AGENT_WORKERS_OTHER_API_KEY, AGENT_WORKERS_OTHER_JWT, AGENT_WORKERS_SANDBOX_JWT
  --profile P          read-only (what a target of yours gets by default) or full, which starts runs and changes things
  --allow-writes       the same as --profile full
  --timeout S          seconds for one exchange             30
  --job-timeout S      seconds to wait for a background job 120
  --settle-time S      seconds until what was written shows everywhere; reads before that are asked again   1

What is judged
  --rules ID,…         only these rules (ids, or beginnings of ids)
  --operations ID,…    only what concerns these operations, such as listAgents
  --tags NAME,…        only what concerns these families of operations, such as agents
  --shard I/N          only the I-th of N parts of the run, for N machines; merge joins their results

How much
  --budget NAME        quick (about 5 s against a fast target), standard (30 s) or thorough (minutes)   quick
  --scenarios N        scenarios drawn at random, after the written ones     16, 200 or 4000 by the budget
  --concurrency N      scenarios under way at once                           8, 16 or 24
  --shrink-time S      seconds to shrink one finding; 0 for not at all       3, 10 or 60
  --seed N             send the same again                                   random
  --rate N             requests a second at most
  --max-requests N     requests in all; the run then ends in order, and says so
  --bail               stop at the first finding that is not waived: clean up, report, exit with 1

Output
  --waivers FILE       what is accepted to be broken for a while: YAML or JSON; the report prints a template
  --results DIR        write plan.json, exchanges.jsonl, verdicts.json, and the report in every format
  --json               print report.json instead of text

Replay
  --rule ID [--cause ID], as the report prints them with what follows; says failed again, changed or fixed
  --seed N --path P    a scenario of the Workers API
  --journey ID --calls 1,3+4,7x2   calls of a history of the User API: 1 and 3, 4 together with 3, and 7 twice
  --budget B           the budget of the run that found it                   quick

Contracts (the broker is PACT_BROKER_BASE_URL too; its credentials: PACT_BROKER_TOKEN, or _USERNAME and _PASSWORD)
  verify             --pact FILE, …, --only TEXT, --provider workers-api|user-api, --results DIR, --json
  verify --broker URL  --selector JSON, …, --provider-version V, --provider-branch B, --pending, --wip-since DATE,
                     --publish, --build-url URL
  publish            --version V --branch B [--pact FILE, …] [--build-url URL]
  can-i-deploy       --pacticipant NAME --version V --to ENVIRONMENT [--wait-while-unknown S] [--json]
  record-deployment  --pacticipant NAME --version V --environment ENVIRONMENT [--instance NAME]

Exit codes
  0 conforms and something was verified   1 a rule is broken   2 wrong use or configuration
  3 the target or this program is in trouble, or nothing was verified   4 the broker can't be asked
`;
