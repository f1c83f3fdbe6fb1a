import {
  createAgentFile,
  deleteAgentFile,
  getAgentFile,
  listAgentFiles,
  reorderAgentFiles,
  updateAgentFile,
} from '../../../src/index.ts';
import { unspecified } from '../answers.ts';
import { hides, misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Case, Contract, Json } from '../interaction.ts';

const { agent_id, file_id, other_file_id } = examples;
const file = { name: 'notes.txt', content: 'Tides come twice a day.' };
const positions = [
  { file_id: '${file_id}', position: 1 },
  { file_id: '${other_file_id}', position: 0 },
];

/** Of an agent that the caller may not use, and of one that isn't there. */
const ofOthers = (body?: Json): Case[] => {
  const sent = body === undefined ? {} : { body };
  return [hides(['a private agent of another user'], sent), misses('agent_id', { or: [403], ...sent })];
};

const ofOneFile = (body?: Json): Case[] => {
  const sent = body === undefined ? {} : { body };
  const when = 'with a file that is not there';
  return [
    hides(['a private agent of another user with a file'], sent),
    misses('agent_id', { or: [403], given: ['an agent with a file'], ...sent }),
    misses('file_id', { given: ['an agent of the caller'], when, ...sent }),
  ];
};

export const agentFiles: Contract[] = [
  {
    source: listAgentFiles,
    request: 'GET /me/agents/{agent_id}/files',
    call: (transport) => listAgentFiles(transport, agent_id),
    cases: [succeeds(['an agent with a file']), ...ofOthers()],
  },
  {
    source: createAgentFile,
    request: 'POST /me/agents/{agent_id}/files',
    call: (transport, { body }) => createAgentFile(transport, agent_id, body),
    cases: [
      succeeds(['an agent of the caller'], { status: 201, body: file }),
      refuses(400, ['an agent with as many files as it may have'], { body: file }),
      ...ofOthers(file),
    ],
  },
  {
    source: getAgentFile,
    request: 'GET /me/agents/{agent_id}/files/{file_id}',
    call: (transport) => getAgentFile(transport, agent_id, file_id),
    cases: [succeeds(['an agent with a file']), ...ofOneFile()],
  },
  {
    source: updateAgentFile,
    request: 'PATCH /me/agents/{agent_id}/files/{file_id}',
    call: (transport, { body }) => updateAgentFile(transport, agent_id, file_id, body),
    cases: [succeeds(['an agent with a file'], { body: { position: 0 } }), ...ofOneFile({ position: 0 })],
  },
  {
    source: deleteAgentFile,
    request: 'DELETE /me/agents/{agent_id}/files/{file_id}',
    call: (transport) => deleteAgentFile(transport, agent_id, file_id),
    cases: [succeeds(['an agent with a file'], { status: 204, answer: unspecified }), ...ofOneFile()],
  },
  {
    source: reorderAgentFiles,
    request: 'PUT /me/agents/{agent_id}/files/positions',
    call: (transport, { body }) => reorderAgentFiles(transport, agent_id, body),
    cases: [
      succeeds(['an agent with two files'], { body: { positions } }),
      ...ofOthers({
        positions: [
          { file_id, position: 1 },
          { file_id: other_file_id, position: 0 },
        ],
      }),
    ],
  },
];
