// Bundles of tools.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { conflict, notFound } from '../core/problem.js';
import { obj, str } from '../core/validate.js';
import { db, nextBundle, ownedBy } from '../state/db.js';
import { toolById } from '../tools/catalog.js';

const MOST_BUNDLES = 200;

const BundleRequest = obj({ title: str({ min: 1, max: 100 }) });
const BundleToolRequest = obj({ tool: str({ min: 1, max: 100 }) });

/** UserBundleTool */
const toolView = (bundle, entry) => ({
  tool: entry.tool, about: { name: toolById(entry.tool)?.name ?? null }, bundle: bundle.id, at: wire(entry.at),
});

/** UserBundle */
const view = (bundle) => ({
  id: bundle.id,
  title: bundle.title,
  tools: (on('bundle-shows-old-tools') ? bundle.tools.slice(0, -1) : bundle.tools).map((entry) => toolView(bundle, entry)),
  made: wire(bundle.at),
});

/** UserBundleSimplified */
const brief = (bundle) => ({ id: bundle.id, title: bundle.title, count: bundle.tools.length });

/** UserBundleRow */
const row = (bundle) => ({ id: bundle.id, title: bundle.title, made: wire(bundle.at) });

function find(user, id, othersToo = false) {
  const bundle = db.bundles.get(id);
  if (!bundle || (bundle.user !== user.id && !othersToo)) throw notFound('bundle');
  return bundle;
}

function create({ user }) {
  const mine = ownedBy(db.bundles, user);
  if (mine.length >= MOST_BUNDLES) throw conflict(`there are at most ${MOST_BUNDLES} bundles`);
  if (on('bundle-create-gives-last') && mine.length > 0) return view(mine.at(-1));
  const id = nextBundle();
  const bundle = { id, user: user.id, title: `Bundle ${id}`, tools: [], at: stamp() };
  db.bundles.set(id, bundle);
  return view(bundle);
}

/** An update of a bundle that isn't there has failed, as the interface says: 409. */
function rename({ user, path, body }) {
  const bundle = db.bundles.get(path.bundle_id);
  if (bundle?.user !== user.id) throw conflict('there is no such bundle to update');
  if (on('bundle-put-wipes-tools')) bundle.tools = [];
  return view(Object.assign(bundle, { title: body.title }));
}

/** What the fault of deleted bundles in the list keeps. */
const deleted = [];

const list = ({ user }) => [...ownedBy(db.bundles, user), ...deleted.filter((bundle) => bundle.user === user.id)].map(brief);

function remove({ user, path }) {
  const bundle = find(user, path.bundle_id, on('n-bundle-delete-by-others'));
  db.bundles.delete(bundle.id);
  if (on('bundles-list-shows-deleted')) deleted.push(bundle);
  return row(bundle);
}

/** The tools of a bundle that isn't the caller's are none: the interface has no 404 there. */
function listTools({ user, path }) {
  const bundle = db.bundles.get(path.bundle_id);
  if (bundle?.user !== user.id) return [];
  const entries = bundle.tools.map((entry) => toolView(bundle, entry));
  return on('bundle-tools-as-ids') ? bundle.tools.map((entry) => entry.tool) : entries;
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function addTool({ user, path, body }) {
  if (on('bundle-unknown-takes-tool') && !db.bundles.has(path.bundle_id)) return { tool: body.tool, bundle: path.bundle_id };
  let bundle = find(user, path.bundle_id);
  if (on('bundle-tool-goes-to-latest')) bundle = ownedBy(db.bundles, user).at(-1);
  if (!toolById(body.tool)) throw notFound('tool');
  const known = bundle.tools.find((entry) => entry.tool === body.tool);
  if (known && !on('bundle-tool-twice')) return toolView(bundle, known);
  const entry = { tool: body.tool, at: stamp() };
  const after = [...bundle.tools, entry];
  if (on('bundle-tools-race')) await pause(40);
  bundle.tools = after;
  return toolView(bundle, entry);
}

function removeTool({ user, path }) {
  const bundle = find(user, path.bundle_id);
  const entry = bundle.tools.find((one) => one.tool === path.tool_id);
  if (!entry) {
    if (on('bundle-tool-delete-unknown-200')) return { tool: path.tool_id, bundle: bundle.id };
    throw notFound('tool of this bundle');
  }
  bundle.tools = on('bundle-tool-delete-takes-all') ? [] : bundle.tools.filter((one) => one !== entry);
  if (on('n-bundle-tool-leaves-all-bundles')) {
    for (const other of ownedBy(db.bundles, user)) other.tools = other.tools.filter((one) => one.tool !== entry.tool);
  }
  return toolView(bundle, entry);
}

export function bundleRoutes(router) {
  const path = { bundle_id: 'integer' };
  const one = '/me/bundles/:bundle_id';
  router.add('GET', '/me/bundles', {}, list);
  router.add('POST', '/me/bundles', on('bundle-create-needs-body') ? { body: BundleRequest } : {}, create);
  router.add('GET', one, { path }, ({ user, path: { bundle_id: id } }) => view(find(user, id, on('bundle-of-others'))));
  router.add('PUT', one, { path, body: BundleRequest }, rename);
  router.add('DELETE', one, { path }, remove);
  router.add('GET', `${one}/tools`, { path }, listTools);
  router.add('POST', `${one}/tools`, { path, body: BundleToolRequest }, addTool);
  router.add('DELETE', `${one}/tools/:tool_id`, { path }, removeTool);
}
