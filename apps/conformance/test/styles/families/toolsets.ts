import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import { tools } from './tools.ts';

export const toolsetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/toolsets/list',
    answer: 'ToolSet',
    many: true,
    statuses: [500],
    handle: ({ style }) =>
      ok([...new Set(tools(style).map(({ toolset }) => toolset))].map((toolset_name) => ({ toolset_name }))),
  },
  {
    method: 'GET',
    path: '/me/toolsets/{toolset_name}',
    answer: 'ToolSetWithTools',
    statuses: [404, 500],
    handle: ({ style, path }) => {
      const held = tools(style).filter(({ toolset }) => toolset === path.toolset_name);
      if (held.length === 0) return notFound('toolset');
      return ok({
        toolset_name: path.toolset_name,
        tools: held.map(({ name, description }) => ({ attributes: { name, description } })),
      });
    },
  },
];

const one = '/me/user-tools/{tool_id}';

export const userToolRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/user-tools',
    answer: 'UserTool',
    many: true,
    statuses: [500],
    handle: ({ store, user }) =>
      ok([...store.installed.values()].filter(({ owner }) => owner === user.id).map((tool) => ({ ...tool }))),
  },
  {
    method: 'POST',
    path: '/me/user-tools',
    input: 'UserInstallToolRequest',
    answer: 'UserInstalledTool',
    statuses: [409, 500],
    handle: install,
  },
  {
    method: 'GET',
    path: one,
    answer: 'UserTool',
    statuses: [404, 500],
    handle: (call) => {
      const tool = call.store.installed.get(keyOf(call, call.path.tool_id));
      return tool === undefined ? notFound('installed tool') : ok({ ...tool });
    },
  },
  {
    method: 'DELETE',
    path: one,
    answer: 'UserInstalledTool',
    statuses: [404, 500],
    handle: (call) => {
      const key = keyOf(call, call.path.tool_id);
      const tool = call.store.installed.get(key);
      call.store.installed.delete(key);
      return tool === undefined ? notFound('installed tool') : ok({ ...tool });
    },
  },
];

function keyOf({ user }: Call, id: unknown): string {
  return `${user.id} ${id}`;
}

function install(call: Call): Answer {
  const { style, store, user, body } = call;
  const tool = tools(style).find(({ tool_id }) => tool_id === body.fields.tool_id);
  if (tool === undefined) return refuse(409, 'Installation failed');
  const key = keyOf(call, tool.tool_id);
  if (store.installed.has(key) && style.choices.tools.installTwice === 409) return refuse(409, 'Installed');
  const installed = { tool_id: tool.tool_id, owner: user.id };
  store.installed.set(key, installed);
  return ok(installed);
}
