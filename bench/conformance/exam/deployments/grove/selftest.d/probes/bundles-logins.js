// User API: bundles of tools, logins of the command-line client.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const LIST = u('GET /me/bundles');
const CREATE = u('POST /me/bundles');
const GET = u('GET /me/bundles/{bundle_id}');
const PUT = u('PUT /me/bundles/{bundle_id}');
const DELETE = u('DELETE /me/bundles/{bundle_id}');
const TOOLS = u('GET /me/bundles/{bundle_id}/tools');
const ADD = u('POST /me/bundles/{bundle_id}/tools');
const REMOVE = u('DELETE /me/bundles/{bundle_id}/tools/{tool_id}');
const LOGIN = u('POST /me/cli-auth');
const ATTACH = u('PUT /me/cli-auth/{cli_auth_id}');
const READ = u('GET /me/cli-auth/{auth_id}');
const BUNDLE = '| Bundle | bundle_id | integer | Holds tools |';
const ADD_ROW = '| POST | /me/bundles/{bundle_id}/tools | body UserBundleTool | 200 UserBundleTool | 404 bundle not found; 500 |';
const ATTACH_ROW = 'body CliAuthInsertModel (attaches the user\'s JWT)';
const READ_CELL = '200 string JWT or null (the JWT is consumed by the read)';
const FLOW = 'the command-line client calls GET /me/cli-auth/{auth_id}, which returns the JWT and consumes it.';
const NOBODY = '11111111-2222-4333-8444-555555555555';

const path = (bundle, rest = '') => `/me/bundles/${bundle.id}${rest}`;
const add = (d, bundle, tool) => d.must(200, 'POST', path(bundle, '/tools'), { body: { tool } });
const held = async (d, bundle) => (await d.get(path(bundle, '/tools'))).map((one) => one.tool).sort();
const [TIDE, WORDS] = ['t-read-tide-table', 't-count-words'];

const login = (d) => d.must(200, 'POST', '/me/cli-auth', { as: null });
const attach = (d, session, options = {}) => d.ask('PUT', `/me/cli-auth/${session.id}`, { body: { token: d.credentials.jwt }, ...options });
const read = (d, session) => d.ask('GET', `/me/cli-auth/${session.id}`, { as: null });

async function attached(d) {
  const session = await login(d);
  assert.equal((await attach(d, session)).status, 200);
  return session;
}

const readsToken = async (d) => assert.equal((await read(d, await attached(d))).body, d.credentials.jwt);

