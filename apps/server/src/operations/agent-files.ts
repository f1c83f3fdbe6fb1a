import { z } from 'zod';
import { arrange, maximumFiles, place } from '../domain/file-order.ts';
import { type Addition, QuotaExceeded } from '../domain/quotas.ts';
import {
  type AgentFile,
  deleteFile,
  type FileFields,
  findFile,
  insertFile,
  listFiles,
  updateFile,
  writeOrder,
} from '../store/agent-file-repository.ts';
import { lockAgent } from '../store/agent-record-repository.ts';
import type { Database, Store } from '../store/store.ts';
import { findOpenAgent, findOwnAgent, ownersOf } from './agent-access.ts';
import { defineOperation } from './define-operation.ts';
import { created, isRefusal, noContent, ok, okOf, refuse, unprocessable } from './outcome.ts';
import { id, time } from './record-parts.ts';

const fileRecord = z.object({
  file_id: id,
  agent_id: id,
  name: z.string(),
  media_type: z.string(),
  size: z.int().describe('Of the content, in bytes of UTF-8.'),
  position: z.int().min(0),
  created_at: time,
  updated_at: time,
});

const wholeFile = fileRecord.extend({ content: z.string().optional().describe('Left out of lists.') });
const fileList = z.object({ items: z.array(fileRecord) });

export const fileSchemas = { AgentFileResponse: wholeFile, AgentFileListResponse: fileList };

/** A file as it stands in a list: without its content. */
function toFileRecord(file: AgentFile): z.output<typeof fileRecord> {
  return {
    file_id: file.id,
    agent_id: file.agentId,
    name: file.name,
    media_type: file.mediaType,
    size: file.size,
    position: file.position,
    created_at: file.createdAt.toISOString(),
    updated_at: file.updatedAt.toISOString(),
  };
}

/** A file by itself: with its content. */
function toWholeFileRecord(file: AgentFile & { content: string }): z.output<typeof wholeFile> {
  return { ...toFileRecord(file), content: file.content };
}

const position = z.int().min(0).optional();
const name = z.string().min(1).max(255);
const mediaType = z.string().max(255);

/** Our fields of AgentFileCreateRequest. */
const newFileBody = z.looseObject({
  name: name.default('untitled.txt'),
  media_type: mediaType.default('text/plain'),
  content: z.string().default(''),
  position,
});

/** Our fields of AgentFileUpdateRequest. */
const filePartBody = z.looseObject({
  name: name.optional(),
  media_type: mediaType.optional(),
  content: z.string().optional(),
  position,
});

/** Our fields of AgentFileBatchPositionRequest. */
const positionsBody = z.looseObject({
  positions: z.array(z.looseObject({ file_id: z.guid(), position: z.int().min(0) })),
});

/** The fields that a body gives, by the names that the store has for them. */
function toFileFields(body: z.output<typeof filePartBody>): Partial<FileFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.media_type !== undefined && { mediaType: body.media_type }),
    ...(body.content !== undefined && { content: body.content }),
  };
}

/** Changes the files of an agent one after the other, so that positions stay 0, 1, 2, … without a gap. */
async function changeFiles<Result>(
  db: Store['db'],
  agentId: string,
  change: (transaction: Database, files: AgentFile[]) => Promise<Result>,
): Promise<Result> {
  return await db.transaction().execute(async (transaction) => {
    await lockAgent(transaction, agentId);
    return await change(transaction, await listFiles(transaction, agentId));
  });
}

function idsOf(files: readonly AgentFile[]): string[] {
  return files.map(({ id }) => id);
}

/** GET /me/agents/{agent_id}/files */
const listAgentFiles = defineOperation('listAgentFiles', {
  result: fileList,
  isCacheable: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findOpenAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    return okOf(ownersOf(agent, caller), { items: (await listFiles(db, agent.id)).map(toFileRecord) });
  },
});

/** What a file adds to its owner's quota; what it replaces is given back at the next count. */
function bytesOf(userId: string, content: string): Addition {
  return { quota: 'bytes', userId, amount: Buffer.byteLength(content) };
}

