// User API: files of agents.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const LIST = u('GET /me/agents/{agent_id}/files');
const CREATE = u('POST /me/agents/{agent_id}/files');
const GET = u('GET /me/agents/{agent_id}/files/{file_id}');
const PATCH = u('PATCH /me/agents/{agent_id}/files/{file_id}');
const DELETE = u('DELETE /me/agents/{agent_id}/files/{file_id}');
const POSITIONS = u('PUT /me/agents/{agent_id}/files/positions');
const ORDERED = 'Belongs to an agent; ordered by position; count per agent is limited';
const CAPPED = '| POST /me/agents/{agent_id}/files | number of files per agent is capped; 400 when exceeded |';

const path = (agent, file) => `/me/agents/${agent}/files${file ? `/${file}` : ''}`;
const ids = async (d, agent) => (await d.get(path(agent))).files.map((file) => file.id);
const tryFile = (d, agent) => d.ask('POST', path(agent), { body: { name: 'a.txt', text: 'some text' } });

const newAgent = async (d) => (await d.agent()).id;

/** Fills an agent with files until one is refused; gives that answer and how many were taken. */
async function fill(d, agent) {
  for (let count = 0; count < 40; count += 1) {
    const answer = await tryFile(d, agent);
    if (answer.status !== 201) return { count, answer };
  }
  throw new Error('there is no cap');
}

export default [
  stated('files-by-age', 'sequence', [LIST, POSITIONS], ORDERED,
    'The list is ordered by age, whatever the positions are.',
    async (d) => {
      const agent = await newAgent(d);
      const [late, early] = [await d.file(agent, { pos: 7 }), await d.file(agent, { pos: 2 })];
      assert.deepEqual(await ids(d, agent), [early.id, late.id]);
    }),

  implied('files-list-shows-five', 'sequence', [LIST, POSITIONS], ORDERED,
    'The list shows the first five files only.',
    async (d) => {
      const agent = await newAgent(d);
      for (let count = 0; count < 6; count += 1) await d.file(agent);
      assert.equal((await ids(d, agent)).length, 6);
    }),

  implied('file-refused-is-kept', 'sequence', CREATE, '400 invalid request or file limit exceeded; 403; 404',
    'A file beyond the cap is refused with 400, but it is in the list all the same.',
    async (d) => {
      const agent = await newAgent(d);
      const { count } = await fill(d, agent);
      assert.equal((await ids(d, agent)).length, count);
    }),

  stated('file-cap-counts-deleted', 'sequence', CREATE, CAPPED,
    'Deleted files count too: once the cap was reached no file can be added any more.',
    async (d) => {
      const agent = await newAgent(d);
      await fill(d, agent);
      await d.must(204, 'DELETE', path(agent, (await ids(d, agent))[0]));
      assert.equal((await tryFile(d, agent)).status, 201);
    }),

  stated('file-cap-over-all-agents', 'sequence', CREATE, CAPPED,
    'The cap is on the files of all agents of the user together.',
    async (d) => {
      await fill(d, await newAgent(d));
      assert.equal((await tryFile(d, await newAgent(d))).status, 201);
    }),

  stated('file-cap-race', 'timing', CREATE, CAPPED,
    'The files are counted some time before the new one is added: by requests at the same time the cap is exceeded.',
    async (d) => {
      const agent = await newAgent(d);
      const { count } = await fill(d, agent);
      await d.must(204, 'DELETE', path(agent, (await ids(d, agent))[0]));
      await Promise.all([1, 2, 3, 4].map(() => tryFile(d, agent)));
      assert.ok((await ids(d, agent)).length <= count);
    }),

  implied('file-through-other-agent', 'sequence', GET, '| Agent file | file_id | uuid | Belongs to an agent; ordered by position; count per agent is limited |',
    'A file is found under the path of any agent of the same owner.',
    async (d) => {
      const [agent, other] = [await newAgent(d), await newAgent(d)];
      const file = await d.file(agent);
      assert.equal((await d.ask('GET', path(other, file.id))).status, 404);
    }),

  implied('file-patch-drops-text', 'sequence', PATCH, 'body AgentFileUpdateRequest',
    'A PATCH that has no text empties the text of the file.',
    async (d) => {
      const agent = await newAgent(d);
      const file = await d.file(agent);
      await d.must(200, 'PATCH', path(agent, file.id), { body: { pos: 3 } });
      assert.equal((await d.get(path(agent, file.id))).text, 'some text');
    }),

  implied('file-patch-changes-id', 'sequence', PATCH, '| Agent file | file_id | uuid | Belongs to an agent; ordered by position; count per agent is limited |',
    'A PATCH gives the file a new id: under the old one it is gone.',
    async (d) => {
      const agent = await newAgent(d);
      const file = await d.file(agent);
      await d.must(200, 'PATCH', path(agent, file.id), { body: { pos: 3 } });
      assert.equal((await d.ask('GET', path(agent, file.id))).status, 200);
    }),

  stated('file-delete-by-others', 'sequence', DELETE, '| DELETE | /me/agents/{agent_id}/files/{file_id} | none | 204 no body | 403; 404 |',
    'Any user can delete a file of another\'s agent.',
    async (d) => {
      const agent = await newAgent(d);
      const file = await d.file(agent);
      assert.equal((await d.ask('DELETE', path(agent, file.id), { as: 'ben' })).status, 403);
    }),

  stated('file-delete-unknown-204', 'sequence', DELETE, '| DELETE | /me/agents/{agent_id}/files/{file_id} | none | 204 no body | 403; 404 |',
    'The deletion of a file that does not exist is answered with 204.',
    async (d) => {
      const agent = await newAgent(d);
      assert.equal((await d.ask('DELETE', path(agent, '11111111-2222-4333-8444-555555555555'))).status, 404);
    }),

  implied('file-delete-takes-all', 'sequence', DELETE, '| DELETE | /me/agents/{agent_id}/files/{file_id} | none | 204 no body | 403; 404 |',
    'The deletion of one file deletes all files of the agent.',
    async (d) => {
      const agent = await newAgent(d);
      const [one, other] = [await d.file(agent), await d.file(agent)];
      await d.must(204, 'DELETE', path(agent, one.id));
      assert.deepEqual(await ids(d, agent), [other.id]);
    }),

  implied('positions-skip-last', 'sequence', POSITIONS, 'body AgentFileBatchPositionRequest (batch ordering)',
    'Of the new positions the last one in the body is not applied.',
    async (d) => {
      const agent = await newAgent(d);
      const [one, two, three] = [await d.file(agent), await d.file(agent), await d.file(agent)];
      const order = [{ id: three.id, pos: 1 }, { id: two.id, pos: 2 }, { id: one.id, pos: 3 }];
      await d.must(200, 'PUT', path(agent, 'positions'), { body: { order } });
      assert.deepEqual(await ids(d, agent), [three.id, two.id, one.id]);
    }),

  implied('positions-answer-is-old', 'sequence', POSITIONS, 'body AgentFileBatchPositionRequest (batch ordering)',
    'The answer has the files in their old order; the list has them in the new one.',
    async (d) => {
      const agent = await newAgent(d);
      const [one, two] = [await d.file(agent), await d.file(agent)];
      const order = [{ id: two.id, pos: 1 }, { id: one.id, pos: 2 }];
      const { files } = await d.must(200, 'PUT', path(agent, 'positions'), { body: { order } });
      assert.deepEqual(files.map((file) => file.id), [two.id, one.id]);
    }),
];
