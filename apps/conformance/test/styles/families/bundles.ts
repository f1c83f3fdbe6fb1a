import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import { type Bundle, inOrder, ownedBy } from '../store.ts';
import type { StoredRecord } from '../wire.ts';
import { tools } from './tools.ts';

const one = { path: '/me/bundles/{bundle_id}', ids: { bundle_id: 'integer' } } as const;

export const bundleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/bundles',
    answer: 'UserBundleSimplified',
    many: true,
    statuses: [500],
    handle: ({ style, store, user }) => ok(inOrder(style, ownedBy(store.bundles, user)).map(shown)),
  },
  { method: 'POST', path: '/me/bundles', answer: 'UserBundle', statuses: [409, 500], handle: create },
  {
    ...one,
    method: 'GET',
    answer: 'UserBundle',
    statuses: [404, 500],
    handle: (call) => onBundle(call, (bundle) => ok(shown(bundle))),
  },
  {
    ...one,
    method: 'PUT',
    input: 'UserBundleRequest',
    answer: 'UserBundle',
    statuses: [409, 500],
    handle: (call) => {
      const unknown = call.style.choices.bundles.updateUnknown;
      return onBundle(
        call,
        (bundle) => ok(shown(keep(call, { ...bundle, attributes: call.body.attributes }))),
        refuse(unknown, 'Not updated'),
      );
    },
  },
  {
    ...one,
    method: 'DELETE',
    answer: 'UserBundleRow',
    statuses: [404, 500],
    handle: (call) =>
      onBundle(call, (bundle) => {
        call.store.bundles.delete(bundle.bundle_id);
        return ok(shown(bundle));
      }),
  },
  {
    ...one,
    method: 'GET',
    path: `${one.path}/tools`,
    answer: 'UserBundleTool',
    many: true,
    statuses: [500],
    handle: (call) =>
      onBundle(
        call,
        (bundle) => ok(bundle.tools.map((tool_id) => ({ tool_id }))),
        call.style.choices.bundles.toolsOfUnknown === 200 ? ok([]) : notFound('bundle'),
      ),
  },
  {
    ...one,
    method: 'POST',
    path: `${one.path}/tools`,
    input: 'UserBundleTool',
    answer: 'UserBundleTool',
    statuses: [404, 500],
    handle: (call) => onBundle(call, (bundle) => addTool(call, bundle)),
  },
  {
    ...one,
    method: 'DELETE',
    path: `${one.path}/tools/{tool_id}`,
    answer: 'UserBundleTool',
    statuses: [404, 500],
    handle: (call) =>
      onBundle(call, (bundle) => {
        const { tool_id = '' } = call.path;
        if (!bundle.tools.includes(tool_id)) return notFound('tool');
        keep(call, { ...bundle, tools: bundle.tools.filter((id) => id !== tool_id) });
        return ok({ tool_id });
      }),
  },
];

function shown({ tools: ids, ...bundle }: Bundle): StoredRecord {
  return { ...bundle, tools: ids.map((tool_id) => ({ tool_id })) };
}

function onBundle(
  { store, user, path }: Call,
  then: (bundle: Bundle) => Answer,
  unknown = notFound('bundle'),
): Answer {
  const bundle = store.bundles.get(Number(path.bundle_id));
  return bundle?.owner === user.id ? then(bundle) : unknown;
}

function keep({ store }: Call, bundle: Bundle): Bundle {
  store.bundles.set(bundle.bundle_id, bundle);
  return bundle;
}

function create(call: Call): Answer {
  const { style, store, user } = call;
  if (ownedBy(store.bundles, user).length >= style.choices.bundles.cap)
    return refuse(409, 'Too many bundles');
  const bundle = {
    bundle_id: store.nextInteger(store.bundles),
    tools: [],
    owner: user.id,
    created_at: store.now(),
  };
  return ok(shown(keep(call, bundle)));
}

function addTool(call: Call, bundle: Bundle): Answer {
  const tool_id = `${call.body.fields.tool_id}`;
  const isKnown = tools(call.style).some((tool) => tool.tool_id === tool_id);
  if (!isKnown && call.style.choices.bundles.unknownTool === 404) return notFound('tool');
  if (!bundle.tools.includes(tool_id)) keep(call, { ...bundle, tools: [...bundle.tools, tool_id] });
  return ok({ tool_id });
}
