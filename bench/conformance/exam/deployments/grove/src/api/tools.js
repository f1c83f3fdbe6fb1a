// Tools, toolsets, and the tools that the caller has installed.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { reply } from '../core/http.js';
import { Problem, conflict, notFound } from '../core/problem.js';
import { anyObject, obj, query, str } from '../core/validate.js';
import { db } from '../state/db.js';
import { mcpView, publicView, run, search, toolById, toolByName, toolkits, tools, toolsOf } from '../tools/catalog.js';

function getTool({ path }) {
  const tool = on('tool-get-by-prefix') ? tools.find((one) => path.tool_id.startsWith(one.id.slice(0, 12))) : toolById(path.tool_id);
  if (!tool) {
    if (on('tool-unknown-null')) return null;
    throw notFound('tool');
  }
  return publicView(tool);
}

/** ToolResult */
const resultView = (entry) => ({ ok: entry.ok, tool: entry.tool, out: entry.output, log: entry.id });

let latest;

/** What the fault of kept results keeps. */
const results = new Map();

/** The mistake of keeping the result in one place for all requests. */
async function crossed(entry) {
  latest = entry;
  await new Promise((resolve) => { setTimeout(resolve, 40); });
  return resultView(latest);
}

async function runTool({ user, path, query: asked, body }) {
  if (!user) throw new Problem(403, 'forbidden', 'not allowed');
  const tool = toolByName(path.tool_name);
  if (!tool) throw notFound('tool');
  const same = JSON.stringify([user.id, asked, tool.name, body]);
  if (on('n-tool-result-cached') && results.has(same)) return results.get(same);
  const entry = await run(tool, body, { user, service: asked.service_id, namespace: asked.service_id_namespace });
  if (on('tool-results-cross')) return crossed(entry);
  if (on('n-tool-result-cached')) results.set(same, resultView(entry));
  return on('tool-run-null') ? null : resultView(entry);
}

// ---- toolsets ----

const kitView = ([name, about]) => ({ name, about, count: toolsOf(name).length });

function listToolsets() {
  const sets = Object.entries(toolkits).map(kitView);
  if (on('toolsets-with-capitals')) for (const set of sets) set.name = set.name[0].toUpperCase() + set.name.slice(1);
  return on('toolsets-encoded-twice') ? JSON.stringify(sets) : sets;
}

function getToolset({ path }) {
  const name = path.toolset_name;
  if (!Object.hasOwn(toolkits, name)) {
    if (on('toolset-unknown-empty')) return { name, about: '', count: 0, tools: [] };
    throw notFound('toolset');
  }
  const answer = { ...kitView([name, toolkits[name]]), tools: toolsOf(name).map(publicView) };
  return on('toolset-without-tools') ? { ...answer, tools: null } : answer;
}

// ---- installed tools ----

const InstallRequest = obj({ tool: str({ min: 1, max: 100 }) });

/** UserTool */
const installView = ({ tool, at }) => {
  const known = toolById(tool);
  return { tool, about: known ? { name: known.name, text: known.description } : null, since: wire(at) };
};

/** UserInstalledTool */
const briefView = ({ tool, at }) => ({ tool, since: wire(at) });

const installsOf = (user) => db.installs.get(user.id);

/** Whatever hinders an installation is a 409, as the interface says. */
function install({ user, body }) {
  if (!toolById(body.tool) && !on('install-unknown-tool')) throw conflict('there is no such tool to install');
  const mine = installsOf(on('install-for-first-user') ? db.users.values().next().value : user);
  if (mine.has(body.tool)) throw conflict('this tool is installed');
  const entry = { tool: body.tool, at: stamp() };
  if (!on('install-not-stored')) mine.set(body.tool, entry);
  return on('install-201') ? reply(201, briefView(entry)) : briefView(entry);
}

function listInstalls({ user }) {
  return [...installsOf(user).values()].map(installView);
}

function getInstall({ user, path }) {
  const entry = installsOf(user).get(path.tool_id);
  if (!entry) throw notFound('installed tool');
  return installView(entry);
}

function uninstall({ user, path }) {
  const entry = installsOf(user).get(path.tool_id);
  if (!entry) throw notFound('installed tool');
  if (!on('uninstall-does-nothing')) installsOf(user).delete(path.tool_id);
  if (on('n-uninstall-for-all')) for (const installs of db.installs.values()) installs.delete(path.tool_id);
  return briefView(entry);
}

function searchQuery() {
  const limit = { min: 1, max: 200, fallback: on('search-limit-default-10') ? 10 : 20 };
  if (on('search-limit-201')) limit.max = 1000;
  if (on('search-limit-200-refused')) limit.max = 199;
  const score = { min: 0, max: 1, fallback: on('search-min-score-default-half') ? 0.5 : 0.15 };
  if (on('search-min-score-above-one')) score.max = 100;
  if (on('search-min-score-zero-refused')) score.min = 0.01;
  return {
    q: query('string', { required: true, min: on('search-q-empty') ? 0 : 1, max: 500 }),
    toolkit: query('string', { nullable: true, max: 100 }),
    limit: query('integer', limit),
    min_score: query('number', score),
  };
}

function find({ query: asked }) {
  const { q, toolkit, limit, min_score: minScore } = asked;
  return search({ q, toolkit, limit, minScore }).map(mcpView);
}

export function toolRoutes(router) {
  const runQuery = {
    service_id: query('string', { fallback: on('service-id-default-main') ? 'main' : 'default', max: 200 }),
    service_id_namespace: query('string', { fallback: on('service-namespace-default-user') ? 'user' : 'global', max: 200 }),
  };
  const open = (id) => ({ auth: on(id) ? 'open' : 'user' });
  router.add('GET', '/me/tools/list', open('tools-list-without-token'), () => tools.map(mcpView));
  router.add('GET', '/me/tools', { auth: on('tools-need-auth') ? 'user' : 'open' }, () => tools.map(publicView));
  if (!on('search-shadowed')) router.add('GET', '/me/tools/search', { query: searchQuery() }, find);
  router.add('GET', '/me/tools/:tool_id', { auth: 'open' }, getTool);
  router.add('POST', '/me/tools/run/:tool_name', { ...open('tool-run-403'), query: runQuery, body: anyObject }, runTool);
  router.add('GET', '/me/toolsets/list', {}, listToolsets);
  router.add('GET', '/me/toolsets/:toolset_name', {}, getToolset);
  router.add('GET', '/me/user-tools', {}, listInstalls);
  router.add('POST', '/me/user-tools', { body: InstallRequest }, install);
  router.add('GET', '/me/user-tools/:tool_id', {}, getInstall);
  router.add('DELETE', '/me/user-tools/:tool_id', {}, uninstall);
}
