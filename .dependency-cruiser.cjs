// The arrows of ARCHITECTURE.md. `no` says what a folder must never import, `allow` what it may.
const architecture = require('./tools/house-rules/architecture.json');

const folders = ['spec', 'packages', 'apps', 'tools', 'bench', 'examples', 'site'];
const conformance = '^apps/conformance/src';
const server = '^apps/server/src';
const no = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

/** What each folder may import besides itself: anything else in the same place is forbidden. */
const allow = (root, table) =>
  Object.entries(table).map(([folder, allowed]) => ({
    name: `${root}${folder}`,
    comment: 'See the tables of ARCHITECTURE.md, which tools/house-rules/architecture.json repeats.',
    severity: 'error',
    from: { path: `^${root}${folder}` },
    to: { path: `^${root}`, pathNot: [folder, ...allowed].map((one) => `^${root}${one}`) },
  }));

/** What the sources of each workspace may import of the others. */
const allowWorkspaces = (table) =>
  Object.entries(table).map(([workspace, allowed]) => ({
    name: workspace,
    comment: 'See the first table of ARCHITECTURE.md, which tools/house-rules/architecture.json repeats.',
    severity: 'error',
    from: { path: `^${workspace}/src/` },
    to: {
      path: `^(${folders.join('|')})/`,
      pathNot: [workspace, ...allowed].map((one) => `^${one}/`),
    },
  }));

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...allowWorkspaces(architecture.workspaces),
    no(
      'subject-not-judge',
      'Nor do the tests of the server know how it will be judged.',
      '^apps/server',
      '^apps/conformance',
    ),
    no('packages-not-apps', 'Nor do the tests of packages know an application.', '^packages', '^apps'),
    no('types-alone', 'Nor do the tests of types.', '^packages/types', '^packages/(client-fetch|tools)'),
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
    ...allow('apps/server/src/', architecture['apps/server/src']),
    no(
      'server-queries-in-store',
      'What is asked of the database stands in one room.',
      `${server}/(?!store/)`,
      'node_modules/(kysely|pg|@electric-sql)/',
    ),
    no(
      'server-http-above-operations',
      'What is below http/ neither reads requests nor makes responses.',
      `${server}/(operations|agents|payments|notifications|schedules|store|domain)/`,
      `${server}/platform/http/|node_modules/(hono|@hono)/`,
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The programs of a rehearsal and the peers of a bench run where their packages are installed, not here. Of the
    // builds only ours are left out: most packages of npm are in a folder `dist` too, and rules name some of them.
    exclude: {
      path: '^(\\.\\./|[^/]+/[^/]+/)dist/|(^|/)node_modules/.cache/|^tools/release/programs/|^bench/server/peers/',
    },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@agent-workers/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
