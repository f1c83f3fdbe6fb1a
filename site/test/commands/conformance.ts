import type { Stories, Told } from './told.ts';

const cli = 'npx @agent-workers/conformance';
const registry = 'needs a registry: pnpm release:rehearse installs so, from one on the loopback';
const small = '--operations listToolsets --seed 7';
const staging = {
  'https://api.staging.example': '{baseUrl}',
  'https://agents.staging.example': '{agentsUrl}',
};
const broker = 'apps/conformance/test/pact/broker-commands.test.ts';

/** Whatever runs needs options that keep it small; other commands have none of these. */
const others = ['list', 'clean', 'compare', 'report', 'verify-attestation'].map((name) => ({
  begins: `${cli} ${name}`,
}));

/** What a browser records is of other sites too, and some of it answered by its cache. */
const session = `node -e '
  const har = JSON.parse(fs.readFileSync("results/exchanges.har"));
  const [first] = har.log.entries;
  har.log.entries.unshift({ ...first, _fromCache: "disk" }, { ...first, request: { ...first.request, url: "http://elsewhere.example/" } });
  fs.writeFileSync("session.har", JSON.stringify(har));
'`;

/** Four nights, of which the second and the fourth show the same flaw. */
const night = (name: number): string =>
  `${cli} run --base-url {flawed} --rules bundles.list --target-version 1 --results nights/${name} >/dev/null`;
const turn = 'curl -s {flawed}/turn';
const nights = `rm -r nights; ${night(1)}; ${turn}; ${night(2)}; ${turn}; ${night(3)}; ${turn}; ${night(4)}; ${turn}`;

/** Of the examples that show what is said. */
const shown: readonly Told[] = [
  {
    begins: 'AGENT_WORKERS_JWT=… agent-conformance init',
    here: {
      ...staging,
      'JWT=…': 'JWT={jwt}',
      '--out staging.yaml': '--out found.yaml',
      'staging.yaml is': 'found.yaml is',
    },
  },
];

/** Of the document on traffic that others made. */
const traffic: readonly Told[] = [
  {
    begins: 'agent-conformance judge --har',
    before: `AGENT_WORKERS_JWT={jwt} ${cli} run --base-url {baseUrl} --results results --operations listToolsets,listAgents,listBundles,listApiKeys >/dev/null; ${session}`,
    here: staging,
  },
  {
    begins: 'agent-conformance proxy',
    before: 'printf "baseUrl: {flawed}\\nagentsUrl: {agentsUrl}\\n" >flawed.yaml',
    here: {
      'https://api.staging.example': '{flawed}',
      'https://agents.staging.example': '{agentsUrl}',
      '--config staging.yaml': '--config flawed.yaml',
      '--results results/ --metrics 127.0.0.1:9998':
        '--results passed/ --metrics 127.0.0.1:0 --listen {free}',
    },
    until: /verdict/,
    meanwhile: 'curl -s http://{free}/user-api/me/agents -H "Authorization: Bearer a.b.c"',
    answers: /observed/,
    exits: 1,
  },
];

/** Of the documents of the CLI. */
export const conformanceStories: Stories = {
  'apps/conformance/README.md': [
    { begins: 'npm install', notRun: registry },
    {
      begins: `${cli} init`,
      before: 'export AGENT_WORKERS_API_KEY={apiKey} AGENT_WORKERS_JWT={jwt}',
      here: staging,
    },
    {
      begins: `${cli} replay`,
      here: { '--rule ID --cause ID --seed N --path P': '--config staging.yaml --rule agents.list' },
      says: /^Fixed: agents\.list/,
    },
    { begins: `${cli} judge --har`, before: session },
    { begins: `${cli} judge results`, says: /All verdicts are as they were/ },
    { begins: `${cli} proxy`, adds: '--listen 127.0.0.1:0', until: /verdict/, exits: 3 },
    { begins: `${cli} merge part-1/ part-2/ --results`, says: /^CONFORMS/m },
    { begins: `${cli} merge`, notRun: 'is run further down, where the parts are made' },
    { begins: `${cli} attest results/ --signing-key` },
    { begins: `${cli} attest results/`, says: /in-toto/ },
    { begins: `${cli} diff`, here: { URL: '{baseUrl}/openapi.json' } },
    {
      begins: `${cli} run --config staging.yaml --results tonight`,
      before: 'cp -r results last-night',
      here: { '90%': '50%' },
      adds: small,
    },
    { begins: `${cli} history`, before: nights },
    ...others,
    { begins: 'agent-conformance check-config', says: /rules/ },
    {
      begins: 'agent-conformance run --config staging.yaml --ca',
      runBy: 'apps/conformance/test/cli/connection.test.ts',
    },
    ...shown,
    {
      begins: `${cli} --seed`,
      here: { thorough: 'quick' },
      adds: `${small} --config staging.yaml --allow-writes`,
    },
    { begins: cli, adds: small },
  ],
  'apps/conformance/TRAFFIC.md': traffic,
  'apps/conformance/PACT.md': [
    { begins: 'npx -y pnpm@12 pact', notRun: 'is a task of this repository that takes a minute' },
    { begins: 'export PACT_BROKER', runBy: broker },
    { begins: `${cli} pact verify --config staging.yaml --allow-writes --broker`, runBy: broker },
    { begins: `${cli} pact verify`, runBy: 'apps/conformance/test/pact/verify.test.ts' },
    { begins: `${cli} pact`, runBy: broker },
  ],
  'rules/toolsets.list': [
    { begins: cli, before: 'cp deployment.json staging.yaml', adds: '--seed 7', says: /^CONFORMS/m },
  ],
  'start/run-a-deployment': [
    {
      begins: 'export AGENT_WORKERS_API_KEY',
      here: { 'API_KEY=…': 'API_KEY={apiKey}', 'JWT=…': 'JWT={jwt}' },
    },
    { begins: cli, here: { ...staging, '--agent-id …': '--agent-id {agentId}' }, adds: small },
    { ...shown[0], begins: 'AGENT_WORKERS_JWT=… agent-conformance init' },
  ],
};
