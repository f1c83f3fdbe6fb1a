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

/** Deployments that others wrote, as they wrote them. */
const ofOthers = '^bench/conformance/exam/deployments/';

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: { pathNot: ofOthers }, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      // What others wrote installs for itself.
      from: { pathNot: ofOthers },
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
    ...allow('apps/conformance/src/', architecture['apps/conformance/src']),
    no(
      'judging-is-pure',
      'Judging needs the recording only.',
      `${conformance}/verdicts`,
      'node_modules/(undici|fast-check)/|^(node:)?(fs|net|https?|crypto)(/|$)',
    ),
    no(
      'data-without-requests',
      'These are made from data, without a target.',
      `${conformance}/(spec|json|model|drift|plan|cases|report|results|attestation|traffic)/`,
      'node_modules/undici/',
    ),
    no(
      'traffic-without-files',
      'What others sent is handed in.',
      `${conformance}/traffic`,
      '^(node:)?(fs|net|https?)(/|$)',
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