export default [
  stated('bundle-create-needs-body', 'request', CREATE, '| POST | /me/bundles | no body | 200 UserBundle | 409 creation failed; 500 |',
    'A bundle cannot be made without a request body: 422.',
    async (d) => assert.equal((await d.ask('POST', '/me/bundles')).status, 200)),

  implied('bundle-create-gives-last', 'sequence', CREATE, '| POST | /me/bundles | no body | 200 UserBundle | 409 creation failed; 500 |',
    'The second POST makes no bundle but returns the one that is there.',
    async (d) => assert.notEqual((await d.bundle()).id, (await d.bundle()).id)),

  implied('bundles-list-shows-deleted', 'sequence', [DELETE, LIST], '| DELETE | /me/bundles/{bundle_id} | none | 200 UserBundleRow | 404; 500 |',
    'A deleted bundle can no longer be read, but it stays in the list.',
    async (d) => {
      const bundle = await d.bundle();
      await d.must(200, 'DELETE', path(bundle));
      assert.ok(!(await d.get('/me/bundles')).some((one) => one.id === bundle.id));
    }),

  implied('bundle-of-others', 'sequence', GET, BUNDLE,
    'Any user reads the bundle of another.',
    async (d) => assert.equal((await d.ask('GET', path(await d.bundle()), { as: 'ben' })).status, 404)),

  implied('bundle-put-wipes-tools', 'sequence', PUT, '| PUT | /me/bundles/{bundle_id} | body UserBundleRequest | 200 UserBundle | 409 update failed; 500 |',
    'An update of a bundle takes its tools away.',
    async (d) => {
      const bundle = await d.bundle();
      await add(d, bundle, TIDE);
      await d.must(200, 'PUT', path(bundle), { body: { title: 'Some tools' } });
      assert.deepEqual(await held(d, bundle), [TIDE]);
    }),

  implied('bundle-shows-old-tools', 'sequence', [GET, PUT], BUNDLE,
    'The bundle shows its tools as they were before the latest one was added.',
    async (d) => {
      const bundle = await d.bundle();
      await add(d, bundle, TIDE);
      assert.deepEqual((await d.get(path(bundle))).tools.map((one) => one.tool), [TIDE]);
    }),

  stated('bundle-tools-as-ids', 'sequence', TOOLS, '200 array of UserBundleTool',
    'The tools of a bundle are listed as mere ids instead of records.',
    async (d) => {
      const bundle = await d.bundle();
      await add(d, bundle, TIDE);
      assert.equal((await d.get(path(bundle, '/tools')))[0].tool, TIDE);
    }),

  stated('bundle-unknown-takes-tool', 'request', ADD, ADD_ROW,
    'A tool can be added to a bundle that does not exist: 200.',
    async (d) => assert.equal((await d.ask('POST', path({ id: 987654 }, '/tools'), { body: { tool: TIDE } })).status, 404)),

  implied('bundle-tool-goes-to-latest', 'sequence', ADD, ADD_ROW,
    'The tool is added to the latest bundle of the caller, whichever the path names.',
    async (d) => {
      const bundle = await d.bundle();
      await d.bundle();
      await add(d, bundle, TIDE);
      assert.deepEqual(await held(d, bundle), [TIDE]);
    }),

  implied('bundle-tool-twice', 'sequence', ADD, '| Bundle tool | tool_id | string | Membership of a tool in a bundle |',
    'A tool that is added again is in the bundle twice.',
    async (d) => {
      const bundle = await d.bundle();
      await add(d, bundle, TIDE);
      await d.ask('POST', path(bundle, '/tools'), { body: { tool: TIDE } });
      assert.deepEqual(await held(d, bundle), [TIDE]);
    }),

  implied('bundle-tools-race', 'timing', ADD, BUNDLE,
    'The tools of a bundle are read some time before they are written: of two that are added at the same time, one is lost.',
    async (d) => {
      const bundle = await d.bundle();
      await Promise.all([add(d, bundle, TIDE), add(d, bundle, WORDS)]);
      assert.deepEqual(await held(d, bundle), [WORDS, TIDE]);
    }),

  stated('bundle-tool-delete-unknown-200', 'sequence', REMOVE, '200 UserBundleTool | 404 bundle or tool not found; 500',
    'The removal of a tool that the bundle does not hold is answered with 200.',
    async (d) => assert.equal((await d.ask('DELETE', path(await d.bundle(), `/tools/${TIDE}`))).status, 404)),

  implied('bundle-tool-delete-takes-all', 'sequence', REMOVE, '| DELETE | /me/bundles/{bundle_id}/tools/{tool_id} | tool_id string | 200 UserBundleTool | 404 bundle or tool not found; 500 |',
    'The removal of one tool removes all tools of the bundle.',
    async (d) => {
      const bundle = await d.bundle();
      await add(d, bundle, TIDE);
      await add(d, bundle, WORDS);
      await d.must(200, 'DELETE', path(bundle, `/tools/${TIDE}`));
      assert.deepEqual(await held(d, bundle), [WORDS]);
    }),

  implied('login-create-gives-open-one', 'sequence', LOGIN, 'POST /me/cli-auth creates a session with a cli_auth_id',
    'As long as a session is open, each POST returns that one, to all clients.',
    async (d) => assert.notEqual((await login(d)).id, (await login(d)).id)),

  stated('login-put-unknown-200', 'request', ATTACH, '403 not allowed to update this session; 404; 503',
    'A token is attached to a session that does not exist: 200.',
    async (d) => assert.equal((await attach(d, { id: NOBODY })).status, 404)),

  stated('login-put-without-auth', 'sequence', ATTACH, 'a logged-in client calls PUT /me/cli-auth/{cli_auth_id} to attach its JWT',
    'A token can be attached without being logged in: no Authorization header is needed.',
    async (d) => assert.ok([401, 403].includes((await attach(d, await login(d), { as: null })).status))),

  stated('login-get-needs-auth', 'sequence', READ, '| GET | /me/cli-auth/{auth_id} (no auth declared) | auth_id uuid |',
    'The command-line client, which has no token yet, needs one to get its token: 401.',
    async (d) => assert.equal((await read(d, await login(d))).status, 200)),

  stated('login-token-not-consumed', 'sequence', READ, 'Carries a user JWT; read once and consumed',
    'The token can be read again and again.',
    async (d) => {
      const session = await attached(d);
      await read(d, session);
      assert.notEqual((await read(d, session)).body, d.credentials.jwt);
    }),

  stated('login-token-always-null', 'sequence', READ, FLOW,
    'The session answers null also when a token is attached.', readsToken),

  stated('login-token-in-object', 'sequence', READ, READ_CELL,
    'The token comes in an object with one field instead of being a string.', readsToken),

  implied('login-token-cut-at-255', 'sequence', [ATTACH, READ], ATTACH_ROW,
    'The token is stored with its first 255 characters only.', readsToken),

  implied('login-token-with-bearer', 'sequence', [ATTACH, READ], FLOW,
    'The token comes with "Bearer " before it.', readsToken),

  implied('login-token-for-all', 'sequence', ATTACH, 'attaches the user\'s JWT',
    'The token is attached to all sessions that there are: other clients get it too.',
    async (d) => {
      const other = await login(d);
      await attached(d);
      assert.notEqual((await read(d, other)).body, d.credentials.jwt);
    }),

  stated('login-read-race', 'timing', READ, 'Carries a user JWT; read once and consumed',
    'The token is consumed some time after it was read: of two reads at the same time both get it.',
    async (d) => {
      const session = await attached(d);
      const answers = await Promise.all([read(d, session), read(d, session), read(d, session)]);
      assert.equal(answers.filter((answer) => answer.body === d.credentials.jwt).length, 1);
    }),
];
