// The arrows of ARCHITECTURE.md. `no` says what a folder must never import.
const conformance = '^apps/conformance/src';
const server = '^apps/server/src';
const no = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

const belowHttp = [
  'operations',
  'agents',
  'schedules',
  'payments',
  'notifications',
  'store',
  'domain',
  'platform',
];

/** The rooms of the server, lowest first: each may import what it names and itself. */
const serverRooms = (rooms) =>
  rooms.map(([room, comment, below]) =>
    no(`server-${room}`, comment, `${server}/${room}/`, `${server}/(?!(${[room, ...below].join('|')})/)`),
  );

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    no(
      'judge-not-subject',
      'The judge must not share the reading of the deployment that it judges.',
      conformance,
      '^apps/server',
    ),
    no(
      'subject-not-judge',
      'The server must not know how it will be judged.',
      '^apps/server',
      '^apps/conformance',
    ),
    no(
      'judge-reads-the-contract',
      'A bug in generated code must not hide from the judge.',
      conformance,
      '^packages/(types|tools)',
    ),
    no('packages-not-apps', 'What developers install knows no application.', '^packages', '^apps'),
    no('types-alone', 'Types stand on nothing.', '^packages/types', '^packages/(client-fetch|tools)'),
    no('codegen-alone', 'Codegen reads the contract only.', '^tools/codegen/src', '^(packages|apps)'),
    no(
      'spec-first',
      'The spec is read before anything else.',
      `${conformance}/spec`,
      `${conformance}/(?!spec|json)`,
    ),
    no('json-alone', 'Reading JSON needs nothing of ours.', `${conformance}/json`, `${conformance}/(?!json)`),
    no(
      'plan-early',
      'A plan is made before any request.',
      `${conformance}/plan`,
      `${conformance}/(exchanges|verdicts|report|results|runner|cli)`,
    ),
    no(
      'model-pure',
      'The model is arithmetic on observations.',
      `${conformance}/model`,
      `${conformance}/(?!model)`,
    ),
    no(
      'cases-know-no-verdict',
      'Cases are data.',
      `${conformance}/cases`,
      `${conformance}/(exchanges|verdicts|report|results|runner|cli|plan)`,
    ),
    no(
      'exchanges-know-no-right',
      'Driving knows nothing of right and wrong.',
      `${conformance}/exchanges`,
      `${conformance}/(verdicts|model|plan|report|results|runner|cli)`,
    ),
    no(
      'verdicts-pure',
      'Judging needs the recording only.',
      `${conformance}/verdicts`,
      `${conformance}/(runner|report|results|cli|plan)|node_modules/(undici|fast-check)|^(node:|fs$|net$|http)`,
    ),
    no(
      'report-sends-nothing',
      'Reports are made from data.',
      `${conformance}/report`,
      `${conformance}/(results|runner|cli)|node_modules/undici`,
    ),
    no(
      'results-send-nothing',
      'Files are read and written without a target.',
      `${conformance}/results`,
      `${conformance}/(runner|cli|pact)|node_modules/undici`,
    ),
    no(
      'drift-without-traffic',
      'Comparing documents sends nothing.',
      `${conformance}/drift`,
      `${conformance}/(exchanges|verdicts|report|results|runner|cli|cases|plan)`,
    ),
    no(
      'discovery-below-cli',
      'Looking around judges nothing and prints nothing.',
      `${conformance}/discovery`,
      `${conformance}/(verdicts|report|results|cli|pact)`,
    ),
    no(
      'pact-below-cli',
      'Contracts are verified without a console.',
      `${conformance}/pact`,
      `${conformance}/(cli|runner)`,
    ),
    no(
      'attestation-below-cli',
      'A statement is made from results, without a target.',
      `${conformance}/attestation`,
      `${conformance}/(cli|runner|exchanges|pact)|node_modules/undici`,
    ),
    no(
      'traffic-pure',
      'Reading what others sent needs no file and no network.',
      `${conformance}/traffic`,
      `${conformance}/(runner|report|results|cli|pact|proxy)|node_modules/undici|^(node:)?(fs|net|https?)(/|$)`,
    ),
    no(
      'proxy-passes-on',
      'What stands in the traffic only copies it.',
      `${conformance}/proxy`,
      `${conformance}/(?!proxy|traffic/captured|deployment/(deployment|connection|errors))`,
    ),
    no(
      'runner-below-cli',
      'The loop prints nothing.',
      `${conformance}/runner`,
      `${conformance}/(cli|report|results)`,
    ),
    ...serverRooms([
      ['domain', 'Rules are pure.', []],
      ['platform', 'What any server needs knows nothing of this one.', []],
      ['store', 'Storing knows no work that is done with it.', ['domain', 'platform']],
      ['notifications', 'A provider is called by what is above it.', ['store', 'domain', 'platform']],
      ['payments', 'A provider is called by what is above it.', ['store', 'domain', 'platform']],
      ['schedules', 'A schedule is given a way to start a run.', ['store', 'domain', 'platform']],
      ['agents', 'Runs know nothing of requests.', ['store', 'domain', 'platform']],
      [
        'operations',
        'Operations know nothing of HTTP.',
        ['agents', 'schedules', 'payments', 'notifications', 'store', 'domain', 'platform'],
      ],
      ['http', 'HTTP answers, and arranges nothing.', belowHttp],
      ['control', 'States are arranged without HTTP of the product.', belowHttp],
      ['sandbox', 'Demo records are records like any other.', belowHttp],
      ['app', 'The rooms are put together without a shell.', ['http', 'control', 'sandbox', ...belowHttp]],
    ]),
    no(
      'server-shell',
      'The library starts without a shell.',
      `${server}/index.ts`,
      `${server}/(cli/|main.ts)`,
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The programs of a rehearsal run where the packages are installed, not here.
    exclude: { path: '(^|/)(dist|node_modules/.cache|tools/release/programs)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@agent-workers/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
