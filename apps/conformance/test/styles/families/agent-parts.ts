import { randomUUID } from 'node:crypto';
import { pairNames } from '../read-body.ts';
import { type Answer, type Call, foreign, notFound, ok, type Route, refuse } from '../route.ts';
import type { Agent, AgentFile } from '../store.ts';
import { findAgent } from './agent-record.ts';
import { colors } from './colors.ts';

const theme = {
  path: '/me/agents/{agent_id}/customizations/theme',
  ids: { agent_id: 'uuid' },
  answer: 'AgentThemePreferenceResponse',
} as const;
const files = '/me/agents/{agent_id}/files';
const ofAgent = { ids: { agent_id: 'uuid' } } as const;
const oneFile = {
  path: `${files}/{file_id}`,
  ids: { agent_id: 'uuid', file_id: 'uuid' },
} as const;

export const agentPartRoutes: readonly Route[] = [
  {
    ...theme,
    method: 'GET',
    statuses: [403, 404],
    handle: (call) => onAgent(call, 'read', (agent) => ok(themeOf(call, agent))),
  },
  {
    ...theme,
    method: 'PUT',
    input: 'AgentThemePreferenceUpsertRequest',
    statuses: [400, 403, 404],
    handle: (call) => onAgent(call, 'change', (agent) => setTheme(call, agent)),
  },
  {
    ...ofAgent,
    method: 'GET',
    path: files,
    answer: 'AgentFileListResponse',
    statuses: [403, 404],
    handle: (call) => onAgent(call, 'read', (agent) => ok({ items: filesOf(call, agent) })),
  },
  {
    ...ofAgent,
    method: 'POST',
    path: files,
    input: 'AgentFileCreateRequest',
    answer: 'AgentFileResponse',
    success: 201,
    statuses: [400, 403, 404],
    handle: (call) => onAgent(call, 'change', (agent) => createFile(call, agent)),
  },
  {
    ...ofAgent,
    method: 'PUT',
    path: `${files}/positions`,
    input: 'AgentFileBatchPositionRequest',
    answer: 'AgentFileListResponse',
    statuses: [403, 404],
    handle: (call) => onAgent(call, 'change', (agent) => reorder(call, agent)),
  },
  {
    ...oneFile,
    method: 'GET',
    answer: 'AgentFileResponse',
    statuses: [403, 404],
    handle: (call) => onFile(call, 'read', (file) => ok({ ...file })),
  },
  {
    ...oneFile,
    method: 'PATCH',
    input: 'AgentFileUpdateRequest',
    answer: 'AgentFileResponse',
    statuses: [403, 404],
    handle: (call) =>
      onFile(call, 'change', (file, agent) => {
        const { position } = call.body.fields;
        const attributes = { ...file.attributes, ...call.body.attributes };
        call.store.files.set(file.file_id, { ...file, attributes });
        if (typeof position === 'number') move(call, agent, { file_id: file.file_id, position });
        return ok({ ...call.store.files.get(file.file_id) });
      }),
  },
  {
    ...oneFile,
    method: 'DELETE',
    success: 204,
    statuses: [403, 404],
    handle: (call) =>
      onFile(call, 'change', (file, agent) => {
        call.store.files.delete(file.file_id);
        if (call.style.choices.agents.closesGaps) number(call, filesOf(call, agent));
        return { status: 204 };
      }),
  },
];

function onAgent(call: Call, act: 'read' | 'change', then: (agent: Agent) => Answer): Answer {
  const found = findAgent(call, act);
  if ('answer' in found) return found.answer;
  const { publicPartsAreReadable } = call.style.choices.agents;
  const isOwn = found.agent.owner === call.user.id;
  return isOwn || publicPartsAreReadable ? then(found.agent) : foreign(call, 'agent');
}

function onFile(call: Call, act: 'read' | 'change', then: (file: AgentFile, agent: Agent) => Answer): Answer {
  return onAgent(call, act, (agent) => {
    const file = call.store.files.get(call.path.file_id?.toLowerCase() ?? '');
    return file?.agent_id === agent.agent_id ? then(file, agent) : notFound('file');
  });
}

function themeOf({ style, store }: Call, { agent_id }: Agent) {
  const { unsetTheme, color } = style.choices.agents;
  const theme_color = store.themes.get(agent_id);
  if (theme_color === undefined && unsetTheme === 'null') return null;
  return { agent_id, theme_color: theme_color ?? colors[color].plain };
}

function setTheme(call: Call, { agent_id }: Agent): Answer {
  const { theme_color } = call.body.fields;
  if (typeof theme_color !== 'string' || !colors[call.style.choices.agents.color].form.test(theme_color)) {
    return refuse(400, 'Invalid theme color format');
  }
  const { keepsColor, color } = call.style.choices.agents;
  const kept = keepsColor === 'as written' || color === 'hsl' ? theme_color : `${theme_color}ff`;
  call.store.themes.set(agent_id, kept);
  return ok({ agent_id, theme_color: kept });
}

function filesOf({ store }: Call, { agent_id }: Agent): AgentFile[] {
  const own = [...store.files.values()].filter((file) => file.agent_id === agent_id);
  return own.sort((a, b) => a.position - b.position);
}

function createFile(call: Call, agent: Agent): Answer {
  const { style, store, body } = call;
  const { fileCap, firstPosition } = style.choices.agents;
  const before = filesOf(call, agent);
  if (before.length >= fileCap) return refuse(400, 'Too many files');
  const file: AgentFile = {
    file_id: randomUUID(),
    agent_id: agent.agent_id,
    owner: agent.owner,
    position: (before.at(-1)?.position ?? firstPosition - 1) + 1,
    created_at: store.now(),
    attributes: body.attributes,
  };
  store.files.set(file.file_id, file);
  if (typeof body.fields.position === 'number') {
    move(call, agent, { file_id: file.file_id, position: body.fields.position });
  }
  return { status: 201, value: { ...store.files.get(file.file_id) } };
}

/** Puts a file where it should be; those behind it make room. */
function move(call: Call, agent: Agent, { file_id, position }: { file_id: string; position: number }): void {
  const all = filesOf(call, agent);
  const moved = all.filter((file) => file.file_id === file_id);
  const others = all.filter((file) => file.file_id !== file_id);
  const at = Math.max(position - call.style.choices.agents.firstPosition, 0);
  number(call, [...others.slice(0, at), ...moved, ...others.slice(at)]);
}

function number({ style, store }: Call, files: readonly AgentFile[]): void {
  for (const [index, file] of files.entries()) {
    store.files.set(file.file_id, { ...file, position: index + style.choices.agents.firstPosition });
  }
}

function reorder(call: Call, agent: Agent): Answer {
  const wanted = wantedOrder(call);
  const files = filesOf(call, agent);
  if (wanted.some((id) => !files.some(({ file_id }) => file_id === id))) return notFound('file');
  const rest = files.filter(({ file_id }) => !wanted.includes(file_id));
  const named = wanted.flatMap((id) => files.filter(({ file_id }) => file_id === id));
  number(call, [...named, ...rest]);
  return ok({ items: filesOf(call, agent).map((file) => ({ ...file })) });
}

function wantedOrder({ style, body }: Call): string[] {
  const positions = Array.isArray(body.fields.positions) ? body.fields.positions : [];
  if (style.wire.positions === 'ids') return positions.map((id) => `${id}`.toLowerCase());
  const [file, position] = pairNames(style);
  return positions
    .filter((pair) => typeof pair === 'object' && pair !== null)
    .toSorted((a, b) => Number(a[position]) - Number(b[position]))
    .map((pair) => `${pair[file]}`.toLowerCase());
}
