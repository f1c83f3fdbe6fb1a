import {
  getPublicTool,
  getToolset,
  getUserTool,
  installTool,
  listPublicTools,
  listTools,
  listToolsets,
  listUserTools,
  runTool,
  searchTools,
  uninstallTool,
} from '../../../src/index.ts';
import { records } from '../answers.ts';
import { misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Contract } from '../interaction.ts';

const { tool_id, tool_name, toolset_name } = examples;
const tool = { tool_id: '${tool_id}' };

export const tools: Contract[] = [
  {
    source: listTools,
    request: 'GET /me/tools/list',
    call: (transport) => listTools(transport),
    cases: [succeeds([], { answer: records })],
  },
  {
    source: listPublicTools,
    request: 'GET /me/tools',
    isOpen: true,
    call: (transport) => listPublicTools(transport),
    cases: [succeeds([], { answer: records })],
  },
  {
    source: searchTools,
    request: 'GET /me/tools/search',
    call: (transport, { query }) => searchTools(transport, query),
    cases: [
      succeeds([], {
        when: 'with the least',
        answer: records,
        query: { q: 'c', limit: '1', min_score: '0' },
      }),
      succeeds([], {
        when: 'with the most',
        answer: records,
        query: { q: 'c', limit: '200', min_score: '1' },
      }),
    ],
  },
  {
    source: getPublicTool,
    request: 'GET /me/tools/{tool_id}',
    isOpen: true,
    call: (transport) => getPublicTool(transport, tool_id),
    cases: [succeeds(['a public tool']), misses('tool_id')],
  },
  {
    source: runTool,
    request: 'POST /me/tools/run/{tool_name}',
    call: (transport, { body, query }) => runTool(transport, tool_name, body, query),
    cases: [
      succeeds([['a tool', { input: 'valid' }]], { body: {} }),
      succeeds([['a tool', { input: 'valid' }]], {
        when: 'with a service',
        body: {},
        query: { service_id: 'default', service_id_namespace: 'global' },
      }),
      refuses(400, [['a tool', { input: 'invalid' }]], {
        or: [422],
        when: 'with an invalid input',
        body: {},
      }),
      refuses(401, [['a tool', { input: 'valid' }]], {
        when: 'without a JWT',
        body: {},
        credential: 'missing',
      }),
      refuses(401, [['a tool', { input: 'valid' }], 'an unknown credential'], {
        body: {},
        credential: 'unknown',
      }),
      misses('tool_name', { body: {} }),
    ],
  },
  {
    source: listToolsets,
    request: 'GET /me/toolsets/list',
    call: (transport) => listToolsets(transport),
    cases: [succeeds([], { answer: records })],
  },
  {
    source: getToolset,
    request: 'GET /me/toolsets/{toolset_name}',
    call: (transport) => getToolset(transport, toolset_name),
    cases: [succeeds(['a toolset']), misses('toolset_name')],
  },
  {
    source: listUserTools,
    request: 'GET /me/user-tools',
    call: (transport) => listUserTools(transport),
    cases: [succeeds([], { answer: records })],
  },
  {
    source: installTool,
    request: 'POST /me/user-tools',
    call: (transport, { body }) => installTool(transport, body),
    cases: [
      succeeds(['a tool that can be installed'], { body: tool }),
      refuses(409, ['a tool that cannot be installed'], { body: tool }),
    ],
  },
  {
    source: getUserTool,
    request: 'GET /me/user-tools/{tool_id}',
    call: (transport) => getUserTool(transport, tool_id),
    cases: [succeeds(['an installed tool']), misses('tool_id')],
  },
  {
    source: uninstallTool,
    request: 'DELETE /me/user-tools/{tool_id}',
    call: (transport) => uninstallTool(transport, tool_id),
    cases: [succeeds(['an installed tool']), misses('tool_id')],
  },
];