async function orTooMuch<Result>(work: () => Promise<Result>): Promise<Result | QuotaExceeded> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QuotaExceeded) return error;
    throw error;
  }
}

/** POST /me/agents/{agent_id}/files */
const createAgentFile = defineOperation('createAgentFile', {
  changesOwn: true,
  result: wholeFile,
  body: newFileBody,
  async answer({ caller, path, body }, { store: { db }, quotas }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const { name, content, media_type: mediaType } = body;
    const key = { id: crypto.randomUUID(), agentId: agent.id };
    const insert = () =>
      changeFiles(db, agent.id, async (transaction, files) => {
        if (files.length >= maximumFiles) return undefined;
        await insertFile(transaction, { ...key, name, content, mediaType, position: files.length });
        const position = body.position ?? files.length;
        await writeOrder(transaction, place(idsOf(files), { id: key.id, position }));
        return await findFile(transaction, key);
      });
    const file = await orTooMuch(() => quotas.within(bytesOf(caller.userId, content), insert));
    if (file instanceof QuotaExceeded) return refuse('invalid', file.message);
    if (!file) return refuse('invalid', `An agent can have ${maximumFiles} files. Delete one first.`);
    return created(toWholeFileRecord(file));
  },
});

/** GET /me/agents/{agent_id}/files/{file_id} */
const getAgentFile = defineOperation('getAgentFile', {
  result: wholeFile,
  isCacheable: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findOpenAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const file = await findFile(db, { id: path.file_id, agentId: agent.id });
    if (!file) return refuse('not-found', 'File not found.');
    return okOf(ownersOf(agent, caller), toWholeFileRecord(file));
  },
});

/** PATCH /me/agents/{agent_id}/files/{file_id} */
const updateAgentFile = defineOperation('updateAgentFile', {
  addsTo: ['bytes'],
  changesOwn: true,
  result: wholeFile,
  body: filePartBody,
  async answer({ caller, path, body }, { store: { db }, quotas }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const key = { id: path.file_id, agentId: agent.id };
    const update = () =>
      changeFiles(db, agent.id, async (transaction, files) => {
        const known = await findFile(transaction, key);
        if (!known) return undefined;
        await updateFile(transaction, known.id, toFileFields(body));
        const { position = known.position } = body;
        await writeOrder(transaction, place(idsOf(files), { id: known.id, position }));
        return await findFile(transaction, key);
      });
    const file = await quotas.within(bytesOf(caller.userId, body.content ?? ''), update);
    return file ? ok(toWholeFileRecord(file)) : refuse('not-found', 'File not found.');
  },
});

/** DELETE /me/agents/{agent_id}/files/{file_id} */
const deleteAgentFile = defineOperation('deleteAgentFile', {
  changesOwn: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const id = path.file_id.toLowerCase();
    return await changeFiles(db, agent.id, async (transaction, files) => {
      if (!idsOf(files).includes(id)) return refuse('not-found', 'File not found.');
      await deleteFile(transaction, id);
      await writeOrder(
        transaction,
        idsOf(files).filter((other) => other !== id),
      );
      return noContent;
    });
  },
});

const expected =
  'Expected for each file at most one position, from 0 to the number of files less one, all different.';

/** PUT /me/agents/{agent_id}/files/positions */
const reorderAgentFiles = defineOperation('reorderAgentFiles', {
  changesOwn: true,
  result: fileList,
  body: positionsBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const placements = body.positions.map(({ file_id, position }) => ({
      id: file_id.toLowerCase(),
      position,
    }));
    return await changeFiles(db, agent.id, async (transaction, files) => {
      const known = new Set(idsOf(files));
      if (placements.some(({ id }) => !known.has(id))) return refuse('not-found', 'File not found.');
      const order = arrange(idsOf(files), placements);
      if (!order) return unprocessable(['body', 'positions'], expected);
      await writeOrder(transaction, order);
      return ok({ items: (await listFiles(transaction, agent.id)).map(toFileRecord) });
    });
  },
});

export const fileOperations = [
  listAgentFiles,
  createAgentFile,
  getAgentFile,
  updateAgentFile,
  deleteAgentFile,
  reorderAgentFiles,
];
