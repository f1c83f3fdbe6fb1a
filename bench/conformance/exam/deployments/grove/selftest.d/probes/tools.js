// User API: tools, toolsets, installed tools.

import assert from 'node:assert/strict';
import { RUN_TOOL, u } from '../operations.js';
import { implied, stated } from '../fault.js';

const MCP_LIST = u('GET /me/tools/list');
const PUBLIC = u('GET /me/tools');
const SEARCH = u('GET /me/tools/search');
const ONE = u('GET /me/tools/{tool_id}');
const SETS = u('GET /me/toolsets/list');
const SET = u('GET /me/toolsets/{toolset_name}');
const MINE = u('GET /me/user-tools');
const INSTALL = u('POST /me/user-tools');
const INSTALLED = u('GET /me/user-tools/{tool_id}');
const UNINSTALL = u('DELETE /me/user-tools/{tool_id}');
const SEARCH_QUERY = 'query q (string, required, min length 1); toolkit (string, optional, may be null); limit (integer, 1 to 200, default 20); min_score (number, 0.0 to 1.0, default 0.15)';
const SEARCH_LIMITS = '| GET /me/tools/search | limit 1 to 200, default 20; min_score 0.0 to 1.0, default 0.15; q at least 1 character |';
const RUN_CELL = '400 invalid input or parameters; 401 invalid or missing JWT; 404 tool not found; 500';
const RUN_QUERY = 'query service_id (string, default default); query service_id_namespace (string, default global)';
const INSTALL_ROW = '| POST | /me/user-tools | body UserInstallToolRequest | 200 UserInstalledTool | 409 installation failed; 500 |';

const find = (d, query) => d.get(`/me/tools/search?${query}`);
const names = async (d, query) => (await find(d, query)).map((tool) => tool.name);
const statusOf = async (d, query) => (await d.ask('GET', `/me/tools/search?${query}`)).status;
const install = (d, options) => d.ask('POST', '/me/user-tools', { body: { tool: d.fixtures.installableToolId }, ...options });
const installed = async (d, as = 'ana') => (await d.get('/me/user-tools', { as })).map((one) => one.tool);

const refusesInput = async (d) => assert.equal((await d.tool(d.fixtures.tool.name, d.fixtures.tool.invalidInput)).status, 400);

export default [
  stated('tools-list-without-token', 'request', MCP_LIST, 'Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential.',
    'The list of tools in MCP format is shown without a token too.',
    async (d) => assert.ok([401, 403].includes((await d.ask('GET', '/me/tools/list', { as: null })).status))),

  stated('tools-list-snake-case-schema', 'request', [MCP_LIST, SEARCH], '200 array of Tool (MCP format)',
    'The schema of the input is called input_schema instead of inputSchema as in MCP.',
    async (d) => assert.ok((await d.get('/me/tools/list')).every((tool) => tool.inputSchema?.type === 'object'))),

  stated('tools-need-auth', 'request', PUBLIC, '| GET | /me/tools (no auth declared) | none | 200 array of PublicTool | 500 |',
    'The public tools are shown to callers with a token only; others get 401.',
    async (d) => assert.equal((await d.ask('GET', '/me/tools', { as: null })).status, 200)),

  stated('search-shadowed', 'request', SEARCH, 'query q (string, required, min length 1)',
    'The path is taken for that of the tool with the id "search": 404.',
    async (d) => assert.equal(await statusOf(d, 'q=push'), 200)),

  stated('search-limit-default-10', 'sequence', SEARCH, SEARCH_LIMITS,
    'Without a limit the search gives 10 tools instead of 20.',
    async (d) => assert.deepEqual(await names(d, 'q=push&min_score=0'), await names(d, 'q=push&min_score=0&limit=20'))),

  stated('search-limit-ignored', 'request', SEARCH, SEARCH_QUERY,
    'The limit is not looked at: the search gives all that it finds.',
    async (d) => assert.ok((await names(d, 'q=push&limit=2')).length <= 2)),

  stated('search-limit-201', 'request', SEARCH, SEARCH_LIMITS,
    'Limits of more than 200 are accepted.',
    async (d) => assert.equal(await statusOf(d, 'q=push&limit=201'), 422)),

  stated('search-limit-200-refused', 'request', SEARCH, SEARCH_LIMITS,
    'The limit 200 is refused with 422: the upper bound is taken as exclusive.',
    async (d) => assert.equal(await statusOf(d, 'q=push&limit=200'), 200)),

  stated('search-min-score-default-half', 'sequence', SEARCH, SEARCH_LIMITS,
    'Without a min_score it is 0.5 instead of 0.15: weaker hits are missing.',
    async (d) => assert.deepEqual(await names(d, 'q=push+tide+berth'), await names(d, 'q=push+tide+berth&min_score=0.15'))),

  stated('search-min-score-above-one', 'request', SEARCH, SEARCH_LIMITS,
    'A min_score of more than 1 is accepted.',
    async (d) => assert.equal(await statusOf(d, 'q=push&min_score=1.5'), 422)),

  stated('search-min-score-zero-refused', 'request', SEARCH, SEARCH_LIMITS,
    'The min_score 0.0 is refused with 422.',
    async (d) => assert.equal(await statusOf(d, 'q=push&min_score=0.0'), 200)),

  implied('search-min-score-inverted', 'sequence', SEARCH, SEARCH_QUERY,
    'The search gives the tools below the min_score: the higher it is, the more there are.',
    async (d) => assert.ok((await names(d, 'q=push&min_score=1&limit=200')).length <= (await names(d, 'q=push&min_score=0&limit=200')).length)),

  stated('search-q-empty', 'request', SEARCH, SEARCH_LIMITS,
    'An empty q is accepted.',
    async (d) => assert.equal(await statusOf(d, 'q='), 422)),

  implied('search-takes-q-as-regex', 'request', SEARCH, 'q (string, required, min length 1)',
    'The words to search are taken for a regular expression: a lone parenthesis crashes the search, 500.',
    async (d) => assert.equal(await statusOf(d, 'q=push('), 200)),

  implied('search-toolkit-ignored', 'request', SEARCH, 'toolkit (string, optional, may be null)',
    'The toolkit is not looked at: also one that does not exist has tools.',
    async (d) => assert.deepEqual(await names(d, 'q=push&toolkit=no-such-toolkit'), [])),

  implied('search-finds-tools-twice', 'request', SEARCH, '200 array of Tool',
    'Each tool stands twice in the result.',
    async (d) => {
      const found = await names(d, 'q=push&limit=10');
      assert.equal(new Set(found).size, found.length);
    }),

  stated('search-422-is-plain-text', 'request', SEARCH, 'User API request and response bodies are JSON unless stated otherwise.',
    'The answer 422 has a plain text instead of a JSON body.',
    async (d) => {
      const answer = await d.ask('GET', '/me/tools/search?q=push&limit=0');
      assert.equal(answer.status, 422);
      assert.ok(answer.body && typeof answer.body === 'object');
    }),

  implied('tool-get-by-prefix', 'request', ONE, '| GET | /me/tools/{tool_id} (no auth declared) | tool_id string | 200 PublicTool | 404 tool does not exist; 500 |',
    'The tool is looked up by the beginning of its id: one gets the first of its toolkit.',
    async (d) => assert.equal((await d.get('/me/tools/t-notifier-list-pushes')).id, 't-notifier-list-pushes')),

  stated('tool-unknown-null', 'request', ONE, '404 tool does not exist; 500',
    'A tool that does not exist is answered with 200 and null.',
    async (d) => assert.equal((await d.ask('GET', '/me/tools/no-such-tool')).status, 404)),

  stated('tool-run-403', 'request', RUN_TOOL, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.',
    'Without a token, or with an invalid one, the answer is 403 instead of 401.',
    async (d) => assert.equal((await d.tool(d.fixtures.tool.name, d.fixtures.tool.input, { as: null })).status, 401)),

  stated('tool-run-null', 'request', RUN_TOOL, 'body any JSON object (tool input) | 200 ToolResult',
    'The tool runs, but the answer is null instead of its result.',
    async (d) => {
      const answer = await d.tool(d.fixtures.tool.name, d.fixtures.tool.input);
      assert.ok(answer.status === 200 && answer.body);
    }),

  stated('tool-input-not-checked', 'request', RUN_TOOL, RUN_CELL,
    'Input that does not fit the schema of the tool is accepted.', refusesInput),

  stated('tool-input-422', 'request', RUN_TOOL, RUN_CELL,
    'Input that does not fit the schema of the tool is answered with 422 instead of 400.', refusesInput),

  stated('tool-input-500', 'request', RUN_TOOL, RUN_CELL,
    'Input that does not fit the schema of the tool crashes: 500 instead of 400.', refusesInput),

  stated('service-id-default-main', 'request', RUN_TOOL, RUN_QUERY,
    'Without a service_id it is "main" instead of "default": the auth connection is not found.',
    async (d) => assert.equal((await d.tool('NOTIFIER_GET_USER')).status, (await d.tool('NOTIFIER_GET_USER', {}, { query: '?service_id=default' })).status)),

  stated('service-namespace-default-user', 'request', RUN_TOOL, RUN_QUERY,
    'Without a service_id_namespace it is "user" instead of "global": the auth connection is not found.',
    async (d) => {
      const asked = await d.tool('NOTIFIER_GET_USER', {}, { query: '?service_id_namespace=global' });
      assert.equal((await d.tool('NOTIFIER_GET_USER')).status, asked.status);
    }),

  implied('tool-runs-twice', 'sequence', RUN_TOOL, 'install and run tools, group tools into bundles, and browse toolsets',
    'Each tool runs twice for one request: one push is sent two times.',
    async (d) => {
      await d.out('NOTIFIER_CREATE_PUSH', { type: 'note', body: 'only one, please' });
      const { pushes } = await d.out('NOTIFIER_LIST_PUSHES');
      assert.equal(pushes.filter((push) => push.body === 'only one, please').length, 1);
    }),

  implied('tool-results-cross', 'timing', RUN_TOOL, 'body any JSON object (tool input) | 200 ToolResult',
    'The result is kept in one place for all requests: of two runs at the same time, the first gets the result of the second.',
    async (d) => {
      const push = (body) => d.out('NOTIFIER_CREATE_PUSH', { type: 'note', body });
      const [one, other] = await Promise.all([push('for me'), push('for you')]);
      assert.deepEqual([one.body, other.body], ['for me', 'for you']);
    }),

  stated('toolsets-encoded-twice', 'request', SETS, '200 array of ToolSet',
    'The answer is a string that has the JSON of the array in it.',
    async (d) => assert.ok(Array.isArray(await d.get('/me/toolsets/list')))),

  implied('toolsets-with-capitals', 'sequence', SETS, '| Toolset | toolset_name | string | Has a list of tools |',
    'The list spells the names with a capital; under such a name there is no toolset.',
    async (d) => {
      for (const { name } of await d.get('/me/toolsets/list')) await d.get(`/me/toolsets/${name}`);
    }),

  stated('toolset-unknown-empty', 'request', SET, 'toolset_name string | 200 ToolSetWithTools | 404; 500',
    'A toolset that does not exist is answered with 200 and no tools.',
    async (d) => assert.equal((await d.ask('GET', '/me/toolsets/no-such-toolset')).status, 404)),

  stated('toolset-without-tools', 'request', SET, '| Toolset | toolset_name | string | Has a list of tools |',
    'The tools of a toolset are null instead of a list.',
    async (d) => assert.ok((await d.get(`/me/toolsets/${d.fixtures.toolsetName}`)).tools?.length > 0)),

  stated('install-201', 'request', INSTALL, INSTALL_ROW,
    'An installation is answered with 201 instead of 200.',
    async (d) => assert.equal((await install(d)).status, 200)),

  implied('install-unknown-tool', 'request', INSTALL, INSTALL_ROW,
    'A tool that does not exist can be installed.',
    async (d) => {
      const { status } = await install(d, { body: { tool: 'no-such-tool' } });
      assert.ok(status >= 400 && status < 500);
    }),

  implied('install-not-stored', 'sequence', [INSTALL, MINE, INSTALLED], INSTALL_ROW,
    'An installation is answered as made, but the tool is nowhere afterwards.',
    async (d) => {
      await install(d);
      assert.ok((await installed(d)).includes(d.fixtures.installableToolId));
    }),

  implied('install-for-first-user', 'sequence', INSTALL, 'Public tools, tools in MCP format, tools installed by the user',
    'Whoever installs a tool, it is installed for the first user.',
    async (d) => {
      await install(d, { as: 'ben' });
      assert.deepEqual([await installed(d, 'ben'), await installed(d)], [[d.fixtures.installableToolId], []]);
    }),

  implied('uninstall-does-nothing', 'sequence', UNINSTALL, '| DELETE | /me/user-tools/{tool_id} | tool_id string | 200 UserInstalledTool | 404; 500 |',
    'The removal is answered with 200, but the tool stays installed.',
    async (d) => {
      await install(d);
      await d.must(200, 'DELETE', `/me/user-tools/${d.fixtures.installableToolId}`);
      assert.deepEqual(await installed(d), []);
    }),
];
